// A picture in a box that scrolls: how large it is drawn, and which part is seen. The picture fits
// the box until a person zooms. Where that would be too small to read, it is larger than the box.

/**
 * @typedef {SVGSVGElement | HTMLImageElement} Picture
 * @typedef {{mode: Mode, scale: number, width: number, height: number, left: number,
 *            top: number}} Sight what is seen of a picture, for one of the same size after it
 * @typedef {"readable" | "whole" | "own"} Mode fitted but readable, fitted in any case, or zoomed
 */

/** The smallest scale at which all of a tree is shown by itself: its letters are 9 px there. */
const SMALLEST_WHOLE = 0.6;

/** The scale of a tree that is too large for that: its letters are 10 px. */
const READABLE = 0.7;

/**
 * Of a tree that is much larger than its box a part is shown, at up to its own size, or at what the
 * style sheet has as --own-size.
 */
const MUCH_LARGER = 0.5;

/** Below this scale letters grow, up to this factor: then they would meet their neighbours. */
const [FULL_LETTERS, MOST_GROWTH] = [0.92, 1.4];

/** The largest scale that is chosen by itself. */
const LARGEST_FIT = 3;

/** The scales that a person may choose. */
const [SMALLEST, LARGEST] = [0.05, 6];

/** Pixels that a picture may lack to a scroll bar: sizes are rounded. */
const SLACK = 2;

export class Zoom {
  /** @type {Picture | null} */
  picture = null;
  /** Its own size. */
  width = 1;
  height = 1;
  scale = 1;
  /** @type {Mode} */
  mode = "readable";
  /** Does a picture of another size keep the scale that a person has chosen? */
  keepsScale = false;
  /** Called when another part of the picture is seen. @type {() => void} */
  onChange = () => {};
  /** Called when the picture has been fitted: what matters can be scrolled to. */
  onFit = () => {};

  /**
   * @param {HTMLElement} box
   * @param {Sight | null} [before] what was seen of the picture before
   */
  constructor(box, before = null) {
    this.box = box;
    this.before = before;
    box.classList.add("zoomed");
    box.addEventListener("scroll", () => this.onChange(), { passive: true });
    this.watch = new ResizeObserver(() => this.#refit());
    this.watch.observe(box);
  }

  /**
   * Show a picture. One of the same size as the one before is seen as that was.
   * @param {Picture} picture
   * @param {{width: number, height: number}} size its own size
   */
  show(picture, { width, height }) {
    if (picture === this.picture) return;
    const before = this.picture ? this.sight : this.before;
    Object.assign(this, { picture, width, height });
    const isAlike = before && (this.keepsScale || isAs(before, width, height));
    if (!isAlike || before.mode !== "own") return this.fit(isAlike ? before.mode : "readable");
    this.mode = "own";
    this.#draw(before.scale);
    this.box.scrollTo({ left: before.left, top: before.top, behavior: "instant" });
    this.onChange();
  }

  /** @returns {Sight} */
  get sight() {
    const { mode, scale, width, height, box } = this;
    return { mode, scale, width, height, left: box.scrollLeft, top: box.scrollTop };
  }

  /** The scales at which the width and the height of the picture fit. */
  get #fitting() {
    const style = getComputedStyle(this.box);
    const padding = (/** @type {string} */ side) => parseFloat(style.getPropertyValue(side)) || 0;
    const width = this.box.offsetWidth - padding("padding-left") - padding("padding-right");
    const height = this.box.offsetHeight - padding("padding-top") - padding("padding-bottom");
    return [(width - SLACK) / this.width, (height - SLACK) / this.height];
  }

  /** @param {Mode} mode */
  #choose(mode) {
    const fitting = this.#fitting;
    const whole = Math.min(Math.max(Math.min(...fitting), SMALLEST), LARGEST_FIT);
    if (mode === "whole" || whole >= SMALLEST_WHOLE) return whole;
    if (whole >= MUCH_LARGER) return READABLE;
    const own = Number(getComputedStyle(this.box).getPropertyValue("--own-size")) || 1;
    return Math.max(READABLE, Math.min(own, Math.max(...fitting)));
  }

  /**
   * Fit the picture to the box.
   * @param {Mode} [mode] "readable": not smaller than can be read
   */
  fit(mode = "whole") {
    this.mode = mode;
    this.#draw(this.#choose(mode));
    this.onFit();
    this.onChange();
  }

  #refit() {
    if (!this.picture || !this.box.offsetWidth) return;
    if (this.mode === "own") this.onChange();
    else this.fit(this.mode);
  }

  /** @param {number} scale */
  #draw(scale) {
    const { picture, width, height } = this;
    this.scale = scale;
    if (!picture) return;
    picture.style.setProperty("--grow", letterGrowth(scale).toFixed(2));
    picture.style.width = `${(width * scale).toFixed(1)}px`;
    picture.style.height = `${(height * scale).toFixed(1)}px`;
  }

  /**
   * Zoom by a factor. What is at a point of the window stays there; the middle by default.
   * @param {number} factor
   * @param {{x: number, y: number}} [point]
   */
  by(factor, point = middle(this.box)) {
    const { picture, box } = this;
    if (!picture) return;
    const before = picture.getBoundingClientRect();
    this.mode = "own";
    this.#draw(Math.min(Math.max(this.scale * factor, SMALLEST), LARGEST));
    const after = picture.getBoundingClientRect();
    const grown = after.width / before.width;
    const left = after.left + (point.x - before.left) * grown - point.x;
    const top = after.top + (point.y - before.top) * grown - point.y;
    box.scrollBy({ left, top, behavior: "instant" });
    this.onChange();
  }

  /**
   * @param {number} left
   * @param {number} top
   */
  pan(left, top) {
    this.box.scrollBy({ left, top, behavior: "instant" });
  }

  /** Bring a part of the picture into the middle. @param {Element} part */
  reveal(part) {
    const [box, { left, top, width, height }] = [middle(this.box), part.getBoundingClientRect()];
    this.pan(left + width / 2 - box.x, top + height / 2 - box.y);
  }

  close() {
    this.watch.disconnect();
  }
}

/** By how much letters are larger than drawn, in a small picture. @param {number} scale */
const letterGrowth = (scale) => Math.min(Math.max(FULL_LETTERS / scale, 1), MOST_GROWTH);

/** The middle of a box. @param {HTMLElement} box */
function middle(box) {
  const { left, top, width, height } = box.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * @param {Sight} sight
 * @param {number} width
 * @param {number} height
 */
const isAs = (sight, width, height) => sight.width === width && sight.height === height;
