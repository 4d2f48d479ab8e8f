"""Tables of numbers as the arrays that machine code reads."""

from __future__ import annotations

from typing import Any

from zermelo.bits import FULL, LookupTable
from zermelo.gears.statics import is_number, layout


def make_array(numbers: list[Any]) -> Any:
    """Numbers as an array: of floats if one is a float, else of signed 64-bit integers."""
    import numpy

    if any(_is_float(x) for x in numbers):
        return numpy.array(numbers, dtype=numpy.float64)
    return numpy.array([int(x) & FULL for x in numbers], dtype=numpy.uint64).view(numpy.int64)


def _is_float(x: Any) -> bool:
    """Is this a float, Python's or numpy's?"""
    dtype = getattr(x, "dtype", None)
    return isinstance(x, float) or (dtype is not None and dtype.kind == "f")


def make_table(values: tuple[Any, ...]) -> Any:
    """A tuple of numbers, or of equally long rows of numbers, as an array; else None."""
    if not values or not isinstance(values[0], tuple):
        return make_row(values)
    if not all(isinstance(r, tuple) and len(r) == len(values[0]) for r in values):
        return None
    row = make_row(tuple(x for r in values for x in r))
    return None if row is None else row.reshape(len(values), -1)


def make_row(values: tuple[Any, ...]) -> Any:
    """A tuple of numbers as an array of one axis; None if it is empty or holds something else."""
    if not values or not all(is_number(x) for x in values):
        return None
    return make_array(list(values))


def make_ragged(values: Any) -> tuple[Any, Any] | None:
    """Rows of different lengths as two arrays: all numbers, and where each row starts."""
    if not all(isinstance(r, tuple) and all(is_number(x) for x in r) for r in values):
        return None
    starts = [0]
    for r in values:
        starts.append(starts[-1] + len(r))
    return make_array([x for r in values for x in r]), make_array(starts)


def as_array(data: Any) -> Any:
    """A LookupTable or array as machine code takes it."""
    if not isinstance(data, LookupTable):
        return data
    if data.array is None:
        data.array = _make_lookup_array(data)
    return data.array


def _make_lookup_array(data: LookupTable[Any]) -> Any:
    """The array of a LookupTable, with one axis or two."""
    import numpy

    kind, axes = layout(data)
    if axes == 2:
        return make_array([x for row in data for x in row]).astype(kind).reshape(len(data), -1)
    return make_array(list(data)).astype(kind) if data else numpy.zeros(0, kind)
