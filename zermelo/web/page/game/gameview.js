// What Play and Analyse share: a game, its board, its moves, and its machine code.

import { isAway } from "../api.js";
import { BoardView } from "../board/board.js";
import { actionButtons } from "../board/buttons.js";
import { button } from "../controls.js";
import { make, renew } from "../dom.js";
import { releaseFocus } from "../focus.js";
import { listenForGames } from "../inout/importer.js";
import { View } from "../view.js";
import { CompileNote } from "./compile.js";
import { moveList } from "./movelist.js";
import { MoveMenu } from "./movemenu.js";
import { placeInputs } from "./place.js";
import { readMoves } from "./movetext.js";
import { Score } from "./score.js";
import { PlayerStrip } from "./strip.js";
import { EvaluationTerms } from "./terms.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../board/state.js").Badge} Badge
 */

/** The game where the address has none. */
const DEFAULT_GAME = "tic-tac-toe";

/** Milliseconds until a board shows that it waits for the server. */
const BUSY_DELAY = 150;

/** What a person acts on: an action hides the complaint about the one before. */
const CONTROLS = "button, select, summary, a, input:not([type=text]), .cell";

/** Looks of boards that have no other side. */
const ONE_SIDED = ["heaps", "race"];

/** Events after which the keys belong to the view again. */
const RELEASES = ["click", "change"];

export class GameView extends View {
  board = new BoardView((name) => this.play(name), (cells) => this.prepare(cells));
  status = make("p", { class: "status", role: "status" });
  caption = make("p", { class: "caption" });
  strip = new PlayerStrip();
  terms = new EvaluationTerms();
  others = make("div", { class: "row others", role: "group", "aria-label": "Other moves" });
  menu = new MoveMenu(this);
  moves = moveList({
    go: (node) => this.visit(node),
    edit: (node) => this.menu.edit(node),
  });
  compiling = new CompileNote();
  place = placeInputs();
  flipButton = button("Flip", () => this.flip(), { sign: "turn", title: "Flip the board" });

  score = new Score(DEFAULT_GAME);
  /** @type {import("../api.js").GameInfo | null} */
  info = null;
  /** @type {Position | null} */
  position = null;
  /** Counts what is shown: answers that belong to an earlier number are late. */
  turn = 0;
  /** Is the position on its way? Until it is there the board shows the one before. */
  isLoading = true;
  busy = 0;
  isFlipped = false;
  /** Put back a piece that was picked up. @param {KeyboardEvent} event */
  onEscape = (event) => void (event.key === "Escape" && this.board.deselect());

  /**
   * @param {HTMLElement} root
   * @param {import("../main.js").Frame} frame
   */
  constructor(root, frame) {
    super(root, frame);
    const isAction = (/** @type {Event} */ { type, target }) =>
      target instanceof Element && (type === "submit" || target.closest(CONTROLS));
    const forgive = (/** @type {Event} */ event) => void (isAction(event) && this.forgive());
    for (const type of ["click", "change", "submit"]) {
      root.addEventListener(type, forgive, { capture: true });
    }
    for (const type of RELEASES) document.addEventListener(type, releaseFocus);
    document.addEventListener("keydown", this.onEscape);
    this.stopListening = listenForGames(this);
  }

  close() {
    super.close();
    this.stopListening();
    for (const type of RELEASES) document.removeEventListener(type, releaseFocus);
    document.removeEventListener("keydown", this.onEscape);
    this.board.clear();
    this.compiling.close();
  }

  // ---------------------------------------------------------------- the position

  /** The position that is looked at; null if it does not come, or is not wanted any more. */
  async load() {
    const turn = ++this.turn;
    this.#startLoading();
    this.write();
    const { score } = this;
    try {
      const position = await score.at();
      if (turn !== this.turn || this.closed) return null;
      this.isLoading = false;
      this.#endBusy();
      this.#receive(position);
      return position;
    } catch (error) {
      if (turn === this.turn) this.#refuse(error, turn);
      return null;
    }
  }

