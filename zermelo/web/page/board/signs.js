// The signs on a board, drawn and in words, as the look of the board wants them.

import { make } from "../dom.js";
import { points, seeds } from "./counts.js";
import { ghost, lettered, piece, words } from "./pieces.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("./state.js").BoardState} BoardState
 */

/** Looks on which a letter is a player's piece. */
const LETTERED = ["pits", "dots"];

/**
 * The letters of the players, where a plain board has more than two.
 * @param {string} look
 */
const lettersOf = (look) => /\bmany-([A-Z]+)\b/.exec(look)?.[1] ?? "";

/** The highest power of two with a colour of its own on a tile. */
const TOP_TILE = 12;

/**
 * @param {string} look
 * @param {string} sign
 */
const isGhost = (look, sign) => look === "maze" && /^[A-Za-z]$/.test(sign);

/**
 * The piece that a sign stands for.
 * @param {string} look
 * @param {string} sign
 * @param {boolean} [isStore] for seeds: is it no pit?
 */
export function drawSign(look, sign, isStore = false) {
  if (look === "bowls" && /^\d+$/.test(sign)) return seeds(Number(sign), isStore);
  if (look === "race") return points(sign);
  if (isGhost(look, sign)) return ghost(sign);
  if (LETTERED.includes(look) && /^[A-Z]$/.test(sign)) return lettered(sign);
  if (sign && lettersOf(look).includes(sign)) return lettered(sign, lettersOf(look).indexOf(sign));
  const drawn = piece(sign);
  if (look === "tiled") {
    drawn.classList.add(`t${Math.min(Math.log2(Number(sign)) || 0, TOP_TILE)}`);
  }
  return drawn;
}

/**
 * The accessible name of a cell: its name, its piece, and what can be done with it.
 * @param {BoardState} state
 * @param {number} i
 * @param {import("./state.js").Target | undefined} target
 * @param {import("./state.js").Badge | undefined} badge
 */
export function sayCell(state, i, target, badge) {
  const position = /** @type {Position} */ (state.position);
  const board = /** @type {NonNullable<Position["board"]>} */ (position.board);
  const isSelected = state.selected.includes(i);
  const isHeld = state.selected.length % 2 === 1; // a piece was picked up and not put down
  const parts = [board.names[i], saySign(position, board.cells[i])].filter(Boolean);
  if (isSelected) parts.push("chosen");
  if (position.last.includes(i)) parts.push("last move");
  if (board.deciding.includes(i)) parts.push("decided the game");
  if (board.in_check.includes(i)) parts.push("in check");
  if (target === "end" && isHeld) parts.push("can go here");
  else if (target && !isSelected) parts.push(`can be played${sayMove(position, i)}`);
  if (badge) parts.push(badge.title ?? badge.text);
  return parts.join(", ");
}

/**
 * @param {Position} position
 * @param {string} sign
 */
function saySign(position, sign) {
  if (position.board?.look === "race") return sign.replace("/", " of ");
  if (!isGhost(position.board?.look ?? "", sign)) return words(sign, position) || "empty";
  return `${sign === sign.toUpperCase() ? "" : "scared "}ghost ${sign.toUpperCase()}`;
}

/**
 * The one move of a cell, where it differs from the cell's name.
 * @param {Position} position
 * @param {number} cell
 */
function sayMove({ actions, board }, cell) {
  const moves = actions.filter(({ cells }) => cells.length === 1 && cells[0] === cell);
  const isNamed = moves.length === 1 && board?.names[cell].endsWith(moves[0].name);
  return moves.length === 1 && !isNamed ? `: ${moves[0].name}` : "";
}

/**
 * The name of the move that a click on a cell plays.
 * @param {BoardState} state
 * @param {number} cell
 */
export function nameMove({ position }, cell) {
  return position?.actions.find(({ cells }) => cells[0] === cell)?.name ?? "";
}

/**
 * A sign for the player to move, or a star when the game is over.
 * @param {Position} position
 */
export function moverSign(position) {
  if (position.over) return make("span", { class: "who over", "aria-hidden": "true" });
  return playerSign(position.board?.look, position.player, position.player_sign);
}

/**
 * A player's piece where the game declares one, and a shape otherwise.
 * @param {string | null | undefined} look
 * @param {number} player
 * @param {string | undefined} sign
 */
export function playerSign(look, player, sign) {
  const shape = player < 0 ? "chance" : player % 2 ? "down" : "up";
  const element = make("span", { class: `who ${look ?? "plain"}`, "aria-hidden": "true" });
  const isSeat = (!look || lettersOf(look)) && /^[A-Z]$/.test(sign ?? "");
  if (!sign) element.classList.add(shape);
  else if (isSeat) element.append(lettered(sign, player));
  else element.append(LETTERED.includes(look ?? "") ? lettered(sign) : piece(sign));
  return element;
}
