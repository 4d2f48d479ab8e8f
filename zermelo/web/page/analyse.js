// Analyse: what the engine thinks of a position, while it thinks. Every number belongs to the position it was asked for; the
// socket drops answers to other questions, and a new position begins with an empty panel.

import { canonicalName, gameInfo } from "./api.js";
import { buttonActions, captionOf } from "./board/buttons.js";
import { moverSign } from "./board/signs.js";
import { valueGraph } from "./chart.js";
import { button, capital, count, keepingFocus, make, renew, segments, toggle } from "./dom.js";
import { live } from "./live.js";
import { GameView } from "./gameview.js";
import { route } from "./main.js";
import { gamePicker } from "./picker.js";
import { joined, Score } from "./score.js";
import { foundForFirst, ranged, share, told } from "./value.js";

/**
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./api.js").Catalogue} Catalogue
 * @typedef {import("./value.js").Found} Found
 * @typedef {Found & {value: number}} Known
 * @typedef {Found & {move: string, line: string[]}} Line
 */

export const title = "Analyse";

/** @type {[string, string][]} */
export const keys = [
  ["← and →", "one move back, one move on"], ["Home, End", "first and last position"], ["Space", "stop or start the engine"],
  ["Arrow keys", "on the board: walk over it"], ["Enter", "on the board: play, or pick up a piece"], ["F", "turn the board"],
];

/** Seconds for each position when the whole game is gone through. */
const GLANCE = 0.5;
const SHOWN_MOVES = 14;

class Analyse extends GameView {
  bar = make("div", { class: "bar", role: "img" }, make("span", { class: "fill" }), make("span", { class: "middle" }), make("span", { class: "words" }));
  facts = make("dl", { class: "facts numbers" });
  list = make("ol", { class: "variations", "aria-label": "best lines" });
  spoken = make("p", { class: "sr", "aria-live": "polite" });
  patience = make("p", { class: "quiet small", hidden: true });
  graph = make("div", { class: "graph-room" });
  power = toggle("Engine", true, (on) => this.switch(on));
  through = button("Go through the game", () => this.goThrough(), { sign: "through" });

  /** What goes on in the server for this position. @type {{stop: () => void}[]} */
  asks = [];
  /** What is known of each position that was looked at. @type {Map<string, Known>} */
  known = new Map();
  /** The best lines, and a line for every move: of two searches, which need not have come equally far. @type {Line[]} */
  variations = [];
  /** @type {Line[]} */
  all = [];
  /** The turn whose next picture is due. */
  due = -1;
  /** The turn that goes through the game. */
  going = -1;
  /** The last iteration. @type {any} */
  fact = null;
  lines = 3;
  isOn = true;
  hasValues = true;

  /** @param {URLSearchParams} params */
  async update(params) {
    this.stop();
    this.score = Score.read(params, "connect-four");
    this.lines = Math.min(Math.max(Number(params.get("lines")) || 3, 1), 5);
    this.isFlipped = params.get("flip") === "1";
    this.hasValues = params.get("values") !== "0";
    this.isOn = params.get("engine") !== "0";
    /** @type {HTMLInputElement} */ (this.power.querySelector("input")).checked = this.isOn;
    this.score.at(); // on its way with the catalogue, and kept
    if (!(await this.isListed())) return;
    this.score.game = canonicalName(this.catalogue, this.score.game);
    this.info = gameInfo(this.catalogue, this.score.game);
    this.build();
    this.show();
  }

  write() {
    const { lines, hasValues, isOn } = this;
    this.frame.write({ ...this.score.params(), lines: lines === 3 ? null : lines, values: hasValues ? null : "0", engine: isOn ? null : "0", flip: this.isFlipped });
  }

  /** Two players without chance have several lines and a bar. */
  get isDuel() {
    return this.info?.players === 2 && !this.info?.chance;
  }

  // ---------------------------------------------------------------- the page

