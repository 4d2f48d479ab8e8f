"""The work folder: files that are whole or not there.

A file is written under another name, flushed to the disk, and renamed. What exists is complete, so
that a solver that was killed goes on from what it finds.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal
from uuid import uuid4

import numpy as np

from zermelo.errors import Unsuitable, ZermeloError
from zermelo.gears.locks import try_lock
from zermelo.solve.keys import Array, as_bytes

PLAN = "plan.json"
"""The file that says what the others belong to."""

LOCK = "lock"
"""The file that is locked while a solver works in the folder."""

LOCK_SECONDS, LOCK_INTERVAL = 5.0, 0.05
"""Seconds in which the processes of a solver that was killed end, and between two looks."""

MOST_COPIED = 1 << 30
"""Bytes that the system copies at once."""


class DiskFull(ZermeloError):
    """No room is left for the files of a solver."""


@contextmanager
def naming_full_disk(path: Path) -> Iterator[None]:
    """Raise `DiskFull` if there is no room left."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise DiskFull(
                f"no room is left for {path}: make room, and go on with --resume"
            ) from None
        raise


class WorkFolder:
    """The files of one run of a solver."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def file(self, name: str) -> Path:
        """The path of a file in the folder."""
        return self.path / name

    def has(self, name: str) -> bool:
        """Is this file there? Then it is complete."""
        return self.file(name).exists()

    @contextmanager
    def claim(self) -> Iterator[None]:
        """Make the folder, and keep others from working in it."""
        until = time.monotonic() + LOCK_SECONDS
        while time.monotonic() < until:
            with self._open_lock() as file:
                if try_lock(file) and os.fstat(file.fileno()).st_nlink:  # not that of a folder gone
                    yield
                    return
            time.sleep(LOCK_INTERVAL)
        raise Unsuitable(f"another solver works in {self.path}: wait for it, or end it")

    def _open_lock(self) -> IO[bytes]:
        self._make()
        with naming_full_disk(self.path):
            return self.file(LOCK).open("ab")

    def _make(self) -> None:
        if self.path.is_file():
            raise Unsuitable(f"{self.path} is a file: its name is that of the work folder")
        with naming_full_disk(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    def clear(self) -> None:
        """Begin with an empty folder. The plan goes first: without it the rest is not used."""
        self._make()
        self.remove(PLAN)
        for path in self.path.iterdir():
            if path.name != LOCK:
                path.unlink()

    def write(self, name: str, data: Any) -> None:
        """Write bytes or an array."""
        draft = self.file(f".{name}.{uuid4().hex}")  # machines share the folder
        with naming_full_disk(self.path):
            try:
                with draft.open("wb") as out:
                    out.write(data if isinstance(data, bytes) else as_bytes(data))
                    out.flush()
                    os.fsync(out.fileno())
                os.replace(draft, self.file(name))
            except OSError:
                draft.unlink(missing_ok=True)
                raise

    def write_json(self, name: str, content: Any) -> None:
        """Write JSON."""
        self.write(name, json.dumps(content, sort_keys=True).encode())

    def read_json(self, name: str) -> Any:
        """Return what JSON holds; None if the file is not there."""
        try:
            return json.loads(self.file(name).read_text())
        except FileNotFoundError:
            return None
        except ValueError:
            raise Unsuitable(f"{self.file(name)} is damaged: solve without --resume") from None

    def open_array(self, name: str, kind: Any = np.int64, mode: Literal["r", "r+"] = "r") -> Array:
        """A file as an array that is read, and with "r+" written, where it lies."""
        if self.file(name).stat().st_size == 0:
            return np.zeros(0, kind)
        return np.asarray(np.memmap(self.file(name), kind, mode))

    def open_scratch(self, count: int, kind: Any) -> Array:
        """An array that lies on the disk as long as it is used."""
        name = f".scratch.{uuid4().hex}"
        self.allocate(name, count * np.dtype(kind).itemsize)
        array = self.open_array(name, kind, "r+")
        with suppress(OSError):  # where a file in use cannot be removed, it goes with the folder
            self.remove(name)
        return array

    def allocate(self, name: str, size: int) -> None:
        """Make a file of this many bytes, if it is not there."""
        with naming_full_disk(self.path), self.file(name).open("ab") as out:
            out.truncate(size)
            if size and hasattr(os, "posix_fallocate"):
                os.posix_fallocate(out.fileno(), 0, size)

    def write_at(self, name: str, offset: int, data: Array, is_kept: bool = True) -> None:
        """Write an array into a file at an offset in bytes; what is kept is flushed to the disk."""
        with naming_full_disk(self.path), self.file(name).open("r+b", buffering=0) as out:
            out.seek(offset)
            view = as_bytes(data)
            while view:
                view = view[out.write(view) :]
            if is_kept:
                os.fsync(out.fileno())

    def truncate(self, name: str, size: int) -> None:
        """Cut a file to this many bytes; make it if it is not there."""
        with self.file(name).open("ab") as out:
            out.truncate(size)

    def append(self, name: str, data: Array) -> None:
        """Write an array at the end of a file."""
        with naming_full_disk(self.path), self.file(name).open("ab") as out:
            out.write(as_bytes(data))
            out.flush()
            os.fsync(out.fileno())

    def append_file(self, name: str, source: str) -> None:
        """Write a file at the end of another one; the system copies it where it can."""
        if not hasattr(os, "copy_file_range"):
            self.append(name, self.open_array(source, np.uint8))
            return
        given, out = self.file(source), self.file(name)
        with naming_full_disk(self.path), given.open("rb") as read, out.open("r+b") as write:
            write.seek(0, os.SEEK_END)
            while os.copy_file_range(read.fileno(), write.fileno(), MOST_COPIED):
                pass
            os.fsync(write.fileno())

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        self.file(name).unlink(missing_ok=True)

    def remove_all(self, *patterns: str) -> None:
        """Remove the files whose names are like one of these."""
        for pattern in patterns:
            for path in self.path.glob(pattern):
                path.unlink(missing_ok=True)

    def rename(self, name: str, new: str) -> None:
        """Give a complete file its name."""
        os.replace(self.file(name), self.file(new))

    def destroy(self) -> None:
        """Remove the folder."""
        self.clear()
        shutil.rmtree(self.path, ignore_errors=True)
