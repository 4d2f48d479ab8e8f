"""Connect four: drop discs into columns; four in a row win.

Any size whose columns, with one spare row, fit in 63 bits.

Bits run up the columns, with an empty row on top so that no line runs around the edge. For 7×6::

     6 13 20 27 34 41 48      the spare row
     5 12 19 26 33 40 47      top
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      bottom
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import FULL, Bits, members
from zermelo.board import Board
from zermelo.errors import BadGame, BadPosition
from zermelo.game import Feature, Game
from zermelo.notation import read_crosses, rows_text, write_cells

CAP = 0.9999
"""Only the end of the game is worth 1, whatever the weights are."""


class Position(NamedTuple):
    """The discs of the player to move, and all discs; their number tells whose turn it is."""

    own: Bits
    mask: Bits


class ConnectFour(Game[Position, int]):
    """Four in a row win, with discs that fall to the bottom of their column.

    An action is a column, from 0.

    >>> game = ConnectFour()
    >>> print(game.text(game.after(["4", "4", "3"])))
    · · · · · · ·
    · · · · · · ·
    · · · · · · ·
    · · · · · · ·
    · · · ○ · · ·
    · · ● ● · · ·
    1 2 3 4 5 6 7
    """

    names = ("First", "Second")
    moves_again = False
    cyclic = False
    unit = ("line", "lines")
    signs = ("●", "○")

    def __init__(self, width: int = 7, height: int = 6, line: int = 4) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 63:
            raise BadGame(
                f"a board of {width}×{height} does not fit: width · (height + 1) is 1 to 63"
            )
        if not 1 <= line <= max(width, height):
            raise BadGame(f"{line} in a row do not fit on {width}×{height}")
        self.width, self.height, self.line = width, height, line
        self.up = height + 1
        self.directions = (1, height, height + 1, height + 2)
        self.full = sum(1 << c * self.up + r for c in range(width) for r in range(height))
        self.floor = sum(1 << c * self.up for c in range(width))
        self.column = (1 << height) - 1
        self.weighted_cells = self._weigh_cells()
        self.most = 1 + sum(weight * cells.bit_count() for weight, cells in self.weighted_cells)
        self.weights = tuple(float(weight) for weight, _ in self.weighted_cells)

    def _weigh_cells(self) -> tuple[tuple[int, int], ...]:
        """(w, the cells that lie on w lines): a disc counts for the lines it helps."""
        through: dict[int, int] = {}
        for bit in (1 << i for i in range(64) if self.full >> i & 1):
            through[bit] = 0
        for i in range(64):
            for d in self.directions:
                cells = [1 << i + j * d for j in range(self.line)]
                if all(cell & self.full for cell in cells):
                    for cell in cells:
                        through[cell] += 1
        return tuple(
            (w, sum(cell for cell, n in through.items() if n == w))
            for w in sorted(set(through.values()))
            if w
        )

    def start(self) -> Position:
        return Position(0, 0)

    def player(self, s: Position) -> int:
        return s.mask.bit_count() & 1

    def actions(self, s: Position) -> Iterator[int]:
        if not self._has_won(s.own ^ s.mask):
            for column in range(self.width):
                if not s.mask >> column * self.up + self.height - 1 & 1:
                    yield column

    def result(self, s: Position, a: int) -> Position:
        disc = s.mask + (1 << a * self.up) & ~s.mask
        return Position(s.own ^ s.mask, s.mask | disc)

    def _has_won(self, discs: int) -> bool:
        """Is there a line?"""
        for d in self.directions:
            run = discs
            for i in range(1, self.line):
                run &= discs >> i * d
            if run:
                return True
        return False

    def terminal(self, s: Position) -> bool:
        return self._has_won(s.own ^ s.mask) or s.mask == self.full

    def utility(self, s: Position, p: int) -> float:
        if not self._has_won(s.own ^ s.mask):
            return 0
        return -1 if p == self.player(s) else 1

    def evaluate(self, s: Position, p: int) -> float:
        """Discs, each counted for the lines through it, scaled to stay within a win and a loss."""
        lead = 0.0
        for i, (_, cells) in enumerate(self.weighted_cells):
            discs = (s.own & cells).bit_count() - ((s.own ^ s.mask) & cells).bit_count()
            lead += self.weights[i] * discs
        return self.scale(s, lead if p == self.player(s) else -lead)

    def features(self, s: Position) -> Iterator[Feature]:
        """Discs by the number of lines through their cells, which is the weight."""
        first, second = (s.own, s.own ^ s.mask)[:: 1 if self.player(s) == 0 else -1]
        for (lines, cells), weight in zip(self.weighted_cells, self.weights, strict=True):
            counts = (first & cells).bit_count(), (second & cells).bit_count()
            yield Feature(f"discs on {lines} lines", counts, weight)

    def scale(self, s: Position, x: float) -> float:
        return min(max(x / self.most, -CAP), CAP)

    def formula(self, s: Position) -> str:
        return f"(f − s) / {self.most}"

    def in_units(self, v: float) -> float:
        return v * self.most

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def plies_left(self, s: Position) -> int:
        return self.width * self.height - s.mask.bit_count()

    def noisy(self, s: Position, a: int) -> bool:
        """A disc that completes a line, or lies where the other's would."""
        disc = s.mask + (1 << a * self.up) & ~s.mask
        return self._has_won(s.own | disc) or self._has_won(s.own ^ s.mask | disc)

    def order(self, s: Position, a: int) -> float:
        """By how many open ends the disc makes, the middle first."""
        disc = s.mask + (1 << a * self.up) & ~s.mask
        return (
            1
            + (self._ends(s.own | disc) & ~(s.mask | disc)).bit_count()
            - abs(2 * a - self.width + 1) / 64
        )

    def non_losing(self, s: Position) -> Iterator[int]:
        """A winning disc if there is one, else those that leave none to the other side."""
        open_cells = s.mask + self.floor & self.full
        wins = self._ends(s.own) & open_cells
        threats = self._ends(s.own ^ s.mask)
        if wins:
            sound = wins & -wins
        else:
            forced = threats & open_cells
            if forced:
                open_cells = forced if forced & forced - 1 == 0 else 0
            sound = open_cells & ~(threats >> 1)
        for column in range(self.width):
            if sound >> column * self.up & self.column:
                yield column

    def _ends(self, discs: int) -> int:
        """The cells, empty or not, that complete a line with these discs."""
        up = self.up
        stacked = FULL
        for i in range(1, self.line):
            stacked &= discs << i
        return (
            stacked
            | self._along(discs, up - 1)
            | self._along(discs, up)
            | self._along(discs, up + 1)
        ) & self.full

    def _along(self, discs: int, d: int) -> int:
        """The same in one direction: some discs on one side of a cell, the rest on the other."""
        found = 0
        for gap in range(self.line):
            run = FULL
            for i in range(1, gap + 1):
                run &= discs << i * d
            for i in range(1, self.line - gap):
                run &= discs >> i * d
            found |= run
        return found

    def key(self, s: Position) -> int:
        """No two positions have the same.

        A disc of the other side on top of each column says where it ends.
        """
        return s.own + s.mask + self.floor

    def tier(self, s: Position) -> int:
        return s.mask.bit_count()

    def canonical(self, s: Position) -> Position:
        """The smaller of the position and its mirror image, as long as there are few discs."""
        if 2 * s.mask.bit_count() > self.width * self.height:
            return s
        own, mask = self._mirror(s.own), self._mirror(s.mask)
        if mask < s.mask or (mask == s.mask and own < s.own):
            return Position(own, mask)
        return s

    def _mirror(self, discs: int) -> int:
        column = (1 << self.up) - 1
        mirrored = 0
        for c in range(self.width):
            mirrored |= (discs >> c * self.up & column) << (self.width - 1 - c) * self.up
        return mirrored

    def name(self, s: Position, a: int) -> str:
        return str(a + 1)

    def _signs(self, s: Position, signs: tuple[str, ...]) -> tuple[str, ...]:
        first = s.own if self.player(s) == 0 else s.own ^ s.mask
        bits = [c * self.up + r for r in reversed(range(self.height)) for c in range(self.width)]
        return tuple(
            "" if not s.mask >> i & 1 else signs[0] if first >> i & 1 else signs[1] for i in bits
        )

    def dump(self, s: Position) -> str:
        return f"{rows_text(self._signs(s, ('X', 'O')), self.width)} {'XO'[self.player(s)]}"

    def load(self, text: str) -> Position:
        signs, mover = read_crosses(text, self.height, self.width)
        x, o = (sum(self._bit(i) for i, sign in enumerate(signs) if sign == own) for own in "XO")
        mask, own = x | o, x if mover == "X" else o
        columns = (mask >> c * self.up & (1 << self.up) - 1 for c in range(self.width))
        if any(column & column + 1 for column in columns):
            raise BadPosition(f"{text!r} has a disc hanging in the air")
        if self._has_won(own):
            raise BadPosition(
                f"{text!r} cannot arise: {mover} has a line already, so the game was over before"
            )
        return Position(own, mask)

    def _bit(self, i: int) -> int:
        """The bit of a cell, counted row by row from the top."""
        return 1 << i % self.width * self.up + self.height - 1 - i // self.width

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        return write_cells(cells, self.width, dict(zip(self.signs, "XO", strict=True)))

    def board(self, s: Position) -> Board:
        touches = {}
        for a in self.options(s):
            filled = (s.mask >> a * self.up & (1 << self.up) - 1).bit_count()
            touches[a] = ((self.height - 1 - filled) * self.width + a,)
        cells, deciding = self._signs(s, self.signs), self._deciding(s)
        labels = tuple(str(c + 1) for c in range(self.width))
        return Board(self.height, self.width, cells, touches, (), labels, deciding, look="drop")

    def _deciding(self, s: Position) -> tuple[int, ...]:
        """The cells of the board on a line of the player who moved last."""
        discs = s.own ^ s.mask
        lines = (
            [i + j * d for j in range(self.line)] for i in members(discs) for d in self.directions
        )
        bits = {bit for line in lines if all(discs >> bit & 1 for bit in line) for bit in line}
        return tuple(
            sorted((self.height - 1 - bit % self.up) * self.width + bit // self.up for bit in bits)
        )
