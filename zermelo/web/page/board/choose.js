// A choice on the board: several actions end on one cell (promotions). Their pieces stand at that
// cell; a click or Enter plays one, arrow keys go through them, Esc or a click elsewhere ends it.

import { make } from "../dom.js";
import { drawSign } from "./signs.js";

/** @typedef {import("../api.js").Action} Action */

/**
 * Ask which of several actions is meant.
 * @param {Action[]} actions
 * @param {HTMLElement} cell where they end
 * @param {string} look of the board
 * @param {(name: string) => void} onPlay
 */
export function askWhich(actions, cell, look, onPlay) {
  const choose = (/** @type {string} */ name) => () => {
    dialog.close();
    onPlay(name);
  };
  const buttons = actions.map(({ name, sign }) =>
    make("button", { type: "button", title: name, "aria-label": name, onclick: choose(name) },
      sign ? drawSign(look, sign) : name));
  const dialog = make("dialog", {
    class: `choose ${look}`,
    "aria-label": "Which move?",
    onclose: () => dialog.remove(),
    onclick: (/** @type {MouseEvent} */ { target }) => void (target === dialog && dialog.close()),
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, buttons),
  }, ...buttons);
  document.body.append(dialog);
  dialog.showModal();
  place(dialog, cell, actions.length);
  return dialog;
}

/**
 * Stand at a cell, and from there towards the middle of the window.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} cell
 * @param {number} count
 */
function place(dialog, cell, count) {
  const { left, top, bottom, width, height } = cell.getBoundingClientRect();
  const isLow = top + count * height > innerHeight;
  const first = isLow ? bottom - count * height : top;
  dialog.style.setProperty("--x", `${left}px`);
  dialog.style.setProperty("--y", `${Math.max(first, 0)}px`);
  dialog.style.setProperty("--size", `${width}px`);
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} buttons
 */
function walk(event, buttons) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length].focus();
  event.preventDefault();
}
