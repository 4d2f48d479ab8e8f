"""Limits, stops, threads, clocks and pondering: what a search says when it ends early."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest
from clocks import patiently

from zermelo import search, tree
from zermelo.engine import Clock, Engine
from zermelo.errors import BadLimit
from zermelo.game import Game
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.kalah import Kalah
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe


@pytest.mark.parametrize("nodes", [1, 2, 3, 5, 10, 50, 333, 1000])
def test_a_stopped_search_has_a_legal_action(nodes: int) -> None:
    game = ConnectFour()
    for moves in ("", "4455", "1234567"):
        s = game.after(moves)
        result = Engine(game, gear="plain").search(s, nodes=nodes)
        assert result.action in game.options(s) and result.nodes <= nodes
        assert result.stopped == "nodes" or result.exact
        solved = Engine(game, gear="plain").solve(s, nodes=nodes)
        assert solved.action in game.options(s)


@pytest.mark.parametrize(
    "game",
    [
        *(pytest.param(ConnectFour(n, 4), marks=pytest.mark.slow) for n in (4, 5)),
        *(TicTacToe(), Nim(2, 3, 1), Kalah(3, 2)),
    ],
    ids=lambda game: game.full_title,
)
def test_what_a_stopped_search_calls_proven_is_true(game: Game[Any, Any]) -> None:
    """Cut off after every number of nodes, from the start and from positions on the way.

    No bound is taken for a value.
    """
    rng = random.Random(5)
    for _ in range(3):
        s = game.start()
        for _ in range(rng.randrange(8)):
            if len(game.options(s)) > 1:
                s = game.result(s, rng.choice(game.options(s)))
        for player in (0, 1):
            truth = Engine(game, gear="plain").solve(s, player=player)
            for ask in ("search", "solve", "prove"):
                for nodes in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987):
                    found = getattr(Engine(game, gear="plain", memory=0.01), ask)(
                        s, nodes=nodes, player=player
                    )
                    assert not found.exact or found.value == truth.value, (game.dump(s), ask, nodes)
                    assert found.exact or found.distance is None
                    assert ask == "search" or found.value in (None, truth.value), (
                        "what is not known has no value"
                    )


@pytest.mark.parametrize("stops", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_stops_from_another_thread_and_at_random_moments(stops: int) -> None:
    """Whenever it comes.

    A legal action, a line that can be played, and a value that a search could have.
    """
    game, rng = ConnectFour(), random.Random(stops)
    engine = Engine(game, memory=4)
    engine.search(depth=2)
    for _ in range(stops):
        timer = threading.Timer(rng.uniform(0.0, 0.02), engine.stop)
        s = game.after("".join(rng.choices("1234567", k=rng.randrange(4))))
        timer.start()
        result = rng.choice([engine.search, engine.solve])(s, seconds=1)
        timer.cancel()
        timer.join()
        assert result.stopped in ("cancelled", "seconds") or result.exact
        assert result.action in game.options(s) and result.action_name == result.line[0]
        assert result.value is None or -1 <= result.value <= 1
        game.after(result.line, s)


def test_time_is_kept() -> None:
    result = patiently(
        lambda seconds: Engine(ConnectFour(), memory=4).search(seconds=seconds),
        lambda found: found.history,
    )
    assert result.stopped == "seconds" and result.history and result.action is not None


def test_reports_come_depth_by_depth() -> None:
    steps = list(Engine(ConnectFour(), memory=4).analyse(depth=5))
    assert [len(step.history) for step in steps] == [1, 2, 3, 4, 5]
    assert [step.nodes for step in steps] == sorted(step.nodes for step in steps)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_find_the_same_value(threads: int) -> None:
    for seed in range(25):
        game = tree.random_tree(
            seed=seed, branching=3, depth=6, uneven=True, repeats=0.2, shared=0.1
        )
        engine = Engine(game, gear="compiled", threads=threads, memory=0.05)
        assert engine.search().value == engine.solve().value == search.alphabeta(game).value, seed
    four = ConnectFour()
    for moves in ("4455", "2222336", "1234567"):
        s = four.after(moves)
        expected = Engine(four, gear="compiled", memory=8).search(s, depth=8).value
        assert (
            Engine(four, gear="compiled", memory=8, threads=threads).search(s, depth=8).value
            == expected
        )
    lost = Engine(ConnectFour(6, 4), gear="compiled", memory=1, threads=threads).solve()
    assert lost.value == -1


def test_a_clock_is_never_used_up() -> None:
    left, spent = 60.0, []
    for _ in range(400):
        spent.append(Clock(left, 0.1).budget())
        left += 0.1 - spent[-1]
        assert left > 0
    assert spent[0] > 1 and Clock(5, moves=1).budget() == 4.5
    with pytest.raises(BadLimit, match="a clock has 0 s left"):
        Clock(0)
    result = Engine(ConnectFour(), memory=4).search(clock=Clock(3))
    assert result.depth and not result.exact


def test_the_pace_of_a_clock_looks_at_the_answer() -> None:
    """A steady move takes less than the budget, a new one or a fall of the score more."""
    clock = Clock(30)
    steady, new, falling = (clock.pace(fall=0.1) for _ in range(3))
    assert not any(steady.is_enough("a", 0.0, 0.1) for _ in range(6))
    assert steady.is_enough("a", 0.0, 0.5 * clock.budget())
    assert not new.is_enough("b", 0.0, 1.1 * clock.budget())
    assert new.is_enough("a", 0.0, 1.3 * clock.budget())
    assert not falling.is_enough("a", 0.0, 0.1)
    assert not falling.is_enough("b", -0.2, 2.3 * clock.budget())
    assert steady.most == 2.5 * clock.budget() and Clock(1, moves=1).pace(0.1).most == 0.9


def test_a_single_move_is_played_at_once() -> None:
    """The search does not go on to a second depth."""
    chess = Chess()
    s = chess.load("7k/8/8/8/8/8/1r4P1/r6K w - - 0 1")
    result = Engine(chess, memory=1, gear="plain").search(s, clock=Clock(600))
    assert [result.action] == chess.options(s) and len(result.history) == 1


def test_pondering_goes_on_until_it_is_stopped_and_is_remembered() -> None:
    game = ConnectFour()
    s = game.after("44")
    engine = Engine(game, memory=8)
    engine.ponder(s, depth=8).join()
    fresh = Engine(game, memory=8).search(s, depth=8)
    assert engine.search(s, depth=8).nodes < fresh.nodes
    for wait in (0.0, 0.01):
        thread = engine.ponder(s)
        time.sleep(wait)
        engine.stop()
        thread.join(60)
        assert not thread.is_alive()


def test_time_spent_is_the_time_told() -> None:
    began = time.perf_counter()
    result = Engine(TicTacToe(), gear="plain").search(depth=3)
    assert 0 < result.seconds <= time.perf_counter() - began
