// The list of moves, each a button that leads to its position, and buttons to walk through them.

import { button } from "../controls.js";
import { make, renew } from "../dom.js";

/**
 * @typedef {import("./score.js").Score} Score
 * @typedef {(ply: number) => {text: string, tone: string} | null} Note
 */

/** The player's number at a chance node. */
const CHANCE = -1;

/**
 * A list of moves, and buttons to walk through them.
 * @param {(ply: number) => void} go
 */
export function moveList(go) {
  const list = make("ol", { class: "moves", "aria-label": "moves" });
  let [at, of] = [-1, 0];
  const step = (
    /** @type {string} */ words,
    /** @type {string} */ sign,
    /** @type {() => number} */ where,
  ) => button(words, () => go(where()), { sign, bare: true, class: "plain" });
  const ways = make("div", { class: "ways", role: "group", "aria-label": "Through the game" },
    step("First position", "first", () => 0),
    step("Previous move", "back", () => Math.max(at - 1, 0)),
    step("Next move", "next", () => Math.min(at + 1, of)),
    step("Last position", "last", () => of));

  /**
   * @param {Score} score
   * @param {number} players
   * @param {Note} [note] on a ply
   */
  const show = (score, players, note) => {
    const { moves, ply } = score;
    const hasMoved = ply !== at || moves.length !== of;
    [at, of] = [ply, moves.length];
    const rows = moveRows(score, players, go, note);
    renew(list, rows.length ? rows : [make("li", { class: "quiet" }, "No moves yet.")]);
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (current && hasMoved) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    ways.querySelectorAll("button").forEach((one, i) => {
      one.setAttribute("aria-disabled", String(i < 2 ? ply === 0 : ply === moves.length));
    });
  };
  return { list, ways, show };
}

/**
 * @param {Score} score
 * @param {number} players
 * @param {(ply: number) => void} go
 * @param {Note} [note]
 */
function moveRows({ moves, movers, ply }, players, go, note) {
  const cell = (/** @type {number} */ n) => {
    if (!n) return make("span", { class: "quiet", "aria-hidden": "true" }, "…");
    const value = note?.(n);
    const attributes = {
      type: "button",
      class: "plain move",
      "data-key": `${n} ${moves[n - 1]}`,
      "aria-current": n === ply ? "step" : null,
      onclick: () => go(n),
    };
    return make("button", attributes,
      moves[n - 1], value ? make("span", { class: `tiny ${value.tone}` }, value.text) : null);
  };
  return groupPlies(movers, moves.length, players).map((plies, i) => {
    const number = make("span", { class: "no", "aria-hidden": "true" }, `${i + 1}.`);
    return make("li", {}, number, ...plies.map(cell));
  });
}

/**
 * Plies in rows. With two players the first begins a row and the second ends it; 0 stands for a
 * move that was not made. A roll of dice shares a row with its move. With more players each move
 * has a row.
 * @param {number[]} movers as far as they are known
 * @param {number} plies
 * @param {number} players
 */
export function groupPlies(movers, plies, players) {
  const hasChance = movers.includes(CHANCE);
  /** @type {number[][]} */
  const rows = [];
  let before = Infinity;
  for (let i = 0; i < plies; i++) {
    const mover = movers[i] ?? (i && before === 0 ? 1 : 0);
    const isNew = hasChance
      ? (mover === CHANCE) === (movers[0] === CHANCE)
      : players > 2 || mover <= before;
    if (isNew) rows.push(!hasChance && players === 2 && mover === 1 ? [0] : []);
    rows[rows.length - 1].push(i + 1);
    before = mover;
  }
  return rows;
}
