"""EinStein würfelt nicht on 3×3 with three stones each, as one would first write it."""

from __future__ import annotations

import enum
from typing import NamedTuple

from zermelo import CHANCE, Game

SIZE = 3


class Side(enum.Enum):
    BLUE = "blue"
    RED = "red"


class State(NamedTuple):
    rows: tuple[tuple[int, ...], ...]  # 1, 2, 3 are blue's stones, -1, -2, -3 red's
    turn: Side
    die: int | None  # None: to be thrown


class Move(NamedTuple):
    stone: int
    row: int
    column: int


STEPS = {Side.BLUE: [(0, 1), (1, 0), (1, 1)], Side.RED: [(0, -1), (-1, 0), (-1, -1)]}


class Einstein(Game):
    """Reach the far corner, or capture all stones of the other."""

    def start(self):
        return State(((1, 2, 0), (3, 0, -3), (0, -2, -1)), Side.BLUE, None)

    def player(self, s):
        if s.die is None:
            return CHANCE
        return 0 if s.turn is Side.BLUE else 1

    def chances(self, s):
        return [(face, 1 / 3) for face in (1, 2, 3)]

    def stones(self, s, side):
        sign = 1 if side is Side.BLUE else -1
        return [sign * x for row in s.rows for x in row if sign * x > 0]

    def movable(self, s):
        """The stone of the die, or the nearest ones that are left."""
        stones = self.stones(s, s.turn)
        if s.die in stones:
            return [s.die]
        below = [x for x in stones if x < s.die]
        above = [x for x in stones if x > s.die]
        return ([max(below)] if below else []) + ([min(above)] if above else [])

    def actions(self, s):
        sign = 1 if s.turn is Side.BLUE else -1
        movable = self.movable(s)
        for r, row in enumerate(s.rows):
            for c, x in enumerate(row):
                if x * sign > 0 and abs(x) in movable:
                    for dr, dc in STEPS[s.turn]:
                        if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE:
                            yield Move(x, r + dr, c + dc)

    def result(self, s, a):
        if s.die is None:
            return s._replace(die=a)
        rows = [list(row) for row in s.rows]
        for r in range(SIZE):
            for c in range(SIZE):
                if rows[r][c] == a.stone:
                    rows[r][c] = 0
        rows[a.row][a.column] = a.stone
        other = Side.RED if s.turn is Side.BLUE else Side.BLUE
        return State(tuple(tuple(row) for row in rows), other, None)

    def winner(self, s):
        if s.rows[-1][-1] > 0 or not self.stones(s, Side.RED):
            return 0
        if s.rows[0][0] < 0 or not self.stones(s, Side.BLUE):
            return 1
        return None

    def terminal(self, s):
        return self.winner(s) is not None

    def utility(self, s, p):
        return 1 if self.winner(s) == p else -1
