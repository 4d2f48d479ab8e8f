"""What an answer says: units, sums that are not zero, MIN at the root, vectors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo import catalogue, search, tree
from zermelo.cli import run
from zermelo.game import CHANCE
from zermelo.games.nim import Nim

GENERAL = "tree:[[(3,4),(12,0)],[(2,9),(4,1)]]"
CONSTANT = "tree:[[(3,7),(6,4)],[(2,8),(9,1)]]"


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Any:
    def say(*arguments: str, code: int = 0) -> str:
        assert run(list(arguments)) == code
        return capsys.readouterr().out

    return say


# ---------------------------------------------------------------------- not zero-sum


def test_minimax_says_that_a_game_is_not_zero_sum(say: Any) -> None:
    lines = say("search", "minimax", GENERAL).splitlines()
    assert sum("not zero-sum" in line for line in lines) == 1
    for algorithm in ("alphabeta", "expectimax", "minimax-stack", "deepening"):
        assert say("search", algorithm, GENERAL).count("not zero-sum") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("maxn", GENERAL),
        ("minimax", CONSTANT),
        ("minimax", "tree:two-ply"),
        ("minimax", "tree:pacman"),
        ("expectimax", GENERAL, "--opponents", "uniform"),
    ],
)
def test_other_searches_and_sums_need_no_such_line(say: Any, arguments: tuple[str, ...]) -> None:
    assert "zero-sum" not in say("search", *arguments)


# ---------------------------------------------------------------------- MIN at the root


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "minimax-stack", "alphabeta-hard"])
@pytest.mark.parametrize("player", [0, 1])
def test_min_at_the_root_has_the_lectures_two_values(algorithm: str, player: int) -> None:
    """In 2,2-Nim the first player loses: if MIN moves first, the value is +1 for MAX."""
    game = Nim(2, 2)
    result = search.find(algorithm).run(game, game.load("2 2 MIN"), player=player)
    said = "MIN moves at the root: minimax value 1 for MAX, maximin value −1 for MIN"
    assert result.notes == (said,)
    assert search.find(algorithm).run(game).notes == ()


def test_the_two_values_of_a_constant_sum_add_up_to_it() -> None:
    root = {"player": "MIN", "children": [[(3, 7), (6, 4)], [(2, 8), (9, 1)]]}
    found = search.minimax(tree.Tree({"root": root}))
    assert found.notes[0].endswith("minimax value 6 for MAX, maximin value 4 for MIN")


def test_an_estimate_is_no_minimax_value() -> None:
    game = Nim(2, 2)
    assert "minimax value" not in str(search.minimax(game, game.load("2 2 MIN"), depth=1).notes)


# ---------------------------------------------------------------------- units


def test_search_writes_estimates_in_the_games_unit(say: Any) -> None:
    text = say("search", "alphabeta", "tic-tac-toe", "--depth", "1")
    assert "+4 open lines for X" in text and "root, in open lines: b2 = +4, " in text
    facts = json.loads(say("search", "alphabeta", "tic-tac-toe", "--depth", "1", "--json"))
    assert facts["value_text"] == "+4 open lines" and facts["value"] == pytest.approx(4 / 9)


def test_search_writes_payoffs_as_numbers(say: Any) -> None:
    text = say("search", "alphabeta", "tic-tac-toe", "--position", "XX1/OO1/3 X")
    assert "1 for X" in text and "open line" not in text
    assert "−8 discs for Black" in say("search", "alphabeta", "othello:4", "--gear", "plain")


# ---------------------------------------------------------------------- vectors


@pytest.mark.parametrize("options", [{}, {"all": True}, {"trace": True}, {"gear": "compiled"}])
def test_the_root_moves_of_maxn_have_vectors(options: dict[str, Any]) -> None:
    """The slides' Figure 5.4: both moves give A 1, and differ for B and C."""
    found = search.maxn(tree.figure("three-player"), **options)
    assert [str(root) for root in found.values] == ["a1 = (1, 2, 6)", "a2 = (1, 5, 2)"]
    assert found.to_dict()["values"][1]["vector"] == [1, 5, 2]


def test_the_root_moves_of_maxn_are_sorted_for_the_mover(say: Any) -> None:
    game = "tree:[(1,9,0),(3,2,1),(2,5,5)]"
    text = say("search", "maxn", game, "--player", "1")
    assert "root: a2 = (3, 2, 1), a3 = (2, 5, 5), a1 = (1, 9, 0)" in text


@pytest.mark.parametrize("seed", range(8))
def test_vectors_are_those_of_the_successors(seed: int) -> None:
    game = catalogue.game(f"tree:random,seed={seed},players=3,depth=3,chance=0.3,uneven=yes")
    found = search.maxn(game)
    for root in found.values:
        below = search.maxn(game, game.result(0, root.action), player=0)
        assert root.vector == pytest.approx(below.vector)
    assert found.vector in [root.vector for root in found.values] or game.player(0) == CHANCE


def test_analyse_says_what_all_players_get(say: Any) -> None:
    text = say("analyse", "tree:three-player", "--depth", "3")
    assert "1 for A, (1, 2, 6) for all in 3 plies (proven), best move a1" in text


def test_a_search_that_was_stopped_has_the_vectors_of_finished_moves() -> None:
    found = search.maxn(tree.figure("three-player"), nodes=9)
    assert found.stopped == "nodes" and [root.vector for root in found.values] == [(1, 2, 6)]
