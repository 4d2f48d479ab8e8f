"""Positions as integers that can be turned back into positions.

A state is a tuple of numbers, and of tuples of them: its *cells*. Each cell gets a field of bits in
the key, as wide as the numbers that occur in it need. Cells that hold sets (`Bits`) keep only the
bits that occur. The game's `tier` stands on top, so that keys are sorted by tiers first::

    tier | … | cell 1 | cell 0

No two states have the same key, because the key holds every number of the state. The ranges are
looked for in random games; a state that does not fit is noticed, and the packing is widened. Where
the fields take more than 63 bits, the cells are the digits of one number instead, each with its own
radix: 36 cells with 0, 1 or 2 take 72 bits as fields, and 58 as a number. Where that is too
wide as well, the fields lie in a key of as many words as it takes (`keys.ManyWords`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from zermelo.bits import FULL, list_cells, lowest, read_cells, write_cells
from zermelo.errors import TooLarge, Unsuitable
from zermelo.formatting import format_plural
from zermelo.game import Game
from zermelo.gears.border import find_sets
from zermelo.solve.keys import KEY_BITS, LAST_KEY, WORD_BITS, ManyWords, OneWord, read_word
from zermelo.states import random_playout

PLAYOUTS, MOST_PLIES = 100, 400
"""Random games in which the ranges of the cells are looked for."""


@dataclass(frozen=True)
class CellRange:
    """The numbers that one cell holds: low … high, or a set of bits."""

    low: int
    high: int
    is_set: bool = False

    @property
    def mask(self) -> int:
        """The bits that can be set in the cell's number, counted from its lowest value."""
        return self.high if self.is_set else (1 << (self.high - self.low).bit_length()) - 1

    def join(self, other: CellRange) -> CellRange:
        """The smallest range that holds both."""
        if self.is_set:
            return CellRange(0, self.high | other.high, True)
        return CellRange(min(self.low, other.low), max(self.high, other.high))


def find_ranges(game: Game[Any, Any], states: Iterable[Any]) -> list[CellRange]:
    """The ranges of all cells in these states, and of their tiers."""
    found: list[CellRange] | None = None
    sets: Sequence[bool] = ()
    for s in map(game.project, states):
        if found is None:
            sets = find_sets(s)
            _refuse_floats(game, s)
        cells = [*list_cells(s), game.tier(s)]
        here = [_range_of(x, is_set) for x, is_set in zip(cells, [*sets, False], strict=True)]
        found = here if found is None else join_ranges(found, here)
    assert found is not None
    return found


def _range_of(x: int, is_set: bool) -> CellRange:
    return CellRange(0, int(x) & FULL, True) if is_set else CellRange(int(x), int(x))


def join_ranges(one: list[CellRange], other: list[CellRange]) -> list[CellRange]:
    """The smallest ranges that hold both."""
    if len(one) != len(other):
        raise Unsuitable("states change their number of cells: a key needs one shape")
    return [a.join(b) for a, b in zip(one, other, strict=True)]


def _refuse_floats(game: Game[Any, Any], s: Any) -> None:
    if any(isinstance(x, float) for x in list_cells(s)):
        raise Unsuitable(
            f"states of {game.full_title} hold floats, which have no key: use ints, or declare "
            "index and unindex"
        )


def sample_states(game: Game[Any, Any], seed: int = 0) -> Iterable[Any]:
    """The start states and the states of some random games."""
    rng = random.Random(seed)
    for number in range(PLAYOUTS):
        for first in islice(game.starts(), number % 8, number % 8 + 1):
            yield from random_playout(game, rng, first, MOST_PLIES)
    yield from islice(game.starts(), 1000)


class Packing(OneWord):
    """How the states of a game become keys, and keys states. Kernels read its tables."""

    def __init__(
        self, ranges: list[CellRange], is_symmetric: bool = False, title: str = "the game"
    ) -> None:
        self.set_ranges(ranges, is_symmetric)
        self.chunks, self.bits = _lay_out(ranges)
        self.below_tier = self.bits - _count_bits(ranges[-1])
        require_bits(self.bits, title)

    def set_ranges(self, ranges: list[CellRange], is_symmetric: bool) -> None:
        """Note what cells hold; the last range is that of the tier."""
        self.ranges, self.is_symmetric = ranges, is_symmetric
        self.cells = len(ranges) - 1
        self.lows = tuple(each.low for each in ranges)
        self.outside = tuple(FULL & ~each.mask for each in ranges)

    def write_row(self, game: Game[Any, Any], s: Any, row: Any) -> bool:
        """Write the cells of a state and its tier to `row`. Does each fit into its field?"""
        if self.is_symmetric:
            s = game.canonical(s)
        s = game.project(s)
        write_cells(row, s)
        row[self.cells] = game.tier(s)
        stray = 0
        for i in range(self.cells + 1):
            stray |= row[i] - self.lows[i] & self.outside[i]
        return stray == 0

    def pack(self, game: Game[Any, Any], s: Any, row: Any) -> int:
        """The key of a state, or −1 if a cell is out of its range; `row` is for scratch."""
        if not self.write_row(game, s, row):
            return -1
        key = 0
        for cell, low, shift, mask, to in self.chunks:
            key |= (row[cell] - low >> shift & mask) << to
        return key if key != LAST_KEY else -1

    def unpack(self, game: Game[Any, Any], key: int, row: Any, like: Any) -> Any:
        """The state of a key."""
        for i in range(self.cells):
            row[i] = self.lows[i]
        for cell, _, shift, mask, to in self.chunks:
            if cell < self.cells:
                row[cell] += (key >> to & mask) << shift
        return read_cells(row, like)

    def to_dict(self) -> dict[str, Any]:
        """Return the packing for JSON."""
        cells = [[r.low, r.high, r.is_set] for r in self.ranges]
        return {"cells": cells, "symmetric": self.is_symmetric}


