"""Rows of 64-bit cells, the same in both gears: the memory of every search.

A kernel reads and writes ``cells[i]``, in either gear. What a row is made of differs:

=========  ===============================  =======================================
gear       a row is                         a float in it (`as_cell`) is
=========  ===============================  =======================================
plain      a list, or a `Sparse` row        the float itself
compiled   an array of signed integers      its 64 bits
=========  ===============================  =======================================

Code outside of kernels reads and writes single cells with the functions below, so that it need not
know the gear.

>>> cells = make_cells(4)
>>> write_float(cells, 1, 2.5)
>>> read_float(cells, 1), read_word(cells, 0)
(2.5, 0)
"""

from __future__ import annotations

from typing import Any, Literal

from zermelo.bits import FULL
from zermelo.errors import BadLimit

Kind = Literal["int64", "float64"]

CELL = 8
"""Bytes of one cell."""

MIB = 1 << 20
"""Bytes of one MiB."""

DENSE = 1 << 15
"""Longer plain rows are sparse."""


class Sparse(dict[int, Any]):
    """A long row of zeros, of which only the cells that were written exist."""

    def __missing__(self, cell: int) -> int:
        return 0


def make_cells(count: int, gear: str = "plain", kind: Kind = "int64") -> Any:
    """A row of zeros for the gear. `kind` "float64" is for rows that hold floats only.

    The pages of a compiled row exist once they are written to.
    """
    if gear != "compiled":
        return [0] * count if count <= DENSE else Sparse()
    import numpy

    try:
        return numpy.zeros(count, kind)
    except (MemoryError, OverflowError, ValueError):
        raise BadLimit(
            f"memory is {CELL * count // MIB:,} MiB, more than this machine gives; ask for less"
        ) from None


def is_compiled(cells: Any) -> bool:
    """Is the row one of the compiled gear?"""
    return not isinstance(cells, list | Sparse)


def clear(cells: Any) -> None:
    """Set every cell to 0."""
    if isinstance(cells, Sparse):
        cells.clear()
    else:
        cells[:] = [0] * len(cells) if isinstance(cells, list) else 0


def read(cells: Any, i: int) -> Any:
    """What a cell holds; in the plain gear that may be any object."""
    return int(cells[i]) if is_compiled(cells) else cells[i]


def read_word(cells: Any, i: int) -> int:
    """The 64 bits of a cell as an unsigned number."""
    return int(cells[i]) & FULL


def write_word(cells: Any, i: int, word: int) -> None:
    """Write 64 bits, given as an unsigned number."""
    cells[i] = (word + 2**63 & FULL) - 2**63 if is_compiled(cells) else word & FULL


def read_float(cells: Any, i: int) -> float:
    """The float that `as_cell` put into a cell."""
    return float(cells[i].view("float64") if is_compiled(cells) else cells[i])


def write_float(cells: Any, i: int, x: float) -> None:
    """Write a float as `as_cell` does."""
    if is_compiled(cells):
        cells.view("float64")[i] = x
    else:
        cells[i] = float(x)


class Words:
    """A row whose cells are read as unsigned numbers, for functions of kernels called in Python."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells

    def __getitem__(self, i: int) -> int:
        return read_word(self.cells, i)
