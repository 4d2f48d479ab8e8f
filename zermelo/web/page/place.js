// Where a game stands, as people write it: a position's text, and the moves from there.

import { field, make } from "./dom.js";

/**
 * @param {string} [position]
 * @param {string[]} [moves]
 */
export function placeInputs(position = "", moves = []) {
  const input = (/** @type {string} */ value, /** @type {string} */ placeholder) =>
    make("input", { type: "text", spellcheck: "false", autocomplete: "off", value, placeholder });
  const text = input(position, "the start");
  const line = input(moves.join(" "), "with spaces between them");
  return {
    text,
    line,
    fields: [field("Position", text), field("Moves from there", line)],
    read: () => ({ position: text.value.trim(), moves: line.value.trim().split(/\s+/).filter(Boolean) }),
  };
}
