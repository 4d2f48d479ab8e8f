"""The questions record and record/file: texts become the moves of a page, and back."""

from __future__ import annotations

from typing import Any

import pytest
from server import ask

from zermelo.errors import BadRecord
from zermelo.web.request_fields import BadRequest

PGN = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 $1 {best} e5 (1... c5 2. Nf3) 1-0\n'


def test_a_record_and_its_file() -> None:
    read = ask("record", game="tic-tac-toe", text=PGN)
    assert (read["game"], read["position"], read["fault"]) == ("chess", None, None)
    assert read["moves"] == "e4~$1~{best}~e5~(~c5~Nf3~)" and read["line"] == ["e4", "e5"]
    assert (read["count"], read["title"], read["games"]) == (
        4,
        "Ann – Bob, 1-0",
        ["Ann – Bob, 1-0"],
    )
    file = ask("record/file", game="chess", moves=read["moves"], tags=read["tags"])
    assert (file["name"], file["format"], file["formats"]) == ("chess.pgn", "pgn", ["pgn"])
    assert '[White "Ann"]' in file["text"]
    assert ask("record", game="nim", text=file["text"])["moves"] == read["moves"]


def test_a_mistake_leaves_what_was_before_it() -> None:
    read = ask("record", game="connect-four", text="4\r\n4 9")
    assert read["moves"] == "4~4"
    assert (read["fault"]["offset"], read["fault"]["length"]) == (4, 1)
    assert "move 2. (line 2, column 3): '9' is not legal here" in read["fault"]["message"]


def test_moves_that_go_on_from_a_position() -> None:
    here = {"game": "backgammon", "moves": ["3-1"]}
    assert ask("record", **here, text="8/5 6/5 6-2")["line"] == ["8/5 6/5", "6-2"]
    assert ask("record", **here, text="8/5 6/5~6-2")["line"] == ["8/5 6/5", "6-2"]
    start = {"game": "tic-tac-toe", "position": "X2/3/3 O", "moves": []}
    read = ask("record", **start, text="1... b2 (c3) 2. c1")
    assert (read["position"], read["moves"]) == ("X2/3/3 O", "b2~(~c3~)~c1")


def test_the_result_is_what_the_rules_say() -> None:
    tags = {"Result": "1-0", "White": "two\nlines", "Game": "go", "FEN": "zz"}
    text = ask("record/file", game="chess", moves="f3~e5~g4~Qh4#", tags=tags)["text"]
    assert '[Result "0-1"]' in text and '[White "two lines"]' in text and "zz" not in text
    assert '[Result "1-0"]' in ask("record/file", game="chess", moves="f3", tags=tags)["text"]


@pytest.mark.parametrize(
    ("do", "fields", "error", "words"),
    [
        ("record", {"game": "chess"}, BadRequest, "text is missing"),
        ("record", {"game": "chess", "text": "e4", "number": 3}, BadRecord, "has 1 games"),
        ("record/file", {"game": "chess", "moves": "e5"}, BadRecord, "'e5' is not legal"),
        (
            "record/file",
            {"game": "chess", "tags": {"White": 3}},
            BadRequest,
            "tags is not a JSON object",
        ),
        ("record/file", {"game": "chess", "format": "sgf"}, BadRecord, "formats: pgn"),
        ("record/file", {"game": "chess", "moves": "e4~("}, BadRecord, "a \\) is missing"),
    ],
)
def test_wrong_requests(do: str, fields: dict[str, Any], error: type, words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        ask(do, **fields)
    assert "\n" not in str(caught.value)


def test_a_game_and_an_exercise_are_shared_as_pages() -> None:
    line = [{"value": "+1", "line": "a1 b1"}]
    fields = {"game": "tic-tac-toe", "moves": "b2~{</script>}", "shown": 1, "values": ["", "W3"]}
    page = ask("share", kind="game", **fields, lines=line)
    text = page.content.decode()
    assert page.name == "tic-tac-toe.html" and text.count("</script>") == 2
    assert '"value": "W3"' in text and '"line": "a1 b1"' in text and "http://www.w3" in text
    assert len(text.split("https://")) == 1
    exercise = ask("share", kind="exercise", seed=3, algorithm="minimax")
    assert exercise.name == "exercise-minimax-3.html"
    with pytest.raises(BadRequest, match="a line has no moves"):
        ask("share", kind="game", **fields, lines=[{"value": "1"}])
    with pytest.raises(BadRequest, match="kind is missing"):
        ask("share", game="nim")
