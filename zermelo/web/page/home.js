// The start page: a search that asks, and the six views, each with a sketch.

import { button } from "./controls.js";
import { draw, make } from "./dom.js";
import { STEPS } from "./help/steps.js";
import { isDone, setDone, startTour } from "./help/tour.js";
import { LiveTree } from "./predict/live.js";

export const title = "Zermelo studio";

/**
 * @param {string} viewBox
 * @param {string} name
 * @param {(SVGElement | null)[]} parts
 */
const sketch = (viewBox, name, ...parts) =>
  draw("svg", { viewBox, class: `sketch ${name}`.trim(), "aria-hidden": "true" }, ...parts);

/**
 * @param {string} name
 * @param {string} d
 */
const path = (name, d) => draw("path", { class: name, d });

/** A small tree with a cut, as the lab draws it. */
function drawTree() {
  const leaf = (/** @type {number} */ x, /** @type {string} */ words) => draw("g", {},
    draw("rect", { class: "leaf", x: x - 11, y: 112, width: 22, height: 22, rx: 3 }),
    draw("text", { x, y: 127.5 }, words));
  const leaves = ["3", "12", "8", "2", "", ""];
  const places = [28, 60, 92, 148, 180, 212];
  return sketch("0 0 240 146", "",
    path("edge", "M120 30L60 62M60 84L28 112M60 84L60 112M60 84L92 112"),
    path("edge", "M180 84L148 112M120 30L180 62"),
    path("best", "M120 30L60 62M60 84L28 112"),
    path("edge dashed", "M180 84L180 112M180 84L212 112"),
    path("cut", "M174 96l12-4M174 101l12-4M191 100l10-8M195 104l10-8"),
    path("up", "M120 8l13 22h-26z"),
    path("down", "M60 84l13-22h-26z"),
    path("down", "M180 84l13-22h-26z"),
    ...places.map((x, i) => leaf(x, leaves[i])));
}

/** A few discs. */
function drawDiscs() {
  const rows = ["       ", "   ○   ", "  ●●○  ", " ○●○●● "];
  const disc = (/** @type {string} */ sign, /** @type {number} */ cx, /** @type {number} */ cy) => {
    const name = { "●": "first", "○": "second" }[sign] ?? "hole";
    const circle = (/** @type {string} */ part, /** @type {number} */ r) =>
      draw("circle", { class: part, cx, cy, r });
    if (sign === "●") return [circle(name, 13.5), circle("pip", 4.5)];
    return sign === "○" ? [circle(name, 13.5), circle("ring", 8)] : [circle(name, 13.5)];
  };
  return sketch("0 0 238 146", "discs",
    draw("rect", { class: "frame", x: 0, y: 2, width: 238, height: 142, rx: 10 }),
    ...rows.flatMap((row, r) =>
      [...row].flatMap((sign, c) => disc(sign, 22 + 32.3 * c, 22 + 34 * r))));
}

/** A graph of values. */
function drawGraph() {
  const line = "8,80 40,74 72,82 104,60 136,64 168,34 200,40 232,18";
  const bar = (/** @type {string} */ name, /** @type {number} */ y, /** @type {number} */ width) =>
    draw("rect", { class: name, x: 0, y, width, height: 10, rx: 5 });
  return sketch("0 0 240 146", "",
    draw("rect", { class: "panel", x: 0, y: 2, width: 240, height: 106, rx: 10 }),
    path("edge dashed", "M0 76h240"),
    draw("polygon", { class: "area", points: `8,76 ${line} 232,76` }),
    draw("polyline", { class: "curve", points: line }),
    bar("bar1", 116, 186),
    bar("bar2", 132, 120));
}

/** A sheet with a line to write on and a tick. */
function drawSheet() {
  const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) => [
    draw("rect", { class: "leaf", x, y, width: 48, height: 24, rx: 5 }),
    draw("text", { x: x + 24, y: y + 17 }, words),
  ];
  return sketch("0 0 240 146", "",
    path("edge", "M120 32L62 78M120 32L178 78"),
    path("up", "M120 10l15 25h-30z"),
    path("down", "M62 104l15-25h-30zM178 104l15-25h-30z"),
    ...box(142, 12, "= ?"),
    ...box(38, 112, "3"),
    ...box(154, 112, "≤ 2"),
    path("tick", "M96 122l6 7 12-14"));
}

