"""Generated modules on disk, one directory each, named by the digest of everything they depend on.

``<cache>/<label>-<digest>/rules.py`` is the text; Numba keeps the machine code beside it. An entry is
written whole and then renamed into place, so processes that start together never see half of one.
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
MOST_ENTRIES = 400
MOST_BYTES = 1 << 30
FRESH = 24 * 3600.0
"""Entries used in the last day are never pruned: another process may be loading them."""


WHOLE = "whole"
"""A file in an entry whose machine code is complete: to load it takes no compiler."""

_only_whole: ContextVar[bool] = ContextVar("only_whole", default=False)


class NotStored(Exception):
    """No machine code is on disk, and none may be made here."""


def directory() -> Path:
    """Where compiled games are kept: ZERMELO_CACHE, or the user's cache directory."""
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
    """All entries, the one used last first."""
    found = []
    for path in directory().glob("*-*/rules.py"):
        try:
            size = sum(f.stat().st_size for f in path.parent.rglob("*") if f.is_file())
            found.append(Entry(path.parent, size, path.parent.stat().st_mtime))
        except OSError:
            continue  # pruned by another process in between
    return sorted(found, key=lambda entry: -entry.used)


def clear() -> list[Entry]:
    """Remove every entry; returns what was there."""
    gone = entries()
    for entry in gone:
        shutil.rmtree(entry.path, ignore_errors=True)
    return gone


def prune() -> None:
    """Remove the entries longest unused until the cache is within its bounds."""
    total = 0
    for number, entry in enumerate(entries(), 1):
        total += entry.bytes
        if (number > MOST_ENTRIES or total > MOST_BYTES) and time.time() - entry.used > FRESH:
            shutil.rmtree(entry.path, ignore_errors=True)


def module(label: str, text: str, tables: dict[str, Any], version: str) -> ModuleType:
    """The loaded module of this text, written to the cache first if it is new."""
    digest = _digest(text, tables, version)
    name = f"{label}-{digest}"
    loaded = sys.modules.get(_import_name(digest))
    if loaded is not None:
        return loaded
    if _only_whole.get() and not (directory() / name / WHOLE).exists():
        raise NotStored(name)
    try:
        path = _written(directory(), name, text, tables)
    except OSError:  # a cache that cannot be written costs time, not function
        path = _written(
            Path(tempfile.gettempdir()) / f"zermelo-{os.getuid() if hasattr(os, 'getuid') else 0}",
            name,
            text,
            tables,
        )
    return _loaded(digest, path)


@contextmanager
def only_whole() -> Iterator[None]:
    """Within this, machine code that would have to be made first is refused with `NotStored`."""
    before = _only_whole.set(True)
    try:
        yield
    finally:
        _only_whole.reset(before)


def mark_whole() -> None:
    """Note that the machine code of all that this process has loaded is complete."""
    for name, loaded in list(sys.modules.items()):
        if name.startswith(PREFIX) and loaded.__file__ is not None:
            with suppress(OSError):
                (Path(loaded.__file__).parent / WHOLE).touch()


def _digest(text: str, tables: dict[str, Any], version: str) -> str:
    h = hashlib.sha256(f"{version}\n{sys.version}\n{text}".encode())
    for key in sorted(tables):
        h.update(f"{key} {tables[key].dtype} {tables[key].shape}".encode() + tables[key].tobytes())
    return h.hexdigest()[:20]


def _import_name(digest: str) -> str:
    return PREFIX + digest


def _written(base: Path, name: str, text: str, tables: dict[str, Any]) -> Path:
    target = base / name
    if (target / "rules.py").exists():
        os.utime(target)
        return target
    base.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".new-", dir=base))
    try:
        (draft / "rules.py").write_text(text, encoding="utf-8")
        if tables:
            import numpy

            numpy.savez(draft / "tables.npz", **tables)
        draft.chmod(0o755)
        os.replace(draft, target)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        if not (target / "rules.py").exists():
            raise
        return target  # another process was first, with the same text
    prune()
    return target


def _loaded(digest: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(_import_name(digest), path / "rules.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    try:
        spec.loader.exec_module(made)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return made
