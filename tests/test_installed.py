"""Games of other packages, by their entry points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, installed
from zermelo.errors import BadGame
from zermelo.web.game_registry import GameRegistry

RULES = """
from zermelo.games.nim import Nim

class TakingGame(Nim):
    '''Nim under another name.'''
"""

POINTS = """[zermelo.games]
taking = taking_game:TakingGame
broken-game = no_such_package:Game
no-game = json:loads
Not A Name = taking_game:TakingGame
chess = taking_game:TakingGame
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package, as pip leaves it."""
    (tmp_path / "taking_game.py").write_text(RULES)
    info = tmp_path / "taking_game-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: taking-game\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    installed.list_installed.cache_clear()
    installed.load_class.cache_clear()
    yield
    monkeypatch.undo()
    installed.list_installed.cache_clear()
    installed.load_class.cache_clear()


@pytest.mark.usefixtures("package")
def test_an_installed_game_has_a_name_everywhere(call: Any) -> None:
    game = catalogue.game("taking:2,2")
    assert type(game).__name__ == "TakingGame" and game.full_title == "taking:2,2"
    assert "taking" in catalogue.names() and "taking" in catalogue.display_names()
    assert GameRegistry().get("taking:2,2").start().piles == (2, 2)
    code, out, _ = call("search", "minimax", "taking:2,2")
    assert code == 0 and "minimax on taking:2,2" in out
    assert "Nim under another name. taking:m,p,misere" in " ".join(call("games")[1].split())


@pytest.mark.usefixtures("package")
def test_a_broken_package_breaks_only_itself(call: Any) -> None:
    why = "broken-game of taking-game 1.5 cannot be loaded: ModuleNotFoundError"
    with pytest.raises(BadGame, match=why):
        catalogue.game("broken-game")
    with pytest.raises(BadGame, match="json:loads is not a Game"):
        catalogue.game("no-game")
    code, out, err = call("games")
    assert code == 0 and "broken-game" not in out and why in err
    assert "broken-game" not in catalogue.display_names()


@pytest.mark.usefixtures("package")
def test_the_games_of_the_package_keep_their_names() -> None:
    assert type(catalogue.game("chess")).__name__ == "Chess"
    assert "Not A Name" not in catalogue.names()
