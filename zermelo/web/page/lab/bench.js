// One search of the lab: its options, its stepper, its answer.

import { download, post, Refused } from "../api.js";
import { button, choice, field } from "../controls.js";
import { make, unstyled } from "../dom.js";
import { keepingFocus, released } from "../focus.js";
import { mount } from "../show/stepper.js";
import { TreeFrame } from "../tree/frame.js";
import { answerFacts } from "./answer.js";
import { makeFoldsButtons, showOpened } from "./folds.js";
import { clearOptions, DEFAULT_DEPTH, optionControls } from "./options.js";
import { startPredictor } from "./predict.js";

/**
 * @typedef {import("./lab.js").Lab} Lab
 * @typedef {{tree: number, item: number, path: number[], value: number | number[],
 *            words: string}} Leaf
 * @typedef {{film: any, result: any, value_text: string, dependence: string,
 *            tree: string | null, leaves: Leaf[], questions: any[], tag: string}} Film
 */

/** The search of the first bench where the address has none. */
export const DEFAULT_SEARCH = "alphabeta";

/** Milliseconds without an answer before the bench says that it searches. */
const PATIENCE = 80;

/** Downloads that hold all steps. */
const WHOLE_FORMATS = ["slides", "html", "json"];

export class Bench {
  controls = make("div", { class: "fields" });
  answer = make("p", { class: "answer", role: "status" });
  stage = make("div");
  trouble = make("p", { class: "notice bad", role: "alert", hidden: true });
  /** @type {ReturnType<typeof mount> | null} */
  stepper = null;
  /** @type {TreeFrame | null} */
  tree = null;
  /** Keeps the current line in sight when the pseudocode gets more or less room. */
  watch = new ResizeObserver(() => this.stepper?.follow());
  /** @type {Film | null} */
  film = null;
  /** Asks before the steps. @type {ReturnType<typeof startPredictor>} */
  predictor = null;
  /** The search under way. @type {AbortController | null} */
  running = null;
  /** Does the next film start at its first step? */
  isNew = false;

  /**
   * @param {Lab} lab
   * @param {string} suffix of its parameters: none for the first bench, 2 for the second
   */
  constructor(lab, suffix) {
    this.lab = lab;
    this.suffix = suffix;
    const label = suffix ? "Second search" : "Search";
    this.root = make("section", { class: "bench", "aria-label": label },
      this.trouble, this.answer, this.stage);
    this.stage.addEventListener("step", (event) => {
      this.#showTree();
      lab.onStep(this, /** @type {CustomEvent} */ (event).detail);
    });
    this.stage.addEventListener("beside", (event) =>
      lab.onBeside(/** @type {CustomEvent} */ (event).detail.kind),
    );
  }

  // ---------------------------------------------------------------- settings

  /** @param {string} name */
  get(name) {
    return this.lab.setting[name + this.suffix] ?? "";
  }

  /**
   * Change a setting. It holds at once, because the next press may be a button. It is shown when
   * the focus has arrived at the next control.
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    const { lab } = this;
    const { setting } = lab;
    const cleared = name === "algorithm" ? clearOptions(this.suffix) : {};
    const changes = { [name + this.suffix]: value, ...cleared };
    Object.assign(setting, changes);
    setTimeout(() => !lab.closed && setting === lab.setting && lab.set(changes));
  }

  get algorithm() {
    return this.get("algorithm") || DEFAULT_SEARCH;
  }

  /** The registry's entry of the search. */
  get info() {
    return this.lab.searchInfo(this.algorithm);
  }

  /**
   * An option's value. A search that needs a depth has one.
   * @param {string} name
   */
  option(name) {
    return this.get(name) || (name === "depth" && this.info?.horizon ? DEFAULT_DEPTH : "");
  }

  showControls() {
    const { info } = this;
    const names = this.lab.catalogue?.algorithms.map(({ name }) => name) ?? [];
    const list = choice(names.map((name) => [name, name]), this.algorithm, (value) =>
      this.set("algorithm", value),
    );
    const about = make("p", { class: "quiet small about" }, info?.about ?? "");
    const options = optionControls(
      info?.options ?? [],
      (name) => this.option(name),
      (name, value) => this.set(name, value),
    );
    keepingFocus(this.controls, () =>
      this.controls.replaceChildren(field("Search", list), about, ...options));
  }

  /** The step that is shown, or will be shown when the film is there. */
  get step() {
    if (this.isNew) return 0;
    return this.stepper?.step ?? Math.max(0, Math.trunc(Number(this.get("step"))) || 0);
  }

  /** Start the next film at its first step. */
  begin() {
    this.isNew = true;
    delete this.lab.setting[`step${this.suffix}`];
  }

  /** The nodes whose folded successors are drawn. */
  get opened() {
    return this.get("open").split(",").filter(Boolean).map(Number);
  }

  // ---------------------------------------------------------------- searching

  /** The body of the request for a film. */
  request() {
    const number = (/** @type {string} */ name) =>
      this.option(name) === "" ? null : Number(this.option(name));
    return {
      ...this.lab.place(),
      algorithm: this.algorithm,
      depth: number("depth"),
      extra: number("extra"),
      rule: this.get("rule") || null,
      order: this.get("order") || null,
      opponents: this.get("opponents") || null,
      ...this.lab.look(),
      opened: this.opened,
      questions: this.isPredicting,
    };
  }

  /** Does the page ask before each step? Not where two searches are compared. */
  get isPredicting() {
    return Boolean(this.lab.setting.predict) && !this.lab.isCompared;
  }

