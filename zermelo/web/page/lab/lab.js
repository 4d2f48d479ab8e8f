// The tree lab: a search, step by step, on a tree or a position. Leaves can be changed, and two
// searches can be compared.

import { post } from "../api.js";
import { button, choice, toggle } from "../controls.js";
import { make } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { split } from "../game/movetext.js";
import { View } from "../view.js";
import { Bench, DEFAULT_SEARCH } from "./bench.js";
import { Leaves } from "./leaves.js";
import { clearOptions } from "./options.js";
import { sourceCard } from "./source.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {Record<string, string>} Setting
 */

export const title = "Tree lab";

/** @type {[string, string][]} */
export const keys = [
  ["→ or N", "next step"],
  ["← or P", "step back"],
  ["Home, End", "first, last step"],
  ["Space", "play or pause"],
  ["+ and −", "faster, slower"],
  ["Enter or Space", "on a leaf: change its value"],
];

const DEFAULTS = { game: "tree:two-ply", algorithm: DEFAULT_SEARCH };

/** @type {[string, string][]} */
const FORMATS = [
  ["svg", "SVG, this step"],
  ["png", "PNG, this step"],
  ["tex", "TikZ, this step"],
  ["slides", "Beamer slides, all steps"],
  ["html", "HTML stepper"],
  ["json", "JSON trace"],
  ["dot", "Graphviz"],
  ["mmd", "Mermaid"],
  ["txt", "Text"],
];

/** How MAX and MIN are drawn. @type {[string, string][]} */
const STYLES = [["", "△ ▽"], ["lecture", "□ ○"]];

/** Which successors of a position are drawn. @type {[string, string][]} */
const SUCCESSORS = [
  ["", "symmetry folded"],
  ["all", "all moves"],
  ["2", "2 moves …"],
  ["3", "3 moves …"],
  ["5", "5 moves …"],
];

/** Which of two searches to download. @type {[string, string][]} */
const WHOSE = [
  ["both", "of both"],
  ["first", "of the first"],
  ["second", "of the second"],
];

/** Milliseconds without a step before the address is written: browsers refuse too many changes. */
const WRITE_PAUSE = 200;

/** Settings that say what is searched. */
const PLACE = ["game", "position", "moves"];

export class Lab extends View {
  /** @type {Setting} */
  setting = { ...DEFAULTS };
  leaves = new Leaves(this);
  benches = [new Bench(this, "")];
  writing = 0;
  /** Is a bench going to a step by itself? Then the other one does not follow. */
  isFollowing = false;
  /** The latest wish of what to search: answers to earlier ones are late. */
  wish = {};
  /** A tree as a person typed it, right or wrong. */
  typed = "";

  /** @param {URLSearchParams} params */
  async update(params) {
    /** @type {Setting} */
    const setting = { ...DEFAULTS, ...Object.fromEntries(params) };
    if (setting.game !== this.setting.game) this.leaves.begin();
    this.setting = this.wish = setting;
    if (!(await this.isListed())) return;
    if (params.has("game") && !params.has("algorithm")) {
      const suited = await this.suited(setting.game, setting.position, setting.moves);
      if (this.closed || setting !== this.setting) return;
      Object.assign(setting, suited, Object.fromEntries(params));
    }
    for (const bench of this.benches) bench.close();
    this.build();
    this.run();
  }

  stop() {
    clearTimeout(this.writing);
    this.leaves.leave();
    for (const bench of this.benches) bench.end();
  }

  // ---------------------------------------------------------------- settings

  get isTree() {
    return this.setting.game.startsWith("tree:");
  }

  get isTogether() {
    return Boolean(this.setting.together);
  }

  get isCompared() {
    return Boolean(this.setting.algorithm2);
  }

  /** The registry's entry of a search. @param {string} name */
  searchInfo(name) {
    return this.catalogue?.algorithms.find((one) => one.name === name);
  }

  /** The position that is searched. */
  place() {
    const { game, position, moves } = this.setting;
    return { game, position: position || null, moves: split(moves) };
  }

  /** How the tree is drawn. */
  look() {
    const { style, successors } = this.setting;
    return { style: style || null, successors: this.isTree ? null : successors || "symmetric" };
  }

  /** Change settings, and search again. @param {Setting} changes */
  set(changes) {
    const isElsewhere = PLACE.some((name) => name in changes);
    const isNew = "position" in changes; // a changed leaf keeps the step
    for (const bench of isNew ? this.benches : []) bench.begin();
    Object.assign(this.setting, changes);
    for (const [name, value] of Object.entries(this.setting)) {
      if (value === "") delete this.setting[name];
    }
    if (isElsewhere || "algorithm2" in changes) this.build();
    this.run();
  }

  run() {
    this.write();
    for (const bench of this.benches) bench.run();
  }

  write() {
    const steps = this.benches.map((bench) => [`step${bench.suffix}`, bench.step || null]);
    this.frame.write({ ...this.setting, ...Object.fromEntries(steps) });
  }

  /** @param {boolean} on */
  setTogether(on) {
    this.setting.together = on ? "1" : "";
    this.write();
  }

  /** @param {boolean} on */
  showAnswers(on) {
    this.setting.answer = on ? "1" : "";
    this.write();
    for (const bench of this.benches) bench.showAnswer(true);
  }

  /**
   * What stands beside the nodes was chosen at a bench: windows, or ranges of values.
   * @param {string} kind
   */
  onBeside(kind) {
    this.setting.beside = kind === "ranges" ? kind : "";
    for (const bench of this.benches) bench.stepper?.show(kind);
    this.write();
  }

