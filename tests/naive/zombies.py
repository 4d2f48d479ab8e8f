"""A push-your-luck game for three in the manner of Zombie Dice: chance, and strings as actions."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from zermelo import CHANCE, Game

GOAL = 5


class Face(Enum):
    BRAIN = 3
    SHOT = 2
    STEPS = 1


class State(NamedTuple):
    brains: tuple[int, int, int] = (0, 0, 0)
    turn: int = 0
    hand: int = 0
    shots: int = 0
    rolling: bool = False


class Zombies(Game):
    players = 3
    total = None
    names = ("Ann", "Bob", "Cleo")

    def start(self):
        return State()

    def player(self, s):
        return CHANCE if s.rolling else s.turn

    def actions(self, s):
        yield "roll"
        if s.hand:
            yield "stop"

    def chances(self, s):
        total = sum(face.value for face in Face)
        return [(face, face.value / total) for face in Face]

    def result(self, s, a):
        match a:
            case "roll":
                return s._replace(rolling=True)
            case "stop":
                return self.next(s, s.hand)
            case Face.BRAIN:
                return s._replace(hand=s.hand + 1, rolling=False)
            case Face.SHOT if s.shots == 1:
                return self.next(s, 0)
            case Face.SHOT:
                return s._replace(shots=1, rolling=False)
            case _:
                return s._replace(rolling=False)

    def next(self, s, gain):
        brains = [b + gain if p == s.turn else b for p, b in enumerate(s.brains)]
        return State(tuple(brains), (s.turn + 1) % 3)

    def terminal(self, s):
        return any(b >= GOAL for b in s.brains)

    def utility(self, s, p):
        best = max(s.brains)
        return 1 / s.brains.count(best) if s.brains[p] == best else 0

    def evaluate(self, s, p):
        return (s.brains[p] + (s.hand / 2 if s.turn == p else 0)) / (3 * GOAL)
