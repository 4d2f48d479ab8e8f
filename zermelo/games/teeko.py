"""Teeko (John Scarne, 1937): put four men on the board, then move them, into a line or a square.

Bits run along the rows from the bottom left corner::

    a5 b5 c5 d5 e5        20 21 22 23 24
    a4 b4 c4 d4 e4        15 16 17 18 19
    a3 b3 c3 d3 e3        10 11 12 13 14
    a2 b2 c2 d2 e2         5  6  7  8  9
    a1 b1 c1 d1 e1         0  1  2  3  4
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits, members
from zermelo.errors import BadGame, BadPosition
from zermelo.games._men_on_points import MenOnPoints, link_neighbours


class Position(NamedTuple):
    """The men of either player, and the player to move."""

    first: Bits
    second: Bits
    turn: int


def list_goals(side: int, men: int, squares: int) -> Iterator[int]:
    """Lines of men without a gap; with four, squares up to this length of a side."""
    for r in range(side):
        for c in range(side):
            for x, y in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = r + x * (men - 1), c + y * (men - 1)
                if all(0 <= end < side for end in ends):
                    yield sum(1 << (r + x * i) * side + c + y * i for i in range(men))
            for n in range(1, squares + 1 if men == 4 else 1):
                if r + n < side and c + n < side:
                    corner = 1 << r * side + c
                    yield (corner | corner << n) | (corner | corner << n) << n * side


class Teeko(MenOnPoints[Position]):
    """Black and Red put their men on the board in turn, then go to neighbouring points.

    With `advanced`, squares of any size are goals: 58 instead of 44. Without `centre`, the first
    man is not put there. Who cannot move loses, which happens on small boards only.

    An action is from · 64 + to, the bits' indices; with the same number twice, a man is put there.

    >>> game = Teeko()
    >>> print(game.text(game.after("c3 b2 d3 b3 c2 b4 b1 d2 d3-d4".split())))
    5  · · · · ·
    4  · ○ · ● ·
    3  · ○ ● · ·
    2  · ○ ● ○ ·
    1  · ● · · ·
       a b c d e
    """

    names = ("Black", "Red")
    signs = ("●", "○")

    def __init__(
        self, advanced: bool = False, centre: bool = True, side: int = 5, men: int = 4
    ) -> None:
        if not (3 <= side <= 5 and 2 <= men <= 4 and men <= side and 2 * men < side * side - 1):
            raise BadGame(
                f"teeko with {men} men on {side}×{side} does not do: 2 to 4 men, 3×3 to 5×5"
            )
        self.advanced, self.centre, self.side, self.men = advanced, centre, side, men
        self.lay_out(side, side, range(side * side))
        self.links = link_neighbours(side, side)
        self.goals = tuple(sorted(set(list_goals(side, men, side if advanced else 1))))
        self.first_points = self.full if centre else self.full & ~(1 << side * side // 2)
        self.set_images(self.list_images())

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(0, 0, 0)

    def actions(self, s: Position) -> Iterator[int]:
        if not self.terminal(s):
            yield from self.list_moves(s)

    def list_moves(self, s: Position) -> Iterator[int]:
        """The actions of a game that is not over."""
        own, free = self.find_own(s), self.full & ~(s.first | s.second)
        if own.bit_count() < self.men:
            yield from self.list_drops(free & self.first_points if free == self.full else free)
        else:
            yield from self.list_steps(own, free)

    def result(self, s: Position, a: int) -> Position:
        change = 1 << (a & 63)
        if a >> 6 != a & 63:
            change |= 1 << (a >> 6)
        if s.turn:
            return Position(s.first, s.second ^ change, 0)
        return Position(s.first ^ change, s.second, 1)

    def is_goal(self, men: int) -> bool:
        """Are these men a line or a square?"""
        if men.bit_count() < self.men:
            return False
        found = False
        for goal in self.goals:
            found |= goal == men
        return found

    def terminal(self, s: Position) -> bool:
        if self.is_goal(self.find_other(s)):
            return True
        own, free = self.find_own(s), self.full & ~(s.first | s.second)
        return own.bit_count() == self.men and not self.can_step(own, free)

    def utility(self, s: Position, p: int) -> float:
        return -1 if p == s.turn else 1

    def ending(self, s: Position) -> str:
        name = self.names[1 - s.turn]
        if not self.is_goal(self.find_other(s)):
            return f"{name} wins: {self.names[s.turn]} cannot move"
        cells = [divmod(bit, self.side) for bit in members(self.find_other(s))]
        is_square = self.men == 4 and len({r for r, _ in cells}) == len({c for _, c in cells}) == 2
        return f"{name} wins by a {'square' if is_square else 'line'}"

    # ------------------------------------------------------------------ hooks

    def evaluate(self, s: Position, p: int) -> float:
        """How near to goals the men are that the other does not block."""
        lead = self.count_chances(s.first, s.second) - self.count_chances(s.second, s.first)
        return (lead if p == 0 else -lead) / (10 * len(self.goals))

    def count_chances(self, own: int, other: int) -> int:
        """Men in each goal that the other has no man in, squared, added up."""
        total = 0
        for goal in self.goals:
            if goal & other == 0:
                men = (goal & own).bit_count()
                total += men * men
        return total

    def tier(self, s: Position) -> int:
        """Men on the board."""
        return (s.first | s.second).bit_count()

    # ------------------------------------------------------------------ notation

    def load(self, text: str) -> Position:
        first, second, turn, rest = self.read_men(text)
        counts = first.bit_count(), second.bit_count()
        if rest or max(counts) > self.men:
            raise BadPosition(
                f"{text!r} needs up to {self.men} x, up to {self.men} o, and the player to move"
            )
        is_late = counts == (self.men, self.men)
        if not is_late and counts != (counts[1] + turn, counts[1]):
            raise BadPosition(
                f"{text!r} cannot arise: x begins, and men are put on the board in turn"
            )
        s = Position(first, second, turn)
        if self.is_goal(self.find_own(s)):
            raise BadPosition(f"{text!r} cannot arise: {self.names[turn]} has won already")
        if counts == (1, 0) and not first & self.first_points:
            raise BadPosition(f"{text!r} cannot arise: the first man may not stand in the centre")
        return s

    # ------------------------------------------------------------------ display

    def list_deciding(self, s: Position) -> Iterator[int]:
        other = self.find_other(s)
        return members(other if self.is_goal(other) else 0)
