// An exercise in a file of its own: the tree, a form, its answers, and the solution. `data` comes
// from zermelo/teach/share.py.

import { element } from "./parts.js";

const { question, blank, solved, asked, pruned, hasPruned, action, actions, words } = data;

/** @param {string} text */
function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/** The numbers of a text: 2, −0.5, 3/4, (1, 2, 3). @param {string} text */
function numbers(text) {
  const found = text.replaceAll("−", "-").match(/-?\d+(?:\.\d+)?(?:\/\d+)?/g) ?? [];
  return found.map((one) => {
    const [over, under = "1"] = one.split("/");
    return Number(over) / Number(under);
  });
}

/** @param {number[]} a @param {number[]} b */
const isSame = (a, b) => a.length === b.length && a.every((x, i) => Math.abs(x - b[i]) < 1e-6);

/** @param {string} text */
const names = (text) => text.toUpperCase().split(/[\s,;]+/).filter(Boolean).sort().join();

/** @type {[HTMLInputElement | HTMLSelectElement, (text: string) => boolean][]} */
const fields = [];

/** @param {string} label @param {any} control @param {(text: string) => boolean} isRight */
function field(label, control, isRight) {
  fields.push([control, isRight]);
  return element("label", {}, `${label} `, control);
}

const values = asked.map((/** @type {any} */ { label, value }) =>
  field(label, element("input", { autocomplete: "off" }), (text) => isSame(numbers(text), value)));
if (hasPruned) {
  const input = element("input", { autocomplete: "off", placeholder: "as K, N" });
  values.push(field("Pruned", input, (text) => names(text) === names(pruned.join(" "))));
}
if (actions.length) {
  const options = ["", ...actions].map((name) => element("option", { value: name }, name));
  values.push(field("Action", element("select", {}, ...options), (text) => text === action));
}

const verdict = element("p", { role: "status" });
const room = element("div", {}, picture(blank));

function check() {
  const right = fields.filter(([control, isRight]) => {
    const is = isRight(control.value);
    control.className = is ? "right" : "wrong";
    return is;
  });
  verdict.textContent = `${right.length} of ${fields.length} are right.`;
}

function solve() {
  room.replaceChildren(picture(solved));
  verdict.textContent = words.join("; ");
}

document.getElementById("share").replaceChildren(element("div", { class: "exercise" },
  ...question.split("\n").map((/** @type {string} */ line) => element("p", {}, line)),
  room, element("div", { class: "asked" }, ...values),
  element("div", { class: "steps" },
    element("button", { type: "button", onclick: check }, "Check"),
    element("button", { type: "button", onclick: solve }, "Show the solution")),
  verdict));
