"""Rules that mislead an engine: actions of −1, counters of moves, positions that may not return."""

from __future__ import annotations

import random
from typing import Any

import pytest
from brute import minimax

from zermelo import search, tree
from zermelo.engine import Engine, Mcts, mcts
from zermelo.game import Game
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.go import Go
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.history import with_history


class Passing(Game[tuple[int, int], int]):
    """A player chooses, then the other; one of the actions is −1."""

    def start(self) -> tuple[int, int]:
        return (9, 9)

    def player(self, s: tuple[int, int]) -> int:
        return 0 if s[0] == 9 else 1

    def actions(self, s: tuple[int, int]) -> tuple[int, ...]:
        return () if s[1] != 9 else (0,) if s[0] == 9 else (0, -1, 1)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (a, 9) if s[0] == 9 else (s[0], a)

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[1] != 9

    def utility(self, s: tuple[int, int], p: int) -> float:
        payoff = {0: 50.0, -1: 49.0, 1: 60.0}[s[1]]
        return payoff if p == 0 else -payoff


def test_an_action_may_be_minus_one() -> None:
    for ask in ("search", "solve"):
        result = getattr(Engine(Passing(), gear="plain"), ask)()
        assert (result.value, result.exact) == (49.0, True)


def test_actions_may_be_words() -> None:
    result = Engine(Words(), gear="plain").search()
    assert (result.value, result.line) == (49.0, ("a0", "a-1"))
    assert result.action == "a0"


class Words(Passing):
    def actions(self, s: tuple[int, int]) -> Any:
        return tuple(f"a{a}" for a in super().actions(s))

    def result(self, s: tuple[int, int], a: Any) -> tuple[int, int]:
        return super().result(s, int(a[1:]))


def test_with_several_lines_no_action_is_left_to_the_reply() -> None:
    """`non_losing` leaves out what loses at once: that is still a line, and has a value."""
    game = ConnectFour()
    s = game.after("41414")  # one threat to answer: one non-losing action
    result = Engine(game, gear="plain").search(s, depth=4, lines=3)
    assert len({v.action for v in result.variations}) == 3
    for v in result.variations[1:]:
        assert (v.value, v.exact, v.distance) == (-1.0, True, 2)


@pytest.mark.parametrize("driver", ["pvs", "mtd"])
@pytest.mark.parametrize("player", [0, 1])
def test_the_action_is_a_best_one_whoever_asks(driver: str, player: int) -> None:
    for seed in range(60):
        made = tree.random_tree(seed, branching=3, depth=4, uneven=True)
        result = Engine(made, gear="plain", driver=driver).search(player=player, lines=2)
        truth = minimax(made, made.start(), player)
        assert result.exact and result.value == truth
        if result.action is not None:
            assert minimax(made, made.result(made.start(), result.action), player) == truth, seed
            for v in result.variations:
                assert minimax(made, made.result(made.start(), v.action), player) == v.value, seed


def test_questions_in_between_do_not_change_an_analysis() -> None:
    for seed in range(30):
        made = tree.random_tree(seed, branching=3, depth=4, estimates=True)
        for i, node in enumerate(made.nodes):
            if node.payoffs:
                node.payoffs = (node.payoffs[0], float(i % 5))
        made._lay_out()
        engine = Engine(made, gear="plain")
        apart = list(Engine(made, gear="plain").analyse(player=0))
        mixed = []
        for result in engine.analyse(player=0):
            mixed.append(result)
            engine.solve(player=1)
        assert mixed[-1].value == apart[-1].value == minimax(made, 0, 0) and mixed[-1].exact


def test_what_the_counter_will_undo_is_not_remembered() -> None:
    """Mate in three plies, unless two plies are left to the fiftieth move."""
    game = Chess()
    engine = Engine(game, gear="plain")
    assert engine.search(game.load("7k/8/4K3/8/8/8/8/6Q1 w - - 0 80"), depth=4).distance == 3
    assert engine.search(game.load("7k/8/4K3/8/8/8/8/6Q1 w - - 98 80"), depth=4).value == 0


@pytest.mark.parametrize("gear", ["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def test_a_pass_proves_no_win(gear: Any) -> None:
    game = Chess()
    engine = Engine(game, memory=1, gear=gear, without=["reverse-futility"])
    result = engine.search(game.load("7R/8/8/8/7p/8/8/5K1k b - - 0 1"), depth=10)
    assert (result.value, result.distance) == (-1, 10)


@pytest.mark.parametrize("komi", [0.5, -0.5, 1.5])
def test_nothing_is_proven_by_a_table_where_positions_must_not_return(komi: float) -> None:
    for most in (6, 8):
        game = Go(2, komi=komi, most=most)
        whole = with_history(game)
        truth = search.alphabeta(whole, gear="plain").value
        for ask in ("search", "solve"):
            result = getattr(Engine(game, gear="plain"), ask)()
            assert not result.exact or result.value == truth
            whole.after(result.line)
        assert Engine(game, gear="plain", without=["table"]).search().value == truth
        assert mcts(game, nodes=3000, gear="plain").action in whole.options(whole.start())


def test_proving_takes_no_sides() -> None:
    assert Engine(TicTacToe(), gear="plain").prove().action is None


def test_under_superko_all_keep_to_the_law_whatever_was_before() -> None:
    rng = random.Random(3)
    for _ in range(40):
        game = Go(2, komi=rng.choice([0.5, -0.5, 1.5]), most=rng.randrange(6, 9))
        whole = with_history(game)
        s = whole.start()
        for _ in range(rng.randrange(3, 7)):
            if not whole.terminal(s):
                s = whole.result(s, rng.choice(whole.options(s)))
        if whole.terminal(s):
            continue
        truth = search.alphabeta(whole, s, player=0, gear="plain").value
        engine, player = Engine(game, gear="plain"), Mcts(game, gear="plain")
        for result in (
            engine.search(s.state, past=s.past, player=0),
            engine.solve(s.state, past=s.past, player=0),
            player.search(s.state, past=s.past, player=0, nodes=400),
        ):
            assert result.action in whole.options(s)
            whole.after(result.line, s)
            assert not result.exact or result.value == truth