  async run() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    this.showControls();
    this.root.classList.add("busy");
    const note = make("span", { class: "quiet" }, "searching …");
    const patience = setTimeout(() => this.answer.replaceChildren(note), PATIENCE);
    try {
      const film = await post("film", this.request(), running.signal);
      clearTimeout(patience);
      await released();
      if (!running.signal.aborted) this.show(film);
    } catch (error) {
      if (!running.signal.aborted) this.fail(/** @type {Error} */ (error));
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

  // ---------------------------------------------------------------- showing

  /** @param {Film} film */
  show(film) {
    const { lab } = this;
    const isAtEnd = !this.isNew && this.stepper !== null && this.isLast;
    const step = isAtEnd ? Infinity : Math.min(this.step, film.film.steps.length);
    this.isNew = false;
    const sight = this.tree?.zoom.sight;
    this.close();
    this.trouble.hidden = true;
    this.film = film;
    film.film.trees = film.film.trees.map(unstyled);
    lab.isFollowing = true; // each bench goes to its own step, as the address has it
    this.stepper = mount(this.stage, film.film);
    this.#frameTrees(sight);
    this.#nameSections();
    if (!this.isPredicting) this.#makeEditable(film);
    if (!this.isPredicting) makeFoldsButtons(this, film);
    this.stepper.show(lab.setting.beside ?? "");
    this.stepper.go(step);
    if (this.isPredicting) this.predictor = startPredictor(this);
    this.showAnswer(true);
    lab.isFollowing = false;
    lab.leaves.refocus(this);
    showOpened(this, film);
  }

  /**
   * Put the trees into a frame in which they fit and can be zoomed.
   * @param {import("../tree/zoom.js").Sight} [sight] what was seen of the film before
   */
  #frameTrees(sight) {
    const { stepper } = this;
    for (const picture of stepper?.pictures ?? []) picture.setAttribute("role", "group");
    if (!stepper?.stage || !stepper.lines) return;
    this.tree = new TreeFrame(stepper.stage, true, sight);
    this.tree.zoom.onFit = () => stepper.follow(true);
    this.watch.disconnect();
    this.watch.observe(stepper.lines);
    this.#showTree();
  }

  /** Show the tree of the step: a search that deepens has several. */
  #showTree() {
    const picture = this.stepper?.pictures?.[this.stepper.tree];
    if (picture) this.tree?.show(picture);
  }

  /** Give the sections of the second search names of their own. */
  #nameSections() {
    if (!this.suffix) return;
    for (const part of this.stage.querySelectorAll("section")) {
      part.setAttribute("aria-label", `${part.getAttribute("aria-label")}, second search`);
    }
  }

  /** Is the last step shown? */
  get isLast() {
    return this.stepper?.step === this.film?.film.steps.length;
  }

  /** Is the answer shown? It is at the last step, or when it was asked for. */
  get isAnswered() {
    return Boolean(this.lab.setting.answer) || this.isLast;
  }

  /**
   * Show the answer, or which facts it will have.
   * @param {boolean} [isNew] whether the film is another one
   */
  showAnswer(isNew = false) {
    const shown = String(this.isAnswered);
    if (!this.film || !this.stepper || (!isNew && this.answer.dataset.shown === shown)) return;
    this.answer.dataset.shown = shown;
    const isAsked = Boolean(this.lab.setting.answer);
    const title = isAsked
      ? "Hide the answer until the last step"
      : "Show the answer now; the last step shows it too";
    const flip = button(isAsked ? "Hide" : "Show", () => this.lab.showAnswers(!isAsked), {
      class: "plain small",
      title,
    });
    const isAtEnd = this.isAnswered && !isAsked; // a step back hides it
    const hasFocus = this.answer.contains(document.activeElement);
    this.answer.replaceChildren(
      ...answerFacts(this.film, this.isAnswered),
      ...(isAtEnd ? [] : [flip]),
    );
    if (hasFocus) flip.focus({ preventScroll: true });
  }

  /**
   * Where a leaf, or any item of a tree, is drawn at present.
   * @param {{tree: number, item: number}} leaf
   */
  drawn({ tree, item }) {
    const group = this.stepper?.pictures?.[tree]?.querySelector(`g.node[data-i="${item}"]`);
    return group instanceof SVGGElement ? group : null;
  }

  /**
   * Make the leaves of a tree buttons that change their values.
   * @param {Film} film
   */
  #makeEditable(film) {
    for (const leaf of film.leaves) {
      const group = this.drawn(leaf);
      if (!group) continue;
      const label = film.film.labels[leaf.tree][leaf.item];
      const edit = () => this.lab.leaves.edit(this, group, leaf, label);
      group.classList.add("editable");
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "0");
      group.setAttribute("aria-label", `leaf ${label}, value ${leaf.words}: change it`);
      group.addEventListener("click", edit);
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation(); // elsewhere the space bar plays the film
        edit();
      });
    }
  }

  /** @param {string} form */
  async download(form) {
    const body = {
      ...this.request(),
      format: form === "slides" ? "tex" : form,
      step: WHOLE_FORMATS.includes(form) ? null : this.step,
      windows: this.stepper?.beside === "ranges" ? "ranges" : "nodes",
    };
    await download(body);
  }

  close() {
    this.predictor?.close();
    this.predictor = null;
    this.stepper?.close();
    this.tree?.close();
    this.stepper = this.tree = null;
    this.film = null;
  }

  /** Stop the search and the film: the bench is not shown any more. */
  end() {
    this.running?.abort();
    this.close();
  }
}
