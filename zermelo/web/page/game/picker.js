// A list of games, and a control for each argument of the chosen one.

import { gameInfo } from "../api.js";
import { choice, field } from "../controls.js";
import { make } from "../dom.js";
import { settled } from "../focus.js";

/**
 * @typedef {import("../api.js").Catalogue} Catalogue
 * @typedef {import("../api.js").Argument} Argument
 * @typedef {import("../api.js").GameInfo} GameInfo
 * @typedef {HTMLInputElement | HTMLSelectElement} Control
 */

/** The argument that names the evaluation. It is no rule: the position stays when it changes. */
const EVALUATION = "evaluation";

/** @type {[string, string][]} */
const YES_NO = [["yes", "yes"], ["no", "no"]];
const TRUE_WORDS = ["true", "yes", "1", "on"];

/**
 * The arguments in a game's name.
 * @param {GameInfo} info
 * @param {string} game
 */
function parseArguments(info, game) {
  const [, text = ""] = game.split(/:(.*)/s);
  /** @type {Record<string, string>} */
  const given = {};
  text.split(",").filter(Boolean).forEach((part, i) => {
    const isNamed = part.includes("=");
    const [name, value] = isNamed ? part.split(/=(.*)/s) : [info.arguments[i]?.name ?? "", part];
    if (name) given[name] = value;
  });
  return given;
}

/**
 * A control for an argument.
 * @param {GameInfo} info
 * @param {Argument} argument
 * @param {string} value
 * @returns {Control}
 */
function control(info, { name, kind, choices = [] }, value) {
  const names = name === EVALUATION && info.evaluations.length ? info.evaluations : choices;
  if (names.length) return choice(names.map((one) => [one, one]), value);
  if (kind === "bool") {
    return choice(YES_NO, TRUE_WORDS.includes(value.toLowerCase()) ? "yes" : "no");
  }
  const whole = { min: 0, max: 100_000, step: 1, inputmode: "numeric" };
  if (kind === "int") return make("input", { type: "number", value, ...whole });
  if (kind === "float") return make("input", { type: "number", value, step: "any" });
  return make("input", { type: "text", value });
}

/** A default as its control shows it. @param {any} value */
function plain(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null || value === undefined ? "" : String(value);
}

/** The first sentence of a docstring. @param {string} about */
const firstSentence = (about) => about.replaceAll("`", "").split(/(?<=\.)\s/)[0];

/**
 * A list of games, the evaluation of the chosen one, and its other arguments.
 * @param {Catalogue} catalogue
 * @param {string} game
 * @param {(game: string, isSame: boolean) => void} changed with the same rules, or with others
 */
export function gamePicker(catalogue, game, changed) {
  const info = gameInfo(catalogue, game);
  const given = info ? parseArguments(info, game) : {};
  const controls = (info?.arguments ?? []).map((argument) => {
    const value = given[argument.name] ?? plain(argument.default);
    return { argument, input: control(/** @type {GameInfo} */ (info), argument, value) };
  });
  const report = (/** @type {boolean} */ isSame) => {
    const parts = controls
      .filter(({ argument, input }) => input.value && input.value !== plain(argument.default))
      .map(({ argument, input }) => `${argument.name}=${input.value}`);
    const base = info?.name ?? "";
    changed(parts.length ? `${base}:${parts.join(",")}` : base, isSame);
  };
  for (const { argument, input } of controls) {
    const isSame = argument.name === EVALUATION;
    input.addEventListener("change", settled(() => report(isSame)));
  }
  const evaluation = controls.find(({ argument }) => argument.name === EVALUATION);
  const others = controls.filter((one) => one !== evaluation);
  const isVariant = others.some(({ argument }) => argument.name in given);
  return make("div", { class: "stack tight" },
    field("Game", gameList(catalogue, info, changed)),
    info?.about ? make("p", { class: "small quiet" }, firstSentence(info.about)) : null,
    evaluation ? field("Evaluation", evaluation.input) : null,
    others.length ? variantFields(others, isVariant) : null,
    ...catalogue.faulty.map(({ name, error }) =>
      make("p", { class: "notice bad small" }, `${name} is left out. ${error}`)));
}

/**
 * @param {Catalogue} catalogue
 * @param {GameInfo | null} chosen
 * @param {(game: string, isSame: boolean) => void} changed
 */
function gameList({ games }, chosen, changed) {
  /** @type {[string, string, string?][]} */
  const options = games.map(({ name, title, user_game: isUserGame }) =>
    [name, title, isUserGame ? "Your games" : "Games"]);
  if (!chosen) options.unshift(["", "choose one"]);
  return choice(options, chosen?.name ?? "", (name) => name && changed(name, false));
}

/**
 * @param {{argument: Argument, input: Control}[]} controls
 * @param {boolean} isOpen
 */
function variantFields(controls, isOpen) {
  const fields = controls.map(({ argument, input }) =>
    field(argument.name.replaceAll("_", " "), input));
  return make("details", { class: "more", open: isOpen },
    make("summary", {}, "Variant"), make("div", { class: "fields" }, ...fields));
}
