// Changes of leaves: the editor over a leaf, and the changed tree from the server.

import { post } from "../api.js";
import { make } from "../dom.js";
import { released } from "../focus.js";
import { icon } from "../icons.js";

/**
 * @typedef {import("./lab.js").Lab} Lab
 * @typedef {import("./bench.js").Bench} Bench
 * @typedef {import("./bench.js").Leaf} Leaf
 * @typedef {number | number[] | string} Value
 * @typedef {{path: number[], value: Value}} Change
 */

/** Milliseconds after which a focus that has left the editor counts as gone. */
const FOCUS_PAUSE = 150;

export class Leaves {
  /** The tree before any of its leaves was changed. */
  origin = "";
  /**
   * All changes since, by path, answered or not. Another tree has another map.
   * @type {Map<string, Change>}
   */
  changes = new Map();
  /**
   * The leaf that was changed last: it gets the focus back.
   * @type {{bench: Bench, leaf: Leaf} | null}
   */
  changed = null;
  /** @type {LeafEditor | null} */
  editor = null;
  /** The number of requests sent, and of the latest one that was answered. */
  sent = 0;
  answered = 0;

  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** Begin with another tree, of which no leaf has been changed. */
  begin() {
    this.origin = "";
    this.changes = new Map();
    this.leave(); // what is typed there is dropped: it is no leaf of this tree
  }

  /** Close the editor. What was typed counts. */
  leave() {
    this.editor?.leave();
  }

  /** Take all changes back. */
  reset() {
    const game = this.origin;
    this.begin();
    this.lab.set({ game });
  }

  get isChanged() {
    return Boolean(this.origin) && this.origin !== this.lab.setting.game;
  }

  /**
   * The value of a leaf, also if the server has not drawn it yet.
   * @param {Leaf} leaf
   */
  valueOf(leaf) {
    return this.changes.get(String(leaf.path))?.value ?? leaf.value;
  }

  /**
   * Open an editor over a leaf.
   * @param {Bench} bench
   * @param {SVGGElement} group
   * @param {Leaf} leaf
   * @param {string} label
   */
  edit(bench, group, leaf, label) {
    this.leave();
    this.changed = null; // the focus is here, though the leaf before may still be on its way
    this.editor = new LeafEditor(this, bench, leaf, label);
    this.editor.open(group.getBoundingClientRect());
  }

  /**
   * Give the focus back to the leaf that was changed: the picture is another one.
   * @param {Bench} bench
   */
  refocus(bench) {
    if (this.changed?.bench !== bench) return;
    const { leaf } = this.changed;
    this.changed = null;
    bench.drawn(leaf)?.focus({ preventScroll: true });
  }

  /**
   * Change a leaf. Each request has all changes, so that no late or lost answer undoes another
   * change.
   * @param {Leaf} leaf
   * @param {Value} value
   */
  async change(leaf, value) {
    const { lab, changes } = this;
    this.origin ||= lab.setting.game;
    const key = String(leaf.path);
    const [before, change, number] = [changes.get(key), { path: leaf.path, value }, ++this.sent];
    changes.set(key, change);
    try {
      const body = { game: this.origin, changes: [...changes.values()] };
      const { game } = await post("tree/edit", body);
      if (lab.closed || changes !== this.changes || number < this.answered) return;
      this.answered = number;
      lab.set({ game });
    } catch (error) {
      if (lab.closed || changes !== this.changes) return;
      if (changes.get(key) === change) before ? changes.set(key, before) : changes.delete(key);
      lab.benches[0].complain(/** @type {Error} */ (error));
    }
  }
}

