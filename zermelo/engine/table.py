"""The transposition table.

What is known of positions that were met before, in a bounded row of cells.

A bucket holds four entries of three 64-bit words::

    word 0   key ^ score ^ about      so that an entry torn by two threads is not believed
    word 1   score                    for the mover there, seen from there
    word 2   about                    63 … 32  action, or all ones if there is none
                                      31 … 16  depth; PROVEN if no estimate went into it
                                      15 … 14  bound: 1 at least, 2 at most, 3 exact
                                      13 …  0  age: the search that wrote it

A new entry takes the place of one with the same key, else of the oldest, else of the shallowest in
its bucket.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import as_word, from_word, spread

BUCKET, WORDS = 4, 3
ROW = BUCKET * WORDS

AT_LEAST, AT_MOST, EXACT = 1, 2, 3

PROVEN = (1 << 16) - 1
NO_ACTION = (1 << 32) - 1
AGES = 1 << 14

NOT_FOUND = -1


def room(mebibytes: float) -> int:
    """How many buckets fit: a power of two, at least one.

    >>> room(1), room(0)
    (8192, 1)
    """
    fit = int(mebibytes * 2**20) // (8 * ROW)
    return 1 << max(fit.bit_length() - 1, 0)


SAMPLE = 100
"""Buckets that are looked at to tell how full a table is: keys are spread evenly."""


def fill(cells: Any, buckets: int) -> float:
    """How full the table is, from 0 to 1, by a sample of its buckets."""
    looked_at = min(buckets, SAMPLE)
    used = sum(1 for i in range(2, looked_at * ROW, WORDS) if cells[i] != 0)
    return used / (looked_at * BUCKET)


def bucket(key: int, buckets: int) -> int:
    """Where a key's bucket begins."""
    return (spread(key) >> 32 & buckets - 1) * ROW


def find(cells: Any, buckets: int, key: int) -> int:
    """The cell at which a key's entry begins, or NOT_FOUND."""
    at = bucket(key, buckets)
    for i in range(at, at + ROW, WORDS):
        if cells[i + 2] != 0 and cells[i] ^ cells[i + 1] ^ cells[i + 2] == key:
            return i
    return NOT_FOUND


def score_at(cells: Any, i: int) -> float:
    """An entry's score."""
    return from_word(cells[i + 1])


def bound_of(about: int) -> int:
    """What an entry's score is: AT_LEAST, AT_MOST or EXACT."""
    return about >> 14 & 3


def depth_of(about: int) -> int:
    """The depth that an entry was searched to."""
    return about >> 16 & PROVEN


def action_of(about: int) -> int:
    """The action that was best, or NO_ACTION."""
    return about >> 32 & NO_ACTION


def write(
    cells: Any, buckets: int, age: int, key: int, score: float, action: int, depth: int, bound: int
) -> None:
    """Write an entry in place of the least valuable one."""
    at = bucket(key, buckets)
    place, worth = at, 1 << 40
    for i in range(at, at + ROW, WORDS):
        about = cells[i + 2]
        if about == 0 or cells[i] ^ cells[i + 1] ^ about == key:
            place = i
            break
        value = depth_of(about) + ((about & AGES - 1) == age) * (PROVEN + 1)
        if value < worth:
            place, worth = i, value
    shown = action if 0 <= action < NO_ACTION else NO_ACTION
    about = shown << 32 | min(depth, PROVEN) << 16 | bound << 14 | age
    word = as_word(score)
    cells[place] = key ^ word ^ about
    cells[place + 1] = word
    cells[place + 2] = about
