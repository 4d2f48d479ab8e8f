"""The transposition table of principal-variation search: one score and what it means.

An entry holds a score, for the mover, seen from its own position. Its tag::

    63 … 32   action, or all ones if there is none
    31 … 16   depth it was searched to; PROVEN if no estimate went into it
    15 … 14   bound: 1 at least, 2 at most, 3 exact
    13 …  0   age: the search that wrote it

Entries of an earlier search are replaced first, then the shallowest. The header holds the number of
buckets and the age of this search.
"""

from __future__ import annotations

from zermelo.frame.tt import ENTRIES, TAG, TranspositionTable, count_buckets
from zermelo.gears.cells import clear

BUCKETS, AGE = range(2)
HEADER = 8

AT_LEAST, AT_MOST, EXACT = 1, 2, 3

PROVEN = (1 << 16) - 1
NO_ACTION = (1 << 32) - 1
AGES = 1 << 14

SAMPLE = 100
"""Buckets that are looked at to tell how full a table is: keys are spread evenly."""


class PvsTable(TranspositionTable):
    """The table of principal-variation search; `memory` is in MiB.

    >>> PvsTable(1).entries, PvsTable(0).entries
    (32768, 4)
    """

    def __init__(self, memory: float, gear: str = "plain") -> None:
        buckets = count_buckets(memory, 1)
        super().__init__(1, buckets, HEADER, gear)
        self.cells[BUCKETS] = buckets

    def buckets(self) -> int:
        return self.cells[BUCKETS]  # type: ignore[no-any-return]

    def begin(self) -> None:
        """Begin a search: the entries stay, and are older by one."""
        self.cells[AGE] = (self.cells[AGE] + 1) % AGES

    def forget(self) -> None:
        """Remove all entries."""
        header = [self.cells[i] for i in range(HEADER)]
        clear(self.cells)
        for i in range(HEADER):
            self.cells[i] = header[i]

    def worth(self, entry: int) -> int:
        """More for an entry of this search than of an earlier one, then by depth."""
        tag = self.cells[entry + TAG]
        is_current = tag & AGES - 1 == self.cells[AGE]
        return depth_of(tag) + (PROVEN + 1 if is_current else 0)

    def write(self, key: int, score: float, action: int, depth: int, bound: int) -> None:
        """Write an entry in place of the least valuable one."""
        entry = self.replace(key)
        shown = action if 0 <= action < NO_ACTION else NO_ACTION
        self.put(entry, 0, score)
        tag = shown << 32 | min(depth, PROVEN) << 16 | bound << 14 | self.cells[AGE]
        self.seal(entry, key, tag)

    def fill(self) -> float:
        """How full the table is, from 0 to 1, by a sample of its buckets."""
        entries = min(self.entries, SAMPLE * ENTRIES)
        used = sum(1 for i in range(entries) if self.cells[HEADER + i * self.size + TAG] != 0)
        return used / entries


def bound_of(tag: int) -> int:
    """What an entry's score is: AT_LEAST, AT_MOST or EXACT."""
    return tag >> 14 & 3


def depth_of(tag: int) -> int:
    """The depth that an entry was searched to."""
    return tag >> 16 & PROVEN


def action_of(tag: int) -> int:
    """The action that was best, or NO_ACTION."""
    return tag >> 32 & NO_ACTION
