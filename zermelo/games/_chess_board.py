"""The squares of chess: the lines through them, and what a piece attacks from where. No rules.

Bit i is a square, a1 the lowest and h8 the highest::

    8   56 57 58 59 60 61 62 63
    7   48 49 50 51 52 53 54 55
    6   40 41 42 43 44 45 46 47
    5   32 33 34 35 36 37 38 39
    4   24 25 26 27 28 29 30 31
    3   16 17 18 19 20 21 22 23
    2    8  9 10 11 12 13 14 15
    1    0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

A table of pairs of squares is indexed by ``first << 6 | second``, a table for both colours by
``turn << 6 | square``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo.bits import Bits

FILES = "abcdefgh"


class Position(NamedTuple):
    """Who stands where, seen by the player to move. Queens are both `diagonal` and `straight`."""

    own: Bits
    """All men of the player to move."""
    foe: Bits
    """All men of the other player."""
    pawns: Bits
    knights: Bits
    diagonal: Bits
    """Bishops and queens."""
    straight: Bits
    """Rooks and queens."""
    kings: Bits
    turn: int
    """0 White, 1 Black."""
    rights: int
    """Who may still castle: 1 White short, 2 White long, 4 Black short, 8 Black long."""
    passing: int
    """The square on which a pawn can be taken en passant, −1 if no legal move does so."""
    clock: int
    """Plies since the last capture or pawn move."""
    number: int
    """The number of the move, from 1."""


def squares_at(steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """For each square the set of those at these distances, in ranks and files.

    >>> [len(squares_at([(1, 0)])), squares_at([(1, 0)])[0] == 1 << 8]
    [64, True]
    """
    return tuple(
        sum(
            1 << 8 * (rank + up) + file + right
            for up, right in steps
            if 0 <= rank + up < 8 and 0 <= file + right < 8
        )
        for rank in range(8)
        for file in range(8)
    )


def ray(up: int, right: int) -> tuple[int, ...]:
    """For each square those in one direction, to the edge."""
    return squares_at([(i * up, i * right) for i in range(1, 8)])


KNIGHT = squares_at([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])
KING = squares_at([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
PAWN = squares_at([(1, -1), (1, 1)]) + squares_at([(-1, -1), (-1, 1)])
"""What a pawn of each colour attacks."""

NORTH, EAST, NORTH_EAST, NORTH_WEST = ray(1, 0), ray(0, 1), ray(1, 1), ray(1, -1)
SOUTH, WEST, SOUTH_WEST, SOUTH_EAST = ray(-1, 0), ray(0, -1), ray(-1, -1), ray(-1, 1)
RAYS = (NORTH, EAST, NORTH_EAST, NORTH_WEST, SOUTH, WEST, SOUTH_WEST, SOUTH_EAST)
"""The first four lead to higher bits; the one four further on is the opposite."""


def _betweens() -> tuple[int, ...]:
    """For each pair of squares on one line those between them; nothing for other pairs."""
    found = [0] * 4096
    for i, towards in enumerate(RAYS):
        back = RAYS[(i + 4) % 8]
        for first in range(64):
            for second in range(64):
                if towards[first] >> second & 1:
                    found[first << 6 | second] = towards[first] & back[second]
    return tuple(found)


def _lines() -> tuple[int, ...]:
    """For each pair of squares on one line that whole line; nothing for other pairs."""
    found = [0] * 4096
    for i, towards in enumerate(RAYS):
        for first in range(64):
            for second in range(64):
                if towards[first] >> second & 1:
                    found[first << 6 | second] = (
                        towards[first] | RAYS[(i + 4) % 8][first] | 1 << first
                    )
    return tuple(found)


BETWEEN = _betweens()
LINE = _lines()


def along(lower: int, upper: int, occupied: int) -> int:
    """The squares of a line that are reached from a square, up to the first man on both sides.

    Doubling the nearest man above and subtracting the nearest one below leaves the bits between
    them, by the borrow.
    """
    below = 1 << (lower & occupied | 1).bit_length() - 1
    above = upper & occupied
    return (lower | upper) & 2 * (above & -above) - below


def straight_from(square: int, occupied: int) -> int:
    """What a rook attacks."""
    return along(SOUTH[square], NORTH[square], occupied) | along(
        WEST[square], EAST[square], occupied
    )


def diagonal_from(square: int, occupied: int) -> int:
    """What a bishop attacks."""
    return along(SOUTH_WEST[square], NORTH_EAST[square], occupied) | along(
        SOUTH_EAST[square], NORTH_WEST[square], occupied
    )


def reach(s: Position, square: int, occupied: int) -> int:
    """What the man on a square attacks; nothing for a pawn."""
    bit = 1 << square
    if s.knights & bit:
        return KNIGHT[square]
    if s.kings & bit:
        return KING[square]
    found = 0
    if s.straight & bit:
        found = straight_from(square, occupied)
    if s.diagonal & bit:
        found |= diagonal_from(square, occupied)
    return found


def attackers(s: Position, square: int, occupied: int) -> int:
    """The men of the other player that attack a square, if these squares are occupied."""
    found = (
        KNIGHT[square] & s.knights | PAWN[s.turn << 6 | square] & s.pawns | KING[square] & s.kings
    )
    found |= (
        straight_from(square, occupied) & s.straight | diagonal_from(square, occupied) & s.diagonal
    )
    return found & s.foe & occupied


def square_text(square: int) -> str:
    """A square's name.

    >>> square_text(0), square_text(63)
    ('a1', 'h8')
    """
    return f"{FILES[square & 7]}{(square >> 3) + 1}"
