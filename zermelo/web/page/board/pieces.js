// Pieces: one shape for each sign that a board may hold. A sign without a shape is written as text.

import { draw, make } from "../dom.js";

/** What a sign is called when it is read aloud. @type {Record<string, string>} */
const WORDS = {
  "⛀": "white man", "⛁": "white king", "⛂": "black man", "⛃": "black king",
  "♔": "white king", "♕": "white queen", "♖": "white rook",
  "♗": "white bishop", "♘": "white knight", "♙": "white pawn",
  "♚": "black king", "♛": "black queen", "♜": "black rook",
  "♝": "black bishop", "♞": "black knight", "♟": "black pawn",
  "█": "wall", "•": "dot", "◉": "capsule", "ᗧ": "Pac-Man",
  "─": "line", "│": "line", "■": "box",
};

/** @type {Record<string, string>} */
const DISCS = { "●": "dark disc", "○": "light disc" };

/** The most men of a stack that are drawn. */
const MOST_MEN = 5;

/** The base of every chess piece, on a square of 100. */
const BASE = "M24 88h52v-6q0-5-6-6H30q-6 1-6 6z";

/** A ball on a point of the queen's crown. */
const BALL = "a5 5 0 1 1 0 10 5 5 0 0 1 0-10z";

/** Outlines of chess pieces. @type {Record<string, string>} */
const SHAPES = {
  p: `${BASE}M33 76q9-10 11-24h12q2 14 11 24zM50 24a14 14 0 0 1 8 25.5h-16A14 14 0 0 1 50 24z`,
  r: `${BASE}M32 76l4-32h28l4 32zM28 18h11v8h6v-8h10v8h6v-8h11v20l-6 6H34l-6-6z`,
  n: `${BASE}M32 76q0-12 8-20 5-5 6-10-7 6-15 7l-7-7q7-10 10-18 3-9 12-12l3-7 7 7`
    + "q18 4 20 28 1 16-2 32z",
  b: `${BASE}M34 76q7-8 7-16h18q0 8 7 16zM40 60q-10-8-8-20 3-12 18-24 15 12 18 24 2 12-8 20z`
    + `M50 8${BALL}`,
  q: `${BASE}M30 76l-9-40 15 15 3-25 11 23 11-23 3 25 15-15-9 40z`
    + `M21 28${BALL}M39 17${BALL}M61 17${BALL}M79 28${BALL}`,
  k: `${BASE}M30 76q-14-16-9-28 6-11 20-6 5 2 9 8 4-6 9-8 14-5 20 6 5 12-9 28z`
    + "M46 8h8v8h8v8h-8v14h-8V24h-8v-8h8z",
};

/** Lines inside chess pieces. @type {Record<string, string>} */
const DETAILS = {
  n: "M58 40a2.5 2.5 0 1 1-.1 0",
  b: "M50 30v16M43 38h14",
  k: "M50 52v24",
  r: "M36 44h28",
};

const CROWN = "M30 62l-3-24 13 10 10-16 10 16 13-10-3 24z";
const GHOST = "M14 92V48a36 36 0 0 1 72 0v44l-12-10-12 10-12-10-12 10-12-10z";

const CHESS = "♔♕♖♗♘♙♚♛♜♝♞♟";
const KINDS = "kqrbnpkqrbnp";
const DRAUGHTS = "⛀⛁⛂⛃";

/** Signs that are one shape. @type {Record<string, [name: string, shape: () => SVGElement]>} */
const MARKS = {
  X: ["cross", () => draw("path", { d: "M24 24l52 52M76 24L24 76" })],
  O: ["nought", () => circle(28)],
  "█": ["wall", () => draw("rect", { width: 100, height: 100 })],
  "•": ["dot", () => circle(11)],
  "◉": ["dot", () => circle(24)],
  "ᗧ": ["pacman", () => draw("path", { d: "M50 50L86 29A42 42 0 1 0 86 71z" })],
};

/**
 * The piece for a sign.
 * @param {string} sign
 * @returns {Element}
 */
