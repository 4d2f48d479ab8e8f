// A game as it was played: its start, its moves with their variations, and the move that is shown.
// Positions come from the server and are cached.

import { post } from "../api.js";
import { joined, readMoves, writeMoves } from "./movetext.js";
import { MoveNode } from "./variations.js";

/** @typedef {import("../api.js").Position} Position */

/**
 * Where a game goes on in the middle of its moves: after a take-back the next move becomes the main
 * line; after *Play from here* it is a variation.
 * @typedef {"" | "taken" | "here"} Resume
 */

/** Positions by game, start and moves. @type {Map<string, Promise<Position>>} */
const cache = new Map();

/** The most positions in the cache. */
const MOST_POSITIONS = 1000;

/** The most lines of a link that the server is asked about before they are shown. */
const MOST_ASKED = 200;

export class Score {
  root = new MoveNode();
  /** The move that is shown. */
  node = this.root;
  /** @type {Resume} */
  resume = "";
  /** What is wrong with the text of the moves, and the text. @type {[Error, string] | null} */
  fault = null;
  /** The players as the address has them; Analyse keeps them. @type {string | null} */
  seats = null;
  isPaused = false;
  /** The clock as the address has it; Analyse keeps it. @type {string | null} */
  clock = null;
  /** Who played, where and when, of a game that was imported. @type {Record<string, string>} */
  tags = {};
  /** The last moves of lines that the server was asked about. @type {WeakSet<MoveNode>} */
  #asked = new WeakSet();

  /**
   * @param {string} game
   * @param {string | null} start
   * @param {string[]} moves of the main line
   */
  constructor(game, start = null, moves = []) {
    this.game = game;
    this.start = start;
    for (const move of moves) this.node = this.node.add(move);
  }

  /**
   * @param {URLSearchParams} params
   * @param {string} usual
   */
  static read(params, usual) {
    const score = new Score(params.get("game") || usual, params.get("position"));
    score.seats = params.get("seats");
    score.isPaused = params.get("paused") === "1";
    score.clock = params.get("clock");
    score.tags = Object.fromEntries(new URLSearchParams(params.get("tags") ?? ""));
    const resume = params.get("resume") ?? "";
    if (resume === "taken" || resume === "here") score.resume = resume;
    score.#readMoves(params);
    return score;
  }

  /** A game that the server has read. @param {import("../inout/importer.js").Read} read */
  static ofRecord({ game, position, moves, tags }) {
    const score = new Score(game, position);
    const [root] = readMoves(moves);
    score.root = root;
    score.node = root.tail.at(-1) ?? root;
    score.tags = tags;
    return score;
  }

