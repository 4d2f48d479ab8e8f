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

/**
 * By how much to scroll so that a stretch is visible. Of one longer than the box, the beginning.
 * @param {number} low end of the box
 * @param {number} high end of the box
 * @param {number} a start of the stretch
 * @param {number} b end of the stretch
 */
export function offset(low, high, a, b) {
  if (a < low) return a - low - 24;
  return b > high ? Math.min(b - high + 24, a - low) : 0;
}
