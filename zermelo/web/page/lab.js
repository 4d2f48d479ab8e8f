// The tree lab: a search, step by step, on a tree or a position; leaves can be changed, and two searches set side by side.

import { download, post, Refused } from "./api.js";
import { button, capital, choice, field, grow, keepingFocus, make, released, segments, toggle, unstyled, whole } from "./dom.js";
import { icon } from "./icons.js";
import { gamePicker } from "./picker.js";
import { placeInputs } from "./place.js";
import { joined, split } from "./score.js";
import { mount } from "./show/stepper.js";
import { View } from "./view.js";

/**
 * @typedef {import("./api.js").Catalogue} Catalogue
 * @typedef {import("./api.js").AlgorithmInfo} AlgorithmInfo
 * @typedef {{tree: number, item: number, path: number[], value: number | number[], words: string}} Leaf
 * @typedef {{film: any, result: any, worth: string, pruning: number, tree: string | null, leaves: Leaf[], tag: string}} Film
 * @typedef {{path: number[], value: number | number[]}} Change
 * @typedef {Record<string, string>} Setting
 */

export const title = "Tree lab";

/** @type {[string, string][]} */
export const keys = [
  ["→ or N", "next step"], ["← or P", "step back"], ["Home, End", "first, last step"], ["Space", "play or pause"],
  ["+ and −", "faster, slower"], ["Enter or Space", "on a leaf: change its value"],
];

const USUAL = { game: "tree:two-ply", algorithm: "alphabeta" };
const FORMATS = /** @type {[string, string][]} */ ([
  ["svg", "SVG, this step"], ["png", "PNG, this step"], ["tex", "TikZ, this step"], ["slides", "Beamer slides, all steps"],
  ["html", "HTML stepper"], ["json", "JSON trace"], ["dot", "Graphviz"], ["mmd", "Mermaid"],
]);
/** Of two searches, whose file. */
const WHOSE = /** @type {[string, string][]} */ ([["both", "of both"], ["first", "of the first"], ["second", "of the second"]]);

/** Milliseconds without a step before the address is written: browsers refuse too many changes. */
const CALM_WRITE = 200;

/** Milliseconds without an answer before it is said that the search goes on. */
const PATIENCE = 80;

/** The depth of a search that must have one. */
const HORIZON = "2";

/** What a random tree may be, with what its address says of it. @type {Record<string, {words: string, more: string}>} */
const KINDS = {
  plain: { words: "two players", more: "" },
  chance: { words: "with chance", more: ",chance=0.5" },
  three: { words: "three players", more: ",players=3" },
};

/** What each option is called, and what it may be. */
const OPTIONS = /** @type {Record<string, (value: string, changed: (value: string) => void) => HTMLElement>} */ ({
  depth: (value, changed) => field("Depth", numeric(value, changed, 1, 60, "to the end")),
  rule: (value, changed) => field("Cut on", choice([["", "≥ (ties cut)"], [">", "> (only beyond)"]], value, changed)),
  order: (value, changed) => field("Order", choice([["", "as written"], ["best", "best first"], ["worst", "worst first"]], value, changed)),
  opponents: (value, changed) => field("Opponents", choice([["", "play their best"], ["uniform", "play at random"]], value, changed)),
  extra: (value, changed) => field("Extra depth", numeric(value, changed, 1, 20, "usual")),
});

/** Options that only some searches have, at nothing: what another search was told does not hold for this one. @param {string} suffix */
const unset = (suffix) => Object.fromEntries(["rule", "order", "opponents", "extra"].map((name) => [name + suffix, ""]));

/**
 * @param {string} value
 * @param {(value: string) => void} changed
 * @param {number} min
 * @param {number} max
 * @param {string} placeholder
 */
function numeric(value, changed, min, max, placeholder) {
  const made = make("input", { type: "number", min, max, step: 1, value, placeholder, inputmode: "numeric", onchange: () => changed(made.value) });
  return made;
}

/** One search on the tree: its controls, its stepper, its answer. */
class Bench {
  controls = make("div", { class: "fields" });
  answer = make("p", { class: "answer", role: "status" });
  stage = make("div");
  trouble = make("p", { class: "notice bad", role: "alert", hidden: true });
  /** @type {ReturnType<typeof mount> | null} */
  stepper = null;
  /** @type {Film | null} */
  film = null;
  /** @type {AbortController | null} */
  running = null;
  isNew = false;

