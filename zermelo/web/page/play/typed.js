// Moves that are typed.

import { post } from "../api.js";

/** @typedef {import("../api.js").Position} Position */

/**
 * The actions that a text means; null if the person has gone on. A move may take several actions:
 * the jumps of a capture.
 * @param {import("./play.js").Play} view
 * @param {string} text
 */
export async function readMove(view, text) {
  const { score, turn } = view;
  const position = await score.at(); // the text may be typed before the position is there
  if (turn !== view.turn) return null;
  if (!view.isPersonToMove) {
    throw new Error(position.over ? "The game is over." : "It is not your turn.");
  }
  if (position.actions.some(({ name }) => name === text)) return [text];
  const request = score.request();
  const body = { ...request, moves: [...request.moves, text] };
  const { moves } = /** @type {Position} */ (await post("position", body));
  return moves.slice(request.moves.length);
}
