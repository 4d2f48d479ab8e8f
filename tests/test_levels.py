"""Levels: the same strength on any machine, in either gear, before and after compiling."""

from __future__ import annotations

import importlib
import itertools
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zermelo import levels
from zermelo.engine.mcts import search as mcts_search
from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.game import Game
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.levels import LEVELS, SAMPLED, ClearMove, Level, choose_move, iterate_level
from zermelo.result import Result
from zermelo.web.warm_search import WarmSearch

ROOT = Path(__file__).resolve().parents[1]


class SampledTicTacToe(TicTacToe):
    """Tic-tac-toe by Monte Carlo search."""

    preferred_search = "mcts"


def decide(found: Result[Any]) -> tuple[Any, ...]:
    """What must not depend on the machine."""
    return found.action_name, found.value, found.depth, found.nodes


@pytest.mark.parametrize("ladder", [LEVELS, SAMPLED])
def test_every_level_has_more_work_or_less_noise(ladder: dict[int, Level]) -> None:
    assert list(ladder) == list(range(1, 11))
    for weaker, stronger in itertools.pairwise(ladder.values()):
        assert stronger.nodes >= weaker.nodes and stronger.noise <= weaker.noise
        assert stronger.nodes > weaker.nodes or stronger.noise < weaker.noise
    assert len({level.describe() for level in ladder.values()}) == 10


def test_a_level_that_does_not_exist_is_refused() -> None:
    game = TicTacToe()
    with pytest.raises(BadLimit, match="levels are 1 to 10"):
        choose_move(game, game.start(), 11)


@pytest.mark.parametrize("number", [1, 4, 5, 7])
def test_a_level_answers_the_same_in_both_gears(number: int) -> None:
    game = TicTacToe()
    s = game.after(["a1"])
    plain, compiled = (choose_move(game, s, number, gear=g, seed=3) for g in ("plain", "compiled"))
    assert decide(plain) == decide(compiled) and plain.gear != compiled.gear


@pytest.mark.parametrize("game", [TicTacToe(), SampledTicTacToe()])
def test_a_slow_clock_changes_nothing(game: Game[Any, Any], monkeypatch: Any) -> None:
    s = game.start()
    usual = [decide(choose_move(game, s, number, gear="plain", seed=1)) for number in (2, 5)]
    ticks = itertools.count(0, 100)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    monkeypatch.setattr(mcts_search, "SLICE", 0.003)
    slow = [decide(choose_move(game, s, number, gear="plain", seed=1)) for number in (2, 5)]
    assert slow == usual


def test_low_levels_err_by_the_seed() -> None:
    game = TicTacToe()
    s = game.start()
    chosen = [choose_move(game, s, 1, gear="plain", seed=seed).action for seed in range(12)]
    again = [choose_move(game, s, 1, gear="plain", seed=seed).action for seed in range(12)]
    assert chosen == again and len(set(chosen)) > 2
    firm = {choose_move(game, s, 5, gear="plain", seed=seed).action for seed in range(3)}
    assert len(firm) == 1


# ---------------------------------------------------------------------- before the code is compiled


def decide_warm(search: WarmSearch, level: Level) -> Result[Any]:
    s = search.game.after(["a1"])
    *_, last = search.iterate_level(s, level, 3, lambda nodes, seconds: None, Cancellation())
    return last


def make_compiled(game: Game[Any, Any]) -> WarmSearch:
    search = WarmSearch(game, 1)
    search.compilation = Future()
    search.compilation.set_result(True)
    return search


def test_a_level_is_as_strong_before_its_code_is_compiled(monkeypatch: Any) -> None:
    game = TicTacToe()
    for number in (1, 3, 5):
        cold, warm = WarmSearch(game, 1), make_compiled(game)
        monkeypatch.setattr(cold, "compile", lambda s: None)
        plain, compiled = decide_warm(cold, LEVELS[number]), decide_warm(warm, LEVELS[number])
        assert decide(plain) == decide(compiled)
        assert (plain.gear, compiled.gear) == ("plain", "compiled")