  /**
   * @param {Lab} lab
   * @param {string} suffix what its parameters end in: nothing for the first, 2 for the second
   */
  constructor(lab, suffix) {
    this.lab = lab;
    this.suffix = suffix;
    this.root = make("section", { class: "bench stack", "aria-label": suffix ? "Second search" : "Search" });
    this.root.append(make("div", { class: "bench-head" }, this.controls, this.answer, this.trouble), this.stage);
    this.stage.addEventListener("step", (event) => lab.stepped(this, /** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} name */
  get(name) {
    return this.lab.setting[name + this.suffix] ?? "";
  }

  /**
   * It counts at once, for a button may be pressed out of a number; it is shown when the focus has arrived at what is next.
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    const { lab } = this;
    const { setting } = lab;
    const changes = { [name + this.suffix]: value, ...(name === "algorithm" ? unset(this.suffix) : {}) };
    Object.assign(setting, changes);
    setTimeout(() => !lab.closed && setting === lab.setting && lab.set(changes));
  }

  get algorithm() {
    return this.get("algorithm") || (this.suffix ? "minimax" : USUAL.algorithm);
  }

  /** What the catalogue says of the search. */
  get chosen() {
    return this.lab.catalogue?.algorithms.find((one) => one.name === this.algorithm);
  }

  /**
   * An option as it holds: a search that begins at a horizon has one.
   * @param {string} name
   */
  option(name) {
    return this.get(name) || (name === "depth" && this.chosen?.horizon ? HORIZON : "");
  }

  showControls() {
    const known = this.lab.catalogue?.algorithms ?? [];
    const { chosen } = this;
    const list = choice(known.map((one) => [one.name, one.name]), this.algorithm, (value) => this.set("algorithm", value));
    const options = (chosen?.options ?? []).filter((name) => name in OPTIONS).map((name) => OPTIONS[name](this.option(name), (value) => this.set(name, value)));
    const search = field("Search", list);
    search.title = chosen?.about ?? "";
    keepingFocus(this.controls, () => this.controls.replaceChildren(search, ...options));
  }

  /** The step that is shown, or will be as soon as the film is there. */
  get step() {
    return this.isNew ? 0 : this.stepper?.step ?? Math.max(0, Math.trunc(Number(this.get("step"))) || 0);
  }

  /** What comes next is shown from its first step on. */
  begin() {
    this.isNew = true;
    delete this.lab.setting[`step${this.suffix}`];
  }

  /** What is asked of the server. */
  request() {
    const whole = (/** @type {string} */ name) => (this.option(name) === "" ? null : Number(this.option(name)));
    return {
      ...this.lab.place(), algorithm: this.algorithm, depth: whole("depth"), extra: whole("extra"),
      rule: this.get("rule") || null, order: this.get("order") || null, opponents: this.get("opponents") || null,
    };
  }

  async run() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    this.showControls();
    this.root.classList.add("busy");
    const patience = setTimeout(() => this.answer.replaceChildren(make("span", { class: "quiet" }, "searching …")), PATIENCE);
    try {
      const film = await post("film", this.request(), running.signal);
      clearTimeout(patience);
      await released();
      if (running.signal.aborted) return;
      this.show(film);
    } catch (error) {
      if (running.signal.aborted) return;
      this.fail(/** @type {Error} */ (error));
    } finally {
      clearTimeout(patience);
      if (this.running === running) this.root.classList.remove("busy");
    }
  }

  /** @param {Error} error */
  complain(error) {
    this.trouble.textContent = error.message;
    this.trouble.hidden = false;
  }

  /** @param {Error} error */
  fail(error) {
    this.close();
    this.answer.textContent = "";
    this.complain(error);
    if (!(error instanceof Refused)) throw error;
  }

  /** @param {Film} made */
  show(made) {
    const step = Math.min(this.step, made.film.steps.length);
    this.isNew = false;
    this.close();
    this.trouble.hidden = true;
    this.film = made;
    made.film.trees = made.film.trees.map(unstyled);
    this.lab.isFollowing = true; // each at its own step, as the address has it
    this.stepper = mount(this.stage, made.film);
    for (const drawn of this.stepper.pictures ?? []) {
      drawn.setAttribute("role", "group");
      grow(drawn, 1.7, drawn, "var(--tallest)", 0.64); // the sentence and the buttons below it shall be on the screen as well
    }
    if (this.suffix) for (const part of this.stage.querySelectorAll("section")) part.setAttribute("aria-label", `${part.getAttribute("aria-label")}, second search`);
    this.makeEditable(made);
    this.stepper.go(step);
    this.showAnswer(true);
    this.lab.isFollowing = false;
    this.refocus();
  }

  /** Is the answer to be seen? It is when the film has come to it, or when somebody asked for it. */
  get isAnswered() {
    return Boolean(this.lab.setting.answer) || this.stepper?.step === this.film?.film.steps.length;
  }

  /**
   * The answer, or what will be told of it.
   * @param {boolean} [isNew] whether it is another one
   */
  showAnswer(isNew = false) {
    if (!this.film || !this.stepper || (!isNew && this.answer.dataset.shown === String(this.isAnswered))) return;
    this.answer.dataset.shown = String(this.isAnswered);
    const isAsked = Boolean(this.lab.setting.answer);
    const flip = button(isAsked ? "Hide" : "Show", () => this.lab.answer(!isAsked), {
      class: "plain small", title: isAsked ? "Hide the answer until the last step" : "Show the answer now; it comes by itself with the last step",
    });
    const isOver = this.isAnswered && !isAsked; // it hides itself with a step back
    const hasFocus = this.answer.contains(document.activeElement);
    this.answer.replaceChildren(...answered(this.film, this.isAnswered), ...(isOver ? [] : [flip]));
    if (hasFocus) flip.focus({ preventScroll: true });
  }

  /** After a change the picture is another one; the leaf is where it was. */
  refocus() {
    if (this.lab.changed?.bench !== this) return;
    const { leaf } = this.lab.changed;
    this.lab.changed = null;
    this.drawn(leaf)?.focus({ preventScroll: true });
  }

  /**
   * Where a leaf is drawn at present.
   * @param {Leaf} leaf
   */
  drawn({ tree, item }) {
    const group = this.stepper?.pictures?.[tree]?.querySelector(`g.node[data-i="${item}"]`);
    return group instanceof SVGGElement ? group : null;
  }

  /**
   * Leaves of a tree are buttons: their values can be changed.
   * @param {Film} made
   */
  makeEditable(made) {
    for (const leaf of made.leaves) {
      const group = this.drawn(leaf);
      if (!group) continue;
      const label = made.film.labels[leaf.tree][leaf.item];
      const edit = () => this.lab.edit(this, group, leaf, label);
      group.classList.add("editable");
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "0");
      group.setAttribute("aria-label", `leaf ${label}, worth ${leaf.words}: change it`);
      group.addEventListener("click", edit);
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation(); // elsewhere the space bar plays
        edit();
      });
    }
  }

  /** @param {string} form */
  async download(form) {
    const isWhole = ["slides", "html", "json"].includes(form);
    try {
      await download({ ...this.request(), format: form === "slides" ? "tex" : form, step: isWhole ? null : this.step, windows: "nodes" });
    } catch (error) {
      this.complain(/** @type {Error} */ (error));
    }
  }

  close() {
    this.stepper?.close();
    this.stepper = null;
    this.film = null;
  }

  /** Nobody looks at it any more: nothing is asked for it, and nothing plays. */
  end() {
    this.running?.abort();
    this.close();
  }
}

