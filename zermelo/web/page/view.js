// What views have in common: a root, the catalogue, a place for trouble, keys, an end.

import { catalogue, isAway } from "./api.js";
import { button, copy, make } from "./dom.js";

/** @typedef {import("./api.js").Catalogue} Catalogue */

/** Milliseconds until the server is tried again. */
const PAUSE = 1000;

export class View {
  trouble = make("p", { class: "notice bad", role: "alert", hidden: true });
  /** Does the trouble last until it is tried again? Otherwise it was what somebody did. */
  isLasting = false;
  /** @type {Catalogue | null} */
  catalogue = null;
  closed = false;

  /**
   * @param {HTMLElement} root
   * @param {import("./main.js").Frame} frame
   */
  constructor(root, frame) {
    this.root = root;
    this.frame = frame;
    this.onKey = this.key.bind(this);
    document.addEventListener("keydown", this.onKey);
  }

  /** Have the catalogue. False if the view need not go on: it was left, or it shows why there is none. */
  async isListed() {
    try {
      this.catalogue = await catalogue();
    } catch (error) {
      this.complain(/** @type {Error} */ (error));
      this.root.replaceChildren(this.trouble);
    }
    return this.catalogue !== null && !this.closed;
  }

  /**
   * @param {Error | null} error
   * @param {() => void} [again] what a person may try once more
   */
  complain(error, again) {
    this.isLasting = Boolean(error && again);
    this.trouble.hidden = !error;
    this.trouble.replaceChildren(error?.message ?? "", ...(error && again ? [" ", button("Try again", again)] : []));
  }

  /** Somebody does something else: what they did before is not complained of any more. */
  forgive() {
    if (!this.isLasting) this.complain(null);
  }

  /**
   * Say what went wrong. If the server is away, try again by itself until it is back, unless there is no need any more.
   * @param {unknown} error
   * @param {() => void} again
   * @param {() => boolean} isWanted
   */
  persist(error, again, isWanted) {
    this.complain(/** @type {Error} */ (error), again);
    if (isAway(error)) setTimeout(() => !this.closed && isWanted() && again(), PAUSE);
  }

  /** @param {string} [title] */
  copyButton(title) {
    return button("Copy the link", (event) => {
      this.write();
      copy(this.frame.address(), /** @type {HTMLElement} */ (event.currentTarget));
    }, { sign: "link", title });
  }

  /** Put what is seen into the address. */
  write() {}

  /** End what goes on in the server. */
  stop() {}

  /** @param {KeyboardEvent} event */
  key(event) {}

  close() {
    this.closed = true;
    this.stop();
    document.removeEventListener("keydown", this.onKey);
  }
}
