"""Helper threads: the same question on the same transposition table (see `pvs.sharing`)."""

from __future__ import annotations

from typing import Any

from zermelo import gears
from zermelo.engine.pvs.state import THREADS, SearchState
from zermelo.frame.question import Question
from zermelo.frame.run import compile_for, read_counts
from zermelo.result import Counts
from zermelo.watch import Watch


class Helpers:
    """Threads that search the same question on the same table, as long as the main thread does.

    Their answers are discarded; the main thread profits from their entries in the table. What they
    learn about moves they keep for the next depth. Plain Python runs one thread at a time, so the
    plain gear has no helpers.
    """

    def __init__(
        self, state: SearchState, q: Question[Any, Any], kernel: Any, args: tuple[Any, ...], s: Any
    ) -> None:
        self.watches: list[Watch] = []
        jobs = []
        count = state.parameters[THREADS] - 1 if q.gear == "compiled" else 0
        for own in state.keep_helpers(count):
            watch = Watch("compiled")
            theirs = tuple(own if arg is state else arg for arg in args)
            jobs.append(compile_for(q, kernel, theirs, s, watch))
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
