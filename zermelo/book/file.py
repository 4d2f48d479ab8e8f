"""The file of a book: proven values of positions.

docs/book.md describes it byte by byte. All numbers are little-endian, and both parts have a
checksum.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.book.rules import digest_arguments, digest_text
from zermelo.errors import ZermeloError
from zermelo.game import Game

MAGIC = b"zermelo-book 01\n"
"""The first bytes; the number is the version of the format."""

HEAD = struct.Struct("<II")
"""The length of the header and its checksum, which follow `MAGIC`."""

ENTRY = 12
"""Bytes of a position before compression: its key, the number of its value, its distance."""

NO_DISTANCE = 0xFFFF
MOST_BYTES = 64 << 20
"""The largest file that is read, and the largest body that is unpacked."""


class BadBook(ZermeloError):
    """A file that is not a book, is damaged, or belongs to other rules."""


class Proven(NamedTuple):
    """What is proven of a position: the payoff of the player to move, the plies to the end."""

    value: float
    distance: int | None = None


@dataclass
class BookFile:
    """The content of a file: a header, and what is proven of positions by their keys."""

    header: dict[str, Any]
    entries: dict[int, Proven] = field(default_factory=dict)

    def pack(self) -> bytes:
        """The bytes of the file."""
        values = sorted({entry.value for entry in self.entries.values()})
        number = {value: i for i, value in enumerate(values)}
        proven = self.entries.values()
        columns = (
            array("Q", self.entries),
            array("H", (number[entry.value] for entry in proven)),
            array("H", (_write_distance(entry.distance) for entry in proven)),
        )
        body = zlib.compress(b"".join(column.tobytes() for column in map(to_little, columns)), 9)
        facts = {"positions": len(self.entries), "values": values, "bytes": len(body)}
        header = json.dumps({**self.header, **facts, "checksum": zlib.crc32(body)}).encode()
        return MAGIC + HEAD.pack(len(header), zlib.crc32(header)) + header + body

    def write(self, path: Path) -> None:
        """Write the file whole, or not at all."""
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with draft.open("wb") as out:
                out.write(self.pack())
                out.flush()
                os.fsync(out.fileno())
            os.replace(draft, path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise BadBook(f"{path} cannot be written: {error.strerror}") from None


def _write_distance(distance: int | None) -> int:
    return NO_DISTANCE if distance is None or distance >= NO_DISTANCE else distance


def to_little(column: array[int]) -> array[int]:
    """Numbers with their lowest bytes first, as in the file; or the other way round."""
    if struct.pack("=H", 1) != b"\1\0":
        column.byteswap()
    return column


def read_book(path: Path) -> BookFile:
    """Read a file, or raise `BadBook` with what is wrong with it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadBook(f"{path} is too large for a book")
        data = path.read_bytes()
    except OSError as error:
        raise BadBook(f"{path} cannot be read: {error.strerror}") from None
    return unpack_book(data, str(path))


def unpack_book(data: bytes, name: str) -> BookFile:
    """The content of a file of this name."""
    if not data.startswith(MAGIC):
        raise BadBook(f"{name} is not a book: zermelo book make GAME writes one")
    try:
        size, checksum = HEAD.unpack_from(data, len(MAGIC))
        begin = len(MAGIC) + HEAD.size
        text, body = data[begin : begin + size], data[begin + size :]
        if zlib.crc32(text) != checksum:
            raise BadBook(f"{name} is damaged: make it again")
        header = json.loads(text)
        if len(body) != header["bytes"] or zlib.crc32(body) != header["checksum"]:
            raise BadBook(f"{name} is damaged: make it again")
        return BookFile(header, _read_entries(body, header))
    except (ValueError, KeyError, TypeError, IndexError, struct.error, zlib.error):
        raise BadBook(f"{name} is damaged: make it again") from None


def _read_entries(body: bytes, header: dict[str, Any]) -> dict[int, Proven]:
    """What is proven, from the three columns of the body."""
    count, values = header["positions"], header["values"]
    whole = zlib.decompressobj().decompress(body, MOST_BYTES)
    if len(whole) != ENTRY * count:
        raise ValueError
    keys, numbers, distances = (
        _read_column(kind, whole[first * count : last * count])
        for kind, first, last in (("Q", 0, 8), ("H", 8, 10), ("H", 10, 12))
    )
    return {
        key: Proven(values[i], None if d == NO_DISTANCE else d)
        for key, i, d in zip(keys, numbers, distances, strict=True)
    }


def _read_column(kind: str, data: bytes) -> array[int]:
    column: array[int] = array(kind)
    column.frombytes(data)
    return to_little(column)


# ---------------------------------------------------------------------- the game of a book


def make_header(game: Game[Any, Any], **facts: Any) -> dict[str, Any]:
    """What a file says of the game that it is of."""
    return {
        "game": game.full_title,
        "module": type(game).__module__,
        "rules": digest_text(game),
        "arguments": digest_arguments(game),
        **facts,
    }


def find_difference(header: dict[str, Any], game: Game[Any, Any]) -> str:
    """Say why a file is not of this game; empty if it is."""
    if header.get("rules") != digest_text(game):
        return f"was made with other rules of {header.get('game')}"
    if header.get("arguments") != digest_arguments(game):
        return f"is of {header.get('game')} with other arguments"
    return ""
