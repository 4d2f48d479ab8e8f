"""The transposition table of principal-variation search: one score and what it means.

An entry holds a score, for the mover, seen from its own position. Its tag::

    63 … 32   action, or all ones if there is none
    31 … 16   depth it was searched to, plus PROVEN if no estimate went into it
    15 … 14   bound: 1 at least, 2 at most, 3 exact
    13 …  0   age: the search that wrote it

Entries of an earlier search are replaced first, then the shallowest. A bucket is one cache line:
two entries and two unused cells.

A small table is quick, because the processor's caches hold it. The table therefore uses few buckets
at first, and more when the entries of one search crowd it. Its index is the front of the mixed key,
so that the entries of one bucket move to the buckets that take its place::

    header   0   SHIFT      64 − log₂ of the number of buckets in use
             1   CAPACITY   the number of buckets that it may use
             2   AGE        the number of this search
             3   NEW        entries that this search has written, overwritten ones not counted
             4   CROWDED    with more new entries than these it grows
"""

from __future__ import annotations

from zermelo.bits import spread
from zermelo.frame.tt import CHECK, TAG, VALUES, TranspositionTable, count_buckets
from zermelo.gears.cells import clear, count_nonzero

SHIFT, CAPACITY, AGE, NEW, CROWDED = range(5)
HEADER = 8

AT_LEAST, AT_MOST, EXACT = 1, 2, 3

PROVEN, DEPTHS = 1 << 15, 1 << 16
NO_ACTION = (1 << 32) - 1
AGES = 1 << 14

FIRST_BUCKETS = 1 << 13
"""Buckets in use at first: half a MiB."""

GROWTH = 2
"""How much larger the table gets at a time."""

FULL_QUARTERS = 3
"""Quarters of the entries that one search may write before the table grows. A table that is full
lies close together in the caches: doubled at 3/4, connect four's proofs take 25 % less time than
with four times the buckets at 1/4, for 0.2 % more nodes."""

NEVER = 1 << 62

SAMPLE = 100
"""Buckets that are looked at to tell how full a table is: keys are spread evenly."""


class PvsTable(TranspositionTable):
    """The table of principal-variation search; `memory` is in MiB.

    >>> PvsTable(1).entries, PvsTable(0).entries
    (32768, 2)
    """

    ways, spare = 2, 2

    def __init__(self, memory: float, gear: str = "plain") -> None:
        buckets = count_buckets(memory, 1, self.ways, self.spare)
        super().__init__(1, buckets, HEADER, gear)
        self.cells[CAPACITY] = buckets
        self.use(min(buckets, FIRST_BUCKETS))

    def use(self, buckets: int) -> None:
        """Use this many buckets, a power of two: the first ones."""
        self.cells[SHIFT] = 64
        while self.buckets() < buckets:
            self.cells[SHIFT] -= 1
        crowded = buckets * self.ways * FULL_QUARTERS // 4
        self.cells[CROWDED] = crowded if buckets < self.cells[CAPACITY] else NEVER

    def buckets(self) -> int:
        return 1 << 64 - int(self.cells[SHIFT])

    def index(self, key: int) -> int:
        """The number of a key's bucket."""
        return spread(key) >> int(self.cells[SHIFT])

    def begin(self) -> None:
        """Begin a search: the entries stay, and are older by one."""
        self.cells[AGE] = (self.cells[AGE] + 1) % AGES
        self.cells[NEW] = 0

    def forget(self) -> None:
        """Remove all entries. There are none behind the buckets in use."""
        clear(self.cells, HEADER, HEADER + self.buckets() * self.stride)

    def use_all(self) -> None:
        """Use all buckets from now on: a table that several threads share cannot grow."""
        if self.buckets() < self.cells[CAPACITY]:
            self.forget()
            self.use(self.cells[CAPACITY])

    # ------------------------------------------------------------------ growing

    def grow(self) -> None:
        """Use more buckets. The last entries move first, so that none is overwritten."""
        before = self.buckets()
        self.use(min(before * GROWTH, self.cells[CAPACITY]))
        for i in range(before - 1, -1, -1):
            bucket = self.header + i * self.stride
            first = self.take(bucket)
            second = self.take(bucket + self.size)
            self.move(first)
            self.move(second)

    def take(self, entry: int) -> tuple[int, int, int]:
        """Remove an entry and return its words."""
        cells = self.cells
        words = cells[entry + CHECK], cells[entry + TAG], cells[entry + VALUES]
        cells[entry + CHECK], cells[entry + TAG], cells[entry + VALUES] = 0, 0, 0
        return words

    def move(self, words: tuple[int, int, int]) -> None:
        """Write the words of an entry to its bucket."""
        check, tag, value = words
        if tag != 0:
            entry = self.bucket(check ^ tag ^ value)
            if self.cells[entry + TAG] != 0:
                entry += self.size
            self.cells[entry + CHECK], self.cells[entry + TAG] = check, tag
            self.cells[entry + VALUES] = value

    def make_room(self, key: int) -> int:
        """Return the entry to write to. Grow first if it is one too many for this search."""
        entry = self.replace(key)
        if self.cells[entry + TAG] & AGES - 1 != self.cells[AGE]:
            self.cells[NEW] += 1
            if self.cells[NEW] > self.cells[CROWDED]:
                self.grow()
                entry = self.replace(key)
        return entry

    # ------------------------------------------------------------------ entries

    def worth(self, entry: int) -> int:
        """More for an entry of this search than of an earlier one, then by depth."""
        tag = self.cells[entry + TAG]
        is_current = tag & AGES - 1 == self.cells[AGE]
        return depth_of(tag) + (DEPTHS if is_current else 0)

    def write(self, key: int, score: float, action: int, depth: int, bound: int) -> None:
        """Write an entry in place of the least valuable one. The depth is less than DEPTHS."""
        entry = self.make_room(key)
        shown = action if 0 <= action < NO_ACTION else NO_ACTION
        self.put(entry, 0, score)
        tag = shown << 32 | depth << 16 | bound << 14 | self.cells[AGE]
        self.seal(entry, key, tag)

    def fill(self) -> float:
        """How full the table is, from 0 to 1, by a sample of its buckets."""
        buckets = min(self.buckets(), SAMPLE)
        first, end = HEADER + TAG, HEADER + buckets * self.stride
        places = range(first, first + self.ways * self.size, self.size)
        used = sum(count_nonzero(self.cells, place, end, self.stride) for place in places)
        return used / (buckets * self.ways) * self.buckets() / float(self.cells[CAPACITY])


def bound_of(tag: int) -> int:
    """What an entry's score is: AT_LEAST, AT_MOST or EXACT."""
    return tag >> 14 & 3


def depth_of(tag: int) -> int:
    """The depth that an entry was searched to, plus PROVEN if it is proven."""
    return tag >> 16 & DEPTHS - 1


def action_of(tag: int) -> int:
    """The action that was best, or NO_ACTION."""
    return tag >> 32 & NO_ACTION
