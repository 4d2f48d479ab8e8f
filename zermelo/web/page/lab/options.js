// Controls for the options of a search. The registry says which search takes which.

import { choice, field } from "../controls.js";
import { make } from "../dom.js";

/**
 * @typedef {(value: string) => void} Changed
 * @typedef {(value: string, changed: Changed) => HTMLElement} Control
 */

/** The depth of a search that must have one, where none is given. */
export const DEFAULT_DEPTH = "2";

/** @type {[string, string][]} */
const RULES = [["", "≥ (ties cut)"], [">", "> (only beyond)"]];
/** @type {[string, string][]} */
const ORDERS = [["", "as written"], ["best", "best first"], ["worst", "worst first"]];
/** @type {[string, string][]} */
const OPPONENTS = [
  ["", "play their best"],
  ["uniform", "play at random"],
  ["best=0.8", "best=0.8"],
  ["best=0.5", "best=0.5"],
];

/** What each option does. @type {Record<string, string>} */
const HINTS = {
  depth: "How many plies the search looks ahead; empty: to the end of the game",
  rule: "Whether a branch is cut when the value only equals the bound, or only beyond it",
  order: "Which successor is searched first: a good order cuts more",
  opponents: "How the other players move: their best, at random, or a mixture of both",
  extra: "How many plies deeper the search follows noisy moves at the horizon",
};

/** A control for each option, by its name. @type {Record<string, Control>} */
const CONTROLS = {
  depth: (value, changed) =>
    field("Depth", numberInput(value, changed, 60, "to the end"), HINTS.depth),
  rule: (value, changed) => field("Cut on", choice(RULES, value, changed), HINTS.rule),
  order: (value, changed) => field("Move ordering", choice(ORDERS, value, changed), HINTS.order),
  opponents: (value, changed) =>
    field("Opponents", choice(OPPONENTS, value, changed), HINTS.opponents),
  extra: (value, changed) =>
    field("Extra depth", numberInput(value, changed, 20, "usual"), HINTS.extra),
};

/**
 * Settings that clear the options of a search, but for its depth: they do not hold for another one.
 * @param {string} suffix
 */
export function clearOptions(suffix) {
  const names = Object.keys(CONTROLS).filter((name) => name !== "depth");
  return Object.fromEntries(names.map((name) => [name + suffix, ""]));
}

/**
 * The controls for the options of a search.
 * @param {string[]} names
 * @param {(name: string) => string} get
 * @param {(name: string, value: string) => void} set
 */
export function optionControls(names, get, set) {
  const known = names.filter((name) => name in CONTROLS);
  return known.map((name) => CONTROLS[name](get(name), (value) => set(name, value)));
}

/**
 * @param {string} value
 * @param {Changed} changed
 * @param {number} max
 * @param {string} placeholder
 */
function numberInput(value, changed, max, placeholder) {
  const attributes = { type: "number", min: 1, max, step: 1, inputmode: "numeric" };
  const onchange = () => changed(input.value);
  const input = make("input", { ...attributes, value, placeholder, onchange });
  return input;
}
