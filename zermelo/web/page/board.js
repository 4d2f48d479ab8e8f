// A board that can be seen, clicked, dragged on, walked over with the arrow keys, and read aloud. It knows no rules: the server
// says which actions there are and which cells each touches.

import { calm, draw, make } from "./dom.js";
import { ghost, lettered, piece, words } from "./pieces.js";

/**
 * @typedef {import("./api.js").Position} Position
 * @typedef {import("./api.js").Action} Action
 * @typedef {{text: string, tone: string, title?: string}} Badge
 * @typedef {{playable?: boolean, flipped?: boolean, badges?: Map<string, Badge>, arrows?: {cells: number[], rank: number}[], label?: string}} Look
 */

/** How a game's board looks; others are a plain grid. */
const KINDS = /** @type {Record<string, string>} */ ({
  "connect-four": "drop", chess: "squares", checkers: "squares", breakthrough: "squares", othello: "felt", go: "lines",
  backgammon: "points", pacman: "maze", hex: "hexes", "tri-halma": "pits", 2048: "tiled", "dots-and-boxes": "dots", kalah: "bowls",
});

/** So many moves are offered as buttons besides the board. */
const MOST_SPELLED = 60;

/** So many pixels make a click a drag. */
const FAR = 6;

/** Moves that are a direction, by the words for it: an arrow key, or a stroke over the board, means them. */
const DIRECTIONS = /** @type {Record<string, string[]>} */ ({
  ArrowUp: ["up", "north"], ArrowDown: ["down", "south"], ArrowLeft: ["left", "west"], ArrowRight: ["right", "east"],
});

