// The tour: bubbles at the places that they explain, from view to view. Arrow keys go on and back,
// Escape ends it. That it was seen, or not wanted, is remembered.

import { button } from "../controls.js";
import { calm, make } from "../dom.js";

/** @typedef {import("./steps.js").TourStep} TourStep */

/** Where the browser remembers that the tour was seen. */
const KEY = "zermelo-tour";

/** Milliseconds between looks for a place, and how often: a view may have to load. */
const [WAIT, LOOKS] = [100, 50];

/** Pixels between a place and its bubble, and around the window. */
const GAP = 12;

/** The widest window in which the bubble is a sheet at the lower edge, in pixels. */
const NARROW = 700;

/** Was the tour seen, or not wanted? */
export function isDone() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // storage is forbidden: it could not be remembered
  }
}

export function setDone() {
  try {
    localStorage.setItem(KEY, "done");
  } catch {
    // storage is forbidden
  }
}

/** The tour under way. @type {Tour | null} */
let running = null;

/** Start a tour; one under way ends. @param {TourStep[]} steps */
export function startTour(steps) {
  running?.end();
  running = new Tour(steps);
  running.show(0);
}

class Tour {
  at = 0;
  /** The place that is explained. @type {Element | null} */
  place = null;
  /** Counts the steps that were wanted: a place that is found late is not shown. */
  wish = 0;

  /** @param {TourStep[]} steps */
  constructor(steps) {
    this.steps = steps;
    this.root = make("div", { class: "tour", role: "dialog", "aria-label": "Tour" });
    document.body.append(this.root);
    this.onKey = this.#key.bind(this);
    this.onMove = () => this.#put();
    document.addEventListener("keydown", this.onKey, true);
    window.addEventListener("resize", this.onMove);
    window.addEventListener("scroll", this.onMove, true);
  }

  /** @param {number} at */
  async show(at) {
    const wish = ++this.wish;
    this.at = at;
    const { view, address, at: selector } = this.steps[at];
    this.#unmark();
    if (!isAt(view)) location.hash = address ?? view;
    const place = await this.#find(selector, view);
    if (wish !== this.wish) return;
    this.place = place;
    place?.classList.add("toured");
    place?.scrollIntoView({ block: "center", behavior: calm() ? "instant" : "smooth" });
    this.#fill();
    this.#put();
  }

  end() {
    this.wish++;
    this.#unmark();
    this.root.remove();
    document.removeEventListener("keydown", this.onKey, true);
    window.removeEventListener("resize", this.onMove);
    window.removeEventListener("scroll", this.onMove, true);
    running = null;
    setDone();
    document.dispatchEvent(new Event("tour-done"));
  }

  /**
   * The place, as soon as the view shows it.
   * @param {string} selector
   * @param {string} view
   */
  async #find(selector, view) {
    for (let look = 0; look < LOOKS; look++) {
      const all = isAt(view) ? [...document.querySelectorAll(selector)] : [];
      const found = all.find((one) => one.getClientRects().length);
      if (found) return found;
      await new Promise((on) => setTimeout(on, WAIT));
    }
    return null; // the words stand without it
  }

  #unmark() {
    this.place?.classList.remove("toured");
    this.place = null;
  }

  #fill() {
    const { title, words } = this.steps[this.at];
    const isLast = this.at === this.steps.length - 1;
    const count = `${this.at + 1} of ${this.steps.length}`;
    const next = button(isLast ? "Done" : "Next", () => this.#go(1), { class: "main" });
    const back = this.at ? [button("Back", () => this.#go(-1))] : [];
    const skip = isLast ? [] : [button("Skip the tour", () => this.end(), { class: "plain" })];
    this.root.setAttribute("aria-label", `Tour, ${count}: ${title}`);
    this.root.replaceChildren(
      make("div", { class: "tour-head" },
        make("h2", {}, title), make("span", { class: "quiet numbers" }, count)),
      make("p", { "aria-live": "polite" }, words),
      make("div", { class: "row" }, next, ...back, ...skip));
    next.focus({ preventScroll: true });
  }

  /** Below the place, or above it, or in the middle; on a phone at the lower edge. */
  #put() {
    const { style } = this.root;
    const { innerWidth: width, innerHeight: height } = window;
    style.left = style.top = style.bottom = style.transform = "";
    if (width <= NARROW || !this.place) return;
    const at = this.place.getBoundingClientRect();
    const [own, tall] = [this.root.offsetWidth, this.root.offsetHeight];
    const isBelow = at.bottom + GAP + tall <= height;
    const isAbove = at.top - GAP - tall >= 0;
    const top = isBelow ? at.bottom + GAP : isAbove ? at.top - GAP - tall : height - tall - GAP;
    const left = Math.min(Math.max(at.left, GAP), width - own - GAP);
    Object.assign(style, { left: `${left}px`, top: `${Math.max(top, GAP)}px` });
    Object.assign(style, { bottom: "auto", transform: "none" });
  }

  /** @param {number} by */
  #go(by) {
    const at = this.at + by;
    if (at >= this.steps.length) this.end();
    else if (at >= 0) this.show(at);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowRight: () => this.#go(1),
      ArrowLeft: () => this.#go(-1),
      Escape: () => this.end(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // the view below must not move
    act();
  }
}

/** Is the address that of a view, whatever it shows? @param {string} view */
function isAt(view) {
  const [here] = (location.hash || "#/").split("?");
  return here === view;
}
