// The table of beliefs and realities, filled by playing.

import { button, field } from "../controls.js";
import { make } from "../dom.js";
import { number } from "../words.js";
import { tableReasons } from "./why.js";

/**
 * @typedef {import("./arena.js").Arena} Arena
 * @typedef {{pacman: string, ghosts: string, games: number, wins: number, eaten: number,
 *            score: number, deviation?: number}} Row
 */

const DEFAULT_GAMES = "10";

export class TableTab {
  /** @param {Arena} arena */
  constructor(arena) {
    this.arena = arena;
  }

  open() {
    const { arena } = this;
    const numeric = { type: "number", inputmode: "numeric" };
    const count = arena.get("games", DEFAULT_GAMES);
    const games = make("input", { ...numeric, min: 1, max: 50, value: count });
    const seed = make("input", { ...numeric, min: 0, value: arena.get("seed", "0") });
    const shown = make("div", { class: "stack" }, pairTable(arena.info, []));
    const run = () => {
      arena.setting = { show: "table", games: games.value, seed: seed.value };
      arena.write();
      arena.complain(null);
      this.#fill(shown);
    };
    arena.room.replaceChildren(make("div", { class: "stack" },
      make("p", {}, "Pac-Man plays against ghosts that are as he believes, and against ghosts",
        " that are not. The searches play every game now."),
      make("div", { class: "row end" },
        field("Games for each pair", games), field("Seed", seed),
        button("Play them", run, { class: "main", sign: "play" })),
      make("p", { class: "quiet small" }, "The same seed gives the same games."), shown));
    this.#fill(shown);
  }

  /** @param {HTMLElement} shown */
  #fill(shown) {
    const { arena } = this;
    /** @type {Map<string, Row>} */
    const rows = new Map();
    let left = 0;
    const table = () => pairTable(arena.info, [...rows.values()]);
    shown.replaceChildren(progress(0, 1), table());
    const games = Number(arena.get("games", DEFAULT_GAMES));
    const message = { ask: "arena-table", games, seed: Number(arena.get("seed", "0")) };
    const onEvent = (/** @type {any} */ event) => {
      if (event.event === "started") rows.clear(); // after a lost connection the games start again
      if (event.event === "game") {
        left = event.total - event.done;
        addGame(rows, event);
        shown.replaceChildren(progress(event.done, event.total), table());
      }
      if (event.event !== "done" || !event.table) return;
      const words = left ? `Time is up with ${left} games left to play.` : "All games are played.";
      const notice = { class: left ? "notice" : "notice good", role: "status" };
      shown.replaceChildren(make("p", notice, words), make("div", { class: "explained" },
        pairTable(arena.info, event.table), tableReasons(event, message.seed)));
    };
    arena.ask(message, onEvent, () => shown.replaceChildren(table()));
  }
}

/**
 * Count a game that was played.
 * @param {Map<string, Row>} rows
 * @param {{pacman: string, ghosts: string, won: boolean, eaten: boolean, score: number}} game
 */
function addGame(rows, { pacman, ghosts, won, eaten, score }) {
  const key = `${pacman} ${ghosts}`;
  const row = rows.get(key) ?? { pacman, ghosts, games: 0, wins: 0, eaten: 0, score: 0 };
  rows.set(key, {
    ...row,
    games: row.games + 1,
    wins: row.wins + Number(won),
    eaten: row.eaten + Number(eaten),
    score: (row.score * row.games + score) / (row.games + 1),
  });
}

/**
 * A table of all pairs: beliefs down, realities across.
 * @param {import("./arena.js").PacmanInfo} info
 * @param {Row[]} rows
 */
export function pairTable({ beliefs, realities }, rows) {
  const cell = (/** @type {string} */ pacman, /** @type {string} */ ghosts) => {
    const row = rows.find((one) => one.pacman === pacman && one.ghosts === ghosts);
    if (!row) return make("td", { class: "quiet" }, "–");
    return make("td", {},
      make("strong", {}, number(Math.round(row.score))),
      make("span", {}, `won ${row.wins} of ${row.games}`),
      meter(row.wins / Math.max(row.games, 1)));
  };
  const heads = realities.map((name) => make("th", { scope: "col" }, `${name} ghosts`));
  const lines = beliefs.map((name) => make("tr", {},
    make("th", { scope: "row" }, `${name} Pac-Man`),
    ...realities.map((reality) => cell(name, reality))));
  return make("table", { class: "grid2 numbers" },
    make("caption", {}, "Mean score, and games won"),
    make("thead", {}, make("tr", {}, make("td", {}), ...heads)),
    make("tbody", {}, ...lines));
}

/** @param {number} share */
function meter(share) {
  const bar = make("span", { class: "meter", "aria-hidden": "true" }, make("span"));
  bar.style.setProperty("--share", String(share));
  return bar;
}

/**
 * @param {number} done
 * @param {number} total
 */
export function progress(done, total) {
  return make("div", { class: "progress" },
    make("progress", { max: total, value: done, "aria-label": "games played" }),
    make("span", { class: "quiet small numbers" }, `${done} of ${total}`));
}
