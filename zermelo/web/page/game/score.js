// A game as it was played: start, moves, and the ply that is shown. Positions come from the server
// and are cached.

import { post } from "../api.js";

/** @typedef {import("../api.js").Position} Position */

/** Stands between moves in an address. In a move it is escaped with a backslash. */
export const SEPARATOR = "~";

/** @param {string[]} moves */
export const joined = (moves) =>
  moves.map((move) => move.replace(/[\\~]/g, "\\$&")).join(SEPARATOR);

/** @param {string | null | undefined} text */
export const split = (text) =>
  ((text ?? "").match(/(?:\\.|[^~])+/gs) ?? []).map((move) => move.replace(/\\(.)/gs, "$1"));

export class Score {
  /** Positions by their moves. @type {Map<string, Promise<Position>>} */
  cache = new Map();
  /** The player of each move, as far as the server has said. @type {number[]} */
  movers = [];
  /** The players as the address has them; Analyse keeps them. @type {string | null} */
  seats = null;
  isPaused = false;

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
  }

  /**
   * @param {URLSearchParams} params
   * @param {string} usual
   */
  static read(params, usual) {
    const moves = split(params.get("moves"));
    const score = new Score(params.get("game") || usual, params.get("position"), moves);
    score.seats = params.get("seats");
    score.isPaused = params.get("paused") === "1";
    const ply = params.get("ply");
    if (ply !== null) score.ply = Math.min(Math.max(Number(ply) || 0, 0), moves.length);
    return score;
  }

  /** The parameters of an address that leads here. */
  params() {
    const ply = this.ply < this.moves.length ? this.ply : null;
    const { game, start: position, moves } = this;
    return { game, position, moves: joined(moves), ply, ...this.seating() };
  }

  /** The parameters of the position that is shown, without the moves after it. */
  here() {
    const moves = joined(this.moves.slice(0, this.ply));
    return { game: this.game, position: this.start, moves };
  }

  /** The parameters of the players. */
  seating() {
    return { seats: this.seats, paused: this.isPaused };
  }

  /** Take the players of another game. @param {Score} other */
  withSeatsOf(other) {
    this.seats = other.seats;
    this.isPaused = other.isPaused;
    return this;
  }

  /** The fields of a request about a ply. */
  request(ply = this.ply) {
    return { game: this.game, position: this.start, moves: this.moves.slice(0, ply) };
  }

  /**
   * The position at a ply.
   * @param {number} [ply]
   * @returns {Promise<Position>}
   */
  at(ply = this.ply) {
    const request = this.request(ply);
    const key = joined(request.moves);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const answer = post("position", request).then((/** @type {Position} */ position) => {
      this.#noteMovers(request.moves, position);
      return position;
    });
    answer.catch(() => this.cache.delete(key));
    this.cache.set(key, answer);
    return answer;
  }

  /**
   * @param {string[]} moves
   * @param {Position} position
   */
  #noteMovers(moves, position) {
    const isOurs = moves.every((move, i) => move === this.moves[i]);
    if (isOurs && moves.length > this.movers.length) this.movers = position.movers;
  }

  /**
   * Play a move at the ply that is shown. Later moves are dropped, unless it is the same move.
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
   * Drop the moves after a ply, and show it.
   * @param {number} ply
   */
  cut(ply) {
    this.moves = this.moves.slice(0, ply);
    this.movers = this.movers.slice(0, ply);
    this.ply = ply;
  }
}
