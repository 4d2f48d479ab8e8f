// What this browser remembers of games against the engine: the best score, or how often it was won.

import { make } from "../dom.js";
import { recall, remember } from "../game/preferences.js";
import { capital, number } from "../words.js";
import { PERSON } from "./seats.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {{best?: number, won?: number, drawn?: number, lost?: number}} Tally
 */

/** A payoff beyond this is a score, not a win or a loss. */
const LARGEST_RESULT = 1;

/**
 * The name under which a game is remembered: with its opponents.
 * @param {string} game
 * @param {string[]} seats
 */
const nameOf = (game, seats) => `record-${game} ${seats.join(",")}`;

/**
 * @param {string} game
 * @param {string[]} seats
 * @returns {Tally}
 */
function read(game, seats) {
  try {
    return JSON.parse(recall(nameOf(game, seats), "{}")) ?? {};
  } catch {
    return {}; // written by something else
  }
}

/**
 * Remember the end of a game that a person has played alone or against engines.
 * @param {Position} position
 * @param {string[]} seats
 */
function noteResult({ game, payoffs }, seats) {
  const players = seats.flatMap((seat, p) => (seat === PERSON ? [p] : []));
  if (players.length !== 1 || !payoffs) return;
  const tally = read(game, seats);
  const own = payoffs[players[0]];
  if (seats.length === 1 || Math.abs(own) > LARGEST_RESULT) {
    tally.best = Math.max(tally.best ?? -Infinity, own);
  } else {
    const others = payoffs.filter((_, p) => p !== players[0]);
    const kind = own > Math.max(...others) ? "won" : own < Math.max(...others) ? "lost" : "drawn";
    tally[kind] = (tally[kind] ?? 0) + 1;
  }
  remember(nameOf(game, seats), JSON.stringify(tally));
}

/**
 * What is remembered of a game, in words; empty if it is nothing.
 * @param {string} game
 * @param {string[]} seats
 */
function sayRecord(game, seats) {
  const { best, won = 0, drawn = 0, lost = 0 } = read(game, seats);
  const counts = [[won, "won"], [drawn, "drawn"], [lost, "lost"]];
  const words = counts.filter(([n]) => n).map(([n, kind]) => `${n} ${kind}`);
  if (typeof best === "number") words.unshift(`best score ${number(best)}`);
  return words.length ? capital(`${words.join(", ")} so far.`) : "";
}

export class GameRecord {
  root = make("p", { class: "quiet small record" });
  /** The last move that was made, not only looked at. @type {unknown} */
  played = null;

  /** @param {import("./play.js").Play} view */
  constructor(view) {
    this.view = view;
  }

  /** A move was made. */
  note() {
    this.played = this.view.score.node;
  }

  /**
   * Show what is remembered; a game that a move has ended just now counts.
   * @param {Position} position
   */
  show(position) {
    const { score, seats } = this.view;
    if (position.over && this.played === score.node) noteResult(position, seats);
    this.played = null;
    this.root.textContent = sayRecord(position.game, seats);
  }
}
