// The page of Play: the board with its tools, and the cards beside it.

import { playerSign } from "../board/signs.js";
import { button, choice, field } from "../controls.js";
import { make } from "../dom.js";
import { gamePicker } from "../game/picker.js";
import { soundSwitch } from "../game/sound.js";
import { startChoice } from "../game/starts.js";
import { viewChoice } from "../game/value.js";
import { inoutTools } from "../inout/tools.js";
import { capital, count } from "../words.js";
import { DATABASE_SEATS, PERSON } from "./seats.js";
import { playTyped } from "./typed.js";
import { isSolved } from "./values.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("../api.js").Catalogue} Catalogue
 */

const NEW_TITLE =
  "Begin again where this game began; a second time: from the start. " +
  "Undo leads back to this game.";

/**
 * The parts of the page.
 * @param {Play} view
 */
export function layOut(view) {
  const { status, board, caption, others, trouble, compiling } = view;
  const right = [
    gameCard(view),
    inoutTools(view),
    movesCard(view),
    view.engine.card,
    view.terms.root,
    view.info?.positions ? positionCard(view) : null, // the game can read positions
    make("div", { class: "row" },
      button("Analyse", () => view.analyse(), { sign: "analyse" })),
  ];
  return [
    make("h1", { class: "sr" }, "Play"),
    make("div", { class: "table" },
      status,
      view.strip.root,
      make("div", { class: "board-side" }, board.root),
      make("div", { class: "below stack tight" },
        caption, trouble, others, view.record.root, compiling.note),
      tools(view),
      make("div", { class: "stack side" }, ...right)),
  ];
}

/** @param {Play} view */
function tools(view) {
  return make("div", { class: "tiles" },
    view.pauseButton,
    button("New", () => view.restart(), { sign: "new", title: NEW_TITLE }),
    button("Take back", () => view.takeBack(), { sign: "undo" }),
    view.engine.now, // in the place of Hint, which needs a person to move
    button("Hint", () => view.hint(), { sign: "hint", class: "ask-hint" }),
    view.flipButton);
}

/** @param {Play} view */
function gameCard(view) {
  const catalogue = /** @type {Catalogue} */ (view.catalogue);
  const seats = view.seats.map((seat, p) => {
    const name = capital(view.info?.names[p] ?? `player ${p + 1}`);
    const box = field(name, choice(levels(view), seat, (value) => view.sit(p, value)));
    const sign = playerSign(view.info?.look, p, view.info?.signs[p]);
    box.querySelector("label")?.prepend(sign);
    return box;
  });
  return make("section", { class: "card", "aria-label": "Game" },
    make("div", { class: "stack tight seats" }, ...seats,
      isSolved(view) ? view.values.control() : null),
    gamePicker(catalogue, view.score.game, (game, isSame) => view.choose(game, isSame),
      view.clock.control(), viewChoice(view.info, () => view.turnValues()), soundSwitch()));
}

/** @param {Play} view @returns {[string, string, string?][]} */
function levels(view) {
  const { info, catalogue } = view;
  const listed = info?.levels ?? catalogue?.levels ?? [];
  /** @type {[string, string, string?][]} */
  const options = [[PERSON, "a person"]];
  for (const { level, about } of listed) {
    const short = about.replace(/\d[\d,]+/, (digits) => count(Number(digits.replaceAll(",", ""))));
    options.push([String(level), `Level ${level} · ${short}`, "the engine"]);
  }
  for (const [name, words] of isSolved(view) ? DATABASE_SEATS : []) {
    options.push([name, words, "a database"]);
  }
  for (const name of info?.agents ?? []) options.push([name, name, "by name"]);
  return options;
}

/** @param {Play} view */
function movesCard(view) {
  const onsubmit = (/** @type {Event} */ event) => void playTyped(view, event);
  const typed = make("form", { class: "row move-entry", onsubmit },
    view.entry, view.names, make("button", {}, "Play it"));
  return make("section", { class: "card", "aria-label": "Moves" },
    make("div", { class: "row spread" }, make("h2", {}, "Moves"), view.moves.ways),
    view.moves.list, view.menu.root, typed);
}

/** @param {Play} view */
function positionCard(view) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    view.tryFrom(view.place.read().position || null);
  };
  const begin = make("div", { class: "row" }, make("button", {}, "Begin here"));
  return make("details", { class: "card" },
    make("summary", {}, "Position as text"),
    make("form", { class: "stack tight", onsubmit: submit },
      startChoice(view.score.game, view.score.start ?? "", (text) => view.tryFrom(text)),
      view.place.fields[0], begin));
}
