// Values for people: who is better, by how much, and whether it is proven.

import { number } from "./dom.js";

/**
 * @typedef {import("./api.js").GameInfo} GameInfo
 * @typedef {{text: string, tone: string, title: string}} Told
 * @typedef {{value: number | null, exact: boolean, distance: number | null, outcome: string | null}} Found
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
function forFirst(info, value, player) {
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

/** The other side's view of an outcome. @type {Record<string, string>} */
const TURNED = { win: "loss", loss: "win", draw: "draw" };

/** @type {Record<string, [sign: string, tone: string, words: string]>} */
const OUTCOMES = { win: ["W", "good", "wins"], draw: ["D", "even", "draws"], loss: ["L", "bad", "loses"] };

/**
 * What was found of a position, as player 0 sees it; null where that is not known.
 * @param {GameInfo | null} info
 * @param {Found} found
 * @param {number} player whom it was found for
 * @returns {Found | null}
 */
export function foundForFirst(info, found, player) {
  const value = forFirst(info, found.value, player);
  if (value === null) return null;
  const outcome = found.outcome && player > 0 ? TURNED[found.outcome] : found.outcome;
  return { value, exact: Boolean(found.exact), distance: found.distance ?? null, outcome: outcome ?? null };
}

/**
 * A value in a few signs: W, D or L where it is proven, with the distance or, where a win may be a large or a small one, with the value; a
 * number where it is estimated.
 * @param {GameInfo | null} info
 * @param {Found} found
 * @param {number} [player] who the value is for
 * @returns {Told}
 */
export function told(info, { value, exact, distance, outcome }, player = 0) {
  if (value === null || value === undefined) return { text: "?", tone: "even", title: "not known yet" };
  const near = exact ? 1e-9 : 0.005;
  const tone = value > middle(info) + near ? "good" : value < middle(info) - near ? "bad" : "even";
  const worth = number(value, true);
  if (!exact) return { text: estimate(value), tone: `${tone} guess`, title: `about ${worth}` };
  if (!outcome) return { text: `${worth}!`, tone, title: `exactly ${worth}` };
  const [sign, colour, words] = OUTCOMES[outcome];
  if (rangeOf(info, player).some((end) => Math.abs(end - value) < near)) return { text: sign + (distance ?? ""), tone: colour, title: words + inPlies(distance) };
  const isPlain = outcome === "draw" || Math.abs(Math.abs(value - middle(info)) - 1) < near; // by one more than even: the letter says it
  return { text: isPlain ? sign : sign + worth, tone: colour, title: isPlain ? words : `${words} with ${worth}` };
}

/** @param {number | null | undefined} distance */
function inPlies(distance) {
  return distance === null || distance === undefined ? "" : ` in ${distance} ${distance === 1 ? "ply" : "plies"}`;
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
