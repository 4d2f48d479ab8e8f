// Moves that are typed.

/** The place of a mistake in the first word, which needs no words. */
const FIRST_PLACE = /^move \d+\.+ \(line 1, column 1\): /;

/**
 * The actions that a text means; null if the person has gone on. A move may take several actions:
 * the jumps of a capture.
 * @param {import("./play.js").Play} view
 * @param {string} text
 */
async function readMove(view, text) {
  const { score, turn } = view;
  const position = await score.at(); // the text may be typed before the position is there
  if (turn !== view.turn) return null;
  if (!view.isPersonToMove) {
    throw new Error(position.over ? "The game is over." : "It is not your turn.");
  }
  if (position.actions.some(({ name }) => name === text)) return [text];
  return (await score.read(text)).line;
}

/**
 * Play the move that was typed; say what is wrong with it if it cannot be played.
 * @param {import("./play.js").Play} view
 * @param {Event} event
 */
export async function playTyped(view, event) {
  event.preventDefault();
  const { entry, turn } = view;
  const text = entry.value.trim();
  if (!text) return;
  try {
    const names = await readMove(view, text);
    if (!names || turn !== view.turn) return;
    entry.value = "";
    view.play(names[0], ...names.slice(1));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (turn === view.turn) view.complain(new Error(message.replace(FIRST_PLACE, "")));
  }
}
