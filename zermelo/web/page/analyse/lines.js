// The engine lines (MultiPV), and the counts above them.

import { make, renew } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { count } from "../words.js";

/** The most moves of a line that are shown. */
const SHOWN_MOVES = 14;

/**
 * Depth, nodes, speed and how full the transposition table is.
 * @param {HTMLElement} root
 * @param {any} event
 */
export function showCounts(root, event) {
  const { depth, nodes = 0, nps, table = null } = event ?? {};
  const counts = [
    ["depth", depth ? String(depth) : "–"],
    ["nodes", event ? count(nodes) : "–"],
    ["nodes/s", nps ? count(nps) : "–"],
    ["hash", table === null ? "–" : `${Math.round(100 * table)} %`],
  ];
  const pairs = counts.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value)));
  root.replaceChildren(...pairs);
}

/**
 * The engine lines, each with its evaluation and a button that plays its first move.
 * @param {HTMLElement} list
 * @param {import("./engine.js").Engine} engine
 * @param {import("../api.js").Position} position
 * @param {(name: string) => void} play
 */
export function showLines(list, engine, position, play) {
  const rows = engine.lines.map((line) => {
    const value = engine.describe(line, position.player);
    const title = `${value.title} for ${position.player_name}`;
    const more = line.line.length > SHOWN_MOVES ? " …" : "";
    const onclick = () => play(line.move);
    const first = { type: "button", class: "plain move", title: "Play this move", onclick };
    return make("li", { "data-key": line.move },
      make("span", { class: `chip ${value.tone}`, title }, value.text),
      line.move ? make("button", first, line.move) : null,
      make("span", { class: "line" }, line.line.slice(1, SHOWN_MOVES).join(" ") + more));
  });
  keepingFocus(list, () => renew(list, rows)); // a move that changed its rank has another button
}
