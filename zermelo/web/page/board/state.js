// The state of a board: the position, how it is displayed, and the cells selected so far. No DOM.

import { inAnyOrder, inEqualRows, isDirection, isSlide } from "./moves.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../api.js").Action} Action
 * @typedef {{text: string, tone: string, title?: string, move?: string}} Badge
 * @typedef {{cells: number[], rank: number}} Arrow
 * @typedef {{playable?: boolean, flipped?: boolean, badges?: Map<string, Badge>,
 *            arrows?: Arrow[], label?: string, premovable?: boolean,
 *            premove?: number[]}} Display
 * @typedef {import("./sketch.js").Stroke} Stroke
 * @typedef {"begin" | "end"} Target
 */

export class BoardState {
  /** @type {Position | null} */
  position = null;
  /** @type {Display} */
  display = {};
  /** The cells clicked so far for an action of several cells. @type {number[]} */
  selected = [];
  /** The person's own arrows and circles. @type {Stroke[]} */
  strokes = [];
  /** The cell that has the keyboard focus. */
  focus = 0;

  get board() {
    return this.position?.board ?? null;
  }

  get look() {
    return this.board?.look ?? "plain";
  }

  /** Are the actions directions? Then arrow keys and strokes play them. */
  get isSteered() {
    return Boolean(this.display.playable && this.position?.actions.some(isDirection));
  }

  /** The actions that are played by clicking their cells. */
  touchActions() {
    const { board } = this;
    const actions = (this.position?.actions ?? []).filter((action) => !isSlide(action));
    if (board?.look === "heaps") return actions.flatMap((action) => inEqualRows(action, board));
    return actions.flatMap(inAnyOrder);
  }

  /** May a cell be clicked at all: for a move, or for one that is made in advance? */
  get isOpen() {
    return Boolean(this.display.playable || this.display.premovable);
  }

  /** The cells of an action here: a premove has as many. */
  get #arity() {
    return Math.min(this.position?.actions[0]?.cells.length ?? 0, 2);
  }

  /**
   * Click a cell for a move in advance. Returns its cells once they are complete.
   * @param {number} cell
   * @returns {number[] | null}
   */
  prepare(cell) {
    const wanted = [...this.selected, cell];
    const isUsed = wanted.length > 1 && wanted[0] === cell;
    const isWhole = wanted.length === this.#arity && !isUsed;
    const isBegun = wanted.length < this.#arity && this.isOrigin(cell);
    this.selected = isBegun ? wanted : [];
    return isWhole ? wanted : null;
  }

  /** The actions that a move in advance means here: several promotions. @param {number[]} cells */
  findPrepared(cells) {
    const wanted = this.look === "drop" ? [this.#landing(cells[0])] : cells;
    const isSame = (/** @type {Action} */ action) =>
      action.cells.length === wanted.length && wanted.every((x, i) => action.cells[i] === x);
    return [...new Map(this.touchActions().filter(isSame).map((one) => [one.name, one])).values()];
  }

  /** Can an action of several cells begin with this cell? @param {number} cell */
  isOrigin(cell) {
    const isPiece = Boolean(this.board?.cells[cell].trim());
    if (this.display.premovable) return this.#arity === 2 && isPiece;
    return this.touchActions().some(({ cells }) => cells.length > 1 && cells[0] === cell);
  }

  /** The cells that can be clicked now: "begin" picks a piece up, "end" goes on with a move. */
  targets() {
    /** @type {Map<number, Target>} */
    const targets = new Map();
    if (!this.display.playable) return targets;
    const { selected } = this;
    const actions = this.touchActions();
    for (const { cells } of actions) {
      const next = cells[selected.length];
      if (next === undefined || !selected.every((cell, i) => cells[i] === cell)) continue;
      targets.set(next, !selected.length && cells.length > 1 ? "begin" : "end");
    }
    if (!selected.length) return targets;
    for (const { cells } of actions) if (!targets.has(cells[0])) targets.set(cells[0], "begin");
    return targets;
  }

  /** The badge of each cell: of the best action that ends there, by the piece that is picked up. */
  badges() {
    /** @type {Map<number, Badge>} */
    const badges = new Map();
    const actions = new Map(this.position?.actions.map((action) => [action.name, action]));
    for (const [name, badge] of this.display.badges ?? []) {
      const action = actions.get(name);
      const cell = action?.cells.length ? this.#badgeCell(action) : -1;
      if (cell >= 0 && !badges.has(cell)) badges.set(cell, badge); // the best action comes first
    }
    return badges;
  }

  /** @param {Action} action */
  #badgeCell(action) {
    const { cells } = action;
    const isOther = this.selected.length > 0 && this.selected[0] !== cells[0];
    return isOther && !isSlide(action) ? -1 : cells[cells.length - 1];
  }

  /**
   * Click a cell. Returns the actions that the click completes: none, one, or several that share
   * their cells (promotions).
   * @param {number} cell
   * @returns {Action[]}
   */
  press(cell) {
    const wanted = [...this.selected, this.look === "drop" ? this.#landing(cell) : cell];
    const actions = this.touchActions();
    const fits = actions.filter(({ cells }) => wanted.every((x, i) => cells[i] === x));
    const complete = fits.filter(({ cells }) => cells.length === wanted.length);
    if (complete.length && complete.length === fits.length) {
      this.selected = [];
      return [...new Map(complete.map((action) => [action.name, action])).values()];
    }
    const isElsewhere = this.selected.length > 0 && this.selected.at(-1) !== cell;
    this.selected = fits.length ? wanted : [];
    const isNewOrigin = isElsewhere && actions.some(({ cells }) => cells[0] === cell);
    return !fits.length && isNewOrigin ? this.press(cell) : [];
  }

  /**
   * Where a disc dropped into the column of a cell comes to rest.
   * @param {number} cell
   */
  #landing(cell) {
    const columns = this.board?.columns ?? 1;
    const isAbove = (/** @type {number[]} */ cells) => cells[0] % columns === cell % columns;
    const action = this.position?.actions.find(({ cells }) => cells.length && isAbove(cells));
    return action?.cells[0] ?? cell;
  }
}
