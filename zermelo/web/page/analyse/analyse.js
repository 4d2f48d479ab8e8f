// Analyse: the engine's evaluation of a position while it deepens. Every number belongs to the
// position it was asked for: a new position begins with an empty panel.

import { canonicalName, gameInfo } from "../api.js";
import { buttonActions, captionOf } from "../board/buttons.js";
import { moverSign } from "../board/signs.js";
import { button, toggle } from "../controls.js";
import { make, renew } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { GameView } from "../game/gameview.js";
import { MOVE_KEYS } from "../game/movemenu.js";
import { Score } from "../game/score.js";
import { textFor, viewerOf } from "../game/value.js";
import { route } from "../main.js";
import { capital } from "../words.js";
import { analyseAll } from "./allmoves.js";
import { EvaluationBar } from "./bar.js";
import { Engine } from "./engine.js";
import { evaluationGraph } from "./graph.js";
import { card, layOut } from "./layout.js";
import { analysisOf, showCounts, showLines } from "./lines.js";
import { Why } from "./why.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../game/value.js").Evaluation} Evaluation
 * @typedef {import("../game/variations.js").MoveNode} MoveNode
 */

export const title = "Analyse";

/** @type {[string, string][]} */
export const keys = [
  ["← and →", "previous move, next move"],
  ["Home, End", "first and last position"],
  ["Space", "stop or start the engine"],
  ["Arrow keys", "on the board, if Tab has led there: move over it"],
  ["Enter", "there: play, or pick up a piece"],
  ["F", "flip the board"],
  ["Right button", "on a value: why; elsewhere: own circles and arrows"],
  ["W", "why: the tree of the analysis"],
  ...MOVE_KEYS,
];

const DEFAULT_GAME = "connect-four";
const DEFAULT_LINES = 3;
const MOST_LINES = 5;

/** The most engine lines that have an arrow. */
const MOST_ARROWS = 3;

/** Where keys do not act on the game, and where the space bar does not. */
const CONTROLS = "input, select, textarea, dialog";
const PRESSABLE = "button, summary, a";

export class Analyse extends GameView {
  bar = new EvaluationBar();
  counts = make("dl", { class: "facts numbers" });
  list = make("ol", { class: "variations", "aria-label": "engine lines" });
  spoken = make("p", { class: "sr", "aria-live": "polite" });
  note = make("p", { class: "quiet small", hidden: true });
  graph = make("div", { class: "graph-room" });
  power = toggle("Engine", true, (on) => this.switch(on));
  allButton = button("Analyse all moves", () => analyseAll(this), { sign: "through" });
  /** Hidden while there are no moves. */
  graphCard = card("Evaluation graph", this.allButton, this.graph);
  engine = new Engine(this);
  why = new Why(this);

  /** The evaluations of all positions that were searched. @type {Map<string, Evaluation>} */
  known = new Map();
  /** The turn whose next frame is due. */
  due = -1;
  /** The turn that analyses all moves. */
  allTurn = -1;
  /** The number of engine lines. */
  lines = DEFAULT_LINES;
  isOn = true;
  hasValues = true;

  /** @param {URLSearchParams} params */
  async update(params) {
    const before = this.outline;
    this.stop();
    this.score = Score.read(params, DEFAULT_GAME);
    this.lines = Math.min(Math.max(Number(params.get("lines")) || DEFAULT_LINES, 1), MOST_LINES);
    this.isFlipped = params.get("flip") === "1";
    this.hasValues = params.get("values") !== "0";
    this.isOn = params.get("engine") !== "0";
    this.powerInput.checked = this.isOn;
    this.why.read(params.get("why"));
    this.score.at(); // fetched together with the catalogue
    if (!(await this.isListed())) return;
    this.score.game = canonicalName(this.catalogue, this.score.game);
    this.info = gameInfo(this.catalogue, this.score.game);
    if (this.outline !== before) this.build();
    this.show();
  }

  /** What the parts of the page depend on. */
  get outline() {
    return [this.score.game, this.lines, this.hasValues, this.info?.name].join(" ");
  }

