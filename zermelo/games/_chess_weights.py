"""The weights of the estimate `positional` of chess, in hundredths of a pawn.

They were set by hand and kept round; they come from no other program. A fit by Texel's method was
tried: it won 51 ± 7.5 % of 100 games against them, which is no gain.

Each weight holds two numbers, for the middle game and for the ending. Tables of squares begin
with a1, seen from a man's own side.
"""

from __future__ import annotations

# fmt: off

ENDING = 1 << 20
"""The unit of the ending in a score; the middle game lies below it."""


def both(middle: tuple[int, ...], ending: tuple[int, ...]) -> tuple[int, ...]:
    """Scores of the middle game and of the ending, two in one number."""
    return tuple(m + e * ENDING for m, e in zip(middle, ending, strict=True))


TO_MOVE = 10.0
"""What the move is worth."""

VALUES = both((107, 326, 346, 487, 1000), (139, 299, 325, 548, 981))
"""Pawn, knight, bishop, rook, queen, on an average square: to explain an estimate."""

ZONE = (3, 2, 3, 5)
"""What a knight, a bishop, a rook and a queen add to the pressure for each square that they attack
around the other king."""
CHECKS = (4, 2, 5, 4)
"""What they add if they can give check."""

PAWN_AT = both((
      86,   90,   90,   90,   90,   90,   90,   86,
      86,   90,   90,   78,   78,   90,   90,   86,
      88,   92,   92,   96,   96,   92,   92,   88,
      91,   95,  101,  111,  111,  101,   95,   91,
      98,  102,  110,  120,  120,  110,  102,   98,
     111,  115,  125,  129,  129,  125,  115,  111,
     131,  135,  145,  145,  145,  145,  135,  131,
      86,   90,   90,   90,   90,   90,   90,   86,
), (
     115,  115,  115,  115,  115,  115,  115,  115,
     115,  115,  115,  115,  115,  115,  115,  115,
     119,  119,  119,  119,  119,  119,  119,  119,
     125,  125,  125,  125,  125,  125,  125,  125,
     135,  135,  135,  135,  135,  135,  135,  135,
     155,  155,  155,  155,  155,  155,  155,  155,
     185,  185,  185,  185,  185,  185,  185,  185,
     115,  115,  115,  115,  115,  115,  115,  115,
))
"""A pawn on a square, its value included."""

KNIGHT_AT = both((
     294,  302,  310,  318,  318,  310,  302,  294,
     308,  316,  324,  332,  332,  324,  316,  308,
     316,  324,  332,  340,  340,  332,  324,  316,
     332,  340,  348,  356,  356,  348,  340,  332,
     332,  340,  348,  356,  356,  348,  340,  332,
     324,  332,  340,  348,  348,  340,  332,  324,
     308,  316,  324,  332,  332,  324,  316,  308,
     300,  308,  316,  324,  324,  316,  308,  300,
), (
     278,  285,  292,  299,  299,  292,  285,  278,
     285,  292,  299,  306,  306,  299,  292,  285,
     292,  299,  306,  313,  313,  306,  299,  292,
     299,  306,  313,  320,  320,  313,  306,  299,
     299,  306,  313,  320,  320,  313,  306,  299,
     292,  299,  306,  313,  313,  306,  299,  292,
     285,  292,  299,  306,  306,  299,  292,  285,
     278,  285,  292,  299,  299,  292,  285,  278,
))
"""A knight on a square, its value included."""

BISHOP_AT = both((
     331,  329,  333,  337,  337,  333,  329,  331,
     337,  347,  345,  349,  349,  345,  347,  337,
     341,  345,  355,  353,  353,  355,  345,  341,
     345,  349,  353,  363,  363,  353,  349,  345,
     345,  349,  353,  363,  363,  353,  349,  345,
     341,  345,  355,  353,  353,  355,  345,  341,
     337,  347,  345,  349,  349,  345,  347,  337,
     339,  337,  341,  345,  345,  341,  337,  339,
), (
     313,  317,  321,  325,  325,  321,  317,  313,
     317,  321,  325,  329,  329,  325,  321,  317,
     321,  325,  329,  333,  333,  329,  325,  321,
     325,  329,  333,  337,  337,  333,  329,  325,
     325,  329,  333,  337,  337,  333,  329,  325,
     321,  325,  329,  333,  333,  329,  325,  321,
     317,  321,  325,  329,  329,  325,  321,  317,
     313,  317,  321,  325,  325,  321,  317,  313,
))
"""A bishop on a square, its value included."""

