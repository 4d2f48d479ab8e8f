// The frame of the studio: which view is open, the theme, the keys.

import { catalogue } from "./api.js";
import { button } from "./controls.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { STEPS, stepsOf } from "./help/steps.js";
import { startTour } from "./help/tour.js";
import { live } from "./live.js";
import * as trail from "./trail.js";

/**
 * @typedef {URLSearchParams} Params
 * @typedef {{write: (params: Record<string, any>, shorter?: Record<string, any>) => void,
 *            keep: () => void, address: () => string, trail: typeof trail}} Frame
 * @typedef {{close?: () => void, update?: (params: Params) => void}} View
 * @typedef {{title: string, keys?: [string, string][],
 *            open: (root: HTMLElement, params: Params, frame: Frame) => View}} ViewModule
 */

/** @type {Record<string, () => Promise<ViewModule>>} */
const VIEWS = {
  "": () => import("./home.js"),
  lab: () => import("./lab/lab.js"),
  play: () => import("./play/play.js"),
  analyse: () => import("./analyse/analyse.js"),
  practise: () => import("./practise/practise.js"),
  pacman: () => import("./pacman/arena.js"),
  lectures: () => import("./lectures/lectures.js"),
};

/** Views of a game: the links to them lead to the game that is shown. */
const GAME_VIEWS = ["play", "analyse"];

/** @type {Record<string, string>} */
const THEMES = { system: "as the system", light: "light", dark: "dark" };

/** @type {[string, string][]} */
const KEYS = [
  ["?", "this list"],
  ["Alt + 1 … 6", "lab, play, analyse, practise, Pac-Man, lectures"],
];

/** Where a question mark is typed, and does not open the list of keys. */
const TYPING = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select";

/** The most characters of an address: browsers show no more. */
const LONGEST = 30_000;

