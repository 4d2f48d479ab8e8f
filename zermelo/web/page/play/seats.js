// Who plays: persons, and engines by their level.

export const PERSON = "person";

/** The level of an engine where the address has none. */
const DEFAULT_LEVEL = "5";

/**
 * The seats of an address (`p,5`). Without any: a person against engines.
 * @param {string | null} text
 * @param {number} players
 */
export function readSeats(text, players) {
  const words = (text ?? "").split(",");
  const given = words.map((word) => (/^([1-9]|10)$/.test(word) ? word : PERSON));
  return Array.from({ length: players }, (_, p) => {
    if (text) return given[p] ?? PERSON;
    return p === 0 ? PERSON : DEFAULT_LEVEL;
  });
}

/** @param {string[]} seats */
export const writeSeats = (seats) =>
  seats.map((seat) => (seat === PERSON ? "p" : seat)).join(",");
