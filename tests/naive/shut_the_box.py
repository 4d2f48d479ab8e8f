"""Shut the box for two: throw two dice, close numbers that add up to the throw."""

from collections import namedtuple
from functools import cache
from itertools import combinations

from zermelo import CHANCE, Game

State = namedtuple("State", "open turn throw scores")


@cache
def ways(total, numbers):
    """All ways to make a total of some of the numbers."""
    return [
        combo
        for n in range(1, len(numbers) + 1)
        for combo in combinations(numbers, n)
        if sum(combo) == total
    ]


def throws(dice):
    """The totals of some dice, each with its probability."""
    if dice == 1:
        return {i: 1 / 6 for i in range(1, 7)}  # noqa: C420
    counts: dict[int, int] = {}
    for i in range(1, 7):
        for j in range(1, 7):
            counts[i + j] = counts.get(i + j, 0) + 1
    return {total: n / 36 for total, n in counts.items()}


class ShutTheBox(Game):
    """Fewest points left win."""

    names = ("Ann", "Bob")

    def __init__(self, most: int = 6):
        self.numbers = tuple(range(1, most + 1))

    def start(self):
        return State(self.numbers, 0, None, ())

    def player(self, s):
        return CHANCE if s.throw is None else s.turn

    def chances(self, s):
        dice = 1 if sum(s.open) <= 6 else 2
        yield from throws(dice).items()

    def actions(self, s):
        found = ways(s.throw, s.open)
        return found if found else ["stop"]

    def result(self, s, a):
        if s.throw is None:
            return s._replace(throw=a)
        if a == "stop":
            return self.end_turn(s, sum(s.open))
        left = tuple(n for n in s.open if n not in a)
        if not left:
            return self.end_turn(s, 0)
        return State(left, s.turn, None, s.scores)

    def end_turn(self, s, points):
        return State(self.numbers, s.turn + 1, None, s.scores + (points,))  # noqa: RUF005

    def terminal(self, s):
        return len(s.scores) == 2

    def utility(self, s, p):
        lead = s.scores[1] - s.scores[0]
        return lead if p == 0 else -lead

    def evaluate(self, s, p):
        left = sum(s.open) if s.throw is None else sum(s.open) - s.throw
        lead = left / 2 if s.turn else -left / 2
        if s.scores:
            lead = left - s.scores[0]
        return lead if p == 0 else -lead

    def name(self, s, a):
        match a:
            case "stop" | int():
                return str(a)
            case _:
                return "+".join(map(str, a))