  /** @param {Position} position */
  #receive(position) {
    const { score, place } = this;
    this.complain(null);
    this.compiling.prepare(score.game);
    this.position = position;
    this.flipButton.hidden = !position.board || ONE_SIDED.includes(position.board.look);
    this.showStrip();
    this.terms.show(position.evaluation);
    if (document.activeElement !== place.text) place.text.value = position.position ?? "";
    this.#learn(score);
  }

  showStrip() {
    if (this.position) this.strip.show(this.position, this.score.tags);
  }

  /** Number the moves that were never shown, and say if one is wrong. @param {Score} score */
  async #learn(score) {
    try {
      if ((await score.learn()) && score === this.score && !this.closed) this.showMoves();
    } catch (error) {
      const isWrong = !isAway(error) && score === this.score && !this.closed;
      if (isWrong) this.complain(/** @type {Error} */ (error));
    }
  }

  /**
   * @param {unknown} error
   * @param {number} turn
   */
  #refuse(error, turn) {
    if (!isAway(error)) {
      this.#endBusy();
      this.wipe();
    }
    this.fail(error, () => this.show(), turn);
  }

  /** No moves until the position is there; the board shows it if that takes a moment. */
  #startLoading() {
    this.isLoading = true;
    this.busy ||= window.setTimeout(() => this.#showBusy(true), BUSY_DELAY);
  }

  #endBusy() {
    clearTimeout(this.busy);
    this.busy = 0;
    this.#showBusy(false);
  }

  /** @param {boolean} isBusy */
  #showBusy(isBusy) {
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

  /** Show nothing: there is no such position. */
  wipe() {
    this.position = null;
    this.board.clear();
    for (const part of [this.status, this.caption, this.others]) part.replaceChildren();
    this.others.hidden = true;
    this.strip.root.hidden = true;
    this.showMoves();
  }

  /**
   * Buttons for the actions that no cell of the board stands for.
   * @param {import("../api.js").Action[]} actions
   * @param {Map<string, Badge>} [badges] by action
   */
  showOthers(actions, badges) {
    renew(this.others, actionButtons(actions, (name) => this.play(name), badges));
    this.others.hidden = !actions.length;
  }

  // ---------------------------------------------------------------- the game

  /**
   * Begin from a position and moves that were typed. If they are wrong, nothing is lost.
   * @param {string | null} position
   * @param {string} [text] the moves
   */
  async tryFrom(position, text = "") {
    const { score } = this;
    return this.#try(score.read(text, { game: score.game, position, moves: [] }), (read) =>
      this.begin(Score.ofRecord(read).withSeatsOf(score)));
  }

  /**
   * Play moves that were typed. If they are wrong, nothing is lost.
   * @param {string} text
   */
  async tryMoves(text) {
    return this.#try(this.score.read(text), ({ line, moves }) => {
      const { node } = this.score;
      this.stop();
      this.add(...line);
      node.graft(readMoves(moves)[0]);
      this.show();
    });
  }

  /**
   * Act on what the server has read, unless the person has gone on. False if it is wrong.
   * @param {Promise<import("../inout/importer.js").Read>} reading
   * @param {(read: import("../inout/importer.js").Read) => void} act
   */
  async #try(reading, act) {
    const { turn } = this;
    try {
      const read = await reading;
      if (turn === this.turn && !this.closed) act(read);
      return true;
    } catch (error) {
      if (turn === this.turn) this.complain(/** @type {Error} */ (error));
      return false;
    }
  }

  /**
   * Begin another game, or go on with the same one and another evaluation.
   * @param {string} game
   * @param {boolean} isSame
   */
  choose(game, isSame) {
    if (!isSame) this.isFlipped = false;
    this.begin(isSame ? this.score.withGame(game) : new Score(game).withSeatsOf(this.score));
  }

  /** Parameters of the game and of the move that is shown, for another view. */
  here() {
    return { ...this.score.params(), flip: this.isFlipped };
  }

  /** What an engine has found, in texts. @returns {import("../inout/share.js").Analysis} */
  analysis() {
    return { values: () => "", lines: [] };
  }

  /** Begin another game, or the same one from elsewhere. @param {Score} score */
  begin(score) {}

  /**
   * Put another game on the table. The browser's back button leads to the one before, if there was
   * anything to go back to.
   * @param {Score} score
   */
  replace(score) {
    const { game, start, root, fault } = this.score;
    const isEmpty = !root.children.length && !root.comment && !fault;
    const isSame = game === score.game && start === score.start && !score.root.children.length;
    if (!isEmpty || !isSame) this.frame.keep();
    this.score = score;
    this.showMoves(); // at once: its position may take a moment
  }

  /**
   * Play moves that a person has chosen. New ones are a step that can be undone.
   * @param {string[]} names
   */
  add(...names) {
    if (this.score.isChangedBy(names)) this.frame.keep();
    for (const name of names) this.score.play(name);
  }

  /** Change the tree of moves: a step that can be undone. @param {() => void} act */
  change(act) {
    this.stop();
    this.frame.keep();
    act();
    this.show();
  }

  /** Show the board from the other side, if it has one. */
  flip() {
    if (!this.position?.board || this.flipButton.hidden) return;
    this.isFlipped = !this.isFlipped;
    this.write();
    this.showBoard();
  }

  showBoard() {}

  /** Load the position and show it. */
  async show() {}

  showMoves() {
    this.menu.show();
  }

  /** @param {string} name */
  play(name) {}

  /** Make a move in advance; without cells: none. @param {number[]} cells */
  prepare(cells) {}

  /** Show a ply of the line. @param {number} ply */
  goTo(ply) {
    this.visit(this.score.nodeAt(ply));
  }

  /** What a key does that leads through the moves. @param {string} key */
  wayAction(key) {
    const { ply, moves } = this.score;
    const go = (/** @type {number} */ to) => () => void (to !== ply && this.goTo(to));
    return {
      ArrowLeft: go(Math.max(ply - 1, 0)),
      ArrowRight: go(Math.min(ply + 1, moves.length)),
      Home: go(0),
      End: go(moves.length),
    }[key];
  }

  /** Show a move. @param {import("./variations.js").MoveNode} node */
  visit(node) {
    this.stop();
    this.score.show(node);
    this.show();
  }
}
