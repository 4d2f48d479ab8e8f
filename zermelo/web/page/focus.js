// The focus and the pointer, while parts of the page are built again.

const FOCUSABLE = "input, select, textarea, button, summary, a[href]";

/** Milliseconds to wait for a release: a press that opens a list may have none. */
const LONGEST_PRESS = 1000;

/** The accessible name of a control. @param {Element | null} element */
function nameOf(element) {
  if (!(element instanceof HTMLElement)) return "";
  const isLabelled = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  const label = isLabelled ? element.labels?.[0] : null;
  const name = element.getAttribute("aria-label") ?? (label ?? element).textContent;
  return `${element.tagName} ${name}`;
}

/**
 * Build a part of the page again. If the control with the focus is replaced, the new one with the
 * same name gets the focus.
 * @param {HTMLElement} root
 * @param {() => void} build
 */
export function keepingFocus(root, build) {
  const name = root.contains(document.activeElement) ? nameOf(document.activeElement) : "";
  build();
  if (!name || root.contains(document.activeElement)) return;
  const same = [...root.querySelectorAll(FOCUSABLE)].find((element) => nameOf(element) === name);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/**
 * A listener that acts when the focus has arrived. A change event comes while the focus is on its
 * way to the next control, which may be replaced meanwhile.
 * @param {() => void} act
 */
export const settled = (act) => () => void setTimeout(act);

/** Where text is typed, or a list is open: a press there keeps the focus. */
const TYPING = "input:not([type=radio], [type=checkbox]), select, textarea, dialog *";

/** Is a key pressed where it types something, or chooses from a list? @param {Event} event */
export function isTyping({ target }) {
  return target instanceof Element
    && target.matches("select, textarea, input:not([type=range], [type=checkbox], [type=radio])");
}

let isByPointer = false;
document.addEventListener("pointerdown", () => void (isByPointer = true), true);
document.addEventListener("keydown", () => void (isByPointer = false), true);

/**
 * Take the focus from a control that was pressed by a pointer, so that the next key is one of the
 * view and not of the control. The keyboard's own focus stays; Tab goes on from the control.
 * @param {Event} event a click, or the change of a list
 */
export function releaseFocus({ type }) {
  const { activeElement } = document;
  if (!isByPointer || !(activeElement instanceof HTMLElement)) return;
  const isChosen = type === "change" && activeElement instanceof HTMLSelectElement;
  if (isChosen || !activeElement.matches(TYPING)) activeElement.blur();
}

let isPressed = false;
const press = (/** @type {boolean} */ now) => () => void (isPressed = now);
document.addEventListener("pointerdown", press(true), true);
document.addEventListener("pointerup", press(false), true);
document.addEventListener("pointercancel", press(false), true);

/**
 * Wait until nothing is being pressed: a button that is replaced between press and release is not
 * clicked.
 * @returns {Promise<void>}
 */
export function released() {
  return new Promise((resolve) => {
    if (!isPressed) return resolve();
    const onRelease = () => setTimeout(resolve); // after the click
    document.addEventListener("pointerup", onRelease, { once: true, capture: true });
    setTimeout(resolve, LONGEST_PRESS);
  });
}
