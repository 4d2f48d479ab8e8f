"""The transposition table, one for all searches: a bounded row of 64-bit cells.

The row begins with a header that belongs to the search. Behind it lie buckets of four entries. An
entry is found by the 64-bit key of its position::

    entry   0   CHECK    key XOR tag XOR all values: half a write, or another position, fails
            1   TAG      what the search says about the position; 0 in an unused entry
            2   VALUES   as many words as the search needs

A search says what its tag and its values hold, which bucket a key has (`index`), and how much an
entry is worth keeping (`worth`). A new entry takes the place of one with the same key, or else of
the one in its bucket that is worth least.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import FULL, as_word, from_word, prefetch, spread
from zermelo.errors import BadLimit
from zermelo.gears.cells import CELL, MIB, Words, make_cells

CHECK, TAG, VALUES = range(3)
ENTRIES = 4
"""Entries of a bucket, unless a search says otherwise."""

MOST_WORTH = 1 << 40

NOT_FOUND = 0
"""In place of an entry; the header lies there."""


class TranspositionTable:
    """Buckets of entries with `width` values each, behind a header of `header` cells, at least
    one."""

    bare: tuple[str, ...] = ("cells",)

    ways: int = ENTRIES
    """Entries of a bucket. With one, a new entry replaces the old one always."""

    spare: int = 0
    """Unused cells of a bucket, behind its entries: a bucket of 8 cells lies in one cache line."""

    def __init__(self, width: int, buckets: int, header: int, gear: str = "plain") -> None:
        self.size = VALUES + width
        self.header = header
        self.entries = buckets * self.ways
        self.stride = self.ways * self.size + self.spare
        self.cells: Any = make_cells(header + buckets * self.stride, gear)

    # ------------------------------------------------------------------ what a search declares

    def index(self, key: int) -> int:
        """The number of a key's bucket."""
        return spread(key) >> 32 & self.buckets() - 1

    def buckets(self) -> int:
        """The number of buckets, a power of two.

        Kept in the header: machine code serves any size.
        """
        raise NotImplementedError

    def worth(self, entry: int) -> int:
        """How much a used entry is worth keeping: 0 or more, and less than MOST_WORTH."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what kernels call

    def bucket(self, key: int) -> int:
        """The cell at which a key's bucket begins."""
        return self.header + self.index(key) * self.stride

    def find(self, key: int) -> int:
        """The cell at which a key's entry begins, or NOT_FOUND."""
        entry = self.bucket(key)
        for _ in range(self.ways):
            if self.content(entry) == key & FULL and self.cells[entry + TAG] != 0:
                return entry
            entry += self.size
        return NOT_FOUND

    def expect(self, key: int) -> None:
        """Say that the entry of a key is looked for soon."""
        prefetch(self.cells, self.bucket(key))

    def find_outside(self, key: int) -> int:
        """The same as `find`, called outside of a kernel: cells are read as unsigned numbers."""
        words = Words(self.cells)
        first = self.bucket(key & FULL)
        for entry in range(first, first + self.ways * self.size, self.size):
            content = words[entry + CHECK]
            for i in range(TAG, self.size):
                content ^= words[entry + i]
            if words[entry + TAG] != 0 and content == key & FULL:
                return entry
        return NOT_FOUND

    def replace(self, key: int) -> int:
        """The entry to write to: the key's own, or the one that is worth least in its bucket.

        A bucket is filled from the front, so behind an unused entry there is no used one.
        """
        entry = self.bucket(key)
        chosen, least = entry, MOST_WORTH
        for _ in range(self.ways):
            if self.cells[entry + TAG] == 0 or self.content(entry) == key & FULL:
                return entry
            worth = self.worth(entry)
            if worth < least:
                chosen, least = entry, worth
            entry += self.size
        return chosen

    def content(self, entry: int) -> int:
        """The key that the words of an entry belong to, if they belong together."""
        word = self.cells[entry + CHECK]
        for i in range(TAG, self.size):
            word ^= self.cells[entry + i]
        return int(word)

    def value(self, entry: int, i: int) -> float:
        """One of an entry's values."""
        return from_word(self.cells[entry + VALUES + i])

    def put(self, entry: int, i: int, x: float) -> None:
        """Write one of an entry's values; `seal` comes after the last."""
        self.cells[entry + VALUES + i] = as_word(x)

    def seal(self, entry: int, key: int, tag: int) -> None:
        """Write an entry's tag and its check word."""
        word = key & FULL ^ tag
        for i in range(VALUES, self.size):
            word ^= self.cells[entry + i]
        self.cells[entry + TAG] = tag
        self.cells[entry + CHECK] = word


def count_buckets(memory: float, width: int, ways: int = ENTRIES, spare: int = 0) -> int:
    """Return the number of buckets that fit into `memory` MiB: a power of two, at least one.

    >>> count_buckets(1, 1), count_buckets(0.000001, 2)
    (8192, 1)
    """
    bytes_of_bucket = CELL * (ways * (VALUES + width) + spare)
    return power_below(memory * MIB / bytes_of_bucket)


def power_below(x: float) -> int:
    """The largest power of two that is at most x, and at least 1.

    >>> power_below(100.5), power_below(0.3)
    (64, 1)
    """
    return 1 << max(int(x).bit_length() - 1, 0)


def require_memory(memory: float) -> None:
    """Refuse a size that is not a number of MiB above 0.

    >>> require_memory(-1)
    Traceback (most recent call last):
    zermelo.errors.BadLimit: memory is -1; it must be a number of MiB above 0
    """
    is_number = isinstance(memory, int | float) and not isinstance(memory, bool)
    if not is_number or not 0 < memory < float("inf"):
        raise BadLimit(f"memory is {memory}; it must be a number of MiB above 0")
