"""Estimates on another scale than the payoffs: a win in one is never passed by."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from zermelo import Game, search
from zermelo.algorithm import DECLARED
from zermelo.check import check_game
from zermelo.engine import Engine, mcts
from zermelo.engine.searcher import make_searcher
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.frame.scale import Sample, bring_to_scale, find_scale, note_of
from zermelo.game import CHANCE
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.states import random_playout


class Race(NamedTuple):
    """Where each player stands, and whose turn it is."""

    at: tuple[int, int, int]
    turn: int


class Loud(Game[Race, int]):
    """A race to `goal`, a win of 1; estimates count steps, so that a step looks like a win.

    `players` take turns and step 1 or 2; with `dice` chance adds 0 or 1 after each step. A longer
    step than needed loses a turn, so that not every action of a player near the goal wins.
    """

    goal = 5

    def __init__(self, players: int = 2, dice: bool = False) -> None:
        self.players, self.dice = players, dice
        self.total = 0 if players == 2 else 1
        self.title = f"loud-{players}-{'dice' if dice else 'plain'}"

    def start(self) -> Race:
        return Race((0, 0, 0), 0)

    def player(self, s: Race) -> int:
        return CHANCE if s.turn >= self.players else s.turn

    def actions(self, s: Race):
        if not self.terminal(s):
            yield 2
            yield 1

    def chances(self, s: Race):
        yield 0, 0.5
        yield 1, 0.5

    def declares(self, method: str) -> bool:
        return super().declares(method) and (method != "chances" or self.dice)

    def result(self, s: Race, a: int) -> Race:
        who = s.turn % self.players
        steps = s.at[who] + a
        steps = s.at[who] if steps > self.goal else steps
        at = (
            steps if who == 0 else s.at[0],
            steps if who == 1 else s.at[1],
            steps if who == 2 else s.at[2],
        )
        if self.dice and s.turn < self.players and steps < self.goal:
            return Race(at, s.turn + self.players)
        return Race(at, (who + 1) % self.players)

    def terminal(self, s: Race) -> bool:
        return max(s.at) >= self.goal

    def utility(self, s: Race, p: int) -> float:
        if s.at[p] >= self.goal:
            return 1.0
        return -1.0 if self.players == 2 else 0.0

    def evaluate(self, s: Race, p: int) -> float:
        own = 12.0 * s.at[p]
        if self.players == 2:
            return own - 12.0 * s.at[1 - p]
        return own


def winning(game: Loud, s: Race) -> set[int]:
    """The actions that win at once, by brute force."""
    after = [(a, game.result(s, a)) for a in game.actions(s)]
    return {a for a, t in after if game.terminal(t) and game.utility(t, game.player(s)) == 1.0}


def positions(game: Loud) -> list[Race]:
    """Positions in which one action wins at once and another one does not; large leads first."""
    rng, found = random.Random(1), dict[Race, None]()
    for _ in range(40):
        for s in random_playout(game, rng):
            if not game.terminal(s) and game.player(s) != CHANCE and len(winning(game, s)) == 1:
                found[s] = None
    return sorted(found, key=lambda s: -game.evaluate(s, s.turn))[:4]


def fitting(game: Loud):
    return [one for one in DECLARED["search"] if one.fits(game.players, game.dice)]


GAMES = [Loud(2), Loud(2, dice=True), Loud(3), Loud(3, dice=True)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_no_search_of_the_textbook_passes_by_a_win(game):
    for s in positions(game):
        for one in fitting(game):
            options = {"bounds": (-1.0, 1.0)} if one.name == "expectimax-bounded" else {}
            result = one.run(game, s, depth=2, gear="plain", **options)
            assert result.action in winning(game, s), (one.name, s)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_no_search_of_the_engine_passes_by_a_win(game):
    names = ["pvs"] if game.players == 2 and not game.dice else []
    names += ["star"] if game.players == 2 else []
    for name in [*names, "maxn", "paranoid"]:
        searcher = make_searcher(game, search=name, gear="plain", memory=1)
        for s in positions(game):
            assert last(searcher.iterate(s, Limits(depth=2))).action in winning(game, s), (name, s)


@pytest.mark.slow
def test_machine_code_passes_by_no_win_either():
    game = Loud(2)
    engine = Engine(game, gear="compiled", memory=1)
    for s in positions(game):
        plain = search.alphabeta(game, s, depth=2, gear="plain")
        compiled = search.alphabeta(game, s, depth=2, gear="compiled")
        assert (plain.action, plain.value, plain.nodes) == (
            compiled.action,
            compiled.value,
            compiled.nodes,
        )
        assert plain.action in winning(game, s)
        assert engine.search(s, depth=2).action in winning(game, s)


def test_playouts_by_evaluation_pass_by_no_win():
    game = Loud(2)

    for s in positions(game):  # a later win that is proven is as good
        result = mcts(game, s, nodes=200, rollout="evaluate", gear="plain")
        assert result.action in winning(game, s) or (result.exact and result.value == 1)


def test_a_result_says_it_once_and_only_if_it_used_estimates():
    game = Loud(2)
    near = search.minimax(game, depth=2)
    said = [note for note in near.notes if "another scale" in note]
    assert said == [note_of(bring_to_scale(game))]
    assert "−36 to 36" in near.notes[-1] and "−1 to 1" in near.notes[-1]
    whole = search.minimax(TicTacToe(), TicTacToe().after(["a1", "b1", "c1", "a2", "b2", "c2"]))
    assert whole.exact and not any("scale" in note for note in whole.notes)


def test_scaled_estimates_keep_their_order():
    game = Loud(2)
    scaled = bring_to_scale(game)
    states = [s for s in random_playout(game, random.Random(3)) if not game.terminal(s)]
    before = sorted(states, key=lambda s: game.evaluate(s, 0))
    after = [scaled.evaluate(s, 0) for s in before]
    assert after == sorted(after) and all(-1 < v < 1 for v in after)


def test_check_names_it_with_the_numbers():
    report = check_game(Loud(2), games=10, gear="plain")
    (failure,) = [f for f in report.failures if "every estimate" in f.check]
    assert "test_scale.py:" in failure.place
    assert "estimates from −36 to 36 are on another scale than payoffs from −1 to 1" in failure.seen


def test_rare_estimates_are_found() -> None:
    """Only a large lead looks like a win, and random games seldom have one."""

    class Rare(Loud):
        goal = 12

        def evaluate(self, s: Race, p: int) -> float:
            lead = s.at[p] - s.at[1 - p]
            return 5.0 if lead > 3 else -5.0 if lead < -3 else lead / 20

    game = Rare(2)
    assert "from −5 to 5" in note_of(bring_to_scale(game))
    s = Race((11, 5, 0), 0)
    assert winning(game, s) == {1}
    assert search.alphabeta(game, s, depth=2, gear="plain").action == 1


def test_games_on_one_scale_are_left_alone():
    assert bring_to_scale(TicTacToe()) is not None and note_of(TicTacToe()) == ""

    class Quiet(Loud):
        def evaluate(self, s, p):
            return super().evaluate(s, p) / 100

    game = Quiet(2)
    assert bring_to_scale(game) is game


def test_an_estimate_as_large_as_a_win_is_cut_off():
    class Sure(Loud):
        def evaluate(self, s, p):
            return max(-1.0, min(1.0, super().evaluate(s, p)))

    game = Sure(2)
    assert "cuts them off" in note_of(bring_to_scale(game))
    for s in positions(game):
        assert search.alphabeta(game, s, depth=2, gear="plain").action in winning(game, s)


def test_scores_may_be_larger_than_those_seen():
    """With many different payoffs a larger estimate may be right; far larger ones are scaled."""
    game = Loud(2)
    payoffs = [(float(x), float(-x)) for x in range(1, 20, 2)]
    assert find_scale(game, Sample(payoffs, [(30.0, -30.0)])) is None
    scale = find_scale(game, Sample(payoffs, [(300.0, -300.0), (2.0, -2.0)]))
    assert scale is not None and 0 < scale.high < 1  # less than the smallest win


def test_percentages_are_brought_between_zero_and_one():
    game = Loud(3)
    scale = find_scale(game, Sample([(1.0, 0.0, 0.0)], [(20.0, 30.0, 50.0), (100.0, 0.0, 0.0)]))
    assert scale is not None
    values = [v * scale.factor + scale.shift for v in (0.0, 100 / 3, 100.0)]
    assert values == sorted(values) and values[0] > 0 and values[2] < 1
    assert values[1] == pytest.approx(1 / 3)
