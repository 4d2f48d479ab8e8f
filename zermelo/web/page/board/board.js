// A board that can be seen, clicked, dragged on, used with the keyboard, and read aloud. It knows
// no rules: the server says which actions there are and which cells each touches.
//
//   state.js   what is shown and selected        render.js   draws it
//   drag.js    pointers                          keys.js     the keyboard

import { make } from "../dom.js";
import { animate } from "./animate.js";
import { Drag } from "./drag.js";
import { bindKeys } from "./keys.js";
import { findDirection, isArrowKey } from "./moves.js";
import { Renderer } from "./render.js";
import { BoardState } from "./state.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../api.js").Action} Action
 * @typedef {import("./state.js").Display} Display
 */

export class BoardView {
  state = new BoardState();
  root = make("div", { class: "board-room" });
  renderer = new Renderer(this.root, this.state);
  drag = new Drag(this);
  /** Asks which of several moves is meant. @type {HTMLDialogElement | null} */
  dialog = null;

  /** @param {(name: string) => void} onPlay gets the name of the action that was played */
  constructor(onPlay) {
    this.onPlay = onPlay;
    bindKeys(this);
  }

  /**
   * Show a position.
   * @param {Position} position
   * @param {Display} [display]
   */
  show(position, display = {}) {
    const { state, renderer } = this;
    const before = state.position;
    const isNew = before?.tag !== position.tag;
    if (isNew) this.#cancel();
    Object.assign(state, { position, display });
    if (!position.board) return renderer.showText(position.text);
    renderer.showPieces();
    renderer.decorate();
    const isNext = before && position.moves.length === before.moves.length + 1;
    if (isNew && isNext) this.#animate(position);
  }

  /** Show nothing. */
  clear() {
    this.#cancel();
    this.state.position = null;
    this.renderer.clear();
  }

  /** Show a change of what is selected. */
  redraw() {
    this.renderer.decorate();
  }

  deselect() {
    this.state.selected = [];
    this.redraw();
  }

  /** The position is gone: end what was dragged, selected or asked on it. */
  #cancel() {
    this.drag.end();
    this.dialog?.close();
    this.dialog = null;
    this.state.selected = [];
  }

  /** @param {Position} position */
  #animate(position) {
    const { drag, renderer } = this;
    if (!drag.wasDragged || position.last.length !== 2) animate(position, renderer.cells);
    drag.wasDragged = false;
  }

  /** The cell of an event, or -1. @param {Event} event */
  cellOf({ target }) {
    const cell = target instanceof Element ? target.closest(".cell") : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.i) : -1;
  }

  /**
   * Click a cell.
   * @param {number} cell
   */
  press(cell) {
    const { state } = this;
    if (!state.display.playable || cell < 0 || !state.position) return;
    const actions = state.press(cell);
    this.redraw();
    if (actions.length === 1) this.onPlay(actions[0].name);
    else if (actions.length) this.dialog = askWhich(actions, this.onPlay);
  }

  /**
   * Play an arrow key that was pressed elsewhere on the page. Returns whether actions are
   * directions here.
   * @param {string} key
   */
  trySteer(key) {
    if (!isArrowKey(key) || !this.state.isSteered) return false;
    this.steer(key);
    return true;
  }

  /**
   * Play the action in the direction of an arrow key.
   * @param {string} key
   */
  steer(key) {
    const { position, display } = this.state;
    const action = findDirection(position?.actions ?? [], key, Boolean(display.flipped));
    if (action) this.onPlay(action.name);
  }
}

/**
 * Ask which of several actions with the same cells is meant (promotion).
 * @param {Action[]} actions
 * @param {(name: string) => void} onPlay
 */
function askWhich(actions, onPlay) {
  const dialog = make("dialog", { "aria-label": "Which move?", onclose: () => dialog.remove() });
  const choose = (/** @type {string} */ name) => () => {
    dialog.close();
    onPlay(name);
  };
  const buttons = actions.map(({ name }) =>
    make("button", { type: "button", onclick: choose(name) }, name));
  dialog.append(make("h2", {}, "Which move?"), make("div", { class: "row" }, ...buttons));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
