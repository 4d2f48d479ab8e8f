"""Intervals that hold an unknown value, and what they say of a node above.

The value of a MAX node lies between the largest lower and the largest upper bound of its
successors; that of a MIN node between the smallest ones.

>>> max_of([exactly(3), ANYTHING])
Interval(low=3, high=inf)
>>> print(min_of([Interval(2, 5), exactly(4)]))
[2, 4]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

from zermelo.formatting import format_bound, format_number


class Interval(NamedTuple):
    """All numbers from `low` to `high`, both included.

    >>> 3 in Interval(2, 5), Interval(2, 2).is_exact
    (True, True)
    """

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether the interval holds one number only."""
        return self.low == self.high

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high

    def __str__(self) -> str:
        return self.write_ends()

    def write_ends(self, number: Callable[[float], str] = format_number) -> str:
        """Return both ends, also infinite ones.

        >>> Interval(3, inf).write_ends()
        '[3, +∞]'
        """
        return f"[{format_bound(self.low, number)}, {format_bound(self.high, number)}]"

    def write(
        self,
        number: Callable[[float], str] = format_number,
        at_most: str = "≤ ",
        at_least: str = "≥ ",
        both: str = "[{}, {}]",
    ) -> str:
        """Return the interval as people write it: an infinite end is left out.

        >>> Interval(1, 2).write(), Interval(-inf, 2).write(), Interval(3, inf).write()
        ('[1, 2]', '≤ 2', '≥ 3')
        >>> ANYTHING.write(), exactly(3).write()
        ('?', '3')
        """
        if self.low == -inf and self.high == inf:
            return "?"
        if self.low == -inf:
            return at_most + number(self.high)
        if self.high == inf:
            return at_least + number(self.low)
        if self.is_exact:
            return number(self.low)
        return both.format(number(self.low), number(self.high))

    def describe(self, number: Callable[[float], str] = format_number) -> str:
        """Return the interval in words.

        >>> Interval(1, 2).describe(), Interval(3, inf).describe(), ANYTHING.describe()
        ('between 1 and 2', 'at least 3', 'any value')
        """
        words = self.write(number, "at most ", "at least ", "between {} and {}")
        return words.replace("?", "any value")


class Unknown(NamedTuple):
    """A payoff that is not known: its name, and the range that it lies in.

    >>> print(Unknown("x", Interval(-1, 1)))
    x
    """

    name: str
    range: Interval

    def __str__(self) -> str:
        return self.name


ANYTHING = Interval(-inf, inf)
"""The value may be any number."""


def mean_of(parts: Iterable[tuple[float, Interval]]) -> Interval:
    """Return what the mean of several values lies in, each with its probability.

    >>> print(mean_of([(0.5, exactly(2)), (0.5, Interval(0, 4)), (0.0, ANYTHING)]))
    [1, 3]
    """
    possible = [(p, part) for p, part in parts if p > 0]
    return Interval(sum(p * x.low for p, x in possible), sum(p * x.high for p, x in possible))


def exactly(value: float) -> Interval:
    """Return the interval of one known value."""
    return Interval(value, value)


def max_of(parts: Iterable[Interval]) -> Interval:
    """Return what the largest of several values lies in."""
    lows, highs = zip(*parts, strict=True)
    return Interval(max(lows), max(highs))


def min_of(parts: Iterable[Interval]) -> Interval:
    """Return what the smallest of several values lies in."""
    lows, highs = zip(*parts, strict=True)
    return Interval(min(lows), min(highs))
