// Sounds of moves, made here: short tones, no files. They are off until a person wants them.

import { toggle } from "../controls.js";
import { recall, remember } from "./preferences.js";

/** @typedef {import("../api.js").Position} Position */

const PREFERENCE = "sounds";
const [ON, OFF] = ["on", "off"];

/**
 * Tones: hertz, when it begins and how long it is heard, in seconds.
 * @type {Record<string, [hertz: number, begin: number, length: number][]>}
 */
const TONES = {
  move: [[320, 0, 0.07]],
  capture: [[220, 0, 0.06], [170, 0.045, 0.08]],
  check: [[520, 0, 0.08], [660, 0.09, 0.1]],
  end: [[392, 0, 0.16], [494, 0.14, 0.16], [587, 0.28, 0.3]],
};

const LOUDNESS = 0.16;

/** @type {AudioContext | null} */
let audio = null;

const isOn = () => recall(PREFERENCE, OFF) === ON;

/** Make a sound, if sounds are wanted. @param {string} name */
export function sound(name) {
  if (!isOn() || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  document.dispatchEvent(new CustomEvent("sound", { detail: name }));
  for (const [hertz, begin, length] of TONES[name]) tone(audio, hertz, begin, length);
}

/**
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} begin
 * @param {number} length
 */
function tone(context, hertz, begin, length) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const at = context.currentTime + begin;
  oscillator.type = "triangle";
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/**
 * The sound of the move that led to a position.
 * @param {Position} position
 * @param {Position} before
 */
export function soundMove(position, before) {
  const men = (/** @type {Position} */ { board }) =>
    board?.cells.filter((sign) => sign.trim()).length ?? 0;
  if (position.over) sound("end");
  else if (position.board?.in_check.length) sound("check");
  else sound(men(position) < men(before) ? "capture" : "move");
}

/** The switch of the sounds. */
export function soundSwitch() {
  return toggle("Sounds", isOn(), (on) => {
    remember(PREFERENCE, on ? ON : OFF);
    sound("move");
  });
}
