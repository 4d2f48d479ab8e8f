"""Explicit trees.

What can be written, what is refused, and that the same seed grows the same tree.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import search, tree
from zermelo.errors import BadTree
from zermelo.game import CHANCE
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.tree import FIGURES, Tree, random_tree, read, uniform_branching


def test_literals_with_names_players_and_probabilities() -> None:
    game = Tree(
        {
            "name": "root",
            "player": "MIN",
            "children": [
                {
                    "name": "toss",
                    "player": "chance",
                    "children": [4, -4],
                    "probabilities": [0.75, 0.25],
                },
                3,
            ],
        }
    )
    assert game.player(0) == 1
    assert game.player(game.load("toss")) == CHANCE
    assert list(game.chances(game.load("toss"))) == [(0, 0.75), (1, 0.25)]
    assert search.expectimax(game).value == 2


def test_a_min_root_is_valued_for_max() -> None:
    result = search.minimax(Tree({"player": "MIN", "children": [3, 12, 8]}))
    assert (result.value, result.action_name, result.player_name) == (3, "a1", "MAX")


def test_shared_nodes_make_a_dag() -> None:
    game = Tree(
        {
            "root": "A",
            "nodes": {
                "A": {"children": ["B", "C"]},
                "B": {"children": ["D", 1]},
                "C": {"children": ["D"]},
                "D": {"children": [5, 7]},
            },
        }
    )
    assert game.result(game.load("B"), 0) == game.result(game.load("C"), 0) == game.load("D")
    assert search.minimax(game).value == 7


def test_players_and_vectors() -> None:
    game = Tree([[(1, 2, 3), (4, 5, 6)], (0, 0, 1)])
    assert game.players == 3
    assert game.total is None
    assert Tree({"players": 1, "root": [3, [1, 9]]}).players == 1


@pytest.mark.parametrize("name", FIGURES)
def test_a_tree_survives_json(name: str, tmp_path: Path) -> None:
    game = tree.figure(name)
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(game.to_dict()))
    again = read(str(path))
    assert again.to_dict() == game.to_dict()
    if not game.unknowns:
        assert search.maxn(again).vector == search.maxn(game).vector


@given(seed=st.integers(0, 1000), players=st.integers(1, 4), chance=st.sampled_from([0.0, 0.5]))
def test_random_trees_are_repeatable_and_survive_json(
    seed: int, players: int, chance: float
) -> None:
    options = {
        "players": players,
        "chance": chance,
        "uneven": True,
        "shared": 0.2,
        "estimates": True,
        "noisy": 0.3,
    }
    game = random_tree(seed, **options)  # type: ignore[arg-type]
    assert random_tree(seed, **options).to_dict() == game.to_dict()  # type: ignore[arg-type]
    assert Tree(json.loads(json.dumps(game.to_dict()))).to_dict() == game.to_dict()


def test_figure_1_is_numbered_breadth_first() -> None:
    game = tree.figure("nim-2-2")
    assert [node.name for node in game.nodes] == list("ABCDEFGHIJKLMNO")
    assert {node.name: node.payoffs[0] for node in game.nodes if node.payoffs} == {
        "N": 1,
        "J": -1,
        "K": -1,
        "O": 1,
        "M": -1,
        "H": 1,
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"root": ["B", "x"], "nodes": {"B": 3}}', "no node is called 'x'"),
        ("[[3, 12], [2, ", 'it ends after "[3, 12], [2,": a number or a list should stand there'),
        ("[[3 12], 2]", 'after "[[3 " comes "1", character 5: a comma is missing'),
        ("[[3,\n12],\n,4]", 'after "[[3, 12], " comes ","'),
        ("[(1, 2, 6), (4, 2 3)]", "invalid syntax"),
        ("[[3, 12], []]", "at least one"),
        ("[[3, true]]", "it must be a number"),
        ('{"children": [1, 2], "colour": 3}', "no key 'colour'"),
        (
            '{"player": "chance", "children": [1, 2], "probabilities": [0.5, 0.6]}',
            "add up to 1.1, not 1",
        ),
        (
            '{"player": "chance", "children": [1, 2], "probabilities": [1]}',
            "one for each of 2 children",
        ),
        ('{"player": "NOBODY", "children": [1]}', "player is 'NOBODY'"),
        ('{"players": 40, "root": 1}', "from 1 to 26"),
        ('{"bounds": [2, 1], "root": 1}', "the lower first"),
        (
            '{"root": "A", "nodes": {"A": {"children": ["B"]}, "B": {"children": ["A"]}}}',
            "its own descendant",
        ),
        ("two-plie", "no tree is called 'two-plie'"),
        ("missing.json", "No such file"),
        ("random,seed=x", "seed is 'x'; it must be a number"),
        ("random,colour=3", "not an option of tree:random"),
        ("random,branching=9,depth=30", "too many nodes"),
        ("random,chance=2", "from 0 to 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text: str, words: str) -> None:
    with pytest.raises(BadTree) as caught:
        read(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_very_deep_tree_is_searched(tmp_path: Path) -> None:
    nodes = {f"n{i}": {"children": [f"n{i + 1}"]} for i in range(5000)}
    nodes["n5000"] = 7  # type: ignore[assignment]
    game = Tree({"root": "n0", "nodes": nodes})
    for gear in ("plain", "compiled"):
        result = search.alphabeta(game, gear=gear)
        assert (result.value, result.nodes, result.depth) == (7, 5001, 5000)


def test_only_a_uniform_tree_has_one_branching_factor() -> None:
    assert uniform_branching(random_tree(1, branching=4, depth=3)) == 4
    for literal in ([[1, 2], [3]], [[1, 2], 3], [[1, 2, 3], [4, 5]], 7):
        assert uniform_branching(Tree(literal)) == 0
    assert uniform_branching(TicTacToe()) == 0
