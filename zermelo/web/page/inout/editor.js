// The position editor: pieces from a palette are put on the board, by click, drag or keys. After
// every change the server says whether it is a position of the game, and if not, why.

import { post } from "../api.js";
import { BoardView } from "../board/board.js";
import { drawSign } from "../board/signs.js";
import { words } from "../board/pieces.js";
import { button, choice, field } from "../controls.js";
import { make } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { Score } from "../game/score.js";
import { capital } from "../words.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {import("../game/gameview.js").GameView} GameView
 * @typedef {import("../api.js").BoardData} BoardData
 * @typedef {{name: string, value: string, choices: string[], many: boolean}} Detail
 * @typedef {{game: string, pieces: string[], board: BoardData, details: Detail[],
 *            position: string | null, error: string, status: string}} Setup
 */

/** Of more pieces than these the second half has a row of its own: the other side. */
const MANY_PIECES = 6;

/** The tool that empties a cell. */
const ERASER = "";

/** Open the editor with the position that is shown. @param {GameView} view */
export function openEditor(view) {
  const editor = new Editor(view);
  editor.open();
  return editor;
}

class Editor {
  board = new BoardView(() => {});
  palette = make("div", { class: "palette", role: "radiogroup", "aria-label": "Pieces" });
  details = make("div", { class: "stack tight details" });
  note = make("p", { class: "notice", role: "status" });
  take = button("Begin here", () => void this.#begin(), { class: "main" });
  /** The piece that a click puts on a cell. */
  tool = ERASER;
  /** @type {Setup | null} */
  setup = null;
  /** The cell from which a piece is dragged; -1 for one of the palette. @type {number | null} */
  from = null;
  /** The number of boards that were shown. */
  turn = 0;
  /** The changes so far. Each is made to the board that the one before it has left. */
  changes = Promise.resolve();

  /** @param {GameView} view */
  constructor(view) {
    this.view = view;
    const acts = make("div", { class: "row" },
      this.take,
      button("Start position", () => this.#change(() => ({ act: "start" }))),
      button("Clear", () => this.#change(() => ({ act: "clear" })), { sign: "remove" }),
      button("Flip", () => this.#flip(), { sign: "turn" }));
    this.dialog = openDialog("Edit the position",
      make("div", { class: "editor" },
        make("div", { class: "editor-board" }, this.board.root),
        make("div", { class: "stack tight" }, this.palette, this.note, acts, this.details)));
    this.dialog.classList.add("wide");
    this.isFlipped = view.isFlipped;
    // every cell is clicked for itself, also on a board where discs drop
    this.board.press = (cell) => void (cell >= 0 && this.put(cell, this.tool));
    this.#listen();
  }

  // ---------------------------------------------------------------- the server

  /** Show the position of the view. */
  open() {
    this.changes = this.#ask({ ...this.view.score.request() });
  }

  /** Ask what a board is. @param {object} body */
  async #ask(body) {
    try {
      this.#show(/** @type {Setup} */ (await post("setup", body)));
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message, true);
    }
  }

  /** Change the board, once earlier changes are made. @param {(setup: Setup) => object} act */
  #change(act) {
    this.changes = this.changes.then(async () => {
      const { setup } = this;
      if (!setup) return;
      const wanted = act(setup);
      const details = Object.fromEntries(setup.details.map(({ name, value }) => [name, value]));
      await this.#ask({ game: setup.game, cells: setup.board.cells, details, ...wanted });
    });
  }

  /**
   * Put a piece on a cell; the same piece once more takes it away.
   * @param {number} cell
   * @param {string} piece
   */
  put(cell, piece) {
    this.#change(({ board }) => ({ cell, piece: board.cells[cell] === piece ? ERASER : piece }));
  }

  // ---------------------------------------------------------------- showing

  /** @param {Setup} setup */
  #show(setup) {
    const isFirst = !this.setup;
    this.setup = setup;
    this.turn += 1;
    if (isFirst) {
      [this.tool] = setup.pieces;
      this.#buildPalette();
    }
    if (isFirst || !this.details.querySelector("input[type=text]:focus")) {
      keepingFocus(this.details, () => this.#buildDetails());
    }
    this.#showBoard();
    this.#say(setup.error || `${capital(setup.status)}.`, Boolean(setup.error));
    this.take.disabled = !setup.position;
  }

  #showBoard() {
    const { setup, view } = this;
    if (!setup) return;
    const actions = setup.board.cells.map((_, i) => ({ name: "edit", cells: [i] }));
    const { names: players = [], signs = [] } = view.info ?? {};
    const tag = String(this.turn);
    const empty = { moves: [], movers: [], last: [], dice: [] };
    const shown = { ...setup, ...empty, players, signs, actions, tag };
    const position = /** @type {import("../api.js").Position} */ (/** @type {unknown} */ (shown));
    const display = { playable: true, flipped: this.isFlipped, label: "position to edit" };
    this.board.show(position, display);
  }

  /**
   * @param {string} message
   * @param {boolean} isBad
   */
  #say(message, isBad) {
    this.note.textContent = message;
    this.note.classList.toggle("bad", isBad);
  }

