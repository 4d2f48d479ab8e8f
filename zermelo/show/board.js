// A board of a shared page as SVG: cells by the look of the board, and men with light on them.

import { CHESS, CROWN, DETAILS, DRAUGHTS, KINDS, SHAPES } from "./men.js";

const SVG = "http://www.w3.org/2000/svg";

/** The side of a cell, and the room for labels around the cells. */
const SIZE = 60;
const MARGIN = 28;

/** How far apart rows of six-sided cells are, as a share of their width. */
const HEX_ROW = 0.866;

/** @param {string} tag @param {Record<string, any>} attributes @param {(Node | string)[]} parts */
function shape(tag, attributes, ...parts) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...parts);
  return made;
}

/** The gradient of light that lies on men. */
const LIGHT = `<radialGradient id="shine" cx=".36" cy=".28" r=".78">
<stop stop-color="#fff" stop-opacity=".42"/><stop offset=".42" stop-color="#fff" stop-opacity="0"/>
<stop offset=".5" stop-opacity="0"/><stop offset="1" stop-opacity=".34"/></radialGradient>`;

/** The board of a position, from one side. */
class BoardPicture {
  /** @param {any} board @param {any} node @param {boolean} isFlipped */
  constructor(board, node, isFlipped) {
    Object.assign(this, { board, node, isFlipped });
    this.pitch = board.look === "hexes" ? SIZE * HEX_ROW : SIZE;
  }

  /** The corner of a cell. @param {number} cell */
  corner(cell) {
    const { rows, columns, slant } = this.board;
    const at = this.isFlipped ? rows * columns - 1 - cell : cell;
    const row = Math.floor(at / columns);
    return [MARGIN + (at % columns) * SIZE + (row * slant * SIZE) / 2, MARGIN + row * this.pitch];
  }

  draw() {
    const { rows, columns, slant, look } = this.board;
    const width = columns * SIZE + ((rows - 1) * slant * SIZE) / 2;
    const height = (rows - 1) * this.pitch + SIZE * (look === "hexes" ? 1.155 : 1);
    const svg = shape("svg", {
      viewBox: `0 0 ${width + 2 * MARGIN} ${height + 2 * MARGIN}`,
      class: `board ${look}`,
      role: "img",
      "aria-label": this.node.status,
    });
    svg.innerHTML = `<defs>${LIGHT}</defs>`;
    const frame = { x: MARGIN - 8, y: MARGIN - 8, width: width + 16, height: height + 16, rx: 14 };
    if (!slant) svg.append(shape("rect", { ...frame, class: "frame" }));
    svg.append(...this.lines());
    this.node.cells.forEach((sign, i) => svg.append(...this.cell(sign, i)));
    svg.append(...this.labels());
    return svg;
  }

  /** The lines that join points: as the board has them, or of every row and column. */
  *lines() {
    const { rows, columns, links, look } = this.board;
    const middle = (cell) => this.corner(cell).map((x) => x + SIZE / 2);
    const pairs = look !== "lines" ? links : [
      ...Array.from({ length: rows }, (_, r) => [r * columns, (r + 1) * columns - 1]),
      ...Array.from({ length: columns }, (_, c) => [c, (rows - 1) * columns + c]),
    ];
    const way = pairs.map(([a, b]) => `M${middle(a)}L${middle(b)}`).join("");
    if (way) yield shape("path", { d: way, class: "joined" });
  }

  /** @param {string} sign @param {number} i */
  *cell(sign, i) {
    const { board: { columns, look, links }, node } = this;
    if (sign === " " && look !== "maze") return;
    const [x, y] = this.corner(i);
    const [cx, cy] = [x + SIZE / 2, y + SIZE * (look === "hexes" ? 0.577 : 0.5)];
    const isDark = (Math.floor(i / columns) + (i % columns)) % 2;
    const isLast = node.last.includes(i);
    const name = `cell${isDark ? " shaded" : ""}${isLast ? " last" : ""}`;
    if (look === "hexes") {
      const [a, b] = [SIZE / 2 - 1, SIZE * 0.289];
      const side = `L${cx + a} ${cy - b}V${cy + b}L${cx} ${cy + 2 * b}L${cx - a} ${cy + b}`;
      yield shape("path", { d: `M${cx} ${cy - 2 * b}${side}V${cy - b}z`, class: name });
    } else if (look === "drop") {
      yield shape("circle", { cx, cy, r: SIZE * 0.42, class: name });
    } else if (links.length) {
      yield shape("circle", { cx, cy, r: 5, class: name });
    } else {
      yield shape("rect", { x, y, width: SIZE, height: SIZE, class: name });
    }
    if (sign.trim()) yield drawSign(sign, cx, cy);
    if (isLast && ["lines", "drop"].includes(look)) {
      yield shape("circle", { cx, cy, r: look === "drop" ? SIZE * 0.44 : 10, class: "mark" });
    }
  }

  *labels() {
    const { rows, columns, row_labels, column_labels, upper_labels } = this.board;
    for (const [i, text] of row_labels.entries()) {
      const [x, y] = this.corner(this.isFlipped ? (i + 1) * columns - 1 : i * columns);
      const name = text.length > 2 ? "label long" : "label";
      yield shape("text", { x: x - 18, y: y + SIZE / 2 + 5, class: name }, text);
    }
    for (const [texts, row, shift] of [[column_labels, rows - 1, 54], [upper_labels, 0, -46]]) {
      for (const [i, text] of texts.entries()) {
        const [x, y] = this.corner((this.isFlipped ? rows - 1 - row : row) * columns + i);
        yield shape("text", { x: x + SIZE / 2, y: y + SIZE / 2 + shift, class: "label" }, text);
      }
    }
  }
}

/**
 * What lies on a cell, around its middle.
 * @param {string} sign @param {number} x @param {number} y
 */
function drawSign(sign, x, y) {
  const move = { transform: `translate(${x - SIZE / 2} ${y - SIZE / 2}) scale(${SIZE / 100})` };
  const at = CHESS.indexOf(sign);
  if (at >= 0) {
    const d = SHAPES[KINDS[at]];
    return shape("g", { ...move, class: at < 6 ? "man pale" : "man dark" },
      shape("path", { d, class: "body" }),
      shape("path", { d: DETAILS[KINDS[at]], class: "detail" }));
  }
  const stack = /^(\d*)([●○⛀⛁⛂⛃])$/u.exec(sign);
  if (!stack) {
    const size = sign.length > 2 ? 18 : 30;
    return shape("text", { x, y: y + size / 3, "font-size": size, class: "sign" }, sign);
  }
  const tone = "●⛂⛃".includes(stack[2]) ? "dark" : "pale";
  const drawn = shape("g", { ...move, class: `disc ${tone}` },
    shape("circle", { cx: 50, cy: 50, r: 42, class: "body" }),
    shape("circle", { cx: 50, cy: 50, r: 42, fill: "url(#shine)" }),
    shape("circle", { cx: 50, cy: 50, r: 31, class: "detail" }));
  const isKing = DRAUGHTS.indexOf(stack[2]) % 2 === 1;
  if (isKing) drawn.append(shape("path", { d: CROWN, class: "crown" }));
  if (stack[1]) drawn.append(shape("text", { x: 50, y: 62, class: "count" }, stack[1]));
  return drawn;
}

/**
 * Draw the board of a position.
 * @param {any} board its shape @param {any} node the position @param {boolean} isFlipped
 */
export const drawBoard = (board, node, isFlipped) =>
  new BoardPicture(board, node, isFlipped).draw();
