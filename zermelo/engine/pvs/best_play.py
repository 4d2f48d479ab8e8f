"""Best play from a position with a proven score: at each ply an action that keeps the score."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from zermelo.engine.pvs.exact import solve
from zermelo.engine.pvs.scores import child_alpha, just_above, just_below
from zermelo.engine.pvs.state import SearchState
from zermelo.frame.question import Question
from zermelo.frame.run import Run
from zermelo.game import Game
from zermelo.result import Counts
from zermelo.watch import MOST_PLIES

S = TypeVar("S")
A = TypeVar("A")


@dataclass
class BestPlay(Generic[S, A]):
    """Looks for a line of best play, by a null window at each action."""

    q: Question[S, A]
    game: Game[S, A]
    state: SearchState
    payoffs: tuple[float, float]
    """The highest and the lowest."""
    run: Callable[..., Run]
    """Runs a kernel for the question, at a state, with nodes that are spent already."""
    rank_actions: Callable[[S], list[A]]
    counts: Counts
    """The effort so far, that of the proof included."""

    def list_actions(self, score: float, seconds: float) -> list[A]:
        """The line from the question's state, whose score is given; it ends early with the time."""
        s, line, (most, least) = self.q.state, list[A](), self.payoffs
        began = time.perf_counter()
        while not self.game.terminal(s) and len(line) < MOST_PLIES:
            left = seconds - (time.perf_counter() - began)
            found = self._find_action(s, score, max(left, 1e-4))
            if found is None:
                break
            a, s = found
            line.append(a)
            score = score + 1 if score > most else score - 1 if score < least else score
        return line

    def _find_action(self, s: S, score: float, seconds: float) -> tuple[A, S] | None:
        """The first action that keeps the score, and its successor; None if the time is over."""
        q = self.q
        if q.limit.seconds is not None:
            q = replace(q, limit=replace(q.limit, seconds=seconds))
        for a in self.rank_actions(s):
            after = self.game.result(s, a)
            kept = self._is_kept(q, after, score, self.game.player(s) == q.player)
            if kept is None:
                return None
            if kept:
                break
        return a, after

    def _is_kept(self, q: Question[S, A], s: S, score: float, is_mine: bool) -> bool | None:
        """Does a move to s keep the score? None if the search was stopped."""
        most, least = self.payoffs
        below = child_alpha(score, most, least) if score >= most or score < least else score
        alpha, beta = (just_below(below), below) if is_mine else (below, just_above(below))
        args: tuple[Any, ...] = alpha, beta, self.state
        outcome = self.run(q, solve, args, self.counts.nodes, s)
        self.counts += outcome.counts
        if outcome.stopped:
            return None
        v = float(outcome.value)
        return v >= beta if is_mine else v <= alpha
