"""Expectiminimax for the engine: Star1 and Star2 at chance nodes, a table, and deepening.

The algorithm is in `star_search.py`, what it remembers in `star_table.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.engine.search_table import (
    ORDER,
    PLAYER,
    TABLE,
)
from zermelo.engine.star_search import root_value
from zermelo.engine.star_table import BOUNDS, STAR1, STAR2, StarOptions, StarTable
from zermelo.engine.table_search import TableSearch, is_worth_deepening, refuse_trace
from zermelo.errors import BadLimit
from zermelo.frame.question import Options, Question
from zermelo.frame.run import iterate_in_gear, last
from zermelo.game import INFINITY, Game
from zermelo.result import Result, alter
from zermelo.search.expectimax import ask_against
from zermelo.search.expectimax_bounded import OutOfBounds, require_interval
from zermelo.search.opponents import Distribution

S = TypeVar("S")
A = TypeVar("A")

NO_BOUNDS = "no bounds are known: nothing is pruned at chance nodes"
BROKEN_BOUNDS = "a payoff or an estimate lies outside the game's bounds: they are not used"


STAR = Algorithm(
    "star",
    "expectiminimax with Star1 and Star2, a transposition table and iterative deepening",
    aliases=("star2",),
    source="Ballard 1983",
    chance=True,
    prunes=True,
    features=("star1", "star2", "table", "order", "deepening"),
    is_default=True,
)


@STAR.runs
def star(
    game: Game[S, A],
    s: S | None = None,
    *,
    star1: bool = True,
    star2: bool = True,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    opponents: Distribution | None = None,
    bounds: tuple[float, float] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """Expectiminimax to the depth limit, or until the value is proven or a limit is met.

    star1      windows for the outcomes of chance, from the bounds of the others
    star2      probe one successor of each outcome before searching any in full
    table      remember what was found, in `memory` MiB
    order      the table's best action first, then by the game's `order`
    deepening  depth 1, 2, 3 … instead of the last depth at once (which is done anyway without
               evaluation and limits)
    opponents  what opponents do, as a distribution; without it they minimise
    bounds     what every payoff and estimate lies in; without it, what the game says

    >>> from zermelo.games.pig import Pig
    >>> result = star(Pig(goal=10), depth=6)
    >>> result.action_name, round(result.value, 4), [step.depth for step in result.history]
    ('roll', 0.4699, [1, 2, 3, 4, 5, 6])
    """
    chosen = StarOptions(star1, star2, table, order, deepening, memory, opponents, bounds)
    try:
        return last(iterate_star(game, s, chosen, **options))
    finally:
        chosen.kept.give_back()


def iterate_star(
    game: Game[S, A], s: S | None, chosen: StarOptions, **options: Unpack[Options]
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    refuse_trace("star", "expectimax or expectimax-bounded", options)
    q = ask_against(STAR, game, s, chosen.opponents, options)
    return StarQuestion(q, chosen).iterate()


class StarQuestion(Generic[S, A]):
    """One question to the search, with pruning by bounds as long as they hold."""

    def __init__(self, q: Question[S, A], chosen: StarOptions) -> None:
        self.q = q
        self.chosen = alter(chosen, deepening=chosen.deepening and is_worth_deepening(q))
        self.low, self.high, self.has_bounds = find_bounds(q, self.chosen)
        has_chance = q.game.has_chance or chosen.opponents is not None
        is_bounded = self.has_bounds or (self.low > -INFINITY and self.high < INFINITY)
        if (chosen.star1 or chosen.star2) and has_chance and not is_bounded:
            q.notes.append(NO_BOUNDS)

    @property
    def features(self) -> int:
        """The parts that are switched on, as a set."""
        chosen = self.chosen
        return (
            (chosen.star1 and STAR1)
            | (chosen.star2 and STAR2)
            | (chosen.table and TABLE)
            | (chosen.order and ORDER)
            | (self.has_bounds and BOUNDS)
        )

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth, in the question's gear."""
        return iterate_in_gear(self.q, self._attempt)

    def _attempt(self, q: Question[S, A]) -> Iterator[Result[A]]:
        """Search in one gear; without the bounds if a value breaks them."""
        low, high = self.low, self.high
        try:
            yield from self._search(q, self.features, low, high)
            return
        except OutOfBounds:
            q = alter(q, notes=[*q.notes, BROKEN_BOUNDS])
        if self.chosen.bounds is None:
            yield from self._search(q, self.features & ~BOUNDS, -INFINITY, INFINITY)
            return
        try:
            yield from self._search(q, self.features & ~BOUNDS, low, high)
        except OutOfBounds:
            raise BadLimit(
                f"bounds are {low:g} to {high:g}, and {q.game_name} has values outside: "
                "give wider ones, or none"
            ) from None

    def _search(
        self, q: Question[S, A], features: int, low: float, high: float
    ) -> Iterator[Result[A]]:
        table = self.chosen.kept.take(
            q.gear,
            (features, low, high, q.player),
            lambda: StarTable(q.game, features, (low, high), self.chosen, q.gear),
        )
        table.cells[PLAYER] = q.player
        q.window = low, high
        return TableSearch(
            q,
            root_value,
            lambda depth: (low, high, depth, table),
            table,
            self.chosen.deepening,
            self.chosen.lines,
        ).iterate()


def find_bounds(q: Question[S, A], chosen: StarOptions) -> tuple[float, float, bool]:
    """What all payoffs and estimates lie in, and whether the game's bounds of single states are
    used.

    Without an evaluation the horizon counts as 0, about which the game's bounds say nothing.
    """
    low, high = (
        require_interval(chosen.bounds) or q.game.payoff_range(q.player) or (-INFINITY, INFINITY)
    )
    has_bounds = q.game.declares("bounds")
    if not q.game.declares("evaluate") and (chosen.deepening or q.limit.depth is not None):
        low, high, has_bounds = min(low, 0.0), max(high, 0.0), False
    return float(low), float(high), has_bounds
