// Elements, words and numbers: the little that every view needs.

import { icon } from "./icons.js";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Node, Record<string, (event: any) => void>>} */
const listeners = new WeakMap();

/**
 * @param {Element} element
 * @param {string} type
 * @param {(event: any) => void} act
 */
function listen(element, type, act) {
  listeners.set(element, { ...listeners.get(element), [type]: act });
  element.addEventListener(type, (event) => listeners.get(element)?.[type](event));
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") listen(element, name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element. Attributes that begin with "on" are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return /** @type {SVGElementTagNameMap[T]} */ (element);
}

/**
 * A picture from the server's SVG text, without its styles: they are the page's.
 * @param {string} text
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(unstyled(text), "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/** @param {string} text */
export function unstyled(text) {
  return text.replace(/<style>[\s\S]*?<\/style>/g, "");
}

/**
 * Let a picture grow with its room, up to a factor and to what fits on the screen, or shrink a little to fit; where it would become
 * too small to read, it has its own size and scrolls.
 * @param {SVGSVGElement} drawn
 * @param {number} [most]
 * @param {HTMLElement | SVGSVGElement} [sized] what gets the width: the picture, or an element that it fills
 * @param {string} [tallest] a length
 * @param {number} [least] to which share of its size it may shrink
 */
export function grow(drawn, most = 1.7, sized = drawn, tallest = "56vh", least = 0.8) {
  const { width, height } = drawn.viewBox.baseVal;
  drawn.removeAttribute("height");
  drawn.removeAttribute("width");
  const fitting = `min(100%, ${most * width}px, ${tallest} * ${(width / height).toFixed(3)})`;
  const scrolling = `min(${width}px, (${least * width}px - 100%) * 9999)`; // its own width as soon as the least is wider than the room
  sized.style.width = `max(${least * width}px, ${fitting}, ${scrolling})`;
}

// ---------------------------------------------------------------------- parts that change while they are seen

/**
 * Give an element other children, but change only what differs: what somebody is pressing stays under the pointer, and what has the
 * focus keeps it. A child takes the place of the one before only with the same `data-key`, so that nobody hits what was not meant.
 * @param {Element} root
 * @param {Node[]} children
 */
export function renew(root, children) {
  const before = [...root.childNodes];
  children.forEach((child, i) => {
    if (i >= before.length) root.append(child);
    else if (!becomes(before[i], child)) before[i].replaceWith(child);
  });
  for (const rest of before.slice(children.length)) rest.remove();
}

/**
 * Let a node become like another one, if it can. Controls that hold a value cannot: their listeners know themselves.
 * @param {Node} old
 * @param {Node} fresh
 */
function becomes(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return false;
  if (!(old instanceof Element && fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return true;
  }
  const hears = listeners.get(fresh);
  if (old.matches("input, select, textarea") || old.getAttribute("data-key") !== fresh.getAttribute("data-key")) return false;
  if (`${Object.keys(listeners.get(old) ?? {})}` !== `${Object.keys(hears ?? {})}`) return false;
  if (hears) listeners.set(old, hears);
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  renew(old, [...fresh.childNodes]);
  return true;
}

let numbers = 0;

/** An id that nothing else in the page has. */
export function unique() {
  return `u${++numbers}`;
}

/**
 * A control with its label.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint = "") {
  const id = (control.id ||= unique());
  return make("div", { class: "field" }, make("label", { for: id, title: hint || null }, label), control);
}

/**
 * A list to choose from: values with words, in groups where a group's name is given.
 * @param {[value: string, words: string, group?: string][]} options
 * @param {string} value
 * @param {(value: string) => void} [changed]
 */
export function choice(options, value, changed) {
  const select = make("select", changed ? { onchange: () => changed(select.value) } : {});
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const [worth, words, group] of options) {
    let into = /** @type {HTMLElement} */ (select);
    if (group) {
      into = groups.get(group) ?? make("optgroup", { label: group });
      if (!groups.has(group)) select.append(into);
      groups.set(group, into);
    }
    into.append(make("option", { value: worth, selected: worth === value }, words));
  }
  return select;
}

/**
 * A whole number that must be there: a field that was emptied goes back to what it held.
 * @param {string | number} value
 * @param {number} min
 * @param {number} max
 * @param {(value: number) => void} [changed]
 */
export function whole(value, min, max, changed) {
  let last = String(value);
  const taken = () => {
    if (made.value === "") return void (made.value = last);
    last = made.value;
    changed?.(Number(last));
  };
  const made = make("input", { type: "number", value, min, max, step: 1, inputmode: "numeric", onchange: taken });
  return made;
}

