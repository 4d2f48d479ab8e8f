"""Limits, gears, results: what surrounds the textbook searches."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from clocks import interrupting, patiently

from zermelo import search, tree
from zermelo.errors import BadLimit, GearWarning, NotCompilable, TooDeep, TooLarge, Unsuitable
from zermelo.game import Game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.recorder import Recorder
from zermelo.result import Counts, effective_branching, minimal_tree

GEARS = ["plain", "compiled"]


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize("gear", GEARS)
def test_a_node_budget_is_kept_to_the_node_and_the_best_so_far_is_returned(gear: Any) -> None:
    result = search.alphabeta(TicTacToe(), nodes=5000, gear=gear)
    assert (result.nodes, result.stopped, result.exact) == (5000, "nodes", False)
    assert result.action_name in {"a3", "b3"}
    assert result.value == 0


@pytest.mark.parametrize("gear", GEARS)
def test_deepening_is_anytime(gear: Any) -> None:
    game = ConnectFour()
    result = search.deepening(game, nodes=20_000, gear=gear)
    assert result.stopped == "nodes"
    assert result.nodes == 20_000
    assert result.depth == result.history[-1].depth == len(result.history) >= 5
    assert result.value == result.history[-1].value
    assert search.alphabeta(game, depth=result.depth, gear=gear).value == result.value


@pytest.mark.parametrize("gear", GEARS)
def test_a_clock_ends_a_search(gear: Any) -> None:
    result = patiently(
        lambda seconds: search.deepening(ConnectFour(), seconds=seconds, gear=gear),
        lambda found: found.history,
    )
    assert result.stopped == "seconds"
    assert result.action is not None and result.history
    stopped = search.minimax(ConnectFour(), seconds=0.2, gear=gear)
    assert stopped.stopped == "seconds"
    assert stopped.action is not None


def test_a_tree_that_was_seen_whole_has_its_own_depth() -> None:
    """Whatever depth was allowed: b* and the minimal tree are those of the tree."""
    allowed, whole, part = (search.alphabeta(Nim(2, 2), depth=depth) for depth in (99, None, 2))
    assert (allowed.depth, allowed.branching, part.depth) == (whole.depth, whole.branching, 2)


@pytest.mark.parametrize("gear", GEARS)
def test_bounds_that_do_not_hold_are_refused(gear: Any) -> None:
    game = tree.figure("expectimax")
    for bounds, words in {
        (0, 1): "bounds are 0 to 1, and tree:expectimax has values outside",
        (9, 0): "the lower one first",
    }.items():
        with pytest.raises(BadLimit, match=words):
            search.expectimax_bounded(game, bounds=bounds, gear=gear)
    assert (
        search.expectimax_bounded(tree.Tree([5, 7]), bounds=(5, 7), depth=1, gear=gear).value == 7
    )
    assert (
        search.expectimax_bounded(tree.Tree([[5, 6], 7]), bounds=(5, 7), depth=1, gear=gear).value
        == 7
    )  # the horizon counts as 0


@pytest.mark.parametrize("gear", GEARS)
@pytest.mark.parametrize("seconds", [1e10, 1e308])
def test_more_time_than_clocks_can_tell_is_no_limit(
    gear: Any, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    assert (
        search.alphabeta(ConnectFour(), depth=3, seconds=seconds, gear=gear).stopped == ""
        and not failed
    )


@pytest.mark.parametrize("asked", [search.expectimax, search.paranoid, search.alphabeta])
def test_who_has_chance_and_many_players_is_not_sent_in_a_circle(asked: Any) -> None:
    with pytest.raises(Unsuitable, match=r": use maxn$"):
        asked(tree.random_tree(players=3, chance=1.0))


@pytest.mark.usefixtures("ctrl_c_works")
@pytest.mark.parametrize("gear", GEARS)
def test_ctrl_c_returns_the_best_so_far(gear: Any) -> None:
    result = search.deepening(ConnectFour(), seconds=60, gear=gear, progress=interrupting(500))
    assert result.stopped == "interrupted"
    assert result.action is not None and result.history


@pytest.mark.usefixtures("ctrl_c_works")
def test_ctrl_c_while_a_search_is_put_away_is_one_too() -> None:
    pressed: list[int] = []

    def late(nodes: int, seconds: float) -> None:
        if not pressed:
            pressed.append(nodes)
            time.sleep(0.5)  # the search is over by then, and waits for whoever reports
            os.kill(os.getpid(), signal.SIGINT)

    result = search.minimax(ConnectFour(), seconds=0.3, gear="plain", progress=late)
    assert result.stopped == ("interrupted" if pressed else "seconds") and result.action is not None


@pytest.mark.parametrize("gear", GEARS)
def test_a_game_without_end_is_named(gear: Any) -> None:
    with pytest.raises(TooDeep, match="10,000 plies: give a depth"):
        search.expectimax(Pig(), gear=gear)


def test_a_search_at_depth_0_is_the_estimate() -> None:
    game = TicTacToe()
    s = game.after(["b2"])
    result = search.alphabeta(game, s, depth=0)
    assert (result.value, result.nodes) == (game.evaluate(s, 1), 1)


@pytest.mark.parametrize(
    "algorithm", [name for name in search.names() if name not in ("quiescence", "singular")]
)
def test_a_finished_game_has_a_value_and_no_action(algorithm: str) -> None:
    game = TicTacToe()
    s = game.after(["a1", "b1", "a2", "b2", "a3"])
    result = search.find(algorithm).run(game, s, player=0)
    assert (result.value, result.action, result.line, result.exact) == (1, None, (), True)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: search.minimax(TicTacToe(), depth=-1), BadLimit, "depth is -1"),
        (lambda: search.minimax(TicTacToe(), nodes=0), BadLimit, "nodes is 0"),
        (lambda: search.minimax(TicTacToe(), seconds=-1), BadLimit, "seconds is -1"),
        (lambda: search.minimax(TicTacToe(), gear="fast"), BadLimit, "gear is 'fast'"),
        (lambda: search.minimax(TicTacToe(), player=2), BadLimit, "player is 2"),
        (lambda: search.minimax(TicTacToe(), trace=True, gear="compiled"), BadLimit, "plain gear"),
        (lambda: search.minimax(TicTacToe(), deapth=3), BadLimit, "no option 'deapth'"),
        (lambda: search.alphabeta(TicTacToe(), rule="="), BadLimit, "cut rule"),
        (lambda: search.quiescence(TicTacToe()), BadLimit, "give a depth"),
        (lambda: search.singular(TicTacToe(), depth=2, extra=0), BadLimit, "extra is 0"),
        (lambda: search.minimax(Pig(), depth=2), Unsuitable, "use expectimax"),
        (lambda: search.alphabeta(tree.figure("three-player")), Unsuitable, "use maxn or paranoid"),
        (
            lambda: search.find("mini"),
            BadLimit,
            "no search is called 'mini'; did you mean minimax?",
        ),
        (lambda: search.strategy(Pig()), Unsuitable, "return to an earlier state"),
        (lambda: search.strategy(TicTacToe(), most=100), TooLarge, "more than 100 cases"),
        (lambda: search.deepening(TicTacToe(), memory=-3), BadLimit, "memory is -3"),
        (lambda: search.policy(ConnectFour(), most=1000), TooLarge, "more than 1,000 states"),
    ],
)
def test_wrong_calls_get_one_clear_line(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------------- gears


class Texts(Game[str, str]):
    """States and actions are strings: build a word of a's and b's; the b's count.

    Plain gear only.
    """

    def __init__(self, length: int = 4) -> None:
        self.length = length

    def start(self) -> str:
        return ""

    def player(self, s: str) -> int:
        return len(s) % 2

    def actions(self, s: str) -> Iterator[str]:
        if len(s) < self.length:
            yield "a"
            yield "b"

    def result(self, s: str, a: str) -> str:
        return s + a

    def terminal(self, s: str) -> bool:
        return len(s) == self.length

    def utility(self, s: str, p: int) -> float:
        score = sum((i + 1) * (c == "b") for i, c in enumerate(s)) % 5 - 2
        return score if p == 0 else -score


def test_any_states_and_actions_run_plain() -> None:
    values = {
        name: search.find(name).run(Texts()).value
        for name in ("minimax", "minimax-stack", "alphabeta-stack", "deepening", "maxn")
    }
    assert len(set(values.values())) == 1
    assert set(search.minimax(Texts()).line) <= {"a", "b"}


def test_auto_falls_back_to_plain_and_warns_once() -> None:
    with pytest.warns(GearWarning, match="texts runs in the plain gear"):
        result = search.minimax(Texts(16))
    assert result.gear == "plain" and result.nodes == 2**17 - 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search.minimax(Texts(16))
    with pytest.raises(NotCompilable):
        search.minimax(Texts(16), gear="compiled")


def test_auto_is_plain_for_little_and_compiled_for_much() -> None:
    assert search.minimax(Nim(2, 2)).gear == "plain"
    result = search.minimax(TicTacToe())
    assert result.gear == "compiled"
    assert result.nodes == 549_946


@pytest.mark.parametrize("gear", ["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def test_node_counts_of_a_real_game_stay_what_they_are(gear: Any) -> None:
    """The signature of the textbook: a change of these numbers is a change of an algorithm.

    That both gears count alike is asserted for every search in test_agreement*.py.
    """
    signature = {}
    for name, options in {
        "minimax": {"depth": 5},
        "minimax-stack": {"depth": 5},
        "minimax-window": {"depth": 5},
        "alphabeta": {"depth": 6},
        "alphabeta-hard": {"depth": 6},
        "alphabeta-stack": {"depth": 6},
        "maxn": {"depth": 4},
        "paranoid": {"depth": 6},
        "expectimax": {"depth": 4},
        "expectimax-bounded": {"depth": 5},
        "deepening": {"depth": 6},
        "quiescence": {"depth": 3},
        "singular": {"depth": 4},
    }.items():
        game = ConnectFour()
        s = game.after("443")
        signature[name] = search.find(name).run(game, s, gear=gear, **options).nodes
    assert signature == {
        "minimax": 18_347,
        "minimax-stack": 18_347,
        "minimax-window": 18_347,
        "alphabeta": 13_676,
        "alphabeta-hard": 13_676,
        "alphabeta-stack": 13_676,
        "maxn": 2_801,
        "paranoid": 13_676,
        "expectimax": 2_801,
        "expectimax-bounded": 2_628,
        "deepening": 4025,
        "quiescence": 245,
        "singular": 3_372,
    }


class Wide(Game[tuple[int, int], int]):
    """One move among many, each a bit; the value is the bit's number."""

    def __init__(self, width: int, shift: int = 0) -> None:
        self.width, self.shift = width, shift

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, s: tuple[int, int]) -> int:
        return 0

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        if s[0] == 0:
            for i in range(self.width):
                yield (1 << i if self.shift else i)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (1, a)

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 1

    def utility(self, s: tuple[int, int], p: int) -> float:
        v = s[1].bit_length() if self.shift else s[1] % 1021
        return v if p == 0 else -v


