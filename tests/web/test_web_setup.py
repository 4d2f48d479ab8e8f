"""The question of the position editor: legal positions only, and why others are none."""

from __future__ import annotations

import random
from typing import Any

import pytest
from server import ask

from zermelo import catalogue
from zermelo.web.request_fields import BadRequest

WITH_BOARD = [
    name for name in catalogue.names()
    if catalogue.game(name).board(catalogue.game(name).start()) is not None
    and catalogue.game(name).pieces()
]  # fmt: skip


def edit(before: dict[str, Any], **act: Any) -> dict[str, Any]:
    details = {one["name"]: one["value"] for one in before["details"]} | act.pop("details", {})
    return ask("setup", game=before["game"], cells=before["board"]["cells"], details=details, **act)


def cell(setup: dict[str, Any], name: str) -> int:
    return setup["board"]["names"].index(name)


@pytest.mark.parametrize("name", [*WITH_BOARD, "othello:6", "go:5", "dots-and-boxes:2,2"])
def test_a_position_of_play_is_set_up_again(name: str) -> None:
    """Every position that play reaches is the one that its board and details describe."""
    game, rng = catalogue.game(name), random.Random(name)
    for _ in range(8):
        s = game.start()
        for _ in range(rng.randrange(40)):
            if not game.terminal(s):
                s = game.result(s, rng.choice(game.options(s)))
        if name == "pacman" and sum(sign.isalpha() for sign in game.board(s).cells) < 3:
            continue  # two are on one cell
        details = {one.name: one.value for one in game.details(s)}
        again = game.load(game.setup_text(game.board(s).cells, details))
        assert game.board(again).cells == game.board(s).cells
        assert game.details(again) == game.details(s)


@pytest.mark.parametrize("name", WITH_BOARD)
def test_every_board_can_be_cleared_and_set_up(name: str) -> None:
    """Nothing that a person can click fails; the start comes back."""
    setup = ask("setup", game=name)
    assert setup["error"] == "" and setup["position"]
    rng = random.Random(name)
    cleared = edit(setup, act="clear")
    for before in (setup, cleared):
        now = before
        for _ in range(12):
            i = rng.randrange(len(now["board"]["cells"]))
            now = edit(now, cell=i, piece=rng.choice(["", *now["pieces"]]))
            assert (now["position"] is None) <= bool(now["error"])
    assert edit(cleared, act="start")["position"] == setup["position"]


def test_chess_says_why_not() -> None:
    setup = ask("setup", game="chess", position="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert [one["value"] for one in setup["details"]] == ["White", "K", "-", "0", "1"]
    moved = edit(setup, **{"from": cell(setup, "h1"), "cell": cell(setup, "h8")})
    assert moved["position"] is None
    assert moved["error"] == "Black is in check, but White is to move"
    black = edit(moved, details={"castling": "K", "to move": "Black"})
    assert (
        black["position"] == "4k2R/8/8/8/8/8/8/4K3 b - - 0 1"
        and black["status"] == "Black to move; castling K is not possible here"
    )
    assert black["details"][1]["value"] == ""  # the right went with the rook
    lone = edit(black, cell=cell(black, "e1"), piece="")
    assert lone["error"] == "White has 0 kings; it must be one"


def test_a_cleared_board_has_no_rights_left_over() -> None:
    setup = edit(ask("setup", game="chess"), act="clear")
    for name, piece in (("g6", "♔"), ("a1", "♕"), ("g8", "♚")):
        setup = edit(setup, cell=cell(setup, name), piece=piece)
    assert setup["position"] == "6k1/8/6K1/8/8/8/8/Q7 w - - 0 1"


@pytest.mark.parametrize(
    ("game", "name", "piece", "words"),
    [
        ("connect-four", "row 1, column 1", "●", "has a disc hanging in the air"),
        ("tic-tac-toe", "b2", "O", "X moves first"),
        ("checkers", "", "⛂", "dark squares only"),
        ("othello", "d4", "", "four squares in the middle are never empty"),
        ("kalah", "South 1", "+1", "49 seeds; there are 48"),
        ("backgammon", "24", "○", "White has 16 men; there are 15"),
        ("tri-halma", "a1", "", "every player has"),
        ("pig", "first's points", "−1", ""),
        ("nim:3,2", "pile 1, match 2", "", ""),
        ("go:5", "C3", "●", ""),
        ("2048", "a1", "64", ""),
    ],
)
def test_games_say_why_not(game: str, name: str, piece: str, words: str) -> None:
    setup = ask("setup", game=game)
    now = edit(setup, cell=cell(setup, name), piece=piece)
    assert words in now["error"] and bool(words) == bool(now["error"])


def test_a_piece_is_dropped_where_a_seed_or_a_man_is_counted() -> None:
    setup = ask("setup", game="backgammon")
    at = cell(setup, "13")
    fewer = edit(setup, cell=at, piece="−1")
    assert (setup["board"]["cells"][at], fewer["board"]["cells"][at]) == ("5○", "4○")
    assert fewer["board"]["cells"][cell(fewer, "White's off")] == "1○" and fewer["position"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "coins"}, "has no position editor"),
        ({"game": "chess", "cells": ["x"], "details": {}}, "this board has 64 cells"),
        ({"game": "chess", "cells": [""] * 64}, "details is null"),
        ({"game": "chess", "cells": [""] * 64, "details": {"to move": 3}}, "short texts"),
        ({"game": "chess", "cells": [""] * 64, "details": {}, "cell": 0, "piece": "Z"}, "pieces"),
        ({"game": "kalah", "cells": ["x"] * 16, "details": {}, "cell": 0, "piece": "+1"}, "cells"),
    ],
)  # fmt: skip
def test_wrong_requests(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        ask("setup", **fields)
