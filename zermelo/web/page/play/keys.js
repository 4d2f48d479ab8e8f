// The keys of Play.

import { MOVE_KEYS } from "../game/movemenu.js";

/** @typedef {import("./play.js").Play} Play */

/** @type {[string, string][]} */
export const keys = [
  ["← and →", "previous move, next move"],
  ["Home, End", "first and last position"],
  ["Arrow keys", "on the board, if Tab has led there: move over it"],
  ["Arrow keys", "where moves are directions: play them (Shift: move over the board)"],
  ["Enter", "play, or pick up a piece"],
  ["Esc", "put it back, or forget the move that was made in advance"],
  ["Right button", "own circle, dragged: own arrow (Shift: red, Alt: blue)"],
  ["U", "take back"],
  ["H", "hint"],
  ["G", "move now: the engine plays the best move so far"],
  ["F", "flip the board"],
  ["N", "new game"],
  ["P or Space", "pause engines that play each other, or go on from here"],
  ...MOVE_KEYS,
];

/** Where keys are typed, and do not act on the game. */
const TYPING = "input:not([type=radio], [type=checkbox]), select, textarea";

/**
 * Act on a key.
 * @param {Play} view
 * @param {KeyboardEvent} event
 */
export function pressKey(view, event) {
  if (view.menu.key(event)) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.matches?.(TYPING)) return;
  if (document.querySelector("dialog[open]")) return;
  const isControl = target.matches?.("input, fieldset *");
  const isWay = !isControl && !view.board.state.isSteered;
  const way = isWay ? view.wayAction(event.key) : undefined;
  const act = way ?? keyAction(view, event.key.toLowerCase(), target);
  if (!act && (isControl || !view.board.trySteer(event.key))) return;
  event.preventDefault();
  view.forgive();
  act?.();
}

/**
 * @param {Play} view
 * @param {string} key
 * @param {HTMLElement} target
 */
function keyAction(view, key, target) {
  const pause = view.pauseButton.hidden ? undefined : () => view.pause();
  const isPressable = target.closest?.("button, summary, a");
  return {
    u: () => view.takeBack(),
    h: () => view.hint(),
    g: () => view.engine.moveNow(),
    f: () => view.flip(),
    n: () => view.restart(),
    p: pause,
    " ": isPressable ? undefined : pause,
  }[key];
}
