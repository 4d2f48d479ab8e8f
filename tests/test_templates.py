"""`zermelo new` writes games that are sound as they are."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import CHANCE, catalogue
from zermelo.check import check_game
from zermelo.errors import BadGame
from zermelo.templates import KINDS, write_game


def make(kind: str, folder: Path) -> Any:
    file, _ = write_game(f"my {kind}", kind, folder)
    return catalogue.game(str(file))


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_passes_every_check(kind: str, tmp_path: Path) -> None:
    game = make(kind, tmp_path)
    report = check_game(game, games=10, gear="plain")
    assert report.ok and report.notes == [] and type(game).__name__ == f"My{kind.capitalize()}"
    s = game.start()
    assert game.player(s) != CHANCE
    assert zermelo.best_move(game, s, nodes=60, gear="plain") in game.options(s)
    lines = (tmp_path / f"my_{kind}.py").read_text().splitlines()
    assert 50 <= len(lines) <= 130 and max(map(len, lines)) <= 100


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_game_is_played(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = call("new", f"my-{kind}", "--kind", kind)
    assert code == 0 and f"next: zermelo check my_{kind}.py" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nquit\n"))
    code, out, err = call("play", f"my_{kind}.py", "--depth", "1")
    assert code == 0 and "Type help" in out, err


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_its_test_passes_in_both_gears(kind: str, tmp_path: Path) -> None:
    game = make(kind, tmp_path)
    assert check_game(game, gear="compiled").compiled
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"test_my_{kind}.py"]
    assert subprocess.run(run, cwd=tmp_path, capture_output=True).returncode == 0


def test_nothing_is_overwritten(tmp_path: Path, call: Any) -> None:
    (tmp_path / "test_teeko.py").write_text("mine")
    code, out, err = call("new", "teeko", "--folder", str(tmp_path))
    assert (code, out, err.count("\n")) == (2, "", 1) and "is there already" in err
    assert [path.name for path in tmp_path.iterdir()] == ["test_teeko.py"]
    assert (tmp_path / "test_teeko.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["", "9 men", "a/b", "class", "ü"])
def test_a_wrong_name_gets_one_line(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadGame, match="cannot name a game; use letters, digits and hyphens"):
        write_game(name, "board", tmp_path)
    with pytest.raises(BadGame, match="no template is called 'war'; templates: board dice cards"):
        write_game("teeko", "war", tmp_path)
    assert list(tmp_path.iterdir()) == []
