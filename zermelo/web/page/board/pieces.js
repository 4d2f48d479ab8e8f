// Pieces, drawn: one shape for each sign that a board may hold. A sign without a shape is written as it is.

import { draw } from "../dom.js";

/** What a sign is called when it is read aloud. */
const WORDS = /** @type {Record<string, string>} */ ({
  "⛀": "white man", "⛁": "white king", "⛂": "black man", "⛃": "black king",
  "♔": "white king", "♕": "white queen", "♖": "white rook", "♗": "white bishop", "♘": "white knight", "♙": "white pawn",
  "♚": "black king", "♛": "black queen", "♜": "black rook", "♝": "black bishop", "♞": "black knight", "♟": "black pawn",
  "█": "wall", "•": "dot", "◉": "capsule", "ᗧ": "Pac-Man", "─": "line", "│": "line", "■": "box",
});
const DISCS = /** @type {Record<string, string>} */ ({ "●": "dark disc", "○": "light disc" });

/** Chess pieces on a square of 100; the base is the same for all. */
const BASE = "M24 88h52v-6q0-5-6-6H30q-6 1-6 6z";
const SHAPES = /** @type {Record<string, string>} */ ({
  p: `${BASE}M33 76q9-10 11-24h12q2 14 11 24zM50 24a14 14 0 0 1 8 25.5h-16A14 14 0 0 1 50 24z`,
  r: `${BASE}M32 76l4-32h28l4 32zM28 18h11v8h6v-8h10v8h6v-8h11v20l-6 6H34l-6-6z`,
  n: `${BASE}M32 76q0-12 8-20 5-5 6-10-7 6-15 7l-7-7q7-10 10-18 3-9 12-12l3-7 7 7q18 4 20 28 1 16-2 32z`,
  b: `${BASE}M34 76q7-8 7-16h18q0 8 7 16zM40 60q-10-8-8-20 3-12 18-24 15 12 18 24 2 12-8 20zM50 8a5 5 0 1 1 0 10 5 5 0 0 1 0-10z`,
  q: `${BASE}M30 76l-9-40 15 15 3-25 11 23 11-23 3 25 15-15-9 40zM21 28a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM39 17a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM61 17a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM79 28a5 5 0 1 1 0 10 5 5 0 0 1 0-10z`,
  k: `${BASE}M30 76q-14-16-9-28 6-11 20-6 5 2 9 8 4-6 9-8 14-5 20 6 5 12-9 28zM46 8h8v8h8v8h-8v14h-8V24h-8v-8h8z`,
});
const DETAILS = /** @type {Record<string, string>} */ ({
  n: "M58 40a2.5 2.5 0 1 1-.1 0",
  b: "M50 30v16M43 38h14",
  k: "M50 52v24",
  r: "M36 44h28",
});

const CHESS = "♔♕♖♗♘♙♚♛♜♝♞♟";
const KINDS = "kqrbnpkqrbnp";

/**
 * What lies on a cell, in words. A disc is whose it is: that it is dark may not even be so.
 * @param {string} sign
 * @param {{players: string[], signs: string[]}} game
 * @returns {string}
 */
export function words(sign, { players, signs }) {
  if (!sign.trim()) return "";
  const men = /^(\d+)(\D)$/u.exec(sign);
  if (men) return `${men[1]} ${words(men[2], { players, signs })}`;
  return WORDS[sign] ?? players[signs.indexOf(sign)] ?? DISCS[sign] ?? sign;
}

/** @param {...SVGElement} parts */
const frame = (...parts) => draw("svg", { viewBox: "0 0 100 100", class: "piece", "aria-hidden": "true", focusable: "false" }, ...parts);

/** @param {string} sign */
function chessman(sign) {
  const at = CHESS.indexOf(sign);
  const kind = KINDS[at];
  const made = frame(draw("path", { d: SHAPES[kind], class: "body" }));
  if (DETAILS[kind]) made.append(draw("path", { d: DETAILS[kind], class: "line" }));
  made.classList.add("man", at < 6 ? "white" : "black");
  return made;
}

