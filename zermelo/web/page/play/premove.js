// A move that is made in advance, while the engine thinks. It is played as soon as it is legal, and
// forgotten if it is not. A click elsewhere or Esc takes it back.

import { PERSON } from "./seats.js";

export class Premove {
  /** The cells of the move. @type {number[]} */
  cells = [];

  /** @param {import("./play.js").Play} view */
  constructor(view) {
    this.view = view;
  }

  /** Does a person wait for the engine's move? */
  get isOpen() {
    const { position, score, seats, isPersonToMove } = this.view;
    if (!position || position.over || position.player < 0 || isPersonToMove) return false;
    return score.isAtEnd && seats.includes(PERSON) && this.view.clock.fallen < 0;
  }

  /** What the board needs to know. */
  get display() {
    return { premovable: this.isOpen, premove: this.cells };
  }

  /** @param {number[]} cells */
  set(cells) {
    this.cells = cells;
    this.view.showBoard();
  }

  clear() {
    this.cells = [];
  }

  /**
   * Play the move, if it is the person's turn and legal; of several promotions the person chooses.
   * Returns whether it was played.
   */
  tryPlay() {
    const { view, cells } = this;
    if (!cells.length || !view.isPersonToMove) return false;
    this.clear();
    view.showBoard();
    const actions = view.board.state.findPrepared(cells);
    if (actions.length > 1) view.board.ask(actions);
    else if (actions.length) view.play(actions[0].name);
    return actions.length === 1;
  }
}