export function piece(sign) {
  if (CHESS.includes(sign)) return chessPiece(sign);
  if (DRAUGHTS.includes(sign)) return draughtsman(sign);
  if (sign in DISCS) return disc(sign);
  if (sign in MARKS) return mark([MARKS[sign][0]], MARKS[sign][1]());
  const stack = /^(\d+)([●○])$/u.exec(sign);
  if (stack) return pile(Number(stack[1]), stack[2]);
  return make("span", { class: "piece word", "aria-hidden": "true" }, sign);
}

/**
 * A sign in words. A disc is called by its player: its colour depends on the look.
 * @param {string} sign
 * @param {{players: string[], signs: string[]}} game
 * @returns {string}
 */
export function words(sign, game) {
  if (!sign.trim()) return "";
  const stack = /^(\d+)(\D)$/u.exec(sign);
  if (stack) return `${stack[1]} ${words(stack[2], game)}`;
  return WORDS[sign] ?? game.players[game.signs.indexOf(sign)] ?? DISCS[sign] ?? sign;
}

/**
 * A player's piece, by the player's letter.
 * @param {string} sign
 */
export function lettered(sign) {
  const text = draw("text", { x: 50, y: 66 }, sign);
  return mark(["letter", `l${sign.toUpperCase()}`], circle(42), text);
}

/**
 * A ghost by its letter, in its own colour; pale when it is scared.
 * @param {string} sign
 */
export function ghost(sign) {
  const letter = sign.toUpperCase();
  const text = draw("text", { x: 50, y: 64 }, letter);
  const element = mark(["ghost", `g${letter}`], draw("path", { d: GHOST }), text);
  element.classList.toggle("scared", sign !== letter);
  return element;
}

/**
 * @param {number} r
 * @param {string} [name]
 */
const circle = (r, name) => draw("circle", { cx: 50, cy: 50, r, class: name });

/**
 * @param {string[]} classes
 * @param {SVGElement[]} parts
 */
function frame(classes, ...parts) {
  const attributes = { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" };
  return draw("svg", { ...attributes, class: ["piece", ...classes].join(" ") }, ...parts);
}

/**
 * @param {string[]} names
 * @param {SVGElement[]} parts
 */
const mark = (names, ...parts) => frame(["mark", ...names], ...parts);

/** @param {string} sign */
function chessPiece(sign) {
  const at = CHESS.indexOf(sign);
  const kind = KINDS[at];
  const details = DETAILS[kind] ? [draw("path", { d: DETAILS[kind], class: "line" })] : [];
  const body = draw("path", { d: SHAPES[kind], class: "body" });
  return frame(["man", at < 6 ? "white" : "black"], body, ...details);
}

/** @param {string} sign */
function draughtsman(sign) {
  const crown = "⛁⛃".includes(sign) ? [draw("path", { d: CROWN, class: "crown" })] : [];
  const colour = "⛀⛁".includes(sign) ? "white" : "black";
  return frame(["man", colour], circle(38, "body"), circle(29, "line"), ...crown);
}

/** @param {string} sign */
const ownerClass = (sign) => (sign === "●" ? "first" : "second");

/** @param {string} sign */
function disc(sign) {
  const ring = circle(sign === "●" ? 13 : 24, "line");
  return frame(["disc", ownerClass(sign)], circle(40, "body"), ring);
}

/**
 * A stack of men on a point. Where not all are drawn, a number says how many there are.
 * @param {number} n
 * @param {string} sign
 */
function pile(n, sign) {
  const men = Array.from({ length: Math.min(n, MOST_MEN) }, (_, i) =>
    draw("circle", { cx: 50, cy: 450 - 94 * i, r: 44, class: "body" }));
  const top = { x: 50, y: 466 - 94 * (MOST_MEN - 1), class: "count" };
  const name = `piece pile disc ${ownerClass(sign)}`;
  return draw("svg", { viewBox: "0 0 100 500", class: name, "aria-hidden": "true" },
    ...men, n > MOST_MEN ? draw("text", top, n) : null);
}