/**
 * @param {Film} film
 * @param {boolean} isShown whether it is told, and not only what will be
 */
function answered({ result, worth, pruning }, isShown) {
  const fact = (/** @type {string} */ name, /** @type {string | number} */ value, about = "") =>
    make("span", { class: "fact", title: about || null }, make("span", { class: "quiet" }, name), make("strong", {}, isShown ? value.toLocaleString("en") : "?"));
  const closed = result.cuts - pruning;
  return [
    fact("value", result.vector ? worth : `${worth} for ${result.player_name}`),
    result.action ? fact("play", result.action) : null,
    result.line.length > 1 ? fact("line", result.line.join(" ")) : null,
    fact("nodes", result.nodes), fact("leaves", result.leaves),
    fact("cuts", closed ? `${pruning} (and ${closed} with nothing left to prune)` : pruning, "nodes at which something was pruned"),
    isShown ? fact("", result.exact ? "exact" : "estimated") : null,
  ].filter((part) => part !== null);
}

class Lab extends View {
  /** @type {Setting} */
  setting = { ...USUAL };
  benches = [new Bench(this, "")];
  writing = 0;
  /** The leaf that was changed last: it keeps the focus. @type {{bench: Bench, leaf: Leaf} | null} */
  changed = null;
  isFollowing = false;
  /** Leave the leaf that is being changed, if there is one: what was typed is kept. */
  leave = () => {};
  /** What was wanted last. */
  taken = {};
  /** A tree as a person typed it, right or wrong. */
  typed = "";
  /** The tree before any of its leaves was changed. */
  origin = "";
  /** What was changed since, whether or not the server has answered: a leaf by its path. Another map for another tree. @type {Map<string, Change>} */
  changes = new Map();
  /** How many changes were sent to the server, and the last of them that has come back. */
  sent = 0;
  answered = 0;

