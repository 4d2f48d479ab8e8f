// What all views share: a root, the catalogue, a place for complaints, keys, an end.

import { catalogue, isAway } from "./api.js";
import { button, copy } from "./controls.js";
import { make } from "./dom.js";

/** @typedef {import("./api.js").Catalogue} Catalogue */

/** Milliseconds until a server that is away is tried again. */
const RETRY_TIME = 1000;

export class View {
  trouble = make("p", { class: "notice bad", role: "alert", hidden: true });
  /** Does the complaint stay until a retry? Otherwise the next action hides it. */
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

  /** Load the catalogue. False if the view was left, or shows why there is none. */
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
   * Show an error, or none.
   * @param {Error | null} error
   * @param {() => void} [again] what a person may try again
   */
  complain(error, again) {
    this.isLasting = Boolean(error && again);
    this.trouble.hidden = !error;
    const retry = error && again ? [" ", button("Try again", again)] : [];
    this.trouble.replaceChildren(error?.message ?? "", ...retry);
  }

  /** Hide the complaint about an earlier action. */
  forgive() {
    if (!this.isLasting) this.complain(null);
  }

  /**
   * Show an error. If the server is away, try again until it is back.
   * @param {unknown} error
   * @param {() => void} again
   * @param {() => boolean} isWanted
   */
  persist(error, again, isWanted) {
    this.complain(/** @type {Error} */ (error), again);
    if (isAway(error)) setTimeout(() => !this.closed && isWanted() && again(), RETRY_TIME);
  }

  /** @param {string} [title] */
  copyButton(title) {
    const act = (/** @type {MouseEvent} */ event) => {
      this.write();
      copy(this.frame.address(), /** @type {HTMLElement} */ (event.currentTarget));
    };
    return button("Copy the link", act, { sign: "link", title });
  }

  /** Write what is shown to the address. */
  write() {}

  /** Stop the searches of this view. */
  stop() {}

  /** @param {KeyboardEvent} event */
  key(event) {}

  close() {
    this.closed = true;
    this.stop();
    document.removeEventListener("keydown", this.onKey);
  }
}
