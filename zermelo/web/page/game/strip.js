// The players beside the board: the men that each has taken, and their clocks. Without any of both
// it takes no room.

import { drawSign, playerSign } from "../board/signs.js";
import { make, renew } from "../dom.js";
import { capital } from "../words.js";

/**
 * @typedef {import("../api.js").Position} Position
 * @typedef {{text: string, isLow: boolean}} ClockText
 */

export class PlayerStrip {
  root = make("div", { class: "strip", role: "group", "aria-label": "Players", hidden: true });

  /**
   * @param {Position} position
   * @param {Record<string, string>} tags of an imported game: who was White, and who Black
   * @param {ClockText[]} [clocks] of each player, where the game is played with clocks
   */
  show(position, tags, clocks = []) {
    const captured = position.board?.captured ?? [];
    this.root.hidden = !clocks.length && !captured.some(({ length }) => length);
    if (this.root.hidden) return;
    renew(this.root, position.players.map((name, p) =>
      make("div", { class: `player${position.player === p ? " moving" : ""}` },
        playerSign(position.board?.look, p, position.signs[p]),
        nameOf(capital(name), tags),
        menOf(position.board?.look ?? "plain", captured[p] ?? []),
        clocks[p] ? clockOf(clocks[p]) : null)));
  }
}

/**
 * The name of a player: that of the person, where an imported game has it.
 * @param {string} side
 * @param {Record<string, string>} tags
 */
function nameOf(side, tags) {
  const person = Object.hasOwn(tags, side) && tags[side] !== "?" ? tags[side] : "";
  return make("span", { class: "name", title: person ? side : null }, person || side);
}

/**
 * Men that were taken: those of one kind overlap.
 * @param {string} look
 * @param {string[]} signs
 */
function menOf(look, signs) {
  const label = signs.length ? `has taken ${signs.length}` : null;
  const men = signs.map((sign, i) =>
    make("span", { class: sign === signs[i - 1] ? "taken same" : "taken" }, drawSign(look, sign)));
  return make("span", { class: `men ${look}`, role: label ? "img" : null, "aria-label": label },
    ...men);
}

/** @param {ClockText} clock */
function clockOf({ text, isLow }) {
  return make("span", { class: `clock${isLow ? " low" : ""}`, role: "timer" }, text);
}
