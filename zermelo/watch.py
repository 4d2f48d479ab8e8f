"""The watch of a search: it counts nodes, stops the search, and keeps the principal variation.

Searches call it at every event (``enter``, ``leaf``, ``max``, ``cut``, ``leave``), with the same
text in both gears. Its state is a row of 64-bit cells (see `gears.cells`), laid out as::

    0         nodes entered                    5   deepest ply seen
    1         leaves: terminals valued         6   budget: entering one node more stops the search
    2         cuts                             7   root actions considered
    3         horizon: estimates taken         8 … 15   free
    4         ply: nodes on the path
    ROOTS …   three cells for each root action: action, value, kind
    LINES …   one row for each ply: its length, then the principal variation from there

A budget of 0 stops the search at its next node. A textbook search also keeps the `ranges` of the
nodes on the path, which tell whether a value is exact. The engine's searches know more than their
successors tell, from tables; there a value outside of its window is a bound.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import as_cell
from zermelo.errors import Signal
from zermelo.game import INFINITY, Game
from zermelo.gears.cells import is_compiled, list_cells, list_floats, take_cells
from zermelo.ranges import BY_MAX, BY_MEAN, BY_MIN, UNKNOWN, Ranges, kind_by_window

NODES, LEAVES, CUTS, HORIZON, PLY, DEEPEST, BUDGET, CONSIDERED = range(8)
ROOTS = 16
MOST_ROOTS = 1024
LINES = ROOTS + 3 * MOST_ROOTS
LONGEST = 128
SIZE = LINES + (LONGEST + 2) * (LONGEST + 1)

MOST_PLIES = 10_000
"""The longest path: the machine's stack is finite, and a game that cycles never ends."""

UNLIMITED = 2**62


class Stopped(Signal):
    """The budget is spent, or the search was cancelled."""


class Bottomless(Signal):
    """The path grew longer than MOST_PLIES."""


