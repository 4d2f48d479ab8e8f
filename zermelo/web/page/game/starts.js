// The start states of a game that has several, as a list.

import { post } from "../api.js";
import { choice, field } from "../controls.js";
import { make } from "../dom.js";

/** The start states of games that were asked for. @type {Map<string, Promise<string[]>>} */
const known = new Map();

/** @param {string} game */
function fetchStarts(game) {
  const asked = known.get(game) ?? post("starts", { game }).then(({ starts }) => starts);
  known.set(game, asked);
  return asked.catch(() => (known.delete(game), []));
}

/**
 * A list of start states; empty until they have come, and for a game with one.
 * @param {string} game
 * @param {string} position the text of the position that is shown
 * @param {(position: string) => void} chosen
 */
export function startChoice(game, position, chosen) {
  const room = make("span", { class: "starts" });
  fetchStarts(game).then((/** @type {string[]} */ starts) => {
    if (!starts.length) return;
    /** @type {[string, string][]} */
    const options = starts.map((text) => [text, text]);
    const isOther = Boolean(position) && !starts.includes(position);
    if (isOther) options.unshift(["", "another position"]);
    const shown = isOther ? "" : position || starts[0];
    room.append(field("Start state", choice(options, shown, (text) => text && chosen(text))));
  });
  return room;
}
