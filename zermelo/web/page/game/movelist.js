// The list of moves, each a button that leads to its position, and buttons to walk through them.
// The main line stands in rows; its variations and comments stand between them.

import { button } from "../controls.js";
import { make, renew } from "../dom.js";
import { signText } from "./movesigns.js";
import { groupPlies, numberOf } from "./plies.js";

/**
 * @typedef {import("./score.js").Score} Score
 * @typedef {import("./variations.js").MoveNode} MoveNode
 * @typedef {(node: MoveNode) => {text: string, tone: string} | null} Note
 * @typedef {{go: (node: MoveNode) => void, edit: (node: MoveNode) => void}} Acts
 * @typedef {Acts & {shown: MoveNode, players: number, note?: Note}} Context
 */

/**
 * A list of moves, and buttons to walk through them.
 * @param {Acts} acts on a move: show it, edit its comment
 */
export function moveList(acts) {
  const list = make("ol", { class: "moves", "aria-label": "moves" });
  /** @type {Score | null} */
  let score = null;
  /** @type {MoveNode[]} */
  let line = [];
  let at = 0;
  const step = (
    /** @type {string} */ words,
    /** @type {string} */ sign,
    /** @type {() => number} */ where,
  ) => {
    const act = () => score && acts.go(line[where() - 1] ?? score.root);
    return button(words, act, { sign, bare: true, class: "plain" });
  };
  const ways = make("div", { class: "ways", role: "group", "aria-label": "Through the game" },
    step("First position", "first", () => 0),
    step("Previous move", "back", () => Math.max(at - 1, 0)),
    step("Next move", "next", () => Math.min(at + 1, line.length)),
    step("Last position", "last", () => line.length));

  /**
   * @param {Score} game
   * @param {number} players
   * @param {Note} [note] on a move
   */
  const show = (game, players, note) => {
    const before = list.querySelector("[aria-current]");
    const isFollowed = before !== null && before === document.activeElement;
    const hasMoved = score?.node !== game.node || line.length !== game.line.length;
    score = game;
    line = game.line;
    at = game.ply;
    renew(list, listItems(game.root, { ...acts, shown: game.node, players, note }));
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (current && hasMoved) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    if (current && isFollowed) current.focus({ preventScroll: true });
    ways.querySelectorAll("button").forEach((one, i) => {
      one.setAttribute("aria-disabled", String(i < 2 ? at === 0 : at === line.length));
    });
  };
  return { list, ways, show };
}

/**
 * @param {MoveNode} root
 * @param {Context} context
 */
function listItems(root, context) {
  const line = root.tail;
  const rows = groupPlies(line.map(({ mover }) => mover), context.players);
  const items = rows.flatMap((plies, i) => rowItems(line, plies, i + 1, context));
  if (!items.length) items.push(make("li", { class: "quiet" }, "No moves yet."));
  const comment = commentOf(root, context);
  return comment ? [make("li", { class: "aside" }, comment), ...items] : items;
}

/**
 * A row of the main line; more, if there is something to say between its moves.
 * @param {MoveNode[]} line
 * @param {number[]} plies
 * @param {number} number
 * @param {Context} context
 */
function rowItems(line, plies, number, context) {
  /** @type {HTMLElement[]} */
  const items = [];
  const none = () => make("span", { class: "quiet", "aria-hidden": "true" }, "…");
  const row = (/** @type {HTMLElement[]} */ cells) => make("li", {},
    make("span", { class: "no", "aria-hidden": "true" }, `${number}.`), ...cells);
  /** @type {HTMLElement[]} */
  let cells = [];
  plies.forEach((ply, i) => {
    cells.push(ply ? moveButton(line[ply - 1], context) : none());
    const aside = ply ? asideOf(line[ply - 1], context) : null;
    if (!aside) return;
    items.push(row(cells), aside);
    cells = i < plies.length - 1 ? [none()] : [];
  });
  return cells.length ? [...items, row(cells)] : items;
}

/**
 * The comment on a move of the main line, and its variations.
 * @param {MoveNode} node
 * @param {Context} context
 */
function asideOf(node, context) {
  const comment = commentOf(node, context);
  if (!comment && !node.variations.length) return null;
  const lines = node.variations.map((other) => {
    const label = `variation with ${other.name}`;
    return make("div", { class: "variation", role: "group", "aria-label": label },
      ...lineParts(other, context));
  });
  return make("li", { class: "aside" }, comment, ...lines);
}

/**
 * A variation in running text, with its own variations in parentheses.
 * @param {MoveNode} first
 * @param {Context} context
 * @returns {HTMLElement[]}
 */
function lineParts(first, context) {
  const line = [first, ...first.tail];
  const movers = [...first.path, ...first.tail].map(({ mover }) => mover);
  const rows = groupPlies(movers, context.players);
  let isFresh = true; // is a number needed, because something stood between?
  return line.flatMap((node) => {
    const number = make("span", { class: "no", "aria-hidden": "true" },
      numberOf(rows, node.ply, isFresh));
    const comment = commentOf(node, context);
    const others = node === first ? [] : node.variations;
    isFresh = Boolean(comment || others.length);
    return [
      make("span", { class: "numbered" }, number, moveButton(node, context)),
      ...(comment ? [comment] : []),
      ...others.map((other) => make("span", { class: "inner" }, ...lineParts(other, context))),
    ];
  });
}

/**
 * @param {MoveNode} node
 * @param {Context} context
 */
function moveButton(node, { go, shown, note }) {
  const value = note?.(node);
  const attributes = {
    type: "button",
    class: "plain move",
    "data-key": `${node.ply} ${node.name}`,
    "aria-current": node === shown ? "step" : null,
    onclick: () => go(node),
  };
  return make("button", attributes,
    node.name + node.signs.map(signText).join(""),
    value ? make("span", { class: `tiny ${value.tone}` }, value.text) : null);
}

/**
 * @param {MoveNode} node
 * @param {Context} context
 */
function commentOf(node, { edit }) {
  if (!node.comment) return null;
  const title = "Change this comment";
  const onclick = () => edit(node);
  return make("button", { type: "button", class: "plain comment", title, onclick }, node.comment);
}
