"""A word to stop, for those who look whether it was said, and for those who want to be told."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Stop(threading.Event):
    """An event that also calls.

    >>> stop = Stop()
    >>> stop.then(lambda: print("stopped"))
    >>> stop.set()
    stopped
    """

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()
        self.calls: list[Callable[[], None]] = []

    def then(self, call: Callable[[], None]) -> None:
        """Call when it is set; at once, if it is."""
        with self.lock:
            self.calls.append(call)
        if self.is_set():
            self._call()

    def set(self) -> None:
        super().set()
        self._call()

    def _call(self) -> None:
        with self.lock:
            calls, self.calls = self.calls, []
        for call in calls:
            call()


def once(call: Callable[[], None]) -> Callable[[], None]:
    """The same for several who may call at the same time: only the first is heard.

    >>> say = once(lambda: print("once"))
    >>> say(), say()
    once
    (None, None)
    """
    taken = threading.Lock()

    def made() -> None:
        if taken.acquire(blocking=False):
            call()

    return made
