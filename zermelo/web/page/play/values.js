// The values of all moves on the board, from a database: only if a person wants them.

import { toggle } from "../controls.js";
import { recall, remember } from "../game/preferences.js";
import { readerOf, textFor, viewerOf } from "../game/value.js";
import { live } from "../live.js";

/** @typedef {import("../board/state.js").Badge} Badge */

const PREFERENCE = "move-values";
const [ON, OFF] = ["on", "off"];

/** Seconds for a position that the database does not hold: it is searched. */
const SECONDS = 1;

/**
 * Is there a database of the game?
 * @param {import("./play.js").Play} view
 */
export const isSolved = ({ catalogue, score, info }) =>
  Boolean(catalogue?.databases?.includes(score.game) || info?.database);

export class MoveValues {
  /** @type {any[]} */
  lines = [];
  /** @type {{stop: () => void} | null} */
  request = null;

  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.view = play;
  }

  /** The switch of the values. */
  control() {
    return toggle("Values of moves", recall(PREFERENCE, OFF) === ON, (on) => {
      remember(PREFERENCE, on ? ON : OFF);
      this.stop();
      this.ask();
      this.view.showBoard();
    });
  }

  /** Ask for the values of a person's moves, if they are wanted. */
  ask() {
    const { view } = this;
    const { position, turn } = view;
    const isWanted = isSolved(view) && recall(PREFERENCE, OFF) === ON;
    if (!position || !view.isPersonToMove || !isWanted) return;
    const message = { ask: "values", ...view.score.request(), tag: position.tag, seconds: SECONDS };
    this.request = live.ask(message, (event) => {
      const variations = event.result?.variations ?? event.variations;
      if (turn !== view.turn || !variations) return;
      this.lines = variations;
      view.showBoard();
    });
  }

  stop() {
    this.request?.stop();
    this.request = null;
    this.lines = [];
  }

  /** The values by move, the best first. @returns {Map<string, Badge> | undefined} */
  get badges() {
    const { position } = this.view;
    if (!position || !this.lines.length) return undefined;
    const viewer = viewerOf(position);
    return new Map(this.lines.map((line) => {
      const value = textFor(line, viewer);
      const title = `${value.title} for ${position.players[readerOf(line, viewer)]}`;
      return [line.move, { ...value, title, move: line.move }];
    }));
  }
}
