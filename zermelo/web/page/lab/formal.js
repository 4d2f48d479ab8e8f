// A small game as the lecture defines it: Γ = ⟨P, X, S, T, δ, l, v⟩, set by set.

import { post } from "../api.js";
import { button, copy } from "../controls.js";
import { make } from "../dom.js";
import { split } from "../game/movetext.js";
import { openDialog } from "../inout/dialog.js";

/** @typedef {import("./lab.js").Lab} Lab */

/**
 * Show the sets of the game that is searched. The address names them until they are closed.
 * @param {Lab} lab
 */
export async function openFormal(lab) {
  const { game, position, moves } = lab.setting;
  try {
    const place = { position: position || null, moves: split(moves) };
    const { text, latex } = await post("formal", { game, ...place });
    if (lab.closed || lab.setting.game !== game) return;
    const keep = button("Copy LaTeX", () => copy(latex, keep));
    const sets = make("pre", { class: "mono gamma", tabindex: "0" }, text);
    const dialog = openDialog("Γ, set by set", sets, keep);
    mark(lab, "1");
    dialog.addEventListener("close", () => mark(lab, ""));
  } catch (error) {
    lab.benches[0].complain(/** @type {Error} */ (error));
  }
}

/**
 * Let the address say whether the sets are open.
 * @param {Lab} lab
 * @param {string} gamma
 */
function mark(lab, gamma) {
  if (lab.closed) return;
  lab.setting.gamma = gamma;
  lab.write();
}

/** @param {Lab} lab */
export function formalButton(lab) {
  return button("Γ as sets", () => openFormal(lab), {
    title: "P, X, S, T, δ, l and v, as the lecture writes them",
  });
}
