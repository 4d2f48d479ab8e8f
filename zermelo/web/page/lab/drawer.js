// The lab's settings: a panel beside the tree, or over it on narrow screens, that opens and closes.

import { button, choice, toggle } from "../controls.js";
import { make } from "../dom.js";
import { shareButton } from "../inout/share.js";
import { sourceCard } from "./source.js";

/** @typedef {import("./lab.js").Lab} Lab */

/** Where the browser remembers whether the drawer is open. */
const MEMORY = "zermelo-lab-drawer";

/** Windows that have room for the drawer beside the tree, and for a first visit with it open. */
const [BESIDE, ROOMY] = ["(min-width: 60.01rem)", "(min-width: 100rem)"];

/** @type {[string, string][]} */
const FORMATS = [
  ["svg", "SVG, this step"],
  ["png", "PNG, this step"],
  ["tex", "TikZ, this step"],
  ["slides", "Beamer slides, all steps"],
  ["html", "HTML stepper"],
  ["json", "JSON trace"],
  ["dot", "Graphviz"],
  ["mmd", "Mermaid"],
  ["txt", "Text"],
];

/** How MAX and MIN are drawn. @type {[string, string][]} */
const STYLES = [["", "△ ▽"], ["lecture", "□ ○"]];

/** Which successors of a position are drawn. @type {[string, string][]} */
const SUCCESSORS = [
  ["", "symmetry folded, at most 12"],
  ["all", "all moves"],
  ["2", "2 moves …"],
  ["3", "3 moves …"],
  ["5", "5 moves …"],
];

/** Which of two searches to download. @type {[string, string][]} */
const WHOSE = [
  ["both", "of both"],
  ["first", "of the first"],
  ["second", "of the second"],
];

export class Drawer {
  content = make("div", { class: "stack" });
  opener = button("Settings", () => this.toggle(), {
    sign: "settings",
    title: "Tree, search and options (O)",
  });
  closer = button("Close the settings", () => this.toggle(false), {
    sign: "close",
    class: "plain round",
    bare: true,
  });
  root = make("aside", { class: "drawer", id: "lab-settings", "aria-label": "Settings" },
    this.closer, this.content);

  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
    this.opener.setAttribute("aria-controls", this.root.id);
    this.#show(isRemembered());
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** Is the drawer beside the tree, and not over it? */
  get isBeside() {
    return matchMedia(BESIDE).matches;
  }

  /** @param {boolean} on */
  #show(on) {
    this.root.hidden = !on;
    this.opener.setAttribute("aria-expanded", String(on));
  }

  /** Open or close the drawer, and remember that. @param {boolean} [on] */
  toggle(on = !this.isOpen) {
    const hadFocus = this.root.contains(document.activeElement);
    this.#show(on);
    if (on && !this.isBeside) this.closer.focus();
    if (!on && hadFocus) this.opener.focus();
    if (!this.isBeside) return; // over the tree it is open only while it is used
    try {
      localStorage.setItem(MEMORY, on ? "open" : "closed");
    } catch {
      // storage is forbidden: nothing is remembered
    }
  }

  /** Close a drawer that covers the tree. Returns whether there was one. */
  leave() {
    if (this.isBeside || !this.isOpen) return false;
    this.toggle(false);
    return true;
  }

  /** Show the settings of what is searched. */
  fill() {
    const { lab } = this;
    const [first, second] = lab.benches;
    this.content.replaceChildren(
      part("Tree", sourceCard(lab)),
      part("Search", first.controls),
      part("Second search", make("div", { class: "stack tight" },
        toggle("Compare two searches", lab.isCompared, (on) => lab.compare(on)),
        second ? second.controls : null,
        second ? toggle("Step together", lab.isTogether, (on) => lab.setTogether(on)) : null)),
      part("Picture", this.#looks()),
      part("Keep", this.#keep()));
  }

  /** How the tree is drawn. */
  #looks() {
    return make("div", { class: "row" },
      this.#look("Style: MAX and MIN as triangles, or as in the lecture", "style", STYLES),
      this.lab.isTree ? null : this.#look("Moves that are drawn", "successors", SUCCESSORS));
  }

  /**
   * A list of ways to draw the tree.
   * @param {string} label
   * @param {string} name of the setting
   * @param {[string, string][]} options
   */
  #look(label, name, options) {
    const { lab } = this;
    const list = choice(options, lab.setting[name] ?? "", (value) => lab.set({ [name]: value }));
    list.setAttribute("aria-label", label);
    list.title = label;
    return list;
  }

  /** A file of the search, and a link to it. */
  #keep() {
    const { lab } = this;
    const offered = ["slides", ...(lab.catalogue?.formats ?? [])];
    const format = choice(FORMATS.filter(([form]) => offered.includes(form)), "svg");
    format.setAttribute("aria-label", "Format");
    const whose = choice(WHOSE, "both");
    whose.setAttribute("aria-label", "Of which search");
    const complain = (/** @type {Error} */ error) => lab.benches[0].complain(error);
    const save = () => lab.download(format.value, whose.value).catch(complain);
    const share = () => lab.download("html", whose.value);
    return make("div", { class: "row" },
      format, lab.isCompared ? whose : null,
      button("Download", save, { sign: "download" }),
      shareButton(share, complain), lab.copyButton());
  }
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function part(title, content) {
  const named = { class: "part", role: "group", "aria-label": title };
  return make("div", named, make("h2", {}, title), content);
}

/** Is the drawer open at the beginning? */
function isRemembered() {
  if (!matchMedia(BESIDE).matches) return false;
  try {
    const known = localStorage.getItem(MEMORY);
    if (known) return known === "open";
  } catch {
    // storage is forbidden: every visit is the first
  }
  return matchMedia(ROOMY).matches;
}
