// The sheet of an exercise: a tree with inputs beside its nodes and branches that can be pruned.

import { draw, grow, make, picture } from "../dom.js";

/**
 * @typedef {{item: number, label: string, inner: boolean}} ExerciseNode
 * @typedef {{exercise: any, question: string, tree: any, algorithm: string, svg: string,
 *            nodes: ExerciseNode[], form: any, actions: string[],
 *            asks: {values: string[], pruned: boolean, vector: number}}} Exercise
 * @typedef {import("./kept.js").Answers} Answers
 */

/** Width in pixels beyond which a tree gets the whole width of the page. */
const WIDE = 760;

/** How large and how small a tree is drawn by itself, as a share of its own size. */
const [MOST, LEAST] = [1.9, 0.58];

/** Pixels by which the label of the mover moves down: an input is higher than a printed line. */
const LABEL_SHIFT = 10;

/** Where on an edge the two strokes of a cut stand, and half their length in pixels. */
const CUT_PLACES = [0.26, 0.36];
const CUT_LENGTH = 8;

export class Sheet {
  /** @type {Map<string, HTMLInputElement>} */
  inputs = new Map();
  /** @type {Set<string>} */
  pruned = new Set();
  action = "";

  /**
   * @param {Exercise} exercise
   * @param {{onChange: () => void, onEnter: () => void}} listeners
   */
  constructor(exercise, { onChange, onEnter }) {
    this.exercise = exercise;
    this.onChange = onChange;
    this.onEnter = onEnter;
    this.svg = picture(exercise.svg);
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", "the tree");
    this.svg.classList.add("exercise-tree");
    const room = make("div", { class: "tree-room" }, this.svg);
    grow(this.svg, MOST, room, "62vh", LEAST);
    room.style.setProperty("--own", String(this.svg.viewBox.baseVal.width));
    const { asks, nodes, actions } = exercise;
    for (const node of nodes) {
      if (node.inner && asks.values.includes(node.label)) room.append(this.#valueInput(node));
      if (asks.pruned) this.#makePrunable(node);
    }
    const label = "the tree, to fill in";
    this.root = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
      room);
    this.choice = make("div", {}, actions.length ? this.#actionChoice(actions) : null);
  }

  get isWide() {
    return this.svg.viewBox.baseVal.width > WIDE;
  }

  /** Is there no answer yet? */
  get isEmpty() {
    const inputs = [...this.inputs.values()];
    const isBlank = inputs.every(({ disabled, value }) => disabled || !value.trim());
    return !this.pruned.size && !this.action && isBlank;
  }

  /** The answers as they stand on the sheet. @returns {Answers} */
  read() {
    const values = [...this.inputs].map(([label, input]) => [label, input.value]);
    return {
      values: Object.fromEntries(values),
      pruned: [...this.pruned],
      action: this.action,
    };
  }

  /** Fill in answers. @param {Answers} answers */
  fill({ values, pruned, action }) {
    for (const [label, input] of this.inputs) input.value = values[label] ?? "";
    this.pruned = new Set(pruned);
    this.action = action;
    for (const one of this.choice.querySelectorAll("input")) one.checked = one.value === action;
    this.#showPruned();
  }

  /** The answers in the form that the server grades. */
  answer() {
    const { form } = this.exercise;
    const values = [...this.inputs].map(([label, input]) => [
      label,
      input.disabled ? null : input.value.trim() || null,
    ]);
    return {
      ...form,
      values: { ...form.values, ...Object.fromEntries(values) },
      pruned: [...this.pruned],
      action: this.action || null,
    };
  }

  /** Mark the node of the first mistake. @param {string | undefined} mistaken */
  markMistake(mistaken) {
    for (const [label, input] of this.inputs) input.classList.toggle("wrong", label === mistaken);
    for (const { item, label } of this.exercise.nodes) {
      this.#groups(item, ".node").forEach((group) =>
        group.classList.toggle("mistaken", label === mistaken),
      );
    }
  }

