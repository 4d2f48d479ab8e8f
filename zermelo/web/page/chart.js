// The value of each position of a game, as a line. A click leads to the position; with the keyboard the move list does.

import { draw, number } from "./dom.js";

/**
 * @typedef {{ply: number, value: number, share: number, exact: boolean}} Point
 */

const WIDTH = 600;
const HEIGHT = 150;
const EDGE = 10;

/**
 * @param {{points: Point[], plies: number, at: number, names: string[], go: (ply: number) => void}} what
 */
export function valueGraph({ points, plies, at, names, go }) {
  const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(plies, 1);
  const y = (/** @type {number} */ share) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);
  const label = points.length
    ? `Values over the game for ${names[0]}: ${points.map((point) => `move ${point.ply}: ${number(point.value, true)}`).join(", ")}`
    : "Values over the game: none yet";
  const line = points.map((point) => `${x(point.ply).toFixed(1)},${y(point.share).toFixed(1)}`).join(" ");
  const first = points[0];
  const last = points[points.length - 1];
  const area = points.length > 1 ? `${x(first.ply)},${y(0.5)} ${line} ${x(last.ply)},${y(0.5)}` : "";
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * WIDTH - EDGE) / ((WIDTH - 2 * EDGE) / Math.max(plies, 1)));
    go(Math.min(Math.max(ply, 0), plies));
  };
  return draw("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none", onclick: click },
    draw("rect", { class: "half", x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 }),
    draw("line", { class: "zero", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
    area ? draw("polygon", { class: "area", points: area }) : null,
    points.length > 1 ? draw("polyline", { class: "curve", points: line }) : null,
    draw("line", { class: "at", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    ...points.map((point) => draw("rect", { class: point.exact ? "point exact" : "point", x: x(point.ply) - 3, y: y(point.share) - 3, width: 6, height: 6, rx: point.exact ? 0 : 3 })));
}
