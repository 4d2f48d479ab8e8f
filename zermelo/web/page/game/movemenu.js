// What can be done to the move that is shown: comment on it, promote its variation, delete it; and
// Undo and Redo of every change.

import { button } from "../controls.js";
import { make } from "../dom.js";
import { INOUT_KEYS, inoutAction } from "../inout/tools.js";

/**
 * @typedef {import("./gameview.js").GameView} GameView
 * @typedef {import("./variations.js").MoveNode} MoveNode
 */

/** @type {[string, string][]} */
export const MOVE_KEYS = [
  ["Ctrl + Z", "undo; with Shift, or Ctrl + Y: redo"],
  ["V", "the next variation: another move in this place (Shift: the one before)"],
  ["C", "comment on this move"],
  ["M", "promote this variation (Shift: make it the main line)"],
  ["Delete", "delete from this move on"],
  ...INOUT_KEYS,
];

/** The most characters of a comment. */
const LONGEST_COMMENT = 2000;

/** Where letters are typed, and where Ctrl + Z belongs to what was typed. */
const TYPING = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select";
const TEXTS = "input:not([type=radio], [type=checkbox], [type=range]), textarea";

export class MoveMenu {
  undoButton = button("Undo", () => this.undo(), {
    sign: "undo",
    title: "Undo (Ctrl + Z)",
    bare: true,
  });
  redoButton = button("Redo", () => this.redo(), {
    sign: "redo",
    title: "Redo (Ctrl + Y)",
    bare: true,
  });
  commentButton = button("Comment", () => this.edit(), { sign: "comment", title: "Comment (C)" });
  promoteButton = button("Promote", () => this.promote(), {
    sign: "promote",
    title: "Put this variation before the line that it belongs to (M)",
  });
  mainButton = button("Main line", () => this.makeMain(), {
    sign: "lead",
    title: "Make this variation the main line (Shift + M)",
  });
  removeButton = button("Delete", () => this.remove(), {
    sign: "remove",
    title: "Delete this move and all that follow it (Delete)",
  });
  entry = make("textarea", {
    rows: 2,
    maxlength: LONGEST_COMMENT,
    "aria-label": "Comment",
    onkeydown: (event) => this.#typed(event),
  });
  form = make("form", { class: "stack tight", onsubmit: (event) => this.#save(event) },
    this.entry,
    make("div", { class: "row" },
      make("button", { class: "main" }, "Save the comment"),
      button("Cancel", () => this.close())));
  players = make("p", { class: "quiet small players" });
  root = make("div", { class: "stack tight" },
    this.players,
    make("div", { class: "row menu", role: "group", "aria-label": "This move" },
      this.undoButton, this.redoButton, this.commentButton,
      this.promoteButton, this.mainButton, this.removeButton),
    this.form);

  /** The move whose comment is edited. @type {MoveNode | null} */
  edited = null;

  /** @param {GameView} view */
  constructor(view) {
    this.view = view;
    this.form.hidden = true;
    this.promoteButton.hidden = this.mainButton.hidden = this.removeButton.hidden = true;
  }

  /** Show what can be done now. */
  show() {
    const { score, frame } = this.view;
    const { node } = score;
    this.players.textContent = sayPlayers(score.tags);
    this.players.hidden = !this.players.textContent;
    this.undoButton.setAttribute("aria-disabled", String(!frame.trail.canUndo()));
    this.redoButton.setAttribute("aria-disabled", String(!frame.trail.canRedo()));
    this.commentButton.hidden = !node.parent && !node.children.length;
    this.removeButton.hidden = !node.parent;
    this.promoteButton.hidden = this.mainButton.hidden = node.isMain;
    if (this.edited && !isWithin(this.edited, score.root)) this.close();
  }

  // ---------------------------------------------------------------- acting

  undo() {
    const { trail } = this.view.frame;
    if (!trail.walk(-1)) this.view.complain(new Error("There is nothing to undo."));
  }

  redo() {
    const { trail } = this.view.frame;
    if (!trail.walk(1)) this.view.complain(new Error("There is nothing to redo."));
  }

  promote() {
    const { view } = this;
    const { node } = view.score;
    if (node.isMain) view.complain(new Error("This is the main line."));
    else view.change(() => node.promote());
  }

  makeMain() {
    const { view } = this;
    const { node } = view.score;
    if (node.isMain) view.complain(new Error("This is the main line."));
    else view.change(() => node.makeMain());
  }

  remove() {
    const { view } = this;
    if (view.score.node.parent) view.change(() => view.score.remove());
    else view.complain(new Error("There is no move here to delete."));
  }

  /** Show another move in the place of this one. @param {number} by */
  turnTo(by) {
    const { view } = this;
    const { node } = view.score;
    const moves = node.parent?.children ?? [];
    if (moves.length < 2) return view.complain(new Error("There is no other move in this place."));
    view.visit(moves[(moves.indexOf(node) + by + moves.length) % moves.length]);
  }

  // ---------------------------------------------------------------- the comment

  /** Edit the comment on a move. */
  edit(node = this.view.score.node) {
    this.edited = node;
    this.entry.value = node.comment;
    this.entry.placeholder = node.parent ? `On ${node.name}` : "Before the first move";
    this.form.hidden = false;
    this.entry.focus();
  }

  /** Edit no comment any more. */
  close() {
    const hadFocus = this.form.contains(document.activeElement);
    this.edited = null;
    this.form.hidden = true;
    if (hadFocus) this.commentButton.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && !event.shiftKey) this.#save(event);
    else return;
    event.stopPropagation();
  }

