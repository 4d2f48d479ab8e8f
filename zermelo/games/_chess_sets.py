"""Sets of squares that the estimates of chess share: files, what lies ahead, what pawns attack."""

from __future__ import annotations

from zermelo.bits import FULL
from zermelo.games._chess_board import NORTH, SOUTH, Position

EVERY = 0x0101010101010101
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
FILE = tuple(EVERY << (i & 7) for i in range(64))
"""The file of a square."""
BESIDE = tuple(
    sum(EVERY << f for f in (file - 1, file + 1) if 0 <= f < 8)
    for file in [i & 7 for i in range(64)]
)
"""The files next to it."""
AHEAD = NORTH + SOUTH
"""The squares in front of a square, for both colours."""


def _fronts() -> tuple[int, ...]:
    """The squares in front on the same file and those beside it.

    Without a pawn of the other side there, a pawn is passed.
    """
    found = []
    for turn in range(2):
        for i in range(64):
            front = 0
            for file in range(max(0, (i & 7) - 1), min(7, (i & 7) + 1) + 1):
                front |= AHEAD[turn << 6 | i & 56 | file]
            found.append(front)
    return tuple(found)


FRONT = _fronts()


def counts(s: Position, men: int) -> tuple[int, int, int, int, int]:
    """How many pawns, knights, bishops, rooks and queens there are among some men."""
    queens = s.diagonal & s.straight
    return (
        (s.pawns & men).bit_count(),
        (s.knights & men).bit_count(),
        (s.diagonal & ~queens & men).bit_count(),
        (s.straight & ~queens & men).bit_count(),
        (queens & men).bit_count(),
    )


def points(s: Position, men: int) -> int:
    """The worth of some men by 1, 3, 3, 5, 9."""
    pawns, knights, bishops, rooks, queens = counts(s, men)
    return pawns + 3 * knights + 3 * bishops + 5 * rooks + 9 * queens


def pawn_attacks(pawns: int, turn: int) -> int:
    """All squares that some pawns attack."""
    left, right = pawns & NOT_A, pawns & NOT_H
    if turn:
        return left >> 9 | right >> 7
    return (left << 7 | right << 9) & FULL


def squares_ahead(men: int, turn: int) -> int:
    """The squares in front of some men, on their files.

    >>> squares_ahead(1, 0) == AHEAD[0], squares_ahead(1 << 63, 1) == AHEAD[127]
    (True, True)
    """
    if turn:
        men >>= 8
        men |= men >> 8
        men |= men >> 16
        return men | men >> 32
    men = men << 8 & FULL
    men |= men << 8 & FULL
    men |= men << 16 & FULL
    return (men | men << 32) & FULL


def widen(squares: int) -> int:
    """The squares to the left and to the right of some squares.

    >>> widen(1), widen(1 << 7) == 1 << 6
    (2, True)
    """
    return (squares & NOT_A) >> 1 | (squares & NOT_H) << 1


def distance(a: int, b: int) -> int:
    """The moves of a king from one square to another."""
    return max(abs((a >> 3) - (b >> 3)), abs((a & 7) - (b & 7)))


def from_centre(square: int) -> int:
    """0 in the middle to 6 in a corner."""
    return 6 - min(square >> 3, 7 - (square >> 3)) - min(square & 7, 7 - (square & 7))
