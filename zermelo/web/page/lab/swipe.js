// Two searches on a narrow screen: one is seen, a swipe or a button brings the other.

import { button } from "../controls.js";
import { calm, make } from "../dom.js";

/** @typedef {import("./lab.js").Lab} Lab */

export class Swipe {
  root = make("div", { class: "swipe-tabs", role: "group", "aria-label": "Which search is shown" });

  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
    lab.room.addEventListener("scroll", () => this.#mark(), { passive: true });
  }

  /** Name the searches. */
  fill() {
    const { benches, isCompared } = this.lab;
    this.root.hidden = !isCompared;
    this.root.replaceChildren(...benches.map((bench, i) =>
      button(`${i + 1} ${bench.algorithm}`, () => this.#show(bench.root))));
    this.#mark();
  }

  /** @param {HTMLElement} bench */
  #show(bench) {
    const left = bench.offsetLeft - this.lab.room.offsetLeft;
    this.lab.room.scrollTo({ left, behavior: calm() ? "instant" : "smooth" });
  }

  /** Mark the search that is seen. */
  #mark() {
    const { scrollLeft, clientWidth } = this.lab.room;
    const seen = Math.round(scrollLeft / (clientWidth || 1));
    [...this.root.children].forEach((tab, i) =>
      tab.setAttribute("aria-pressed", String(i === seen)));
  }
}
