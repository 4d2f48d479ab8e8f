// Play: people and engines at one board.

import { canonicalName, gameInfo, post } from "../api.js";
import { buttonActions, captionOf } from "../board/buttons.js";
import { moverSign } from "../board/signs.js";
import { button } from "../controls.js";
import { make } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { GameView } from "../game/gameview.js";
import { MOVE_KEYS } from "../game/movemenu.js";
import { Score } from "../game/score.js";
import { icon } from "../icons.js";
import { route } from "../main.js";
import { capital } from "../words.js";
import { Engine } from "./engine.js";
import { giveHint } from "./hint.js";
import { layOut } from "./layout.js";
import { PERSON, readSeats, writeSeats } from "./seats.js";
import { findTakeBack } from "./takeback.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {Pick<import("../board/state.js").Display, "arrows" | "badges">} Hint
 */

export const title = "Play";

/** @type {[string, string][]} */
export const keys = [
  ["← and →", "previous move, next move"],
  ["Home, End", "first and last position"],
  ["Arrow keys", "on the board, if Tab has led there: move over it"],
  ["Arrow keys", "where moves are directions: play them (Shift: move over the board)"],
  ["Enter", "play, or pick up a piece"],
  ["Esc", "put it back"],
  ["U", "take back"],
  ["H", "hint"],
  ["G", "move now: the engine plays the best move so far"],
  ["F", "flip the board"],
  ["N", "new game"],
  ["P or Space", "pause engines that play each other, or go on from here"],
  ...MOVE_KEYS,
];

const DEFAULT_GAME = "tic-tac-toe";

/** Milliseconds that a position is shown, at least, when engines play each other. */
const WATCH_TIME = 600;

/** Where keys are typed, and do not act on the game. */
const TYPING = "input:not([type=radio], [type=checkbox]), select, textarea";

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
    return [this.score.game, ...this.seats, this.info?.name].join(" ");
  }

  get players() {
    return this.info?.players ?? 2;
  }

  write() {
    this.score.seats = writeSeats(this.seats);
    this.score.isPaused = this.isPaused && this.isWatched;
    this.frame.write(this.here(), this.score.lineParams());
  }

  /** Do only engines play? */
  get isWatched() {
    return !this.seats.includes(PERSON);
  }

  // ---------------------------------------------------------------- the page

  build() {
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
    const names = this.isPersonToMove ? position.actions.map(({ name }) => name) : [];
    this.#showPause();
    this.showBoard();
    this.showMoves();
    this.names.replaceChildren(...names.map((value) => make("option", { value })));
    this.showStatus();
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
    const display = { playable, flipped: this.isFlipped, label, ...this.hinted };
    this.board.show(position, display);
    this.showOthers(playable ? buttonActions(position) : [], this.hinted?.badges);
    this.caption.textContent = captionOf(position, words);
  }

  /** May a person move now? */
  get isPersonToMove() {
    const { position } = this;
    if (!position || this.isLoading || position.over) return false;
    return position.player >= 0 && this.seats[position.player] === PERSON;
  }

  #statusText() {
    const { position } = this;
    if (!position) return "";
    if (position.over) return position.verdict ?? "The game is over.";
    if (position.player < 0) return "Chance decides …";
    const isEngine = this.seats[position.player] !== PERSON;
    const isThinking = isEngine && !this.isStuck && this.score.isAtEnd;
    const name = position.player_name;
    if (isThinking && this.isPaused && this.isWatched) return `Paused: ${name} to move`;
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
    if (position.over || (this.isPaused && this.isWatched)) return;
    const seat = this.seats[position.player];
    if (position.player < 0) await this.#roll(turn);
    else if (seat !== PERSON) {
      const isWatched = this.isWatched;
      const seen = new Promise((resolve) => setTimeout(resolve, isWatched ? WATCH_TIME : 0));
      this.engine.think(position, Number(seat), async (move) => {
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
    this.hinted = null;
    this.isHintWanted = false;
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
    this.add(name, ...more);
    this.show();
  }

  /** Play a move of chance or of an engine. @param {string} name */
  make(name) {
    this.stop();
    this.score.play(name);
    this.show();
  }

  /** @param {import("../game/variations.js").MoveNode} node */
  visit(node) {
    this.entry.value = "";
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
    if (this.menu.key(event)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.matches?.(TYPING)) return;
    if (document.querySelector("dialog[open]")) return;
    const isControl = target.matches?.("input, fieldset *");
    const isWay = !isControl && !this.board.state.isSteered;
    const way = isWay ? this.wayAction(event.key) : undefined;
    const act = way ?? this.#keyAction(event.key.toLowerCase(), target);
    if (!act && (isControl || !this.board.trySteer(event.key))) return;
    event.preventDefault();
    this.forgive();
    act?.();
  }

  /**
   * @param {string} key
   * @param {HTMLElement} target
   */
  #keyAction(key, target) {
    const pause = this.pauseButton.hidden ? undefined : () => this.pause();
    const isPressable = target.closest?.("button, summary, a");
    return {
      u: () => this.takeBack(),
      h: () => this.hint(),
      g: () => this.engine.moveNow(),
      f: () => this.flip(),
      n: () => this.restart(),
      p: pause,
      " ": isPressable ? undefined : pause,
    }[key];
  }
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Play(root, frame);
  view.update(params);
  return view;
}
