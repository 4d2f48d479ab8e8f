"""A bounded store of what a search found: one row of 64-bit words, the same in both gears.

An entry is found by the 64-bit key of its state. It lives in a bucket of four, and when a bucket is full the entry least
worth keeping goes: one of an earlier age first, then the one that looked least far::

    header    0   SHIFT     64 − log₂ of the number of buckets
              1   AGE       which iteration this is
              2   STOP      not 0 once somebody wants the search to end
              3   TAINTS    how often an estimate was relied on: at the horizon, or through an entry that holds one
              4   REACH     the deepest ply that the node at hand relied on
              5   BEST      index + 1 of the best action of the node that was left last
              6   FEATURES  which parts of the search are switched on, as a set
              7   DEBT      what a finding that is handed down relies on: 0 for an estimate, or ply + 1 as in REACH
              8   TOP       how much of the search's own desk is in use
    buckets  16 …           ENTRIES entries each

    entry     0   CHECK     key XOR tag XOR all values: half a write, or another state, does not pass
              1   TAG       what kind of finding this is
              2 … VALUES    floats, as many as the search needs

    tag      bits  0–15     plies: how far the search looked, or how far it had to, if that was to the end of the game
             bit  16        proven: no estimate went into it
             bit  17        partial: the values are no more than a bound
             bits 18–33     index + 1 of the best action
             bits 34–49     age
             bit  50        always set: an unused entry is all zeros

A finding says something about a state searched `depth` plies deep. An unproven one serves that depth only, because
estimates at another depth are other numbers; a proven one serves every depth that reaches as far as it did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.bits import FULL, as_word, from_word
from zermelo.errors import BadLimit
from zermelo.game import Game
from zermelo.gears.cells import MIB, make_cells
from zermelo.watch import Stopped

SHIFT, AGE, STOP, TAINTS, REACH, BEST, FEATURES, DEBT, TOP = range(9)
HEADER = 16

CHECK, TAG, VALUES = range(3)
ENTRIES = 4

PROVEN, PARTIAL, USED = 1 << 16, 1 << 17, 1 << 50
BEST_AT, AGE_AT = 18, 34
FIELD = 0xFFFF
NONE = -1
"""The index of no action."""

TABLE, ORDER = 1, 2
OWN = 2
"""Features: is the store used at all, and does it say what to try first? From bit OWN on each search has its own."""

SPREAD = 0x9E3779B97F4A7C15


class Store:
    """The words of one search. `width` is how many floats an entry holds; `memory` is in MiB.

    >>> store = Store(2, 1)
    >>> store.entries, Store(2, 0.000001).entries
    (32768, 4)
    """

    bare: tuple[str, ...] = ("cells",)

    def __init__(self, width: int, memory: float, gear: str = "plain") -> None:
        self.size = VALUES + width
        buckets = power_below(memory * MIB / (8 * self.size * ENTRIES))
        self.cells: Any = make_cells(HEADER + buckets * ENTRIES * self.size, gear)
        self.cells[SHIFT] = 65 - buckets.bit_length()
        self.entries = buckets * ENTRIES

    def begin(self, age: int) -> None:
        """Before an iteration: what was found stays, and is older by one."""
        self.cells[AGE] = age & FIELD
        self.cells[TAINTS] = 0
        self.cells[REACH] = 0
        self.cells[TOP] = 0

    def halt(self) -> None:
        """From another thread: end the search at its next node."""
        self.cells[STOP] = 1

    @property
    def is_proven(self) -> bool:
        """Did the iteration rely on no estimate?"""
        return int(self.cells[TAINTS]) == 0

    # ------------------------------------------------------------------ what searches call

    def heed(self) -> None:
        """Stop, if somebody asked for it."""
        if self.cells[STOP] != 0:
            raise Stopped

    def has(self, feature: int) -> bool:
        """Is this part of the search switched on?"""
        return bool(self.cells[FEATURES] & feature != 0)

    def taint(self) -> None:
        """An estimate was relied on."""
        self.cells[TAINTS] += 1

    def touch(self, ply: int) -> None:
        """The node at hand relies on something at this ply."""
        if ply > self.cells[REACH]:
            self.cells[REACH] = ply

    def settle(self) -> None:
        """The node at hand takes over a finding that was made before it was entered, and what that relies on."""
        if self.cells[DEBT] == 0:
            self.taint()
        else:
            self.touch(self.cells[DEBT] - 1)

    def find(self, key: int) -> int:
        """Where this key's entry begins; 0 if there is none."""
        entry = self.bucket(key)
        for _ in range(ENTRIES):
            if self.cells[entry + TAG] != 0 and self.content(entry) == key & FULL:
                return entry
            entry += self.size
        return 0

    def room(self, key: int) -> int:
        """Where to write: this key's own entry, or the one least worth keeping in its bucket."""
        entry = self.bucket(key)
        chosen, least = entry, self.worth(entry)
        for _ in range(ENTRIES):
            if self.cells[entry + TAG] != 0 and self.content(entry) == key & FULL:
                return entry
            worth = self.worth(entry)
            if worth < least:
                chosen, least = entry, worth
            entry += self.size
        return chosen

    def bucket(self, key: int) -> int:
        """Where this key's bucket begins. Multiplying brings every bit of the key into play."""
        stirred = (key & FULL) * SPREAD & FULL
        return HEADER + int(stirred >> self.cells[SHIFT]) * (ENTRIES * self.size)

    def content(self, entry: int) -> int:
        """The key that the words of an entry belong to, if they belong together."""
        word = self.cells[entry + CHECK]
        for i in range(TAG, self.size):
            word ^= self.cells[entry + i]
        return int(word)

    def worth(self, entry: int) -> int:
        """How much an entry is worth keeping: unused ones nothing, old ones less than new ones, then by plies."""
        tag = self.cells[entry + TAG]
        if tag == 0:
            return 0
        plies = 1 + (tag & FIELD)
        return int(plies + FIELD if (tag >> AGE_AT) & FIELD == self.cells[AGE] else plies)

    def serves(self, entry: int, depth: int) -> bool:
        """Does an entry say something about its state searched this deep?"""
        tag = self.cells[entry + TAG]
        return bool(tag & FIELD <= depth if tag & PROVEN != 0 else tag & FIELD == depth)

    def rely(self, entry: int, ply: int) -> None:
        """The node at hand relies on an entry for a state at this ply."""
        tag = self.cells[entry + TAG]
        if tag & PROVEN != 0:
            self.touch(ply + (tag & FIELD))
        else:
            self.taint()

    def best(self, entry: int) -> int:
        """The index of the best action, or NONE."""
        return int((self.cells[entry + TAG] >> BEST_AT) & FIELD) - 1

    def value(self, entry: int, i: int) -> float:
        """One of an entry's values."""
        return from_word(self.cells[entry + VALUES + i])

    def put(self, entry: int, i: int, x: float) -> None:
        """Write one of an entry's values; `seal` comes after the last."""
        self.cells[entry + VALUES + i] = as_word(x)

    def seal(self, entry: int, key: int, kind: int, plies: int, best: int) -> None:
        """Write an entry's tag and check. `kind` is a union of PROVEN and PARTIAL."""
        tag = USED | kind | plies | (best + 1 & FIELD) << BEST_AT | self.cells[AGE] << AGE_AT
        word = key & FULL ^ tag
        for i in range(VALUES, self.size):
            word ^= self.cells[entry + i]
        self.cells[entry + TAG] = tag
        self.cells[entry + CHECK] = word

    def first(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The index of the action that was best before: to this depth, to the depth before it, or in the end. NONE if none is known."""
        if self.has(ORDER) and self.has(TABLE):
            key = game.key(s)
            for k in (at_depth(key, depth), at_depth(key, depth - 1), key):
                entry = self.find(k)
                if entry != 0 and self.best(entry) != NONE:
                    return self.best(entry)
        return NONE


def at_depth(key: int, depth: int) -> int:
    """The key of what was estimated at this depth. What is proven has the state's own key: in a game that cycles a state has
    as many values at the horizon as there are depths, and they should not drive each other out.
    """
    return (key ^ (depth + 1) * SPREAD) & FULL


def first_then_others(game: Game[Any, Any], s: Any, first: int) -> Iterator[tuple[int, Any]]:
    """(index, action) pairs: one action first, unless it is NONE, the others in natural order."""
    if first != NONE:
        for i, a in numbered(game, s):
            if i == first:
                yield i, a
    for i, a in numbered(game, s):
        if i != first:
            yield i, a


def numbered(game: Game[Any, Any], s: Any) -> Iterator[tuple[int, Any]]:
    """(index, action) pairs in natural order. No enumerate: it would hold a generator, and the machine copies what holds one."""
    i = 0
    for a in game.actions(s):
        yield i, a
        i += 1  # noqa: SIM113


def power_below(x: float) -> int:
    """The largest power of two that is at most x, and at least 1.

    >>> power_below(100.5), power_below(0.3)
    (64, 1)
    """
    return 1 << max(int(x).bit_length() - 1, 0)


def require_memory(memory: float) -> None:
    """Refuse a size that is none.

    >>> require_memory(-1)
    Traceback (most recent call last):
    zermelo.errors.BadLimit: memory is -1; it must be a number of MiB above 0
    """
    if (
        not isinstance(memory, int | float)
        or isinstance(memory, bool)
        or not 0 < memory < float("inf")
    ):
        raise BadLimit(f"memory is {memory}; it must be a number of MiB above 0")
