// The tab's history as a trail of steps: what a person changes in a view is undone one step at a
// time, by the browser's back button as by Undo. Every entry has a number, and that of the entry at
// which its view was opened: Undo ends there.

/** @typedef {{at: number, base: number, whole?: string | null}} Step */

const STORED = "zermelo-trail";

/** The entry at which the view of each entry was opened. @type {(number | null)[]} */
let bases = readBases();

/** The number of the current entry; none before the first one. */
let at = -1;

/** Steps back (negative) or forward that wait for the one that is under way. */
let waiting = 0;

/** The timer of the step that is under way; 0 if there is none. */
let underway = 0;

/** Milliseconds until a step is given up that leads nowhere. */
const LONGEST_STEP = 1000;

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
  const now = old?.at ?? (at < 0 ? bases.length : at + 1);
  note(now, old?.base ?? now, old ? Infinity : now);
  if (!old) history.replaceState({ at, base: at }, "");
  clearTimeout(underway);
  underway = 0;
  const by = Math.sign(waiting);
  waiting -= by;
  if (by) walk(by);
}

/**
 * Go one step back or forward in this view; after those that are under way. False if there is none.
 * @param {number} by
 */
export function walk(by) {
  if (underway) waiting += by;
  else if (by < 0 ? canUndo() : canRedo()) {
    underway = window.setTimeout(() => (underway = waiting = 0), LONGEST_STEP);
    history.go(by);
  } else waiting = 0;
  return underway !== 0;
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

/** The oldest entry that the browser has: it forgets some when there are many. */
const oldest = () => bases.length - history.length;

export const canUndo = () => at > Math.max(bases[at] ?? at, oldest());
export const canRedo = () => at >= 0 && bases[at + 1] === bases[at];
