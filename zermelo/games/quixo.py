"""Quixo (Thierry Chapeau, 1995): take a cube from the rim, push it in again; a full line wins.

Bits run along the rows from the bottom left corner. For 3×3::

    a3 b3 c3        6 7 8
    a2 b2 c2        3 4 5
    a1 b1 c1        0 1 2
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits, lowest, members
from zermelo.errors import BadGame, BadPosition
from zermelo.games._men_on_points import MenOnPoints, link_neighbours


class Position(NamedTuple):
    """The cubes that show either player's sign, and the player to move."""

    first: Bits
    second: Bits
    turn: int


class Quixo(MenOnPoints[Position]):
    """Take a blank cube or one of your own from the rim, and push it into its row or column.

    It comes back with your sign, at an end where it was not. Who completes a line of the other's
    cubes has lost, even with an own line beside it.

    An action is from · 64 + to: where the cube is taken, and where it is pushed in.

    >>> game = Quixo()
    >>> print(game.text(game.after(["a1-a5", "a4-e4", "a5-e5"])))
    5  · · · · X
    4  · · · · O
    3  · · · · ·
    2  · · · · ·
    1  · · · · ·
       a b c d e
    """

    names = signs = ("X", "O")
    look = "plain"

    def __init__(self, side: int = 5) -> None:
        if not 2 <= side <= 5:
            raise BadGame(f"quixo is played on 2×2 to 5×5, not {side}×{side}")
        self.side = side
        self.lay_out(side, side, range(side * side))
        self.links = link_neighbours(side, side)
        row, column = (1 << side) - 1, sum(1 << side * r for r in range(side))
        self.lines = (
            *(row << side * r for r in range(side)),
            *(column << c for c in range(side)),
            sum(1 << (side + 1) * r for r in range(side)),
            sum(1 << (side - 1) * (r + 1) for r in range(side)),
        )
        ends = row | row << side * (side - 1) | column | column << side - 1
        self.rim = ends
        self.pushes = tuple(tuple(self._list_pushes(bit)) for bit in range(side * side))
        """For each cube, where it can be pushed in; −1 for fewer than three such places."""
        self.set_images(self.list_images())

    def _list_pushes(self, bit: int) -> tuple[int, ...]:
        """The ends of a cube's row and column, without its own place."""
        n = self.side
        r, c = divmod(bit, n)
        found = sorted({r * n, r * n + n - 1, c, (n - 1) * n + c} - {bit})
        return tuple([*found, -1][:3]) if self.rim >> bit & 1 else (-1, -1, -1)

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(0, 0, 0)

    def actions(self, s: Position) -> Iterator[int]:
        cubes = 0 if self.terminal(s) else self.rim & ~self.find_other(s)
        while cubes:
            here = lowest(cubes)
            for to in self.pushes[here]:
                if to >= 0:
                    yield here << 6 | to
            cubes &= cubes - 1

    def result(self, s: Position, a: int) -> Position:
        here, there = a >> 6, a & 63
        first, second = self._push(s.first, here, there), self._push(s.second, here, there)
        if s.turn:
            return Position(first, second | 1 << there, 0)
        return Position(first | 1 << there, second, 1)

    def _push(self, cubes: int, here: int, there: int) -> int:
        """The cubes after those from here to there have moved on by one; there is empty then."""
        low, high = min(here, there), max(here, there)
        step = 1 if high - low < self.side else self.side
        moving = 0
        for i in range(self.side):
            moving |= 1 << low + i * step if low + i * step <= high else 0
        kept, line = cubes & ~moving, cubes & moving & ~(1 << here)
        return kept | (line << step if here > there else line >> step)

    def has_line(self, cubes: int) -> bool:
        """Is a line full of these cubes?"""
        found = False
        for line in self.lines:
            found |= line & ~cubes == 0
        return found

    def terminal(self, s: Position) -> bool:
        return self.has_line(s.first) or self.has_line(s.second)

    def utility(self, s: Position, p: int) -> float:
        """Who has a line has won; with a line of either, who has not moved."""
        winner = s.turn if self.has_line(self.find_own(s)) else 1 - s.turn
        return 1 if p == winner else -1

    def ending(self, s: Position) -> str:
        if self.has_line(self.find_own(s)):
            return f"{self.names[s.turn]} wins: the other has completed its line"
        return f"{self.names[1 - s.turn]} wins by a line"

    # ------------------------------------------------------------------ hooks

    def evaluate(self, s: Position, p: int) -> float:
        """Cubes in lines, squared: near lines count for more."""
        lead = 0
        for line in self.lines:
            own, other = (line & s.first).bit_count(), (line & s.second).bit_count()
            lead += own * own - other * other
        most = len(self.lines) * self.side * self.side
        return (lead if p == 0 else -lead) / most

    def tier(self, s: Position) -> int:
        """Cubes that show a sign: none becomes blank again."""
        return (s.first | s.second).bit_count()

    # ------------------------------------------------------------------ notation

    def load(self, text: str) -> Position:
        first, second, turn, rest = self.read_men(text)
        s = Position(first, second, turn)
        if rest:
            raise BadPosition(f"{text!r} has words behind the player to move")
        if (first | second == 0 and turn) or (first == 0 and second and turn == 0):
            raise BadPosition(f"{text!r} cannot arise: X moves first, and every move leaves a sign")
        return s

    # ------------------------------------------------------------------ display

    def list_deciding(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            return iter(())
        own, other = self.find_own(s), self.find_other(s)
        cubes = own if self.has_line(own) else other
        full = 0
        for line in self.lines:
            full |= line if line & ~cubes == 0 else 0
        return members(full)
