// A dialog over the page, with a heading and a button to close it.

import { button } from "../controls.js";
import { make, unique } from "../dom.js";

/**
 * Open a dialog. It is removed when it is closed: by its button, Esc, or a click beside it.
 * @param {string} title
 * @param {import("../dom.js").Child[]} parts
 */
export function openDialog(title, ...parts) {
  const id = unique();
  const close = button("Close", () => dialog.close(), { class: "plain" });
  const dialog = make("dialog", { class: "sheet", "aria-labelledby": id },
    make("div", { class: "row spread" }, make("h2", { id }, title), close), ...parts);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("mousedown", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
