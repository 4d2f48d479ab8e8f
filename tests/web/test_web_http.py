"""Questions over HTTP, valid and invalid."""

from __future__ import annotations

import json
import random
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from server import CHOMP, PATIENCE, Served, error_of, own_file
from studios import ROOT

from zermelo import catalogue
from zermelo.web.app import ERROR_KINDS
from zermelo.web.worker import STATUS


def test_questions_over_http(served: Served) -> None:
    assert served.client.get("/api/v1/catalogue").json()["version"] == 1
    assert served.post("position", game="Chomp:2,2").json()["actions"][0] == {
        "name": "1a",
        "cells": [2],
    }
    assert served.post("film", game="tree:two-ply").json()["result"]["value"] == 3
    file = served.post("export", game="tree:two-ply", format="svg")
    assert file.headers[
        "content-disposition"
    ] == 'attachment; filename="two-ply-alphabeta.svg"' and file.text.startswith("<svg")
    posed = served.post("exercise", seed=3).json()
    assert served.post("grade", answer=posed["form"]).json()["right"] is False


def test_the_security_headers_are_on_every_answer(served: Served) -> None:
    for path in (
        "/show/stepper.js",
        "/show/stepper.css",
        "/show/tree.css",
        "/api/v1/catalogue",
        "/nothing",
        "/show/nothing",
    ):
        headers = served.client.get(path).headers
        assert (
            "default-src 'none'" in headers["content-security-policy"]
            and "unsafe" not in headers["content-security-policy"]
        )
        assert (
            headers["x-content-type-options"] == "nosniff"
            and headers["referrer-policy"] == "no-referrer"
        )
        assert "access-control-allow-origin" not in headers
    assert "prefers-color-scheme" in served.client.get("/show/tree.css").text


@pytest.mark.parametrize(
    ("status", "kind", "request_"),
    [
        (404, "BadGame", {"json": {"game": "nope"}}),
        (404, "BadGame", {"json": {"game": "mine.py:Chomp"}}),
        (400, "BadRequest", {"json": {}}),
        (400, "BadRequest", {"json": [1]}),
        (400, "BadRequest", {"json": {"game": 7}}),
        (400, "BadRequest", {"json": {"game": "nim", "moves": "2-1"}}),
        (422, "BadAction", {"json": {"game": "nim", "moves": ["x"]}}),
        (422, "BadPosition", {"json": {"game": "tic-tac-toe", "position": "?"}}),
        (422, "BadTree", {"json": {"game": "tree:[1,"}}),
        (
            400,
            "BadRequest",
            {"content": b'{"game": "nim"', "headers": {"content-type": "application/json"}},
        ),
        (
            400,
            "BadRequest",
            {"content": b"\xff\xfe", "headers": {"content-type": "application/json"}},
        ),
        (
            400,
            "BadRequest",
            {"content": b'{"game": NaN}', "headers": {"content-type": "application/json"}},
        ),
        (
            400,
            "BadRequest",
            {"content": b"[" * 200_000, "headers": {"content-type": "application/json"}},
        ),
        (
            400,
            "BadRequest",
            {
                "content": rb'{"game": "nim", "position": ["\ud800"]}',
                "headers": {"content-type": "application/json"},
            },
        ),
        (
            400,
            "BadRequest",
            {
                "content": b'{"game": "\xed\xa0\x80"}',
                "headers": {"content-type": "application/json"},
            },
        ),
        (404, "BadGame", {"json": {"game": r"tree:{'name': '\ud800', 'children': [1, 2]}"}}),
        (
            413,
            "TooLarge",
            {"content": b" " * 300_000, "headers": {"content-type": "application/json"}},
        ),
        (413, "TooLarge", {"json": {"game": "tree:[" + "1," * 35_000 + "1]"}}),
        (415, "BadRequest", {"content": b'{"game": "nim"}'}),
        (415, "BadRequest", {"data": {"game": "nim"}}),
        (403, "Forbidden", {"json": {"game": "nim"}, "headers": {"host": "evil.example"}}),
        (403, "Forbidden", {"json": {"game": "nim"}, "headers": {"origin": "http://evil.example"}}),
    ],
)
def test_refusals_over_http(
    served: Served, status: int, kind: str, request_: dict[str, Any]
) -> None:
    answer = served.client.post("/api/v1/position", **request_)
    assert (answer.status_code, error_of(answer)) == (status, kind)
    assert served.post("position", game="nim:2,2").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("POST", "/api/v1/nothing", 404, "NotFound"),
        ("GET", "/api/v1/nothing", 404, "NotFound"),
        ("POST", "/api/v1/position/", 404, "NotFound"),
        ("GET", "/api/v1/position", 405, "BadMethod"),
        ("GET", "/api/v1/tree/edit", 405, "BadMethod"),
        ("POST", "/api/v1/catalogue", 405, "BadMethod"),
        ("PUT", "/api/v1/position", 405, "BadMethod"),
        ("FOO", "/api/v1/position", 405, "BadMethod"),
        ("POST", "/show/tree.css", 405, "BadMethod"),
        ("DELETE", "/main.js", 405, "BadMethod"),
    ],
)
def test_wrong_addresses_and_methods(
    served: Served, method: str, path: str, status: int, kind: str
) -> None:
    answer = served.client.request(method, path, json={})
    assert (answer.status_code, error_of(answer)) == (status, kind)
    allowed = {"POST"} if "/api/" in path and "catalogue" not in path else {"GET", "HEAD"}
    told = answer.headers.get("allow")
    assert (told and set(told.split(", "))) == (allowed if status == 405 else None)