def test_a_level_beyond_the_plain_gear_waits_for_the_compiler(monkeypatch: Any) -> None:
    game = TicTacToe()
    monkeypatch.setattr(levels, "PLAIN_NODES", 300)
    cold, warm = WarmSearch(game, 1), make_compiled(game)
    pending: Future[bool] = Future()

    def compile_late(s: Any) -> Future[bool]:
        if cold.compilation is None:
            cold.compilation = pending
            threading.Timer(0.1, pending.set_result, [True]).start()
        return pending

    monkeypatch.setattr(cold, "compile", compile_late)
    level = Level(1_000)
    late, usual = decide_warm(cold, level), decide_warm(warm, level)
    assert decide(late) == decide(usual) and late.nodes == 1_000 and late.gear == "compiled"


def test_a_game_that_does_not_compile_gets_what_the_plain_gear_can_do(monkeypatch: Any) -> None:
    game = TicTacToe()
    monkeypatch.setattr(levels, "PLAIN_NODES", 300)
    cold = WarmSearch(game, 1)
    monkeypatch.setattr(cold, "compile", lambda s: None)
    found = decide_warm(cold, Level(1_000))
    assert found.nodes == 300 and found.gear == "plain" and found.action is not None


# ---------------------------------------------------------------------- ending early


class Gift(Game[tuple[int, int], int]):
    """Forty plies, each worth 0 or 1 to the mover; the first move may take a gift of 30."""

    title = "gift"
    total = 0

    def start(self) -> tuple[int, int]:
        return 0, 0

    def player(self, s: tuple[int, int]) -> int:
        return s[0] % 2

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        yield from range(3)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        gain = 30 if s[0] == 0 and a == 2 else a % 2
        return s[0] + 1, s[1] + (gain if s[0] % 2 == 0 else -gain)

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 40

    def utility(self, s: tuple[int, int], p: int) -> float:
        return float(s[1] if p == 0 else -s[1])

    def evaluate(self, s: tuple[int, int], p: int) -> float:
        return self.utility(s, p)

    def payoff_range(self, p: int) -> tuple[float, float]:
        return -60.0, 60.0


def test_a_search_ends_when_the_move_is_clear(monkeypatch: Any) -> None:
    game = Gift()
    monkeypatch.setattr(levels, "PLAIN_NODES", 8_000)
    level = Level(8_001)  # more than the plain gear's, so that it may end early
    *_, last = iterate_level(game, game.start(), level, "plain")
    assert last.action == 2 and levels.CLEAR_NOTE not in last.notes, "the plain gear does its work"
    monkeypatch.setattr(levels, "PLAIN_NODES", 100)
    monkeypatch.setattr(Level, "in_plain_gear", lambda self: self)
    *_, last = iterate_level(game, game.start(), level, "plain")
    assert last.action == 2 and levels.CLEAR_NOTE in last.notes and last.nodes < 8_001
    *_, last = iterate_level(game, (1, 0), level, "plain")
    assert levels.CLEAR_NOTE not in last.notes, "0 or 1 is no clear difference"


def test_playouts_end_when_no_other_move_can_be_visited_more_often() -> None:
    game = SampledTicTacToe()
    found = choose_move(game, game.start(), 2, gear="plain")
    first = max(found.values, key=lambda one: one.visits)
    ahead = [replace(one, visits=900 if one is first else 10) for one in found.values]
    clear = ClearMove(game, game.start(), Level(1_700, has_playouts=True), "plain")
    found = replace(found, values=tuple(ahead), stopped="", exact=False)
    assert clear.is_clear(replace(found, nodes=990))
    assert not clear.is_clear(replace(found, nodes=500)), "1,200 playouts are left"


# ---------------------------------------------------------------------- matches


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four:5,4,3", "nim:3,3"])
def test_a_stronger_level_does_not_lose_matches(name: str, monkeypatch: Any) -> None:
    """Neighbours are close: two levels apart, with fixed seeds."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    bench: Any = importlib.import_module("levels")
    matches = [bench.play_match(name, n + 2, n, games=12, gear="plain") for n in (1, 3)]
    assert all(one.games == 12 and one.score >= 0.5 for one in matches), matches
    assert sum(one.won - one.lost for one in matches) > 0
