// Dice, drawn as dice.

import { draw } from "../dom.js";

/** Where the pips of each number are, on a square of 100. @type {Record<number, number[][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[29, 24], [71, 24], [29, 50], [71, 50], [29, 76], [71, 76]],
};

/** A die. Where it has more than six sides, a number is written on it. @param {number} n */
function die(n) {
  const attributes = { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" };
  const body = draw("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18, class: "body" });
  const pips = PIPS[n]?.map(([cx, cy]) => draw("circle", { cx, cy, r: 9.5, class: "pip" }));
  return draw("svg", attributes, body, ...(pips ?? [draw("text", { x: 50, y: 66 }, n)]));
}

/**
 * Lay dice on a board; without any the place is empty.
 * @param {HTMLElement} place
 * @param {number[]} dice
 */
export function showDice(place, dice) {
  const text = dice.join(" and ");
  if (place.dataset.dice === text) return;
  place.dataset.dice = text;
  place.setAttribute("aria-label", `dice: ${text}`);
  place.hidden = !dice.length;
  place.replaceChildren(...dice.map(die));
}
