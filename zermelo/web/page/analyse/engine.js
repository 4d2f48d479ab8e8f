// The engine that analyses: its requests, its lines, and the values of all moves.

import { button } from "../controls.js";
import { describe, withRange } from "../game/value.js";
import { live } from "../live.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../game/value.js").Evaluation} Evaluation
 * @typedef {Evaluation & {move: string, line: string[]}} Line
 */

/** Seconds for each position when all moves are analysed. */
const GLANCE_SECONDS = 0.5;

/** Seconds for a game with chance or with more than two players. */
const OTHER_SECONDS = 10;

/** Events that end a request. */
const FINAL = ["done", "error", "lost"];

export class Engine {
  /** Running requests. @type {{stop: () => void}[]} */
  requests = [];
  /** The engine lines (MultiPV), the best first. @type {Line[]} */
  lines = [];
  /** A line for every move: from another search, which may be at another depth. @type {Line[]} */
  all = [];
  /** The last iteration. @type {any} */
  iteration = null;

  /** @param {import("./analyse.js").Analyse} view */
  constructor(view) {
    this.view = view;
  }

  stop() {
    for (const request of this.requests) request.stop();
    this.requests = [];
  }

  clear() {
    this.lines = [];
    this.all = [];
    this.iteration = null;
  }

  /**
   * Search a position: for the best lines, and for the value of every move.
   * @param {Position} position
   */
  analyse(position) {
    const { view } = this;
    if (position.over) return view.explain("The game is over: nothing is left to search.");
    if (position.player < 0) {
      return view.explain("Chance decides here. Choose an outcome to go on.");
    }
    const base = { ...view.score.request(), tag: position.tag };
    const limits = view.isDuel
      ? { lines: view.lines, seconds: null }
      : { lines: 1, seconds: OTHER_SECONDS };
    this.#follow({ ask: "analyse", ...base, ...limits }, (event) => this.#hear(event, position));
    if (!view.hasValues || position.actions.length < 2) return;
    this.#follow({ ask: "values", ...base }, (event) => this.#hearValues(event, position));
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
   * @param {any} event
   * @param {Position} position
   */
  #hear(event, position) {
    const { view } = this;
    this.#explain(event);
    if (event.event === "started") this.#noteRange(event);
    if (event.event === "progress") {
      const { nodes, nps, table } = event;
      view.showCounts({ ...this.iteration, nodes, nps, table });
    }
    const result = resultOf(event);
    if (!result) return;
    if (event.event === "iteration") view.showCounts((this.iteration = event));
    this.lines = linesOf(result);
    view.noteEvaluation(result, position.player, view.score.ply);
    if (event.event === "done") this.#announce(result, position);
    view.refresh();
  }

  /**
   * @param {any} event
   * @param {Position} position
   */
  #hearValues(event, position) {
    const { view } = this;
    if (event.event === "started") this.#noteRange(event);
    const result = resultOf(event);
    if (!result) return;
    this.all = linesOf(result);
    if (result.exact) view.noteEvaluation(result, position.player, view.score.ply);
    view.refresh();
  }

  /** @param {any} event */
  #noteRange({ range, player }) {
    this.view.info = withRange(this.view.info, range, player);
  }

  /**
   * Have the result read aloud.
   * @param {any} result
   * @param {Position} position
   */
  #announce(result, position) {
    const { view } = this;
    const { title } = describe(view.info, result, position.player);
    const facts = [this.lines[0]?.move ?? "", title, `depth ${result.depth}`];
    view.spoken.textContent = `${view.statusText(position)}: ${facts.join(", ")}`;
  }

  /** Say why nothing is there yet, or why the search has ended. @param {any} event */
  #explain(event) {
    const { view } = this;
    const end = event.stopped === "seconds" ? "The time is over." : event.message;
    if (event.event === "queued") {
      view.explain(`Waiting for a free worker: ${event.ahead} ahead.`);
    } else if (event.event === "done" && end) {
      view.explain(end, button("Go on", () => view.restart()));
    } else view.note.hidden = true;
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
        if (turn === view.turn && result) view.noteEvaluation(result, position.player, ply);
        if (FINAL.includes(event.event)) resolve(null);
      });
      this.requests.push({ stop: () => (request.stop(), resolve(null)) });
    });
  }

  /**
   * The evaluation of a move from both searches: a proven one first, then that of its engine line.
   * @param {Line} line
   */
  evaluationOf(line) {
    const isSame = (/** @type {Line} */ { move }) => move === line.move;
    const both = [this.lines, this.all].flatMap((lines) => lines.find(isSame) ?? []);
    return both.find(({ exact }) => exact) ?? both[0] ?? line;
  }

  /**
   * The values on the moves, the best first; none before every move has one.
   * @param {Position} position
   */
  badges({ player }) {
    const lines = this.all.length ? [...this.lines, ...this.all] : [];
    return new Map(lines.map((line) => [line.move, this.describe(line, player)]));
  }

  /**
   * @param {Line} line
   * @param {number} player
   */
  describe(line, player) {
    return describe(this.view.info, this.evaluationOf(line), player);
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
