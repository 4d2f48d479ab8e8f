"""The table of star: intervals of values, and the stack of chance nodes on the path."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from zermelo.bits import LookupTable
from zermelo.engine.search_table import (
    BEST,
    FEATURES,
    FIELD,
    NONE,
    ORDER,
    OWN,
    PLAYER,
    PROVEN,
    REACH,
    TABLE,
    TAINTS,
    SearchTable,
    at_depth,
    first_then_others,
)
from zermelo.engine.table_search import KeptTables
from zermelo.frame.tt import NOT_FOUND, TAG, require_memory
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.gears.cells import take_cells
from zermelo.search.expectimax_bounded import OutOfBounds
from zermelo.search.opponents import Distribution
from zermelo.search.ordered import largest_first
from zermelo.watch import Bottomless

S = TypeVar("S")
A = TypeVar("A")

STAR1, STAR2, BOUNDS = (1 << i for i in range(OWN, OWN + 3))
"""The parts that can be switched on and off while the machine code stays the same."""


@dataclass(frozen=True)
class StarOptions:
    """The options of `star`, see there; `lines` as in `Limits`."""

    star1: bool = True
    star2: bool = True
    table: bool = True
    order: bool = True
    deepening: bool = True
    memory: float = 64
    opponents: Distribution | None = None
    bounds: tuple[float, float] | None = None
    lines: int = 1
    kept: KeptTables = field(default_factory=KeptTables, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_memory(self.memory)


STACK = 1 << 20
"""Cells of the stack."""

LOW_SUM, HIGH_SUM, CLOSED, CHANCE_NODE = range(4)
"""A chance node on the stack begins with Σ pᵢ Lᵢ, Σ pᵢ Uᵢ, and 1 once its window is closed."""

LOW, HIGH, PROBED, KNOWN, OWED, OUTCOME = range(6)
"""Then come the cells of each outcome."""

MAX, MIN, MEAN, LEAF = range(4)
"""What the value of a state is, for the player asked for: the largest or smallest value of its
successors, their mean (chance, opponents with a model), or a leaf's."""

ROOT = -2
"""In place of a probe: this is the root."""


class StarTable(SearchTable):
    """The table, whose entries hold an interval, and what is known of states before a search.

    Beside it lies the stack, a row of floats with these cells for each outcome of each chance node
    on the path::

        0   LOW     xᵢ is at least this much
        1   HIGH    and at most this much
        2   PROBED  index of the action that a probe searched, or NONE
        3   KNOWN   the value that it found
        4   OWED    what that value relies on: 0 for an estimate, or the deepest ply + 1
    """

    bare = ("cells", "range", "stack")

    def __init__(
        self,
        game: Game[Any, Any],
        features: int,
        bounds: tuple[float, float],
        chosen: StarOptions,
        gear: str,
    ) -> None:
        super().__init__(2, chosen.memory if features & TABLE else 0, gear)
        self.cells[FEATURES] = features
        self.range = LookupTable(bounds)
        """Handed over at run time, so that other bounds do not need other machine code."""
        self.stack: Any = take_cells(STACK, gear, "float64")
        self.opponents = chosen.opponents
        self.has_order = game.declares("order")

    def span(self, game: Game[Any, Any], s: Any) -> tuple[float, float]:
        """What the value of s lies in, by the bounds alone."""
        low, high = self.range[0], self.range[1]
        if self.has(BOUNDS):
            least, most = game.bounds_for(s, self.cells[PLAYER])
            low, high = max(low, least), min(high, most)
        return low, high

    def require_bounds(self, game: Game[Any, Any], s: Any, v: float) -> float:
        """A payoff or an estimate that lies in its bounds.

        Outside, pruning would change the answer.
        """
        low, high = self.span(game, s)
        if v < low or v > high:
            raise OutOfBounds
        return v

    def interval(self, game: Game[Any, Any], s: Any, depth: int, ply: int) -> tuple[float, float]:
        """What the value of s, a state at this ply, lies in: by the bounds, and by the table."""
        low, high = self.span(game, s)
        if self.has(TABLE):
            key = game.key(s)
            for k in (key, at_depth(key, depth)):
                entry = self.find(k)
                if entry != NOT_FOUND and self.serves(entry, depth):
                    self.rely(entry, ply)
                    low, high = max(low, self.value(entry, 0)), min(high, self.value(entry, 1))
        return low, high

    def push(self, at: int) -> None:
        """Clear the cells of one outcome."""
        if at + OUTCOME > STACK:
            raise Bottomless
        for i in range(OUTCOME):
            self.stack[at + i] = 0.0
        self.stack[at + PROBED] = NONE

    def take_over(self, probe: int) -> None:
        """Note that the current node relies on what a probe found before the node was entered."""
        owed = int(self.stack[probe + OWED])
        if owed == 0:
            self.taint()
        else:
            self.touch(owed - 1)

    def keep(
        self,
        game: Game[Any, Any],
        s: Any,
        low: float,
        high: float,
        depth: int,
        taints: int,
        ply: int,
    ) -> None:
        """Write that the value of s lies in [low, high], and its best action."""
        if not self.has(TABLE):
            return
        is_proven = self.cells[TAINTS] == taints
        plies = int(self.cells[REACH] - ply if is_proven else depth)
        key, best = game.key(s), int(self.cells[BEST]) - 1
        if not is_proven:
            key = at_depth(key, depth)
        entry = self.find(key)
        if entry == NOT_FOUND:
            entry = self.replace(key)
        elif self.serves(entry, depth):
            low, high = max(low, self.value(entry, 0)), min(high, self.value(entry, 1))
            plies = max(plies, int(self.cells[entry + TAG] & FIELD))
            best = best if best != NONE else self.best(entry)
        self.put(entry, 0, low)
        self.put(entry, 1, high)
        self.seal(entry, key, self.tag(PROVEN if is_proven else 0, plies, best))

    # ------------------------------------------------------------------ the order of actions

    def actions(self, game: Game[Any, Any], s: Any, depth: int) -> Any:
        """(index, action) pairs in the order to try them."""
        if self.has_order:
            return self.sort_actions(game, s, self.first(game, s, depth))
        return first_then_others(game, s, self.first(game, s, depth))

    def sort_actions(self, game: Game[Any, Any], s: Any, first: int) -> list[tuple[int, Any]]:
        """(index, action) pairs: one action first, the others by the game's `order`."""
        actions = list(game.actions(s))
        pairs = [(i, actions[i]) for i in range(len(actions))]
        if not self.has(ORDER):
            return pairs
        return largest_first(
            pairs, [INFINITY if i == first else float(game.order(s, a)) for i, a in pairs]
        )

    def choose_probe(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The index of the action to probe: the first in order."""
        first = self.first(game, s, depth)
        if first == NONE and self.has_order:
            pairs = self.sort_actions(game, s, first)
            return int(pairs[0][0])
        return max(first, 0)

    def side(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """Return what the value of s is: MAX or MIN of its successors, their MEAN, or a LEAF's."""
        if game.terminal(s) or depth == 0:
            return LEAF
        if game.has_chance and game.player(s) == CHANCE:
            return MEAN
        if game.player(s) == self.cells[PLAYER]:
            return MAX
        if self.opponents is not None:
            return MEAN
        return MIN
