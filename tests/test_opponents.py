"""Models of opponents: as Python objects and as the command reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import brute
import pytest

from zermelo import catalogue, search, tree
from zermelo.errors import BadLimit, TooLarge, Unsuitable
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.search.opponents import BestMove, RationalPlay, Weights

PERFECT = tree.figure("perfect-player")

MODEL = """\
def mostly_first(game, s):
    actions = list(game.actions(s))
    for i, a in enumerate(actions):
        yield a, 0.9 if i == 0 else 0.1 / (len(actions) - 1)
"""


@pytest.mark.parametrize(
    ("p", "value", "move"),
    [
        (1, 10, "a1"),  # a perfect player: minimax is right
        (0.99, 10, "a1"),  # 0.99·9 + 0.01·100 = 9.91
        (0.98, 10.82, "a2"),
        (0.8, 27.2, "a2"),
        (0.5, 54.5, "a2"),
        (0, 100, "a2"),
    ],
)
def test_perfect_player_against_an_opponent_of_given_quality(
    p: float, value: float, move: str
) -> None:
    """CS 188: 10 10 9 100. a2 is worth 9p + 100(1 − p), which is 10 at p = 90/91."""
    found = search.expectimax(PERFECT, opponents=BestMove(p))
    assert found.value == pytest.approx(value) and found.action_name == move


def test_best_is_what_minimax_plays() -> None:
    game = Nim(3, 3)
    for s in (game.load("3 3 2 MIN"), game.load("3 2 1 MIN")):
        pairs = dict(BestMove(0.7)(game, s))
        rest = pytest.approx(0.3 / (len(pairs) - 1))
        best = search.minimax(game, s).action
        assert pairs[best] == 0.7 and all(p == rest for a, p in pairs.items() if a != best)
    assert search.expectimax(game, opponents=BestMove(1)).value == search.minimax(game).value


def test_in_a_general_game_best_is_best_for_the_opponent() -> None:
    """Not what is worst for MAX: b1 gives MAX 3 and MIN 4, b2 gives MAX 1 and MIN 0."""
    game = catalogue.game("tree:[[(3,4),(1,0)]]")
    assert search.expectimax(game, opponents=BestMove(1)).value == 3
    assert search.minimax(game).value == 1
    three = tree.figure("three-player")
    assert search.expectimax(three, opponents=BestMove(1)).value == search.maxn(three).value


def test_a_single_move_is_certain() -> None:
    assert list(BestMove(0.3)(tree.figure("root-tie"), 1)) == [(0, 1.0)]


def test_a_depth_limits_what_opponents_see() -> None:
    game = TicTacToe()
    s = game.load("XX1/1O1/3 O")  # O must block; one ply ahead it counts open lines only
    block = game.parse(s, "c3")
    assert dict(BestMove(0.9)(game, s))[block] == 0.9
    near, far = RationalPlay(game, 1), RationalPlay(game, 2)
    actions = list(game.actions(s))
    values = [game.evaluate(game.result(s, a), 1) for a in actions]
    assert near.choose(s, actions) == values.index(max(values))
    assert actions[far.choose(s, actions)] == block


def test_best_agrees_with_brute_force() -> None:
    for seed in range(20):
        game = catalogue.game(f"tree:random,seed={seed},depth=3,uneven=yes,chance=0.2")
        model = BestMove(0.6)
        found = search.expectimax(game, opponents=model).value
        assert found == pytest.approx(brute.best(game, 0, 0, 9, model))
        bounded = search.expectimax_bounded(game, opponents=model).value
        assert bounded == pytest.approx(found)


def test_large_and_cyclic_games_need_a_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.opponents.MOST_STATES", 100)
    with pytest.raises(TooLarge, match="give them a depth, like best="):
        search.expectimax(ConnectFour(), depth=2, opponents=BestMove(0.8))
    assert search.expectimax(ConnectFour(), depth=2, opponents=BestMove(0.8, 1)).nodes == 57
    with pytest.raises(Unsuitable, match="give opponents a depth"):
        search.expectimax(catalogue.game("pig"), depth=4, opponents=BestMove(0.8))


def test_who_does_not_know_a_payoff_knows_no_best_move() -> None:
    with pytest.raises(Unsuitable, match="x and y are unknown"):
        search.expectimax(catalogue.game('tree:[[3,12],["x","y"]]'), opponents=BestMove(0.8))


# ---------------------------------------------------------------------- weights and functions


def test_weights_are_proportions() -> None:
    assert search.expectimax(tree.figure("ghost"), opponents=Weights((3, 1))).value == -5.5
    assert search.expectimax(tree.figure("ghost"), opponents=Weights((1, 1))).value == -1


def test_weights_of_another_number_are_refused_with_the_actions() -> None:
    with pytest.raises(BadLimit, match="have 3 weights, and 2 actions at B: b1 b2"):
        search.expectimax(tree.figure("ghost"), opponents=Weights((1, 2, 3)))


def test_a_function_of_a_file(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MODEL)
    for name in (f"{file}:mostly_first", str(file)):
        _, out, _ = call("search", "expectimax", "tree:perfect-player", "--opponents", name)
        assert "18.1 for MAX, best move a2" in out  # 0.9·9 + 0.1·100
    code, out, err = call("search", "expectimax", "nim", "--opponents", f"{file}:other")
    assert (code, out) == (2, "") and "no function 'other'; it defines: mostly_first" in err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("foo", "opponents is 'foo'; write minimise, uniform, best=0.8, weights like 3,1"),
        ("best=x", "opponents is 'best=x'"),
        ("best=1.5", "it must be a probability, from 0 to 1"),
        ("best=nan", "it must be a probability"),
        ("0,0", "the weights of opponents are 0,0"),
        ("1,inf", "the weights of opponents"),
        ("best=0.8,depth=0", "the depth of opponents is 0"),
        ("none.py:model", "none.py: there is no such file"),
    ],
)
def test_wrong_models_get_one_line(call: Any, text: str, line: str) -> None:
    code, out, err = call("search", "expectimax", "tree:ghost", "--opponents", text)
    assert (code, out) == (2, "") and line in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [("minimise", -8), ("uniform", -1), ("best=½", -1), ("best=0.75", -5.5), ("3, 1", -5.5)],
)
def test_models_as_people_write_them(text: str, value: float) -> None:
    """Pac-Man's ghost: −8 −5 and −10 8; the best reply comes first."""
    run = search.prepare("expectimax", {"opponents": text})
    assert run(tree.figure("ghost")).value == value