  /**
   * @param {number} item
   * @param {string} [which]
   */
  #groups(item, which = "") {
    return this.svg.querySelectorAll(`g${which}[data-i="${item}"]`);
  }

  /** @param {ExerciseNode} node */
  #valueInput({ item, label }) {
    const [group] = this.#groups(item, ".node");
    const blank = group.querySelector(".v");
    const mover = group.querySelector(".w");
    mover?.setAttribute("y", String(Number(mover.getAttribute("y")) + LABEL_SHIFT));
    const isVector = Boolean(this.exercise.asks.vector);
    const input = make("input", {
      type: "text",
      class: isVector ? "value wide" : "value",
      autocomplete: "off",
      inputmode: "text",
      "aria-label": `value of ${label}`,
      placeholder: isVector ? "?, ?, ?" : "?",
    });
    const { width, height } = this.svg.viewBox.baseVal;
    const [x, y] = ["x", "y"].map((name) => Number(blank?.getAttribute(name) ?? 0));
    input.style.left = `${(100 * x) / width}%`;
    input.style.top = `${(100 * (y - 5)) / height}%`;
    blank?.remove();
    input.addEventListener("keydown", (event) => event.key === "Enter" && this.onEnter());
    input.addEventListener("input", () => {
      input.classList.remove("wrong");
      this.onChange();
    });
    this.inputs.set(label, input);
    return input;
  }

  /**
   * Let the edge above a node prune the node and all below it.
   * @param {ExerciseNode} node
   */
  #makePrunable({ item, label }) {
    const edge = /** @type {SVGGElement | undefined} */ (this.#groups(item, ".edge")[0]);
    const line = edge?.querySelector("line.e");
    if (!edge || !line) return;
    drawCut(edge, line);
    edge.classList.add("prunable");
    edge.setAttribute("role", "checkbox");
    edge.setAttribute("aria-checked", "false");
    edge.setAttribute("tabindex", "0");
    edge.setAttribute("aria-label", `prune the branch to ${label}`);
    const flip = () => {
      if (!this.pruned.delete(label)) this.pruned.add(label);
      this.#showPruned();
      this.onChange();
    };
    edge.addEventListener("click", flip);
    edge.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      flip();
    });
  }

  /** Dash the pruned branches and all below them. */
  #showPruned() {
    const { nodes, tree } = this.exercise;
    const below = new Set(this.pruned);
    for (const { label } of nodes) {
      const children = below.has(label) ? tree.nodes[label]?.children ?? [] : [];
      for (const child of children) below.add(child);
    }
    for (const { item, label } of nodes) {
      for (const group of this.#groups(item)) {
        group.classList.toggle("pruned", below.has(label));
        if (!group.matches(".edge")) continue;
        group.classList.toggle("cutoff", this.pruned.has(label));
        group.setAttribute("aria-checked", String(this.pruned.has(label)));
      }
      const input = this.inputs.get(label);
      if (input) input.disabled = below.has(label);
    }
  }

  /** @param {string[]} actions */
  #actionChoice(actions) {
    const choose = (/** @type {string} */ action) => () => {
      this.action = action;
      this.onChange();
    };
    const radio = { type: "radio", name: "root-action" };
    const labels = actions.map((action) => make("label", {},
      make("input", { ...radio, value: action, onchange: choose(action) }),
      make("span", {}, action)));
    return make("fieldset", { class: "segments" },
      make("legend", {}, "The action at the root"), make("div", {}, ...labels));
  }
}

/**
 * Draw the strokes of a cut on an edge, and a wide line that can be clicked.
 * @param {SVGGElement} edge
 * @param {Element} line
 */
function drawCut(edge, line) {
  const ends = ["x1", "y1", "x2", "y2"].map((name) => Number(line.getAttribute(name)));
  const [x1, y1, x2, y2] = ends;
  edge.prepend(draw("line", { class: "hit", x1, y1, x2, y2 }));
  const length = Math.hypot(x2 - x1, y2 - y1);
  const dx = (CUT_LENGTH * (y2 - y1)) / length;
  const dy = (CUT_LENGTH * (x2 - x1)) / length;
  for (const share of CUT_PLACES) {
    const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    edge.append(draw("line", { class: "cut", x1: x - dx, y1: y + dy, x2: x + dx, y2: y - dy }));
  }
}
