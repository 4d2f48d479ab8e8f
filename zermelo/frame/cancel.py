"""The one way to end a search from outside: from another thread, by the clock, or by Ctrl-C.

A `Cancellation` is handed down with the question. A kernel never sees it: it sees the budget in the
cells of its watch, which drops to 0. The first reason given is the one that the result names.

>>> cancel = Cancellation()
>>> cancel.cancel("cancelled")
>>> cancel.cancel("seconds")
>>> cancel.is_cancelled, cancel.reason
(True, 'cancelled')
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from zermelo.watch import Watch

T = TypeVar("T")

Reason = Literal["cancelled", "seconds", "interrupted"]


class Cancellation:
    """Ends every search that it was handed to.

    `cancel` may be called from any thread, before or during the search.
    """

    def __init__(self) -> None:
        self.reason: Reason | Literal[""] = ""
        """Why the search was cancelled; empty while it was not."""
        self._callbacks: list[Callable[[Reason], None]] = []
        self._lock = threading.RLock()

    @property
    def is_cancelled(self) -> bool:
        """Has `cancel` been called?"""
        return bool(self.reason)

    def cancel(self, reason: Reason = "cancelled") -> None:
        """End the searches at their next node, and those that begin later at once.

        Only the first call counts.
        """
        with self._lock:
            if not self.reason:
                self.reason = reason
                for callback in list(self._callbacks):
                    callback(reason)

    def add_callback(self, callback: Callable[[Reason], None]) -> None:
        """Call the function with the reason when this is cancelled; at once if it was before."""
        with self._lock:
            self._callbacks.append(callback)
            if self.reason:
                callback(self.reason)

    def remove_callback(self, callback: Callable[[Reason], None]) -> None:
        """Call the function no more."""
        with self._lock:
            self._callbacks.remove(callback)

    def calling(self, callback: Callable[[Reason], None]) -> Calling[None]:
        """Within this block, cancelling calls the function with the reason.

        At once if it was cancelled before.
        """
        return Calling(self, callback, None)

    def stopping(self, *watches: Watch) -> Calling[None]:
        """Within this block, cancelling stops the searches of these watches."""

        def stop(reason: Reason) -> None:
            for watch in watches:
                watch.stop()

        return Calling(self, stop, None)

    def child(self) -> Calling[Cancellation]:
        """A cancellation of its own for a part of the search: cancelled with this one, or alone."""
        part = Cancellation()
        return Calling(self, part.cancel, part)


class Calling(Generic[T]):
    """A block within which a cancellation calls a function.

    A class, because every question enters several: a generator would cost it microseconds.
    """

    __slots__ = ("callback", "cancel", "given")

    def __init__(self, cancel: Cancellation, callback: Callable[[Reason], None], given: T) -> None:
        self.cancel, self.callback, self.given = cancel, callback, given

    def __enter__(self) -> T:
        self.cancel.add_callback(self.callback)
        return self.given

    def __exit__(self, *exc: object) -> None:
        self.cancel.remove_callback(self.callback)
