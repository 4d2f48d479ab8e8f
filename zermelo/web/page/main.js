// The frame of the studio: which view is open, the theme, the keys.

import { catalogue } from "./api.js";
import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { live } from "./live.js";

/**
 * @typedef {URLSearchParams} Params
 * @typedef {{write: (params: Record<string, any>) => void, keep: () => void, address: () => string}} Frame
 * @typedef {{close?: () => void, update?: (params: Params) => void}} View
 * @typedef {{title: string, keys?: [string, string][], open: (root: HTMLElement, params: Params, frame: Frame) => View}} ViewModule
 */

/** @type {Record<string, () => Promise<ViewModule>>} */
const VIEWS = {
  "": () => import("./home.js"),
  lab: () => import("./lab/lab.js"),
  play: () => import("./play.js"),
  analyse: () => import("./analyse.js"),
  practise: () => import("./practise.js"),
  pacman: () => import("./pacman.js"),
};

const THEMES = { system: "as the system", light: "light", dark: "dark" };

/** @type {[string, string][]} */
const KEYS = [["?", "this list"], ["Alt + 1 … 5", "lab, play, analyse, practise, Pac-Man"]];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {{name: string, module: ViewModule, view: View} | null} */
let shown = null;

/** The address that was last followed or written. If the browser has another one, somebody is on the way there. */
let followed = "";

// ---------------------------------------------------------------------- addresses

/** The view and its parameters, as the address has them. */
function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const name = Object.hasOwn(VIEWS, path) ? path : "";
  return { name, params: new URLSearchParams(query) };
}

/**
 * An address that people can read: nothing is escaped that need not be.
 * @param {string} view
 * @param {Record<string, any>} params
 */
export function route(view, params) {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
    .map(([key, value]) => `${key}=${tidy(value === true ? "1" : String(value))}`);
  return `#/${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** @param {string} text */
function tidy(text) {
  const kept = { "%20": "+", "%2C": ",", "%3A": ":", "%2F": "/", "%5B": "[", "%5D": "]", "%3D": "=", "%40": "@" };
  return encodeURIComponent(text).replace(/%(20|2C|3A|2F|5B|5D|3D|40)/g, (code) => kept[/** @type {keyof typeof kept} */ (code)]);
}

/** Views of a game: the links to them lead to the one that is on the table. */
const TABLES = ["play", "analyse"];

/** @param {Record<string, any>} params */
function lay({ game, position, moves, ply, seats, paused, flip }) {
  for (const view of TABLES) linkTo(view)?.setAttribute("href", route(view, { game, position, moves, ply, seats, paused, flip }));
}

/** @param {string} view */
const linkTo = (view) => document.querySelector(`nav [data-view="${view}"]`);

/**
 * What a view may ask of the frame: `write` the address of what is seen; before something takes its place, `keep` it for the way back.
 * @param {string} name
 * @returns {Frame}
 */
function frame(name) {
  const isHere = () => shown?.name === name && place().name === name && location.hash === followed;
  return {
    write: (params) => {
      if (!isHere()) return; // where somebody goes counts, not what is still seen
      history.replaceState(null, "", route(name, params));
      followed = location.hash;
      if (TABLES.includes(name)) lay(params);
    },
    keep: () => {
      if (isHere()) history.pushState(null, "", location.href);
    },
    address: () => location.href,
  };
}

async function go() {
  const { name, params } = place();
  const hash = (followed = location.hash);
  if (shown?.name === name && shown.view.update) return shown.view.update(params);
  if (name) catalogue().catch(() => {}); // on its way while the view is loaded; who needs it hears of the trouble
  const module = await VIEWS[name]();
  if (location.hash !== hash) return; // the person has gone on
  shown?.view.close?.();
  const root = make("div", { class: `view ${name || "home"}` });
  main.replaceChildren(root);
  document.title = name ? `${module.title} · Zermelo studio` : "Zermelo studio";
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if (link.getAttribute("data-view") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  shown = { name, module, view: {} };
  shown.view = module.open(root, params, frame(name));
  window.scrollTo(0, 0);
}

// ---------------------------------------------------------------------- theme

const themeButton = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

function showTheme() {
  const wish = /** @type {keyof typeof THEMES} */ (document.documentElement.dataset.wish ?? "system");
  const words = THEMES[wish] ?? THEMES.system;
  themeButton.replaceChildren(icon(wish in THEMES ? wish : "system"));
  themeButton.setAttribute("aria-label", `Theme: ${words}`);
  themeButton.title = `Theme: ${words}`;
}

themeButton.addEventListener("click", () => {
  const order = Object.keys(THEMES);
  const next = order[(order.indexOf(document.documentElement.dataset.wish ?? "system") + 1) % order.length];
  try {
    localStorage.setItem("zermelo-theme", next);
  } catch {
    // storage is forbidden: the choice lasts as long as it can, which is not at all
  }
  document.dispatchEvent(new Event("theme"));
  showTheme();
});

// ---------------------------------------------------------------------- keys

const help = /** @type {HTMLDialogElement} */ (document.getElementById("help"));

function showHelp() {
  const rows = (/** @type {[string, string][]} */ keys) =>
    make("dl", { class: "keys" }, ...keys.map(([key, what]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what))));
  const own = shown?.module.keys ?? [];
  help.replaceChildren(
    make("h2", { id: "help-title" }, "Keys"),
    rows(KEYS),
    own.length ? make("h3", {}, shown?.module.title ?? "") : "",
    own.length ? rows(own) : "",
    button("Close", () => help.close(), { class: "main" }),
  );
  help.showModal();
}

document.getElementById("keys")?.addEventListener("click", showHelp);
help.addEventListener("click", (event) => event.target === help && help.close());

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches("input:not([type=range], [type=checkbox], [type=radio]), textarea, select");
  if (event.altKey && !event.ctrlKey && /^Digit[1-5]$/.test(event.code)) {
    event.preventDefault();
    location.hash = linkTo(Object.keys(VIEWS)[Number(event.code.slice(5))])?.getAttribute("href") ?? "";
  } else if (event.key === "?" && !typing && !help.open) {
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
showTheme();
go();
