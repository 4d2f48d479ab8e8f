// The score and the answers, kept as long as the tab is open.

/**
 * @typedef {{values: Record<string, string>, pruned: string[], action: string}} Answers
 * @typedef {Answers & {tries: number, isSolved: boolean}} KeptAnswers
 * @typedef {{right: number, tried: number, given: Record<string, KeptAnswers>}} Kept
 */

const KEY = "zermelo-practise";

/** The most exercises whose answers are kept. */
const MOST_KEPT = 100;

/** @returns {Kept} */
export function readKept() {
  const empty = { right: 0, tried: 0, given: {} };
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    return empty; // storage is forbidden
  }
}

/**
 * Keep the score, and the answers to one exercise.
 * @param {{right: number, tried: number}} score
 * @param {string} exercise
 * @param {KeptAnswers} answers
 */
export function writeKept(score, exercise, answers) {
  const { [exercise]: _, ...others } = readKept().given;
  const given = Object.entries({ ...others, [exercise]: answers }).slice(-MOST_KEPT);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...score, given: Object.fromEntries(given) }));
  } catch {
    // storage is forbidden or full: the score lasts as long as the view
  }
}