  build() {
    const many = this.isDuel ? segments("Lines", [["1", "1"], ["2", "2"], ["3", "3"], ["5", "5"]], String(this.lines), (n) => this.set(() => (this.lines = Number(n)))) : null;
    keepingFocus(this.root, () => this.root.replaceChildren(
      make("h1", { class: "sr" }, "Analyse"),
      make("div", { class: "table" },
        make("div", { class: "board-side stack" }, this.status, make("div", { class: "barred" }, this.bar, this.board.root), this.caption, this.others, this.trouble),
        make("div", { class: "stack side" },
          this.positionCard(),
          make("section", { class: "card engine", "aria-label": "Engine" },
            make("div", { class: "row spread" }, this.power, many),
            this.facts, this.list, this.patience, this.machine.note, this.spoken,
            toggle("Values on the moves", this.hasValues, (on) => this.set(() => (this.hasValues = on)))),
          make("div", { class: "row" },
            button("Show me the tree", () => this.why(), { sign: "tree", class: "main", title: "The textbook search of this position to a small depth, in the lab" }),
            button("Play from here", () => (location.hash = route("play", this.here())), { sign: "play" })),
          make("section", { class: "card", "aria-label": "Values over the game" }, make("div", { class: "row spread" }, make("h2", {}, "Values over the game"), this.through), this.graph),
          make("section", { class: "card", "aria-label": "Moves" }, make("div", { class: "row spread" }, make("h2", {}, "Moves"), this.moves.ways), this.moves.list),
          make("div", { class: "row" },
            this.turner,
            this.copyButton())))));
  }

