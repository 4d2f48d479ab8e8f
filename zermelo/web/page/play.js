// Play: people and engines at one board.

import { canonicalName, gameInfo, post } from "./api.js";
import { live } from "./live.js";
import { buttonActions, captionOf } from "./board/buttons.js";
import { moverSign, playerSign } from "./board/signs.js";
import { button, capital, choice, count, field, keepingFocus, make } from "./dom.js";
import { GameView } from "./gameview.js";
import { icon } from "./icons.js";
import { route } from "./main.js";
import { gamePicker } from "./picker.js";
import { Score } from "./score.js";
import { ranged, told } from "./value.js";

/**
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./api.js").Catalogue} Catalogue
 * @typedef {import("./api.js").GameInfo} GameInfo
 */

export const title = "Play";

/** @type {[string, string][]} */
export const keys = [
  ["Arrow keys", "walk over the board; where moves are directions, make them (with Shift: walk)"], ["Enter", "play, or pick up a piece"], ["Esc", "put it back"],
  ["U", "take back"], ["H", "hint"], ["F", "turn the board"], ["N", "new game"],
  ["P or Space", "pause, where engines play each other"],
];

const PERSON = "person";
const USUAL_LEVEL = "5";

/** Milliseconds that a position is seen, at least, when engines play each other: somebody watches. */
const GLIMPSE = 600;