  /** @param {URLSearchParams} params */
  #readMoves(params) {
    const text = params.get("moves") ?? "";
    try {
      const nodes = readMoves(text);
      const [root] = nodes;
      const count = Number(params.get("ply") ?? NaN) || 0;
      const shown = nodes[Math.min(Math.max(Math.trunc(count), 0), nodes.length - 1)];
      this.root = root;
      this.node = params.has("ply") ? shown : (root.tail.at(-1) ?? root);
    } catch (error) {
      this.fault = [/** @type {Error} */ (error), text];
    }
  }

  // ---------------------------------------------------------------- the line that is shown

  /** The moves that lead to the one that is shown, and the main line after it. */
  get line() {
    return [...this.node.path, ...this.node.tail];
  }

  get moves() {
    return this.line.map(({ name }) => name);
  }

  get ply() {
    return this.node.ply;
  }

  /** Show another ply of the line. */
  set ply(ply) {
    this.show(this.nodeAt(ply));
  }

  /** The node of a ply of the line. @param {number} ply */
  nodeAt(ply) {
    return this.line[ply - 1] ?? this.root;
  }

  /** Show a move. @param {MoveNode} node */
  show(node) {
    if (node !== this.node) this.resume = "";
    this.node = node;
  }

  /** Does the game go on here? */
  get isAtEnd() {
    return !this.node.children.length || this.resume !== "";
  }

  // ---------------------------------------------------------------- addresses

  /** The parameters of an address that leads here. */
  params() {
    const { game, start: position, resume, fault } = this;
    const { text, nodes } = writeMoves(this.root);
    const isUsual = this.node.isMain && !this.node.children.length && !/[)}]$/.test(text);
    const ply = isUsual || fault ? null : nodes.indexOf(this.node);
    const tags = new URLSearchParams(this.tags).toString();
    const moves = fault?.[1] ?? text;
    return { game, position, moves, ply, resume, tags, ...this.seating() };
  }

  /** The parameters of the line that is shown, without variations. */
  lineParams() {
    const { moves, ply } = this;
    return { moves: joined(moves), ply: ply < moves.length ? ply : null };
  }

  /** The fields of a request about the whole game. */
  all() {
    const { game, start: position, tags } = this;
    return { game, position, tags, moves: writeMoves(this.root).text };
  }

  /** The parameters of the position that is shown, without the moves after it. */
  here() {
    return { game: this.game, position: this.start, moves: this.node.key };
  }

  /** The parameters of the players. */
  seating() {
    return { seats: this.seats, paused: this.isPaused, clock: this.clock };
  }

  /** Take the players of another game. @param {Score} other */
  withSeatsOf(other) {
    this.seats = other.seats;
    this.isPaused = other.isPaused;
    this.clock = other.clock;
    return this;
  }

  /** The same moves with another evaluation. @param {string} game */
  withGame(game) {
    const score = new Score(game, this.start).withSeatsOf(this);
    const { root, node, resume, fault, tags } = this;
    return Object.assign(score, { root, node, resume, fault, tags });
  }

  // ---------------------------------------------------------------- positions

  /** The fields of a request about a ply of the line. */
  request(ply = this.ply) {
    return this.#request(this.nodeAt(ply));
  }

  /** @param {MoveNode} node */
  #request({ path }) {
    return { game: this.game, position: this.start, moves: path.map(({ name }) => name) };
  }

  /** The position at a ply of the line. */
  at(ply = this.ply) {
    return this.after(this.nodeAt(ply));
  }

  /**
   * The position after a move.
   * @param {MoveNode} node
   * @returns {Promise<Position>}
   */
  after(node) {
    const key = `${this.game} ${this.start} ${node.key}`;
    const known = this.fault ? Promise.reject(this.fault[0]) : cache.get(key);
    const answer = known ?? this.#ask(node);
    if (cache.size >= MOST_POSITIONS) cache.clear();
    cache.set(key, answer);
    answer.then((position) => note(node, position), () => cache.delete(key));
    return answer;
  }

  /** @param {MoveNode} node @returns {Promise<Position>} */
  #ask(node) {
    return post("position", this.#request(node));
  }

  /**
   * Moves that are typed here, as people write them; the error names the first mistake.
   * @param {string} text
   * @param {{game: string, position: string | null, moves: string[]}} [from]
   */
  async read(text, from = this.request()) {
    const read = /** @type {import("../inout/importer.js").Read} */ (
      await post("record", { ...from, text }));
    if (read.fault) throw new Error(read.fault.message);
    return read;
  }

  /** Ask for the players of moves that were never shown. False if there is nothing to ask. */
  async learn() {
    const isNew = (/** @type {MoveNode} */ leaf) => leaf.mover === null && !this.#asked.has(leaf);
    const leaves = this.root.leaves.filter(isNew);
    for (const leaf of leaves.slice(0, MOST_ASKED)) {
      this.#asked.add(leaf);
      await this.after(leaf);
    }
    return leaves.length > 0;
  }

  // ---------------------------------------------------------------- changes

  /** Would moves that are played here change more than what is shown? @param {string[]} names */
  isChangedBy(names) {
    /** @type {MoveNode | undefined} */
    let node = this.node;
    for (const name of names) node = node?.find(name);
    return !node || this.resume !== "";
  }

  /**
   * Play a move: a new variation, unless it is there.
   * @param {string} name
   */
  play(name) {
    this.node = this.node.add(name, this.resume === "taken");
    if (!this.node.children.length) this.resume = "";
  }

  /** Go on from an earlier move; those after it stay. @param {MoveNode} node */
  takeBack(node) {
    this.node = node;
    this.resume = "taken";
  }

  /** Delete the move that is shown and what follows it. */
  remove() {
    const { node } = this;
    this.show(node.parent ?? node);
    node.remove();
  }
}

/**
 * Note the names and the players of moves as the server has them.
 * @param {MoveNode} node
 * @param {Position} position
 */
function note(node, { moves, movers }) {
  const { path } = node;
  if (moves.length !== path.length) return; // some words are one move
  path.forEach((one, i) => {
    one.rename(moves[i]);
    one.mover = movers[i];
  });
}
