"""Star1, Star2 and their table equal brute force, with every feature on and off, in both gears.

And they prune.
"""

from __future__ import annotations

import functools
import random
import sys
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import DEPTHS, EXAMPLES, decides, trees, within_bounds

from zermelo import search
from zermelo.bits import LookupTable
from zermelo.engine import star
from zermelo.engine.search_table import AGE, HEADER, NONE, PLAYER, PROVEN, SearchTable
from zermelo.engine.star import iterate_star
from zermelo.engine.star_search import value
from zermelo.engine.star_table import StarOptions, StarTable
from zermelo.errors import BadLimit, Unsuitable
from zermelo.frame.cancel import Cancellation
from zermelo.frame.tt import ENTRIES, TAG
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.search.opponents import uniform
from zermelo.tree import Tree, TreeNode
from zermelo.watch import Watch

inside = sys.modules["zermelo.engine.star"]
FULL_DEPTH = 99
FEATURES = ("star1", "star2", "table", "order", "deepening")
TINY = 0.000001
"""MiB: one bucket."""

switches = st.fixed_dictionaries(
    {name: st.booleans() for name in FEATURES} | {"memory": st.sampled_from([TINY, 0.002, 1])}
)
COMPARED = (
    "value",
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
    plain, compiled = star(game, gear="plain", **options), star(game, gear="compiled", **options)
    for field in COMPARED:
        assert getattr(plain, field) == getattr(compiled, field), field
    assert [(step.depth, step.value, step.nodes) for step in plain.history] == [
        (step.depth, step.value, step.nodes) for step in compiled.history
    ]
    return plain


def even_odds(tree: Tree) -> Tree:
    """The same tree with equally likely outcomes: thirds do not add up exactly."""
    for node in tree.nodes:
        if node.player == CHANCE:
            node.odds = [1 / len(node.children)] * len(node.children)
    return Tree.of_nodes(tree.nodes, tree.players)


@settings(max_examples=2 * EXAMPLES)
@given(data=st.data())
def test_trees(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([1, 2]))
    tree = data.draw(trees(players=players, chance=data.draw(st.booleans())))
    opponents = data.draw(st.sampled_from([None, uniform]))
    me = data.draw(st.integers(0, players - 1))
    kind = data.draw(st.sampled_from(["local", "given", "none"]))
    tree = within_bounds(tree) if kind == "local" else tree
    options: dict[str, Any] = {"bounds": (-4.0, 4.0)} if kind == "given" else {}
    if kind == "none" and tree.is_estimated:
        options = {"bounds": (-INFINITY, INFINITY)}  # its estimates lie outside its payoffs' range
    depth, on = data.draw(DEPTHS), data.draw(switches)
    full = FULL_DEPTH if depth is None else depth
    result = star(tree, depth=depth, player=me, opponents=opponents, gear="plain", **options, **on)
    truth = brute.best(tree, 0, me, full, opponents)
    assert (
        result.value == truth
        if opponents is None
        else result.value == pytest.approx(truth, abs=1e-12)
    )
    assert all(
        step.value == pytest.approx(brute.best(tree, 0, me, step.depth, opponents), abs=1e-12)
        for step in result.history
    )
    if decides(tree) and full > 0 and (opponents is None or tree.player(0) == me):
        assert brute.best(
            tree, tree.result(0, result.action), me, full - 1, opponents
        ) == pytest.approx(truth, abs=1e-12)
    again = star(tree, depth=depth, player=me, opponents=opponents, gear="plain", **options, **on)
    assert (again.nodes, again.line) == (result.nodes, result.line)


@settings(max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_both_gears(data: st.DataObject) -> None:
    tree = data.draw(trees(chance=True).filter(lambda tree: tree.has_chance))
    tree = within_bounds(tree) if data.draw(st.booleans()) else tree
    depth, on = data.draw(DEPTHS), data.draw(switches)
    result = both(tree, depth=depth, bounds=(-4.0, 4.0), all=data.draw(st.booleans()), **on)
    assert result.value == brute.best(tree, 0, 0, FULL_DEPTH if depth is None else depth)


@settings(max_examples=EXAMPLES // 4)
@given(data=st.data())
@pytest.mark.slow
def test_both_gears_against_a_distribution(data: st.DataObject) -> None:
    tree = data.draw(trees(chance=True).filter(lambda tree: tree.has_chance))
    depth, on = data.draw(DEPTHS), data.draw(switches)
    result = both(tree, depth=depth, bounds=(-4.0, 4.0), opponents=uniform, **on)
    assert result.value == pytest.approx(
        brute.best(tree, 0, 0, FULL_DEPTH if depth is None else depth, uniform), abs=1e-12
    )


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_contract_of_any_window(data: st.DataObject) -> None:
    """v ≤ α promises true ≤ v, v ≥ β promises true ≥ v, else v = true.

    With a table that has seen other windows and depths.
    """
    tree = even_odds(data.draw(trees(chance=True)))
    on = data.draw(st.integers(0, 15))
    chosen = StarOptions(memory=data.draw(st.sampled_from([TINY, 1])))
    table = StarTable(tree, on, (-4.0, 4.0), chosen, "plain")
    table.cells[PLAYER] = 0
    for age in range(4):
        table.begin(age)
        alpha = data.draw(st.integers(-10, 8)) / 2
        beta = alpha + data.draw(st.integers(1, 10)) / 2
        s, depth = (
            data.draw(st.integers(0, len(tree) - 1)),
            data.draw(st.sampled_from([0, 1, 2, 3, 4])),
        )
        v = value(tree, s, alpha, beta, depth, NONE, table, Watch())
        truth = brute.best(tree, s, 0, depth)
        assert v > alpha or truth <= v + 1e-9
        assert v < beta or truth >= v - 1e-9
        assert not alpha < v < beta or v == pytest.approx(truth, abs=1e-9)


# ---------------------------------------------------------------------- games that cycle


class Maze(Game[int, int]):
    """A small random graph with cycles.

    Each room is MAX's, MIN's or chance's, and a few are exits.
    """

    def __init__(self, seed: int, rooms: int = 8) -> None:
        rng = random.Random(seed)
        self.mover = LookupTable(
            rng.choice([0, 0, 1, 1, CHANCE, CHANCE, CHANCE]) for _ in range(rooms)
        )
        self.doors = LookupTable(rng.randrange(rooms + 3) for _ in range(3 * rooms))
        self.worth = LookupTable(float(rng.choice([-1, 0, 1])) for _ in range(rooms + 3))
        self.rooms = rooms

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.mover[s]

    def actions(self, s: int) -> Iterator[int]:
        yield from range(3)

    def chances(self, s: int) -> Iterator[tuple[int, float]]:
        for a in range(3):
            yield a, 1 / 3

    def result(self, s: int, a: int) -> int:
        return self.doors[3 * s + a]

    def terminal(self, s: int) -> bool:
        return s >= self.rooms

    def utility(self, s: int, p: int) -> float:
        return self.worth[s] if p == 0 else -self.worth[s]

    def evaluate(self, s: int, p: int) -> float:
        return self.worth[s] if p == 0 else -self.worth[s]

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -1.0, 1.0


def limited_values(game: Game[Any, Any]) -> Any:
    """brute.best with a memory, so that it goes deep into cycles."""

    @functools.cache
    def best(s: Any, depth: int) -> float:
        if game.terminal(s):
            return float(game.utility(s, 0))
        if depth == 0:
            return float(game.evaluate(s, 0))
        if game.player(s) == CHANCE:
            return sum(p * best(game.result(s, a), depth - 1) for a, p in game.chances(s))
        values = [best(game.result(s, a), depth - 1) for a in game.actions(s)]
        return max(values) if game.player(s) == 0 else min(values)

    return best


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10**9), depth=st.integers(1, 9), on=switches)
def test_cycles(seed: int, depth: int, on: dict[str, Any]) -> None:
    """A state stands at many depths: what is estimated at one must not be taken for another."""
    game = Maze(seed)
    if not on["table"]:
        depth = min(depth, 5)
    result, best = star(game, depth=depth, player=0, gear="plain", **on), limited_values(game)
    assert result.value == pytest.approx(best(0, depth), abs=1e-9)
    assert all(
        step.value == pytest.approx(best(0, step.depth), abs=1e-9) for step in result.history
    )
    if game.player(0) != CHANCE:
        assert best(game.result(0, result.action), depth - 1) == pytest.approx(
            result.value, abs=1e-9
        )


@pytest.mark.slow
def test_cycles_in_both_gears() -> None:
    for seed in range(EXAMPLES // 16):
        for memory in (TINY, 0.01, 1):
            both(Maze(seed), depth=12, player=0, memory=memory)


# ---------------------------------------------------------------------- how much it prunes


def regular(seed: int, kinds: str, actions: int, outcomes: int) -> Tree:
    """Ballard's regular *-minimax tree.

    MAX, chance, MIN, chance … by level; leaves uniform in [0, 1], in random order.
    """
    rng = random.Random(seed)
    nodes, row = [TreeNode()], [0]
    for kind in kinds:
        below: list[int] = []
        for i in row:
            width = outcomes if kind == "*" else actions
            nodes[i].player = {"+": 0, "-": 1, "*": CHANCE}[kind]
            nodes[i].children = list(range(len(nodes), len(nodes) + width))
            nodes[i].odds = [1 / width] * width if kind == "*" else []
            nodes += [TreeNode() for _ in range(width)]
            below += nodes[i].children
        row = below
    for i in row:
        x = rng.random()
        nodes[i].payoffs = (x, -x)
    return Tree.of_nodes(nodes)


def leaves(tree: Tree, **on: Any) -> int:
    return star(tree, bounds=(0.0, 1.0), table=False, deepening=False, gear="plain", **on).leaves


@pytest.mark.parametrize(
    ("kinds", "actions", "outcomes", "all_", "one", "two"),
    [
        ("+*-", 20, 2, 3200, 2151, 1878),
        ("+*-*+", 5, 2, 2000, 1274, 1012),
        ("+*-*+*-", 5, 2, 20000, 11668, 9214),
        ("+*-*+", 4, 4, 4096, 3440, 2863),
    ],
)
def test_leaves_of_regular_trees(
    kinds: str, actions: int, outcomes: int, all_: int, one: int, two: int
) -> None:
    """Sums over four trees; expectimax sees all leaves.

    Star2 saves more than half where trees are deep and outcomes few.
    """
    grown = [regular(seed, kinds, actions, outcomes) for seed in range(4)]
    every = [search.expectimax(tree, gear="plain").leaves for tree in grown]
    first, second = [leaves(tree, star2=False) for tree in grown], [leaves(tree) for tree in grown]
    assert all(a <= e and b <= e for a, b, e in zip(first, second, every, strict=True))
    assert (sum(every), sum(first), sum(second)) == (all_, one, two)


@pytest.mark.slow
def test_star2_sees_less_than_half_in_random_order() -> None:
    grown = [regular(seed, "+*-*+*-", 5, 2) for seed in range(4)]
    assert 2 * sum(leaves(tree) for tree in grown) < sum(
        search.expectimax(tree, gear="plain").leaves for tree in grown
    )


@settings(max_examples=EXAMPLES // 4)
@given(tree=trees(chance=True))
def test_without_a_table_no_leaf_is_seen_twice(tree: Tree) -> None:
    """A tree, not a DAG, has so many leaves; and Star1 alone is the textbook's bounded form."""
    whole = search.expectimax(tree, gear="plain").leaves
    options: dict[str, Any] = {
        "bounds": (-4.0, 4.0),
        "table": False,
        "deepening": False,
        "gear": "plain",
    }
    assert star(tree, **options).leaves <= whole
    assert star(tree, star2=False, **options).leaves <= whole


# ---------------------------------------------------------------------- published values


class Sure(Pig):
    """Pig with one estimate for everything.

    A bound of the truth, whatever lies behind the horizon.
    """

    def __init__(self, goal: int, estimate: float) -> None:
        super().__init__(goal)
        self.estimate = LookupTable([estimate])

    def evaluate(self, s: Any, p: int) -> float:
        return self.estimate[0] if p == 0 else -self.estimate[0]


def enclosure(goal: int, depth: int) -> tuple[float, float]:
    """Between what is the first player's probability of winning?"""
    low, high = (
        star(Sure(goal, x), depth=depth, deepening=False, gear="compiled").value
        for x in (-1.0, 1.0)
    )
    return (low + 1) / 2, (high + 1) / 2


def won_by_first(goal: int) -> float:
    """Pig by value iteration, on nothing but scores.

    P(i, j, k) with i own, j other's, k gathered.
    """
    win = {(i, j, k): 0.5 for i in range(goal) for j in range(goal) for k in range(goal - i)}
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for (i, j, k), before in win.items():
            roll = (
                1
                - win[j, i, 0]
                + sum(1.0 if i + k + x >= goal else win[i, j, k + x] for x in range(2, 7))
            )
            after = max(roll / 6, 1 - win[j, i + k, 0] if k else 0.0)
            win[i, j, k] = after
            change = max(change, abs(after - before))
    return win[0, 0, 0]


@pytest.mark.slow
def test_pig_to_ten() -> None:
    low, high = enclosure(10, 90)
    assert high - low < 1e-7
    assert low - 1e-12 <= won_by_first(10) <= high + 1e-12


@pytest.mark.slow
def test_pig_to_twenty() -> None:
    """shared/data/chance: 0.615558550.

    Pig to 100 has too many states for a horizon; it is value iteration's.
    """
    low, high = enclosure(20, 220)
    assert high - low < 1e-6
    assert low <= 0.615558550 <= high


THREE_SIDES = Pig(goal=100, sides=3)
"""All tests that need Pig compiled play this one, so that it is compiled once."""


def test_pig_of_open_spiel() -> None:
    """minimax_test.cc.

    A die of 3 sides, the difference of scores as estimate, depth 2: 5/3 by rolling.
    """
    result = both(THREE_SIDES, depth=2)
    assert (result.value * 100, result.action_name) == (pytest.approx(5 / 3), "roll")


class Men(NamedTuple):
    """Men left on the ace point, and whose dice roll."""

    first: int
    second: int
    turn: int


class AcePoint(Game[Men, int]):
    """The end of a backgammon race: all men stand on the ace point.

    A roll takes two men off, a double four.
    """

    def __init__(self, first: int, second: int) -> None:
        self.men = Men(first, second, 0)

    def start(self) -> Men:
        return self.men

    def player(self, s: Men) -> int:
        return CHANCE

    def actions(self, s: Men) -> Iterator[int]:
        yield from ()

    def chances(self, s: Men) -> Iterator[tuple[int, float]]:
        yield 2, 5 / 6
        yield 4, 1 / 6

    def result(self, s: Men, a: int) -> Men:
        if s.turn == 0:
            return Men(max(s.first - a, 0), s.second, 1)
        return Men(s.first, max(s.second - a, 0), 0)

    def terminal(self, s: Men) -> bool:
        return s.first == 0 or s.second == 0

    def utility(self, s: Men, p: int) -> float:
        return float(s.first == 0) if p == 0 else -float(s.first == 0)

    def payoff_range(self, p: int) -> tuple[float, float]:
        return (0.0, 1.0) if p == 0 else (-1.0, 0.0)


class BearOff(AcePoint):
    """One side alone: a payoff of −1 for each roll, counted in `second`."""

    players = 1
    total = None

    def result(self, s: Men, a: int) -> Men:
        return Men(max(s.first - a, 0), s.second + 1, 0)

    def terminal(self, s: Men) -> bool:
        return s.first == 0

    def utility(self, s: Men, p: int) -> float:
        return -float(s.second)

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -20.0, 0.0


@pytest.mark.parametrize(
    "on", [{}, {"star1": False}, {"star2": False}, {"table": False}, {"deepening": False}]
)
def test_ace_point_race(on: dict[str, bool]) -> None:
    """Peelle, Backgammon Tools in J: X has 8 men and rolls, O has 6."""
    result = star(AcePoint(8, 6), gear="plain", **on)
    assert result.value == pytest.approx(0.3010545267489712, rel=1e-12)
    assert result.exact


def test_fifteen_men_on_the_ace_point() -> None:
    """Trice: an effective pip count of 57, that is 6.97959176 rolls of 49/6 pips."""
    rolls = -star(BearOff(15, 0), gear="plain").value
    assert rolls == pytest.approx(6.97959176, abs=1e-8)
    assert rolls * 49 / 6 == pytest.approx(57.0, abs=5e-3)


# ---------------------------------------------------------------------- manners


def test_a_game_without_chance_is_alpha_beta_with_a_table() -> None:
    result = star(Nim(3, 3), gear="plain")
    assert (result.value, result.exact) == (search.minimax(Nim(3, 3)).value, True)


def test_estimates_outside_the_bounds_switch_pruning_off() -> None:
    class Narrow(Tree):
        def payoff_range(self, p: int) -> tuple[float, float]:
            return 1.0, 5.0

    tree = Narrow(
        [
            {"player": "chance", "estimate": 9, "children": [[1, 2], [3, 4]]},
            {"player": "chance", "children": [[2, 2], [2, 5]]},
        ]
    )
    result = star(tree, depth=1, gear="plain")
    assert (result.value, result.notes) == (9.0, (inside.BROKEN_BOUNDS,))
    with pytest.raises(
        BadLimit, match="bounds are 0 to 5, and tree has values outside: give wider ones, or none"
    ):
        star(tree, depth=1, bounds=(0, 5), gear="plain")


def test_bounds_of_a_state_are_no_bounds_of_its_outcomes() -> None:
    """A coin for 0 or 10 is worth 5 for sure; its outcomes are not."""
    toss = {"player": "chance", "bounds": [4, 6], "children": [0, 10]}
    assert star(Tree(toss), gear="plain").value == 5
    assert star(Tree([toss, 1]), gear="plain").value == 5
    broken = {"player": "chance", "children": [{"bounds": [4, 6], "children": [7, 8]}, 1]}
    result = star(Tree(broken), bounds=(0, 10), gear="plain", player=0)
    assert result.value == 4
    assert star(Tree({"bounds": [4, 6], "value": 9}), bounds=(0, 10), gear="plain").notes == (
        inside.BROKEN_BOUNDS,
    )


def test_without_bounds_it_says_that_nothing_is_pruned() -> None:
    class Unbounded(Maze):
        payoff_range = Game.payoff_range

    assert star(Unbounded(1), depth=3, gear="plain").notes == (inside.NO_BOUNDS,)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"memory": 0}, "memory is 0; it must be a number of MiB above 0"),
        ({"bounds": (1, 0)}, "bounds is (1, 0); it must be two numbers, the lower one first"),
        ({"trace": True}, "star records no trace: use expectimax or expectimax-bounded"),
        ({"depht": 3}, "star has no option 'depht'"),
    ],
)
def test_errors_say_what_would_be_right(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadLimit) as error:
        star(Pig(), **options)
    assert str(error.value).startswith(message)


