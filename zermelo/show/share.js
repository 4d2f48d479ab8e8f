// A game to step through, in a file of its own: the board, the moves with their variations and
// comments, and what an engine said. `data` comes from share.py.

import { drawBoard } from "./board.js";
import { element } from "./parts.js";

const { nodes, lines, title, flipped } = data;
let { board } = data; // its shape, without pieces
let isFlipped = Boolean(flipped);

// ---------------------------------------------------------------------- the moves

/** @type {HTMLElement[]} */
const buttons = [];

/** The words of what follows a move. @param {number} parent @param {boolean} isFresh */
function lineParts(parent, isFresh) {
  /** @type {HTMLElement[]} */
  const parts = [];
  for (let at = parent; nodes[at].children.length; ) {
    const [first, ...others] = nodes[at].children;
    parts.push(...moveParts(first, isFresh));
    isFresh = others.length > 0 || Boolean(nodes[first].comment);
    for (const other of others) {
      parts.push(element("span", { class: "variation" },
        ...moveParts(other, true), ...lineParts(other, Boolean(nodes[other].comment))));
    }
    at = first;
  }
  return parts;
}

/** @param {number} i @param {boolean} isFresh */
function moveParts(i, isFresh) {
  const { number, begins, name, signs, value, comment } = nodes[i];
  const before = begins || isFresh ? `${number} ` : "";
  buttons[i] = element("button", { type: "button", onclick: () => go(i) }, name + signs);
  const parts = [element("span", { class: "numbered" }, before, buttons[i])];
  if (value) parts[0].append(element("small", { class: "value" }, value));
  if (comment) parts.push(element("span", { class: "comment" }, comment));
  return parts;
}

// ---------------------------------------------------------------------- the page

const room = element("div", { class: "room" });
const status = element("p", { class: "status", role: "status" });
const note = element("p", { class: "note" });
const analysis = element("ol", { class: "lines" });
const moves = element("div", { class: "moves", "aria-label": "Moves" });
let shown = 0;

/** The last move of the main line after a move. @param {number} i */
function lastAfter(i) {
  while (nodes[i].children.length) [i] = nodes[i].children;
  return i;
}

const STEPS = {
  "|◀": ["First position", () => 0],
  "◀": ["Previous move", () => Math.max(nodes[shown].parent, 0)],
  "▶": ["Next move", () => nodes[shown].children[0] ?? shown],
  "▶|": ["Last position", () => lastAfter(shown)],
};
const KEYS = { Home: "|◀", ArrowLeft: "◀", ArrowRight: "▶", End: "▶|" };

const steps = element("div", { class: "steps" },
  ...Object.entries(STEPS).map(([sign, [label, find]]) =>
    element("button", { type: "button", "aria-label": label, onclick: () => go(find()) }, sign)),
  element("button", { type: "button", onclick: flip }, "Flip"));

function flip() {
  isFlipped = !isFlipped;
  go(shown);
}

/** Who gains by a value: "good" for the first player. @param {string} value */
function tone(value) {
  if (/^[≤≥ ]*[W+]/.test(value)) return "good";
  return /^[≤≥ ]*[L−]/.test(value) ? "bad" : "even";
}

/** Show a position. @param {number} i */
function go(i) {
  shown = i;
  const node = nodes[i];
  board = node.shape ?? data.board;
  const picture = board ? drawBoard(board, node, isFlipped) : element("pre", {}, node.text);
  room.replaceChildren(picture);
  status.textContent = [node.status, node.caption].filter(Boolean).join(" · ");
  note.textContent = node.comment;
  buttons.forEach((button, j) => button.toggleAttribute("aria-current", i === j));
  buttons[i]?.scrollIntoView({ block: "nearest" });
  const here = lines.filter((/** @type {any} */ line) => line.at === i);
  analysis.replaceChildren(...here.map((/** @type {any} */ { value, line }) =>
    element("li", {}, element("b", { class: tone(value) }, value), " ", line)));
  analysis.hidden = !here.length;
  history.replaceState(null, "", `#${i}`);
}

moves.append(...lineParts(0, true));
const left = element("div", {}, status, room, steps);
const right = element("div", { class: "aside" }, note, analysis, moves);
document.getElementById("share").replaceChildren(left, right);
document.title = title;
document.addEventListener("keydown", (event) => {
  const sign = KEYS[event.key];
  if (!sign || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(STEPS[sign][1]());
});
const wanted = Number(location.hash.slice(1) || data.shown);
go(nodes[wanted] ? wanted : 0);
