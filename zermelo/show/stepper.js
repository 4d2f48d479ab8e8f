// A film of a search, played in a page. The film (zermelo.show.film) holds the pictures, the
// sentences and every change; this file only shows them. It searches nothing, lays out nothing and
// asks the network for nothing.
//
//   import { mount } from "./stepper.js";
//   const stepper = mount(document.querySelector("#here"), film);
//   stepper.go(12); stepper.play(); stepper.close();
//
// The element on which a film is mounted sends the event "step" with detail {step, of, wanted}
// after every step. `wanted` may lie beyond the end; it is Infinity for the last step. It sends
// "beside" when the choice changes of what stands beside the nodes: windows or ranges.

import { make, parseSvg, scrollTo, section, terms } from "./elements.js";
import { Reel } from "./reel.js";

/** @typedef {import("./reel.js").Film} Film */

/** Milliseconds for each step, by the name of the speed. @type {Record<string, number>} */
export const SPEEDS = { slow: 2000, normal: 900, fast: 350, "very fast": 90 };

const KEYS = [
  ["→ or N", "next step"],
  ["← or P", "step back"],
  ["Home", "first"],
  ["End", "last"],
  ["C", "next cut"],
  ["Space", "play or pause"],
  ["< and >", "slower, faster"],
  ["R", "windows [α, β] or ranges of values"],
];

/** Controls that use the keys themselves. */
const TYPING = "select, textarea, input:not([type=range], [type=checkbox])";
const PRESSABLE = "button, summary, a, [type=checkbox]";

let mounted = 0;

class Stepper {
  /**
   * @param {HTMLElement} root
   * @param {Film} film
   */
  constructor(root, film) {
    this.root = root;
    this.film = film;
    this.reel = new Reel(film);
    this.id = `stepper${++mounted}`;
    this.timer = 0;
    this.tree = -1;
    /** What stands beside the nodes: "windows" [α, β], or "ranges" of their values. */
    this.beside = "windows";
    /** The groups of the tree that is shown. @type {Map<string, SVGGElement[]>} */
    this.groups = new Map();
    /** The payoffs of terminals, shown from the start. @type {Map<string, string>} */
    this.given = new Map();
    this.#build();
    this.onKey = this.#key.bind(this);
    root.addEventListener("keydown", this.onKey);
    this.go(0);
  }

  // ---------------------------------------------------------------- what a page may call

  /** @param {number} step */
  go(step) {
    const touched = this.reel.to(step);
    this.#showTree(this.reel.now?.tree ?? 0);
    for (const key of touched) this.#dress(key);
    this.#showBest();
    this.#showStep();
    const detail = { step: this.reel.step, of: this.reel.length, wanted: step };
    this.root.dispatchEvent(new CustomEvent("step", { detail }));
  }

  get step() {
    return this.reel.step;
  }

  /**
   * Choose what stands beside the nodes.
   * @param {string} kind "windows" or "ranges"
   */
  show(kind) {
    this.beside = kind === "ranges" ? "ranges" : "windows";
    if (this.choice) this.choice.value = this.beside;
    for (const key of this.groups.keys()) this.#dress(key);
  }

  /**
   * Scroll to the current node, to the root where there is none, and to the current line.
   * @param {boolean} [isFitted] whether the tree has another size: the node is to be in the middle
   */
  follow(isFitted = false) {
    const now = this.stage.querySelector("g.node.now");
    const shown = now ?? this.stage.querySelector('g.node[data-i="0"]');
    const isSudden = isFitted || this.timer > 0;
    if (shown) scrollTo(this.stage, shown, { isCentred: isFitted || !now, isSudden });
    if (this.marked) scrollTo(this.lines, this.marked, { isSudden });
  }

  play() {
    if (this.timer) return;
    if (this.reel.step >= this.reel.length) this.go(0);
    this.say.setAttribute("aria-live", "off");
    this.#tick();
    this.#showPlaying();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.say.setAttribute("aria-live", "polite");
    this.#showPlaying();
  }

  close() {
    this.pause();
    this.root.removeEventListener("keydown", this.onKey);
    this.root.replaceChildren();
  }

  // ---------------------------------------------------------------- building

