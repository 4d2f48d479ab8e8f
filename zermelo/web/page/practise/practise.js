// Practise: an exercise by its seed. Values are typed beside the nodes, branches are pruned by a
// click, and the server names the first mistake.

import { post } from "../api.js";
import { button, choice, field, whole } from "../controls.js";
import { grow, make, picture } from "../dom.js";
import { keepingFocus, released } from "../focus.js";
import { shareButton, shareExercise } from "../inout/share.js";
import { route } from "../main.js";
import { View } from "../view.js";
import { readKept, writeKept } from "./kept.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("./sheet.js").Exercise} Exercise */

export const title = "Practise";

/** @type {[string, string][]} */
export const keys = [
  ["Tab", "to the next value or branch"],
  ["Space or Enter", "on a branch: prune it, or not"],
  ["Enter", "in a value: check"],
];

/** Settings where the address has none. */
const DEFAULTS = { algorithm: "alphabeta", seed: 1, depth: 3, branching: 2, cuts: 0, rule: ">=" };

/** The greatest depth of an exercise whose values are vectors. */
const VECTOR_DEPTH = 3;

/** @type {[string, string][]} */
const RULES = [[">=", "≥ (ties cut)"], [">", "> (only beyond)"]];

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth"];

class Practise extends View {
  fields = make("div", { class: "fields wishes" });
  scoreLine = make("p", { class: "score", role: "status" });
  question = make("div", { class: "question" });
  sheetRoom = make("div", { class: "sheet" });
  choiceRoom = make("div");
  verdict = make("div", { class: "verdict", role: "status" });
  after = make("div", { class: "row" });

  setting = { ...DEFAULTS };
  /** @type {Exercise | null} */
  exercise = null;
  /** @type {Sheet | null} */
  sheet = null;
  score = { right: 0, tried: 0 };
  /** How often this exercise was checked; only the first time counts. */
  tries = 0;
  isSolved = false;
  /** What the answers to the exercise are kept under. */
  name = "";
  /** The latest request for an exercise: answers to earlier ones are late. */
  request = {};
  /** The latest answer that was handed in: verdicts on earlier ones are late. */
  submission = {};
  /** Is another exercise on its way? Until it is there nothing can be checked. */
  isLoading = false;
  loading = 0;

  /** @param {URLSearchParams} params */
  async update(params) {
    clearTimeout(this.loading);
    const { right, tried } = readKept();
    this.score = { right, tried };
    this.#showScore();
    if (!(await this.isListed())) return;
    this.setting = this.#readSetting(params);
    this.#showFields();
    this.load();
  }

