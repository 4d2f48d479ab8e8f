"""Breakthrough (Dan Troyka, 2000): step forward, capture diagonally, first on the far row wins.

Bits run along the rows from White's left corner. For 8×8::

    a8 … h8        56 57 58 59 60 61 62 63      Black begins here, and moves down
    a7 … h7        48 49 50 51 52 53 54 55
       …                      …
    a2 … h2         8  9 10 11 12 13 14 15
    a1 … h1         0  1  2  3  4  5  6  7      White begins here, and moves up
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import FULL, Bits, lowest
from zermelo.board import TO_MOVE, Board, Detail, list_captured
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Feature, Game
from zermelo.notation import read_rows, rows_text, write_cells

WHITE, BLACK = 0, 1

PIECE = 100.0
ADVANCE = (4, 0, 2, 6, 12, 24, 60, 60)
"""By how far a piece has come, in eighths of the way; those at home guard the row."""
HELD, BESIDE, HANGING = 6.0, 3.0, 30.0
"""A piece that another one covers; two side by side; one that is attacked and not covered. In
hundredths of a piece, by hand."""


class Position(NamedTuple):
    """The pieces of either side, and the player to move."""

    white: Bits
    black: Bits
    turn: int


class Breakthrough(Game[Position, int]):
    """A race of pawns to the far side of the board. There is always a move, and never a draw.

    An action is from · 64 + to, the bits' indices.

    >>> game = Breakthrough(5, 4)
    >>> print(game.text(game.after(["b1-b2", "d5-c4", "b2-b3", "c4xb3"])))
    5  ● ● ● ·
    4  · · · ·
    3  · ● · ·
    2  · · · ·
    1  ○ · ○ ○
       a b c d
    """

    names = ("White", "Black")
    moves_again = False
    cyclic = False
    unit = ("piece", "pieces")
    signs = ("○", "●")
    evaluations: tuple[str, ...] = ("positional", "material")

    def __init__(
        self, rows: int = 8, columns: int = 8, ranks: int = 0, evaluation: str = "positional"
    ) -> None:
        ranks = ranks or (2 if rows >= 6 else 1)
        self._require_board(rows, columns, ranks)
        if evaluation not in self.evaluations:
            known = " ".join(self.evaluations)
            raise BadGame(f"breakthrough has no evaluation {evaluation!r}; there are {known}")
        self.rows, self.columns, self.ranks, self.evaluation = rows, columns, ranks, evaluation
        self.full = (1 << rows * columns) - 1
        self.row = tuple((1 << columns) - 1 << r * columns for r in range(rows))
        self.first = sum(1 << r * columns for r in range(rows))
        self.inner_left = self.full & ~self.first
        self.inner_right = self.full & ~(self.first << columns - 1)
        """All squares but those of the first column, and all but those of the last."""
        self.goal = self.row[-1], self.row[0]
        self.brink = self.row[-2], self.row[1]
        """Where a piece stands one step before the far row."""
        self.advance = tuple(ADVANCE[r * 8 // rows] for r in range(rows))
        is_positional = evaluation == "positional"
        self.weights = (PIECE, 1.0, HELD, BESIDE, HANGING) if is_positional else ()
        self.most = 2 * (PIECE + max(ADVANCE) + HELD + BESIDE) * ranks * columns

    @staticmethod
    def _require_board(rows: int, columns: int, ranks: int) -> None:
        """Refuse a board that is too small or too large."""
        if columns < 2 or rows < 3 or rows * columns > 64:
            raise BadGame(
                f"a board of {rows} rows and {columns} columns does not do: at least 3 "
                "and 2, and at most 64 squares"
            )
        if not 1 <= ranks < rows / 2:
            raise BadGame(
                f"{ranks} rows of pieces on either side of {rows} rows leave no room between them"
            )

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        pieces = sum(self.row[: self.ranks])
        return Position(pieces, sum(self.row[self.rows - self.ranks :]), WHITE)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        """Straight ahead, then to the left, then to the right."""
        if not self.terminal(s):
            yield from self._steps(s, FULL, FULL)

    def _steps(self, s: Position, gone: int, come: int) -> Iterator[int]:
        """The moves from one set of squares to another."""
        n = self.columns
        if s.turn == WHITE:
            own, free = s.white & gone, self.full & ~s.white & come
            yield from self._moves_by(own << n & free & ~s.black, n)
            yield from self._moves_by((own & self.inner_left) << n - 1 & free, n - 1)
            yield from self._moves_by((own & self.inner_right) << n + 1 & free, n + 1)
        else:
            own, free = s.black & gone, self.full & ~s.black & come
            yield from self._moves_by(own >> n & free & ~s.white, -n)
            yield from self._moves_by((own & self.inner_left) >> n + 1 & free, -n - 1)
            yield from self._moves_by((own & self.inner_right) >> n - 1 & free, 1 - n)

    def _moves_by(self, targets: int, distance: int) -> Iterator[int]:
        """The moves by one distance to all these squares."""
        while targets:
            yield 65 * lowest(targets) - 64 * distance
            targets &= targets - 1

    def result(self, s: Position, a: int) -> Position:
        gone, come = 1 << (a >> 6), 1 << (a & 63)
        if s.turn == WHITE:
            return Position(s.white ^ (gone | come), s.black & ~come, BLACK)
        return Position(s.white & ~come, s.black ^ (gone | come), WHITE)

    def terminal(self, s: Position) -> bool:
        if s.turn == WHITE:
            return s.black & self.row[0] != 0 or s.white == 0
        return s.white & self.row[-1] != 0 or s.black == 0

    def utility(self, s: Position, p: int) -> float:
        """Who has just moved has won."""
        return -1 if p == s.turn else 1

    # ------------------------------------------------------------------ hooks

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def _sides(self, s: Position) -> tuple[int, int]:
        """The mover's pieces, and the other's."""
        return (s.white, s.black) if s.turn == WHITE else (s.black, s.white)

    def _attacks(self, pieces: int, side: int) -> int:
        """The squares that a side's pieces can go to diagonally."""
        n = self.columns
        if side == WHITE:
            return (
                (pieces & self.inner_left) << n - 1 | (pieces & self.inner_right) << n + 1
            ) & self.full
        return (pieces & self.inner_left) >> n + 1 | (pieces & self.inner_right) >> n - 1

    def non_losing(self, s: Position) -> Iterator[int]:
        """A win at once, or else what stops the next win and keeps the last piece alive."""
        own, other = self._sides(s)
        runners = own & self.brink[s.turn]
        threats = other & self.brink[1 - s.turn]
        last = self._attacks(own, s.turn) & other if other & other - 1 == 0 else 0
        if runners:
            yield from self._steps(s, runners & -runners, FULL)
        elif last:
            yield from self._steps(s, FULL, last)
        elif threats & threats - 1 == 0:
            safe = threats if threats else FULL
            if own & own - 1 == 0:
                safe &= ~self._attacks(other & ~threats, 1 - s.turn)
            yield from self._steps(s, FULL, safe)

    def in_check(self, s: Position) -> bool:
        """Would the other side win with its next move?"""
        _, other = self._sides(s)
        return other & self.brink[1 - s.turn] != 0

    def noisy(self, s: Position, a: int) -> bool:
        """A capture, or a piece that comes to within a step of the far row."""
        _, other = self._sides(s)
        return (other | self.brink[s.turn]) >> (a & 63) & 1 != 0

    def order(self, s: Position, a: int) -> float:
        """Captures, of far advanced pieces first, then threats to win, then the rest."""
        _, other = self._sides(s)
        there = a & 63
        ahead = there // self.columns if s.turn == WHITE else self.rows - 1 - there // self.columns
        if other >> there & 1:
            return 2.0 + self.rows - ahead
        return 1.0 if ahead >= self.rows - 2 else 0.0

    def tier(self, s: Position) -> int:
        """Steps taken; a captured piece counts for more than any step."""
        taken = 2 * self.ranks * self.columns - (s.white | s.black).bit_count()
        steps = self.rows * taken
        for r in range(self.rows):
            there = self.row[r]
            steps += r * (s.white & there).bit_count()
            steps += (self.rows - 1 - r) * (s.black & there).bit_count()
        return steps

    def canonical(self, s: Position) -> Position:
        """The smaller of the position and its mirror image."""
        white, black = self._mirror(s.white), self._mirror(s.black)
        if _less(white, s.white) or (white == s.white and _less(black, s.black)):
            return Position(white, black, s.turn)
        return s

    def _mirror(self, pieces: int) -> int:
        mirrored = 0
        for c in range(self.columns):
            mirrored |= (pieces >> c & self.first) << self.columns - 1 - c
        return mirrored

    # ------------------------------------------------------------------ evaluation

    def evaluate(self, s: Position, p: int) -> float:
        if self.evaluation == "material":
            lead = (s.white.bit_count() - s.black.bit_count()) / (self.ranks * self.columns + 1)
        else:
            lead = self._positional(s)
        return lead if p == WHITE else -lead

    def _positional(self, s: Position) -> float:
        """Pieces, their advance, how they hold together, and what the mover can take freely."""
        piece, advance, hold, beside, hanging = self.weights
        lead = piece * (s.white.bit_count() - s.black.bit_count())
        for r in range(self.rows):
            lead += (
                advance
                * self.advance[r]
                * (
                    (s.white & self.row[r]).bit_count()
                    - (s.black & self.row[self.rows - 1 - r]).bit_count()
                )
            )
        white, black = self._attacks(s.white, WHITE), self._attacks(s.black, BLACK)
        lead += hold * ((s.white & white).bit_count() - (s.black & black).bit_count())
        lead += beside * (
            (s.white & s.white >> 1 & self.inner_right).bit_count()
            - (s.black & s.black >> 1 & self.inner_right).bit_count()
        )
        if s.turn == WHITE:
            lead += hanging * (s.black & white & ~black).bit_count()
        else:
            lead -= hanging * (s.white & black & ~white).bit_count()
        return max(-0.99, min(0.99, lead / self.most))

    def features(self, s: Position) -> Iterator[Feature]:
        """The pieces; the positional evaluation has more."""
        pieces = s.white.bit_count(), s.black.bit_count()
        if self.evaluation == "material":
            yield Feature("pieces", pieces)
            return
        piece, advance, hold, beside, hanging = (weight / PIECE for weight in self.weights)
        yield Feature("pieces", pieces, piece)
        white, black = self._attacks(s.white, WHITE), self._attacks(s.black, BLACK)
        steps = self._advance(s.white, self.row), self._advance(s.black, self.row[::-1])
        yield Feature("advance", steps, advance)
        held = (s.white & white).bit_count(), (s.black & black).bit_count()
        yield Feature("held", held, hold)
        right = self.inner_right
        pairs = tuple((x & x >> 1 & right).bit_count() for x in (s.white, s.black))
        yield Feature("side by side", pairs, beside)
        taken = (s.black & white & ~black).bit_count(), (s.white & black & ~white).bit_count()
        free = (taken[0], 0) if s.turn == WHITE else (0, taken[1])
        yield Feature("pieces to take now", free, hanging)

    def _advance(self, pieces: int, rows: tuple[int, ...]) -> int:
        """How far the pieces of a side have come, its own row first, in hundredths of a piece."""
        return sum(
            weight * (pieces & row).bit_count()
            for weight, row in zip(self.advance, rows, strict=True)
        )

    def _pieces_for_one(self) -> float:
        """The lead in pieces that is worth a win."""
        if self.evaluation == "material":
            return float(self.ranks * self.columns + 1)
        return self.most / PIECE

    def scale(self, s: Position, x: float) -> float:
        v = x / self._pieces_for_one()
        return v if self.evaluation == "material" else max(-0.99, min(0.99, v))

    def formula(self, s: Position) -> str:
        return f"(w − b) / {self._pieces_for_one():g}"

    def in_units(self, v: float) -> float:
        return v * self._pieces_for_one()

    # ------------------------------------------------------------------ notation

    def _square(self, bit: int) -> str:
        """The name of a square."""
        return f"{chr(ord('a') + bit % self.columns)}{bit // self.columns + 1}"

    def name(self, s: Position, a: int) -> str:
        """b2-b3, or b2xc3 for a capture."""
        mark = "x" if (s.white | s.black) >> (a & 63) & 1 else "-"
        return f"{self._square(a >> 6)}{mark}{self._square(a & 63)}"

    def parse(self, s: Position, text: str) -> int:
        """Also b2b3, and b2c3* for a capture."""
        match = re.fullmatch(r"([a-z]\d+)[-x:]?([a-z]\d+)\*?", text.strip().lower())
        legal = {(self._square(a >> 6), self._square(a & 63)): a for a in self.options(s)}
        if match is None:
            raise BadAction(f"{text.strip()!r} is not a move; write b2-b3, or b2xc3 for a capture")
        if (match[1], match[2]) not in legal:
            raise BadAction(
                f"{text.strip()!r} is not legal here; legal: "
                f"{abbreviate(self.name(s, a) for a in legal.values())}"
            )
        return legal[match[1], match[2]]

    def _bits_from_top(self) -> list[int]:
        """All squares row by row from the top."""
        rows = reversed(range(self.rows))
        return [r * self.columns + c for r in rows for c in range(self.columns)]

    def _signs(self, s: Position, signs: tuple[str, ...]) -> tuple[str, ...]:
        """The signs of all squares row by row from the top."""
        return tuple(
            signs[0] if s.white >> i & 1 else signs[1] if s.black >> i & 1 else ""
            for i in self._bits_from_top()
        )

    def dump(self, s: Position) -> str:
        return f"{rows_text(self._signs(s, ('w', 'b')), self.columns)} {'wb'[s.turn]}"

    def load(self, text: str) -> Position:
        rows, _, turn = text.strip().partition(" ")
        signs = read_rows(rows, self.rows, self.columns, "wb")
        turn = turn.lower().strip()
        if turn not in ("w", "b"):
            raise BadPosition(f"{text!r} names no player to move: write w or b after the board")
        squares = list(zip(self._bits_from_top(), signs, strict=True))
        white, black = (sum(1 << bit for bit, sign in squares if sign == own) for own in "wb")
        s = Position(white, black, "wb".index(turn))
        if self._has_won(s):
            who = f"{self.names[s.turn]} has won already, and would not be to move"
            raise BadPosition(f"{text!r} cannot arise: {who}")
        men = self.ranks * self.columns
        if max(white.bit_count(), black.bit_count()) > men:
            raise BadPosition(
                f"{text!r} has more pieces of one side than the {men} that it began with"
            )
        return s

    def _has_won(self, s: Position) -> bool:
        """Was the game over before the player to move could move? So is an empty board."""
        own, other = self._sides(s)
        is_over = self.terminal(s._replace(turn=1 - s.turn))
        return is_over or own & self.goal[s.turn] != 0 or own | other == 0

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail(TO_MOVE, self.names[s.turn], self.names),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        rows = write_cells(cells, self.columns, dict(zip(self.signs, "wb", strict=True)))
        return f"{rows} {'wb'[details.get(TO_MOVE) == self.names[1]]}"

    def board(self, s: Position) -> Board:
        touches = {a: (self._cell(a >> 6), self._cell(a & 63)) for a in self.options(s)}
        rows = tuple(str(self.rows - r) for r in range(self.rows))
        columns = tuple(chr(ord("a") + c) for c in range(self.columns))
        cells, men = self._signs(s, self.signs), self.ranks * self.columns
        captured = tuple(list_captured({sign: men}, cells, sign) for sign in reversed(self.signs))
        return Board(
            self.rows,
            self.columns,
            cells,
            touches,
            rows,
            columns,
            look="squares",
            captured=captured,
        )

    def _cell(self, bit: int) -> int:
        """The cell of a square on the board."""
        return (self.rows - 1 - bit // self.columns) * self.columns + bit % self.columns


def _less(a: int, b: int) -> bool:
    """a < b, also for sets with bit 63."""
    return a >> 1 < b >> 1 or (a >> 1 == b >> 1 and a & 1 < b & 1)
