// One item of the notes: what they say, where to see it, what comes out, and what to type.

import { post, ROOT } from "../api.js";
import { button } from "../controls.js";
import { make } from "../dom.js";
import { icon } from "../icons.js";
import { viewPicture } from "../tree/viewer.js";

/**
 * @typedef {{about: string, expected: string, printed: boolean}} Fact
 * @typedef {Fact & {computed: string, agrees: boolean}} Check
 * @typedef {{id: string, kind: string, source: string, section: string, title: string,
 *            says: string, facts: Fact[], python: string, commands: string[], picture: string,
 *            link: string}} Entry
 */

/** What a link to a view says. @type {Record<string, string>} */
const OPENING = {
  lab: "Open in the lab",
  play: "Play it",
  analyse: "Open on the board",
  practise: "Practise it",
  pacman: "Watch it",
};

export class Item {
  facts = make("div", { class: "facts", "aria-live": "polite" });

  /**
   * @param {Entry} entry
   * @param {() => void} chosen called when a person chooses this item
   * @param {(error: Error | null) => void} complain
   */
  constructor(entry, chosen, complain) {
    this.entry = entry;
    this.complain = complain;
    const compare = button("Compare with the notes", () => {
      chosen();
      this.compare();
    }, { sign: "check" });
    this.root = make("article", { class: "card lecture-item", "aria-label": entry.title },
      make("div", { class: "row spread" },
        make("h4", {}, entry.title), make("code", { class: "quiet small" }, entry.id)),
      make("p", {}, entry.says),
      entry.picture ? picture(entry) : null,
      make("div", { class: "row" }, this.#opener(), compare),
      this.facts,
      this.#texts());
  }

  #opener() {
    const { link } = this.entry;
    const [view] = link.replace("#/", "").split("?");
    if (!link) return null;
    return make("a", { class: "button main", href: link }, icon("right"), OPENING[view]);
  }

  /** What to type in a terminal and in Python. */
  #texts() {
    const { commands, picture, python } = this.entry;
    const lines = [...commands, picture].filter(Boolean).map((line) => `$ ${line}`);
    const text = (/** @type {string} */ label, /** @type {string} */ words) =>
      make("pre", { class: "typed", tabindex: 0, role: "region", "aria-label": label }, words);
    return make("details", {},
      make("summary", {}, "Commands and Python"),
      text("Commands", lines.join("\n")), text("Python", python));
  }

  /** Compute what the notes say, and show both. */
  async compare() {
    this.facts.replaceChildren(make("p", { class: "quiet" }, "Computing …"));
    try {
      const { checks } = await post("lectures", { id: this.entry.id });
      this.complain(null);
      this.facts.replaceChildren(factTable(checks));
    } catch (error) {
      this.facts.replaceChildren();
      this.complain(/** @type {Error} */ (error));
    }
  }
}

/** The picture of an item, drawn by the server when it comes into sight. @param {Entry} entry */
function picture({ id, title }) {
  const alt = `Picture: ${title}`;
  const image = make("img", { class: "lecture-picture", loading: "lazy", alt });
  image.dataset.id = id;
  image.addEventListener("load", () => image.classList.add("drawn"));
  const opener = make("button", {
    type: "button",
    class: "plain lecture-view",
    title: "Larger",
    onclick: () => viewPicture(image, title),
  }, image);
  image.addEventListener("error", () => opener.remove());
  paint(image);
  return opener;
}

/** Draw a picture in the colours of the page. @param {HTMLImageElement} image */
export function paint(image) {
  const { theme } = document.documentElement.dataset;
  image.src = `${ROOT}lectures/${image.dataset.id}.svg?theme=${theme}`;
}

/** What the notes say beside what came out. @param {Check[]} checks */
function factTable(checks) {
  const rows = checks.map(({ about, expected, printed, computed, agrees }) =>
    make("tr", { class: agrees ? "agrees" : "differs" },
      make("th", { scope: "row" }, about),
      make("td", {}, printed ? expected : `${expected} (not printed)`),
      make("td", {}, computed),
      make("td", {}, agrees ? "✓ agrees" : "✗ differs")));
  const heads = ["", "the notes say", "computed", ""].map((words) =>
    words ? make("th", { scope: "col" }, words) : make("td", {}));
  return make("table", {}, make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows));
}
