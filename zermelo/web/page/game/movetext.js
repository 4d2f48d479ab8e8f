// Moves in one text, as addresses hold them: apart by ~, variations between ( and ) after the move
// that they take the place of, signs by their numbers in PGN, comments in { }. A backslash stands
// before a sign that is meant.
//
//   e4~$1~{the best}~(~d4~d5~)~e5

import { escaped, MoveNode, SEPARATOR } from "./variations.js";

/** The most moves of a text, and the most variations within each other. */
const MOST_MOVES = 20_000;
const DEEPEST = 100;

/** @typedef {{last: MoveNode, open: MoveNode[], nodes: MoveNode[], isEmpty: boolean}} Reading */

/** The moves of one line. @param {string[]} moves */
export const joined = (moves) => moves.map(escaped).join(SEPARATOR);

/** @param {string | null | undefined} text */
const words = (text) => (text ?? "").match(/(?:\\.|[^~])+/gs) ?? [];

/** @param {string} word */
const plain = (word) => word.replace(/\\(.)/gs, "$1");

/** The moves of a text of one line. @param {string | null | undefined} text */
export const split = (text) => words(text).map(plain);

/**
 * The tree of a text, and its moves in the order of the text, after the start.
 * @param {string | null} text
 */
export function readMoves(text) {
  const root = new MoveNode();
  /** @type {Reading} */
  const reading = { last: root, open: [], nodes: [root], isEmpty: false };
  for (const word of words(text)) readWord(reading, word);
  if (reading.open.length) throw new Error("The moves of this link end within a variation: no ).");
  return reading.nodes;
}

/**
 * @param {Reading} reading
 * @param {string} word
 */
function readWord(reading, word) {
  if (word === "(") openVariation(reading);
  else if (word === ")") closeVariation(reading);
  else if (word.startsWith("{")) readComment(reading, word);
  else if (/^\$\d{1,3}$/.test(word)) readSign(reading, word);
  else {
    if (reading.nodes.length > MOST_MOVES) throw new Error("This link has more than 20,000 moves.");
    reading.last = reading.last.add(plain(word));
    reading.nodes.push(reading.last);
    reading.isEmpty = false;
  }
}

/** @param {Reading} reading */
function openVariation(reading) {
  const { last, open, isEmpty } = reading;
  if (isEmpty || !last.parent) throw new Error("The moves of this link have a ( without a move.");
  if (open.length >= DEEPEST) throw new Error("This link has variations 100 deep and more.");
  open.push(last);
  reading.last = last.parent;
  reading.isEmpty = true;
}

/** @param {Reading} reading */
function closeVariation(reading) {
  const last = reading.open.pop();
  if (!last) throw new Error("The moves of this link have a ) without its (.");
  if (reading.isEmpty) throw new Error("The moves of this link have a variation without moves.");
  reading.last = last;
}

/**
 * @param {Reading} reading
 * @param {string} word
 */
function readComment({ last, isEmpty }, word) {
  if (!word.endsWith("}")) throw new Error("The moves of this link have a comment without its }.");
  if (isEmpty) throw new Error("The moves of this link have a comment before its move.");
  last.comment = plain(word.slice(1, -1));
}

/**
 * @param {Reading} reading
 * @param {string} word
 */
function readSign({ last, isEmpty }, word) {
  if (!last.parent || isEmpty) throw new Error("The moves of this link have a sign before a move.");
  last.signs.push(Number(word.slice(1)));
}

/**
 * A tree as a text, and its moves in that order, after the start.
 * @param {MoveNode} root
 */
export function writeMoves(root) {
  const nodes = [root];
  const text = [...commentWord(root), ...lineWords(root, nodes)];
  return { text: text.join(SEPARATOR), nodes };
}

/**
 * The words of what follows a node.
 * @param {MoveNode} parent
 * @param {MoveNode[]} nodes gets the moves in this order
 */
function lineWords(parent, nodes) {
  /** @type {string[]} */
  const found = [];
  for (const node of parent.tail) {
    found.push(...moveWords(node, nodes));
    for (const other of node.variations) {
      found.push("(", ...moveWords(other, nodes), ...lineWords(other, nodes), ")");
    }
  }
  return found;
}

/**
 * @param {MoveNode} node
 * @param {MoveNode[]} nodes
 */
function moveWords(node, nodes) {
  nodes.push(node);
  return [escaped(node.name), ...node.signs.map((n) => `$${n}`), ...commentWord(node)];
}

/** @param {MoveNode} node */
function commentWord({ comment }) {
  return comment ? [`{${comment.replace(/[\\~]/g, "\\$&")}}`] : [];
}
