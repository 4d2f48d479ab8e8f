"""Threads for compiled code, and the stacks that deep searches need."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

STACK = 512 << 20
"""Bytes of stack for a compiled search: enough for the deepest path a watch allows."""

PATIENCE = 2.0
"""Seconds that a search is given to stop after Ctrl-C, before it is left behind."""

_starting = threading.Lock()


def run_apart(job: Callable[[], Any], stop: Callable[[], None]) -> Any:
    """Run compiled code in a thread with a deep stack; returns what the job returns.

    Ctrl-C reaches the calling thread, which then calls `stop`. Raises what the job raised, or
    KeyboardInterrupt once the job has come to its end.
    """
    outcome: list[tuple[Any, BaseException | None]] = []
    done = threading.Event()
    worker = threading.Thread(target=_run, args=(job, outcome, done), daemon=True)
    try:
        start_deep(worker)
        while not done.wait(0.1):
            pass
    except KeyboardInterrupt:  # work that was not asked to stop would go on for ever
        stop()
        if worker.ident is not None:
            done.wait(PATIENCE)  # it is left behind if a rule never ends
        raise
    value, error = outcome[0]
    if error is not None:
        raise error
    return value


def _run(
    job: Callable[[], Any],
    outcome: list[tuple[Any, BaseException | None]],
    done: threading.Event,
) -> None:
    """Run a job in this thread; append what it returned and what it raised."""
    try:
        outcome.append((job(), None))
    except BaseException as error:
        outcome.append((None, error))
    done.set()


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


class deep_recursion:
    """Python's own limit on recursion, out of the way while a plain search runs."""

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.before, 50_000))

    def __exit__(self, *exc: object) -> None:
        sys.setrecursionlimit(self.before)
