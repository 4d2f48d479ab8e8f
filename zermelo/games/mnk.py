"""m,n,k: place stones on an m×n board; k in a row win (or, misère, lose). Tic-tac-toe is 3,3,3.

A board is a 64-bit set with one empty column at the right, so that no line runs around the edge.
For 3,3,k, cells and bits are::

    a3 b3 c3         0  1  2  .
    a2 b2 c2         4  5  6  .
    a1 b1 c1         8  9 10  .
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import Bits, lowest
from zermelo.board import Board, symmetries
from zermelo.errors import BadGame, BadPosition
from zermelo.game import Feature, Game
from zermelo.notation import read_crosses, rows_text, square_name


class Position(NamedTuple):
    """The stones of either player, and the player to move."""

    x: Bits
    o: Bits
    turn: int


class MNK(Game[Position, int]):
    """k in a row on m columns and n rows; misère: k in a row lose.

    An action is a bit's index.

    >>> game = MNK(3, 3, 3)
    >>> print(game.text(game.after(["b2", "a1"])))
    3  · · ·
    2  · X ·
    1  O · ·
       a b c
    """

    long_name = "m,n,k: k in a row"
    moves_again = False
    cyclic = False
    names = signs = ("X", "O")
    unit = ("open line", "open lines")

    def __init__(self, m: int = 3, n: int = 3, k: int = 3, misere: bool = False) -> None:
        if m < 1 or n < 1 or (m + 1) * n > 63:
            raise BadGame(f"a board of {m}×{n} does not fit: (columns + 1) · rows is 1 to 63")
        if not 1 <= k <= max(m, n):
            raise BadGame(f"{k} in a row do not fit on {m}×{n}")
        self.m, self.n, self.k, self.misere = m, n, k, misere
        self.width = m + 1
        self.cells = tuple(r * self.width + c for r in range(n) for c in range(m))
        self.full = sum(1 << cell for cell in self.cells)
        self.directions = (1, self.width, self.width + 1, self.width - 1)
        self.lines = tuple(
            line
            for cell in self.cells
            for d in (self.directions if k > 1 else (1,))
            if (line := sum(1 << cell + i * d for i in range(k))) & ~self.full == 0
            and self._has_won(line)
        )
        self.images = tuple(tuple(self.cells[i] for i in image) for image in symmetries(n, m))[1:]

    def start(self) -> Position:
        return Position(0, 0, 0)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        empty = 0 if self.terminal(s) else self.full & ~(s.x | s.o)
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def result(self, s: Position, a: int) -> Position:
        if s.turn == 0:
            return Position(s.x | 1 << a, s.o, 1)
        return Position(s.x, s.o | 1 << a, 0)

    def _has_won(self, stones: int) -> bool:
        """Is there a line of k?"""
        for d in self.directions:
            run = stones
            for i in range(1, self.k):
                run &= stones >> i * d
            if run:
                return True
        return False

    def terminal(self, s: Position) -> bool:
        return s.x | s.o == self.full or self._has_won(s.x if s.turn else s.o)

    def utility(self, s: Position, p: int) -> float:
        if not self._has_won(s.x if s.turn else s.o):
            return 0
        return 1 if (p == s.turn) == self.misere else -1

    def open_lines(self, s: Position, p: int) -> int:
        """How many lines player p can still complete: the slides' count.

        >>> game = MNK()
        >>> s = game.after(["b2", "b3"])
        >>> game.open_lines(s, 0), game.open_lines(s, 1)
        (6, 4)
        """
        others = s.x if p else s.o
        count = 0
        for line in self.lines:
            if line & others == 0:
                count += 1
        return count

    def evaluate(self, s: Position, p: int) -> float:
        """Open lines, own minus the other's, scaled to stay within a win and a loss."""
        lead = self.open_lines(s, p) - self.open_lines(s, 1 - p)
        return (-lead if self.misere else lead) / (len(self.lines) + 1)

    def features(self, s: Position) -> Iterator[Feature]:
        counts = self.open_lines(s, 0), self.open_lines(s, 1)
        yield Feature("open lines", counts, -1.0 if self.misere else 1.0)

    def scale(self, s: Position, x: float) -> float:
        return x / (len(self.lines) + 1)

    def formula(self, s: Position) -> str:
        return f"(x − o) / {len(self.lines) + 1}"

    def in_units(self, v: float) -> float:
        return v * (len(self.lines) + 1)

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def noisy(self, s: Position, a: int) -> bool:
        """A stone that completes a line, or takes the cell where the other would."""
        return self._has_won(s.x | 1 << a) or self._has_won(s.o | 1 << a)

    def order(self, s: Position, a: int) -> float:
        count = 0.0
        for line in self.lines:
            if line >> a & 1:
                count += 1.0
        return count

    def tier(self, s: Position) -> int:
        return (s.x | s.o).bit_count()

    def canonical(self, s: Position) -> Position:
        best_x, best_o = s.x, s.o
        for i in range(len(self.images)):
            x = o = 0
            for j in range(len(self.cells)):
                x |= (s.x >> self.cells[j] & 1) << self.images[i][j]
                o |= (s.o >> self.cells[j] & 1) << self.images[i][j]
            if x < best_x or (x == best_x and o < best_o):
                best_x, best_o = x, o
        return Position(best_x, best_o, s.turn)

    def name(self, s: Position, a: int) -> str:
        return square_name(a // self.width * self.m + a % self.width, self.m, self.n)

    def _signs(self, s: Position) -> tuple[str, ...]:
        return tuple(
            "X" if s.x >> cell & 1 else "O" if s.o >> cell & 1 else "" for cell in self.cells
        )

    def dump(self, s: Position) -> str:
        return f"{rows_text(self._signs(s), self.m)} {self.names[s.turn]}"

    def load(self, text: str) -> Position:
        signs, mover = read_crosses(text, self.n, self.m)
        x, o = (
            sum(1 << cell for cell, sign in zip(self.cells, signs, strict=True) if sign == own)
            for own in "XO"
        )
        if self._has_won(x if mover == "X" else o):
            raise BadPosition(
                f"{text!r} cannot arise: {mover} has a line already, so the game was over before"
            )
        return Position(x, o, "XO".index(mover))

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        return rows_text(cells, self.m)

    def board(self, s: Position) -> Board:
        touches = {a: (self.cells.index(a),) for a in self.options(s)}
        rows = tuple(str(self.n - r) for r in range(self.n))
        columns = tuple(chr(ord("a") + c) for c in range(self.m))
        return Board(self.n, self.m, self._signs(s), touches, rows, columns, self._deciding(s))

    def _deciding(self, s: Position) -> tuple[int, ...]:
        """The cells of the board on a line of the player who moved last."""
        stones = s.x if s.turn else s.o
        whole = [line for line in self.lines if line & stones == line]
        return tuple(
            i for i, cell in enumerate(self.cells) if any(line >> cell & 1 for line in whole)
        )
