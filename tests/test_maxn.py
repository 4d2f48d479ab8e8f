"""max^n with shallow pruning and a table finds the textbook's vector, with every feature on and
off, in both gears."""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import DEPTHS, EXAMPLES, trees

from zermelo import search
from zermelo.bits import LookupTable
from zermelo.engine import maxn, paranoid
from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.game import CHANCE, Game
from zermelo.tree import Tree, random_tree

inside = sys.modules["zermelo.engine.maxn"]
FULL_DEPTH = 99
FEATURES = ("shallow", "immediate", "table", "order", "deepening")
TINY = 0.000001
"""MiB: one bucket."""

switches = st.fixed_dictionaries(
    {name: st.booleans() for name in FEATURES} | {"memory": st.sampled_from([TINY, 0.002, 1])}
)
COMPARED = (
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
    "notes",
)


def both(game: Game[Any, Any], **options: Any) -> Any:
    """The result of either gear, which must be the same, node for node."""
    plain, compiled = maxn(game, gear="plain", **options), maxn(game, gear="compiled", **options)
    for field in COMPARED:
        assert getattr(plain, field) == getattr(compiled, field), field
    return plain


def shared_out(tree: Tree, kind: str, seed: int) -> Tree:
    """The same tree with payoffs that add up: to 6, or two points given to one or two players.

    Estimates are payoffs too.
    """
    rng, players = random.Random(seed), tree.players

    def payoffs(v: tuple[float, ...]) -> tuple[float, ...]:
        if kind == "sum":
            return (*v[:-1], 6.0 - sum(v[:-1]))
        winners = [rng.randrange(players) for _ in range(2)]
        return tuple(float(winners.count(p)) for p in range(players))

    nodes = [
        replace(node, payoffs=payoffs(node.payoffs) if node.payoffs else ()) for node in tree.nodes
    ]
    ends = [node.payoffs for node in nodes if node.payoffs]
    nodes = [replace(node, estimates=rng.choice(ends) if node.estimates else ()) for node in nodes]
    return Tree.of_nodes(nodes, players)


def drawn_tree(data: st.DataObject, players: int, chance: bool) -> Tree:
    tree = data.draw(trees(players=players, chance=chance))
    kind = data.draw(st.sampled_from(["sum", "points", "points", "any"]))
    return (
        shared_out(tree, kind, data.draw(st.integers(0, 99)))
        if kind != "any" and players > 1
        else without_range(tree)
    )


def without_range(tree: Tree) -> Tree:
    """The same tree, silent about its payoffs if its estimates lie outside of them."""
    if tree.is_estimated:
        tree.payoff_range = lambda p: None  # type: ignore[method-assign]
    return tree


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_trees(players: int, data: st.DataObject) -> None:
    tree = drawn_tree(data, players, data.draw(st.booleans()))
    depth, on = data.draw(DEPTHS), data.draw(switches)
    result = maxn(tree, depth=depth, gear="plain", **on)
    assert result.vector == brute.vector(tree, 0, FULL_DEPTH if depth is None else depth)
    assert all(step.value == brute.vector(tree, 0, step.depth)[0] for step in result.history)
    again = maxn(tree, depth=depth, gear="plain", **on)
    assert (again.nodes, again.line) == (result.nodes, result.line)
    textbook = search.maxn(tree, depth=depth, gear="plain")
    assert result.action == textbook.action
    if not on["deepening"]:
        assert result.leaves <= textbook.leaves


@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_both_gears(data: st.DataObject) -> None:
    tree = drawn_tree(data, 3, False)
    depth, on = data.draw(DEPTHS), data.draw(switches)
    result = both(tree, depth=depth, all=data.draw(st.booleans()), **on)
    assert result.vector == brute.vector(tree, 0, FULL_DEPTH if depth is None else depth)


class Ring(Game[int, int]):
    """A small random graph with cycles for three players.

    Exits give points to one or two of them.
    """

    players = 3
    total = 2

    def __init__(self, seed: int, rooms: int = 8) -> None:
        rng = random.Random(seed)
        points = [[rng.randrange(3) for _ in range(2)] for _ in range(rooms + 3)]
        self.mover = LookupTable(rng.randrange(3) for _ in range(rooms))
        self.doors = LookupTable(rng.randrange(rooms + 3) for _ in range(3 * rooms))
        self.points = LookupTable(float(won.count(p)) for won in points for p in range(3))
        self.rooms = rooms

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.mover[s]

    def actions(self, s: int) -> Iterator[int]:
        yield from range(3)

    def result(self, s: int, a: int) -> int:
        return self.doors[3 * s + a]

    def terminal(self, s: int) -> bool:
        return s >= self.rooms

    def utility(self, s: int, p: int) -> float:
        return self.points[3 * s + p]

    def evaluate(self, s: int, p: int) -> float:
        return self.points[3 * s + p]

    def payoff_range(self, p: int) -> tuple[float, float]:
        return 0.0, 2.0


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10**9), depth=st.integers(1, 10), on=switches)
def test_cycles(seed: int, depth: int, on: dict[str, Any]) -> None:
    """A state stands at many depths: what is estimated at one must not be taken for another."""
    game = Ring(seed)
    if not on["table"]:
        depth = min(depth, 5)

    @functools.cache
    def best(s: int, depth: int) -> tuple[float, ...]:
        if game.terminal(s) or depth == 0:
            return tuple(game.points[3 * s : 3 * s + 3])
        return max(
            (best(game.result(s, a), depth - 1) for a in range(3)), key=lambda v: v[game.player(s)]
        )

    assert maxn(game, depth=depth, gear="plain", **on).vector == best(0, depth)