const OPPOSITE = /** @type {Record<string, string>} */ ({ ArrowUp: "ArrowDown", ArrowDown: "ArrowUp", ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" });

/** @param {Action} action */
const isDirection = ({ name }) => Object.values(DIRECTIONS).some((words) => words.includes(name));

/**
 * Does a move slide everything, so that no cell stands for it? Its cells show where to.
 * @param {Action} action
 */
const isSlide = (action) => action.cells.length > 1 && isDirection(action);

/** Milliseconds between the events of one click. */
const AT_ONCE = 50;

/** So many pixels are too few for a cell's whole value. */
const NARROW = 30;

/** So many pixels make a stroke. */
const LONG = 24;

/** @param {string} game */
export const kindOf = (game) => KINDS[game.split(":")[0]] ?? "plain";

/** Are players known by their letters? @param {string} game */
const isLettered = (game) => ["pits", "dots"].includes(kindOf(game));

export class BoardView {
  /**
   * @param {(name: string) => void} played
   */
  constructor(played) {
    this.played = played;
    this.root = make("div", { class: "board-room" });
    /** What is laid out: another game or size needs another grid. */
    this.shape = "";
    this.wasDragged = false;
    this.picked = false;
    /** Asks which of several moves is meant. @type {HTMLDialogElement | null} */
    this.asking = null;
    /** Runs since a pointer pressed a cell: a click that belongs to it says nothing new. */
    this.pointed = 0;
    /** @type {HTMLElement | null} */
    this.grid = null;
    /** @type {SVGSVGElement | null} */
    this.arrows = null;
    /** What stands above, beside and below. @type {Record<"head" | "side" | "foot", HTMLElement>} */
    this.labels = { head: make("div"), side: make("div"), foot: make("div") };
    /** @type {Position | null} */
    this.position = null;
    /** @type {Look} */
    this.look = {};
    /** The cells clicked so far for a move of several. @type {number[]} */
    this.chosen = [];
    this.focus = 0;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {{cell: number, x: number, y: number, moved: boolean, ghost: HTMLElement | null} | null} */
    this.drag = null;
    /** Where a stroke began. @type {{x: number, y: number} | null} */
    this.stroke = null;
    this.root.addEventListener("keydown", (event) => this.#key(event));
    this.root.addEventListener("pointerdown", (event) => this.#down(event));
    this.root.addEventListener("pointermove", (event) => this.#move(event));
    this.root.addEventListener("pointerup", (event) => this.#up(event));
    this.root.addEventListener("pointercancel", () => this.#endDrag());
    this.root.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * Show a position. What is already drawn is drawn again only where it differs.
   * @param {Position} position
   * @param {Look} [look]
   */
  show(position, look = {}) {
    const before = this.position;
    const isNew = before?.tag !== position.tag;
    if (isNew) this.#giveUp();
    this.position = position;
    this.look = look;
    if (isNew) this.chosen = [];
    if (!position.board) return this.#showText(position);
    this.#lay(position, before);
    this.#dress();
    if (isNew && before && position.moves.length === before.moves.length + 1) this.#animate(position);
  }

  /** Show nothing. */
  clear() {
    this.#giveUp();
    this.position = null;
    this.cells = [];
    this.root.replaceChildren();
  }

  /** @param {Position} position */
  #showText(position) {
    this.cells = [];
    this.root.replaceChildren(make("pre", { class: "board-text", tabindex: "0", role: "group", "aria-label": "position" }, position.text));
  }

  // ---------------------------------------------------------------- drawing

  get kind() {
    return kindOf(this.position?.game ?? "");
  }

  /** The order in which cells are laid out: turned round for the other side. */
  #order() {
    const board = /** @type {NonNullable<Position["board"]>} */ (this.position?.board);
    const all = board.cells.map((_, i) => i);
    return this.look.flipped ? all.reverse() : all;
  }

  /**
   * @param {Position} position
   * @param {Position | null} before
   */
  #lay(position, before) {
    const board = /** @type {NonNullable<Position["board"]>} */ (position.board);
    const shape = `${position.game.split(":")[0]} ${board.rows}×${board.columns} ${this.look.flipped}`;
    if (shape !== this.shape || !before?.board || !this.cells.length) {
      this.shape = shape;
      this.#build(board);
    }
    this.#label(board);
    board.cells.forEach((sign, i) => {
      const cell = this.cells[i];
      if (cell.dataset.sign === sign) return;
      cell.dataset.sign = sign;
      cell.querySelector(".piece")?.remove();
      if (sign.trim()) cell.prepend(this.#piece(sign));
    });
  }

  /** @param {string} sign */
  #piece(sign) {
    if (this.kind === "maze" && /^[A-Za-z]$/.test(sign)) return ghost(sign);
    if (isLettered(this.position?.game ?? "") && /^[A-Z]$/.test(sign)) return lettered(sign);
    const made = piece(sign);
    if (this.kind === "tiled") made.classList.add(`t${Math.min(Math.log2(Number(sign)) || 0, 12)}`);
    return made;
  }

  /** @param {NonNullable<Position["board"]>} board */
  #build(board) {
    const { rows, columns } = board;
    const order = this.#order();
    const isNamed = board.row_labels.length > 0 && !board.column_labels.length; // the edges do not say it: each cell does
    this.cells = [];
    const grid = make("div", { class: "grid", role: "grid" });
    for (let r = 0; r < rows; r++) {
      const row = make("div", { role: "row" });
      row.style.setProperty("--r", String(r));
      for (let c = 0; c < columns; c++) {
        const i = order[r * columns + c];
        const [top, left] = [Math.floor(i / columns), i % columns];
        const cell = make("div", { role: "gridcell", tabindex: "-1", "data-i": i });
        cell.classList.add("cell", (top + left) % 2 ? "dark" : "light");
        const edges = { north: r === 0, south: r === rows - 1, west: c === 0, east: c === columns - 1, star: isStar(rows, columns, top, left), upright: top % 2 === 1 };
        for (const [name, on] of Object.entries(edges)) cell.classList.toggle(name, on);
        if (this.kind !== "maze") cell.classList.toggle("off", board.cells[i] === " ");
        if (this.kind === "points") cell.classList.toggle("odd", left % 2 === 1), cell.classList.toggle("bar", left === 6 || left === 13);
        if (isNamed && board.names[i]) cell.append(make("span", { class: "coordinate", "aria-hidden": "true" }, board.names[i]));
        this.cells[i] = cell;
        row.append(cell);
      }
      grid.append(row);
    }
    const arrows = draw("svg", { class: "arrows", "aria-hidden": "true" });
    this.grid = grid;
    this.arrows = arrows;
    const [head, side, foot] = ["files upper", "ranks", "files"].map((name) => make("div", { class: name, "aria-hidden": "true" }));
    this.labels = { head, side, foot };
    const whole = make("div", { class: `board ${this.kind}` }, head, side, make("div", { class: "surface" }, grid, arrows), foot);
    whole.classList.toggle("unranked", !board.row_labels.length);
    whole.classList.toggle("named", isNamed);
    whole.style.setProperty("--rows", String(rows));
    whole.style.setProperty("--columns", String(columns));
    this.root.replaceChildren(whole);
    if (this.focus >= this.cells.length) this.focus = 0;
  }

  /**
   * Write what stands beside the rows and columns: it may be another with each position, where players count from their own side. A
   * turned board has it the other way round, above and below, too.
   * @param {NonNullable<Position["board"]>} board
   */
  #label(board) {
    const [above, below] = this.look.flipped && board.upper_labels.length ? [board.column_labels, board.upper_labels] : [board.upper_labels, board.column_labels];
    const write = (/** @type {HTMLElement} */ place, /** @type {string[]} */ labels) => {
      const turned = this.look.flipped ? [...labels].reverse() : labels;
      place.replaceChildren(...turned.map((label, i) => {
        const made = make("span", {}, label);
        made.style.setProperty("--i", String(i));
        return made;
      }));
    };
    write(this.labels.head, above);
    write(this.labels.side, board.row_labels);
    write(this.labels.foot, below);
  }

  /** Everything but the pieces: what can be clicked, what was moved last, values, arrows, words. */
  #dress() {
    const position = /** @type {Position} */ (this.position);
    const targets = this.#targets();
    const badges = this.#badges();
    const deciding = position.board?.deciding ?? [];
    this.grid?.setAttribute("aria-label", this.look.label ?? "board");
    this.root.classList.toggle("playable", Boolean(this.look.playable));
    this.root.classList.toggle("steered", this.#isSteered());
    this.cells.forEach((cell, i) => {
      const isTarget = targets.has(i);
      const isOwn = targets.get(i) === "begin";
      cell.classList.toggle("target", isTarget && !isOwn);
      cell.classList.toggle("own", isOwn);
      cell.classList.toggle("chosen", this.chosen.includes(i));
      cell.classList.toggle("last", position.last.includes(i));
      cell.classList.toggle("deciding", deciding.includes(i));
      cell.tabIndex = i === this.focus ? 0 : -1;
      cell.querySelector(".badge")?.remove();
      const badge = badges.get(i);
      if (badge) cell.append(make("span", { class: `badge ${badge.tone}`, "aria-hidden": "true", title: badge.title ?? null }, badge.text[0], make("span", { class: "rest" }, badge.text.slice(1))));
      cell.setAttribute("aria-label", this.#told(i, targets.get(i), badge));
    });
    this.#drawArrows();
  }

  /**
   * @param {number} i
   * @param {string | undefined} target
   * @param {Badge | undefined} badge
   */
  #told(i, target, badge) {
    const position = /** @type {Position} */ (this.position);
    const board = /** @type {NonNullable<Position["board"]>} */ (position.board);
    const parts = [board.names[i], this.#spoken(board.cells[i])].filter(Boolean);
    if (this.chosen.includes(i)) parts.push("chosen");
    if (position.last.includes(i)) parts.push("last move");
    if (board.deciding.includes(i)) parts.push("decided the game");
    const isOnItsWay = this.chosen.length % 2 === 1; // cells are pairs: what was picked up has not been put down
    if (target === "end" && isOnItsWay) parts.push("can go here");
    else if (target && !this.chosen.includes(i)) parts.push("can be played" + this.#unless(i, board.names[i]));
    if (badge) parts.push(badge.title ?? badge.text);
    return parts.join(", ");
  }

  /** @param {string} sign */
  #spoken(sign) {
    const isGhost = this.kind === "maze" && /^[A-Za-z]$/.test(sign);
    if (isGhost) return `${sign === sign.toUpperCase() ? "" : "scared "}ghost ${sign.toUpperCase()}`;
    return words(sign, /** @type {Position} */ (this.position)) || "empty";
  }

  /**
   * How the one move of a cell is written, where the cell's name does not tell.
   * @param {number} cell
   * @param {string} name
   */
  #unless(cell, name) {
    const moves = this.position?.actions.filter(({ cells }) => cells.length === 1 && cells[0] === cell) ?? [];
    return moves.length === 1 && !name.endsWith(moves[0].name) ? `: ${moves[0].name}` : "";
  }

  /** The moves that are made by touching their cells. */
  #touched() {
    return (this.position?.actions ?? []).filter((action) => !isSlide(action)).flatMap(inAnyOrder);
  }

  /** Cells that lead to a move now: "begin" where a piece is to be picked up. */
  #targets() {
    /** @type {Map<number, string>} */
    const found = new Map();
    if (!this.look.playable) return found;
    for (const action of this.#touched()) {
      const next = action.cells[this.chosen.length];
      if (next === undefined || !this.chosen.every((cell, i) => action.cells[i] === cell)) continue;
      if (!this.chosen.length && action.cells.length > 1) found.set(next, "begin");
      else found.set(next, "end");
    }
    if (this.chosen.length) {
      for (const action of this.#touched()) if (!found.has(action.cells[0])) found.set(action.cells[0], "begin");
    }
    return found;
  }

  /** The badge of each cell: of the one move that ends there, or of the best from there. */
  #badges() {
    /** @type {Map<number, Badge>} */
    const found = new Map();
    if (!this.look.badges) return found;
    const actions = new Map(this.position?.actions.map((action) => [action.name, action]));
    for (const [name, badge] of this.look.badges) {
      const action = actions.get(name);
      if (!action?.cells.length) continue;
      const started = this.chosen.length && this.chosen[0] === action.cells[0];
      const cell = started || action.cells.length === 1 || isSlide(action) ? action.cells[action.cells.length - 1] : this.chosen.length ? -1 : action.cells[0];
      if (cell >= 0 && !found.has(cell)) found.set(cell, badge); // best first: the order is the analyser's
    }
    return found;
  }

  /** An arrow for every step of a move: its cells are pairs, from and to. They lie where the cells are drawn, in units of a cell's width. */
  #drawArrows() {
    if (!this.arrows || !this.grid) return;
    const steps = (this.look.arrows ?? []).flatMap(({ cells, rank }) => pairs(cells).map(([from, to]) => ({ from, to, rank })));
    const whole = this.arrows.getBoundingClientRect();
    const unit = this.cells[0]?.getBoundingClientRect().width || 1;
    this.grid.classList.toggle("tight", unit < NARROW);
    const at = (/** @type {number} */ cell) => {
      const box = this.cells[cell].getBoundingClientRect();
      return [(box.x + box.width / 2 - whole.x) / unit, (box.y + box.height / 2 - whole.y) / unit];
    };
    this.arrows.setAttribute("viewBox", `0 0 ${whole.width / unit} ${whole.height / unit}`);
    this.arrows.replaceChildren(...steps.map(({ from, to, rank }) => arrow(at(from), at(to), rank)));
  }

  // ---------------------------------------------------------------- motion

  /** @param {Position} position */
  #animate(position) {
    const { board, last } = position;
    if (calm() || !board || !last.length) return;
    const target = this.cells[last[last.length - 1]]?.querySelector(".piece");
    if (!target) return;
    if (this.kind === "drop") {
      const fall = Math.floor(last[0] / board.columns) + 1;
      target.animate([{ transform: `translateY(-${fall * 118}%)` }, { transform: "none" }], { duration: 120 + 55 * fall, easing: "cubic-bezier(.55,.05,.85,.5)" });
    } else if (last.length === 2 && !this.wasDragged) {
      const [a, b] = [this.cells[last[0]], this.cells[last[last.length - 1]]].map((cell) => cell.getBoundingClientRect());
      target.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
    } else if (last.length === 1) {
      target.animate([{ transform: "scale(.6)", opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: 140, easing: "ease-out" });
    }
    this.wasDragged = false;
  }

  // ---------------------------------------------------------------- clicks

  /** @param {Event} event */
  #cellOf(event) {
    const cell = event.target instanceof Element ? event.target.closest(".cell") : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.i) : -1;
  }

  /**
   * A cell was clicked, or a key pressed on it.
   * @param {number} cell
   * @returns {void}
   */
  press(cell) {
    if (!this.look.playable || cell < 0 || !this.position) return;
    const at = this.kind === "drop" ? this.#landing(cell) : cell;
    const wanted = [...this.chosen, at];
    const fits = this.#touched().filter((action) => wanted.every((x, i) => action.cells[i] === x));
    const whole = fits.filter((action) => action.cells.length === wanted.length);
    if (whole.length && whole.length === fits.length) return this.#finish([...new Map(whole.map((action) => [action.name, action])).values()]);
    if (fits.length) this.chosen = wanted;
    else if (this.chosen.length && this.chosen[this.chosen.length - 1] !== cell) {
      this.chosen = [];
      if (this.#touched().some((action) => action.cells[0] === cell)) return this.press(cell);
    } else this.chosen = [];
    this.#dress();
  }

  /**
   * In a game where discs drop, a click anywhere in a column means the cell where the disc will lie.
   * @param {number} cell
   */
  #landing(cell) {
    const columns = this.position?.board?.columns ?? 1;
    const found = this.position?.actions.find((action) => action.cells.length && action.cells[0] % columns === cell % columns);
    return found?.cells[0] ?? cell;
  }

  /** @param {Action[]} actions */
  #finish(actions) {
    this.chosen = [];
    this.#dress();
    if (actions.length === 1) this.played(actions[0].name);
    else this.asking = choose(actions.map((action) => action.name), this.played);
  }

  /** The position is gone: so is what was dragged on it, and what is still asked about a move. */
  #giveUp() {
    this.#endDrag();
    this.asking?.close();
    this.asking = null;
  }

  /**
   * A pointer's click is heard as it goes down and up. Tools that help people click without a pointer, or with a pointer that is nowhere.
   * @param {MouseEvent} event
   */
  #click(event) {
    if (event.detail === 0 && !this.pointed) this.press(this.#cellOf(event));
  }

  /**
   * A timer tells when it is over, not the time of the events: between two of one click a slow machine may do much else.
   * @param {number} cell
   */
  #point(cell) {
    clearTimeout(this.pointed);
    this.pointed = window.setTimeout(() => (this.pointed = 0), AT_ONCE);
    this.press(cell);
  }

  // ---------------------------------------------------------------- dragging

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.#cellOf(event);
    if (cell < 0 || event.button !== 0) return;
    this.focus = cell;
    this.stroke = this.#isSteered() ? { x: event.clientX, y: event.clientY } : null;
    const begins = this.look.playable && this.#touched().some((action) => action.cells.length > 1 && action.cells[0] === cell);
    if (begins && !this.chosen.includes(cell)) {
      if (this.#targets().get(cell) !== "end") this.chosen = []; // a move of two men goes on with the second
      this.#point(cell);
      this.picked = true;
    } else this.picked = false;
    if (begins) this.drag = { cell, x: event.clientX, y: event.clientY, moved: false, ghost: null };
    if ((begins || this.stroke) && ["touch", "pen"].includes(event.pointerType)) this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.drag;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < FAR) return;
    drag.moved = true;
    const shown = /** @type {HTMLElement | null} */ (this.cells[drag.cell].querySelector(".piece"));
    if (!shown) return;
    shown.style.transform = `translate(${dx}px, ${dy}px)`;
    this.cells[drag.cell].classList.add("dragging");
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.#struck(event)) return this.#endDrag();
    const drag = this.drag;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    const cell = under instanceof HTMLElement && this.root.contains(under) ? Number(under.dataset.i) : -1;
    const moved = drag?.moved;
    this.#endDrag();
    if (moved) {
      this.wasDragged = true;
      if (cell !== drag?.cell && this.#targets().get(cell) === "end") this.#point(cell);
      else this.chosen = [];
      if (this.position?.board) this.#dress();
    } else if (cell >= 0 && !this.picked && event.button === 0) this.#point(cell);
    if (cell >= 0) this.cells[this.focus]?.focus({ preventScroll: true });
  }

  /**
   * Was it a stroke over a board whose moves are directions? Then it is a move.
   * @param {PointerEvent} event
   */
  #struck(event) {
    const [dx, dy] = this.stroke ? [event.clientX - this.stroke.x, event.clientY - this.stroke.y] : [0, 0];
    this.stroke = null;
    if (Math.hypot(dx, dy) < LONG) return false;
    this.#steer(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
    return true;
  }

  #endDrag() {
    if (!this.drag) return;
    const cell = this.cells[this.drag.cell];
    const shown = /** @type {HTMLElement | null} */ (cell?.querySelector(".piece"));
    if (shown) shown.style.transform = "";
    cell?.classList.remove("dragging");
    this.drag = null;
  }

  // ---------------------------------------------------------------- keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const board = this.position?.board;
    if (!board || event.altKey || event.ctrlKey || event.metaKey) return;
    const turned = this.look.flipped ? -1 : 1;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step && !event.shiftKey && this.#isSteered()) this.#steer(event.key);
    else if (step) {
      const row = Math.floor(this.focus / board.columns) + turned * step[0];
      const column = (this.focus % board.columns) + turned * step[1];
      if (row >= 0 && row < board.rows && column >= 0 && column < board.columns) this.#focus(row * board.columns + column);
    } else if (event.key === "Enter" || event.key === " ") this.press(this.#cellOf(event));
    else if (event.key === "Escape" && this.chosen.length) {
      this.chosen = [];
      this.#dress();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Are the moves directions? Then the arrow keys make them, and lead over the board with Shift. */
  #isSteered() {
    return Boolean(this.look.playable && this.position?.actions.some(isDirection));
  }

  /**
   * Take an arrow key that was pressed elsewhere, if the moves are directions. Says whether it did.
   * @param {string} key
   */
  steered(key) {
    if (!(key in DIRECTIONS) || !this.#isSteered()) return false;
    this.#steer(key);
    return true;
  }

  /**
   * Go where a key or a stroke points; on a board that is turned round that is the other way.
   * @param {string} key
   */
  #steer(key) {
    const seen = this.look.flipped ? OPPOSITE[key] : key;
    const found = this.position?.actions.find(({ name }) => DIRECTIONS[seen].includes(name));
    if (found) this.played(found.name);
  }

  /** @param {number} cell */
  #focus(cell) {
    this.cells[this.focus].tabIndex = -1;
    this.focus = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].focus();
  }
}