/** A corner of a maze. */
function drawMaze() {
  const dots = [104, 128, 152, 176, 200, 222];
  return sketch("0 0 240 146", "mazes",
    draw("rect", { class: "ground", x: 0, y: 2, width: 240, height: 142, rx: 10 }),
    path("walls", "M14 44h62v30M226 44h-62v30M14 104h96v26M226 104h-58v26M110 16v34"),
    ...dots.map((cx) => draw("circle", { class: "dot", cx, cy: 88, r: 3.5 })),
    path("pacman", "M60 88L76 78A19 19 0 1 0 76 98z"),
    path("ghost", "M178 36v-14a14 14 0 0 1 28 0v14l-5-4-4.5 4-4.5-4-4.5 4-4.5-4z"));
}

/** A page of notes: lines, a small tree, and a mark beside it. */
function drawNotes() {
  const line = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) =>
    draw("rect", { class: "bar2", x, y, width, height: 7, rx: 3.5 });
  return sketch("0 0 240 146", "",
    draw("rect", { class: "panel", x: 34, y: 2, width: 172, height: 142, rx: 8 }),
    draw("rect", { class: "bar1", x: 50, y: 18, width: 82, height: 9, rx: 4.5 }),
    line(50, 38, 138), line(50, 52, 120),
    path("edge", "M92 76L72 104M92 76L112 104"),
    path("up", "M92 64l10 17h-20z"),
    path("down", "M72 118l9-15h-18zM112 118l9-15h-18z"),
    path("tick", "M146 94l9 10 18-22"),
    line(50, 128, 138));
}

/** @type {{view: string, name: string, words: string, art: () => SVGElement}[]} */
const ROOMS = [
  {
    view: "lab",
    name: "Tree lab",
    words: "Step through a search: its tree, its pseudocode, its reasons. Change a leaf and see"
      + " the answer change.",
    art: drawTree,
  },
  {
    view: "play",
    name: "Play",
    words: "Against the engine at ten levels, against each other, or let engines play.",
    art: drawDiscs,
  },
  {
    view: "analyse",
    name: "Analyse",
    words: "The engine's lines as they deepen, the value of every move, and the tree below it.",
    art: drawGraph,
  },
  {
    view: "practise",
    name: "Practise",
    words: "Fill in values, prune branches, and get the first mistake explained.",
    art: drawSheet,
  },
  {
    view: "pacman",
    name: "Pac-Man",
    words: "What a wrong assumption about the ghosts costs.",
    art: drawMaze,
  },
  {
    view: "lectures",
    name: "Lectures",
    words: "Every definition, table, figure and quiz of four courses: open it, and compare.",
    art: drawNotes,
  },
];

/** The offer of a tour, until it is taken or refused. */
function tourOffer() {
  const leave = () => offer.remove();
  const refuse = () => (setDone(), leave());
  const offer = make("div", { class: "tour-offer" },
    button("Take the tour: three minutes", () => startTour(STEPS), { sign: "play" }),
    button("No, thanks", refuse, { class: "plain" }));
  document.addEventListener("tour-done", leave, { once: true });
  return offer;
}

/** @type {import("./main.js").ViewModule["open"]} */
export function open(root) {
  const rooms = ROOMS.map(({ view, name, words, art }) =>
    make("a", { class: "room", href: `#/${view}` },
      art(), make("h2", {}, name), make("p", {}, words)));
  const live = new LiveTree();
  root.append(
    make("div", { class: "welcome" },
      make("div", { class: "welcome-words" },
        make("h1", {}, "Adversarial search, from the lecture to machine speed"),
        make("p", {},
          "Watch a search, play against it, analyse any position, and practise by hand."),
        make("p", {}, "Here ", make("span", { class: "named" }, "alpha-beta pruning"),
          " is at work: MAX moves at △, MIN at ▽. What does it do next?"),
        isDone() ? null : tourOffer()),
      live.root),
    make("div", { class: "rooms" }, ...rooms),
    make("p", { class: "quiet small foot" },
      "Everything runs on this machine; nothing is sent anywhere."));
  return live;
}
