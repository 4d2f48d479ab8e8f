// A small tree with questions, for the start page: a search on it, stopped where it gets exciting.

import { post } from "../api.js";
import { make, unstyled } from "../dom.js";
import { mount } from "../show/stepper.js";
import { Predictor } from "./predictor.js";

/** The tree; the server's default search runs on it. */
const GAME = "tree:two-ply";

/** Questions that are answered by typing are for the lab. */
const CLICKED = ["cut", "visit", "move"];

export class LiveTree {
  stage = make("div", { class: "live-stage" });
  root = make("section", { class: "live card", "aria-label": "A search, live" }, this.stage);
  /** @type {ReturnType<typeof mount> | null} */
  stepper = null;
  /** @type {Predictor | null} */
  predictor = null;
  isClosed = false;

  constructor() {
    this.#load().catch(() => this.root.remove()); // the page is whole without it
  }

  async #load() {
    const film = await post("film", { game: GAME, questions: true });
    if (this.isClosed) return;
    film.film.trees = film.film.trees.map(unstyled);
    this.stepper = mount(this.stage, film.film);
    for (const picture of this.stepper.pictures ?? []) this.#fit(picture);
    this.predictor = new Predictor(this.stepper, choose(film.questions), {
      isBrief: true,
      ends: () => [make("a", { class: "button", href: "#/lab?predict=1" }, "More in the lab")],
    });
    this.predictor.start(0);
  }

  /** @param {SVGSVGElement} picture */
  #fit(picture) {
    picture.setAttribute("role", "group");
    picture.removeAttribute("width");
    picture.removeAttribute("height");
  }

  close() {
    this.isClosed = true;
    this.predictor?.close();
    this.stepper?.close();
  }
}

/** Those that are answered by a click, from the first cut on. @param {any[]} questions */
function choose(questions) {
  const first = questions.findIndex(({ kind }) => kind === "cut");
  return questions.slice(Math.max(first, 0)).filter(({ kind }) => CLICKED.includes(kind));
}
