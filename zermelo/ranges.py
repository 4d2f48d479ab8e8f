"""The range of a node: what its searched successors tell of its value, ``low ≤ true ≤ high``.

A leaf's range is one number. The range of a MAX node is [max of lows, max of highs], that of a MIN
node [min of lows, min of highs], that of a chance node the mean of both ends. Whatever a cut leaves
out may have any value between the least and the largest that the game has. If the search of a node
returns v, its true value is then

====================  =================================
``low = high``        exactly this, whatever the window was
``v ≥ high``          at most ``high``
``v ≤ low``           at least ``low``
====================  =================================

The ranges of the nodes on the path are a row of 64-bit cells (see `gears.cells`)::

    0    the least value there can be
    1    the largest value there can be
    CELLS · ply + …
         RULE    how the range comes about: see below
         TRIED   successors that were searched
         LOW     its ends
         HIGH
         MASS    the probability of the outcomes that were searched

>>> ranges = Ranges()
>>> ranges.know(2, 3.0, 3.0)
>>> ranges.take_in(1, BY_MIN)
>>> ranges.open(1, 3.0, 5.0, 9.0)  # a cut at MIN leaves successors out
>>> ranges.read(1)
Interval(low=-inf, high=3.0)
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import as_cell, from_cell
from zermelo.game import INFINITY, Game
from zermelo.gears.cells import make_cells, read_float, write_float
from zermelo.interval import Interval

LEAST, MOST = range(2)
RULE, TRIED, LOW, HIGH, MASS = range(5)
CELLS = 5

NOTHING, GIVEN, BY_MAX, BY_MIN, BY_MEAN = range(5)
"""The rule of a range: nothing is known yet, it was given, or it comes from successors."""

EXACT, AT_MOST, AT_LEAST, UNKNOWN = range(4)
"""What a value tells of the true one."""

BOUNDS = {EXACT: "exact", AT_MOST: "at most", AT_LEAST: "at least"}
"""The same in words."""

LONGEST = 128
"""Deeper nodes have no ranges."""

ALMOST_ONE = 1 - 1e-9
"""A chance node whose searched outcomes have this probability has left nothing out."""


class Ranges:
    """The ranges of the nodes on the path of one search."""

    bare = ("cells",)

    def __init__(self, gear: str = "plain", least: float = -INFINITY, most: float = INFINITY):
        self.cells: Any = make_cells(CELLS * (LONGEST + 2), gear)
        write_float(self.cells, LEAST, least)
        write_float(self.cells, MOST, most)

    def read(self, ply: int) -> Interval:
        """Return the range of the node at a ply."""
        row = CELLS * ply
        return Interval(read_float(self.cells, row + LOW), read_float(self.cells, row + HIGH))

    def enter(self, ply: int) -> None:
        """Nothing is known of the node at this ply."""
        if ply <= LONGEST:
            self.cells[CELLS * ply + RULE] = NOTHING

    def know(self, ply: int, low: float, high: float) -> None:
        """The value of the node at this ply lies in [low, high]."""
        if ply <= LONGEST:
            row = CELLS * ply
            self.cells[row + RULE] = GIVEN
            self.cells[row + TRIED] = 0
            self.cells[row + LOW] = as_cell(low)
            self.cells[row + HIGH] = as_cell(high)

    def leave(self, ply: int, v: float, alpha: float, beta: float) -> None:
        """The search leaves a node with v; if it says no more, v is right as far as its window."""
        if ply <= LONGEST and self.cells[CELLS * ply + RULE] == NOTHING:
            least, most = from_cell(self.cells[LEAST]), from_cell(self.cells[MOST])
            self.know(ply, least if v <= alpha else v, most if v >= beta else v)

    def tell(self, ply: int, v: float, alpha: float, beta: float) -> tuple[float, int]:
        """Return what is known of the node at this ply, whose search returned v: a value, and
        whether it is exact or a bound.

        A fail-hard search may return less than it knows: its v stops at the window.
        """
        if ply <= LONGEST:
            row = CELLS * ply
            low, high = from_cell(self.cells[row + LOW]), from_cell(self.cells[row + HIGH])
            if low == high:
                return low, EXACT
            if v >= high:
                return high, AT_MOST
            if v <= low:
                return low, AT_LEAST
        return v, kind_by_window(v, alpha, beta)

    def take_in(self, ply: int, rule: int, p: float = 1.0) -> None:
        """A successor of the node at this ply was searched, with probability p below chance."""
        if ply >= LONGEST:
            return
        cells, row = self.cells, CELLS * ply
        low, high = from_cell(cells[row + CELLS + LOW]), from_cell(cells[row + CELLS + HIGH])
        if rule == BY_MEAN:
            low, high = weigh(p, low), weigh(p, high)
        if cells[row + RULE] == NOTHING:
            cells[row + TRIED] = 0
            cells[row + MASS] = as_cell(0.0)
        else:
            seen_low, seen_high = from_cell(cells[row + LOW]), from_cell(cells[row + HIGH])
            low, high = combine(rule, low, seen_low), combine(rule, high, seen_high)
        cells[row + RULE] = rule
        cells[row + TRIED] += 1
        cells[row + LOW] = as_cell(low)
        cells[row + HIGH] = as_cell(high)
        cells[row + MASS] = as_cell(from_cell(cells[row + MASS]) + p)

    def leaves_out(self, ply: int, game: Game[Any, Any], s: Any, noisy: bool) -> bool:
        """Has the node at this ply, which is s, successors that were not searched?

        With `noisy` only noisy actions count.
        """
        row = CELLS * ply
        if ply >= LONGEST or self.cells[row + RULE] == NOTHING:
            return True
        if self.cells[row + RULE] == BY_MEAN:
            return bool(from_cell(self.cells[row + MASS]) < ALMOST_ONE)
        count = 0
        for a in game.actions(s):
            if not noisy or game.noisy(s, a):
                count += 1
                if count > self.cells[row + TRIED]:
                    return True
        return False

    def open(self, ply: int, v: float, alpha: float, beta: float) -> None:
        """Successors of the node at this ply are left out: they may have any value there is."""
        if ply >= LONGEST or self.cells[CELLS * ply + RULE] == NOTHING:
            return  # the window tells
        cells, row = self.cells, CELLS * ply
        rule, least, most = cells[row + RULE], from_cell(cells[LEAST]), from_cell(cells[MOST])
        if rule == BY_MEAN:
            rest = 1.0 - from_cell(cells[row + MASS])
            low = from_cell(cells[row + LOW]) + weigh(rest, least)
            high = from_cell(cells[row + HIGH]) + weigh(rest, most)
            cells[row + LOW] = as_cell(max(low, v) if v >= beta else low)
            cells[row + HIGH] = as_cell(min(high, v) if v <= alpha else high)
        elif rule == BY_MAX or (rule == GIVEN and v >= beta):
            cells[row + HIGH] = as_cell(most)
        else:
            cells[row + LOW] = as_cell(least)


def kind_by_window(v: float, alpha: float, beta: float) -> int:
    """Return what v tells of the true value if all that is known is the window of its search."""
    return AT_MOST if v <= alpha else AT_LEAST if v >= beta else EXACT


def combine(rule: int, x: float, y: float) -> float:
    """Return the larger, the smaller, or the sum of two numbers."""
    if rule == BY_MAX:
        return max(x, y)
    if rule == BY_MIN:
        return min(x, y)
    return x + y


def weigh(p: float, x: float) -> float:
    """Return p · x, which is 0 for an impossible outcome even if x is infinite."""
    return p * x if p > 0 else 0.0
