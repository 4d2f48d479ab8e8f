// Where the lab's tree comes from: a lecture, typed, random, or a position of a game.

import { button, choice, field, segments, whole } from "../controls.js";
import { make } from "../dom.js";
import { gamePicker } from "../game/picker.js";
import { placeInputs } from "../game/place.js";
import { startChoice } from "../game/starts.js";
import { joined, split } from "../game/movetext.js";
import { capital } from "../words.js";
import { formalButton } from "./formal.js";

/** @typedef {import("./lab.js").Lab} Lab */

/** The game that the form of games begins with. */
const DEFAULT_GAME = "tic-tac-toe";

/** The tree that the form of one's own trees begins with. */
const DEFAULT_TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";

/**
 * Kinds of random trees, with what their address adds.
 * @type {Record<string, {words: string, more: string}>}
 */
const KINDS = {
  plain: { words: "two players", more: "" },
  chance: { words: "with chance", more: ",chance=0.5" },
  three: { words: "three players", more: ",players=3" },
};

/** @type {[string, string][]} */
const SOURCES = [
  ["lecture", "Lecture"],
  ["own", "Own"],
  ["random", "Random"],
  ["game", "Game"],
];

/** Sources that have a tree as soon as they are chosen. */
const AT_ONCE = ["random", "game"];

/** @type {Record<string, (lab: Lab) => HTMLElement>} */
const FORMS = { lecture: lectureTrees, own: ownTree, random: randomTree, game: gamePosition };

/**
 * The card that says where the tree comes from.
 * @param {Lab} lab
 */
export function sourceCard(lab) {
  const kind = kindOf(lab);
  const room = make("div", { class: "source-room" });
  const fill = (/** @type {string} */ which) => {
    lab.refuse(null);
    room.replaceChildren(FORMS[which](lab));
  };
  const choose = (/** @type {string} */ which) => {
    fill(which);
    if (AT_ONCE.includes(which) && which !== kindOf(lab)) {
      room.querySelector("form")?.requestSubmit();
    }
  };
  fill(kind);
  const reset = button("Reset the tree", () => lab.leaves.reset(), {
    title: "Take back all changes of leaves",
  });
  return make("div", { class: "source-row" },
    segments("From", SOURCES, kind, choose), room, lab.refusal,
    make("div", { class: "row" }, formalButton(lab), lab.leaves.isChanged ? reset : null));
}

/** @param {Lab} lab */
function kindOf({ isTree, setting: { game }, catalogue }) {
  if (!isTree) return "game";
  if (game.startsWith("tree:random")) return "random";
  return catalogue?.trees.some(({ name }) => name === game) ? "lecture" : "own";
}

/** @param {Lab} lab */
function lectureTrees(lab) {
  const { game } = lab.setting;
  const trees = lab.catalogue?.trees ?? [];
  /** @type {[string, string][]} */
  const options = trees.map(({ name }) => [name, name.replace("tree:", "")]);
  if (kindOf(lab) !== "lecture") options.unshift(["", "choose one"]);
  const about = trees.find(({ name }) => name === game)?.about ?? "";
  const spoilerFree = about.replace(/, value .*$/, "");
  return make("div", { class: "row end" },
    field("Tree", choice(options, game, (name) => name && lab.take(name))),
    make("p", { class: "quiet small" }, spoilerFree));
}

/** @param {Lab} lab */
function ownTree(lab) {
  const text = make("textarea", { rows: 2, spellcheck: "false", class: "mono" });
  text.value = treeText(lab);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    lab.typed = text.value;
    const mistake = await lab.take(treeName(text.value));
    if (mistake?.column) markMistake(lab, text, mistake.column);
    else if (!mistake) leaveText(); // the arrow keys step now
  };
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault(); // Shift + Enter begins a line
    text.form?.requestSubmit();
  });
  return make("form", { class: "own-tree", onsubmit: submit },
    field("A number is a leaf, a letter in quotes one that is not known, a list a node; MAX begins",
      text),
    make("button", { class: "main" }, "Search it"));
}

