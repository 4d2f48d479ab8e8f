// The state of a board: the position, how it is displayed, and the cells selected so far. No DOM.

import { inAnyOrder, isDirection, isSlide } from "./moves.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../api.js").Action} Action
 * @typedef {{text: string, tone: string, title?: string, move?: string}} Badge
 * @typedef {{cells: number[], rank: number}} Arrow
 * @typedef {{playable?: boolean, flipped?: boolean, badges?: Map<string, Badge>,
 *            arrows?: Arrow[], label?: string}} Display
 * @typedef {"begin" | "end"} Target
 */

export class BoardState {
  /** @type {Position | null} */
  position = null;
  /** @type {Display} */
  display = {};
  /** The cells clicked so far for an action of several cells. @type {number[]} */
  selected = [];
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
    const actions = this.position?.actions ?? [];
    return actions.filter((action) => !isSlide(action)).flatMap(inAnyOrder);
  }

  /** Can an action of several cells begin with this cell? @param {number} cell */
  isOrigin(cell) {
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

  /** The badge of each cell: of the action that ends there, or of the best that begins there. */
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
    const isStarted = this.selected.length && this.selected[0] === cells[0];
    if (isStarted || cells.length === 1 || isSlide(action)) return cells[cells.length - 1];
    return this.selected.length ? -1 : cells[0];
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
