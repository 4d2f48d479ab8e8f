// The Pac-Man arena: the lecture's scenes, games with chosen beliefs and realities, and the table of both.

import { live } from "./live.js";
import { button, calm, capital, choice, field, keepingFocus, make, number, segments, settled, unique } from "./dom.js";
import { icon } from "./icons.js";
import { ENDS, MazeView, thoughts } from "./maze.js";
import { View } from "./view.js";

/**
 * @typedef {import("./maze.js").Frame} Frame
 * @typedef {import("./maze.js").Film} Film
 * @typedef {{pacman: string, ghosts: string, games: number, wins: number, eaten: number, score: number, deviation?: number}} Row
 */

export const title = "Pac-Man";

/** @type {[string, string][]} */
export const keys = [["Space", "play or pause"], ["→", "next step"], ["←", "step back"], ["Home, End", "first, last step"]];

/** Milliseconds for a step, by name. */
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 800, normal: 350, fast: 140 });

/** Milliseconds without a step before the address is written. */
const CALM_WRITE = 200;

const BELIEFS = /** @type {[string, string][]} */ ([["minimax", "minimax"], ["expectimax", "expectimax"]]);
const REALITIES = /** @type {[string, string][]} */ ([["adversarial", "adversarial"], ["random", "random"]]);

/**
 * A change of mind: from a step on, something is another. An address has them as step.name.value, with ~ between them.
 * @typedef {{step: number, name: string, value: string}} Turn
 */

/** @param {Turn[]} turns */
const written = (turns) => turns.map(({ step, name, value }) => `${step}.${name}.${value}`).join("~");

/**
 * @param {string} text
 * @returns {Turn[]}
 */
const read = (text) => text.split("~").map((part) => /^(\d+)\.(\w+)\.(.+)$/.exec(part)).filter((found) => found !== null)
  .map(([, step, name, value]) => ({ step: Number(step), name, value })).sort((a, b) => a.step - b.step);

/** Plays frames one after the other: buttons, a bar, keys. Frames may still be coming. */
class Player {
  at = 0;
  last = 0;
  timer = 0;
  speed = "normal";
  isLive = false;
  /** What else ends when a person steps. */
  byHand = () => {};
  place = make("output", { class: "place numbers" });
  bar = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  toggle = button("Play", () => (this.timer ? this.pause() : this.play()), { class: "main play" });

