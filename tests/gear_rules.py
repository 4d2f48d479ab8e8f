"""Rules, states and constants for tests of the gears, and what compares both gears."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

from zermelo import gears
from zermelo.bits import Bits, LookupTable

BASE = 7
SQUARES = (0, 1, 4, 9, 16, 25, 36, 49, 64, 81)
GRID = ((1, 2, 3), (4, 5, 6))
RAGGED = ((1,), (2, 3), (), (4, 5, 6))
PRIMES = frozenset({2, 3, 5, 7, 11, 13})
LARGE = tuple(range(100_000, 102_000))
TOP = 1 << 63


class Colour(IntEnum):
    RED = 1
    BLUE = 2


class Spot(NamedTuple):
    row: int
    column: int = 0

    def stepped(self, distance: int) -> Spot:
        return self._replace(column=self.column + distance)

    @property
    def manhattan(self) -> int:
        return abs(self.row) + abs(self.column)


@dataclass(frozen=True)
class Frozen:
    cells: tuple[int, ...]
    turn: int
    done: bool = False

    def total(self) -> int:
        return sum(self.cells)


class Boards(NamedTuple):
    own: Bits
    other: Bits
    score: int


def double(x: int) -> int:
    return 2 * x


def many(n: int) -> Iterator[int]:
    yield n
    yield from (i * i for i in range(n) if i % 2)
    yield from (10, 20)


class Rules:
    """Stands for a game: attributes, helpers, properties, inheritance."""

    limit = 5

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.weights = tuple(float(i) / 2 for i in range(12))
        self.table = LookupTable([5, 6, 7, 8])
        self.helper_object = Helper(3)
        self.__secret = 11

    @property
    def area(self) -> int:
        return self.size * self.size

    @cached_property
    def corners(self) -> tuple[int, ...]:
        return (0, self.size - 1)

    @staticmethod
    def tripled(x: int) -> int:
        return 3 * x

    def inner(self, x: int) -> int:
        return x + self.size

    def shifted(self, x: int) -> int:
        x <<= 3
        x >>= 1
        return x

    def secret(self, x: int) -> int:
        return x + self.__secret

    def kind(self, x: int) -> int:
        return self.inner(x)


class Special(Rules):
    def kind(self, x: int) -> int:
        return 100 * super().kind(x)


class Helper:
    def __init__(self, factor: int) -> None:
        self.factor = factor

    def times(self, x: int) -> int:
        return x * self.factor


def agree(function: Any, *args: Any) -> Any:
    """The answer of a function, the same in both gears."""
    plain = function(*args)
    compiled = gears.outward(gears.compile_kernel(function, *args)(), plain)
    assert compiled == plain
    return plain