class Watch:
    """Counts, budget, root values and principal variations of one search."""

    bare = ("cells",)
    """Passed to compiled searches as an address, not as an array: see `gears.machine.pointer`."""

    def __init__(
        self, gear: str = "plain", budget: int = UNLIMITED, ranges: Ranges | None = None
    ) -> None:
        self.cells: Any = take_cells(SIZE, gear)
        if is_compiled(self.cells):  # the rest is written before it is read
            self.cells[:LINES] = 0
            self.cells[LINES :: LONGEST + 1] = 0
        self.cells[BUDGET] = budget
        self.ranges = ranges

    # ------------------------------------------------------------------ what searches call

    def enter(self, s: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> None:
        """The search enters state s, one ply further down, with this window."""
        cells = self.cells
        if cells[NODES] >= cells[BUDGET]:
            raise Stopped
        cells[NODES] += 1
        ply = cells[PLY] + 1
        cells[PLY] = ply
        if ply > cells[DEEPEST]:
            if ply > MOST_PLIES:
                raise Bottomless
            cells[DEEPEST] = ply
        if ply <= LONGEST:
            cells[LINES + ply * (LONGEST + 1)] = 0
        if self.ranges is not None:
            self.ranges.enter(ply)

    def consider(self, a: Any) -> None:
        """The search is about to follow this action."""
        if self.cells[PLY] == 1:
            if self.cells[CONSIDERED] < MOST_ROOTS:
                row = ROOTS + 3 * self.cells[CONSIDERED]
                self.cells[row] = a
                self.cells[row + 2] = UNKNOWN
            self.cells[CONSIDERED] += 1

    def leaf(self, v: float) -> float:
        """A terminal's utility."""
        self.cells[LEAVES] += 1
        if self.ranges is not None:
            self.ranges.know(self.cells[PLY], float(v), float(v))
        return float(v)

    def horizon(self, v: float) -> float:
        """An estimate at the depth limit."""
        self.cells[HORIZON] += 1
        if self.ranges is not None:
            self.ranges.know(self.cells[PLY], float(v), float(v))
        return float(v)

    def max(self, v: float, v2: float, a: Any) -> float:
        """max{v, v2}; when v2 is larger, or the first as large as v, a is the best action.

        In the fail-hard forms v begins with α: no action may be better, and the first is as good.
        """
        if v2 > v or (v2 == v and not self.has_line()):
            self.prefer(a)
        if self.ranges is not None:
            self.ranges.take_in(self.cells[PLY], BY_MAX)
        return v2 if v2 > v else v

    def min(self, v: float, v2: float, a: Any) -> float:
        """min{v, v2}; when v2 is smaller, or the first as small as v, a is the best action."""
        if v2 < v or (v2 == v and not self.has_line()):
            self.prefer(a)
        if self.ranges is not None:
            self.ranges.take_in(self.cells[PLY], BY_MIN)
        return v2 if v2 < v else v

    def mean(self, total: float, p: float, v2: float, a: Any) -> float:
        """total + p · v2: one more outcome of chance, weighed by its probability."""
        if self.ranges is not None:
            self.ranges.take_in(self.cells[PLY], BY_MEAN, p)
        return total + p * v2

    def has_line(self) -> bool:
        """Is there a principal variation from the current node, or no room for one?"""
        ply = self.cells[PLY]
        return bool(ply >= LONGEST or self.cells[LINES + ply * (LONGEST + 1)] > 0)

    def prefer(self, a: Any) -> None:
        """Make a, and the principal variation after it, the principal variation from here."""
        cells = self.cells
        if cells[PLY] < LONGEST:
            row = LINES + cells[PLY] * (LONGEST + 1)
            below = row + LONGEST + 1
            length = min(cells[below], LONGEST - 1)
            cells[row] = length + 1
            cells[row + 1] = a
            for i in range(length):
                cells[row + 2 + i] = cells[below + 1 + i]

    def cut(
        self,
        v: float,
        alpha: float,
        beta: float,
        game: Game[Any, Any],
        s: Any,
        noisy: bool = False,
    ) -> float:
        """v lies outside the window, so the remaining actions of s cannot matter.

        It counts as a cut if there are any; with `noisy`, if there are noisy ones.
        """
        if self.ranges is None:
            self.cells[CUTS] += 1
        elif self.ranges.leaves_out(self.cells[PLY], game, s, noisy):
            self.cells[CUTS] += 1
            self.ranges.open(self.cells[PLY], v, alpha, beta)
        return v

    def leave(self, v: float, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
        """The node entered last is worth v: exactly, or as a bound."""
        ply = self.cells[PLY]
        if self.ranges is not None:
            self.ranges.leave(ply, v, alpha, beta)
        if ply == 2 and self.cells[CONSIDERED] <= MOST_ROOTS:
            row = ROOTS + 3 * (self.cells[CONSIDERED] - 1)
            known, kind = self.tell(v, alpha, beta)
            self.cells[row + 1] = as_cell(known)
            self.cells[row + 2] = kind
        self.cells[PLY] = ply - 1
        return v

    def tell(self, v: float, alpha: float, beta: float) -> tuple[float, int]:
        """What is known of the node that is about to be left: a value, exact or as a bound."""
        if self.ranges is not None:
            return self.ranges.tell(self.cells[PLY], v, alpha, beta)
        return v, kind_by_window(v, alpha, beta)

    def give_up(self) -> None:
        """The root action considered last was left before its value was known."""
        if self.cells[CONSIDERED] <= MOST_ROOTS:
            self.cells[ROOTS + 3 * (self.cells[CONSIDERED] - 1) + 2] = UNKNOWN

    def vector(self, vs: tuple[float, ...]) -> None:
        """The value vector of the node that is about to be left; a range is of one number."""
        if self.ranges is not None:
            self.ranges.enter(self.cells[PLY])

    def stack(self, nodes: Any) -> None:
        """Record the list of open nodes of a search with an explicit stack, front last."""

    # ------------------------------------------------------------------ what callers read

    def stop(self) -> None:
        """End the search at its next node."""
        self.cells[BUDGET] = 0

    def line(self) -> list[Any]:
        """The principal variation from the root, as far as it is known."""
        row = LINES + LONGEST + 1
        return list_cells(self.cells, row + 1, row + 1 + int(self.cells[row]))

    def roots(self) -> list[tuple[Any, float, int]]:
        """(action, value, kind) for each root action that was finished."""
        end = ROOTS + 3 * min(int(self.cells[CONSIDERED]), MOST_ROOTS)
        actions = list_cells(self.cells, ROOTS, end, 3)
        values = list_floats(self.cells, ROOTS + 1, end, 3)
        kinds = list_cells(self.cells, ROOTS + 2, end, 3)
        rows = zip(actions, values, kinds, strict=True)
        return [(a, v, kind) for a, v, kind in rows if kind != UNKNOWN]

    def count(self, cell: int) -> int:
        """One of the counters."""
        return int(self.cells[cell])
