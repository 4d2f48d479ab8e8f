// The motion of the piece that was moved last.

import { calm } from "../dom.js";
import { pairs } from "./moves.js";

/** @typedef {import("../api.js").Position} Position */

/**
 * Animate the last move: a disc drops, pieces slide, a new piece appears.
 * @param {Position} position
 * @param {HTMLElement[]} cells
 */
export function animate({ board, last }, cells) {
  if (calm() || !board || !last.length) return;
  const piece = pieceOn(cells[last[last.length - 1]]);
  if (last.length % 2 === 0) slideAll(last, cells);
  else if (piece && board.look === "drop") drop(piece, Math.floor(last[0] / board.columns) + 1);
  else if (piece) appear(piece);
}

/**
 * Animate a move that is taken back: its pieces slide to where they came from.
 * @param {number[]} last the cells of the move
 * @param {HTMLElement[]} cells
 */
export function animateBack(last, cells) {
  if (!calm() && last.length % 2 === 0) slideAll([...last].reverse(), cells);
}

/** @param {HTMLElement | undefined} cell */
const pieceOn = (cell) => cell?.querySelector(".piece") ?? null;

/**
 * @param {number[]} steps
 * @param {HTMLElement[]} cells
 */
function slideAll(steps, cells) {
  for (const [from, to] of pairs(steps)) {
    const piece = pieceOn(cells[to]);
    if (piece && !piece.classList.contains("pile")) slide(piece, cells[from], cells[to]);
  }
}

/**
 * @param {Element} piece
 * @param {number} rows that it falls
 */
function drop(piece, rows) {
  piece.animate([{ transform: `translateY(-${rows * 118}%)` }, { transform: "none" }], {
    duration: 120 + 55 * rows,
    easing: "cubic-bezier(.55,.05,.85,.5)",
  });
}

/**
 * @param {Element} piece
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function slide(piece, from, to) {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const start = { transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` };
  piece.animate([start, { transform: "none" }], { duration: 200, easing: "ease-in-out" });
}

/** @param {Element} piece */
function appear(piece) {
  const frames = [
    { transform: "scale(.6)", opacity: 0.2 },
    { transform: "none", opacity: 1 },
  ];
  piece.animate(frames, { duration: 140, easing: "ease-out" });
}
