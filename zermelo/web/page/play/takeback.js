// Moves that are taken back.

import { PERSON } from "./seats.js";

/** @typedef {import("../game/variations.js").MoveNode} MoveNode */

/**
 * The last move before the one that is shown after which a person was to move, or anyone where only
 * engines play.
 * @param {import("./play.js").Play} view
 * @returns {Promise<MoveNode>}
 */
export async function findTakeBack({ score, seats, isWatched }) {
  const nodes = [score.root, ...score.node.path];
  for (const node of nodes.slice(0, -1).reverse()) {
    const { player } = await score.after(node);
    if (player >= 0 && (seats[player] === PERSON || isWatched)) return node;
  }
  throw new Error("There is no move of yours to take back.");
}
