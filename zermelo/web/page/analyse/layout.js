// The page of Analyse: the board with its evaluation bar, and the cards beside it.

import { button, segments, toggle } from "../controls.js";
import { make } from "../dom.js";
import { gamePicker } from "../game/picker.js";
import { soundSwitch } from "../game/sound.js";
import { startChoice } from "../game/starts.js";
import { viewChoice } from "../game/value.js";
import { inoutTools } from "../inout/tools.js";

/**
 * @typedef {import("./analyse.js").Analyse} Analyse
 * @typedef {import("../api.js").Catalogue} Catalogue
 */

/** The choices of engine lines (MultiPV). @type {[string, string][]} */
const LINES = [["1", "1"], ["2", "2"], ["3", "3"], ["5", "5"]];

const WHY_TITLE = "The tree of the analysis: the best line to its end, and what proves it";

/**
 * The parts of the page.
 * @param {Analyse} view
 */
export function layOut(view) {
  const tree = { sign: "tree", class: "main", title: WHY_TITLE };
  const { status, bar, board, caption, others, trouble } = view;
  const oncontextmenu = (/** @type {Event} */ event) => view.why.onContextMenu(event);
  const barred = make("div", { class: "barred", oncontextmenu }, bar.root, board.root);
  const right = [
    gameCard(view),
    inoutTools(view),
    engineCard(view),
    card("Moves", view.moves.ways, view.moves.list, view.menu.root),
    view.graphCard,
    view.terms.root,
  ];
  const tools = make("div", { class: "tiles" },
    button("Why?", () => view.why.open(), tree), view.flipButton,
    button("Play from here", () => view.playFromHere(), { sign: "play" }));
  return [
    make("h1", { class: "sr" }, "Analyse"),
    make("div", { class: "table" },
      status,
      view.strip.root,
      make("div", { class: "board-side" }, barred),
      make("div", { class: "below stack tight" }, caption, trouble, others),
      tools,
      make("div", { class: "stack side" }, ...right)),
    view.why.root,
  ];
}

/** @param {Analyse} view */
function engineCard(view) {
  const setLines = (/** @type {string} */ n) => view.set(() => (view.lines = Number(n)));
  const lines = segments("Lines", LINES, String(view.lines), setLines);
  const setValues = (/** @type {boolean} */ on) => view.set(() => (view.hasValues = on));
  return make("section", { class: "card engine", "aria-label": "Engine" },
    make("div", { class: "row spread" }, view.power, lines),
    view.counts, view.list, view.note, view.compiling.note, view.spoken,
    toggle("Values on the moves", view.hasValues, setValues));
}

/** @param {Analyse} view */
function gameCard(view) {
  const catalogue = /** @type {Catalogue} */ (view.catalogue);
  const isReadable = Boolean(view.info?.positions);
  const submit = (/** @type {Event} */ event) => view.onPlace(event);
  return make("section", { class: "card", "aria-label": "Game" },
    gamePicker(catalogue, view.score.game, (game, isSame) => view.choose(game, isSame),
      viewChoice(view.info, () => view.turnValues()), soundSwitch()),
    make("details", { class: "more" },
      make("summary", {}, isReadable ? "Position and moves as text" : "Moves as text"),
      make("form", { class: "stack tight", onsubmit: submit },
        startChoice(view.score.game, view.score.start ?? "", (text) => view.tryFrom(text)),
        ...view.place.fields.slice(isReadable ? 0 : 1),
        make("div", { class: "row" }, make("button", {}, "Analyse it")))));
}

/**
 * A card with a heading, a control beside it and a body.
 * @param {string} name
 * @param {HTMLElement} control
 * @param {HTMLElement[]} body
 */
export function card(name, control, ...body) {
  const head = make("div", { class: "row spread" }, make("h2", {}, name), control);
  return make("section", { class: "card", "aria-label": name }, head, ...body);
}
