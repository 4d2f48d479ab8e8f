// Values for people: who is better, by how much, and whether it is proven.

import { number } from "./dom.js";

/**
 * @typedef {import("./api.js").GameInfo} GameInfo
 * @typedef {{text: string, tone: string, title: string}} Told
 */

/**
 * What is known of a game once a search has said what its player can get.
 * @param {GameInfo | null} info
 * @param {[number, number] | null} range
 * @param {number} player
 * @returns {GameInfo | null}
 */
export function ranged(info, range, player) {
  if (!info || !range) return info;
  const total = info.total ?? 0;
  return { ...info, range: player === 1 && info.players === 2 ? [total - range[1], total - range[0]] : range };
}

/** @param {GameInfo | null} info */
const middle = (info) => (info?.total ?? 0) / Math.max(info?.players ?? 2, 1);

/**
 * A value as player 0 sees it; null where that is not known.
 * @param {GameInfo | null} info
 * @param {number | null} value
 * @param {number} player
 */
export function forFirst(info, value, player) {
  if (value === null || value === undefined || (info?.players ?? 2) > 2) return player === 0 ? value : null;
  return player <= 0 ? value : (info?.total ?? 0) - value;
}

/**
 * The worst and the best that a player can get.
 * @param {GameInfo | null} info
 * @param {number} player
 */
function rangeOf(info, player) {
  if (!info?.range) return [-Infinity, Infinity];
  const [low, high] = info.range;
  const total = info.total ?? 0;
  return player === 1 && info.players === 2 ? [total - high, total - low] : [low, high];
}

/**
 * An estimate, short enough for a square.
 * @param {number} value
 */
function estimate(value) {
  if (Math.abs(value) < 0.005) return "0";
  const text = Math.abs(value) < 1 ? value.toFixed(2).replace("0.", ".") : number(Number(value.toFixed(1)));
  return value > 0 ? `+${text}` : text.replace("-", "−");
}

/**
 * A value in a few signs: W, D or L with the distance where it is proven, a number where it is estimated.
 * @param {GameInfo | null} info
 * @param {number | null} value
 * @param {boolean} exact
 * @param {number | null} [distance]
 * @param {number} [player] who the value is for
 * @returns {Told}
 */
export function told(info, value, exact, distance = null, player = 0) {
  if (value === null || value === undefined) return { text: "?", tone: "even", title: "not known yet" };
  const [low, high] = rangeOf(info, player);
  const near = exact ? 1e-9 : 0.005;
  const tone = value > middle(info) + near ? "good" : value < middle(info) - near ? "bad" : "even";
  if (!exact) return { text: estimate(value), tone: `${tone} guess`, title: `about ${number(value, true)}` };
  if (!info?.range) distance = null; // then it is the length of one best line: the loser may hold out longer
  const plies = distance === null || distance === undefined ? "" : ` in ${distance} ${distance === 1 ? "ply" : "plies"}`;
  const far = distance === null || distance === undefined ? "" : String(distance);
  const one = !info?.range && info?.players === 2 && Math.abs(Math.abs(value - middle(info)) - 1) < 1e-9; // 1 more or less than even is a win or a loss
  if (Math.abs(value - high) < 1e-9 || (one && tone === "good")) return { text: `W${far}`, tone: "good", title: `wins${plies}` };
  if (Math.abs(value - low) < 1e-9 || (one && tone === "bad")) return { text: `L${far}`, tone: "bad", title: `loses${plies}` };
  if (tone === "even") return { text: "D", tone, title: "draws" };
  return { text: `${number(value, true)}!`, tone, title: `exactly ${number(value, true)}` };
}

/**
 * Where a value lies between the worst and the best that player 0 can get, from 0 to 1.
 * @param {GameInfo | null} info
 * @param {number} value
 */
export function share(info, value) {
  const [low, high] = info?.range ?? [-1, 1];
  if (!(high > low)) return 0.5;
  return Math.min(Math.max((value - low) / (high - low), 0), 1);
}
