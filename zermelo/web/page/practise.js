// Practise: an exercise by its seed. Values are typed beside the nodes, branches are pruned by a click, the first mistake is told.

import { post } from "./api.js";
import { button, choice, draw, keepingFocus, field, grow, make, picture, released, whole } from "./dom.js";
import { route } from "./main.js";
import { View } from "./view.js";

/**
 * @typedef {{exercise: any, question: string, tree: any, algorithm: string, svg: string, nodes: {item: number, label: string, inner: boolean}[],
 *            form: any, asks: {values: string[], pruned: boolean, vector: number}, actions: string[]}} Exercise
 */

export const title = "Practise";

/** @type {[string, string][]} */
export const keys = [["Tab", "to the next value or branch"], ["Space or Enter", "on a branch: prune it, or not"], ["Enter", "in a value: check"]];

const KINDS = /** @type {[string, string][]} */ ([
  ["alphabeta", "alpha-beta"], ["minimax", "minimax"], ["alphabeta-hard", "αβPruning (fail-hard)"], ["expectimax", "expectimax"], ["maxn", "max^n, three players"],
]);

/**
 * What was answered, as long as the tab is open: by exercise, with how often it was checked.
 * @typedef {{values: Record<string, string>, pruned: string[], action: string, tries: number, isFound: boolean}} Given
 * @typedef {{right: number, tried: number, given: Record<string, Given>}} Kept
 */
const KEPT = "zermelo-practise";
/** So many exercises are remembered. */
const MOST_KEPT = 100;

/** @returns {Kept} */
function kept() {
  try {
    return { right: 0, tried: 0, given: {}, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { right: 0, tried: 0, given: {} }; // storage is forbidden
  }
}

/** @param {Kept} now */
function keep(now) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...now, given: Object.fromEntries(Object.entries(now.given).slice(-MOST_KEPT)) }));
  } catch {
    // storage is forbidden or full: the score lasts as long as the view
  }
}

/** A wider tree gets the whole width of the page. */
const WIDE = 760;

/** By how much who moves stands lower than in a picture to be printed. */
const BELOW = 10;

const TIMES = ["", "first", "second", "third", "fourth", "fifth"];

class Practise extends View {
  fields = make("div", { class: "fields wishes" });
  score = make("p", { class: "score", role: "status" });
  question = make("div", { class: "question" });
  sheet = make("div", { class: "sheet" });
  choice = make("div");
  verdict = make("div", { class: "verdict", role: "status" });
  after = make("div", { class: "row" });

  /** @type {Exercise | null} */
  made = null;
  /** @type {SVGSVGElement | null} */
  drawn = null;
  /** @type {Map<string, HTMLInputElement>} */
  inputs = new Map();
  /** @type {Set<string>} */
  pruned = new Set();
  action = "";
  kind = "alphabeta";
  rule = ">=";
  seed = 1;
  depth = 3;
  branching = 2;
  cuts = 0;
  right = 0;
  tried = 0;
  /** How often this exercise was checked; only the first time counts. */
  tries = 0;
  isFound = false;
  /** What the exercise that is shown is kept under. */
  name = "";
  /** The last question to the server; answers to others are late. */
  asked = {};
  /** Is another exercise on its way? What is shown until then is no longer to be answered. */
  isAwaited = false;
  wishing = 0;
  /** The last answer that was handed in. What is said of another one, or of another exercise, is late. */
  graded = {};

  /** @param {URLSearchParams} params */
  update(params) {
    clearTimeout(this.wishing);
    ({ right: this.right, tried: this.tried } = kept());
    const whole = (/** @type {string} */ name, /** @type {number} */ usual) => (/^\d+$/.test(params.get(name) ?? "") ? Number(params.get(name)) : usual);
    this.seed = whole("seed", 1);
    this.kind = KINDS.some(([name]) => name === params.get("algorithm")) ? /** @type {string} */ (params.get("algorithm")) : "alphabeta";
    this.depth = whole("depth", 3);
    this.branching = whole("branching", 2);
    this.cuts = whole("cuts", 0);
    this.rule = params.get("rule") === ">" ? ">" : ">=";
    this.showScore();
    this.showWishes();
    this.load();
  }

  get prunes() {
    return this.kind.startsWith("alphabeta");
  }

  wishes() {
    return {
      seed: this.seed, algorithm: this.kind, depth: this.depth, branching: this.branching, rule: this.rule,
      cuts: this.prunes && this.cuts ? this.cuts : null, chance: this.kind === "expectimax" ? true : null, players: this.kind === "maxn" ? 3 : null,
    };
  }

  // ---------------------------------------------------------------- the page

