"""Positions that arise again.

The wrapper that remembers, and the engine, against a solution that knows no paths.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from zermelo import catalogue
from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.engine.searcher import make_searcher
from zermelo.errors import BadAction
from zermelo.frame.question import Limits
from zermelo.game import FORBIDDEN, Game
from zermelo.history import NOT_DELEGATED, GameWithHistory, StateWithHistory, with_history
from zermelo.search import minimax
from zermelo.states import random_playout


class At(NamedTuple):
    node: int
    turn: int


class Roundabout(Game[At, int]):
    """A counter is moved along the arrows of a random graph, which has circles.

    The last nodes pay −1, 0 or 1 to the first player.
    """

    def __init__(self, seed: int = 0, nodes: int = 6, repetition: int = 3) -> None:
        rng = random.Random(seed)
        self.inner = nodes
        self.repetition = repetition
        self.arrows = tuple(tuple(rng.sample(range(nodes + 3), 3)) for _ in range(nodes))
        self.turns = rng.choice([True, False])

    def start(self) -> At:
        return At(0, 0)

    def player(self, s: At) -> int:
        return s.turn

    def actions(self, s: At) -> Iterator[int]:
        if s.node < self.inner:
            yield from range(3)

    def result(self, s: At, a: int) -> At:
        after = self.arrows[s.node][a]
        # Some nodes leave the turn with the same player: nothing alternates strictly.
        return At(after, s.turn if self.turns and after % 3 == 2 else 1 - s.turn)

    def terminal(self, s: At) -> bool:
        return s.node >= self.inner

    def utility(self, s: At, p: int) -> float:
        v = s.node - self.inner - 1
        return v if p == 0 else -v

    def bounds(self, s: At) -> tuple[float, float]:
        return -1.0, 1.0


def retrograde(game: Roundabout) -> dict[At, int]:
    """Values by working backwards from the ends; what is left goes round for ever, a draw."""
    states = [At(n, t) for n in range(game.inner + 3) for t in (0, 1)]
    value = {s: int(game.utility(s, 0)) for s in states if game.terminal(s)}
    changed = True
    while changed:
        changed = False
        for s in states:
            if s in value:
                continue
            sign = 1 if s.turn == 0 else -1
            known = [value.get(game.result(s, a)) for a in game.actions(s)]
            if sign in known:
                value[s], changed = sign, True
            elif all(v == -sign for v in known):
                value[s], changed = -sign, True
    return {s: value.get(s, 0) for s in states}


@pytest.mark.parametrize("without", [(), pytest.param(("table",), marks=pytest.mark.slow)])
def test_the_engine_finds_what_working_backwards_finds(without: tuple[str, ...]) -> None:
    drawn = 0
    for seed in range(150):
        game = Roundabout(seed)
        true = retrograde(game)
        result = Engine(game, gear="plain", memory=0.1, without=without).search(
            player=0, depth=40, nodes=200_000
        )
        if not result.stopped:
            assert result.value == true[game.start()], seed
            drawn += result.value == 0 and not result.exact
        elif result.exact:
            assert result.value == true[game.start()], seed
    assert drawn > 10  # some hold by coming back, and that is not called proven


def test_only_an_unproven_draw_has_a_note() -> None:
    proven = [Engine(Roundabout(seed), gear="plain").solve(nodes=500) for seed in range(60)]
    finished = [result for result in proven if not result.stopped]
    assert {(result.exact, result.notes == ()) for result in finished} == {
        (True, True),
        (False, False),
    }


def test_a_machine_finds_the_same() -> None:
    game = Roundabout(3)
    results = [Engine(game, gear=gear).search(player=0, depth=20) for gear in ("plain", "compiled")]
    assert len({(r.value, r.nodes, r.exact) for r in results}) == 1


@pytest.mark.parametrize("repetition", [FORBIDDEN, 2])
def test_the_engine_equals_minimax_with_a_memory(repetition: int) -> None:
    """A draw at the first return, or no return at all, is what the engine looks at.

    It must find the same.
    """
    for seed in range(60):
        game = Roundabout(seed, nodes=4, repetition=repetition)
        remembered = with_history(game)
        if repetition == FORBIDDEN and any(
            not remembered.options(s) for s in _reached(remembered) if not remembered.terminal(s)
        ):
            continue  # a rule that forbids must leave something to do
        true = minimax(remembered, player=0, gear="plain").value
        engine = Engine(game, gear="plain", without=("table",))
        assert engine.search(player=0, depth=30).value == true, seed


def _reached(game: Game[StateWithHistory, int]) -> set[StateWithHistory]:
    from zermelo.states import reachable_states

    return reachable_states(game)


class Corridor(Roundabout):
    """Two rooms and a door out, which loses: whoever tires first."""

    def __init__(self, repetition: int = 3) -> None:
        super().__init__(repetition=repetition)
        self.inner, self.turns = 2, False
        self.arrows = ((1, 2, 2), (0, 4, 4))

    def evaluate(self, s: At, p: int) -> float:
        return 0.5 if p == 0 else -0.5

    def name(self, s: At, a: int) -> str:
        return ("go", "leave", "out")[a]


def test_the_third_time_is_a_draw_and_the_past_counts() -> None:
    game = with_history(Corridor())
    s = game.start()
    for ply in range(4):
        assert not game.terminal(s), ply
        s = game.result(s, 0)
    assert game.terminal(s) and game.payoffs(s) == (0.0, 0.0) and game.options(s) == []


def test_a_forbidden_return_is_refused_in_one_line() -> None:
    game = with_history(Corridor(FORBIDDEN))
    s = game.after(["go"])
    assert [game.name(s, a) for a in game.options(s)] == ["leave", "out"]
    with pytest.raises(BadAction, match="would repeat a position"):
        game.parse(s, "go")


def test_the_engine_knows_the_past() -> None:
    """With the same position behind it twice, going on is a draw at once.

    With nothing behind, there is only an estimate.
    """
    corridor = Corridor()
    remembered = with_history(corridor)
    search = make_searcher(remembered, gear="plain").iterate
    s = remembered.after(["go", "go", "go"])
    last = list(search(s, Limits(depth=1)))[-1]
    fresh = list(search(StateWithHistory(s.state), Limits(depth=1)))[-1]
    assert (last.value, last.action_name) == (0.0, "go")
    assert (fresh.value, fresh.action_name) == (-0.5, "go")


@pytest.mark.parametrize("name", ["chess", "go:5", "checkers"])
def test_what_is_declared_is_there(name: str) -> None:
    """Every hook that a game with a memory says it has is its own, and not the base class's."""
    game = with_history(catalogue.game(name))
    hooks = [
        hook
        for hook, value in vars(Game).items()
        if inspect.isfunction(value) and not hook.startswith("_") and hook != "declares"
    ]
    assert [
        hook
        for hook in hooks
        if game.declares(hook) and getattr(GameWithHistory, hook) is getattr(Game, hook)
    ] == []
    assert not any(map(game.declares, NOT_DELEGATED))
    assert game.has_chance is False


def test_hooks_remember_what_is_forbidden() -> None:
    """After a ko is taken, simple ko apart, the board may not come back.

    No list of actions has the action that brings it back.
    """
    game = with_history(catalogue.game("go:2"))
    seen = 0
    for seed in range(20):
        for s in random_playout(game, random.Random(seed), most=30):
            if game.terminal(s):
                continue
            legal = set(game.actions(s))
            seen += legal < set(game.game.actions(s.state))  # type: ignore[attr-defined]
            assert set(game.moves(s)) == legal
            assert set() < set(game.playout_actions(s)) <= legal
            assert set(game.noisy_actions(s)) <= legal
    assert seen > 0


def test_the_laws_hold_with_and_without_a_memory() -> None:
    assert check_game(Roundabout(1), games=5).ok
    assert check_game(with_history(Roundabout(1)), games=5, gear="plain").ok
