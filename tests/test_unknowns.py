"""Payoffs that are not known: the answer is right whatever they are, and names what matters."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import brute
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import EXAMPLES, FULL_DEPTH, trees

from zermelo import cli, search, tree
from zermelo.errors import BadTree, Unsuitable
from zermelo.formal import formalise, formulate
from zermelo.frame.unknowns import find_influences, find_range
from zermelo.interval import Interval
from zermelo.result import Result
from zermelo.search.opponents import uniform
from zermelo.show.film_maker import film
from zermelo.show.text import text
from zermelo.show.trace_scene import trace_scene
from zermelo.teach import Exercise
from zermelo.tree import OVER, Tree

SLIDE = 'tree:[[3,12,8],[2,"x","y"],[14,5,2]]'
TAKING = [one.name for one in search.searches() if one.takes_unknowns]


def ask(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run(list(args)) == 0
    return capsys.readouterr().out


def with_values(game: Tree, values: dict[str, float]) -> Tree:
    """The tree with numbers in place of its unknown payoffs."""
    literal = game.to_dict()
    for node in literal["nodes"].values():
        if isinstance(node.get("value"), str):
            node["value"] = values[node["value"]]
    return Tree(literal)


def open_some(game: Tree, chosen: list[int], bounds: tuple[float, float]) -> Tree:
    """The tree with some leaves unknown, each with a name of its own."""
    leaves = [i for i, node in enumerate(game.nodes) if node.player == OVER]
    literal = game.to_dict()
    for number, choice in enumerate(chosen):
        node = literal["nodes"][game.nodes[leaves[choice % len(leaves)]].name]
        node.update({"value": f"x{number}", "bounds": list(bounds)})
    return Tree(literal)


def run(name: str, game: Tree) -> Result[Any]:
    return search.find(name).run(game, **({"depth": FULL_DEPTH} if name == "quiescence" else {}))


RANGES = st.sampled_from([(-4.0, 4.0), (-1.0, 2.0), (0.0, 0.0)])


@given(trees(most=3), st.lists(st.integers(0, 20), max_size=3), RANGES, st.sampled_from(TAKING))
@settings(deadline=None, max_examples=EXAMPLES)
def test_the_range_is_that_of_all_completions(
    game: Tree, chosen: list[int], bounds: tuple[float, float], name: str
) -> None:
    opened = open_some(game, chosen, bounds)
    ends = [
        brute.best(with_values(opened, dict.fromkeys(opened.unknowns, x)), 0, 0, FULL_DEPTH)
        for x in bounds
    ]
    result = run(name, opened)
    assert find_range(opened, 0, 0) == Interval(*ends)
    if ends[0] == ends[1]:
        assert result.value == ends[0] and result.exact and result.range is None
    else:
        assert result.value is None and result.range == Interval(*ends) and not result.exact


@given(trees(most=3), st.lists(st.integers(0, 20), max_size=3, unique=True))
@settings(deadline=None, max_examples=EXAMPLES)
def test_the_value_depends_on_what_is_named_and_on_nothing_else(
    game: Tree, chosen: list[int]
) -> None:
    """Each node of a random tree has one parent here, so that a payoff occurs once."""
    parents = [child for node in game.nodes for child in node.children]
    if len(parents) > len(set(parents)):
        return
    opened = open_some(game, chosen, (-4.0, 4.0))
    grid = [-4.0, -2.5, -0.5, 0.5, 2.5, 4.0]
    matters = set()
    for values in product(grid, repeat=len(opened.unknowns)):
        given_values = dict(zip(opened.unknowns, values, strict=True))
        for name, x in product(opened.unknowns, grid):
            pair = [with_values(opened, given_values | {name: y}) for y in (given_values[name], x)]
            if find_range(pair[0], 0, 0) != find_range(pair[1], 0, 0):
                matters.add(name)
        if len(matters) == len(opened.unknowns):
            break
    assert set(find_influences(opened, 0, 0)) == matters


def test_the_slide_by_every_search() -> None:
    """max(3, min(2, x, y), 2) = 3, and alpha-beta looks at neither x nor y."""
    for name in TAKING:
        result = run(name, Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]]))
        assert (result.value, result.action_name, result.unknowns) == (3, "a1", ("x", "y"))
        assert "3 for MAX, whatever x and y are" in str(result)


def test_an_open_value_names_what_it_depends_on() -> None:
    result = search.alphabeta(Tree([[3, 12, 8], [7, "x", "y"], [14, 5, 2]]))
    assert str(result).startswith(
        "alphabeta on tree: between 3 and 7 for MAX, depending on x and y ("
    )
    assert [str(root) for root in result.values] == ["a1 = 3", "a2 ≤ 7", "a3 = 2"]
    assert result.action is None
    sure = search.minimax(Tree([{"value": "x", "bounds": [5, 9]}, 4]))
    assert (sure.action_name, sure.range, sure.unknowns) == ("a1", Interval(5, 9), ("x",))


def test_random_opponents_let_every_outcome_matter() -> None:
    """MIN would never play to x here; a random opponent does."""
    game = Tree([[3, {"value": "x", "bounds": [5, 9]}], [2, 1]])
    assert search.minimax(game).value == 3
    against = search.expectimax(game, opponents=uniform)
    assert (against.range, against.unknowns) == (Interval(4, 6), ("x",))
    assert against.action_name == "a1"


@pytest.mark.parametrize(("name", "value"), [("figure-2", 1), ("figure-3", 0.5)])
def test_figures_2_and_3_have_an_open_leaf(name: str, value: float) -> None:
    game = tree.figure(name)
    assert game.unknowns in (("v(C)",), ("v(E)",))
    assert search.alphabeta_hard(game).value == search.minimax(game).value == value


def test_views_show_the_letter_and_what_is_known() -> None:
    trace = search.minimax(Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]]), trace=True).trace
    assert trace is not None
    shown = {item.label: item.value for item in trace_scene(trace).items}
    assert (shown["I"], shown["J"], shown["C"], shown["A"]) == ("x", "y", "≤ 2", "3")
    assert "= x, which is not known" in text(trace) and "  C ≤ 2" in text(trace).splitlines()
    pruned = search.alphabeta(Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]]), trace=True).trace
    assert pruned is not None
    assert [item.value for item in trace_scene(pruned).items if item.is_pruned] == ["x", "y"]


@pytest.mark.parametrize(
    ("literal", "words"),
    [
        ('[[3,12,8],[2,"x","y"],[14,5,2]]', "3, whatever x and y are"),
        ('[[3,"x"],[2,4]]', "between 2 and 3, depending on x"),
    ],
)
def test_every_answer_names_the_unknowns(
    literal: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line, the JSON and the last sentence of the film say the same."""
    value, dependence = words.split(", ")
    out = ask(capsys, "search", "alphabeta", f"tree:{literal}")
    assert f": {value} for MAX, {dependence}" in out
    content = json.loads(ask(capsys, "search", "alphabeta", f"tree:{literal}", "--json"))
    assert content["value_text"] == words
    trace = search.alphabeta(tree.read(literal), trace=True).trace
    assert trace is not None
    assert film(trace).steps[-1].say.startswith(f"A is worth {words}.")