  #build() {
    const { film, id } = this;
    const region = (/** @type {string} */ name, /** @type {string} */ label) =>
      make("div", { class: name, tabindex: "0", role: "group", "aria-label": label });
    this.pictures = film.trees.map(parseSvg);
    this.pictures.forEach((picture, tree) => this.#noteGiven(picture, tree));
    this.stage = region("stage", "game tree");
    this.say = make("p", { class: "say", "aria-live": "polite", id: `${id}-say` });
    this.lines = region("listing", "pseudocode");
    this.lineOf = this.#listing();
    this.stack = make("ol", { class: "calls" });
    this.variables = make("dl", { class: "variables" });
    this.counts = ["visited", "evaluated", "pruned"].map((name) => ({ name, shown: make("span") }));
    const counts = terms(this.counts.map(({ name, shown }) => [name, shown]));
    this.root.classList.add("stepper");
    this.root.replaceChildren(
      make("div", { class: "left" }, [this.stage, this.say, this.#controls()]),
      make("div", { class: "right" }, [
        make("dl", { class: "counts", "aria-label": "nodes so far" }, counts),
        make("div", { class: "code" }, [
          section("Pseudocode", this.lines),
          section("Variables", this.variables),
        ]),
      ]),
      make("div", { class: "below" }, [
        section("Calls, the current one last", this.stack),
        this.#help(),
      ]),
    );
  }

  /**
   * @param {SVGSVGElement} picture
   * @param {number} tree
   */
  #noteGiven(picture, tree) {
    const groups = /** @type {NodeListOf<SVGGElement>} */ (picture.querySelectorAll("g.given"));
    for (const group of groups) {
      this.given.set(`${tree}:${group.dataset.i}`, group.querySelector(".v")?.textContent ?? "");
    }
  }

  /** An element for each line of the listing. */
  #listing() {
    /** @type {Map<string, HTMLElement>} */
    const lines = new Map();
    for (const [name, texts] of Object.entries(this.film.listing)) {
      const block = make("pre");
      texts.forEach((text, i) => {
        const indent = Math.ceil((text.length - text.trimStart().length) / 4);
        const line = make("code", { class: `in${indent}` }, [text || " "]);
        lines.set(`${name}:${i}`, line);
        block.append(line);
      });
      this.lines.append(block);
    }
    return lines;
  }

