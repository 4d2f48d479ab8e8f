"""Games that are saved, loaded, listed and taken back; from the terminal to the studio and back."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue
from zermelo.cli.play import make_sheet
from zermelo.cli.shared_options import GivenPosition
from zermelo.errors import BadGame, BadLimit, BadRecord
from zermelo.record.sheet import ScoreSheet
from zermelo.web.game_registry import GameRegistry
from zermelo.web.record_api import answer_record, answer_record_file
from zermelo.web.request_fields import Fields

TEEKO = str(Path(__file__).parent.parent / "examples" / "teeko.py")
EINSTEIN = str(Path(__file__).parent.parent / "examples" / "einstein.py")
GAMES = ("connect-four:5,4", "chess", "go:5", "pig:20", "checkers", "othello", TEEKO, EINSTEIN)


def make(name: str, moves: int = 0) -> ScoreSheet:
    """The sheet that the command makes, after some random moves."""
    given = GivenPosition(name)
    game, state = given.load(history=True)
    sheet = make_sheet(given, game, state)
    rng = random.Random(3)
    for _ in range(moves):
        sheet.add(rng.choice(game.options(sheet.state)))
    return sheet


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_is_loaded_again(name: str, tmp_path: Path) -> None:
    sheet, other = make(name, 6), make(name)
    sheet.save(tmp_path / "game.txt")
    other.load(tmp_path / "game.txt")
    assert other.state == sheet.state and other.list_moves() == sheet.list_moves()
    assert len(other.list_moves()) == 6 and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_studio_opens_what_the_terminal_saved_and_the_other_way_round(
    name: str, tmp_path: Path
) -> None:
    sheet, back = make(name, 6), make(name)
    games = GameRegistry([name] if name.endswith(".py") else [])
    opened = answer_record(games, Fields({"text": sheet.write(), "game": "tic-tac-toe"}))
    assert opened["fault"] is None and opened["count"] == 6
    assert opened["line"] == [line.split(" ", 2)[2] for line in sheet.list_moves()]
    fields = {"game": opened["game"], "moves": opened["moves"], "position": opened["position"]}
    saved = answer_record_file(games, Fields({k: v for k, v in fields.items() if v is not None}))
    (tmp_path / saved["name"]).write_text(saved["text"], encoding="utf-8")
    back.load(tmp_path / saved["name"])
    assert back.state == sheet.state


def test_a_game_that_begins_elsewhere_keeps_its_first_position(tmp_path: Path) -> None:
    sheet, other = make("tic-tac-toe", 3), make("tic-tac-toe")
    sheet.set_up(sheet.game.load("XO1/3/3 X"))
    sheet.add(sheet.game.parse(sheet.state, "b2"))
    assert sheet.list_moves() == ["1 X b2"]
    sheet.save(tmp_path / "a")
    other.load(tmp_path / "a")
    assert other.state == sheet.state and other.list_moves() == ["1 X b2"]
    other.go_back(0)
    assert other.state == other.game.start()


def test_back_to_any_move() -> None:
    sheet = make("tic-tac-toe", 5)
    states = [step.state for step in sheet.steps]
    with pytest.raises(BadLimit, match="'9' is not a move to go back to: moves are 1 to 5"):
        sheet.go_back_to("9")
    sheet.go_back_to("3")
    assert sheet.state == states[2] and len(sheet.list_moves()) == 2
    with pytest.raises(BadLimit, match="there is no move yet"):
        make("nim:2,2").go_back_to("1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Game "othello"]\n\n1. f5', "this is a game of othello, not of connect-four:5,4"),
        ('[Game "connect-four:7,6"]\n\n1. 4', "not of connect-four:5,4"),
        ('[Game "os.py:Evil"]\n\n1. 4', "this is a game of os.py:Evil"),
        ("1. 9", "'9' is not legal here"),
    ],
)
def test_a_wrong_file_changes_nothing(text: str, words: str, tmp_path: Path) -> None:
    sheet = make("connect-four:5,4", 4)
    before = sheet.list_moves()
    (tmp_path / "a.txt").write_text(text)
    with pytest.raises((BadGame, BadRecord), match=words):
        sheet.load(tmp_path / "a.txt")
    (tmp_path / "b.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="is not a text of a game"):
        sheet.load(tmp_path / "b.txt")
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        sheet.load(tmp_path / "c.txt")
    with pytest.raises(BadRecord, match="cannot be written"):
        sheet.save(tmp_path / "none" / "a.txt")
    assert sheet.list_moves() == before


def test_the_usual_arguments_are_the_same_game(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("4453")
    sheet = make("connect-four")
    sheet.load(tmp_path / "a.txt")
    assert sheet.list_moves()[0].endswith(" 4") and len(sheet.moves) == 4


def test_at_the_prompt(tmp_path: Path, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typed = "history\n1\nhistory\nundo 9\nundo 1\nhistory\n1\nsave mine.txt\nload none\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code, out, err = call("play", "connect-four:4,4", "--depth", "2", "--save", "kept.txt")
    assert code == 0 and out.count("There is no move yet.") == 2, err
    assert "1 First 1" in out and "is not a move to go back to: moves are 1 to 2" in out
    assert "saved in mine.txt" in out and "none cannot be read: No such file" in out
    assert (tmp_path / "kept.txt").read_text() == (tmp_path / "mine.txt").read_text()
    monkeypatch.setattr("sys.stdin", io.StringIO("history\nquit\n"))
    code, out, _ = call("play", "connect-four:4,4", "--depth", "2", "--load", "mine.txt")
    assert code == 0 and "1 First 1" in out
    code, out, err = call("play", "othello", "--load", "mine.txt")
    assert (code, out) == (2, "") and err.count("\n") == 1 and "not of othello" in err
    code, _, err = call("play", "othello", "--load", "mine.txt", "--moves", "f5")
    assert code == 2 and "--load says where the game stands" in err


def test_an_own_game_is_named_by_its_class() -> None:
    sheet = make(TEEKO, 2)
    assert sheet.write().startswith('[Game "Teeko"]')
    assert sheet.same(TEEKO) and not sheet.same("chess")
    assert catalogue.find_own(TEEKO) is not None