/** @param {string} sign */
function draughtsman(sign) {
  const made = frame(draw("circle", { cx: 50, cy: 50, r: 38, class: "body" }), draw("circle", { cx: 50, cy: 50, r: 29, class: "line" }));
  if ("⛁⛃".includes(sign)) made.append(draw("path", { d: "M30 62l-3-24 13 10 10-16 10 16 13-10-3 24z", class: "crown" }));
  made.classList.add("man", "⛀⛁".includes(sign) ? "white" : "black");
  return made;
}

/** @param {string} sign */
function disc(sign) {
  const made = frame(draw("circle", { cx: 50, cy: 50, r: 40, class: "body" }), draw("circle", { cx: 50, cy: 50, r: sign === "●" ? 13 : 24, class: "line" }));
  made.classList.add("disc", sign === "●" ? "first" : "second");
  return made;
}

/**
 * A stack of men on a point: as many as fit are drawn, the number says the rest.
 * @param {number} n
 * @param {string} sign
 */
function pile(n, sign) {
  const made = draw("svg", { viewBox: "0 0 100 500", class: "piece pile", "aria-hidden": "true" });
  const shown = Math.min(n, 5);
  for (let i = 0; i < shown; i++) made.append(draw("circle", { cx: 50, cy: 450 - 94 * i, r: 44, class: "body" }));
  if (n > 5) made.append(draw("text", { x: 50, y: 466 - 94 * 4, class: "count" }, n));
  made.classList.add("disc", sign === "●" ? "first" : "second");
  return made;
}

/**
 * @param {string} sign
 * @returns {Element}
 */
export function piece(sign) {
  if (CHESS.includes(sign)) return chessman(sign);
  if ("⛀⛁⛂⛃".includes(sign)) return draughtsman(sign);
  if (sign === "●" || sign === "○") return disc(sign);
  if (sign === "X") return mark("cross", draw("path", { d: "M24 24l52 52M76 24L24 76" }));
  if (sign === "O") return mark("nought", draw("circle", { cx: 50, cy: 50, r: 28 }));
  if (sign === "█") return mark("wall", draw("rect", { width: 100, height: 100 }));
  if (sign === "•") return mark("dot", draw("circle", { cx: 50, cy: 50, r: 11 }));
  if (sign === "◉") return mark("dot", draw("circle", { cx: 50, cy: 50, r: 24 }));
  if (sign === "ᗧ") return mark("pacman", draw("path", { d: "M50 50L86 29A42 42 0 1 0 86 71z" }));
  const men = /^(\d+)([●○])$/u.exec(sign);
  if (men) return pile(Number(men[1]), men[2]);
  const made = document.createElement("span");
  made.className = "piece word";
  made.setAttribute("aria-hidden", "true");
  made.textContent = sign;
  return made;
}

/**
 * @param {string} name
 * @param {SVGElement} part
 */
function mark(name, part) {
  const made = frame(part);
  made.classList.add("mark", ...name.split(" "));
  return made;
}

/**
 * A man of one of several players, by its letter.
 * @param {string} sign
 */
export function lettered(sign) {
  const made = mark(`letter l${sign.toUpperCase()}`, draw("circle", { cx: 50, cy: 50, r: 42 }));
  made.append(draw("text", { x: 50, y: 66 }, sign));
  return made;
}

/**
 * A ghost by its letter: A, B … in its own colour, pale when it is scared.
 * @param {string} sign
 */
export function ghost(sign) {
  const body = "M14 92V48a36 36 0 0 1 72 0v44l-12-10-12 10-12-10-12 10-12-10z";
  const made = mark(`ghost g${sign.toUpperCase()}`, draw("path", { d: body }));
  if (sign !== sign.toUpperCase()) made.classList.add("scared");
  made.append(draw("text", { x: 50, y: 64 }, sign.toUpperCase()));
  return made;
}
