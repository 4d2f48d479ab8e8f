// Who plays: persons, engines by their level, and agents by their name.

export const PERSON = "person";

/** The level of an engine where the address has none. */
const DEFAULT_LEVEL = "5";

/** A level, an agent by its name, or a database with the share of its errors. */
const SEAT = /^([1-9]|10|[a-z]{3,20}|db(,errs=0\.\d{1,3})?)$/;

/**
 * What a database of the game offers: its name as a seat, and in words.
 * @type {[string, string][]}
 */
export const DATABASE_SEATS = [
  ["db", "Perfect"],
  ["db,errs=0.1", "Errs in 1 move of 10"],
  ["db,errs=0.3", "Errs in 3 moves of 10"],
];

/**
 * The seats of an address (`p,5`). Without any: a person against engines.
 * @param {string | null} text
 * @param {number} players
 */
export function readSeats(text, players) {
  const words = (text ?? "").split(/,(?!errs=)/);
  const given = words.map((word) => (SEAT.test(word) ? word : PERSON));
  return Array.from({ length: players }, (_, p) => {
    if (text) return given[p] ?? PERSON;
    return p === 0 ? PERSON : DEFAULT_LEVEL;
  });
}

/**
 * What a request says of who moves: a level, or the name of an agent.
 * @param {string} seat
 */
export const askSeat = (seat) => (/^\d+$/.test(seat) ? { level: Number(seat) } : { agent: seat });

/** @param {string[]} seats */
export const writeSeats = (seats) =>
  seats.map((seat) => (seat === PERSON ? "p" : seat)).join(",");
