"""The axes of games: what is declared must be what random play shows."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from zermelo import catalogue, tree
from zermelo.axes import HEADINGS, describe_axes
from zermelo.game import CHANCE, FORBIDDEN
from zermelo.games.nim import Nim
from zermelo.states import random_playout

MORE = [
    "pacman:ring,ghosts=random",
    "pacman:ring,ghosts=minimise",
    "go:3,ko=simple",
    "chess:claims=no",
]


@pytest.mark.parametrize("name", [*catalogue.display_names(), *MORE])
def test_random_play_contradicts_no_declared_fact(name: str) -> None:
    game = catalogue.game(name)
    axes = describe_axes(game)
    assert axes.moves_again is not None and axes.cyclic is not None
    for seed in range(6):
        last, seen = None, set()
        for s in random_playout(game, random.Random(seed), most=150):
            if game.terminal(s):
                break
            assert s not in seen or axes.cyclic
            seen.add(s)
            if game.player(s) == CHANCE:
                assert axes.has_chance
                continue
            assert game.player(s) != last or axes.moves_again, game.dump(s)
            last = game.player(s)


@pytest.mark.parametrize("name", ["checkers", "kalah", "dots-and-boxes", "pig", "pacman"])
def test_a_declared_second_move_is_seen(name: str) -> None:
    game = catalogue.game(name)
    seen = False
    for seed in range(6):
        path = list(random_playout(game, random.Random(seed), most=150))
        movers = [game.player(s) for s in path if not game.terminal(s)]
        decides = [p for p in movers if p != CHANCE]
        seen = seen or any(p == q for p, q in pairwise(decides))
    assert seen and describe_axes(game).moves_again


def test_the_slides_examples() -> None:
    rows = {name: describe_axes(catalogue.game(name)).cells() for name in catalogue.display_names()}
    assert rows["chess"] == ("2", "–", "zero-sum", "–", "draw")
    assert rows["backgammon"] == ("2", "yes", "zero-sum", "–", "yes")
    assert rows["tri-halma"] == ("3", "–", "constant-sum (3)", "–", "–")
    assert rows["2048"] == ("1", "yes", "–", "–", "–")
    assert rows["go"][-1] == "forbidden" and catalogue.game("go").repetition == FORBIDDEN


def test_what_is_not_declared_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    nim = Nim(2, 2)
    assert nim.moves_again is None and describe_axes(nim).cells()[-2:] == ("–", "–")
    twice = tree.Tree([[{"player": "MAX", "children": [{"player": "MAX", "children": [1, 2]}, 3]}]])
    assert describe_axes(twice).moves_again is True
    general = catalogue.game("tree:[[(3,4),(12,0)],[(2,9),(4,1)]]")
    assert describe_axes(general).sum_name == "general-sum"
    monkeypatch.setattr("zermelo.axes.MOST_STATES", 3)
    axes = describe_axes(nim)
    assert (axes.moves_again, axes.cyclic) == (None, None)
    assert axes.cells()[-2:] == ("not seen", "not seen") and "no cycle was seen" in str(axes)


def test_chance_between_two_moves_of_a_player_is_no_other_player() -> None:
    again = {"player": "chance", "children": [{"player": "MAX", "children": [1, 2]}, 3]}
    assert describe_axes(tree.Tree([again, 0])).moves_again is True


def test_a_cycle_is_found_in_every_state() -> None:
    game = catalogue.game("pig:5")
    game.cyclic = game.moves_again = None
    axes = describe_axes(game)
    assert axes.cyclic is True and axes.moves_again is True


def test_the_command_lists_the_axes(call: Any) -> None:
    _, out, _ = call("games")
    head, *rows = out.splitlines()
    assert head.split() == ["game", *" ".join(HEADINGS).split()]
    assert len(rows) == len(catalogue.names()) + len(tree.FIGURES)
    data = json.loads(call("games", "--json")[1])
    chess = next(game for game in data["games"] if game["name"] == "chess")
    assert chess["sum"] == "zero-sum" and chess["cyclic"] is True and chess["repetition"] == "draw"
    three = next(one for one in data["trees"] if one["name"] == "tree:three-player")
    assert (three["players"], three["sum"], three["total"]) == (3, "general-sum", None)


def test_the_command_describes_one_game(call: Any) -> None:
    _, out, _ = call("games", "nim:2,2")
    assert out.startswith("nim:2,2: 2 players, deterministic, zero-sum, perfect information;")
    assert json.loads(call("games", "kalah", "--json")[1])["moves_again"] is True
    code, _, err = call("games", "nope")
    assert code == 2 and err.count("\n") == 1
