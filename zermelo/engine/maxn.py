"""More than two players: max^n with pruning, a transposition table and iterative deepening.

`maxn_search` holds the search and says when it prunes. `maxn_table` holds its table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.engine.maxn_search import root_vector
from zermelo.engine.maxn_table import IMMEDIATE, SHALLOW, MaxnTable, PayoffSums, Unbalanced
from zermelo.engine.search_table import (
    ORDER,
    TABLE,
)
from zermelo.engine.table_search import KeptTables, TableSearch, is_worth_deepening, refuse_trace
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.run import iterate_in_gear, last
from zermelo.frame.tt import require_memory
from zermelo.game import Game
from zermelo.result import Result, alter

S = TypeVar("S")
A = TypeVar("A")

UNKNOWN_SUM = "the game tells no total and smallest payoffs: nothing is pruned"
ZERO_SUM = "the horizon counts as 0, which the game's total and range rule out: nothing is pruned"
BROKEN_SUM = (
    "a payoff or an estimate does not keep to the game's total and range: nothing is pruned"
)


@dataclass(frozen=True)
class MaxnOptions:
    """The options of `maxn`, see there; `lines` as in `Limits`."""

    shallow: bool = True
    immediate: bool = True
    table: bool = True
    order: bool = True
    deepening: bool = True
    memory: float = 64
    lines: int = 1
    kept: KeptTables = field(default_factory=KeptTables, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_memory(self.memory)


MAXN = Algorithm(
    "maxn",
    "max^n with shallow pruning, a transposition table and iterative deepening",
    aliases=("max^n", "max-n"),
    source="Luckhardt and Irani 1986; Korf 1991",
    players=None,
    chance=True,
    vectors=True,
    prunes=True,
    features=("shallow", "immediate", "table", "order", "deepening"),
    is_default=True,
)


@MAXN.runs
def maxn(
    game: Game[S, A],
    s: S | None = None,
    *,
    shallow: bool = True,
    immediate: bool = True,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    **options: Unpack[Options],
) -> Result[A]:
    """max^n to the depth limit, or until the value is proven or a limit is met.

    shallow    Korf's shallow pruning
    immediate  stop at the largest payoff that the mover can get
    table      remember what was found, in `memory` MiB
    order      the table's best action first
    deepening  depth 1, 2, 3 … instead of the last depth at once (which is done anyway without
               evaluation and limits)

    >>> from zermelo import tree
    >>> maxn(tree.figure("three-player")).vector
    (1.0, 2.0, 6.0)
    """
    chosen = MaxnOptions(shallow, immediate, table, order, deepening, memory)
    try:
        return last(iterate_maxn(game, s, chosen, **options))
    finally:
        chosen.kept.give_back()


def iterate_maxn(
    game: Game[S, A], s: S | None, chosen: MaxnOptions, **options: Unpack[Options]
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    refuse_trace("maxn", "the textbook's maxn", options)
    return MaxnQuestion(ask(MAXN, game, s, **options), chosen).iterate()


class MaxnQuestion(Generic[S, A]):
    """One question to the search, with pruning as long as payoffs keep to what the game
    declares."""

    def __init__(self, q: Question[S, A], chosen: MaxnOptions) -> None:
        self.q = q
        self.chosen = alter(chosen, deepening=chosen.deepening and is_worth_deepening(q))
        self.sums = self._find_sums()

    def _find_sums(self) -> PayoffSums | None:
        """What the game declares of its payoffs, if that is enough to prune by."""
        q, chosen = self.q, self.chosen
        if not (chosen.shallow or chosen.immediate):
            return None
        sums = PayoffSums.of(q.game)
        has_horizon = chosen.deepening or q.limit.depth is not None
        if sums is None:
            q.notes.append(UNKNOWN_SUM)
        elif not q.game.declares("evaluate") and has_horizon and not sums.allow_zeros:
            q.notes.append(ZERO_SUM)
            return None
        return sums

    @property
    def features(self) -> int:
        """The parts that are switched on, as a set."""
        chosen = self.chosen
        return (
            (chosen.shallow and SHALLOW)
            | (chosen.immediate and IMMEDIATE)
            | (chosen.table and TABLE)
            | (chosen.order and ORDER)
        )

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth, in the question's gear."""
        return iterate_in_gear(self.q, self._attempt)

    def _attempt(self, q: Question[S, A]) -> Iterator[Result[A]]:
        """Search in one gear; without pruning if a value breaks the sums."""
        try:
            yield from self._search(q, self.sums)
        except Unbalanced:
            yield from self._search(alter(q, notes=[*q.notes, BROKEN_SUM]), None)

    def _search(self, q: Question[S, A], sums: PayoffSums | None) -> Iterator[Result[A]]:
        features = self.features if sums else self.features & ~(SHALLOW | IMMEDIATE)
        memory = self.chosen.memory if features & TABLE else 0
        known = sums or PayoffSums.none(q.game)
        table = self.chosen.kept.take(
            q.gear,
            (features, sums is None),
            lambda: MaxnTable(q.game, features, known, memory, q.gear),
        )
        return TableSearch(
            q,
            root_vector,
            lambda depth: (q.player, depth, table),
            table,
            self.chosen.deepening,
            self.chosen.lines,
        ).iterate()
