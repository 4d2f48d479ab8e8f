"""A small card game in the manner of Splendor, as one would first write it."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

COLOURS = ("red", "green", "blue")


class Card(NamedTuple):
    cost: tuple[int, int, int]
    gives: str
    points: int


CARDS = [
    Card((2, 0, 0), "green", 1),
    Card((0, 2, 0), "blue", 1),
    Card((0, 0, 2), "red", 1),
    Card((1, 1, 1), "red", 2),
    Card((3, 1, 0), "blue", 3),
    Card((0, 3, 1), "green", 3),
]


class State(NamedTuple):
    tokens: tuple[tuple[int, ...], ...] = ((0, 0, 0), (0, 0, 0))
    owner: tuple[int, ...] = (-1,) * len(CARDS)
    turn: int = 0
    plies: int = 0


class Gems(Game):
    """Take two tokens of different colours or one of a kind, or buy a card; most points win."""

    names = ("Ann", "Bob")

    def start(self):
        return State()

    def player(self, s):
        return s.turn

    def bonus(self, s, p, colour):
        return sum(1 for card, owner in zip(CARDS, s.owner) if owner == p and card.gives == colour)

    def price(self, s, p, card):
        """What is still to be paid, colour by colour."""
        return [max(0, card.cost[i] - self.bonus(s, p, COLOURS[i])) for i in range(3)]

    def can_buy(self, s, i):
        price = self.price(s, s.turn, CARDS[i])
        return s.owner[i] == -1 and all(have >= pay for have, pay in zip(s.tokens[s.turn], price))

    def actions(self, s):
        for i in range(len(CARDS)):
            if self.can_buy(s, i):
                yield ("buy", i)
        if sum(s.tokens[s.turn]) < 6:
            for i in range(3):
                yield ("take", i)
        yield ("pass", 0)

    def result(self, s, a):
        kind, i = a
        tokens = [list(row) for row in s.tokens]
        owner = list(s.owner)
        if kind == "take":
            tokens[s.turn][i] += 2
        elif kind == "buy":
            for j, pay in enumerate(self.price(s, s.turn, CARDS[i])):
                tokens[s.turn][j] -= pay
            owner[i] = s.turn
        return State(tuple(tuple(row) for row in tokens), tuple(owner), 1 - s.turn, s.plies + 1)

    def points(self, s, p):
        return sum(card.points for card, owner in zip(CARDS, s.owner) if owner == p)

    def terminal(self, s):
        return s.plies >= 10 or max(self.points(s, 0), self.points(s, 1)) >= 5

    def utility(self, s, p):
        mine, yours = self.points(s, p), self.points(s, 1 - p)
        return (mine > yours) - (mine < yours)

    def evaluate(self, s, p):
        return (self.points(s, p) - self.points(s, 1 - p)) / 10
