// One game of Pac-Man with chosen beliefs and realities, which can be changed while it runs.

import { button, choice, field, segments } from "../controls.js";
import { calm, make, unique } from "../dom.js";
import { settled } from "../focus.js";
import { number } from "../words.js";
import { ENDS, MazeView, moveValues } from "./maze.js";
import { Player } from "./player.js";

/**
 * @typedef {import("./arena.js").Arena} Arena
 * @typedef {import("./maze.js").Frame} Frame
 * @typedef {{step: number, name: string, value: string}} Change of a setting, from a step on
 */

const ROUNDS = ["1", "2", "3", "4"];

/**
 * Changes as an address has them: step.name.value, with ~ between them.
 * @param {Change[]} changes
 */
const format = (changes) =>
  changes.map(({ step, name, value }) => `${step}.${name}.${value}`).join("~");

/**
 * @param {string} text
 * @returns {Change[]}
 */
function parse(text) {
  const parts = text.split("~").map((part) => /^(\d+)\.(\w+)\.(.+)$/.exec(part));
  return parts
    .filter((part) => part !== null)
    .map(([, step, name, value]) => ({ step: Number(step), name, value }))
    .sort((a, b) => a.step - b.step);
}

/** @param {string[]} names @returns {[string, string][]} */
const options = (names) => names.map((name) => [name, name]);

export class GameTab {
  /** The frames so far. @type {Frame[]} */
  frames = [];
  /** The changes of settings on the way. @type {Change[]} */
  changes = [];
  /** How many of the changes the running game includes. */
  included = 0;
  /** The step that a link asks for, until the game has come to it. */
  wanted = 0;
  outcome = "";
  /** @type {MazeView | null} */
  maze = null;
  score = make("p", { class: "status", role: "status" });
  say = make("p", { class: "say" });
  values = make("div", { class: "mind" });
  board = make("div", { class: "maze-room" });

  /** @param {Arena} arena */
  constructor(arena) {
    this.arena = arena;
  }

  open() {
    const { arena } = this;
    Object.assign(this, { frames: [], included: 0, maze: null });
    this.changes = parse(arena.get("then", ""));
    this.board.replaceChildren();
    const player = (arena.player = new Player((step) => {
      this.#showFrame(step);
      if (!this.wanted) arena.writeStep(step);
    }));
    arena.room.replaceChildren(make("div", { class: "table" },
      make("div", { class: "board-side stack" }, this.score, this.board, this.say, player.root),
      make("div", { class: "stack side" },
        this.#settingsCard(),
        make("section", { class: "card", "aria-label": "Values of Pac-Man's moves" },
          make("h2", {}, "Values of Pac-Man's moves"), this.values),
        this.#gameCard())));
    this.wanted = Number(arena.get("step", "0")) || 0;
    player.onStep = () => (this.wanted = 0); // a person went elsewhere meanwhile
    this.#run(null);
    if (!calm() && !arena.setting.step) player.play();
  }

  #settingsCard() {
    const { beliefs, realities, evaluations } = this.arena.info;
    const now = this.#settings(this.changes);
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) =>
      this.#change(name, value);
    return make("section", { class: "card", "aria-label": "Belief and reality" },
      segments("Pac-Man searches with", options(beliefs), now.believes, set("believes")),
      make("p", { class: "quiet small" },
        "Minimax expects the worst of the ghosts, expectimax that they move at random."),
      segments("The ghosts really are", options(realities), now.ghosts, set("ghosts")),
      segments("Rounds he looks ahead", options(ROUNDS), now.rounds, set("rounds")),
      evaluationField(evaluations, now.evaluation, set("evaluation")),
      make("p", { class: "quiet small" }, "Changes count from the step that is shown."));
  }

  #gameCard() {
    const { arena } = this;
    const restart = settled(() => this.#restart({ seed: seed.value, table_game: "" }));
    const value = arena.get("seed", "0");
    const seed = make("input", { type: "number", min: 0, value, onchange: restart });
    const maze = arena.get("layout", "small");
    const { layouts } = arena.info;
    /** @type {[string, string][]} */
    const own = layouts.includes(maze) ? [] : [[maze, "of the link"]];
    const layout = choice([...options(layouts), ...own], maze, (name) =>
      this.#restart({ layout: name, table_game: "" }),
    );
    return make("section", { class: "card", "aria-label": "The game" },
      make("div", { class: "fields" }, field("Maze", layout), field("Seed", seed)),
      make("p", { class: "quiet small" }, "The same seed gives the same game."),
      button("From the start", () => this.#restart({}), { sign: "first" }));
  }

  /**
   * The settings that hold after some changes.
   * @param {Change[]} changes
   */
  #settings(changes) {
    const get = (/** @type {string} */ name, /** @type {string} */ usual) =>
      changes.findLast((change) => change.name === name)?.value ?? this.arena.get(name, usual);
    return {
      believes: get("believes", this.arena.info.beliefs[0]),
      ghosts: get("ghosts", "random"),
      rounds: get("rounds", "2"),
      evaluation: get("evaluation", this.arena.info.evaluation),
    };
  }

  /**
   * Play from the start, with the settings as they are at the end.
   * @param {Record<string, string>} change
   */
  #restart(change) {
    const { arena } = this;
    const now = Object.fromEntries(this.changes.map(({ name, value }) => [name, value]));
    arena.openWith({ ...arena.setting, ...now, ...change, show: "game", step: "", then: "" });
  }

  /**
   * Change a setting from the step that is shown on. Later changes are dropped.
   * @param {string} name
   * @param {string} value
   */
  #change(name, value) {
    const { arena } = this;
    const step = arena.player?.step ?? 0;
    if (!step) return this.#restart({ [name]: value });
    const isKept = (/** @type {Change} */ change) =>
      change.step < step || (change.step === step && change.name !== name);
    this.changes = [...this.changes.filter(isKept), { step, name, value }];
    arena.setting.then = format(this.changes);
    this.wanted = 0;
    arena.write();
    this.#continueFrom(step);
  }

