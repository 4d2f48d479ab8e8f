"""The points of a go board as sets of bits.

A set of points is a pair of 64-bit words: as many rows as fit into the first, counted from the
bottom, the rest in the second. Each row has one empty column at its right, so that nothing runs
around the edge. For 9×9, with 6 rows and 3::

    second   A9  20 21 22 23 24 25 26 27 28  .
             A8  10 11 12 13 14 15 16 17 18  .
             A7   0  1  2  3  4  5  6  7  8  .
    first    A6  50 51 52 53 54 55 56 57 58  .
             A5  40 41 42 43 44 45 46 47 48  .
             A4  30 31 32 33 34 35 36 37 38  .
             A3  20 21 22 23 24 25 26 27 28  .
             A2  10 11 12 13 14 15 16 17 18  .
             A1   0  1  2  3  4  5  6  7  8  .
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zermelo.bits import Bits, lowest
from zermelo.board import symmetries
from zermelo.errors import BadGame
from zermelo.game import Game

Points = tuple[int, int]

NOWHERE = -1
"""In place of a point."""


class Position(NamedTuple):
    """The stones, the player to move (0 is Black), the ko point, passes in a row, and moves."""

    black: tuple[Bits, Bits]
    white: tuple[Bits, Bits]
    turn: int
    ko: int
    passes: int
    moves: int


class GoBoard(Game[Position, int]):
    """The points of a board of one size, and operations on sets of them."""

    def __init__(self, size: int) -> None:
        if not 2 <= size <= 10:
            raise BadGame(f"a board of {size}×{size} does not fit; size is 2 to 10")
        self.size, self.cells = size, size * size
        self.width = size + 1
        self.rows = min(64 // self.width, size)  # in the first word
        # from the last row of the first word to the first of the second
        self.seam = (self.rows - 1) * self.width
        spots = [self._spot(r, c) for r in range(size) for c in range(size)]
        self.low = tuple(0 if second else 1 << i for i, second in spots)
        self.high = tuple(1 << i if second else 0 for i, second in spots)
        self.full = (sum(self.low), sum(self.high))
        self.point = tuple(
            tuple(spots.index((i, k)) if (i, k) in spots else NOWHERE for i in range(64))
            for k in (0, 1)
        )
        self.corners = tuple(self._corners(r, c) for r in range(size) for c in range(size))
        self.images = tuple(symmetries(size, size))
        lines = [min(i, size - 1 - i) + 1 for i in range(size)]
        self.line = tuple(min(lines[r], lines[c]) for r in range(size) for c in range(size))

    def _spot(self, r: int, c: int) -> tuple[int, int]:
        """The bit of a point, and the word that it is in."""
        if r < self.rows:
            return r * self.width + c, 0
        return (r - self.rows) * self.width + c, 1

    def _corners(self, r: int, c: int) -> tuple[int, int, int]:
        """The points diagonally beside one, as two words, and what makes an eye there false.

        The third number is how many of them the other side may have beside an eye.
        """
        near = [(r + y, c + x) for y in (-1, 1) for x in (-1, 1)]
        cells = [y * self.size + x for y, x in near if {y, x} <= set(range(self.size))]
        low, high = self._set(cells)
        return low, high, 1 if len(cells) == 4 else 0

    def _beside(self, x: Points) -> Points:
        """The points next to some points."""
        low, high, w = x[0], x[1], self.width
        return (
            (low << 1 | low >> 1 | low << w | low >> w | high << self.seam) & self.full[0],
            (high << 1 | high >> 1 | high << w | high >> w | low >> self.seam) & self.full[1],
        )

    def _spread(self, x: Points, within: Points) -> Points:
        """All points of a set that are connected, within it, with some points."""
        low, high = x[0] & within[0], x[1] & within[1]
        while True:
            near = self._beside((low, high))
            more = (low | near[0]) & within[0], (high | near[1]) & within[1]
            if more[0] == low and more[1] == high:
                return low, high
            low, high = more[0], more[1]

    def _touches(self, x: Points, y: Points) -> bool:
        """Is a point of one set next to a point of the other?"""
        near = self._beside(x)
        return near[0] & y[0] != 0 or near[1] & y[1] != 0

    def _empty(self, s: Position) -> Points:
        """The points without a stone."""
        return self.full[0] & ~(s.black[0] | s.white[0]), self.full[1] & ~(s.black[1] | s.white[1])

    def _image(self, x: Points, k: int) -> Points:
        """A set of points under the k-th of the eight symmetries."""
        low = high = 0
        for i in range(2):
            left = x[i]
            while left:
                a = self.images[k][self.point[i][lowest(left)]]
                low, high = low | self.low[a], high | self.high[a]
                left &= left - 1
        return low, high

    def _has(self, x: Points, a: int) -> bool:
        """Is a point in a set?"""
        return bool(x[0] & self.low[a] | x[1] & self.high[a])

    def _set(self, points: Iterable[int]) -> Points:
        """The set of some points."""
        cells = list(points)
        return sum(self.low[a] for a in cells), sum(self.high[a] for a in cells)