  /** @param {Event} event */
  #save(event) {
    event.preventDefault();
    const { edited, entry, view } = this;
    const text = entry.value.trim();
    this.close();
    if (!edited || text === edited.comment) return;
    view.frame.keep();
    edited.comment = text;
    view.write();
    view.showMoves();
  }

  // ---------------------------------------------------------------- keys

  /** Act on a key. Returns whether it was one of these. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isControl = event.ctrlKey || event.metaKey;
    const isTaken = target.matches?.(isControl ? TEXTS : TYPING);
    if (event.altKey || isTaken || document.querySelector("dialog[open]")) return false;
    const key = event.key.toLowerCase();
    const act = isControl ? this.#controlAction(key, event.shiftKey) : this.#action(key, event);
    if (!act) return false;
    event.preventDefault();
    this.view.forgive();
    act();
    return true;
  }

  /**
   * @param {string} key
   * @param {boolean} isShift
   */
  #controlAction(key, isShift) {
    const redo = () => this.redo();
    return { z: isShift ? redo : () => this.undo(), y: redo }[key];
  }

  /**
   * @param {string} key
   * @param {KeyboardEvent} event
   */
  #action(key, { shiftKey }) {
    return {
      v: () => this.turnTo(shiftKey ? -1 : 1),
      c: () => this.edit(),
      m: () => (shiftKey ? this.makeMain() : this.promote()),
      delete: () => this.remove(),
    }[key] ?? inoutAction(this.view, key);
  }
}

/**
 * @param {MoveNode} node
 * @param {MoveNode} root
 */
function isWithin(node, root) {
  const [first = node] = node.path;
  const isThere = node.path.every((one) => one.parent?.children.includes(one));
  return isThere && (first.parent ?? first) === root;
}

/** Who played, where and when, and the result. @param {Record<string, string>} tags */
function sayPlayers({ White, Black, Title, Event, Date: date, Result }) {
  const isKnown = (/** @type {string | undefined} */ text) => /[^?.*\s]/.test(text ?? "");
  const players = isKnown(White) || isKnown(Black) ? `${White ?? "?"} – ${Black ?? "?"}` : "";
  return [players, Title, Event, date, Result].filter(isKnown).join(", ");
}
