// The terms of the field, explained where the page uses them: labels, headings and facts that
// mention a term of the glossary are marked, and say its sentence on hover, focus and tap.

import { fetchGlossary } from "../api.js";
import { Tip } from "./tip.js";

/** @typedef {{names: string[], term: string, meaning: string, source: string,
 *             section: string}} Entry */

/** What is marked: short texts that name something. */
const NAMED = "h2, h3, h4, label, legend, dt, th, summary, .fact > .quiet, .named";

/** Texts that people or games wrote, and parts that change while they are read. */
const LEFT_OUT = ".predict *, .lecture-item *, .grid *, .variations *, .room *, .tour *";

/** One of a few options, side by side. */
const OPTION = ".segments div label";

/** The section of the glossary about the code. */
const OF_THE_CODE = "The house";

/** Milliseconds after a change of the page until its terms are marked. */
const PAUSE = 150;

/** The most terms that one text explains. */
const MOST = 2;

/** Letters, so that "cut" is not found in "cute". */
const LETTER = "[\\p{L}\\p{N}]";

class Glossary {
  /** The entries by their names in lower case. @type {Map<string, Entry>} */
  entries = new Map();
  /** All names, longer ones first. @type {RegExp | null} */
  pattern = null;
  tip = new Tip((text) => this.find(text));
  timer = 0;

  /** @param {Entry[]} entries */
  constructor(entries) {
    for (const entry of entries) {
      for (const name of entry.section === OF_THE_CODE ? [] : entry.names) this.#add(name, entry);
    }
    const names = [...this.entries.keys()].sort((a, b) => b.length - a.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = new RegExp(`(?<!${LETTER})(${escaped.join("|")})s?(?!${LETTER})`, "giu");
  }

  /**
   * @param {string} name
   * @param {Entry} entry
   */
  #add(name, entry) {
    const isLetter = /^[A-Za-z]$/.test(name); // S is also the name of a node
    if (!isLetter && !this.entries.has(name.toLowerCase())) {
      this.entries.set(name.toLowerCase(), entry);
    }
  }

  /** The entries for an element; an option is explained only if all of it is a term. */
  entriesOf(/** @type {HTMLElement} */ element) {
    const found = this.find(element.textContent ?? "");
    const isTerm = this.entries.has((element.textContent ?? "").trim().toLowerCase());
    return element.matches(OPTION) && !isTerm ? [] : found;
  }

  /** The entries that a text mentions. @param {string} text */
  find(text) {
    const found = [...text.matchAll(this.pattern ?? /$^/g)].map(([, name]) =>
      this.entries.get(name.toLowerCase()));
    return [...new Set(found)].filter((entry) => entry !== undefined).slice(0, MOST);
  }

  /** Mark the terms of the page, now and whenever it changes. @param {HTMLElement} root */
  watch(root) {
    const later = () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.mark(root), PAUSE);
    };
    new MutationObserver(later).observe(root, { childList: true, subtree: true });
    this.mark(root);
  }

  /** @param {HTMLElement} root */
  mark(root) {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(NAMED))) {
      const text = element.textContent ?? "";
      if (element.dataset.text === text || element.matches(LEFT_OUT)) continue;
      element.dataset.text = text;
      this.#markOne(element, this.entriesOf(element));
    }
  }

  /**
   * @param {HTMLElement} element
   * @param {Entry[]} entries
   */
  #markOne(element, entries) {
    const isLabel = element instanceof HTMLLabelElement;
    element.classList.toggle("term", entries.length > 0);
    if (!entries.length) return this.tip.forget(element);
    this.tip.explain(element, entries);
    if (isLabel && element.control) this.tip.explain(element.control, entries);
    const isReached = isLabel || element.matches("summary") || element.closest("summary");
    if (!isReached) element.setAttribute("tabindex", "0");
  }
}

/** Mark the terms in an element, once the glossary is there. @param {HTMLElement} root */
export async function explainTerms(root) {
  const entries = await fetchGlossary().catch(() => []);
  if (entries.length) new Glossary(entries).watch(root);
}
