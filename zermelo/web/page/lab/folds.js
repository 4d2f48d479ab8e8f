// Folded parts of a tree: a click draws what lies below a node, another one folds it again. The
// server draws; the page asks for the same film with other nodes opened.

/**
 * @typedef {import("./bench.js").Bench} Bench
 * @typedef {import("./bench.js").Film} Film
 */

/**
 * The node that was opened or folded last, by bench: it is shown when the film is there.
 * @type {WeakMap<Bench, number>}
 */
const changed = new WeakMap();

/**
 * Make buttons of the nodes below which something is folded, or was opened.
 * @param {Bench} bench
 * @param {Film} film
 */
export function makeFoldsButtons(bench, { film }) {
  /** @type {[item: number, node: number, isOpened: boolean][][]} */
  const trees = film.folds;
  trees.forEach((folds, tree) => {
    for (const [item, node, isOpened] of folds) {
      const group = bench.drawn({ tree, item });
      if (group) makeButton(bench, group, node, isOpened, film.labels[tree][item]);
    }
  });
}

/**
 * @param {Bench} bench
 * @param {SVGGElement} group
 * @param {number} node
 * @param {boolean} isOpened
 * @param {string} label
 */
function makeButton(bench, group, node, isOpened, label) {
  const words = `${isOpened ? "fold" : "open"} what is below ${label || "here"}`;
  const facts = { role: "button", tabindex: "0", "aria-expanded": isOpened, "aria-label": words };
  for (const [name, value] of Object.entries(facts)) group.setAttribute(name, String(value));
  group.classList.add("foldable");
  const act = () => {
    changed.set(bench, node);
    const opened = bench.opened.filter((one) => one !== node);
    bench.set("open", (isOpened ? opened : [...opened, node]).join(","));
  };
  group.addEventListener("click", act);
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere the space bar plays the film
    act();
  });
}

/**
 * Bring the node that was opened or folded into the middle, and give it the focus.
 * @param {Bench} bench
 * @param {Film} film
 */
export function showOpened(bench, { film }) {
  const wanted = changed.get(bench);
  const tree = bench.stepper?.tree ?? 0;
  changed.delete(bench);
  if (wanted === undefined) return;
  /** @type {[number, number, boolean][]} */
  const folds = film.folds[tree] ?? [];
  const [item] = folds.find(([, node]) => node === wanted) ?? [];
  const group = item === undefined ? null : bench.drawn({ tree, item });
  if (!group) return;
  bench.tree?.zoom.reveal(group);
  group.focus({ preventScroll: true });
}
