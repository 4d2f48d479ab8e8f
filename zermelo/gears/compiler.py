"""Numba's compiler as Zermelo calls it: its code in files, and the same in every process.

What makes it quicker is in `shortcuts` and `omissions`, which change Numba where they are imported.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import atexit
import gc
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.gears import omissions, shortcuts  # noqa: F401 — omissions takes effect on import
from zermelo.gears.machine import CompilerError, numba, types

# At the end of a process Python looks for garbage among all objects. Numba's take it a tenth of a
# second, and a quarter after it has compiled.
atexit.register(gc.freeze)

codegen, event = numba.core.codegen, numba.core.event

# ---------------------------------------------------------------------- the same in every process

_lower_yield = numba.core.generators.LowerYield.__init__


def _in_order(self, lower, yield_point, live_vars):
    """Save a generator's variables in a fixed order.

    Numba keeps them in a set, so that their order, and with it the speed of the code by a quarter,
    would depend on the seed of Python's hashes in the process that happened to compile it.
    """
    _lower_yield(self, lower, yield_point, sorted(live_vars))


numba.core.generators.LowerYield.__init__ = _in_order

# Numba takes unions for the same if their types have the same names. States of two games may, and
# the cached code of one would then import the module of the other.
types.UnionType.key = property(lambda self: self.types)

# ---------------------------------------------------------------------- code from disk

_Context: Any = numba.core.cpu.CPUContext
_refresh = _Context.refresh
_loading: list[bool] = []
"""Not empty while machine code is loaded from disk, and nothing is known yet to be compiled."""


def _refresh_to_compile(self):
    """Make Numba's own implementations known. Code that is loaded calls none that it does not hold.

    To find them takes longer than to load a kernel.
    """
    if _loading:
        _loading.clear()  # if there is none on disk, it is compiled, and this is called again
        numba.core.runtime.nrt.rtsys.initialize(self)
    else:
        _refresh(self)


_Context.refresh = _refresh_to_compile

# ---------------------------------------------------------------------- code of kernels alone

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
    """Optimise a kernel. It holds the text of all its helpers, and is optimised as a whole."""
    if not _is_helper(self):
        _optimise_fully(self)


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


# ---------------------------------------------------------------------- files


class Files(numba.core.caching.IndexDataCacheFile):  # type: ignore[misc]
    """Machine code in files that are called by what they are for.

    Numba numbers them: two processes that are done at the same time may take the same number, each
    for arguments of its own, and the next one runs the code of the one on the arguments of the
    other. Here the later one at worst makes the other forgotten.
    """

    def save(self, key: Any, data: Any) -> None:
        name = self._data_name(int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:6]))
        self._save_data(name, data)  # first: what an index names is there
        self._save_index({**self._load_index(), key: name})


# ---------------------------------------------------------------------- compiling

_Warnings: Any = numba.core.errors.WarningsFixer


@contextmanager
def _compiling() -> Iterator[None]:
    """Switch off garbage collection, Numba's timers and its lists of warnings while it compiles.

    The compiler makes a million objects and keeps most of them, so there is little garbage. Zermelo
    does not read the timers; each of them is called at each lock, also of all functions called.
    """
    was_enabled, install_timer = gc.isenabled(), event.install_timer
    catch_warnings = _Warnings.catch_warnings
    gc.disable()
    event.install_timer = lambda kind, callback: nullcontext()
    _Warnings.catch_warnings = lambda self, **place: nullcontext()
    try:
        yield
    finally:
        event.install_timer, _Warnings.catch_warnings = install_timer, catch_warnings
        shortcuts.forget_orders()
        if was_enabled:
            gc.freeze()
            gc.unfreeze()  # all are old now: the next collection does not look at a million objects
            gc.enable()


def is_on_disk(module: ModuleType) -> bool:
    """Is there machine code of a generated module in a file?"""
    return any((Path(str(module.__file__)).parent / "__pycache__").glob("*.nbc"))


def prepare(entry: Any, args: tuple[Any, ...]) -> None:
    """Compile an entry for arguments like these, or load its machine code from disk.

    Numba leaves some calls between functions that call each other unresolved; such code works here
    and crashes when it is loaded by another process, so it is refused.
    """
    signature = tuple(numba.typeof(arg) for arg in args)
    if signature in entry.overloads:
        return
    files = getattr(entry._cache, "_cache_file", None)
    if type(files) is numba.core.caching.IndexDataCacheFile:  # else there is no place to keep it
        files.__class__ = Files
    with _compiling(), numba.core.compiler_lock.global_compiler_lock:
        _loading[:] = [True] if type(files) is Files else []
        try:
            entry.compile(signature)
        finally:
            _loading.clear()
    if sum(entry.stats.cache_misses.values()) and ".numba.unresolved" in entry.inspect_llvm(
        signature
    ):
        raise CompilerError("functions that call each other pass arguments of different types")
