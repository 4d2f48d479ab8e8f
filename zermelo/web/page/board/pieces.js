// Pieces: one shape for each sign that a board may hold. A sign without a shape is written as text.

import { draw, make } from "../dom.js";
import { CHESS, CROWN, DETAILS, DRAUGHTS, KINDS, SHAPES } from "../show/men.js";

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

const GHOST = "M14 92V48a36 36 0 0 1 72 0v44l-12-10-12 10-12-10-12 10-12-10z";

/** The head of a match. */
const HEAD = { cx: 50, cy: 19, rx: 13, ry: 16 };

const COIN = "M50 7a43 43 0 1 1-.1 0zM50 19a31 31 0 1 1-.1 0z";

/** Signs that are one shape. @type {Record<string, [name: string, shape: () => SVGElement]>} */
const MARKS = {
  X: ["cross", () => draw("path", { d: "M24 24l52 52M76 24L24 76" })],
  O: ["nought", () => circle(28)],
  "█": ["wall", () => draw("rect", { width: 100, height: 100 })],
  "•": ["dot", () => circle(11)],
  "◉": ["dot", () => circle(24)],
  "|": ["match", () => draw("g", {},
    draw("path", { d: "M50 24v66" }), draw("ellipse", HEAD), lit(draw("ellipse", HEAD), "ball"))],
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
 * The light on a body: its shape again, in a gradient of the page.
 * @template {SVGElement} T
 * @param {T} shape
 * @param {"ball" | "man"} form
 */
export function lit(shape, form) {
  shape.setAttribute("class", "shine");
  shape.setAttribute("fill", `url(#light-${form})`);
  return shape;
}

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
  const d = SHAPES[kind];
  const body = [draw("path", { d, class: "body" }), lit(draw("path", { d }), "man")];
  return frame(["man", at < 6 ? "white" : "black"], ...body, ...details);
}

/** @param {string} sign */
function draughtsman(sign) {
  const crown = "⛁⛃".includes(sign) ? [draw("path", { d: CROWN, class: "crown" })] : [];
  const colour = "⛀⛁".includes(sign) ? "white" : "black";
  const body = [circle(38, "body"), lit(circle(38), "ball")];
  return frame(["man", "round", colour], ...body, circle(29, "line"), circle(20, "line"), ...crown);
}

/** @param {string} sign */
const ownerClass = (sign) => (sign === "●" ? "first" : "second");

/** @param {string} sign */
function disc(sign) {
  const ring = circle(sign === "●" ? 13 : 24, "line");
  const body = [circle(40, "body"), lit(circle(40), "ball")];
  return frame(["disc", ownerClass(sign)], ...body, circle(33, "rim"), ring);
}

/**
 * A stack of men on a point. Where not all are drawn, a number says how many there are.
 * @param {number} n
 * @param {string} sign
 */
function pile(n, sign) {
  const men = Array.from({ length: Math.min(n, MOST_MEN) }, (_, i) => {
    const at = { cx: 50, cy: 450 - 94 * i };
    const shine = lit(draw("circle", { ...at, r: 44 }), "ball");
    return [draw("circle", { ...at, r: 44, class: "body" }), shine,
      draw("circle", { ...at, r: 29, class: "rim" })];
  });
  const top = { x: 50, y: 466 - 94 * (MOST_MEN - 1), class: "count" };
  const name = `piece pile disc ${ownerClass(sign)}`;
  return draw("svg", { viewBox: "0 0 100 500", class: name, "aria-hidden": "true" },
    ...men.flat(), n > MOST_MEN ? draw("text", top, n) : null);
}