  /** @param {URLSearchParams} params */
  async update(params) {
    /** @type {Setting} */
    const setting = { ...USUAL, ...Object.fromEntries(params) };
    if (setting.game !== this.setting.game) this.begin();
    this.setting = setting;
    this.taken = setting; // what was wanted before, and is still on its way, is not wanted any more
    if (!(await this.isListed())) return;
    if (params.has("game") && !params.has("algorithm")) { // a link by hand: whatever suits
      const suited = await this.suited(setting.game, setting.position ?? "", setting.moves ?? "");
      if (this.closed || setting !== this.setting) return;
      Object.assign(setting, suited, Object.fromEntries(params));
    }
    for (const bench of this.benches) bench.close();
    this.build();
    this.run();
  }

  stop() {
    clearTimeout(this.writing);
    this.leave();
    for (const bench of this.benches) bench.end();
  }

  /** Another tree: none of its leaves has been changed. */
  begin() {
    this.origin = "";
    this.changes = new Map();
    this.leave(); // nothing is kept of what is typed there: it is no leaf of this tree
  }

  get isTree() {
    return this.setting.game.startsWith("tree:");
  }

  get isTogether() {
    return Boolean(this.setting.together);
  }

  /** @param {boolean} on */
  together(on) {
    this.setting.together = on ? "1" : "";
    this.write();
  }

  /** @param {boolean} on */
  answer(on) {
    this.setting.answer = on ? "1" : "";
    this.write();
    for (const bench of this.benches) bench.showAnswer(true);
  }

  get isCompared() {
    return Boolean(this.setting.algorithm2);
  }

  /** The position that is searched. */
  place() {
    return { game: this.setting.game, position: this.setting.position || null, moves: split(this.setting.moves) };
  }

  /** @param {Setting} changes */
  set(changes) {
    const isElsewhere = "game" in changes || "position" in changes || "moves" in changes;
    if ("position" in changes) for (const bench of this.benches) bench.begin(); // a leaf's change leaves the step
    Object.assign(this.setting, changes);
    for (const [name, value] of Object.entries(this.setting)) if (value === "") delete this.setting[name];
    if (isElsewhere || "algorithm2" in changes) this.build();
    this.run();
  }

  run() {
    this.write();
    for (const bench of this.benches) bench.run();
  }

  write() {
    const steps = Object.fromEntries(this.benches.map((bench) => [`step${bench.suffix}`, bench.step || null]));
    this.frame.write({ ...this.setting, ...steps });
  }

