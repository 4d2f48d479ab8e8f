"""A standoff of three players, who reload, shield or shoot another. Written naively."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

NAMES = ["Ann", "Bob", "Cid"]


class State(NamedTuple):
    lives: tuple[int, ...] = (2, 2, 2)
    bullets: tuple[int, ...] = (1, 1, 1)
    shields: tuple[bool, ...] = (False, False, False)
    turn: int = 0
    round: int = 0


class Standoff(Game):
    """The last one alive takes all; after six rounds the living share."""

    players = 3
    total = 6

    def start(self):
        return State()

    def player(self, s):
        return s.turn

    def actions(self, s):
        yield "reload"
        yield "shield"
        if s.bullets[s.turn] > 0:
            for p in range(3):
                if p != s.turn and s.lives[p] > 0:
                    yield f"shoot {NAMES[p]}"

    def result(self, s, a):
        lives, bullets, shields = list(s.lives), list(s.bullets), list(s.shields)
        me = s.turn
        shields[me] = False
        if a == "reload":
            bullets[me] += 1
        elif a == "shield":
            shields[me] = True
        else:
            target = NAMES.index(a.split()[1])
            bullets[me] -= 1
            if shields[target]:
                shields[target] = False
            else:
                lives[target] -= 1
        turn = (me + 1) % 3
        while lives[turn] <= 0:
            turn = (turn + 1) % 3
        done = s.round + (1 if turn <= me else 0)
        return State(tuple(lives), tuple(bullets), tuple(shields), turn, done)

    def terminal(self, s):
        return sum(x > 0 for x in s.lives) == 1 or s.round == 3

    def utility(self, s, p):
        alive = [q for q in range(3) if s.lives[q] > 0]
        return 6 / len(alive) if p in alive else 0