# ---------------------------------------------------------------------- pictures


def test_a_log_shows_the_probabilities(call: Any) -> None:
    _, out, _ = call("trace", "expectimax", "tree:perfect-player", "--opponents", "best=0.8")
    assert "  C = ⅘·9 + ⅕·100 = 27.2" in out


# ---------------------------------------------------------------------- bounds


def test_bounds_by_the_command(call: Any) -> None:
    _, out, _ = call("search", "expectimax-bounded", "tree:expectimax", "--bounds", "0,15")
    assert "8 for MAX, best move a1" in out and "8 leaves" in out
    _, out, _ = call("search", "expectimax-bounded", "tree:expectimax", "--bounds=-100,100")
    assert "9 leaves" in out  # wide bounds prune nothing
    for text, line in (
        ("0,1", "give wider ones"),
        ("5", "two numbers"),
        ("9,1", "lower one first"),
    ):
        code, _, err = call("search", "expectimax-bounded", "tree:expectimax", "--bounds", text)
        assert code == 2 and line in err
    code, _, err = call("search", "minimax", "tree:two-ply", "--bounds", "0,15")
    assert code == 2 and "bounds goes with expectimax-bounded" in err
    _, out, _ = call("code", "alphabeta", "--bounds")
    assert "game.bounds_for(s, me)" in out