def test_three_players_need_a_distribution() -> None:
    three = Tree([[(1, 2, 3), (3, 2, 1)], [(2, 2, 2), (0, 0, 6)]])
    with pytest.raises(Unsuitable):
        star(three)
    assert star(three, opponents=uniform, player=0, gear="plain").value == brute.best(
        three, 0, 0, 9, uniform
    )


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_limits_keep_the_best_so_far(gear: Any) -> None:
    result = star(THREE_SIDES, nodes=5000, gear=gear)
    assert (result.stopped, result.action_name, result.nodes <= 5000) == ("nodes", "roll", True)
    assert result.value == result.history[-1].value
    assert star(THREE_SIDES, seconds=0.2, gear=gear).stopped == "seconds"


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_another_thread_can_stop_it(gear: Any) -> None:
    cancel = Cancellation()
    results = iterate_star(THREE_SIDES, None, StarOptions(), cancel=cancel, gear=gear)
    next(results)
    threading.Timer(0.1, cancel.cancel).start()
    *_, result = results
    assert (result.stopped, result.action_name) == ("cancelled", "roll")
    assert result.history


# ---------------------------------------------------------------------- the table


@pytest.mark.parametrize("memory", [0.001, 0.5, 3, 64])
def test_memory_is_bounded(memory: float) -> None:
    table = SearchTable(2, memory, "compiled")
    assert 8 * (len(table.cells) - HEADER) == 8 * table.size * table.entries <= memory * 2**20
    assert SearchTable(2, memory, "plain").entries == table.entries


def test_half_a_write_is_not_found() -> None:
    table = SearchTable(2, TINY)
    table.put(HEADER, 0, 0.25)
    table.put(HEADER, 1, 0.5)
    table.seal(HEADER, 77, table.tag(PROVEN, 3, 1))
    assert (table.find(77), table.value(HEADER, 1), table.best(HEADER)) == (HEADER, 0.5, 1)
    table.put(HEADER, 1, 0.75)
    assert table.find(77) == 0


def test_old_then_shallow_entries_go_first() -> None:
    table = SearchTable(1, TINY)
    for key, (age, plies) in enumerate([(1, 9), (2, 1), (2, 5), (2, 3)], 1):
        table.cells[AGE] = age
        table.seal(table.replace(key), key, table.tag(0, plies, -1))
    assert [table.find(key) != 0 for key in range(1, ENTRIES + 1)] == [True] * ENTRIES
    for key in (11, 12, 13):
        table.seal(table.replace(key), key, table.tag(0, 8, -1))
    assert [key for key in range(1, 5) if table.find(key)] == [3]
    assert table.cells[table.find(11) + TAG] & 0xFFFF == 8
