"""Searches against the clock, on a machine that may stand still for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


def patiently(search: Callable[[float], R], is_enough: Callable[[R], object]) -> R:
    """What a search found in so many seconds; in more, when a busy machine left it no time to find enough.

    >>> patiently(lambda seconds: int(seconds), lambda found: found > 2)
    3
    """
    for seconds in (0.3, 3.0):
        if is_enough(found := search(seconds)):
            return found
    return search(30.0)
