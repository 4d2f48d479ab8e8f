"""Nodes against depth: alpha-beta between the minimal tree and minimax, the plot, the command."""

from __future__ import annotations

import json
import random
import warnings
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import brute
import pytest
from clocks import interrupting, patiently
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, trees, within_bounds

from zermelo import search, tree
from zermelo.cli import run
from zermelo.complexity import MEASURES, SEARCHES, Complexity, DepthCounts, measure
from zermelo.errors import BadGame, BadLimit, BadTrace, GearWarning, Unsuitable
from zermelo.frame.question import ask
from zermelo.frame.run import carry_out
from zermelo.game import Game
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.result import effective_branching, minimal_tree
from zermelo.search.alphabeta import form
from zermelo.search.forms import SORTED
from zermelo.search.minimal import proof
from zermelo.search.ordered import TrueOrder, largest_first
from zermelo.show import plot
from zermelo.terminal import Thinking
from zermelo.tree import Tree
from zermelo.watch import NODES, Watch

GEARS = ["plain", "compiled"]
FULL = 99
ONE_DEPTH = ("minimax", "worst", "natural", "best", "minimal", "evaluation")
"""The searches of one depth; iterative deepening adds up several."""


class Shuffled:
    """Some order: another one for each seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def actions(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> list[Any]:
        actions = list(game.actions(s))
        self.random.shuffle(actions)
        return actions


def visited(game: Game[Any, Any], me: int, depth: int, order: Any) -> int:
    """The nodes that alpha-beta visits from the start."""
    watch = Watch()
    window = game.bounds_for(game.start(), me)
    form(game, ">=", SORTED)(game, game.start(), me, *window, depth, order, watch)
    return watch.count(NODES)


def least(game: Game[Any, Any], me: int, depth: int) -> float:
    """The size of the minimal tree from the start."""
    return proof(game, game.start(), me, brute.best(game, game.start(), me, depth), depth, Watch())[
        2
    ]


def check_heuristics(game: Game[Any, Any], me: int, row: DepthCounts) -> None:
    """Memory, the order by evaluation and iterative deepening are what brute force counts."""
    s = game.start()
    by_evaluation = brute.Pruning(game, me, lambda game, s, me: brute.best(game, s, me, 0))
    assert by_evaluation.run(s, row.depth) == row.value
    assert row.evaluation == by_evaluation.nodes
    assert row.deepening == brute.deepen(game, s, me, row.depth)
    assert row.memory == brute.held(game, s, row.depth)


# ---------------------------------------------------------------------- random trees


@settings(max_examples=EXAMPLES // 4)
@given(data=st.data())
@pytest.mark.slow
def test_the_orders_lie_between_the_minimal_tree_and_minimax(data: st.DataObject) -> None:
    """In both gears alike: ties, repeated movers, early ends, shared nodes, estimates, bounds."""
    game = data.draw(trees(most=3))
    game = within_bounds(game) if data.draw(st.booleans()) else game
    me = data.draw(st.integers(0, 1))
    plain, compiled = (measure(game, player=me, gear=gear) for gear in ("plain", "compiled"))
    assert plain.rows == compiled.rows
    assert plain.complete and plain.stopped == ""
    for row in plain.rows:
        assert row.value == brute.best(game, 0, me, row.depth)
        assert row.minimax == brute.nodes(game, 0, row.depth)
        assert row.natural == search.alphabeta(game, player=me, depth=row.depth, gear="plain").nodes
        assert row.minimal == brute.least_proof(game, 0, me, row.depth)
        assert all(row.minimal <= row.nodes(name) <= row.minimax for name in ONE_DEPTH)
        assert row.minimal <= row.deepening
        check_heuristics(game, me, row)


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_no_order_visits_fewer_nodes_than_the_minimal_tree(data: st.DataObject) -> None:
    game = data.draw(trees())
    game = within_bounds(game) if data.draw(st.booleans()) else game
    me, depth = data.draw(st.integers(0, 1)), data.draw(st.sampled_from([1, 2, 3, FULL]))
    nodes = visited(game, me, depth, Shuffled(data.draw(st.integers(0, 10**9))))
    assert least(game, me, depth) <= nodes <= brute.nodes(game, 0, depth)


@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_best_and_worst_first_by_the_true_values(data: st.DataObject) -> None:
    game, depth = data.draw(trees()), data.draw(st.integers(1, 4))
    s = data.draw(st.integers(0, len(game) - 1))
    me = data.draw(st.integers(0, 1))
    if game.terminal(s):
        return
    good = 1 if game.player(s) == me else -1
    truth = {a: good * brute.best(game, game.result(s, a), me, depth - 1) for a in game.actions(s)}
    assert TrueOrder().actions(game, s, me, depth) == sorted(truth, key=lambda a: -truth[a])
    assert TrueOrder(best=False).actions(game, s, me, depth) == sorted(
        truth, key=lambda a: truth[a]
    )


@given(st.lists(st.integers(0, 3)))
def test_largest_first_keeps_ties_in_order(values: list[int]) -> None:
    expected = sorted(range(len(values)), key=lambda i: -values[i])
    assert largest_first(list(range(len(values))), [float(v) for v in values]) == expected


# ---------------------------------------------------------------------- trees of one's own


def uniform(branching: int, depth: int, seed: int) -> Tree:
    """A uniform tree whose leaves all differ."""
    leaves = list(range(branching**depth))
    random.Random(seed).shuffle(leaves)
    rows: list[Any] = leaves
    for _ in range(depth):
        rows = [rows[i : i + branching] for i in range(0, len(rows), branching)]
    return Tree(rows[0])


@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 6), (3, 4), (4, 3), (5, 2), (1, 3)])
@pytest.mark.parametrize("seed", range(5))
def test_a_uniform_tree_has_the_minimal_tree_of_knuth_and_moore(
    branching: int, depth: int, seed: int
) -> None:
    game = uniform(branching, depth, seed)
    expected = sum(minimal_tree(branching, level) for level in range(depth + 1))
    row = measure(game).rows[-1]
    assert (row.depth, row.minimal, row.best, row.exact) == (depth, expected, expected, True)
    assert row.minimax == sum(branching**level for level in range(depth + 1))
    assert row.branching("minimax") == pytest.approx(branching)
    assert row.memory == 1 + branching * depth


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_all_orders_is_the_minimal_tree_where_leaves_differ(seed: int) -> None:
    """All 128 orders of a tree with 8 leaves lie between the minimal tree and minimax."""
    leaves = random.Random(seed).sample(range(100), 8)
    nested = [[leaves[i : i + 2], leaves[i + 2 : i + 4]] for i in (0, 4)]
    counts = [search.alphabeta(Tree(order), gear="plain").nodes for order in orders(nested)]
    assert len(counts) == 128
    row = measure(Tree(nested)).rows[-1]
    assert min(counts) == row.minimal and max(counts) <= row.minimax


def test_with_ties_another_order_visits_more_than_worst_first() -> None:
    """What docs/complexity.md says of the worst order."""
    nested = [[[0, 2], [0, 1]], [[0, 1], [1, 1]]]
    counts = [search.alphabeta(Tree(order), gear="plain").nodes for order in orders(nested)]
    row = measure(Tree(nested)).rows[-1]
    assert (row.minimal, row.best, row.worst, row.minimax) == (11, 11, 12, 15)
    assert (min(counts), max(counts)) == (11, 15)


def orders(nested: Any) -> list[Any]:
    """A nested list in every order of every list in it."""
    if not isinstance(nested, list):
        return [nested]
    return [list(p) for parts in product(*map(orders, nested)) for p in permutations(parts)]


def test_the_slides_tree() -> None:
    assert measure(tree.figure("two-ply")).rows[-1] == DepthCounts(
        2,
        3.0,
        True,
        minimax=13,
        worst=13,
        natural=11,
        best=9,
        minimal=9,
        evaluation=9,
        deepening=4 + 11,
        memory=1 + 3 * 2,
    )


def test_a_value_at_the_end_of_the_range_needs_one_side_of_the_proof() -> None:
    """Without bounds the second branch has to be refuted; with them nothing can beat 1."""
    free = Tree([[1, 1], [0, 1]])
    bound = Tree(
        {
            "children": [
                {"bounds": [-1, 1], "children": [1, 1]},
                {"bounds": [-1, 1], "children": [0, 1]},
            ],
            "bounds": [-1, 1],
        }
    )
    assert (measure(free).rows[-1].minimal, measure(bound).rows[-1].minimal) == (6, 4)
    assert (measure(free).rows[-1].best, measure(bound).rows[-1].best) == (6, 4)


# ---------------------------------------------------------------------- games


@pytest.mark.slow
def test_tic_tac_toe_to_its_end() -> None:
    found = measure(TicTacToe())
    assert [row.depth for row in found.rows] == list(range(1, 10))
    assert found.rows[-1] == DepthCounts(
        9,
        0.0,
        True,
        minimax=549_946,
        worst=197_668,
        natural=16_811,
        best=2_312,
        minimal=1_452,
        evaluation=2_300,
        deepening=13_855,
        memory=45,
    )
    assert found.complete and found.stopped == "" and found.gear == "compiled" and found.notes == ()


SMALL = [
    pytest.param(Nim(3, 3), None, marks=pytest.mark.slow),
    pytest.param(MNK(3, 2, 2), None, marks=pytest.mark.slow),
    pytest.param(Coins(9), None, marks=pytest.mark.slow),
    pytest.param(TicTacToe(), 4, marks=pytest.mark.slow),
    pytest.param(ConnectFour(4, 4), 4, marks=pytest.mark.slow),
]
"""Five kernels are compiled for each: all orders by values share one."""


@pytest.mark.parametrize(
    ("game", "depth"), SMALL, ids=lambda x: type(x).__name__ if isinstance(x, Game) else ""
)
def test_small_games_in_both_gears(game: Any, depth: int | None) -> None:
    plain, compiled = (measure(game, depth=depth, gear=gear) for gear in ("plain", "compiled"))
    assert plain.rows == compiled.rows
    assert (plain.gear, compiled.gear) == ("plain", "compiled")
    assert plain.complete == (depth is None)
    for row in plain.rows:
        assert row.natural == search.alphabeta(game, depth=row.depth, gear="plain").nodes
        assert row.minimal == brute.least_proof(game, game.start(), 0, row.depth)
        assert all(row.minimal <= row.nodes(name) <= row.minimax for name in ONE_DEPTH)
        check_heuristics(game, 0, row)
        assert row.branching("best") == effective_branching(row.best, row.depth)


def test_the_signature() -> None:
    """Exact counts: a change of the text that moves one of them is not a refactoring."""
    game = ConnectFour()
    rows = measure(game, depth=5, gear="plain").rows
    assert [tuple(row.nodes(name) for name in SEARCHES) for row in rows] == [
        (8, 8, 8, 8, 8, 8, 8),
        (57, 57, 42, 21, 21, 21, 47),
        (400, 343, 174, 76, 76, 76, 191),
        (2_801, 2_600, 913, 173, 173, 173, 471),
        (19_608, 15_176, 4_073, 564, 564, 564, 2_489),
    ]
    assert [row.memory for row in rows] == [8, 15, 22, 29, 36]


def test_deepening_is_what_the_search_of_that_name_does() -> None:
    game = ConnectFour(4, 4)
    for row in measure(game, depth=5, gear="plain").rows:
        assert row.deepening == search.deepening(game, depth=row.depth, gear="plain").nodes


def test_a_limit_of_nodes_is_one_for_the_tree_and_not_for_all_depths_together() -> None:
    found = measure(Tree([[1], [2]]), nodes=5)
    assert found.complete and found.rows[-1].minimax == 5 < found.rows[-1].deepening


def test_a_position_and_a_player() -> None:
    game = Nim(2, 2)
    s = game.after(["2-1"])
    assert [measure(game, s, player=p).rows[-1].value for p in (0, 1)] == [-1, 1]
    over = game.after(["2-1", "2-2", "1-1"])
    assert measure(game, over).rows == (
        DepthCounts(1, measure(game, over).rows[0].value, True, 1, 1, 1, 1, 1, 1, 1, 1),
    )


# ---------------------------------------------------------------------- limits


def test_the_budget_is_the_size_of_the_largest_tree() -> None:
    found = measure(ConnectFour(), nodes=2_801)
    assert (found.rows[-1].depth, found.rows[-1].minimax, found.stopped) == (4, 2_801, "nodes")
    assert measure(ConnectFour(), nodes=2_800).rows[-1].depth == 3
    assert "the tree of depth 5 has more nodes than allowed" in found.table()
    assert (
        str(measure(ConnectFour(), nodes=5))
        == "complexity of connect-four: no depth was finished (nodes)"
    )


def test_a_depth_ends_at_the_end_of_the_game() -> None:
    assert len(measure(Nim(2, 2), depth=50).rows) == 4
    assert len(measure(Nim(2, 2), depth=3).rows) == 3


@pytest.mark.parametrize("gear", ["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def test_a_time_limit_keeps_the_finished_depths(gear: Any) -> None:
    ticks: list[int] = []

    def timed(seconds: float) -> Complexity:
        ticks.clear()
        return measure(
            ConnectFour(),
            depth=30,
            seconds=seconds,
            gear=gear,
            progress=lambda nodes, seconds: ticks.append(nodes),
        )

    found = patiently(timed, lambda found: found.rows)
    assert found.stopped == "seconds" and found.rows and not found.complete
    assert found.rows == measure(ConnectFour(), depth=len(found.rows)).rows
    assert ticks == sorted(ticks)


@pytest.mark.parametrize("gear", GEARS)
def test_the_time_limit_stops_the_searches_that_find_the_order(gear: Any) -> None:
    """Ordering the root's actions takes longer than the limit: the search stays at the root."""

    def timed(seconds: float) -> tuple[str, int, int]:
        order = TrueOrder(gear=gear)
        q = ask("alphabeta", ConnectFour(), None, depth=14, seconds=seconds, gear=gear)
        q.asides = (order.aside,)
        outcome = carry_out(q, form(q.game, ">=", SORTED), (0, -1.0, 1.0, 14, order))
        return outcome.stopped, outcome.counts.nodes, order.aside.count(NODES)

    stopped, nodes, ordering = patiently(timed, lambda found: found[2] > 1)
    assert (stopped, nodes) == ("seconds", 1) and ordering > 1


