"""The textbook: each search as its pseudocode, plain or compiled, traced or not.

>>> from zermelo import search, tree
>>> search.alphabeta(tree.named("two-ply")).value
3.0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from zermelo.errors import BadLimit
from zermelo.result import Result
from zermelo.search.alphabeta import alphabeta, alphabeta_hard
from zermelo.search.deepening import deepening
from zermelo.search.expectimax import expectimax, expectimax_bounded, uniform
from zermelo.search.maxn import maxn, paranoid
from zermelo.search.minimax import minimax, minimax_window
from zermelo.search.ordered import in_order
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

SPECIAL: dict[str, tuple[str, ...]] = {
    "rule": (
        "alphabeta",
        "alphabeta-hard",
        "alphabeta-stack",
        "paranoid",
        "deepening",
        "quiescence",
        "singular",
    ),
    "order": ("alphabeta",),
    "opponents": ("expectimax", "expectimax-bounded"),
    "extra": ("singular",),
}
"""The options that only some searches take."""

HORIZONED = ("quiescence", "singular")
"""The searches that begin at a horizon: they must be told a depth."""

__all__ = [
    "ALGORITHMS",
    "HORIZONED",
    "SPECIAL",
    "Strategy",
    "algorithm",
    "alphabeta",
    "alphabeta_hard",
    "alphabeta_stack",
    "deepening",
    "expectimax",
    "expectimax_bounded",
    "in_order",
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
    "worded",
]


def algorithm(name: str) -> Callable[..., Result[Any]]:
    """A search by its name."""
    if name not in ALGORITHMS:
        raise BadLimit(f"no algorithm is called {name!r}; algorithms: {' '.join(ALGORITHMS)}")
    return ALGORITHMS[name]


def worded(name: str, given: Mapping[str, Any]) -> Callable[..., Result[Any]]:
    """A search by its name, with options as people write them; None is as good as not given, those of other searches are refused.

    >>> from zermelo import tree
    >>> worded("alphabeta", {"order": "worst", "depth": None})(tree.named("two-ply")).nodes
    13
    """
    made = algorithm(name)
    chosen = {option: value for option, value in given.items() if value is not None}
    for option in chosen:
        if name not in SPECIAL.get(option, ALGORITHMS):
            raise BadLimit(f"{option} goes with {', '.join(SPECIAL[option])}, not with {name}")
    if "opponents" in chosen:
        chosen["opponents"] = uniform if chosen["opponents"] == "uniform" else None
    return partial(in_order if "order" in chosen else made, **chosen)
