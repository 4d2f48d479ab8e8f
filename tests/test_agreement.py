"""Every search for two players equals brute force on random trees and DAGs, in both gears, with the
same effort in both.

Each search sees a hundred trees and more, and thousands with `make test-all`.
"""

from __future__ import annotations

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import (
    DEPTHS,
    EXAMPLES,
    FULL_DEPTH,
    RULES,
    TWO_PLAYERS,
    both,
    decides,
    is_optimal_line,
    trees,
    within_bounds,
)

from zermelo import search
from zermelo.search.alphabeta import form, select_hard_texts
from zermelo.search.expectimax_bounded import bounded_value
from zermelo.tree import Tree
from zermelo.watch import Watch


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


@settings(max_examples=EXAMPLES)
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