  get powerInput() {
    return /** @type {HTMLInputElement} */ (this.power.querySelector("input"));
  }

  write() {
    const { lines, hasValues, isOn } = this;
    const settings = {
      lines: lines === DEFAULT_LINES ? null : lines,
      values: hasValues ? null : "0",
      engine: isOn ? null : "0",
      flip: this.isFlipped,
      why: this.why.move,
    };
    this.frame.write({ ...this.score.params(), ...settings }, this.score.lineParams());
  }

  /** The player for whom the values are that are shown. */
  get viewer() {
    return viewerOf(this.position);
  }

  /** Show the values from another point of view. */
  turnValues() {
    this.why.refresh();
    this.refresh();
  }

  /** Two players without chance have an evaluation bar, and no limit of time. */
  get isDuel() {
    return this.info?.players === 2 && !this.info?.chance;
  }

  // ---------------------------------------------------------------- the page

  build() {
    keepingFocus(this.root, () => this.root.replaceChildren(...layOut(this)));
  }

  /** Go to the position and moves that were typed. @param {Event} event */
  async onPlace(event) {
    event.preventDefault();
    const { position, line } = this.place.read();
    const isHere = position && position === this.position?.position;
    const isRead = isHere
      ? await this.tryMoves(line)
      : await this.tryFrom(position || null, line);
    if (isRead) this.place.line.value = "";
  }

  // ---------------------------------------------------------------- showing

  async show() {
    const position = await this.load();
    if (!position) return;
    this.#clear();
    this.why.turnTo(position.tag);
    this.showBoard();
    this.showMoves();
    this.#showBar();
    this.status.replaceChildren(moverSign(position), this.statusText(position));
    this.status.classList.toggle("over", position.over);
    this.noteEnd(position, this.score.ply);
    if (this.isOn) this.engine.analyse(position);
  }

