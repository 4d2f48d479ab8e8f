"""The depth that a budget of time buys: the slides' numbers, exact trees, measured games."""

from __future__ import annotations

import json
import math
import random
import warnings
from typing import Any

import brute
import pytest
from clocks import interrupting
from hypothesis import given
from hypothesis import strategies as st

from zermelo import budget, tree
from zermelo.budget import Budget, TreeSample, measure
from zermelo.complexity import measure as measure_complexity
from zermelo.errors import BadLimit, GearWarning, TooLarge, Unsuitable
from zermelo.frame.question import ask
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.search.minimax import MINIMAX
from zermelo.terminal import Thinking
from zermelo.tree import Tree

SLIDES = Budget(seconds=100, speed=10_000, branching=35)

# ---------------------------------------------------------------------- the slides


def test_the_slides_example() -> None:
    """CS 188: 100 seconds, 10K nodes a second: 1M nodes a move; alpha-beta to about depth 8."""
    assert SLIDES.nodes == 1_000_000
    assert round(SLIDES.alphabeta.depth) == 8
    assert round(SLIDES.minimax.depth) == 4
    assert SLIDES.alphabeta.depth == pytest.approx(2 * SLIDES.minimax.depth)  # "doubles"
    assert 35**SLIDES.minimax.depth == pytest.approx(1_000_000)
    assert Budget() == SLIDES


def test_the_depths_that_fit_whole() -> None:
    assert (SLIDES.minimax.full, SLIDES.minimax.nodes) == (3, 1 + 35 + 35**2 + 35**3)
    assert SLIDES.minimax.nodes + 35**4 > SLIDES.nodes
    assert SLIDES.alphabeta.full == 6
    assert (SLIDES.minimax.memory, SLIDES.alphabeta.memory) == (1 + 35 * 3, 1 + 35 * 6)


def test_chess_to_its_end_is_hopeless() -> None:
    """b ≈ 35, m ≈ 100: 35^100 nodes, and half as many digits in the best order."""
    minimax, alphabeta = SLIDES.list_prices(100)
    assert int(minimax.log_nodes) == len(str(35**100)) - 1 == 154
    assert int(alphabeta.log_nodes) == len(str(35**50)) - 1 == 77
    assert minimax.log_seconds == pytest.approx(minimax.log_nodes - 4)
    assert str(minimax) == "minimax to depth 100: 10^154 nodes, 10^143 years"


def test_a_price_that_one_can_pay() -> None:
    assert [str(price) for price in Budget(1, 1_000, 10).list_prices(6)] == [
        "minimax to depth 6: 1 M nodes, 1,000 s",
        "alpha-beta, best order to depth 6: 1,000 nodes, 1 s",
    ]


# ---------------------------------------------------------------------- exact trees


@given(st.integers(2, 50), st.integers(1, 10**9))
def test_full_depths_fit_and_the_next_ones_do_not(b: int, nodes: int) -> None:
    found = Budget(1, nodes, b)

    def size(depth: int) -> int:
        return sum(b**i for i in range(depth + 1))

    def minimal(depth: int) -> int:
        return sum(b ** ((i + 1) // 2) + b ** (i // 2) - 1 for i in range(depth + 1))

    for reach, count in ((found.minimax, size), (found.alphabeta, minimal)):
        assert reach.nodes == count(reach.full) <= nodes < count(reach.full + 1)
        assert reach.memory == 1 + b * reach.full
    assert found.minimax.depth == pytest.approx(math.log(nodes, b))
    assert found.minimax.full <= found.minimax.depth


def uniform(branching: int, depth: int) -> Tree:
    """A uniform tree whose leaves all differ, in some order."""
    rows: list[Any] = list(range(branching**depth))
    random.Random(1).shuffle(rows)
    for _ in range(depth):
        rows = [rows[i : i + branching] for i in range(0, len(rows), branching)]
    return Tree(rows[0])


@pytest.mark.parametrize(("b", "depth"), [(2, 5), (3, 4), (5, 3)])
def test_the_searches_need_what_the_arithmetic_says(b: int, depth: int) -> None:
    """With one node less than minimax, or alpha-beta in the best order, the depth is not full."""
    row = measure_complexity(uniform(b, depth), gear="plain").rows[-1]
    for name, nodes in (("minimax", row.minimax), ("alphabeta", row.best)):
        assert getattr(Budget(1, nodes, b), name).full == depth
        assert getattr(Budget(1, nodes - 1, b), name).full == depth - 1
    assert Budget(1, row.minimax, b).minimax.memory == row.memory


def test_a_budget_of_less_than_a_node() -> None:
    poor = Budget(0.001, 1, 2)
    assert (poor.nodes, poor.minimax.depth, poor.minimax.full) == (0, 0, 0)


def test_a_budget_prints_and_rebuilds_itself() -> None:
    assert eval(repr(SLIDES)) == SLIDES
    assert str(SLIDES).startswith(
        "1,000,000 nodes in 100 s: with b = 35 minimax reaches depth 3.89"
    )


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"seconds": 0}, "seconds is 0; it must be a number above 0"),
        ({"speed": -5.0}, "speed is -5.0"),
        ({"branching": 1}, "branching is 1; it must be a number above 1"),
        ({"branching": math.nan}, "branching is nan"),
        ({"seconds": math.inf}, "seconds is inf"),
        ({"speed": "fast"}, "speed is 'fast'"),
        ({"speed": True}, "speed is True"),
    ],
)
def test_wrong_numbers(numbers: dict[str, Any], words: str) -> None:
    with pytest.raises(BadLimit, match=words):
        Budget(**numbers)


