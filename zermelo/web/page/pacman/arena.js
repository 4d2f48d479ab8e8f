// The Pac-Man arena: the lecture's scenes, games with chosen beliefs and realities, and a table of
// all pairs of them.

import { segments } from "../controls.js";
import { make } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { live } from "../live.js";
import { View } from "../view.js";
import { GameTab } from "./game.js";
import { ScenesTab } from "./scenes.js";
import { TableTab } from "./table.js";

/**
 * @typedef {{layouts: string[], evaluations: {name: string, about: string}[], evaluation: string,
 *            beliefs: string[], realities: string[]}} PacmanInfo
 */

export const title = "Pac-Man";

/** @type {[string, string][]} */
export const keys = [
  ["Space", "play or pause"],
  ["→", "next step"],
  ["←", "step back"],
  ["Home, End", "first, last step"],
];

/** Milliseconds without a step before the address is written: browsers refuse too many changes. */
const WRITE_PAUSE = 200;

/** @type {[string, string][]} */
const TABS = [
  ["scenes", "Scenes"],
  ["game", "A game"],
  ["table", "The table"],
];

export class Arena extends View {
  room = make("div", { class: "arena-room" });
  /** @type {Record<string, {open: () => void}>} */
  tabs = { scenes: new ScenesTab(this), game: new GameTab(this), table: new TableTab(this) };
  /** @type {import("./player.js").Player | null} */
  player = null;
  /** The request under way. @type {{stop: () => void} | null} */
  request = null;
  /** @type {Record<string, string>} */
  setting = {};
  writing = 0;

  /** @param {URLSearchParams} params */
  async update(params) {
    this.stop();
    const setting = (this.setting = Object.fromEntries(params));
    if ((await this.isListed()) && setting === this.setting) this.build(); // once for two addresses
  }

  stop() {
    this.request?.stop();
    this.request = null;
    clearTimeout(this.writing);
    this.player?.pause();
    this.player = null;
  }

  /** What the catalogue says of the arena. @returns {PacmanInfo} */
  get info() {
    return this.catalogue?.pacman;
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
   * Write a step to the address when nothing has moved for a moment. Step 0 is written only if the
   * address has a step: an address without one plays by itself.
   * @param {number} step
   */
  writeStep(step) {
    this.setting.step = step || this.setting.step ? String(step) : "";
    clearTimeout(this.writing);
    this.writing = window.setTimeout(() => !this.closed && this.write(), WRITE_PAUSE);
  }

  get tab() {
    return this.setting.show in this.tabs ? this.setting.show : "scenes";
  }

  build() {
    const tabs = segments("Show", TABS, this.tab, (show) =>
      this.openWith(show === "scenes" ? {} : { show }),
    );
    const head = make("div", { class: "head" },
      make("h1", {}, "Pac-Man"), tabs, this.copyButton());
    this.root.replaceChildren(head, this.trouble, this.room);
    this.open();
  }

  /** Open a tab with other settings. @param {Record<string, string>} setting */
  openWith(setting) {
    this.stop();
    this.setting = setting;
    this.open();
  }

  open() {
    this.write();
    this.complain(null);
    keepingFocus(this.room, () => this.tabs[this.tab].open());
  }

  /**
   * Send a request; the one before ends.
   * @param {Record<string, any>} message
   * @param {(event: any) => void} onEvent
   * @param {() => void} [onFailure]
   */
  ask(message, onEvent, onFailure) {
    this.request?.stop();
    this.request = live.ask(message, (event) => {
      if (event.event !== "error" && event.event !== "lost") return onEvent(event);
      this.complain(new Error(event.message));
      onFailure?.();
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!target.closest?.("input, select, button, dialog")) this.player?.key(event);
  }
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Arena(root, frame);
  view.update(params);
  return view;
}
