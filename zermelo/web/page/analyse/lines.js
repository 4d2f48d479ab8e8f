// The engine lines (MultiPV), and the counts above them.

import { make, renew } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { textFor } from "../game/value.js";
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
 * The values of all moves and the engine lines, in texts.
 * @param {import("./analyse.js").Analyse} view
 * @returns {import("../inout/share.js").Analysis}
 */
export function analysisOf(view) {
  const { viewer, engine } = view;
  const lines = engine.lines.filter(({ line }) => line.length).map((line) =>
    ({ value: textFor(line, viewer).text, line: line.line.join(" ") }));
  const values = (/** @type {import("../game/variations.js").MoveNode} */ node) => {
    const known = view.knownAfter(node);
    return known ? textFor(known, viewer).text : "";
  };
  return { values, lines };
}

/**
 * The engine lines. The evaluation of each is a button that explains it, its first move one that
 * plays it.
 * @param {HTMLElement} list
 * @param {import("./analyse.js").Analyse} view
 * @param {import("../api.js").Position} position
 */
export function showLines(list, view, position) {
  const { engine } = view;
  const rows = engine.lines.map((line) => {
    const value = textFor(line, view.viewer);
    const title = engine.say(line, position);
    const more = line.line.length > SHOWN_MOVES ? " …" : "";
    const onclick = () => view.play(line.move);
    const first = { type: "button", class: "plain move", title: "Play this move", onclick };
    const explain = () => view.why.open(line.move);
    const label = `${title}: why?`;
    const chip = { class: `chip ${value.tone}`, title, "aria-label": label, onclick: explain };
    return make("li", { "data-key": line.move },
      line.move
        ? make("button", { type: "button", ...chip }, value.text)
        : make("span", { class: chip.class, title }, value.text),
      line.move ? make("button", first, line.move) : null,
      make("span", { class: "line" }, line.line.slice(1, SHOWN_MOVES).join(" ") + more));
  });
  keepingFocus(list, () => renew(list, rows)); // a move that changed its rank has another button
}
