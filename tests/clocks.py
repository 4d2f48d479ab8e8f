"""Searches against the clock, or that somebody interrupts, on a machine that may stand still for a
while."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


def patiently(search: Callable[[float], R], is_enough: Callable[[R], object]) -> R:
    """What a search found in so many seconds.

    In more, when a busy machine left it no time to find enough.

    >>> patiently(lambda seconds: int(seconds), lambda found: found > 2)
    3
    """
    for seconds in (0.3, 3.0):
        if is_enough(found := search(seconds)):
            return found
    return search(30.0)


def interrupting(least: int) -> Callable[[int, float], None]:
    """Progress that presses Ctrl-C once, when a search has seen so many nodes.

    Not before it runs, and not after it.
    """
    pressed: list[int] = []

    def tick(nodes: int, seconds: float) -> None:
        if nodes >= least and not pressed:
            pressed.append(nodes)
            os.kill(os.getpid(), signal.SIGINT)

    return tick
