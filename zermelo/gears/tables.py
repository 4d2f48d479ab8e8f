"""Tables of numbers as the arrays that machine code reads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from zermelo.bits import FULL, LookupTable
from zermelo.gears.statics import NUMBERS, is_number, is_table, is_weights, layout, list_numbers
from zermelo.symbols import find_code, is_symbol


def make_array(numbers: list[Any]) -> Any:
    """Numbers as an array: of floats if one is a float, else of signed 64-bit integers."""
    import numpy

    numbers = [find_code(x) if is_symbol(x) else x for x in numbers]
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
    if not values or not all(is_number(x) or is_symbol(x) for x in values):
        return None
    return make_array(list(values))


def make_ragged(values: Any) -> tuple[Any, Any] | None:
    """Rows of different lengths as two arrays: all numbers, and where each row starts."""
    if not all(isinstance(r, tuple) for r in values):
        return None
    if not all(is_number(x) or is_symbol(x) for r in values for x in r):
        return None
    starts = [0]
    for r in values:
        starts.append(starts[-1] + len(r))
    return make_array([x for r in values for x in r]), make_array(starts)


def make_ragged_tuples(values: Any) -> tuple[Any, Any] | None:
    """Rows of different lengths whose items are equally long tuples of numbers, as two arrays.

    >>> table, starts = make_ragged_tuples((((0, 1),), ((0, 0), (1, 1))))
    >>> table.tolist(), starts.tolist()
    ([[0, 1], [0, 0], [1, 1]], [0, 1, 3])
    """
    if not all(isinstance(r, tuple) for r in values):
        return None
    items = tuple(x for r in values for x in r)
    table = make_table(items) if items and isinstance(items[0], tuple) and items[0] else None
    if table is None:
        return None
    starts = accumulate((len(r) for r in values), initial=0)
    return table, make_array(list(starts))


def describe_types(args: Iterable[Any]) -> tuple[Any, ...]:
    """What machine code must know of its arguments; equal for those that the same code takes.

    >>> describe_types((1, 2.0)) == describe_types((3, 4.0))
    True
    """
    return tuple([type(x) if type(x) in NUMBERS else _describe_type(x) for x in args])


LAID_OUT = 0x1 | 0x400
"""NumPy's flags of an array whose rows lie one after another, and of one that may be written."""


def _describe_type(x: Any) -> Any:
    if isinstance(x, tuple):
        return type(x), describe_types(x)
    dtype = getattr(x, "dtype", None)
    if dtype is None:
        return type(x)
    return dtype.num, x.ndim, x.flags.num & LAID_OUT


def as_array(data: Any) -> Any:
    """A LookupTable or array as machine code takes it."""
    if is_weights(data):
        import numpy

        return numpy.array(data if isinstance(data, tuple | list) else [data], numpy.float64)
    if type(data) is int or is_table(data):
        return make_array(list_numbers(data))
    if not isinstance(data, LookupTable):
        return getattr(data, "base", data) if type(data).__module__ != "numpy" else data
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
