"""Many positions in one call: the same answers as one by one, in order, in both gears."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from zermelo import gears
from zermelo.bits import load_state
from zermelo.engine import Engine
from zermelo.engine.many import BatchAnswer
from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.game import Game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.dots_and_boxes import DotsAndBoxes
from zermelo.games.nim import Nim
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.gears.rows import write_states
from zermelo.states import reachable_states


class Inner(NamedTuple):
    """Part of a state."""

    flag: bool
    weight: float


class Outer(NamedTuple):
    """A state with every kind of field."""

    board: int
    cells: tuple[int, int, int]
    inner: Inner


class Rules:
    """An object for the kernel below."""


def load(rules: Any, like: Any, rows: Any, i: int) -> Any:
    """A kernel that reads one state."""
    return load_state(rows, i, like)


def pick(game: Game[Any, Any], count: int) -> list[Any]:
    """Some reachable states, ends of the game among them."""
    return random.Random(5).choices(list(reachable_states(game)), k=count)


def one_by_one(engine: Engine[Any, Any], states: list[Any]) -> list[BatchAnswer]:
    found = [engine.prove(s) for s in states]
    return [BatchAnswer(r.value, r.exact, r.distance) for r in found]


def without_nodes(answers: list[BatchAnswer]) -> list[BatchAnswer]:
    return [answer._replace(nodes=0) for answer in answers]


def test_machine_code_reads_states_from_rows() -> None:
    states = [
        Outer(2**64 - 1 - i, (i, -i, 7), Inner(i % 2 == 0, i / 3)) for i in range(4)
    ]  # fmt: skip
    rows = write_states(states, "compiled")
    for i, s in enumerate(states):
        job = gears.compile_kernel(load, Rules(), states[0], rows, i)
        assert gears.outward(job(), s) == s == load(Rules(), s, states, i)


@pytest.mark.parametrize("game", [TicTacToe(), DotsAndBoxes(1, 2), ConnectFour(4, 3, 3)], ids=str)
def test_many_proofs_are_those_of_one_by_one(game: Game[Any, Any]) -> None:
    """Also with a player who moves again, and scores that are not ±1."""
    states = pick(game, 60)
    engine = Engine(game, gear="plain", memory=1)
    expected = one_by_one(Engine(game, gear="plain", memory=1), states)
    assert without_nodes(list(engine.prove_many(states))) == expected
    assert without_nodes(list(engine.prove_many(states, player=0))) == [
        BatchAnswer(r.value, r.exact, r.distance)
        for r in (engine.prove(s, player=0) for s in states)
    ]


@pytest.mark.parametrize("threads", [1, 2])
def test_compiled_proofs_on_several_threads(threads: int) -> None:
    game = Nim(3, 4)
    states = pick(game, 100) * 7  # more than one chunk for each thread
    expected = one_by_one(Engine(game, gear="plain", memory=1), states[:100]) * 7
    engine = Engine(game, gear="compiled", memory=1)
    assert without_nodes(list(engine.prove_many(iter(states), threads=threads))) == expected


def test_many_searches_find_the_value_of_their_depth() -> None:
    game = TicTacToe()
    states = pick(game, 40)
    for s, answer in zip(
        states, Engine(game, gear="plain", memory=1).search_many(states, depth=3), strict=True
    ):
        alone = Engine(game, gear="plain", memory=1).search(s, depth=3)
        assert answer.value == alone.value and (answer.exact or not alone.exact)
        assert (answer.action is None) == game.terminal(s)
        assert answer.action in [None, *game.options(s)]


def test_node_counts_are_those_of_one_by_one() -> None:
    game = TicTacToe()
    states = [game.after(moves.split()) for moves in ("b2 b3", "b2 a1", "a1 b2 a2 b3")]
    engine, other = Engine(game, gear="plain"), Engine(game, gear="plain")
    assert [a.nodes for a in engine.prove_many(states)] == [other.prove(s).nodes for s in states]


def test_a_batch_that_is_cancelled_says_so() -> None:
    game, cancel = TicTacToe(), Cancellation()
    states = pick(game, 600)
    answers = Engine(game, gear="plain", memory=1).prove_many(states, cancel=cancel)
    first = next(answers)
    cancel.cancel()
    rest = list(answers)
    assert first.exact and len(rest) == 599
    assert rest[-1] == BatchAnswer(None) and str(rest[-1]) == "stopped"


class Points(TicTacToe):
    """1 for a win, ½ for a draw, 0 for a loss: one player's gain is not the other's loss."""

    total = 1

    def utility(self, s: Any, p: int) -> float:
        return (super().utility(s, p) + 1) / 2

    def bounds(self, s: Any) -> tuple[float, float]:
        return 0.0, 1.0


@pytest.mark.parametrize("me", [0, 1])
def test_the_next_question_does_not_read_scores_of_another_player(me: int) -> None:
    game = Points()
    states = sorted(pick(game, 40), key=lambda s: (game.terminal(s), game.player(s) != me))
    engine = Engine(game, gear="plain", memory=1)
    list(engine.prove_many(states))  # for the player to move: me first, then the other
    for s in states:
        alone = Engine(game, gear="plain", memory=1).prove(s, player=me)
        found = engine.prove(s, player=me)
        assert (found.value, found.distance) == (alone.value, alone.distance)


def test_a_caller_who_leaves_does_not_cancel_their_other_searches() -> None:
    game, cancel = TicTacToe(), Cancellation()
    answers = Engine(game, gear="plain", memory=1).prove_many(pick(game, 600), cancel=cancel)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert not cancel.is_cancelled


def test_progress_grows() -> None:
    game, seen = TicTacToe(), list[int]()
    engine = Engine(game, gear="plain", memory=1)
    answers = list(
        engine.prove_many(pick(game, 600), progress=lambda nodes, seconds: seen.append(nodes))
    )
    assert seen == sorted(seen) and len(seen) == 3
    assert seen[-1] == sum(answer.nodes for answer in answers)


def test_no_positions_have_no_answers() -> None:
    assert list(Engine(TicTacToe(), gear="plain").prove_many([])) == []


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda e, s: e.search_many(s), "search_many needs a depth"),
        (lambda e, s: e.prove_many(s, depth=3), "prove_many knows no depth"),
        (lambda e, s: e.prove_many(s, seconds=1), "no limit of seconds"),
        (lambda e, s: e.prove_many(s, threads=0), "threads is 0"),
    ],
)
def test_limits_that_many_positions_do_not_have(ask: Any, why: str) -> None:
    engine = Engine(TicTacToe(), gear="plain")
    with pytest.raises(BadLimit, match=why):
        list(ask(engine, [engine.game.start()]))
