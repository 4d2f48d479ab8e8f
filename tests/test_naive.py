"""Games as one would first write them: every search takes them, and some compile as they are.

For the others each place that does not compile is named, with what to write instead.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, search
from zermelo.check.both_gears import Twin, find_refused_places
from zermelo.engine.searcher import make_searcher
from zermelo.frame.question import Limits
from zermelo.game import CHANCE
from zermelo.numbering import number_actions
from zermelo.states import random_playout

FOLDER = Path(__file__).parent / "naive"
GAMES = {path.stem: path for path in sorted(FOLDER.glob("*.py"))}
COMPILED = (
    "auction", "einstein", "gems", "oware", "quarto", "santorini", "small2048", "standoff", "teeko",
    "zombies",
)  # fmt: skip
SLOW = ("auction", "einstein", "quarto", "santorini", "small2048")


def load(name: str) -> Any:
    return catalogue.game(str(GAMES[name]))


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_answers_as_the_textbook_does(name: str) -> None:
    game = load(name)
    s = game.start()
    if game.player(s) == CHANCE:
        s = game.result(s, game.options(s)[0])
    (*_, result) = make_searcher(game, gear="plain").iterate(s, Limits(depth=2))
    assert result.action in game.options(s)
    assert game.parse(s, result.action_name) == result.action
    if game.players == 3:
        assert result.vector == search.maxn(game, s, depth=2, gear="plain").vector
    else:
        textbook = search.expectimax if game.has_chance else search.minimax
        assert result.value == pytest.approx(textbook(game, s, depth=2, gear="plain").value)


@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=pytest.mark.slow if x in SLOW else ()) for x in COMPILED]
)
def test_the_rules_compile_as_they_are(name: str) -> None:
    game = number_actions(load(name))
    faults: list[Any] = []
    twin = Twin(game, lambda *fault: faults.append(fault))
    for s in random_playout(game, random.Random(1), most=30):
        twin.compare(s)
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_search_is_the_plain_one(name: str) -> None:
    game = load(name)
    plain, compiled = (
        list(make_searcher(game, gear=gear).iterate(game.start(), Limits(depth=3)))[-1]
        for gear in ("plain", "compiled")
    )
    assert (plain.value, plain.action, plain.line) == (
        compiled.value,
        compiled.action,
        compiled.line,
    )
    assert plain.nodes == compiled.nodes


REFUSED = {
    "cantstop": {13: "a Bits field", 41: "write a dict", 53: "write them", 54: "a dict", 55: "a d"},
    "onitama": {57: "keep a tuple of ints or words in the state", 59: "sort with key=NAMES.index"},
    "lines_of_action": {38: "State.white holds a frozenset", 22: "use a method with a name"},
    "shut_the_box": {56: "State.open changes from 6 × int to 5 × int"},
    "tak": {
        57: "drops must be of one type",
        97: "endswith",
        74: "isupper",
        83: "upper",
        92: "compare one by one",
    },
    "sokoban": {24: "State.boxes holds a frozenset", 71: "use a Bits", 74: "a sorted tuple"},
}
"""The lines of each game that do not compile, and what the message says to write instead."""


@pytest.mark.parametrize("name", REFUSED)
def test_all_places_that_do_not_compile_are_listed(name: str) -> None:
    game = load(name)
    places = find_refused_places(number_actions(game), game.start())
    found = {int(place.split(":")[1]): place for place in places}
    assert list(found) == list(REFUSED[name])
    for line, words in REFUSED[name].items():
        assert f"{name}.py:{line}: " in found[line] and words in found[line]
