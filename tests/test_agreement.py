"""Every search equals brute force on random trees and DAGs, in both gears, with the same effort in
both.

Each search sees several hundred trees; all together more than 10,000. They have ties (few different
leaves), early terminals, players who move again, shared nodes, chance, estimates, noise and, where
it applies, one to four players.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import search
from zermelo.game import CHANCE
from zermelo.search.alphabeta import form, select_hard_texts
from zermelo.search.expectimax_bounded import bounded_value
from zermelo.search.opponents import uniform
from zermelo.tree import OVER, Tree, random_tree
from zermelo.watch import Watch

EXAMPLES = int(os.environ.get("ZERMELO_EXAMPLES", "200"))
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


@pytest.mark.parametrize("algorithm", TWO_PLAYERS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_two_players(algorithm: str, data: st.DataObject) -> None:
    tree = data.draw(trees(players=data.draw(st.sampled_from([1, 2]))))
    depth = data.draw(DEPTHS)
    options = {"rule": data.draw(RULES)} if algorithm.startswith(("alphabeta", "paranoid")) else {}
    full = FULL_DEPTH if depth is None else depth
    result = both(algorithm, tree, depth, **options)
    assert result.value == brute.best(tree, 0, 0, full)
    if decides(tree) and full > 0:
        assert brute.best(tree, tree.result(0, result.action), 0, full - 1) == result.value
    assert is_optimal_line(tree, result, 0, full)
    if algorithm.startswith("minimax"):
        assert result.nodes == brute.nodes(tree, 0, full)


@pytest.mark.parametrize(
    "algorithm",
    ["alphabeta", "alphabeta-hard", "alphabeta-stack", "minimax-window", "paranoid", "deepening"],
)
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_bounds_prune_without_changing_the_value(algorithm: str, data: st.DataObject) -> None:
    tree = within_bounds(data.draw(trees()))
    depth = data.draw(DEPTHS)
    full = FULL_DEPTH if depth is None else depth
    me = data.draw(st.integers(0, 1))
    result = both(algorithm, tree, depth, player=me)
    assert result.value == brute.best(tree, 0, me, full)
    if decides(tree) and full > 0:
        assert brute.best(tree, tree.result(0, result.action), me, full - 1) == result.value
    assert is_optimal_line(tree, result, me, full)


def test_bounds_prune_what_alpha_beta_alone_does_not() -> None:
    """C's bound says at most 2 before any of its leaves is seen; A already has 3."""
    nodes = {
        "A": {"children": ["B", "C"]},
        "B": {"children": [3, 12]},
        "C": {"bounds": [-9, 2], "children": [2, 1]},
    }
    plain = {
        name: {key: value for key, value in node.items() if key != "bounds"}
        for name, node in nodes.items()
    }
    with_bounds, without = (
        search.alphabeta(Tree({"root": "A", "nodes": n}), trace=True) for n in (nodes, plain)
    )
    assert (with_bounds.value, with_bounds.nodes, without.value, without.nodes) == (3, 5, 3, 6)
    assert with_bounds.trace.list_reasons() == ["C is at most 2; A already has 3"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_maxn(players: int, data: st.DataObject) -> None:
    tree = data.draw(trees(players=players, chance=data.draw(st.booleans()), most=3))
    depth = data.draw(DEPTHS)
    full = FULL_DEPTH if depth is None else depth
    result = both("maxn", tree, depth)
    assert result.vector == brute.vector(tree, 0, full)


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_paranoid(players: int, data: st.DataObject) -> None:
    tree = data.draw(trees(players=players, most=3))
    depth = data.draw(DEPTHS)
    me = data.draw(st.integers(0, players - 1))
    result = both("paranoid", tree, depth, player=me, rule=data.draw(RULES))
    assert result.value == brute.best(tree, 0, me, FULL_DEPTH if depth is None else depth)


@pytest.mark.parametrize("algorithm", ["expectimax", "expectimax-bounded"])
@pytest.mark.parametrize("opponents", [None, uniform])
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_expectimax(algorithm: str, opponents: Any, data: st.DataObject) -> None:
    tree = data.draw(trees(chance=True))
    depth = data.draw(DEPTHS)
    full = FULL_DEPTH if depth is None else depth
    options: dict[str, Any] = {}
    if algorithm == "expectimax-bounded":
        tight = data.draw(st.booleans())
        tree = within_bounds(tree) if tight else tree
        options = {} if tight else {"bounds": (-4.0, 4.0)}
    result = both(algorithm, tree, depth, opponents=opponents, **options)
    truth = brute.best(tree, 0, 0, full, opponents)
    exact = opponents is None  # sixteenths add up exactly, thirds do not
    assert result.value == truth if exact else result.value == pytest.approx(truth, abs=1e-12)
    if decides(tree) and full > 0 and tree.player(0) == 0:
        assert brute.best(
            tree, tree.result(0, result.action), 0, full - 1, opponents
        ) == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("algorithm", ["quiescence", "deepening"])
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_practical(algorithm: str, data: st.DataObject) -> None:
    tree = data.draw(trees())
    depth = data.draw(DEPTHS)
    full = FULL_DEPTH if depth is None else depth
    result = both(algorithm, tree, depth, rule=data.draw(RULES))
    truth = (
        brute.best_then_quiet(tree, 0, 0, full)
        if algorithm == "quiescence"
        else brute.best(tree, 0, 0, full)
    )
    assert result.value == truth
    if algorithm == "deepening":
        steps = [step.depth for step in result.history]
        assert steps == list(range(min(1, full), min(1, full) + len(steps)))
        assert all(step.value == brute.best(tree, 0, 0, step.depth) for step in result.history)


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_singular_takes_the_best_that_stands_its_secondary_search(data: st.DataObject) -> None:
    tree = data.draw(trees())
    depth, extra = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))
    result = both("singular", tree, depth, extra=extra)
    if not decides(tree):
        return
    sign = 1 if tree.player(0) == 0 else -1

    def worth(a: int, plies: int) -> float:
        return sign * brute.best(tree, tree.result(0, a), 0, plies - 1)

    assert sign * result.value == worth(result.action, depth + extra)
    examined = {step.action for step in result.history}
    for a in tree.actions(0):
        seen = worth(a, depth + extra) if a in examined else worth(a, depth)
        assert sign * result.value >= seen


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_contracts_of_any_window(data: st.DataObject) -> None:
    """v ≤ α promises true ≤ v, v ≥ β promises true ≥ v, else v = true.

    Fail-hard clamps to the window.
    """
    tree = data.draw(trees(chance=data.draw(st.booleans())))
    alpha = float(data.draw(st.integers(-5, 4)))
    beta = alpha + data.draw(st.integers(1, 5))
    s = data.draw(st.integers(0, len(tree) - 1))
    truth = brute.best(tree, s, 0, FULL_DEPTH)
    if tree.has_chance:
        v = bounded_value(tree, s, 0, alpha, beta, (-4.0, 4.0), FULL_DEPTH, Watch())
    else:
        rule = data.draw(st.sampled_from([">=", ">"]))
        v = form(tree, rule)(tree, s, 0, alpha, beta, FULL_DEPTH, Watch())
        hard = select_hard_texts(rule)[0](tree, s, 0, alpha, beta, FULL_DEPTH, Watch())
        if not tree.terminal(s):
            assert hard == min(max(truth, alpha), beta)
    if v <= alpha:
        assert truth <= v
    elif v >= beta:
        assert truth >= v
    else:
        assert v == truth


def test_bounds_of_a_state_are_no_bounds_of_its_outcomes() -> None:
    """A coin for 0 or 10 is worth 5 for sure; its outcomes are not."""
    toss = {"player": "chance", "bounds": [4, 6], "children": [0, 10]}
    assert search.expectimax_bounded(Tree(toss)).value == 5
    assert search.expectimax_bounded(Tree([toss, 1])).value == 5


@settings(max_examples=300)
@given(tree=trees(), data=st.data())
def test_all_lists_exactly_the_equally_good_actions(tree: Tree, data: st.DataObject) -> None:
    algorithm = data.draw(
        st.sampled_from(["minimax", "alphabeta", "alphabeta-hard", "alphabeta-stack", "deepening"])
    )
    tree = within_bounds(tree) if data.draw(st.booleans()) else tree
    result = both(algorithm, tree, None, all=True)
    if decides(tree):
        values = {a: brute.best(tree, tree.result(0, a), 0, FULL_DEPTH) for a in tree.actions(0)}
        assert {v.action: v.value for v in result.values} == values
        assert set(result.actions) == {a for a, v in values.items() if v == result.value}