  #flip() {
    this.isFlipped = !this.isFlipped;
    this.#showBoard();
  }

  #buildPalette() {
    const { setup, view } = this;
    if (!setup) return;
    const game = { players: view.info?.names ?? [], signs: view.info?.signs ?? [] };
    const tools = [...setup.pieces, ERASER].map((piece, i) => {
      const label = piece ? words(piece, game) : "empty";
      const attributes = { type: "radio", name: "tool", checked: i === 0, "aria-label": label };
      const input = make("input", { ...attributes, onchange: () => (this.tool = piece) });
      const drawn = piece ? drawSign(setup.board.look, piece) : "✕";
      const { look } = setup.board;
      return make("label", { class: `tool ${look} ${look}-tool`, title: label, "data-tool": i },
        input, make("span", { class: "cell-like" }, drawn));
    });
    const rows = setup.pieces.length > MANY_PIECES ? 2 : 1;
    this.palette.style.setProperty("--per-row", String(Math.ceil(setup.pieces.length / rows)));
    this.palette.classList.toggle("rows", rows > 1);
    this.palette.replaceChildren(...tools);
  }

  #buildDetails() {
    const fields = this.setup?.details.map((detail) =>
      detail.many ? this.#flags(detail) : field(capital(detail.name), this.#control(detail)));
    this.details.replaceChildren(...(fields ?? []));
  }

  /** @param {Detail} detail */
  #control(detail) {
    const set = (/** @type {string} */ value) => this.#set(detail.name, value);
    if (detail.choices.length) {
      return choice(detail.choices.map((one) => [one, capital(one)]), detail.value, set);
    }
    const attributes = { type: "text", maxlength: 20, spellcheck: "false", autocomplete: "off" };
    const input = make("input", {
      ...attributes,
      value: detail.value,
      oninput: () => set(input.value),
    });
    return input;
  }

  /** Boxes for any number of choices. @param {Detail} detail */
  #flags(detail) {
    const boxes = detail.choices.map((one) => {
      const checked = detail.value.includes(one);
      return make("label", { class: "flag" },
        make("input", { type: "checkbox", value: one, checked, onchange: () => set() }), one);
    });
    const set = () => {
      const chosen = boxes.map((box) => /** @type {HTMLInputElement} */ (box.firstChild));
      this.#set(detail.name, chosen.filter((box) => box.checked).map((box) => box.value).join(""));
    };
    return make("fieldset", { class: "flags" },
      make("legend", {}, capital(detail.name)), ...boxes);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #set(name, value) {
    this.#change(({ details }) => {
      const detail = details.find((one) => one.name === name);
      if (detail) detail.value = value;
      return {};
    });
  }

  // ---------------------------------------------------------------- pointers

  #listen() {
    const { dialog, board } = this;
    dialog.addEventListener("pointerdown", (event) => {
      const tool = /** @type {Element} */ (event.target).closest?.("[data-tool]");
      const cell = board.cellOf(event);
      const isMoved = this.setup?.pieces.includes(this.setup.board.cells[cell] ?? "");
      this.from = tool ? -1 : isMoved ? cell : null;
      if (tool) this.#choose(Number(tool.getAttribute("data-tool")));
    }, { capture: true });
    dialog.addEventListener("pointerup", (event) => this.#drop(event), { capture: true });
    board.root.addEventListener("contextmenu", (event) => {
      const cell = board.cellOf(event);
      if (cell < 0) return;
      event.preventDefault();
      this.#change(() => ({ cell, piece: ERASER }));
    });
  }

  /** @param {number} i */
  #choose(i) {
    const input = this.palette.querySelectorAll("input")[i];
    input.checked = true;
    this.tool = this.setup?.pieces[i] ?? ERASER;
  }

  /** Put down a piece that was dragged. @param {PointerEvent} event */
  #drop(event) {
    const { from, board } = this;
    this.from = null;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = /** @type {HTMLElement | null | undefined} */ (under?.closest(".cell"));
    const cell = target && board.root.contains(target) ? Number(target.dataset.i) : -1;
    if (from === null || cell < 0 || cell === from || event.button) return;
    event.stopPropagation();
    board.drag.end();
    const { tool } = this;
    this.#change(() => (from < 0 ? { cell, piece: tool } : { from, cell }));
  }

  // ---------------------------------------------------------------- the end

  async #begin() {
    await this.changes;
    const { view, setup } = this;
    if (!setup?.position) return;
    this.dialog.close();
    view.begin(new Score(view.score.game, setup.position).withSeatsOf(view.score));
  }
}
