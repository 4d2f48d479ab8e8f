// A list of games, and a control for each argument of the chosen one.

import { gameInfo } from "../api.js";
import { choice, field } from "../controls.js";
import { make } from "../dom.js";
import { settled } from "../focus.js";
import { capital } from "../words.js";

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

/** The settings are open until the page is left. */
let isOpen = false;

/**
 * A list of games, and folded below it the settings of the chosen one: its evaluation, its other
 * arguments and what a view adds.
 * @param {Catalogue} catalogue
 * @param {string} game
 * @param {(game: string, isSame: boolean) => void} changed with the same rules, or with others
 * @param {(Node | null)[]} more settings of the view
 */
export function gamePicker(catalogue, game, changed, ...more) {
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
  const fields = [...(evaluation ? [evaluation] : []), ...others].map(({ argument, input }) =>
    field(capital(wordsOf(argument)), input));
  const settings = [
    info?.about ? make("p", { class: "small quiet" }, firstSentence(info.about)) : null,
    fields.length ? make("div", { class: "fields" }, ...fields) : null,
    ...more,
  ].filter((part) => part !== null);
  const variant = others
    .filter(({ argument }) => argument.name in given)
    .map(({ argument, input }) => `${wordsOf(argument)} ${input.value}`);
  return make("div", { class: "stack tight" },
    field("Game", gameList(catalogue, info, changed)),
    settings.length ? settingsFold(["Settings", ...variant].join(" · "), settings) : null,
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

/** @param {Argument} argument */
const wordsOf = ({ name }) =>
  name === EVALUATION ? "Evaluation" : name.replaceAll("_", " ");

/**
 * @param {string} words
 * @param {Node[]} settings
 */
function settingsFold(words, settings) {
  const ontoggle = () => void (isOpen = fold.open);
  const fold = make("details", { class: "more", open: isOpen, ontoggle },
    make("summary", {}, words), make("div", { class: "stack tight" }, ...settings));
  return fold;
}
