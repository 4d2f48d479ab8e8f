// One search of the lab: its options, its stepper, its answer.

import { download, post, Refused } from "../api.js";
import { button, choice, field } from "../controls.js";
import { grow, make, unstyled } from "../dom.js";
import { keepingFocus, released } from "../focus.js";
import { mount } from "../show/stepper.js";
import { answerFacts } from "./answer.js";
import { clearOptions, DEFAULT_DEPTH, optionControls } from "./options.js";

/**
 * @typedef {import("./lab.js").Lab} Lab
 * @typedef {{tree: number, item: number, path: number[], value: number | number[],
 *            words: string}} Leaf
 * @typedef {{film: any, result: any, value_text: string, dependence: string,
 *            tree: string | null, leaves: Leaf[], tag: string}} Film
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
  /** @type {Film | null} */
  film = null;
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
    const head = make("div", { class: "bench-head" }, this.controls, this.answer, this.trouble);
    this.root = make("section", { class: "bench stack", "aria-label": label }, head, this.stage);
    this.stage.addEventListener("step", (event) =>
      lab.onStep(this, /** @type {CustomEvent} */ (event).detail),
    );
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
    const search = field("Search", list);
    search.title = info?.about ?? "";
    const options = optionControls(
      info?.options ?? [],
      (name) => this.option(name),
      (name, value) => this.set(name, value),
    );
    keepingFocus(this.controls, () => this.controls.replaceChildren(search, ...options));
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
    };
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
    const step = Math.min(this.step, film.film.steps.length);
    this.isNew = false;
    this.close();
    this.trouble.hidden = true;
    this.film = film;
    film.film.trees = film.film.trees.map(unstyled);
    lab.isFollowing = true; // each bench goes to its own step, as the address has it
    this.stepper = mount(this.stage, film.film);
    this.#fitPictures();
    this.#nameSections();
    this.#makeEditable(film);
    this.stepper.show(lab.setting.beside ?? "");
    this.stepper.go(step);
    this.showAnswer(true);
    lab.isFollowing = false;
    lab.leaves.refocus(this);
  }

  /** Scale the trees so that the sentence and the buttons below are on the screen as well. */
  #fitPictures() {
    for (const picture of this.stepper?.pictures ?? []) {
      picture.setAttribute("role", "group");
      grow(picture, 1.7, picture, "var(--tallest)", 0.64);
    }
  }

  /** Give the sections of the second search names of their own. */
  #nameSections() {
    if (!this.suffix) return;
    for (const part of this.stage.querySelectorAll("section")) {
      part.setAttribute("aria-label", `${part.getAttribute("aria-label")}, second search`);
    }
  }

  /** Is the answer shown? It is at the last step, or when it was asked for. */
  get isAnswered() {
    return Boolean(this.lab.setting.answer) || this.stepper?.step === this.film?.film.steps.length;
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
   * Where a leaf is drawn at present.
   * @param {Leaf} leaf
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
    try {
      await download(body);
    } catch (error) {
      this.complain(/** @type {Error} */ (error));
    }
  }

  close() {
    this.stepper?.close();
    this.stepper = null;
    this.film = null;
  }

  /** Stop the search and the film: the bench is not shown any more. */
  end() {
    this.running?.abort();
    this.close();
  }
}
