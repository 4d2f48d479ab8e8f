"""Iterative deepening: the one loop that searches depth after depth.

A search plugs in what it does at one depth. The loop adds up the effort, keeps the history, and
yields a result for each depth; the last result is the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from zermelo.frame.question import Question
from zermelo.frame.run import Run, carry_out
from zermelo.result import Counts, Iteration, Result, alter

S = TypeVar("S")
A = TypeVar("A")

LEAST_SECONDS = 1e-4
"""What a run gets when the time is over: it must end by itself."""


@dataclass
class Effort:
    """What all runs together have spent since the search began."""

    counts: Counts = field(default_factory=Counts)
    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return time.perf_counter() - self.began

    def limit(self, q: Question[S, A], depth: int | None) -> Question[S, A]:
        """The question of one depth: what is left of the time. `carry_out` counts the nodes."""
        seconds = q.limit.seconds
        if seconds is not None:
            seconds = max(seconds - self.seconds, LEAST_SECONDS)
        limit = alter(q.limit, depth=depth, seconds=seconds)
        return alter(q, depth=q.depth if depth is None else depth, limit=limit)

    def carry_out(
        self,
        q: Question[S, A],
        kernel: Callable[..., Any],
        args: tuple[Any, ...],
        state: S | None = None,
    ) -> Run:
        """Run a kernel within what is left of the nodes, and add what it spent."""
        run = carry_out(q, kernel, args, state, self.counts.nodes)
        self.add(run)
        return run

    def add(self, run: Run) -> None:
        """Add what a run spent."""
        self.counts += run.counts


SearchDepth = Callable[[int, Effort], tuple[Result[A], bool]]
"""Search one depth: its result, and whether a deeper search can find nothing more."""


Finish = Callable[[int, Result[A], Effort], Result[A]]
"""Complete the answer: called with the last depth, its result and the effort."""


def deepen(
    depths: range,
    search_depth: SearchDepth[A],
    *,
    finish: Finish[A] | None = None,
    keeps_partial: bool = False,
    fill: Callable[[], float | None] = lambda: None,
) -> Iterator[Result[A]]:
    """Yield a result for each depth until one is stopped or over.

    A depth that was stopped yields the result of the depth before; with `keeps_partial` its own,
    if it has a value for as many lines. `fill` says how full the transposition table is.
    """
    effort = Effort()
    history: list[Iteration[A]] = []
    best: Result[A] | None = None
    for depth in depths:
        try:
            result, is_over = search_depth(depth, effort)
        except KeyboardInterrupt:  # one that came between two runs
            if best is None:
                raise
            yield replace(best, stopped="interrupted")
            return
        if result.stopped and best is not None:
            result = _choose_finished(best, result, keeps_partial)
        share = fill()
        if not result.stopped and result.value is not None:
            history.append(make_iteration(depth, result, effort, share))
            is_over = is_over or depth == depths[-1]
            if is_over and finish is not None:
                result = finish(depth, result, effort)
        spent = result.spending(effort.counts, effort.seconds)
        best = alter(spent, history=tuple(history), fill=share)
        yield best
        if best.stopped or is_over:
            return


def _choose_finished(best: Result[A], result: Result[A], keeps_partial: bool) -> Result[A]:
    """The answer when a depth was stopped: its own, or that of the depth before, `best`.

    A depth with fewer lines counts only if it has proven its value; the depth before then has the
    other lines.
    """
    is_short = len(result.variations) < len(best.variations)
    if not keeps_partial or result.value is None or (is_short and not result.exact):
        return replace(best, stopped=result.stopped)
    known = {one.action for one in result.variations}
    rest = [one for one in best.variations if one.action not in known]
    missing = max(len(best.variations) - len(result.variations), 0)
    return replace(result, variations=(*result.variations, *rest[:missing]))


def make_iteration(
    depth: int, result: Result[A], effort: Effort, fill: float | None = None
) -> Iteration[A]:
    """One depth as the history keeps it."""
    assert result.value is not None
    return Iteration(
        depth,
        result.value,
        result.action,
        result.line,
        effort.counts.nodes,
        effort.seconds,
        fill=fill,
    )
