// The motion of the piece that was moved last.

import { calm } from "../dom.js";

/**
 * Animate the last move: a disc drops, a piece slides, a new piece appears.
 * @param {import("../api.js").Position} position
 * @param {HTMLElement[]} cells
 */
export function animate({ board, last }, cells) {
  if (calm() || !board || !last.length) return;
  const piece = cells[last[last.length - 1]]?.querySelector(".piece");
  if (!piece) return;
  if (board.look === "drop") drop(piece, Math.floor(last[0] / board.columns) + 1);
  else if (last.length === 2) slide(piece, cells[last[0]], cells[last[1]]);
  else if (last.length === 1) appear(piece);
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
  piece.animate([start, { transform: "none" }], { duration: 180, easing: "ease-out" });
}

/** @param {Element} piece */
function appear(piece) {
  const frames = [
    { transform: "scale(.6)", opacity: 0.2 },
    { transform: "none", opacity: 1 },
  ];
  piece.animate(frames, { duration: 140, easing: "ease-out" });
}
