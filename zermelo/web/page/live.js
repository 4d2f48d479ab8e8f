// The server's websocket: searches that report until they are done or stopped.

import { ROOT } from "./api.js";

/** Events that end a request. */
const FINAL = ["done", "error", "lost"];

/** Milliseconds before the first and the longest wait for the server to come back. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/** A running request. */
class Request {
  /**
   * @param {Live} live
   * @param {number} id
   * @param {Record<string, any>} message
   * @param {(event: any) => void} onEvent
   */
  constructor(live, id, message, onEvent) {
    this.live = live;
    this.id = id;
    /** @type {Record<string, any>} */
    this.message = { ...message, id };
    this.onEvent = onEvent;
  }

  stop() {
    this.live.drop(this.id);
  }

  /** End the search early; its last event still comes, with the best so far. */
  finish() {
    this.live.finish(this.id);
  }
}

/** The page's one websocket. It opens with the first request and reconnects by itself. */
class Live extends EventTarget {
  /** @type {WebSocket | null} */
  socket = null;
  /** The running requests, by id. @type {Map<number, Request>} */
  requests = new Map();
  wait = FIRST_WAIT;
  ids = 0;

  /**
   * Send a request. Its events arrive until it is done or stopped.
   * @param {Record<string, any>} message
   * @param {(event: any) => void} onEvent
   */
  ask(message, onEvent) {
    const request = new Request(this, ++this.ids, message, onEvent);
    this.requests.set(request.id, request);
    this.#send(request.message);
    return request;
  }

  /** @param {number} id */
  drop(id) {
    if (this.requests.delete(id)) this.finish(id);
  }

  /** @param {number} id */
  finish(id) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ id, ask: "stop" }));
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
      this.wait = FIRST_WAIT;
      this.dispatchEvent(new Event("back"));
      for (const { message } of this.requests.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = () => this.#onClose(socket);
  }

  /** @param {WebSocket} socket */
  #onClose(socket) {
    if (socket !== this.socket) return; // a later request has opened another one already
    this.socket = null;
    if (!this.requests.size) return void this.dispatchEvent(new Event("back"));
    this.dispatchEvent(new Event("away"));
    setTimeout(() => this.#connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Pass an event on, unless it is about another position than the request. @param {any} event */
  #receive(event) {
    const request = this.requests.get(event.id);
    if (!request) return;
    const { tag } = request.message;
    if (event.tag && tag && event.tag !== tag) return;
    if (FINAL.includes(event.event)) this.requests.delete(request.id);
    request.onEvent(event);
  }
}

export const live = new Live();
