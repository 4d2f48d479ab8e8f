// Why the table is as it is: what the server says of each pair, with links to games that were lost.

import { make } from "../dom.js";

/**
 * @typedef {{pacman: string, ghosts: string, words: string, game: number | null,
 *            step: number}} Explanation
 * @typedef {{why: Explanation[], conclusion: string, film: Record<string, any>}} Told
 */

/**
 * @param {Told} told
 * @param {number} seed of the table
 */
export function tableReasons({ why, conclusion, film }, seed) {
  const item = (/** @type {Explanation} */ one) => make("li", {}, one.words, " ",
    one.game === null ? null : make("a", { href: filmAddress(one, film, seed) },
      `Watch game ${one.game + 1}`));
  return make("section", { class: "card reasons", "aria-label": "Why" },
    make("h2", {}, "Why"),
    conclusion ? make("p", {}, conclusion) : null,
    make("ul", {}, ...why.map(item)));
}

/**
 * The address of a game of the table, at the step that matters.
 * @param {Explanation} one
 * @param {Told["film"]} film
 * @param {number} seed
 */
function filmAddress({ pacman, ghosts, game, step }, film, seed) {
  const params = new URLSearchParams({
    show: "game",
    believes: pacman,
    ghosts,
    ...film,
    seed: String(seed),
    table_game: String(game),
    step: String(step),
  });
  return `#/pacman?${params}`;
}
