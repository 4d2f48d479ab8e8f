// What is shown as one HTML file, for a friend who has no studio.

import { downloadFrom } from "../api.js";
import { button, flash } from "../controls.js";
import { writeMoves } from "../game/movetext.js";

/**
 * @typedef {import("../game/gameview.js").GameView} GameView
 * @typedef {import("../game/variations.js").MoveNode} MoveNode
 * @typedef {{values: (node: MoveNode) => string, lines: {value: string, line: string}[]}} Analysis
 */

const SHARE_TITLE = "Save one HTML file that opens in any browser, without Zermelo";

/**
 * A button that saves a file, and says so.
 * @param {() => Promise<void>} save
 * @param {(error: Error) => void} complain
 */
export function shareButton(save, complain) {
  const act = async () => {
    try {
      await save();
      flash(shown, "Saved");
    } catch (error) {
      complain(/** @type {Error} */ (error));
    }
  };
  const shown = button("Share", act, { sign: "share", title: SHARE_TITLE });
  return shown;
}

/**
 * Save the game of a view, with what its engine has found.
 * @param {GameView} view
 */
export function shareGame(view) {
  const { score } = view;
  const { nodes } = writeMoves(score.root);
  const { values, lines } = view.analysis();
  return downloadFrom("share", {
    kind: "game",
    ...score.all(),
    shown: nodes.indexOf(score.node),
    values: nodes.map(values),
    lines,
    flipped: view.isFlipped,
  });
}

/** Save an exercise. @param {object} exercise the fields of the question */
export const shareExercise = (exercise) =>
  downloadFrom("share", { kind: "exercise", ...exercise });
