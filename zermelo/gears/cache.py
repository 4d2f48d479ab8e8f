"""Generated modules on disk, one directory each, named by the digest of everything they depend on.

``<cache>/<label>-<digest>/rules.py`` is the text; Numba keeps the machine code beside it. An entry
is written whole and then renamed into place, so processes that start together never see half of
one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

PREFIX = "zermelo_compiled_"
MAX_ENTRIES = 400
MAX_BYTES = 1 << 30
FRESH = 24 * 3600.0
"""Entries used in the last day are never pruned: another process may be loading them."""


TEXT = "rules.py"
"""The text of an entry."""

COMPLETE = "complete"
"""The name of a file in an entry whose machine code is complete: it loads without compiling."""

_only_complete: ContextVar[bool] = ContextVar("only_complete", default=False)


class NotCached(Exception):
    """The machine code is not on disk, and compiling is not allowed here."""


def directory() -> Path:
    """The folder of the cache: ZERMELO_CACHE, or the user's cache directory."""
    if chosen := os.environ.get("ZERMELO_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "zermelo"


@dataclass(frozen=True)
class Entry:
    """One compiled game and search on disk."""

    path: Path
    bytes: int
    used: float

    @property
    def label(self) -> str:
        """The game and the search it holds."""
        return self.path.name.rpartition("-")[0]


def entries() -> list[Entry]:
    """All entries, the most recently used first."""
    entries = []
    for path in directory().glob(f"*-*/{TEXT}"):
        try:
            size = sum(f.stat().st_size for f in path.parent.rglob("*") if f.is_file())
            entries.append(Entry(path.parent, size, path.parent.stat().st_mtime))
        except OSError:
            continue  # pruned by another process in between
    return sorted(entries, key=lambda entry: -entry.used)


def clear() -> list[Entry]:
    """Remove every entry; returns those that were removed."""
    removed = entries()
    for entry in removed:
        shutil.rmtree(entry.path, ignore_errors=True)
    return removed


def prune() -> None:
    """Remove the least recently used entries until the cache is within its bounds."""
    total = 0
    for number, entry in enumerate(entries(), 1):
        total += entry.bytes
        if (number > MAX_ENTRIES or total > MAX_BYTES) and time.time() - entry.used > FRESH:
            shutil.rmtree(entry.path, ignore_errors=True)


def module(label: str, text: str, tables: dict[str, Any], version: str) -> ModuleType:
    """The loaded module of this text, written to the cache first if it is new."""
    name = f"{label}-{_digest(text, tables, version)}"
    loaded = sys.modules.get(_import_name(name))
    if loaded is not None:
        return loaded
    if _only_complete.get() and not (directory() / name / COMPLETE).exists():
        raise NotCached(name)
    try:
        path = _write(directory(), name, text, tables)
    except OSError:  # a cache that cannot be written costs time, not function
        path = _write(_temporary_directory(), name, text, tables)
    return _load(path)


def load(path: Path) -> ModuleType:
    """The loaded module of an entry on disk."""
    if _only_complete.get() and not (path / COMPLETE).exists():
        raise NotCached(path.name)
    with suppress(OSError):
        os.utime(path)
    return sys.modules.get(_import_name(path.name)) or _load(path)


def _temporary_directory() -> Path:
    """A folder for this user where the cache's own cannot be written."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    return Path(tempfile.gettempdir()) / f"zermelo-{user}"


@contextmanager
def only_complete() -> Iterator[None]:
    """Raise `NotCached` in this context instead of compiling."""
    before = _only_complete.set(True)
    try:
        yield
    finally:
        _only_complete.reset(before)


def mark_complete() -> None:
    """Mark the entries of all modules that this process has loaded as complete."""
    for name, loaded in list(sys.modules.items()):
        if name.startswith(PREFIX) and loaded.__file__ is not None:
            with suppress(OSError):
                (Path(loaded.__file__).parent / COMPLETE).touch()


def _digest(text: str, tables: dict[str, Any], version: str) -> str:
    h = hashlib.sha256(f"{version}\n{sys.version}\n{text}".encode())
    for key in sorted(tables):
        h.update(f"{key} {tables[key].dtype} {tables[key].shape}".encode() + tables[key].tobytes())
    return h.hexdigest()[:20]


def _import_name(entry: str) -> str:
    """The name of an entry's module: it has the digest alone."""
    return PREFIX + entry.rpartition("-")[2]


def _write(base: Path, name: str, text: str, tables: dict[str, Any]) -> Path:
    """The folder of an entry, written whole and renamed into place if it is new."""
    target = base / name
    if (target / TEXT).exists():
        os.utime(target)
        return target
    base.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".new-", dir=base))
    try:
        _write_files(draft, text, tables)
        os.replace(draft, target)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not (target / TEXT).exists():
            raise
        return target  # another process was first, with the same text
    prune()
    return target


def _write_files(folder: Path, text: str, tables: dict[str, Any]) -> None:
    """Write the text and the tables of an entry."""
    (folder / TEXT).write_text(text, encoding="utf-8")
    if tables:
        import numpy

        numpy.savez(folder / "tables.npz", **tables)
    folder.chmod(0o755)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(_import_name(path.name), path / TEXT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module
