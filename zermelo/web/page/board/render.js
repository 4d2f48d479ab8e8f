// Draws the state of a board into its elements, and changes only what differs.

import { make } from "../dom.js";
import { capital } from "../words.js";
import { drawArrows } from "./arrows.js";
import { showDice } from "./dice.js";
import { layOut, writeLabels } from "./layout.js";
import { drawSign, nameMove, sayCell } from "./signs.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("./state.js").BoardState} BoardState
 * @typedef {import("./state.js").Badge} Badge
 */

/** Width of a cell in pixels below which a badge shows only its first sign. */
const NARROW = 30;

/** The cells of a board with pits that are stores. */
const STORES = ".north.west, .south.east";

export class Renderer {
  /** What is laid out: another game, size or side needs another grid. */
  shape = "";
  /** @type {import("./layout.js").Layout | null} */
  layout = null;

  /**
   * @param {HTMLElement} root
   * @param {BoardState} state
   */
  constructor(root, state) {
    this.root = root;
    this.state = state;
  }

  get cells() {
    return this.layout?.cells ?? [];
  }

  clear() {
    this.layout = null;
    this.root.replaceChildren();
  }

  /** A position without a board, as text. @param {string} text */
  showText(text) {
    this.clear();
    const attributes = { class: "board-text", tabindex: "0", role: "group" };
    this.root.append(make("pre", { ...attributes, "aria-label": "position" }, text));
  }

  /** Labels and pieces. */
  showPieces() {
    const { state } = this;
    const position = /** @type {Position} */ (state.position);
    const board = /** @type {NonNullable<Position["board"]>} */ (position.board);
    const isFlipped = Boolean(state.display.flipped);
    const shape = `${position.game.split(":")[0]} ${board.rows}×${board.columns} ${isFlipped}`;
    if (shape !== this.shape || !this.layout) {
      this.shape = shape;
      this.layout = layOut(board, isFlipped);
      this.root.replaceChildren(this.layout.root);
      if (state.focus >= this.cells.length) state.focus = 0;
    }
    writeLabels(this.layout.labels, board, isFlipped);
    board.cells.forEach((sign, i) => showSign(this.cells[i], board.look, sign));
    showDice(this.layout.dice, position.dice);
  }

  /** Everything but the pieces: targets, the last move, badges, arrows, accessible names. */
  decorate() {
    const { state, layout } = this;
    if (!state.board || !layout) return;
    const targets = state.targets();
    const badges = state.badges();
    layout.grid.setAttribute("aria-label", state.display.label ?? "board");
    this.root.classList.toggle("playable", Boolean(state.display.playable));
    this.root.classList.toggle("steered", state.isSteered);
    layout.cells.forEach((cell, i) => {
      this.#mark(cell, i, targets.get(i));
      cell.tabIndex = i === state.focus ? 0 : -1;
      cell.querySelector(".badge")?.remove();
      const badge = badges.get(i);
      if (badge) cell.append(drawBadge(badge));
      cell.setAttribute("aria-label", sayCell(state, i, targets.get(i), badge));
      if (state.look === "race") cell.dataset.move = capital(nameMove(state, i));
    });
    const unit = drawArrows(layout.arrows, layout.cells, state.display.arrows ?? [],
      state.strokes);
    layout.grid.classList.toggle("tight", unit < NARROW);
  }

  /**
   * @param {HTMLElement} cell
   * @param {number} i
   * @param {import("./state.js").Target | undefined} target
   */
  #mark(cell, i, target) {
    const { state } = this;
    const classes = {
      target: target === "end",
      own: target === "begin",
      chosen: state.selected.includes(i),
      last: state.position?.last.includes(i),
      deciding: state.board?.deciding.includes(i),
      premove: state.display.premove?.includes(i),
      check: state.board?.in_check.includes(i),
    };
    for (const [name, on] of Object.entries(classes)) cell.classList.toggle(name, Boolean(on));
  }

  /** Move the keyboard focus to a cell. @param {number} cell */
  moveFocus(cell) {
    this.cells[this.state.focus].tabIndex = -1;
    this.state.focus = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].focus();
  }
}

/**
 * @param {HTMLElement} cell
 * @param {string} look
 * @param {string} sign
 */
function showSign(cell, look, sign) {
  if (cell.dataset.sign === sign) return;
  cell.dataset.sign = sign;
  cell.querySelector(".piece")?.remove();
  if (sign.trim()) cell.prepend(drawSign(look, sign, cell.matches(STORES)));
}

/** @param {Badge} badge */
function drawBadge({ text, tone, title }) {
  const attributes = { class: `badge ${tone}`, "aria-hidden": "true", title: title ?? null };
  return make("span", attributes, text[0], make("span", { class: "rest" }, text.slice(1)));
}
