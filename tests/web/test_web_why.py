"""The question why: the tree agrees with the lines that the page has."""

from __future__ import annotations

from typing import Any

import pytest
from server import ask

from zermelo.web.request_fields import BadRequest

MATE = {"game": "tic-tac-toe", "moves": ["a1", "b1", "a2", "b2"]}
LINES = [
    {"line": ["a3"], "value": 1, "exact": True, "distance": 1},
    {"line": ["c3", "c2"], "value": 2 / 9, "exact": False},
    {"line": ["c1"], "value": 1 / 9, "bound": "at most"},
]


@pytest.mark.parametrize(
    ("move", "text", "words"),
    [
        (None, "W1", "a3 wins in 1 ply for X: proven."),
        ("c3", "≈ +2", "c3 is about +2 open lines for X: an estimate at depth 3."),
        ("c1", "≤ +1", "c1 is at most +1 for X: an estimate at depth 3."),
    ],
)
def test_the_tree_has_the_value_of_the_line(move: str | None, text: str, words: str) -> None:
    found = ask("why", **MATE, lines=LINES, move=move, depth=3)
    assert found["text"] == text and found["sentence"].startswith(words)
    assert {one["move"] for one in found["moves"]} == {"a3", "c3", "c1"}
    item = next(one["item"] for one in found["moves"] if one["move"] == found["move"])
    assert f'class="node now best" data-i="{item}"' in found["svg"]
    assert "<style>" not in found["svg"] and text.replace("≤", "≤") in found["svg"]


def test_without_lines_the_position_is_searched() -> None:
    found = ask("why", **MATE)
    assert (found["move"], found["value"], found["exact"], found["distance"]) == ("a3", 1, True, 1)


def test_values_may_be_for_the_other_player() -> None:
    assert ask("why", **MATE, player=1)["text"] == "L1"


def test_lines_are_for_the_player_to_move_and_can_be_written_for_the_other() -> None:
    found = ask("why", **MATE, lines=LINES, move="c1", player=1)
    assert (found["text"], found["value"]) == ("≥ −1", -1 / 9)
    with pytest.raises(BadRequest, match="do not follow"):
        ask("why", game="tri-halma", lines=[{"line": ["a2-b3"], "value": 0.5}], player=1)


@pytest.mark.parametrize(
    "lines",
    [["a3"], [{"value": 1}], [{"line": ["a3"]}], [{"line": ["a3"], "value": 1, "bound": "about"}]],
)
def test_a_wrong_line_is_refused(lines: Any) -> None:
    with pytest.raises(BadRequest):
        ask("why", **MATE, lines=lines)


def test_a_false_claim_draws_no_false_proof() -> None:
    """A request may claim anything: only what is proven again is drawn below the claim."""
    lie = [{"line": ["c1", "b3"], "value": 1, "exact": True, "distance": 3}]
    found = ask("why", **MATE, lines=lie)
    assert "whole proof" not in found["sentence"]
