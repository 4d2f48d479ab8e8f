"""The frame around an engine's search: one depth after the other, with what was found kept from each to the next.

Like `zermelo.frame`, it prepares, watches limits and reports; it decides nothing about moves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from zermelo import gears
from zermelo.engine.store import Store
from zermelo.errors import BadLimit
from zermelo.frame.answer import value_all
from zermelo.frame.question import Options, Question
from zermelo.frame.report import report
from zermelo.frame.run import carry_out
from zermelo.result import Counts, Iteration, Limit, Result
from zermelo.watch import MOST_PLIES, Watch

S = TypeVar("S")
A = TypeVar("A")

BEYOND = MOST_PLIES + 1
"""The depth of a search without a limit: no path gets there, because the watch refuses it before."""

TICK = 0.002
"""Seconds between two looks at whether somebody wants the search to end."""


def refuse_trace(algorithm: str, instead: str, options: Options) -> None:
    """The engine looks twice at some nodes and not at all at others; the textbook's searches tell a story."""
    if options.get("trace") or options.get("plies") is not None:
        raise BadLimit(f"{algorithm} records no trace: use {instead}")


def is_worth_deepening(q: Question[S, A]) -> bool:
    """Without an evaluation a horizon teaches nothing; it is only good for an answer when the time is over."""
    return q.game.declares("evaluate") or q.limit != Limit()


def deepened(
    q: Question[S, A],
    kernel: Callable[..., Any],
    args: Callable[[int], tuple[Any, ...]],
    store: Store,
    deepens: bool,
    stop: threading.Event | None,
) -> Result[A]:
    """Search to depth 1, 2, 3 … (or at once to the last) until a limit, or until the value is proven.

    `args(depth)` are the kernel's arguments after the state; the store is among them.
    """
    last = min(q.depth, BEYOND)
    if q.gear == "compiled":  # before the clock starts
        gears.require_fixed_shape(q.game, q.state)
        gears.compiled(kernel, q.game, q.state, *args(1), Watch("compiled"))
    began = time.perf_counter()
    counts = Counts()
    history: list[Iteration[A]] = []
    best: Result[A] | None = None
    with heeding(stop, store.halt):
        for depth in range(min(1, last), last + 1) if deepens else (last,):
            store.begin(depth)
            step = replace(q, depth=depth, limit=_left(q, depth, time.perf_counter() - began))
            result = _proven(
                report(step, carry_out(step, kernel, args(depth), spent=counts.nodes)), store, stop
            )
            counts += result.counts
            if best is None or not result.stopped:
                best = result
            best = replace(best, stopped=result.stopped)
            if result.stopped:
                break
            assert result.value is not None
            history.append(
                Iteration(
                    depth,
                    result.value,
                    result.action,
                    result.line,
                    counts.nodes,
                    time.perf_counter() - began,
                )
            )
            if q.told is not None:
                q.told(replace(best.spending(counts, history[-1].seconds), history=tuple(history)))
            if result.exact:
                break
        assert best is not None
        best = best.spending(counts, time.perf_counter() - began)
        best = replace(best, history=tuple(history) if deepens else ())
        if q.all and not best.stopped:
            best = _with_all(q, best, kernel, args, history[-1].depth, store, stop)
    return best


def _with_all(
    q: Question[S, A],
    best: Result[A],
    kernel: Callable[..., Any],
    args: Callable[[int], tuple[Any, ...]],
    depth: int,
    store: Store,
    stop: threading.Event | None,
) -> Result[A]:
    """Every root action's value, at the depth of the best one's."""
    whole = value_all(replace(q, depth=depth), best, kernel, lambda s, left: args(left))
    return _proven(replace(whole, exact=best.exact), store, stop)


def _proven(result: Result[A], store: Store, stop: threading.Event | None) -> Result[A]:
    """What the watch cannot know: estimates that came out of the store, and who stopped the search."""
    exact = not result.stopped and store.is_proven
    stopped = (
        "asked"
        if result.stopped == "nodes" and stop is not None and stop.is_set()
        else result.stopped
    )
    return replace(
        result, exact=exact, distance=result.distance if exact else None, stopped=stopped
    )


def _left(q: Question[S, A], depth: int, spent: float) -> Limit:
    """The limits of one depth: what is left of the time; nodes are counted by the caller."""
    seconds = None if q.limit.seconds is None else max(q.limit.seconds - spent, 1e-4)
    return replace(q.limit, depth=None if depth >= BEYOND else depth, seconds=seconds)


@contextmanager
def heeding(stop: threading.Event | None, halt: Callable[[], None]) -> Iterator[None]:
    """While this lasts, setting the event from any thread calls `halt` within milliseconds."""
    if stop is None:
        yield
        return
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            if stop.wait(TICK):
                halt()
                return

    looker = threading.Thread(target=look, daemon=True)
    looker.start()
    try:
        yield
    finally:
        over.set()
        looker.join()
