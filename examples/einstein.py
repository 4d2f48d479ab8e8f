"""EinStein würfelt nicht: a die says which of six stones moves and takes what it meets."""

from typing import NamedTuple

from zermelo import CHANCE, Game
from zermelo.game import Feature

SIZE, STONES = 5, 6
CELLS, GOALS, SIDES = SIZE * SIZE, (SIZE * SIZE - 1, 0), (1, -1)
START = (1, 2, 3, 0, 0, 4, 5, 0, 0, 0, 6, 0, 0, 0, -6, 0, 0, 0, -5, -4, 0, 0, -3, -2, -1)


class Position(NamedTuple):
    """The stones, row by row: 1 to 6 are Blue's, −1 to −6 Red's; whose turn it is; the die."""

    cells: tuple[int, ...] = START
    turn: int = 0
    die: int = 0  # 0: to be thrown


class Einstein(Game[Position, tuple[int, int]]):
    """Reach the far corner, or take all stones of the other side."""

    names = ("Blue", "Red")
    weights = (0.9, -0.34)  # of a step less to the goal, and of a stone more: by zermelo tune

    def start(self):
        return Position()

    def player(self, s):
        return s.turn if s.die else CHANCE

    def chances(self, s):
        for face in range(1, STONES + 1):
            yield (face, 0), 1 / STONES

    def movable(self, s):
        """The stones that may move: the die's, or its nearest neighbours among those left."""
        left = [n for n in range(1, STONES + 1) if n * SIDES[s.turn] in s.cells]
        below = [n for n in left if n <= s.die]
        above = [n for n in left if n >= s.die]
        return [s.die] if s.die in left else below[-1:] + above[:1]

    def actions(self, s):
        side = SIDES[s.turn]
        for n in self.movable(s):
            row, column = divmod(s.cells.index(n * side), SIZE)
            for down, right in ((0, 1), (1, 0), (1, 1)):
                r, c = row + side * down, column + side * right
                if 0 <= r < SIZE and 0 <= c < SIZE:
                    yield n, r * SIZE + c

    def result(self, s, a):
        number, cell = a
        if s.die == 0:
            return s._replace(die=number)
        stone = number * SIDES[s.turn]
        cells = list(s.cells)
        cells[cells.index(stone)] = 0
        cells[cell] = stone
        return Position(tuple(cells), 1 - s.turn, 0)

    def stones(self, s, p):
        return sum(x * SIDES[p] > 0 for x in s.cells)

    def steps(self, s, p):
        """The steps of the nearest stone to its goal."""
        goal = SIZE - 1 if p == 0 else 0
        own = [i for i in range(CELLS) if s.cells[i] * SIDES[p] > 0]
        return min(max(abs(i // SIZE - goal), abs(i % SIZE - goal)) for i in own)

    def has_won(self, s, p):
        return s.cells[GOALS[p]] * SIDES[p] > 0 or not self.stones(s, 1 - p)

    def terminal(self, s):
        return self.has_won(s, 0) or self.has_won(s, 1)

    def utility(self, s, p):
        return 1 if self.has_won(s, p) else -1

    def payoff_range(self, p):
        return -1.0, 1.0

    def evaluate(self, s, p):
        x = self.weights[0] * (self.steps(s, 1) - self.steps(s, 0))
        x += self.weights[1] * (self.stones(s, 0) - self.stones(s, 1))
        return self.scale(s, x if p == 0 else -x)

    def features(self, s):
        yield Feature("steps left", (-self.steps(s, 0), -self.steps(s, 1)), self.weights[0])
        yield Feature("stones", (self.stones(s, 0), self.stones(s, 1)), self.weights[1])

    def scale(self, s, x):
        return x / (1 + abs(x))

    def name(self, s, a):
        number, cell = a
        return f"{number}-{'abcde'[cell % SIZE]}{SIZE - cell // SIZE}" if s.die else str(number)
