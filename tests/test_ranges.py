"""What a search says of a node's value is true, and is the same in every view and in both gears."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import DEPTHS, EXAMPLES, FULL_DEPTH, RULES, trees, within_bounds

from zermelo import cli, search, tree
from zermelo.errors import BadTrace
from zermelo.games.nim import Nim
from zermelo.interval import ANYTHING, Interval
from zermelo.result import Result
from zermelo.show.latex import tikz
from zermelo.show.replay import Replay
from zermelo.show.stage_sheet import paint_stages, write_stages
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.show.trace_scene import trace_scene
from zermelo.teach import Exercise
from zermelo.trace import Trace
from zermelo.tree import Tree

PRUNING = ["alphabeta", "alphabeta-hard", "alphabeta-stack", "quiescence", "deepening", "paranoid"]


def run(name: str, game: Any, **options: Any) -> tuple[Result[Any], Trace]:
    result = search.find(name).run(game, trace=True, **options)
    assert result.trace is not None
    return result, result.trace


def list_left(trace: Trace) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The nodes of a trace: how each was entered, and how it was left."""
    entered = {event["node"]: event for event in trace.events if event["event"] == "enter"}
    return [(entered[e["node"]], e) for e in trace.events if e["event"] == "leave"]


def agrees(bound: str, value: float, true: float) -> bool:
    """Is it true that the true value is this one, at most or at least this one?"""
    if abs(value - true) < 1e-9:
        return True
    return {"exact": False, "at most": true <= value, "at least": true >= value}[bound]


@given(trees(), st.sampled_from(PRUNING), DEPTHS, RULES, st.booleans())
@settings(deadline=None, max_examples=EXAMPLES)
def test_bounds_hold_and_cuts_leave_something_out(
    game: Tree, name: str, depth: int | None, rule: str, is_bounded: bool
) -> None:
    game = within_bounds(game) if is_bounded else game
    depth = 2 if depth is None and name == "quiescence" else depth
    result, trace = run(name, game, depth=depth, rule=rule)
    true = brute.best_then_quiet if name == "quiescence" else brute.best
    whole = FULL_DEPTH if depth is None else depth
    assert result.value == true(game, 0, 0, whole)
    numbers = {game.dump(i): i for i in range(len(game))}
    for enter, leave in list_left(trace):
        if name != "deepening" and enter["ply"] <= whole:
            value = true(game, numbers[enter["state"]], 0, whole - enter["ply"])
            assert agrees(leave["bound"], leave["value"], value), (enter["label"], leave, value)
    cuts = [event for event in trace.events if event["event"] == "cut"]
    assert all(cut["pruned"] for cut in cuts) and len(cuts) == result.cuts
    if name != "deepening":
        assert svg(trace_scene(trace)).count('class="cut"') == result.cuts
    root = list_left(trace)[-1][1]
    assert root["bound"] == "exact" and root["value"] == result.value


@given(trees(chance=True), DEPTHS)
@settings(deadline=None, max_examples=EXAMPLES)
def test_bounds_hold_below_chance(game: Tree, depth: int | None) -> None:
    game, whole = within_bounds(game), FULL_DEPTH if depth is None else depth
    result, trace = run("expectimax-bounded", game, depth=depth)
    numbers = {game.dump(i): i for i in range(len(game))}
    for enter, leave in list_left(trace):
        value = brute.best(game, numbers[enter["state"]], 0, whole - enter["ply"])
        assert agrees(leave["bound"], leave["value"], value), (enter["label"], leave, value)
    assert sum(event["event"] == "cut" for event in trace.events) == result.cuts
    assert list_left(trace)[-1][1]["bound"] == "exact"


def test_a_chance_node_that_is_cut_is_known_as_far_as_its_bounds_tell() -> None:
    """After 2 and 4 the middle node is at most (2 + 4 + 15) / 3 = 7, and the root exactly 8."""
    result, trace = run("expectimax-bounded", tree.figure("expectimax"))
    drawn = {item.label: item.value for item in trace_scene(trace).items}
    assert (drawn["C"], drawn["A"], result.cuts) == ("≤ 7", "8", 1)


