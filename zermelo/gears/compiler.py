"""Numba's compiler: its code in files, the same in every process, and made quicker.

What makes it quicker (`quicker`, `omissions`) takes the place of Numba's own functions. It is left
out with a version of Numba that it was not tried with: such a version compiles the same code in
two and a half times the time.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import hashlib
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.gears.machine import CompilerError, numba, types

TRIED = (0, 61), (0, 68)
"""The first and the last version of Numba with which `quicker` and `omissions` were tried."""

IS_TRIED = TRIED[0] <= numba.version_info.short <= TRIED[1]

if IS_TRIED:
    from zermelo.gears import omissions, quicker  # noqa: F401 — take effect when imported

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
    quickly = quicker.compiling(type(files) is Files) if IS_TRIED else nullcontext()
    with quickly, numba.core.compiler_lock.global_compiler_lock:
        entry.compile(signature)
    if sum(entry.stats.cache_misses.values()) and ".numba.unresolved" in entry.inspect_llvm(
        signature
    ):
        raise CompilerError("functions that call each other pass arguments of different types")
