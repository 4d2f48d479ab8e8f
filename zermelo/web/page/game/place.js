// Inputs for a position as text and the moves from there.

import { field } from "../controls.js";
import { make } from "../dom.js";
import { joined, split } from "./movetext.js";
import { SEPARATOR } from "./variations.js";

/**
 * Moves with spaces between them, or with ~ where moves have spaces.
 * @param {string[]} moves
 */
function format(moves) {
  return moves.some((move) => /[\s~\\]/.test(move)) ? joined(moves) : moves.join(" ");
}

/** Words of moves. The server knows which words are one move. @param {string} text */
function parse(text) {
  const parts = text.includes(SEPARATOR) ? split(text) : text.split(/\s+/);
  return parts.map((move) => move.trim()).filter(Boolean);
}

/**
 * @param {string} [position]
 * @param {string[]} [moves]
 */
export function placeInputs(position = "", moves = []) {
  const attributes = { type: "text", spellcheck: "false", autocomplete: "off" };
  const text = make("input", { ...attributes, value: position, placeholder: "the start" });
  const placeholder = "apart by spaces or ~";
  const line = make("input", { ...attributes, value: format(moves), placeholder });
  return {
    text,
    line,
    fields: [field("Position", text), field("Moves from there", line)],
    read: () => ({ position: text.value.trim(), line: line.value, moves: parse(line.value) }),
  };
}
