"""What `zermelo show` tells of a position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo import catalogue
from zermelo.cli import run
from zermelo.history import with_history
from zermelo.position import verdict


def shown(capsys: Any, *arguments: str) -> str:
    assert run(["show", *arguments]) == 0
    return str(capsys.readouterr().out)


def test_a_position_is_shown(capsys: Any) -> None:
    assert shown(
        capsys, "tic-tac-toe", "--position", "1O1/1X1/3 X", "--moves", "a1"
    ).splitlines() == [
        "3  · O ·",
        "2  · X ·",
        "1  X · ·",
        "   a b c",
        "O to move",
        "position: 1O1/1X1/X2 O",
        "evaluation: +4 open lines for X",
        "actions: a3 c3 a2 c2 b1 c1",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tic-tac-toe", "--moves", "a1 b1 a2 b2 a3"], "over: X wins, 1 : −1"),
        (["tic-tac-toe", "--position", "XOX/XOO/OXX O"], "over: a draw, 0 : 0"),
        (
            ["chess", "--moves", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"],
            "over: a draw",
        ),  # the third time
        (["tree:three-player", "--moves", "a1 b1 d1"], "over: C wins, 1 : 2 : 6"),
        (["backgammon"], "chance decides"),
        (["backgammon", "--moves", "3-1"], "\n8/5 6/5\n"),
        (["backgammon", "--moves", "3-1 8/5 6/5"], "chance decides"),
    ],
)
def test_the_status_names_the_mover_or_the_ending(
    capsys: Any, arguments: list[str], words: str
) -> None:
    assert words in shown(capsys, *arguments)


@pytest.mark.parametrize(
    ("game", "position", "moves", "told"),
    [
        ("chess", None, "f3 e5 g4 Qh4", "Black wins by checkmate."),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "A draw by stalemate."),
        ("chess", "7k/8/8/8/8/8/R7/K7 w - - 99 80", "Ra3", "A draw by the 50-move rule."),
        ("chess", "7k/8/8/8/8/8/8/K6N w - - 0 1", "", "A draw by insufficient material."),
        (
            "chess",
            None,
            "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
            "A draw by repetition: the position has occurred 3 times.",
        ),
        ("checkers", "W:W:B1", "", "Black wins: White has no men left."),
        (
            "checkers",
            "B:WK32:BK1",
            "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32",
            "A draw by repetition: the position has occurred 3 times.",
        ),
        ("checkers:draw=2", "B:WK32:BK1:H3", "1-5", "A draw: 2 moves without progress."),
        ("othello:4", "XXXXXXXXXXXX---O X", "", "Black wins, 12 discs to 1."),
        (
            "othello",
            "X" * 60 + "---O X",
            "",
            "Black wins, 60 discs to 1, and gets the 3 empty squares.",
        ),
        ("othello:4", "XXXXXXXXOOOOOOOO X", "", "A draw, 8 discs each."),
        ("dots-and-boxes:1,2", "11/111/10 -1 second", "h22", "Second wins, 2 boxes to 0."),
        ("dots-and-boxes:1,1", "1/11/0 +0 first", "h21", "First wins, 1 box to 0."),
        ("kalah:2,3", "0,0+5/0,0+7 South", "", "North wins, 7 seeds to 5."),
        ("go:3", None, "B2 pass pass", "Black wins, 9 points to 7.5 (komi of 7.5 included)."),
        ("go:3,komi=0", None, "pass pass", "A draw, 0 points each."),
        ("pig:goal=20", "20 3 0 second", "", "First wins, 20 points to 3."),
        ("2048:goal=8", "8,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 score 16", "", "8 is reached; score 16."),
        ("2048", "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 score 40", "", "No move is left; score 40."),
        (
            "pacman:%%%%%/%P.G%/%%%%%",
            "%%%%%/%_.P%/%%%%% P3,1 A3,1 score:328 eaten",
            "",
            "Pac-Man is eaten; score 328.",
        ),
        ("pacman:%%%%%/%P.G%/%%%%%", None, "east", "All dots are eaten; score 509."),
        ("tri-halma:2", "C2/4/4B/4/2A B 74", "", "A is home first; steps to go: B 4, C 2."),
        (
            "tri-halma:2",
            "C2/1A2/4B/4/3 A 0",
            "",
            "C is nearest to home, and no turns are left; steps to go: A 3, B 4.",
        ),
        ("backgammon", "AAAAvlcUCAEAAA White", "", "Black wins a gammon, 2 points."),
    ],
)
def test_the_ending_is_a_sentence(game: str, position: str | None, moves: str, told: str) -> None:
    played = with_history(catalogue.game(game))
    s = played.after(moves.split(), None if position is None else played.load(position))
    assert played.terminal(s) and verdict(played, s) == told


def test_json(capsys: Any) -> None:
    data = json.loads(shown(capsys, "hex:3", "--moves", "b2", "--json"))
    assert (data["game"], data["player_name"], data["over"], data["payoffs"]) == (
        "hex:3",
        "Blue",
        False,
        None,
    )
    assert data["position"] == "3/1R1/3 B" and len(data["actions"]) == 8
    assert data["board"]["slant"] == 1 and data["board"]["cells"][4] == "●"


def test_in_ascii(capsys: Any) -> None:
    text = shown(capsys, "checkers", "--ascii")
    assert text.isascii() and "1-4  . b . b . b . b" in text
