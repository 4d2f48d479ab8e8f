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
  "─": "line", "│": "line", "■": "box", "|": "match", "◎": "coin",
};

/** @type {Record<string, string>} */
const DISCS = { "●": "dark disc", "○": "light disc" };

/** The most men of a stack that are drawn. */
const MOST_MEN = 5;

/** The base of every chess piece, on a square of 100. */
const BASE = "M19 80h62q3 0 3 3v6q0 4-4 4H20q-4 0-4-4v-6q0-3 3-3z";

/** A ball on a point of a crown. */
const BALL = "a5 5 0 1 1 0 10 5 5 0 0 1 0-10z";

/** Outlines of chess pieces. @type {Record<string, string>} */
const SHAPES = {
  p: `${BASE}M50 17a14.5 14.5 0 0 1 9.5 25.5c2 1 3.5 3 4 5.5H57c1 12 5 20 12 25 3 2 4 4 4 7H27`
    + "c0-3 1-5 4-7 7-5 11-13 12-25h-6.5c.5-2.5 2-4.5 4-5.5A14.5 14.5 0 0 1 50 17z",
  r: `${BASE}M24 12h12.5v8h8v-8h11v8h8v-8H76v19l-8 7v26l7 10v6H25v-6l7-10V38l-8-7z`,
  n: `${BASE}M73 80H29c-1-12 4-20 12-28 3-3 5-5.5 5-9-4 4-8 6.5-13 7.5-3 .6-4 3-6.5 4.5`
    + "-3 1.7-6.5.5-8-2.5-1.5-2.8-.8-5.5.8-8C23.5 38 27 33 30 25c1.3-4 4-7.5 8-10l-.5-9.5L47 12"
    + "c20 2 31.5 17 31.5 41 0 10-1.5 19-5.5 27z",
  b: `${BASE}M50 17c14 10 21 20 21 30 0 6-3 11-8 14.5l1.5 6.5c1.5 5 4 9 8.5 12H27c4.5-3 7-7 8.5-12`
    + `l1.5-6.5C32 58 29 53 29 47c0-10 7-20 21-30zM50 6${BALL}`,
  q: `${BASE}M28 66L14 33l16 13 5-25 11 22 4-25 4 25 11-22 5 25 16-13-14 33 2 7-3 7H29l-3-7z`
    + `M14 24${BALL}M35 12${BALL}M50 9${BALL}M65 12${BALL}M86 24${BALL}`,
  k: `${BASE}M50 38c4-9 13-13 22-10 9.5 3 13 12.5 9.5 21.5C79 56 75 60 71 66l2 7-3 7H30l-3-7 2-7`
    + "c-4-6-8-10-10.5-16.5C15 40.5 18.5 31 28 28c9-3 18 1 22 10z"
    + "M46.5 5h7v6.5H60v7h-6.5V27h-7v-8.5H40v-7h6.5z",
};

/** Lines inside chess pieces. @type {Record<string, string>} */
const DETAILS = {
  n: "M40 27.5a3 3 0 1 1-.1 0M57 24c8 6 12 15 12 27",
  b: "M50 31v17M41.5 39h17M37 61.5h26",
  k: "M50 39v26M29 66q21-5 42 0",
  q: "M28 66q22-5 44 0",
  r: "M32 38h36M32 64h36",
  p: "M40.5 48h19",
};

const CROWN = "M30 62l-3-24 13 10 10-16 10 16 13-10-3 24z";
const GHOST = "M14 92V48a36 36 0 0 1 72 0v44l-12-10-12 10-12-10-12 10-12-10z";

const COIN = "M50 7a43 43 0 1 1-.1 0zM50 19a31 31 0 1 1-.1 0z";

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
  "|": ["match", () => draw("g", {},
    draw("path", { d: "M50 24v66" }), draw("ellipse", { cx: 50, cy: 19, rx: 13, ry: 16 }))],
  "◎": ["coin", () => draw("path", { d: COIN })],
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
  return written(sign);
}

/** The colours of seats. */
const SEATS = 6;

/** The letters of a sign that fit into a cell; a longer one is written smaller. */
const FITTING = 2;

/** @param {string} sign */
function written(sign) {
  const element = make("span", { class: "piece word", "aria-hidden": "true" }, sign);
  const length = [...sign].length;
  if (length > FITTING) element.style.setProperty("--shrink", String(FITTING / length));
  return element;
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
 * A player's piece, by the player's letter; its colour is that of the letter, or of the seat.
 * @param {string} sign
 * @param {number} [seat]
 */
export function lettered(sign, seat) {
  const text = draw("text", { x: 50, y: 66 }, sign);
  const colour = seat === undefined ? `l${sign.toUpperCase()}` : `seat${seat % SEATS}`;
  return mark(["letter", colour], circle(42), text);
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
