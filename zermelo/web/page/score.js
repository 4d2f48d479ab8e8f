// A game as it was played: where it began, its moves, and the ply one looks at. Positions come from the server and are kept.

import { post } from "./api.js";
import { button, make } from "./dom.js";

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
  }

  /**
   * @param {URLSearchParams} params
   * @param {string} usual
   */
  static read(params, usual) {
    const made = new Score(params.get("game") || usual, params.get("position"), split(params.get("moves")));
    const ply = params.get("ply");
    if (ply !== null) made.ply = Math.min(Math.max(Number(ply) || 0, 0), made.moves.length);
    return made;
  }

  /** The parameters of an address that leads here. */
  params() {
    const ply = this.ply < this.moves.length ? this.ply : null;
    return { game: this.game, position: this.start, moves: joined(this.moves), ply };
  }

  /** The parameters of what is seen now, as if nothing had been played after it. */
  here() {
    return { game: this.game, position: this.start, moves: joined(this.moves.slice(0, this.ply)) };
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
    const made = post("position", ask);
    made.catch(() => this.known.delete(key));
    this.known.set(key, made);
    return made;
  }

  /**
   * Play a move where one looks; what came after is forgotten, unless it is the same move.
   * @param {string} name
   */
  play(name) {
    if (this.moves[this.ply] !== name) this.moves = [...this.moves.slice(0, this.ply), name];
    this.ply++;
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
  let [at, of] = [0, 0];
  const ways = make("div", { class: "ways", role: "group", "aria-label": "Through the game" },
    step("First position", "first", () => 0), step("One move back", "back", () => Math.max(at - 1, 0)),
    step("One move on", "next", () => Math.min(at + 1, of)), step("Last position", "last", () => of));

  /**
   * @param {string[]} moves
   * @param {number} ply
   * @param {boolean} inPairs
   * @param {(ply: number) => {text: string, tone: string} | null} [note]
   */
  const show = (moves, ply, inPairs, note) => {
    [at, of] = [ply, moves.length];
    list.replaceChildren(...lines(moves, inPairs).map((line, i) =>
      make("li", {},
        make("span", { class: "no", "aria-hidden": "true" }, `${i + 1}.`),
        ...line.map(([name, n]) => {
          const said = note?.(n);
          return make("button", { type: "button", class: "plain move", "aria-current": n === ply ? "step" : null, onclick: () => go(n) },
            name, said ? make("span", { class: `tiny ${said.tone}` }, said.text) : null);
        }))));
    if (!moves.length) list.replaceChildren(make("li", { class: "quiet" }, "No moves yet."));
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - list.clientHeight / 2;
    ways.querySelectorAll("button").forEach((made, i) => made.setAttribute("aria-disabled", String(i < 2 ? ply === 0 : ply === moves.length)));
  };
  return { list, ways, show };
}

/**
 * @param {string[]} moves
 * @param {boolean} inPairs
 */
function lines(moves, inPairs) {
  /** @type {[string, number][][]} */
  const made = [];
  moves.forEach((name, i) => {
    if (!inPairs || i % 2 === 0) made.push([]);
    made[made.length - 1].push([name, i + 1]);
  });
  return made;
}
