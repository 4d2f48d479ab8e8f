// Arrows over a board: one for each from-to step of an action, and the person's own, with circles.

import { draw } from "../dom.js";
import { pairs } from "./moves.js";

/**
 * Draw arrows where the cells are, in units of a cell's width. Returns that width in pixels.
 * @param {SVGSVGElement} svg
 * @param {HTMLElement[]} cells
 * @param {import("./state.js").Arrow[]} arrows
 * @param {import("./sketch.js").Stroke[]} strokes
 */
export function drawArrows(svg, cells, arrows, strokes) {
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
    pairs(steps).map(([from, to]) => arrow(centre(from), centre(to), `r${rank}`)),
  );
  const own = strokes.map(({ from, to, tone }) => (from === to
    ? circle(centre(from), `own ${tone}`) : arrow(centre(from), centre(to), `own ${tone}`)));
  svg.setAttribute("viewBox", `0 0 ${frame.width / unit} ${frame.height / unit}`);
  svg.replaceChildren(...drawn, ...own);
  return unit;
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {string} name
 */
function arrow([x, y], [u, v], name) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const [hx, hy] = [u - dx * 0.42, v - dy * 0.42];
  const head = [
    [u - dx * 0.08, v - dy * 0.08],
    [hx - dy * 0.2, hy + dx * 0.2],
    [hx + dy * 0.2, hy - dx * 0.2],
  ];
  return draw("g", { class: `arrow ${name}` },
    draw("line", { x1: x + dx * 0.2, y1: y + dy * 0.2, x2: hx, y2: hy }),
    draw("polygon", { points: head.join(" ") }));
}

/**
 * @param {number[]} centre
 * @param {string} name
 */
function circle([cx, cy], name) {
  return draw("circle", { class: `arrow ${name}`, cx, cy, r: 0.44 });
}
