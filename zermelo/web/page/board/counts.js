// Counts that are drawn: seeds in a pit, points on the way to a goal.

import { draw, make } from "../dom.js";
import { lit } from "./pieces.js";

/** The angle between two seeds, as in a sunflower. */
const TURN = Math.PI * (3 - Math.sqrt(5));

/** How far the seeds of a pit may lie from its middle, and how large they are. */
const REACH = 33;
const SEED = 11;

/** Kinds of seeds, by colour. */
const KINDS = 4;

/**
 * Seeds in a pit or, in a taller picture, in a store, with their number.
 * @param {number} n
 * @param {boolean} isStore
 */
export function seeds(n, isStore) {
  const [height, stretch] = isStore ? [250, 2.6] : [100, 1];
  const spread = Math.min(SEED * 1.25, REACH / Math.sqrt(Math.max(n, 1)));
  const middle = isStore ? height / 2 - 8 : 44;
  const drawn = Array.from({ length: n }, (_, i) => {
    const [distance, angle] = [spread * Math.sqrt(n === 1 ? 0 : i + 0.5), i * TURN];
    const cx = 50 + distance * Math.cos(angle);
    const cy = middle + distance * Math.sin(angle) * stretch;
    const r = Math.max(Math.min(SEED, spread * (isStore ? 1.3 : 0.95)), 4).toFixed(1);
    const place = { cx: cx.toFixed(1), cy: cy.toFixed(1), r };
    return [draw("circle", { ...place, class: `seed s${i % KINDS}` }),
      lit(draw("circle", place), "ball")];
  });
  const name = `piece seeds${isStore ? " store" : ""}`;
  return draw("svg", { viewBox: `0 0 100 ${height}`, class: name, "aria-hidden": "true" },
    ...drawn.flat(), draw("text", { x: 50, y: height - 5 }, n));
}

/**
 * Points on the way to a goal (12/100): the number, and how far it is.
 * @param {string} sign
 */
export function points(sign) {
  const [, now, goal] = /^(\d+)\/(\d+)$/.exec(sign) ?? [];
  if (!goal) return make("span", { class: "piece word gathered", "aria-hidden": "true" }, sign);
  const meter = make("span", { class: "way" });
  meter.style.setProperty("--done", String(Math.min(Number(now) / Number(goal), 1)));
  return make("span", { class: "piece points-kept", "aria-hidden": "true" },
    make("b", {}, now), make("small", {}, `of ${goal}`), meter);
}
