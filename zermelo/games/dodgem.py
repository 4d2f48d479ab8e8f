"""Dodgem (Colin Vout, 1972): get all cars off the board, or be blocked.

Bits run along the rows from the bottom left corner, which is empty at the start. For 3×3::

    a3 b3 c3        6 7 8
    a2 b2 c2        3 4 5      First begins on the left and leaves on the right
    a1 b1 c1        0 1 2      Second begins at the bottom and leaves at the top
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits, lowest, members
from zermelo.errors import BadGame, BadPosition
from zermelo.games._men_on_points import MenOnPoints, link_neighbours

OFF = 63
"""Where a car goes that leaves the board."""
LONGEST = 7


class Position(NamedTuple):
    """The cars of either player, and the player to move."""

    first: Bits
    second: Bits
    turn: int


class Dodgem(MenOnPoints[Position]):
    """Cars go ahead or sideways, one square; who has no move wins: all have left, or are blocked.

    An action is from · 64 + to, the bits' indices; a car that leaves goes to 63.

    >>> game = Dodgem()
    >>> print(game.text(game.after(["a2-b2", "c1-c2"])))
    3  ○ · ·
    2  · ○ ●
    1  · ● ·
       a b c
    """

    look = "squares"

    def __init__(self, side: int = 3) -> None:
        if not 2 <= side <= LONGEST:
            raise BadGame(f"dodgem is played on 2×2 to {LONGEST}×{LONGEST}, not {side}×{side}")
        self.side = side
        self.lay_out(side, side, range(side * side))
        self.links = link_neighbours(side, side, diagonals=False)
        self.bottom, self.left = (1 << side) - 1, sum(1 << side * r for r in range(side))
        self.top, self.right = self.bottom << side * (side - 1), self.left << side - 1
        self.steps = tuple(
            tuple(sum(1 << to for to in self._list_targets(p, bit)) for bit in range(side * side))
            for p in (0, 1)
        )
        """Where a car of each player could go from each square."""
        self.exits = self.right, self.top
        """From where each player's cars leave the board."""

    def _list_targets(self, p: int, bit: int) -> Iterator[int]:
        """Ahead or sideways; not back."""
        for to in members(self.links[bit]):
            if to != (bit - 1 if p == 0 else bit - self.side):
                yield to

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(self.left & ~1, self.bottom & ~1, 0)

    def actions(self, s: Position) -> Iterator[int]:
        """Car by car: ahead and sideways, then off the board."""
        men = 0 if self.terminal(s) else self.find_own(s)
        free = self.full & ~(s.first | s.second)
        while men:
            here = lowest(men)
            there = self.steps[s.turn][here] & free
            while there:
                yield here << 6 | lowest(there)
                there &= there - 1
            if self.exits[s.turn] >> here & 1:
                yield here << 6 | OFF
            men &= men - 1

    def result(self, s: Position, a: int) -> Position:
        change = 1 << (a >> 6) | (0 if a & 63 == OFF else 1 << (a & 63))
        if s.turn:
            return Position(s.first, s.second ^ change, 0)
        return Position(s.first ^ change, s.second, 1)

    def terminal(self, s: Position) -> bool:
        """Has the player to move no move?"""
        men, free = self.find_own(s), self.full & ~(s.first | s.second)
        if men & self.exits[s.turn]:
            return False
        found = 0
        while men:
            found |= self.steps[s.turn][lowest(men)] & free
            men &= men - 1
        return found == 0

    def utility(self, s: Position, p: int) -> float:
        """Who has no move has won."""
        return 1 if p == s.turn else -1

    def ending(self, s: Position) -> str:
        name = self.names[s.turn]
        if self.find_own(s) == 0:
            return f"{name} wins: all cars have left"
        return f"{name} wins: the other player blocks every car"

    # ------------------------------------------------------------------ hooks

    def count_steps(self, s: Position, p: int) -> int:
        """The steps ahead that a player's cars still have to go."""
        men, steps = (s.second if p else s.first), 0
        while men:
            here = lowest(men)
            steps += self.side - (here // self.side if p else here % self.side)
            men &= men - 1
        return steps

    def evaluate(self, s: Position, p: int) -> float:
        """Steps ahead that the other still has to go, minus the own."""
        lead = self.count_steps(s, 1) - self.count_steps(s, 0)
        return (lead if p == 0 else -lead) / (self.side * self.side)

    def order(self, s: Position, a: int) -> float:
        """Off the board, then ahead, then sideways."""
        ahead = (a & 63) - (a >> 6) == (self.side if s.turn else 1)
        return 2.0 if a & 63 == OFF else 1.0 if ahead else 0.0

    def tier(self, s: Position) -> int:
        """Steps ahead that were made: no car goes back."""
        left = self.count_steps(s, 0) + self.count_steps(s, 1)
        return 2 * self.side * (self.side - 1) - left

    def canonical(self, s: Position) -> Position:
        """The players have different ways: no two positions are alike."""
        return s

    # ------------------------------------------------------------------ notation

    def name(self, s: Position, a: int) -> str:
        """a2-b2, or c2-off for a car that leaves."""
        here = self.name_point(a >> 6)
        return f"{here}-off" if a & 63 == OFF else f"{here}-{self.name_point(a & 63)}"

    def load(self, text: str) -> Position:
        first, second, turn, rest = self.read_men(text)
        most = self.side - 1
        if rest or max(first.bit_count(), second.bit_count()) > most:
            raise BadPosition(f"{text!r} needs up to {most} x, up to {most} o, and who is to move")
        return Position(first, second, turn)

    def list_touches(self, a: int) -> tuple[int, ...]:
        """A car that leaves is clicked twice."""
        return (a >> 6, a >> 6) if a & 63 == OFF else (a >> 6, a & 63)
