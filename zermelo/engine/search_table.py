"""The table of star and max^n: what they found out about positions, and what a value relies on.

::

    header    0   SHIFT     64 − log₂ of the number of buckets
              1   AGE       the depth of this iteration
              2   PLAYER    the player whose value is asked for
              3   TAINTS    how often an estimate was relied on: at the horizon, or through an entry
              4   REACH     the deepest ply that the current node relied on
              5   BEST      index + 1 of the best action of the node that was left last
              6   FEATURES  which parts of the search are switched on, as a set
              7   TOP       the first free cell of the search's own stack

    tag      bits  0–15     plies: how far the search looked, or how far it had to, if that was to
                            the end of the game
             bit  16        proven: no estimate went into it
             bit  17        partial: the values are no more than a bound
             bits 18–33     index + 1 of the best action
             bits 34–49     age
             bit  50        always set

An entry says something about a state searched `depth` plies deep. An unproven one serves that depth
only, because estimates at another depth are other numbers; a proven one serves every depth that
reaches as far as it did. Entries of an earlier age are replaced first, then those that looked least
far.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.bits import FULL
from zermelo.engine.growth import SPREAD, count_used, move_entries, stir
from zermelo.frame.tt import NOT_FOUND, TAG, VALUES, TranspositionTable, count_buckets
from zermelo.game import Game
from zermelo.gears.cells import give_back

SHIFT, AGE, PLAYER, TAINTS, REACH, BEST, FEATURES, TOP = range(8)
HEADER = 16

PROVEN, PARTIAL, USED = 1 << 16, 1 << 17, 1 << 50
BEST_AT, AGE_AT = 18, 34
FIELD = 0xFFFF

NONE = -1
"""The index of no action."""

TABLE, ORDER = 1, 2
OWN = 2
"""Features: is the table used, and does it say what to try first? From bit OWN on each search has
its own."""

FIRST, GROWTH = 1.0, 8
"""MiB that a search which deepens uses at first, and how much larger its table gets at a time."""


class SearchTable(TranspositionTable):
    """The table of one search, and what the current node relies on. An entry holds `width` floats.

    >>> SearchTable(2, 1).entries, SearchTable(2, 0.000001).entries
    (32768, 4)
    """

    def __init__(self, width: int, memory: float, gear: str = "plain") -> None:
        self.capacity = count_buckets(memory, width)
        super().__init__(width, self.capacity, HEADER, gear)
        self.use(self.capacity)
        self.is_new = True

    def use(self, buckets: int) -> None:
        """Use this many buckets, a power of two: the first ones."""
        self.cells[SHIFT] = 65 - buckets.bit_length()

    def begin(self, age: int) -> None:
        """Begin an iteration: the entries stay, and are older by one."""
        if self.cells[AGE] != 0:  # else it is empty
            self.grow_if_crowded()
        self.cells[AGE] = age & FIELD
        self.cells[TAINTS] = 0
        self.cells[REACH] = 0
        self.cells[TOP] = 0

    @property
    def is_proven(self) -> bool:
        """Did the iteration rely on no estimate?"""
        return int(self.cells[TAINTS]) == 0

    def index(self, key: int) -> int:
        """The number of a key's bucket."""
        return int(stir(key) >> int(self.cells[SHIFT]))

    def worth(self, entry: int) -> int:
        """More for an entry of this age than of an earlier one, then by plies."""
        tag = self.cells[entry + TAG]
        plies = tag & FIELD
        return int(plies + FIELD if (tag >> AGE_AT) & FIELD == self.cells[AGE] else plies)

    # ------------------------------------------------------------------ growing
    # Memory that was never written costs time when it first is. A search that deepens begins with
    # few buckets, and takes more between two depths.

    def begin_small(self) -> None:
        """Use few buckets at first."""
        self.use(min(self.capacity, count_buckets(FIRST, self.size - VALUES)))

    def buckets(self) -> int:
        """The number of buckets in use."""
        return 1 << 64 - int(self.cells[SHIFT])

    def grow_if_crowded(self) -> None:
        """Use more buckets if an eighth of the entries is used, and there are more."""
        before = self.buckets()
        if before < self.capacity and GROWTH * count_used(self, before) > before * self.ways:
            self.use(min(before * GROWTH, self.capacity))
            move_entries(self, before)

    def give_back(self) -> None:
        """Let another search have the memory: this one is over."""
        give_back(self.cells, self.header + self.buckets() * self.stride)

    # ------------------------------------------------------------------ what a value relies on

    def has(self, feature: int) -> bool:
        """Is this part of the search switched on?"""
        return bool(self.cells[FEATURES] & feature != 0)

    def taint(self) -> None:
        """Note that an estimate was relied on."""
        self.cells[TAINTS] += 1

    def touch(self, ply: int) -> None:
        """Note that the current node relies on something at this ply."""
        if ply > self.cells[REACH]:
            self.cells[REACH] = ply

    def rely(self, entry: int, ply: int) -> None:
        """Note that the current node relies on an entry for a state at this ply."""
        tag = self.cells[entry + TAG]
        if tag & PROVEN != 0:
            self.touch(ply + (tag & FIELD))
        else:
            self.taint()

    # ------------------------------------------------------------------ entries

    def serves(self, entry: int, depth: int) -> bool:
        """Does an entry say something about its state searched this deep?"""
        tag = self.cells[entry + TAG]
        return bool(tag & FIELD <= depth if tag & PROVEN != 0 else tag & FIELD == depth)

    def best(self, entry: int) -> int:
        """The index of the best action, or NONE."""
        return int((self.cells[entry + TAG] >> BEST_AT) & FIELD) - 1

    def tag(self, kind: int, plies: int, best: int) -> int:
        """The tag of a new entry. `kind` is a union of PROVEN and PARTIAL."""
        age = self.cells[AGE] << AGE_AT
        return int(USED | kind | plies | (best + 1 & FIELD) << BEST_AT | age)

    def first(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The index of the action that was best before, or NONE.

        The entry for this depth is asked first, then the one for the depth before, then the proven
        one.
        """
        if self.has(ORDER) and self.has(TABLE):
            key = game.key(s)
            for k in (at_depth(key, depth), at_depth(key, depth - 1), key):
                entry = self.find(k)
                if entry != NOT_FOUND and self.best(entry) != NONE:
                    return self.best(entry)
        return NONE


def at_depth(key: int, depth: int) -> int:
    """The key of what was estimated at this depth.

    What is proven has the state's own key. In a game that cycles a state has as many values at the
    horizon as there are depths, and they should not drive each other out.
    """
    return (key ^ (depth + 1) * SPREAD) & FULL


def first_then_others(game: Game[Any, Any], s: Any, first: int) -> Iterator[tuple[int, Any]]:
    """(index, action) pairs: one action first, unless it is NONE, the others in natural order."""
    if first != NONE:
        for i, a in number_actions(game, s):
            if i == first:
                yield i, a
    for i, a in number_actions(game, s):
        if i != first:
            yield i, a


def number_actions(game: Game[Any, Any], s: Any) -> Iterator[tuple[int, Any]]:
    """(index, action) pairs in natural order.

    No enumerate: it would hold a generator, and machine code copies what holds one.
    """
    i = 0
    for a in game.actions(s):
        yield i, a
        i += 1  # noqa: SIM113
