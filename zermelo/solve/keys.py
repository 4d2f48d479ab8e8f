"""Keys in arrays: integers of one machine word, or of several.

A key is a non-negative integer. Up to 63 bits it is an element of an array of int64. Wider ones are
strings of bytes, the highest first, so that NumPy sorts and finds them as it does integers. Kernels
see such an array as rows of bytes and read a row as *words* of 56 bits, which no sign gets in the
way of. A kernel asks the packing for all it does with a key, so that its text is the same for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

KEY_BITS = 63
"""Bits of a key in one word: it is a non-negative signed 64-bit integer."""

LAST_KEY = 2**63 - 1
"""Larger than every key in one word."""

WORD_BYTES, WORD_BITS = 7, 56
"""A word of a key that takes several."""


class OneWord:
    """Keys of up to 63 bits."""

    cells: int
    kind = np.dtype(np.int64)
    """The type of keys in an array."""
    last = LAST_KEY
    """No key is larger."""

    @property
    def room(self) -> int:
        """The cells of a row for scratch: those of a state, and its tier."""
        return self.cells + 1

    def load(self, game: Any, keys: Any, i: int, row: Any, like: Any) -> Any:
        """The state of keys[i]."""
        return self.unpack(game, keys[i], row, like)  # type: ignore[attr-defined]

    def put(self, keys: Any, i: int, key: int, row: Any) -> None:
        """Write a key that was just packed to keys[i]."""
        keys[i] = key

    def is_at_most(self, keys: Any, i: int, key: int, row: Any) -> bool:
        """Is keys[i] at most the key that was just packed?"""
        return bool(keys[i] <= key)

    def is_same(self, keys: Any, i: int, key: int, row: Any) -> bool:
        """Is keys[i] the key that was just packed?"""
        return bool(keys[i] == key)

    def encode(self, game: Any, s: Any) -> int:
        """The key of a state, or −1 if it does not fit."""
        key: int = self.pack(game, s, [0] * self.room)  # type: ignore[attr-defined]
        return key

    def decode(self, game: Any, key: int) -> Any:
        """The state of a key."""
        return self.unpack(game, key, [0] * self.room, game.start())  # type: ignore[attr-defined]


class ManyWords(OneWord):
    """Keys of more bits: the words of the one that was just packed are in the row, after the cells.

    `pack` returns 0 in place of the key, or −1.
    """

    words: int

    @property
    def kind(self) -> np.dtype[Any]:  # type: ignore[override]
        """The type of keys in an array."""
        return np.dtype(f"S{WORD_BYTES * self.words}")

    @property
    def last(self) -> int:  # type: ignore[override]
        """No key is larger."""
        return (1 << WORD_BITS * self.words) - 1

    @property
    def room(self) -> int:
        """The cells of a row for scratch: those of a state, its tier, and the words of its key."""
        return self.cells + 1 + self.words

    def put(self, keys: Any, i: int, key: int, row: Any) -> None:
        """Write the key that was just packed to keys[i]."""
        for w in range(self.words):
            word = row[self.cells + 1 + w]
            for b in range(WORD_BYTES):
                keys[i][WORD_BYTES * w + b] = word >> 8 * (WORD_BYTES - 1 - b) & 255

    def is_at_most(self, keys: Any, i: int, key: int, row: Any) -> bool:
        """Is keys[i] at most the key that was just packed?"""
        for w in range(self.words):
            word = read_word(keys, i, w)
            if word != row[self.cells + 1 + w]:
                return bool(word < row[self.cells + 1 + w])
        return True

    def is_same(self, keys: Any, i: int, key: int, row: Any) -> bool:
        """Is keys[i] the key that was just packed?"""
        for w in range(self.words):
            if read_word(keys, i, w) != row[self.cells + 1 + w]:
                return False
        return key == 0

    def encode(self, game: Any, s: Any) -> int:
        """The key of a state, or −1 if it does not fit."""
        row = [0] * self.room
        key: int = self.pack(game, s, row)  # type: ignore[attr-defined]
        for word in row[self.cells + 1 :] if key == 0 else ():
            key = key << WORD_BITS | word
        return key

    def decode(self, game: Any, key: int) -> Any:
        """The state of a key."""
        keys = [key.to_bytes(WORD_BYTES * self.words, "big")]
        return self.load(game, keys, 0, [0] * self.room, game.start())


def read_word(keys: Any, i: int, w: int) -> int:
    """Word w of keys[i], in a kernel."""
    word = 0
    for b in range(WORD_BYTES):
        word = word << 8 | int(keys[i][WORD_BYTES * w + b])
    return word


# ---------------------------------------------------------------------- arrays


def make_keys(numbers: Iterable[int], kind: np.dtype[Any]) -> Array:
    """Keys as an array.

    >>> make_keys([1, 256], np.dtype("S7")).tolist()[1]
    b'\\x00\\x00\\x00\\x00\\x00\\x01'
    """
    if kind.kind != "S":
        return np.array(list(numbers), kind)
    return np.array([key.to_bytes(kind.itemsize, "big") for key in numbers], kind)


def read_key(keys: Array, i: int) -> int:
    """A key of an array as a number.

    >>> read_key(make_keys([1, 256], np.dtype("S7")), 1)
    256
    """
    if keys.dtype.kind != "S":
        return int(keys[i])
    return int.from_bytes(keys[i].ljust(keys.dtype.itemsize, b"\0"), "big")


def list_keys(keys: Array) -> list[int]:
    """The keys of an array as numbers."""
    if keys.dtype.kind != "S":
        return [int(key) for key in keys.tolist()]
    return [read_key(keys, i) for i in range(len(keys))]


def find_places(keys: Array, *numbers: int) -> list[int]:
    """How many of sorted keys are smaller than each of these numbers.

    >>> find_places(make_keys([1, 256], np.dtype("S7")), 0, 2)
    [0, 1]
    """
    places: list[int] = np.searchsorted(keys, make_keys(numbers, keys.dtype)).tolist()
    return places


def as_rows(array: Array) -> Array:
    """Keys as kernels see them: wide ones as rows of bytes, in the same memory."""
    if array.dtype.kind != "S":
        return array
    return array.view(np.uint8).reshape(len(array), array.dtype.itemsize)


def as_bytes(array: Array) -> memoryview:
    """An array as the bytes of a file."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(np.uint8).data if len(flat) else memoryview(b"")
