// A game that is pasted, dropped, opened or typed: the server reads it.

import { post } from "../api.js";
import { button, choice, field } from "../controls.js";
import { make } from "../dom.js";
import { Score } from "../game/score.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {import("../game/gameview.js").GameView} GameView
 * @typedef {{games: string[], number: number, title: string, game: string,
 *            position: string | null, moves: string, line: string[], count: number,
 *            tags: Record<string, string>,
 *            fault: {message: string, offset: number, length: number} | null}} Read
 */

const LARGEST_FILE = 2_000_000;

/** What a file may be called. */
const FILES = ".pgn,.sgf,.txt,text/plain";

/**
 * Open the dialog for a game that comes from outside.
 * @param {GameView} view
 * @param {string} [text] is read at once
 */
export function openImport(view, text = "") {
  const importer = new Importer(view);
  importer.entry.value = text;
  if (text) importer.read();
}

class Importer {
  entry = make("textarea", {
    rows: 9,
    spellcheck: "false",
    "aria-label": "Game as text",
    placeholder: "1. … or the text of a file",
    oninput: () => this.#clear(),
  });
  file = make("input", {
    type: "file",
    accept: FILES,
    hidden: true,
    onchange: () => this.#open(this.file.files?.[0]),
  });
  answer = make("div", { class: "stack tight", "aria-live": "polite" });
  main = make("button", { class: "main" }, "Read it");
  turn = 0;

  /** @param {GameView} view */
  constructor(view) {
    this.view = view;
    const title = view.info?.title ?? view.score.game;
    const form = make("form", { class: "stack tight", onsubmit: (event) => this.#submit(event) },
      make("p", { class: "quiet small" },
        `Paste, type or drop PGN, SGF, or the moves of ${title} as people write them.`),
      this.entry, this.answer,
      make("div", { class: "row" }, this.main,
        button("Open a file", () => this.file.click(), { sign: "open" }), this.file));
    this.dialog = openDialog("Import a game", form);
    this.entry.focus();
  }

  #clear() {
    this.turn++;
    this.answer.replaceChildren();
    this.main.hidden = false;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    this.read();
  }

  /** @param {File | undefined} file */
  async #open(file) {
    this.#clear();
    if (!file) return;
    try {
      this.entry.value = await readFile(file);
    } catch (error) {
      return this.#complain(/** @type {Error} */ (error).message);
    }
    this.read();
  }

  /** Read a game of the text. */
  async read(number = 0) {
    const { view, entry } = this;
    const turn = ++this.turn;
    if (!entry.value.trim()) return this.#complain("There is no text yet.");
    try {
      const body = { game: view.score.game, text: entry.value, number };
      /** @type {Read} */
      const read = await post("record", body);
      if (turn === this.turn) this.#take(read);
    } catch (error) {
      if (turn === this.turn) this.#complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} message */
  #complain(message) {
    this.answer.replaceChildren(make("p", { class: "notice bad", role: "alert" }, message));
  }

  /** @param {Read} read */
  #take(read) {
    const { fault, games, count } = read;
    if (!fault && games.length === 1) {
      if (count || read.position) return this.#begin(read);
      return this.#complain("There are no moves in this text.");
    }
    /** @type {HTMLElement[]} */
    const parts = fault ? [make("p", { class: "notice bad", role: "alert" }, fault.message)] : [];
    if (fault) this.#mark(fault);
    if (games.length > 1) parts.unshift(this.#chooser(read));
    const words = fault ? beforeMistake(count) : `Open this game: ${moves(count)}`;
    if (count || !fault) {
      parts.push(button(words, () => this.#begin(read), { class: fault ? "" : "main" }));
    }
    this.main.hidden = !fault;
    this.answer.replaceChildren(...parts);
  }

  /** Select the place of a mistake. @param {{offset: number, length: number}} place */
  #mark({ offset, length }) {
    const { entry } = this;
    const before = entry.value.slice(0, offset);
    entry.focus();
    entry.setSelectionRange(offset, offset + length);
    entry.scrollTop = (before.split("\n").length - 3) * 20;
  }

  /** @param {Read} read */
  #chooser({ games, number }) {
    /** @type {[string, string][]} */
    const options = games.map((title, i) => [String(i), `${i + 1}. ${title}`]);
    return field(`Game, of ${games.length}`,
      choice(options, String(number), (value) => this.read(Number(value))));
  }

  /** @param {Read} read */
  #begin(read) {
    const { view } = this;
    this.dialog.close();
    view.begin(Score.ofRecord(read).withSeatsOf(view.score));
  }
}

/** @param {number} count */
const moves = (count) => `${count} ${count === 1 ? "move" : "moves"}`;

/** @param {number} count */
const beforeMistake = (count) => `Open the ${moves(count)} before the mistake`;

/** @param {File} file */
async function readFile(file) {
  if (file.size > LARGEST_FILE) throw new Error(`${file.name} is larger than 2 MB.`);
  return file.text();
}

// ---------------------------------------------------------------------- pasted and dropped

const TYPING = "input, textarea, select, dialog, dialog *";

/**
 * Import what is pasted or dropped anywhere while a view is open.
 * @param {GameView} view
 */
export function listenForGames(view) {
  const isFree = () => !document.querySelector("dialog[open]");
  const drop = async (/** @type {DragEvent} */ event) => {
    const data = event.dataTransfer;
    if (!data || !isFree() || !isText(data)) return;
    event.preventDefault();
    const [file] = data.files;
    try {
      openImport(view, file ? await readFile(file) : data.getData("text/plain"));
    } catch (error) {
      view.complain(/** @type {Error} */ (error));
    }
  };
  const over = (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer && isFree() && isText(event.dataTransfer)) event.preventDefault();
  };
  const paste = (/** @type {ClipboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim() || !isFree() || target.matches?.(TYPING)) return;
    event.preventDefault();
    openImport(view, text);
  };
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("drop", drop, { signal });
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("paste", paste, { signal });
  return () => stop.abort();
}

/** @param {DataTransfer} data */
const isText = ({ types }) => types.includes("Files") || types.includes("text/plain");
