"""Bagh-chal, tigers and goats (Nepal): goats are put on the board and fence tigers in.

Bits run along the rows from the bottom left corner. Diagonals meet in every second point::

    a5─b5─c5─d5─e5        20 21 22 23 24
    │╲ │ ╱│╲ │ ╱│
    a4─b4─c4─d4─e4        15 16 17 18 19
    │ ╱│╲ │ ╱│╲ │
    a3─b3─c3─d3─e3        10 11 12 13 14
    │╲ │ ╱│╲ │ ╱│
    a2─b2─c2─d2─e2         5  6  7  8  9
    │ ╱│╲ │ ╱│╲ │
    a1─b1─c1─d1─e1         0  1  2  3  4
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import Bits, lowest
from zermelo.board import Detail
from zermelo.errors import BadGame, BadPosition
from zermelo.games._men_on_points import MenOnPoints
from zermelo.notation import whole_number

GOATS, TIGERS = 0, 1
TO_PLACE = "goats to place"


class Position(NamedTuple):
    """The goats, the tigers, the player to move, and the goats that were put on the board."""

    first: Bits
    second: Bits
    turn: int
    placed: int


def link_points(side: int) -> tuple[int, ...]:
    """The neighbours of each point; diagonals leave points whose row and column add up evenly."""
    found = []
    for r in range(side):
        for c in range(side):
            near = [(0, 1), (1, 0), (0, -1), (-1, 0)]
            if (r + c) % 2 == 0:
                near += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            places = [(r + x, c + y) for x, y in near]
            links = [x * side + y for x, y in places if 0 <= x < side and 0 <= y < side]
            found.append(sum(1 << i for i in links))
    return tuple(found)


class BaghChal(MenOnPoints[Position]):
    """Goats are put on the board one by one, then move; tigers move, and leap over goats.

    Tigers win when they have taken `captures` goats, or when goats cannot move; goats win when no
    tiger can move.

    An action is from · 64 + to, the bits' indices; with the same number twice, a goat is put there.

    >>> game = BaghChal()
    >>> print(game.text(game.after(["a2", "a1-a3"])))
    5  ● · · · ●
    4  · · · · ·
    3  ● · · · ·
    2  · · · · ·
    1  · · · · ●
       a b c d e
    to place 19, taken 1
    """

    long_name = "Bagh-chal"
    names = ("Goats", "Tigers")

    def __init__(self, goats: int = 20, captures: int = 5, side: int = 5) -> None:
        if side not in (3, 5):
            raise BadGame(f"bagh-chal is played on 5×5 or 3×3 points, not {side}×{side}")
        if not (1 <= captures <= goats and goats <= side * side - 5):
            raise BadGame(
                f"{goats} goats and {captures} captures do not do: up to {side * side - 5} goats, "
                "and no more captures than goats"
            )
        self.goats, self.captures, self.side = goats, captures, side
        self.lay_out(side, side, range(side * side))
        self.links = link_points(side)
        self.leaps = tuple(tuple(self._list_leaps(bit)) for bit in range(side * side))
        """For each point, eight pairs of a point to leap over and one to land on; −1 for none."""
        self.set_images(self.list_images())

    def _list_leaps(self, bit: int) -> list[tuple[int, int]]:
        r, c = divmod(bit, self.side)
        found = []
        for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            over, to = (r + x) * self.side + c + y, (r + 2 * x) * self.side + c + 2 * y
            is_inside = 0 <= r + 2 * x < self.side and 0 <= c + 2 * y < self.side
            is_linked = is_inside and self.links[bit] >> over & 1
            found.append((over, to) if is_linked else (-1, -1))
        return found

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        n = self.side
        return Position(0, 1 | 1 << n - 1 | 1 << n * (n - 1) | 1 << n * n - 1, GOATS, 0)

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            yield from self.list_moves(s)

    def list_moves(self, s: Position) -> Iterator[int]:
        """The actions of a game that is not over."""
        free = self.full & ~(s.first | s.second)
        if s.turn == TIGERS:
            yield from self.list_leaps(s.second, s.first, free)
            yield from self.list_steps(s.second, free)
        elif s.placed < self.goats:
            yield from self.list_drops(free)
        else:
            yield from self.list_steps(s.first, free)

    def list_leaps(self, tigers: int, goats: int, free: int) -> Iterator[int]:
        """The leaps of tigers over goats."""
        while tigers:
            here = lowest(tigers)
            for over, to in self.leaps[here]:
                if over >= 0 and goats >> over & 1 and free >> to & 1:
                    yield here << 6 | to
            tigers &= tigers - 1

    def result(self, s: Position, a: int) -> Position:
        here, there = a >> 6, a & 63
        change = 1 << there if here == there else 1 << here | 1 << there
        if s.turn == GOATS:
            placed = s.placed + 1 if here == there else s.placed
            return Position(s.first ^ change, s.second, TIGERS, placed)
        gone = 0 if self.links[here] >> there & 1 else 1 << (here + there) // 2
        return Position(s.first & ~gone, s.second ^ change, GOATS, s.placed)

    def count_taken(self, s: Position) -> int:
        """The goats that the tigers have taken."""
        return s.placed - s.first.bit_count()

    def can_leap(self, tigers: int, goats: int, free: int) -> bool:
        """Can a tiger take a goat?"""
        found = 0
        for _ in self.list_leaps(tigers, goats, free):
            found += 1
        return found > 0

    def terminal(self, s: Position) -> bool:
        free = self.full & ~(s.first | s.second)
        if s.turn == TIGERS:
            has_step = self.can_step(s.second, free)
            return not has_step and not self.can_leap(s.second, s.first, free)
        if self.count_taken(s) >= self.captures:
            return True
        return s.placed >= self.goats and not self.can_step(s.first, free)

    def utility(self, s: Position, p: int) -> float:
        """The player to move has lost."""
        return -1 if p == s.turn else 1

    def ending(self, s: Position) -> str:
        if s.turn == TIGERS:
            return "Goats win: no tiger can move"
        if self.count_taken(s) >= self.captures:
            return f"Tigers win: they have taken {self.count_taken(s)}"
        return "Tigers win: no goat can move"

    # ------------------------------------------------------------------ hooks

    def evaluate(self, s: Position, p: int) -> float:
        """Goats taken, and points that tigers can go to."""
        free = self.full & ~(s.first | s.second)
        lead = -8 * self.count_taken(s) - (self.find_neighbours(s.second) & free).bit_count()
        return (lead if p == GOATS else -lead) / (8 * self.captures + self.side * self.side)

    def noisy(self, s: Position, a: int) -> bool:
        """Does a tiger take a goat?"""
        return s.turn == TIGERS and self.links[a >> 6] >> (a & 63) & 1 == 0

    def order(self, s: Position, a: int) -> float:
        return 1.0 if self.noisy(s, a) else 0.0

    def tier(self, s: Position) -> int:
        """Goats put on the board; then those that are gone."""
        return s.placed * (self.captures + 1) + self.count_taken(s)

    # ------------------------------------------------------------------ notation

    def dump(self, s: Position) -> str:
        """The rows from the top, the player to move, and how many goats were put on the board."""
        return f"{super().dump(s)} {s.placed}"

    def load(self, text: str) -> Position:
        goats, tigers, turn, rest = self.read_men(text)
        placed = whole_number(rest[0], self.goats) if len(rest) == 1 else None
        if placed is None:
            raise BadPosition(
                f"{text!r} needs the number of goats that were put on the board, 0 to "
                f"{self.goats}, like {self.dump(self.start())}"
            )
        s = Position(goats, tigers, turn, placed)
        if tigers.bit_count() != 4:
            raise BadPosition(f"{text!r} has {tigers.bit_count()} tigers; there are four")
        if not 0 <= self.count_taken(s) <= self.captures - turn:
            raise BadPosition(
                f"{text!r} cannot arise: {goats.bit_count()} of {placed} goats are on the board"
            )
        if placed == 0 and turn == TIGERS:
            raise BadPosition(f"{text!r} cannot arise: goats begin")
        return s

    # ------------------------------------------------------------------ display

    def caption(self, s: Position) -> str:
        left = f"to place {self.goats - s.placed}, " if s.placed < self.goats else ""
        return f"{left}taken {self.count_taken(s)}"

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (*super().details(s), Detail(TO_PLACE, str(self.goats - s.placed)))

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        left = whole_number(details.get(TO_PLACE) or "0", self.goats)
        if left is None:
            raise BadPosition(f"the goats to place are a number from 0 to {self.goats}")
        return f"{super().setup_text(cells, details)} {self.goats - left}"
