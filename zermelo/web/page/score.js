// A game as it was played: where it began, its moves, and the ply one looks at. Positions come from the server and are kept.

import { post } from "./api.js";
import { button, make, renew } from "./dom.js";

/**
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./api.js").GameInfo} GameInfo
 */

/** Between moves in an address. A game that writes it in a move has it there with a backslash before it. */
export const BETWEEN = "~";

/** @param {string[]} moves */
export const joined = (moves) => moves.map((move) => move.replace(/[\\~]/g, "\\$&")).join(BETWEEN);

/** @param {string | null | undefined} text */
export const split = (text) => ((text ?? "").match(/(?:\\.|[^~])+/gs) ?? []).map((move) => move.replace(/\\(.)/gs, "$1"));

/** The server's number for nobody in particular. */
const CHANCE = -1;

export class Score {
  /**
   * @param {string} game
   * @param {string | null} start
   * @param {string[]} moves
   */
  constructor(game, start = null, moves = []) {
    this.game = game;
    this.start = start;
    this.moves = moves;
    this.ply = moves.length;
    /** @type {Map<string, Promise<Position>>} */
    this.known = new Map();
    /** Who made each move, as far as the server has said. @type {number[]} */
    this.movers = [];
    /** Who plays, and whether they wait, as the address has it: a view that lets nobody play keeps it for the way back. @type {string | null} */
    this.seats = null;
    this.isPaused = false;
  }

  /**
   * @param {URLSearchParams} params
   * @param {string} usual
   */
  static read(params, usual) {
    const made = new Score(params.get("game") || usual, params.get("position"), split(params.get("moves")));
    made.seats = params.get("seats");
    made.isPaused = params.get("paused") === "1";
    const ply = params.get("ply");
    if (ply !== null) made.ply = Math.min(Math.max(Number(ply) || 0, 0), made.moves.length);
    return made;
  }

  /** The parameters of an address that leads here. */
  params() {
    const ply = this.ply < this.moves.length ? this.ply : null;
    return { game: this.game, position: this.start, moves: joined(this.moves), ply, ...this.table() };
  }

  /** The parameters of what is seen now, as if nothing had been played after it. */
  here() {
    return { game: this.game, position: this.start, moves: joined(this.moves.slice(0, this.ply)) };
  }

  /** The parameters of who sits around it. */
  table() {
    return { seats: this.seats, paused: this.isPaused };
  }

  /** Let the same people sit around it. @param {Score} before */
  seatedLike(before) {
    this.seats = before.seats;
    this.isPaused = before.isPaused;
    return this;
  }

  /** What the server must know of a ply. */
  ask(ply = this.ply) {
    return { game: this.game, position: this.start, moves: this.moves.slice(0, ply) };
  }

  /**
   * @param {number} [ply]
   * @returns {Promise<Position>}
   */
  at(ply = this.ply) {
    const ask = this.ask(ply);
    const key = joined(ask.moves);
    const found = this.known.get(key);
    if (found) return found;
    const made = post("position", ask).then((position) => this.#note(ask.moves, position));
    made.catch(() => this.known.delete(key));
    this.known.set(key, made);
    return made;
  }

  /**
   * @param {string[]} asked
   * @param {Position} position
   */
  #note(asked, position) {
    if (asked.length > this.movers.length && asked.every((move, i) => move === this.moves[i])) this.movers = position.movers;
    return position;
  }

  /**
   * Play a move where one looks; what came after is forgotten, unless it is the same move.
   * @param {string} name
   */
  play(name) {
    if (this.moves[this.ply] !== name) {
      this.cut(this.ply);
      this.moves.push(name);
    }
    this.ply++;
  }

  /**
   * Forget what came after a ply, and look at it.
   * @param {number} ply
   */
  cut(ply) {
    this.moves = this.moves.slice(0, ply);
    this.movers = this.movers.slice(0, ply);
    this.ply = ply;
  }
}

/**
 * The moves in lines, each a button that leads to its position; and the way through them.
 * @param {(ply: number) => void} go
 */
export function moveList(go) {
  const list = make("ol", { class: "moves", "aria-label": "moves" });
  const step = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => number} */ where) =>
    button(words, () => go(where()), { sign, bare: true, class: "plain" });
  let [at, of] = [-1, 0];
  const ways = make("div", { class: "ways", role: "group", "aria-label": "Through the game" },
    step("First position", "first", () => 0), step("One move back", "back", () => Math.max(at - 1, 0)),
    step("One move on", "next", () => Math.min(at + 1, of)), step("Last position", "last", () => of));

  /**
   * @param {Score} score
   * @param {number} players
   * @param {(ply: number) => {text: string, tone: string} | null} [note]
   */
  const show = ({ moves, movers, ply }, players, note) => {
    const hasMoved = ply !== at || moves.length !== of;
    [at, of] = [ply, moves.length];
    const rows = lines(movers, moves.length, players).map((line, i) =>
      make("li", {},
        make("span", { class: "no", "aria-hidden": "true" }, `${i + 1}.`),
        ...line.map((n) => {
          if (!n) return make("span", { class: "quiet", "aria-hidden": "true" }, "…");
          const said = note?.(n);
          return make("button", { type: "button", class: "plain move", "data-key": `${n} ${moves[n - 1]}`, "aria-current": n === ply ? "step" : null, onclick: () => go(n) },
            moves[n - 1], said ? make("span", { class: `tiny ${said.tone}` }, said.text) : null);
        })));
    renew(list, rows.length ? rows : [make("li", { class: "quiet" }, "No moves yet.")]);
    const current = list.querySelector("[aria-current]");
    if (current && hasMoved) list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - list.clientHeight / 2;
    ways.querySelectorAll("button").forEach((made, i) => made.setAttribute("aria-disabled", String(i < 2 ? ply === 0 : ply === moves.length)));
  };
  return { list, ways, show };
}

/**
 * Plies in lines. Of two players the first begins a line and the other ends it: who moves again begins another, and 0 stands for a move
 * that was not made. A roll of the dice is in one line with the move that it belongs to. More players have a line for each move.
 * @param {number[]} movers as far as they are known
 * @param {number} plies
 * @param {number} players
 */
export function lines(movers, plies, players) {
  const hasChance = movers.includes(CHANCE);
  /** @type {number[][]} */
  const made = [];
  let before = Infinity;
  for (let i = 0; i < plies; i++) {
    const mover = movers[i] ?? (i && before === 0 ? 1 : 0);
    const isNew = hasChance ? (mover === CHANCE) === (movers[0] === CHANCE) : players > 2 || mover <= before;
    if (isNew) made.push(!hasChance && players === 2 && mover === 1 ? [0] : []);
    made[made.length - 1].push(i + 1);
    before = mover;
  }
  return made;
}
