"""Teeko as one would first write it."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

N = 5
EMPTY = "."


class State(NamedTuple):
    cells: tuple[str, ...]
    turn: str


def square_lines():
    lines = []
    for r in range(N):
        for c in range(N):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                line = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= y < N and 0 <= x < N for y, x in line):
                    lines.append([y * N + x for y, x in line])
            if r < N - 1 and c < N - 1:
                lines.append([r * N + c, r * N + c + 1, (r + 1) * N + c, (r + 1) * N + c + 1])
    return lines


LINES = square_lines()
NEIGHBOURS = {
    i: [j for j in range(N * N) if i != j and abs(i // N - j // N) <= 1 and abs(i % N - j % N) <= 1]
    for i in range(N * N)
}
OTHER = {"B": "R", "R": "B"}


class Teeko(Game):
    """Four in a row or in a square; first drop four pieces each, then move them."""

    def start(self):
        return State((EMPTY,) * (N * N), "B")

    def player(self, s):
        return 0 if s.turn == "B" else 1

    def winner(self, s):
        for line in LINES:
            first = s.cells[line[0]]
            if first != EMPTY and all(s.cells[i] == first for i in line):
                return first
        return None

    def terminal(self, s):
        return self.winner(s) is not None

    def utility(self, s, p):
        return 1 if self.winner(s) == ("B", "R")[p] else -1

    def actions(self, s):
        if s.cells.count(s.turn) < 4:
            return [(None, i) for i in range(N * N) if s.cells[i] == EMPTY]
        return [
            (i, j)
            for i in range(N * N)
            if s.cells[i] == s.turn
            for j in NEIGHBOURS[i]
            if s.cells[j] == EMPTY
        ]

    def result(self, s, a):
        start, end = a
        cells = list(s.cells)
        if start is not None:
            cells[start] = EMPTY
        cells[end] = s.turn
        return State(tuple(cells), OTHER[s.turn])

    def evaluate(self, s, p):
        me = ("B", "R")[p]
        mine = max(sum(s.cells[i] == me for i in line) for line in LINES)
        yours = max(sum(s.cells[i] == OTHER[me] for i in line) for line in LINES)
        return (mine - yours) / 10
