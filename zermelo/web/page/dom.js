// Elements: make them, draw them, and change only what differs.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {(event: any) => void} Listener
 * @typedef {Record<string, string | number | boolean | null | undefined | Listener>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Node, Record<string, Listener>>} */
const listeners = new WeakMap();

/**
 * @param {Element} element
 * @param {string} type
 * @param {Listener} act
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
    const isNothing = value === false || value === null || value === undefined;
    if (typeof value === "function") listen(element, name.slice(2), value);
    else if (!isNothing) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
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

let ids = 0;

/** An id that nothing else in the page has. */
export function unique() {
  return `u${++ids}`;
}

/** Does the person want no animations? */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---------------------------------------------------------------------- pictures

/**
 * The server's SVG text as an element, without its styles: the page has them.
 * @param {string} text
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(unstyled(text), "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (svg));
}

/** @param {string} text */
export function unstyled(text) {
  return text.replace(/<style>[\s\S]*?<\/style>/g, "");
}

/**
 * Let a picture grow with its room, up to a factor and to the height of the screen, or shrink a
 * little. Where it would be too small to read, it keeps its own size and scrolls.
 * @param {SVGSVGElement} svg
 * @param {number} [most]
 * @param {HTMLElement | SVGSVGElement} [sized] what gets the width: the picture, or its parent
 * @param {string} [tallest] a length
 * @param {number} [least] the share of its size to which it may shrink
 */
export function grow(svg, most = 1.7, sized = svg, tallest = "56vh", least = 0.8) {
  const { width, height } = svg.viewBox.baseVal;
  svg.removeAttribute("height");
  svg.removeAttribute("width");
  const ratio = (width / height).toFixed(3);
  const fitting = `min(100%, ${most * width}px, ${tallest} * ${ratio})`;
  // The own width as soon as the least width is wider than the room.
  const scrolling = `min(${width}px, (${least * width}px - 100%) * 9999)`;
  sized.style.width = `max(${least * width}px, ${fitting}, ${scrolling})`;
}

// ---------------------------------------------------------------------- changes in place

/**
 * Give an element other children, but change only what differs: what is being pressed stays under
 * the pointer, and what has the focus keeps it. A child takes the place of an old one only with
 * the same `data-key`, so that a click never hits another button than the one that was seen.
 * @param {Element} root
 * @param {Node[]} children
 */
export function renew(root, children) {
  const before = [...root.childNodes];
  children.forEach((child, i) => {
    if (i >= before.length) root.append(child);
    else if (!adopt(before[i], child)) before[i].replaceWith(child);
  });
  for (const rest of before.slice(children.length)) rest.remove();
}

/**
 * Make a node like another one, if it can be. Controls that hold a value cannot: their listeners
 * refer to themselves.
 * @param {Node} old
 * @param {Node} fresh
 */
function adopt(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return false;
  if (!(old instanceof Element && fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return true;
  }
  const acts = listeners.get(fresh);
  if (old.matches("input, select, textarea")) return false;
  if (old.getAttribute("data-key") !== fresh.getAttribute("data-key")) return false;
  if (`${Object.keys(listeners.get(old) ?? {})}` !== `${Object.keys(acts ?? {})}`) return false;
  if (acts) listeners.set(old, acts);
  copyAttributes(old, fresh);
  renew(old, [...fresh.childNodes]);
  return true;
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function copyAttributes(old, fresh) {
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
