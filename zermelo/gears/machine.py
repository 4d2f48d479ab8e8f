"""The machine words of generated modules. This is the only file that imports Numba.

A generated module imports this one as ``_m`` and is otherwise the author's text.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import hashlib
import operator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import boolean, float64, int64, njit
from numba.core import types
from numba.core.errors import NumbaError
from numba.core.runtime.context import NRTContext
from numba.cpython.unsafe.tuple import tuple_setitem as put
from numba.extending import intrinsic
from numba.extending import overload as numba_overload
from numba.np.arrayobj import make_array

from zermelo.bits import HASH_SEED, HASH_STEP

nan = np.nan

_FILES = (
    "machine.py", "sequences.py", "unions.py", "compiler.py", "quicker.py", "omissions.py",
)  # fmt: skip
_TEXTS = [Path(__file__).with_name(name).read_bytes() for name in _FILES]
_DIGEST = hashlib.sha256(b"".join(_TEXTS)).hexdigest()
VERSION = f"numba {numba.__version__}, numpy {np.__version__}, words {_DIGEST}"
"""Part of every digest: with another compiler, or other words, all is compiled anew."""

CompilerError, References = NumbaError, NRTContext

_inner = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Only machine code calls helpers: a door for Python in each would take a quarter of the compiler's
time."""

overload = partial(numba_overload, jit_options=_inner)
helper = njit(**_inner)
"""For rules and helpers: compiled when a kernel needs them, never cached on their own."""

checked_helper = njit(boundscheck=True, **_inner)
checked_kernel = njit(nogil=True, cache=True, boundscheck=True)
"""The same with every index checked, for finding mistakes in rules."""

kernel = njit(nogil=True, cache=True)
"""For the entry: its machine code holds everything it reaches and is kept on disk."""


def to_signed(x: int) -> int:
    """The signed 64-bit number with the same bits."""
    x &= 2**64 - 1
    return x - 2**64 if x >> 63 else x


SEED, STEP = to_signed(HASH_SEED), to_signed(HASH_STEP)
_WORD = ir.IntType(64)


def _shift(name: str):
    """A logical shift: 0 for a distance of 64 or more, as Python's ints behave under a mask."""

    def shift(typing, a, b):
        def generate(context, builder, signature, args):
            near = builder.icmp_unsigned("<", args[1], _WORD(64))
            return builder.select(near, getattr(builder, name)(args[0], args[1]), _WORD(0))

        return int64(int64, int64), generate

    return intrinsic(shift)


shr = _shift("lshr")
shl = _shift("shl")


