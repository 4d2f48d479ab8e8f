"""Two questions of the slides: optimal against a perfect player, otherwise? Which root move?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo import catalogue, search, tree
from zermelo.errors import TooLarge, Unsuitable
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.search.opponents import BestMove, uniform
from zermelo.search.versus import compare_agents
from zermelo.teach.pitfall import find_pitfall

# ---------------------------------------------------------------------- minimax against expectimax


def test_minimax_is_optimal_against_a_perfect_player_only() -> None:
    """CS 188: 10 10 9 100."""
    found = compare_agents(tree.figure("perfect-player"))
    assert [row.payoffs for row in found.moves] == [
        pytest.approx((10, 10, 10)),
        pytest.approx((9, 27.2, 54.5)),
    ]
    assert [(row.name, row.move) for row in found.agents] == [
        ("minimax", "a1"),
        ("expectimax, best=0.8", "a2"),
        ("expectimax, uniform", "a2"),
    ]
    assert found.agents[0].payoffs == (10, 10, 10)
    assert found.threshold == (pytest.approx(90 / 91, abs=1e-5), "a2")


def test_each_agent_is_best_against_the_opponent_it_expects() -> None:
    """On random trees: the diagonal is the largest of its column, and it is expectimax's value."""
    for seed in range(12):
        game = catalogue.game(f"tree:random,seed={seed},depth=4,uneven=yes")
        found = compare_agents(game)
        models: list[Any] = [None, BestMove(0.8), uniform]
        for i, model in enumerate(models):
            column = [agent.payoffs[i] for agent in found.agents]
            assert max(column) == pytest.approx(column[i])
            value = search.expectimax(game, opponents=model, player=game.player(0)).value
            assert column[i] == pytest.approx(value)


def test_an_agent_follows_its_own_plan_to_the_end() -> None:
    """A plan for a random opponent, met by a perfect one, is worth less than minimax's."""
    deep = tree.Tree([[[[1, 1], [0, 9]], [[1, 1], [0, 9]]], [[[1, 1]]]])
    found = compare_agents(deep, models=["uniform"])
    minimax, gambler = found.agents
    assert minimax.payoffs[0] == 1 and gambler.payoffs == (0, 4.5)


def test_no_difference_is_said_so(call: Any) -> None:
    _, out, _ = call("versus", "nim:2,2")
    assert "minimax and expectimax for best=0.8 get the same" in out and "below" not in out


def test_versus_by_the_command(call: Any) -> None:
    _, out, _ = call("versus")
    assert "a2          9      27.2      54½" in out
    assert "with a probability below 0.989" in out
    _, out, _ = call("versus", "tree:ghost", "--opponents", "3,1", "--json")
    data = json.loads(out)
    assert data["opponents"] == ["perfect", "3,1"]
    assert data["agents"][1] == {"agent": "expectimax, 3,1", "move": "a2", "payoffs": [-10, -5.5]}
    assert data["threshold"] == {"probability": None, "move": None}


def test_what_cannot_be_compared_is_refused_in_one_line(call: Any) -> None:
    for arguments, line in (
        (("tree:three-player",), "at most two players"),
        (("tree:two-ply", "--opponents", "foo"), "opponents is 'foo'"),
        (("tree:two-ply", "--moves", "a1 b1"), "no player moves at the root"),
    ):
        code, out, err = call("versus", *arguments)
        assert (code, out) == (2, "") and line in err and err.count("\n") == 1


def test_a_large_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.versus.MOST_STATES", 100)
    with pytest.raises(TooLarge):
        compare_agents(TicTacToe())


# ---------------------------------------------------------------------- the pitfall at the root


def test_the_naive_choice_goes_wrong_at_a_tie() -> None:
    """CS 188: 10 10 0. Alpha-beta leaves a2 at ≤ 10, and it is worth 0."""
    found = find_pitfall(tree.figure("root-tie"))
    assert found.is_trap
    assert (found.naive.name, found.naive.truth, found.naive.bound) == ("a2", 0, "at most")
    assert (found.right.name, found.right.truth, found.right.bound) == ("a1", 10, "exact")


def test_the_right_choice_is_always_a_best_move() -> None:
    traps = 0
    for seed in range(40):
        game = catalogue.game(f"tree:random,seed={seed},depth=3,low=-2,high=2")
        found = find_pitfall(game)
        values = {move.name: move.truth for move in found.moves}
        assert found.right.truth == max(values.values()) == found.value
        assert found.naive.truth <= found.right.truth
        traps += found.is_trap
    assert traps > 0


def test_without_a_tie_there_is_no_pitfall(call: Any) -> None:
    _, out, _ = call("pitfall", "tree:two-ply")
    assert "naive and right: a1 is the only move whose number is 3" in out
    nim = str(find_pitfall(Nim(2, 2)))
    assert "worth −1, right, for it is exact" in nim


def test_the_pitfall_by_the_command(call: Any) -> None:
    _, out, _ = call("pitfall")
    assert "a2          ≤ 10           0  cut: C is at most 10; A already has 10; c2 was not" in out
    assert out.splitlines()[-2:] == [
        "naive: any move whose number is 10, here the last, a2: worth 0, wrong",
        "right: the first move that reached 10, a1: worth 10",
    ]
    data = json.loads(call("pitfall", "--json")[1])
    assert (data["naive"], data["right"], data["is_trap"]) == ("a2", "a1", True)
    _, out, _ = call("pitfall", "tic-tac-toe", "--depth", "2")
    assert "value +1 open line" in out and "were not looked at" in out


def test_min_at_the_root_falls_into_it_too() -> None:
    game = tree.Tree({"root": {"player": "MIN", "children": [[10], [10, 20]]}})
    found = find_pitfall(game)
    assert (found.naive.name, found.naive.truth, found.right.name) == ("a2", 20, "a1")


def test_a_terminal_has_no_pitfall() -> None:
    with pytest.raises(Unsuitable, match="no player chooses"):
        find_pitfall(tree.figure("two-ply"), 4)
