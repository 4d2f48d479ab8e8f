// The lectures: every item of the notes, source by source, each with a link to the view that
// shows it.

import { post } from "../api.js";
import { field, segments } from "../controls.js";
import { make } from "../dom.js";
import { View } from "../view.js";
import { Item, paint } from "./item.js";

/**
 * @typedef {import("./item.js").Entry} Entry
 * @typedef {{name: string, title: string, credit: string}} Source
 * @typedef {{sources: Source[], entries: Entry[]}} Listed
 */

export const title = "Lectures";

/** @type {Promise<Listed> | undefined} */
let cached;

/** All sources and items. @returns {Promise<Listed>} */
function list() {
  cached ??= post("lectures", {});
  cached.catch(() => (cached = undefined));
  return cached;
}

class Lectures extends View {
  /** @type {Listed} */
  listed = { sources: [], entries: [] };
  /** @type {Record<string, string>} */
  setting = {};
  room = make("div", { class: "stack" });
  /** Paints the pictures again when the theme changes. */
  watch = new MutationObserver(() => {
    for (const image of this.room.querySelectorAll("img")) paint(image);
  });

  /** @param {URLSearchParams} params */
  async update(params) {
    const setting = (this.setting = Object.fromEntries(params));
    try {
      this.listed = await list();
    } catch (error) {
      this.root.replaceChildren(this.trouble);
      return this.persist(error, () => this.update(params), () => setting === this.setting);
    }
    if (this.closed || setting !== this.setting) return;
    this.complain(null);
    this.build();
  }

  stop() {
    this.watch.disconnect();
  }

  /** The source that is shown. */
  get source() {
    const { sources } = this.listed;
    return sources.find(({ name }) => name === this.setting.source) ?? sources[0];
  }

  write() {
    this.frame.write(this.setting);
  }

  /** Show something else. @param {Record<string, string>} setting */
  show(setting) {
    this.setting = setting;
    this.write();
    this.fill();
  }

  build() {
    this.watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const options = this.listed.sources.map(
      ({ name, title }) => /** @type {[string, string]} */ ([name, title]));
    const oninput = () => {
      const find = input.value.trim();
      this.show(find ? { ...this.setting, find, item: "" } : { source: this.source.name });
    };
    const input = make("input", { type: "search", value: this.setting.find ?? "", oninput });
    const choose = (/** @type {string} */ source) => {
      input.value = "";
      this.show({ source });
    };
    this.root.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, "Lectures"), this.copyButton()),
      make("div", { class: "row end lecture-choice" },
        segments("Source", options, this.source?.name ?? "", choose), field("Find", input)),
      this.trouble, this.room);
    this.fill();
  }

  /** Show the items of the source, or those that were looked for. */
  fill() {
    const groups = this.#select().flatMap((entries) =>
      this.listed.sources.flatMap((source) =>
        this.#group(source, entries.filter((entry) => entry.source === source.name))));
    const none = make("p", { class: "quiet" }, "No item has these words.");
    this.room.replaceChildren(...(groups.length ? groups : [none]));
    this.room.querySelector(".chosen")?.scrollIntoView({ block: "start" });
  }

  /** The items to show: those whose names have the words that are looked for, then others. */
  #select() {
    const { entries } = this.listed;
    const words = (this.setting.find ?? "").toLowerCase().split(/[\s/,-]+/).filter(Boolean);
    if (!words.length) return [entries.filter((one) => one.source === this.source.name)];
    const has = (/** @type {string[]} */ ...texts) =>
      words.every((word) => texts.join(" ").toLowerCase().includes(word));
    const named = entries.filter(({ id, title }) => has(id, title));
    const others = entries.filter((entry) => !named.includes(entry)
      && has(entry.id, entry.title, entry.section, entry.says));
    return [named, others];
  }

  /**
   * The items of a source, section by section.
   * @param {Source} source
   * @param {Entry[]} entries
   */
  #group(source, entries) {
    if (!entries.length) return [];
    const sections = [...new Set(entries.map(({ section }) => section))];
    const head = make("header", {},
      make("h2", {}, source.title), make("p", { class: "quiet small" }, source.credit));
    return [head, ...sections.map((section) => make("section", { class: "stack tight" },
      make("h3", {}, section),
      ...entries.filter((entry) => entry.section === section).map((entry) => this.#item(entry))))];
  }

  /** @param {Entry} entry */
  #item(entry) {
    const name = entry.id.split("/")[1];
    const wanted = (this.setting.item ?? "").split("/").at(-1); // also with its source before it
    const isChosen = !this.setting.find && name === wanted;
    const chosen = () => {
      this.setting = { source: entry.source, item: name };
      this.write();
    };
    const item = new Item(entry, chosen, (error) => this.complain(error));
    if (isChosen) {
      item.root.classList.add("chosen");
      item.compare();
    }
    return item.root;
  }
}

/** @type {import("../main.js").ViewModule["open"]} */
export function open(root, params, frame) {
  const view = new Lectures(root, frame);
  view.update(params);
  return view;
}
