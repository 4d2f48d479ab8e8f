// The line above a film: value, best move, principal variation, counts.

import { make } from "../dom.js";

/** @typedef {import("./bench.js").Film} Film */

/**
 * The facts of a result; a question mark for each until the answer is shown.
 * @param {Film} film
 * @param {boolean} isShown
 */
export function answerFacts({ result, value_text: text, dependence }, isShown) {
  const fact = (/** @type {string} */ name, /** @type {string | number} */ value, about = "") =>
    make("span", { class: "fact", title: about || null },
      make("span", { class: "quiet" }, name),
      make("strong", {}, isShown ? value.toLocaleString("en") : "?"));
  return [
    fact("value", [result.vector ? text : `${text} for ${result.player_name}`, dependence]
      .filter(Boolean).join(", ")),
    result.action ? fact("best move", result.action) : null,
    result.line.length > 1 ? fact("PV", result.line.join(" "), "principal variation") : null,
    fact("nodes", result.nodes),
    fact("leaves", result.leaves),
    fact("cuts", result.cuts, "nodes at which something was pruned"),
    isShown ? fact("", result.range ? "open" : result.exact ? "exact" : "estimated") : null,
    ...(isShown ? result.notes : []).map((/** @type {string} */ note) =>
      make("span", { class: "fact quiet" }, note)),
  ].filter((part) => part !== null);
}
