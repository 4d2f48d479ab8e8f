"""Many states in one array, for kernels that take all of them in one call.

A state of the compiled gear is a tuple of numbers, and of tuples of them. Its row is these numbers
one after another, as 64-bit cells; `bits.load_state` reads a row in a kernel. In the plain gear the
rows are the states themselves.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any

from zermelo.gears.border import to_signed
from zermelo.gears.statics import is_record, parts
from zermelo.symbols import find_code, is_symbol


def write_states(states: Sequence[Any], gear: str) -> Any:
    """Return states as rows that `load_state` reads.

    >>> write_states([(1, (2, 3)), (4, (5, 6))], "compiled").tolist()
    [1, 2, 3, 4, 5, 6]
    """
    if gear != "compiled":
        return states
    import numpy

    try:
        quick = numpy.array(states)
    except (ValueError, OverflowError):  # rows of different shapes, or a number beyond 64 bits
        quick = None
    if quick is not None and quick.dtype == numpy.int64:
        return quick.ravel()
    cells = [cell for state in states for cell in _list_cells(state)]
    return numpy.array(cells, dtype=numpy.int64)


def _list_cells(x: Any) -> Iterator[int]:
    """Yield the numbers of a state as signed 64-bit integers."""
    if isinstance(x, float):
        yield struct.unpack("<q", struct.pack("<d", x))[0]
    elif isinstance(x, tuple) or is_record(type(x)):
        for item in parts(x):
            yield from _list_cells(item)
    else:
        yield find_code(x) if is_symbol(x) else to_signed(int(x), "the state")
