"""The gallery: every game in examples/ is whole, short, sound in both gears, and shows itself."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import catalogue
from zermelo.check import check_game
from zermelo.game import CHANCE
from zermelo.history import with_history
from zermelo.states import random_playout

FOLDER = Path(__file__).parent.parent / "examples"
GAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


def load(name: str) -> Any:
    return catalogue.game(str(FOLDER / f"{name}.py"))


def skip_chance(game: Any, s: Any) -> Any:
    while game.player(s) == CHANCE:
        s = game.result(s, game.options(s)[0])
    return s


def test_the_gallery_has_every_kind_of_game() -> None:
    games = [load(name) for name in GAMES]
    assert {game.players for game in games} == {1, 2, 3}
    assert sum(game.has_chance for game in games) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_both_gears_agree_and_no_check_fails(name: str) -> None:
    report = check_game(load(name), games=2, gear="compiled")
    assert report.ok and report.compiled, str(report)
    lines = (FOLDER / f"{name}.py").read_text(encoding="utf-8").splitlines()
    assert 40 <= len(lines) <= 100


@pytest.mark.parametrize("name", GAMES)
def test_many_games_pass_every_check(name: str) -> None:
    assert check_game(load(name), games=8, gear="plain").failures == []


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_and_read_back(name: str) -> None:
    game = load(name)
    s = skip_chance(game, game.start())
    assert zermelo.best_move(game, s, nodes=60, gear="plain") in game.options(s)
    for state in random_playout(game, random.Random(5), most=12):
        assert game.load(game.dump(state)) == state
        assert "Position(" not in game.text(state)


def test_quarto_is_won_by_a_common_feature() -> None:
    game = load("quarto")
    s = game.after(["slqf", "a1", "tlqf", "a2", "slrf", "a3", "slqh"])
    won = game.result(s, game.parse(s, "a4"))
    assert game.terminal(won) and game.utility(won, won.turn) == 1 and won.turn == s.turn
    lost = game.after(["b4", "tdrh", "a4"], s)
    assert not game.terminal(lost)


def test_the_die_of_einstein_chooses_the_stone_or_its_neighbours() -> None:
    game = load("einstein")
    s = game.load(f"Position(cells={(2, *[0] * 5, 5, *[0] * 17, -1)}, turn=0, die=4)")
    assert {number for number, _ in game.actions(s)} == {2, 5}
    assert {number for number, _ in game.actions(s._replace(die=5))} == {5}
    assert {number for number, _ in game.actions(s._replace(die=6))} == {5}
    won = s._replace(cells=(*[0] * 24, 5))
    assert game.terminal(won) and game.utility(won, 0) == 1


def test_a_row_of_2048_merges_each_pair_once() -> None:
    game = load("small_2048")
    assert game.slide((1, 1, 1, 2, 0, 2, 1, 1, 2), 0) == ((2, 1, 0, 3, 0, 0, 2, 2, 0), 16)
    assert game.slide((1, 1, 1, 2, 0, 2, 1, 1, 2), 1)[0] == (0, 1, 2, 0, 0, 3, 0, 2, 2)


def test_teeko_has_the_rules_of_the_package() -> None:
    game = load("teeko")
    assert {*vars(type(game))} & {"actions", "result", "terminal", "utility", "start"} == set()
    assert isinstance(game, catalogue.game_class("teeko"))
    s = game.after(["c3", "b2", "d3", "b3", "c2"])
    leads = [feature.lead for feature in game.features(s)]
    x = sum(w * lead for w, lead in zip(game.weights, leads, strict=True))
    assert game.evaluate(s, 0) == pytest.approx(game.scale(s, x)) != game.evaluate(s, 1)


def test_teeko_is_a_draw_when_positions_come_back() -> None:
    game = with_history(load("teeko"))
    s = game.after(["a5", "e1", "b5", "d1", "a4", "e2", "c3", "c2"], game.start())
    for _ in range(3):
        if not game.terminal(s):
            s = game.after(["a4-a3", "e2-e3", "a3-a4", "e3-e2"], s)
    assert game.terminal(s) and game.utility(s, 0) == 0
