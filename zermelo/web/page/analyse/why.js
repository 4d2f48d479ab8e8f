// Why a move has its value: the tree of the analysis, which the server draws from the engine lines.

import { post } from "../api.js";
import { button } from "../controls.js";
import { calm, make, picture } from "../dom.js";
import { route } from "../main.js";
import { TreeFrame } from "../tree/frame.js";
import { pressZoomKey } from "../tree/gestures.js";

/**
 * @typedef {import("./analyse.js").Analyse} Analyse
 * @typedef {{move: string, text: string, sentence: string, svg: string,
 *            moves: {move: string, item: number}[]}} Explanation
 */

/** In the address: the best move, whichever that is. */
const BEST = "best";

/** Milliseconds between two trees while the analysis goes on. */
const PAUSE = 800;

const LAB_TITLE = "A textbook search of this position to a small depth, step by step";

export class Why {
  words = make("p", { class: "why-words", role: "status" });
  stage = make("div",
    { class: "why-tree", tabindex: "0", role: "group", "aria-label": "tree of the analysis" });
  root = make("section", { class: "card why stack tight", "aria-label": "Why", hidden: true },
    make("div", { class: "row spread" }, make("h2", {}, "Why"),
      make("div", { class: "row" },
        button("Textbook search", () => this.openLab(), { sign: "tree", title: LAB_TITLE }),
        button("Close", () => this.close(), { class: "plain" }))),
    this.words, this.stage);

  /** The move that is explained, or BEST; "" while the panel is closed. */
  move = "";
  /** The position that was explained last. */
  tag = "";
  /** The last request, as text: the same one is not sent again. */
  asked = "";
  /** The request under way. @type {AbortController | null} */
  running = null;
  timer = 0;
  /** Has the page been scrolled to the tree? */
  isSeen = false;
  /** When the next request may be sent. */
  ready = 0;

  /** @param {Analyse} view */
  constructor(view) {
    this.view = view;
    this.tree = new TreeFrame(this.stage, false);
    this.tree.zoom.keepsScale = true;
    this.tree.root.addEventListener("keydown", (event) => {
      if (pressZoomKey(this.tree.zoom, event)) event.stopPropagation();
    });
  }

  /** Open or close the panel as an address says. @param {string | null} move */
  read(move) {
    this.move = move ?? "";
    this.tag = "";
    this.isSeen = false;
  }

  /** Another position is shown: its best move is explained. @param {string} tag */
  turnTo(tag) {
    this.#forget();
    const isElsewhere = Boolean(this.move && this.tag && this.tag !== tag);
    this.tag = tag;
    if (isElsewhere) this.move = BEST;
    if (isElsewhere) this.view.write();
    this.root.hidden = !this.move;
    if (this.move) this.#wait();
    this.refresh();
  }

  /** Explain a move; without one, the best. @param {string} [move] */
  open(move = BEST) {
    const isNew = !this.move;
    this.move = move;
    this.root.hidden = false;
    this.view.write();
    this.#forget();
    if (isNew) this.#wait();
    this.isSeen = !isNew;
    this.refresh();
  }

  /** Explain the move whose value stands on a cell of the board. @param {Event} event */
  onContextMenu(event) {
    const { board } = this.view;
    const move = board.state.badges().get(board.cellOf(event))?.move;
    if (!move) return;
    event.preventDefault();
    this.open(move);
  }

  toggle() {
    if (this.move) this.close();
    else this.open();
  }

  close() {
    this.move = "";
    this.root.hidden = true;
    this.#forget();
    this.view.write();
  }

