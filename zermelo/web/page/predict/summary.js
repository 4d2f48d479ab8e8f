// The end of a round of predictions: how many were right, of which kind, and those that were not.

import { button } from "../controls.js";
import { make } from "../dom.js";

/**
 * @typedef {import("./predictor.js").Question} Question
 * @typedef {{question: Question, isRight: boolean, given: string}} Answered
 */

/** The kinds of questions, as a person calls them. @type {Record<string, string>} */
export const KINDS = {
  value: "values",
  cut: "cuts",
  visit: "order of visits",
  window: "α and β",
  move: "best move",
};

/** @param {Answered[]} answered */
export const countRight = (answered) => answered.filter(({ isRight }) => isRight).length;

/**
 * @param {Answered[]} answered
 * @param {((step: number) => void) | null} look go to a step; none leaves out what was wrong
 */
export function summary(answered, look) {
  const missed = answered.filter(({ isRight }) => !isRight);
  const again = look && missed.length
    ? [make("h3", {}, "To look at again"), make("ul", { class: "predict-missed" },
      ...missed.map((one) => missedItem(one, look)))]
    : [];
  return [
    make("h2", {}, `${countRight(answered)} of ${answered.length} right`),
    make("dl", { class: "predict-kinds" }, ...Object.keys(KINDS).map((kind) =>
      kindRow(KINDS[kind], answered.filter(({ question }) => question.kind === kind)))),
    ...again,
  ];
}

/**
 * @param {string} name
 * @param {Answered[]} answered
 */
function kindRow(name, answered) {
  if (!answered.length) return null;
  return make("div", {},
    make("dt", {}, name), make("dd", {}, `${countRight(answered)} of ${answered.length}`));
}

/**
 * @param {Answered} one
 * @param {(step: number) => void} look
 */
function missedItem({ question, given }, look) {
  const said = given ? `you said ${given}` : "not answered";
  return make("li", {},
    button(question.ask, () => look(question.shown), { class: "plain link" }),
    make("span", { class: "quiet" }, ` ${question.right} (${said}). ${question.why}`));
}
