"""Actions of any kind as numbers, and back."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest

from zermelo import gears
from zermelo.engine import Engine
from zermelo.game import Game
from zermelo.games.nim import Nim
from zermelo.numbering import CountedGame, NumberedGame, PackedGame, number_actions


class Way(Enum):
    NORTH = 1
    SOUTH = 2


class Step(NamedTuple):
    piece: str
    way: Way
    distance: int


class OneMove(Game[int, Any]):
    """One player chooses once; the last action is the best."""

    players, total = 1, None

    def __init__(self, *choices: Any) -> None:
        self.choices = choices

    def start(self) -> int:
        return -1

    def player(self, s: int) -> int:
        return 0

    def actions(self, s: int) -> Any:
        return self.choices if s == -1 else ()

    def result(self, s: int, a: Any) -> int:
        return self.choices.index(a)

    def terminal(self, s: int) -> bool:
        return s >= 0

    def utility(self, s: int, p: int) -> float:
        return s


PACKED = [
    ("up", "down"),
    (None, 3, -2),
    ((1, 2), (3, -4)),
    (((0, 1), (2, 3)), ((4, 5), (6, 7))),
    (("take", 2), ("pass", None)),
    (Step("king", Way.NORTH, 3), Step("rook", Way.SOUTH, -3)),
    ("pass", (1, 2)),
    ((1,), (1, 2), (3, 2, 1)),
    (Step("king", Way.NORTH, 3), ("rook", Way.NORTH, 3), None, 7),
]
COUNTED = [((1, 2), ((1, 2), 3)), (frozenset({1}), frozenset({2})), (1.5, 2.5)]


@pytest.mark.parametrize("choices", PACKED)
def test_actions_are_packed(choices: Any) -> None:
    game = number_actions(OneMove(*choices))
    assert isinstance(game, PackedGame)
    numbers = list(game.actions(-1))
    assert all(isinstance(n, int) and 0 <= n < 2**62 for n in numbers)
    assert [game.action(n) for n in numbers] == list(choices)
    assert all(type(game.action(n)) is type(a) for n, a in zip(numbers, choices, strict=True))


@pytest.mark.parametrize("choices", COUNTED)
def test_other_actions_are_counted(choices: Any) -> None:
    game = number_actions(OneMove(*choices))
    assert isinstance(game, CountedGame)
    assert [game.action(n) for n in game.actions(-1)] == list(choices)


@pytest.mark.parametrize("choices", [*PACKED, *COUNTED])
def test_the_engine_gives_back_the_action_itself(choices: Any) -> None:
    result = Engine(OneMove(*choices), gear="plain").search(lines=len(choices))
    assert result.action == choices[-1]
    assert result.action_name == OneMove().name(-1, choices[-1])
    assert [v.action for v in result.variations] == list(reversed(choices))


def test_many_positions_have_the_actions_themselves() -> None:
    (answer,) = Engine(OneMove("left", "right"), gear="plain").search_many([-1], depth=1)
    assert answer.action == "right"


def test_none_is_an_action() -> None:
    result = Engine(OneMove(2, None), gear="plain").solve()
    assert (result.action, result.action_name, result.value) == (None, "pass", 1.0)


def test_ints_stay_what_they_are() -> None:
    assert not isinstance(number_actions(OneMove(5, 6)), NumberedGame)
    assert not isinstance(number_actions(Nim(2, 2)), NumberedGame)


def test_declared_words_are_known_before_they_are_seen() -> None:
    class Declared(OneMove):
        action_words = ("left", "right", "up")

    game = number_actions(Declared("left", "right"))
    assert isinstance(game, PackedGame)
    assert game.action(game.number("up")) == "up"


def number_again(game: Any, n: int) -> int:
    """A kernel that needs the words of actions."""
    number: int = game.number(game.action(n))
    return number


def test_words_do_not_make_another_code_at_every_search() -> None:
    game = number_actions(OneMove("left", "right"))
    jobs = [gears.compile_kernel(number_again, game, n) for n in game.actions(-1)]
    assert [job() for job in jobs] == list(game.actions(-1))
    assert jobs[0].unit is jobs[1].unit
