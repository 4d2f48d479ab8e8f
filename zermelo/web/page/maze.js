// A maze and who runs in it. It shows one frame of a film at a time; between two frames everybody glides.

import { draw, make, number } from "./dom.js";

/**
 * @typedef {[number, number]} Place
 * @typedef {{position: string, pacman: Place, heading: string, ghosts: {name: string, at: Place, heading: string, scared: number}[],
 *            food: Place[], capsules: Place[], score: number, mover: string, action: string, values: Record<string, number>, say: string}} Frame
 * @typedef {{title: string, walls: string[], outcome: string, score: number, frames: Frame[]}} Film
 */

const TURNS = /** @type {Record<string, number>} */ ({ north: -90, east: 0, south: 90, west: 180 });

/** Words for how a game ended. */
export const ENDS = /** @type {Record<string, string>} */ ({ cleared: "Everything is eaten.", eaten: "Pac-Man is eaten.", "no moves left": "No moves are left." });

export class MazeView {
  /** @param {string[]} walls */
  constructor(walls) {
    const [height, width] = [walls.length, walls[0].length];
    this.food = draw("g", { class: "food" });
    this.runners = draw("g");
    this.svg = draw("svg", { class: "maze-view", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "a maze" },
      draw("rect", { class: "ground", width, height, rx: 0.4 }), draw("path", { class: "blocks", d: blocks(walls) }), draw("path", { class: "walls", d: lines(walls) }), this.food, this.runners);
    this.svg.style.setProperty("--ratio", String(width / height));
    /** @type {SVGGElement[]} */
    this.ghosts = [];
    const mouth = draw("path", { d: "M0 0L.36-.22A.42.42 0 1 0 .36.22z" });
    this.pacman = draw("g", { class: "pacman" }, mouth);
    this.mouth = mouth;
    this.runners.append(this.pacman);
  }

  /**
   * @param {Frame} frame
   * @param {string} [outcome]
   */
  show(frame, outcome = "") {
    while (this.ghosts.length < frame.ghosts.length) this.#addGhost(frame.ghosts[this.ghosts.length].name);
    this.food.replaceChildren(
      ...frame.food.map(([x, y]) => draw("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.1 })),
      ...frame.capsules.map(([x, y]) => draw("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.24 })));
    move(this.pacman, frame.pacman);
    this.mouth.style.transform = `rotate(${TURNS[frame.heading] ?? 0}deg)`;
    this.pacman.classList.toggle("gone", outcome === "eaten");
    frame.ghosts.forEach((ghost, i) => {
      move(this.ghosts[i], ghost.at);
      this.ghosts[i].classList.toggle("scared", ghost.scared > 0);
    });
    this.svg.setAttribute("aria-label", `${frame.say || "The maze."} Score ${number(frame.score)}. ${ENDS[outcome] ?? ""}`);
  }

  /** @param {string} name */
  #addGhost(name) {
    const body = "M-.38.42V-.04a.38.38 0 0 1 .76 0v.46l-.127-.11-.127.11-.126-.11-.127.11-.127-.11z";
    const made = draw("g", { class: `spirit g${name}` }, draw("path", { d: body }), draw("text", { y: 0.16 }, name));
    this.ghosts.push(made);
    this.runners.append(made);
  }
}

/**
 * @param {SVGGElement} group
 * @param {Place} at
 */
function move(group, [x, y]) {
  group.style.transform = `translate(${x + 0.5}px, ${y + 0.5}px)`;
}

/**
 * Walls as strokes from cell to cell.
 * @param {string[]} walls
 */
function lines(walls) {
  const isWall = (/** @type {number} */ r, /** @type {number} */ c) => walls[r]?.[c] === "%";
  let path = "";
  walls.forEach((row, r) => [...row].forEach((_, c) => {
    if (!isWall(r, c)) return;
    path += `M${c + 0.5} ${r + 0.5}h0`;
    if (isWall(r, c + 1)) path += "h1";
    if (isWall(r + 1, c)) path += `M${c + 0.5} ${r + 0.5}v1`;
  }));
  return path;
}

/**
 * Where four walls meet there is no gap between them.
 * @param {string[]} walls
 */
function blocks(walls) {
  const isWall = (/** @type {number} */ r, /** @type {number} */ c) => walls[r]?.[c] === "%";
  let path = "";
  walls.forEach((row, r) => [...row].forEach((_, c) => {
    if (isWall(r, c) && isWall(r, c + 1) && isWall(r + 1, c) && isWall(r + 1, c + 1)) path += `M${c + 0.5} ${r + 0.5}h1v1h-1z`;
  }));
  return path;
}

/**
 * What the one who moved thought of each move.
 * @param {Frame} frame
 */
export function thoughts(frame) {
  const values = Object.entries(frame.values);
  if (values.length < 2) return make("p", { class: "quiet small" }, frame.mover ? "There was only one way to go." : "Nothing to choose from yet.");
  const best = frame.mover === "Pac-Man" ? Math.max(...values.map(([, x]) => x)) : Math.min(...values.map(([, x]) => x));
  return make("dl", { class: "thoughts numbers", "aria-label": `what ${frame.mover} expects` }, ...values.map(([name, value]) =>
    make("div", { class: value === best ? "best" : "" }, make("dt", {}, name), make("dd", {}, number(Math.round(value * 10) / 10)))));
}
