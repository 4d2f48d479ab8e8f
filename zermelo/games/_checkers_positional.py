"""What a checkers position is worth beyond the count of its pieces, from Black's side.

The weights are in hundredths of a man. They were set by hand after seeded games at equal depth
(docs/games/checkers.md).
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.bits import lowest
from zermelo.game import Feature

HUNDRED = 100
"""The weights' unit is the hundredth of a man."""

MAN, KING = HUNDRED, 145

TRADE = 50
"""The part of a lead, in hundredths, that it is worth more on an empty board than on a full one.

The side that leads should trade."""

ADVANCE = (0, 0, 1, 2, 4, 7, 12, 12)
"""A man's way to the king row, by eighths."""

CENTRE = 4
"""A man off the two outer columns on either side."""

INWARD = 5
"""A king, for each step that it stands away from the edge."""

GUARD = 4
"""A man on its own back row, for each man that the other side has left to crown."""

STEP = 2
"""A step that a piece can make."""

LOCKED = 25
"""A king that can make none."""

CORNER = 25
"""A king of the weaker side in a double corner, where it is hard to catch."""

NEAR = 3
"""A row or column less between two kings, for the stronger side."""

MOVE = 6
"""Having the move (the opposition)."""

FEW = 8
"""With at most this many pieces of both sides, kings hunt each other and the move counts."""


