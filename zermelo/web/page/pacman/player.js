// Plays frames one after the other: buttons, a slider, keys. Frames may still be arriving.

import { button, choice } from "../controls.js";
import { make } from "../dom.js";
import { icon } from "../icons.js";

/** Milliseconds for a step, by name. @type {Record<string, number>} */
const SPEEDS = { slow: 800, normal: 350, fast: 140 };

export class Player {
  step = 0;
  last = 0;
  timer = 0;
  speed = "normal";
  /** Are frames still arriving? */
  isLive = false;
  /** Called when a person steps. */
  onStep = () => {};
  place = make("output", { class: "place numbers" });
  bar = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  toggle = button("Play", () => this.playOrPause(), { class: "main play" });

  /** @param {(step: number) => void} show */
  constructor(show) {
    this.show = show;
    this.bar.addEventListener("input", () => this.goByHand(Number(this.bar.value)));
    this.back = [
      this.#button("First", "first", () => 0),
      this.#button("Back", "back", () => this.step - 1),
    ];
    this.forward = [
      this.#button("Next", "next", () => this.step + 1),
      this.#button("Last", "last", () => this.last),
    ];
    this.root = make("div", { class: "player", role: "group", "aria-label": "Steps" },
      ...this.back, this.toggle, ...this.forward, this.bar, this.place, this.#speeds());
    this.#showPlace();
    this.#showToggle();
  }

  /**
   * @param {string} words
   * @param {string} sign
   * @param {() => number} where
   */
  #button(words, sign, where) {
    return button(words, () => this.goByHand(where()), { sign, bare: true });
  }

  #speeds() {
    const names = Object.keys(SPEEDS);
    const speed = choice(names.map((name) => [name, name]), this.speed, (value) => {
      this.speed = value;
    });
    speed.setAttribute("aria-label", "Speed");
    return speed;
  }

  /** @param {number} last the last step that can be shown */
  extend(last) {
    this.last = last;
    this.bar.max = String(last);
    this.#showPlace();
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.show(this.step);
    this.#showPlace();
  }

  /** Go to a step because a person asked for it. @param {number} step */
  goByHand(step) {
    this.pause();
    this.onStep();
    this.go(step);
  }

  playOrPause() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.timer) return;
    if (this.step >= this.last && !this.isLive) this.go(0);
    this.#tick();
    this.#showToggle();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.#showToggle();
  }

  #tick() {
    this.timer = window.setTimeout(() => {
      if (this.step < this.last) this.go(this.step + 1);
      if (this.step < this.last || this.isLive) this.#tick();
      else this.pause();
    }, SPEEDS[this.speed]);
  }

  #showPlace() {
    this.bar.value = String(this.step);
    this.place.textContent = `${this.step} / ${this.last}`;
    const enable = (/** @type {HTMLElement[]} */ buttons, /** @type {boolean} */ on) =>
      buttons.forEach((one) => one.setAttribute("aria-disabled", String(!on)));
    enable(this.back, this.step > 0);
    enable(this.forward, this.step < this.last);
  }

  #showToggle() {
    const name = this.timer ? "Pause" : "Play";
    this.toggle.replaceChildren(icon(name.toLowerCase()), name);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const act = {
      " ": () => this.playOrPause(),
      ArrowRight: () => this.goByHand(this.step + 1),
      ArrowLeft: () => this.goByHand(this.step - 1),
      Home: () => this.goByHand(0),
      End: () => this.goByHand(this.last),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
