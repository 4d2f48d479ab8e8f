"""Santorini on 4×4 with one builder each, as one would first write it: a dataclass and sets."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo import Game

N = 4
CELLS = [(r, c) for r in range(N) for c in range(N)]
NEAR = {
    (r, c): [
        (r + dr, c + dc)
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
        if (dr, dc) != (0, 0) and 0 <= r + dr < N and 0 <= c + dc < N
    ]
    for r, c in CELLS
}


@dataclass(frozen=True)
class Island:
    heights: tuple[tuple[int, ...], ...] = ((0,) * N,) * N
    builders: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (N - 1, N - 1))
    turn: int = 0


class Santorini(Game):
    """Step, then build beside you. Who steps up to the third floor wins; who is stuck loses."""

    names = ("Ares", "Zeus")

    def start(self):
        return Island()

    def player(self, s):
        return s.turn

    def height(self, s, cell):
        r, c = cell
        return s.heights[r][c]

    def actions(self, s):
        here = s.builders[s.turn]
        there = s.builders[1 - s.turn]
        return [
            (to, build)
            for to in NEAR[here]
            if to != there and self.height(s, to) <= min(3, self.height(s, here) + 1)
            for build in NEAR[to]
            if build != there and self.height(s, build) < 4
        ]

    def result(self, s, a):
        to, (r, c) = a
        heights = [list(row) for row in s.heights]
        heights[r][c] += 1
        builders = (to, s.builders[1]) if s.turn == 0 else (s.builders[0], to)
        return Island(tuple(tuple(row) for row in heights), builders, 1 - s.turn)

    def has_won(self, s, p):
        return self.height(s, s.builders[p]) == 3

    def terminal(self, s):
        return self.has_won(s, 1 - s.turn) or not self.actions(s)

    def utility(self, s, p):
        return -1 if p == s.turn else 1

    def evaluate(self, s, p):
        return (self.height(s, s.builders[p]) - self.height(s, s.builders[1 - p])) / 4
