// The outlines of chess pieces and draughtsmen, for boards of the studio and of shared pages.

/** The signs of chess pieces, and the kind of each. */
export const CHESS = "♔♕♖♗♘♙♚♛♜♝♞♟";
export const KINDS = "kqrbnpkqrbnp";

/** Draughtsmen: white man and king, black man and king. */
export const DRAUGHTS = "⛀⛁⛂⛃";

/** The base of every chess piece, on a square of 100. */
const BASE = "M19 80h62q3 0 3 3v6q0 4-4 4H20q-4 0-4-4v-6q0-3 3-3z";

/** A ball on a point of a crown. */
const BALL = "a5 5 0 1 1 0 10 5 5 0 0 1 0-10z";

/** Outlines of chess pieces. @type {Record<string, string>} */
export const SHAPES = {
  p: `${BASE}M50 17a14.5 14.5 0 0 1 9.5 25.5c2 1 3.5 3 4 5.5H57c1 12 5 20 12 25 3 2 4 4 4 7H27`
    + "c0-3 1-5 4-7 7-5 11-13 12-25h-6.5c.5-2.5 2-4.5 4-5.5A14.5 14.5 0 0 1 50 17z",
  r: `${BASE}M24 12h12.5v8h8v-8h11v8h8v-8H76v19l-8 7v26l7 10v6H25v-6l7-10V38l-8-7z`,
  n: `${BASE}M73 80H29c-1-12 4-20 12-28 3-3 5-5.5 5-9-4 4-8 6.5-13 7.5-3 .6-4 3-6.5 4.5`
    + "-3 1.7-6.5.5-8-2.5-1.5-2.8-.8-5.5.8-8C23.5 38 27 33 30 25c1.3-4 4-7.5 8-10l-.5-9.5L47 12"
    + "c20 2 31.5 17 31.5 41 0 10-1.5 19-5.5 27z",
  b: `${BASE}M50 17c14 10 21 20 21 30 0 6-3 11-8 14.5l1.5 6.5c1.5 5 4 9 8.5 12H27c4.5-3 7-7 8.5-12`
    + `l1.5-6.5C32 58 29 53 29 47c0-10 7-20 21-30zM50 6${BALL}`,
  q: `${BASE}M28 66L14 33l16 13 5-25 11 22 4-25 4 25 11-22 5 25 16-13-14 33 2 7-3 7H29l-3-7z`
    + `M14 24${BALL}M35 12${BALL}M50 9${BALL}M65 12${BALL}M86 24${BALL}`,
  k: `${BASE}M50 38c4-9 13-13 22-10 9.5 3 13 12.5 9.5 21.5C79 56 75 60 71 66l2 7-3 7H30l-3-7 2-7`
    + "c-4-6-8-10-10.5-16.5C15 40.5 18.5 31 28 28c9-3 18 1 22 10z"
    + "M46.5 5h7v6.5H60v7h-6.5V27h-7v-8.5H40v-7h6.5z",
};

/** Lines inside chess pieces. @type {Record<string, string>} */
export const DETAILS = {
  n: "M40 27.5a3 3 0 1 1-.1 0M57 24c8 6 12 15 12 27",
  b: "M50 31v17M41.5 39h17M37 61.5h26",
  k: "M50 39v26M29 66q21-5 42 0",
  q: "M28 66q22-5 44 0",
  r: "M32 38h36M32 64h36",
  p: "M40.5 48h19",
};

export const CROWN = "M30 62l-3-24 13 10 10-16 10 16 13-10-3 24z";