ROOK_AT = both((
     479,  483,  487,  491,  491,  487,  483,  479,
     479,  483,  487,  491,  491,  487,  483,  479,
     479,  483,  487,  491,  491,  487,  483,  479,
     479,  483,  487,  491,  491,  487,  483,  479,
     479,  483,  487,  491,  491,  487,  483,  479,
     479,  483,  487,  491,  491,  487,  483,  479,
     497,  501,  505,  509,  509,  505,  501,  497,
     479,  483,  487,  491,  491,  487,  483,  479,
), (
     545,  545,  545,  545,  545,  545,  545,  545,
     545,  545,  545,  545,  545,  545,  545,  545,
     545,  545,  545,  545,  545,  545,  545,  545,
     545,  545,  545,  545,  545,  545,  545,  545,
     545,  545,  545,  545,  545,  545,  545,  545,
     545,  545,  545,  545,  545,  545,  545,  545,
     559,  559,  559,  559,  559,  559,  559,  559,
     551,  551,  551,  551,  551,  551,  551,  551,
))
"""A rook on a square, its value included."""

QUEEN_AT = both((
     994,  996,  998, 1000, 1000,  998,  996,  994,
     996,  998, 1000, 1002, 1002, 1000,  998,  996,
     998, 1000, 1002, 1004, 1004, 1002, 1000,  998,
    1000, 1002, 1004, 1006, 1006, 1004, 1002, 1000,
    1000, 1002, 1004, 1006, 1006, 1004, 1002, 1000,
     998, 1000, 1002, 1004, 1004, 1002, 1000,  998,
     996,  998, 1000, 1002, 1002, 1000,  998,  996,
     994,  996,  998, 1000, 1000,  998,  996,  994,
), (
     966,  971,  976,  981,  981,  976,  971,  966,
     971,  976,  981,  986,  986,  981,  976,  971,
     976,  981,  986,  991,  991,  986,  981,  976,
     981,  986,  991,  996,  996,  991,  986,  981,
     981,  986,  991,  996,  996,  991,  986,  981,
     976,  981,  986,  991,  991,  986,  981,  976,
     971,  976,  981,  986,  986,  981,  976,  971,
     966,  971,  976,  981,  981,  976,  971,  966,
))
"""A queen on a square, its value included."""

KING_AT = both((
      18,   28,   12,   -8,   -8,   -4,   30,   20,
       4,   14,   -2,  -22,  -22,  -18,   16,    6,
     -18,   -8,  -24,  -44,  -44,  -40,   -6,  -16,
     -37,  -27,  -43,  -63,  -63,  -59,  -25,  -35,
     -47,  -37,  -53,  -73,  -73,  -69,  -35,  -45,
     -52,  -42,  -58,  -78,  -78,  -74,  -40,  -50,
     -57,  -47,  -63,  -83,  -83,  -79,  -45,  -55,
     -62,  -52,  -68,  -88,  -88,  -84,  -50,  -60,
), (
     -32,  -21,  -10,    1,    1,  -10,  -21,  -32,
     -21,  -10,    1,   12,   12,    1,  -10,  -21,
     -10,    1,   12,   23,   23,   12,    1,  -10,
       1,   12,   23,   34,   34,   23,   12,    1,
       1,   12,   23,   34,   34,   23,   12,    1,
     -10,    1,   12,   23,   23,   12,    1,  -10,
     -21,  -10,    1,   12,   12,    1,  -10,  -21,
     -32,  -21,  -10,    1,    1,  -10,  -21,  -32,
))
"""A king on a square, its value included."""

KNIGHT_FREE = both((
    -16, -12, -8, -4, 0, 4, 8, 12, 16,
), (
    -16, -12, -8, -4, 0, 4, 8, 12, 16,
))
"""A knight by the squares that it can go to."""

