// The tree lab: a search, step by step, on a tree or a position. Leaves can be changed, and two
// searches can be compared.

import { post, Refused } from "../api.js";
import { toggle } from "../controls.js";
import { make } from "../dom.js";
import { isTyping, keepingFocus } from "../focus.js";
import { split } from "../game/movetext.js";
import { pressZoomKey, ZOOM_KEYS } from "../tree/gestures.js";
import { View } from "../view.js";
import { Bench, DEFAULT_SEARCH } from "./bench.js";
import { Drawer } from "./drawer.js";
import { openFormal } from "./formal.js";
import { Leaves } from "./leaves.js";
import { clearOptions } from "./options.js";
import { Presentation } from "./present.js";
import { Swipe } from "./swipe.js";

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
  ["C", "next cut"],
  ["Space", "play or pause"],
  ["< and >", "slower, faster"],
  ["R", "windows [α, β] or ranges of values"],
  ["Enter or Space", "on a leaf: change its value"],
  ...ZOOM_KEYS,
  ["O", "open or close the settings"],
  ["F", "present: full screen; Page Down, Page Up step, B blanks, Esc leaves"],
];

const DEFAULTS = { game: "tree:two-ply", algorithm: DEFAULT_SEARCH };

/** Milliseconds without a step before the address is written: browsers refuse too many changes. */
const WRITE_PAUSE = 200;

/** Windows in which two trees have no room beside the settings. */
const CROWDED = "(max-width: 75rem)";

/** Settings that say what is searched. */
const PLACE = ["game", "position", "moves"];

export class Lab extends View {
  /** @type {Setting} */
  setting = { ...DEFAULTS };
  leaves = new Leaves(this);
  drawer = new Drawer(this);
  benches = [new Bench(this, "")];
  /** What is searched, in words. */
  what = make("p", { class: "what quiet" });
  bar = make("div", { class: "lab-bar" });
  room = make("div", { class: "benches" });
  swipe = new Swipe(this);
  presentation = new Presentation(this);
  /** Why the tree that a person wanted is none; the tree before stays. */
  refusal = make("div", { class: "refusal notice bad", role: "alert", hidden: true });
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
    if (setting.present) this.presentation.start();
    else this.presentation.close();
    this.run();
    if (setting.gamma) openFormal(this);
  }

  stop() {
    clearTimeout(this.writing);
    this.presentation.close();
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
    if (!("open" in changes || "open2" in changes)) {
      Object.assign(this.setting, { open: "", open2: "" }); // the nodes of another search
    }
    Object.assign(this.setting, changes);
    for (const [name, value] of Object.entries(this.setting)) {
      if (value === "") delete this.setting[name];
    }
    if (isElsewhere || "algorithm2" in changes) this.build();
    this.run();
  }

  run() {
    this.#nameSearches();
    this.write();
    for (const bench of this.benches) bench.run();
  }

  #nameSearches() {
    const searches = this.benches.map(({ algorithm }) => algorithm).join(" and ");
    this.swipe.fill();
    this.what.textContent = `${searches} on ${this.setting.game.replace("tree:", "")}`;
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

  /** Ask before each step: about everything ("1"), about one kind, or not. @param {string} what */
  setPredicting(what) {
    if (what) for (const bench of this.benches) bench.begin();
    this.set({ predict: what, algorithm2: "", step2: "", together: "", ...clearOptions("2") });
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
    const roots = this.benches.map(({ root }) => root);
    const isSame = roots.length === this.room.children.length;
    keepingFocus(this.root, () => {
      if (!isSame) this.room.replaceChildren(...roots);
      this.room.className = `benches ${this.isCompared ? "two" : "one"}`;
      this.drawer.fill();
      this.#fillBar();
      if (!this.room.isConnected) this.root.replaceChildren(this.bar, this.drawer.root, this.room);
    });
  }

  #fillBar() {
    const predict = (/** @type {boolean} */ on) => this.setPredicting(on ? "1" : "");
    this.bar.replaceChildren(
      this.drawer.opener, make("h1", {}, "Tree lab"), this.what,
      toggle("Predict, then see", Boolean(this.setting.predict), predict),
      this.presentation.opener, this.swipe.root);
  }

  // ---------------------------------------------------------------- acting

  /**
   * Search something else, with searches that suit it. Of two wishes the later one counts. What is
   * refused is returned, and leaves everything as it was.
   * @param {string} game
   * @param {string} [position]
   * @param {string} [moves]
   */
  async take(game, position = "", moves = "") {
    const wish = (this.wish = { game, position, moves });
    try {
      const at = await this.#ask(game, position, moves);
      if (wish !== this.wish || this.closed) return null;
      this.leaves.begin();
      this.set({ ...wish, ...(game === this.setting.game ? {} : this.#suit(at)) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (wish === this.wish && !this.closed) this.refuse(error);
      return error;
    }
    return null;
  }

  /** Say why something cannot be searched; nothing if it can. @param {Error | null} error */
  refuse(error) {
    this.refusal.hidden = !error;
    this.refusal.replaceChildren(error?.message ?? "");
  }

  /**
   * @param {string} game
   * @param {string} [position]
   * @param {string} [moves]
   * @returns {Promise<Position>}
   */
  #ask(game, position, moves) {
    return post("position", { game, position: position || null, moves: split(moves) });
  }

  /**
   * Settings for a game or a tree: searches that suit it, and a depth at which its tree can be
   * looked at. None if it is not a game; the search will say so.
   * @param {string} game
   * @param {string} [position]
   * @param {string} [moves]
   */
  async suited(game, position, moves) {
    const at = await this.#ask(game, position, moves).catch(() => null);
    return at ? this.#suit(at) : {};
  }

  /** @param {Position} at */
  #suit(at) {
    /** @type {Setting} */
    const change = {};
    for (const bench of this.benches) {
      const { suffix } = bench;
      const search = suffix ? at.compare : at.search;
      if (!this.#suits(bench, at)) {
        Object.assign(change, { [`algorithm${suffix}`]: search }, clearOptions(suffix));
      }
      change[`depth${suffix}`] = String(at.depth ?? "");
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
    if (on && matchMedia(CROWDED).matches) this.drawer.toggle(false);
    if (on) this.set({ algorithm2: second, depth2: depth, predict: "", ...options });
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
    if (event.key === "Escape") return void this.drawer.leave();
    if (isTyping(event)) return;
    const { activeElement } = document;
    const chosen = this.benches.filter(({ root }) => root.contains(activeElement));
    const zooms = (chosen.length ? chosen : this.benches).map(({ tree }) => tree?.zoom ?? null);
    if (zooms.filter((zoom) => pressZoomKey(zoom, event)).length) return;
    if (isPlain(event, "o")) return this.drawer.toggle();
    if (isPlain(event, "f")) return this.presentation.start();
    this.benches[0].stepper?.onKey(event);
  }
}

/**
 * Is a letter pressed alone?
 * @param {KeyboardEvent} event
 * @param {string} letter
 */
function isPlain({ key, altKey, ctrlKey, metaKey }, letter) {
  return key.toLowerCase() === letter && !altKey && !ctrlKey && !metaKey;
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Lab(root, frame);
  view.update(params);
  return view;
}