  /** @param {(step: number) => void} show */
  constructor(show) {
    this.show = show;
    this.bar.addEventListener("input", () => this.by(Number(this.bar.value)));
    const speed = choice(Object.keys(SPEEDS).map((name) => [name, name]), this.speed, (value) => (this.speed = value));
    speed.setAttribute("aria-label", "Speed");
    const step = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => number} */ where) => button(words, () => this.by(where()), { sign, bare: true });
    this.back = [step("First", "first", () => 0), step("Back", "back", () => this.at - 1)];
    this.on = [step("Next", "next", () => this.at + 1), step("Last", "last", () => this.last)];
    this.root = make("div", { class: "player", role: "group", "aria-label": "Steps" }, ...this.back, this.toggle, ...this.on, this.bar, this.place, speed);
    this.#tell();
    this.#dress();
  }

  /** @param {number} last */
  extend(last) {
    this.last = last;
    this.bar.max = String(last);
    this.#tell();
  }

  /** @param {number} step */
  go(step) {
    this.at = Math.min(Math.max(step, 0), this.last);
    this.show(this.at);
    this.#tell();
  }

  /** Move as a person asked. @param {number} step */
  by(step) {
    this.pause();
    this.byHand();
    this.go(step);
  }

  play() {
    if (this.timer) return;
    if (this.at >= this.last && !this.isLive) this.go(0);
    this.#tick();
    this.#dress();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#dress();
  }

  #tick() {
    this.timer = window.setTimeout(() => {
      if (this.at < this.last) this.go(this.at + 1);
      if (this.at < this.last || this.isLive) this.#tick();
      else this.pause();
    }, SPEEDS[this.speed]);
  }

  #tell() {
    this.bar.value = String(this.at);
    this.place.textContent = `${this.at} / ${this.last}`;
    for (const one of this.back) one.setAttribute("aria-disabled", String(this.at === 0));
    for (const one of this.on) one.setAttribute("aria-disabled", String(this.at === this.last));
  }

  #dress() {
    const name = this.timer ? "Pause" : "Play";
    this.toggle.replaceChildren(icon(name.toLowerCase()), name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const act = {
      " ": () => (this.timer ? this.pause() : this.play()), ArrowRight: () => this.by(this.at + 1), ArrowLeft: () => this.by(this.at - 1),
      Home: () => this.by(0), End: () => this.by(this.last),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

class Arena extends View {
  room = make("div", { class: "arena-room" });
  /** @type {Player | null} */
  player = null;
  /** @type {{stop: () => void} | null} */
  ask = null;
  /** @type {Record<string, string>} */
  setting = {};

  /** The game that is shown, as far as it has come. @type {Frame[]} */
  frames = [];
  /** How minds have changed on the way, and how many of these changes the game that is shown has come to. @type {Turn[]} */
  turns = [];
  come = 0;
  /** The step that a link asks for, until the game has come so far. */
  wanted = 0;
  writing = 0;
  outcome = "";
  /** @type {MazeView | null} */
  maze = null;
  score = make("p", { class: "status", role: "status" });
  said = make("p", { class: "say" });
  mind = make("div", { class: "mind" });
  board = make("div", { class: "maze-room" });

  /** @param {URLSearchParams} params */
  async update(params) {
    this.stop();
    const setting = (this.setting = Object.fromEntries(params));
    if ((await this.isListed()) && setting === this.setting) this.build(); // once, also if two addresses waited for the catalogue
  }

  stop() {
    this.ask?.stop();
    this.ask = null;
    clearTimeout(this.writing);
    this.player?.pause();
    this.player = null;
  }

  /**
   * @param {string} name
   * @param {string} usual
   */
  get(name, usual) {
    return this.setting[name] ?? usual;
  }

  write() {
    this.frame.write(this.setting);
  }

  /**
   * The step belongs to the address, once nothing moves for a moment: browsers refuse too many changes. The first one does, too, if
   * somebody has gone there: an address without a step plays by itself.
   * @param {number} step
   */
  stepped(step) {
    this.setting.step = step || this.setting.step ? String(step) : "";
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => !this.closed && this.write(), CALM_WRITE);
  }

  get tab() {
    return ["scenes", "game", "table"].includes(this.setting.show) ? this.setting.show : "scenes";
  }

  build() {
    const tabs = segments("Show", [["scenes", "Scenes"], ["game", "A game"], ["table", "The table"]], this.tab, (show) => {
      this.stop();
      this.setting = show === "scenes" ? {} : { show };
      this.open();
    });
    this.root.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, "Pac-Man"), tabs,
        this.copyButton()),
      this.trouble, this.room);
    this.open();
  }

  open() {
    this.write();
    this.complain(null);
    const opened = { scenes: () => this.openScenes(), game: () => this.openGame(), table: () => this.openTable() };
    keepingFocus(this.room, opened[/** @type {"scenes" | "game" | "table"} */ (this.tab)]);
  }

  /**
   * @param {Record<string, any>} message
   * @param {(event: any) => void} heard
   * @param {() => void} [failed]
   */
  listen(message, heard, failed) {
    this.ask?.stop();
    this.ask = live.ask(message, (event) => {
      if (event.event !== "error" && event.event !== "lost") return heard(event);
      this.complain(new Error(event.message));
      failed?.();
    });
  }

  // ---------------------------------------------------------------- scenes

  openScenes() {
    const scenes = this.catalogue?.scenes ?? [];
    const chosen = this.get("scene", scenes[0]?.name ?? "");
    const stage = make("div", { class: "stack" }, make("p", { class: "quiet" }, "The searches are playing …"));
    const list = make("div", { class: "scene-list", role: "group", "aria-label": "Scenes" }, ...scenes.map(({ name, about }) =>
      make("button", { type: "button", "aria-pressed": String(name === chosen), onclick: () => this.pick(name) }, make("strong", {}, capital(name)), make("span", {}, about))));
    this.room.replaceChildren(make("div", { class: "scenes" }, list, stage));
    if (!chosen) return stage.replaceChildren(make("p", { class: "notice" }, "This installation has no scenes."));
    this.listen({ ask: "scene", name: chosen, seed: 0 }, (event) => {
      if (event.event === "progress" && event.total) stage.replaceChildren(progress(event.done, event.total));
      if (event.event === "done" && event.scene) this.showScene(stage, event.scene);
    });
  }

  /** @param {string} name */
  pick(name) {
    this.stop();
    this.setting = { scene: name };
    this.open();
  }

  /**
   * @param {HTMLElement} stage
   * @param {any} scene
   */
  showScene(stage, scene) {
    const films = /** @type {Film[]} */ (scene.films);
    const screens = films.map((film) => new Screen(film));
    const player = (this.player = new Player((step) => {
      for (const screen of screens) screen.show(step);
      if (this.player) this.stepped(step);
    }));
    player.extend(Math.max(...films.map((film) => film.frames.length - 1)));
    stage.replaceChildren(
      make("h2", {}, scene.title), make("p", {}, scene.claim),
      make("div", { class: "films" }, ...screens.map((screen) => screen.root)), player.root,
      scene.table?.length ? table(scene.table) : "",
      make("section", { class: "card", "aria-label": "What was found" }, make("h3", {}, "What was found"), make("ul", {}, ...scene.found.map((/** @type {string} */ words) => make("li", {}, words)))));
    player.go(Number(this.get("step", "0")) || 0);
    if (!calm() && !this.setting.step) player.play(); // a link to a step stays there
  }

  // ---------------------------------------------------------------- one game

  openGame() {
    const room = /** @type {{layouts: string[], evaluations: {name: string, about: string}[]}} */ (this.catalogue?.pacman);
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) => this.change(name, value);
    const seed = make("input", { type: "number", min: 0, value: this.get("seed", "0"), onchange: settled(() => this.again({ seed: seed.value })) });
    this.frames = [];
    this.turns = read(this.get("then", ""));
    this.come = 0;
    this.maze = null;
    this.board.replaceChildren();
    const now = (/** @type {string} */ name, /** @type {string} */ usual) => this.minded(name, usual, this.turns);
    const player = (this.player = new Player((step) => {
      this.showFrame(step);
      if (!this.wanted) this.stepped(step);
    }));
    this.room.replaceChildren(make("div", { class: "table" },
      make("div", { class: "board-side stack" }, this.score, this.board, this.said, player.root),
      make("div", { class: "stack side" },
        make("section", { class: "card", "aria-label": "Belief and reality" },
          segments("Pac-Man searches with", BELIEFS, now("believes", "minimax"), set("believes")),
          make("p", { class: "quiet small" }, "Minimax expects the worst of the ghosts, expectimax that they move at random."),
          segments("The ghosts really are", REALITIES, now("ghosts", "random"), set("ghosts")),
          segments("Rounds he looks ahead", ["1", "2", "3", "4"].map((n) => /** @type {[string, string]} */ ([n, n])), now("rounds", "2"), set("rounds")),
          estimates(room.evaluations, now("evaluation", "mended"), set("evaluation")),
          make("p", { class: "quiet small" }, "Changes count from the step that is shown.")),
        make("section", { class: "card", "aria-label": "What he thinks" }, make("h2", {}, "What Pac-Man expected"), this.mind),
        make("section", { class: "card", "aria-label": "The game" }, make("div", { class: "fields" },
          field("Maze", choice(room.layouts.map((name) => [name, name]), this.get("layout", "small"), (layout) => this.again({ layout }))),
          field("Dice", seed)), make("p", { class: "quiet small" }, "What chance does comes from this number: the same number gives the same game."), button("From the start", () => this.again({}), { sign: "first" })))));
    this.wanted = Number(this.get("step", "0")) || 0;
    player.byHand = () => (this.wanted = 0); // who goes elsewhere meanwhile is not fetched back
    this.run(null);
    if (!calm() && !this.setting.step) player.play();
  }

  /**
   * What holds after some changes of mind.
   * @param {string} name
   * @param {string} usual
   * @param {Turn[]} turns
   */
  minded(name, usual, turns) {
    return turns.findLast((turn) => turn.name === name)?.value ?? this.get(name, usual);
  }

  /** From the start, with the mind that he has at the end. @param {Record<string, string>} change */
  again(change) {
    const minds = Object.fromEntries(this.turns.map(({ name, value }) => [name, value]));
    Object.assign(this.setting, minds, change, { show: "game", step: "", then: "" });
    this.stop();
    this.open();
  }

  /**
   * Another mind from here on; what was changed later on has not happened.
   * @param {string} name
   * @param {string} value
   */
  change(name, value) {
    const step = this.player?.at ?? 0;
    if (!step) return this.again({ [name]: value });
    const kept = this.turns.filter((turn) => turn.step < step || (turn.step === step && turn.name !== name));
    this.turns = [...kept, { step, name, value }];
    this.setting.then = written(this.turns);
    this.wanted = 0;
    this.write();
    this.turnAt(step);
  }

  /**
   * Let the game go on from a step, with what holds there.
   * @param {number} step
   */
  turnAt(step) {
    this.come = this.turns.filter((turn) => turn.step <= step).length;
    this.frames = this.frames.slice(0, step + 1);
    this.player?.extend(this.frames.length - 1); // nobody goes on to steps that are no more
    this.run(this.frames[step]?.position ?? null);
  }

  /** @param {string | null} position */
  run(position) {
    const player = /** @type {Player} */ (this.player);
    const kept = this.frames.length;
    this.outcome = "";
    player.isLive = true;
    const now = (/** @type {string} */ name, /** @type {string} */ usual) => this.minded(name, usual, this.turns.slice(0, this.come));
    const message = {
      ask: "arena", layout: this.get("layout", "small"), believes: now("believes", "minimax"), ghosts: now("ghosts", "random"),
      rounds: Number(now("rounds", "2")), evaluation: now("evaluation", "mended"), seed: Number(this.get("seed", "0")) || 0, position,
    };
    this.listen(message, (event) => {
      if (event.event === "begun") this.begin(event, position === null, kept);
      if (event.event === "frame") this.frames.push(event.frame);
      const next = this.turns[this.come];
      if (next && this.frames.length > next.step) return this.turnAt(next.step);
      if (event.event === "done") {
        player.isLive = false;
        this.outcome = event.outcome ?? "";
      }
      player.extend(Math.max(this.frames.length - 1, 0));
      if (event.event === "done" && player.at === player.last) player.go(player.at); // how it ended is seen at the last step
      if (this.wanted && (player.last >= this.wanted || event.event === "done")) {
        const step = this.wanted;
        this.wanted = 0;
        player.go(step);
      }
    });
  }

  /**
   * @param {any} event
   * @param {boolean} isNew
   * @param {number} kept frames from before this question; it is asked again when the connection was lost
   */
  begin(event, isNew, kept) {
    if (!isNew && this.maze) {
      this.frames.length = kept;
      return;
    }
    this.wanted ||= this.player?.at ?? 0;
    this.maze = new MazeView(event.walls);
    this.board.replaceChildren(this.maze.svg);
    this.frames = [event.frame];
    this.player?.extend(0);
    this.player?.go(0);
  }

  /** @param {number} step */
  showFrame(step) {
    const { frames } = this;
    const frame = frames[step];
    if (!frame) return;
    const isLast = step === frames.length - 1;
    const outcome = isLast && !this.player?.isLive ? this.outcome : "";
    this.maze?.show(frame, outcome);
    this.score.replaceChildren(`Score ${number(frame.score)}${outcome ? ` · ${ENDS[outcome] ?? outcome}` : ""}`);
    this.said.replaceChildren(frame.say || "They begin to think …");
    this.mind.replaceChildren(thoughts(frames.slice(0, step + 1).findLast((one) => one.mover === "Pac-Man") ?? frame));
  }

  // ---------------------------------------------------------------- the table

  openTable() {
    const games = make("input", { type: "number", min: 1, max: 50, value: this.get("games", "10"), inputmode: "numeric" });
    const seed = make("input", { type: "number", min: 0, value: this.get("seed", "0"), inputmode: "numeric" });
    const shown = make("div", { class: "stack" });
    const run = () => {
      this.setting = { show: "table", games: games.value, seed: seed.value };
      this.write();
      this.complain(null);
      this.fill(shown);
    };
    this.room.replaceChildren(make("div", { class: "stack narrow" },
      make("p", {}, "Pac-Man plays against ghosts that are as he believes, and against ghosts that are not. Every game is played by the searches, now."),
      make("div", { class: "row end" }, field("Games for each pair", games), field("Dice", seed), button("Play them", run, { class: "main", sign: "play" })),
      make("p", { class: "quiet small" }, "What chance does comes from this number: the same number gives the same games."), shown));
    shown.replaceChildren(table([]));
    if (this.setting.games || this.setting.seed) this.fill(shown); // a link to a table
  }

  /** @param {HTMLElement} shown */
  fill(shown) {
    /** @type {Map<string, Row>} */
    const rows = new Map();
    let left = 0;
    shown.replaceChildren(progress(0, 1), table([]));
    this.listen({ ask: "arena-table", games: Number(this.get("games", "10")), seed: Number(this.get("seed", "0")) }, (event) => {
      if (event.event === "started") rows.clear(); // also when the connection was lost and is back: they play again from the first game
      if (event.event === "game") {
        left = event.total - event.done;
        const key = `${event.pacman} ${event.ghosts}`;
        const row = rows.get(key) ?? { pacman: event.pacman, ghosts: event.ghosts, games: 0, wins: 0, eaten: 0, score: 0 };
        rows.set(key, { ...row, games: row.games + 1, wins: row.wins + Number(event.won), eaten: row.eaten + Number(event.eaten), score: (row.score * row.games + event.score) / (row.games + 1) });
        shown.replaceChildren(progress(event.done, event.total), table([...rows.values()]));
      }
      if (event.event !== "done" || !event.table) return;
      const words = left ? `The time was over with ${left} games still to play.` : "All games are played.";
      shown.replaceChildren(make("p", { class: left ? "notice" : "notice good", role: "status" }, words), table(event.table));
    }, () => shown.replaceChildren(table([...rows.values()])));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest?.("input, select, button, dialog")) return;
    this.player?.key(event);
  }
}

