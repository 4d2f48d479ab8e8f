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

import sys
from struct import Struct
from typing import Any, Literal

from zermelo.bits import FULL
from zermelo.errors import BadLimit

Kind = Literal["int64", "float64"]

_WORD, _FLOAT = Struct("q"), Struct("d")

CELL = 8
"""Bytes of one cell."""

LINE = 8
"""Cells of one cache line."""

MIB = 1 << 20
"""Bytes of one MiB."""

DENSE = 1 << 15
"""Longer plain rows are sparse."""


class Sparse(dict[int, Any]):
    """A long row of zeros, of which only the cells that were written exist."""

    def __missing__(self, cell: int) -> int:
        return 0


_PLAIN = (list, Sparse)


def make_cells(count: int, gear: str = "plain", kind: Kind = "int64") -> Any:
    """A row of zeros for the gear. `kind` "float64" is for rows that hold floats only.

    The pages of a compiled row exist once they are written to.
    """
    if gear != "compiled":
        return [0] * count if count <= DENSE else Sparse()
    import numpy

    if count <= DENSE:
        return numpy.zeros(count, kind)
    if (row := _take_back(count, kind)) is not None:
        return row
    try:
        return align(numpy.zeros(count + LINE, kind))
    except (MemoryError, OverflowError, ValueError):
        raise BadLimit(
            f"memory is {CELL * count // MIB:,} MiB, more than this machine gives; ask for less"
        ) from None


MOST_RETURNED = 4
"""Long rows that are kept for use again."""

MOST_WRITTEN = 1 << 18
"""Up to this many cells are cleared in less time than the system needs for new ones."""

_returned: list[tuple[Any, int]] = []


def give_back(row: Any, written: int) -> None:
    """Let a later search have a long row, of which only the first `written` cells were used."""
    is_worth = is_compiled(row) and len(row) > DENSE and written <= MOST_WRITTEN
    if is_worth and len(_returned) < MOST_RETURNED:
        _returned.append((row, written))


def _take_back(count: int, kind: Kind) -> Any:
    """A row that was given back and is no longer referred to, all zeros again; or None."""
    for _ in range(len(_returned)):
        try:
            row, written = _returned.pop(0)
        except IndexError:  # another thread was first
            return None
        if sys.getrefcount(row) == ALONE:
            if len(row) == count and row.dtype == kind:
                row[:written] = 0
                return row
            _returned.append((row, written))
    return None


MOST_KEPT = 8
"""Rows that are kept for use again, of each size."""

_kept: dict[tuple[int, Kind], list[Any]] = {}


def take_cells(count: int, gear: str = "plain", kind: Kind = "int64") -> Any:
    """A row for the gear whose cells may hold anything; zeros in the plain gear.

    A row that was used before and is no longer referred to is taken first: the first write to new
    memory costs more time than an easy search.
    """
    if gear != "compiled":
        return make_cells(count, gear, kind)
    kept = _kept.setdefault((count, kind), [])
    for _ in range(len(kept)):
        try:
            row = kept.pop(0)
        except IndexError:  # another thread was first
            break
        is_free = sys.getrefcount(row) == ALONE
        kept.append(row)
        if is_free:
            return row
    import numpy

    row = numpy.empty(count, kind)
    if len(kept) < MOST_KEPT:
        kept.append(row)
    return row


ALONE = 2
"""What `getrefcount` says of an object that one variable holds."""


def align(cells: Any) -> Any:
    """The row without its first cells, so that it begins with a cache line; LINE cells shorter."""
    skipped = -cells.__array_interface__["data"][0] // CELL % LINE
    return cells[skipped : len(cells) - LINE + skipped]


def is_compiled(cells: Any) -> bool:
    """Is the row one of the compiled gear?"""
    return not isinstance(cells, _PLAIN)


def clear(cells: Any, first: int = 0, end: int | None = None) -> None:
    """Set every cell to 0, or those from `first` on and before `end`."""
    if isinstance(cells, Sparse):
        for i in [i for i in cells if first <= i and (end is None or i < end)]:
            del cells[i]
    elif isinstance(cells, list):
        cells[first:end] = [0] * len(cells[first:end])
    else:
        cells[first:end] = 0


def count_nonzero(cells: Any, first: int, end: int, step: int) -> int:
    """How many cells are not 0, of every `step`-th one from the first on.

    >>> count_nonzero([1, 2, 0, 4, 5], 0, 5, 2)
    2
    """
    if is_compiled(cells):
        import numpy

        return int(numpy.count_nonzero(cells[first:end:step]))
    return sum(1 for i in range(first, end, step) if cells[i] != 0)


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
    if not is_compiled(cells):
        return float(cells[i])
    value: float = _FLOAT.unpack(_WORD.pack(cells.item(i)))[0]
    return value


def list_cells(cells: Any, first: int, end: int, step: int = 1) -> list[Any]:
    """What every `step`-th cell holds."""
    part = cells[first:end:step]
    return part.tolist() if is_compiled(cells) else part  # type: ignore[no-any-return]


def list_floats(cells: Any, first: int, end: int, step: int = 1) -> list[float]:
    """The floats that `as_cell` put into every `step`-th cell."""
    if is_compiled(cells):
        return cells[first:end].view("float64")[::step].tolist()  # type: ignore[no-any-return]
    return list(map(float, cells[first:end:step]))


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