def test_no_address_leads_out_of_the_page(served: Served) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/api/v1/../../../etc/passwd"):
        assert served.client.get(path).status_code == 404


def test_a_body_that_does_not_arrive_is_refused(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.web.app.BODY_TIMEOUT", 0.1)
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as there:
        address = f"POST /api/v1/position HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        head = f"{address}Content-Type: application/json\r\n"
        there.sendall(f"{head}Content-Length: 50\r\n\r\n{{".encode())
        told = b""
        while b"}" not in told and (more := there.recv(1 << 16)):  # head and body may come apart
            told += more
    assert told.startswith(b"HTTP/1.1 408 ") and b'"kind":"TooSlow"' in told


def test_numbers_that_no_float_holds_are_refused(served: Served) -> None:
    large = "9" * 400
    trees = [
        f"[{large},1]",
        f"{{'root':[1,2],'bounds':[0,{large}]}}",
        f"[(1,2,-{large}),(1,2,3)]",
        f"random,high={large}",
    ]
    trees.append(f"{{'player':'chance','children':[1,2],'probabilities':[1,{large}]}}")
    for text in trees:
        assert error_of(served.post("film", game=f"tree:{text}")) == "BadTree"
    assert (
        error_of(
            served.post(
                "tree/edit", game="tree:two-ply", changes=[{"path": [0, 0], "value": int(large)}]
            )
        )
        == "BadTree"
    )


def test_fuzzed_requests_do_not_harm_the_server(served: Served) -> None:
    rng = random.Random(20)
    whole = json.dumps(
        {
            "game": "tic-tac-toe",
            "moves": ["b2", "a1"],
            "algorithm": "alphabeta",
            "depth": 1,
            "format": "svg",
        }
    ).encode()
    for do in ("position", "film", "export", "tree/edit", "exercise", "grade", "roll"):
        for _ in range(30):
            body = bytearray(whole)
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(body))
                body[at : at + rng.randint(0, 3)] = bytes(
                    rng.randrange(256) for _ in range(rng.randint(0, 3))
                )
            answer = served.client.post(
                f"/api/v1/{do}", content=bytes(body), headers={"content-type": "application/json"}
            )
            assert answer.status_code in (200, 400, 404, 413, 422), (do, bytes(body), answer.text)
            if answer.status_code != 200:
                error_of(answer)
    assert served.post("position", game="nim:2,2").status_code == 200


