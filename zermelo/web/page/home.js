// The door: what there is, in five pictures.

import { draw, make } from "./dom.js";

export const title = "Zermelo studio";

/** A small tree with a cut, as the lab draws it. */
function tree() {
  const up = (/** @type {number} */ x, /** @type {number} */ y) => draw("path", { class: "up", d: `M${x} ${y - 11}l13 22h-26z` });
  const down = (/** @type {number} */ x, /** @type {number} */ y) => draw("path", { class: "down", d: `M${x} ${y + 11}l13-22h-26z` });
  const leaf = (/** @type {number} */ x, /** @type {string} */ words) => draw("g", {}, draw("rect", { class: "leaf", x: x - 11, y: 112, width: 22, height: 22, rx: 3 }), draw("text", { x, y: 127.5 }, words));
  const edges = "M120 30L60 62M60 84L28 112M60 84L60 112M60 84L92 112M180 84L148 112";
  return draw("svg", { viewBox: "0 0 240 146", class: "sketch" },
    draw("path", { class: "edge", d: `${edges}M120 30L180 62` }), draw("path", { class: "best", d: "M120 30L60 62M60 84L28 112" }),
    draw("path", { class: "edge dashed", d: "M180 84L180 112M180 84L212 112" }), draw("path", { class: "cut", d: "M174 96l12-4M174 101l12-4M191 100l10-8M195 104l10-8" }),
    up(120, 19), down(60, 73), down(180, 73), leaf(28, "3"), leaf(60, "12"), leaf(92, "8"), leaf(148, "2"), leaf(180, ""), leaf(212, ""));
}

/** A few discs. */
function discs() {
  const rows = ["       ", "   ○   ", "  ●●○  ", " ○●○●● "];
  const made = draw("svg", { viewBox: "0 0 238 146", class: "sketch discs" }, draw("rect", { class: "frame", x: 0, y: 2, width: 238, height: 142, rx: 10 }));
  rows.forEach((row, r) => [...row].forEach((sign, c) => {
    const [cx, cy] = [22 + 32.3 * c, 22 + 34 * r];
    made.append(draw("circle", { class: sign === "●" ? "first" : sign === "○" ? "second" : "hole", cx, cy, r: 13.5 }));
    if (sign === "●") made.append(draw("circle", { class: "pip", cx, cy, r: 4.5 }));
    if (sign === "○") made.append(draw("circle", { class: "ring", cx, cy, r: 8 }));
  }));
  return made;
}

/** A graph of values. */
function graph() {
  const line = "8,80 40,74 72,82 104,60 136,64 168,34 200,40 232,18";
  return draw("svg", { viewBox: "0 0 240 146", class: "sketch" },
    draw("rect", { class: "panel", x: 0, y: 2, width: 240, height: 106, rx: 10 }), draw("path", { class: "edge dashed", d: "M0 76h240" }),
    draw("polygon", { class: "area", points: `8,76 ${line} 232,76` }), draw("polyline", { class: "curve", points: line }),
    ...[[0, 136, 186], [1, 122, 120]].map(([i, , w]) => draw("rect", { class: i ? "bar2" : "bar1", x: 0, y: 116 + 16 * i, width: w, height: 10, rx: 5 })));
}

/** A sheet with a line to write on and a tick. */
function sheet() {
  return draw("svg", { viewBox: "0 0 240 146", class: "sketch" },
    draw("path", { class: "edge", d: "M120 32L62 78M120 32L178 78" }), draw("path", { class: "up", d: "M120 10l15 25h-30z" }),
    draw("path", { class: "down", d: "M62 104l15-25h-30zM178 104l15-25h-30z" }),
    draw("rect", { class: "leaf", x: 142, y: 12, width: 48, height: 24, rx: 5 }), draw("text", { x: 166, y: 29 }, "= ?"),
    draw("rect", { class: "leaf", x: 38, y: 112, width: 48, height: 24, rx: 5 }), draw("text", { x: 62, y: 129 }, "3"),
    draw("rect", { class: "leaf", x: 154, y: 112, width: 48, height: 24, rx: 5 }), draw("text", { x: 178, y: 129 }, "≤ 2"),
    draw("path", { class: "tick", d: "M96 122l6 7 12-14" }));
}

/** A corner of a maze. */
function maze() {
  const made = draw("svg", { viewBox: "0 0 240 146", class: "sketch mazes" }, draw("rect", { class: "ground", x: 0, y: 2, width: 240, height: 142, rx: 10 }),
    draw("path", { class: "walls", d: "M14 44h62v30M226 44h-62v30M14 104h96v26M226 104h-58v26M110 16v34" }));
  for (const x of [104, 128, 152, 176, 200, 222]) made.append(draw("circle", { class: "dot", cx: x, cy: 88, r: 3.5 }));
  made.append(draw("path", { class: "pacman", d: "M60 88L76 78A19 19 0 1 0 76 98z" }), draw("path", { class: "ghost", d: "M178 36v-14a14 14 0 0 1 28 0v14l-5-4-4.5 4-4.5-4-4.5 4-4.5-4z" }));
  return made;
}

/** @type {[string, string, string, () => SVGElement][]} */
const ROOMS = [
  ["lab", "Tree lab", "Step through a search: its tree, its pseudocode, its reasons. Change a leaf and see the answer change.", tree],
  ["play", "Play", "Against the engine at ten levels, against each other, or let engines play.", discs],
  ["analyse", "Analyse", "The best lines as they deepen, the value of every move, and why.", graph],
  ["practise", "Practise", "Fill in values, prune branches, and be told the first mistake.", sheet],
  ["pacman", "Pac-Man", "What a wrong assumption about the ghosts costs.", maze],
];

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root) {
  root.append(
    make("div", { class: "welcome" },
      make("h1", {}, "Adversarial search, from the lecture to machine speed"),
      make("p", {}, "Watch a search think, play against it, ask it about any position, and try it by hand.")),
    make("div", { class: "rooms" }, ...ROOMS.map(([view, name, words, sketch]) => {
      const art = sketch();
      art.setAttribute("aria-hidden", "true");
      return make("a", { class: "room", href: `#/${view}` }, art, make("h2", {}, name), make("p", {}, words));
    })),
    make("p", { class: "quiet small foot" }, "Everything runs on this machine; nothing is sent anywhere."));
  return {};
}

