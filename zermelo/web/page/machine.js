// A game's machine code, made ahead, and a quiet word while that takes its time.

import { live } from "./live.js";
import { make } from "./dom.js";

/** Milliseconds: what is on disk is loaded by then, and nobody need hear of it. */
const A_WHILE = 600;

export class Machine {
  note = make("p", { class: "quiet small making", role: "status" });
  game = "";
  waiting = 0;
  /** @type {{stop: () => void} | null} */
  ask = null;

  /**
   * Have the machine code of a game made in the background, unless it is the one that was asked for last.
   * @param {string} game
   */
  prepare(game) {
    if (game === this.game) return;
    this.close();
    this.game = game;
    this.ask = live.ask({ ask: "prepare", game }, (event) => this.hear(event));
  }

  /** @param {any} event */
  hear(event) {
    clearTimeout(this.waiting);
    if (event.event === "making") this.waiting = window.setTimeout(() => this.say("Making machine code … the engine is slower until it is there."), A_WHILE);
    else this.say("");
  }

  /** @param {string} words */
  say(words) {
    this.note.textContent = words;
  }

  close() {
    this.ask?.stop();
    this.ask = null;
    this.game = "";
    clearTimeout(this.waiting);
    this.say("");
  }
}