/** Characters that stay readable in an address, by their escapes. @type {Record<string, string>} */
const READABLE = {
  "%20": "+",
  "%2C": ",",
  "%3A": ":",
  "%2F": "/",
  "%5B": "[",
  "%5D": "]",
  "%3D": "=",
  "%40": "@",
  "%7B": "{",
  "%7D": "}",
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {{name: string, module: ViewModule, view: View} | null} */
let shown = null;

/** The address last followed or written. If the browser has another one, it is on its way there. */
let followed = "";

// ---------------------------------------------------------------------- addresses

/** The view and its parameters, as the address has them. */
function place() {
  const [path, query = ""] = trail.whole().replace(/^#\/?/, "").split(/\?(.*)/s);
  const name = Object.hasOwn(VIEWS, path) ? path : "";
  return { name, params: new URLSearchParams(query) };
}

/**
 * An address that people can read: only what must be is escaped.
 * @param {string} view
 * @param {Record<string, any>} params
 */
export function route(view, params) {
  const parts = Object.entries(params)
    .filter(([, value]) => value || value === 0)
    .map(([key, value]) => `${key}=${escape(value === true ? "1" : String(value))}`);
  return `#/${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** @param {string} text */
function escape(text) {
  return encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (code) => READABLE[code] ?? code);
}

/** Let the links to the views of a game lead to this one. @param {Record<string, any>} params */
function linkGame({ game, position, moves, ply, resume, tags, seats, paused, flip }) {
  for (const view of GAME_VIEWS) {
    const address = route(view, { game, position, moves, ply, resume, tags, seats, paused, flip });
    linkTo(view)?.setAttribute("href", address);
  }
}

/** @param {string} view */
const linkTo = (view) => document.querySelector(`nav [data-view="${view}"]`);

/**
 * What a view may ask of the frame: `write` the address of what is shown, with other parameters if
 * it is too long for one; `keep` it in the history before something takes its place; the `trail` of
 * what was kept.
 * @param {string} name
 * @returns {Frame}
 */
function frame(name) {
  const isHere = () =>
    shown?.name === name && place().name === name && location.hash === followed;
  return {
    write: (params, shorter = {}) => {
      if (!isHere()) return; // the person is going elsewhere
      const whole = route(name, params);
      const isLong = whole.length > LONGEST;
      trail.rewrite(isLong ? route(name, { ...params, ...shorter }) : whole, isLong ? whole : null);
      followed = location.hash;
      if (GAME_VIEWS.includes(name)) linkGame(params);
    },
    keep: () => {
      if (isHere()) trail.add();
    },
    address: () => new URL(trail.whole(), location.href).href,
    trail,
  };
}

/** The styles of the views, once they are wanted. @type {Promise<unknown> | null} */
let styled = null;

/**
 * Load what the start page does without: the styles of the views, each in its place, and their
 * modules at once, not one after the other as they import each other. The promise is of the styles.
 */
function preload() {
  if (styled) return styled;
  const later = /** @type {NodeListOf<HTMLTemplateElement>} */ (
    document.querySelectorAll("template.later"));
  const sheets = [...later].flatMap(({ content }) =>
    [...content.querySelectorAll("link[rel=stylesheet]")]);
  styled = Promise.all(sheets.map((sheet) => new Promise((on) => {
    sheet.addEventListener("load", on);
    sheet.addEventListener("error", on);
  })));
  for (const part of later) part.replaceWith(part.content);
  return styled;
}

async function go() {
  trail.arrive();
  const { name, params } = place();
  const hash = (followed = location.hash);
  if (shown?.name === name && shown.view.update) return shown.view.update(params);
  const styles = name ? preload() : null;
  if (name) catalogue().catch(() => {}); // fetched with the view, which reports the error
  const [module] = await Promise.all([VIEWS[name](), styles]);
  if (location.hash !== hash) return; // the person has gone on
  shown?.view.close?.();
  const root = make("div", { class: `view ${name || "home"}` });
  main.replaceChildren(root);
  document.title = name ? `${module.title} · Zermelo studio` : "Zermelo studio";
  showCurrent(name);
  shown = { name, module, view: {} };
  shown.view = module.open(root, params, frame(name));
  window.scrollTo(0, 0);
}

/** Mark the link to the view that is open. @param {string} name */
function showCurrent(name) {
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if (link.getAttribute("data-view") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// ---------------------------------------------------------------------- theme

const themeButton = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

/** The chosen theme. */
function theme() {
  const { wish = "system" } = document.documentElement.dataset;
  return wish in THEMES ? wish : "system";
}

function showTheme() {
  const words = `Theme: ${THEMES[theme()]}`;
  themeButton.replaceChildren(icon(theme()));
  themeButton.setAttribute("aria-label", words);
  themeButton.title = words;
}

themeButton.addEventListener("click", () => {
  const names = Object.keys(THEMES);
  try {
    localStorage.setItem("zermelo-theme", names[(names.indexOf(theme()) + 1) % names.length]);
  } catch {
    // storage is forbidden: the theme cannot be changed
  }
  document.dispatchEvent(new Event("theme"));
  showTheme();
});

// ---------------------------------------------------------------------- keys

const help = /** @type {HTMLDialogElement} */ (document.getElementById("help"));

/** @param {[string, string][]} keys */
function keyList(keys) {
  const rows = keys.map(([key, what]) =>
    make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)));
  return make("dl", { class: "keys" }, ...rows);
}

function showHelp() {
  const { title = "", keys = [] } = shown?.module ?? {};
  const own = keys.length ? make("section", {}, make("h3", {}, title), keyList(keys)) : null;
  help.replaceChildren(
    make("h2", { id: "help-title" }, "Keys"),
    make("section", {}, make("h3", {}, "Everywhere"), keyList(KEYS)),
    ...(own ? [own] : []),
    make("div", { class: "row" },
      button("Close", () => help.close(), { class: "main" }),
      button("Tour of this view", () => tour(stepsOf(shown?.name ?? ""))),
      button("Tour of everything", () => tour(STEPS))));
  help.showModal();
}

/** @param {import("./help/steps.js").TourStep[]} steps */
function tour(steps) {
  help.close();
  startTour(steps);
}

document.getElementById("keys")?.addEventListener("click", showHelp);
help.addEventListener("click", (event) => event.target === help && help.close());

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches(TYPING);
  if (event.altKey && !event.ctrlKey && /^Digit[1-6]$/.test(event.code)) {
    event.preventDefault();
    const view = Object.keys(VIEWS)[Number(event.code.slice("Digit".length))];
    location.hash = linkTo(view)?.getAttribute("href") ?? "";
  } else if (event.key === "?" && !isTyping && !help.open) {
    event.preventDefault();
    showHelp();
  }
});

// ---------------------------------------------------------------------- the connection

const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));

live.addEventListener("away", () => {
  trouble.textContent = "The studio does not answer; trying again …";
  trouble.hidden = false;
});
live.addEventListener("back", () => (trouble.hidden = true));

// The address belongs to the views: skipping to the content must not change it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

window.addEventListener("hashchange", go);
window.addEventListener("popstate", () => {
  if (location.hash === followed && trail.hasLeft()) go(); // steps may have one address
});
history.scrollRestoration = "manual"; // a step back must not scroll away from the board
showTheme();
go().then(() => import("./help/glossary.js")).then(({ explainTerms }) => explainTerms(main));