/** An input over a leaf. */
class LeafEditor {
  /**
   * @param {Leaves} leaves
   * @param {Bench} bench
   * @param {Leaf} leaf
   * @param {string} label
   */
  constructor(leaves, bench, leaf, label) {
    this.leaves = leaves;
    this.bench = bench;
    this.leaf = leaf;
    /** The changes of the tree that is edited. */
    this.changes = leaves.changes;
    this.value = leaves.valueOf(leaf);
    this.input = make("input", {
      type: "text",
      inputmode: "text", // keypads for numbers lack the minus
      autocomplete: "off",
      value: [this.value].flat().join(", "), // in full: looking at it changes nothing
      "aria-label": `Value of ${label}`,
      size: 5,
    });
    const keep = { class: "main", "aria-label": "Keep it", title: "Keep it" };
    this.form = make("form", { class: "leaf-editor" },
      this.input, make("button", keep, icon("check")));
    this.form.addEventListener("submit", (event) => this.#submit(event));
    this.form.addEventListener("focusout", () => setTimeout(() => this.#afterFocus(), FOCUS_PAUSE));
    this.input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") this.#close(true);
    });
  }

  /** @param {DOMRect} box of the leaf */
  open(box) {
    const { form, input } = this;
    document.body.append(form);
    const left = Math.max(box.left + box.width / 2 - form.offsetWidth / 2, 4);
    form.style.left = `${window.scrollX + left}px`;
    form.style.top = `${window.scrollY + box.top - 6}px`;
    input.select();
    input.focus();
  }

  /** Close the editor because something else gets the attention. */
  leave() {
    this.#close(false);
    const typed = parseValue(this.input.value, this.leaf.value);
    if (typed !== null && !this.leaves.lab.closed) this.#take(typed, false);
  }

  /** @param {boolean} isBack whether the leaf gets the focus */
  #close(isBack) {
    this.leaves.editor = null;
    this.form.remove();
    if (isBack) this.bench.drawn(this.leaf)?.focus({ preventScroll: true });
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const typed = parseValue(this.input.value, this.leaf.value);
    if (typed === null) return this.#refuse();
    this.#close(true);
    this.#take(typed, true);
  }

  async #afterFocus() {
    await released();
    const { form } = this;
    const isInside = form.contains(document.activeElement) || !document.hasFocus();
    if (form.isConnected && !isInside) this.leave();
  }

  /**
   * @param {Value} value
   * @param {boolean} isBack whether the leaf gets the focus when it is drawn again
   */
  #take(value, isBack) {
    const { leaves, leaf, bench } = this;
    if (this.changes !== leaves.changes) return; // another tree has come meanwhile
    leaves.changed = isBack ? { bench, leaf } : null;
    if (String(value) !== String(leaves.valueOf(leaf))) leaves.change(leaf, value);
  }

  #refuse() {
    const { form, input, value } = this;
    const wanted = Array.isArray(value)
      ? `${value.length} numbers, like ${value.join(", ")}`
      : "one number, like 3 or −0.5, or a letter if it is not known";
    const attributes = { class: "notice bad small", role: "alert", id: "leaf-trouble" };
    const notice = make("p", attributes, `Write ${wanted}.`);
    form.querySelector(".notice")?.remove();
    form.append(notice);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", notice.id);
  }
}

/**
 * A value as typed; null if it is not a value like the one before.
 * @param {string} text
 * @param {Value} like
 * @returns {Value | null}
 */
function parseValue(text, like) {
  if (text.trim() === like) return like;
  if (!Array.isArray(like) && /^[a-z]\d*$/i.test(text.trim())) return text.trim(); // an unknown
  const plain = text.replaceAll("−", "-").replace(/[()[\]]/g, "");
  const parts = plain.split(/[,;\s]+/).filter(Boolean).map(parseNumber);
  if (!parts.length || parts.some((x) => !Number.isFinite(x))) return null;
  if (Array.isArray(like)) return parts.length === like.length ? parts : null;
  return parts.length === 1 ? parts[0] : null;
}

/** The fractions with which pictures write values. */
const FRACTIONS = { "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4 };

/**
 * The number that a text means: 3, -0.5, 1/2, ½ or 7⅔.
 * @param {string} text
 */
function parseNumber(text) {
  const mixed = /^(-?)(\d*)([½⅓⅔¼¾])$/.exec(text);
  if (mixed) {
    const sign = /** @type {keyof typeof FRACTIONS} */ (mixed[3]);
    return (mixed[1] ? -1 : 1) * (Number(mixed[2]) + FRACTIONS[sign]);
  }
  const [top, bottom] = text.split("/");
  return Number(top) / (bottom === undefined ? 1 : Number(bottom));
}