class Play extends GameView {
  names = make("datalist", { id: "move-names" });
  entry = make("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": "Type a move", placeholder: "Type a move", list: "move-names" });
  mind = make("div", { class: "mind" });

  /** Who sits where: a person, or an engine's level. @type {string[]} */
  seats = [];
  /** @type {{stop: () => void} | null} */
  thinking = null;
  /** Was a hint asked for before the position was there? */
  isHintWanted = false;
  /** @type {Pick<import("./board/state.js").Display, "arrows" | "badges"> | null} */
  advice = null;
  /** Has the engine given up? Then it does not think. */
  isStuck = false;
  /** Shall engines wait that play each other? */
  isPaused = false;
  pauser = button("Pause", () => this.pause(), { sign: "pause", class: "main" });

  /** @param {URLSearchParams} params */
  async update(params) {
    this.stop();
    this.score = Score.read(params, "tic-tac-toe");
    this.entry.value = "";
    this.isFlipped = params.get("flip") === "1";
    this.isPaused = this.score.isPaused;
    this.score.at(); // on its way with the catalogue, and kept
    if (!(await this.isListed())) return;
    this.score.game = canonicalName(this.catalogue, this.score.game);
    this.info = gameInfo(this.catalogue, this.score.game);
    this.seats = this.readSeats(params.get("seats"));
    this.build();
    this.show();
  }

  /** @param {string | null} text */
  readSeats(text) {
    const players = this.info?.players ?? 2;
    const given = (text ?? "").split(",").map((word) => (/^([1-9]|10)$/.test(word) ? word : PERSON));
    return Array.from({ length: players }, (_, p) => (text ? given[p] ?? PERSON : p === 0 ? PERSON : USUAL_LEVEL));
  }

  write() {
    this.score.seats = this.seats.map((seat) => (seat === PERSON ? "p" : seat)).join(",");
    this.score.isPaused = this.isPaused && this.isWatched();
    this.frame.write({ ...this.score.params(), flip: this.isFlipped });
  }

  /** Does nobody but engines play? */
  isWatched() {
    return !this.seats.includes(PERSON);
  }

  // ---------------------------------------------------------------- the page

  build() {
    const names = this.info?.names ?? [];
    const typed = make("form", { class: "row typed", onsubmit: (/** @type {Event} */ event) => this.typed(event) }, this.entry, this.names, make("button", {}, "Play it"));
    const tools = make("div", { class: "tiles" },
      this.pauser,
      button("New", () => this.again(), { sign: "new", title: "Begin again where this game began; once more: from the start. The browser's way back leads to this game." }),
      button("Take back", () => this.takeBack(), { sign: "undo" }),
      button("Hint", () => this.hint(), { sign: "hint" }),
      this.turner);
    const seats = this.seats.map((seat, p) => {
      const made = field(capital(names[p] ?? `player ${p + 1}`), choice(this.levels(), seat, (value) => this.sit(p, value)));
      made.querySelector("label")?.prepend(playerSign(this.info?.look, p, this.info?.signs[p]));
      return made;
    });
    keepingFocus(this.root, () => this.root.replaceChildren(
      make("h1", { class: "sr" }, "Play"),
      make("div", { class: "table" },
        make("div", { class: "board-side stack" }, this.status, this.board.root, this.caption, this.others, this.trouble, tools),
        make("div", { class: "stack side" },
          make("section", { class: "card", "aria-label": "Game" },
            gamePicker(/** @type {Catalogue} */ (this.catalogue), this.score.game, (game, isSame) => this.choose(game, isSame)),
            make("div", { class: "stack tight seats" }, ...seats)),
          make("section", { class: "card engine", "aria-label": "The engine's thinking" }, make("h2", {}, "The engine's thinking"), this.mind, this.machine.note),
          make("section", { class: "card", "aria-label": "Moves" }, make("div", { class: "row spread" }, make("h2", {}, "Moves"), this.moves.ways), this.moves.list, typed),
          this.positionCard(),
          make("div", { class: "row" },
            button("Analyse", () => (location.hash = route("analyse", this.here())), { sign: "analyse" }),
            this.copyButton())))));
    this.think(null);
  }

  positionCard() {
    const begin = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.tryFrom(new Score(this.score.game, this.place.read().position || null));
    };
    if (!this.info?.positions) return null; // the game cannot read one
    return make("details", { class: "card" }, make("summary", {}, "Position as text"),
      make("form", { class: "stack tight", onsubmit: begin }, this.place.fields[0], make("div", { class: "row" }, make("button", {}, "Begin here"))));
  }

  levels() {
    /** @type {[string, string, string?][]} */
    const options = [[PERSON, "a person"]];
    for (const { level, about: words } of this.info?.levels ?? this.catalogue?.levels ?? []) options.push([String(level), `Level ${level} · ${words}`, "the engine"]);
    return options;
  }

  // ---------------------------------------------------------------- showing

  /** Show where the game stands, and let it go on: chance rolls, engines think. */
  async show() {
    this.isStuck = false;
    const position = await this.arrive();
    if (!position) return;
    const { turn } = this;
    this.showPause();
    this.showBoard();
    this.showMoves();
    this.names.replaceChildren(...(this.isTheirs() ? position.actions.map(({ name }) => make("option", { value: name })) : []));
    this.say();
    const isHintWanted = this.isHintWanted && this.isTheirs();
    this.isHintWanted = false;
    if (isHintWanted) this.hint();
    else if (this.score.ply === this.score.moves.length) await this.goOn(position, turn);
  }

  showMoves() {
    this.moves.show(this.score, this.info?.players ?? 2);
  }

  showBoard() {
    const position = this.position;
    if (!position) return;
    const playable = this.isTheirs();
    this.board.show(position, { playable, flipped: this.isFlipped, arrows: this.advice?.arrows, badges: this.advice?.badges, label: `${position.game}: ${this.words()}` });
    this.showOthers(playable ? buttonActions(position) : [], this.advice?.badges);
    this.caption.textContent = captionOf(position, this.words());
  }

  /** May a person move now? */
  isTheirs() {
    const position = this.position;
    return Boolean(position && !this.isAwaited && !position.over && position.player >= 0 && this.seats[position.player] === PERSON);
  }

  words() {
    const position = this.position;
    if (!position) return "";
    if (position.over) return position.verdict ?? "The game is over.";
    if (position.player < 0) return "Chance decides …";
    const isEngine = this.seats[position.player] !== PERSON;
    const isThinking = isEngine && !this.isStuck && this.score.ply === this.score.moves.length;
    if (isThinking && this.isPaused && this.isWatched()) return `Paused: ${position.player_name} to move`;
    return capital(isThinking ? `${position.player_name} thinks …` : `${position.player_name} to move`);
  }

  say() {
    const position = this.position;
    this.status.replaceChildren(...(position ? [moverSign(position)] : []), this.words());
    this.status.classList.toggle("over", Boolean(position?.over));
  }

  // ---------------------------------------------------------------- going on

  /**
   * @param {Position} position
   * @param {number} turn
   */
  async goOn(position, turn) {
    if (position.over || (this.isPaused && this.isWatched())) return;
    if (position.player < 0) {
      let move;
      try {
        ({ move } = await post("roll", this.score.ask()));
      } catch (error) {
        if (turn === this.turn) this.fail(error, () => this.show(), turn);
        return;
      }
      if (turn === this.turn) this.make(move);
    } else if (this.seats[position.player] !== PERSON) {
      const seen = this.isWatched() ? new Promise((resolve) => setTimeout(resolve, GLIMPSE)) : null;
      this.ask(position, turn, Number(this.seats[position.player]), async (move) => {
        await seen;
        if (turn === this.turn && !this.closed) this.make(move);
      });
    }
  }

  /** Let engines that play each other wait, or go on. */
  pause() {
    this.isPaused = !this.isPaused;
    this.stop();
    this.think(null);
    this.show();
  }

  showPause() {
    const [words, sign] = this.isPaused ? ["Go on", "play"] : ["Pause", "pause"];
    this.pauser.hidden = !this.isWatched() || Boolean(this.position?.over) || this.score.ply < this.score.moves.length;
    this.pauser.replaceChildren(icon(sign), words);
  }

  /**
   * Let the engine think about a position.
   * @param {Position} position
   * @param {number} turn
   * @param {number} level
   * @param {(move: string) => void} found
   * @param {boolean} [isAgain] has a worker been lost over it already?
   */
  ask(position, turn, level, found, isAgain = false) {
    this.think({ depth: 0 });
    this.thinking = live.ask({ ask: "think", ...this.score.ask(), level, tag: position.tag }, (event) => {
      if (turn !== this.turn) return;
      if (event.event === "queued") this.think({ ahead: event.ahead });
      else if (event.event === "started") this.info = ranged(this.info, event.range, event.player);
      else if (event.event === "iteration") this.think(event);
      else if (event.event === "done") {
        this.thinking = null;
        if (event.result) this.think({ ...event.result, nps: event.result.nodes_per_second });
        else this.think({ forced: event.move });
        if (event.move) found(event.move);
      } else if (event.event === "lost" && !isAgain) this.ask(position, turn, level, found, true);
      else if (event.event === "error" || event.event === "lost") {
        this.thinking = null;
        this.fail(new Error(event.message), () => {
          this.complain(null);
          this.isStuck = false;
          this.say();
          this.ask(position, turn, level, found);
        }, turn);
      }
    });
  }

  /**
   * Nobody thinks any more: say why, and offer to try again.
   * @param {unknown} error
   * @param {() => void} again
   * @param {number} turn
   */
  fail(error, again, turn) {
    this.isStuck = true;
    this.think(null);
    this.say();
    super.fail(error, again, turn);
  }

  stop() {
    this.turn++;
    this.thinking?.stop();
    this.thinking = null;
    this.advice = null;
    this.isHintWanted = false;
  }

  /** @param {any} event */
  think(event) {
    if (!event) return this.mind.replaceChildren(make("p", { class: "quiet small" }, this.seats.some((seat) => seat !== PERSON) ? "Quiet: it is not its turn." : "Quiet: only people play. Ask it for a hint, or give it a seat."));
    if (event.ahead !== undefined) return this.mind.replaceChildren(make("p", { class: "quiet" }, `Waiting for a free worker, ${event.ahead} ahead …`));
    if (event.forced) return this.mind.replaceChildren(make("p", { class: "quiet" }, `${event.forced}: the only move.`));
    if (!event.depth) return this.mind.replaceChildren(make("p", { class: "quiet" }, "Thinking …"));
    const worth = told(this.info, event, event.player);
    const facts = [`depth ${event.depth}`, `${count(event.nodes ?? 0)} nodes`, event.nps ? `${count(event.nps)}/s` : ""].filter(Boolean);
    this.mind.replaceChildren(
      make("div", { class: "row" }, make("span", { class: `chip ${worth.tone}`, title: worth.title }, worth.text),
        make("span", { class: "quiet small" }, event.player_name ? `for ${event.player_name}` : "")),
      make("p", { class: "line" }, (event.line ?? []).slice(0, 12).join(" ")),
      make("p", { class: "quiet small numbers" }, facts.join(" · ")));
  }

  // ---------------------------------------------------------------- acting

  /**
   * A person's move.
   * @param {string} name
   * @param {string[]} more that belong to it: the jumps of a capture
   */
  play(name, ...more) {
    if (!this.isTheirs()) return;
    this.think(null); // what it thought of a hint
    this.make(name, ...more);
  }

  /** @param {string[]} names */
  make(...names) {
    this.stop();
    for (const name of names) this.score.play(name);
    this.show();
  }

  /** @param {Event} event */
  async typed(event) {
    event.preventDefault();
    const text = this.entry.value.trim();
    if (!text) return;
    const { score, turn } = this;
    let names;
    try {
      const position = await score.at(); // somebody types faster than the position comes
      if (turn !== this.turn) return; // the person has gone on
      if (!this.isTheirs()) throw new Error(position.over ? "The game is over." : "It is not your turn.");
      const ask = score.ask();
      const isNamed = position.actions.some((one) => one.name === text);
      names = isNamed ? [text] : (await post("position", { ...ask, moves: [...ask.moves, text] })).moves.slice(ask.moves.length);
      if (turn !== this.turn) return;
    } catch (error) {
      if (turn !== this.turn) return;
      return this.complain(new Error(/** @type {Error} */ (error).message.replace(/^move \d+: /, "")));
    }
    this.entry.value = "";
    this.play(names[0], ...names.slice(1));
  }

  /** @param {number} ply */
  look(ply) {
    this.entry.value = "";
    this.think(null);
    super.look(ply);
  }

  /** Back to the last position where a person was to move. */
  async takeBack() {
    const { score } = this;
    for (let ply = Math.min(score.ply, score.moves.length) - 1; ply >= 0; ply--) {
      let player;
      try {
        player = (await score.at(ply)).player;
      } catch (error) {
        return this.complain(/** @type {Error} */ (error));
      }
      if (score !== this.score || this.closed) return; // another game has begun
      if (player >= 0 && (this.seats[player] === PERSON || !this.seats.includes(PERSON))) {
        this.think(null);
        this.stop(); // not before: an engine that has nothing to take back goes on thinking
        score.cut(ply);
        return this.show();
      }
    }
    this.complain(new Error("There is no move of yours to take back."));
  }

  /** Begin again where the game began; where it has not gone on from there, at the start. */
  again() {
    const { game, start, moves } = this.score;
    this.begin(new Score(game, moves.length ? start : null));
  }

  hint() {
    const position = this.position;
    if (this.isAwaited) return void (this.isHintWanted = true);
    if (position?.over) return this.complain(new Error("The game is over."));
    if (!position || !this.isTheirs()) return this.complain(new Error("A hint is for the one who is to move: a person."));
    this.stop(); // the hint before this one
    const turn = this.turn;
    this.ask(position, turn, 7, (move) => {
      const action = position.actions.find(({ name }) => name === move);
      this.advice = { arrows: action ? [{ cells: action.cells, rank: 1 }] : [], badges: new Map([[move, { text: "✦", tone: "good", title: "the engine's hint" }]]) };
      this.showBoard();
      this.status.replaceChildren(moverSign(position), `Hint: ${move}`);
    });
  }

  /**
   * @param {number} p
   * @param {string} value
   */
  sit(p, value) {
    this.stop();
    this.seats[p] = value;
    this.think(null);
    this.show();
  }

  /** @param {Score} score */
  begin(score) {
    this.stop();
    const isSame = score.game === this.score.game;
    const seats = this.seats;
    this.replace(score);
    this.entry.value = "";
    this.position = null;
    this.info = gameInfo(this.catalogue, score.game);
    this.seats = isSame || seats.length === (this.info?.players ?? 2) ? seats : this.readSeats(null);
    if (!isSame) this.build();
    this.think(null);
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    if (document.querySelector("dialog[open]")) return;
    const pause = this.isWatched() ? () => this.pause() : undefined;
    const act = { u: () => this.takeBack(), h: () => this.hint(), f: () => this.flip(), n: () => this.again(), p: pause, " ": target.closest?.("button, summary, a") ? undefined : pause }[event.key.toLowerCase()];
    if (!act && (target.matches?.("input, fieldset *") || !this.board.trySteer(event.key))) return;
    event.preventDefault();
    this.forgive();
    act?.();
  }
}

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Play(root, frame);
  view.update(params);
  return view;
}
