"""A table that takes more buckets: its entries move to their new places.

The index of a bucket is the front of the stirred key. With eight times as many buckets it is three
digits longer, so that the entries of an old bucket go to eight new ones, and there is room for all.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import FULL
from zermelo.frame.tt import TAG, TranspositionTable
from zermelo.gears.cells import is_compiled

SPREAD = 0x9E3779B97F4A7C15


def stir(key: Any) -> Any:
    """Return a key, or an array of keys, in which every bit comes into play at the front."""
    return (key & FULL) * SPREAD & FULL


def count_used(table: TranspositionTable, buckets: int) -> int:
    """Return how many entries of the first buckets are used."""
    rows = find_rows(table, buckets)
    if is_compiled(table.cells):
        return int((rows[:, TAG] != 0).sum())
    return sum(1 for row in rows if table.cells[row + TAG])


def find_rows(table: TranspositionTable, buckets: int) -> Any:
    """The entries of the first buckets: as rows of an array, or as places in a plain row."""
    end = table.header + buckets * table.ways * table.size
    if is_compiled(table.cells):
        return table.cells[table.header : end].reshape(-1, table.size)
    return range(table.header, end, table.size)


def move_entries(table: TranspositionTable, before: int) -> None:
    """Move the entries of the first `before` buckets to where `table.bucket` finds them now."""
    if is_compiled(table.cells):
        _move_in_array(table, before)
    else:
        _move_in_row(table, before)


def _move_in_array(table: TranspositionTable, before: int) -> None:
    import numpy

    old = find_rows(table, before)
    rows = old[old[:, TAG] != 0]  # a copy
    old[:] = 0
    keys = numpy.bitwise_xor.reduce(rows, axis=1)
    shift = numpy.uint64(65 - table.buckets().bit_length())
    indices = (stir(keys.view(numpy.uint64)) >> shift).astype(numpy.int64)
    order = numpy.argsort(indices, kind="stable")
    rows, indices = rows[order], indices[order]
    slots = numpy.arange(len(indices)) - numpy.searchsorted(indices, indices)
    find_rows(table, table.buckets())[indices * table.ways + slots] = rows


def _move_in_row(table: TranspositionTable, before: int) -> None:
    rows = []
    for place in find_rows(table, before):
        if table.cells[place + TAG]:
            rows.append([table.cells[place + i] for i in range(table.size)])
            for i in range(table.size):
                table.cells[place + i] = 0
    for row in rows:
        key = 0
        for word in row:
            key ^= word
        place = table.bucket(key)
        while table.cells[place + TAG]:
            place += table.size
        for i, word in enumerate(row):
            table.cells[place + i] = word
