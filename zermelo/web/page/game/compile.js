// Compiles a game in the background when it is opened, and shows a note while that takes time.

import { make } from "../dom.js";
import { live } from "../live.js";

/** Milliseconds before the note is shown: cached machine code is loaded by then. */
const NOTE_DELAY = 600;

export class CompileNote {
  note = make("p", { class: "quiet small compiling", role: "status" });
  game = "";
  timer = 0;
  /** @type {{stop: () => void} | null} */
  request = null;

  /**
   * Compile a game in the background, unless it is the one that was asked for last.
   * @param {string} game
   */
  prepare(game) {
    if (game === this.game) return;
    this.close();
    this.game = game;
    this.request = live.ask({ ask: "prepare", game }, (event) => this.#hear(event));
  }

  /** @param {any} event */
  #hear(event) {
    clearTimeout(this.timer);
    const words = "Compiling … Until then the engine is slower; its levels are as strong.";
    if (event.event !== "compiling") this.#say("");
    else this.timer = window.setTimeout(() => this.#say(words), NOTE_DELAY);
  }

  /** @param {string} words */
  #say(words) {
    this.note.textContent = words;
  }

  close() {
    this.request?.stop();
    this.request = null;
    this.game = "";
    clearTimeout(this.timer);
    this.#say("");
  }
}
