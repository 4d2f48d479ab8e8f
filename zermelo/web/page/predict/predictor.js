// Predict, then see: before a step the page asks what it will show; a click on the tree or a typed
// value answers; the recorded step is the reason. Questions and right answers come from the server.

import { post } from "../api.js";
import { button } from "../controls.js";
import { make, unique } from "../dom.js";
import { countRight, summary } from "./summary.js";
import { Targets } from "./targets.js";

/**
 * @typedef {{step: number, shown: number, kind: string, ask: string, right: string, why: string,
 *            items: number[]}} Question
 * @typedef {import("./targets.js").Stepper} Stepper
 * @typedef {import("./summary.js").Answered} Answered
 * @typedef {{tools?: () => HTMLElement[], ends?: () => HTMLElement[], isBrief?: boolean,
 *            keep?: (answered: Answered[]) => void}} Host
 */

/** Kinds of questions that are answered by typing. */
const TYPED = ["value", "window"];

/** Where keys are letters of a text. */
const TYPING = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select";

/** What to do, by the kind of the question. @type {Record<string, string>} */
const HINTS = {
  cut: "Click a branch that is cut, or press Nothing.",
  visit: "Click the node.",
  move: "Click the node that it leads to.",
};

/** The key of a clicker, and where it is used: in a presentation. */
const CLICKER = "PageDown";
const PRESENTED = ".presenting";

/** Keys of the film, which wait for an answer. */
const FILM_KEYS = ["ArrowLeft", "ArrowRight", "Home", "End", " ", "n", "p", "c"];

export class Predictor {
  ask = make("p", { class: "predict-ask", id: unique() });
  hint = make("p", { class: "quiet small" });
  score = make("output", { class: "predict-score numbers", "aria-label": "Score" });
  room = make("div", { class: "predict-room" });
  verdict = make("div", { class: "predict-verdict", role: "status" });
  /** @type {Answered[]} */
  answered = [];
  at = 0;
  /** What the person is doing: "asked", "told" the answer, or at the end: "over". */
  phase = "over";

  /**
   * @param {Stepper} stepper
   * @param {Question[]} questions
   * @param {Host} [host] what the page adds: tools beside the score, buttons at the end, a place
   *   where the answers are kept
   */
  constructor(stepper, questions, host = {}) {
    this.stepper = stepper;
    this.questions = questions;
    this.host = host;
    this.targets = new Targets(stepper, (item) => this.#choose(item));
    const head = make("div", { class: "predict-head" },
      make("div", {}, this.ask, this.hint),
      make("div", { class: "predict-tools" }, this.score, ...(host.tools?.() ?? [])));
    this.root = make("section", { class: "predict", "aria-label": "Predict, then see" },
      head, this.verdict, this.room);
    stepper.say?.after(this.root);
    stepper.root.classList.add("predicting");
    this.onKey = this.#key.bind(this);
    document.addEventListener("keydown", this.onKey, true);
  }

  get question() {
    return this.questions[this.at];
  }

  /** Ask from a step of the film on. @param {number} step */
  start(step) {
    const first = this.questions.findIndex((one) => one.step >= step);
    this.answered = [];
    this.at = first < 0 ? this.questions.length : first;
    this.#pose();
  }

  /** Go on after answers that were given before. @param {Answered[]} answered */
  resume(answered) {
    const last = answered.at(-1);
    this.answered = answered;
    this.at = last ? this.questions.indexOf(last.question) + 1 : 0;
    this.#pose();
  }

  close() {
    this.targets.close();
    this.root.remove();
    this.stepper.root.classList.remove("predicting", "told");
    document.removeEventListener("keydown", this.onKey, true);
  }

  // ---------------------------------------------------------------- asking

  #pose() {
    this.#clear();
    if (!this.question) return this.#finish();
    this.phase = "asked";
    this.stepper.pause();
    this.stepper.go(this.question.step);
    const { kind, ask } = this.question;
    this.ask.textContent = ask;
    this.hint.textContent = HINTS[kind] ?? "";
    this.verdict.replaceChildren();
    if (TYPED.includes(kind)) this.#askValue();
    else this.#askClick(kind);
    this.#showScore();
    this.#scroll();
  }

