"""One run from the root and its result; with `all`, the value of every root action."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from zermelo.frame.deepen import Effort
from zermelo.frame.question import Question
from zermelo.frame.report import is_proof, report
from zermelo.frame.run import carry_out, in_gear
from zermelo.result import Result, RootValue, alter
from zermelo.watch import DEEPEST

S = TypeVar("S")
A = TypeVar("A")

Kernel = Callable[..., Any]
Arguments = Callable[[Any, int], tuple[Any, ...]]
"""A function of a state and a depth: the kernel's arguments after the state."""


def answer(q: Question[S, A], kernel: Kernel, args: Arguments) -> Result[A]:
    """Run a search once from the root and report it."""

    def attempt(q: Question[S, A]) -> Result[A]:
        run = carry_out(q, kernel, args(q.state, q.depth))
        result = report(q, run)
        if q.all and not result.stopped:
            result = value_all(q, result, kernel, args)
        if result.exact:  # the whole tree has its own depth, whatever was allowed
            result = alter(result, depth=min(result.depth, max(run.watch.count(DEEPEST) - 1, 0)))
        return result

    return in_gear(q, attempt)


def value_all(
    q: Question[S, A],
    result: Result[A],
    kernel: Kernel,
    args: Arguments,
    effort: Effort | None = None,
) -> Result[A]:
    """The same result with the exact value of every root action, and all that are equally good.

    `effort` is what was spent before; by default what the result says.
    """
    game = q.game
    if result.action_name is None or q.depth == 0:
        return replace(result, actions=(), action_names=())
    effort = effort or Effort(result.counts, time.perf_counter() - result.seconds)
    mover = game.player(q.state)
    values: list[RootValue[A]] = []
    exact = result.exact
    for a in game.options(q.state):
        after = game.result(q.state, a)
        part = replace(effort.limit(q, q.limit.depth), trace=False)
        run = effort.carry_out(part, kernel, args(after, q.depth - 1), after)
        if run.stopped:
            spent = result.spending(effort.counts, effort.seconds)
            return replace(spent, stopped=run.stopped, exact=False)
        exact = exact and is_proof(run)
        vector = tuple(map(float, run.value)) if isinstance(run.value, tuple) else None
        v = float(run.value) if vector is None else vector[mover]
        values.append(RootValue(a, game.name(q.state, a), v, vector=vector))
    maximises = result.vector is not None or mover == q.player
    best = max(r.value for r in values) if maximises else min(r.value for r in values)
    good = [r for r in values if r.value == best]
    return replace(
        result.spending(effort.counts, effort.seconds),
        exact=exact,
        values=tuple(values),
        actions=tuple(r.action for r in good),
        action_names=tuple(r.name for r in good),
    )
