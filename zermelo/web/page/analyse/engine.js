// The engine that analyses: its requests, its lines, and the values of all moves.

import { button } from "../controls.js";
import { readerOf, textFor } from "../game/value.js";
import { live } from "../live.js";
import { mergeLines } from "./merge.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../game/value.js").Evaluation} Evaluation
 * @typedef {import("./merge.js").Line} Line
 * @typedef {import("./merge.js").Found} Found
 */

/** What is known before a search has said anything. @type {Found} */
const NOTHING = { depth: 0, exact: false, lines: [] };

/** Seconds for each position when all moves are analysed. */
const GLANCE_SECONDS = 0.5;

/** Seconds for a game with chance or with more than two players. */
const OTHER_SECONDS = 10;

/** Milliseconds after which the page says why a search takes long. */
const LONG_SEARCH = 4000;

/** Events that end a request. */
const FINAL = ["done", "error", "lost"];

/** The algorithm of an answer that was not searched for: a book, or an earlier session. */
const BOOK = "book";

/** The engine's search that needs a search of its own for each line. */
const LINE_SEARCH = "pvs";

export class Engine {
  /** Running requests. @type {{stop: () => void}[]} */
  requests = [];
  /** The deepest iteration for the engine lines, and the one for all moves. @type {Found[]} */
  found = [NOTHING, NOTHING];
  /** What both say of the moves, the best first. @type {Line[]} */
  moves = [];
  /** What is proven of the position itself before its moves are. @type {any} */
  proven = null;
  /** Plies that a book of the game has, and when the search began. */
  bookPlies = 0;
  began = 0;
  /** What is counted: depth, nodes and so on. @type {any} */
  counts = null;
  /** Does one search value all moves, so that there is no second one? */
  isOne = false;
  /** The nodes of searches of this position that have ended. */
  nodesBefore = 0;

  /** @param {import("./analyse.js").Analyse} view */
  constructor(view) {
    this.view = view;
  }

  stop() {
    for (const request of this.requests) request.stop();
    this.requests = [];
  }

  clear() {
    this.found = [NOTHING, NOTHING];
    this.moves = [];
    this.proven = null;
    this.counts = null;
    this.nodesBefore = 0;
  }

  /** The engine lines (MultiPV) that are shown, the best first. */
  get lines() {
    const { view } = this;
    return this.moves.filter(({ bound }) => !bound).slice(0, view.lines);
  }

  /** The depth of the search whose values count. */
  get depth() {
    return Math.max(...this.found.map(({ depth }) => depth));
  }

  /**
   * Search a position: for the best lines, and for the value of every move. What is known of it
   * already is shown until the search has come as far.
   * @param {Position} position
   */
  analyse(position) {
    const { view } = this;
    if (position.over) return view.explain("The game is over: nothing is left to search.");
    if (position.player < 0) {
      return view.explain("Chance decides here. Choose an outcome to go on.");
    }
    this.nodesBefore = this.counts?.nodes ?? 0;
    const base = { ...view.score.request(), tag: position.tag };
    const seconds = view.isDuel ? null : OTHER_SECONDS;
    const hasAll = view.hasValues && position.actions.length > 1;
    this.isOne = this.#knowsAll || view.lines >= position.actions.length;
    const ask = hasAll && this.isOne ? { ask: "values" } : { ask: "analyse", lines: view.lines };
    this.#follow({ ...base, ...ask, seconds }, (event) => this.#hear(event, position, 0));
    if (!hasAll || this.isOne) return;
    this.#follow({ ...base, ask: "values" }, (event) => this.#hear(event, position, 1));
  }