/**
 * The moves that need buttons: those without cells to click, or with more than a person would click in order.
 * @param {Position} position
 */
export function spelled(position) {
  return position.actions.filter(({ cells }) => !position.board || cells.length === 0 || cells.length > 2);
}

/**
 * The buttons of the moves that need them, and a word on those for which there is no room.
 * @param {Action[]} actions
 * @param {(name: string) => void} play
 * @param {Map<string, Badge>} [badges] by move
 */
export function buttons(actions, play, badges) {
  const rest = actions.length - MOST_SPELLED;
  const made = actions.slice(0, MOST_SPELLED).map(({ name }) => {
    const badge = badges?.get(name);
    return make("button", { type: "button", "data-key": name, onclick: () => play(name) },
      name, badge && make("span", { class: `chip ${badge.tone}`, title: badge.title ?? null }, badge.text));
  });
  return rest > 0 ? [...made, make("span", { class: "quiet small" }, `… and ${rest} more, which can be typed`)] : made;
}

/**
 * What stands below a board, dice or a count, unless it is said above it already.
 * @param {Position} position
 * @param {string} said
 */
export const caption = ({ caption: line }, said) => (line === said ? "" : line);

/**
 * Whose turn it is, as a sign.
 * @param {Position} position
 */
export function who(position) {
  if (!position.over) return emblem(position.game, position.player, position.player_sign);
  return make("span", { class: "who over", "aria-hidden": "true" });
}