@pytest.mark.parametrize("gear", GEARS)
def test_many_root_actions_and_actions_that_are_sets(gear: Any) -> None:
    result = search.minimax(Wide(1500), gear=gear)
    assert (result.value, result.action, len(result.values)) == (1020, 1020, 1024)
    assert all(v.value == v.action % 1021 for v in result.values)
    result = search.minimax(Wide(64, 1), gear=gear)
    assert (result.value, result.action, result.line, result.distance) == (
        64,
        1 << 63,
        (str(1 << 63),),
        1,
    )


def test_huge_limits_are_no_trouble() -> None:
    for gear in GEARS:
        result = search.alphabeta(Nim(2, 2), depth=10**20, nodes=10**20, gear=gear)
        assert result.value == -1
        assert result.branching > 0


# ---------------------------------------------------------------------- results


def test_a_result_prints_summarises_and_becomes_json() -> None:
    result = search.alphabeta(TicTacToe(), all=True)
    assert "alphabeta on tic-tac-toe: 0 for X, best move a3" in str(result)
    assert "equally good: " in result.summary() and result.branching > 1
    data = json.loads(json.dumps(result.to_dict()))
    assert {
        "game",
        "algorithm",
        "gear",
        "value",
        "action",
        "line",
        "depth",
        "nodes",
        "leaves",
        "cuts",
        "seconds",
        "exact",
    } <= set(data)
    assert data["distance"] == 9


