// A tree in a frame: it can be zoomed and moved, has buttons for that, and a map if it is large.

import { button } from "../controls.js";
import { make } from "../dom.js";
import { KEY_FACTOR, takeGestures } from "./gestures.js";
import { Minimap } from "./minimap.js";
import { Zoom } from "./zoom.js";

export class TreeFrame {
  /**
   * Put a frame around a box, where the box is.
   * @param {HTMLElement} box
   * @param {boolean} isFilling whether the box fills the window: then the wheel zooms
   * @param {import("./zoom.js").Sight | null} [before] what was seen of the tree before
   */
  constructor(box, isFilling, before = null) {
    this.zoom = new Zoom(box, before);
    this.map = new Minimap(this.zoom);
    this.root = make("div", { class: "tree-frame" });
    box.replaceWith(this.root);
    this.root.append(box, this.map.root, this.#buttons());
    this.zoom.onChange = () => this.map.show();
    takeGestures(this.zoom, isFilling);
  }

  #buttons() {
    const { zoom } = this;
    const one = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {any} */ act) =>
      button(words, act, { sign, bare: true });
    return make("div", { class: "zoom-buttons", role: "group", "aria-label": "Zoom" },
      one("Larger", "plus", () => zoom.by(KEY_FACTOR)),
      one("Smaller", "minus", () => zoom.by(1 / KEY_FACTOR)),
      one("Whole tree", "fit", () => zoom.fit()));
  }

  /** Show the tree that is in the box. @param {SVGSVGElement} picture */
  show(picture) {
    const { width, height } = picture.viewBox.baseVal;
    this.root.style.setProperty("--ratio", (height / width).toFixed(3));
    this.root.style.setProperty("--tall", `${height}px`);
    this.zoom.show(picture, { width, height });
    this.mark();
  }

  /** The current node is another one. */
  mark() {
    this.map.mark();
  }

  close() {
    this.zoom.close();
  }
}
