// A maze with Pac-Man and ghosts. It shows one frame at a time; CSS moves them between frames.

import { draw, make } from "../dom.js";
import { number } from "../words.js";

/**
 * @typedef {[number, number]} Place
 * @typedef {{name: string, at: Place, heading: string, scared: number}} Ghost
 * @typedef {{position: string, pacman: Place, heading: string, ghosts: Ghost[], food: Place[],
 *            capsules: Place[], score: number, mover: string, action: string,
 *            values: Record<string, number>, say: string}} Frame
 * @typedef {{title: string, walls: string[], outcome: string, score: number,
 *            frames: Frame[], video?: string}} Film
 */

/** Degrees by which Pac-Man's mouth turns. @type {Record<string, number>} */
const ANGLES = { north: -90, east: 0, south: 90, west: 180 };

/** Sentences on how a game ended. @type {Record<string, string>} */
export const ENDS = {
  cleared: "Everything is eaten.",
  eaten: "Pac-Man is eaten.",
  "no moves left": "No moves are left.",
};

const MOUTH = "M0 0L.36-.22A.42.42 0 1 0 .36.22z";
const GHOST =
  "M-.38.42V-.04a.38.38 0 0 1 .76 0v.46l-.127-.11-.127.11-.126-.11-.127.11-.127-.11z";

export class MazeView {
  /** @type {SVGGElement[]} */
  ghosts = [];
  food = draw("g", { class: "food" });
  mouth = draw("path", { d: MOUTH });
  pacman = draw("g", { class: "pacman" }, this.mouth);
  runners = draw("g", {}, this.pacman);

  /** @param {string[]} walls */
  constructor(walls) {
    const [height, width] = [walls.length, walls[0].length];
    const viewBox = `0 0 ${width} ${height}`;
    const attributes = { class: "maze-view", viewBox, role: "img", "aria-label": "a maze" };
    this.svg = draw("svg", attributes,
      draw("rect", { class: "ground", width, height, rx: 0.4 }),
      draw("path", { class: "walls", d: wallPath(walls, strokes) }),
      draw("path", { class: "walls inner", d: wallPath(walls, strokes) }),
      draw("path", { class: "blocks", d: wallPath(walls, block) }),
      this.food, this.runners);
    this.svg.style.setProperty("--ratio", String(width / height));
  }

  /**
   * @param {Frame} frame
   * @param {string} [outcome]
   */
  show(frame, outcome = "") {
    for (const { name } of frame.ghosts.slice(this.ghosts.length)) this.#addGhost(name);
    this.food.replaceChildren(
      ...frame.food.map((at) => dot(at, 0.1)),
      ...frame.capsules.map((at) => dot(at, 0.24)));
    move(this.pacman, frame.pacman);
    this.mouth.style.transform = `rotate(${ANGLES[frame.heading] ?? 0}deg)`;
    this.pacman.classList.toggle("gone", outcome === "eaten");
    frame.ghosts.forEach((ghost, i) => {
      move(this.ghosts[i], ghost.at);
      this.ghosts[i].classList.toggle("scared", ghost.scared > 0);
    });
    const words = [frame.say || "The maze.", `Score ${number(frame.score)}.`, ENDS[outcome] ?? ""];
    this.svg.setAttribute("aria-label", words.join(" "));
  }

  /** @param {string} name */
  #addGhost(name) {
    const ghost = draw("g", { class: `spirit g${name}` },
      draw("path", { d: GHOST }), draw("text", { y: 0.16 }, name));
    this.ghosts.push(ghost);
    this.runners.append(ghost);
  }
}

/**
 * @param {Place} at
 * @param {number} r
 */
const dot = ([x, y], r) => draw("circle", { cx: x + 0.5, cy: y + 0.5, r });

/**
 * @param {SVGGElement} group
 * @param {Place} at
 */
function move(group, [x, y]) {
  group.style.transform = `translate(${x + 0.5}px, ${y + 0.5}px)`;
}

/**
 * A path made of a part for each wall.
 * @param {string[]} walls
 * @param {(isWall: (down: number, right: number) => boolean, x: number, y: number) => string} part
 */
function wallPath(walls, part) {
  const isWall = (/** @type {number} */ r, /** @type {number} */ c) => walls[r]?.[c] === "%";
  const parts = walls.flatMap((row, r) =>
    [...row].map((_, c) => {
      const isNear = (/** @type {number} */ down, /** @type {number} */ right) =>
        isWall(r + down, c + right);
      return isWall(r, c) ? part(isNear, c + 0.5, r + 0.5) : "";
    }),
  );
  return parts.join("");
}

/**
 * Strokes from a wall to its neighbours.
 * @param {(down: number, right: number) => boolean} isWall
 * @param {number} x
 * @param {number} y
 */
function strokes(isWall, x, y) {
  const start = `M${x} ${y}`;
  return `${start}h0${isWall(0, 1) ? "h1" : ""}${isWall(1, 0) ? `${start}v1` : ""}`;
}

/**
 * The square between four walls, so that there is no gap.
 * @param {(down: number, right: number) => boolean} isWall
 * @param {number} x
 * @param {number} y
 */
function block(isWall, x, y) {
  return isWall(0, 1) && isWall(1, 0) && isWall(1, 1) ? `M${x} ${y}h1v1h-1z` : "";
}

/**
 * The mover's value of each move.
 * @param {Frame} frame
 */
export function moveValues({ values, mover }) {
  const pairs = Object.entries(values);
  const note = mover ? "There was only one move." : "No move yet.";
  if (pairs.length < 2) return make("p", { class: "quiet small" }, note);
  const numbers = pairs.map(([, value]) => value);
  const best = mover === "Pac-Man" ? Math.max(...numbers) : Math.min(...numbers);
  const rows = pairs.map(([name, value]) => {
    const rounded = number(Math.round(value * 10) / 10);
    const row = { class: value === best ? "best" : "" };
    return make("div", row, make("dt", {}, name), make("dd", {}, rounded));
  });
  const label = `the values of ${mover}'s moves`;
  return make("dl", { class: "thoughts numbers", "aria-label": label }, ...rows);
}
