// Two searches of one position may have come to different depths. What is shown of both is one
// list: the deeper one counts, and the other one only where it does not contradict it.

import { asBound } from "../game/value.js";

/**
 * @typedef {import("../game/value.js").Evaluation} Evaluation
 * @typedef {Evaluation & {move: string, line: string[]}} Line
 * @typedef {{depth: number, exact: boolean, lines: Line[]}} Found what a search has found
 */

/**
 * What two searches say of the moves, the best first. A proven value counts before an estimate.
 * @param {Found} first
 * @param {Found} second
 * @param {number} player to move
 * @returns {Line[]}
 */
export function mergeLines(first, second, player) {
  if (!second.lines.length) return first.lines;
  const [deep, other] = first.depth > second.depth ? [first, second] : [second, first];
  const known = new Set(deep.lines.map(({ move }) => move));
  const rest = other.lines.filter(({ move }) => !known.has(move));
  const proven = (/** @type {Line} */ line) =>
    other.lines.find((one) => one.move === line.move && one.exact && !line.exact) ?? line;
  const limited = rest.map((line) => limit(line, deep, player));
  return [...deep.lines.map(proven), ...limited].sort(compare);
}

/**
 * A move that a deeper search has left out is at most as good as the last of its lines: an estimate
 * above that becomes a bound.
 * @param {Line} line
 * @param {Found} deep
 * @param {number} player
 * @returns {Line}
 */
function limit(line, { lines }, player) {
  const last = lines.at(-1);
  const isRight = !last || line.exact || (line.value ?? 0) <= (last.value ?? 0);
  if (isRight) return line;
  const written = asBound(last.written, player);
  const estimate = { exact: false, distance: null, outcome: null };
  return { ...line, ...estimate, value: last.value, written, bound: "at most" };
}

/**
 * The better move first; of two wins the quicker, of two losses the slower, a bound last.
 * @param {Line} one
 * @param {Line} other
 */
function compare(one, other) {
  const byValue = (other.value ?? 0) - (one.value ?? 0);
  const sign = one.outcome === "loss" ? -1 : 1;
  const byDistance = sign * ((one.distance ?? 0) - (other.distance ?? 0));
  const byBound = Number(Boolean(one.bound)) - Number(Boolean(other.bound));
  return byValue || byBound || (one.exact && other.exact ? byDistance : 0);
}