  /** Show no evaluation. */
  #clear() {
    this.engine.clear();
    this.showCounts(null);
    this.#showBar(null);
    this.list.replaceChildren();
    this.spoken.textContent = "";
    this.note.hidden = true;
  }

  wipe() {
    super.wipe();
    this.#clear();
  }

  /** @param {Position} position */
  statusText(position) {
    if (position.over) return position.verdict ?? "The game is over.";
    if (position.player < 0) return "Chance decides here";
    return capital(`${position.player_name} to move`);
  }

  /** @param {MoveNode} node */
  #key({ key }) {
    return `${this.score.game} ${this.score.start} ${key}`;
  }

  /** The evaluation after a move, as far as it is known. */
  knownAfter(node = this.score.node) {
    return this.known.get(this.#key(node)) ?? null;
  }

  showBoard() {
    const { position, engine } = this;
    if (!position) return;
    const cells = (/** @type {string} */ move) =>
      position.actions.find(({ name }) => name === move)?.cells ?? [];
    const arrows = engine.lines
      .slice(0, MOST_ARROWS)
      .map(({ move }, i) => ({ cells: cells(move), rank: i + 1 }));
    const badges = this.hasValues ? engine.badges(position) : undefined;
    const words = this.statusText(position);
    const label = `${position.game}: ${words}`;
    const playable = !position.over;
    this.board.show(position, { playable, flipped: this.isFlipped, badges, arrows, label });
    this.showOthers(playable ? buttonActions(position) : [], badges);
    this.caption.textContent = captionOf(position, words);
  }

  showMoves() {
    const { score, info } = this;
    const { viewer } = this;
    const note = (/** @type {MoveNode} */ node) => {
      const known = this.knownAfter(node);
      return known ? textFor(known, viewer) : null;
    };
    super.showMoves();
    this.moves.show(score, info?.players ?? 2, this.isDuel ? note : undefined);
    const nodes = [score.root, ...score.line];
    const graph = evaluationGraph({
      points: nodes.map((node) => this.#point(node)).filter((point) => point !== null),
      plies: nodes.length - 1,
      at: score.ply,
      name: info?.names[viewer] ?? "MAX",
      go: (ply) => this.goTo(ply),
    });
    renew(this.graph, [graph]);
    this.graphCard.hidden = nodes.length < 2;
  }

  /** @param {MoveNode} node */
  #point(node) {
    const known = this.knownAfter(node);
    const share = known?.share ?? null;
    if (!known || share === null) return null;
    const { viewer } = this;
    const { text } = textFor(known, viewer);
    return { ply: node.ply, text, exact: known.exact, share: viewer === 1 ? 1 - share : share };
  }

  #showBar(known = this.knownAfter()) {
    this.bar.root.hidden = !this.isDuel;
    this.bar.show(this.info, known, this.isFlipped, this.viewer);
  }

  /** @param {any} event */
  showCounts(event) {
    showCounts(this.counts, event);
  }

  /** Show a change with the next frame: small depths finish faster than anyone can see. */
  refresh() {
    const { turn } = this;
    if (this.due === turn) return;
    this.due = turn;
    requestAnimationFrame(() => {
      if (this.due === turn) this.due = -1;
      if (turn !== this.turn || this.closed || !this.position) return;
      showLines(this.list, this, this.position);
      this.why.refresh();
      this.#showBar();
      this.showMoves();
      this.showBoard();
    });
  }

  /** Say why there is nothing to see yet, or no more. @param {(Node | string)[]} why */
  explain(...why) {
    this.note.replaceChildren(...why.flatMap((part, i) => (i ? [" ", part] : [part])));
    this.note.hidden = false;
  }

  // ---------------------------------------------------------------- evaluations

  /**
   * Note the evaluation of a ply of the line. A proven one stays.
   * @param {Evaluation} evaluation
   * @param {number} ply
   */
  noteEvaluation(evaluation, ply) {
    const node = this.score.nodeAt(ply);
    if (this.knownAfter(node)?.exact && !evaluation.exact) return;
    this.known.set(this.#key(node), evaluation);
    this.refresh();
  }

  /**
   * @param {Position} position
   * @param {number} ply
   */
  noteEnd({ over, payoffs, outcome, written, share }, ply) {
    if (!over || !payoffs) return;
    const [value] = payoffs;
    this.noteEvaluation({ value, exact: true, distance: null, outcome, written, share }, ply);
  }

  stop() {
    this.turn++;
    this.engine.stop();
  }

  // ---------------------------------------------------------------- acting

  /** @param {boolean} on */
  switch(on) {
    this.isOn = on;
    this.write();
    this.restart();
  }

  /** Change a setting and search again. @param {() => void} change */
  set(change) {
    change();
    this.stop();
    this.show();
  }

  /** Search on, if the engine is on: what is known stays. */
  restart() {
    this.stop();
    this.complain(null);
    this.note.hidden = true;
    if (this.isLoading || !this.position) this.show();
    else if (this.isOn) this.engine.analyse(this.position);
  }

  /** @param {string} name */
  play(name) {
    if (this.isLoading) return;
    this.stop();
    this.add(name);
    this.show();
  }

  /** @param {string[]} names */
  add(...names) {
    this.score.resume = ""; // no game goes on here
    super.add(...names);
  }

  flip() {
    super.flip();
    this.#showBar();
  }

  /** @param {Score} score */
  begin(score) {
    this.stop();
    const isSame = score.game === this.score.game;
    this.replace(score);
    this.info = gameInfo(this.catalogue, score.game);
    if (!isSame) this.build();
    this.show();
  }

  analysis() {
    return analysisOf(this);
  }

  playFromHere() {
    const resume = this.score.node.children.length ? "here" : null;
    location.hash = route("play", { ...this.here(), resume });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.menu.key(event)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest?.(CONTROLS)) return;
    if (event.key === " " && target.closest?.(PRESSABLE)) return;
    const act = this.wayAction(event.key) ?? {
      f: () => this.flip(),
      w: () => this.why.toggle(),
      " ": () => this.powerInput.click(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    this.forgive();
    act();
  }
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Analyse(root, frame);
  view.update(params);
  return view;
}