/**
 * A player as a sign: the own piece where the game says it, a shape otherwise.
 * @param {string} game
 * @param {number} player
 * @param {string | undefined} sign
 */
export function emblem(game, player, sign) {
  const made = make("span", { class: `who ${kindOf(game)}`, "aria-hidden": "true" });
  if (sign) made.append(isLettered(game) ? lettered(sign) : piece(sign));
  else made.classList.add(player < 0 ? "chance" : player % 2 ? "down" : "up");
  return made;
}

/** @param {number[]} cells */
const pairs = (cells) => cells.flatMap((cell, i) => (i % 2 ? [[cells[i - 1], cell]] : []));

/**
 * A move of several men, by whichever of them one begins with.
 * @param {Action} action
 * @returns {Action[]}
 */
function inAnyOrder(action) {
  const steps = pairs(action.cells);
  if (steps.length < 2 || steps.length > MOST_MEN || action.cells.length % 2) return [action];
  return orders(steps).map((order) => ({ ...action, cells: order.flat() }));
}

/** Dice that are equal move so many men. */
const MOST_MEN = 4;

/**
 * @param {number[][]} steps
 * @returns {number[][][]}
 */
function orders(steps) {
  if (steps.length < 2) return [steps];
  return steps.flatMap((first, i) => orders(steps.filter((_, k) => k !== i)).map((rest) => [first, ...rest]));
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} rank
 */
