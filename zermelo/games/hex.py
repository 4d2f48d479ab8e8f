"""Hex (Piet Hein 1942, John Nash 1948): Red joins top and bottom, Blue left and right.

There is no draw: one of them succeeds. Cells are numbered along the rows, and every cell touches
six others. For 4×4::

    a1 b1 c1 d1             0  1  2  3
      a2 b2 c2 d2             4  5  6  7
        a3 b3 c3 d3             8  9 10 11
          a4 b4 c4 d4            12 13 14 15

`_hex_cells` has the sets of cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from zermelo.bits import FULL, lowest
from zermelo.board import Board
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.game import Feature, Game
from zermelo.games._hex_cells import (
    Cells,
    both,
    count,
    either,
    less,
    list_members,
    meet,
    reverse_word,
    single,
    without,
)
from zermelo.notation import read_rows, rows_text, whole_number, write_cells

__all__ = ["Hex", "Position", "count", "reverse_word"]

RED, BLUE = 0, 1
LARGEST = 11

TEMPO = 0.5
"""What having the move is worth to `bridges`, in stones."""
WIDTH = 0.02
"""What each further cell on the far edge is worth, where it can be reached as soon as the
nearest."""


class Position(NamedTuple):
    """The stones of either side, the player to move, and whether the last stone won."""

    red: Cells
    blue: Cells
    turn: int
    over: bool


class Hex(Game[Position, int]):
    """Join your two edges of a rhombus with stones.

    With `swap` the second player may, as the first move, take over the first stone.

    An action is a cell; size², one more than the last cell, is the swap: the stone changes its
    colour and is mirrored at the long diagonal, so that Red goes on as Red.

    >>> game = Hex(4)
    >>> print(game.text(game.after(["b2", "c1", "c2", "b4"])))
    1  · · ○ ·
     2  · ● ● ·
      3  · · · ·
       4  · ○ · ·
           a b c d
    """

    names = ("Red", "Blue")
    moves_again = False
    cyclic = False
    unit = ("stone", "stones")
    signs = ("●", "○")
    evaluations: tuple[str, ...] = ("bridges", "distance")
    weights = (-1.0, TEMPO)

    def __init__(self, size: int = 7, swap: bool = False, evaluation: str = "bridges") -> None:
        if not 1 <= size <= LARGEST:
            raise BadGame(f"hex is played on 1×1 to {LARGEST}×{LARGEST}, not on {size}×{size}")
        if evaluation not in self.evaluations:
            raise BadGame(
                f"hex has no evaluation {evaluation!r}; there are {' '.join(self.evaluations)}"
            )
        self.size, self.swap, self.evaluation = size, swap, evaluation
        self.cells = size * size
        self.wide = self.cells > 64
        self.full = self._set(range(self.cells))
        self.inner_left = self._set(i for i in range(self.cells) if i % size)
        self.inner_right = self._set(i for i in range(self.cells) if (i + 1) % size)
        """All cells but those of the first column, and all but those of the last."""
        rows = range(size), range(self.cells - size, self.cells)
        columns = range(0, self.cells, size), range(size - 1, self.cells, size)
        self.edges = tuple((self._set(first), self._set(last)) for first, last in (rows, columns))
        """Where Red begins and ends, and where Blue does."""
        self.middle = tuple(
            -(abs(2 * (i // size) - size + 1) + abs(2 * (i % size) - size + 1)) / (4 * size)
            for i in range(self.cells)
        )
        self.toward = ((1, 2), (4, 5)), ((0, 5), (3, 2))
        """The two directions that lead from an edge into the board, for either edge of Red and of
        Blue."""

    def _set(self, cells: Iterable[int]) -> Cells:
        """The set of some cells."""
        bits = sum(1 << i for i in cells)
        return Cells(bits & FULL, bits >> 64)

    # ------------------------------------------------------------------ sets of cells

    def _on(self, x: Cells, k: int) -> Cells:
        """Every cell moved on by k numbers."""
        if self.wide:
            return Cells(x.lo << k & self.full.lo, (x.hi << k | x.lo >> 64 - k) & self.full.hi)
        return Cells(x.lo << k & self.full.lo, 0)

    def _back(self, x: Cells, k: int) -> Cells:
        """Every cell moved back by k numbers."""
        if self.wide:
            return Cells(x.lo >> k | x.hi << 64 - k & FULL, x.hi >> k)
        return Cells(x.lo >> k, 0)

    def _shift(self, x: Cells, direction: int) -> Cells:
        """Every cell's neighbour: right, below, below left, left, above, above right are 0 to 5."""
        if direction == 0:
            return self._on(both(x, self.inner_right), 1)
        if direction == 1:
            return self._on(x, self.size)
        if direction == 2:
            return self._on(both(x, self.inner_left), self.size - 1)
        if direction == 3:
            return self._back(both(x, self.inner_left), 1)
        if direction == 4:
            return self._back(x, self.size)
        return self._back(both(x, self.inner_right), self.size - 1)

    def _neighbours(self, x: Cells) -> Cells:
        """All cells that touch one of these."""
        left, right = both(x, self.inner_left), both(x, self.inner_right)
        ahead = either(
            either(self._on(right, 1), self._on(x, self.size)), self._on(left, self.size - 1)
        )
        return either(
            ahead,
            either(
                either(self._back(left, 1), self._back(x, self.size)),
                self._back(right, self.size - 1),
            ),
        )

    def _group(self, x: Cells, stones: Cells) -> Cells:
        """These cells and all stones that hang together with them."""
        new = x
        while new.lo | new.hi:
            new = without(both(self._neighbours(new), stones), x)
            x = either(x, new)
        return x

    def _empty(self, s: Position) -> Cells:
        return without(self.full, either(s.red, s.blue))

    # ------------------------------------------------------------------ rules

    def start(self) -> Position:
        return Position(Cells(0, 0), Cells(0, 0), RED, False)

    def player(self, s: Position) -> int:
        return s.turn

    def actions(self, s: Position) -> Iterator[int]:
        if not s.over:
            yield from list_members(self._empty(s))
            if self._can_swap(s):
                yield self.cells

    def _can_swap(self, s: Position) -> bool:
        """Is it Blue's first move, with swapping allowed?"""
        return self.swap and s.turn == BLUE and count(s.red) == 1 and count(s.blue) == 0

    def result(self, s: Position, a: int) -> Position:
        if a == self.cells:
            i = lowest(s.red.lo) if s.red.lo else 64 + lowest(s.red.hi)
            return Position(
                Cells(0, 0), single(i % self.size * self.size + i // self.size), RED, False
            )
        stone = single(a)
        own = either(s.red if s.turn == RED else s.blue, stone)
        over = count(own) >= self.size and self._joins(self._group(stone, own), s.turn)
        return (
            Position(own, s.blue, BLUE, over) if s.turn == RED else Position(s.red, own, RED, over)
        )

    def _joins(self, group: Cells, p: int) -> bool:
        """Does a group touch both edges of a player?"""
        return meet(group, self.edges[p][0]) and meet(group, self.edges[p][1])

    def terminal(self, s: Position) -> bool:
        return s.over

    def utility(self, s: Position, p: int) -> float:
        """Who has just moved has won."""
        return -1 if p == s.turn else 1

    # ------------------------------------------------------------------ hooks

    def bounds(self, s: Position) -> tuple[float, float]:
        return -1.0, 1.0

    def _winning(self, s: Position, p: int) -> Cells:
        """The empty cells that join a player's edges."""
        own, (first, last) = s.red if p == RED else s.blue, self.edges[p]
        begin = either(self._neighbours(self._group(both(own, first), own)), first)
        end = either(self._neighbours(self._group(both(own, last), own)), last)
        return both(both(begin, end), self._empty(s))

    def non_losing(self, s: Position) -> Iterator[int]:
        """A win at once, or else what stops the other side's next win: one cell, all or none."""
        wins = self._winning(s, s.turn)
        if wins.lo | wins.hi:
            yield lowest(wins.lo) if wins.lo else 64 + lowest(wins.hi)
        else:
            threats = self._winning(s, 1 - s.turn)
            if count(threats) == 0:
                yield from list_members(self._empty(s))
            elif count(threats) == 1:
                yield from list_members(threats)
            if self._can_swap(s):
                yield self.cells

    def order(self, s: Position, a: int) -> float:
        """Cells next to stones, or a bridge away from them, and the middle first."""
        if a == self.cells:
            return 4.0
        near = self._neighbours(single(a))
        stones = either(s.red, s.blue)
        return (
            2.0
            + count(both(near, stones)) / 4
            + count(both(self._bridges(single(a), self.full), stones)) / 2
            + self.middle[a]
        )

    def canonical(self, s: Position) -> Position:
        """The smaller of the position and the same turned around."""
        red, blue = self._turn_board(s.red), self._turn_board(s.blue)
        if less(red, s.red) or (red == s.red and less(blue, s.blue)):
            return Position(red, blue, s.turn, s.over)
        return s

    def _turn_board(self, x: Cells) -> Cells:
        if self.wide:
            return self._back(Cells(reverse_word(x.hi), reverse_word(x.lo)), 128 - self.cells)
        return Cells(reverse_word(x.lo) >> 64 - self.cells, 0)

    # ------------------------------------------------------------------ evaluation

    def evaluate(self, s: Position, p: int) -> float:
        """The stones by which a player needs fewer than the other; the move is half a stone."""
        needed, tempo = self.weights
        lead = needed * (self._find_needed(s, RED) - self._find_needed(s, BLUE))
        lead += tempo if s.turn == RED else -tempo
        lead = max(-0.99, min(0.99, lead / (self.size + 2)))
        return lead if p == RED else -lead

    def features(self, s: Position) -> Iterator[Feature]:
        needed = self._find_needed(s, RED), self._find_needed(s, BLUE)
        yield Feature("stones needed", needed, self.weights[0])
        yield Feature("to move", (1, 0) if s.turn == RED else (0, 1), self.weights[1])

    def scale(self, s: Position, x: float) -> float:
        return max(-0.99, min(0.99, x / (self.size + 2)))

    def formula(self, s: Position) -> str:
        return f"(r − b) / {self.size + 2}"

    def in_units(self, v: float) -> float:
        return v * (self.size + 2)

    def _find_needed(self, s: Position, p: int) -> float:
        """How many stones a player needs, less a little for every way to get there.

        With `bridges`, two cells that share two empty neighbours count as joined: who is cut off at
        one takes the other.
        """
        own, free = (
            (s.red, without(self.full, s.blue)) if p == RED else (s.blue, without(self.full, s.red))
        )
        first, last = self._rim(free, p, 0), self._rim(free, p, 1)
        reach = self._find_held(both(own, first), own, free)
        needed = 0
        while not meet(reach, last) and needed < self.size:
            needed += 1
            reach = self._find_held(
                either(reach, both(either(self._find_linked(reach, free), first), free)), own, free
            )
        return needed - WIDTH * count(both(reach, last))

    def _rim(self, free: Cells, p: int, end: int) -> Cells:
        """The cells at one edge of a player, or joined to it by a bridge."""
        edge = self.edges[p][end]
        if self.evaluation == "distance":
            return edge
        outer = both(edge, free)
        a, b = self.toward[p][end]
        return either(edge, both(self._shift(outer, a), self._shift(outer, b)))

    def _find_linked(self, x: Cells, free: Cells) -> Cells:
        if self.evaluation == "distance":
            return self._neighbours(x)
        return either(self._neighbours(x), self._bridges(x, free))

    def _find_held(self, x: Cells, own: Cells, free: Cells) -> Cells:
        """These cells with all own stones that are linked to them."""
        new = x
        while new.lo | new.hi:
            new = without(both(self._find_linked(new, free), own), x)
            x = either(x, new)
        return x

    def _bridges(self, x: Cells, free: Cells) -> Cells:
        """The cells two steps away from these, with both cells between free."""
        far = Cells(0, 0)
        near = first = both(self._shift(x, 0), free)
        for direction in range(6):
            after = (direction + 1) % 6
            following = first if after == 0 else both(self._shift(x, after), free)
            far = either(far, both(self._shift(near, after), self._shift(following, direction)))
            near = following
        return far

    # ------------------------------------------------------------------ notation

    def _cell_name(self, i: int) -> str:
        """The column's letter and the row's number, from the top."""
        return f"{chr(ord('a') + i % self.size)}{i // self.size + 1}"

    def name(self, s: Position, a: int) -> str:
        """The column's letter and the row's number, from the top; or swap."""
        return "swap" if a == self.cells else self._cell_name(a)

    def parse(self, s: Position, text: str) -> int:
        word = text.strip().lower()
        if word in ("swap", "swap-pieces") and self._can_swap(s):
            return self.cells
        a = self._read_cell(word, " (or swap)" if self._can_swap(s) else "")
        if s.over or a not in self.options(s):
            raise BadAction(f"{word} is not empty" if not s.over else "the game is over")
        return a

    def _read_cell(self, word: str, swap: str) -> int:
        """The cell of a text like a1; `swap` is what the message adds where a swap is legal."""
        match = re.fullmatch(r"([a-z])([0-9]+)", word)
        if match is None:
            raise BadAction(f"{word!r} is not a cell; write a letter and a number, like a1{swap}")
        column, row = ord(match[1]) - ord("a"), (whole_number(match[2], self.size) or 0) - 1
        if not (column < self.size and 0 <= row < self.size):
            raise BadAction(
                f"{word} is not on the board: cells are a1 to {self._cell_name(self.cells - 1)}"
            )
        return row * self.size + column

    def _signs(self, s: Position, signs: tuple[str, ...]) -> tuple[str, ...]:
        """The signs of all cells: one for Red, one for Blue."""
        red, blue = s.red.hi << 64 | s.red.lo, s.blue.hi << 64 | s.blue.lo
        return tuple(
            signs[0] if red >> i & 1 else signs[1] if blue >> i & 1 else ""
            for i in range(self.cells)
        )

    def dump(self, s: Position) -> str:
        return f"{rows_text(self._signs(s, ('R', 'B')), self.size)} {'RB'[s.turn]}"

    def load(self, text: str) -> Position:
        rows, _, turn = text.strip().partition(" ")
        signs = read_rows(rows, self.size, self.size, "RB")
        more = signs.count("R") - signs.count("B")
        mover = turn.strip().upper() or "RB"[more == 1]
        expected = more == (mover == "B")
        swapped = self.swap and more == (mover == "B") - 1 and "B" in signs
        if mover not in ("R", "B") or not (expected or swapped):
            raise BadPosition(
                f"{text!r} cannot arise: Red moves first, so Red to move needs as many B "
                "as R, Blue to move one R more"
            )
        red, blue = (self._set(i for i, sign in enumerate(signs) if sign == own) for own in "RB")
        turn_number = "RB".index(mover)
        has_won = self._has_joined(red, RED), self._has_joined(blue, BLUE)
        if has_won[turn_number]:
            raise BadPosition(
                f"{text!r} cannot arise: {self.names[turn_number]} has won already, and "
                "would not be to move"
            )
        return Position(red, blue, turn_number, has_won[1 - turn_number])

    def _has_joined(self, stones: Cells, p: int) -> bool:
        """Do these stones join a player's two edges?"""
        return self._joins(self._group(both(stones, self.edges[p][0]), stones), p)

    def pieces(self) -> tuple[str, ...]:
        return self.signs

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        return write_cells(cells, self.size, dict(zip(self.signs, "RB", strict=True)))

    def board(self, s: Position) -> Board:
        touches = {a: (a,) for a in self.options(s) if a < self.cells}
        if self._can_swap(s):
            touches[self.cells] = (self._signs(s, ("R", "B")).index("R"),)
        rows = tuple(str(r + 1) for r in range(self.size))
        columns = tuple(chr(ord("a") + c) for c in range(self.size))
        cells, chain, n = self._signs(s, self.signs), tuple(self._chain(s)), self.size
        return Board(n, n, cells, touches, rows, columns, chain, slant=1, look="hexes")

    def _chain(self, s: Position) -> list[int]:
        """A shortest chain of the winner's stones from edge to edge; empty if no player has won."""
        if not s.over:
            return []
        own, (first, last) = s.blue if s.turn == RED else s.red, self.edges[1 - s.turn]
        layers, seen = [both(own, first)], both(own, first)
        while not meet(layers[-1], last):
            layers.append(without(both(self._neighbours(layers[-1]), own), seen))
            seen = either(seen, layers[-1])
        chain: list[int] = []
        for layer in reversed(layers):
            near = self._neighbours(single(chain[-1])) if chain else last
            chain.append(next(list_members(both(layer, near))))
        return chain[::-1]
