"""What has been proven of a game, kept on disk between sessions: a small file for each game.

The file is a book without a number of plies. It is named by the digest of the rules, so that
changed rules begin with nothing. It is read once and written whole; two processes that have proven
something merge what they have. A file that is damaged counts as empty. The oldest entries go when
there are too many, and so do the files that were not used for longest.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from zermelo.book.book import Book
from zermelo.book.file import BadBook, BookFile, Proven, find_difference, make_header, read_book
from zermelo.book.keys import find_key
from zermelo.game import Game
from zermelo.gears import cache

MOST_POSITIONS = 50_000
"""Positions that are kept of one game: about half a megabyte."""

MOST_FILES = 64
"""Games of which something is kept."""

STALE = 30.0
"""Seconds after which the lock of a process that has died is removed."""

PATIENCE = 1.0
"""Seconds to wait for another process that writes."""


def find_folder() -> Path:
    """The folder of the files, in the cache."""
    return cache.directory() / "proven"


class ProvenMemory:
    """What has been proven of the positions of one game."""

    def __init__(self, game: Game[Any, Any], folder: Path | None = None) -> None:
        self.game, self.header = game, make_header(game)
        name = re.sub(r"[^a-z0-9]+", "-", game.full_title.casefold()).strip("-")[:40]
        digest = self.header["rules"][:16] + self.header["arguments"][:16]
        self.path = (folder or find_folder()) / f"{name}-{digest}.zbk"
        self.book = Book(game, BookFile(self.header, self._read()))
        self.unsaved: dict[int, Proven] = {}

    def add(self, s: Any, proven: Proven) -> None:
        """Keep what is proven of a position."""
        key = find_key(self.game, s)
        if key is not None and self.book.file.entries.get(key) != proven:
            self.unsaved[key] = self.book.file.entries[key] = proven

    def save(self) -> bool:
        """Write what is new, with what other processes have written. Return whether that was done.

        A folder that cannot be written, or another process that does not finish, costs nothing but
        the memory: a later call tries again.
        """
        if not self.unsaved:
            return True
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locking(self.path) as is_mine:
                if is_mine:
                    self._merge().write(self.path)
                    self.unsaved = {}
                    prune(self.path.parent)
                return is_mine
        except (OSError, BadBook):
            return False

    def _merge(self) -> BookFile:
        """What is on disk and what is new; of too many the oldest go."""
        merged = self._read()
        for key, proven in self.unsaved.items():
            merged.pop(key, None)  # what is new stands at the end
            merged[key] = proven
        for key in list(merged)[: max(len(merged) - MOST_POSITIONS, 0)]:
            del merged[key]
        self.book.file.entries = merged
        return BookFile(self.header, dict(merged))

    def _read(self) -> dict[int, Proven]:
        """The entries of the file; none if it is not there, is damaged, or of other rules."""
        try:
            file = read_book(self.path)
        except BadBook:
            return {}
        return {} if find_difference(file.header, self.game) else file.entries


@contextmanager
def locking(path: Path) -> Iterator[bool]:
    """Hold the lock of a file; False if another process has it and does not let go."""
    lock = path.with_name(path.name + ".lock")
    until = time.monotonic() + PATIENCE
    while not _take(lock):
        if time.monotonic() > until:
            yield False
            return
        time.sleep(0.01)
    try:
        yield True
    finally:
        lock.unlink(missing_ok=True)


def _take(lock: Path) -> bool:
    """Create the lock; remove one that was left behind."""
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        return True
    except FileExistsError:
        with suppress(OSError):
            if time.time() - lock.stat().st_mtime > STALE:
                lock.unlink()
        return False


def prune(folder: Path) -> None:
    """Remove the files that were not written for longest, and drafts of processes that died."""
    files = []
    for path in folder.glob("*.zbk"):
        with suppress(OSError):
            files.append((path.stat().st_mtime, path))
    old = [path for _, path in sorted(files, reverse=True)[MOST_FILES:]]
    for path in folder.glob(".*.zbk.*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > STALE:
                old.append(path)
    for path in old:
        path.unlink(missing_ok=True)
