// Buttons for the actions that no cells of the board stand for.

import { make } from "../dom.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {import("../api.js").Action} Action
 * @typedef {import("./state.js").Badge} Badge
 */

/** The most actions that get a button. */
const MOST_BUTTONS = 60;

/** The most cells that a person clicks in order. */
const MOST_CELLS = 2;

/**
 * The actions that need buttons: those without cells, or with too many to click.
 * @param {Position} position
 */
export function buttonActions({ actions, board }) {
  return actions.filter(({ cells }) => !board || !cells.length || cells.length > MOST_CELLS);
}

/**
 * Buttons for actions, and a note on those for which there is no room.
 * @param {Action[]} actions
 * @param {(name: string) => void} play
 * @param {Map<string, Badge>} [badges] by action
 */
export function actionButtons(actions, play, badges) {
  const left = actions.length - MOST_BUTTONS;
  const buttons = actions.slice(0, MOST_BUTTONS).map(({ name }) => {
    const badge = badges?.get(name);
    const chip = badge && { class: `chip ${badge.tone}`, title: badge.title ?? null };
    return make("button", { type: "button", "data-key": name, onclick: () => play(name) },
      name, badge && make("span", chip, badge.text));
  });
  const note = make("span", { class: "quiet small" }, `… and ${left} more, which can be typed`);
  return left > 0 ? [...buttons, note] : buttons;
}

/**
 * The line below a board (dice, a count), unless the line above it says the same.
 * @param {Position} position
 * @param {string} status
 */
export const captionOf = ({ caption }, status) => (caption === status ? "" : caption);
