"""The textbook: each search as its pseudocode, plain or compiled, traced or not.

>>> from zermelo import search, tree
>>> search.alphabeta(tree.named("two-ply")).value
3.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.errors import BadLimit
from zermelo.result import Result
from zermelo.search.alphabeta import alphabeta, alphabeta_hard
from zermelo.search.deepening import deepening
from zermelo.search.expectimax import expectimax, expectimax_bounded, uniform
from zermelo.search.maxn import maxn, paranoid
from zermelo.search.minimax import minimax, minimax_window
from zermelo.search.quiescence import quiescence
from zermelo.search.singular import singular
from zermelo.search.stack import alphabeta_stack, minimax_stack
from zermelo.search.strategy import Strategy, policy, strategy

ALGORITHMS: dict[str, Callable[..., Result[Any]]] = {
    "minimax": minimax,
    "minimax-stack": minimax_stack,
    "minimax-window": minimax_window,
    "alphabeta": alphabeta,
    "alphabeta-hard": alphabeta_hard,
    "alphabeta-stack": alphabeta_stack,
    "maxn": maxn,
    "paranoid": paranoid,
    "expectimax": expectimax,
    "expectimax-bounded": expectimax_bounded,
    "deepening": deepening,
    "quiescence": quiescence,
    "singular": singular,
}
"""Every search by the name that the command uses."""

__all__ = [
    "ALGORITHMS",
    "Strategy",
    "algorithm",
    "alphabeta",
    "alphabeta_hard",
    "alphabeta_stack",
    "deepening",
    "expectimax",
    "expectimax_bounded",
    "maxn",
    "minimax",
    "minimax_stack",
    "minimax_window",
    "paranoid",
    "policy",
    "quiescence",
    "singular",
    "strategy",
    "uniform",
]


def algorithm(name: str) -> Callable[..., Result[Any]]:
    """A search by its name."""
    if name not in ALGORITHMS:
        raise BadLimit(f"no algorithm is called {name!r}; algorithms: {' '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
