// Values for people: who is better, by how much, and whether it is proven.

import { number } from "./dom.js";

/**
 * @typedef {import("./api.js").GameInfo} GameInfo
 * @typedef {{text: string, tone: "good" | "bad" | "even", title: string}} Told
 */

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
 * A value in a few signs: W, D or L with the distance where it is proven, a number where it is estimated.
 * @param {GameInfo | null} info
 * @param {number | null} value
 * @param {boolean} exact
 * @param {number | null} [distance]
 * @returns {Told}
 */
export function told(info, value, exact, distance = null) {
  if (value === null || value === undefined) return { text: "?", tone: "even", title: "not known yet" };
  const [low, high] = info?.range ?? [-Infinity, Infinity];
  const tone = value > middle(info) + 1e-9 ? "good" : value < middle(info) - 1e-9 ? "bad" : "even";
  if (!exact) return { text: number(value, true), tone, title: `about ${number(value, true)}` };
  const plies = distance === null || distance === undefined ? "" : ` in ${distance} ${distance === 1 ? "ply" : "plies"}`;
  const far = distance === null || distance === undefined ? "" : String(distance);
  if (Math.abs(value - high) < 1e-9) return { text: `W${far}`, tone: "good", title: `wins${plies}` };
  if (Math.abs(value - low) < 1e-9) return { text: `L${far}`, tone: "bad", title: `loses${plies}` };
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
