// The state of a film after a number of steps. Forwards and backwards cost the same.

/**
 * @typedef {[item: number, stage: string, value: string, window: string, range: string]} Look
 * @typedef {{say: string, tree: number, kind: string, at: [string, number] | null,
 *            variables: Record<string, string>, calls: number[],
 *            counts: [number, number, number], looks: Look[]}} Step
 * @typedef {{title: string, listing: Record<string, string[]>, trees: string[], signs: string,
 *            labels: string[][], folds: [item: number, node: number, isOpened: boolean][][],
 *            best: number[][], calls: Record<string, string>,
 *            prunedMore: boolean, steps: Step[]}} Film
 */

/** The state of a film: the look of every item after a number of steps. */
export class Reel {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.step = 0;
    /** @type {Map<string, Look>} */
    this.looks = new Map();
    /** The looks before each step. @type {[string, Look | undefined][][]} */
    this.undo = [];
  }

  get length() {
    return this.film.steps.length;
  }

  /** The step that was taken last. */
  get now() {
    return this.step ? this.film.steps[this.step - 1] : null;
  }

  /**
   * Go to a step; 0 is before the first. Returns the items that look different now, as "tree:item".
   * @param {number} step
   */
  to(step) {
    const target = Math.min(Math.max(Math.trunc(step) || 0, 0), this.length);
    /** @type {Set<string>} */
    const touched = new Set();
    while (this.step < target) this.#forward(touched);
    while (this.step > target) this.#back(touched);
    return touched;
  }

  /** @param {Set<string>} touched */
  #forward(touched) {
    const { tree, looks } = this.film.steps[this.step++];
    /** @type {[string, Look | undefined][]} */
    const before = looks.map((look) => [`${tree}:${look[0]}`, undefined]);
    looks.forEach((look, i) => {
      const [key] = before[i];
      before[i][1] = this.looks.get(key);
      this.looks.set(key, look);
      touched.add(key);
    });
    this.undo.push(before);
  }

  /** @param {Set<string>} touched */
  #back(touched) {
    this.step--;
    for (const [key, before] of (this.undo.pop() ?? []).reverse()) {
      if (before) this.looks.set(key, before);
      else this.looks.delete(key);
      touched.add(key);
    }
  }
}
