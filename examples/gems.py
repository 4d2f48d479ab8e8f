"""Gems: a card game in the manner of Splendor. Gems buy cards, and cards are gems for ever."""

from typing import NamedTuple

from zermelo import Game, put
from zermelo.game import Feature

COLOURS = ("red", "green", "blue")
COSTS = (
    (2, 1, 0), (0, 2, 1), (1, 0, 2), (3, 0, 0), (0, 3, 0), (0, 0, 3),
    (2, 2, 2), (4, 2, 0), (0, 4, 2), (2, 0, 4), (5, 3, 0), (0, 3, 5),
)  # fmt: skip
GIVES = (1, 2, 0, 2, 0, 1, 0, 1, 2, 0, 1, 2)
POINTS = (0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 4, 4)
CARDS, FREE = len(COSTS), -1
OPEN, GOAL, MOST, PLIES = 5, 8, 8, 60


class Position(NamedTuple):
    """The gems of each player by colour, who has each card (−1: nobody), turn and plies."""

    gems: tuple[tuple[int, ...], ...] = ((0, 0, 0), (0, 0, 0))
    owner: tuple[int, ...] = (FREE,) * CARDS
    turn: int = 0
    plies: int = 0


class Gems(Game[Position, tuple[str, int, int]]):
    """Take gems and buy cards; who first has eight points, or most at the end, wins."""

    names = ("Ann", "Bob")
    weights = (0.3, 0.2, 0.05)  # of a point, a card and a gem

    def start(self):
        return Position()

    def player(self, s):
        return s.turn

    def price(self, s, card, colour):
        """The gems of a colour that the player to move still has to pay for a card."""
        off = sum(s.owner[i] == s.turn and GIVES[i] == colour for i in range(CARDS))
        return max(0, COSTS[card][colour] - off)

    def offer(self, s):
        return [i for i in range(CARDS) if s.owner[i] == FREE][:OPEN]

    def actions(self, s):
        for card in self.offer(s):
            if all(s.gems[s.turn][c] >= self.price(s, card, c) for c in range(3)):
                yield "buy", card, card
        if sum(s.gems[s.turn]) <= MOST - 2:
            for first in range(3):
                for second in range(first, 3):
                    yield "take", first, second
        yield "pass", 0, 0

    def result(self, s, a):
        kind, first, second = a
        own, owner = list(s.gems[s.turn]), list(s.owner)
        if kind == "take":
            own[first] += 1
            own[second] += 1
        elif kind == "buy":
            for colour in range(3):
                own[colour] -= self.price(s, first, colour)
            owner[first] = s.turn
        return Position(put(s.gems, s.turn, tuple(own)), tuple(owner), 1 - s.turn, s.plies + 1)

    def points(self, s, p):
        return sum(POINTS[i] for i in range(CARDS) if s.owner[i] == p)

    def terminal(self, s):
        return s.plies >= PLIES or max(self.points(s, 0), self.points(s, 1)) >= GOAL

    def utility(self, s, p):
        own, other = self.points(s, p), self.points(s, 1 - p)
        return (own > other) - (own < other)

    def counts(self, s, p):
        return self.points(s, p), s.owner.count(p), sum(s.gems[p])

    def evaluate(self, s, p):
        own, other = self.counts(s, p), self.counts(s, 1 - p)
        return self.scale(s, sum(w * (own[i] - other[i]) for i, w in enumerate(self.weights)))

    def features(self, s):
        for i, name in enumerate(("points", "cards", "gems")):
            yield Feature(name, (self.counts(s, 0)[i], self.counts(s, 1)[i]), self.weights[i])

    def scale(self, s, x):
        return x / (1 + abs(x))

    def name(self, s, a):
        kind, first, second = a
        if kind == "take":
            return f"take {COLOURS[first]}, {COLOURS[second]}"
        return f"buy {first + 1}" if kind == "buy" else kind
