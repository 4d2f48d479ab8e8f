// Controls of forms: fields, lists, numbers, buttons, switches.

import { make, unique } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A control with its label.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint = "") {
  const id = (control.id ||= unique());
  if (hint && !control.title) control.title = hint;
  return make("div", { class: "field" },
    make("label", { for: id, title: hint || null }, label), control);
}

/**
 * A list to choose from: values with words, in groups where a group is given.
 * @param {[value: string, words: string, group?: string][]} options
 * @param {string} value
 * @param {(value: string) => void} [changed]
 */
export function choice(options, value, changed) {
  const select = make("select", changed ? { onchange: () => changed(select.value) } : {});
  /** @type {Map<string | undefined, HTMLElement>} */
  const groups = new Map([[undefined, select]]);
  for (const [name, words, label] of options) {
    let group = groups.get(label);
    if (!group) {
      group = make("optgroup", { label });
      groups.set(label, group);
      select.append(group);
    }
    group.append(make("option", { value: name, selected: name === value }, words));
  }
  return select;
}

/**
 * A whole number. A field that was emptied goes back to its last value.
 * @param {string | number} value
 * @param {number} min
 * @param {number} max
 * @param {(value: number) => void} [changed]
 */
export function whole(value, min, max, changed) {
  let last = String(value);
  const onchange = () => {
    if (input.value === "") return void (input.value = last);
    last = input.value;
    changed?.(Number(last));
  };
  const attributes = { type: "number", step: 1, inputmode: "numeric" };
  const input = make("input", { ...attributes, value, min, max, onchange });
  return input;
}

/**
 * A button with words, and an icon before them that is not read aloud.
 * @param {string} words
 * @param {(event: MouseEvent) => void} act
 * @param {{sign?: string, class?: string, title?: string, bare?: boolean}} [more]
 */
export function button(words, act, more = {}) {
  const title = more.title ?? (more.bare ? words : null);
  const attributes = { type: "button", class: more.class ?? null, title, onclick: act };
  const sign = more.sign ? icon(more.sign) : null;
  if (more.bare) return make("button", { ...attributes, "aria-label": words }, sign);
  return make("button", attributes, sign, words);
}

/**
 * One of a few options, side by side.
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function segments(label, options, value, changed) {
  const name = unique();
  const parts = options.map(([option, words]) => {
    const checked = option === value;
    const onchange = () => changed(option);
    const input = make("input", { type: "radio", name, value: option, checked, onchange });
    return make("label", {}, input, make("span", {}, words));
  });
  return make("fieldset", { class: "segments" },
    make("legend", {}, label), make("div", {}, ...parts));
}

/**
 * A switch with words.
 * @param {string} words
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 */
export function toggle(words, on, changed) {
  const onchange = () => changed(box.checked);
  const box = make("input", { type: "checkbox", role: "switch", checked: on, onchange });
  return make("label", { class: "toggle" }, box, make("span", {}, words));
}

/** Milliseconds for which a button says what it has done. */
const DONE_TIME = 1600;

/**
 * Say on a button for a moment what it has done.
 * @param {HTMLElement} on
 * @param {string} words
 */
export function flash(on, words) {
  const usual = (on.dataset.words ??= on.lastChild?.textContent ?? ""); // before the first click
  const say = (/** @type {string} */ text, /** @type {boolean} */ isDone) => {
    on.lastChild?.replaceWith(text);
    on.classList.toggle("done", isDone);
  };
  say(words, true);
  setTimeout(() => say(usual, false), DONE_TIME);
}

/**
 * Copy to the clipboard, and say so on the button for a moment.
 * @param {string} text
 * @param {HTMLElement} on
 */
export async function copy(text, on) {
  try {
    await navigator.clipboard.writeText(text);
    flash(on, "Copied");
  } catch {
    flash(on, "Copy the address above"); // the clipboard is forbidden
  }
}
