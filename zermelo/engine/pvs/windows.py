"""What principal-variation search does at one depth: aspiration windows or MTD(f), and MultiPV.

It plugs into the one deepening loop, `zermelo.frame.deepen`. Each depth begins with what the last
one found: the table orders the actions, and the score is looked for near the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from zermelo.engine.clock import Pace
from zermelo.engine.pvs.scores import just_above, just_below
from zermelo.engine.pvs.search import search_root
from zermelo.engine.pvs.state import EXCLUDED_ROOTS, ITERATION, SearchState
from zermelo.frame.deepen import Effort, deepen
from zermelo.frame.question import Question
from zermelo.frame.report import is_proof
from zermelo.frame.run import Run
from zermelo.game import FORBIDDEN, INFINITY
from zermelo.result import Result, Variation
from zermelo.watch import MOST_PLIES

S = TypeVar("S")
A = TypeVar("A")

STEPS = ("deepening", "aspiration")
"""Features beside those of the search: depth after depth, and windows around the last score."""

DRIVERS = ("pvs", "mtd")
"""How a depth is searched: in an aspiration window, or by MTD(f), null windows from the last score
on."""

NARROW = 32
"""The first window reaches the range of payoffs divided by this from the last
score; each next one is four times as wide."""

MARGINS = 4
"""In a selective game it reaches the game's margin divided by this at most."""

FIRST_ASPIRATION = 3
"""The first depth whose window is narrow: before it the score is too unsteady."""


@dataclass
class DepthSearch(Generic[S, A]):
    """One question, searched depth after depth."""

    q: Question[S, A]
    state: SearchState
    payoffs: tuple[float, float]
    """The highest and the lowest payoff."""
    features: frozenset[str]
    driver: str
    lines: int
    run: Callable[..., Run]
    report: Callable[[Question[S, A], Run, float | None, bool], Result[A]]
    guess: float | None = None
    """The score of the depth before."""
    pace: Pace | None = None
    """When a move is clear enough, if there is a clock for the game."""

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth; a depth that was stopped counts for what it had found."""
        last = min(self.q.depth, MOST_PLIES)
        first = min(1, last) if "deepening" in self.features else last
        return deepen(range(first, last + 1), self.search_depth, keeps_partial=True, fill=self.fill)

    def fill(self) -> float | None:
        """How full the table is."""
        if "table" not in self.features:
            return None
        return self.state.table.fill()

    def search_depth(self, depth: int, effort: Effort) -> tuple[Result[A], bool]:
        """The best lines of one depth (MultiPV), and whether deeper searches are useless."""
        parameters = self.state.parameters
        parameters[ITERATION] = depth
        parameters[EXCLUDED_ROOTS] = 0
        result, self.guess = self.search_line(depth, self.guess, effort)
        variations = [make_variation(result)]
        is_over = is_final(result, depth)
        lines = min(self.lines, result.root_width) if depth > 0 else 1
        while not result.stopped and len(variations) < lines:
            parameters[EXCLUDED_ROOTS + len(variations)] = variations[-1].action
            parameters[EXCLUDED_ROOTS] = len(variations)
            other, _ = self.search_line(depth, None, effort)
            if other.stopped:
                result = replace(result, stopped=other.stopped)
            else:
                variations.append(make_variation(other))
                is_over = is_over and is_final(other, depth)
        parameters[EXCLUDED_ROOTS] = 0
        if self.lines > 1:
            result = replace(result, variations=tuple(variations))
        return result, is_over or self.is_unprovable() or self.is_clear(result, effort)

    def is_clear(self, result: Result[A], effort: Effort) -> bool:
        """Is the clock better kept for later moves? A single move is clear at once."""
        if self.pace is None or result.stopped:
            return False
        clear = self.pace.is_enough(result.action, result.value, effort.seconds)
        return clear or result.root_width == 1

    def is_unprovable(self) -> bool:
        """Is a win or a loss found where nothing can be proven, because positions must not repeat?

        Deeper searches would find it again.
        """
        most, least = self.payoffs
        is_decided = self.guess is not None and not least <= self.guess <= most
        return self.q.game.repetition == FORBIDDEN and is_decided

    def search_line(
        self, depth: int, guess: float | None, effort: Effort
    ) -> tuple[Result[A], float | None]:
        """The best line of one depth and its score, or what there is of it when it is stopped."""
        if self.driver == "mtd":
            run, score, is_proven = self.search_by_null_windows(depth, guess or 0.0, effort)
        else:
            run, score = self.search_by_aspiration(depth, guess, effort)
            is_proven = is_proof(run)
        return self.report(effort.limit(self.q, depth), run, score, is_proven), score

    def search_window(self, depth: int, alpha: float, beta: float, effort: Effort) -> Run:
        """One search of the root with a window."""
        args: tuple[Any, ...] = (alpha, beta, depth, self.state)
        run = self.run(effort.limit(self.q, depth), search_root, args, effort.counts.nodes)
        effort.add(run)
        return run

    def search_by_aspiration(
        self, depth: int, guess: float | None, effort: Effort
    ) -> tuple[Run, float | None]:
        """Search in a window around the guess; widen it as long as the score lies outside."""
        alpha, beta, width = self.first_window(depth, guess)
        most, least = self.payoffs
        while True:
            run = self.search_window(depth, alpha, beta, effort)
            if run.stopped:
                return run, None
            score = float(run.value)
            if alpha < score < beta or score <= alpha == -INFINITY or score >= beta == INFINITY:
                return run, score
            width *= 4
            is_wide = width > most - least
            alpha = -INFINITY if is_wide else score - width if score <= alpha else alpha
            beta = INFINITY if is_wide else score + width if score >= beta else beta

    def first_window(self, depth: int, guess: float | None) -> tuple[float, float, float]:
        """The window to begin with, and its width on each side of the guess."""
        most, least = self.payoffs
        width = (most - least) / NARROW if most < INFINITY else 1.0
        if self.q.game.selective and self.q.game.margin > 0:
            width = min(width, self.q.game.margin / MARGINS)
        has_window = depth >= FIRST_ASPIRATION and "aspiration" in self.features
        if guess is not None and has_window and least <= guess <= most:
            return guess - width, guess + width, width
        return -INFINITY, INFINITY, width

    def search_by_null_windows(
        self, depth: int, guess: float, effort: Effort
    ) -> tuple[Run, float | None, bool]:
        """MTD(f): ask whether the score is less than the last answer, until both sides meet.

        The last item says whether both sides are proven. Only one of the last two answers knows an
        action: for MAX the lower bound, for MIN the upper bound.
        """
        low = high = None
        q = self.q
        maximises = q.game.terminal(q.state) or q.game.player(q.state) == q.player
        while True:
            beta = just_above(guess) if low is not None and guess == float(low.value) else guess
            run = self.search_window(depth, just_below(beta), beta, effort)
            if run.stopped:
                return run, None, False
            guess = float(run.value)
            if guess >= beta:
                low = run
            else:
                high = run
            if low is not None and high is not None and float(low.value) >= float(high.value):
                is_proven = is_proof(low) and is_proof(high)
                return low if maximises else high, float(low.value), is_proven


def is_final(result: Result[A], depth: int) -> bool:
    """Can a deeper search find nothing more?

    A win beyond the depth, found by an extension, may be quicker than it looks.
    """
    return result.exact and (
        result.estimates == 0 or result.distance is None or result.distance <= depth
    )


def make_variation(result: Result[A]) -> Variation[A]:
    """A result as one line among several."""
    return Variation(result.action, result.line, result.value, result.exact, result.distance)
