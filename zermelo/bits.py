"""Functions on 64-bit sets, tuples and tables for rules; they mean the same in both gears.

A set of up to 64 squares is an ``int`` in 0 … 2⁶⁴−1: bit *i* is square *i*. In the compiled gear
the same bits travel as a signed machine word, so authors keep to operations that cannot tell the
two apart:

====================================  =======================================================
``& | ^ ~``, ``==``, ``>>``, ``<<``    fine; mask with ``& FULL`` (or the board) after ``<<``
``x & -x``, ``x & x - 1``              fine: lowest bit, all but the lowest bit
``x.bit_count()``, ``.bit_length()``   fine
``< > // %`` on a full 64-bit set      differ once bit 63 is set: avoid
``>>`` on a negative number            differs: shifts are logical, made for sets, not for scores
====================================  =======================================================

`check_game` plays both gears against each other and reports a rule that falls into one of the last
two.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, TypeVar

from zermelo.symbols import find_code, is_symbol

T = TypeVar("T")

Bits = Annotated[int, "Bits"]
"""Annotation of a state field (or of ``start``/``actions``) that holds a 64-bit set, not a
number."""

FULL: int = 2**64 - 1
"""All 64 bits."""


def lowest(bits: int) -> int:
    """The index of the lowest bit in a non-empty set.

    >>> lowest(0b10100)
    2
    """
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> Iterator[int]:
    """The indices of all bits in a set, lowest first.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def put(cells: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """A copy of a tuple with one cell changed.

    >>> put((5, 6, 7), 1, 0)
    (5, 0, 7)
    """
    return (*cells[:index], value, *cells[index + 1 :])


def load_state(rows: Any, i: int, like: T) -> T:
    """State i of many that `gears.rows.write_states` wrote; `like` is any state of the game.

    >>> load_state([(1, 2), (3, 4)], 1, (0, 0))
    (3, 4)
    """
    state: T = rows[i]
    return state


def list_cells(x: Any) -> Iterator[Any]:
    """The numbers of a state, one after another.

    >>> list(list_cells((1, (2, True))))
    [1, 2, True]
    """
    if isinstance(x, tuple):
        for item in x:
            yield from list_cells(item)
    elif hasattr(x, "__dataclass_fields__"):
        for name in x.__dataclass_fields__:
            yield from list_cells(getattr(x, name))
    else:
        yield x


def write_cells(row: Any, s: Any) -> None:
    """Write the numbers of a state into a row, from its first cell on.

    >>> row = [0, 0, 9]
    >>> write_cells(row, (5, (6,)))
    >>> row
    [5, 6, 9]
    """
    for i, x in enumerate(list_cells(s)):
        row[i] = x


def read_cells(row: Any, like: T) -> T:
    """The state whose numbers `write_cells` wrote; `like` is any state of the game.

    >>> read_cells([5, 1, 9], (0, (False,)))
    (5, (True,))
    """
    state: T = _read_part(iter(row), like)
    return state


def _read_part(cells: Iterator[Any], like: Any) -> Any:
    """A number or a part of a state, made of the next cells."""
    if isinstance(like, tuple):
        parts = [_read_part(cells, item) for item in like]
        return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
    if hasattr(like, "__dataclass_fields__"):
        names = like.__dataclass_fields__
        return type(like)(*[_read_part(cells, getattr(like, name)) for name in names])
    return type(like)(next(cells))


class LookupTable(tuple[T, ...]):
    """A tuple of numbers, or of equally long rows of them, that is passed to compiled code.

    A plain tuple set on a game is built into its machine code; a `LookupTable` is passed along
    instead, so games that differ only in their tables share one compiled module. Explicit trees are
    made of these.

    >>> LookupTable([3, 1, 2])[1]
    1
    """

    array: Any = None
    """The same numbers as the machine holds them, made when first needed."""

    kind: str
    """float64 if there is a float among the numbers, else int64."""

    axes: int
    """1 for numbers, 2 for rows of numbers."""

    def __new__(cls, items: Iterable[T] = ()) -> LookupTable[T]:
        made = super().__new__(cls, tuple(items))
        rows = [item for item in made if isinstance(item, tuple)]
        if rows and (len(rows) < len(made) or len({len(row) for row in rows}) > 1):
            raise ValueError("a LookupTable holds numbers, or equally long rows of numbers")
        numbers = [x for row in rows for x in row] if rows else made
        made.kind = "float64" if any(isinstance(x, float) for x in numbers) else "int64"
        made.axes = 2 if rows else 1
        return made


HASH_SEED = 0x9E3779B97F4A7C15
HASH_STEP = 0xD6E8FEB86659FD93
"""The constants of `hash64`; the compiled gear has the same."""


def _stir(h: int, word: int) -> int:
    h = (h ^ (word & FULL)) * HASH_STEP & FULL
    return h ^ h >> 32


def hash64(x: Any) -> int:
    """A 64-bit key of ints, floats, bools and tuples, the same in both gears and every run.

    >>> hash64((1, 2)) == hash64((2, 1))
    False
    """
    return _hash_into(HASH_SEED, x)


def _hash_into(h: int, x: Any) -> int:
    if isinstance(x, int):
        return _stir(h, int(x))
    if isinstance(x, float):
        return _stir(h, struct.unpack("<Q", struct.pack("<d", x))[0])
    if isinstance(x, tuple):
        for y in x:
            h = _hash_into(h, y)
        return _stir(h, len(x))
    if hasattr(x, "__dataclass_fields__"):
        return _hash_into(h, tuple(getattr(x, name) for name in x.__dataclass_fields__))
    return _stir(h, find_code(x) if is_symbol(x) else hash(x))


def spread(key: int) -> int:
    """A key with its bits mixed, for tables: a game's own key may have them anywhere.

    >>> spread(1) >> 60 != spread(2) >> 60
    True
    """
    key &= FULL
    return (key ^ key >> 32) * HASH_SEED & FULL


def as_cell(x: float) -> Any:
    """A float as a row of integer cells keeps it: itself when plain, its bits when compiled."""
    return x


def from_cell(cell: Any) -> float:
    """The float that `as_cell` put away."""
    return float(cell)


def prefetch(cells: Any, i: int) -> None:
    """Begin to load a cell that is read soon: machine code does not wait for it then."""


def as_word(x: float) -> int:
    """A float's 64 bits as a number, in both gears.

    >>> hex(as_word(1.0))
    '0x3ff0000000000000'
    """
    return int(struct.unpack("<Q", struct.pack("<d", x))[0])


def from_word(word: int) -> float:
    """The float whose bits these are.

    >>> from_word(as_word(-2.5))
    -2.5
    """
    return float(struct.unpack("<d", struct.pack("<Q", word & FULL))[0])
