// The evaluation bar beside the board.

import { make } from "../dom.js";
import { readerOf, textFor } from "../game/value.js";

export class EvaluationBar {
  words = make("span", { class: "words" });
  root = make("div", { class: "bar", role: "img", "aria-label": "value: not known yet" },
    make("span", { class: "fill" }), make("span", { class: "middle" }), this.words);

  /**
   * Show the value of a position. The light part is the first player's, from either point of view.
   * @param {import("../api.js").GameInfo | null} info
   * @param {import("../game/value.js").Evaluation | null} known
   * @param {boolean} isFlipped
   * @param {number} viewer
   */
  show(info, known, isFlipped, viewer) {
    const { classList, style } = this.root;
    const text = known ? textFor(known, viewer) : null;
    const height = known?.share ?? null;
    const name = known ? (info?.names[readerOf(known, viewer)] ?? "MAX") : "";
    const label = text ? `value for ${name}: ${text.title}` : "value: not known yet";
    classList.toggle("flipped", isFlipped);
    classList.toggle("unknown", !known);
    this.words.textContent = text?.text ?? "";
    this.root.setAttribute("aria-label", label);
    if (height === null) return;
    style.setProperty("--share", String(height));
    classList.toggle("low", height < 0.5);
  }
}
