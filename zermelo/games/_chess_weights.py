"""The weights of the estimate `positional` of chess, in hundredths of a pawn.

They began as round numbers set by hand, and were fitted by logistic regression to 270,000 quiet
positions of games with random moves among the best ones. What was to be met is the judgement of
Stockfish 15.1 after 1,200 nodes, as a share of a win: the mean squared error fell from 0.0234 to
0.0171. Results of games of the engine with itself, Texel's method proper, had gained nothing.
Tables of squares are the same on both wings, the king's aside.

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


TO_MOVE = 22.0
"""What the move is worth."""

VALUES = both((97, 334, 355, 484, 1008), (94, 299, 324, 551, 993))
"""Pawn, knight, bishop, rook, queen, on an average square: to explain an estimate."""

ZONE = (3, 2, 3, 5)
"""What a knight, a bishop, a rook and a queen add to the pressure for each square that they attack
around the other king."""
CHECKS = (5, 3, 7, 6)
"""What they add if they can give check on a square that the other side does not attack."""
NO_QUEEN = 5
"""What the pressure is less without a queen."""

PAWN_AT = both((
       86,    90,    90,    90,    90,    90,    90,    86,
       68,    86,    83,    55,    55,    83,    86,    68,
       76,    86,    80,    69,    69,    80,    86,    76,
       75,    77,    96,    93,    93,    96,    77,    75,
       91,   103,   101,   108,   108,   101,   103,    91,
      103,   111,   101,   122,   122,   101,   111,   103,
      154,   123,   145,   112,   112,   145,   123,   154,
       86,    90,    90,    90,    90,    90,    90,    86,
), (
      115,   115,   115,   115,   115,   115,   115,   115,
       71,    67,    80,    99,    99,    80,    67,    71,
       61,    59,    72,    76,    76,    72,    59,    61,
       87,    79,    65,    69,    69,    65,    79,    87,
       93,    80,    94,    79,    79,    94,    80,    93,
       83,    83,    95,    74,    74,    95,    83,    83,
      164,   202,   148,   180,   180,   148,   202,   164,
      115,   115,   115,   115,   115,   115,   115,   115,
))
"""A pawn on a square, its value included."""

KNIGHT_AT = both((
      284,   315,   339,   331,   331,   339,   315,   284,
      309,   345,   345,   350,   350,   345,   345,   309,
      324,   352,   350,   361,   361,   350,   352,   324,
      350,   354,   372,   363,   363,   372,   354,   350,
      366,   360,   357,   361,   361,   357,   360,   366,
      360,   330,   364,   374,   374,   364,   330,   360,
      340,   304,   375,   321,   321,   375,   304,   340,
      214,   294,   230,   300,   300,   230,   294,   214,
), (
      280,   294,   294,   315,   315,   294,   294,   280,
      292,   295,   296,   303,   303,   296,   295,   292,
      306,   299,   312,   315,   315,   312,   299,   306,
      298,   290,   309,   331,   331,   309,   290,   298,
      292,   303,   324,   327,   327,   324,   303,   292,
      301,   281,   297,   315,   315,   297,   281,   301,
      309,   282,   288,   308,   308,   288,   282,   309,
      256,   283,   291,   274,   274,   291,   283,   256,
))
"""A knight on a square, its value included."""

BISHOP_AT = both((
      365,   368,   344,   347,   347,   344,   368,   365,
      363,   381,   365,   367,   367,   365,   381,   363,
      351,   365,   377,   364,   364,   377,   365,   351,
      355,   348,   370,   373,   373,   370,   348,   355,
      387,   367,   365,   377,   377,   365,   367,   387,
      366,   356,   353,   407,   407,   353,   356,   366,
      310,   343,   362,   343,   343,   362,   343,   310,
      287,   329,   289,   317,   317,   289,   329,   287,
), (
      318,   328,   330,   347,   347,   330,   328,   318,
      366,   313,   321,   315,   315,   321,   313,   366,
      321,   321,   321,   337,   337,   321,   321,   321,
      319,   313,   329,   334,   334,   329,   313,   319,
      308,   316,   349,   317,   317,   349,   316,   308,
      317,   344,   325,   316,   316,   325,   344,   317,
      316,   350,   330,   322,   322,   330,   350,   316,
      295,   306,   311,   314,   314,   311,   306,   295,
))
"""A bishop on a square, its value included."""

ROOK_AT = both((
      469,   472,   485,   502,   502,   485,   472,   469,
      444,   465,   465,   492,   492,   465,   465,   444,
      459,   479,   454,   488,   488,   454,   479,   459,
      460,   458,   479,   502,   502,   479,   458,   460,
      488,   494,   480,   514,   514,   480,   494,   488,
      484,   487,   500,   508,   508,   500,   487,   484,
      492,   482,   516,   520,   520,   516,   482,   492,
      503,   472,   462,   513,   513,   462,   472,   503,
), (
      537,   552,   539,   539,   539,   539,   552,   537,
      550,   539,   545,   533,   533,   545,   539,   550,
      548,   525,   552,   547,   547,   552,   525,   548,
      554,   566,   549,   539,   539,   549,   566,   554,
      549,   563,   549,   552,   552,   549,   563,   549,
      558,   573,   539,   542,   542,   539,   573,   558,
      556,   562,   555,   540,   540,   555,   562,   556,
      557,   572,   568,   578,   578,   568,   572,   557,
))
"""A rook on a square, its value included."""

QUEEN_AT = both((
     1000,  1027,  1015,  1020,  1020,  1015,  1027,  1000,
     1029,  1032,  1027,  1036,  1036,  1027,  1032,  1029,
      993,  1016,  1015,  1008,  1008,  1015,  1016,   993,
     1014,   997,   997,  1001,  1001,   997,   997,  1014,
     1030,   990,   996,   996,   996,   996,   990,  1030,
     1012,  1011,   993,  1006,  1006,   993,  1011,  1012,
      983,   988,   995,   982,   982,   995,   988,   983,
     1011,  1000,  1027,  1015,  1015,  1027,  1000,  1011,
), (
      969,   994,   974,   950,   950,   974,   994,   969,
      956,   980,   954,   948,   948,   954,   980,   956,
      993,   985,  1031,  1011,  1011,  1031,   985,   993,
      983,  1011,  1002,  1026,  1026,  1002,  1011,   983,
     1003,  1007,  1006,  1037,  1037,  1006,  1007,  1003,
     1008,  1005,  1002,  1004,  1004,  1002,  1005,  1008,
      981,  1016,   976,   985,   985,   976,  1016,   981,
      984,  1005,   997,   997,   997,   997,  1005,   984,
))
"""A queen on a square, its value included."""

KING_AT = both((
       39,    52,    41,    -6,    15,     3,    54,    57,
       -4,     5,     3,   -21,   -27,   -13,    18,     1,
      -16,   -33,   -78,   -82,   -72,   -69,   -28,   -21,
      -40,   -42,   -40,   -50,   -79,   -47,   -31,   -51,
      -38,   -28,   -51,   -78,   -69,   -63,   -32,   -56,
      -50,   -37,   -56,   -74,   -77,   -71,   -31,   -56,
      -58,   -45,   -48,   -81,   -77,   -73,   -40,   -55,
      -62,   -50,   -68,   -88,   -89,   -84,   -45,   -60,
), (
      -25,   -33,   -32,   -33,   -37,   -25,   -34,   -53,
       -8,    -3,    -8,     5,     2,     3,    -6,   -31,
      -20,   -10,    16,    20,    25,     7,    13,   -29,
      -17,   -11,     6,    22,    22,    24,     3,   -37,
       28,    14,    14,    34,    42,    32,    19,    -9,
        6,    -9,    19,    46,    42,    42,    48,   -16,
      -14,    -4,    29,    17,    35,    41,    24,   -10,
      -41,   -11,    -7,    -8,     0,    -8,   -14,   -34,
))
"""A king on a square, its value included."""

KNIGHT_FREE = both((
    -4, 10, 17, 23, 30, 34, 41, 48, 51,
), (
    -35, -17, -7, 5, 13, 17, 17, 17, 17,
))
"""A knight by the squares that it can go to."""

BISHOP_FREE = both((
    -7, 2, 9, 15, 19, 22, 23, 25, 29, 35, 43, 50, 51, 51,
), (
    -54, -36, -21, -10, -1, 4, 9, 14, 18, 19, 19, 19, 19, 19,
))
"""A bishop by the squares that it can go to."""

ROOK_FREE = both((
    -35, -29, -24, -20, -17, -13, -9, -5, -1, 2, 5, 8, 10, 10, 10,
), (
    -42, -36, -25, -13, -2, 6, 12, 16, 20, 23, 26, 28, 28, 28, 28,
))
"""A rook by the squares that it can go to."""

QUEEN_FREE = both((
    -19, -14, -10, -6, -2, 2, 5, 8, 9, 10, 11, 12, 15, 17, 20, 22, 24, 24, 24, 24, 24, 24, 24, 24,
    24, 24, 24, 24,
), (
    -32, -32, -32, -32, -32, -32, -25, -11, 6, 19, 29, 34, 37, 38, 41, 46, 48, 48, 48, 48, 48, 48,
    48, 48, 48, 48, 48, 48,
))
"""A queen by the squares that it can go to."""

PASSED = both((
    0, 21, 15, -5, 28, 50, 67, 0,
), (
    0, -8, 11, 38, 36, 47, 113, 0,
))
"""A passed pawn, by its rank."""

PASSED_NEAR_KING = both((
    0, 1, 3, -6, 2, -4, -12, 0,
), (
    0, -4, 0, -12, -12, -12, -17, 0,
))
"""For each step of its own king to the square before it."""

PASSED_NEAR_FOE = both((
    0, -8, -12, 6, -11, -5, 16, 0,
), (
    0, 7, 6, 11, 20, 34, 30, 0,
))
"""For each step of the other king."""

PASSED_BLOCKED = both((
    0, -15, 14, -24, -33, 8, 3, 0,
), (
    0, -12, -4, -17, -12, -10, -86, 0,
))
"""A passed pawn with a man before it."""

PASSED_FREE = both((
    0, 21, -25, -15, -5, -1, -26, 0,
), (
    0, 5, -1, 6, 10, 36, -2, 0,
))
"""A passed pawn with nothing before it up to the last rank."""

PRESSURE = both((
    -26, -24, -23, -21, -19, -16, -12, -7, -4, 0, 5, 12, 16, 18, 18, 21, 28, 38, 46, 53, 62, 72,
    78, 81, 84, 89, 94, 101, 109, 117, 126, 135, 143, 149, 155, 161, 167, 173, 180, 189, 198, 209,
    219, 230, 241, 253, 265, 277, 289, 301, 313, 325, 338, 351, 364, 377, 387, 394, 398, 400, 400,
    400, 400, 400,
), (
    -29, -23, -18, -15, -13, -13, -14, -13, -11, -8, -7, -8, -7, -4, -1, 3, 8, 10, 12, 13, 14, 14,
    13, 13, 14, 15, 15, 13, 11, 10, 8, 7, 7, 6, 4, 3, 1, 0, -2, -2, -2, -1, -1, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
))
"""What attacks on the squares around the other king are worth, by their sum."""

RUNNER = -1 + 155 * ENDING
"""A passed pawn that the other king, alone, cannot catch."""
DOUBLED = -16 - 9 * ENDING
"""A pawn behind another one on its file."""
ISOLATED = -9 - 6 * ENDING
"""A pawn without one on the files beside it."""
BACKWARD = -2 - 10 * ENDING
"""A pawn whose next step a pawn attacks, and no pawn can ever guard."""
SUPPORTED = 12 + 8 * ENDING
"""A pawn guarded by a pawn."""
SIDE_BY_SIDE = 7 + 5 * ENDING
"""A pawn with a pawn beside it."""
PASSED_SUPPORTED = 41 + 2 * ENDING
"""A passed pawn guarded by a pawn."""
KNIGHT_OUTPOST = 27 + 19 * ENDING
"""A knight on an outpost."""
BISHOP_OUTPOST = 21 + 7 * ENDING
"""A bishop on an outpost."""
BISHOP_PAIR = 29 + 48 * ENDING
"""Two bishops."""
OPEN_FILE = 37 - 12 * ENDING
"""A rook on a file without pawns."""
HALF_OPEN_FILE = 20 - 1 * ENDING
"""A rook on a file without pawns of its own."""
PAWN_ATTACKS_PIECE = 66 + 52 * ENDING
"""A piece that a pawn attacks."""
MINOR_ATTACKS_MAJOR = 51 + 35 * ENDING
"""A rook or a queen that a knight or a bishop attacks."""
MINOR_ATTACKS_MINOR = 20 + 29 * ENDING
"""A knight or a bishop that a knight or a bishop attacks."""
PUSH_ATTACKS_PIECE = 20 + 8 * ENDING
"""A piece that a pawn can attack by a step that does not lose it."""
LOOSE = 14 + 39 * ENDING
"""A man that is attacked and not guarded."""
LOOSE_TO_MOVE = 30 + 41 * ENDING
"""The same, if the side that attacks it is to move."""
SHELTER = 15 - 8 * ENDING
"""A pawn before the king."""
SHELTER_FAR = -3 + 2 * ENDING
"""A pawn one step further."""
NO_SHELTER = -19 - 2 * ENDING
"""A file at the king without a pawn of its own."""