FAULTS = {
    "Raises": ("def start(self):", "def start(self):\n        raise RuntimeError('no\\nbar')"),
    "Leaves": ("def start(self):", "def start(self):\n        import sys\n        sys.exit(3)"),
    "Dies": ("def start(self):", "def start(self):\n        import os\n        os._exit(3)"),
    "Hangs": ("def start(self):", "def start(self):\n        while True: pass"),
    "Boards": ("def board(self, s):", "def board(self, s):\n        return s.nothing"),
    "Counts": ("def start(self):", "players = 'two'\n\n    def start(self):"),
    "Names": ("def start(self):", "names = (3, {4})\n\n    def start(self):"),
    "Defaults": ("rows: int = 3", "rows: float = float('nan')"),
}


@pytest.mark.slow
def test_a_faulty_game_is_named_and_the_others_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.web.app.QUICK_TIMEOUT", 5.0)
    own = [
        own_file(tmp_path, f"{name}.py", **{old: new, "Chomp": name})
        for name, (old, new) in FAULTS.items()
    ]
    own.append(
        own_file(
            tmp_path,
            "half.py",
            **{
                "def start(self):": r"names = ('\ud800', 'b')" + "\n\n    def start(self):",
                "Chomp": "Half",
            },
        )
    )
    warned: list[str] = []
    served = Served([*own, CHOMP], warn=warned.append)
    try:
        found = served.client.get("/api/v1/catalogue").json()
        assert [game["name"] for game in found["games"]][-2:] == ["Half", "Chomp"] and len(
            found["games"]
        ) == len(catalogue.names()) + 2
        faults = {one["name"]: one["error"] for one in found["faulty"]}
        assert list(faults) == list(FAULTS) and warned == [
            f"{name} is not offered: {why}" for name, why in faults.items()
        ]
        assert faults["Raises"] == f"{tmp_path / 'Raises.py'}:28: RuntimeError: no bar"
        assert all(faults.values()) and not any("\n" in why or "Traceback" in why for why in warned)
        assert served.post("position", game="Chomp:2,2").status_code == 200
    finally:
        served.close()


DIES_ONCE = """def start(self):
        import os, pathlib
        if not (sign := pathlib.Path(__file__).with_suffix(".dead")).exists():
            sign.touch()
            os._exit(3)"""


def test_a_game_whose_worker_was_killed_is_asked_about_again(tmp_path: Path) -> None:
    served = Served([own_file(tmp_path, "once.py", **{"def start(self):": DIES_ONCE})])
    try:
        found = served.client.get("/api/v1/catalogue").json()
        assert (found["games"][-1]["name"], found["faulty"], (tmp_path / "once.dead").exists()) == (
            "Chomp",
            [],
            True,
        )
    finally:
        served.close()


def test_the_table_of_errors_has_every_status(tmp_path: Path) -> None:
    rows = re.findall(
        r"^\| (\d{3}) \| ([^|]+) \|", (ROOT / "docs/web.md").read_text(encoding="utf-8"), re.M
    )
    documented = {int(status): kinds for status, kinds in rows}
    assert {*ERROR_KINDS, *(code for _, code in STATUS)} <= set(documented)
    no_player = {
        "def player(self, s):": "def player(self, s): return None\n\n    def other(self, s):",
        "Chomp": "Nobody",
    }
    faulty = own_file(tmp_path, "no_player.py", **no_player)
    served = Served(
        [
            own_file(
                tmp_path,
                "raises.py",
                **{
                    "def name(self, s, a):": "def text(self, s):\n        s.nothing\n\n"
                    "    def name(self, s, a):"
                },
            ),
            faulty,
        ]
    )
    try:
        for asked, status in {"Nobody": 422, "Nobody:x": 404, "nope": 404}.items():
            answer = served.post("film", game=asked, depth=1)
            assert (answer.status_code, error_of(answer)) == (
                status,
                "BadGame",
            ) and "`BadGame`" in documented[status]
        answer = served.post("position", game="Chomp")
        assert answer.status_code == 500 and f"`{error_of(answer)}`" in documented[500]
        assert "raises.py:" in answer.json()["error"]["message"]
        answer = served.client.get("/api/v1/position")
        assert f"`{error_of(answer)}`" in documented[answer.status_code]
    finally:
        served.close()
