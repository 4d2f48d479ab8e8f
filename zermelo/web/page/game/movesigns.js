// The signs on moves, by their numbers in PGN (numeric annotation glyphs).

/** @type {Record<number, string>} */
const SIGNS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱",
  16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 36: "→", 40: "→", 132: "⇆", 146: "N",
};

/** A sign as it stands behind a move. @param {number} number */
export const signText = (number) => SIGNS[number] ?? ` $${number}`;
