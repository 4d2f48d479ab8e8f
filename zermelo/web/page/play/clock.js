// The clocks of the players: time for the game and an increment for each move. The time after each
// move is kept, so that a move that is taken back gives its time back.

import { choice, field } from "../controls.js";
import { sound } from "../game/sound.js";
import { capital } from "../words.js";
import { readTimes, writeTimes } from "./keptclock.js";

/** Seconds for the game and for each move, as an address has them. @type {[string, string][]} */
const SETTINGS = [
  ["", "no clock"],
  ["60+0", "1 minute"],
  ["180+2", "3 minutes + 2 seconds"],
  ["300+3", "5 minutes + 3 seconds"],
  ["600+5", "10 minutes + 5 seconds"],
  ["1800+20", "30 minutes + 20 seconds"],
];

/** The longest time in an address, in seconds. */
const LONGEST = 36_000;

/** Milliseconds between two looks at the clock. */
const TICK = 100;

/** Seconds below which tenths are shown. */
const LOW = 20;

export class GameClock {
  /** Seconds for the game and for each move; null without a clock. */
  setting = /** @type {{seconds: number, increment: number} | null} */ (null);
  /** Seconds left, of each player, when the clock was started. @type {number[]} */
  left = [];
  /** The player whose time runs; -1 if none does. */
  mover = -1;
  /** When it was started, in milliseconds. */
  since = 0;
  /** The player whose time is over; -1 if it is none's. */
  fallen = -1;
  timer = 0;
  /** Seconds left, of each player, after the moves that were made. @type {Map<string, number[]>} */
  times = new Map();

  /** @param {import("./play.js").Play} view */
  constructor(view) {
    this.view = view;
    this.onHide = () => this.#leave();
    window.addEventListener("pagehide", this.onHide);
  }

  /** The view is left. */
  close() {
    this.#leave();
    window.removeEventListener("pagehide", this.onHide);
  }

  /** The page is left: the time that runs is kept for its return. */
  #leave() {
    if (this.mover < 0) return;
    this.stop();
    this.keep();
  }

  /** The setting in an address: 300+3. @param {string | null} text */
  read(text) {
    const [, seconds, increment] = /^(\d{1,5})\+(\d{1,4})$/.exec(text ?? "") ?? [];
    const isGiven = Number(seconds) > 0 && Number(seconds) <= LONGEST;
    this.setting = isGiven
      ? { seconds: Number(seconds), increment: Number(increment) } : null;
    if (!this.times.size) this.times = readTimes(this.write());
  }

  write() {
    const { setting } = this;
    return setting ? `${setting.seconds}+${setting.increment}` : null;
  }

  /** The seconds that a player has left now. @param {number} p */
  leftOf(p) {
    const spent = p === this.mover ? (performance.now() - this.since) / 1000 : 0;
    return Math.max((this.left[p] ?? 0) - spent, 0);
  }

  /** What the engine is told of its clock. @param {number} p */
  request(p) {
    const { setting } = this;
    return setting ? { left: Math.max(this.leftOf(p), 0.01), increment: setting.increment } : {};
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    if (this.mover >= 0) this.left[this.mover] = this.leftOf(this.mover);
    this.mover = -1;
  }

  /** A move is made: its player gets the increment. @param {number} p */
  press(p) {
    if (!this.setting) return;
    this.stop();
    if (p >= 0) this.left[p] += this.setting.increment;
  }

  /** Keep the time after the move that was made. */
  keep() {
    if (!this.setting) return;
    this.times.set(this.#key, [...this.left]);
    writeTimes(this.write(), this.times);
  }

  /** What is shown. */
  get #key() {
    const { game, start, node } = this.view.score;
    return [game, start, node.key].join(" ");
  }

  /** Show the time at a move, and let it run for the player to move. */
  turnTo() {
    const { view, setting } = this;
    const { position, score, players } = view;
    this.stop();
    this.fallen = -1;
    if (!setting || !position) return;
    this.left = [...(this.times.get(this.#key) ?? Array(players).fill(setting.seconds))];
    this.fallen = this.left.findIndex((seconds) => seconds <= 0);
    const isRunning = score.isAtEnd && score.ply > 0 && !position.over && !view.isHeld;
    if (isRunning && this.fallen < 0 && position.player >= 0) this.#start(position.player);
  }

  /** @param {number} p */
  #start(p) {
    this.mover = p;
    this.since = performance.now();
    this.timer = window.setInterval(() => this.#tick(), TICK);
  }

  #tick() {
    const { mover } = this;
    if (this.leftOf(mover) > 0) return this.view.showStrip();
    this.stop();
    this.fallen = mover;
    this.keep();
    sound("end");
    this.view.onFlag();
  }

  /** The clocks as text; none without a clock. */
  get texts() {
    if (!this.setting) return [];
    return this.left.map((_, p) => {
      const seconds = this.leftOf(p);
      return { text: write(seconds), isLow: seconds < LOW };
    });
  }

  /** What has happened if a flag has fallen. @param {string[]} names */
  verdict(names) {
    if (this.fallen < 0) return "";
    const loser = capital(names[this.fallen]);
    const others = names.filter((_, p) => p !== this.fallen);
    const winner = others.length === 1 ? ` ${capital(others[0])} wins.` : "";
    return `${loser}'s time is over.${winner}`;
  }

  /** The choice of a clock: another one begins with full time. */
  control() {
    const value = this.write() ?? "";
    const isListed = SETTINGS.some(([setting]) => setting === value);
    /** @type {[string, string][]} */
    const options = isListed ? SETTINGS : [...SETTINGS, [value, value]];
    return field("Clock", choice(options, value, (setting) => {
      this.stop();
      this.read(setting);
      this.times.clear();
      this.view.show();
    }));
  }
}

/** Seconds as a clock shows them. @param {number} seconds */
function write(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - 60 * minutes;
  if (seconds < LOW) return `0:${rest.toFixed(1).padStart(4, "0")}`;
  return `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
}
