"""Threads for compiled code, and the stacks that deep searches need."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

STACK = 512 << 20
"""Bytes of stack for a compiled search: enough for the deepest path a watch allows."""

PATIENCE = 2.0
"""Seconds that a search is given to stop after Ctrl-C, before it is left behind."""

MOST_IDLE = 8
"""Threads that wait for the next search. Starting one takes longer than an easy search."""

_starting = threading.Lock()
_idle: list[DeepThread] = []
os.register_at_fork(after_in_child=lambda: _idle.clear())  # a child process has no threads


def run_apart(
    job: Callable[[], Any],
    stop: Callable[[], None],
    seconds: float | None = None,
    expire: Callable[[], None] = lambda: None,
) -> Any:
    """Run compiled code in a thread with a deep stack; returns what the job returns.

    Ctrl-C reaches the calling thread, which then calls `stop`. Raises what the job raised, or
    KeyboardInterrupt once the job has come to its end. `expire` is called after `seconds`.
    """
    thread = _take_thread()
    try:
        thread.begin(job)
        if seconds is not None and not thread.wait(min(seconds, threading.TIMEOUT_MAX)):
            expire()
        while not thread.wait(0.1):
            pass
    except KeyboardInterrupt:  # work that was not asked to stop would go on for ever
        stop()
        if thread.wait(PATIENCE):  # it is left behind if a rule never ends
            _release(thread)
        raise
    value, error = thread.take_outcome()
    _release(thread)
    if error is not None:
        raise error
    return value


class Beside:
    """Jobs that run in threads of their own within a block. At its end they are stopped."""

    def __init__(self, jobs: Sequence[Callable[[], Any]], stop: Callable[[], None]) -> None:
        self._jobs, self._stop = jobs, stop
        self._threads: list[DeepThread] = []

    def __enter__(self) -> None:
        for job in self._jobs:
            self._threads.append(_take_thread())
            self._threads[-1].begin(job)

    def __exit__(self, *exc: object) -> None:
        self._stop()
        for thread in self._threads:
            while not thread.wait(0.1):
                pass
            thread.take_outcome()  # an error is met by the main thread, too, or does not matter
            _release(thread)


def _take_thread() -> DeepThread:
    """A thread that waits for a job, or a new one."""
    try:
        return _idle.pop()
    except IndexError:
        return DeepThread()


def _release(thread: DeepThread) -> None:
    """Keep a thread for the next search, or let it end."""
    if len(_idle) < MOST_IDLE:
        _idle.append(thread)
    else:
        thread.end()


class DeepThread:
    """A thread with a deep stack that runs one job after another."""

    def __init__(self) -> None:
        self._job: Callable[[], Any] | None = None
        self._outcome: tuple[Any, BaseException | None] = None, None
        self._begin, self._done = threading.Lock(), threading.Lock()
        self._begin.acquire()  # both are open for a moment: when a job is there, when it is done
        self._done.acquire()
        self._is_busy = False
        start_deep(threading.Thread(target=self._work, daemon=True))

    def begin(self, job: Callable[[], Any]) -> None:
        """Begin a job."""
        self._job, self._is_busy = job, True
        self._begin.release()

    def wait(self, seconds: float) -> bool:
        """Wait until no job is running; False if one is, after these seconds."""
        if self._is_busy and self._done.acquire(timeout=seconds):
            self._is_busy = False
        return not self._is_busy

    def take_outcome(self) -> tuple[Any, BaseException | None]:
        """What the job returned and what it raised."""
        outcome, self._outcome = self._outcome, (None, None)
        return outcome

    def end(self) -> None:
        """Let the thread end."""
        self._begin.release()

    def _work(self) -> None:
        while True:
            self._begin.acquire()
            job, self._job = self._job, None
            if job is None:
                return
            try:
                self._outcome = job(), None
            except BaseException as error:
                self._outcome = None, error
            del job
            self._done.release()


def start_deep(thread: threading.Thread) -> None:
    """Start a thread with a deep stack.

    One after the other: the size belongs to the process, and must be again what it was.
    """
    with _starting:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


ROOM = 1_100_000
"""The size of a frame, in references, for which Python takes 16 MiB for frames in one piece."""

R = TypeVar("R")


def with_room(job: Callable[[], R]) -> R:
    """Return what a job returns that calls deeply: the compiler.

    Python takes memory for frames in pieces of 16 KiB, and gives a piece back when the first call
    in it ends. A loop whose calls begin a piece asks the system for one at each of them: 100,000
    times while the engine is compiled, a fifth of the whole time.
    """
    return job()


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)


class deep_recursion:
    """Python's own limit on recursion, out of the way while a plain search runs."""

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.before, 50_000))

    def __exit__(self, *exc: object) -> None:
        sys.setrecursionlimit(self.before)
