"""Cancelling a question: code that polls reads a flag, code that waits gets a call."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Cancellation(threading.Event):
    """An event that also runs callbacks when it is set.

    >>> cancel = Cancellation()
    >>> cancel.add_callback(lambda: print("cancelled"))
    >>> cancel.set()
    cancelled
    """

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()
        self.callbacks: list[Callable[[], None]] = []

    def add_callback(self, callback: Callable[[], None]) -> None:
        """Run the callback when the event is set; at once if it is set already."""
        with self.lock:
            self.callbacks.append(callback)
        if self.is_set():
            self._run_callbacks()

    def set(self) -> None:
        """Set the event and run the callbacks."""
        super().set()
        self._run_callbacks()

    def _run_callbacks(self) -> None:
        with self.lock:
            callbacks, self.callbacks = self.callbacks, []
        for callback in callbacks:
            callback()


def run_once(callback: Callable[[], None]) -> Callable[[], None]:
    """Wrap a callback so that only the first of several calls, from any thread, runs it.

    >>> end = run_once(lambda: print("once"))
    >>> end(), end()
    once
    (None, None)
    """
    first_call = threading.Lock()

    def run() -> None:
        if first_call.acquire(blocking=False):
            callback()

    return run