  /** Bring the question on the screen, except on the start page, which begins at its top. */
  #scroll() {
    if (!this.host.isBrief) this.root.scrollIntoView({ block: "nearest" });
  }

  #askValue() {
    const input = make("input", {
      class: "predict-value",
      "aria-labelledby": this.ask.id,
      autocomplete: "off",
      autocapitalize: "off",
      maxlength: 60,
      placeholder: this.question.right.startsWith("(") ? "(1, 2, 6)" : "a number",
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim()) this.#judge(input);
      else input.focus();
    };
    this.room.replaceChildren(make("form", { class: "predict-row", onsubmit: submit },
      input, make("button", { class: "main" }, "Answer"), this.#skipButton()));
    if (matchMedia("(pointer: fine)").matches) input.focus({ preventScroll: true });
  }

  /** @param {string} kind */
  #askClick(kind) {
    this.targets.offer(kind === "move");
    const none = kind === "cut"
      ? [button("Nothing", () => this.#answer(!this.question.items.length, "nothing"),
        { class: "main", title: "No branch is cut (key 0)" })]
      : [];
    this.room.replaceChildren(
      make("div", { class: "predict-row" }, ...none, this.#skipButton()));
  }

  #skipButton() {
    return button("Show me", () => this.#answer(false, ""), { title: "The answer (key S)" });
  }

  // ---------------------------------------------------------------- answers

  /** The typed value is read and compared by the server. @param {HTMLInputElement} input */
  async #judge(input) {
    const { question } = this;
    const body = { written: input.value, right: question.right };
    try {
      const { right } = await post("prediction", body);
      if (question === this.question && this.phase === "asked") this.#answer(right, input.value);
    } catch (error) {
      this.verdict.replaceChildren(make("p", { class: "notice bad" },
        /** @type {Error} */ (error).message));
      input.focus();
    }
  }

  /** A node was clicked. @param {number} item */
  #choose(item) {
    if (this.phase !== "asked") return;
    const label = this.stepper.film.labels[this.stepper.tree]?.[item] ?? "";
    const isRight = this.question.items.includes(item);
    if (!isRight) this.targets.mark("missed", [item]);
    this.#answer(isRight, label.length > 8 ? "another node" : label);
  }

  /**
   * @param {boolean} isRight
   * @param {string} given what the person said; nothing if the answer was wanted
   */
  #answer(isRight, given) {
    const { question } = this;
    this.phase = "told";
    this.answered.push({ question, isRight, given });
    this.host.keep?.(this.answered);
    this.targets.withdraw();
    this.stepper.go(question.shown);
    this.targets.mark("hit", question.items);
    this.stepper.root.classList.add("told");
    this.hint.textContent = "";
    this.#tell(isRight, given);
    this.#showScore();
  }

  /**
   * @param {boolean} isRight
   * @param {string} given
   */
  #tell(isRight, given) {
    const { right, why } = this.question;
    const words = isRight ? "Right." : `${given ? "No: it" : "It"} is ${right}.`;
    const look = isRight ? "good" : given ? "bad" : "even";
    const isLast = this.at === this.questions.length - 1;
    const next = button(isLast ? "How it went" : "Next", () => this.next(), { class: "main" });
    this.verdict.replaceChildren(
      make("p", { class: `notice ${look}` }, make("strong", {}, words), " ", why));
    this.room.replaceChildren(make("div", { class: "predict-row" }, next));
    next.focus({ preventScroll: true });
    this.#scroll();
  }

  /** Go on to the next question. */
  next() {
    if (this.phase !== "told") return;
    this.at++;
    this.#pose();
  }

  // ---------------------------------------------------------------- showing

  #clear() {
    this.targets.withdraw();
    this.targets.mark("hit", []);
    this.targets.mark("missed", []);
    this.stepper.root.classList.remove("told");
  }

  #showScore() {
    const { length } = this.answered;
    const right = length ? `${countRight(this.answered)} of ${length} right · ` : "";
    const count = `question ${this.at + 1} of ${this.questions.length}`;
    this.score.textContent = this.host.isBrief && !length ? "" : right + count;
  }

  #finish() {
    this.phase = "over";
    this.stepper.go(Infinity);
    this.ask.textContent = "";
    this.hint.textContent = this.questions.length ? "" : "This search has nothing to predict.";
    this.score.textContent = "";
    const look = this.host.isBrief ? null : (/** @type {number} */ step) => this.stepper.go(step);
    this.verdict.replaceChildren(...(this.answered.length ? summary(this.answered, look) : []));
    const again = button("Again", () => this.start(0), { class: "main" });
    this.room.replaceChildren(make("div", { class: "predict-row" },
      ...(this.questions.length ? [again] : []), ...(this.host.ends?.() ?? [])));
    if (this.answered.length) again.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isElsewhere = event.altKey || event.ctrlKey || event.metaKey
      || (target.matches(TYPING) && !this.#isClick(event.key))
      || document.querySelector("dialog[open]");
    const isOutside = this.host.isBrief && !this.stepper.root.contains(target);
    if (isElsewhere || isOutside || this.phase === "over") return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isPress = ["Enter", " "].includes(key);
    const act = this.#action(key);
    if (isPress && target.matches("button, summary, a")) return;
    if (!act && !FILM_KEYS.includes(key)) return;
    event.preventDefault();
    event.stopPropagation(); // the film waits for the answer
    act?.();
  }

  /** Did a clicker send this key? @param {string} key */
  #isClick(key) {
    return key === CLICKER && this.stepper.root.closest(PRESENTED) !== null;
  }

  /** @param {string} key */
  #action(key) {
    const show = () => this.#answer(false, "");
    if (this.#isClick(key)) return () => (this.phase === "told" ? this.next() : show());
    if (this.phase === "told") {
      return ["ArrowRight", "n", "Enter", " "].includes(key) ? () => this.next() : null;
    }
    if (key === "s") return show;
    if (TYPED.includes(this.question.kind)) return null;
    const isCut = this.question.kind === "cut";
    if (key === "0" && isCut) return () => this.#answer(!this.question.items.length, "nothing");
    if (key === "ArrowRight") return () => this.targets.step(1);
    if (key === "ArrowLeft") return () => this.targets.step(-1);
    return ["Enter", " "].includes(key) ? () => void this.targets.chooseFocused() : null;
  }
}
