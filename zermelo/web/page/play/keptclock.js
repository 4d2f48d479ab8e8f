// The times of the clocks, kept as long as the tab is open: a reload loses none.

/** @typedef {Map<string, number[]>} Times seconds left, of each player, by the moves made */

const KEY = "zermelo-clock";

/** The most moves whose times are kept. */
const MOST_KEPT = 500;

/**
 * What was kept for a clock.
 * @param {string | null} clock its setting
 * @returns {Times}
 */
export function readTimes(clock) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return new Map(clock && kept.clock === clock ? kept.times : []);
  } catch {
    return new Map(); // storage is forbidden, or has something else
  }
}

/**
 * @param {string | null} clock
 * @param {Times} times
 */
export function writeTimes(clock, times) {
  try {
    const kept = { clock, times: [...times].slice(-MOST_KEPT) };
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // storage is forbidden or full: the times last as long as the view
  }
}
