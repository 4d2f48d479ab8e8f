// The elements of a board: grid, cells, labels and the layer of arrows. Built once for each shape.

import { draw, make } from "../dom.js";

/**
 * @typedef {import("../api.js").BoardData} BoardData
 * @typedef {{root: HTMLElement, grid: HTMLElement, cells: HTMLElement[], arrows: SVGSVGElement,
 *            dice: HTMLElement,
 *            labels: Record<"head" | "side" | "foot", HTMLElement>}} Layout
 */

/** The columns of a backgammon board on which no point lies: the bar and the tray. */
const BARS = [6, 13];

/**
 * Build the elements of a board.
 * @param {BoardData} board
 * @param {boolean} isFlipped
 * @returns {Layout}
 */
export function layOut(board, isFlipped) {
  const isNamed = board.row_labels.length > 0 && !board.column_labels.length
    && board.look !== "heaps";
  const { grid, cells } = buildGrid(board, isFlipped, isNamed);
  const arrows = draw("svg", { class: "arrows", "aria-hidden": "true" });
  const dice = make("div", { class: "dice", role: "img", hidden: true });
  const label = (/** @type {string} */ name) => make("div", { class: name, "aria-hidden": "true" });
  const labels = { head: label("files upper"), side: label("ranks"), foot: label("files") };
  const surface = make("div", { class: "surface" }, grid, dice, arrows);
  if (board.links.length) surface.prepend(drawLinks(board, isFlipped));
  const root = make("div", { class: `board ${board.look}` },
    labels.head, labels.side, surface, labels.foot);
  root.classList.toggle("unranked", !board.row_labels.length);
  root.classList.toggle("named", isNamed);
  root.style.setProperty("--rows", String(board.rows));
  root.style.setProperty("--columns", String(board.columns));
  return { root, grid, cells, arrows, dice, labels };
}

/**
 * The lines between points, below the cells.
 * @param {BoardData} board
 * @param {boolean} isFlipped
 */
function drawLinks({ rows, columns, links }, isFlipped) {
  const place = (/** @type {number} */ cell) => {
    const at = isFlipped ? rows * columns - 1 - cell : cell;
    return [(at % columns) + 0.5, Math.floor(at / columns) + 0.5];
  };
  const way = links.map(([a, b]) => `M${place(a).join(" ")}L${place(b).join(" ")}`).join("");
  return draw("svg", { class: "linked", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" },
    draw("path", { d: way }));
}

/**
 * @param {BoardData} board
 * @param {boolean} isFlipped
 * @param {boolean} isNamed whether each cell shows its name, because the labels do not tell it
 */
function buildGrid(board, isFlipped, isNamed) {
  const order = board.cells.map((_, i) => i);
  if (isFlipped) order.reverse();
  /** @type {HTMLElement[]} */
  const cells = [];
  const grid = make("div", { class: "grid", role: "grid" });
  for (let r = 0; r < board.rows; r++) {
    const row = make("div", { role: "row" });
    row.style.setProperty("--r", String(r));
    for (let c = 0; c < board.columns; c++) {
      const i = order[r * board.columns + c];
      cells[i] = buildCell(board, i, r, c);
      const name = isNamed && board.names[i];
      if (name) cells[i].append(make("span", { class: "coordinate", "aria-hidden": "true" }, name));
      row.append(cells[i]);
    }
    grid.append(row);
  }
  return { grid, cells };
}

/**
 * @param {BoardData} board
 * @param {number} i
 * @param {number} r the row on the screen, from the top
 * @param {number} c the column on the screen, from the left
 */
function buildCell({ rows, columns, cells, look }, i, r, c) {
  const [row, column] = [Math.floor(i / columns), i % columns];
  const cell = make("div", { role: "gridcell", tabindex: "-1", "data-i": i });
  cell.classList.add("cell", (row + column) % 2 ? "dark" : "light");
  const classes = {
    north: r === 0,
    south: r === rows - 1,
    west: c === 0,
    east: c === columns - 1,
    star: isStar(rows, columns, row, column),
    upright: row % 2 === 1,
    off: look !== "maze" && cells[i] === " ",
    odd: look === "points" && column % 2 === 1,
    tray: look === "points" && BARS.includes(column),
  };
  for (const [name, on] of Object.entries(classes)) cell.classList.toggle(name, on);
  return cell;
}

/**
 * Is a crossing one of the star points of a go board?
 * @param {number} rows
 * @param {number} columns
 * @param {number} row
 * @param {number} column
 */
function isStar(rows, columns, row, column) {
  if (rows !== columns || rows < 7 || rows % 2 === 0) return false;
  const edge = rows < 13 ? 2 : 3;
  const middle = (rows - 1) / 2;
  const places = [edge, rows - 1 - edge, ...(rows < 11 ? [] : [middle])];
  const isOnBoth = places.includes(row) && places.includes(column);
  return isOnBoth || (row === middle && column === middle);
}

/**
 * Write the labels of rows and columns. They may differ from position to position where players
 * count from their own side. A flipped board has them in reverse, and swaps those above and below.
 * @param {Layout["labels"]} places
 * @param {BoardData} board
 * @param {boolean} isFlipped
 */
export function writeLabels(places, board, isFlipped) {
  const { upper_labels: upper, column_labels: lower } = board;
  const [above, below] = isFlipped && upper.length ? [lower, upper] : [upper, lower];
  const write = (/** @type {HTMLElement} */ place, /** @type {string[]} */ labels) => {
    const ordered = isFlipped ? [...labels].reverse() : labels;
    place.replaceChildren(...ordered.map((text, i) => {
      const label = make("span", {}, text);
      label.style.setProperty("--i", String(i));
      return label;
    }));
  };
  write(places.head, above);
  write(places.side, board.row_labels);
  write(places.foot, below);
}
