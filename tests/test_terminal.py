"""A terminal that shows nothing but ASCII, and bytes that no encoding knows."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys

import pytest

from zermelo import catalogue
from zermelo.board import in_ascii
from zermelo.states import random_playout
from zermelo.terminal import table

LIMITED = [
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


def called(
    *arguments: str, typed: bytes = b"", **setting: str
) -> subprocess.CompletedProcess[bytes]:
    surroundings = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "PYTHONIO", "PYTHONUTF8"))
    }
    return subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments],
        input=typed,
        capture_output=True,
        env=surroundings | setting,
    )


@pytest.mark.sampled
@pytest.mark.parametrize("setting", LIMITED)
@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["play", "chess"],
        ["--help"],
        ["strategy", "nim:2,2"],
        ["pacman", "alone", "--still"],
    ],
)
def test_signs_outside_the_encoding_are_written_in_ascii(
    arguments: list[str], setting: dict[str, str]
) -> None:
    done = called(*arguments, typed=b"quit\n", **setting)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii() and b"?" not in done.stdout


def test_fractions_in_ascii_are_still_numbers() -> None:
    arguments = ("trace", "expectimax", "tree:ghost", "--opponents", "uniform")
    lines = called(*arguments, PYTHONIOENCODING="ascii").stdout.decode().splitlines()
    assert "  B = 1/2*(-8) + 1/2*(-5) = -6 1/2" in lines
    assert "  C = 1/2*(-10) + 1/2*8 = -1" in lines


def test_a_board_is_as_its_ascii_form() -> None:
    game = catalogue.game("chess")
    shown = called("play", "chess", typed=b"quit\n", PYTHONIOENCODING="ascii").stdout.decode()
    assert game.ascii_text(game.start()) in shown


def test_an_encoding_keeps_what_it_has() -> None:
    shown = called(
        "play", "connect-four", typed=b"quit\n", PYTHONIOENCODING="latin-1"
    ).stdout.decode("latin-1")
    assert "You are First X." in shown and "· · ·" in shown


def test_json_loses_nothing() -> None:
    texts = [
        json.loads(called("show", "connect-four", "--moves", "4", "--json", **setting).stdout)[
            "text"
        ]
        for setting in LIMITED
    ]
    assert all("· · · ● · · ·" in text for text in texts)


def test_bytes_that_are_not_text_do_not_end_a_game() -> None:
    for encoding in ("ascii", "utf-8"):
        done = called("play", "nim:1,2", typed=b"\xff\xe9\n1-1\n", PYTHONIOENCODING=encoding)
        assert done.returncode == 0
        assert done.stdout.decode().endswith("You win.\n")


@pytest.mark.parametrize("arguments", [["pacman", "alone"], ["play", "checkers"]])
def test_the_option_ascii_writes_ascii(arguments: list[str]) -> None:
    done = called(*arguments, "--ascii", typed=b"quit\n", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0 and done.stdout.isascii()


@pytest.mark.skipif(os.name != "posix", reason="streams are closed by a shell")
def test_a_closed_stream_does_not_affect_the_others() -> None:
    def by_shell(line: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["sh", "-c", f'"$0" -m zermelo {line}', sys.executable], capture_output=True
        )

    done = by_shell("search minimax nim:2,2 2>&-")
    assert done.returncode == 0 and done.stdout.startswith(b"minimax on nim:2,2: ")
    done = by_shell("search minimax nim:2,2 >&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = by_shell("play nim:2,2 <&-")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "zermelo", "games"], stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (
        1,
        b"zermelo: the output could not be written: No space left on device\n",
    )


@pytest.mark.parametrize("width", [30, 60, 120])
def test_a_table_says_everything_in_any_width(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    table([("a-name:" + "x" * 30, "what it is about"), ("b", "and another one")])
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue())
    assert "".join(plain.split()) == "a-name:" + "x" * 30 + "whatitisaboutbandanotherone"
    assert max(map(len, plain.splitlines())) <= width


@pytest.mark.parametrize("name", catalogue.names())
def test_every_board_in_ascii_is_ascii_and_tells_the_same(name: str) -> None:
    game = catalogue.game(name)
    signs = set()
    for seed in range(3):
        for s in random_playout(game, random.Random(seed), most=60):
            assert game.ascii_text(s).isascii() and "?" not in game.ascii_text(s)
            board = game.board(s)
            if board is not None:
                assert board.text(ascii_only=True).isascii()
                assert len(board.text(ascii_only=True)) == len(board.text())
                signs |= {sign or (" " if "•" in board.cells else "·") for sign in board.cells}
    assert len({in_ascii(sign) for sign in signs}) == len(signs)
