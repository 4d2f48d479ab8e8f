// A tooltip that explains terms: it comes on hover, focus and tap, and goes with Escape.

import { make } from "../dom.js";

/** @typedef {import("./glossary.js").Entry} Entry */

/** Milliseconds that the pointer rests on a term before it is explained. */
const REST = 350;

/** Pixels between a term and its tooltip, and around the window. */
const GAP = 8;

export class Tip {
  root = make("div", { id: "term-tip", class: "term-tip", role: "tooltip", hidden: true });
  /** What each element explains. @type {WeakMap<Element, Entry[]>} */
  entries = new WeakMap();
  /** @type {HTMLElement | null} */
  at = null;
  timer = 0;
  /** The last press: by which pointer, and what was explained before. */
  press = { pointer: "", at: /** @type {HTMLElement | null} */ (null) };

  /** @param {(text: string) => Entry[]} find the entries that a text mentions */
  constructor(find) {
    this.find = find;
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ act) =>
      document.addEventListener(type, act, true);
    on("pointerover", (event) => this.#hover(event));
    on("pointerdown", (event) => this.#press(event));
    on("click", (event) => this.#tap(event));
    on("focusin", (event) => this.#focus(event));
    on("focusout", ({ target }) => target === this.at && this.hide());
    on("keydown", (event) => this.#key(event));
    on("scroll", () => this.at && this.#place(this.at.getBoundingClientRect()));
  }

  /**
   * @param {HTMLElement} element
   * @param {Entry[]} entries
   */
  explain(element, entries) {
    this.entries.set(element, entries);
  }

  /** @param {HTMLElement} element */
  forget(element) {
    this.entries.delete(element);
  }

  /** The term around what an event hit. @param {Event} event */
  #find({ target }) {
    let element = target instanceof Element ? target : null;
    while (element && !this.entries.has(element)) element = element.parentElement;
    return element instanceof HTMLElement ? element : null;
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== "mouse" || this.root.contains(/** @type {Node} */ (event.target))) {
      return;
    }
    clearTimeout(this.timer);
    const element = this.#find(event);
    if (element === this.at) return;
    const isHeld = this.at !== null && this.at === document.activeElement;
    if (this.at && !isHeld) this.hide();
    const isTerm = element?.classList.contains("term"); // a control is explained by its label
    if (element && isTerm) this.timer = window.setTimeout(() => this.show(element), REST);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.press = { pointer: event.pointerType, at: this.at };
    this.hide();
  }

  /** A tap on a term explains it; a second one takes the tooltip away. @param {Event} event */
  #tap(event) {
    const element = this.#find(event);
    const { pointer, at } = this.press;
    const isTap = pointer === "touch" || pointer === "pen";
    if (!element || !isTap || element === at || !element.classList.contains("term")) return;
    setTimeout(() => this.show(element)); // when the focus has come to the control of a label
  }

  /** A term that keys reach, or the control of one, is explained. @param {FocusEvent} event */
  #focus(event) {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !this.entries.has(target)) return;
    const isTyped = target.matches("input:not([type=radio], [type=checkbox]), textarea");
    if (target.matches(":focus-visible") && !isTyped) this.show(target);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || this.root.hidden) return;
    event.stopPropagation();
    this.hide();
  }

  /** @param {HTMLElement} element */
  show(element) {
    const entries = this.#list(element);
    if (!entries.length || !element.isConnected) return;
    this.at = element;
    this.root.replaceChildren(...entries.map(({ term, meaning, source }) =>
      make("p", {}, make("strong", {}, term), `: ${meaning}. `,
        make("span", { class: "quiet" }, source === "own word" ? "" : source))));
    document.querySelector("main")?.append(this.root); // a view that opens clears the page
    this.root.hidden = false;
    element.setAttribute("aria-describedby", this.root.id);
    this.#place(element.getBoundingClientRect());
  }

  /** What an element explains; of a list also the choice. @param {HTMLElement} element */
  #list(element) {
    const control = element instanceof HTMLLabelElement ? element.control : element;
    const chosen = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : "";
    return [...new Set([...(this.entries.get(element) ?? []), ...this.find(chosen ?? "")])];
  }

  /** Below the term, or above it where there is no room. @param {DOMRect} term */
  #place(term) {
    const { style } = this.root;
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const isBelow = term.bottom + GAP + height <= window.innerHeight;
    const left = Math.min(term.left, window.innerWidth - width - GAP);
    style.left = `${Math.max(left, GAP)}px`;
    style.top = `${isBelow ? term.bottom + GAP : Math.max(term.top - GAP - height, GAP)}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.at?.removeAttribute("aria-describedby");
    this.at = null;
    this.root.hidden = true;
  }
}