class Positional:
    """The evaluation on one size of board.

    `squares` has the bit of each square, as in `checkers`.
    """

    def __init__(self, size: int, squares: tuple[int, ...]) -> None:
        h = size // 2
        self.h, self.squares, self.full = h, h * size, sum(1 << bit for bit in squares)
        rows = tuple(sum(1 << bit for bit in squares[r * h : r * h + h]) for r in range(size))
        self.home = rows[0], rows[-1]
        self.odd_rows = sum(rows[1::2])
        self.corners = sum(1 << squares[i] for i in (0, h, -1, -1 - h))
        places = {bit: (i // h, 2 * (i % h) + 1 - i // h % 2) for i, bit in enumerate(squares)}
        self.row = tuple(places.get(bit, (0, 0))[0] for bit in range(squares[-1] + 1))
        self.column = tuple(places.get(bit, (0, 0))[1] for bit in range(squares[-1] + 1))
        self.man_squares, self.king_squares = _weights(size, places)
        self.most = 2 * KING * h * (h - 1)

    def lead(self, black: int, white: int, kings: int, turn: int) -> float:
        """An estimate in (−1, 1)."""
        own, own_kings, other, other_kings = _split(black, white, kings)
        count = black.bit_count() + white.bit_count()
        material = MAN * (own.bit_count() - other.bit_count())
        material += KING * (own_kings.bit_count() - other_kings.bit_count())
        lead = material * (1 + TRADE / 100 * (1 - count / self.squares))
        lead += self._standing(own, own_kings, other, other_kings)
        guards = (own & self.home[0]).bit_count() * other.bit_count()
        guards -= (other & self.home[1]).bit_count() * own.bit_count()
        lead += GUARD * guards
        empty = self.full & ~(black | white)
        lead += self._mobility(black, own_kings, empty) - self._mobility(other_kings, white, empty)
        if count <= FEW:
            lead += self._hunt(own_kings, other_kings, material) + self._move(black, white, turn)
        return float(max(-0.99, min(0.99, lead / self.most)))

    def features(self, black: int, white: int, kings: int, turn: int) -> Iterator[Feature]:
        """The terms of `lead`, in men."""
        own, own_kings, other, other_kings = _split(black, white, kings)
        count = black.bit_count() + white.bit_count()
        trade = 1 + TRADE / 100 * (1 - count / self.squares)
        material = MAN * (own.bit_count() - other.bit_count())
        material += KING * (own_kings.bit_count() - other_kings.bit_count())
        empty = self.full & ~(black | white)
        yield Feature("men", (own.bit_count(), other.bit_count()), MAN * trade / HUNDRED)
        counts = own_kings.bit_count(), other_kings.bit_count()
        yield Feature("kings", counts, KING * trade / HUNDRED)
        squares = self._standing(own, own_kings, 0, 0), self._standing(0, 0, other, other_kings)
        yield Feature("squares", (squares[0], -squares[1]), 1 / HUNDRED)
        guards = (own & self.home[0]).bit_count() * other.bit_count()
        others = (other & self.home[1]).bit_count() * own.bit_count()
        yield Feature("guards of the back row", (guards, others), GUARD / HUNDRED)
        steps = self._mobility(black, own_kings, empty), self._mobility(other_kings, white, empty)
        yield Feature("mobility", steps, 1 / HUNDRED)
        if count <= FEW:
            hunt = self._hunt(own_kings, other_kings, material)
            yield Feature("hunt of kings", (hunt, 0), 1 / HUNDRED)
            yield Feature("the move", (self._move(black, white, turn), 0), 1 / HUNDRED)

    def scale(self, x: float) -> float:
        """The estimate of a lead of x men."""
        return float(max(-0.99, min(0.99, HUNDRED * x / self.most)))

    def _standing(self, own: int, own_kings: int, other: int, other_kings: int) -> int:
        """Where men and kings stand."""
        lead = 0
        for weight, squares, mirrored in self.man_squares:
            lead += weight * ((own & squares).bit_count() - (other & mirrored).bit_count())
        for weight, squares in self.king_squares:
            lead += weight * (
                (own_kings & squares).bit_count() - (other_kings & squares).bit_count()
            )
        return lead

    def _mobility(self, down: int, up: int, empty: int) -> int:
        """Steps of pieces that go down and of those that go up; kings are those that do both."""
        h = self.h
        steps = (down & empty >> h).bit_count() + (down & empty >> h + 1).bit_count()
        steps += (up & empty << h).bit_count() + (up & empty << h + 1).bit_count()
        locked = down & up & ~(empty >> h | empty >> h + 1 | empty << h | empty << h + 1)
        return STEP * steps - LOCKED * locked.bit_count()

    def _hunt(self, own: int, other: int, material: int) -> int:
        """What the places of kings are worth, when one side has more material.

        The stronger side wants its kings near the other's, which want to be in a double corner.
        """
        if material == 0:
            return 0
        near = NEAR * self._sum_distances(own, other)
        if material > 0:
            return -near - CORNER * (other & self.corners).bit_count()
        return near + CORNER * (own & self.corners).bit_count()

    def _sum_distances(self, own: int, other: int) -> int:
        """The sum of the distances between kings of both sides."""
        total, left = 0, own
        while left:
            i = lowest(left)
            there = other
            while there:
                j = lowest(there)
                total += max(abs(self.row[i] - self.row[j]), abs(self.column[i] - self.column[j]))
                there &= there - 1
            left &= left - 1
        return total

    def _move(self, black: int, white: int, turn: int) -> int:
        """What having the move (the opposition) is worth, with equal numbers of pieces.

        The mover has it if an odd number of pieces is on the mover's own rows.
        """
        if black.bit_count() != white.bit_count():
            return 0
        on_odd = ((black | white) & self.odd_rows).bit_count() & 1
        has = turn if on_odd else 1 - turn
        return MOVE if has == 1 else -MOVE


def _split(black: int, white: int, kings: int) -> tuple[int, int, int, int]:
    """Black's men and kings, and White's."""
    return black & ~kings, black & kings, white & ~kings, white & kings


def _weights(
    size: int, places: dict[int, tuple[int, int]]
) -> tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int], ...]]:
    """(weight, squares for Black's men, for White's), and (weight, squares for kings)."""
    men: dict[int, list[int]] = {}
    kings: dict[int, int] = {}
    for bit, (row, column) in places.items():
        inward = INWARD * min(row, column, size - 1 - row, size - 1 - column)
        kings[inward] = kings.get(inward, 0) | 1 << bit
        for side, ahead in enumerate((row, size - 1 - row)):
            weight = ADVANCE[ahead * 8 // size] + (CENTRE if 2 <= column < size - 2 else 0)
            men.setdefault(weight, [0, 0])[side] |= 1 << bit
    return tuple((w, men[w][0], men[w][1]) for w in sorted(men) if w), tuple(
        (w, kings[w]) for w in sorted(kings) if w
    )