@given(trees(), RULES)
@settings(deadline=None, max_examples=EXAMPLES)
def test_a_node_whose_successors_are_exact_is_exact(game: Tree, rule: str) -> None:
    trace = run("alphabeta", game, rule=rule)[1]
    kinds: dict[int, list[str]] = {}
    pruned = {event["node"] for event in trace.events if event["event"] == "cut"}
    for enter, leave in list_left(trace):
        if leave["node"] not in pruned and all(b == "exact" for b in kinds.get(leave["node"], [])):
            assert leave["bound"] == "exact"
        kinds.setdefault(enter["parent"], []).append(leave["bound"])


@given(trees(), st.sampled_from(["alphabeta", "alphabeta-hard", "alphabeta-stack"]), RULES)
@settings(deadline=None, max_examples=60)
def test_both_gears_count_the_same_cuts_and_know_the_same_of_the_root(
    game: Tree, name: str, rule: str
) -> None:
    one = search.find(name)
    plain, compiled = (one.run(game, rule=rule, gear=gear) for gear in ("plain", "compiled"))
    assert (plain.cuts, plain.values) == (compiled.cuts, compiled.values)


def test_all_views_of_the_two_ply_tree_say_the_same() -> None:
    """C is at most 2, after one cut; D is exactly 2, as the slides say."""
    result, trace = run("alphabeta", tree.figure("two-ply"))
    assert [str(root) for root in result.values] == ["a1 = 3", "a2 ≤ 2", "a3 = 2"]
    assert result.cuts == len(trace.list_reasons()) == 1
    log = text(trace).splitlines()
    assert "  C ≤ 2" in log and "  D = 2" in log
    assert text(trace, "stages").endswith("(g) M = 2: A [3, 3], B [3, 3], C [−∞, 2], D [2, 2]")
    drawn = trace_scene(trace)
    assert svg(drawn).count('class="cut"') == tikz(drawn).count("$/") == result.cuts
    values = {item.label: item.value for item in drawn.items}
    assert (values["C"], values["D"]) == ("≤ 2", "2")
    visits = Exercise.of(tree.figure("two-ply")).visits
    assert (visits["C"].text, visits["D"].text) == ("≤ 2", "2")


@pytest.mark.parametrize("gear", ["plain", "compiled"])
def test_a_fail_hard_search_tells_more_than_it_returns(gear: str) -> None:
    """It returns α = 3 from C and D, and has seen that C is at most 2 and D is 2."""
    result = search.find("alphabeta-hard").run(tree.figure("two-ply"), gear=gear)
    assert [str(root) for root in result.values] == ["a1 = 3", "a2 ≤ 2", "a3 = 2"]
    _, trace = run("alphabeta-hard", tree.figure("two-ply"))
    log = text(trace).splitlines()
    assert "  C ≤ 2 (returns 3)" in log and "  D = 2 (returns 3)" in log
    values = {item.label: item.value for item in trace_scene(trace).items}
    assert (values["C"], values["D"]) == ("≤ 2", "2")


@pytest.mark.parametrize("game", [tree.figure("nim-2-2"), Nim(2, 2)], ids=str)
@pytest.mark.parametrize("name", ["alphabeta", "alphabeta-hard", "alphabeta-stack"])
def test_known_bounds_close_a_range(game: Any, name: str) -> None:
    """No payoff of 2,2-Nim is less than −1: at most −1 is −1."""
    result, trace = run(name, game)
    assert list_left(trace)[-1][1]["bound"] == "exact"
    assert [(root.value, root.bound) for root in result.values] == [(-1, "exact")] * 2


# ---------------------------------------------------------------------- Figure 5.5


