// A small picture of a large tree, with a frame around the part that is seen.

import { draw } from "../dom.js";

/**
 * @typedef {import("./zoom.js").Zoom} Zoom
 */

/** The largest map, and the lowest: a wide tree is drawn higher than it is. In pixels. */
const [WIDEST, TALLEST, LOWEST] = [220, 110, 44];

/** The radius of a node on the map, in pixels. */
const DOT = 1.8;

/** The map is there while less than this share of the picture is seen. */
const LARGE_SHARE = 0.6;

export class Minimap {
  frame = draw("rect", { class: "seen" });
  dots = draw("g");
  root = draw("svg", { class: "minimap", "aria-hidden": "true", preserveAspectRatio: "none" },
    this.dots, this.frame);
  /** Which picture is drawn. @type {Element | null} */
  drawn = null;

  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      this.#go(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) this.#go(event);
    });
  }

  /** Show which part is seen; nothing while that is nearly all. */
  show() {
    const { box, picture, scale, width, height } = this.zoom;
    if (!(picture instanceof SVGSVGElement)) return;
    const [across, down] = [box.clientWidth / scale, box.clientHeight / scale];
    const share = Math.min(across / width, 1) * Math.min(down / height, 1);
    this.root.toggleAttribute("hidden", share > LARGE_SHARE);
    if (share > LARGE_SHARE) return;
    if (picture !== this.drawn) this.#draw(picture);
    const seen = picture.getBoundingClientRect();
    const room = box.getBoundingClientRect();
    const facts = {
      x: Math.max(room.left - seen.left, 0) / scale,
      y: Math.max(room.top - seen.top, 0) / scale,
      width: Math.min(across, width),
      height: Math.min(down, height),
    };
    for (const [name, value] of Object.entries(facts)) {
      this.frame.setAttribute(name, value.toFixed(1));
    }
  }

  /** Mark the current node. */
  mark() {
    if (!this.drawn || this.root.hasAttribute("hidden")) return;
    const now = this.drawn.querySelector("g.node.now")?.getAttribute("data-i");
    for (const dot of this.dots.children) {
      dot.classList.toggle("now", dot.getAttribute("data-i") === now);
    }
  }

  /** @param {SVGSVGElement} picture */
  #draw(picture) {
    this.drawn = picture;
    const { width, height } = this.zoom;
    const scale = Math.min(WIDEST / width, TALLEST / height);
    const [across, down] = [width * scale, Math.max(height * scale, LOWEST)];
    const facts = { viewBox: `0 0 ${width} ${height}`, width: across, height: down };
    for (const [name, value] of Object.entries(facts)) this.root.setAttribute(name, String(value));
    const lines = [...picture.querySelectorAll("g.edge line")].map((line) => line.cloneNode());
    const [rx, ry] = [(DOT * width) / across, (DOT * height) / down];
    const dots = [...picture.querySelectorAll("g.node")].map((node) =>
      draw("ellipse", { ...middleOf(/** @type {SVGGElement} */ (node)), rx, ry }));
    this.dots.replaceChildren(...lines, ...dots);
  }

  /** Let the part around a point of the map be seen. @param {PointerEvent} event */
  #go(event) {
    event.preventDefault();
    event.stopPropagation();
    const { box, scale, width, height } = this.zoom;
    const map = this.root.getBoundingClientRect();
    const x = ((event.clientX - map.left) / map.width) * width * scale;
    const y = ((event.clientY - map.top) / map.height) * height * scale;
    box.scrollTo({
      left: x - box.clientWidth / 2, top: y - box.clientHeight / 2, behavior: "instant",
    });
  }
}

/** Where a node is drawn. @param {SVGGElement} node */
function middleOf(node) {
  const shape = /** @type {SVGGraphicsElement} */ (node.querySelector(".s, .b") ?? node);
  const { x, y, width, height } = shape.getBBox();
  return { cx: x + width / 2, cy: y + height / 2, "data-i": node.dataset.i };
}
