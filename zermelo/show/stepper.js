// A film of a search, played in a page. The film (zermelo.show.film) holds the pictures, the words and every change;
// this file turns its pages. It searches nothing, lays out nothing and asks the network for nothing.
//
//   import { mount } from "./stepper.js";
//   const stepper = mount(document.querySelector("#here"), film);
//   stepper.go(12); stepper.play(); stepper.close();
//
// An element on which a film is mounted sends the event "step" with detail {step, of, wanted} whenever somebody goes to a step; what was
// wanted may lie beyond the end, and is Infinity where it was the last step, whichever that is.

/**
 * @typedef {[item: number, stage: string, value: string, window: string]} Look
 * @typedef {{say: string, tree: number, kind: string, at: [string, number] | null, variables: Record<string, string>,
 *            calls: number[], counts: [number, number, number], looks: Look[]}} Step
 * @typedef {{title: string, listing: Record<string, string[]>, trees: string[], signs: string, labels: string[][],
 *            best: number[][], calls: Record<string, string>, prunedMore: boolean, steps: Step[]}} Film
 */

/** Milliseconds for each step, by the name of the speed. */
export const SPEEDS = { slow: 2000, normal: 900, fast: 350, "very fast": 90 };

const KEYS = [
  ["→ or N", "next step"],
  ["← or P", "step back"],
  ["Home", "first"],
  ["End", "last"],
  ["Space", "play or pause"],
  ["+ and −", "faster, slower"],
];

/**
 * Where a film stands: which look every item has after a number of steps. Forwards and backwards cost the same.
 */
export class Reel {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.step = 0;
    /** @type {Map<string, Look>} */
    this.looks = new Map();
    /** @type {[string, Look | undefined][][]} */
    this.undo = [];
  }

  get length() {
    return this.film.steps.length;
  }

  /** The step that was taken last. */
  get now() {
    return this.step ? this.film.steps[this.step - 1] : null;
  }

  /**
   * Go to a step; 0 is before the first. Returns the items that look different now, as "tree:item".
   * @param {number} step
   */
  to(step) {
    const target = Math.min(Math.max(Math.trunc(step) || 0, 0), this.length);
    /** @type {Set<string>} */
    const touched = new Set();
    while (this.step < target) this.#forward(touched);
    while (this.step > target) this.#back(touched);
    return touched;
  }

  /** @param {Set<string>} touched */
  #forward(touched) {
    const { tree, looks } = this.film.steps[this.step++];
    this.undo.push(
      looks.map((look) => {
        const key = `${tree}:${look[0]}`;
        const before = this.looks.get(key);
        this.looks.set(key, look);
        touched.add(key);
        return [key, before];
      }),
    );
  }

  /** @param {Set<string>} touched */
  #back(touched) {
    this.step--;
    for (const [key, before] of (this.undo.pop() ?? []).reverse()) {
      if (before) this.looks.set(key, before);
      else this.looks.delete(key);
      touched.add(key);
    }
  }
}

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} [children]
 */
