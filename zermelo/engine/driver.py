"""Depth after depth: iterative deepening with aspiration windows or MTD(f), and several best lines.

Each depth begins with what the last one found: the table orders the actions, and the value is looked for near the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from zermelo.engine.pvs.scores import just_above, just_below
from zermelo.engine.pvs.search import search
from zermelo.engine.pvs.state import BUCKETS, EXCLUDED_ROOTS, ITERATION, SearchState
from zermelo.engine.table import fill
from zermelo.frame.question import Question
from zermelo.frame.run import Run
from zermelo.game import FORBIDDEN, INFINITY
from zermelo.result import Counts, Iteration, Result, Variation
from zermelo.watch import MOST_PLIES

S = TypeVar("S")
A = TypeVar("A")

STEPS = ("deepening", "aspiration")
"""Features of the driver: depth after depth, and windows around the last value."""

NARROW = 32
"""The first window around the last value is the range of payoffs divided by this, on each side; each next one is four times as wide."""

FIRST_ASPIRED = 3
"""The first depth whose window is narrow: before it the value is too unsteady."""


@dataclass
class Drive(Generic[S, A]):
    """What it takes to search one depth after the other, and what has been spent on it."""

    search_state: SearchState
    levels: tuple[float, float]
    features: frozenset[str]
    driver: str
    lines: int
    run: Callable[..., Run]
    report: Callable[[Question[S, A], Run, float | None, bool], Result[A]]
    counts: Counts = field(default_factory=Counts)
    began: float = field(default_factory=time.perf_counter)

    @property
    def fill(self) -> float | None:
        """How full the table is."""
        return (
            fill(self.search_state.table, self.search_state.parameters[BUCKETS])
            if "table" in self.features
            else None
        )

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return time.perf_counter() - self.began


def deepen(drive: Drive[S, A], q: Question[S, A]) -> Iterator[Result[A]]:
    """A result for each depth; the last one is the answer. A depth that was stopped counts for what it had found."""
    history: list[Iteration[A]] = []
    best: Result[A] | None = None
    guess: float | None = None
    last = min(q.depth, MOST_PLIES)
    for depth in range(min(1, last) if "deepening" in drive.features else last, last + 1):
        drive.search_state.parameters[ITERATION] = depth
        result, guess, is_over = one_depth(drive, q, depth, guess)
        if result.value is None and best is not None:
            result = replace(best, stopped=result.stopped)
        if not result.stopped and result.value is not None:
            history.append(
                Iteration(
                    depth,
                    result.value,
                    result.action,
                    result.line,
                    drive.counts.nodes,
                    drive.seconds,
                    fill=drive.fill,
                )
            )
        best = replace(
            result.spending(drive.counts, drive.seconds), history=tuple(history), fill=drive.fill
        )
        yield best
        if best.stopped or is_over or is_hopeless(drive, q, guess):
            return


def is_settled(result: Result[A], depth: int) -> bool:
    """Is there nothing more to find? A win beyond the depth, seen by an extension, may be quicker than it looks."""
    return result.exact and (
        result.estimates == 0 or result.distance is None or result.distance <= depth
    )


def is_hopeless(drive: Drive[S, A], q: Question[S, A], score: float | None) -> bool:
    """Is a win or a loss found where nothing can be proven, because positions must not return? Deeper searches would find it again."""
    most, least = drive.levels
    return q.game.repetition == FORBIDDEN and score is not None and not least <= score <= most


def one_depth(
    drive: Drive[S, A], q: Question[S, A], depth: int, guess: float | None
) -> tuple[Result[A], float | None, bool]:
    """The best line of one depth, and as many others as are asked for; its score; and whether all of them are settled."""
    drive.search_state.parameters[EXCLUDED_ROOTS] = 0
    result, score = one_line(drive, q, depth, guess)
    found = [varied(result)]
    is_over = is_settled(result, depth)
    while not result.stopped and depth > 0 and len(found) < min(drive.lines, result.root_width):
        drive.search_state.parameters[EXCLUDED_ROOTS + len(found)] = found[-1].action
        drive.search_state.parameters[EXCLUDED_ROOTS] = len(found)
        other, _ = one_line(drive, q, depth, None)
        if other.stopped:
            result = replace(result, stopped=other.stopped)
        else:
            found.append(varied(other))
            is_over = is_over and is_settled(other, depth)
    drive.search_state.parameters[EXCLUDED_ROOTS] = 0
    return (replace(result, variations=tuple(found)) if drive.lines > 1 else result), score, is_over


def varied(result: Result[A]) -> Variation[A]:
    """A result as one line among several."""
    return Variation(result.action, result.line, result.value, result.exact, result.distance)


def one_line(
    drive: Drive[S, A], q: Question[S, A], depth: int, guess: float | None
) -> tuple[Result[A], float | None]:
    """The best line of one depth and its score, or what there is of it when the search is stopped."""
    if drive.driver == "mtd":
        outcome, score, is_proven = by_null_windows(drive, q, depth, guess or 0.0)
    else:
        outcome, score = by_aspiration(drive, q, depth, guess)
        is_proven = not outcome.stopped and outcome.counts.estimates == 0
    return drive.report(step(drive, q, depth), outcome, score, is_proven), score


def step(drive: Drive[S, A], q: Question[S, A], depth: int) -> Question[S, A]:
    """The question of one depth: what is left of the time; nodes are counted by the run."""
    seconds = None if q.limit.seconds is None else max(q.limit.seconds - drive.seconds, 1e-4)
    return replace(q, depth=depth, limit=replace(q.limit, depth=depth, seconds=seconds))


def searched(drive: Drive[S, A], q: Question[S, A], depth: int, alpha: float, beta: float) -> Run:
    """One search of the root with a window."""
    args: tuple[Any, ...] = (alpha, beta, depth, drive.search_state)
    outcome = drive.run(step(drive, q, depth), search, args, drive.counts.nodes)
    drive.counts += outcome.counts
    return outcome


def by_aspiration(
    drive: Drive[S, A], q: Question[S, A], depth: int, guess: float | None
) -> tuple[Run, float | None]:
    """In a window around the guess, and in wider ones as long as the value lies outside."""
    most, least = drive.levels
    alpha, beta, width = -INFINITY, INFINITY, (most - least) / NARROW if most < INFINITY else 1.0
    if (
        guess is not None
        and depth >= FIRST_ASPIRED
        and "aspiration" in drive.features
        and least <= guess <= most
    ):
        alpha, beta = guess - width, guess + width
    while True:
        outcome = searched(drive, q, depth, alpha, beta)
        if outcome.stopped:
            return outcome, None
        score = float(outcome.value)
        if alpha < score < beta or (score <= alpha == -INFINITY) or (score >= beta == INFINITY):
            return outcome, score
        width *= 4
        is_wide = width > most - least
        alpha = -INFINITY if is_wide else score - width if score <= alpha else alpha
        beta = INFINITY if is_wide else score + width if score >= beta else beta


def by_null_windows(
    drive: Drive[S, A], q: Question[S, A], depth: int, guess: float
) -> tuple[Run, float | None, bool]:
    """MTD(f): ask again and again whether the value is less than the last answer. Also whether both sides of it are proven.

    Only one of the last two answers knows an action: for who maximises, that the value is at least so much; for who minimises, at most.
    """
    low = high = None
    maximises = q.game.terminal(q.state) or q.game.player(q.state) == q.player
    while True:
        beta = just_above(guess) if low is not None and guess == float(low.value) else guess
        outcome = searched(drive, q, depth, just_below(beta), beta)
        if outcome.stopped:
            return outcome, None, False
        guess = float(outcome.value)
        if guess >= beta:
            low = outcome
        else:
            high = outcome
        if low is not None and high is not None and float(low.value) >= float(high.value):
            is_proven = low.counts.estimates == high.counts.estimates == 0
            return low if maximises else high, float(low.value), is_proven
