// The server's HTTP API: requests that are answered once. See live.js for searches that go on.

/**
 * @typedef {{name: string, kind: string, default: any, choices?: string[]}} Argument
 * @typedef {{level: number, about: string}} Level
 * @typedef {{name: string, title: string, aliases: string[], about: string, look: string | null,
 *            players: number, names: string[], signs: string[], chance: boolean, board: boolean,
 *            positions: boolean, evaluation: boolean, evaluations: string[], arguments: Argument[],
 *            user_game: boolean, editor: boolean, records: string[],
 *            range?: [number, number] | null,
 *            total?: number | null,
 *            levels?: Level[] | null, engine?: string,
 *            agents?: string[], database?: boolean}} GameInfo
 * @typedef {{name: string, title: string, about: string, aliases: string[], source: string,
 *            players: number | null, chance: boolean, vectors: boolean, prunes: boolean,
 *            exercise: boolean, options: string[], horizon: boolean,
 *            beside: string}} AlgorithmInfo
 * @typedef {{version: number, games: GameInfo[], trees: {name: string, about: string}[],
 *            algorithms: AlgorithmInfo[], levels: Level[], formats: string[],
 *            databases?: string[],
 *            faulty: {name: string, error: string}[], scenes?: any[],
 *            [more: string]: any}} Catalogue
 * @typedef {{rows: number, columns: number, cells: string[], row_labels: string[],
 *            column_labels: string[], upper_labels: string[], names: string[],
 *            deciding: number[], in_check: number[], captured: string[][], slant: number,
 *            look: string, links: [number, number][]}} BoardData
 * @typedef {{name: string, cells: number[], sign?: string}} Action
 * @typedef {{game: string, position: string | null, moves: string[], movers: number[], tag: string,
 *            text: string, label: string, caption: string, players: string[], signs: string[],
 *            chance: boolean, player: number, player_name: string, player_sign: string,
 *            over: boolean, payoffs: number[] | null, outcome: string | null,
 *            evaluation: {summary: string, terms: string} | null,
 *            written: import("./game/value.js").ValueText[] | null, share: number | null,
 *            verdict: string | null, actions: Action[], depth: number | null, search: string,
 *            compare: string, board: BoardData | null, last: number[], dice: number[],
 *            chances: {name: string, probability: number}[] | null}} Position
 */

export const ROOT = "/api/v1/";

/** Milliseconds until the address of a downloaded file is freed. */
const DOWNLOAD_TIME = 10_000;

/** A request that the server refused, with its message. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string} kind
   * @param {number} status
   * @param {number | null} [column] the character of a text at which it is wrong, from 1 on
   */
  constructor(message, kind, status, column = null) {
    super(message);
    this.column = column;
    this.kind = kind;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
async function send(path, body, signal) {
  const headers = { "content-type": "application/json" };
  const posting = { method: "POST", headers, body: JSON.stringify(body) };
  const options = { ...(body ? posting : {}), signal };
  let answer;
  try {
    answer = await fetch(ROOT + path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("The studio does not answer. Is it still running?", "Away", 0);
  }
  if (answer.ok) return answer;
  const { error } = await answer.json().catch(() => ({}));
  const message = error?.message ?? `The studio answered ${answer.status}.`;
  throw new Refused(message, error?.kind ?? "Error", answer.status, error?.column ?? null);
}

/**
 * Did the server not answer at all? Then it may come back.
 * @param {unknown} error
 */
export const isAway = (error) => error instanceof Refused && error.kind === "Away";

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/** @type {Promise<Catalogue> | undefined} */
let cached;

/** The catalogue of games, trees and searches. @returns {Promise<Catalogue>} */
export function catalogue() {
  cached ??= send("catalogue").then((answer) => answer.json());
  cached.catch(() => (cached = undefined));
  return cached;
}

/** The terms of the glossary. @returns {Promise<any[]>} */
export async function fetchGlossary() {
  return (await send("glossary")).json();
}

/**
 * The catalogue's entry of a game, by its name with or without arguments.
 * @param {Catalogue | null} listed
 * @param {string} game
 */
export function gameInfo(listed, game) {
  const base = game.split(":")[0];
  return listed?.games.find((one) => one.name === base || one.aliases.includes(base)) ?? null;
}

/**
 * A game's name with arguments, where the name may be an alias.
 * @param {Catalogue | null} listed
 * @param {string} game
 */
export function canonicalName(listed, game) {
  const [base, given] = game.split(/:(.*)/s);
  const name = gameInfo(listed, game)?.name ?? base;
  return given === undefined ? name : `${name}:${given}`;
}

/**
 * Fetch a file and download it.
 * @param {object} body
 */
export const download = (body) => downloadFrom("export", body);

/**
 * Ask a question whose answer is a file, and download it.
 * @param {string} question
 * @param {object} body
 */
export async function downloadFrom(question, body) {
  const answer = await send(question, body);
  const header = answer.headers.get("content-disposition") ?? "";
  save(await answer.blob(), /filename="?([^";]+)/.exec(header)?.[1] ?? "zermelo");
}

/**
 * Save a file.
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_TIME);
}
