"""Can't Stop, small: two dice columns 2..6 of lengths 3; roll or stop; three players."""

from collections import Counter
from itertools import product
from typing import NamedTuple

from zermelo import CHANCE, Game

LENGTH = {2: 2, 3: 3, 4: 4, 5: 3, 6: 2}
ROLLS = Counter(a + b for a, b in product((1, 2, 3), repeat=2))


class State(NamedTuple):
    done: tuple  # for each player a frozenset of columns
    heights: tuple  # for each player a tuple of (column, height)
    runners: tuple  # (column, height) of this turn
    turn: int
    rolling: bool


class CantStop(Game):
    players = 3
    total = None

    def start(self):
        return State((frozenset(),) * 3, ((),) * 3, (), 0, False)

    def player(self, s):
        return CHANCE if s.rolling else s.turn

    def actions(self, s):
        return ["roll", "stop"] if s.runners else ["roll"]

    def chances(self, s):
        return [(total, n / 9) for total, n in ROLLS.items()]

    def result(self, s, a):
        if a == "roll":
            return s._replace(rolling=True)
        if a == "stop":
            heights = dict(s.heights[s.turn]) | dict(s.runners)
            done = s.done[s.turn] | {c for c, h in heights.items() if h >= LENGTH[c]}
            return State(
                tuple(done if p == s.turn else d for p, d in enumerate(s.done)),
                tuple(
                    tuple(sorted(heights.items())) if p == s.turn else h
                    for p, h in enumerate(s.heights)
                ),
                (),
                (s.turn + 1) % 3,
                False,
            )
        taken = frozenset().union(*s.done)
        runners = dict(s.runners)
        base = runners.get(a, dict(s.heights[s.turn]).get(a, 0))
        if a in taken or base >= LENGTH[a] or (a not in runners and len(runners) == 2):
            return State(s.done, s.heights, (), (s.turn + 1) % 3, False)
        runners[a] = base + 1
        return State(s.done, s.heights, tuple(sorted(runners.items())), s.turn, False)

    def terminal(self, s):
        return any(len(d) >= 2 for d in s.done)

    def utility(self, s, p):
        return 10 if len(s.done[p]) >= 2 else 0

    def evaluate(self, s, p):
        return 100 * len(s.done[p]) + sum(h for _, h in s.heights[p])
