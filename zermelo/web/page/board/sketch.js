// A person's own arrows and circles on a board: drawn with the right button, gone with a click or
// with another position. Shift makes them red, Alt blue.

/**
 * @typedef {import("./board.js").BoardView} BoardView
 * @typedef {{from: number, to: number, tone: string}} Stroke a circle if both cells are one
 */

const RIGHT = 2;

/**
 * Listen to the right button on a board.
 * @param {BoardView} view
 */
export function bindSketch(view) {
  const { root, state } = view;
  let from = -1;
  root.addEventListener("pointerdown", (event) => {
    if (event.button === RIGHT) from = view.cellOf(event);
    else if (state.strokes.length) {
      state.strokes = [];
      view.redraw();
    }
  });
  root.addEventListener("pointerup", (event) => {
    if (event.button !== RIGHT || from < 0) return;
    const to = view.cellUnder(event);
    const isValue = to === from && state.badges().has(from); // that explains the value
    if (to >= 0 && !isValue) toggle(view, { from, to, tone: toneOf(event) });
    from = -1;
  });
  root.addEventListener("contextmenu", (event) => {
    if (view.cellOf(event) >= 0) event.preventDefault();
  });
}

/** @param {PointerEvent} event */
const toneOf = ({ shiftKey, altKey }) => (shiftKey ? "red" : altKey ? "blue" : "green");

/**
 * Draw a stroke, or take the same one away.
 * @param {BoardView} view
 * @param {Stroke} stroke
 */
function toggle(view, stroke) {
  const { state } = view;
  const isSame = (/** @type {Stroke} */ one) => one.from === stroke.from && one.to === stroke.to;
  const known = state.strokes.find(isSame);
  const others = state.strokes.filter((one) => !isSame(one));
  state.strokes = known?.tone === stroke.tone ? others : [...others, stroke];
  view.redraw();
}