@intrinsic
def bit_count(typing, a):
    """How many bits are set."""
    return int64(int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def bit_length(typing, a):
    """One more than the index of the highest bit; 0 for the empty set."""

    def generate(context, builder, signature, args):
        return builder.sub(_WORD(64), builder.ctlz(args[0], ir.IntType(1)(0)))

    return int64(int64), generate


@intrinsic
def lowest(typing, a):
    """The index of the lowest bit; −1 for the empty set."""

    def generate(context, builder, signature, args):
        index = builder.cttz(args[0], ir.IntType(1)(1))
        is_empty = builder.icmp_unsigned("==", args[0], _WORD(0))
        return builder.select(is_empty, _WORD(-1), index)

    return int64(int64), generate


@intrinsic
def as_cell(typing, x):
    """A float's bits as an integer."""
    return int64(float64), lambda context, builder, signature, args: builder.bitcast(args[0], _WORD)


@intrinsic
def from_cell(typing, x):
    """The float whose bits these are."""
    return float64(int64), lambda context, builder, signature, args: builder.bitcast(
        args[0], ir.DoubleType()
    )


@intrinsic
def prefetch(typing, cells, i):
    """Begin to load the cache line of a cell."""
    if not isinstance(cells, types.CPointer):
        return None

    def generate(context, builder, signature, args):
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        load = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        place = builder.bitcast(builder.gep(args[0], [args[1]]), byte)
        builder.call(load, [place, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.none(cells, int64), generate


@intrinsic
def load_state(typing, rows, i, like):
    """State i of an array of states: its numbers lie one after another, as 64-bit cells."""
    if not isinstance(rows, types.Array) or rows.ndim != 1 or rows.layout != "C":
        return None
    size = _count_numbers(like)

    def generate(context, builder, signature, args):
        data = make_array(rows)(context, builder, args[0]).data
        cells = iter(range(size))
        first = builder.mul(args[1], _WORD(size))

        def read(kind):
            if isinstance(kind, types.BaseTuple):
                return context.make_tuple(builder, kind, [read(item) for item in kind.types])
            cell = builder.load(builder.gep(data, [builder.add(first, _WORD(next(cells)))]))
            if isinstance(kind, types.Float):
                return builder.bitcast(cell, ir.DoubleType())
            if isinstance(kind, types.Boolean):
                return builder.icmp_signed("!=", cell, _WORD(0))
            return cell

        return read(like)

    return like(rows, int64, like), generate


@helper
def read_cells(row, like):
    """The state in the first cells of a row."""
    return load_state(row, 0, like)


@intrinsic
def write_cells(typing, row, s):
    """Write the numbers of a state into a row of 64-bit cells."""
    if not isinstance(row, types.Array) or row.ndim != 1 or row.layout != "C":
        return None

    def generate(context, builder, signature, args):
        data = make_array(row)(context, builder, args[0]).data
        cells = iter(range(_count_numbers(s)))

        def write(kind, value):
            if isinstance(kind, types.BaseTuple):
                for i, item in enumerate(kind.types):
                    write(item, builder.extract_value(value, i))
                return
            if isinstance(kind, types.Float):
                value = builder.bitcast(value, _WORD)
            elif isinstance(kind, types.Boolean):
                value = builder.zext(value, _WORD)
            builder.store(value, builder.gep(data, [_WORD(next(cells))]))

        write(s, args[1])
        return context.get_dummy_value()

    return types.none(row, s), generate


def _count_numbers(kind) -> int:
    """The numbers in a state of this type."""
    return sum(map(_count_numbers, kind.types)) if isinstance(kind, types.BaseTuple) else 1


@intrinsic
def pointer(typing, array):
    """Where an array's items lie.

    A bare address costs nothing to hand on: an array is counted at every call.
    """
    if not isinstance(array, types.Array) or array.ndim != 1 or array.layout != "C":
        return None

    def generate(context, builder, signature, args):
        return make_array(array)(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), generate


@helper
def as_row(address, length):
    """The array of this many numbers at an address; nothing counts its references."""
    return numba.carray(address, (length,))


def as_table(address, *axes):
    """The array of these lengths at an address."""
    raise TypeError("compiled only")


@overload(as_table)
def _as_table(address, *axes):
    return lambda address, *axes: numba.carray(address, axes)


def row_items(row, *axes):
    """A row of a table as a tuple, whose rows are tuples."""
    raise TypeError("compiled only")


@overload(row_items, prefer_literal=True)
def _row_items(row, *axes):
    lengths = [each.literal_value for each in axes]
    return make_function(f"def made(row, *axes): return {write_items('row', lengths)}")


def write_items(row: str, lengths: list[int]) -> str:
    """The text of a row of an array as a tuple."""
    if not lengths:
        return row
    return write_row([write_items(f"{row}[{i}]", lengths[1:]) for i in range(lengths[0])])


@helper
def row(values, starts, i):
    """Row i of a table whose rows differ in length."""
    if i < 0:
        i += len(starts) - 1
    return values[starts[i] : starts[i + 1]]


@helper
def count(group, x):
    """How often x occurs."""
    n = 0
    for y in group:
        if x == y:
            n += 1
    return n


@helper
def contains(group, x):
    """x in group"""
    for y in group:  # noqa: SIM110 — Numba has no any()
        if x == y:
            return True
    return False


# ----------------------------------------------------- words whose code depends on a tuple's length


def make_function(text: str, **names: Any):
    """A function made from text, for Numba's overloads."""
    scope: dict[str, Any] = dict(names)
    exec(text, scope)
    return scope["made"]


def write_row(items: list[str]) -> str:
    """The text of a tuple."""
    return "(" + "".join(item + ", " for item in items) + ")"


def _index_kept(kept) -> str:
    return "".join(f", kept[{i}]" for i in range(len(kept)))


def build(item):
    """The function of (cells, kept) that is tuple(item(x, *kept) for x in cells)."""

    def build_tuple(cells, kept):
        raise TypeError("compiled only")

    @overload(build_tuple)
    def _overload(cells, kept):
        if not isinstance(cells, types.BaseTuple):
            text = f"def made(cells, kept): return [item(x{_index_kept(kept)}) for x in cells]"
            return make_function(text, item=item)
        items = [f"item(cells[{i}]{_index_kept(kept)})" for i in range(len(cells))]
        text = f"def made(cells, kept): return settle({write_row(items)})"
        return make_function(text, item=item, settle=settle)

    return build_tuple


def settle(x):
    """A tuple of lists, which stand for tuples of unknown length, as a list of them."""
    raise TypeError("compiled only")


@overload(settle)
def _settle(x):
    if isinstance(x, types.UniTuple) and isinstance(x.dtype, types.List):
        return lambda x: [y for y in x]  # noqa: C416
    return lambda x: x


def build_indexed(item):
    """The function of (cells, kept): tuple(item(i, x, *kept) for i, x in enumerate(cells))."""

    def build_tuple(cells, kept):
        raise TypeError("compiled only")

    @overload(build_tuple)
    def _overload(cells, kept):
        if not isinstance(cells, types.BaseTuple):
            each = f"item(i, x{_index_kept(kept)})"
            text = f"def made(cells, kept): return [{each} for i, x in enumerate(cells)]"
            return make_function(text, item=item)
        items = [f"item(int64({i}), cells[{i}]{_index_kept(kept)})" for i in range(len(cells))]
        return make_function(
            f"def made(cells, kept): return {write_row(items)}", item=item, int64=int64
        )

    return build_tuple


def build_zipped(item):
    """The function of (cells, others, kept) that is tuple(item(x, y, *kept) for x, y in zip(cells,
    others)).
    """

    def build_tuple(cells, others, kept):
        raise TypeError("compiled only")

    @overload(build_tuple)
    def _overload(cells, others, kept):
        if not isinstance(cells, types.BaseTuple) or not isinstance(others, types.BaseTuple):
            each = f"item(x, y{_index_kept(kept)})"
            text = f"def made(cells, others, kept): return [{each} for x, y in zip(cells, others)]"
            return make_function(text, item=item)
        items = [
            f"item(cells[{i}], others[{i}]{_index_kept(kept)})"
            for i in range(min(len(cells), len(others)))
        ]
        return make_function(f"def made(cells, others, kept): return {write_row(items)}", item=item)

    return build_tuple


@helper
def sort_ascending(cells):
    """A tuple's items, smallest first."""
    for i in range(1, len(cells)):
        for j in range(i, 0, -1):
            if cells[j] < cells[j - 1]:
                low, high = cells[j], cells[j - 1]
                cells = put(put(cells, j - 1, low), j, high)
    return cells


@helper
def sort_descending(cells):
    """A tuple's items, largest first."""
    for i in range(1, len(cells)):
        for j in range(i, 0, -1):
            if cells[j] > cells[j - 1]:
                high, low = cells[j], cells[j - 1]
                cells = put(put(cells, j - 1, high), j, low)
    return cells


def as_ints(cells):
    """A tuple with every item a 64-bit integer."""
    raise TypeError("compiled only")


def as_floats(cells):
    """A tuple with every item a float."""
    raise TypeError("compiled only")


def _cast_all(cells, kind: str):
    if isinstance(cells, types.BaseTuple) and all(
        isinstance(x, types.Number | types.Boolean) for x in cells
    ):
        items = [f"{kind}(cells[{i}])" for i in range(len(cells))]
        return make_function(
            f"def made(cells): return {write_row(items)}", int64=int64, float64=float64
        )
    return make_function("def made(cells): return cells")


@overload(as_ints)
def _as_ints(cells):
    return _cast_all(cells, "int64")


@overload(as_floats)
def _as_floats(cells):
    return _cast_all(cells, "float64")


def plain(x):
    """The same value, of the type that such values have at run time.

    A 1 in the text is an int like any other.
    """
    raise TypeError("compiled only")


@overload(plain)
def _plain(x):
    if isinstance(x, types.IntegerLiteral):
        return lambda x: int64(x)
    if isinstance(x, types.BooleanLiteral):
        return lambda x: boolean(x)
    if isinstance(x, types.Tuple | types.UniTuple):
        items = [f"plain(x[{i}])" for i in range(len(x))]
        return make_function(f"def made(x): return {write_row(items)}", plain=plain)
    return lambda x: x


@helper
def stir(h, word):
    h = (h ^ word) * STEP
    return h ^ shr(h, 32)


def hash_into(h, x):
    """One more number or tuple into the hash."""
    raise TypeError("compiled only")


@overload(hash_into)
def _hash_into(h, x):
    if isinstance(x, types.Integer | types.Boolean):
        return lambda h, x: stir(h, int64(x))
    if isinstance(x, types.Float):
        return lambda h, x: stir(h, as_cell(x))
    if isinstance(x, types.BaseTuple):
        lines = [f"    h = hash_into(h, x[{i}])" for i in range(len(x))]
        text = "\n".join(["def made(h, x):", *lines, f"    return stir(h, {len(x)})"])
        return make_function(text, hash_into=hash_into, stir=stir)
    return None


@overload(operator.not_)
def _is_empty(group):
    """``not moves``: Numba has it for numbers only."""
    if isinstance(group, types.List | types.Set | types.BaseTuple | types.DictType):
        return lambda group: len(group) == 0
    return None


@helper
def hash64(x):
    return hash_into(SEED, x)
