"""The time of a move: of a player with a clock."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.engine.clock import Clock
from zermelo.frame.cancel import Cancellation
from zermelo.web.request_fields import Fields

MAX_CLOCK = 100_000.0
"""Seconds on a clock."""


def read_clock(fields: Fields) -> float | None:
    """Return the seconds that a player with a clock takes for the next move; None without one."""
    left = fields.get_optional_number("left", 0.001, MAX_CLOCK)
    increment = fields.get_optional_number("increment", 0, MAX_CLOCK)
    return None if left is None else Clock(left, increment or 0.0).budget()


@contextmanager
def cancelling_after(seconds: float | None, cancel: Cancellation) -> Iterator[None]:
    """Cancel a search that takes longer, if there is a limit."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, cancel.cancel, ["seconds"])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