function arrow([x, y], [u, v], rank) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const [hx, hy] = [u - dx * 0.42, v - dy * 0.42];
  const head = `${u - dx * 0.08},${v - dy * 0.08} ${hx - dy * 0.2},${hy + dx * 0.2} ${hx + dy * 0.2},${hy - dx * 0.2}`;
  return draw("g", { class: `arrow r${rank}` },
    draw("line", { x1: x + dx * 0.2, y1: y + dy * 0.2, x2: hx, y2: hy }), draw("polygon", { points: head }));
}

/**
 * The star points of a board of lines.
 * @param {number} rows
 * @param {number} columns
 * @param {number} row
 * @param {number} column
 */
function isStar(rows, columns, row, column) {
  if (rows !== columns || rows < 7 || rows % 2 === 0) return false;
  const edge = rows < 13 ? 2 : 3;
  const places = rows < 11 ? [edge, rows - 1 - edge] : [edge, (rows - 1) / 2, rows - 1 - edge];
  const middle = (rows - 1) / 2;
  return (places.includes(row) && places.includes(column)) || (row === middle && column === middle);
}

/**
 * Several moves go by the same clicks (a pawn becomes …): ask which.
 * @param {string[]} names
 * @param {(name: string) => void} played
 */
function choose(names, played) {
  const dialog = make("dialog", { "aria-label": "Which move?", onclose: () => dialog.remove() });
  const take = (/** @type {string} */ name) => () => {
    dialog.close();
    played(name);
  };
  dialog.append(make("h2", {}, "Which move?"), make("div", { class: "row" }, ...names.map((name) => make("button", { type: "button", onclick: take(name) }, name))));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
