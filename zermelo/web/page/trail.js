// The tab's history as a trail of steps: what a person changes in a view is undone one step at a
// time, by the browser's back button as by Undo. Every entry has a number, and that of the entry at
// which its view was opened: Undo ends there.

/** @typedef {{at: number, base: number, whole?: string | null}} Step */

const STORED = "zermelo-trail";

/** The entry at which the view of each entry was opened. @type {(number | null)[]} */
let bases = readBases();

/** The number of the current entry; none before the first one. */
let at = -1;

/** @returns {(number | null)[]} */
function readBases() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
  } catch {
    return []; // storage is forbidden: after a reload nothing can be redone
  }
}

/**
 * @param {number} now the number of the current entry
 * @param {number} base
 * @param {number} kept how many entries there are up to it, at most
 */
function note(now, base, kept) {
  bases.length = Math.min(bases.length, kept);
  bases[now] = base;
  at = now;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(bases));
  } catch {
    // storage is forbidden, or full
  }
}

/** @returns {Step | null} */
const step = () => history.state;

/** Note which entry the browser shows: an old one, or a new one if a link was followed. */
export function arrive() {
  const old = step();
  if (old) return note(old.at, old.base, Infinity);
  const now = at < 0 ? bases.length : at + 1;
  note(now, now, now);
  history.replaceState({ at, base: at }, "");
}

/** Is the browser at another entry than the one that is shown? */
export const hasLeft = () => step()?.at !== at;

/** Add an entry for what takes the place of the current one. */
export function add() {
  const base = bases[at] ?? at;
  note(at + 1, base, at + 1);
  history.pushState({ at, base }, "", location.href);
}

/**
 * Write another address to the current entry.
 * @param {string} address
 * @param {string | null} whole what the address stands for, if it is too long for one
 */
export function rewrite(address, whole) {
  history.replaceState({ at, base: bases[at], whole }, "", address);
}

/** What the address stands for. */
export const whole = () => step()?.whole ?? location.hash;

export const canUndo = () => at > (bases[at] ?? at);
export const canRedo = () => at >= 0 && bases[at + 1] === bases[at];
export const undo = () => history.back();
export const redo = () => history.forward();
