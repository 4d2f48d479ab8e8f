// Actions as clicks on cells. Pure functions: no DOM, no state.

/** @typedef {import("../api.js").Action} Action */

/** The most pieces that one move may take: a double in backgammon moves four checkers. */
const MOST_PIECES = 4;

/** Names of actions that are directions, by the arrow key that plays them. */
const DIRECTIONS = /** @type {Record<string, string[]>} */ ({
  ArrowUp: ["up", "north"],
  ArrowDown: ["down", "south"],
  ArrowLeft: ["left", "west"],
  ArrowRight: ["right", "east"],
});

const OPPOSITE = /** @type {Record<string, string>} */ ({
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
});

/** @param {string} key */
export const isArrowKey = (key) => key in DIRECTIONS;

/** @param {Action} action */
export const isDirection = ({ name }) =>
  Object.values(DIRECTIONS).some((words) => words.includes(name));

/**
 * Does an action slide everything, so that no single cell stands for it? Its cells show the
 * direction.
 * @param {Action} action
 */
export const isSlide = (action) => action.cells.length > 1 && isDirection(action);

/**
 * The action that an arrow key means. On a flipped board it is the opposite one.
 * @param {Action[]} actions
 * @param {string} key
 * @param {boolean} isFlipped
 */
export function findDirection(actions, key, isFlipped) {
  const words = DIRECTIONS[isFlipped ? OPPOSITE[key] : key];
  return actions.find(({ name }) => words.includes(name));
}

/**
 * The from-to pairs of an action's cells.
 * @param {number[]} cells
 */
export const pairs = (cells) =>
  cells.flatMap((cell, i) => (i % 2 ? [[cells[i - 1], cell]] : []));

/**
 * An action on one row, once for each row with the same signs: heaps of one size are alike.
 * @param {Action} action
 * @param {import("../api.js").BoardData} board
 * @returns {Action[]}
 */
export function inEqualRows(action, { rows, columns, cells }) {
  const [cell] = action.cells;
  const row = (/** @type {number} */ r) => cells.slice(r * columns, (r + 1) * columns).join();
  const own = row(Math.floor(cell / columns));
  const equal = Array.from({ length: rows }, (_, r) => r).filter((r) => row(r) === own);
  return equal.map((r) => ({ ...action, cells: [r * columns + (cell % columns)] }));
}

/**
 * An action of several pieces, once for each order in which the pieces can be moved.
 * @param {Action} action
 * @returns {Action[]}
 */
export function inAnyOrder(action) {
  const steps = pairs(action.cells);
  if (steps.length < 2 || steps.length > MOST_PIECES || action.cells.length % 2) return [action];
  return permutations(steps).map((order) => ({ ...action, cells: order.flat() }));
}

/**
 * @param {number[][]} steps
 * @returns {number[][][]}
 */
function permutations(steps) {
  if (steps.length < 2) return [steps];
  return steps.flatMap((first, i) =>
    permutations(steps.filter((_, k) => k !== i)).map((rest) => [first, ...rest]),
  );
}
