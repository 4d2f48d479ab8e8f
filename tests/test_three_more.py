"""Games written in one go from the docs alone, three and three more: a dataclass, frozensets, an
Enum, dicts; a bare tuple as the state, strings and Enum members as actions and outcomes.

They are in tests/naive, unchanged since: whatever stumbled was mended in the package.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import Position, catalogue
from zermelo.check import check_game
from zermelo.frame.scale import bring_to_scale, note_of
from zermelo.game import CHANCE
from zermelo.web.game_registry import GameRegistry

FOLDER = Path(__file__).parent / "naive"
GAMES = {
    "onitama": True,
    "cantstop": True,
    "sokoban": False,
    "santorini": False,
    "oware": False,
    "zombies": False,
}
"""Whether the estimates of each are on another scale than its payoffs."""


def load(name: str) -> Any:
    return catalogue.game(str(FOLDER / f"{name}.py"))


@pytest.mark.parametrize("name", GAMES)
def test_check_names_only_what_is_wrong(name: str) -> None:
    report = check_game(load(name), games=4, gear="plain")
    wrong = ["a win must be worth more than every estimate"] if GAMES[name] else []
    assert [failure.check for failure in report.failures] == wrong
    assert bool(note_of(bring_to_scale(load(name)))) == GAMES[name]


@pytest.mark.parametrize("name", GAMES)
def test_one_call_plays_it_to_its_end(name: str) -> None:
    game = load(name)
    s = game.start()
    for _ in range(12):
        if game.terminal(s):
            break
        is_chance = game.player(s) == CHANCE
        a = game.options(s)[0] if is_chance else zermelo.best_move(game, s, nodes=40, gear="plain")
        assert a in game.options(s)
        s = game.result(s, a)
        assert game.load(game.dump(s)) == s
    assert repr(Position(game, s))


@pytest.mark.parametrize("name", GAMES)
def test_the_command_and_the_studio_take_it(
    name: str, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(FOLDER / f"{name}.py")
    code, out, err = call("analyse", file, "--depth", "2", "--gear", "plain")
    assert code == 0 and "best move" in out, err
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nposition\nquit\n"))
    code, out, err = call("play", file, "--depth", "1")
    assert code == 0 and "Type help" in out, err
    (user_game,) = GameRegistry([file]).user_games
    assert GameRegistry([file]).get(user_game).start() is not None


def test_the_scale_is_told_by_evaluate(call: Any) -> None:
    code, out, _ = call("evaluate", str(FOLDER / "onitama.py"))
    assert code == 0 and "the search scales them to lie between: here 0, 0" in out


def test_a_solved_puzzle_is_found() -> None:
    game = load("sokoban")
    result = zermelo.player(game, gear="plain", depth=6).think()
    assert (result.value, result.line) == (96.0, ("down", "right", "down", "right"))


def test_a_master_is_taken_at_once() -> None:
    """Red's tiger takes the master, or a student; each piece looked like a win."""
    game = load("onitama")
    s = game.load("Position(board='s.M.s.....t.t...........N')")
    assert game.name(s, zermelo.best_move(game, s, depth=1, gear="plain")) == "tiger c3c5"
