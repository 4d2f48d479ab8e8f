"""The package's book of connect four, and who answers from it."""

from __future__ import annotations

import io
import re
import sys
from typing import Any

import pytest

import zermelo
from zermelo import catalogue
from zermelo.book import Book, find_book
from zermelo.book.knowledge import FROM_BOOK, open_knowledge
from zermelo.book.shelf import find_path
from zermelo.frame.question import Limits
from zermelo.games.connect_four import ConnectFour
from zermelo.levels import choose_move

COUNTS = (
    (1, 0, 0),
    (1, 2, 4),
    (27, 12, 10),
    (35, 58, 145),
    (690, 200, 230),
    (1080, 697, 2486),
    (10889, 1943, 3590),
    (17507, 5944, 31408),
    (124624, 14676, 44975),
)
"""Positions of connect four by ply: won, drawn and lost for the first player (J. Tromp; the same
numbers as in shared/data/connect_four/7x6_ply_wdl.tsv)."""


@pytest.fixture(autouse=True)
def with_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZERMELO_BOOK", raising=False)


@pytest.fixture(scope="module")
def book() -> Book:
    found = find_book(catalogue.game("connect-four"))
    assert found is not None
    return found


def test_the_counts_are_the_known_ones(book: Book) -> None:
    assert book.plies is not None and book.plies >= 2
    found = [tuple(counts.get(v, 0) for v in (1.0, 0.0, -1.0)) for _, counts in book.tally()]
    assert found == list(COUNTS[: book.plies + 1])


def test_every_value_is_the_best_of_its_successors(book: Book) -> None:
    game, layer = book.game, [book.game.start()]
    for _ in range(book.plies or 0):
        for s in layer:
            best = book.moves(s)[0]
            assert book.find(s) == (best.value, best.distance)
        after = [game.result(s, a) for s in layer for a in game.options(s)]
        layer = list({game.canonical(s) for s in after})


def test_the_file_is_small() -> None:
    assert find_path(ConnectFour()).stat().st_size < 100_000


def test_commands_answer_from_the_book(call: Any) -> None:
    code, out, err = call("analyse", "connect-four")
    lines = out.splitlines()
    assert code == 0 and err == "" and len(lines) == 8
    assert re.fullmatch(
        r"1 for First( in 41 plies)? \(proven\), best move 4; from the book", lines[-1]
    )
    values = {line.split()[0]: line.split()[1] for line in lines[:-1]}
    assert values == dict(zip("4352617", ("1", "0", "0", "−1", "−1", "−1", "−1"), strict=True))
    code, out, _ = call("solve", "connect-four", "--moves", "1")
    assert code == 0 and re.match(r"1 for Second( in \d+ plies)? \(proven\), best move \d", out)
    code, out, _ = call("analyse", "connect-four", "--moves", "4", "--json")
    assert code == 0 and '"from the book"' in out and '"algorithm": "book"' in out
    code, out, _ = call("book", "info", "connect-four")
    assert code == 0 and "ply 1: 1 with 1, 2 with 0, 4 with −1" in out


@pytest.mark.parametrize(
    "options", [["--depth", "2"], ["--nodes", "50"], ["--book", "none", "--seconds", "0.1"]]
)
def test_a_search_that_is_asked_for_searches(call: Any, options: list[str]) -> None:
    code, out, _ = call("analyse", "connect-four", "--gear", "plain", *options)
    assert code == 0 and "nodes in" in out and "from the book" not in out


def test_players_and_the_last_level_know_the_book() -> None:
    game = catalogue.game("connect-four")
    assert zermelo.best_move(game) == 3
    answer = zermelo.player(game).think(lines=7)
    assert answer.exact and answer.notes[0] == FROM_BOOK and answer.nodes == 0
    assert [one.value for one in answer.variations] == [1, 0, 0, -1, -1, -1, -1]
    assert zermelo.player(game, book=None, gear="plain").think(nodes=20).nodes > 0
    s = game.after(["3"])
    known = choose_move(game, s, 10)
    assert known.exact and known.nodes == 0 and (known.player, known.value) == (1, 0)
    assert choose_move(game, s, 1).nodes > 0


def test_values_are_for_the_player_who_is_asked_about() -> None:
    game = catalogue.game("connect-four")
    s = game.after(["4"])
    own = open_knowledge(game).answer(s, Limits(lines=7))
    other = open_knowledge(game).answer(s, Limits(lines=7, player=0))
    assert own is not None and other is not None
    assert (own.player, own.value) == (1, -1) and (other.player, other.value) == (0, 1)
    assert own.action == other.action


def test_hints_and_reasons_come_from_the_book(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\nquit\n"))
    code, out, _ = call("play", "connect-four", "--level", "1")
    assert code == 0 and "best move 4" in out and "from the book" in out
    code, out, _ = call("why", "connect-four", "--move", "1")
    assert code == 0 and re.match(r"1 loses( in \d+ plies)? for First: proven\.", out)