def test_distance_is_known_only_when_the_line_reaches_the_end() -> None:
    assert search.minimax(Nim(2, 2)).distance == 3
    assert search.minimax(TicTacToe(), depth=2).distance is None
    assert search.expectimax(tree.figure("expectimax")).distance is None


def test_root_values_are_marked_exact_or_bound() -> None:
    assert [str(v) for v in search.alphabeta(tree.figure("two-ply")).values] == [
        "a1 = 3",
        "a2 ≤ 2",
        "a3 = 2",
    ]
    assert [str(v) for v in search.minimax(tree.figure("two-ply")).values] == [
        "a1 = 3",
        "a2 = 2",
        "a3 = 2",
    ]


def test_value_and_action_are_for_the_player_asked() -> None:
    game = TicTacToe()
    s = game.after(["b2", "b3"])  # X now wins
    assert search.alphabeta(game, s).value == 1
    assert search.alphabeta(game, s, player=1).value == -1
    assert search.alphabeta(game, s, player=1).action == search.alphabeta(game, s).action


def test_a_horizon_without_evaluation_says_so() -> None:
    assert search.alphabeta(Nim(3, 3), depth=2).notes == (
        "the game has no evaluation: the horizon counts as 0",
    )
    assert search.alphabeta(TicTacToe(), depth=2).notes == ()


