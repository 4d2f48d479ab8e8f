"""Halma for three: steps and hops across a hexagon, from one corner to the opposite one.

The first player who is home ends the race.

Rows are lettered from the top, cells numbered from the left. A begins at the top left, B at the
right, C at the bottom left; each goes to the opposite corner. Bits are those of a rhombus that
holds the hexagon, with a spare column, so that the six neighbours of a cell are always ±1, ±w and
±(w − 1) away and what runs off the board lands on a bit that is not a cell. For radius 2, w = 6::

        a1 a2 a3                     2  3  4             A: from a1 to e3
       b1 b2 b3 b4                  7  8  9 10           B: from c5 to c1
      c1 c2 c3 c4 c5              12 13 14 15 16         C: from e1 to a3
       d1 d2 d3 d4                 18 19 20 21
        e1 e2 e3                    24 25 26
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import Bits, lowest
from zermelo.board import Board, Detail
from zermelo.errors import BadAction, BadGame, BadPosition, abbreviate
from zermelo.game import Game
from zermelo.notation import read_rows, rows_text, whole_number

PASS = 64 * 64
"""The action of a player who cannot move."""

TURNS = 25
"""Turns of each player after which the race is over."""


class Position(NamedTuple):
    """The pieces of the three players, the player to move, and how many turns are left in all."""

    a: Bits
    b: Bits
    c: Bits
    turn: int
    left: int


class TriHalma(Game[Position, int]):
    """A race of three across a hexagon.

    Payoffs are 2, 1 and 0 for the first, second and third place, shared where players are level.

    An action is from · 64 + to, the bits' indices.

    >>> game = TriHalma(2)
    >>> print(game.text(game.after(["a1-b2", "c5-b4", "e1-d2"])))
    a      · · ·
    b     · A · B
    c    · · · · ·
    d     · C · ·
    e      · · ·
    """

    players = 3
    total = 3
    long_name = "Tri-halma"
    moves_again = False
    cyclic = False  # turns are counted
    names = signs = ("A", "B", "C")

    def __init__(self, radius: int = 3, turns: int = TURNS) -> None:
        if radius not in (1, 2, 3):
            raise BadGame(
                f"halma for three is played on a hexagon of radius 1, 2 or 3, not {radius}"
            )
        if not 1 <= turns <= 1000:
            raise BadGame(f"{turns} turns make no race: 1 to 1000")
        self.radius, self.turns = radius, turns
        self.width = 2 * radius + 2
        self.lengths = tuple(2 * radius + 1 - abs(r - radius) for r in range(2 * radius + 1))
        self.squares = tuple(
            row * self.width + max(0, radius - row) + place
            for row, length in enumerate(self.lengths)
            for place in range(length)
        )
        """The bit of each cell, row by row."""
        self.full = sum(1 << bit for bit in self.squares)
        camps = [self._camp(corner) for corner in self._corners()]
        self.homes = camps[0], camps[2], camps[4]
        self.goals = camps[3], camps[5], camps[1]
        self.to_go = tuple(
            tuple(self._steps_to(bit, goal) for bit in range(64)) for goal in self.goals
        )
        """How far each bit is from each player's goal."""
        self.open = tuple(self.full & ~(self.goals[p - 1] | self.goals[p - 2]) for p in range(3))
        """Where each player may go: not into the goals of the others."""

    def _corners(self) -> tuple[int, ...]:
        """The bits of the six corners, clockwise from the top left."""
        n, w, last = self.radius, self.width, 2 * self.radius
        return n, last, n * w + last, last * w + n, last * w, n * w

    def _camp(self, corner: int) -> int:
        """A corner; with its two neighbours on the rim, where the board has room for that."""
        rim = sum(1 << bit for bit in self.squares if self._neighbours(1 << bit).bit_count() < 6)
        return 1 << corner | (self._neighbours(1 << corner) & rim if self.radius == 3 else 0)

    def _steps_to(self, bit: int, goal: int) -> int:
        """How many steps lie between a cell and a set."""
        reached, steps = 1 << bit & self.full, 0
        while reached and not reached & goal:
            reached |= self._neighbours(reached)
            steps += 1
        return steps

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(*self.homes, 0, 3 * self.turns)

    def player(self, s: Position) -> int:
        return s.turn

    def _own(self, s: Position, p: int) -> int:
        return s.a if p == 0 else s.b if p == 1 else s.c

    def _neighbours(self, cells: int) -> int:
        w = self.width
        return (
            cells << 1 | cells >> 1 | cells << w | cells >> w | cells << w - 1 | cells >> w - 1
        ) & self.full

    def _landings(self, cells: int, over: int) -> int:
        """Where one hop over these pieces leads from these cells."""
        found, w = 0, self.width
        for d in (1, w, w - 1):
            found |= (cells << d & over) << d | (cells >> d & over) >> d
        return found & self.full

    def _targets(self, s: Position, piece: int) -> int:
        """Where a piece can go: one step, or any number of hops, and not out of its goal."""
        goal = self.goals[s.turn]
        others = (s.a | s.b | s.c) & ~piece
        free = (goal if piece & goal else self.open[s.turn]) & ~others
        reached = new = piece
        while new:
            new = self._landings(new, others) & free & ~reached
            reached |= new
        return (reached | self._neighbours(piece) & free) & ~piece

    def actions(self, s: Position) -> Iterator[int]:
        """Piece by piece; a player who cannot move passes."""
        if not self.terminal(s):
            own, has_moved = self._own(s, s.turn), False
            while own:
                piece = own & -own
                targets = self._targets(s, piece)
                while targets:
                    yield 64 * lowest(piece) + lowest(targets)
                    has_moved = True
                    targets &= targets - 1
                own &= own - 1
            if not has_moved:
                yield PASS

    def result(self, s: Position, a: int) -> Position:
        change = 0 if a == PASS else 1 << (a >> 6) | 1 << (a & 63)
        if s.turn == 0:
            return Position(s.a ^ change, s.b, s.c, 1, s.left - 1)
        if s.turn == 1:
            return Position(s.a, s.b ^ change, s.c, 2, s.left - 1)
        return Position(s.a, s.b, s.c ^ change, 0, s.left - 1)

    def terminal(self, s: Position) -> bool:
        """A player has filled the goal, or no turns are left."""
        return s.left <= 0 or s.a == self.goals[0] or s.b == self.goals[1] or s.c == self.goals[2]

    def distance(self, s: Position, p: int) -> int:
        """How many steps a player's pieces still have to go to their corner, all together."""
        own, steps = self._own(s, p), 0
        while own:
            steps += self.to_go[p][lowest(own)]
            own &= own - 1
        return steps

    def utility(self, s: Position, p: int) -> float:
        """One for every player who has further to go, a half for one who is level."""
        own, points = self.distance(s, p), 0.0
        for q in range(3):
            if q != p:
                other = self.distance(s, q)
                points += 1.0 if own < other else 0.5 if own == other else 0.0
        return points

    def ending(self, s: Position) -> str:
        """Who is home, or nearest to it, and how far the others have to go."""
        left = [self.distance(s, p) for p in range(3)]
        first = [name for name, steps in zip(self.names, left, strict=True) if steps == min(left)]
        how = "home first" if min(left) == 0 else "nearest to home, and no turns are left"
        others = [
            f"{name} {steps}"
            for name, steps in zip(self.names, left, strict=True)
            if steps > min(left)
        ]
        rest = f"; steps to go: {', '.join(others)}" if others else ""
        return f"{' and '.join(first)} {'is' if len(first) == 1 else 'are'} {how}{rest}"

    # ------------------------------------------------------------------ hooks

    def payoff_range(self, p: int) -> tuple[float, float]:
        return 0.0, 2.0

    def evaluate(self, s: Position, p: int) -> float:
        """As the payoffs, but gradually: a lead of one step is a third of a place; the sum is 3."""
        own, points = self.distance(s, p), 0.0
        for q in range(3):
            if q != p:
                lead = self.distance(s, q) - own
                points += 0.5 + lead / (2 * abs(lead) + 2)
        return points

    def order(self, s: Position, a: int) -> float:
        """The longest way ahead first."""
        return 0.0 if a == PASS else float(self.to_go[s.turn][a >> 6] - self.to_go[s.turn][a & 63])

    # ------------------------------------------------------------------ notation

    def _cell_name(self, bit: int) -> str:
        row = bit // self.width
        return f"{chr(ord('a') + row)}{bit % self.width - max(0, self.radius - row) + 1}"

    def name(self, s: Position, a: int) -> str:
        return "pass" if a == PASS else f"{self._cell_name(a >> 6)}-{self._cell_name(a & 63)}"

    def parse(self, s: Position, text: str) -> int:
        word = re.sub(r"[\s-]+", "", text.lower())
        names = {self.name(s, a): a for a in self.options(s)}
        for name, a in names.items():
            if name.replace("-", "") == word:
                return a
        raise BadAction(f"{text.strip()!r} is not legal here; legal: {abbreviate(names)}")

    def _sign(self, s: Position, bit: int) -> str:
        return "A" if s.a >> bit & 1 else "B" if s.b >> bit & 1 else "C" if s.c >> bit & 1 else ""

    def _rows(self, s: Position) -> list[tuple[str, ...]]:
        signs = iter([self._sign(s, bit) for bit in self.squares])
        return [tuple(next(signs) for _ in range(length)) for length in self.lengths]

    def dump(self, s: Position) -> str:
        """The rows from the top, the player to move, and how many turns are left."""
        rows = "/".join(rows_text(row, len(row)) for row in self._rows(s))
        return f"{rows} {self.names[s.turn]} {s.left}"

    def load(self, text: str) -> Position:
        match = re.fullmatch(r"\s*(\S+)\s+([abcABC])\s+([0-9]+)\s*", text)
        rows = match[1].split("/") if match else []
        if match is None or len(rows) != len(self.lengths):
            raise BadPosition(
                f"{text!r} is not a position; write rows, the mover and the turns left, like "
                f"{self.dump(self.start())}"
            )
        a, b, c = self._read_pieces(rows)
        for p, own in enumerate((a, b, c)):
            self._require_possible(p, own, text)
        mover = match[2].upper()
        return Position(a, b, c, self.names.index(mover), self._turns_left(match[3], mover))

    def _read_pieces(self, rows: list[str]) -> list[int]:
        """The pieces of the three players in some rows."""
        pairs = zip(rows, self.lengths, strict=True)
        signs = [sign for row, length in pairs for sign in read_rows(row, 1, length, "ABC")]
        return [
            sum(1 << bit for bit, sign in zip(self.squares, signs, strict=True) if sign == own)
            for own in self.names
        ]

    def _require_possible(self, p: int, own: int, text: str) -> None:
        """Refuse a wrong number of pieces, and pieces in another player's goal."""
        name, count = self.names[p], self.homes[p].bit_count()
        if own.bit_count() != count:
            raise BadPosition(
                f"{text!r}: {name} has {own.bit_count()} pieces; every player has {count}"
            )
        if own & ~self.open[p]:
            raise BadPosition(f"{text!r} cannot arise: {name} stands in another player's goal")

    def _turns_left(self, text: str, mover: str) -> int:
        """The number of turns left, which must suit the player to move."""
        left = whole_number(text, 3 * self.turns)
        if left is None:
            raise BadPosition(
                f"{text} turns left are too many: every player has {self.turns}, "
                f"{3 * self.turns} in all"
            )
        if self.names[-left % 3] != mover:
            raise BadPosition(
                f"{mover} cannot be to move with {left} turns left: A begins with "
                f"{3 * self.turns}, so it is {self.names[-left % 3]}"
            )
        return left

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        return cells if cells[cell] == " " else super().put(cells, cell, piece)

    def details(self, s: Position) -> tuple[Detail, ...]:
        return (Detail("turns left", str(s.left)),)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        signs = iter([cells[self._cell(bit)] for bit in self.squares])
        rows = [tuple(next(signs) for _ in range(length)) for length in self.lengths]
        left = whole_number(details.get("turns left") or str(3 * self.turns))
        if left is None:
            raise BadPosition("the turns that are left are a number")
        text = "/".join(rows_text(row, len(row)) for row in rows)
        return f"{text} {self.names[-left % 3]} {left}"

    def board(self, s: Position) -> Board:
        """The hexagon in a rectangle: a cell is two columns wide, what lies outside is a blank."""
        wide = 4 * self.radius + 1
        cells = [" "] * (wide * len(self.lengths))
        names = [""] * len(cells)
        for bit in self.squares:
            cells[self._cell(bit)] = self._sign(s, bit)
            names[self._cell(bit)] = self._cell_name(bit)
        touches = {
            a: () if a == PASS else (self._cell(a >> 6), self._cell(a & 63))
            for a in self.options(s)
        }
        rows = tuple(chr(ord("a") + r) for r in range(len(self.lengths)))
        return Board(
            len(self.lengths), wide, tuple(cells), touches, rows, names=tuple(names), look="pits"
        )

    def _cell(self, bit: int) -> int:
        row, column = divmod(bit, self.width)
        place = column - max(0, self.radius - row)
        return row * (4 * self.radius + 1) + abs(row - self.radius) + 2 * place

    def text(self, s: Position) -> str:
        lines = []
        for r, row in enumerate(self._rows(s)):
            lines.append(
                f"{chr(ord('a') + r)}    "
                f"{' ' * abs(r - self.radius)}{' '.join(sign or '·' for sign in row)}"
            )
        return "\n".join(lines)
