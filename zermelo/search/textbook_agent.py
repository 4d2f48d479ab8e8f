"""A search of the textbook as an agent: it answers a position within limits, as the engine does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.algorithm import Algorithm
from zermelo.frame.cancel import Cancellation
from zermelo.frame.deepen import Effort, deepen
from zermelo.frame.question import NO_DEPTH, NO_LIMITS, Limits
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.history import GameWithHistory
from zermelo.result import Counts, Result


class TextbookAgent:
    """A search of the textbook, asked for one depth, or for depth after depth while time is left.

    It knows the position alone, not those before it.
    """

    def __init__(self, game: Game[Any, Any], one: Algorithm, gear: Gear) -> None:
        self.game, self.one, self.gear = game, one, gear

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield a result for each depth; the last one is the answer."""
        game = self.game
        if isinstance(game, GameWithHistory):
            game, s = game.game, s.state

        def run(depth: int | None, nodes: int | None, seconds: float | None) -> Result[Any]:
            options = limits.options(self.gear, cancel)
            options |= {"depth": depth, "nodes": nodes, "seconds": seconds}
            return self.one.run(game, s, **options)

        if self.one.iterates or (limits.nodes is None and limits.seconds is None):
            return iter([run(limits.depth, limits.nodes, limits.seconds)])
        return _deepen(run, limits)


def _deepen(run: Callable[..., Result[Any]], limits: Limits) -> Iterator[Result[Any]]:
    """Run a search depth after depth within its limits."""

    def search_depth(depth: int, effort: Effort) -> tuple[Result[Any], bool]:
        spent = effort.counts.nodes
        nodes = None if limits.nodes is None else max(limits.nodes - spent, 1)
        seconds = None if limits.seconds is None else max(limits.seconds - effort.seconds, 1e-4)
        result = run(depth, nodes, seconds)
        effort.counts += Counts(result.nodes, result.leaves, result.estimates, result.cuts)
        return result, result.exact

    return deepen(range(1, (limits.depth or NO_DEPTH) + 1), search_depth)
