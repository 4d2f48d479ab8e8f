"""Quarto: sixteen pieces with four features each; four in a line that share one win.

A player places the piece that the other chose, and chooses the next one for the other.
"""

from typing import NamedTuple

from zermelo import Board, Game

SIZE, FEATURES = 4, 4
CELLS = SIZE * SIZE
ROWS = tuple(tuple(range(r * SIZE, r * SIZE + SIZE)) for r in range(SIZE))
LINES = (
    *ROWS,
    *zip(*ROWS, strict=True),
    tuple(range(0, CELLS, SIZE + 1)),
    tuple(range(SIZE - 1, CELLS - 1, SIZE - 1)),
)
NONE = -1
ALL = (1 << FEATURES) - 1


class Position(NamedTuple):
    """The piece in each cell, the piece to be placed, and whose turn it is (−1: none).

    The bits of a piece are its features: tall, dark, round, hollow.
    """

    cells: tuple[int, ...] = (NONE,) * CELLS
    piece: int = NONE
    turn: int = 0


class Quarto(Game[Position, tuple[str, int]]):
    """Give a piece, the other places it; four in a line with a common feature win."""

    names = ("First", "Second")

    def start(self):
        return Position()

    def player(self, s):
        return s.turn

    def actions(self, s):
        for i in range(CELLS):
            if s.piece == NONE and i not in s.cells:
                yield "give", i
            if s.piece != NONE and s.cells[i] == NONE:
                yield "place", i

    def result(self, s, a):
        kind, i = a
        if kind == "give":
            return Position(s.cells, i, 1 - s.turn)
        cells = list(s.cells)
        cells[i] = s.piece
        return Position(tuple(cells), NONE, s.turn)

    def shared(self, s, line):
        """The features that a line's pieces all have, and those that all lack; 0 with a gap."""
        have, lack = ALL, ALL
        for i in line:
            if s.cells[i] == NONE:
                return 0
            have &= s.cells[i]
            lack &= ~s.cells[i]
        return have | lack

    def is_won(self, s):
        return any(self.shared(s, line) for line in LINES)

    def terminal(self, s):
        return s.piece == NONE and (self.is_won(s) or NONE not in s.cells)

    def utility(self, s, p):
        if not self.is_won(s):
            return 0
        return 1 if p == s.turn else -1

    def bounds(self, s):
        return -1.0, 1.0

    def write_piece(self, x):
        """A letter for each feature: small or tall, light or dark, quadrate or round, full …"""
        letters = enumerate(("st", "ld", "qr", "fh"))
        return "" if x == NONE else "".join(pair[x >> i & 1] for i, pair in letters)

    def name(self, s, a):
        kind, i = a
        return self.write_piece(i) if kind == "give" else "abcd"[i % SIZE] + str(SIZE - i // SIZE)

    def caption(self, s):
        return f"to place: {self.write_piece(s.piece)}" if s.piece != NONE else ""

    def board(self, s):
        cells = tuple(self.write_piece(x) for x in s.cells)
        touches = {a: (a[1],) if a[0] == "place" else () for a in self.options(s)}
        return Board(SIZE, SIZE, cells, touches, tuple("4321"), tuple("abcd"))