  /**
   * A search has gone to a step. What was wanted beyond its end the other one, if it is longer, goes on by.
   * @param {Bench} bench
   * @param {{step: number, of: number, wanted: number}} detail
   */
  stepped(bench, { step, of, wanted }) {
    bench.showAnswer();
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => !this.closed && this.write(), CALM_WRITE);
    if (!this.isTogether || this.isFollowing) return;
    this.isFollowing = true;
    for (const other of this.benches) if (other !== bench) other.stepper?.go(wanted > of ? other.step + wanted - of : step);
    this.isFollowing = false;
  }

  // ---------------------------------------------------------------- the page

  build() {
    const wanted = this.isCompared ? ["", "2"] : [""];
    for (const bench of this.benches) if (!wanted.includes(bench.suffix)) bench.end();
    this.benches = wanted.map((suffix) => this.benches.find((bench) => bench.suffix === suffix) ?? new Bench(this, suffix));
    const form = choice(FORMATS, "svg");
    form.setAttribute("aria-label", "Format");
    const whose = choice(WHOSE, "both");
    whose.setAttribute("aria-label", "Of which search");
    keepingFocus(this.root, () => this.root.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, "Tree lab"),
        make("div", { class: "row" },
          toggle("Compare two searches", this.isCompared, (on) => this.compare(on)),
          this.isCompared ? toggle("Step together", this.isTogether, (on) => this.together(on)) : null,
          make("div", { class: "joined" }, form, this.isCompared ? whose : null, button("Download", () => this.download(form.value, whose.value), { sign: "download" })),
          this.copyButton())),
      make("section", { class: "card source", "aria-label": "Tree" }, this.source()),
      make("div", { class: `benches ${this.isCompared ? "two" : "one"}` }, ...this.benches.map((bench) => bench.root))));
  }

  /** Where the tree comes from. */
  source() {
    const kind = this.kindOfSource();
    const room = make("div", { class: "source-room" });
    const fill = (/** @type {string} */ which) => room.replaceChildren(this.sources()[which]());
    const which = segments("From", [["lecture", "Lecture"], ["own", "Own"], ["random", "Random"], ["game", "Game"]], kind, fill);
    fill(kind);
    const reset = this.origin && this.origin !== this.setting.game ? button("Reset the tree", () => this.reset(), { title: "Take back all changes of leaves" }) : null;
    return make("div", { class: "source-row" }, which, room, reset);
  }

  kindOfSource() {
    const { game } = this.setting;
    if (!this.isTree) return "game";
    if (game.startsWith("tree:random")) return "random";
    return this.catalogue?.trees.some((one) => one.name === game) ? "lecture" : "own";
  }

  /** @returns {Record<string, () => HTMLElement>} */
  sources() {
    return { lecture: () => this.lectureTrees(), own: () => this.ownTree(), random: () => this.randomTree(), game: () => this.gamePosition() };
  }

  /**
   * Search something else, with what suits it. Of two that are wanted one after the other, the second.
   * @param {string} game
   * @param {string} [position]
   * @param {string} [moves]
   */
  async take(game, position = "", moves = "") {
    const taken = (this.taken = { game, position, moves });
    const change = game === this.setting.game ? {} : await this.suited(game, position, moves);
    if (taken !== this.taken || this.closed) return;
    this.begin();
    this.set({ ...taken, ...change });
  }

  /**
   * Searches that suit a game or a tree, to a depth at which the tree can be looked at. What is no game gets none: the search will say so.
   * @param {string} game
   * @param {string} position
   * @param {string} moves
   */
  async suited(game, position, moves) {
    const at = /** @type {import("./api.js").Position | null} */ (await post("position", { game, position: position || null, moves: split(moves) }).catch(() => null));
    if (!at) return {};
    const { chance } = at;
    const many = at.players.length > 2;
    const [first, second] = [at.search, at.compare];
    /** @type {Setting} */
    const change = {};
    for (const bench of this.benches) {
      const { suffix } = bench;
      if (!suits(bench, many, chance)) Object.assign(change, { [`algorithm${suffix}`]: suffix ? second : first, ...unset(suffix) });
      change[`depth${suffix}`] = at.depth === null ? "" : String(at.depth);
    }
    return change;
  }

  lectureTrees() {
    const trees = this.catalogue?.trees ?? [];
    const options = trees.map((one) => /** @type {[string, string]} */ ([one.name, one.name.replace("tree:", "")]));
    if (this.kindOfSource() !== "lecture") options.unshift(["", "choose one"]);
    const about = (trees.find((one) => one.name === this.setting.game)?.about ?? "").replace(/, value .*$/, ""); // the answer is told elsewhere
    return make("div", { class: "row end" }, field("Tree", choice(options, this.setting.game, (game) => game && this.take(game))), make("p", { class: "quiet small" }, about));
  }

  ownTree() {
    const text = make("textarea", { rows: 2, spellcheck: "false", class: "mono" });
    const named = (/** @type {string} */ typed) => `tree:${typed.replace(/\s+/g, " ").trim()}`;
    const { game } = this.setting;
    if (named(this.typed) === game) text.value = this.typed;
    else if (!this.isTree) text.value = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
    else text.value = (this.kindOfSource() === "own" ? null : this.benches[0].film?.tree) ?? game.slice(5); // the film may still be of the tree before
    const take = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.typed = text.value;
      this.take(named(text.value));
    };
    const shown = field("A number is a leaf, a list is a node; MAX begins", text);
    return make("form", { class: "own-tree", onsubmit: take }, shown, make("button", { class: "main" }, "Grow it"));
  }

  randomTree() {
    const given = Object.fromEntries(this.setting.game.split(",").slice(1).map((part) => part.split("=")));
    const control = (/** @type {string} */ name, /** @type {number} */ usual, /** @type {number} */ least, /** @type {number} */ most) => ({
      name, input: whole(given[name] || usual, least, most),
    });
    const parts = [control("seed", 1, 0, 1e9), control("depth", 3, 1, 8), control("branching", 2, 1, 6)];
    const kind = choice(Object.entries(KINDS).map(([name, { words }]) => [name, words]), given.players === "3" ? "three" : given.chance ? "chance" : "plain", () => take(null));
    const take = (/** @type {Event | null} */ event) => {
      event?.preventDefault();
      this.take(`tree:random,${parts.map(({ name, input }) => `${name}=${input.value}`).join(",")}${KINDS[kind.value].more}`);
    };
    const another = () => {
      parts[0].input.value = String(Math.floor(Math.random() * 10_000));
      take(null);
    };
    return make("form", { class: "row end random-form", onsubmit: take }, field("Kind", kind), ...parts.map(({ name, input }) => field(capital(name), input)), make("button", {}, "Grow it"), button("Another", another, { class: "main", sign: "dice" }));
  }

  gamePosition() {
    const game = this.isTree ? "tic-tac-toe" : this.setting.game;
    const place = placeInputs(this.setting.position, split(this.setting.moves));
    let chosen = game;
    const take = (/** @type {Event | null} */ event) => {
      event?.preventDefault();
      const { position, moves } = place.read();
      this.take(chosen, position, joined(moves));
    };
    const changed = (/** @type {string} */ name, /** @type {boolean} */ isSame) => {
      chosen = name;
      if (!isSame) place.text.value = place.line.value = "";
      take(null);
    };
    return make("form", { class: "row end game-form", onsubmit: take },
      gamePicker(/** @type {Catalogue} */ (this.catalogue), game, changed), ...place.fields, make("button", { class: this.isTree ? "main" : "" }, "Search it"));
  }

  // ---------------------------------------------------------------- acting

  /** The tree as it was before its leaves were changed. */
  reset() {
    const game = this.origin;
    this.begin();
    this.set({ game });
  }

  /**
   * Ask for a leaf's new value where the leaf is.
   * @param {Bench} bench
   * @param {SVGGElement} group
   * @param {Leaf} leaf
   * @param {string} label
   */
  edit(bench, group, leaf, label) {
    this.leave();
    this.changed = null; // the focus is here now, though the leaf before may still be on its way
    const box = group.getBoundingClientRect();
    const { changes } = this;
    const value = this.worth(leaf);
    const before = [value].flat().join(", "); // in full: what is only looked at does not change
    const input = make("input", { type: "text", inputmode: "text", autocomplete: "off", value: before, "aria-label": `Value of ${label}`, size: 5 }); // keypads for numbers lack the minus
    const keep = make("button", { class: "main", "aria-label": "Keep it", title: "Keep it" }, icon("check"));
    const form = make("form", { class: "leaf-editor" }, input, keep);
    const refuse = () => {
      const wanted = Array.isArray(value) ? `${value.length} numbers, like ${value.join(", ")}` : "one number, like 3 or −0.5";
      const words = make("p", { class: "notice bad small", role: "alert", id: "leaf-trouble" }, `Write ${wanted}.`);
      form.querySelector(".notice")?.remove();
      form.append(words);
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", words.id);
    };
    const done = () => {
      this.leave = () => {};
      form.remove();
      bench.drawn(leaf)?.focus({ preventScroll: true }); // the picture may be another one by now
    };
    /** @param {number | number[]} value @param {boolean} isBack whether the focus comes back to the leaf */
    const take = (value, isBack) => {
      if (changes !== this.changes) return; // another tree has come meanwhile
      this.changed = isBack ? { bench, leaf } : null;
      if (String(value) !== String(this.worth(leaf))) this.change(leaf, value);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = read(input.value, leaf.value);
      if (typed === null) return refuse();
      done();
      take(typed, true);
    });
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") done();
    });
    this.leave = () => {
      this.leave = () => {};
      form.remove();
      const typed = read(input.value, leaf.value);
      if (typed !== null && !this.closed) take(typed, false);
    };
    const isLeft = () => form.isConnected && !form.contains(document.activeElement) && document.hasFocus();
    form.addEventListener("focusout", () => setTimeout(() => released().then(() => isLeft() && this.leave()), 150));
    document.body.append(form);
    form.style.left = `${window.scrollX + Math.max(box.left + box.width / 2 - form.offsetWidth / 2, 4)}px`;
    form.style.top = `${window.scrollY + box.top - 6}px`;
    input.select();
    input.focus();
  }

  /**
   * What a leaf is worth, also if the server has not drawn it so yet.
   * @param {Leaf} leaf
   */
  worth(leaf) {
    return this.changes.get(String(leaf.path))?.value ?? leaf.value;
  }

  /**
   * All changes are sent with each: an answer that is late, lost or overtaken takes none of the others along.
   * @param {Leaf} leaf
   * @param {number | number[]} value
   */
  async change(leaf, value) {
    this.origin ||= this.setting.game;
    const { changes } = this;
    const key = String(leaf.path);
    const [before, change, number] = [changes.get(key), { path: leaf.path, value }, ++this.sent];
    changes.set(key, change);
    try {
      const { game } = await post("tree/edit", { game: this.origin, changes: [...changes.values()] });
      if (this.closed || changes !== this.changes || number < this.answered) return;
      this.answered = number;
      this.set({ game });
    } catch (error) {
      if (this.closed || changes !== this.changes) return;
      if (changes.get(key) === change) before ? changes.set(key, before) : changes.delete(key);
      this.benches[0].complain(/** @type {Error} */ (error));
    }
  }

  /** @param {boolean} on */
  compare(on) {
    const other = (this.setting.algorithm ?? USUAL.algorithm) === "minimax" ? "alphabeta" : "minimax";
    const isSpecial = /^(expectimax|maxn|paranoid)/.test(this.setting.algorithm ?? "");
    const second = isSpecial ? (this.setting.algorithm === "maxn" ? "paranoid" : this.setting.algorithm === "expectimax" ? "expectimax-bounded" : "expectimax") : other;
    this.set(on ? { algorithm2: second, depth2: this.setting.depth ?? "", ...unset("2") } : { algorithm2: "", depth2: "", step2: "", together: "", ...unset("2") });
  }

  /**
   * A file for each search that is wanted.
   * @param {string} form
   * @param {string} whose
   */
  async download(form, whose) {
    const [first, second] = this.benches;
    const wanted = !second ? [first] : { first: [first], second: [second] }[whose] ?? [first, second];
    for (const bench of wanted) await bench.download(form);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return; // a stepper has heard it itself
    this.benches[0].stepper?.onKey(event);
  }
}

/**
 * Is the search of a bench made for a game? Chance and many players need their own.
 * @param {Bench} bench
 * @param {boolean} many
 * @param {boolean} chance
 */
function suits(bench, many, chance) {
  const name = bench.algorithm;
  const isMean = name.startsWith("expectimax");
  if (isMean && bench.get("opponents")) return true; // it was told how the others play
  if (many) return name === "maxn" || (name === "paranoid" && !chance);
  return chance ? isMean : Boolean(bench.chosen && bench.chosen.players === 2 && !bench.chosen.chance);
}

/**
 * @param {string} text
 * @param {number | number[]} like
 * @returns {number | number[] | null}
 */
function read(text, like) {
  const parts = text.replaceAll("−", "-").replace(/[()[\]]/g, "").split(/[,;\s]+/).filter(Boolean).map(Number);
  if (!parts.length || parts.some((x) => !Number.isFinite(x))) return null;
  if (Array.isArray(like)) return parts.length === like.length ? parts : null;
  return parts.length === 1 ? parts[0] : null;
}

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Lab(root, frame);
  view.update(params);
  return view;
}

