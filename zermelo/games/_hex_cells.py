"""Sets of cells of a hex board, as pairs of 64-bit words.

11×11 has 121 cells: cell i is bit i of `lo`, from 64 on bit i − 64 of `hi`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.bits import Bits, members


class Cells(NamedTuple):
    """A set of cells."""

    lo: Bits
    hi: Bits


def both(x: Cells, y: Cells) -> Cells:
    """The cells in x and y."""
    return Cells(x.lo & y.lo, x.hi & y.hi)


def either(x: Cells, y: Cells) -> Cells:
    """The cells in x or y."""
    return Cells(x.lo | y.lo, x.hi | y.hi)


def without(x: Cells, y: Cells) -> Cells:
    """The cells in x that are not in y."""
    return Cells(x.lo & ~y.lo, x.hi & ~y.hi)


def meet(x: Cells, y: Cells) -> bool:
    """Have x and y a cell in common?"""
    return x.lo & y.lo | x.hi & y.hi != 0


def count(x: Cells) -> int:
    """The number of cells."""
    return x.lo.bit_count() + x.hi.bit_count()


def single(i: int) -> Cells:
    """The set of one cell."""
    return Cells(1 << i, 0) if i < 64 else Cells(0, 1 << i - 64)


def list_members(x: Cells) -> Iterator[int]:
    """The cells of a set, in their order."""
    yield from members(x.lo)
    for i in members(x.hi):
        yield 64 + i


def less(x: Cells, y: Cells) -> bool:
    """An order of sets; `hi` never has bit 63, `lo` may."""
    if x.hi != y.hi:
        return x.hi < y.hi
    return x.lo >> 1 < y.lo >> 1 or (x.lo >> 1 == y.lo >> 1 and x.lo & 1 < y.lo & 1)


def reverse_word(x: int) -> int:
    """The 64 bits in the other order.

    >>> reverse_word(0b1011) >> 60 == 0b1101
    True
    """
    x = x >> 1 & 0x5555555555555555 | (x & 0x5555555555555555) << 1
    x = x >> 2 & 0x3333333333333333 | (x & 0x3333333333333333) << 2
    x = x >> 4 & 0x0F0F0F0F0F0F0F0F | (x & 0x0F0F0F0F0F0F0F0F) << 4
    x = x >> 8 & 0x00FF00FF00FF00FF | (x & 0x00FF00FF00FF00FF) << 8
    x = x >> 16 & 0x0000FFFF0000FFFF | (x & 0x0000FFFF0000FFFF) << 16
    return x >> 32 | (x & 0xFFFFFFFF) << 32
