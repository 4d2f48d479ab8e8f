"""Helper threads: the same question on the same transposition table (see `pvs.sharing`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from zermelo import gears
from zermelo.engine.pvs.state import THREADS, SearchState
from zermelo.frame.question import Question
from zermelo.frame.run import compile_for, read_counts
from zermelo.result import Counts
from zermelo.watch import Watch

FURTHER = 2
"""Plies that a helper goes deeper than the question while the main thread is still searching."""


class Helpers:
    """Threads that search the same question on the same table, as long as the main thread does.

    Their answers are discarded; the main thread profits from their entries in the table. What they
    learn about moves they keep for the next depth. In a selective game a helper that has its answer
    first goes on a ply deeper; elsewhere deeper entries would change the value of the depth asked
    for. Plain Python runs one thread at a time, so the plain gear has no helpers.
    """

    def __init__(
        self, state: SearchState, q: Question[Any, Any], kernel: Any, args: tuple[Any, ...], s: Any
    ) -> None:
        self.watches: list[Watch] = []
        jobs: list[Callable[[], None]] = []
        plies = FURTHER if q.game.selective else 0
        count = state.parameters[THREADS] - 1 if q.gear == "compiled" else 0
        for own in state.keep_helpers(count):
            watch = Watch("compiled")
            theirs = tuple(own if arg is state else arg for arg in args)
            searches = [compile_for(q, kernel, more, s, watch) for more in deepen(theirs, plies)]
            jobs.append(partial(run_all, searches))
            self.watches.append(watch)
        self.beside = gears.Beside(jobs, self.stop)

    def stop(self) -> None:
        """End the searches of all helpers at their next node."""
        for watch in self.watches:
            watch.stop()

    def __enter__(self) -> Helpers:
        self.beside.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self.beside.__exit__(*exc)

    @property
    def counts(self) -> Counts:
        """The effort of all helpers."""
        return sum(map(read_counts, self.watches), Counts())


def deepen(args: tuple[Any, ...], plies: int) -> list[tuple[Any, ...]]:
    """The arguments of a search, then those of the same search ever deeper; a proof has no depth.

    >>> deepen((-1.0, 1.0, 8), 2)
    [(-1.0, 1.0, 8), (-1.0, 1.0, 9), (-1.0, 1.0, 10)]
    """
    if int not in map(type, args):
        return [args]
    return [tuple(arg + n if type(arg) is int else arg for arg in args) for n in range(plies + 1)]


def run_all(searches: Iterable[Callable[[], Any]]) -> None:
    """Run one search after another."""
    for search in searches:
        search()
