"""2048: slide numbers together on a 4×4 board while chance drops new ones.

One player; the score is what merges have made.

Four bits a cell hold the exponent, 0 for an empty cell and 11 for 2048; a row is 16 bits. Nibbles
of the board::

     0  1  2  3      top
     4  5  6  7
     8  9 10 11
    12 13 14 15      bottom
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise, product
from typing import NamedTuple

from zermelo.bits import Bits, LookupTable
from zermelo.board import Board, Detail
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.game import CHANCE, Feature, Game
from zermelo.notation import square_name, whole_number

LEFT, RIGHT, UP, DOWN = range(4)
MOVES = ("left", "right", "up", "down")
FOURS = 0.1
"""How often a new tile is a 4 and not a 2."""
LARGEST = 15
"""The largest exponent: two tiles of 32,768 do not merge."""
MOST = 16 * (LARGEST - 1) * 2.0**LARGEST
"""No score is larger: a tile 2ᵏ made of 2s has scored (k − 1) 2ᵏ."""


class Position(NamedTuple):
    """The board, the score so far, and the number of tiles that chance has yet to place."""

    tiles: Bits
    score: int
    waiting: int


class Twenty48(Game[Position, int]):
    """Slide equal numbers together on 4×4 while chance adds new ones.

    With a goal, reaching that tile ends it, too.

    >>> game = Twenty48()
    >>> s = game.load("2,2,4,0/0,0,0,0/0,0,0,0/8,0,0,0")
    >>> game.dump(game.result(s, game.parse(s, "left")))
    '4,4,0,0/0,0,0,0/0,0,0,0/8,0,0,0 score 4 place 1'
    """

    players = 1
    moves_again = True
    cyclic = False
    names = ("player",)
    aliases = ("2048",)
    evaluations = ("shape", "snake", "score")
    unit = ("point", "points")

    def __init__(self, goal: int = 0, evaluation: str = "shape") -> None:
        if goal and (goal.bit_count() != 1 or not 8 <= goal <= 1 << LARGEST):
            raise BadGame(f"a goal is a tile from 8 to {1 << LARGEST}, or 0 for none, not {goal}")
        if evaluation not in self.evaluations:
            raise BadGame(
                f"2048 has no evaluation {evaluation!r}; it has {', '.join(self.evaluations)}"
            )
        self.goal, self.evaluation = goal, evaluation
        self.exponent = goal.bit_length() - 1

    # ------------------------------------------------- rows in advance, when the first is asked for

    @cached_property
    def to_left(self) -> LookupTable[int]:
        """What each row becomes."""
        return _slides().to_left

    @cached_property
    def to_right(self) -> LookupTable[int]:
        """What each row becomes, the other way."""
        return _slides().to_right

    @cached_property
    def gains(self) -> LookupTable[int]:
        """What that scores."""
        return _slides().gains

    @cached_property
    def shapes(self) -> LookupTable[float]:
        """What shape each row is in."""
        return _shapes()

    # -------------------------------------------------------- chance and the player, by turns

    def start(self) -> Position:
        return Position(0, 0, 2)

    def player(self, s: Position) -> int:
        return CHANCE if s.waiting else 0

    # ------------------------------------------------------------------ chance

    def chances(self, s: Position) -> Iterator[tuple[int, float]]:
        """A tile on any empty cell: the cell, and 16 more for a 4."""
        if not self.terminal(s):
            n = _empty(s.tiles)
            for cell in range(16):
                if not s.tiles >> 4 * cell & 15:
                    yield cell, (1 - FOURS) / n
                    yield cell + 16, FOURS / n

    # ------------------------------------------------------------------ the player

    def actions(self, s: Position) -> Iterator[int]:
        if not self._has_goal(s):
            for a in range(4):
                if self._slid(s.tiles, a) != s.tiles:
                    yield a

    def _slid(self, tiles: int, a: int) -> int:
        """The board after a move."""
        if a >= UP:
            tiles = _transpose(tiles)
        rows = self.to_left if a in (LEFT, UP) else self.to_right
        slid = (
            rows[tiles & 0xFFFF]
            | rows[tiles >> 16 & 0xFFFF] << 16
            | rows[tiles >> 32 & 0xFFFF] << 32
            | rows[tiles >> 48] << 48
        )
        return _transpose(slid) if a >= UP else slid

    def _gain(self, tiles: int, a: int) -> int:
        """What the merges of a move score: the same in both directions of a row."""
        if a >= UP:
            tiles = _transpose(tiles)
        return (
            self.gains[tiles & 0xFFFF]
            + self.gains[tiles >> 16 & 0xFFFF]
            + self.gains[tiles >> 32 & 0xFFFF]
            + self.gains[tiles >> 48]
        )

    def result(self, s: Position, a: int) -> Position:
        if s.waiting:
            return Position(s.tiles | (1 + (a >> 4)) << 4 * (a & 15), s.score, s.waiting - 1)
        return Position(self._slid(s.tiles, a), s.score + self._gain(s.tiles, a), 1)

    def _has_goal(self, s: Position) -> bool:
        """Is the goal on the board?"""
        return self.goal > 0 and any(
            s.tiles >> 4 * cell & 15 >= self.exponent for cell in range(16)
        )

    def terminal(self, s: Position) -> bool:
        if self._has_goal(s):
            return True
        return not s.waiting and _empty(s.tiles) == 0 and self._is_stuck(s.tiles)

    def _is_stuck(self, tiles: int) -> bool:
        """Without an empty cell: do no neighbours merge?"""
        return self._slid(tiles, LEFT) == tiles and self._slid(tiles, UP) == tiles

    def utility(self, s: Position, p: int) -> float:
        return float(s.score)

    # ------------------------------------------------------------------ for the engine

    def bounds(self, s: Position) -> tuple[float, float]:
        return float(s.score), MOST

    def evaluate(self, s: Position, p: int) -> float:
        """The score, and what the board promises."""
        if self.evaluation == "score":
            return float(s.score)
        promise = self._snake(s.tiles) if self.evaluation == "snake" else self._shape(s.tiles)
        return min(s.score + max(promise, 0.0), MOST)

    def features(self, s: Position) -> Iterator[Feature]:
        yield Feature("score", (s.score,))
        if self.evaluation != "score":
            promise = self._snake(s.tiles) if self.evaluation == "snake" else self._shape(s.tiles)
            yield Feature(f"promise of the board ({self.evaluation})", (max(promise, 0.0),))

    def scale(self, s: Position, x: float) -> float:
        return min(x, MOST)

    def _shape(self, tiles: int) -> float:
        """Of rows and columns alike: free cells, tiles that merge, falling or rising order."""
        total, turned = ALIVE, _transpose(tiles)
        for shift in (0, 16, 32, 48):
            total += self.shapes[tiles >> shift & 0xFFFF] + self.shapes[turned >> shift & 0xFFFF]
        return total

    def _snake(self, tiles: int) -> float:
        """Tiles in falling order along the best of eight snakes from a corner, and free cells."""
        best = 0.0
        for turn in range(8):
            total = 0.0
            for cell in range(16):
                exponent = tiles >> 4 * SNAKE[cell] & 15
                if exponent:
                    total += (1 << exponent) * 0.5**cell
            best = max(best, total)
            tiles = _transpose(tiles) if turn & 1 else _flip(tiles)
        return best + 16 * _empty(tiles)

    def order(self, s: Position, a: int) -> float:
        """What it scores and the cells it leaves free."""
        return self._gain(s.tiles, a) + 16.0 * _empty(self._slid(s.tiles, a))

    def canonical(self, s: Position) -> Position:
        """The smallest of the eight boards that turning and mirroring make."""
        best = tiles = s.tiles
        for turn in range(7):
            tiles = _transpose(tiles) if turn & 1 else _flip(tiles)
            if _is_smaller(tiles, best):
                best = tiles
        return s._replace(tiles=best)

    # ------------------------------------------------------------------ text

    def name(self, s: Position, a: int) -> str:
        return f"{square_name(a & 15, 4, 4)}={4 if a >> 4 else 2}" if s.waiting else MOVES[a]

    def parse(self, s: Position, text: str) -> int:
        """left, right, up, down or their first letters; a tile that chance places like a4=2."""
        word = text.strip().casefold()
        if not s.waiting:
            word = next((move for move in MOVES if word and move.startswith(word)), word)
        try:
            return super().parse(s, word)
        except BadAction as error:
            raise BadAction(str(error).replace(repr(word), repr(text.strip()), 1)) from None

    def dump(self, s: Position) -> str:
        """Rows from the top, 0 for an empty cell, the score, and the tiles to be placed."""
        cells = [s.tiles >> 4 * cell & 15 for cell in range(16)]
        rows = "/".join(
            ",".join(str(1 << n if n else 0) for n in cells[r : r + 4]) for r in range(0, 16, 4)
        )
        return f"{rows} score {s.score}" + (f" place {s.waiting}" if s.waiting else "")

    def load(self, text: str) -> Position:
        match = re.fullmatch(r"\s*(\S+)(?:\s+score\s+(\d+))?(?:\s+place\s+([12]))?\s*", text)
        rows = [row.split(",") for row in match[1].split("/")] if match else []
        if match is None or [len(row) for row in rows] != [4] * 4:
            raise BadPosition(
                f"{text!r} is not a board of 2048; write four rows like 2,0,0,4/… and then, "
                "if you like, score N and place N"
            )
        words = [word for row in rows for word in row]
        tiles = sum(_read_tile(word) << 4 * cell for cell, word in enumerate(words))
        score, waiting = whole_number(match[2] or "0", int(MOST)), int(match[3] or 0)
        if score is None:
            raise BadPosition(f"a score of {match[2]} cannot be reached")
        if _empty(tiles) < waiting or (not tiles and not waiting):
            raise BadPosition(f"{text!r} has no cell for a new tile, or no tile to move")
        return Position(tiles, score, waiting)

    def pieces(self) -> tuple[str, ...]:
        return tuple(str(1 << n) for n in range(1, 12))

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail("score", str(s.score)),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        tiles = [cell or "0" for cell in cells]
        rows = "/".join(",".join(tiles[i : i + 4]) for i in range(0, 16, 4))
        first = "" if any(cells) else " place 2"  # the two tiles of the start
        return f"{rows} score {details.get('score') or 0}{first}"

    def board(self, s: Position) -> Board:
        """The tiles; each move touches a line of cells along which tiles slide."""
        cells = tuple(str(1 << n) if (n := s.tiles >> 4 * cell & 15) else "" for cell in range(16))
        ways = ((7, 6, 5, 4), (8, 9, 10, 11), (14, 10, 6, 2), (1, 5, 9, 13))
        touches = {a: (a & 15,) if s.waiting else ways[a] for a in self.options(s)}
        return Board(4, 4, cells, touches, ("4", "3", "2", "1"), ("a", "b", "c", "d"), look="tiled")

    def ending(self, s: Position) -> str:
        why = f"{self.goal} is reached" if self._has_goal(s) else "no move is left"
        return f"{why}; score {s.score}"

    def caption(self, s: Position) -> str:
        return f"score {s.score}"


# ---------------------------------------------------------------------- boards as bits

LOW_BITS = 0x1111111111111111
SNAKE = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)


def _empty(tiles: int) -> int:
    """How many cells are empty."""
    return 16 - ((tiles | tiles >> 1 | tiles >> 2 | tiles >> 3) & LOW_BITS).bit_count()


def _transpose(tiles: int) -> int:
    """Rows become columns: first within squares of two cells by two, then the squares."""
    x = (
        tiles & 0xF0F00F0FF0F00F0F
        | (tiles & 0x0000F0F00000F0F0) << 12
        | tiles >> 12 & 0x0000F0F00000F0F0
    )
    return x & 0xFF00FF0000FF00FF | (x & 0x00000000FF00FF00) << 24 | x >> 24 & 0x00000000FF00FF00


def _flip(tiles: int) -> int:
    """Top row to the bottom."""
    x = (tiles & 0x0000FFFF0000FFFF) << 16 | tiles >> 16 & 0x0000FFFF0000FFFF
    return (x & 0xFFFFFFFF) << 32 | x >> 32


def _is_smaller(a: int, b: int) -> bool:
    """a < b, by halves: a whole word may have its sign bit set."""
    return a >> 32 < b >> 32 or (a >> 32 == b >> 32 and a & 0xFFFFFFFF < b & 0xFFFFFFFF)


# ---------------------------------------------------------------------- rows in advance

ALIVE = 20_000.0
FREE, PAIR, DISORDER, CLUTTER, STEEP = 100.0, 250.0, 1.0, 0.25, 3.5
"""What a free cell and a pair that merges are worth in a row, what tiles out of order, or many at
all, cost, and how fast that grows with the exponent: the best of nine tries with 50 seeded games
each at depth 3. ALIVE is what the end costs."""


class _Slides(NamedTuple):
    to_left: LookupTable[int]
    to_right: LookupTable[int]
    gains: LookupTable[int]


def _every_row() -> Iterator[tuple[int, ...]]:
    """The cells of all 65,536 rows, in the order of their numbers: the first cell is the lowest."""
    return (cells[::-1] for cells in product(range(16), repeat=4))


@cache
def _slides() -> _Slides:
    """What each row becomes, and what that scores."""
    left, right, gains = [0] * 65536, [0] * 65536, [0] * 65536
    for row, cells in enumerate(_every_row()):
        slid, gains[row] = _merge(cells)
        left[row] = _number(slid)
        right[_number(cells[::-1])] = _number(slid[::-1])
    return _Slides(LookupTable(left), LookupTable(right), LookupTable(gains))


@cache
def _shapes() -> LookupTable[float]:
    """What shape each row is in."""
    return LookupTable(map(_shape_of, _every_row()))


def _number(cells: Sequence[int]) -> int:
    """A row as 16 bits."""
    a, b, c, d = cells
    return a | b << 4 | c << 8 | d << 12


def _merge(cells: Sequence[int]) -> tuple[list[int], int]:
    """A row slid to its first cell: equal neighbours merge once, those nearest to it first."""
    tiles, slid, gain = [n for n in cells if n], [], 0
    while tiles:
        n = tiles.pop(0)
        if tiles and tiles[0] == n and n < LARGEST:
            tiles.pop(0)
            n += 1
            gain += 1 << n
        slid.append(n)
    return slid + [0] * (4 - len(slid)), gain


WEIGHTS = tuple(float(n**STEEP) for n in range(LARGEST + 1))


def _shape_of(cells: Sequence[int]) -> float:
    """What a row, or a column, adds to the shape of a board."""
    tiles = [n for n in cells if n]
    pairs = sum(a == b for a, b in pairwise(tiles))
    weights = [WEIGHTS[n] for n in cells]
    falls = sum(max(a - b, 0.0) for a, b in pairwise(weights))
    rises = sum(max(b - a, 0.0) for a, b in pairwise(weights))
    return (
        FREE * cells.count(0) + PAIR * pairs - DISORDER * min(falls, rises) - CLUTTER * sum(weights)
    )


def _read_tile(word: str) -> int:
    """The exponent of a tile as it is written; 0 for no tile."""
    tile = whole_number(word, 1 << LARGEST)
    if tile is None or tile == 1 or tile.bit_count() > 1:
        raise BadPosition(f"{word!r} is not a tile; tiles are 0 for none, 2, 4, 8 … {1 << LARGEST}")
    return tile.bit_length() - 1 if tile else 0
