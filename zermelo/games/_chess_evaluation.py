"""Estimates of chess positions, each for the player to move.

=============  ================================================================================
`material`     the lecture's: (w − b) / (w + b) with 1, 3, 3, 5, 9
`linear`       features with weights, w · f, as CS188 writes it
`positional`   made to play well: see `_chess_positional`
=============  ================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.bits import lowest
from zermelo.games._chess_board import KING, Position, reach
from zermelo.games._chess_sets import AHEAD, BESIDE, FILE, FRONT, counts, points

CAP = 0.999
"""Only the end of the game is worth 1."""


# ---------------------------------------------------------------------- material


def material(s: Position) -> float:
    """(own − other) / (own + other) with the lecture's 1, 3, 3, 5, 9; 0 for bare kings."""
    own, foe = points(s, s.own), points(s, s.foe)
    if own + foe == 0:
        return 0.0
    return min(max((own - foe) / (own + foe), -CAP), CAP)


# ---------------------------------------------------------------------- w · f

FEATURES = (
    "pawns", "knights", "bishops", "rooks", "queens", "bishop pairs", "passed pawns",
    "doubled pawns", "isolated pawns", "rooks on open files", "mobility", "pawns before the king",
)  # fmt: skip
WEIGHTS = (1.0, 3.2, 3.3, 5.0, 9.5, 0.4, 0.4, -0.15, -0.15, 0.25, 0.04, 0.15)
"""In pawns."""

LARGEST = 200.0
"""More than any side's w · f: fifteen queens are 143."""


def linear(s: Position, weights: Sequence[float]) -> float:
    """w · f of the player to move less the other's, scaled to stay below a win."""
    own, foe = features(s, s.own, s.foe, s.turn), features(s, s.foe, s.own, 1 - s.turn)
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * (own[i] - foe[i])
    return min(max(total / LARGEST, -CAP), CAP)


def features(
    s: Position, own: int, foe: int, turn: int
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int]:
    """What `FEATURES` names, counted for one side."""
    pawns, knights, bishops, rooks, queens = counts(s, own)
    passed, doubled, isolated = pawn_features(s, own, foe, turn)
    opened, mobility = piece_features(s, own, foe)
    king = lowest(s.kings & own)
    shelter = (FRONT[turn << 6 | king] & KING[king] & s.pawns & own).bit_count()
    pair = 1 if bishops > 1 else 0
    return (
        pawns, knights, bishops, rooks, queens, pair,
        passed, doubled, isolated, opened, mobility, shelter,
    )  # fmt: skip


def pawn_features(s: Position, own: int, foe: int, turn: int) -> tuple[int, int, int]:
    """The numbers of passed, doubled and isolated pawns of one side."""
    passed = doubled = isolated = 0
    pawns = s.pawns & own
    while pawns:
        square = lowest(pawns)
        passed += 1 if not FRONT[turn << 6 | square] & s.pawns & foe else 0
        doubled += 1 if AHEAD[turn << 6 | square] & s.pawns & own else 0
        isolated += 1 if not BESIDE[square] & s.pawns & own else 0
        pawns &= pawns - 1
    return passed, doubled, isolated


def piece_features(s: Position, own: int, foe: int) -> tuple[int, int]:
    """The rooks of one side on open files, and the moves of its pieces."""
    opened = mobility = 0
    men = own & ~s.pawns
    while men:
        square = lowest(men)
        mobility += (reach(s, square, own | foe) & ~own).bit_count()
        if s.straight & ~s.diagonal & men & -men and not FILE[square] & s.pawns:
            opened += 1
        men &= men - 1
    return opened, mobility