def test_figure_5_5_in_six_stages(tmp_path: Path) -> None:
    """The ranges of the book's (a) to (f): beside the nodes of each picture, as in the text."""
    trace = run("alphabeta", tree.figure("two-ply"))[1]
    scenes = paint_stages(trace, ["E", "F", "G", "H", "K", "M"])
    ranges = [
        {item.label: item.window for item in one.items if item.window and not item.is_ahead}
        for one in scenes
    ]
    assert ranges == [
        {"A": "[−∞, +∞]", "B": "[−∞, 3]"},
        {"A": "[−∞, +∞]", "B": "[−∞, 3]"},
        {"A": "[3, +∞]", "B": "[3, 3]"},
        {"A": "[3, +∞]", "B": "[3, 3]", "C": "[−∞, 2]"},
        {"A": "[3, 14]", "B": "[3, 3]", "C": "[−∞, 2]", "D": "[−∞, 14]"},
        {"A": "[3, 3]", "B": "[3, 3]", "C": "[−∞, 2]", "D": "[2, 2]"},
    ]
    marked = [[item.label for item in one.items if item.is_current] for one in scenes]
    assert marked == [["B"], ["B"], ["B"], ["C"], ["D"], []]
    assert [one.caption for one in scenes][3:] == ["(d) H = 2", "(e) K = 14", "(f) L = 5, M = 2"]
    for ending in ("svg", "tex"):
        assert write_stages(scenes, tmp_path / f"stages.{ending}").stat().st_size > 1000
    with pytest.raises(BadTrace, match="visits no leaf called 'I'"):
        paint_stages(trace, ["I"])


def test_the_text_has_the_slides_letters(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["trace", "alphabeta", "tree:two-ply", "--form", "stages", "--stages", "E,F,G,H,K,M"]
    assert cli.run(words) == 0
    lines = capsys.readouterr().out.splitlines()
    letters = "(a) E,(b) F,(c) G,(d) H,(e) K,(f) L,    M"
    assert [line.partition(" =")[0] for line in lines] == letters.split(",")
    assert cli.run([*words[:-1], "I"]) == 2
    assert cli.run(["trace", "alphabeta", "tree:two-ply", "--stages", "E"]) == 2


def test_ranges_begin_with_the_bounds() -> None:
    trace = run("alphabeta", tree.figure("nim-2-2"))[1]
    first = text(trace, "stages").splitlines()[0]
    assert "A [−1, 1]" in first and "∞" not in first


@given(trees(chance=True), st.sampled_from(["expectimax", "minimax", "alphabeta"]))
@settings(deadline=None, max_examples=60)
def test_the_range_of_every_node_holds_its_value_at_every_step(game: Tree, name: str) -> None:
    game = within_bounds(game)
    if name != "expectimax" and game.is_stochastic:
        return
    replay = Replay(run(name, game)[1])
    numbers = {game.dump(i): i for i in range(len(game))}
    states = {e["node"]: e["state"] for e in replay.trace.events if e["event"] == "enter"}
    true = [brute.best(game, i, 0, FULL_DEPTH) for i in range(len(game))]
    before: dict[int, Interval] = {}
    for step in range(1, len(replay) + 1):
        replay.to(step)
        for node in replay.nodes.values():
            known = replay.value_interval(node)
            assert known.low - 1e-9 <= true[numbers[states[node.id]]] <= known.high + 1e-9
            wider = before.get(node.id, ANYTHING)
            assert wider.low - 1e-9 <= known.low and known.high <= wider.high + 1e-9
            before[node.id] = known


def test_given_bounds_begin_the_ranges() -> None:
    """What the caller knows of all values holds for what is not searched yet."""
    game = tree.figure("expectimax")
    for bounds, first in (((0, 20), "A [1, 20], B [1, 14⅓]"), ((0, 15), "A [1, 15], B [1, 11]")):
        result = search.expectimax_bounded(game, bounds=bounds, trace=True)
        assert result.trace is not None and result.trace.header["bounds"] == list(bounds)
        assert text(result.trace, "stages").splitlines()[0] == f"(a) E = 3: {first}"
