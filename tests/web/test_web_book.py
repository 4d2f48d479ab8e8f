"""The studio answers from the book, and with what it has proven before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo.frame.cancel import Cancellation
from zermelo.web import warm_search
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields
from zermelo.web.stream_api import STREAM_HANDLERS


@pytest.fixture(autouse=True)
def with_knowledge(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ZERMELO_BOOK", raising=False)
    monkeypatch.setattr("zermelo.book.memory.find_folder", lambda: tmp_path)
    monkeypatch.setattr("zermelo.book.knowledge.WORTH_KEEPING", 1)
    warm_search._kept.clear()


def ask(question: str, **fields: Any) -> list[dict[str, Any]]:
    """The events of a question, in a session of its own."""
    heard: list[dict[str, Any]] = []
    warm_search._kept.clear()
    STREAM_HANDLERS[question](GameRegistry([]), Fields(fields), Cancellation(), heard.append)
    return heard


def test_connect_four_is_answered_from_the_book() -> None:
    started, step, done = ask("values", game="connect-four")
    assert (started["event"], step["event"], done["event"]) == ("started", "iteration", "done")
    assert done["result"]["algorithm"] == "book" and done["result"]["notes"] == ["from the book"]
    moves = {one["move"]: one["outcome"] for one in step["variations"]}
    assert moves == dict(zip("4351267", ("win", *2 * ("draw",), *4 * ("loss",)), strict=True))
    assert all(one["exact"] for one in step["variations"])
    assert done["move"] == "4"


def test_a_hint_and_the_last_level_play_from_the_book() -> None:
    hint = ask("think", game="connect-four", moves=["4"], level=1, hint=True)
    assert hint[-1]["result"]["algorithm"] == "book" and hint[-1]["result"]["exact"]
    strongest = ask("think", game="connect-four", moves=["4"], level=10)
    assert strongest[-1]["move"] == hint[-1]["move"]
    weak = ask("think", game="connect-four", moves=["4"], level=1, seed=1)
    assert weak[-1]["result"]["algorithm"] != "book"


def test_what_was_proven_is_known_in_the_next_session() -> None:
    question = {"game": "tic-tac-toe", "moves": ["b2", "b3"], "lines": 7}
    first = ask("analyse", **question)[-1]["result"]
    assert first["exact"] and first["algorithm"] != "book" and first["nodes"] > 0
    again = ask("analyse", **question)[-1]["result"]
    assert again["algorithm"] == "book" and again["notes"] == ["from an earlier session"]
    names = ("value", "exact", "distance", "player")
    assert {name: again[name] for name in names} == {name: first[name] for name in names}
    deeper = ask("analyse", **question, depth=3)[-1]["result"]
    assert deeper["algorithm"] != "book"


def test_a_position_in_the_book_is_proven_while_its_moves_are_searched() -> None:
    question = {"game": "connect-four", "moves": ["4", "4", "5"], "lines": 3, "seconds": 0.05}
    started, *_, done = ask("analyse", **question)
    assert done["result"]["algorithm"] != "book"  # the moves are not in the book
    known = started["known"]
    assert (known["exact"], known["outcome"], known["note"]) == (True, "win", "from the book")
    assert [view["text"] for view in known["written"]] == ["L", "W"]
    after, *_ = ask("analyse", **{**question, "moves": ["4", "4", "5", "1"]})
    assert (after["known"], after["book"]) == (None, 3)
