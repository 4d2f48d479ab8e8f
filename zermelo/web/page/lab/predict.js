// Predict, then see, in the lab: which questions are asked, and what comes after the last one.

import { button, choice } from "../controls.js";
import { Predictor } from "../predict/predictor.js";
import { KINDS } from "../predict/summary.js";
import { readAnswers, writeAnswers } from "./keptanswers.js";

/** The most that the seed of another tree can be. */
const SEEDS = 10_000;

/**
 * Ask about the film of a bench, from its present step on.
 * @param {import("./bench.js").Bench} bench
 */
export function startPredictor(bench) {
  const { lab, film, stepper } = bench;
  if (!film || !stepper) return null;
  const all = /** @type {import("../predict/predictor.js").Question[]} */ (film.questions);
  const wanted = lab.setting.predict;
  const some = all.filter(({ kind }) => kind === wanted);
  const asked = some.length ? some : all;
  const key = JSON.stringify([bench.request(), wanted]);
  const predictor = new Predictor(stepper, asked, {
    keep: (answered) => writeAnswers(key, asked, answered),
    tools: () => [kindChoice(lab, all, some.length ? wanted : "1")],
    ends: () => [
      button("Another tree", () => lab.take(anotherTree(lab.setting.game))),
      button("Watch the film", () => lab.setPredicting("")),
    ],
  });
  const before = readAnswers(key, asked);
  if (before.length) predictor.resume(before);
  else predictor.start(bench.step === film.film.steps.length ? 0 : bench.step);
  return predictor;
}

/**
 * @param {import("./lab.js").Lab} lab
 * @param {import("../predict/predictor.js").Question[]} questions
 * @param {string} wanted
 */
function kindChoice(lab, questions, wanted) {
  const kinds = Object.keys(KINDS).filter((kind) => questions.some((one) => one.kind === kind));
  /** @type {[string, string][]} */
  const options = [["1", "everything"], ...kinds.map((kind) =>
    /** @type {[string, string]} */ ([kind, KINDS[kind]]))];
  const list = choice(options, wanted, (value) => lab.setPredicting(value));
  list.setAttribute("aria-label", "Ask about");
  list.title = "Ask about";
  return list;
}

/** A random tree: of the same kind if the present one is random. @param {string} game */
function anotherTree(game) {
  const seed = `seed=${Math.floor(Math.random() * SEEDS)}`;
  if (!game.startsWith("tree:random")) return `tree:random,${seed},depth=3,branching=2`;
  return /seed=\d+/.test(game) ? game.replace(/seed=\d+/, seed) : `${game},${seed}`;
}