BISHOP_FREE = both((
    -24, -20, -16, -12, -8, -4, 0, 4, 8, 12, 16, 20, 24, 28,
), (
    -30, -25, -20, -15, -10, -5, 0, 5, 10, 15, 20, 25, 30, 35,
))
"""A bishop by the squares that it can go to."""

ROOK_FREE = both((
    -14, -12, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 14,
), (
    -28, -24, -20, -16, -12, -8, -4, 0, 4, 8, 12, 16, 20, 24, 28,
))
"""A rook by the squares that it can go to."""

QUEEN_FREE = both((
    -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    13, 14, 15,
), (
    -36, -33, -30, -27, -24, -21, -18, -15, -12, -9, -6, -3, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27,
    30, 33, 36, 39, 42, 45,
))
"""A queen by the squares that it can go to."""

PASSED = both((
    0, 4, 6, 12, 28, 55, 90, 0,
), (
    0, 10, 16, 32, 60, 105, 160, 0,
))
"""A passed pawn, by its rank."""

PASSED_NEAR_KING = both((
    0, 0, 0, 0, 0, 0, 0, 0,
), (
    0, -1, -2, -3, -4, -5, -6, 0,
))
"""For each step of its own king to the square before it."""

PASSED_NEAR_FOE = both((
    0, 0, 0, 0, 0, 0, 0, 0,
), (
    0, 2, 4, 6, 8, 10, 12, 0,
))
"""For each step of the other king."""

PASSED_BLOCKED = both((
    0, 0, 0, 0, 0, 0, 0, 0,
), (
    0, -3, -5, -10, -20, -35, -53, 0,
))
"""A passed pawn with a man before it."""

PASSED_FREE = both((
    0, 0, 0, 0, 0, 0, 0, 0,
), (
    0, 2, 4, 6, 8, 10, 12, 0,
))
"""A passed pawn with nothing before it up to the last rank."""

PRESSURE = both((
    0, 0, 0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 32, 36, 40, 45, 50, 55, 60, 66, 72,
    78, 84, 91, 98, 105, 112, 120, 128, 136, 144, 153, 162, 171, 180, 190, 200, 210, 220, 231,
    242, 253, 264, 276, 288, 300, 312, 325, 338, 351, 364, 378, 392, 400, 400, 400, 400, 400,
    400, 400,
), (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0,
))
"""What attacks on the squares around the other king are worth, by their sum."""

DOUBLED = -8 - 18 * ENDING
"""A pawn behind another one on its file."""
ISOLATED = -12 - 14 * ENDING
"""A pawn without one on the files beside it."""
BACKWARD = -6 - 6 * ENDING
"""A pawn whose next step a pawn attacks, and no pawn can ever guard."""
SUPPORTED = 8 + 6 * ENDING
"""A pawn guarded by a pawn."""
SIDE_BY_SIDE = 4 + 2 * ENDING
"""A pawn with a pawn beside it."""
PASSED_SUPPORTED = 4 + 8 * ENDING
"""A passed pawn guarded by a pawn."""
KNIGHT_OUTPOST = 18 + 8 * ENDING
"""A knight on an outpost."""
BISHOP_OUTPOST = 10 + 4 * ENDING
"""A bishop on an outpost."""
BISHOP_PAIR = 32 + 48 * ENDING
"""Two bishops."""
OPEN_FILE = 28 + 12 * ENDING
"""A rook on a file without pawns."""
HALF_OPEN_FILE = 12 + 6 * ENDING
"""A rook on a file without pawns of its own."""
PAWN_ATTACKS_PIECE = 40 + 25 * ENDING
"""A piece that a pawn attacks."""
MINOR_ATTACKS_MAJOR = 25 + 20 * ENDING
"""A rook or a queen that a knight or a bishop attacks."""
LOOSE = 15 + 15 * ENDING
"""A man that is attacked and not guarded."""
SHELTER = 12 + 0 * ENDING
"""A pawn before the king."""
SHELTER_FAR = 6 + 0 * ENDING
"""A pawn one step further."""
NO_SHELTER = -15 + 0 * ENDING
"""A file at the king without a pawn of its own."""
