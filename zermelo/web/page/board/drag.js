// Pointers on a board: clicks, drags of a piece, and strokes that mean a direction.

/** @typedef {import("./board.js").BoardView} BoardView */

/** Pixels beyond which a click is a drag. */
const DRAG_DISTANCE = 6;

/** Pixels beyond which a press is a stroke. */
const STROKE_DISTANCE = 24;

/** Milliseconds between the events of one click. */
const CLICK_TIME = 50;

/** Pointers that would scroll the page. */
const TOUCHING = ["touch", "pen"];

export class Drag {
  /** The drag under way. @type {{cell: number, x: number, y: number, moved: boolean} | null} */
  current = null;
  /** Where a stroke began. @type {{x: number, y: number} | null} */
  stroke = null;
  /** Was the piece picked up by the press under way? Then its release does not click again. */
  isPickedUp = false;
  /** Was the last move dragged? Then its piece need not slide. */
  wasDragged = false;
  /** Runs since a pointer clicked a cell: the click event that belongs to it is ignored. */
  timer = 0;

  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    const { root } = view;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.end());
    root.addEventListener("click", (event) => this.#click(event));
  }

  /** Put the dragged piece back. */
  end() {
    if (!this.current) return;
    const cell = this.view.renderer.cells[this.current.cell];
    const piece = /** @type {HTMLElement | null} */ (cell?.querySelector(".piece"));
    if (piece) piece.style.transform = "";
    cell?.classList.remove("dragging");
    this.current = null;
  }

  /**
   * Pointer clicks are handled on press and release. This handles clicks of assistive tools, which
   * have no pointer.
   * @param {MouseEvent} event
   */
  #click(event) {
    if (event.detail === 0 && !this.timer) this.view.press(this.view.cellOf(event));
  }

  /**
   * Click a cell by pointer. A timer separates clicks, not the times of the events: a slow machine
   * may do much between two events of one click.
   * @param {number} cell
   */
  #press(cell) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.timer = 0), CLICK_TIME);
    this.view.press(cell);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { view } = this;
    const { state } = view;
    const cell = view.cellOf(event);
    if (cell < 0 || event.button !== 0) return;
    state.focus = cell;
    const at = { x: event.clientX, y: event.clientY };
    this.stroke = state.isSteered ? at : null;
    const isOrigin = state.isOpen && state.isOrigin(cell);
    this.isPickedUp = isOrigin && !state.selected.includes(cell);
    if (this.isPickedUp) {
      // The second piece of a move goes on with it; any other piece begins a new move.
      if (state.targets().get(cell) !== "end") state.selected = [];
      this.#press(cell);
    }
    if (isOrigin) this.current = { cell, ...at, moved: false };
    if ((isOrigin || this.stroke) && TOUCHING.includes(event.pointerType)) {
      view.root.setPointerCapture(event.pointerId);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.current;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
    drag.moved = true;
    const cell = this.view.renderer.cells[drag.cell];
    const piece = /** @type {HTMLElement | null} */ (cell.querySelector(".piece"));
    if (!piece) return;
    piece.style.transform = `translate(${dx}px, ${dy}px)`;
    cell.classList.add("dragging");
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.#endStroke(event)) return this.end();
    const drag = this.current;
    const cell = this.view.cellUnder(event);
    this.end();
    if (drag?.moved) this.#drop(drag.cell, cell);
    else if (cell >= 0 && !this.isPickedUp && event.button === 0) this.#press(cell);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #drop(from, to) {
    const { state } = this.view;
    this.wasDragged = true;
    const isTarget = state.display.premovable || state.targets().get(to) === "end";
    if (to >= 0 && to !== from && isTarget) this.#press(to);
    else state.selected = [];
    this.view.redraw();
  }

  /**
   * Play the direction of a stroke. Returns whether there was one.
   * @param {PointerEvent} event
   */
  #endStroke(event) {
    const { stroke } = this;
    const [dx, dy] = stroke ? [event.clientX - stroke.x, event.clientY - stroke.y] : [0, 0];
    this.stroke = null;
    if (Math.hypot(dx, dy) < STROKE_DISTANCE) return false;
    const [across, down] = [dx > 0 ? "ArrowRight" : "ArrowLeft", dy > 0 ? "ArrowDown" : "ArrowUp"];
    this.view.steer(Math.abs(dx) > Math.abs(dy) ? across : down);
    return true;
  }
}
