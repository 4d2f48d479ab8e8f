"""The machine words of generated modules. This is the only file that imports Numba.

A generated module imports this one as ``_m`` and is otherwise the author's text.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import gc
import hashlib
import operator
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import boolean, float64, int64, njit
from numba.core import caching, codegen, generators, types
from numba.core.errors import NumbaError
from numba.cpython.unsafe.tuple import tuple_setitem as put
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

from zermelo.bits import HASH_SEED, HASH_STEP

nan = np.nan

_DIGEST = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
VERSION = f"numba {numba.__version__}, numpy {np.__version__}, words {_DIGEST}"
"""Part of every digest: with another compiler, or other words, all is compiled anew."""

CompilerError = NumbaError

_lower_yield = generators.LowerYield.__init__


def _in_order(self, lower, yield_point, live_vars):
    """Save a generator's variables in a fixed order.

    Numba keeps them in a set, so that their order, and with it the speed of the code by a quarter,
    would depend on the seed of Python's hashes in the process that happened to compile it.
    """
    _lower_yield(self, lower, yield_point, sorted(live_vars))


generators.LowerYield.__init__ = _in_order

_OPERATORS = frozenset(word for word in vars(operator).values() if callable(word))
_SIMPLE = (types.Number, types.Boolean, types.CPointer, types.Array)
_FUNCTION: Any = types.BaseFunction
_find_signature = _FUNCTION.get_call_type
_signatures: dict[Any, tuple[Any, Any]] = {}


def _find_signature_once(self, context, args, kws):
    """The types of a call; those of an operator on numbers are found once in a process.

    Numba tries the rules of NumPy's functions each time: a fifth of the compiler's time.
    """
    if kws or self.typing_key not in _OPERATORS or not all(isinstance(x, _SIMPLE) for x in args):
        return _find_signature(self, context, args, kws)
    key = self.key, tuple(args)
    if key not in _signatures:
        found = _find_signature(self, context, args, kws)
        _signatures[key] = found, self._impl_keys[found.args]
    found, self._impl_keys[found.args] = _signatures[key]
    return found


_FUNCTION.get_call_type = _find_signature_once

_Library: Any = codegen.JITCodeLibrary
_optimise_fully = _Library._optimize_final_module
_emit_code = _Library._finalize_final_module
_find_address = _Library.get_pointer_to_function
_set_environment: Any = codegen.JITCPUCodegen.set_env
_DOOR = "_ZN7cpython"


def _is_helper(library):
    """Does only machine code call it? It has no door for Python, for C or for Numba's run time.

    What is loaded from a file, as machine code, has no text of functions: it is a kernel.
    """
    names = [function.name for function in library.get_defined_functions()]
    return bool(names) and all(x.startswith("_ZN") and not x.startswith(_DOOR) for x in names)


def _optimise(self):
    """Optimise a kernel fully, and a helper only as far as pasting it into its callers needs.

    A kernel holds the text of all its helpers, and is optimised as a whole.
    """
    if not _is_helper(self):
        return _optimise_fully(self)
    passes, builder = self._codegen._module_pass_manager(
        loop_vectorize=self._codegen._loopvect,
        slp_vectorize=False,
        opt=self._codegen._opt_level,
        cost="cheap",
    )
    return passes.run(self._final_module, builder)


def _emit(self):
    """Emit machine code for a kernel. A helper's own would never be called."""
    self._finalized = True
    if not _is_helper(self):
        _emit_code(self)


def _find_address_if_emitted(self, name):
    self._ensure_finalized()
    return 0 if _is_helper(self) else _find_address(self, name)


def _set_environment_if_emitted(self, name, environment):
    if self._engine.get_global_value_address(name):
        _set_environment(self, name, environment)


# A third of the compiler's time.
_Library._optimize_final_module = _optimise
_Library._finalize_final_module = _emit
_Library.get_pointer_to_function = _find_address_if_emitted
codegen.JITCPUCodegen.set_env = _set_environment_if_emitted

_inner = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Only machine code calls helpers: a door for Python in each would take a quarter of the compiler's
time."""

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


def _make_function(text: str, **names: Any):
    """A function made from text, for Numba's overloads."""
    scope: dict[str, Any] = dict(names)
    exec(text, scope)
    return scope["made"]


def _row(items: list[str]) -> str:
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
            return None
        items = [f"item(cells[{i}]{_index_kept(kept)})" for i in range(len(cells))]
        return _make_function(f"def made(cells, kept): return {_row(items)}", item=item)

    return build_tuple


def build_indexed(item):
    """The function of (cells, kept): tuple(item(i, x, *kept) for i, x in enumerate(cells))."""

    def build_tuple(cells, kept):
        raise TypeError("compiled only")

    @overload(build_tuple)
    def _overload(cells, kept):
        if not isinstance(cells, types.BaseTuple):
            return None
        items = [f"item(int64({i}), cells[{i}]{_index_kept(kept)})" for i in range(len(cells))]
        return _make_function(
            f"def made(cells, kept): return {_row(items)}", item=item, int64=int64
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
            return None
        items = [
            f"item(cells[{i}], others[{i}]{_index_kept(kept)})"
            for i in range(min(len(cells), len(others)))
        ]
        return _make_function(f"def made(cells, others, kept): return {_row(items)}", item=item)

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
        return _make_function(
            f"def made(cells): return {_row(items)}", int64=int64, float64=float64
        )
    return _make_function("def made(cells): return cells")


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
        return _make_function(f"def made(x): return {_row(items)}", plain=plain)
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
        return _make_function(text, hash_into=hash_into, stir=stir)
    return None


@helper
def hash64(x):
    return hash_into(SEED, x)


class Files(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Machine code in files that are called by what they are for.

    Numba numbers them: two processes that are done at the same time may take the same number, each
    for arguments of its own, and the next one runs the code of the one on the arguments of the
    other. Here the later one at worst makes the other forgotten.
    """

    def save(self, key: Any, data: Any) -> None:
        name = self._data_name(int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:6]))
        self._save_data(name, data)  # first: what an index names is there
        self._save_index({**self._load_index(), key: name})


@contextmanager
def _no_collection() -> Iterator[None]:
    """Do not look for garbage: the compiler makes a million objects and keeps most of them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def prepare(entry: Any, args: tuple[Any, ...]) -> None:
    """Compile an entry for arguments like these, or load its machine code from disk.

    Numba leaves some calls between functions that call each other unresolved; such code works here
    and crashes when it is loaded by another process, so it is refused.
    """
    signature = tuple(numba.typeof(arg) for arg in args)
    if signature in entry.overloads:
        return
    files = getattr(entry._cache, "_cache_file", None)
    if type(files) is caching.IndexDataCacheFile:  # else there is no place to keep it
        files.__class__ = Files
    with _no_collection():
        entry.compile(signature)
    if sum(entry.stats.cache_misses.values()) and ".numba.unresolved" in entry.inspect_llvm(
        signature
    ):
        raise CompilerError("functions that call each other pass arguments of different types")
