// The lecture's scenes: films of games that the searches play now.

import { field } from "../controls.js";
import { calm, make } from "../dom.js";
import { settled } from "../focus.js";
import { capital, number } from "../words.js";
import { ENDS, MazeView } from "./maze.js";
import { Player } from "./player.js";
import { pairTable, progress } from "./table.js";

/**
 * @typedef {import("./arena.js").Arena} Arena
 * @typedef {import("./maze.js").Film} Film
 * @typedef {{name: string, about: string, videos: string[], rolls: boolean}} SceneInfo
 */

export class ScenesTab {
  /** @param {Arena} arena */
  constructor(arena) {
    this.arena = arena;
  }

  open() {
    const { arena } = this;
    const scenes = /** @type {SceneInfo[]} */ (arena.catalogue?.scenes ?? []);
    const chosen = arena.get("scene", scenes[0]?.name ?? "");
    const waiting = make("p", { class: "quiet" }, "The searches are playing …");
    const stage = make("div", { class: "stack" }, waiting);
    arena.room.replaceChildren(make("div", { class: "scenes" }, this.#list(scenes, chosen), stage));
    if (!chosen) return waiting.replaceChildren("This installation has no scenes.");
    const seed = Number(arena.get("seed", "0"));
    arena.ask({ ask: "scene", name: chosen, seed }, (event) => {
      if (event.event === "progress" && event.total) {
        stage.replaceChildren(progress(event.done, event.total));
      }
      if (event.event === "done" && event.scene) this.show(stage, event.scene);
    });
  }

  /**
   * @param {SceneInfo[]} scenes
   * @param {string} chosen
   */
  #list(scenes, chosen) {
    const attributes = { class: "scene-list", role: "group", "aria-label": "Scenes" };
    return make("div", attributes, ...scenes.map(({ name, about, videos }) => {
      const onclick = () => this.arena.openWith({ scene: name });
      const pressed = String(name === chosen);
      const numbers = videos.map((video) => video.split(" ")[0]).join(", ");
      return make("button", { type: "button", "aria-pressed": pressed, onclick },
        make("strong", {}, title(name)), make("span", {}, about),
        videos.length ? make("span", { class: "videos" }, numbers) : "");
    }));
  }

  /** The seed of a scene with dice. @param {string} scene */
  #seedField(scene) {
    const { arena } = this;
    const listed = /** @type {SceneInfo[]} */ (arena.catalogue?.scenes ?? []);
    if (!listed.find(({ name }) => name === scene)?.rolls) return "";
    const onchange = settled(() => arena.openWith({ scene, seed: seed.value }));
    const value = arena.get("seed", "0");
    const seed = make("input", { type: "number", min: 0, value, onchange });
    return make("div", { class: "row end" }, field("Seed", seed),
      make("p", { class: "quiet small" }, "The same seed gives the same games."));
  }

  /**
   * @param {HTMLElement} stage
   * @param {any} scene
   */
  show(stage, scene) {
    const { arena } = this;
    const films = /** @type {Film[]} */ (scene.films);
    const hasVideos = films.some(({ video }) => video);
    const screens = films.map((film) => new Screen(film, hasVideos));
    const player = (arena.player = new Player((step) => {
      for (const screen of screens) screen.show(step);
      if (arena.player) arena.writeStep(step);
    }));
    player.extend(Math.max(...films.map(({ frames }) => frames.length - 1)));
    const findings = scene.findings.map((/** @type {string} */ words) => make("li", {}, words));
    stage.replaceChildren(
      make("h2", {}, scene.title), make("p", {}, scene.claim),
      make("div", { class: "films" }, ...screens.map(({ root }) => root)), player.root,
      this.#seedField(scene.name),
      scene.table?.length ? pairTable(arena.info, scene.table) : "",
      make("section", { class: "card", "aria-label": "Findings" },
        make("h3", {}, "Findings"), make("ul", {}, ...findings)));
    player.go(Number(arena.get("step", "0")) || 0);
    if (!calm() && !arena.setting.step) player.play(); // a link to a step stays there
  }
}

/** The name of a scene as a title. @param {string} name */
const title = (name) => capital(name.replaceAll("-", " "));

/** One film on its screen. */
class Screen {
  /**
   * @param {Film} film
   * @param {boolean} hasVideos whether one of the films stands for a video of the slides
   */
  constructor(film, hasVideos) {
    this.film = film;
    this.maze = new MazeView(film.walls);
    this.score = make("p", { class: "numbers" });
    this.say = make("p", { class: "quiet small say" });
    this.root = make("section", { class: "card film", "aria-label": film.title },
      make("h3", {}, capital(film.title)),
      hasVideos ? make("p", { class: "quiet small" }, film.video || "\u00a0") : "",
      this.maze.svg, this.score, this.say);
  }

  /** @param {number} step */
  show(step) {
    const { frames, outcome } = this.film;
    const at = Math.min(step, frames.length - 1);
    const end = at === frames.length - 1 ? outcome : "";
    this.maze.show(frames[at], end);
    this.score.replaceChildren(
      make("strong", {}, `Score ${number(frames[at].score)}`),
      ENDS[end] ? ` · ${ENDS[end]}` : "");
    this.say.textContent = frames[at].say || " ";
  }
}
