// The moves of a game as a tree. A node stands for a move; the moves beside it are variations. The
// first child everywhere is the main line.

/** Stands between moves in a text. In a move it is escaped with a backslash. */
export const SEPARATOR = "~";

/** A move as it stands in a text. @param {string} move */
export const escaped = (move) => move.replace(/[\\~]|^[()]$|^[{$]/g, "\\$&");

export class MoveNode {
  /** What can be played after this move, the main line first. @type {MoveNode[]} */
  children = [];
  comment = "";
  /** The numbers of the signs on the move, as in PGN: 1 is !, 2 is ?. @type {number[]} */
  signs = [];
  /** The player of the move; null until the server has said. @type {number | null} */
  mover = null;
  /** @type {string | null} */
  #key = null;

  /**
   * @param {string} name of the move; empty before the first one
   * @param {MoveNode | null} parent
   */
  constructor(name = "", parent = null) {
    this.name = name;
    this.parent = parent;
    /** @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** The moves from the start to here, in one text. @returns {string} */
  get key() {
    if (!this.parent) return "";
    const before = this.parent.parent ? this.parent.key + SEPARATOR : "";
    return (this.#key ??= before + escaped(this.name));
  }

  /** The moves that lead here, this one included. @returns {MoveNode[]} */
  get path() {
    const found = [];
    for (let node = /** @type {MoveNode} */ (this); node.parent; node = node.parent) {
      found.push(node);
    }
    return found.reverse();
  }

  /** The moves after this one, by first children. @returns {MoveNode[]} */
  get tail() {
    const found = [];
    for (let [node] = this.children; node; [node] = node.children) found.push(node);
    return found;
  }

  /** The variations: the other moves in this place, if this is the first of them. */
  get variations() {
    const [first, ...others] = this.parent?.children ?? [];
    return first === this ? others : [];
  }

  /** Does the main line lead here? */
  get isMain() {
    return this.path.every((node) => node.parent?.children[0] === node);
  }

  /** The last moves of all lines below. @returns {MoveNode[]} */
  get leaves() {
    const found = [];
    const rest = [...this.children];
    for (let node = rest.pop(); node; node = rest.pop()) {
      if (node.children.length) rest.push(...node.children);
      else found.push(node);
    }
    return found;
  }

  /** @param {string} name */
  find(name) {
    return this.children.find((child) => child.name === name);
  }

  /**
   * The node of a move that is played here: the one that is there, or a new variation.
   * @param {string} name
   * @param {boolean} [isFirst] does it become the main line?
   */
  add(name, isFirst = false) {
    const child = this.find(name) ?? new MoveNode(name, this);
    if (!this.children.includes(child)) this.children.push(child);
    if (isFirst) child.#lead();
    return child;
  }

  /** Add the moves of another tree here; those that are there stay. @param {MoveNode} tree */
  graft(tree) {
    /** @type {[MoveNode, MoveNode][]} */
    const waiting = [[this, tree]];
    for (const [to, from] of waiting) {
      to.comment ||= from.comment;
      if (!to.signs.length) to.signs = from.signs;
      waiting.push(...from.children.map((child) => mapped(to.add(child.name), child)));
    }
  }

  /** Become the first of the moves in this place. */
  #lead() {
    const { parent } = this;
    if (parent) parent.children = [this, ...parent.children.filter((child) => child !== this)];
  }

  /** Drop this move and what follows it. */
  remove() {
    const { parent } = this;
    if (parent) parent.children = parent.children.filter((child) => child !== this);
  }

  /** Let this line take the place of the one that it is a variation of. */
  promote() {
    const isVariation = (/** @type {MoveNode} */ node) => node.parent?.children[0] !== node;
    const first = this.path.findLast(isVariation);
    if (first) first.#lead();
  }

  /** Let the main line lead here. */
  makeMain() {
    for (const node of this.path) node.#lead();
  }

  /** Take the name that the server has for this move. @param {string} name */
  rename(name) {
    if (name === this.name) return;
    this.name = name;
    this.#forget();
  }

  #forget() {
    this.#key = null;
    for (const child of this.children) child.#forget();
  }
}

/**
 * @param {MoveNode} to
 * @param {MoveNode} from
 * @returns {[MoveNode, MoveNode]}
 */
const mapped = (to, from) => [to, from];
