// The lab on a projector: the tree, the sentence and the stack on the whole screen, in large type,
// with the keys of a clicker.

import { button } from "../controls.js";
import { make } from "../dom.js";
import { isTyping } from "../focus.js";

/** @typedef {import("./lab.js").Lab} Lab */

/** What clickers and keyboards send to go on, to go back, and to blank the screen. */
const NEXT = ["PageDown", "ArrowRight", "ArrowDown", " ", "Enter", "n"];
const BACK = ["PageUp", "ArrowLeft", "ArrowUp", "Backspace", "p"];
const BLANK = ["b", "."];

/** Where Enter and the space bar press something. */
const PRESSABLE = "button, a, [role=button]";

/** Milliseconds for which the buttons stay after the pointer has moved. */
const AWAKE_TIME = 2000;

export class Presentation {
  opener = button("Present", () => this.start(), {
    sign: "present",
    class: "presenter",
    title: "Full screen: tree, sentence and stack (F)",
  });
  tools = make("div", { class: "present-tools", role: "group", "aria-label": "Presentation" },
    button("Step back", () => this.step(-1), { sign: "back", bare: true }),
    button("Next step", () => this.step(1), { sign: "next", bare: true }),
    button("Leave", () => this.leave(), { sign: "close", bare: true, title: "Leave (Esc)" }));
  isOn = false;
  /** Has the browser given the whole screen? */
  isFull = false;
  sleep = 0;
  /** What had the focus before. @type {Element | null} */
  focused = null;

  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
    this.onKey = this.#key.bind(this);
    this.onScreen = this.#screenChanged.bind(this);
    this.onMove = this.#wake.bind(this);
  }

  start() {
    if (this.isOn) return;
    this.isOn = true;
    this.focused = document.activeElement;
    const { root } = this.lab;
    root.classList.add("presenting");
    root.append(this.tools);
    document.addEventListener("keydown", this.onKey, true);
    document.addEventListener("fullscreenchange", this.onScreen);
    root.addEventListener("pointermove", this.onMove);
    this.#fillScreen();
    this.#keep();
  }

  /** Ask for the whole screen. Without it the lab covers the window. */
  #fillScreen() {
    const { documentElement } = document;
    if (!navigator.userActivation?.isActive || !documentElement.requestFullscreen) return;
    documentElement.requestFullscreen().catch(() => {});
  }

  #screenChanged() {
    const wasFull = this.isFull;
    this.isFull = Boolean(document.fullscreenElement);
    if (wasFull && !this.isFull) this.leave(); // Esc belongs to the browser there
  }

  leave() {
    if (!this.isOn) return;
    this.close();
    this.#keep();
    if (this.focused instanceof HTMLElement) this.focused.focus({ preventScroll: true });
  }

  /** End the presentation, also because the lab is left. */
  close() {
    this.isOn = this.isFull = false;
    const { root } = this.lab;
    root.classList.remove("presenting", "blanked", "awake");
    this.tools.remove();
    document.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("fullscreenchange", this.onScreen);
    root.removeEventListener("pointermove", this.onMove);
    clearTimeout(this.sleep);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  /** The address says that the lab is presented. */
  #keep() {
    this.lab.setting.present = this.isOn ? "1" : "";
    this.lab.write();
  }

  /** All films go on: a clicker cannot choose one. @param {number} by */
  step(by) {
    const { lab } = this;
    const moved = lab.isTogether ? lab.benches.slice(0, 1) : lab.benches;
    for (const { stepper } of moved) {
      stepper?.pause();
      stepper?.go(stepper.step + by);
    }
  }

  /** The pointer has moved: the buttons appear for a while. */
  #wake() {
    const { classList } = this.lab.root;
    classList.add("awake");
    clearTimeout(this.sleep);
    this.sleep = window.setTimeout(() => classList.remove("awake"), AWAKE_TIME);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isElsewhere = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isElsewhere || event.defaultPrevented || isTyping(event)) return;
    if (document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    if ([" ", "Enter"].includes(event.key) && target.matches(PRESSABLE)) return;
    const act = this.#action(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {string} key */
  #action(key) {
    const { classList } = this.lab.root;
    const isStep = !this.lab.setting.predict; // questions have the keys themselves
    if (key === "Escape" || key === "f") return () => this.leave();
    if (BLANK.includes(key)) return () => void classList.toggle("blanked");
    if (classList.contains("blanked")) return () => classList.remove("blanked");
    if (isStep && NEXT.includes(key)) return () => this.step(1);
    return isStep && BACK.includes(key) ? () => this.step(-1) : null;
  }
}