@pytest.mark.parametrize("depth", [0, -1, 2.5, True])
def test_a_wrong_depth_has_no_price(depth: Any) -> None:
    with pytest.raises(BadLimit, match="depth is"):
        SLIDES.list_prices(depth)


# ---------------------------------------------------------------------- measured games


def sampled(found: Budget) -> TreeSample:
    assert found.sample is not None
    return found.sample


def test_a_small_game_is_measured_whole_and_no_search_goes_beyond_its_end() -> None:
    found = measure(Nim(2, 2), seconds=5)
    sample = sampled(found)
    assert (sample.depth, sample.nodes, sample.is_whole, sample.gear) == (4, 15, True, "plain")
    assert sample.visited == sum(brute.nodes(Nim(2, 2), Nim(2, 2).start(), d) for d in range(1, 5))
    assert found.speed == sample.speed == sample.visited / sample.seconds
    assert sum(found.branching**i for i in range(5)) == pytest.approx(15)
    rich = Budget(5, 1e6, found.branching, sample)
    assert (rich.minimax.full, rich.minimax.depth, rich.minimax.nodes) == (4, 4, 15)
    assert (rich.alphabeta.full, rich.alphabeta.depth) == (4, 4)
    assert Budget(5, 1e6, found.branching).minimax.depth > 4


def test_a_large_game_is_measured_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MEASURING", 0.3)
    ticks: list[int] = []
    found = measure(
        ConnectFour(),
        seconds=5,
        gear="plain",
        progress=lambda nodes, seconds: ticks.append(nodes),
    )
    sample = sampled(found)
    assert (sample.stopped, sample.is_whole, sample.gear) == ("seconds", False, "plain")
    assert sample.nodes == sum(7**i for i in range(sample.depth + 1)) < sample.visited
    assert found.branching == pytest.approx(7)
    assert found.nodes == round(5 * found.speed)
    assert ticks == sorted(ticks)


def test_the_compiled_gear_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MEASURING", 600.0)
    sample = sampled(measure(TicTacToe()))
    assert (sample.depth, sample.nodes, sample.gear) == (9, 549_946, "compiled")
    assert sample.is_whole and sample.stopped == ""


def test_nodes_that_are_spent_when_a_depth_is_finished_end_the_sample() -> None:
    """Then "auto" begins again in the compiled gear."""
    q = ask(MINIMAX, ConnectFour(), None, nodes=8 + 57, gear="plain")
    sample = budget.take_sample(q)
    assert (sample.depth, sample.stopped, sample.visited) == (2, "nodes", 8 + 57 + 1)


class Spoken(Nim):
    """Nim with a rule that the compiled gear refuses."""

    def terminal(self, s: Any) -> bool:
        try:
            return super().terminal(s)
        except IndexError:
            return False