/** Leave the box of a tree, which may have been built anew with the focus in it. */
function leaveText() {
  const { activeElement: on } = document;
  if (on instanceof HTMLTextAreaElement && on.closest(".own-tree")) on.blur();
}

/**
 * Show where a typed tree is wrong: below the message, and as the selection of the box.
 * @param {Lab} lab
 * @param {HTMLTextAreaElement} box
 * @param {number} column in the text as it is sent, from 1 on
 */
function markMistake(lab, box, column) {
  const sent = treeName(box.value).slice("tree:".length);
  lab.refusal.append(make("p", { class: "mistake mono" },
    sent.slice(0, column - 1), make("mark", {}, sent[column - 1] ?? "\u00a0"), sent.slice(column)));
  const words = box.value.trimStart();
  const isAsTyped = words.startsWith(sent.slice(0, column - 1)); // line breaks are sent as spaces
  const at = box.value.length - words.length + column - 1;
  box.focus({ preventScroll: true });
  if (isAsTyped) box.setSelectionRange(at, at + 1);
}

/** @param {string} typed */
const treeName = (typed) => `tree:${typed.replace(/\s+/g, " ").trim()}`;

/** The text of the tree that is searched, as it was typed if it was. @param {Lab} lab */
function treeText(lab) {
  const { game } = lab.setting;
  if (treeName(lab.typed) === game) return lab.typed;
  if (!lab.isTree) return DEFAULT_TREE;
  const isOwn = kindOf(lab) === "own"; // the film may still show the tree before
  return (isOwn ? null : lab.benches[0].film?.tree) ?? game.slice("tree:".length);
}

/** @param {Lab} lab */
function randomTree(lab) {
  const parts = lab.setting.game.split(",").slice(1);
  const given = Object.fromEntries(parts.map((part) => part.split("=")));
  const inputs = {
    seed: whole(given.seed || 1, 0, 1e9),
    depth: whole(given.depth || 3, 1, 8),
    branching: whole(given.branching || 2, 1, 6),
  };
  const shown = given.players === "3" ? "three" : given.chance ? "chance" : "plain";
  /** @type {[string, string][]} */
  const kinds = Object.entries(KINDS).map(([name, { words }]) => [name, words]);
  const kind = choice(kinds, shown, () => take());
  const take = () => {
    const numbers = Object.entries(inputs).map(([name, input]) => `${name}=${input.value}`);
    lab.take(`tree:random,${numbers.join(",")}${KINDS[kind.value].more}`);
  };
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), take());
  const another = () => {
    inputs.seed.value = String(Math.floor(Math.random() * 10_000));
    take();
  };
  return make("form", { class: "row end random-form", onsubmit: submit },
    field("Kind", kind),
    ...Object.entries(inputs).map(([name, input]) => field(capital(name), input)),
    make("button", {}, "Search it"),
    button("Another", another, { class: "main", sign: "dice" }));
}

/** @param {Lab} lab */
function gamePosition(lab) {
  let chosen = lab.isTree ? DEFAULT_GAME : lab.setting.game;
  const place = placeInputs(lab.setting.position, split(lab.setting.moves));
  const take = () => {
    const { position, moves } = place.read();
    lab.take(chosen, position, joined(moves));
  };
  const changed = (/** @type {string} */ name, /** @type {boolean} */ isSame) => {
    chosen = name;
    if (!isSame) place.text.value = place.line.value = "";
    take();
  };
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), take());
  const catalogue = /** @type {import("../api.js").Catalogue} */ (lab.catalogue);
  const begin = (/** @type {string} */ text) => {
    place.text.value = text;
    place.line.value = "";
    take();
  };
  return make("form", { class: "row end game-form", onsubmit: submit },
    gamePicker(catalogue, chosen, changed), startChoice(chosen, place.text.value, begin),
    ...place.fields,
    make("button", { class: lab.isTree ? "main" : "" }, "Search it"));
}