  /** @param {URLSearchParams} params */
  #readSetting(params) {
    const number = (/** @type {"seed" | "depth" | "branching" | "cuts"} */ name) =>
      /^\d+$/.test(params.get(name) ?? "") ? Number(params.get(name)) : DEFAULTS[name];
    const wanted = params.get("algorithm");
    return {
      algorithm: this.searches.find(({ name }) => name === wanted)?.name ?? DEFAULTS.algorithm,
      seed: number("seed"),
      depth: number("depth"),
      branching: number("branching"),
      cuts: number("cuts"),
      rule: params.get("rule") === ">" ? ">" : DEFAULTS.rule,
    };
  }

  /** The searches that there are exercises on. */
  get searches() {
    return this.catalogue?.algorithms.filter(({ exercise }) => exercise) ?? [];
  }

  /** The registry's entry of the search. */
  get search() {
    return this.searches.find(({ name }) => name === this.setting.algorithm);
  }

  /** The body of the request for the exercise. */
  #body() {
    const { cuts, ...setting } = this.setting;
    return { ...setting, cuts: this.search?.prunes && cuts ? cuts : null };
  }

  // ---------------------------------------------------------------- the page

  /** Build the page once: a button that is replaced while it is pressed would not be clicked. */
  build() {
    const card = (/** @type {string} */ label, /** @type {Node[]} */ ...parts) =>
      make("section", { class: "card", "aria-label": label }, ...parts);
    const source = card("Exercise", this.fields);
    source.classList.add("source");
    const next = () => this.set({ seed: this.setting.seed + 1 });
    this.root.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, "Practise"), this.scoreLine),
      source,
      make("div", { class: "exercise" },
        card("Tree", this.sheetRoom),
        make("div", { class: "stack" },
          card("Question", make("h2", {}, "The question"), this.question),
          card("Answer", this.choiceRoom,
            make("div", { class: "row" },
              button("Check", () => this.check(), { class: "main", sign: "check" }),
              button("Next exercise", next, { sign: "right" })),
            this.verdict, this.after),
          make("div", { class: "row" },
            shareButton(() => shareExercise(this.#body()), (error) => this.complain(error)),
            this.copyButton("A link to this exercise, for a class")))));
  }

  #showFields() {
    const { setting } = this;
    const number = (
      /** @type {"seed" | "depth" | "branching" | "cuts"} */ name,
      /** @type {number} */ least,
      /** @type {number} */ most,
    ) => whole(setting[name], least, most, (value) => this.set({ [name]: value }));
    /** @type {[string, string][]} */
    const names = this.searches.map(({ name, title }) => [name, title]);
    const isPruning = Boolean(this.search?.prunes);
    const hint = "The same seed gives the same exercise to the whole class";
    const fields = [
      field("Search", choice(names, setting.algorithm, (algorithm) => this.set({ algorithm }))),
      field("Depth", number("depth", 1, 5)),
      field("Branching", number("branching", 2, 4)),
      isPruning ? field("Cuts, at least", number("cuts", 0, 12)) : null,
      isPruning ? field("Cut on", choice(RULES, setting.rule, (rule) => this.set({ rule }))) : null,
      field("Seed", number("seed", 0, 1e9), hint),
    ];
    const shown = fields.filter((part) => part !== null);
    keepingFocus(this.root, () => this.fields.replaceChildren(...shown));
  }

  #showScore() {
    const { right, tried } = this.score;
    this.scoreLine.textContent = tried ? `${right} right of ${tried}` : "";
  }

  /**
   * Load another exercise. The settings hold at once, because the next press may be a button; they
   * are shown when the focus has arrived at the next control.
   * @param {Partial<typeof DEFAULTS>} change
   */
  set(change) {
    Object.assign(this.setting, change);
    if (change.algorithm && this.search?.vectors) {
      this.setting.depth = Math.min(this.setting.depth, VECTOR_DEPTH);
    }
    this.isLoading = true;
    this.request = this.submission = {};
    clearTimeout(this.loading);
    this.loading = window.setTimeout(() => {
      if (this.closed) return;
      this.#showFields();
      this.load();
    });
  }

  write() {
    const { algorithm, seed, ...others } = this.setting;
    const isChanged = (/** @type {[string, any]} */ [name, value]) =>
      DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)] !== value;
    const changed = Object.fromEntries(Object.entries(others).filter(isChanged));
    this.frame.write({ algorithm, ...changed, seed });
  }

  async load() {
    this.write();
    this.tries = 0;
    this.isSolved = false;
    const request = (this.request = this.submission = {});
    this.isLoading = true;
    try {
      const exercise = await post("exercise", this.#body());
      await released(); // another tree moves the buttons
      if (this.closed || request !== this.request) return;
      this.isLoading = false;
      this.show(exercise);
    } catch (error) {
      if (request !== this.request) return;
      this.isLoading = false;
      this.#showNone(/** @type {Error} */ (error));
    }
  }

  /** There is no exercise with these settings: say why. @param {Error} error */
  #showNone({ message }) {
    this.exercise = this.sheet = null;
    this.#setWide(false);
    for (const part of [this.choiceRoom, this.verdict, this.after]) part.replaceChildren();
    this.question.replaceChildren(make("p", { class: "quiet" }, "There is no such exercise."));
    this.sheetRoom.replaceChildren(make("p", { class: "notice bad", role: "alert" }, message));
  }

  /** @param {boolean} isWide */
  #setWide(isWide) {
    this.sheetRoom.closest(".exercise")?.classList.toggle("wide", isWide);
  }

  /** @param {Exercise} exercise */
  show(exercise) {
    const listeners = { onChange: () => this.keep(), onEnter: () => this.check() };
    const sheet = new Sheet(exercise, listeners);
    Object.assign(this, { exercise, sheet });
    this.question.replaceChildren(...paragraphs(exercise.question));
    this.#setWide(sheet.isWide);
    this.sheetRoom.replaceChildren(sheet.root);
    this.choiceRoom.replaceChildren(sheet.choice);
    this.verdict.replaceChildren();
    this.after.replaceChildren();
    this.#recall(sheet);
  }

  /** Show what was answered before the person went elsewhere. @param {Sheet} sheet */
  #recall(sheet) {
    this.name = JSON.stringify(this.#body());
    const given = readKept().given[this.name];
    if (!given) return;
    sheet.fill(given);
    this.tries = given.tries ?? 0;
    this.isSolved = Boolean(given.isSolved);
    if (this.tries) this.grade().then((grade) => grade && this.showVerdict(grade));
  }

  keep() {
    const { sheet, tries, isSolved } = this;
    if (this.isLoading || !sheet) return;
    writeKept(this.score, this.name, { ...sheet.read(), tries, isSolved });
  }

  // ---------------------------------------------------------------- grading

  /**
   * The server's verdict on the answer. Null if the answer cannot be read, which is shown, or if
   * the person has gone on.
   * @param {object} [more] fields of the request
   */
  async grade(more = {}) {
    const { exercise, sheet } = this;
    if (!exercise || !sheet) return null;
    const submission = (this.submission = {});
    try {
      const body = { exercise: exercise.exercise, answer: sheet.answer(), ...more };
      const grade = await post("grade", body);
      return submission === this.submission ? grade : null;
    } catch (error) {
      if (submission === this.submission) this.say("bad", /** @type {Error} */ (error).message);
      return null;
    }
  }

  /**
   * @param {string} tone
   * @param {...import("../dom.js").Child} parts
   */
  say(tone, ...parts) {
    const shown = parts.map((part) => (typeof part === "string" ? make("p", {}, part) : part));
    this.verdict.replaceChildren(make("div", { class: `notice ${tone}` }, ...shown));
  }

  async check() {
    if (this.isLoading) return;
    if (!this.sheet) return this.say("bad", "There is nothing to check. Choose another exercise.");
    if (this.sheet.isEmpty) {
      this.say("", "The sheet is still empty, so this does not count as a try. "
        + "Click beside a node and write its value.");
      return this.#showAfter();
    }
    const grade = await this.grade();
    if (!grade) return;
    this.#count(grade.right);
    this.showVerdict(grade);
  }

  /**
   * Count a try. The score counts only the first.
   * @param {boolean} isRight
   */
  #count(isRight) {
    if (!this.tries) {
      this.score.tried++;
      this.score.right += Number(isRight);
    }
    if (!this.isSolved) this.tries++;
    this.isSolved ||= isRight;
    this.keep();
    this.#showScore();
  }

  /** @param {any} grade */
  showVerdict(grade) {
    const { right, mistake } = grade;
    const words = right ? "Right." : mistake?.sentence ?? grade.words;
    const share = `This is the first mistake. ${grade.correct} of ${grade.parts} parts agree.`;
    const ordinal = ORDINALS[this.tries] ?? `${this.tries}th`;
    const late = `That was the ${ordinal} try: well found. The score counts only the first.`;
    const note = right ? (this.tries > 1 ? late : "") : share;
    this.say(right ? "good" : "bad",
      make("p", {}, make("strong", {}, right ? "✓ " : "✗ "), words),
      note ? make("p", { class: "small" }, note) : null);
    this.sheet?.markMistake(right ? undefined : mistake?.node);
    this.#showAfter();
  }

  #showAfter() {
    const { exercise, setting } = this;
    const link = route("lab", {
      game: `tree:${JSON.stringify(exercise?.tree)}`,
      algorithm: exercise?.algorithm,
      rule: this.search?.prunes && setting.rule === ">" ? ">" : null,
    });
    this.after.replaceChildren(
      button("Show the solution", () => this.solve()),
      make("a", { class: "button", href: link }, "Step through it in the lab"));
  }

  async solve() {
    const { exercise } = this;
    if (this.isLoading || !exercise) return;
    if (!this.tries) this.#count(false); // the solution is seen before the first try
    const solved = await this.grade({ answer: exercise.form, solution: true });
    if (!solved) return;
    const svg = picture(solved.svg);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "the solution");
    grow(svg, 1);
    const room = { class: "scroll solution", tabindex: "0", role: "group" };
    this.verdict.append(make("div", { ...room, "aria-label": "the solution" }, svg));
    this.after.querySelector("button")?.remove();
  }
}

/**
 * The question's lines: numbered ones become a list.
 * @param {string} text
 */
function paragraphs(text) {
  const list = make("ol", {});
  const plain = [];
  for (const line of text.split("\n")) {
    const step = /^\d+\.\s*(.*)$/.exec(line);
    if (step) list.append(make("li", {}, step[1]));
    else plain.push(make("p", {}, line));
  }
  return [...plain, list];
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Practise(root, frame);
  view.build();
  view.update(params);
  return view;
}
