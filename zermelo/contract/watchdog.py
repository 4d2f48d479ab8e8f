"""A rule that never ends: noticed while it runs, and stopped at its place.

A thread looks at the calls of the rules from time to time. If one call lasts too long it is ended
by an exception, which a rule in C cannot receive.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.errors import BadGame, find_place
from zermelo.game import Game

MAX_SECONDS = 10.0
"""How long one call of a rule may take before it counts as endless."""

LOOKS = 20
"""How often the thread looks within that time."""


class EndlessRule(BadGame):
    """A rule does not end; the message says where it was."""


class RuleStopped(BaseException):
    """Ends a rule. No rule catches it by `except Exception`."""


@contextmanager
def limit_rules(game: Game[Any, Any], seconds: float | None = None) -> Iterator[None]:
    """Within this block, end a call of a rule that takes too long, and raise `EndlessRule`.

    Without `seconds`: MAX_SECONDS.
    """
    watchdog = Watchdog(game, MAX_SECONDS if seconds is None else seconds)
    watchdog.thread.start()
    try:
        yield
    except RuleStopped:
        raise EndlessRule(watchdog.fault) from None
    finally:
        watchdog.end()


class Watchdog:
    """Looks at the thread that made it, and ends a rule in which it stays too long."""

    def __init__(self, game: Game[Any, Any], seconds: float) -> None:
        self.name, self.seconds, self.fault = type(game).__name__, seconds, ""
        self.rules = find_rules(type(game))
        self.owner = threading.get_ident()
        self.over, self.lock = threading.Event(), threading.Lock()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def end(self) -> None:
        """Stop looking; an exception that has not arrived yet is taken back."""
        with self.lock:
            self.over.set()
            if self.fault:
                _throw(self.owner, None)

    def _watch(self) -> None:
        call: types.FrameType | None = None
        looks = 0
        while not self.over.wait(self.seconds / LOOKS):
            frames = self._list_frames()
            now = next((f for f in frames if f.f_code in self.rules), None)
            looks = looks + 1 if now is not None and now is call else 0
            call = now
            if now is not None and looks >= LOOKS:
                self._stop(now, frames)

    def _list_frames(self) -> list[types.FrameType]:
        """The calls that the owner is in, the outermost first."""
        frame, frames = sys._current_frames().get(self.owner), []
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        return frames[::-1]

    def _stop(self, call: types.FrameType, frames: list[types.FrameType]) -> None:
        with self.lock:
            if not self.over.is_set():
                place = find_place([(f.f_code.co_filename, f.f_lineno) for f in frames])
                rule = f"{self.name}.{call.f_code.co_name}"
                why = f"has been running for {self.seconds:g} s: a rule must end"
                self.fault = f"{place}: {rule} {why}"
                _throw(self.owner, RuleStopped)


def find_rules(cls: type) -> set[types.CodeType]:
    """The code of a game's own methods, without those that it inherits from `Game`."""
    known = [vars(kind).values() for kind in cls.__mro__ if kind not in (Game, *Game.__mro__)]
    return {value.__code__ for values in known for value in values if hasattr(value, "__code__")}


def _throw(thread: int, exception: type[BaseException] | None) -> None:
    """Raise an exception in a thread; None takes back one that has not arrived."""
    what = ctypes.py_object(exception) if exception is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
