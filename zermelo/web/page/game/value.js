// Values as the server writes them, from one point of view: the first player's or the mover's.

import { segments } from "../controls.js";
import { capital } from "../words.js";
import { recall, remember } from "./preferences.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {{text: string, tone: string, title: string}} ValueText
 * @typedef {{value: number | null, exact: boolean, distance: number | null,
 *            outcome: string | null, written?: (ValueText | null)[] | null,
 *            share?: number | null, bound?: string}} Evaluation
 */

/** @type {ValueText} */
const UNKNOWN = { text: "?", tone: "even", title: "not known yet" };

/** The choices of a point of view. */
const [FIRST, MOVER] = ["first", "mover"];

const PREFERENCE = "view";

/** Is everything written for the player to move? Otherwise it is for the first player. */
const isForMover = () => recall(PREFERENCE, FIRST) === MOVER;

/**
 * The player for whom the values are that are shown with a position.
 * @param {Position | null} position
 */
export const viewerOf = (position) =>
  Math.max(isForMover() ? (position?.player ?? 0) : 0, 0);

/**
 * The player for whom an evaluation is written: the one who is asked for, if its value is known.
 * @param {Evaluation} evaluation
 * @param {number} viewer
 */
export function readerOf({ written }, viewer) {
  return written?.[viewer] ? viewer : (written ?? []).findIndex(Boolean);
}

/**
 * An evaluation in a few signs, with its tone and its words.
 * @param {Evaluation} evaluation
 * @param {number} viewer
 */
export function textFor(evaluation, viewer) {
  return evaluation.written?.[readerOf(evaluation, viewer)] ?? UNKNOWN;
}

/**
 * A value as a bound: at most that for one player, at least that for the others.
 * @param {(ValueText | null)[] | null | undefined} written
 * @param {number} player
 */
export function asBound(written, player) {
  return written?.map((one, p) => {
    if (!one) return null;
    const [sign, words] = p === player ? ["≤", "at most"] : ["≥", "at least"];
    const title = `${words} ${one.title.replace(/^about /, "")}`;
    const text = one.text.replace(/^([WDL])\d+$/, "$1"); // a bound has no distance
    return { text: `${sign} ${text}`, tone: `${one.tone.split(" ")[0]} guess`, title };
  });
}

/**
 * The choice of the point of view, for games in which one player's value is the other's.
 * @param {import("../api.js").GameInfo | null} info
 * @param {() => void} changed
 */
export function viewChoice(info, changed) {
  if (info?.players !== 2) return null;
  const choose = (/** @type {string} */ choice) => {
    remember(PREFERENCE, choice);
    changed();
  };
  const first = capital(info.names[0]);
  /** @type {[string, string][]} */
  const options = [[FIRST, first], [MOVER, "the mover"]];
  return segments("Values for", options, isForMover() ? MOVER : FIRST, choose);
}
