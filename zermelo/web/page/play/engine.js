// The engine that plays: its request, and the card that shows what it thinks.

import { button } from "../controls.js";
import { make } from "../dom.js";
import { readerOf, textFor, viewerOf } from "../game/value.js";
import { live } from "../live.js";
import { count } from "../words.js";

/** @typedef {import("../api.js").Position} Position */

/** The most moves of the principal variation that are shown. */
const SHOWN_MOVES = 12;

/** The algorithm of an answer that was looked up among all positions. */
const DATABASE = "database";

export class Engine {
  root = make("div", { class: "mind" });
  /** Hidden while there is nothing to show. */
  card = make("section", { class: "card engine", "aria-label": "Engine", hidden: true },
    make("h2", {}, "Engine"), this.root);
  /** What the card shows. @type {any} */
  shown = null;
  now = button("Move now", () => this.moveNow(), {
    sign: "play",
    class: "now",
    title: "Play the best move found so far (key G)",
  });
  /** @type {{stop: () => void, finish: () => void} | null} */
  request = null;

  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.view = play;
    this.now.hidden = true;
  }

  stop() {
    this.request?.stop();
    this.#end();
  }

  #end() {
    this.request = null;
    this.now.hidden = true;
  }

  /** Let the engine play the best move that it has found. */
  moveNow() {
    if (this.now.hidden) return;
    this.now.hidden = true;
    this.request?.finish();
  }

  /**
   * Let the engine search a position.
   * @param {Position} position
   * @param {{level: number} | {agent: string}} who
   * @param {(move: string) => void} onMove
   * @param {boolean} [isAgain] was a worker lost over it already?
   */
  think(position, who, onMove, isAgain = false) {
    const { view } = this;
    const { turn } = view;
    this.show({ depth: 0 });
    const clock = view.isPersonToMove ? {} : view.clock.request(position.player);
    const isHint = view.isPersonToMove; // what is proven answers a hint, whatever the level
    const question = { ask: "think", ...view.score.request(), ...who, hint: isHint, ...clock };
    const message = { ...question, tag: position.tag };
    this.request = live.ask(message, (event) => {
      if (turn !== view.turn) return;
      const isFailure = event.event === "error" || event.event === "lost";
      if (event.event === "lost" && !isAgain) this.think(position, who, onMove, true);
      else if (isFailure) this.#fail(event, () => this.think(position, who, onMove));
      else this.#hear(event, onMove);
    });
  }

  /**
   * @param {any} event
   * @param {(move: string) => void} onMove
   */
  #hear(event, onMove) {
    if (event.event === "queued") this.show({ ahead: event.ahead });
    else if (event.event === "started") this.now.hidden = false;
    else if (event.event === "iteration") this.show(event);
    else if (event.event === "progress") this.#count(event);
    else if (event.event === "done") {
      const { result, move } = event;
      this.#end();
      this.show(result ? { ...result, nps: result.nodes_per_second } : { forced: move });
      if (move) onMove(move);
    }
  }

  /** Show how far a search has come that has found nothing new for a while. @param {any} event */
  #count({ nodes, nps }) {
    const counts = this.root.querySelector(".numbers");
    if (!counts) return this.show({ searched: nodes });
    const [depth] = (counts.textContent ?? "").split(" · ");
    counts.textContent = [depth, `${count(nodes)} nodes`, `${count(nps)}/s`].join(" · ");
  }

  /**
   * @param {any} event
   * @param {() => void} again
   */
  #fail(event, again) {
    const { view } = this;
    this.#end();
    const retry = () => {
      view.complain(null);
      view.isStuck = false;
      view.showStatus();
      again();
    };
    view.fail(new Error(event.message), retry, view.turn);
  }

  /** Show the same from another point of view. */
  refresh() {
    this.show(this.shown);
  }

  /** Show what the engine thinks; null if it is not searching. @param {any} event */
  show(event) {
    this.shown = event;
    this.card.hidden = !event;
    if (!event) return;
    const words = this.#note(event);
    if (words) return this.root.replaceChildren(make("p", { class: "quiet" }, words));
    const { depth, nodes = 0, nps, line = [], algorithm, notes = [] } = event;
    const { position } = this.view;
    const viewer = viewerOf(position);
    const value = textFor(event, viewer);
    const name = position?.players[readerOf(event, viewer)];
    const effort = [`depth ${depth}`, `${count(nodes)} nodes`, ...(nps ? [`${count(nps)}/s`] : [])];
    const sources = /** @type {Record<string, string[]>} */ (
      { book: ["proven", notes[0]], [DATABASE]: ["known", "from a database"] });
    const counts = sources[algorithm] ?? effort;
    this.root.replaceChildren(
      make("div", { class: "row" },
        make("span", { class: `chip ${value.tone}`, title: value.title }, value.text),
        make("span", { class: "quiet small" }, name ? `for ${name}` : "")),
      make("p", { class: "line" }, line.slice(0, SHOWN_MOVES).join(" ")),
      make("p", { class: "quiet small numbers" }, counts.join(" · ")));
  }

  /** A note in place of an evaluation. @param {any} event */
  #note(event) {
    if (event.ahead !== undefined) return `Waiting for a free worker, ${event.ahead} ahead …`;
    if (event.forced) return `${event.forced}: the only move.`;
    if (event.searched) return `Thinking … ${count(event.searched)} nodes`;
    return event.depth || event.algorithm === DATABASE ? "" : "Thinking …";
  }
}