def test_a_game_that_cannot_compile_is_measured_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MEASURING", 0.3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sample = sampled(measure(Spoken(5, 5)))
    assert sample.gear == "plain" and sample.depth > 1
    assert [w.category for w in caught] == [GearWarning]


@pytest.mark.parametrize(
    ("game", "state", "options", "error", "words"),
    [
        (Pig(), None, {}, Unsuitable, "pig has some: use expectimax"),
        (tree.figure("three-player"), None, {}, Unsuitable, "for two players"),
        (Tree([[[3]]]), None, {}, Unsuitable, "one action at every node"),
        (Nim(2, 2), Nim(2, 2).after(["2-1", "2-2", "1-1"]), {}, Unsuitable, "is over"),
        (Nim(2, 2), None, {"seconds": 0}, BadLimit, "seconds is 0"),
        (Nim(2, 2), None, {"gear": "top"}, BadLimit, "auto, plain or compiled"),
    ],
)
def test_wrong_calls(
    game: Any, state: Any, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        measure(game, state, **options)
    assert "\n" not in str(caught.value)


def test_a_sample_of_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = TreeSample("slow", "plain", 0, 0, 1, 1.0, stopped="seconds")
    monkeypatch.setattr(budget, "in_gear", lambda q, attempt: nothing)
    with pytest.raises(TooLarge, match="did not finish depth 1"):
        measure(Nim(2, 2))


# ---------------------------------------------------------------------- the command


def test_the_command_prints_the_slides_numbers(call: Any) -> None:
    code, out, err = call("budget", "--seconds", "100", "--speed", "10000", "--branching", "35")
    assert (code, err) == (0, "") and "= 1,000,000 nodes for a move; b = 35" in out
    rows = {line.split("  ")[0]: line.split()[-6:] for line in out.splitlines()}
    assert rows["minimax"] == ["b^m", "3.89", "4", "3", "44,136", "106"]
    assert rows["alpha-beta, best order"] == ["b^(m/2)", "7.77", "8", "6", "133,661", "211"]
    assert call("budget")[1] == out
    assert "10^154 nodes" in call("budget", "--depth", "100")[1]


def test_the_command_writes_json(call: Any) -> None:
    code, out, _ = call("budget", "--depth", "4", "--json")
    data = json.loads(out)
    assert code == 0 and data["nodes"] == 1_000_000 and data["measured"] is None
    assert data["minimax"]["depth"] == 3.8858 and data["alphabeta"]["depth"] == 7.7717
    assert data["prices"][0]["log_nodes"] == round(math.log10(35**4), 4)


def test_the_command_measures_a_game(call: Any) -> None:
    code, out, err = call("budget", "nim:2,2", "--moves", "2-1", "--seconds", "5", "--json")
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["measured"]["is_whole"] is True and data["measured"]["game"] == "nim:2,2"
    game = Nim(2, 2)
    assert data["measured"]["nodes"] == brute.nodes(game, game.after(["2-1"]), 9)
    assert "measured: minimax on nim:2,2" in call("budget", "nim:2,2", "--seconds", "5")[1]


@pytest.mark.usefixtures("ctrl_c_works")
def test_ctrl_c_keeps_what_was_measured(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MEASURING", 600.0)
    press = interrupting(2000)
    monkeypatch.setattr(Thinking, "tick", lambda self, nodes, seconds: press(nodes, seconds))
    code, out, _ = call("budget", "connect-four", "--gear", "plain")
    assert code == 130 and "measured: minimax on connect-four to depth" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["budget", "pig"], "use expectimax"),
        (["budget", "nim", "--speed", "3"], "measured, not given"),
        (["budget", "nim", "--branching", "3"], "measured, not given"),
        (["budget", "--moves", "3"], "need a GAME"),
        (["budget", "--position", "3"], "need a GAME"),
        (["budget", "--branching", "1"], "branching is 1.0"),
        (["budget", "--depth", "0"], "depth is 0"),
        (["budget", "--seconds", "soon"], "not a valid float"),
        (["budget", "bogus"], "bogus"),
    ],
)
def test_wrong_calls_get_one_line(call: Any, arguments: list[str], words: str) -> None:
    code, _, err = call(*arguments)
    assert code == 2 and words in err and err.count("\n") == 1
