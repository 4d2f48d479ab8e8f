"""Paranoid search: one player against all others, taken as one opponent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.engine.star import StarQuestion
from zermelo.engine.star_table import StarOptions
from zermelo.engine.table_search import refuse_trace
from zermelo.frame.question import Options, ask
from zermelo.frame.run import last
from zermelo.game import Game
from zermelo.result import Result

S = TypeVar("S")
A = TypeVar("A")

PARANOID = Algorithm(
    "paranoid",
    "one player against all others, who are taken as one opponent",
    source="Sturtevant and Korf 2000",
    players=None,
    chance=True,
    prunes=True,
    features=("table", "order", "deepening"),
)


@PARANOID.runs
def paranoid(
    game: Game[S, A],
    s: S | None = None,
    *,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    **options: Unpack[Options],
) -> Result[A]:
    """One player against all others, taken as one opponent who minimises: `star` for any number.

    >>> from zermelo import tree
    >>> paranoid(tree.figure("three-player")).value
    1.0
    """
    chosen = StarOptions(table=table, order=order, deepening=deepening, memory=memory)
    try:
        return last(iterate_paranoid(game, s, chosen, **options))
    finally:
        chosen.kept.give_back()


def iterate_paranoid(
    game: Game[S, A], s: S | None, chosen: StarOptions, **options: Unpack[Options]
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    refuse_trace("paranoid", "the textbook's paranoid", options)
    return StarQuestion(ask(PARANOID, game, s, **options), chosen).iterate()
