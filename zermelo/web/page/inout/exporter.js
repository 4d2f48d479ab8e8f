// A game as text, with its variations and comments: to copy and to download.

import { post, save } from "../api.js";
import { button, copy, segments } from "../controls.js";
import { make } from "../dom.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {import("../game/gameview.js").GameView} GameView
 * @typedef {{text: string, name: string, type: string, format: string}} RecordFile
 */

/** The formats by their names. @type {Record<string, string>} */
const FORMATS = { pgn: "PGN", sgf: "SGF", txt: "Text" };

/** Open the dialog with the moves of a view as text. @param {GameView} view */
export function openExport(view) {
  const formats = view.info?.records ?? ["txt"];
  const text = make("textarea", { rows: 12, readonly: true, "aria-label": "Game as text" });
  const trouble = make("p", { class: "notice bad", role: "alert", hidden: true });
  /** @type {RecordFile | null} */
  let file = null;
  const show = async (/** @type {string} */ format) => {
    try {
      file = /** @type {RecordFile} */ (await post("record/file", { ...view.score.all(), format }));
      text.value = file.text;
      trouble.hidden = true;
    } catch (error) {
      trouble.textContent = /** @type {Error} */ (error).message;
      trouble.hidden = false;
    }
  };
  /** @type {[string, string][]} */
  const options = formats.map((format) => [format, FORMATS[format] ?? format]);
  const copyButton = button("Copy", () => copy(text.value, copyButton), { sign: "copy" });
  const download = () => file && save(new Blob([file.text], { type: file.type }), file.name);
  openDialog("Export the game",
    formats.length > 1 ? segments("Format", options, formats[0], show) : null,
    text, trouble,
    make("div", { class: "row" },
      copyButton, button("Download", download, { sign: "download", class: "main" })));
  show(formats[0]);
}
