"""Lines of Action on a small board: join all your men in one group."""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from zermelo import Game

SIZE = 6
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Colour(Enum):
    BLACK = "b"
    WHITE = "w"

    @property
    def other(self):
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK


@dataclass(frozen=True)
class Square:
    x: int
    y: int

    def __add__(self, step):
        return Square(self.x + step[0], self.y + step[1])

    def __str__(self):
        return "abcdef"[self.x] + str(self.y + 1)

    @property
    def on_board(self):
        return 0 <= self.x < SIZE and 0 <= self.y < SIZE


@dataclass(frozen=True)
class State:
    black: frozenset
    white: frozenset
    turn: Colour
    ply: int = 0

    def men(self, colour):
        return self.black if colour is Colour.BLACK else self.white

    @classmethod
    def opening(cls):
        black = {Square(x, y) for x in range(1, SIZE - 1) for y in (0, SIZE - 1)}
        white = {Square(x, y) for y in range(1, SIZE - 1) for x in (0, SIZE - 1)}
        return cls(frozenset(black), frozenset(white), Colour.BLACK)


@dataclass(frozen=True)
class Move:
    start: Square
    end: Square

    def __str__(self):
        return f"{self.start}-{self.end}"


def line(square, step):
    """All squares of the line through a square, in both directions."""
    found = [square]
    for sign in (1, -1):
        at = square + (step[0] * sign, step[1] * sign)  # noqa: RUF005
        while at.on_board:
            found.append(at)
            at = at + (step[0] * sign, step[1] * sign)  # noqa: RUF005
    return found


@cache
def group_count(men):
    left, groups = set(men), 0
    while left:
        groups += 1
        todo = [left.pop()]
        while todo:
            man = todo.pop()
            for step in DIRECTIONS:
                if man + step in left:
                    left.remove(man + step)
                    todo.append(man + step)
    return groups


class LinesOfAction(Game):
    names = ("Black", "White")

    def start(self):
        return State.opening()

    def player(self, s):
        return 0 if s.turn is Colour.BLACK else 1

    def actions(self, s):
        own, other = s.men(s.turn), s.men(s.turn.other)
        for man in sorted(own, key=lambda q: (q.y, q.x)):
            for step in DIRECTIONS:
                count = sum(q in own or q in other for q in line(man, step))
                path = [man]
                for _ in range(count):
                    path.append(path[-1] + step)
                if not path[-1].on_board or path[-1] in own:
                    continue
                if any(q in other for q in path[1:-1]):
                    continue
                yield Move(man, path[-1])

    def result(self, s, a):
        own = s.men(s.turn) - {a.start} | {a.end}
        other = s.men(s.turn.other) - {a.end}
        black, white = (own, other) if s.turn is Colour.BLACK else (other, own)
        return State(black, white, s.turn.other, s.ply + 1)

    def winner(self, s):
        last = s.turn.other
        for colour in (last, s.turn):
            if group_count(s.men(colour)) == 1:
                return colour
        return None

    def terminal(self, s):
        return self.winner(s) is not None or s.ply >= 60 or not any(self.actions(s))

    def utility(self, s, p):
        winner = self.winner(s)
        if winner is None:
            return 0
        return 1 if (winner is Colour.BLACK) == (p == 0) else -1

    def evaluate(self, s, p):
        lead = group_count(s.white) - group_count(s.black)
        return lead / 12 if p == 0 else -lead / 12

    def name(self, s, a):
        return str(a)

    def text(self, s):
        rows = []
        for y in reversed(range(SIZE)):
            signs = (
                "X" if (q := Square(x, y)) in s.black else "O" if q in s.white else "."
                for x in range(SIZE)
            )
            rows.append(f"{y + 1} " + " ".join(signs))
        return "\n".join(rows) + "\n  a b c d e f"