  /** Does one search value every move, and not only as many as there are lines? */
  get #knowsAll() {
    return this.view.info?.engine !== LINE_SEARCH;
  }

  /**
   * Send a request, and send it once more if its worker is lost.
   * @param {Record<string, any>} message
   * @param {(event: any) => void} onEvent
   * @param {boolean} [isAgain]
   */
  #follow(message, onEvent, isAgain = false) {
    const { view } = this;
    const { turn } = view;
    const hear = (/** @type {any} */ event) => {
      if (turn !== view.turn) return;
      const isFailure = event.event === "error" || event.event === "lost";
      if (event.event === "lost" && !isAgain) this.#follow(message, onEvent, true);
      else if (isFailure) view.complain(new Error(event.message), () => view.restart());
      else onEvent(event);
    };
    this.requests.push(live.ask(message, hear));
  }

  /**
   * Hear of a search: the first of them is for the lines, and its counts are shown.
   * @param {any} event
   * @param {Position} position
   * @param {number} which
   */
  #hear(event, position, which) {
    const { view } = this;
    if (event.event === "started" && which === 0) this.#begin(event);
    if (which === 0) this.#explain(event, position);
    if (event.event === "progress" && which === 0) this.#count(event);
    const result = resultOf(event);
    if (!result) return;
    if (which === 0) this.#count(result);
    if (this.#isBehind(result, this.found[which])) return;
    this.found[which] = { depth: result.depth, exact: result.exact, lines: linesOf(result) };
    this.moves = mergeLines(this.found[0], this.found[1], position.player);
    view.noteEvaluation(this.moves[0] ?? result, view.score.ply);
    if (event.event === "done" && which === 0) this.#announce(result, position);
    view.refresh();
  }

  /** Note what a book says before the search. @param {any} event */
  #begin({ known, book }) {
    const { view } = this;
    this.bookPlies = book ?? 0;
    this.began = performance.now();
    this.proven = known;
    if (known) view.noteEvaluation(known, view.score.ply);
  }

  /**
   * Has a search not come as far as one before, or has it fewer lines at the same depth?
   * @param {any} result
   * @param {Found} known
   */
  #isBehind({ depth, exact, variations }, known) {
    if (exact !== known.exact) return known.exact;
    if (this.view.info?.engine === "mcts") return false; // its depth says little
    if (depth !== known.depth) return depth < known.depth;
    return variations.length < known.lines.length;
  }

  /** Show depth and nodes: neither falls while the position stays. @param {any} event */
  #count({ depth = 0, nodes = 0, nps, nodes_per_second: speed, table, fill }) {
    const known = this.counts ?? { depth: 0, nodes: 0 };
    this.counts = {
      depth: Math.max(depth, known.depth),
      nodes: Math.max(this.nodesBefore + nodes, known.nodes),
      nps: nps ?? speed ?? known.nps,
      table: table ?? fill ?? known.table,
    };
    this.view.showCounts(this.counts);
  }

  /**
   * Have the result read aloud.
   * @param {any} result
   * @param {Position} position
   */
  #announce(result, position) {
    const { view } = this;
    const facts = [this.lines[0]?.move ?? "", this.say(result, position), `depth ${result.depth}`];
    view.spoken.textContent = `${view.statusText(position)}: ${facts.join(", ")}`;
  }

  /**
   * Say why nothing is there yet, what is proven already, or why the search has ended.
   * @param {any} event
   * @param {Position} position
   */
  #explain(event, position) {
    const { view } = this;
    const end = event.stopped === "seconds" ? "The time is over." : event.message;
    if (event.event === "queued") {
      view.explain(`Waiting for a free worker: ${event.ahead} ahead.`);
    } else if (event.event === "done" && end) {
      view.explain(end, button("Go on", () => view.restart()));
    } else if (resultOf(event)?.algorithm === BOOK) {
      view.explain(`Proven, ${event.result.notes[0]}.`);
    } else if (this.proven && !resultOf(event)?.exact) {
      const words = `${this.proven.note}: ${this.say(this.proven, position)}`;
      view.explain(`Proven, ${words}. The values of its moves are being searched.`);
    } else if (this.bookPlies && event.event === "progress" && this.#isLong) {
      view.explain(`The book ends after ${this.bookPlies} plies: these are the engine's estimates.`
        + " So early in the game a proof takes minutes.");
    } else view.note.hidden = true;
  }

  /** Does a search take long, without a proof? */
  get #isLong() {
    return performance.now() - this.began > LONG_SEARCH && !this.moves[0]?.exact;
  }

  /**
   * Search a position of the game for a short time.
   * @param {Position} position
   * @param {number} ply
   */
  glance(position, ply) {
    const { view } = this;
    const { turn } = view;
    const limits = { lines: 1, seconds: GLANCE_SECONDS };
    const message = { ask: "analyse", ...view.score.request(ply), tag: position.tag, ...limits };
    return new Promise((resolve) => {
      const request = live.ask(message, (event) => {
        const result = resultOf(event);
        if (turn === view.turn && result) view.noteEvaluation(result, ply);
        if (FINAL.includes(event.event)) resolve(null);
      });
      this.requests.push({ stop: () => (request.stop(), resolve(null)) });
    });
  }

  /**
   * The values on the moves, the best first; none before every move has one.
   * @param {Position} position
   */
  badges(position) {
    const moves = this.found[this.isOne ? 0 : 1].lines.length ? this.moves : [];
    const { viewer } = this.view;
    const badge = (/** @type {Line} */ line) =>
      ({ ...textFor(line, viewer), title: this.say(line, position), move: line.move });
    return new Map(moves.map((line) => [line.move, badge(line)]));
  }

  /**
   * An evaluation in words, with the player for whom it is.
   * @param {Evaluation} evaluation
   * @param {Position} position
   */
  say(evaluation, { players }) {
    const { viewer } = this.view;
    const name = players[readerOf(evaluation, viewer)];
    const { title } = textFor(evaluation, viewer);
    return name && players.length > 1 ? `${title} for ${name}` : title;
  }
}

/**
 * The result in an event: after a depth, or at the end.
 * @param {any} event
 */
function resultOf(event) {
  const results = /** @type {Record<string, any>} */ ({ done: event.result, iteration: event });
  const result = results[event.event];
  return typeof result?.value === "number" ? result : null;
}

/**
 * @param {any} result
 * @returns {Line[]}
 */
function linesOf({ variations }) {
  return variations.map((/** @type {any} */ one) => ({ ...one, move: one.move ?? "" }));
}
