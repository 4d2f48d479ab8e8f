"""Every search for several players or chance equals brute force on random trees and DAGs, in both
gears, with the same effort in both.
"""

from __future__ import annotations

from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import (
    DEPTHS,
    EXAMPLES,
    FULL_DEPTH,
    RULES,
    both,
    decides,
    trees,
    within_bounds,
)

from zermelo import search
from zermelo.search.opponents import uniform
from zermelo.tree import Tree


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


def test_bounds_of_a_state_are_no_bounds_of_its_outcomes() -> None:
    """A coin for 0 or 10 is worth 5 for sure; its outcomes are not."""
    toss = {"player": "chance", "bounds": [4, 6], "children": [0, 10]}
    assert search.expectimax_bounded(Tree(toss)).value == 5
    assert search.expectimax_bounded(Tree([toss, 1])).value == 5