/** One film on its screen. */
class Screen {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.maze = new MazeView(film.walls);
    this.score = make("p", { class: "numbers" });
    this.say = make("p", { class: "quiet small say" });
    this.root = make("section", { class: "card film", "aria-label": film.title }, make("h3", {}, capital(film.title)), this.maze.svg, this.score, this.say);
  }

  /** @param {number} step */
  show(step) {
    const at = Math.min(step, this.film.frames.length - 1);
    const frame = this.film.frames[at];
    const outcome = at === this.film.frames.length - 1 ? this.film.outcome : "";
    this.maze.show(frame, outcome);
    this.score.replaceChildren(make("strong", {}, `Score ${number(frame.score)}`), outcome && ENDS[outcome] ? ` · ${ENDS[outcome]}` : "");
    this.say.textContent = frame.say || " ";
  }
}

/**
 * How a position is estimated where the search ends: a list, and what the chosen one means.
 * @param {{name: string, about: string}[]} ways
 * @param {string} chosen
 * @param {(name: string) => void} changed
 */
function estimates(ways, chosen, changed) {
  const words = make("p", { class: "quiet small estimate", id: unique() });
  const tell = (/** @type {string} */ name) => {
    words.textContent = ways.find((one) => one.name === name)?.about ?? "";
    words.dataset.name = name;
  };
  const list = choice(ways.map(({ name }) => [name, name]), chosen, (name) => (tell(name), changed(name)));
  list.setAttribute("aria-describedby", words.id);
  tell(chosen);
  return make("div", { class: "stack tight" }, field("How he estimates", list), words);
}

