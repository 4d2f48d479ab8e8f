"""Quarto on 3×3 with eight pieces of three features, as one would first write it."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from zermelo import Game

PIECES = list(product((0, 1), repeat=3))
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class State(NamedTuple):
    cells: tuple[int | None, ...] = (None,) * 9
    hand: int | None = None  # the piece that must be placed
    turn: int = 0


class Quarto(Game):
    """Give a piece, the other places it; three with a common feature in a line win."""

    names = ("Ann", "Bob")

    def start(self):
        return State()

    def player(self, s):
        return s.turn

    def free(self, s):
        return [p for p in range(8) if p not in s.cells and p != s.hand]

    def actions(self, s):
        if s.hand is None:
            return [("give", p) for p in self.free(s)]
        return [("place", i) for i, x in enumerate(s.cells) if x is None]

    def result(self, s, a):
        match a:
            case ("give", piece):
                return State(s.cells, piece, 1 - s.turn)
            case ("place", i):
                cells = s.cells[:i] + (s.hand,) + s.cells[i + 1 :]  # noqa: RUF005
                return State(cells, None, s.turn)

    def is_won(self, s):
        for line in LINES:
            pieces = [s.cells[i] for i in line]
            if None not in pieces:
                for feature in range(3):
                    if len({PIECES[p][feature] for p in pieces}) == 1:
                        return True
        return False

    def terminal(self, s):
        return self.is_won(s) or (s.hand is None and not self.free(s))

    def utility(self, s, p):
        if not self.is_won(s):
            return 0
        return 1 if s.turn == p else -1

    def name(self, s, a):
        return f"{a[0]} {a[1]}"
