"""The marks of players, and the sentence about a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.nim import Nim
from zermelo.web.catalogue_api import answer_user_game
from zermelo.web.game_registry import GameRegistry
from zermelo.web.player_marks import list_marks, tint_look
from zermelo.web.request_fields import Fields


class Three(Nim):
    players, total = 3, None
    names = ("Dan", "Eve", "Fay")


@pytest.mark.parametrize(
    ("names", "signs", "look"),
    [
        (("Black", "Red"), ("●", "○"), "plain first-black second-red"),
        (("White", "Black"), ("●", "○"), "plain first-white second-black"),
        (("White", "Black"), ("○", "●"), "plain second-white first-black"),
        (("Ann", "Bob"), ("●", "○"), "plain"),
        (("Red", "Blue"), ("X", "O"), "plain"),
    ],
)
def test_discs_have_the_colours_of_the_names(names: Any, signs: Any, look: str) -> None:
    game: Any = Breakthrough()
    game.names, game.signs = names, signs
    assert tint_look(game, "plain") == look and tint_look(game, "felt") == "felt"


def test_more_than_two_players_have_letters_of_their_own() -> None:
    game: Any = Three()
    assert list_marks(game) == ["D", "E", "F"] and tint_look(game, "plain") == "plain many-DEF"
    game.names = ("Ann", "Amy", "Bob")
    assert list_marks(game) == ["A", "B", "C"]
    game.signs = ("1", "2", "3")
    assert list_marks(game) == ["1", "2", "3"] and tint_look(game, "plain") == "plain"
    assert list_marks(Nim()) == ["", ""]


def test_a_class_without_a_docstring_has_no_sentence(tmp_path: Path) -> None:
    text = "from zermelo.games.nim import Nim\n\n\nclass Mine(Nim):\n    pass\n"
    (tmp_path / "mine.py").write_text(text)
    games = GameRegistry([str(tmp_path / "mine.py:Mine")])
    assert answer_user_game(games, Fields({"game": "Mine"}))["about"] == ""
    assert catalogue.describe_class(Nim) != ""