function make(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

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
    /** @type {Map<string, SVGGElement[]>} */
    this.groups = new Map();
    /** What the game itself says of its ends: it can be read before the search comes to them. @type {Map<string, string>} */
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
    this.#showWords();
    this.root.dispatchEvent(new CustomEvent("step", { detail: { step: this.reel.step, of: this.reel.length, wanted: step } }));
  }

  get step() {
    return this.reel.step;
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
    this.pictures = film.trees.map((text) => this.#picture(text));
    this.pictures.forEach((drawn, tree) => {
      for (const group of /** @type {NodeListOf<SVGGElement>} */ (drawn.querySelectorAll("g.given"))) {
        this.given.set(`${tree}:${group.dataset.i}`, group.querySelector(".v")?.textContent ?? "");
      }
    });
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "game tree" });
    this.say = make("p", { class: "say", "aria-live": "polite", id: `${id}-say` });
    this.lines = make("div", { class: "listing", tabindex: "0", role: "group", "aria-label": "pseudocode" });
    this.lineOf = this.#listing();
    this.stack = make("ol", { class: "calls" });
    this.variables = make("dl", { class: "variables" });
    this.counts = ["visited", "evaluated", "pruned"].map((name) => [make("dt", {}, [name]), make("dd")]);
    this.root.classList.add("stepper");
    this.root.replaceChildren(
      make("div", { class: "left" }, [this.stage, this.say, this.#controls()]),
      make("div", { class: "right" }, [
        make("dl", { class: "counts", "aria-label": "nodes so far" }, this.counts.map((pair) => make("div", {}, pair))),
        this.#section("Pseudocode", this.lines),
        this.#section("Calls, the current one last", this.stack),
        this.#section("Variables", this.variables),
        this.#help(),
      ]),
    );
  }

  /**
   * @param {string} title
   * @param {Node} content
   */
  #section(title, content) {
    return make("section", { "aria-label": title }, [make("h2", {}, [title]), content]);
  }

  /** @param {string} text */
  #picture(text) {
    const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(picture, true)));
  }

  /** One line of the page for each line of the listing. */
  #listing() {
    /** @type {Map<string, HTMLElement>} */
    const found = new Map();
    for (const [name, lines] of Object.entries(this.film.listing)) {
      const block = make("pre");
      lines.forEach((text, i) => {
        const line = make("code", {}, [text || " "]);
        found.set(`${name}:${i}`, line);
        block.append(line, "\n");
      });
      this.lines.append(block);
    }
    return found;
  }

  #controls() {
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      const made = make("button", { type: "button", "aria-label": name, title: name }, [sign]);
      made.addEventListener("click", act);
      return made;
    };
    this.first = button("First", "|◀", () => this.#by(() => 0));
    this.back = button("Back", "◀", () => this.#by((n) => n - 1));
    this.playing = button("Play", "▶ Play", () => (this.timer ? this.pause() : this.play()));
    this.playing.classList.add("play");
    this.next = button("Next", "▶", () => this.#by((n) => n + 1));
    this.last = button("Last", "▶|", () => this.#by(() => Infinity));
    this.seek = /** @type {HTMLInputElement} */ (
      make("input", { type: "range", min: "0", max: String(this.reel.length), value: "0", "aria-label": "Step" })
    );
    this.seek.addEventListener("input", () => this.#by(() => Number(this.seek.value)));
    this.speed = /** @type {HTMLSelectElement} */ (
      make("select", { "aria-label": "Speed" }, Object.keys(SPEEDS).map((name) => make("option", { value: name }, [name])))
    );
    this.speed.value = "normal";
    this.place = make("output", { class: "place" });
    return make("div", { class: "controls", role: "group", "aria-label": "Steps" }, [
      this.first, this.back, this.playing, this.next, this.last, this.seek, this.place, this.speed,
    ]);
  }

  #help() {
    const rows = KEYS.map(([key, what]) => make("div", {}, [make("dt", {}, [make("kbd", {}, [key])]), make("dd", {}, [what])]));
    return make("details", { class: "help" }, [
      make("summary", {}, ["Keys and signs"]), make("dl", {}, rows), make("p", {}, [this.film.signs]),
    ]);
  }

  // ---------------------------------------------------------------- showing

  /** @param {number} tree */
  #showTree(tree) {
    if (tree === this.tree || !this.pictures[tree]) return;
    this.tree = tree;
    this.stage.replaceChildren(this.pictures[tree]);
    this.groups.clear();
    for (const group of /** @type {NodeListOf<SVGGElement>} */ (this.pictures[tree].querySelectorAll("g[data-i]"))) {
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
    const [, stage, value, window] = this.reel.looks.get(key) ?? [0, "ahead", this.given.get(key) ?? "", ""];
    for (const group of this.groups.get(key) ?? []) {
      group.classList.toggle("ahead", stage === "ahead");
      group.classList.toggle("now", stage === "now");
      group.classList.toggle("pruned", stage === "pruned");
      for (const text of group.querySelectorAll(".v")) text.textContent = value;
      for (const text of group.querySelectorAll(".node .w, .w")) text.textContent = window;
    }
  }

  /** The best line is known when the search is over. */
  #showBest() {
    const over = this.reel.step === this.reel.length;
    const best = new Set((this.film.best[this.tree] ?? []).map((item) => `${this.tree}:${item}`));
    for (const [key, groups] of this.groups) for (const group of groups) group.classList.toggle("best", over && best.has(key));
  }

  #showWords() {
    const step = this.reel.now;
    this.say.textContent = step?.say ?? `${this.film.title}: press Next, or the right arrow key.`;
    this.pictures[this.tree]?.setAttribute("aria-label", `The tree after step ${this.reel.step}. ${this.say.textContent}`);
    this.seek.value = String(this.reel.step);
    this.seek.setAttribute("aria-valuetext", `step ${this.reel.step} of ${this.reel.length}: ${this.say.textContent}`);
    this.place.textContent = `${this.reel.step} / ${this.reel.length}`;
    (step?.counts ?? [0, 0, 0]).forEach((count, i) => {
      this.counts[i][1].textContent = count.toLocaleString("en") + (i === 2 && this.film.prunedMore ? "+" : "");
    });
    this.#enable(this.reel.step > 0, this.first, this.back);
    this.#enable(this.reel.step < this.reel.length, this.next, this.last);
    this.#mark(step?.at ? this.lineOf.get(step.at.join(":")) : undefined);
    this.stack.replaceChildren(...(step?.calls ?? []).map((node) => make("li", {}, [this.film.calls[node] ?? ""])));
    this.variables.replaceChildren(
      ...Object.entries(step?.variables ?? {}).map(([name, value]) => make("div", {}, [make("dt", {}, [name]), make("dd", {}, [value])])),
    );
    this.#follow();
  }

  /**
   * Buttons stay focusable at the ends, so that the keyboard does not lose its place.
   * @param {boolean} on
   * @param {HTMLElement[]} buttons
   */
  #enable(on, ...buttons) {
    for (const button of buttons) button.setAttribute("aria-disabled", String(!on));
  }

  /** @param {HTMLElement | undefined} line */
  #mark(line) {
    this.marked?.classList.remove("at");
    this.marked?.removeAttribute("aria-current");
    this.marked = line;
    if (!line) return;
    line.classList.add("at");
    line.setAttribute("aria-current", "step");
    this.#into(this.lines, line);
  }

  /** Keep the current node in sight; before the first step and after the last there is none, and the root is looked at. */
  #follow() {
    const now = this.stage.querySelector("g.node.now");
    const root = this.stage.querySelector('g.node[data-i="0"]');
    if (now ?? root) this.#into(this.stage, /** @type {Element} */ (now ?? root), !now);
  }

  /**
   * @param {HTMLElement} box
   * @param {Element} what
   * @param {boolean} [middle] whether it shall stand in the middle, and not only be seen
   */
  #into(box, what, middle = false) {
    const [outer, inner] = [box.getBoundingClientRect(), what.getBoundingClientRect()];
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const off = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ a, /** @type {number} */ b) =>
      a < low ? a - low - 24 : b > high ? Math.min(b - high + 24, a - low) : 0; // of what is longer than the box, the beginning
    const left = middle ? (inner.left + inner.right - outer.left - outer.right) / 2 : off(outer.left, outer.right, inner.left, inner.right);
    const top = off(outer.top, outer.bottom, inner.top, inner.bottom);
    const isAt = !left && !top; // then, too: a scroll that is under way would lead elsewhere
    box.scrollTo({ left: box.scrollLeft + left, top: box.scrollTop + top, behavior: calm || this.timer || isAt ? "instant" : "smooth" });
  }

  #showPlaying() {
    const name = this.timer ? "Pause" : "Play";
    this.playing.textContent = this.timer ? "⏸ Pause" : "▶ Play";
    this.playing.setAttribute("aria-label", name);
    this.playing.title = name;
  }

  // ---------------------------------------------------------------- acting

  /**
   * Move as a person asked: a film that plays stops.
   * @param {(step: number) => number} where
   */
  #by(where) {
    if (this.timer) this.pause();
    this.go(where(this.reel.step));
  }

  #tick() {
    this.timer = window.setTimeout(() => {
      this.go(this.reel.step + 1);
      if (this.reel.step < this.reel.length) this.#tick();
      else this.pause();
    }, SPEEDS[/** @type {keyof typeof SPEEDS} */ (this.speed.value)]);
  }

  /** @param {number} by */
  #faster(by) {
    const count = this.speed.options.length;
    this.speed.selectedIndex = Math.min(Math.max(this.speed.selectedIndex + by, 0), count - 1);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("select, textarea, input:not([type=range], [type=checkbox])")) return; // these use the keys themselves
    if (event.key === " " && target.matches("button, summary, a, [type=checkbox]")) return;
    const act = {
      ArrowRight: () => this.#by((n) => n + 1), n: () => this.#by((n) => n + 1),
      ArrowLeft: () => this.#by((n) => n - 1), p: () => this.#by((n) => n - 1),
      Home: () => this.#by(() => 0), End: () => this.#by(() => Infinity),
      " ": () => (this.timer ? this.pause() : this.play()),
      "+": () => this.#faster(1), "=": () => this.#faster(1), "-": () => this.#faster(-1), "−": () => this.#faster(-1),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/**
 * Show a film in an element; what was in it is replaced.
 * @param {HTMLElement} root
 * @param {Film} film
 */
export function mount(root, film) {
  return new Stepper(root, film);
}
