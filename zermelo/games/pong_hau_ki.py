"""Pong hau k'i, the horseshoe: two men each on five points; who cannot move loses.

The points are the corners and the middle of a square; one side of it is missing::

    a3 ─── c3        3 ─── 4
    │  ╲ ╱           │ ╲ ╱
    │   b2           │  2
    │  ╱ ╲           │ ╱ ╲
    a1 ─── c1        0 ─── 1
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits
from zermelo.errors import BadPosition
from zermelo.games._men_on_points import MenOnPoints

LINKS = ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (2, 4), (3, 4))


class Position(NamedTuple):
    """The men of either player, and the player to move."""

    first: Bits
    second: Bits
    turn: int


class PongHauKi(MenOnPoints[Position]):
    """A man goes along a line to the free point. Perfect players never end.

    An action is from · 64 + to, the bits' indices.

    >>> game = PongHauKi()
    >>> print(game.text(game.after(["c3-b2", "a3-c3"])))
    3  ·   ●
    2    ○
    1  ●   ○
       a b c
    """

    long_name = "Pong hau k'i"

    def __init__(self) -> None:
        self.lay_out(3, 3, (0, 2, 4, 6, 8))
        pairs = LINKS + tuple((j, i) for i, j in LINKS)
        self.links = tuple(sum(1 << j for here, j in pairs if here == i) for i in range(5))
        self.set_images(self.list_images())

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        """First has the points beside the missing side."""
        return Position(0b10010, 0b01001, 0)

    def actions(self, s: Position) -> Iterator[int]:
        yield from self.list_steps(self.find_own(s), self.full & ~(s.first | s.second))

    def result(self, s: Position, a: int) -> Position:
        change = 1 << (a >> 6) | 1 << (a & 63)
        if s.turn:
            return Position(s.first, s.second ^ change, 0)
        return Position(s.first ^ change, s.second, 1)

    def terminal(self, s: Position) -> bool:
        return not self.can_step(self.find_own(s), self.full & ~(s.first | s.second))

    def utility(self, s: Position, p: int) -> float:
        return -1 if p == s.turn else 1

    def ending(self, s: Position) -> str:
        return f"{self.names[s.turn]} cannot move"

    # ------------------------------------------------------------------ hooks

    def evaluate(self, s: Position, p: int) -> float:
        """Neighbours that the own men have, and the other's have not."""
        own, other = self.find_neighbours(s.first), self.find_neighbours(s.second)
        lead = own.bit_count() - other.bit_count()
        return (lead if p == 0 else -lead) / 6

    def index(self, s: Position) -> int:
        return s.first << 6 | s.second << 1 | s.turn

    def unindex(self, number: int) -> Position:
        return Position(number >> 6 & 31, number >> 1 & 31, number & 1)

    # ------------------------------------------------------------------ notation

    def load(self, text: str) -> Position:
        first, second, turn, rest = self.read_men(text)
        if rest or first.bit_count() != 2 or second.bit_count() != 2:
            raise BadPosition(f"{text!r} needs two x, two o, and the player to move")
        return Position(first, second, turn)