def test_counts_branching_and_the_minimal_tree() -> None:
    assert Counts(1, 2, 3, 4) + Counts(1, 1, 1, 1) == Counts(2, 3, 4, 5)
    for b in (1, 2, 3, 7):
        for d in (1, 2, 5):
            assert effective_branching(sum(b**i for i in range(d + 1)), d) == pytest.approx(b)
    assert effective_branching(1, 0) == 0
    assert [minimal_tree(3, d) for d in (0, 1, 2, 3, 4)] == [1, 3, 5, 11, 17]


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
def test_alpha_beta_in_the_best_order_sees_just_the_minimal_tree(d: int) -> None:
    """Uniform trees whose leaves are all equal are always in the best order."""
    game = tree.random_tree(branching=4, depth=d, low=0, high=0)
    assert search.alphabeta(game).leaves == minimal_tree(4, d)


def test_deepening_sees_fewer_nodes_than_natural_order() -> None:
    game = ConnectFour()
    natural = search.alphabeta(game, depth=9, gear="compiled")
    ordered = search.deepening(game, depth=9, gear="compiled")
    assert ordered.value == natural.value
    assert ordered.nodes < natural.nodes / 2


# ---------------------------------------------------------------------- traces


@pytest.mark.parametrize("algorithm", search.names())
def test_every_search_records_a_trace_of_the_search_it_makes(algorithm: str) -> None:
    game = TicTacToe()
    options = {"depth": 2}
    result = search.find(algorithm).run(game, game.after(["b2", "a1", "c3"]), trace=True, **options)
    bare = search.find(algorithm).run(game, game.after(["b2", "a1", "c3"]), gear="plain", **options)
    assert (result.value, result.nodes, result.line) == (bare.value, bare.nodes, bare.line)
    assert result.trace is not None, "a trace was asked for"
    entered = [event for event in result.trace.events if event["event"] == "enter"]
    assert len(entered) == result.nodes
    numbers = [event["node"] for event in entered]
    assert numbers == list(range(len(numbers)))
    assert all(
        event["parent"] is None or event["parent"] in numbers[:i] for i, event in enumerate(entered)
    )
    json.loads(result.trace.to_json())


def test_a_trace_that_grows_too_large_is_refused() -> None:
    game = TicTacToe()
    recorder = Recorder(game, {}, max_events=100)
    with pytest.raises(TooLarge, match="limit the depth"):
        search.minimax.__globals__["value"](game, game.start(), 0, 9, recorder)


# ---------------------------------------------------------------------- strategies


def test_a_strategy_answers_every_reply_and_keeps_its_promise() -> None:
    game = MNK(3, 4, 3)  # X wins
    s = game.after(["b2"])
    plan = search.strategy(game, s, player=0, most=100_000)
    assert plan.root.value == search.alphabeta(game, s, player=0).value

    def keeps(case: Any) -> bool:
        if case.mover is None:
            return case.value >= plan.root.value
        replies = len(game.options(case.state))
        assert len(case.branches) == (1 if case.mover == 0 else replies)
        return all(keeps(after) for _, after in case.branches)

    assert keeps(plan.root)


def test_a_policy_never_loses_to_anyone() -> None:
    game = TicTacToe()
    plan = search.policy(game, player=0)
    waiting, seen = [game.start()], set()
    while waiting:
        s = waiting.pop()
        if s in seen:
            continue
        seen.add(s)
        if game.terminal(s):
            assert game.utility(s, 0) >= 0
        elif s.turn == 0:
            waiting.append(game.result(s, plan[s]))
        else:
            waiting += [game.result(s, a) for a in game.actions(s)]


def test_a_strategy_with_chance_expects() -> None:
    assert str(search.strategy(tree.figure("expectimax"))).startswith(
        "MAX expects 8\n└─ MAX plays a1"
    )