@pytest.mark.usefixtures("ctrl_c_works")
@pytest.mark.parametrize("gear", GEARS)
def test_ctrl_c_keeps_the_finished_depths(
    gear: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    press = interrupting(2000)
    monkeypatch.setattr(Thinking, "tick", lambda self, nodes, seconds: press(nodes, seconds))
    assert run(["complexity", "connect-four", "--depth", "30", "--gear", gear]) == 130
    out = capsys.readouterr().out
    assert "stopped: interrupted" in out and "57  7.00" in out


class Endless(Game[int, int]):
    """Says that it goes on, and has no actions."""

    def start(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return 0

    def actions(self, s: int) -> list[int]:
        return []

    def result(self, s: int, a: int) -> int:
        return s

    def terminal(self, s: int) -> bool:
        return False

    def utility(self, s: int, p: int) -> float:
        return 0.0


class Wordy(Nim):
    """Nim with a rule that the compiled gear refuses."""

    def terminal(self, s: Any) -> bool:
        try:
            return super().terminal(s)
        except IndexError:
            return False


@pytest.mark.slow
def test_a_game_that_cannot_compile_goes_on_plain() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = measure(Wordy(4, 4), depth=7)
    assert found.gear == "plain" and len(found.rows) == 7 and found.rows[-1].minimax > 20_000
    assert [w.category for w in caught] == [GearWarning]


@pytest.mark.parametrize(
    ("game", "options", "error", "words"),
    [
        (Pig(), {}, Unsuitable, "pig has chance"),
        (tree.figure("three-player"), {}, Unsuitable, "has 3 players"),
        (tree.random_tree(players=1), {}, Unsuitable, "has 1 player"),
        (Nim(), {"depth": 0}, BadLimit, "begins at depth 1"),
        (Nim(), {"depth": -1}, BadLimit, "depth is -1"),
        (Nim(), {"nodes": 0}, BadLimit, "nodes is 0"),
        (Nim(), {"seconds": 0}, BadLimit, "seconds is 0"),
        (Nim(), {"player": 2}, BadLimit, "players are 0 to 1"),
        (Nim(), {"gear": "top"}, BadLimit, "auto, plain or compiled"),
        (Endless(), {}, BadGame, "has no actions"),
    ],
)
def test_wrong_calls(
    game: Any, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        measure(game, **options)
    assert "\n" not in str(caught.value)


def test_a_game_without_evaluation_says_so() -> None:
    assert "no evaluation" in measure(Nim(3, 3)).notes[0]
    assert measure(Nim(1, 1)).notes == ()


# ---------------------------------------------------------------------- the plot


def elements(picture: str, tag: str) -> list[Any]:
    return list(ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}" + tag))


@pytest.mark.parametrize("name", ["two-ply", "nim-2-2", "four-leaves"])
def test_a_plot_has_a_line_and_a_name_for_each_search(name: str) -> None:
    found = measure(tree.figure(name))
    picture = plot.svg(found)
    assert [line.get("class") for line in elements(picture, "polyline")] == [
        f"l {name}" for name in MEASURES
    ]
    assert all(
        len(line.get("points").split()) == len(found.rows) for line in elements(picture, "polyline")
    )
    words = {text.text: float(text.get("y")) for text in elements(picture, "text")}
    places = sorted(words[label] for label in MEASURES.values())
    assert all(b - a >= plot.SPACING - 0.2 for a, b in pairwise(places))
    assert {"1", "10", "depth d in plies", "nodes N, logarithmic scale"} <= set(words)
    assert "prefers-color-scheme:dark" in picture and picture.count("stroke-dasharray") == 7


def test_a_higher_count_stands_higher() -> None:
    picture = plot.svg(measure(uniform(3, 4, 1)))
    for line in elements(picture, "polyline"):
        heights = [float(point.split(",")[1]) for point in line.get("points").split()]
        assert heights == sorted(heights, reverse=True)


@given(st.lists(st.floats(0, 300), min_size=1, max_size=8))
def test_names_are_kept_apart_and_in_order(wanted: list[float]) -> None:
    places = plot.spread(wanted, 32.0, 0.0, 300.0)
    ranked = [places[i] for i in sorted(range(len(wanted)), key=lambda i: (wanted[i], i))]
    assert all(b - a >= 32 - 1e-6 for a, b in pairwise(ranked))
    assert ranked[0] >= -1e-6 and ranked[-1] <= 300 + 1e-6
    if all(b - a >= 32 for a, b in pairwise(sorted(wanted))):
        assert places == pytest.approx(wanted)


def test_one_depth_can_be_plotted_and_none_cannot(tmp_path: Path) -> None:
    assert "<circle" in plot.svg(measure(Nim(2, 2), depth=1))
    with pytest.raises(BadTrace, match="no depth was finished"):
        plot.svg(Complexity("nim", 0, "MAX", ()))
    assert Complexity("nim", 0, "MAX", ())._repr_svg_() is None  # type: ignore[attr-defined]
    assert measure(Nim(2, 2))._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]
    assert plot.write(measure(Nim(2, 2)), tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


# ---------------------------------------------------------------------- the command


def test_the_command_prints_a_table_and_plots(call: Any, tmp_path: Path) -> None:
    target = tmp_path / "plot.svg"
    code, out, err = call(
        "complexity", "tic-tac-toe", "--moves", "b2 a1", "--depth", "3", "-o", str(target)
    )
    assert (code, err) == (0, "")
    headings = [line.split() for line in out.splitlines() if line.startswith("depth")]
    assert headings[0][:3] == ["depth", "minimax", "b*"] and out.endswith(f"{target}\n")
    assert headings[1] == ["depth", "evaluation", "b*", "deepening", "b*", "memory"]
    assert "Nodes visited in tic-tac-toe" in target.read_text(encoding="utf-8")


def test_the_command_writes_json(call: Any) -> None:
    code, out, _ = call("complexity", "tree:two-ply", "--json")
    data = json.loads(out)
    assert code == 0 and data["complete"] is True and data["searches"] == SEARCHES
    assert data["rows"][1]["nodes"] == {
        "minimax": 13,
        "worst": 13,
        "natural": 11,
        "best": 9,
        "minimal": 9,
        "evaluation": 9,
        "deepening": 15,
    }
    assert [row["memory"] for row in data["rows"]] == [4, 7]
    assert data["rows"][1]["branching"]["minimax"] == 3 and data["rows"][1]["value"] == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["complexity", "pig"], "without chance"),
        (["complexity", "nim", "-o", "plot.gif"], "ends in .svg, .png"),
        (["complexity", "nim", "--depth", "0"], "begins at depth 1"),
        (["complexity", "nim", "-o", "nowhere/at/all.svg"], "No such file"),
    ],
)
def test_wrong_calls_get_one_line(call: Any, arguments: list[str], words: str) -> None:
    code, _, err = call(*arguments)
    assert code == 2 and words in err and err.count("\n") == 1
