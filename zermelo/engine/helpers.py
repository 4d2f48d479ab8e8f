"""Helper threads: the same question on the same transposition table (see `pvs.sharing`)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from zermelo import gears
from zermelo.engine.pvs.state import SearchState
from zermelo.frame.question import Question
from zermelo.frame.run import read_counts
from zermelo.result import Counts
from zermelo.watch import Watch


class Helpers:
    """Threads that search the same question on the same table, as long as the main thread does.

    Their answers are discarded; the main thread profits from their entries in the table. Plain
    Python runs one thread at a time, so the plain gear has no helpers.
    """

    def __init__(
        self,
        count: int,
        q: Question[Any, Any],
        kernel: Any,
        args: tuple[Any, ...],
        s: Any,
    ) -> None:
        self.jobs: list[tuple[Any, Watch]] = []
        self.threads: list[threading.Thread] = []
        if q.gear != "compiled":
            return
        for _ in range(count):
            watch = Watch("compiled")
            own = tuple(arg.helper() if isinstance(arg, SearchState) else arg for arg in args)
            self.jobs.append((gears.compile_kernel(kernel, q.game, s, *own, watch), watch))

    def __enter__(self) -> Helpers:
        for job, _ in self.jobs:
            self.threads.append(
                threading.Thread(target=_run_until_stopped, args=(job,), daemon=True)
            )
            gears.start_deep(self.threads[-1])
        return self

    def __exit__(self, *exc: object) -> None:
        for _, watch in self.jobs:
            watch.stop()
        for thread in self.threads:
            thread.join()

    @property
    def counts(self) -> Counts:
        """The effort of all helpers."""
        return sum((read_counts(watch) for _, watch in self.jobs), Counts())


def _run_until_stopped(job: Callable[[], Any]) -> None:
    with suppress(Exception):  # the main thread meets the same error, or does not need the answer
        job()
