// The server: requests that answer once, and one websocket for searches that go on.

/**
 * @typedef {{name: string, kind: string, default: any, choices?: string[]}} Argument
 * @typedef {{name: string, aliases: string[], about: string, players: number, names: string[], signs: string[], chance: boolean, board: boolean, positions: boolean,
 *            evaluation: boolean, evaluations: string[], arguments: Argument[], own: boolean, range?: [number, number] | null,
 *            total?: number | null, title?: string, levels?: {level: number, about: string}[] | null}} GameInfo
 * @typedef {{name: string, title: string, about: string, aliases: string[], source: string,
 *            players: number | null, chance: boolean, vectors: boolean, prunes: boolean,
 *            exercise: boolean, options: string[], horizon: boolean}} AlgorithmInfo
 * @typedef {{version: number, games: GameInfo[], trees: {name: string, about: string}[], algorithms: AlgorithmInfo[],
 *            levels: {level: number, about: string}[], faulty: {name: string, error: string}[], scenes?: any[], [more: string]: any}} Catalogue
 * @typedef {{rows: number, columns: number, cells: string[], row_labels: string[], column_labels: string[], upper_labels: string[],
 *            names: string[], deciding: number[], slant: number}} BoardData
 * @typedef {{name: string, cells: number[]}} Action
 * @typedef {{game: string, position: string | null, moves: string[], movers: number[], tag: string, text: string, label: string, caption: string, players: string[], signs: string[], chance: boolean, player: number,
 *            player_name: string, player_sign: string, over: boolean, payoffs: number[] | null, outcome: string | null, verdict: string | null, actions: Action[],
 *            depth: number | null, search: string, compare: string, board: BoardData | null, last: number[], chances: {name: string, probability: number}[] | null}} Position
 */

const ROOT = "/api/v1/";

/** What the server refused, in its own words. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string} kind
   * @param {number} status
   */
  constructor(message, kind, status) {
    super(message);
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
  const options = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal } : { signal };
  let answer;
  try {
    answer = await fetch(ROOT + path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("The studio does not answer. Is it still running?", "Away", 0);
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refused(said.error?.message ?? `The studio answered ${answer.status}.`, said.error?.kind ?? "Error", answer.status);
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
let known;

/** @returns {Promise<Catalogue>} */
export function catalogue() {
  known ??= send("catalogue").then((answer) => answer.json());
  known.catch(() => (known = undefined));
  return known;
}

/**
 * The information about a game by its name with arguments.
 * @param {Catalogue | null} found
 * @param {string} game
 */
export function info(found, game) {
  const base = game.split(":")[0];
  return found?.games.find((one) => one.name === base || one.aliases.includes(base)) ?? null;
}

/**
 * A game's name with arguments as the catalogue has it, whichever of its names is meant.
 * @param {Catalogue | null} found
 * @param {string} game
 */
export function called(found, game) {
  const [base, words] = game.split(/:(.*)/s);
  const name = info(found, game)?.name ?? base;
  return words === undefined ? name : `${name}:${words}`;
}

/**
 * Fetch a file and hand it to the person.
 * @param {object} body
 */
export async function download(body) {
  const answer = await send("export", body);
  const name = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "zermelo";
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// ---------------------------------------------------------------------- searches that go on

/**
 * One question to a search worker. Answers about another position than the one asked about are dropped.
 */
class Ask {
  /**
   * @param {Live} live
   * @param {number} id
   * @param {Record<string, any>} message
   * @param {(event: any) => void} heard
   */
  constructor(live, id, message, heard) {
    this.live = live;
    this.id = id;
    /** @type {Record<string, any>} */
    this.message = { ...message, id };
    this.heard = heard;
  }

  stop() {
    this.live.drop(this.id);
  }
}

const LAST = ["done", "error", "lost"];

/** The page's one websocket. It opens with the first question and comes back by itself. */
class Live extends EventTarget {
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {Map<number, Ask>} */
  open = new Map();
  wait = 250;
  ids = 0;

  /**
   * @param {Record<string, any>} message
   * @param {(event: any) => void} heard
   */
  ask(message, heard) {
    const made = new Ask(this, ++this.ids, message, heard);
    this.open.set(made.id, made);
    this.#send(made.message);
    return made;
  }

  /** @param {number} id */
  drop(id) {
    if (!this.open.delete(id)) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ id, ask: "stop" }));
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.#connect();
  }

  #connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${ROOT}live`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      this.dispatchEvent(new Event("back"));
      for (const one of this.open.values()) socket.send(JSON.stringify(one.message));
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = () => this.#away(socket);
  }

  /** @param {WebSocket} socket that is closed */
  #away(socket) {
    if (socket !== this.socket) return; // a question that came before the word of its end has opened another one
    this.socket = null;
    if (!this.open.size) return void this.dispatchEvent(new Event("back")); // nobody waits: the next question connects again
    this.dispatchEvent(new Event("away"));
    setTimeout(() => this.#connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 4000);
  }

  /** @param {any} event */
  #hear(event) {
    const one = this.open.get(event.id);
    if (!one || (event.tag && one.message.tag && event.tag !== one.message.tag)) return;
    if (LAST.includes(event.event)) this.open.delete(one.id);
    one.heard(event);
  }
}

export const live = new Live();
