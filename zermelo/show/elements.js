// Elements of a page, and small helpers of the stepper.

/**
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} [children]
 */
export function make(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * @param {string} title
 * @param {Node} content
 */
export function section(title, content) {
  return make("section", { "aria-label": title }, [make("h2", {}, [title]), content]);
}

/** @param {[string | Node, string | Node][]} pairs */
export function terms(pairs) {
  return pairs.map(([name, value]) =>
    make("div", {}, [make("dt", {}, [name]), make("dd", {}, [value])]));
}

/** @param {string} text */
export function parseSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/** The share of a box that stays between its rim and what is scrolled into it, and the most. */
const RIM = 0.18;
const WIDEST_RIM = 90;

/**
 * By how much to scroll so that a stretch is visible. Of one longer than the box, the beginning.
 * @param {number} low end of the box
 * @param {number} high end of the box
 * @param {number} a start of the stretch
 * @param {number} b end of the stretch
 */
function offset(low, high, a, b) {
  const rim = Math.min((high - low) * RIM, WIDEST_RIM);
  if (a < low) return a - low - rim;
  return b > high ? Math.min(b - high + rim, a - low) : 0;
}

/**
 * Scroll a box until something in it is visible.
 * @param {HTMLElement} box
 * @param {Element} what
 * @param {{isCentred?: boolean, isSudden?: boolean}} how in the middle across, without animation
 */
export function scrollTo(box, what, { isCentred = false, isSudden = false }) {
  const [outer, inner] = [box.getBoundingClientRect(), what.getBoundingClientRect()];
  const middle = (inner.left + inner.right - outer.left - outer.right) / 2;
  const left = isCentred ? middle : offset(outer.left, outer.right, inner.left, inner.right);
  const top = offset(outer.top, outer.bottom, inner.top, inner.bottom);
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isThere = !left && !top; // scroll also then: a scroll under way would lead elsewhere
  const behavior = isCalm || isSudden || isThere ? "instant" : "smooth";
  box.scrollTo({ left: box.scrollLeft + left, top: box.scrollTop + top, behavior });
}
