// A board that can be seen, clicked, dragged on, used with the keyboard, and read aloud. It knows
// no rules: the server says which actions there are and which cells each touches.
//
//   state.js   what is shown and selected        render.js   draws it
//   drag.js    pointers                          keys.js     the keyboard

import { make } from "../dom.js";
import { soundMove } from "../game/sound.js";
import { animate, animateBack } from "./animate.js";
import { askWhich } from "./choose.js";
import { Drag } from "./drag.js";
import { bindKeys } from "./keys.js";
import { findDirection, isArrowKey } from "./moves.js";
import { Renderer } from "./render.js";
import { bindSketch } from "./sketch.js";
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

  /**
   * @param {(name: string) => void} onPlay gets the name of the action that was played
   * @param {(cells: number[]) => void} [onPrepare] gets the cells of a move in advance; none if
   *   it is taken back
   */
  constructor(onPlay, onPrepare = () => {}) {
    this.onPlay = onPlay;
    this.onPrepare = onPrepare;
    bindKeys(this);
    bindSketch(this);
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
    if (isNew && before && follows(position, before)) this.#animate(position, before);
    else if (isNew && before && follows(before, position)) {
      animateBack(before.last, renderer.cells);
    }
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
    if (this.state.display.premovable) this.onPrepare([]);
    this.redraw();
  }

  /** The position is gone: end what was dragged, selected or asked on it. */
  #cancel() {
    this.drag.end();
    this.dialog?.close();
    this.dialog = null;
    this.state.selected = [];
    this.state.strokes = [];
  }

  /**
   * @param {Position} position
   * @param {Position} before
   */
  #animate(position, before) {
    const { drag, renderer } = this;
    soundMove(position, before);
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
    if (cell >= 0 && state.position && state.display.premovable) return this.#prepare(cell);
    if (!state.display.playable || cell < 0 || !state.position) return;
    const actions = state.press(cell);
    this.redraw();
    if (actions.length === 1) this.onPlay(actions[0].name);
    else if (actions.length) this.ask(actions);
  }

  /** Click a cell for a move in advance. @param {number} cell */
  #prepare(cell) {
    this.onPrepare(this.state.prepare(cell) ?? []);
    this.redraw();
  }

  /** The cell of the board below a pointer, or -1. @param {PointerEvent} event */
  cellUnder({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest(".cell");
    const isHere = cell instanceof HTMLElement && this.root.contains(cell);
    return isHere ? Number(cell.dataset.i) : -1;
  }

  /** Ask which of several actions is meant, where they end. @param {Action[]} actions */
  ask(actions) {
    const cell = this.renderer.cells[actions[0].cells.at(-1) ?? 0];
    this.dialog = askWhich(actions, cell, this.state.look, this.onPlay);
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
 * Is a position one move after another?
 * @param {Position} next
 * @param {Position} before
 */
function follows({ game, moves }, before) {
  const isLonger = moves.length === before.moves.length + 1;
  return game === before.game && isLonger && before.moves.every((move, i) => move === moves[i]);
}
