// Analyse all moves: a short search of every position of the line that is shown.

/** @typedef {import("./analyse.js").Analyse} Analyse */

/** @param {Analyse} view */
export async function analyseAll(view) {
  view.stop();
  const turn = ++view.turn;
  const { score } = view;
  const { length } = score.line;
  const label = (/** @type {string} */ words) => view.allButton.lastChild?.replaceWith(words);
  view.allTurn = turn;
  try {
    for (let ply = 0; ply <= length && turn === view.turn; ply++) {
      label(`Analysing ${ply} of ${length}`);
      const position = await score.at(ply);
      if (turn === view.turn) await glance(view, position, ply);
    }
    if (turn === view.turn) view.show();
  } catch (error) {
    if (turn === view.turn) view.fail(error, () => analyseAll(view), turn);
  } finally {
    if (turn === view.allTurn) label("Analyse all moves"); // or it was begun again
  }
}

/**
 * @param {Analyse} view
 * @param {import("../api.js").Position} position
 * @param {number} ply
 */
async function glance(view, position, ply) {
  view.noteEnd(position, ply);
  const isKnown = view.knownAfter(view.score.nodeAt(ply));
  if (isKnown || position.over || position.player < 0) return;
  await view.engine.glance(position, ply);
}
