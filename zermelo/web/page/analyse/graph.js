// The evaluation graph: the value of each position of a game. A click leads to the position.

import { draw } from "../dom.js";

/** @typedef {{ply: number, text: string, share: number, exact: boolean}} Point */

const WIDTH = 600;
const HEIGHT = 150;
const EDGE = 10;

/** @param {number} share */
const yOf = (share) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);

/**
 * @param {{points: Point[], plies: number, at: number, name: string,
 *          go: (ply: number) => void}} what
 */
export function evaluationGraph({ points, plies, at, name, go }) {
  const unit = (WIDTH - 2 * EDGE) / Math.max(plies, 1);
  const xOf = (/** @type {number} */ ply) => EDGE + unit * ply;
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.min(Math.max(Math.round((x - EDGE) / unit), 0), plies));
  };
  const attributes = {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": label(points, name),
    preserveAspectRatio: "none",
    onclick: click,
  };
  return draw("svg", attributes,
    draw("rect", { class: "half", x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 }),
    draw("line", { class: "zero", x1: 0, x2: WIDTH, y1: yOf(0.5), y2: yOf(0.5) }),
    ...curve(points, xOf),
    draw("line", { class: "at", x1: xOf(at), x2: xOf(at), y1: 0, y2: HEIGHT }),
    ...points.map((point) => dot(point, xOf)));
}

/**
 * @param {Point[]} points
 * @param {string} name
 */
function label(points, name) {
  if (!points.length) return "Evaluation graph: no values yet";
  const values = points.map(({ ply, text }) => `move ${ply}: ${text}`);
  return `Evaluation graph for ${name}: ${values.join(", ")}`;
}

/**
 * @param {Point[]} points
 * @param {(ply: number) => number} xOf
 */
function curve(points, xOf) {
  if (points.length < 2) return [];
  const line = points.map(({ ply, share }) => `${xOf(ply).toFixed(1)},${yOf(share).toFixed(1)}`);
  const [first, last] = [points[0], points[points.length - 1]];
  const base = [`${xOf(first.ply)},${yOf(0.5)}`, `${xOf(last.ply)},${yOf(0.5)}`];
  return [
    draw("polygon", { class: "area", points: [base[0], ...line, base[1]].join(" ") }),
    draw("polyline", { class: "curve", points: line.join(" ") }),
  ];
}

/**
 * A square for a proven value, a circle for an estimate.
 * @param {Point} point
 * @param {(ply: number) => number} xOf
 */
function dot({ ply, share, exact }, xOf) {
  const [x, y] = [xOf(ply) - 3, yOf(share) - 3];
  const name = exact ? "point exact" : "point";
  return draw("rect", { class: name, x, y, width: 6, height: 6, rx: exact ? 0 : 3 });
}
