"""Attacks on the questions about records, positions, predictions and shared files."""

from __future__ import annotations

from typing import Any

import pytest
from server import Served, error_of

from zermelo.web.app import MAX_RECORD_BODY, QUICK, SLOW

IMAGE = "<img src=x onerror=alert(1)>"

FORGED = (
    {"host": "evil.example"},
    {"host": "127.0.0.1:1"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
)


@pytest.mark.parametrize("headers", FORGED, ids=str)
def test_no_question_is_answered_to_another_page(served: Served, headers: dict[str, str]) -> None:
    for question in (*QUICK, *SLOW):
        answer = served.client.post(f"/api/v1/{question}", json={}, headers=headers)
        assert (question, answer.status_code, error_of(answer)) == (question, 403, "Forbidden")
    for path in ("glossary", "catalogue", "lectures/greenwald/table-8.svg"):
        assert served.client.get(f"/api/v1/{path}", headers=headers).status_code == 403, path


RECORDS = {
    "nested variations": ("chess", "1. e4 " + "(1. d4 " * 3000),
    "brackets alone": ("chess", "(" * 50_000),
    "an open comment": ("chess", "1. e4 {" + "{" * 50_000),
    "many games": ("chess", '[White "a"]\n\n1. e4 *\n\n' * 5000),
    "a repetition": ("chess", "1. Nf3 Nf6 2. Ng1 Ng8 " * 5000),
    "nested SGF": ("go", "(;SZ[9]" + "(;B[aa]" * 5000),
    "SGF of brackets": ("go", "(" * 50_000),
    "an open value": ("go", "(;SZ[9]C[" + "x" * 100_000),
    "open tags": ("chess", "[" * 50_000),
    "numbers alone": ("chess", "1. " * 20_000),
    "signs alone": ("chess", "1. e4 " + "$99999999999999999999 " * 2000),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_monstrous_record_is_read_as_far_as_it_goes(served: Served, name: str) -> None:
    game, text = RECORDS[name]
    answer = served.post("record", game=game, text=text)
    assert answer.status_code == 200
    found = answer.json()
    assert found["game"] == game and len(found["games"]) <= 500
    assert found["fault"] is None or len(found["fault"]["message"]) < 500


def test_the_variations_of_a_record_have_a_limit_of_depth(served: Served) -> None:
    """A line of two knights, each move a variation of the one before, in the next bracket."""
    moves = ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "]
    others = ["Nc3 ", "Nc6 ", "Nb1 ", "Nb8 "]
    nested = "".join(f"{moves[i % 4]}({others[i % 4]}" for i in range(3000))
    found = served.post("record", game="chess", text=nested).json()
    assert found["fault"] is not None and found["count"] < 1000


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("record", {"game": "chess", "text": "x" * 1_600_000}),
    ("record", {"game": "chess", "text": "1. e4 \x00"}),
    ("record", {"game": "chess", "text": f'[Game "{IMAGE}"]\n\n1'}),
    ("record", {"game": "chess", "text": "1. e4", "number": 10**9}),
    ("record/file", {"game": "chess", "moves": "e4~(~d4", "format": "pgn"}),
    ("record/file", {"game": "chess", "moves": "e4", "tags": {"White": 7}}),
    ("record/file", {"game": "chess", "moves": "e4", "format": "../x"}),
    ("share", {}),
    ("share", {"kind": IMAGE}),
    ("share", {"kind": "game", "game": "chess", "moves": "e4", "shown": 10**9}),
    ("share", {"kind": "game", "game": "chess", "moves": "e4", "lines": 7}),
    ("share", {"kind": "game", "game": "chess", "moves": "e4", "values": [[]]}),
    ("share", {"kind": "game", "game": "chess", "moves": "e4~" + "(~d4~" * 2000}),
    ("share", {"kind": "game", "game": f"tree:{IMAGE}", "moves": ""}),
    ("setup", {"game": "chess", "cells": ["9" * 5000] * 64}),
    ("setup", {"game": "chess", "cells": [""] * 63}),
    ("setup", {"game": "chess", "cells": [""] * 64, "details": {"castling": "K" * 9999}}),
    ("setup", {"game": "chess", "cells": [""] * 64, "details": {}, "cell": 10**9, "piece": "♔"}),
    ("setup", {"game": "chess", "cells": [""] * 64, "details": {}, "cell": 0, "piece": IMAGE[:10]}),
    ("prediction", {"written": "9" * 5000, "right": "3"}),
    ("prediction", {"written": "1/0", "right": "3"}),
    ("prediction", {"written": "9**9**9", "right": "3"}),
    ("film", {"game": "tree:two-ply", "opened": [0] * 5000}),
    ("film", {"game": "tree:two-ply", "opened": ["0"]}),
]


@pytest.mark.parametrize(("question", "fields"), WRONG)
def test_a_wrong_question_is_refused_in_one_line(
    served: Served, question: str, fields: dict[str, Any]
) -> None:
    answer = served.post(question, **fields)
    assert answer.status_code in (400, 404, 413, 422)
    assert error_of(answer) and len(answer.text) < 1500


def test_a_record_beyond_all_measure_is_not_read(served: Served) -> None:
    body = b'{"game": "chess", "text": "' + b"x" * (MAX_RECORD_BODY + 1) + b'"}'
    headers = {"content-type": "application/json"}
    answer = served.client.post("/api/v1/record", content=body, headers=headers)
    assert (answer.status_code, error_of(answer)) == (413, "TooLarge")


@pytest.mark.parametrize("cell", [IMAGE, "1e999", "99999999999999999999○", "−1", "\u202e"])
@pytest.mark.parametrize("game", ["chess", "2048", "backgammon", "kalah", "go", "pig"])
def test_cells_of_nonsense_are_in_no_position(served: Served, game: str, cell: str) -> None:
    """Go takes what is not a stone for an empty crossing."""
    count = len(served.post("setup", game=game).json()["board"]["cells"])
    answer = served.post("setup", game=game, cells=[cell] * count, details={"to move": IMAGE})
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        found = answer.json()
        assert found["error"] or game == "go"
        assert cell not in (found["position"] or "")