/**
 * A button with words, and an icon before them that is not read aloud.
 * @param {string} words
 * @param {(event: MouseEvent) => void} act
 * @param {{sign?: string, class?: string, title?: string, bare?: boolean}} [more]
 */
export function button(words, act, more = {}) {
  const attributes = { type: "button", class: more.class ?? null, title: more.title ?? (more.bare ? words : null), onclick: act };
  const sign = more.sign ? icon(more.sign) : null;
  if (more.bare) return make("button", { ...attributes, "aria-label": words }, sign);
  return make("button", attributes, sign, words);
}

/**
 * One of a few, side by side.
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function segments(label, options, value, changed) {
  const name = unique();
  const parts = options.map(([worth, words]) =>
    make("label", {},
      make("input", { type: "radio", name, value: worth, checked: worth === value, onchange: () => changed(worth) }),
      make("span", {}, words)));
  return make("fieldset", { class: "segments" }, make("legend", {}, label), make("div", {}, ...parts));
}

/**
 * A switch with words.
 * @param {string} words
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 */
export function toggle(words, on, changed) {
  const box = make("input", { type: "checkbox", role: "switch", checked: on, onchange: () => changed(box.checked) });
  return make("label", { class: "toggle" }, box, make("span", {}, words));
}

// ---------------------------------------------------------------------- focus

const FOCUSABLE = "input, select, textarea, button, summary, a[href]";

/** @param {Element | null} element */
function nameOf(element) {
  if (!(element instanceof HTMLElement)) return "";
  const label = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : null;
  return `${element.tagName} ${element.getAttribute("aria-label") ?? (label ?? element).textContent}`;
}

/**
 * Build a part of the page again. What has the focus may be built again, too: then its like, by name, gets it.
 * @param {HTMLElement} root
 * @param {() => void} build
 */
export function keepingFocus(root, build) {
  const name = root.contains(document.activeElement) ? nameOf(document.activeElement) : "";
  build();
  if (!name || root.contains(document.activeElement)) return;
  const like = [...root.querySelectorAll(FOCUSABLE)].find((element) => nameOf(element) === name);
  if (like instanceof HTMLElement) like.focus({ preventScroll: true });
}

/**
 * A listener that acts when the focus has arrived: a browser tells of a change while the focus is on its way to the next control,
 * which may be built again meanwhile.
 * @param {() => void} act
 */
export const settled = (act) => () => void setTimeout(act);

let isPressed = false;
for (const [type, now] of /** @type {[string, boolean][]} */ ([["pointerdown", true], ["pointerup", false], ["pointercancel", false]])) {
  document.addEventListener(type, () => (isPressed = now), true);
}

/** Milliseconds that a press is waited for. Nobody presses longer; and of a press that opens a list the end may not be told. */
const LONGEST_PRESS = 1000;

/** Until nothing is being pressed: what is built again between press and release is not clicked. @returns {Promise<void>} */
export function released() {
  return new Promise((resolve) => {
    if (!isPressed) return resolve();
    document.addEventListener("pointerup", () => setTimeout(resolve), { once: true, capture: true }); // the click comes first
    setTimeout(resolve, LONGEST_PRESS);
  });
}

// ---------------------------------------------------------------------- words and numbers for people

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} x */
export function count(x) {
  for (const [unit, size] of /** @type {[string, number][]} */ ([["G", 1e9], ["M", 1e6], ["k", 1e4]])) {
    if (Math.abs(x) >= size) return `${Number((x / (unit === "k" ? 1e3 : size)).toPrecision(3))} ${unit}`;
  }
  return Math.round(x).toLocaleString("en");
}

/**
 * A value with a proper minus sign.
 * @param {number} x
 * @param {boolean} [signed]
 */
export function number(x, signed = false) {
  if (Math.abs(x) === Infinity) return x > 0 ? "∞" : "−∞";
  const text = String(Math.abs(x) >= 100 ? Math.round(x) : Number(x.toFixed(2)));
  return text.startsWith("-") ? `−${text.slice(1)}` : signed && x > 0 ? `+${text}` : text;
}

/**
 * Copy to the clipboard, and say so on the button for a moment.
 * @param {string} text
 * @param {HTMLElement} on
 */
export async function copy(text, on) {
  const words = (on.dataset.words ??= on.lastChild?.textContent ?? ""); // a second click finds other words there
  try {
    await navigator.clipboard.writeText(text);
    on.lastChild?.replaceWith("Copied");
  } catch {
    on.lastChild?.replaceWith("Copy the address above"); // the clipboard is forbidden; the address holds the same
  }
  setTimeout(() => on.lastChild?.replaceWith(words), 1600);
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
