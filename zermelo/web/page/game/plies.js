// Plies in numbered rows.

/** The player's number at a chance node. */
const CHANCE = -1;

/**
 * Plies in rows. With two players the first begins a row and the second ends it; 0 stands for a
 * move that was not made. A roll of dice shares a row with its move. With more players each move
 * has a row.
 * @param {(number | null)[]} movers null where they are not known
 * @param {number} players
 */
export function groupPlies(movers, players) {
  const hasChance = movers.includes(CHANCE);
  /** @type {number[][]} */
  const rows = [];
  let before = Infinity;
  movers.forEach((known, i) => {
    const mover = known ?? (i && before === 0 ? 1 : 0);
    const isNew = hasChance
      ? (mover === CHANCE) === (movers[0] === CHANCE)
      : players > 2 || mover <= before;
    if (isNew) rows.push(!hasChance && players === 2 && mover === 1 ? [0] : []);
    rows[rows.length - 1].push(i + 1);
    before = mover;
  });
  return rows;
}

/**
 * The number before a ply in running text: `3.` where it begins a row, `3…` where a line begins
 * with it, else nothing.
 * @param {number[][]} rows
 * @param {number} ply
 * @param {boolean} isFirst does a line begin with it?
 */
export function numberOf(rows, ply, isFirst) {
  const row = rows.findIndex((plies) => plies.includes(ply));
  if (rows[row]?.[0] === ply) return `${row + 1}.`;
  return isFirst ? `${row + 1}…` : "";
}
