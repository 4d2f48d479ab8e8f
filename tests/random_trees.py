"""Random trees and DAGs for tests, and a search run in both gears.

They have ties (few different leaves), early terminals, players who move again, shared nodes,
chance, estimates, noise and one to four players.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import brute
from hypothesis import strategies as st

from zermelo import search
from zermelo.game import CHANCE
from zermelo.tree import OVER, Tree, random_tree

EXAMPLES = int(os.environ.get("ZERMELO_EXAMPLES", "100"))
FULL_DEPTH = 99
TWO_PLAYERS = [
    "minimax",
    "minimax-stack",
    "minimax-window",
    "alphabeta",
    "alphabeta-hard",
    "alphabeta-stack",
    "paranoid",
]


def trees(players: int = 2, chance: bool = False, most: int = 4) -> st.SearchStrategy[Tree]:
    """Random trees: small, tied, uneven, shared."""
    return st.builds(
        random_tree,
        seed=st.integers(0, 10**9),
        branching=st.integers(1, 3),
        depth=st.integers(0, most),
        low=st.integers(-4, 0),
        high=st.integers(0, 4),
        players=st.just(players),
        chance=st.sampled_from([0.2, 0.5]) if chance else st.just(0.0),
        uneven=st.booleans(),
        repeats=st.sampled_from([0.0, 0.4]),
        shared=st.sampled_from([0.0, 0.3]),
        estimates=st.booleans(),
        noisy=st.sampled_from([0.0, 0.5, 1.0]),
    )


DEPTHS = st.sampled_from([None, 0, 1, 2, 3])
RULES = st.sampled_from([">=", ">"])


def within_bounds(tree: Tree) -> Tree:
    """The same tree with each node's range of payoffs as its bounds, and estimates that lie in
    them."""
    ranges: dict[int, tuple[float, float]] = {}

    def span(i: int) -> tuple[float, float]:
        if i not in ranges:
            node = tree.nodes[i]
            below = [span(child) for child in node.children]
            ranges[i] = (
                (node.payoffs[0], node.payoffs[0])
                if node.player == OVER
                else (min(x[0] for x in below), max(x[1] for x in below))
            )
        return ranges[i]

    nodes = []
    for i, node in enumerate(tree.nodes):
        low, high = span(i)
        estimates = (
            tuple(x for x in (high, -high)[: tree.players])
            if i % 2
            else (low, -low)[: tree.players]
        )
        nodes.append(
            replace(node, bounds=(low, high), estimates=() if node.player == OVER else estimates)
        )
    return Tree.of_nodes(nodes, tree.players)


def both(algorithm: str, tree: Tree, depth: int | None, **options: Any) -> Any:
    """The result of either gear, which must be the same.

    Its line must be one that can be played.
    """
    if depth is not None or algorithm in ("quiescence", "singular"):
        options["depth"] = depth if depth is not None else FULL_DEPTH
    if algorithm == "singular":
        options["depth"] = max(options["depth"], 1)
    plain = search.find(algorithm).run(tree, gear="plain", **options)
    compiled = search.find(algorithm).run(tree, gear="compiled", **options)
    for field in (
        "value",
        "vector",
        "action",
        "line",
        "values",
        "nodes",
        "leaves",
        "estimates",
        "cuts",
        "exact",
        "depth",
        "actions",
    ):
        assert getattr(plain, field) == getattr(compiled, field), field
    state = 0
    for name in plain.line:
        state = tree.result(state, tree.parse(state, name))
    return plain


def is_optimal_line(tree: Tree, result: Any, me: int, depth: int) -> bool:
    """Does every position of the principal variation have the value of the root?"""
    if depth == 0 or not decides(tree):
        return True
    state = 0
    for i, name in enumerate(result.line, 1):
        state = tree.result(state, tree.parse(state, name))
        if brute.best(tree, state, me, depth - i) != result.value:
            return False
    return bool(result.line)


def decides(tree: Tree) -> bool:
    return not tree.terminal(0) and tree.player(0) != CHANCE
