"""Exercises: made by seed, rebuilt from their specs; the lecture's problems."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from exercises import WISHES

from zermelo import tree
from zermelo.errors import BadAnswer, BadLimit, TooLarge
from zermelo.game import CHANCE
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.show.svg import svg
from zermelo.teach import (
    Answer,
    Exercise,
    grade,
    make_exercise,
    problems,
    rebuild_exercise,
)

# ---------------------------------------------------------------------- exercises


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_hundred_solutions_of_each_kind_are_right(wish: dict[str, Any]) -> None:
    for seed in range(100):
        made = make_exercise(seed, **wish)
        found = grade(made, made.solution)
        assert found.is_right and found.correct == found.parts, (seed, found)
        assert sum(bool(visit.pruned) for visit in made.visits.values()) >= made.spec["cuts"]
        assert made.tree.is_stochastic == bool(wish.get("chance"))
        assert made.tree.players == wish.get("players", 2)


@pytest.mark.parametrize("name", tree.FIGURES)
def test_the_lectures_trees_are_exercises_too(name: str) -> None:
    game = tree.figure(name)
    depth = 2 if name == "depth-limited" else None  # below that its payoffs are unknown
    made = Exercise.of(game, depth=depth)
    assert (
        grade(made, made.solution).is_right
        and rebuild_exercise(json.loads(json.dumps(made.spec))) == made
    )


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_spec_rebuilds_its_exercise_and_answers_survive_json(wish: dict[str, Any]) -> None:
    for seed in range(10):
        made = make_exercise(seed, **wish)
        again = rebuild_exercise(json.loads(json.dumps(made.spec)))
        assert again == made and again.tree.to_dict() == made.tree.to_dict()
        back = Answer.from_json(made.solution.to_json())
        assert (
            back.pruned == made.solution.pruned
            and back.action == made.solution.action
            and back.bounds == made.solution.bounds
        )
        assert grade(again, back).is_right
        blank = Answer.from_json(made.form)
        assert blank.values == {} and grade(made, blank).mistake.kind in (
            "missing",
            "missed",
            "not-on-equality",
            "deep-missed",
        )  # type: ignore[union-attr]


def test_probabilities_are_simple_and_unequal() -> None:
    for seed in range(100):
        made = make_exercise(seed, chance=True, branching=2 + seed % 2)
        for node in made.tree.nodes:
            if node.player == CHANCE:
                assert len(set(node.odds)) > 1 and abs(sum(node.odds) - 1) < 1e-9
        assert all(
            abs(v.value * 100 - round(v.value * 100)) < 1e-6
            for v in made.visits.values()
            if isinstance(v.value, float)
        )


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"cuts": 9}, "had at most 2: ask for fewer"),
        ({"algorithm": "alphabeta", "players": 3}, "for 3 use maxn"),
        ({"algorithm": "minimax", "chance": True}, "use expectimax"),
        (
            {"algorithm": "expectimax", "chance": False},
            "an exercise on expectimax has chance nodes: omit chance=False",
        ),
        ({"algorithm": "expectimax", "cuts": 1}, "does not prune"),
        ({"algorithm": "maxn", "players": 2}, "3 players or more"),
        ({"algorithm": "chess"}, "there are exercises on"),
        ({"depth": 7, "branching": 6}, "at most 200"),
        ({"depth": 0}, "depth is 0"),
        ({"depth": 1, "chance": True}, "depth of 2"),
        ({"rule": "<"}, "'>=' or '>'"),
        ({"seed": "x"}, "seed is 'x'"),
    ],
)
def test_impossible_requirements_are_refused_in_one_line(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(BadLimit, match=re.escape(said)) as error:
        make_exercise(**wish)
    assert "\n" not in str(error.value)


def test_positions_and_shared_nodes_are_played_out() -> None:
    assert len(Exercise.of(Coins(7)).tree) == 22
    late = Nim(2, 2).after(["2-1"])  # MIN is to move there, and becomes MAX
    made = Exercise.of(Nim(2, 2), s=late)
    assert (
        made.tree.player(0) == 0
        and made.visits["A"].value == 1.0
        and grade(made, made.solution).is_right
    )
    shared = tree.Tree({"root": ["X", ["X", 1]], "nodes": {"X": [4, 2]}})
    assert Exercise.of(shared, "minimax").labels == tuple("ABCDEFGHI")
    named = Exercise.of(tree.Tree({"name": "a long name", "children": [1, 2]}))
    assert (
        named.labels == ("A", "B", "C")
        and rebuild_exercise(json.loads(json.dumps(named.spec, allow_nan=False))) == named
    )
    with pytest.raises(TooLarge, match="more than 200"):
        Exercise.of(TicTacToe())
    assert len(Exercise.of(TicTacToe(), depth=1).tree) == 10


# ---------------------------------------------------------------------- the lecture's problems


def test_the_problems_have_the_lectures_results() -> None:
    coins = problems.make_coins()
    assert (
        coins.visits["A"].value == -1.0
        and {"D", "E", "L"} <= coins.solution.pruned
        and len(coins.tree) == 22
    )
    nim = problems.make_nim()
    assert nim.solution.pruned == {"F", "L", "O", "H", "J"} and nim.visits["A"].value == -1.0
    assert problems.make_three().visits["A"].value == (1.0, 2.0, 6.0)
    assert problems.make_figure_3().solution.pruned == {"E"}
    assert (
        problems.evaluate_checkers(1, 0, 0, 0) == 1.0
        and problems.evaluate_checkers(0, 0, 0, 3) == -1.0
    )
    assert problems.evaluate_checkers(2, 1, 4, 0) == 0.0
    for problem in problems.PROBLEMS.values():
        assert problem.solution in str(problem)
        if problem.draw is not None:
            ElementTree.fromstring(svg(problem.picture))
    assert (
        "F: L" in problems.find_problem("#1").solution
        and "−1" in problems.find_problem("1").solution
    )
    with pytest.raises(BadAnswer, match="problems: 1 2 3 4 nim"):
        problems.find_problem("5")
