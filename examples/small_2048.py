"""2048 on three by three: slide all tiles; equal ones merge, and a new one appears.

A tile is held as the power of two that it shows: 3 for 8.
"""

from typing import NamedTuple

from zermelo import CHANCE, Board, Game

SIZE = 3
CELLS = SIZE * SIZE
NAMES = ("left", "right", "up", "down")
ROWS = tuple(tuple(range(r * SIZE, r * SIZE + SIZE)) for r in range(SIZE))
COLUMNS = tuple(zip(*ROWS, strict=True))
# of each way: tiles slide towards the first cell of a line
LINES = (ROWS, tuple(x[::-1] for x in ROWS), COLUMNS, tuple(x[::-1] for x in COLUMNS))


class Position(NamedTuple):
    """The tiles (0: none), whether one is about to appear, and the points so far."""

    tiles: tuple[int, ...] = (1, 0, 1, 0, 0, 0, 0, 1, 0)
    is_chance: bool = False
    score: int = 0


class Small2048(Game[Position, int]):
    """Slide and merge until nothing moves; get as many points as possible."""

    players, total = 1, None
    weights = (10.0, 5.0)  # of a free cell, and of two equal tiles side by side

    def start(self):
        return Position()

    def player(self, s):
        return CHANCE if s.is_chance else 0

    def slide(self, tiles, way):
        """The tiles after a slide, and the points for what was merged."""
        after, points = list(tiles), 0
        for line in LINES[way]:
            end, last = 0, 0  # the next free cell of the line; the tile that may still merge
            for i in line:
                tile, after[i] = after[i], 0
                if tile and tile == last:
                    after[line[end - 1]] += 1
                    points += 2 << tile
                    last = 0
                elif tile:
                    after[line[end]] = tile
                    last = tile
                    end += 1
        return tuple(after), points

    def actions(self, s):
        for way in range(4):
            tiles, _ = self.slide(s.tiles, way)
            if tiles != s.tiles:
                yield way

    def chances(self, s):
        free = s.tiles.count(0)
        for i in range(CELLS):
            if s.tiles[i] == 0:
                yield 2 * i, 0.9 / free
                yield 2 * i + 1, 0.1 / free

    def result(self, s, a):
        if s.is_chance:
            tiles = list(s.tiles)
            tiles[a // 2] = 1 + a % 2
            return Position(tuple(tiles), False, s.score)
        slid, points = self.slide(s.tiles, a)
        return Position(slid, True, s.score + points)

    def terminal(self, s):
        return not s.is_chance and not any(True for _ in self.actions(s))

    def utility(self, s, p):
        return s.score

    def payoff_range(self, p):
        return 0.0, 20_000.0

    def pairs(self, s):
        beside = sum(s.tiles[i] == s.tiles[i + 1] > 0 for i in range(CELLS) if i % SIZE < SIZE - 1)
        return beside + sum(s.tiles[i] == s.tiles[i + SIZE] > 0 for i in range(CELLS - SIZE))

    def evaluate(self, s, p):
        return s.score + self.weights[0] * s.tiles.count(0) + self.weights[1] * self.pairs(s)

    def name(self, s, a):
        cell = "abc"[a // 2 % SIZE] + str(SIZE - a // 2 // SIZE)
        return f"{2 << a % 2} on {cell}" if s.is_chance else NAMES[a]

    def board(self, s):
        cells = tuple(str(1 << x) if x else "" for x in s.tiles)
        touches = {a: (a // 2,) if s.is_chance else () for a in self.options(s)}
        return Board(SIZE, SIZE, cells, touches, tuple("321"), tuple("abc"), look="tiled")