  /**
   * Play on from a step, with the settings that hold there.
   * @param {number} step
   */
  #continueFrom(step) {
    this.included = this.changes.filter((change) => change.step <= step).length;
    this.frames = this.frames.slice(0, step + 1);
    this.arena.player?.extend(this.frames.length - 1); // later steps are gone
    this.#run(this.frames[step]?.position ?? null);
  }

  /** Play from a position, or from the start. @param {string | null} position */
  #run(position) {
    const { arena } = this;
    const kept = this.frames.length;
    const { rounds, ...settings } = this.#settings(this.changes.slice(0, this.included));
    this.outcome = "";
    if (arena.player) arena.player.isLive = true;
    const message = {
      ask: "arena",
      layout: arena.get("layout", "small"),
      seed: Number(arena.get("seed", "0")) || 0,
      table_game: arena.setting.table_game ? Number(arena.setting.table_game) : null,
      ...settings,
      rounds: Number(rounds),
      position,
    };
    arena.ask(message, (event) => {
      if (event.event === "started") this.#begin(event, position === null, kept);
      if (event.event === "frame") this.frames.push(event.frame);
      const next = this.changes[this.included];
      if (next && this.frames.length > next.step) this.#continueFrom(next.step);
      else this.#extend(event);
    });
  }

  /** Show how far the game has come. @param {any} event */
  #extend(event) {
    const player = /** @type {Player} */ (this.arena.player);
    const isDone = event.event === "done";
    if (isDone) {
      player.isLive = false;
      this.outcome = event.outcome ?? "";
    }
    player.extend(Math.max(this.frames.length - 1, 0));
    if (isDone && player.step === player.last) player.go(player.step); // shows how it ended
    if (this.wanted && (player.last >= this.wanted || isDone)) {
      const step = this.wanted;
      this.wanted = 0;
      player.go(step);
    }
  }

  /**
   * @param {any} event
   * @param {boolean} isNew
   * @param {number} kept frames from before the request, which a lost connection repeats
   */
  #begin(event, isNew, kept) {
    if (!isNew && this.maze) {
      this.frames.length = kept;
      return;
    }
    const { player } = this.arena;
    this.wanted ||= player?.step ?? 0;
    this.maze = new MazeView(event.walls);
    this.board.replaceChildren(this.maze.svg);
    this.frames = [event.frame];
    player?.extend(0);
    player?.go(0);
  }

  /** @param {number} step */
  #showFrame(step) {
    const { frames } = this;
    const frame = frames[step];
    if (!frame) return;
    const isOver = step === frames.length - 1 && !this.arena.player?.isLive;
    const outcome = isOver ? this.outcome : "";
    const ending = outcome ? ` · ${ENDS[outcome] ?? outcome}` : "";
    const isPacman = (/** @type {Frame} */ { mover }) => mover === "Pac-Man";
    this.maze?.show(frame, outcome);
    this.score.replaceChildren(`Score ${number(frame.score)}${ending}`);
    this.say.replaceChildren(frame.say || "They begin to think …");
    this.values.replaceChildren(moveValues(frames.slice(0, step + 1).findLast(isPacman) ?? frame));
  }
}

/**
 * A list of evaluations, and what the chosen one means.
 * @param {{name: string, about: string}[]} evaluations
 * @param {string} chosen
 * @param {(name: string) => void} changed
 */
function evaluationField(evaluations, chosen, changed) {
  const words = make("p", { class: "quiet small estimate", id: unique() });
  const explain = (/** @type {string} */ name) => {
    words.textContent = evaluations.find((one) => one.name === name)?.about ?? "";
    words.dataset.name = name;
  };
  const list = choice(evaluations.map(({ name }) => [name, name]), chosen, (name) => {
    explain(name);
    changed(name);
  });
  list.setAttribute("aria-describedby", words.id);
  explain(chosen);
  return make("div", { class: "stack tight" }, field("Evaluation", list), words);
}
