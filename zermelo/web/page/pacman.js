// The Pac-Man arena.

import { make } from "./dom.js";

export const title = "Pac-Man";

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root) {
  root.append(make("div", { class: "head" }, make("h1", {}, "Pac-Man")), make("p", { class: "notice" }, "The scenes are being painted."));
  return {};
}
