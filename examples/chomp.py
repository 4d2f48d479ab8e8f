"""Chomp: a bar of chocolate; take a square and everything above and to the right of it.

The last square is poisoned.
"""

from typing import NamedTuple

from zermelo import Board, Game, put


class Bar(NamedTuple):
    """How many squares are left in each row, from the bottom; and whose turn it is."""

    rows: tuple[int, ...]
    turn: int


class Chomp(Game[Bar, int]):
    """Chomp on a bar of some rows and columns.

    Who takes the poisoned square, at the bottom left, loses.
    """

    def __init__(self, rows: int = 3, columns: int = 4):
        self.rows, self.columns = rows, columns

    def start(self):
        return Bar((self.columns,) * self.rows, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for row in range(self.rows):
            for column in range(s.rows[row]):
                yield row * self.columns + column

    def result(self, s, a):
        square = a % self.columns
        rows = s.rows
        for row in range(a // self.columns, self.rows):
            rows = put(rows, row, min(rows[row], square))
        return Bar(rows, 1 - s.turn)

    def terminal(self, s):
        return s.rows[0] == 0

    def utility(self, s, p):
        return 1 if p == s.turn else -1

    def name(self, s, a):
        return f"{a // self.columns + 1}{'abcdefghijklmnop'[a % self.columns]}"

    def board(self, s):
        """The squares that are left, the first row at the bottom; a click on one takes it."""
        rows, columns = range(self.rows - 1, -1, -1), range(self.columns)
        squares = [row * self.columns + column for row in rows for column in columns]
        left = [a % self.columns < s.rows[a // self.columns] for a in squares]
        return Board(
            self.rows,
            self.columns,
            tuple("#" if is_left else "" for is_left in left),
            touches={a: (i,) for i, a in enumerate(squares) if left[i]},
            row_labels=tuple(str(row + 1) for row in rows),
            column_labels=tuple("abcdefghijklmnop"[: self.columns]),
            names=tuple(self.name(s, a) for a in squares),
        )
