// A hint: the engine's move for a person, marked on the board.

/** The level of the engine that gives hints. */
const HINT_LEVEL = 7;

/** @param {import("./play.js").Play} view */
export function giveHint(view) {
  const { position } = view;
  if (view.isLoading) return void (view.isHintWanted = true);
  if (position?.over) return view.complain(new Error("The game is over."));
  if (!position || !view.isPersonToMove) {
    return view.complain(new Error("A hint needs a person to move."));
  }
  view.stop(); // the hint before this one
  view.engine.think(position, { level: HINT_LEVEL }, (move) => {
    const action = position.actions.find(({ name }) => name === move);
    const badge = { text: "✦", tone: "good", title: "the engine's hint" };
    view.hinted = {
      arrows: action ? [{ cells: action.cells, rank: 1 }] : [],
      badges: new Map([[move, badge]]),
    };
    view.showBoard();
    view.showStatus(`Hint: ${move}`);
  });
}
