// A picture over the whole window, to be zoomed and moved.

import { button } from "../controls.js";
import { make } from "../dom.js";
import { KEY_FACTOR, pressZoomKey, takeGestures } from "./gestures.js";
import { Zoom } from "./zoom.js";

/**
 * Open a picture in a dialog.
 * @param {HTMLImageElement} image
 * @param {string} title
 */
export function viewPicture(image, title) {
  const copy = make("img", { alt: image.alt, src: image.src });
  const box = make("div", { class: "viewer-box", tabindex: 0, role: "group", "aria-label": title });
  const zoom = new Zoom(box);
  const close = button("Close", () => dialog.close(), { class: "main" });
  const tools = make("div", { class: "row spread" }, make("h2", {}, title),
    make("div", { class: "row" },
      button("Larger", () => zoom.by(KEY_FACTOR), { sign: "plus", bare: true }),
      button("Smaller", () => zoom.by(1 / KEY_FACTOR), { sign: "minus", bare: true }),
      button("Whole picture", () => zoom.fit(), { sign: "fit", bare: true }), close));
  const dialog = make("dialog", { class: "viewer", "aria-label": title }, tools, box);
  takeGestures(zoom, true);
  dialog.addEventListener("keydown", (event) => void pressZoomKey(zoom, event));
  dialog.addEventListener("close", () => {
    zoom.close();
    dialog.remove();
  });
  box.append(copy);
  document.body.append(dialog);
  dialog.showModal();
  zoom.show(copy, { width: image.naturalWidth || 1, height: image.naturalHeight || 1 });
}
