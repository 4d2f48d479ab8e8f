// Arrows over a board: one for each from-to step of an action.

import { draw } from "../dom.js";
import { pairs } from "./moves.js";

/**
 * Draw arrows where the cells are, in units of a cell's width. Returns that width in pixels.
 * @param {SVGSVGElement} svg
 * @param {HTMLElement[]} cells
 * @param {import("./state.js").Arrow[]} arrows
 */
export function drawArrows(svg, cells, arrows) {
  const frame = svg.getBoundingClientRect();
  const unit = cells[0]?.getBoundingClientRect().width || 1;
  const centre = (/** @type {number} */ cell) => {
    const box = cells[cell].getBoundingClientRect();
    return [
      (box.x + box.width / 2 - frame.x) / unit,
      (box.y + box.height / 2 - frame.y) / unit,
    ];
  };
  const drawn = arrows.flatMap(({ cells: steps, rank }) =>
    pairs(steps).map(([from, to]) => arrow(centre(from), centre(to), rank)),
  );
  svg.setAttribute("viewBox", `0 0 ${frame.width / unit} ${frame.height / unit}`);
  svg.replaceChildren(...drawn);
  return unit;
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} rank
 */
function arrow([x, y], [u, v], rank) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const [hx, hy] = [u - dx * 0.42, v - dy * 0.42];
  const head = [
    [u - dx * 0.08, v - dy * 0.08],
    [hx - dy * 0.2, hy + dx * 0.2],
    [hx + dy * 0.2, hy - dx * 0.2],
  ];
  return draw("g", { class: `arrow r${rank}` },
    draw("line", { x1: x + dx * 0.2, y1: y + dy * 0.2, x2: hx, y2: hy }),
    draw("polygon", { points: head.join(" ") }));
}
