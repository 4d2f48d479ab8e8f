// The buttons of Play and Analyse that bring games in and out.

import { button } from "../controls.js";
import { make } from "../dom.js";
import { openEditor } from "./editor.js";
import { openExport } from "./exporter.js";
import { openImport } from "./importer.js";
import { shareButton, shareGame } from "./share.js";

/** @typedef {import("../game/gameview.js").GameView} GameView */

/** @type {[string, string][]} */
export const INOUT_KEYS = [
  ["I", "import a game; pasting or dropping one does the same"],
  ["X", "export the game"],
  ["E", "edit the position"],
];

/** @param {GameView} view */
export function inoutTools(view) {
  return make("div", { class: "tiles inout", role: "group", "aria-label": "In and out" },
    button("Import", () => openImport(view), {
      sign: "open",
      title: "Paste, open or type a game (I)",
    }),
    button("Export", () => openExport(view), {
      sign: "download",
      title: "The game as text, with its variations (X)",
    }),
    view.info?.editor
      ? button("Edit", () => openEditor(view), { sign: "edit", title: "Edit the position (E)" })
      : null,
    shareButton(() => shareGame(view), (error) => view.complain(error)),
    view.copyButton());
}

/**
 * What a key does that brings a game in or out.
 * @param {GameView} view
 * @param {string} key
 */
export function inoutAction(view, key) {
  return {
    i: () => openImport(view),
    x: () => openExport(view),
    e: view.info?.editor ? () => openEditor(view) : undefined,
  }[key];
}
