// Values as text: who is better, by how much, and whether it is proven.

import { number } from "../words.js";

/**
 * @typedef {import("../api.js").GameInfo} GameInfo
 * @typedef {{text: string, tone: string, title: string}} ValueText
 * @typedef {{value: number | null, exact: boolean, distance: number | null,
 *            outcome: string | null, points?: number | null,
 *            unit?: string | null, bound?: string}} Evaluation
 */

/** Values closer than this are equal: proven ones, and estimates. */
const CLOSE = { exact: 1e-9, estimate: 0.005 };

/** An outcome as the other side sees it. @type {Record<string, string>} */
const REVERSED = { win: "loss", loss: "win", draw: "draw" };

/** @type {Record<string, [letter: string, tone: string, words: string]>} */
const OUTCOMES = {
  win: ["W", "good", "wins"],
  draw: ["D", "even", "draws"],
  loss: ["L", "bad", "loses"],
};

/**
 * A game's entry with the payoff range that a search has reported for a player.
 * @param {GameInfo | null} info
 * @param {[number, number] | null} range
 * @param {number} player
 * @returns {GameInfo | null}
 */
export function withRange(info, range, player) {
  if (!info || !range) return info;
  return { ...info, range: isSecond(info, player) ? reverse(info, range) : range };
}

/**
 * Is a player the second of two?
 * @param {GameInfo} info
 * @param {number} player
 */
const isSecond = (info, player) => player === 1 && info.players === 2;

/**
 * A range as the other of two players sees it.
 * @param {GameInfo} info
 * @param {[number, number]} range
 * @returns {[number, number]}
 */
function reverse({ total }, [low, high]) {
  return [(total ?? 0) - high, (total ?? 0) - low];
}

/** The value of an even position. @param {GameInfo | null} info */
const evenValue = (info) => (info?.total ?? 0) / Math.max(info?.players ?? 2, 1);

/**
 * The least and the greatest payoff of a player.
 * @param {GameInfo | null} info
 * @param {number} player
 */
function rangeOf(info, player) {
  if (!info?.range) return [-Infinity, Infinity];
  return isSecond(info, player) ? reverse(info, info.range) : info.range;
}

/**
 * A value as player 0 sees it; null where that is not known.
 * @param {GameInfo | null} info
 * @param {number | null} value
 * @param {number} player
 */
function valueForFirst(info, value, player) {
  const isKnown = value !== null && value !== undefined && (info?.players ?? 2) <= 2;
  if (!isKnown) return player === 0 ? value : null;
  return player <= 0 ? value : (info?.total ?? 0) - value;
}

/**
 * An evaluation as player 0 sees it; null where that is not known.
 * @param {GameInfo | null} info
 * @param {Evaluation} evaluation
 * @param {number} player that it is for
 * @returns {Evaluation | null}
 */
export function forFirst(info, evaluation, player) {
  const { value: own, exact, distance, outcome, points: amount, unit } = evaluation;
  const value = valueForFirst(info, own, player);
  if (value === null) return null;
  const seen = outcome && player > 0 ? REVERSED[outcome] : outcome;
  const points = amount && player > 0 ? -amount : amount;
  const rest = { distance: distance ?? null, outcome: seen ?? null, points, unit };
  return { value, exact: Boolean(exact), ...rest };
}

/**
 * An evaluation in a few signs. Proven: W, D or L with the distance, or with the value where a win
 * may be large or small. Estimated: a number, in the game's unit if it has one.
 * @param {GameInfo | null} info
 * @param {Evaluation} evaluation
 * @param {number} [player] that it is for
 * @returns {ValueText}
 */
export function describe(info, evaluation, player = 0) {
  const { value, exact, distance, outcome, bound } = evaluation;
  if (value === null || value === undefined) {
    return { text: "?", tone: "even", title: "not known yet" };
  }
  if (bound) {
    const { text, tone, title } = describe(info, { ...evaluation, bound: "" }, player);
    return { text: `≤ ${text}`, tone, title: `at most ${title.replace(/^about /, "")}` };
  }
  const near = exact ? CLOSE.exact : CLOSE.estimate;
  const even = evenValue(info);
  const tone = value > even + near ? "good" : value < even - near ? "bad" : "even";
  const signed = number(value, true);
  if (!exact) return { tone: `${tone} guess`, ...estimated(value, evaluation) };
  if (!outcome) return { text: `${signed}!`, tone, title: `exactly ${signed}` };
  const [letter, colour, words] = OUTCOMES[outcome];
  const isExtreme = rangeOf(info, player).some((end) => Math.abs(end - value) < near);
  if (isExtreme) {
    return { text: letter + (distance ?? ""), tone: colour, title: words + inPlies(distance) };
  }
  const isByOne = Math.abs(Math.abs(value - even) - 1) < near;
  const isPlain = outcome === "draw" || isByOne; // the letter alone says it
  const [text, title] = isPlain ? [letter, words] : [letter + signed, `${words} with ${signed}`];
  return { text, tone: colour, title };
}

/**
 * An estimate in a few signs, and with its unit.
 * @param {number} value
 * @param {Evaluation} evaluation
 */
function estimated(value, { points, unit }) {
  const amount = points ?? value;
  const words = unit ? `${number(amount, true)} ${unit}` : number(amount, true);
  return { text: estimate(amount), title: `about ${words}` };
}

/**
 * An estimate, short enough for a square.
 * @param {number} value
 */
function estimate(value) {
  if (Math.abs(value) < CLOSE.estimate) return "0";
  const isSmall = Math.abs(value) < 1;
  const text = isSmall ? value.toFixed(2).replace("0.", ".") : number(Number(value.toFixed(1)));
  return value > 0 ? `+${text}` : text.replace("-", "−");
}

/** @param {number | null | undefined} distance */
function inPlies(distance) {
  if (distance === null || distance === undefined) return "";
  return ` in ${distance} ${distance === 1 ? "ply" : "plies"}`;
}

/**
 * Where a value lies between the least and the greatest payoff of player 0, from 0 to 1.
 * @param {GameInfo | null} info
 * @param {number} value
 */
export function share(info, value) {
  const [low, high] = info?.range ?? [-1, 1];
  if (!(high > low)) return 0.5;
  return Math.min(Math.max((value - low) / (high - low), 0), 1);
}
