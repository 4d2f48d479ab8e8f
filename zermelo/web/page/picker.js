// Which game: a list, and a control for each of its arguments.

import { gameInfo } from "./api.js";
import { choice, field, make, settled } from "./dom.js";

/**
 * @typedef {import("./api.js").Catalogue} Catalogue
 * @typedef {import("./api.js").Argument} Argument
 * @typedef {import("./api.js").GameInfo} GameInfo
 */

/** The argument that says how a position is estimated. */
const EVALUATION = "evaluation";

/**
 * The arguments in a game's name, by name.
 * @param {GameInfo} info
 * @param {string} game
 */
function argumentsOf(info, game) {
  const given = /** @type {Record<string, string>} */ ({});
  const [, text = ""] = game.split(/:(.*)/s);
  text.split(",").filter(Boolean).forEach((part, i) => {
    const [name, value] = part.includes("=") ? part.split(/=(.*)/s) : [info.arguments[i]?.name ?? "", part];
    if (name) given[name] = value;
  });
  return given;
}

/**
 * @param {Argument} argument
 * @param {string} value
 */
function control(argument, value) {
  if (argument.choices?.length) return choice(argument.choices.map((one) => [one, one]), value);
  if (argument.kind === "bool") return choice([["yes", "yes"], ["no", "no"]], ["true", "yes", "1", "on"].includes(value.toLowerCase()) ? "yes" : "no");
  if (argument.kind === "int") return make("input", { type: "number", value, min: 0, max: 100000, step: 1, inputmode: "numeric" });
  if (argument.kind === "float") return make("input", { type: "number", value, step: "any" });
  return make("input", { type: "text", value });
}

/**
 * An evaluation is one of those that the game has.
 * @param {GameInfo | null} info
 * @param {Argument} argument
 */
function offered(info, argument) {
  return argument.name === EVALUATION && info?.evaluations.length ? { ...argument, choices: info.evaluations } : argument;
}

/** @param {any} value */
const plain = (value) => (value === true ? "yes" : value === false ? "no" : value === null || value === undefined ? "" : String(value));

/**
 * The first sentence of a description, which is written for programmers.
 * @param {string} about
 */
const sentence = (about) => about.replaceAll("`", "").split(/(?<=\.)\s/)[0];

/**
 * A list of games, how the chosen one estimates, and its other arguments. An evaluation is no rule: with another one the position stays.
 * @param {Catalogue} catalogue
 * @param {string} game
 * @param {(game: string, isSame: boolean) => void} changed with the same rules, or with others
 */
export function gamePicker(catalogue, game, changed) {
  const { games } = catalogue;
  const info = gameInfo(catalogue, game);
  const base = info?.name ?? game.split(":")[0];
  const options = games.map((info) => /** @type {[string, string, string]} */ ([info.name, info.title, info.own ? "Your games" : "Games"]));
  const none = /** @type {[string, string][]} */ (info ? [] : [["", "choose one"]]);
  const list = choice([...none, ...options], base, (name) => name && changed(name, false));
  const given = info ? argumentsOf(info, game) : {};
  const controls = (info?.arguments ?? []).map((argument) => ({ argument, made: control(offered(info, argument), given[argument.name] ?? plain(argument.default)) }));
  const told = (/** @type {boolean} */ isSame) => {
    const parts = controls.filter(({ argument, made }) => made.value !== "" && made.value !== plain(argument.default)).map(({ argument, made }) => `${argument.name}=${made.value}`);
    changed(parts.length ? `${base}:${parts.join(",")}` : base, isSame);
  };
  for (const { argument, made } of controls) made.addEventListener("change", settled(() => told(argument.name === EVALUATION)));
  const evaluation = controls.find(({ argument }) => argument.name === EVALUATION);
  const others = controls.filter((one) => one !== evaluation);
  const isVaried = others.some(({ argument }) => argument.name in given);
  const more = others.length
    ? make("details", { class: "more", open: isVaried }, make("summary", {}, "Variant"),
        make("div", { class: "fields" }, ...others.map(({ argument, made }) => field(argument.name.replaceAll("_", " "), made))))
    : null;
  return make("div", { class: "stack tight" }, field("Game", list), info?.about ? make("p", { class: "small quiet" }, sentence(info.about)) : null,
    evaluation ? field("Evaluation", evaluation.made) : null, more,
    ...catalogue.faulty.map(({ name, error }) => make("p", { class: "notice bad small" }, `${name} is left out. ${error}`)));
}
