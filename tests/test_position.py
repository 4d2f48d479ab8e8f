"""What `zermelo show` tells of a position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo.cli import run


def shown(capsys: Any, *arguments: str) -> str:
    assert run(["show", *arguments]) == 0
    return str(capsys.readouterr().out)


def test_a_position_is_shown(capsys: Any) -> None:
    assert shown(capsys, "tic-tac-toe", "--position", "1O1/1X1/3 X", "--moves", "a1").splitlines() == [
        "3  · O ·",
        "2  · X ·",
        "1  X · ·",
        "   a b c",
        "O to move",
        "position: 1O1/1X1/X2 O",
        "actions: a3 c3 a2 c2 b1 c1",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tic-tac-toe", "--moves", "a1 b1 a2 b2 a3"], "over: X wins, 1 : −1"),
        (["tic-tac-toe", "--position", "XOX/XOO/OXX O"], "over: a draw, 0 : 0"),
        (["chess", "--moves", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"], "over: a draw"),  # the third time
        (["tree:three-player", "--moves", "a1 b1 d1"], "over: C wins, 1 : 2 : 6"),
        (["backgammon"], "chance decides"),
        (["backgammon", "--moves", "3-1"], "\n8/5 6/5\n"),
        (["backgammon", "--moves", "3-1 8/5 6/5"], "chance decides"),
    ],
)
def test_who_moves_or_how_it_ended(capsys: Any, arguments: list[str], words: str) -> None:
    assert words in shown(capsys, *arguments)


def test_json(capsys: Any) -> None:
    data = json.loads(shown(capsys, "hex:3", "--moves", "b2", "--json"))
    assert (data["game"], data["player_name"], data["over"], data["payoffs"]) == ("hex:3", "Blue", False, None)
    assert data["position"] == "3/1R1/3 B" and len(data["actions"]) == 8
    assert data["board"]["slant"] == 1 and data["board"]["cells"][4] == "●"


def test_in_ascii(capsys: Any) -> None:
    text = shown(capsys, "checkers", "--ascii")
    assert text.isascii() and "1-4  . b . b . b . b" in text