  #wait() {
    this.stage.replaceChildren();
    const { position } = this.view;
    this.words.textContent = position?.over || (position?.player ?? 0) < 0
      ? "There is no move to explain here." : "Waiting for the analysis …";
  }

  /** Let answers that are under way come to nothing. */
  #forget() {
    this.running?.abort();
    clearTimeout(this.timer);
    this.timer = 0;
    this.ready = 0;
    this.asked = "";
  }

  /** The analysis has changed: the tree follows it. */
  refresh() {
    if (!this.move || this.timer) return;
    const wait = Math.max(0, this.ready - performance.now());
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.#ask();
    }, wait);
  }

  /** What the server is asked; null while the analysis says nothing of the move. */
  #request() {
    const { view, move } = this;
    const { position, engine } = view;
    if (!position || view.isLoading || position.over || position.player < 0) return null;
    const base = { ...view.score.request(), move: move === BEST ? null : move, ...this.#viewer() };
    if (!engine.moves.length) return view.isOn ? null : base;
    if (base.move && !engine.moves.some((line) => line.move === base.move)) {
      return view.hasValues && view.isOn ? null : base; // or no line will ever have the move
    }
    const lines = engine.moves
      .filter(({ value }) => value !== null)
      .map(({ move: first, line, value, exact, distance, bound }) =>
        ({ line: line.length ? line : [first], value, exact, distance, bound }));
    return { ...base, lines, depth: engine.depth || null };
  }

  /** For whom the values are written, where the lines tell it. */
  #viewer() {
    const { engine, viewer, isDuel } = this.view;
    const [best] = engine.moves;
    return { player: (best ? best.written?.[viewer] : isDuel) ? viewer : null };
  }

  async #ask() {
    const body = this.#request();
    const asked = JSON.stringify(body);
    if (!body || asked === this.asked) return;
    this.asked = asked;
    this.running?.abort();
    const running = (this.running = new AbortController());
    try {
      const why = await post("why", body, running.signal);
      if (!running.signal.aborted) this.#show(why);
    } catch (error) {
      if (!running.signal.aborted) this.#fail(/** @type {Error} */ (error));
    }
    this.ready = performance.now() + PAUSE;
    if (!running.signal.aborted) this.refresh();
  }

  /** @param {Error} error */
  #fail(error) {
    this.stage.replaceChildren();
    this.words.textContent = error.message;
  }

  /** @param {Explanation} why */
  #show(why) {
    const svg = picture(why.svg);
    const focused = this.stage.querySelector(":focus")?.getAttribute("data-move");
    svg.setAttribute("role", "group");
    this.words.textContent = why.sentence;
    this.stage.replaceChildren(svg);
    this.tree.show(svg);
    for (const { move, item } of why.moves) this.#makeButton(svg, move, item, why.move);
    const again = why.moves.find(({ move }) => move === focused);
    if (again) nodeOf(svg, again.item)?.focus({ preventScroll: true });
    const shown = why.moves.find(({ move }) => move === why.move);
    if (shown && this.tree.zoom.mode !== "own") this.#centre(nodeOf(svg, shown.item));
    if (!this.isSeen) this.#scrollHere();
  }

  /** Scroll the page to the panel, once: the tree needs the whole window. */
  #scrollHere() {
    this.isSeen = true;
    this.root.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  }

  /**
   * A move at the root can be clicked: then it is explained.
   * @param {SVGSVGElement} svg
   * @param {string} move
   * @param {number} item
   * @param {string} explained
   */
  #makeButton(svg, move, item, explained) {
    const node = nodeOf(svg, item);
    if (!node) return;
    const text = node.querySelector(".v")?.textContent ?? "";
    const label = `why ${move}: ${text}`;
    const facts = { role: "button", tabindex: "0", "aria-label": label, "data-move": move };
    for (const [name, value] of Object.entries(facts)) node.setAttribute(name, value);
    node.setAttribute("aria-pressed", String(move === explained));
    node.addEventListener("click", () => this.open(move));
    node.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.open(move);
    });
  }

  /** Scroll the tree sideways until a node is in the middle. @param {Element | null} node */
  #centre(node) {
    if (!node) return;
    const [box, room] = [node.getBoundingClientRect(), this.stage.getBoundingClientRect()];
    this.stage.scrollLeft += box.x + box.width / 2 - room.x - room.width / 2;
  }

  /** The textbook search that suits the position, to a depth that can be looked at. */
  openLab() {
    const { search, depth } = this.view.position ?? {};
    location.hash = route("lab", { ...this.view.score.here(), algorithm: search, depth });
  }
}

/**
 * @param {SVGSVGElement} svg
 * @param {number} item
 * @returns {SVGGElement | null}
 */
function nodeOf(svg, item) {
  return svg.querySelector(`g.node[data-i="${item}"]`);
}