  /**
   * A bench has gone to a step. The other one follows; where the step lies beyond the end of the
   * shorter film, the longer one goes on by as many steps.
   * @param {Bench} bench
   * @param {{step: number, of: number, wanted: number}} detail
   */
  onStep(bench, { step, of, wanted }) {
    bench.showAnswer();
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => !this.closed && this.write(), WRITE_PAUSE);
    if (!this.isTogether || this.isFollowing) return;
    this.isFollowing = true;
    for (const other of this.benches) {
      if (other !== bench) other.stepper?.go(wanted > of ? other.step + wanted - of : step);
    }
    this.isFollowing = false;
  }

  // ---------------------------------------------------------------- the page

  build() {
    const wanted = this.isCompared ? ["", "2"] : [""];
    for (const bench of this.benches) if (!wanted.includes(bench.suffix)) bench.end();
    this.benches = wanted.map((suffix) =>
      this.benches.find((bench) => bench.suffix === suffix) ?? new Bench(this, suffix),
    );
    const count = this.isCompared ? "two" : "one";
    keepingFocus(this.root, () => this.root.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, "Tree lab"), this.#tools()),
      make("section", { class: "card source", "aria-label": "Tree" }, sourceCard(this)),
      make("div", { class: `benches ${count}` }, ...this.benches.map(({ root }) => root))));
  }

  #tools() {
    const offered = ["slides", ...(this.catalogue?.formats ?? [])];
    const format = choice(FORMATS.filter(([form]) => offered.includes(form)), "svg");
    format.setAttribute("aria-label", "Format");
    const whose = choice(WHOSE, "both");
    whose.setAttribute("aria-label", "Of which search");
    const save = () => this.download(format.value, whose.value);
    const together = () => toggle("Step together", this.isTogether, (on) => this.setTogether(on));
    return make("div", { class: "row" },
      this.#lookChoice("Style: MAX and MIN as triangles, or as in the lecture", "style", STYLES),
      this.isTree ? null : this.#lookChoice("Moves that are drawn", "successors", SUCCESSORS),
      toggle("Compare two searches", this.isCompared, (on) => this.compare(on)),
      this.isCompared ? together() : null,
      make("div", { class: "joined" },
        format, this.isCompared ? whose : null, button("Download", save, { sign: "download" })),
      this.copyButton());
  }

  /**
   * A list of ways to draw the tree.
   * @param {string} label
   * @param {string} name of the setting
   * @param {[string, string][]} options
   */
  #lookChoice(label, name, options) {
    const list = choice(options, this.setting[name] ?? "", (value) => this.set({ [name]: value }));
    list.setAttribute("aria-label", label);
    list.title = label;
    return list;
  }

  // ---------------------------------------------------------------- acting

  /**
   * Search something else, with searches that suit it. Of two wishes the later one counts.
   * @param {string} game
   * @param {string} [position]
   * @param {string} [moves]
   */
  async take(game, position = "", moves = "") {
    const wish = (this.wish = { game, position, moves });
    const change = game === this.setting.game ? {} : await this.suited(game, position, moves);
    if (wish !== this.wish || this.closed) return;
    this.leaves.begin();
    this.set({ ...wish, ...change });
  }

  /**
   * Settings for a game or a tree: searches that suit it, and a depth at which its tree can be
   * looked at. None if it is not a game; the search will say so.
   * @param {string} game
   * @param {string} [position]
   * @param {string} [moves]
   */
  async suited(game, position, moves) {
    const body = { game, position: position || null, moves: split(moves) };
    const at = /** @type {Position | null} */ (await post("position", body).catch(() => null));
    /** @type {Setting} */
    const change = {};
    for (const bench of at ? this.benches : []) {
      const { suffix } = bench;
      const search = suffix ? at?.compare : at?.search;
      if (at && !this.#suits(bench, at)) {
        Object.assign(change, { [`algorithm${suffix}`]: search }, clearOptions(suffix));
      }
      change[`depth${suffix}`] = String(at?.depth ?? "");
    }
    return change;
  }

  /**
   * Is the search of a bench made for a game, and not for a more general kind of games?
   * @param {Bench} bench
   * @param {Position} at
   */
  #suits(bench, at) {
    const [one, suited] = [bench.info, this.searchInfo(at.search)];
    if (!one || !suited) return false;
    if (bench.get("opponents")) return true; // the setting says how the others play
    const isAble = (one.players ?? Infinity) >= at.players.length && (one.chance || !at.chance);
    return isAble && one.players === suited.players && (!one.chance || suited.chance);
  }

  /** @param {boolean} on */
  compare(on) {
    const { algorithm = DEFAULT_SEARCH, depth = "" } = this.setting;
    const second = this.searchInfo(algorithm)?.beside || DEFAULT_SEARCH;
    const options = clearOptions("2");
    if (on) this.set({ algorithm2: second, depth2: depth, ...options });
    else this.set({ algorithm2: "", depth2: "", step2: "", together: "", ...options });
  }

  /**
   * Download a file for each search that is wanted.
   * @param {string} form
   * @param {string} whose
   */
  async download(form, whose) {
    const [first, second] = this.benches;
    const both = second ? [first, second] : [first];
    const wanted = { first: [first], second: second ? [second] : [first] }[whose] ?? both;
    for (const bench of wanted) await bench.download(form);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return; // used already
    this.benches[0].stepper?.onKey(event);
  }
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Lab(root, frame);
  view.update(params);
  return view;
}