def _count_bits(cell: CellRange) -> int:
    return cell.mask.bit_count()


def _lay_out(ranges: list[CellRange]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The chunks (cell, low, shift, mask, to), and how many bits they take.

    Gaps in the sets stay where there is room: then a set is one chunk, and not one for each run.
    """
    for keeps_gaps in (True, False):
        chunks, to = [], 0
        for cell, each in enumerate(ranges):
            for shift, width in _list_runs(each.mask, keeps_gaps):
                chunks.append((cell, each.low, shift, (1 << width) - 1, to))
                to += width
        if to <= KEY_BITS:
            break
    return tuple(chunks), to


def _list_runs(mask: int, keeps_gaps: bool) -> list[tuple[int, int]]:
    """(lowest bit, width) of each run of set bits in a mask; with gaps, of all of it."""
    runs = []
    while mask:
        low = lowest(mask)
        rest = mask >> low
        width = rest.bit_length() if keeps_gaps else (~rest & rest + 1).bit_length() - 1
        runs.append((low, width))
        mask = rest >> width << low + width
    return runs


class WidePacking(ManyWords, Packing):
    """The packing of states whose key takes more than one word."""

    def __init__(
        self, ranges: list[CellRange], is_symmetric: bool = False, title: str = "the game"
    ) -> None:
        self.set_ranges(ranges, is_symmetric)
        self.bits = sum(map(_count_bits, ranges))
        self.below_tier = self.bits - _count_bits(ranges[-1])
        self.words = self.bits // WORD_BITS + 1  # no key has all bits
        self.fields = _lay_out_words(ranges, self.words)

    def pack(self, game: Game[Any, Any], s: Any, row: Any) -> int:
        """Write the words of a key after the cells of `row`; −1 if a cell is out of its range."""
        if not self.write_row(game, s, row):
            return -1
        for w in range(self.words):
            row[self.cells + 1 + w] = 0
        for cell, low, shift, mask, word, to in self.fields:
            row[self.cells + 1 + word] |= (row[cell] - low >> shift & mask) << to
        return 0

    def load(self, game: Game[Any, Any], keys: Any, i: int, row: Any, like: Any) -> Any:
        """The state of keys[i]."""
        for w in range(self.words):
            row[self.cells + 1 + w] = read_word(keys, i, w)
        for c in range(self.cells):
            row[c] = self.lows[c]
        for cell, _, shift, mask, word, to in self.fields:
            if cell < self.cells:
                row[cell] += (row[self.cells + 1 + word] >> to & mask) << shift
        return read_cells(row, like)

    def to_dict(self) -> dict[str, Any]:
        """Return the packing for JSON."""
        return {**super().to_dict(), "words": self.words}


def _lay_out_words(ranges: list[CellRange], words: int) -> tuple[tuple[int, ...], ...]:
    """The fields (cell, low, shift, mask, word, to); word 0 is the highest."""
    fields, at = [], 0
    for cell, each in enumerate(ranges):
        for shift, width in _list_runs(each.mask, keeps_gaps=False):
            while width:
                part = min(width, WORD_BITS - at % WORD_BITS)
                word = words - 1 - at // WORD_BITS
                fields.append((cell, each.low, shift, (1 << part) - 1, word, at % WORD_BITS))
                shift, width, at = shift + part, width - part, at + part
    return tuple(fields)


class RadixPacking(Packing):
    """The packing of states whose fields are too wide: each cell is a digit with its own radix."""

    def __init__(
        self, ranges: list[CellRange], is_symmetric: bool = False, title: str = "the game"
    ) -> None:
        self.set_ranges(ranges, is_symmetric)
        self.spans = tuple(FULL if each.is_set else each.high - each.low for each in ranges)
        self.digits, most = _lay_out_digits(ranges[:-1])
        self.below_tier = (most - 1).bit_length()
        self.bits = self.below_tier + _count_bits(ranges[-1])
        require_bits(self.bits, title)

    def pack(self, game: Game[Any, Any], s: Any, row: Any) -> int:
        """The key of a state, or −1 if a cell is out of its range; `row` is for scratch."""
        if not self.write_row(game, s, row):
            return -1
        for i in range(self.cells + 1):
            if self.spans[i] != FULL and row[i] - self.lows[i] > self.spans[i]:
                return -1
        key = row[self.cells] - self.lows[self.cells] << self.below_tier
        for cell, low, shift, mask, _, scale in self.digits:
            key += (row[cell] - low >> shift & mask) * scale
        return key if key != LAST_KEY else -1

    def unpack(self, game: Game[Any, Any], key: int, row: Any, like: Any) -> Any:
        """The state of a key."""
        number = key & (1 << self.below_tier) - 1
        for i in range(self.cells):
            row[i] = self.lows[i]
        for cell, _, shift, _, radix, scale in self.digits:
            row[cell] += number // scale % radix << shift
        return read_cells(row, like)

    def to_dict(self) -> dict[str, Any]:
        """Return the packing for JSON."""
        return {**super().to_dict(), "radix": True}


def _lay_out_digits(ranges: list[CellRange]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The digits (cell, low, shift, mask, radix, scale), and how many numbers they make."""
    digits, scale = [], 1
    for cell, each in enumerate(ranges):
        for shift, width in _list_runs(each.mask, keeps_gaps=False):
            mask = (1 << width) - 1
            radix = mask + 1 if each.is_set else each.high - each.low + 1
            digits.append((cell, each.low, shift, mask, radix, scale))
            scale *= radix
    return tuple(digits), scale


def require_bits(bits: int, title: str) -> None:
    """Refuse keys that are too wide for one word."""
    if bits > KEY_BITS:
        raise TooLarge(
            f"a state of {title} takes {format_plural(bits, 'bit', 'bits')}; a key of one word "
            f"has {KEY_BITS}"
        )


def make_packing(ranges: list[CellRange], is_symmetric: bool, title: str) -> Packing:
    """The packing of cells with these ranges: fields of bits, or digits if those do not fit into
    one word, or fields in several words."""
    for kind in (Packing, RadixPacking):
        try:
            return kind(ranges, is_symmetric, title)
        except TooLarge:
            pass
    return WidePacking(ranges, is_symmetric, title)


class IndexPacking(OneWord):
    """The packing of a game that numbers its own positions by `index` and `unindex`."""

    cells = 0

    def __init__(self, most: int, tiers: int, is_symmetric: bool = False) -> None:
        self.most, self.tiers, self.is_symmetric = most, tiers, is_symmetric
        self.below_tier = most.bit_length()
        self.bits = self.below_tier + tiers.bit_length()
        if self.bits > KEY_BITS:
            raise TooLarge(
                f"the numbers of index and tier take {self.bits} bits, and {KEY_BITS} at most are "
                "allowed: number positions more closely, or do without index"
            )

    def pack(self, game: Game[Any, Any], s: Any, row: Any) -> int:
        """The key of a state, or −1 if its number is out of range."""
        if self.is_symmetric:
            s = game.canonical(s)
        s = game.project(s)
        number, tier = game.index(s), game.tier(s)
        if number < 0 or number > self.most or tier < 0 or tier > self.tiers:
            row[0] = number
            return -1
        return tier << self.below_tier | number

    def unpack(self, game: Game[Any, Any], key: int, row: Any, like: Any) -> Any:
        """The state of a key."""
        return game.unindex(key & (1 << self.below_tier) - 1)

    def to_dict(self) -> dict[str, Any]:
        """Return the packing for JSON."""
        return {"most": self.most, "tiers": self.tiers, "symmetric": self.is_symmetric}


Packer = Packing | IndexPacking


def find_packing(game: Game[Any, Any], states: Iterable[Any], is_symmetric: bool) -> Packer:
    """The packing that holds these states; wide enough for others like them."""
    if game.declares("index"):
        numbers = [(game.index(s), game.tier(s)) for s in map(game.project, states)]
        most, tiers = (max(each) for each in zip(*numbers, strict=True))
        return IndexPacking(round_up(most), round_up(tiers), is_symmetric)
    return make_packing(find_ranges(game, states), is_symmetric, game.full_title)


def round_up(number: int) -> int:
    """The largest number of as many bits.

    >>> round_up(5)
    7
    """
    return (1 << number.bit_length()) - 1


def read_packing(text: dict[str, Any], title: str) -> Packer:
    """The packing that `to_dict` wrote."""
    if "most" in text:
        return IndexPacking(text["most"], text["tiers"], text["symmetric"])
    ranges = [CellRange(*cell) for cell in text["cells"]]
    kind = WidePacking if "words" in text else RadixPacking if "radix" in text else Packing
    return kind(ranges, text["symmetric"], title)
