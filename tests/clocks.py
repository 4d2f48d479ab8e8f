"""Helpers for tests of time limits and of Ctrl-C, on a machine that may be busy."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


def patiently(search: Callable[[float], R], is_enough: Callable[[R], object]) -> R:
    """The result of a search with a time limit; the limit grows until the result is enough.

    >>> patiently(lambda seconds: int(seconds), lambda found: found > 2)
    3
    """
    for seconds in (0.3, 3.0):
        if is_enough(found := search(seconds)):
            return found
    return search(30.0)


def interrupting(least: int) -> Callable[[int, float], None]:
    """A progress function that sends SIGINT once, when a search has entered `least` nodes."""
    pressed: list[int] = []

    def tick(nodes: int, seconds: float) -> None:
        if nodes >= least and not pressed:
            pressed.append(nodes)
            os.kill(os.getpid(), signal.SIGINT)

    return tick