@pytest.mark.slow
def test_cycles_in_both_gears() -> None:
    for seed in range(EXAMPLES // 16):
        for memory in (TINY, 0.01, 1):
            both(Ring(seed), depth=12, memory=memory)


# ---------------------------------------------------------------------- how much it prunes


def test_shallow_pruning_as_korf_draws_it() -> None:
    """Payoffs add up to 9.

    The first player has 3; at C the second finds 7, which leaves at most 2 for the first.
    """
    tree = Tree(
        {
            "players": 3,
            "root": [
                [(3, 3, 3), (4, 2, 3)],
                [(1, 7, 1), (6, 1, 2), (0, 8, 1)],
                [(2, 4, 3), (0, 0, 9)],
            ],
        }
    )
    whole, pruned = search.maxn(tree, gear="plain"), maxn(tree, gear="plain", immediate=False)
    assert (whole.vector, whole.leaves) == ((3.0, 3.0, 3.0), 7)
    assert (pruned.vector, pruned.leaves, pruned.cuts) == ((3.0, 3.0, 3.0), 5, 1)


def test_immediate_pruning_stops_at_the_most() -> None:
    tree = Tree(
        {
            "players": 3,
            "root": [
                [(0, 1, 0), (1, 0, 0), (0, 1, 0)],
                [(1, 0, 0), (1, 0, 0)],
                [(0, 0, 1), (0, 1, 0)],
            ],
        }
    )
    assert (maxn(tree, gear="plain").leaves, search.maxn(tree, gear="plain").leaves) == (3, 7)


def test_deep_pruning_is_not_done() -> None:
    """The first player's 5 says nothing about what the second chooses below.

    With deep pruning D's second leaf would not be seen.
    """
    tree = Tree({"players": 3, "root": [[[(5, 4, 1)]], [[(0, 4, 6), (4, 0, 6)], [(2, 5, 3)]]]})
    assert maxn(tree, gear="plain").vector == search.maxn(tree, gear="plain").vector


@pytest.mark.parametrize(("players", "textbook", "pruned"), [(3, 5120, 1923), (4, 5120, 3297)])
def test_leaves_of_fixed_trees(players: int, textbook: int, pruned: int) -> None:
    grown = [
        shared_out(random_tree(seed, 4, 5, 0, 2, players), "points", seed) for seed in range(5)
    ]
    assert sum(search.maxn(tree, gear="plain").leaves for tree in grown) == textbook
    assert sum(maxn(tree, table=False, gear="plain").leaves for tree in grown) == pruned


# ---------------------------------------------------------------------- paranoid


@pytest.mark.parametrize("players", [3, 4])
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_paranoid(players: int, data: st.DataObject) -> None:
    tree = drawn_tree(data, players, data.draw(st.booleans()))
    depth, me = data.draw(DEPTHS), data.draw(st.integers(0, players - 1))
    on = {name: data.draw(st.booleans()) for name in ("table", "order", "deepening")}
    result = paranoid(
        tree,
        depth=depth,
        player=me,
        gear="plain",
        memory=data.draw(st.sampled_from([TINY, 1])),
        **on,
    )
    assert result.value == brute.best(tree, 0, me, FULL_DEPTH if depth is None else depth)


# ---------------------------------------------------------------------- manners


def test_it_says_why_nothing_is_pruned() -> None:
    general = Tree([[(1, 2, 3), (3, 2, 2)], [(2, 2, 2), (0, 0, 6)]])
    assert maxn(general, gear="plain").notes == (inside.UNKNOWN_SUM,)
    constant = Tree([[(1, 2, 3), (3, 2, 1)], [(2, 2, 2), (0, 0, 6)]])
    assert maxn(constant, gear="plain").notes == ()
    assert inside.ZERO_SUM in maxn(constant, depth=1, gear="plain").notes
    estimated = Tree(
        [
            {"estimate": (9, 9, 9), "children": [(1, 2, 3), (3, 2, 1)]},
            {"estimate": (0, 0, 6), "children": [(2, 2, 2)]},
        ]
    )
    result = both(estimated, depth=1)
    assert (result.vector, result.notes) == ((9.0, 9.0, 9.0), (inside.BROKEN_SUM,))


def test_errors_say_what_would_be_right() -> None:
    with pytest.raises(BadLimit, match="maxn records no trace: use the textbook's maxn"):
        maxn(Ring(1), trace=True)
    with pytest.raises(BadLimit, match="memory is -2; it must be a number of MiB above 0"):
        maxn(Ring(1), memory=-2)


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_limits_keep_the_best_so_far(gear: Any) -> None:
    game = Ring(6)
    stopped = maxn(game, nodes=500, table=False, gear=gear)
    assert stopped.stopped == "nodes"
    assert stopped.nodes <= 500
    assert stopped.value == stopped.history[-1].value
    cancel = Cancellation()
    cancel.cancel()
    assert maxn(game, cancel=cancel, table=False, gear=gear).stopped == "cancelled"


def test_chance_is_weighed_and_not_pruned_through() -> None:
    game = random_tree(5, 3, 4, 0, 3, 3, chance=0.4)
    assert any(node.player == CHANCE for node in game.nodes)
    assert both(game).vector == search.maxn(game, gear="plain").vector
