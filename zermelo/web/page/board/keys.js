// The keyboard on a board: arrow keys move the focus or play a direction, Enter clicks a cell.

import { isArrowKey } from "./moves.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** Rows and columns that an arrow key moves the focus by. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
});

/**
 * Listen to the keys that are pressed on a board.
 * @param {BoardView} view
 */
export function bindKeys(view) {
  view.root.addEventListener("keydown", (event) => {
    if (!view.state.board || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!press(view, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * Act on a key. Returns whether the board uses it.
 * @param {BoardView} view
 * @param {KeyboardEvent} event
 */
function press(view, event) {
  const { state } = view;
  const isSteering = isArrowKey(event.key) && !event.shiftKey && state.isSteered;
  if (isSteering) view.steer(event.key);
  else if (isArrowKey(event.key)) walk(view, STEPS[event.key]);
  else if (event.key === "Enter" || event.key === " ") view.press(view.cellOf(event));
  else if (event.key === "Escape" && state.selected.length) view.deselect();
  else return false;
  return true;
}

/**
 * Move the focus by some rows and columns, as they are seen.
 * @param {BoardView} view
 * @param {[number, number]} step
 */
function walk({ state, renderer }, [down, right]) {
  const board = /** @type {NonNullable<typeof state.board>} */ (state.board);
  const sense = state.display.flipped ? -1 : 1;
  const row = Math.floor(state.focus / board.columns) + sense * down;
  const column = (state.focus % board.columns) + sense * right;
  const isInside = row >= 0 && row < board.rows && column >= 0 && column < board.columns;
  if (isInside) renderer.moveFocus(row * board.columns + column);
}
