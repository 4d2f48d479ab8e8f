// The answers to predictions, kept as long as the tab is open: a reload goes on with its score.

/**
 * @typedef {import("../predict/predictor.js").Question} Question
 * @typedef {import("../predict/summary.js").Answered} Answered
 * @typedef {{at: number, isRight: boolean, given: string}} Kept an answer to a question, by number
 */

const KEY = "zermelo-predict";

/** Has the page just been loaded? Questions that are asked later begin anew. */
let isLoaded = true;

/**
 * The answers that were given before a reload.
 * @param {string} film what was asked about
 * @param {Question[]} questions
 * @returns {Answered[]}
 */
export function readAnswers(film, questions) {
  const isFirst = isLoaded;
  isLoaded = false;
  try {
    const kept = JSON.parse((isFirst && sessionStorage.getItem(KEY)) || "{}");
    /** @type {Kept[]} */
    const answers = kept.film === film ? kept.answers : [];
    const isOver = answers.some(({ at }) => at >= questions.length - 1);
    return isOver ? [] : answers.map(({ at, ...rest }) => ({ question: questions[at], ...rest }));
  } catch {
    return []; // storage is forbidden, or has something else
  }
}

/**
 * @param {string} film
 * @param {Question[]} questions
 * @param {Answered[]} answered
 */
export function writeAnswers(film, questions, answered) {
  const answers = answered.map(({ question, ...rest }) =>
    ({ at: questions.indexOf(question), ...rest }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ film, answers }));
  } catch {
    // storage is forbidden or full: the score lasts as long as the view
  }
}
