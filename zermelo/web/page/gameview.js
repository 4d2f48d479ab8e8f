// What Play and Analyse have in common: a game that somebody goes through, its board, its moves, its machine code.

import { isAway } from "./api.js";
import { BoardView } from "./board/board.js";
import { actionButtons } from "./board/buttons.js";
import { button, make, renew } from "./dom.js";
import { Machine } from "./machine.js";
import { placeInputs } from "./place.js";
import { moveList, Score } from "./score.js";
import { View } from "./view.js";

/** @typedef {import("./api.js").Position} Position */

/** Milliseconds until a board shows that it waits: an answer that is faster needs no sign. */
const SOON = 150;

export class GameView extends View {
  board = new BoardView((name) => this.play(name));
  status = make("p", { class: "status", role: "status" });
  caption = make("p", { class: "caption" });
  others = make("div", { class: "row others", role: "group", "aria-label": "Other moves" });
  moves = moveList((ply) => this.look(ply));
  machine = new Machine();
  place = placeInputs();
  turner = button("Turn", () => this.flip(), { sign: "turn", title: "Turn the board" });

  score = new Score("tic-tac-toe");
  /** @type {import("./api.js").GameInfo | null} */
  info = null;
  /** @type {Position | null} */
  position = null;
  turn = 0;
  /** Is the position still to come? Until it is there nobody can move: what is seen is the one before. */
  isAwaited = true;
  waiting = 0;
  isFlipped = false;

  /**
   * @param {HTMLElement} root
   * @param {import("./main.js").Frame} frame
   */
  constructor(root, frame) {
    super(root, frame);
    const acts = "button, select, summary, a, input:not([type=text]), .cell";
    for (const type of ["click", "change", "submit"]) {
      root.addEventListener(type, ({ target }) => target instanceof Element && (type === "submit" || target.closest(acts)) && this.forgive(), { capture: true });
    }
  }

  close() {
    super.close();
    this.board.clear();
    this.machine.close();
  }

  /** The position that is looked at, once it is there; null if it does not come, or is not wanted any more. */
  async arrive() {
    const turn = ++this.turn;
    this.await();
    this.write();
    const { score } = this;
    let position;
    try {
      position = await score.at();
    } catch (error) {
      if (turn !== this.turn) return null;
      if (!isAway(error)) {
        this.arrived();
        this.wipe();
      }
      this.fail(error, () => this.show(), turn);
      return null;
    }
    if (turn !== this.turn || this.closed) return null;
    this.isAwaited = false;
    this.arrived();
    this.complain(null);
    this.machine.prepare(score.game);
    this.position = position;
    this.turner.hidden = !position.board;
    if (document.activeElement !== this.place.text) this.place.text.value = position.position ?? ""; // or somebody types there
    if (score.movers.length < score.moves.length) score.at(score.moves.length).then(() => score === this.score && this.showMoves(), () => null);
    return position;
  }

  /** Nobody can move until the position is there; the board shows it if that takes a moment. */
  await() {
    this.isAwaited = true;
    this.waiting ||= window.setTimeout(() => this.showWaiting(true), SOON);
  }

  arrived() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.showWaiting(false);
  }

  /** @param {boolean} isBusy */
  showWaiting(isBusy) {
    for (const part of [this.board.root, this.others]) {
      part.classList.toggle("busy", isBusy);
      part.setAttribute("aria-busy", String(isBusy));
    }
  }

  /**
   * @param {unknown} error
   * @param {() => void} again
   * @param {number} turn
   */
  fail(error, again, turn) {
    this.persist(error, again, () => turn === this.turn);
  }

  /** There is no such position: what is seen belongs to another one. */
  wipe() {
    this.position = null;
    this.board.clear();
    for (const part of [this.status, this.caption, this.others]) part.replaceChildren();
    this.others.hidden = true;
    this.showMoves();
  }

  /**
   * The moves that no cell of the board stands for.
   * @param {import("./api.js").Action[]} actions
   * @param {Map<string, import("./board/state.js").Badge>} [badges] by move
   */
  showOthers(actions, badges) {
    renew(this.others, actionButtons(actions, (name) => this.play(name), badges));
    this.others.hidden = !actions.length;
  }

  /**
   * Begin from a text and moves that somebody has typed. If they are not right, nothing is lost.
   * @param {Score} score
   */
  async tryFrom(score) {
    const { turn } = this;
    let position;
    try {
      position = await score.at();
    } catch (error) {
      if (turn === this.turn) this.complain(/** @type {Error} */ (error));
      return false;
    }
    if (turn !== this.turn || this.closed) return true;
    this.begin(new Score(score.game, score.start, position.moves).seatedLike(this.score)); // words may belong to one move
    return true;
  }

  /**
   * Another game was chosen; or the same one with another evaluation: then it goes on.
   * @param {string} game
   * @param {boolean} isSame
   */
  choose(game, isSame) {
    const { start, moves, ply } = this.score;
    const score = isSame ? new Score(game, start, moves) : new Score(game);
    if (isSame) score.ply = ply;
    else this.isFlipped = false;
    this.begin(score.seatedLike(this.score));
  }

  /** The parameters of what is seen now, for a view that goes on from here: with who plays, and from which side. */
  here() {
    return { ...this.score.here(), ...this.score.table(), flip: this.isFlipped };
  }

  /** Another game, or the same one from somewhere else. @param {Score} score */
  begin(score) {}

  /**
   * Put another game on the table. The browser's way back leads to the one before, if there is anything to go back to.
   * @param {Score} score
   */
  replace(score) {
    const { game, start, moves } = this.score;
    if (moves.length || game !== score.game || start !== score.start) this.frame.keep();
    this.score = score;
  }

  /** See the board from the other side, if there is one. */
  flip() {
    if (!this.position?.board) return;
    this.isFlipped = !this.isFlipped;
    this.write();
    this.showBoard();
  }

  showBoard() {}

  /** Show where the game stands. */
  async show() {}

  showMoves() {}

  /** @param {string} name */
  play(name) {}

  /** @param {number} ply */
  look(ply) {
    this.stop();
    this.score.ply = ply;
    this.show();
  }
}
