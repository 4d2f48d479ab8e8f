"""A standoff of three: reload, take cover or shoot; who is left alone takes all.

After five rounds the living share what is on the table.
"""

from typing import NamedTuple

from zermelo import Game

ROUNDS, TABLE = 5, 6


class Position(NamedTuple):
    """What each player has, whose turn it is, and the rounds that are over."""

    lives: tuple[int, ...] = (2, 2, 2)
    bullets: tuple[int, ...] = (1, 1, 1)
    covered: tuple[bool, ...] = (False, False, False)
    turn: int = 0
    rounds: int = 0


class Standoff(Game[Position, tuple[str, int]]):
    """Three players with a pistol each; the last one alive takes all."""

    players, total = 3, TABLE
    names = ("Ann", "Bob", "Cid")
    weights = (1.0, 0.3, 0.2)
    """What a life, a bullet and a cover are worth."""

    def start(self):
        return Position()

    def player(self, s):
        return s.turn

    def actions(self, s):
        yield "reload", s.turn
        yield "cover", s.turn
        if s.bullets[s.turn]:
            for p in range(3):
                if p != s.turn and s.lives[p]:
                    yield "shoot", p

    def result(self, s, a):
        kind, p = a
        lives, bullets, covered = list(s.lives), list(s.bullets), list(s.covered)
        covered[s.turn] = kind == "cover"
        if kind == "reload":
            bullets[p] += 1
        elif kind == "shoot":
            bullets[s.turn] -= 1
            if covered[p]:
                covered[p] = False
            else:
                lives[p] -= 1
        turn = (s.turn + 1) % 3
        while not lives[turn]:
            turn = (turn + 1) % 3
        rounds = s.rounds + (turn <= s.turn)
        return Position(tuple(lives), tuple(bullets), tuple(covered), turn, rounds)

    def alive(self, s):
        return sum(x > 0 for x in s.lives)

    def terminal(self, s):
        return s.rounds == ROUNDS or self.alive(s) == 1

    def utility(self, s, p):
        return TABLE / self.alive(s) if s.lives[p] else 0.0

    def payoff_range(self, p):
        return 0.0, float(TABLE)

    def strength(self, s, p):
        """What a player has, weighted; nothing if dead."""
        if not s.lives[p]:
            return 0.0
        life, bullet, cover = self.weights
        return life * s.lives[p] + bullet * s.bullets[p] + cover * s.covered[p]

    def evaluate(self, s, p):
        """The share of a player's strength in that of all."""
        total = self.strength(s, 0) + self.strength(s, 1) + self.strength(s, 2)
        return (TABLE - 0.5) * self.strength(s, p) / total

    def name(self, s, a):
        kind, p = a
        return f"shoot {self.names[p]}" if kind == "shoot" else kind