  /** Once: a button that is built again while it is pressed, because a number beside it has changed, would not be clicked. */
  build() {
    this.root.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, "Practise"), this.score),
      make("section", { class: "card source", "aria-label": "Exercise" }, this.fields),
      make("div", { class: "exercise" },
        make("section", { class: "card", "aria-label": "Tree" }, this.sheet),
        make("div", { class: "stack" },
          make("section", { class: "card", "aria-label": "Question" }, make("h2", {}, "The question"), this.question),
          make("section", { class: "card", "aria-label": "Answer" }, this.choice,
            make("div", { class: "row" }, button("Check", () => this.check(), { class: "main", sign: "check" }), button("Next exercise", () => this.wish({ seed: this.seed + 1 }), { sign: "right" })),
            this.verdict, this.after),
          make("div", { class: "row" }, this.copyButton("A link to this exercise, for a class")))));
  }

  showWishes() {
    const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
      whole(value, least, most, (now) => this.wish({ [name]: now }));
    const parts = [
      field("Search", choice(KINDS, this.kind, (value) => this.wish({ kind: value }))),
      field("Depth", number("depth", this.depth, 1, 5)), field("Branching", number("branching", this.branching, 2, 4)),
      this.prunes ? field("Cuts, at least", number("cuts", this.cuts, 0, 12)) : null,
      this.prunes ? field("Cut on", choice([[">=", "≥ (ties cut)"], [">", "> (only beyond)"]], this.rule, (value) => this.wish({ rule: value }))) : null,
      field("Number", number("seed", this.seed, 0, 1e9), "the same number is the same exercise for the whole class"),
    ];
    keepingFocus(this.root, () => this.fields.replaceChildren(...parts.filter((part) => part !== null)));
  }

  showScore() {
    this.score.textContent = this.tried ? `${this.right} right of ${this.tried}` : "";
  }

  /**
   * Another exercise. It counts at once, for a button may be pressed out of a number; it is shown when the focus has arrived.
   * @param {Record<string, any>} change
   */
  wish(change) {
    Object.assign(this, change);
    if ("kind" in change && this.kind === "maxn") this.depth = Math.min(this.depth, 3);
    this.isAwaited = true;
    this.asked = this.graded = {};
    clearTimeout(this.wishing);
    this.wishing = window.setTimeout(() => {
      if (this.closed) return;
      this.showWishes();
      this.load();
    });
  }

  write() {
    const usual = { depth: 3, branching: 2, cuts: 0, rule: ">=" };
    const wishes = { algorithm: this.kind, depth: this.depth, branching: this.branching, cuts: this.cuts, rule: this.rule, seed: this.seed };
    this.frame.write(Object.fromEntries(Object.entries(wishes).filter(([name, value]) => usual[/** @type {keyof typeof usual} */ (name)] !== value)));
  }

  async load() {
    this.write();
    this.tries = 0;
    this.isFound = false;
    this.pruned = new Set();
    this.action = "";
    const asked = (this.asked = this.graded = {});
    this.isAwaited = true;
    try {
      const made = await post("exercise", this.wishes());
      await released(); // another tree moves the buttons
      if (this.closed || asked !== this.asked) return;
      this.isAwaited = false;
      this.made = /** @type {Exercise} */ (made);
      this.show();
    } catch (error) {
      if (asked !== this.asked) return;
      this.isAwaited = false;
      this.made = null;
      this.sheet.closest(".exercise")?.classList.remove("wide");
      for (const part of [this.choice, this.verdict, this.after]) part.replaceChildren();
      this.question.replaceChildren(make("p", { class: "quiet" }, "There is no such exercise."));
      this.sheet.replaceChildren(make("p", { class: "notice bad", role: "alert" }, /** @type {Error} */ (error).message));
    }
  }

  show() {
    const made = /** @type {Exercise} */ (this.made);
    this.question.replaceChildren(...paragraphs(made.question));
    this.drawn = picture(made.svg);
    this.drawn.setAttribute("role", "group");
    this.drawn.setAttribute("aria-label", "the tree");
    this.drawn.classList.add("exercise-tree");
    const room = make("div", { class: "tree-room" }, this.drawn);
    grow(this.drawn, 1.35, room);
    this.sheet.closest(".exercise")?.classList.toggle("wide", this.drawn.viewBox.baseVal.width > WIDE);
    this.sheet.replaceChildren(make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "the tree, to fill in" }, room));
    this.inputs = new Map();
    for (const node of made.nodes) if (node.inner && made.asks.values.includes(node.label)) room.append(this.valueInput(node));
    if (made.asks.pruned) for (const node of made.nodes) this.makePrunable(node);
    this.choice.replaceChildren(...this.actionChoice(made.actions));
    this.verdict.replaceChildren();
    this.after.replaceChildren();
    this.recall();
  }

  /** What was answered before the person went elsewhere, and what was said of it. */
  recall() {
    this.name = JSON.stringify(this.wishes());
    const given = kept().given[this.name];
    if (!given) return;
    for (const [label, input] of this.inputs) input.value = given.values[label] ?? "";
    this.pruned = new Set(given.pruned);
    this.action = given.action;
    for (const one of this.choice.querySelectorAll("input")) one.checked = one.value === given.action;
    this.showPruned();
    this.tries = given.tries ?? 0;
    this.isFound = Boolean(given.isFound);
    if (this.tries) this.grade().then((grade) => grade && this.showVerdict(grade));
  }

  keep() {
    const { name } = this;
    if (this.isAwaited) return;
    const values = Object.fromEntries([...this.inputs].map(([label, input]) => [label, input.value]));
    const { [name]: _, ...others } = kept().given;
    const given = { ...others, [name]: { values, pruned: [...this.pruned], action: this.action, tries: this.tries, isFound: this.isFound } };
    keep({ right: this.right, tried: this.tried, given });
  }

  /** @param {Exercise["nodes"][0]} node */
  valueInput(node) {
    const group = /** @type {SVGGElement} */ (this.drawn?.querySelector(`g.node[data-i="${node.item}"]`));
    const blank = /** @type {SVGTextElement | null} */ (group.querySelector(".v"));
    const wide = Boolean(this.made?.asks.vector);
    const input = make("input", { type: "text", class: wide ? "value wide" : "value", autocomplete: "off", inputmode: "text", "aria-label": `value of ${node.label}`, placeholder: wide ? "?, ?, ?" : "?" });
    const mover = group.querySelector(".w");
    mover?.setAttribute("y", String(Number(mover.getAttribute("y")) + BELOW)); // the input is higher than the line that it stands for
    const { width, height } = /** @type {SVGSVGElement} */ (this.drawn).viewBox.baseVal;
    input.style.left = `${(100 * Number(blank?.getAttribute("x") ?? 0)) / width}%`;
    input.style.top = `${(100 * (Number(blank?.getAttribute("y") ?? 0) - 5)) / height}%`;
    blank?.remove();
    input.addEventListener("keydown", (event) => event.key === "Enter" && this.check());
    input.addEventListener("input", () => {
      input.classList.remove("wrong");
      this.keep();
    });
    this.inputs.set(node.label, input);
    return input;
  }

  /**
   * The edge above a node prunes the node and all below it.
   * @param {Exercise["nodes"][0]} node
   */
  makePrunable(node) {
    const edge = /** @type {SVGGElement | null} */ (this.drawn?.querySelector(`g.edge[data-i="${node.item}"]`));
    const line = edge?.querySelector("line.e");
    if (!edge || !line) return;
    const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((name) => Number(line.getAttribute(name)));
    edge.prepend(draw("line", { class: "hit", x1, y1, x2, y2 }));
    const [along, down] = [(x2 - x1) / Math.hypot(x2 - x1, y2 - y1), (y2 - y1) / Math.hypot(x2 - x1, y2 - y1)];
    for (const share of [0.26, 0.36]) {
      const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
      edge.append(draw("line", { class: "cut", x1: x - 8 * down, y1: y + 8 * along, x2: x + 8 * down, y2: y - 8 * along }));
    }
    edge.classList.add("prunable");
    edge.setAttribute("role", "checkbox");
    edge.setAttribute("aria-checked", "false");
    edge.setAttribute("tabindex", "0");
    edge.setAttribute("aria-label", `prune the branch to ${node.label}`);
    const flip = () => {
      if (this.pruned.has(node.label)) this.pruned.delete(node.label);
      else this.pruned.add(node.label);
      this.showPruned();
      this.keep();
    };
    edge.addEventListener("click", flip);
    edge.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      flip();
    });
  }

  /** Dashes for what is pruned, and for all below it. */
  showPruned() {
    const made = /** @type {Exercise} */ (this.made);
    const below = new Set(this.pruned);
    for (const node of made.nodes) if (below.has(node.label)) for (const child of made.tree.nodes[node.label]?.children ?? []) below.add(child);
    for (const node of made.nodes) {
      const isCut = this.pruned.has(node.label);
      for (const group of this.drawn?.querySelectorAll(`g[data-i="${node.item}"]`) ?? []) {
        group.classList.toggle("pruned", below.has(node.label));
        if (group.matches(".edge")) {
          group.classList.toggle("cutoff", isCut);
          group.setAttribute("aria-checked", String(isCut));
        }
      }
      const input = this.inputs.get(node.label);
      if (input) input.disabled = below.has(node.label);
    }
  }

  /** @param {string[]} actions */
  actionChoice(actions) {
    if (!actions.length) return [];
    const name = "root-action";
    return [make("fieldset", { class: "segments" }, make("legend", {}, "The action at the root"),
      make("div", {}, ...actions.map((action) => make("label", {},
        make("input", { type: "radio", name, value: action, checked: action === this.action, onchange: () => this.choose(action) }), make("span", {}, action)))))];
  }

  /** @param {string} action */
  choose(action) {
    this.action = action;
    this.keep();
  }

  // ---------------------------------------------------------------- grading

  answer() {
    const made = /** @type {Exercise} */ (this.made);
    const values = Object.fromEntries([...this.inputs].map(([label, input]) => [label, input.disabled ? null : input.value.trim() || null]));
    return { ...made.form, values: { ...made.form.values, ...values }, pruned: [...this.pruned], action: this.action || null };
  }

  /** Has anything been answered? */
  get isEmpty() {
    return !this.pruned.size && !this.action && [...this.inputs.values()].every((input) => input.disabled || !input.value.trim());
  }

  /**
   * What the server says of the answer; nothing if it cannot be read, which is told, or if the person has gone on.
   * @param {object} [more] what else is asked
   */
  async grade(more = {}) {
    const { made } = this;
    if (!made) return null;
    const graded = (this.graded = {});
    try {
      const grade = await post("grade", { exercise: made.exercise, answer: this.answer(), ...more });
      return graded === this.graded ? grade : null;
    } catch (error) {
      if (graded === this.graded) this.say("bad", /** @type {Error} */ (error).message);
      return null;
    }
  }

  /**
   * @param {string} tone
   * @param {...import("./dom.js").Child} words
   */
  say(tone, ...words) {
    this.verdict.replaceChildren(make("div", { class: `notice ${tone}` }, ...words.map((part) => (typeof part === "string" ? make("p", {}, part) : part))));
  }

  async check() {
    if (this.isAwaited) return;
    if (!this.made) return this.say("bad", "There is nothing to check: no exercise is like this. Ask for another one.");
    if (this.isEmpty) {
      this.say("", "The sheet is still empty, so this does not count as a try. Click beside a node and write its value.");
      return this.showAfter();
    }
    const grade = await this.grade();
    if (!grade) return;
    this.count(grade.right);
    this.showVerdict(grade);
  }

  /**
   * The first try counts.
   * @param {boolean} isRight
   */
  count(isRight) {
    if (!this.tries) this.tried++;
    if (!this.tries && isRight) this.right++;
    if (!this.isFound) this.tries++;
    this.isFound ||= isRight;
    this.keep();
    this.showScore();
  }

  /** @param {any} grade */
  showVerdict(grade) {
    const share = `${grade.agreeing} of ${grade.asked} parts agree.`;
    const words = grade.right ? "Right." : grade.mistake?.sentence ?? grade.words;
    const late = grade.right && this.tries > 1 ? `That was the ${TIMES[this.tries] ?? `${this.tries}th`} try: well found. The score counts only the first.` : "";
    this.say(grade.right ? "good" : "bad", make("p", {}, make("strong", {}, grade.right ? "✓ " : "✗ "), words),
      grade.right ? null : make("p", { class: "small" }, `This is the first mistake. ${share}`), late ? make("p", { class: "small" }, late) : null);
    for (const [label, input] of this.inputs) input.classList.toggle("wrong", !grade.right && label === grade.mistake?.node);
    for (const group of this.drawn?.querySelectorAll("g.node") ?? []) {
      const node = this.made?.nodes.find(({ item }) => String(item) === group.getAttribute("data-i"));
      group.classList.toggle("mistaken", !grade.right && node?.label === grade.mistake?.node);
    }
    this.showAfter();
  }

  showAfter() {
    this.after.replaceChildren(button("Show the solution", () => this.solve()), make("a", { class: "button", href: this.labLink() }, "Step through it in the lab"));
  }

  labLink() {
    const made = /** @type {Exercise} */ (this.made);
    return route("lab", { game: `tree:${JSON.stringify(made.tree)}`, algorithm: made.algorithm, rule: this.prunes && this.rule === ">" ? ">" : null });
  }

  async solve() {
    const made = /** @type {Exercise} */ (this.made);
    if (this.isAwaited) return;
    if (!this.tries) this.count(false); // who has seen it cannot find it any more
    const solved = await this.grade({ answer: made.form, solution: true });
    if (!solved) return;
    const drawn = picture(solved.svg);
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", "the solution");
    grow(drawn, 1);
    this.verdict.append(make("div", { class: "scroll solution", tabindex: "0", role: "group", "aria-label": "the solution" }, drawn));
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

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Practise(root, frame);
  view.build();
  view.update(params);
  return view;
}
