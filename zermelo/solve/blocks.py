"""The database file, as bytes: a header, compressed blocks of positions, an index, a footer.

docs/database.md describes it byte by byte. Each part has a checksum.
"""

from __future__ import annotations

import importlib
import json
import os
import struct
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from zermelo.errors import ZermeloError
from zermelo.solve.keys import WORD_BYTES, Array, as_bytes, as_rows, make_keys

MAGIC = b"zermelo-db 0001\n"
"""The first bytes; the number is the version of the format."""

END = b"zermelo\n"
"""The last bytes."""

FOOTER = struct.Struct("<QQII8s")
"""Where the index begins, its length, its checksum, the checksum of these three, `END`."""

HEAD = struct.Struct("<QI")
"""The header's length and checksum, which follow `MAGIC`."""

PAIR = struct.Struct("<II")
"""The lengths of a block's keys and words."""

BLOCK = 1 << 14
"""Positions of a block."""

LEVEL = 3
"""Zstandard's level: higher ones take ten times as long for a sixth of the bytes."""


class BadDatabase(ZermeloError):
    """A file that is not a database, is damaged, or belongs to other rules."""


class DamagedDatabase(BadDatabase):
    """A database that lacks its end, or whose checksums are wrong."""


def load_codec() -> Any:
    """Zstandard: Python's own from 3.14 on, before that a package."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "zstandard"
    try:
        return importlib.import_module(name)
    except ImportError:
        raise BadDatabase(f"databases need Zstandard: install the package {name}") from None


def compress(data: bytes) -> bytes:
    """Data as a Zstandard frame."""
    return bytes(load_codec().compress(data, LEVEL))


def decompress(data: bytes) -> bytes:
    """The data of a Zstandard frame."""
    return bytes(load_codec().decompress(data))


def shuffle(numbers: Array, width: int) -> bytes:
    """The lowest bytes of all numbers, then the next ones, up to `width`: they compress better.

    >>> shuffle(np.array([1, 258], np.uint16), 2)
    b'\\x01\\x02\\x00\\x01'
    """
    size = numbers.itemsize
    little = numbers.astype(numbers.dtype.newbyteorder("<"), copy=False)
    return little.view(np.uint8).reshape(-1, size).T[:width].tobytes()


def unshuffle(data: bytes, count: int, kind: Any) -> Array:
    """The numbers that `shuffle` wrote."""
    kind = np.dtype(kind).newbyteorder("<")
    planes = np.frombuffer(data, np.uint8).reshape(-1, count)
    numbers = np.zeros((count, kind.itemsize), np.uint8)
    numbers[:, : len(planes)] = planes.T
    array: Array = numbers.view(kind).reshape(count)
    return array


def count_bytes(numbers: Array) -> int:
    """The bytes that the largest of these non-negative numbers takes."""
    return max(1, -(-int(numbers.max(initial=0)).bit_length() // 8))


def write_block(keys: Array, words: Array) -> bytes:
    """A block: the steps between its keys, and its words."""
    parts = [compress(write_steps(keys))]
    flat = words.reshape(-1)
    width = flat.itemsize if flat.dtype.kind == "f" else count_bytes(flat)
    parts.append(compress(shuffle(flat, width)))
    return PAIR.pack(*map(len, parts)) + b"".join(parts)


def write_steps(keys: Array) -> bytes:
    """What leads from each key to the next: a difference, or for wide keys the bits that change."""
    if keys.dtype.kind != "S":
        steps = np.diff(keys).view(np.uint64)
        return shuffle(steps, count_bytes(steps))
    rows = as_rows(np.ascontiguousarray(keys))
    return (rows[1:] ^ rows[:-1]).T.tobytes()


def read_steps(data: bytes, count: int, first: Any) -> Array:
    """The keys that `write_steps` wrote; `first` is an array of the first one."""
    keys = np.empty(count, first.dtype)
    keys[:1] = first
    if first.dtype.kind != "S":
        if count > 1:
            keys[1:] = unshuffle(data, count - 1, np.uint64).view(np.int64)
        np.cumsum(keys, out=keys)
        return keys
    rows = as_rows(keys)
    rows[1:] = np.frombuffer(data, np.uint8).reshape(-1, count - 1).T if count > 1 else 0
    np.bitwise_xor.accumulate(rows, axis=0, out=rows)
    return keys


def read_block(
    data: bytes, count: int, first: Array, kind: Any, columns: int
) -> tuple[Array, Array]:
    """The keys and the words of a block; `first` is an array of its first key."""
    first_length, second_length = PAIR.unpack_from(data)
    body = data[PAIR.size :]
    steps = decompress(body[:first_length])
    flat = decompress(body[first_length : first_length + second_length])
    keys = read_steps(steps, count, first)
    words = unshuffle(flat, count * columns, kind)
    return keys, words.reshape(count, columns) if columns > 1 else words


class DatabaseWriter:
    """Writes a database under another name, and renames it when it is whole."""

    def __init__(
        self,
        path: Path,
        header: dict[str, Any],
        key_kind: Any = np.dtype(np.int64),  # noqa: B008
    ) -> None:
        self.key_kind = key_kind
        self.path, self.draft = path, path.with_name(f".{path.name}.draft")
        self.firsts: list[int] = []
        self.ends: list[int] = []
        self.sums: list[int] = []
        text = json.dumps(header, sort_keys=True, ensure_ascii=False).encode()
        self.out: BinaryIO = self.draft.open("wb")
        self.out.write(MAGIC + HEAD.pack(len(text), zlib.crc32(text)) + text)
        self.begin = self.out.tell()

    def add(self, first: int, block: bytes) -> None:
        """Add a block whose first key this is."""
        self.out.write(block)
        self.firsts.append(first)
        self.ends.append(self.out.tell())
        self.sums.append(zlib.crc32(block))

    def close(self) -> None:
        """Write the index and the footer, and put the file in its place."""
        index = compress(
            as_bytes(make_keys(self.firsts, self.key_kind)).tobytes()
            + np.array([self.begin, *self.ends], "<i8").tobytes()
            + np.array(self.sums, "<u4").tobytes()
        )
        numbers = struct.pack("<QQI", self.out.tell(), len(index), zlib.crc32(index))
        self.out.write(
            index + FOOTER.pack(*struct.unpack("<QQI", numbers), zlib.crc32(numbers), END)
        )
        self.out.flush()
        os.fsync(self.out.fileno())
        self.out.close()
        os.replace(self.draft, self.path)

    def abandon(self) -> None:
        """Leave nothing behind."""
        self.out.close()
        self.draft.unlink(missing_ok=True)


class BlockFile:
    """The header and the blocks of a database, read where they lie.

    Reading has no state: threads and processes may read at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.is_dir():
            raise BadDatabase(f"{path} is a folder: name a file that zermelo solve-all has written")
        try:
            self.descriptor = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise BadDatabase(f"{path}: {error.strerror}") from None
        self.header = self._read_header()
        self.positions = int(self.header["positions"])
        self.block = int(self.header["block"])
        self.kind, self.columns = np.dtype(self.header["kind"]), int(self.header["columns"])
        words = self.header["packing"].get("words")
        self.key_kind = np.dtype(f"S{WORD_BYTES * words}" if words else "<i8")
        self._read_index()

    def __del__(self) -> None:
        if hasattr(self, "descriptor"):
            os.close(self.descriptor)

    def _read(self, offset: int, size: int, what: str) -> bytes:
        data = os.pread(self.descriptor, size, offset)
        if len(data) < size:
            raise DamagedDatabase(f"{self.path} is cut off in its {what}")
        return data

    def _require(self, is_right: bool, what: str) -> None:
        if not is_right:
            raise DamagedDatabase(f"{self.path} is damaged in its {what}: the checksum is wrong")

    def _read_header(self) -> dict[str, Any]:
        start = os.pread(self.descriptor, len(MAGIC), 0)
        if start[:10] != MAGIC[:10]:
            raise BadDatabase(f"{self.path} is not a database: zermelo solve-all writes one")
        if start != MAGIC:
            raise BadDatabase(f"{self.path} has another version of the format than this program")
        length, total = HEAD.unpack(self._read(len(MAGIC), HEAD.size, "header"))
        self._require(length < 1 << 32, "header")
        text = self._read(len(MAGIC) + HEAD.size, length, "header")
        self._require(zlib.crc32(text) == total, "header")
        self.begin = len(MAGIC) + HEAD.size + length
        header: dict[str, Any] = json.loads(text)
        return header

    def _read_index(self) -> None:
        size = os.fstat(self.descriptor).st_size
        footer = self._read(max(size - FOOTER.size, 0), FOOTER.size, "footer")
        offset, length, total, own, end = FOOTER.unpack(footer)
        self._require(end == END and own == zlib.crc32(footer[:20]), "footer")
        self._require(offset + length + FOOTER.size == size, "footer")
        data = self._read(offset, length, "index")
        self._require(zlib.crc32(data) == total, "index")
        count = -(-self.positions // self.block)
        index = decompress(data)
        self.firsts = np.frombuffer(index, self.key_kind, count)
        at = self.firsts.nbytes
        self.ends = np.frombuffer(index, "<i8", count + 1, at)
        self.sums = np.frombuffer(index, "<u4", count, at + 8 * count + 8)
        self._require(self.ends[0] == self.begin and self.ends[-1] == offset, "index")

    def read(self, number: int) -> tuple[Array, Array]:
        """The keys and the words of a block."""
        begin, end = int(self.ends[number]), int(self.ends[number + 1])
        data = self._read(begin, end - begin, f"block {number}")
        self._require(zlib.crc32(data) == self.sums[number], f"block {number}")
        count = min(self.block, self.positions - self.block * number)
        first = self.firsts[number : number + 1]
        return read_block(data, count, first, self.kind, self.columns)

    def find_block(self, key: int) -> int:
        """The block that holds a key, if any does."""
        first = make_keys([key], self.key_kind)
        return max(int(np.searchsorted(self.firsts, first, "right")[0]) - 1, 0)

    def read_all(self) -> Iterable[tuple[Array, Array]]:
        """The keys and the words of all blocks, in order."""
        return map(self.read, range(len(self.firsts)))
