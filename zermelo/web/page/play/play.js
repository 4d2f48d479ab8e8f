// Play: people and engines at one board.

import { canonicalName, gameInfo, post } from "../api.js";
import { buttonActions, captionOf } from "../board/buttons.js";
import { moverSign } from "../board/signs.js";
import { button } from "../controls.js";
import { make } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { GameView } from "../game/gameview.js";
import { Score } from "../game/score.js";
import { icon } from "../icons.js";
import { route } from "../main.js";
import { capital } from "../words.js";
import { GameClock } from "./clock.js";
import { Engine } from "./engine.js";
import { giveHint } from "./hint.js";
import { pressKey } from "./keys.js";
import { layOut } from "./layout.js";
import { Premove } from "./premove.js";
import { GameRecord } from "./record.js";
import { PERSON, askSeat, readSeats, writeSeats } from "./seats.js";
import { findTakeBack } from "./takeback.js";
import { MoveValues } from "./values.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {Pick<import("../board/state.js").Display, "arrows" | "badges">} Hint
 */

export const title = "Play";
export { keys } from "./keys.js";

const DEFAULT_GAME = "tic-tac-toe";

/** Milliseconds that a position is shown, at least, when engines play each other. */
const WATCH_TIME = 600;

export class Play extends GameView {
  names = make("datalist", { id: "move-names" });
  entry = make("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Type a move",
    placeholder: "Type a move",
    list: "move-names",
  });
  engine = new Engine(this);
  clock = new GameClock(this);
  premove = new Premove(this);
  record = new GameRecord(this);
  values = new MoveValues(this);
  pauseButton = button("Pause", () => this.pause(), { sign: "pause", class: "main" });

  /** Who plays: a person, or an engine's level. @type {string[]} */
  seats = [];
  /** Was a hint asked for before the position was there? */
  isHintWanted = false;
  /** The hint on the board. @type {Hint | null} */
  hinted = null;
  /** Has the engine failed? Then it does not think. */
  isStuck = false;
  /** Do engines that play each other wait? */
  isPaused = false;

  /** @param {URLSearchParams} params */
  async update(params) {
    const before = this.outline;
    this.stop();
    this.score = Score.read(params, DEFAULT_GAME);
    this.entry.value = "";
    this.isFlipped = params.get("flip") === "1";
    this.isPaused = this.score.isPaused;
    this.clock.read(this.score.clock);
    this.score.at(); // fetched together with the catalogue
    if (!(await this.isListed())) return;
    this.score.game = canonicalName(this.catalogue, this.score.game);
    this.info = gameInfo(this.catalogue, this.score.game);
    this.seats = readSeats(params.get("seats"), this.players);
    if (this.outline !== before) this.build();
    this.engine.show(null);
    this.show();
  }

  /** What the parts of the page depend on. */
  get outline() {
    return [this.score.game, ...this.seats, this.info?.name, this.clock.write()].join(" ");
  }

  get players() {
    return this.info?.players ?? 2;
  }

  write() {
    this.score.seats = writeSeats(this.seats);
    this.score.isPaused = this.isPaused && this.isWatched;
    this.score.clock = this.clock.write();
    this.frame.write(this.here(), this.score.lineParams());
  }

  /** Show the values from another point of view. */
  turnValues() {
    this.engine.refresh();
    this.showBoard();
  }

  /** Do only engines play? */
  get isWatched() {
    return !this.seats.includes(PERSON);
  }

  // ---------------------------------------------------------------- the page

  build() {
    if (!this.position) this.pauseButton.hidden = true; // until it is known who moves
    keepingFocus(this.root, () => this.root.replaceChildren(...layOut(this)));
  }

  analyse() {
    location.hash = route("analyse", this.here());
  }

  // ---------------------------------------------------------------- showing

  /** Show the position, and let the game go on: chance rolls, engines think. */
  async show() {
    this.isStuck = false;
    const position = await this.load();
    if (!position) return;
    const { turn } = this;
    this.clock.turnTo();
    this.showStrip();
    if (this.premove.tryPlay()) return;
    const names = this.isPersonToMove ? position.actions.map(({ name }) => name) : [];
    this.#showPause();
    this.showBoard();
    this.showMoves();
    this.names.replaceChildren(...names.map((value) => make("option", { value })));
    this.showStatus();
    this.record.show(position);
    this.values.ask();
    const isHintWanted = this.isHintWanted && this.isPersonToMove;
    this.isHintWanted = false;
    if (isHintWanted) this.hint();
    else if (this.score.isAtEnd) await this.#goOn(position, turn);
  }

  showMoves() {
    super.showMoves();
    this.moves.show(this.score, this.players);
  }

  showBoard() {
    const { position } = this;
    if (!position) return;
    const playable = this.isPersonToMove;
    const words = this.#statusText();
    const label = `${position.game}: ${words}`;
    const { badges } = this.values;
    const own = { badges, ...this.premove.display, ...this.hinted };
    const display = { playable, flipped: this.isFlipped, label, ...own };
    this.board.show(position, display);
    this.showOthers(playable ? buttonActions(position) : [], this.hinted?.badges ?? badges);
    this.caption.textContent = captionOf(position, words);
  }

  /** May a person move now? */
  get isPersonToMove() {
    const { position } = this;
    if (!position || this.isLoading || position.over || this.clock.fallen >= 0) return false;
    return position.player >= 0 && this.seats[position.player] === PERSON;
  }

  /** Do engines that play each other wait? */
  get isHeld() {
    return this.isPaused && this.isWatched;
  }

  #statusText() {
    const { position } = this;
    if (!position) return "";
    if (position.over) return position.verdict ?? "The game is over.";
    if (this.clock.fallen >= 0) return this.clock.verdict(position.players);
    if (position.player < 0) return "Chance decides …";
    const isEngine = this.seats[position.player] !== PERSON;
    const isThinking = isEngine && !this.isStuck && this.score.isAtEnd;
    const name = position.player_name;
    if (isThinking && this.isHeld) return `Paused: ${name} to move`;
    return capital(isThinking ? `${name} thinks …` : `${name} to move`);
  }

  showStatus(words = this.#statusText()) {
    const { position } = this;
    this.status.replaceChildren(...(position ? [moverSign(position)] : []), words);
    this.status.classList.toggle("over", Boolean(position?.over));
  }

  // ---------------------------------------------------------------- going on

  /**
   * Let chance or an engine move, if it is their turn.
   * @param {Position} position
   * @param {number} turn
   */
  async #goOn(position, turn) {
    if (position.over || this.isHeld || this.clock.fallen >= 0) return;
    const seat = this.seats[position.player];
    if (position.player < 0) await this.#roll(turn);
    else if (seat !== PERSON) {
      const isWatched = this.isWatched;
      const seen = new Promise((resolve) => setTimeout(resolve, isWatched ? WATCH_TIME : 0));
      this.engine.think(position, askSeat(seat), async (move) => {
        if (isWatched) await seen;
        if (turn === this.turn && !this.closed) this.make(move);
      });
    }
  }

  /** @param {number} turn */
  async #roll(turn) {
    try {
      const { move } = await post("roll", this.score.request());
      if (turn === this.turn) this.make(move);
    } catch (error) {
      if (turn === this.turn) this.fail(error, () => this.show(), turn);
    }
  }

  /** Pause engines that play each other, or let the game go on: also in the middle of its moves. */
  pause() {
    if (!this.score.isAtEnd) return this.change(() => this.#resume());
    this.isPaused = !this.isPaused;
    this.stop();
    this.engine.show(null);
    this.show();
  }

  #resume() {
    this.score.resume = "here";
    this.isPaused = false;
  }

  #showPause() {
    const { isAtEnd } = this.score;
    const [words, sign] = this.isPaused || !isAtEnd ? ["Go on", "play"] : ["Pause", "pause"];
    const canGoOn = isAtEnd ? this.isWatched : !this.isPersonToMove;
    this.pauseButton.hidden = !canGoOn || Boolean(this.position?.over);
    this.pauseButton.replaceChildren(icon(sign), words);
  }

  /**
   * Show that the engine has failed, and offer to try again.
   * @param {unknown} error
   * @param {() => void} again
   * @param {number} turn
   */
  fail(error, again, turn) {
    this.isStuck = true;
    this.engine.show(null);
    this.showStatus();
    super.fail(error, again, turn);
  }

  stop() {
    this.turn++;
    this.engine.stop();
    this.values.stop();
    this.clock.stop();
    this.hinted = null;
    this.isHintWanted = false;
  }

  close() {
    this.clock.close();
    super.close();
  }

  // ---------------------------------------------------------------- acting

  /**
   * Play a person's move.
   * @param {string} name
   * @param {string[]} more actions that belong to it: the jumps of a capture
   */
  play(name, ...more) {
    if (!this.isPersonToMove) return;
    this.engine.show(null); // what it thought about a hint
    this.stop();
    this.#press(() => this.add(name, ...more));
  }

  /** Make a move: the clock of its player stops. @param {() => void} act */
  #press(act) {
    this.clock.press(this.position?.player ?? -1);
    act();
    this.clock.keep();
    this.record.note();
    this.show();
  }

  /** Play a move of chance or of an engine. @param {string} name */
  make(name) {
    this.stop();
    this.#press(() => this.score.play(name));
  }

  /** @param {number[]} cells */
  prepare(cells) {
    this.premove.set(cells);
  }

  /** A player's time is over. */
  onFlag() {
    this.stop();
    this.engine.show(null);
    this.showBoard();
    this.showStatus();
    this.showStrip();
  }

  showStrip() {
    const { position, score, clock } = this;
    if (position) this.strip.show(position, score.tags, clock.texts);
  }

  /** @param {import("../game/variations.js").MoveNode} node */
  visit(node) {
    this.entry.value = "";
    this.premove.clear();
    this.engine.show(null);
    super.visit(node);
  }

  /** @param {() => void} act */
  change(act) {
    this.engine.show(null);
    super.change(act);
  }

  /** Go on from the last position where a person was to move. The moves after it stay. */
  async takeBack() {
    const { score } = this;
    try {
      const node = await findTakeBack(this);
      if (score !== this.score || this.closed) return; // another game has begun
      this.change(() => score.takeBack(node)); // not before: the engine goes on thinking
    } catch (error) {
      this.complain(/** @type {Error} */ (error));
    }
  }

  /** Begin again where the game began; from the start, if it has not gone on from there. */
  restart() {
    const { game, start, root } = this.score;
    this.begin(new Score(game, root.children.length ? start : null));
  }

  hint() {
    giveHint(this);
  }

  /**
   * @param {number} p
   * @param {string} value
   */
  sit(p, value) {
    this.stop();
    this.seats[p] = value;
    this.engine.show(null);
    this.show();
  }

  /** @param {Score} score */
  begin(score) {
    this.stop();
    const isSame = score.game === this.score.game;
    this.replace(score);
    this.entry.value = "";
    this.position = null;
    this.info = gameInfo(this.catalogue, score.game);
    const isSeated = isSame || this.seats.length === this.players;
    if (!isSeated) this.seats = readSeats(null, this.players);
    if (!isSame) this.build();
    this.engine.show(null);
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    pressKey(this, event);
  }
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Play(root, frame);
  view.update(params);
  return view;
}
