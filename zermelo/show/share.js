// A game to step through, in a file of its own: the board, the moves with their variations and
// comments, and what an engine said. `data` comes from share.py.

import { element } from "./parts.js";

const { nodes, lines, title, flipped } = data;
let { board } = data; // its shape, without pieces
const SVG = "http://www.w3.org/2000/svg";
const SIZE = 60;
const MARGIN = 26;

/** @param {string} tag @param {Record<string, any>} attributes @param {string} [text] */
function shape(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// ---------------------------------------------------------------------- the board

let isFlipped = Boolean(flipped);

/** The corner of a cell. @param {number} cell */
function corner(cell) {
  const { rows, columns, slant } = board;
  const at = isFlipped ? rows * columns - 1 - cell : cell;
  const row = Math.floor(at / columns);
  return [MARGIN + (at % columns) * SIZE + (row * slant * SIZE) / 2, MARGIN + row * SIZE];
}

const WHITE = "♔♕♖♗♘♙⛀⛁";
const BLACK = "♚♛♜♝♞♟⛂⛃";

/** A sign; a man of White has the shape of Black's, filled. @param {string} sign */
function man(sign, /** @type {number} */ x, /** @type {number} */ y) {
  const at = WHITE.indexOf(sign);
  const isMan = at >= 0 || BLACK.includes(sign);
  const size = isMan ? 46 : sign.length > 2 ? 18 : 30;
  const kind = at >= 0 ? "sign white" : "sign";
  // the last character asks for a letter, where a system would draw a picture
  const text = isMan ? `${at >= 0 ? BLACK[at] : sign}\uFE0E` : sign;
  return shape("text", { x, y: y + size / 3, "font-size": size, class: kind }, text);
}

/** @param {string} sign @param {number} x @param {number} y */
function piece(sign, x, y) {
  const [cx, cy] = [x + SIZE / 2, y + SIZE / 2];
  const stack = /^(\d*)([●○])$/u.exec(sign);
  if (!stack) {
    return [man(sign, cx, cy)];
  }
  const shade = stack[2] === "●" ? "dark" : "pale";
  const disc = shape("circle", { cx, cy, r: SIZE * 0.38, class: shade });
  const count = shape("text", { x: cx, y: cy + 6, "font-size": 18, class: "count" }, stack[1]);
  return stack[1] ? [disc, count] : [disc];
}

/** @param {any} node */
function drawBoard(node) {
  const { rows, columns, slant } = board;
  const width = columns * SIZE + 2 * MARGIN + ((rows - 1) * slant * SIZE) / 2;
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${rows * SIZE + 2 * MARGIN}`,
    class: `board ${board.look}`,
    role: "img",
    "aria-label": node.status,
  });
  const middle = (/** @type {number} */ cell) => corner(cell).map((x) => x + SIZE / 2);
  const links = board.links.map((/** @type {number[]} */ [a, b]) => `M${middle(a)}L${middle(b)}`);
  if (links.length) svg.append(shape("path", { d: links.join(""), stroke: "currentColor" }));
  node.cells.forEach((/** @type {string} */ sign, /** @type {number} */ i) => {
    if (sign === " " && board.look !== "maze") return;
    const [x, y] = corner(i);
    const isDark = (Math.floor(i / columns) + (i % columns)) % 2;
    const kind = `cell${isDark ? " shaded" : ""}${node.last.includes(i) ? " last" : ""}`;
    const side = links.length ? SIZE / 3 : SIZE;
    const [left, top] = [x + (SIZE - side) / 2, y + (SIZE - side) / 2];
    svg.append(shape("rect", { x: left, y: top, width: side, height: side, class: kind }));
    if (sign.trim()) svg.append(...piece(sign, x, y));
  });
  svg.append(...labels());
  return svg;
}

function* labels() {
  const { rows, columns } = board;
  const across = [[board.column_labels, rows - 1, 46], [board.upper_labels, 0, -38]];
  for (const [i, text] of board.row_labels.entries()) {
    const [x, y] = corner(isFlipped ? (i + 1) * columns - 1 : i * columns);
    yield shape("text", { x: x - 13, y: y + SIZE / 2 + 5, class: "label" }, text);
  }
  for (const [texts, row, shift] of across) {
    for (const [i, text] of texts.entries()) {
      const [x, y] = corner((isFlipped ? rows - 1 - row : row) * columns + i);
      yield shape("text", { x: x + SIZE / 2, y: y + SIZE / 2 + shift, class: "label" }, text);
    }
  }
}

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

/** Show a position. @param {number} i */
function go(i) {
  shown = i;
  const node = nodes[i];
  board = node.shape ?? data.board;
  const picture = board ? drawBoard(node) : element("pre", {}, node.text);
  room.replaceChildren(picture);
  status.textContent = [node.status, node.caption].filter(Boolean).join(" · ");
  note.textContent = node.comment;
  buttons.forEach((button, j) => button.toggleAttribute("aria-current", i === j));
  buttons[i]?.scrollIntoView({ block: "nearest" });
  const here = lines.filter((/** @type {any} */ line) => line.at === i);
  analysis.replaceChildren(...here.map((/** @type {any} */ { value, line }) =>
    element("li", {}, element("b", {}, value), " ", line)));
  analysis.hidden = !here.length;
  history.replaceState(null, "", `#${i}`);
}

moves.append(...lineParts(0, true));
const left = element("div", {}, status, room, steps);
const right = element("div", {}, note, analysis, moves);
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
