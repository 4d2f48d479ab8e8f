// What a person does with a picture: wheel, drag, pinch, double click, keys.

/** @typedef {import("./zoom.js").Zoom} Zoom */

/** By how much a turn of the wheel of 100 pixels zooms, and a press of a key or a button. */
const WHEEL_FACTOR = 1.2;
export const KEY_FACTOR = 1.25;

/** Pixels that a line of a wheel is worth. */
const LINE_PIXELS = 33;

/** Pixels that a press may move and still be a click. */
const CLICK_RADIUS = 5;

/** The share of the box by which a key pans. */
const PAN_SHARE = 0.2;

/** What is clicked for itself. */
const CLICKED = "[role=button], button, a";

/**
 * Let a person zoom and pan.
 * @param {Zoom} zoom
 * @param {boolean} isFilling whether the box fills the window: then the wheel zooms, unless the
 *   page is longer than the window. Elsewhere it scrolls the page, and zooms together with Ctrl
 */
export function takeGestures(zoom, isFilling) {
  const { box } = zoom;
  const onWheel = (/** @type {WheelEvent} */ event) => turnWheel(zoom, event, isFilling);
  box.addEventListener("wheel", onWheel, { passive: false });
  box.addEventListener("dblclick", ({ target }) => {
    if (!(target instanceof Element && target.closest(CLICKED))) zoom.fit();
  });
  takeDrag(zoom);
  takePinch(zoom);
}

/**
 * @param {Zoom} zoom
 * @param {WheelEvent} event
 * @param {boolean} isFilling
 */
function turnWheel(zoom, event, isFilling) {
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  const isZoom = event.ctrlKey || (isFilling && !canPageScroll());
  if (isSideways || !isZoom) return; // the browser scrolls
  event.preventDefault();
  const pixels = event.deltaY * (event.deltaMode ? LINE_PIXELS : 1);
  zoom.by(WHEEL_FACTOR ** (-pixels / 100), { x: event.clientX, y: event.clientY });
}

/** Is the page longer than the window? */
function canPageScroll() {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight + 1 && !document.querySelector(".presenting, dialog[open]");
}

/** The mouse drags the picture; fingers scroll the box by themselves. @param {Zoom} zoom */
function takeDrag(zoom) {
  const { box } = zoom;
  /** @type {{x: number, y: number, isMoved: boolean} | null} */
  let from = null;
  box.addEventListener("pointerdown", (event) => {
    const isScrollBar = event.target === box && isOnScrollBar(box, event);
    if (event.pointerType === "touch" || event.button !== 0 || isScrollBar) return;
    from = { x: event.clientX, y: event.clientY, isMoved: false };
  });
  box.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.isMoved && Math.hypot(x, y) < CLICK_RADIUS) return;
    if (!from.isMoved) box.setPointerCapture(event.pointerId);
    box.classList.add("dragged");
    zoom.pan(-x, -y);
    from = { x: event.clientX, y: event.clientY, isMoved: true };
  });
  const end = () => {
    from = null;
    box.classList.remove("dragged");
  };
  const release = () => {
    if (from?.isMoved) swallowClick(box);
    end();
  };
  box.addEventListener("pointerup", release);
  box.addEventListener("pointercancel", end);
  box.addEventListener("dragstart", (event) => event.preventDefault());
}

/**
 * @param {HTMLElement} box
 * @param {PointerEvent} event
 */
function isOnScrollBar(box, event) {
  const { left, top } = box.getBoundingClientRect();
  return event.clientX - left > box.clientWidth || event.clientY - top > box.clientHeight;
}

/** The click at the end of a drag means nothing. @param {HTMLElement} box */
function swallowClick(box) {
  const swallow = (/** @type {Event} */ event) => event.stopPropagation();
  box.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => box.removeEventListener("click", swallow, { capture: true }));
}

/** Two fingers zoom, and move the picture with them. @param {Zoom} zoom */
function takePinch(zoom) {
  const { box } = zoom;
  /** @type {ReturnType<typeof span> | null} */
  let before = null;
  const begin = (/** @type {TouchEvent} */ { touches }) =>
    void (before = touches.length === 2 ? span(touches) : null);
  const move = (/** @type {TouchEvent} */ event) => {
    if (!before || event.touches.length !== 2) return;
    event.preventDefault();
    const now = span(event.touches);
    zoom.pan(before.x - now.x, before.y - now.y);
    zoom.by(now.length / before.length, now);
    before = now;
  };
  box.addEventListener("touchstart", begin, { passive: true });
  box.addEventListener("touchmove", move, { passive: false });
  box.addEventListener("touchend", begin, { passive: true });
}

/** The middle of two fingers, and how far they are apart. @param {TouchList} touches */
function span([a, b]) {
  const length = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, length };
}

/** @type {Record<string, [across: number, down: number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** What the keys do, for the list of keys. @type {[string, string][]} */
export const ZOOM_KEYS = [
  ["+ and −", "larger, smaller"],
  ["0", "the whole tree"],
  ["Shift + arrows", "move the tree"],
];

/**
 * Zoom or pan by a key. Returns whether the key is one of these.
 * @param {Zoom | null} zoom
 * @param {KeyboardEvent} event
 */
export function pressZoomKey(zoom, event) {
  if (!zoom || event.altKey || event.ctrlKey || event.metaKey) return false;
  const act = findAction(zoom, event);
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}

/**
 * @param {Zoom} zoom
 * @param {KeyboardEvent} event
 */
function findAction(zoom, { key, shiftKey }) {
  if (key === "+" || key === "=") return () => zoom.by(KEY_FACTOR);
  if (key === "-" || key === "−") return () => zoom.by(1 / KEY_FACTOR);
  if (key === "0") return () => zoom.fit();
  if (!shiftKey || !(key in ARROWS)) return null;
  const [across, down] = ARROWS[key];
  const { clientWidth, clientHeight } = zoom.box;
  return () => zoom.pan(across * PAN_SHARE * clientWidth, down * PAN_SHARE * clientHeight);
}