  #controls() {
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ sign,
      /** @type {() => void} */ act,
    ) => {
      const made = make("button", { type: "button", "aria-label": name, title: name }, [sign]);
      made.addEventListener("click", act);
      return made;
    };
    this.first = button("First", "|◀", () => this.#goByHand(() => 0));
    this.back = button("Back", "◀", () => this.#goByHand((n) => n - 1));
    this.playing = button("Play", "▶ Play", () => (this.timer ? this.pause() : this.play()));
    this.playing.classList.add("play");
    this.next = button("Next", "▶", () => this.#goByHand((n) => n + 1));
    this.last = button("Last", "▶|", () => this.#goByHand(() => Infinity));
    const range = { type: "range", min: "0", max: String(this.reel.length), value: "0" };
    const seek = make("input", { ...range, "aria-label": "Step" });
    this.seek = /** @type {HTMLInputElement} */ (seek);
    this.seek.addEventListener("input", () => this.#goByHand(() => Number(this.seek.value)));
    const speeds = Object.keys(SPEEDS).map((name) => make("option", { value: name }, [name]));
    const speed = make("select", { "aria-label": "Speed" }, speeds);
    this.speed = /** @type {HTMLSelectElement} */ (speed);
    this.speed.value = "normal";
    this.place = make("output", { class: "place" });
    const { first, back, playing, next, last, place } = this;
    return make("div", { class: "controls", role: "group", "aria-label": "Steps" },
      [first, back, playing, next, last, seek, place, speed, this.#besideChoice()]);
  }

  /** The choice between windows and ranges. */
  #besideChoice() {
    const title = "Beside the nodes: windows [α, β] or ranges of values";
    const choice = make("select", { "aria-label": "Beside the nodes", title }, [
      make("option", { value: "windows" }, ["[α, β]"]),
      make("option", { value: "ranges" }, ["ranges"]),
    ]);
    this.choice = /** @type {HTMLSelectElement} */ (choice);
    choice.addEventListener("change", () => this.#choose(this.choice?.value ?? ""));
    return choice;
  }

  /** @param {string} kind */
  #choose(kind) {
    this.show(kind);
    this.root.dispatchEvent(new CustomEvent("beside", { detail: { kind: this.beside } }));
  }

  #help() {
    const rows = terms(KEYS.map(([key, what]) => [make("kbd", {}, [key]), what]));
    const summary = make("summary", {}, ["Keys and signs"]);
    const signs = make("p", {}, [this.film.signs]);
    return make("details", { class: "help" }, [summary, make("dl", {}, rows), signs]);
  }

  // ---------------------------------------------------------------- showing

  /** @param {number} tree */
  #showTree(tree) {
    const picture = this.pictures[tree];
    if (tree === this.tree || !picture) return;
    this.tree = tree;
    this.stage.replaceChildren(picture);
    this.groups.clear();
    const groups = /** @type {NodeListOf<SVGGElement>} */ (picture.querySelectorAll("g[data-i]"));
    for (const group of groups) {
      const key = `${tree}:${group.dataset.i}`;
      this.groups.set(key, [...(this.groups.get(key) ?? []), group]);
    }
    for (const key of this.groups.keys()) this.#dress(key);
  }

  /**
   * Give an item the look that it has now.
   * @param {string} key
   */
  #dress(key) {
    const look = this.reel.looks.get(key) ?? [0, "ahead", this.given.get(key) ?? "", "", ""];
    const [, stage, value, window, range] = look;
    const isRange = this.beside === "ranges" && range !== "";
    const beside = this.beside === "ranges" ? range : window;
    for (const group of this.groups.get(key) ?? []) {
      for (const name of ["ahead", "now", "pruned"]) group.classList.toggle(name, stage === name);
      for (const text of group.querySelectorAll(".v")) text.textContent = isRange ? "" : value;
      for (const text of group.querySelectorAll(".w")) text.textContent = beside;
    }
  }

  /** Mark the principal variation when the search is over. */
  #showBest() {
    const isOver = this.reel.step === this.reel.length;
    const best = new Set((this.film.best[this.tree] ?? []).map((item) => `${this.tree}:${item}`));
    for (const [key, groups] of this.groups) {
      for (const group of groups) group.classList.toggle("best", isOver && best.has(key));
    }
  }

  /** Everything beside the tree. */
  #showStep() {
    const { step, length, now } = this.reel;
    const sentence = now?.say ?? `${this.film.title}: press Next, or the right arrow key.`;
    const label = `The tree after step ${step}. ${sentence}`;
    this.say.textContent = sentence;
    this.pictures[this.tree]?.setAttribute("aria-label", label);
    this.seek.value = String(step);
    this.seek.setAttribute("aria-valuetext", `step ${step} of ${length}: ${sentence}`);
    this.place.textContent = `${step} / ${length}`;
    this.counts.forEach(({ shown }, i) => {
      const more = i === 2 && this.film.prunedMore ? "+" : "";
      shown.textContent = (now?.counts[i] ?? 0).toLocaleString("en") + more;
    });
    this.#enable(step > 0, this.first, this.back);
    this.#enable(step < length, this.next, this.last);
    this.#mark(now?.at ? this.lineOf.get(now.at.join(":")) : undefined);
    const calls = (now?.calls ?? []).map((node) => make("li", {}, [this.film.calls[node] ?? ""]));
    this.stack.replaceChildren(...calls);
    this.variables.replaceChildren(...terms(Object.entries(now?.variables ?? {})));
    this.follow();
  }

  /**
   * Enable buttons. Disabled ones stay focusable, so that the keyboard does not lose its place.
   * @param {boolean} on
   * @param {HTMLElement[]} buttons
   */
  #enable(on, ...buttons) {
    for (const button of buttons) button.setAttribute("aria-disabled", String(!on));
  }

  /** Mark the current line of the listing. @param {HTMLElement | undefined} line */
  #mark(line) {
    this.marked?.classList.remove("at");
    this.marked?.removeAttribute("aria-current");
    this.marked = line;
    line?.classList.add("at");
    line?.setAttribute("aria-current", "step");
  }


  #showPlaying() {
    const [name, sign] = this.timer ? ["Pause", "⏸"] : ["Play", "▶"];
    this.playing.textContent = `${sign} ${name}`;
    this.playing.setAttribute("aria-label", name);
    this.playing.title = name;
  }

  // ---------------------------------------------------------------- acting

  /**
   * Go to a step because a person asked for it: a film that plays stops.
   * @param {(step: number) => number} where
   */
  #goByHand(where) {
    if (this.timer) this.pause();
    this.go(where(this.reel.step));
  }

  #tick() {
    this.timer = window.setTimeout(() => {
      this.go(this.reel.step + 1);
      if (this.reel.step < this.reel.length) this.#tick();
      else this.pause();
    }, SPEEDS[this.speed.value]);
  }

  /** @param {number} by */
  #faster(by) {
    const last = this.speed.options.length - 1;
    this.speed.selectedIndex = Math.min(Math.max(this.speed.selectedIndex + by, 0), last);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.matches(TYPING)) return;
    if (event.shiftKey && event.key.startsWith("Arrow")) return; // moves the picture in a page
    if (event.key === " " && target.matches(PRESSABLE)) return;
    const act = this.#keyAction(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** The step of the next cut; the last one if there is none. @param {number} step */
  #findCut(step) {
    const found = this.film.steps.findIndex(({ kind }, i) => i >= step && kind === "cut");
    return found < 0 ? Infinity : found + 1;
  }

  /** @param {string} key */
  #keyAction(key) {
    if (["ArrowRight", "n"].includes(key)) return () => this.#goByHand((n) => n + 1);
    if (["ArrowLeft", "p"].includes(key)) return () => this.#goByHand((n) => n - 1);
    if (key === "Home") return () => this.#goByHand(() => 0);
    if (key === "End") return () => this.#goByHand(() => Infinity);
    if (key === "c") return () => this.#goByHand((n) => this.#findCut(n));
    if (key === " ") return () => (this.timer ? this.pause() : this.play());
    if (key === ">") return () => this.#faster(1);
    if (key === "r") return () => this.#choose(this.beside === "ranges" ? "windows" : "ranges");
    return key === "<" ? () => this.#faster(-1) : null;
  }
}

/**
 * Show a film in an element; its content is replaced.
 * @param {HTMLElement} root
 * @param {Film} film
 */
export function mount(root, film) {
  return new Stepper(root, film);
}
