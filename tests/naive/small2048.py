"""2048 on 3×3 as one would first write it: rows are slid as lists."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import CHANCE, Game

SIZE = 3


class State(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    placing: bool
    score: int
    left: int  # moves that are left


def slide(row):
    tiles = [x for x in row if x]
    out, gained = [], 0
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            out.append(2 * tiles[0])
            gained += 2 * tiles[0]
            tiles = tiles[2:]
        else:
            out.append(tiles[0])
            tiles = tiles[1:]
    return tuple(out + [0] * (len(row) - len(out))), gained


def turned(rows):
    return tuple(zip(*rows))


def mirrored(rows):
    return tuple(row[::-1] for row in rows)


def moved(rows, way):
    if way == "left":
        pairs = [slide(row) for row in rows]
        return tuple(row for row, _ in pairs), sum(gained for _, gained in pairs)
    if way == "right":
        new, gained = moved(mirrored(rows), "left")
        return mirrored(new), gained
    new, gained = moved(turned(rows), "left" if way == "up" else "right")
    return turned(new), gained


class Small2048(Game):
    """Slide, merge, and get as many points as possible in five moves."""

    players = 1
    total = None

    def start(self):
        return State(((2, 0, 2), (0, 0, 0), (0, 2, 0)), False, 0, 5)

    def player(self, s):
        return CHANCE if s.placing else 0

    def actions(self, s):
        return [way for way in ("up", "down", "left", "right") if moved(s.rows, way)[0] != s.rows]

    def chances(self, s):
        free = [(r, c) for r in range(SIZE) for c in range(SIZE) if s.rows[r][c] == 0]
        for cell in free:
            yield cell, 1 / len(free)

    def result(self, s, a):
        if s.placing:
            r, c = a
            rows = [list(row) for row in s.rows]
            rows[r][c] = 2
            return s._replace(rows=tuple(tuple(row) for row in rows), placing=False)
        rows, gained = moved(s.rows, a)
        return State(rows, True, s.score + gained, s.left - 1)

    def terminal(self, s):
        return not s.placing and (s.left == 0 or not self.actions(s))

    def utility(self, s, p):
        return s.score

    def evaluate(self, s, p):
        return s.score