/**
 * The two by two: beliefs down, realities across.
 * @param {Row[]} rows
 */
function table(rows) {
  const cell = (/** @type {string} */ pacman, /** @type {string} */ ghosts) => {
    const row = rows.find((one) => one.pacman === pacman && one.ghosts === ghosts);
    if (!row) return make("td", { class: "quiet" }, "–");
    return make("td", {}, make("strong", {}, number(Math.round(row.score))), make("span", {}, `won ${row.wins} of ${row.games}`), meter(row.wins / Math.max(row.games, 1)));
  };
  return make("table", { class: "grid2 numbers" },
    make("caption", {}, "Mean score, and games won"),
    make("thead", {}, make("tr", {}, make("td", {}), make("th", { scope: "col" }, "adversarial ghosts"), make("th", { scope: "col" }, "random ghosts"))),
    make("tbody", {}, ...["minimax", "expectimax"].map((name) => make("tr", {}, make("th", { scope: "row" }, `${name} Pac-Man`), cell(name, "adversarial"), cell(name, "random")))));
}

/** @param {number} share */
function meter(share) {
  const bar = make("span", { class: "meter", "aria-hidden": "true" }, make("span"));
  bar.style.setProperty("--share", String(share));
  return bar;
}

/**
 * @param {number} done
 * @param {number} total
 */
function progress(done, total) {
  return make("div", { class: "progress" }, make("progress", { max: total, value: done, "aria-label": "games played" }), make("span", { class: "quiet small numbers" }, `${done} of ${total}`));
}

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Arena(root, frame);
  view.update(params);
  return view;
}
