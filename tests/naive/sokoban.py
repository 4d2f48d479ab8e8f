"""Sokoban: push the boxes on the goals."""

from enum import Enum
from typing import NamedTuple

from zermelo import Game

LEVEL = """\
######
#@   #
# $. #
#  $.#
#    #
######"""


class Step(Enum):
    UP = (-1, 0)
    DOWN = (1, 0)
    LEFT = (0, -1)
    RIGHT = (0, 1)


class State(NamedTuple):
    man: tuple[int, int]
    boxes: frozenset
    steps: int


class Sokoban(Game):
    players = 1

    def __init__(self):
        self.walls, self.goals, boxes = set(), set(), set()
        for r, line in enumerate(LEVEL.splitlines()):
            for c, sign in enumerate(line):
                if sign == "#":
                    self.walls.add((r, c))
                if sign == ".":
                    self.goals.add((r, c))
                if sign == "$":
                    boxes.add((r, c))
                if sign == "@":
                    man = (r, c)
        self.first = State(man, frozenset(boxes), 0)

    def start(self):
        return self.first

    def player(self, s):
        return 0

    def actions(self, s):
        for step in Step:
            to = (s.man[0] + step.value[0], s.man[1] + step.value[1])
            beyond = (to[0] + step.value[0], to[1] + step.value[1])
            if to in self.walls:
                continue
            if to in s.boxes and (beyond in self.walls or beyond in s.boxes):
                continue
            yield step

    def result(self, s, a):
        to = (s.man[0] + a.value[0], s.man[1] + a.value[1])
        boxes = s.boxes
        if to in boxes:
            boxes = boxes - {to} | {(to[0] + a.value[0], to[1] + a.value[1])}
        return State(to, boxes, s.steps + 1)

    def terminal(self, s):
        return s.boxes == self.goals or s.steps >= 30

    def utility(self, s, p):
        return 100 - s.steps if s.boxes == self.goals else 0

    def evaluate(self, s, p):
        far = sum(min(abs(r - a) + abs(c - b) for a, b in self.goals) for r, c in s.boxes)
        return 50 - far * 5 - s.steps

    def text(self, s):
        signs = dict.fromkeys(self.walls, "#")
        signs |= dict.fromkeys(self.goals, ".")
        signs |= dict.fromkeys(s.boxes, "$")
        signs[s.man] = "@"
        return "\n".join("".join(signs.get((r, c), " ") for c in range(6)) for r in range(6))
