"""The L game (Edward de Bono, 1967): move the own L to another place, then perhaps a neutral piece.

Bits run along the rows from the bottom left corner::

    a4 b4 c4 d4        12 13 14 15
    a3 b3 c3 d3         8  9 10 11
    a2 b2 c2 d2         4  5  6  7
    a1 b1 c1 d1         0  1  2  3
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import Bits, members
from zermelo.board import TO_MOVE, Board, Detail, symmetries
from zermelo.errors import BadAction, BadPosition, abbreviate
from zermelo.game import Game
from zermelo.notation import read_rows, rows_text, write_cells

SIDE = 4
FULL_BOARD = 0xFFFF
KEEP = 0
"""The neutral pieces stay. Other numbers are 1 + 16 · from + to."""
STEPS = 1 + 16 * 16


def list_places() -> tuple[int, ...]:
    """The 48 places of an L, as sets of squares."""
    shape = ((0, 0), (0, 1), (0, 2), (1, 0))
    turned = {
        tuple(sorted((flip * x if not swap else y, y if not swap else flip * x) for x, y in shape_))
        for flip in (1, -1)
        for swap in (False, True)
        for shape_ in (shape, tuple((x, -y) for x, y in shape))
    }
    places = set()
    for cells in turned:
        for r in range(-3, 7):
            for c in range(-3, 7):
                squares = [(x + r, y + c) for x, y in cells]
                if all(0 <= x < SIDE and 0 <= y < SIDE for x, y in squares):
                    places.add(sum(1 << SIDE * x + y for x, y in squares))
    return tuple(sorted(places))


class Position(NamedTuple):
    """The L of either player, the two neutral pieces, and the player to move."""

    first: Bits
    second: Bits
    neutral: Bits
    turn: int


class LGame(Game[Position, int]):
    """Who cannot move the own L to another place loses. Perfect players never end.

    An action is place · 257 + step: where the L goes, and what a neutral piece does.

    >>> game = LGame()
    >>> print(game.text(game.start()))
    4  ◆ ● ● ·
    3  · ○ ● ·
    2  · ○ ● ·
    1  · ○ ○ ◆
       a b c d
    """

    long_name = "the L game"
    names = ("First", "Second")
    signs = ("○", "●")
    moves_again = False
    cyclic = True

    def __init__(self) -> None:
        self.places = list_places()
        corners = tuple(symmetries(SIDE, SIDE))
        self.images = corners[1:]

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(0x0226, 0x6440, 0x1008, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def _own(self, s: Position) -> int:
        return s.second if s.turn else s.first

    def _other(self, s: Position) -> int:
        return s.first if s.turn else s.second

    def actions(self, s: Position) -> Iterator[int]:
        """Every place of the L; there, no step, then every step of a neutral piece."""
        own, other = self._own(s), self._other(s)
        for place in range(len(self.places)):
            cells = self.places[place]
            if cells != own and cells & (other | s.neutral) == 0:
                yield place * STEPS
                free = FULL_BOARD & ~(cells | other | s.neutral)
                for piece in members(s.neutral):
                    for square in members(free):
                        yield place * STEPS + 1 + 16 * piece + square

    def result(self, s: Position, a: int) -> Position:
        cells, step = self.places[a // STEPS], a % STEPS
        neutral = s.neutral
        if step != KEEP:
            neutral ^= 1 << (step - 1) // 16 | 1 << (step - 1) % 16
        if s.turn:
            return Position(s.first, cells, neutral, 0)
        return Position(cells, s.second, neutral, 1)

    def terminal(self, s: Position) -> bool:
        """Has the L of the player to move no other place?"""
        return self._count_places(self._own(s), self._other(s) | s.neutral) == 0

    def utility(self, s: Position, p: int) -> float:
        return -1 if p == s.turn else 1

    # ------------------------------------------------------------------ hooks

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def _count_places(self, own: int, blocked: int) -> int:
        """The places where an L could go."""
        count = 0
        for cells in self.places:
            if cells != own and cells & blocked == 0:
                count += 1
        return count

    def evaluate(self, s: Position, p: int) -> float:
        """The places that each L can go to, own minus the other's."""
        own = self._count_places(s.first, s.second | s.neutral)
        lead = own - self._count_places(s.second, s.first | s.neutral)
        return (lead if p == 0 else -lead) / 49

    def canonical(self, s: Position) -> Position:
        """The smallest of the position and its seven turned and mirrored images."""
        best = s
        for i in range(len(self.images)):
            first = second = neutral = 0
            for j in range(16):
                first |= (s.first >> j & 1) << self.images[i][j]
                second |= (s.second >> j & 1) << self.images[i][j]
                neutral |= (s.neutral >> j & 1) << self.images[i][j]
            if (first, second, neutral) < (best.first, best.second, best.neutral):
                best = Position(first, second, neutral, s.turn)
        return best

    # ------------------------------------------------------------------ notation

    def name(self, s: Position, a: int) -> str:
        """b1b2b3c1, the squares of the L; with d1-a1 a neutral piece goes from d1 to a1."""
        text = "".join(map(square, members(self.places[a // STEPS])))
        step = a % STEPS - 1
        return text if step < 0 else f"{text} {square(step // 16)}-{square(step % 16)}"

    def read_move(self, s: Position, text: str) -> tuple[int, ...]:
        """The squares in any order; the neutral piece's step after a space or a comma."""
        return (self.parse(s, text),)

    def parse(self, s: Position, text: str) -> int:
        wanted = text.strip().lower()
        match = re.fullmatch(r"((?:[a-d][1-4]){4})(?:[\s,;]*([a-d][1-4])-?([a-d][1-4]))?", wanted)
        if match is None:
            raise BadAction(f"{text.strip()!r} is not a move; write b1b2b3c1, or b1b2b3c1 d1-a1")
        cells = sum({1 << read_square(match[1][i : i + 2]) for i in range(0, 8, 2)})
        step = KEEP if not match[2] else 1 + 16 * read_square(match[2]) + read_square(match[3])
        for a in self.actions(s):
            if self.places[a // STEPS] == cells and a % STEPS == step:
                return a
        legal = abbreviate((self.name(s, a) for a in self.actions(s) if a % STEPS == KEEP), 4)
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {legal}")

    def _signs(self, s: Position, signs: str) -> tuple[str, ...]:
        """The signs of all squares row by row from the top."""
        bits = [SIDE * r + c for r in (3, 2, 1, 0) for c in range(SIDE)]
        sets = tuple(zip((s.first, s.second, s.neutral), signs, strict=True))
        return tuple(next((sign for cells, sign in sets if cells >> i & 1), "") for i in bits)

    def dump(self, s: Position) -> str:
        return f"{rows_text(self._signs(s, 'xon'), SIDE)} {'xo'[s.turn]}"

    def load(self, text: str) -> Position:
        rows, _, turn = text.strip().lower().partition(" ")
        signs = read_rows(rows, SIDE, SIDE, "xon")
        if turn.strip() not in ("x", "o"):
            raise BadPosition(f"{text!r} names no player to move: write x or o after the board")
        bits = [SIDE * r + c for r in (3, 2, 1, 0) for c in range(SIDE)]
        first, second, neutral = (
            sum(1 << i for i, sign in zip(bits, signs, strict=True) if sign == own) for own in "xon"
        )
        if first not in self.places or second not in self.places or neutral.bit_count() != 2:
            raise BadPosition(f"{text!r} needs an L of four x, one of four o, and two n")
        return Position(first, second, neutral, "xo".index(turn.strip()))

    # ------------------------------------------------------------------ display

    def pieces(self) -> tuple[str, ...]:
        return (*self.signs, "◆")

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        rows = write_cells(cells, SIDE, dict(zip(self.pieces(), "xon", strict=True)))
        return f"{rows} {'xo'[details.get(TO_MOVE) == self.names[1]]}"

    def board(self, s: Position) -> Board:
        touches = {}
        for a in self.options(s):
            step = a % STEPS - 1
            ends = () if step < 0 else (step // 16, step % 16)
            touches[a] = tuple(map(find_cell, (*members(self.places[a // STEPS]), *ends)))
        rows, columns = ("4", "3", "2", "1"), ("a", "b", "c", "d")
        return Board(SIDE, SIDE, self._signs(s, "○●◆"), touches, rows, columns)


def square(bit: int) -> str:
    """The name of a square."""
    return f"{'abcd'[bit % SIDE]}{bit // SIDE + 1}"


def read_square(text: str) -> int:
    """The square of a name."""
    return "abcd".index(text[0]) + SIDE * (int(text[1]) - 1)


def find_cell(bit: int) -> int:
    """The cell of a square on the board."""
    return (SIDE - 1 - bit // SIDE) * SIDE + bit % SIDE
