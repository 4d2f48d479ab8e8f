// The evaluation bar beside the board.

import { make } from "../dom.js";
import { describe, share } from "../game/value.js";

export class EvaluationBar {
  words = make("span", { class: "words" });
  root = make("div", { class: "bar", role: "img" },
    make("span", { class: "fill" }), make("span", { class: "middle" }), this.words);

  /**
   * Show the value of a position for the first player.
   * @param {import("../api.js").GameInfo | null} info
   * @param {(import("../game/value.js").Evaluation & {value: number}) | null} known
   * @param {boolean} isFlipped
   */
  show(info, known, isFlipped) {
    const { classList, style } = this.root;
    const text = known ? describe(info, known) : null;
    const height = known ? share(info, known.value) : null;
    const first = info?.names[0] ?? "MAX";
    const label = text ? `value for ${first}: ${text.title}` : "value: not known yet";
    classList.toggle("flipped", isFlipped);
    classList.toggle("unknown", !known);
    this.words.textContent = text?.text ?? "";
    this.root.setAttribute("aria-label", label);
    if (height === null) return;
    style.setProperty("--share", String(height));
    classList.toggle("low", height < 0.5);
  }
}
