// Where a game stands, as people write it: a position's text, and the moves from there.

import { field, make } from "./dom.js";
import { BETWEEN, joined, split } from "./score.js";

/**
 * Moves with spaces between them; those of a game that has spaces in its moves with ~.
 * @param {string[]} moves
 */
const written = (moves) => (moves.some((move) => /[\s~\\]/.test(move)) ? joined(moves) : moves.join(" "));

/** The server knows which words are one move. @param {string} text */
function read(text) {
  return text.includes(BETWEEN) ? split(text).map((move) => move.trim()).filter(Boolean) : text.split(/\s+/).filter(Boolean);
}

/**
 * @param {string} [position]
 * @param {string[]} [moves]
 */
export function placeInputs(position = "", moves = []) {
  const input = (/** @type {string} */ value, /** @type {string} */ placeholder) =>
    make("input", { type: "text", spellcheck: "false", autocomplete: "off", value, placeholder });
  const text = input(position, "the start");
  const line = input(written(moves), "apart by spaces or ~");
  return {
    text,
    line,
    fields: [field("Position", text), field("Moves from there", line)],
    read: () => ({ position: text.value.trim(), moves: read(line.value) }),
  };
}
