// The nodes of a tree as places to click: by mouse, by touch, and by keys.

/** @typedef {ReturnType<typeof import("../show/stepper.js").mount>} Stepper */

/** What a click may hit: a node, or the edge that leads to it. */
const HIT = "g[data-i]";

/** Nodes that can still be answers: the search has not come to them. */
const AHEAD = "g.node.ahead[data-i]";

/** Nodes that can be the best move: all but the root. */
const BELOW = 'g.node[data-i]:not([data-i="0"])';

export class Targets {
  /** The nodes that can be chosen at present. @type {SVGGElement[]} */
  nodes = [];

  /**
   * @param {Stepper} stepper
   * @param {(item: number) => void} chosen
   */
  constructor(stepper, chosen) {
    this.stepper = stepper;
    this.chosen = chosen;
    this.stage = /** @type {HTMLElement} */ (stepper.stage);
    this.onClick = (/** @type {Event} */ event) => this.#choose(event);
    this.stage.addEventListener("click", this.onClick, true);
  }

  /** Offer the nodes of the tree that is shown. @param {boolean} isMove whether a move is asked */
  offer(isMove) {
    const found = this.stage.querySelectorAll(isMove ? BELOW : AHEAD);
    this.nodes = /** @type {SVGGElement[]} */ ([...found]);
    for (const node of this.nodes) {
      node.classList.add("answerable");
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "0");
      node.setAttribute("aria-label", `node ${this.#label(Number(node.dataset.i))}`);
    }
  }

  /** Take the offer back. */
  withdraw() {
    for (const node of this.nodes) {
      node.classList.remove("answerable");
      for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    }
    this.nodes = [];
  }

  /**
   * Mark items as right or wrong; none takes the marks away.
   * @param {string} mark "hit" or "missed"
   * @param {number[]} items
   */
  mark(mark, items) {
    for (const group of this.stage.querySelectorAll(HIT)) {
      const item = Number(/** @type {SVGGElement} */ (group).dataset.i);
      group.classList.toggle(mark, items.includes(item));
    }
  }

  /** Move the focus among the nodes on offer. @param {number} by */
  step(by) {
    const at = this.nodes.indexOf(/** @type {any} */ (document.activeElement));
    const count = this.nodes.length;
    if (count) this.nodes[at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count].focus();
  }

  /** Choose the node that has the focus. Was there one? */
  chooseFocused() {
    const node = this.nodes.find((one) => one === /** @type {any} */ (document.activeElement));
    if (node) this.chosen(Number(node.dataset.i));
    return Boolean(node);
  }

  close() {
    this.withdraw();
    this.stage.removeEventListener("click", this.onClick, true);
  }

  /** @param {number} item */
  #label(item) {
    return this.stepper.film.labels[this.stepper.tree]?.[item] ?? String(item);
  }

  /** A click on a node, or on the edge to it. @param {Event} event */
  #choose(event) {
    const hit = /** @type {Element} */ (event.target).closest(HIT);
    if (!(hit instanceof SVGGElement)) return;
    event.stopPropagation();
    if (this.nodes.some((node) => node.dataset.i === hit.dataset.i)) {
      this.chosen(Number(hit.dataset.i));
    }
  }
}
