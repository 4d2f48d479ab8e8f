// The evaluation of a position before any search: its sum in the game's unit, and term by term.

import { make } from "../dom.js";

export class EvaluationTerms {
  summary = make("summary", {});
  table = make("pre", { class: "terms", tabindex: "0" });
  root = make("details", { class: "card", hidden: true }, this.summary, this.table);

  /** @param {{summary: string, terms: string} | null | undefined} evaluation */
  show(evaluation) {
    this.root.hidden = !evaluation;
    this.summary.textContent = `Evaluation: ${evaluation?.summary ?? ""}`;
    this.table.textContent = evaluation?.terms ?? "";
  }
}