def test_an_inner_node_names_what_is_open_below_it() -> None:
    trace = search.minimax(Tree([[3, 12, 8], [2, "x", "y"], [14, 5, 2]]), trace=True).trace
    assert trace is not None
    assert "C is worth at most 2: x and y are open." in [step.say for step in film(trace).steps]


def test_a_letter_without_quotes_gets_a_hint() -> None:
    with pytest.raises(BadTree, match='a leaf that is not known is written "x", with its quotes'):
        tree.read("[[3,12,8],[2,x,y],[14,5,2]]")


def test_the_argument_of_the_slide_is_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "formula", SLIDE).splitlines() == [
        "MINIMAX(A) = max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))",
        "           = max(3, min(2, x, y), 2)",
        "           = max(3, z, 2) where z = min(2, x, y) ≤ 2",
        "           = 3, whatever x and y are",
    ]
    assert r"\max(3, z, 2) \quad \text{where } z = \min(2, x, y)" in ask(
        capsys, "formula", SLIDE, "--form", "latex"
    )
    assert '"value": 3' in ask(capsys, "formula", SLIDE, "--json")
    assert "3 for MAX, whatever x and y are" in ask(capsys, "search", "minimax", SLIDE)


def test_formulas_of_games_and_of_chance() -> None:
    assert str(formulate(tree.figure("expectimax"))).splitlines()[1].strip() == "= max(8, 4, 7)"
    assert str(formulate(tree.figure("expectimax"))).startswith("EXPECTIMAX(A) = ")
    toss = {"player": "chance", "children": [[1, 2], 0]}  # MIN moves below the toss
    assert str(formulate(Tree([toss, 1]))).startswith("EXPECTIMINIMAX(A) = ")
    assert str(formulate(tree.figure("two-ply"))).endswith("= 3")
    open_formula = formulate(Tree([["x", 2], ["y", 5]]))
    assert open_formula.conclusion == "≤ 5, depending on x and y"


def test_what_needs_numbers_says_so() -> None:
    game = Tree([[1, "x"], 2])
    with pytest.raises(Unsuitable, match="x is unknown: deepening, unlike minimax,"):
        search.deepening(game)
    with pytest.raises(Unsuitable, match="the compiled gear needs"):
        search.alphabeta(game, gear="compiled")
    with pytest.raises(Unsuitable, match="an exercise needs"):
        Exercise.of(game, "minimax")
    with pytest.raises(Unsuitable, match="v needs a number"):
        formalise(game)
    with pytest.raises(Unsuitable, match="every action"):
        search.alphabeta(game, all=True)
    with pytest.raises(BadTree, match="in max\\^n every payoff is a vector"):
        Tree({"players": 3, "root": ["x", (1, 2, 3)]})
    with pytest.raises(BadTree, match="an unknown payoff is"):
        Tree({"root": ["B", "C"], "nodes": {"B": 1}})


def test_a_tree_with_unknowns_is_written_and_read_back() -> None:
    game = Tree({"bounds": [-1, 1], "root": [0.5, [0.25, {"value": "x", "bounds": [0, 1]}]]})
    again = Tree(game.to_dict())
    assert again.unknowns == ("x",) and again.unknown(4, 0) == game.unknown(4, 0)