  positionCard() {
    const begin = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const { position, moves } = this.place.read();
      const { start, moves: before } = this.score;
      const isHere = position && position === this.position?.position;
      const wanted = isHere ? new Score(this.score.game, start, [...before.slice(0, this.score.ply), ...moves]) : new Score(this.score.game, position || null, moves);
      if (await this.tryFrom(wanted)) this.place.line.value = "";
    };
    const isReadable = Boolean(this.info?.positions);
    return make("section", { class: "card", "aria-label": "Game" },
      gamePicker(/** @type {Catalogue} */ (this.catalogue), this.score.game, (game, isSame) => this.choose(game, isSame)),
      make("details", { class: "more" }, make("summary", {}, isReadable ? "Position and moves as text" : "Moves as text"),
        make("form", { class: "stack tight", onsubmit: begin }, ...this.place.fields.slice(isReadable ? 0 : 1), make("div", { class: "row" }, make("button", {}, "Look at it")))));
  }

  // ---------------------------------------------------------------- showing

  async show() {
    const position = await this.arrive();
    if (!position) return;
    this.empty();
    this.showBoard();
    this.showMoves();
    this.showBar(this.known.get(this.key_of(this.score.ply)) ?? null);
    this.status.replaceChildren(moverSign(position), this.words(position));
    this.status.classList.toggle("over", position.over);
    this.rememberEnd(position, this.score.ply);
    if (this.isOn) this.ask(position, this.turn);
  }

  /** Nothing is known of what is looked at. */
  empty() {
    this.variations = [];
    this.all = [];
    this.fact = null;
    this.showFacts(null);
    this.showBar(null);
    this.list.replaceChildren();
    this.spoken.textContent = "";
    this.patience.hidden = true;
  }

  wipe() {
    super.wipe();
    this.empty();
  }

  /** @param {Position} position */
  words(position) {
    if (position.over) return position.verdict ?? "The game is over.";
    return position.player < 0 ? "Chance decides here" : capital(`${position.player_name} to move`);
  }

  /** @param {number} ply */
  key_of(ply) {
    return `${this.score.game} ${this.score.start} ${joined(this.score.moves.slice(0, ply))}`;
  }

  showBoard() {
    const position = this.position;
    if (!position) return;
    const cells = (/** @type {string} */ move) => position.actions.find(({ name }) => name === move)?.cells ?? [];
    const arrows = this.variations.slice(0, 3).map((one, i) => ({ cells: cells(one.move), rank: i + 1 }));
    const badges = this.hasValues ? this.badges(position) : undefined;
    this.board.show(position, { playable: !position.over, flipped: this.isFlipped, badges, arrows, label: `${position.game}: ${this.words(position)}` });
    this.showOthers(position.over ? [] : buttonActions(position), badges);
    this.caption.textContent = captionOf(position, this.words(position));
  }

  showMoves() {
    const note = (/** @type {number} */ ply) => {
      const known = this.known.get(this.key_of(ply));
      return known ? told(this.info, known) : null;
    };
    this.moves.show(this.score, this.info?.players ?? 2, this.isDuel ? note : undefined);
    const points = [];
    for (let ply = 0; ply <= this.score.moves.length; ply++) {
      const known = this.known.get(this.key_of(ply));
      if (known) points.push({ ply, value: known.value, share: share(this.info, known.value), exact: known.exact });
    }
    renew(this.graph, [valueGraph({ points, plies: this.score.moves.length, at: this.score.ply, names: this.info?.names ?? ["MAX"], go: (ply) => this.look(ply) })]);
  }

  /** @param {Known | null} known */
  showBar(known) {
    this.bar.hidden = !this.isDuel;
    this.bar.classList.toggle("flipped", this.isFlipped);
    const first = this.info?.names[0] ?? "MAX";
    const words = /** @type {HTMLElement} */ (this.bar.querySelector(".words"));
    if (!known) {
      this.bar.setAttribute("aria-label", "value: not known yet");
      this.bar.classList.add("unknown");
      words.textContent = "";
      return;
    }
    this.bar.classList.remove("unknown");
    const shown = told(this.info, known);
    this.bar.style.setProperty("--share", String(share(this.info, known.value)));
    this.bar.classList.toggle("low", share(this.info, known.value) < 0.5);
    words.textContent = shown.text;
    this.bar.setAttribute("aria-label", `value for ${first}: ${shown.title}`);
  }

  /** @param {any} event */
  showFacts(event) {
    const table = event?.table ?? null;
    const facts = [
      ["depth", event?.depth ? String(event.depth) : "–"],
      ["nodes", event ? count(event.nodes ?? 0) : "–"],
      ["nodes/s", event?.nps ? count(event.nps) : "–"],
      ["table", table === null ? "–" : `${Math.round(100 * table)} %`],
    ];
    this.facts.replaceChildren(...facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  }

  // ---------------------------------------------------------------- the engine

  /**
   * @param {Position} position
   * @param {number} turn
   */
  ask(position, turn) {
    if (position.over) return this.wait("The game is over: nothing is left to search.");
    if (position.player < 0) return this.wait("Chance decides here. Choose an outcome to go on.");
    const best = { ask: "analyse", ...this.score.ask(), tag: position.tag, lines: this.isDuel ? this.lines : 1, seconds: this.isDuel ? null : 10 };
    this.follow(best, turn, (event) => this.hear(event, position));
    if (this.hasValues && position.actions.length > 1) {
      const all = { ask: "values", ...this.score.ask(), tag: position.tag };
      this.follow(all, turn, (event) => this.hearValues(event, position));
    }
  }

  /**
   * Ask, and ask once more if the worker is lost; what cannot be mended that way is told.
   * @param {Record<string, any>} question
   * @param {number} turn
   * @param {(event: any) => void} heard
   * @param {boolean} [isAgain]
   */
  follow(question, turn, heard, isAgain = false) {
    const hear = (/** @type {any} */ event) => {
      if (turn !== this.turn) return;
      if (event.event === "lost" && !isAgain) this.follow(question, turn, heard, true);
      else if (event.event === "error" || event.event === "lost") this.complain(new Error(event.message), () => this.set(() => {}));
      else heard(event);
    };
    this.asks.push(live.ask(question, hear));
  }

  /**
   * @param {any} event
   * @param {Position} position
   */
  hear(event, position) {
    this.explain(event);
    if (event.event === "started") this.info = ranged(this.info, event.range, event.player);
    if (event.event === "progress") this.showFacts({ ...this.fact, nodes: event.nodes, nps: event.nps, table: event.table });
    const result = resultOf(event);
    if (!result) return;
    if (event.event === "iteration") this.showFacts((this.fact = event));
    this.variations = linesOf(result);
    this.remember(result, position.player, this.score.ply);
    if (event.event === "done") this.spoken.textContent = `${this.words(position)}: ${this.variations[0]?.move ?? ""}, ${told(this.info, result, position.player).title}, depth ${result.depth}`;
    this.soon();
  }

  /** Show what is known with the browser's next picture: depths may be finished faster than anybody could see them. */
  soon() {
    const { turn } = this;
    if (this.due === turn) return;
    this.due = turn;
    requestAnimationFrame(() => {
      if (this.due === turn) this.due = -1;
      if (turn !== this.turn || this.closed || !this.position) return;
      this.showLines(this.position);
      this.showBar(this.known.get(this.key_of(this.score.ply)) ?? null);
      this.showMoves();
      this.showBoard();
    });
  }

  /**
   * Say why there is nothing to see yet, or no more: a queue, others who wait, a minute that is over.
   * @param {any} event
   */
  explain(event) {
    const ended = event.stopped === "seconds" ? "Its time is over." : event.message;
    if (event.event === "queued") this.wait(`Waiting for a free worker: ${event.ahead} ahead.`);
    else if (event.event === "done" && ended) this.wait(ended, button("Go on", () => this.set(() => {})));
    else this.patience.hidden = true;
  }

  /** @param {(Node | string)[]} why */
  wait(...why) {
    this.patience.replaceChildren(...why.flatMap((part, i) => (i ? [" ", part] : [part])));
    this.patience.hidden = false;
  }

  /**
   * @param {Found} result
   * @param {number} player
   * @param {number} ply
   */
  remember(result, player, ply) {
    const known = /** @type {Known | null} */ (foundForFirst(this.info, result, player));
    if (known === null || (this.known.get(this.key_of(ply))?.exact && !known.exact)) return; // what is proven stays
    this.known.set(this.key_of(ply), known);
    this.soon();
  }

  /**
   * @param {Position} position
   * @param {number} ply
   */
  rememberEnd(position, ply) {
    if (position.over && position.payoffs) this.remember({ value: position.payoffs[0], exact: true, distance: null, outcome: position.outcome }, 0, ply);
  }

  /**
   * @param {any} event
   * @param {Position} position
   */
  hearValues(event, position) {
    if (event.event === "started") this.info = ranged(this.info, event.range, event.player);
    const result = resultOf(event);
    if (!result) return;
    this.all = linesOf(result);
    if (result.exact) this.remember(result, position.player, this.score.ply);
    this.soon();
  }

  /**
   * What a move is worth, wherever it is told: as it is proven, if it is; otherwise as its line says, if it is among the best.
   * @param {Line} line
   */
  valued(line) {
    const both = [this.variations, this.all].flatMap((lines) => lines.find(({ move }) => move === line.move) ?? []);
    return both.find(({ exact }) => exact) ?? both[0] ?? line;
  }

  /**
   * The values on the moves, the best first. There are none before every move has one.
   * @param {Position} position
   */
  badges(position) {
    const lines = this.all.length ? [...this.variations, ...this.all] : [];
    return new Map(lines.map((one) => [one.move, told(this.info, this.valued(one), position.player)]));
  }

  /** @param {Position} position */
  showLines(position) {
    const play = (/** @type {string} */ name) => () => this.play(name);
    const lines = this.variations.map((one) => {
      const worth = told(this.info, this.valued(one), position.player);
      const rest = one.line.slice(1, SHOWN_MOVES).join(" ") + (one.line.length > SHOWN_MOVES ? " …" : "");
      return make("li", { "data-key": one.move },
        make("span", { class: `chip ${worth.tone}`, title: `${worth.title} for ${position.player_name}` }, worth.text),
        one.move ? make("button", { type: "button", class: "plain move", onclick: play(one.move), title: "Play this move" }, one.move) : null,
        make("span", { class: "line" }, rest));
    });
    keepingFocus(this.list, () => renew(this.list, lines)); // a move that changed its rank has another button
  }

  /** A short look at every position of the game that was not looked at yet. */
  async goThrough() {
    this.stop();
    const turn = (this.going = ++this.turn);
    try {
      for (let ply = 0; ply <= this.score.moves.length && turn === this.turn; ply++) {
        this.through.lastChild?.replaceWith(`Looking at ${ply} of ${this.score.moves.length}`);
        await this.glance(await this.score.at(ply), ply, turn);
      }
      if (turn === this.turn) this.show();
    } catch (error) {
      if (turn === this.turn) this.fail(error, () => this.goThrough(), turn);
    } finally {
      if (turn === this.going) this.through.lastChild?.replaceWith("Go through the game"); // or it was begun anew
    }
  }

  /**
   * @param {Position} position
   * @param {number} ply
   * @param {number} turn
   */
  async glance(position, ply, turn) {
    if (turn !== this.turn) return;
    this.rememberEnd(position, ply);
    if (this.known.has(this.key_of(ply)) || position.over || position.player < 0) return;
    await new Promise((resolve) => {
      const ask = live.ask({ ask: "analyse", ...this.score.ask(ply), tag: position.tag, lines: 1, seconds: GLANCE }, (event) => {
        const result = resultOf(event);
        if (turn === this.turn && result) this.remember(result, position.player, ply);
        if (["done", "error", "lost"].includes(event.event)) resolve(null);
      });
      this.asks.push({ stop: () => (ask.stop(), resolve(null)) });
    });
  }

  stop() {
    this.turn++;
    for (const ask of this.asks) ask.stop();
    this.asks = [];
  }

  // ---------------------------------------------------------------- acting

  /** @param {boolean} on */
  switch(on) {
    this.isOn = on;
    this.stop();
    this.write();
    this.complain(null);
    this.patience.hidden = true;
    if (this.isAwaited) return void this.show();
    const turn = this.turn;
    if (on && this.position) this.ask(this.position, turn);
  }

  /** @param {() => void} change */
  set(change) {
    change();
    this.stop();
    this.show();
  }

  /** @param {string} name */
  play(name) {
    if (this.isAwaited) return;
    this.stop();
    this.score.play(name);
    this.show();
  }

  flip() {
    super.flip();
    this.showBar(this.known.get(this.key_of(this.score.ply)) ?? null);
  }

  /** @param {Score} score */
  begin(score) {
    this.stop();
    const isSame = score.game === this.score.game;
    this.replace(score);
    this.known.clear();
    this.info = gameInfo(this.catalogue, score.game);
    if (!isSame) this.build();
    this.show();
  }

  /** The same position in the lab: the textbook search to a depth at which its tree can be looked at. */
  why() {
    const depth = this.position?.depth ?? null;
    const algorithm = (this.info?.players ?? 2) > 2 ? "maxn" : this.info?.chance ? "expectimax" : "alphabeta";
    location.hash = route("lab", { ...this.score.here(), algorithm, depth });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest?.("input, select, textarea, button, summary, dialog, [role=grid]")) return;
    const { score } = this;
    const act = {
      ArrowLeft: () => this.look(Math.max(score.ply - 1, 0)), ArrowRight: () => this.look(Math.min(score.ply + 1, score.moves.length)),
      Home: () => this.look(0), End: () => this.look(score.moves.length), f: () => this.flip(),
      " ": () => /** @type {HTMLInputElement} */ (this.power.querySelector("input")).click(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    this.forgive();
    act();
  }
}

/**
 * What a search has found, if an event says so: after a depth, or at its end.
 * @param {any} event
 */
function resultOf(event) {
  const result = event.event === "done" ? event.result : event.event === "iteration" ? event : null;
  return typeof result?.value === "number" ? result : null;
}

/**
 * @param {any} result
 * @returns {Line[]}
 */
function linesOf(result) {
  return result.variations.map((/** @type {any} */ one) => ({ ...one, move: one.move ?? "" }));
}

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Analyse(root, frame);
  view.update(params);
  return view;
}
