"""Books of proven values: the file, the maker, the package's book, and who looks it up."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import catalogue
from zermelo.book import BadBook, BookMove, Proven, find_book, make_book, open_book, shelf
from zermelo.book.book import rank
from zermelo.book.file import MAGIC, BookFile, make_header, read_book
from zermelo.book.knowledge import FROM_BOOK, open_knowledge
from zermelo.book.rules import digest_arguments, digest_text
from zermelo.engine import Engine
from zermelo.errors import Unsuitable
from zermelo.frame.question import Limits
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def with_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZERMELO_BOOK", raising=False)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "small.zbk"
    make_book(catalogue.game("connect-four:4,4"), path, 3, gear="plain", memory=4)
    return path


# ---------------------------------------------------------------------- who looks it up


def test_no_book_is_used_for_another_board_or_other_rules() -> None:
    assert find_book(catalogue.game("connect-four:5,4")) is None
    assert find_book(ConnectFour(5, 4)) is None

    class Reversed(ConnectFour):
        def utility(self, s: Any, p: int) -> float:
            return -super().utility(s, p)

    assert find_book(Reversed()) is None


def test_commands_answer_from_a_file(small: Path, call: Any) -> None:
    asked = ["connect-four:4,4", "--book", str(small)]
    code, out, _ = call("analyse", *asked)
    lines = out.splitlines()
    assert code == 0 and len(lines) == 5
    assert lines[-1] == "0 for First (proven), best move 2; from the book"
    assert sorted(line.split()[0] for line in lines[:-1]) == ["1", "2", "3", "4"]
    code, out, _ = call("solve", *asked, "--moves", "1")
    assert code == 0 and out.splitlines()[0].endswith("; from the book")
    code, out, _ = call("analyse", *asked, "--moves", "4", "--json")
    assert code == 0 and '"from the book"' in out and '"algorithm": "book"' in out


@pytest.mark.parametrize("options", [["--depth", "2"], ["--nodes", "50"], ["--without", "etc"]])
def test_a_search_that_is_asked_for_searches(small: Path, call: Any, options: list[str]) -> None:
    asked = ["connect-four:4,4", "--book", str(small), "--gear", "plain", "--seconds", "5"]
    code, out, _ = call("analyse", *asked, *options)
    assert code == 0 and "nodes in" in out and "from the book" not in out


@pytest.mark.slow
def test_players_answer_from_a_file(small: Path) -> None:
    game = catalogue.game("connect-four:4,4")
    oracle = zermelo.player(game, book=small)
    answer = oracle.think(lines=4)
    assert answer.exact and answer.notes[0] == FROM_BOOK and answer.nodes == 0
    assert len(answer.variations) == 4 and oracle.move() == answer.action
    assert oracle.think(nodes=20).nodes > 0
    assert zermelo.player(game, book=None, gear="plain").think(nodes=20).nodes > 0


def test_values_are_for_the_player_who_is_asked_about(tmp_path: Path) -> None:
    game, path = ConnectFour(4, 3, 3), tmp_path / "won.zbk"
    make_book(game, path, 2, gear="plain", memory=1)
    s = game.after(["2"])
    own = open_knowledge(game, path).answer(s, Limits(lines=4))
    other = open_knowledge(game, path).answer(s, Limits(lines=4, player=0))
    assert own is not None and other is not None
    assert (own.player, own.value, other.player, other.value) == (1, -1, 0, 1)
    assert own.action == other.action and own.distance == other.distance == 8


def test_a_hint_comes_from_a_book(small: Path, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\nquit\n"))
    code, out, _ = call("play", "connect-four:4,4", "--level", "1", "--book", str(small))
    assert code == 0 and "from the book" in out


# ---------------------------------------------------------------------- making


def test_a_book_holds_what_the_engine_proves(small: Path) -> None:
    game = catalogue.game("connect-four:4,4")
    book, engine = open_book(small, game), Engine(game, gear="plain", memory=1)
    for moves in ([], ["1"], ["4"], ["2", "2"], ["1", "2", "3"]):
        s = game.after(moves)
        result = engine.prove(s)
        assert book.find(s) == (result.value, result.distance)
    assert book.find(game.after(["1", "2", "3", "4"])) is None


def test_a_maker_that_was_killed_goes_on(tmp_path: Path, small: Path, call: Any) -> None:
    path = tmp_path / "four.zbk"
    work = tmp_path / "four.zbk.work"
    make = ["book", "make", "connect-four:4,4", "--plies", "3", "--gear", "plain", "-o", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", *make], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    while process.poll() is None and (not work.exists() or work.read_bytes().count(b"\n") < 4):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert work.exists() and not path.exists()
    with work.open("ab") as out:
        out.write(b'["0123", 1.0, 2')  # a line that was not finished
    code, _, err = call(*make)
    assert code == 2 and "go on with --resume" in err and work.exists()
    before = work.read_bytes()
    entries = before.count(b"\n") - 1
    code, out, _ = call(*make, "--resume")
    assert code == 0 and entries >= 3 and not work.exists()
    assert "ply 0: 1 with 0" in out
    assert read_book(path).entries == read_book(small).entries


def test_work_of_other_rules_is_refused(tmp_path: Path, call: Any) -> None:
    path = tmp_path / "x.zbk"
    (tmp_path / "x.zbk.work").write_text("")
    make = ["book", "make", "connect-four:3,3,3", "-o", str(path), "--gear", "plain", "--resume"]
    assert call(*make)[0] == 0
    with (tmp_path / "x.zbk.work").open("w") as work:
        from zermelo.book.maker import write_line

        write_line(work, '{"game": "other"}')
    code, _, err = call(*make)
    assert code == 2 and "other rules" in err


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("pig", "without chance"),
        ("tri-halma", "two players"),
        ("chess", "repetition"),
    ],
)
def test_games_without_a_book_are_refused(call: Any, tmp_path: Path, game: str, why: str) -> None:
    code, _, err = call("book", "make", game, "-o", str(tmp_path / "x.zbk"))
    assert code == 2 and why in err and err.count("\n") == 1


def test_infinite_games_are_refused() -> None:
    class Odd(Nim):
        def start(self) -> Any:
            return object()

    with pytest.raises(Unsuitable, match="states of numbers"):
        make_book(Odd(1, 1), "x.zbk", 1)


# ---------------------------------------------------------------------- the file


def test_a_damaged_file_is_refused(small: Path, tmp_path: Path) -> None:
    data = small.read_bytes()
    path = tmp_path / "broken.zbk"
    for place in (len(MAGIC) + 2, len(MAGIC) + 30, len(data) - 1):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(BadBook, match="damaged"):
            read_book(path)
    for size in (0, 5):
        path.write_bytes(data[:size])
        with pytest.raises(BadBook, match="not a book"):
            read_book(path)
    for size in (len(MAGIC), len(MAGIC) + 6, 100, len(data) - 1):
        path.write_bytes(data[:size])
        with pytest.raises(BadBook, match="damaged"):
            read_book(path)


def test_bad_files_give_one_line(small: Path, tmp_path: Path, call: Any) -> None:
    for arguments, words in (
        (["analyse", "connect-four", "--book", str(tmp_path / "no.zbk")], "cannot be read"),
        (["analyse", "connect-four", "--book", __file__], "is not a book"),
        (["analyse", "connect-four", "--book", str(small)], "other arguments"),
        (["analyse", "nim:2,2", "--book", str(small)], "other rules"),
        (["book", "info", "nim"], "the package has no book of nim"),
        (["book", "make", "nim", "-o", str(tmp_path / "no" / "x.zbk")], "is not a folder"),
    ):
        code, _, err = call(*arguments)
        assert code == 2 and words in err and err.count("\n") == 1


def test_a_file_keeps_any_payoffs(tmp_path: Path) -> None:
    game = Nim(2, 2)
    entries = {1: Proven(-0.5), 2**64 - 1: Proven(17, 65534), 3: Proven(1e-9, 0)}
    BookFile(make_header(game), entries).write(tmp_path / "x.zbk")
    assert read_book(tmp_path / "x.zbk").entries == entries


def test_a_book_of_changed_rules_is_not_used(tmp_path: Path) -> None:
    game = catalogue.game("connect-four")
    header = make_header(game, plies=0) | {"rules": "0" * 64}
    BookFile(header, {}).write(tmp_path / "connect-four.zbk")
    with pytest.warns(shelf.BookWarning, match=r"connect-four.zbk was made with other rules"):
        assert find_book(game, tmp_path) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find_book(game, tmp_path) is None  # it is said once


# ---------------------------------------------------------------------- the digest

GAME = """
from zermelo.games.connect_four import ConnectFour

WIN = 1

class Mine(ConnectFour):
    def utility(self, s, p):
        {comment}
        return self._score(s, p)

    def _score(self, s, p):
        return {score}

    def evaluate(self, s, p):
        return {estimate}
"""


def load(folder: Path, **texts: str) -> Any:
    usual = {"comment": "", "score": "super().utility(s, p) * WIN", "estimate": "0"}
    folder.mkdir()
    path = folder / "mine.py"
    path.write_text(GAME.format(**usual | texts))
    return catalogue.game(f"{path}:Mine")


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    return (tmp_path / str(i) for i in range(99))


def test_the_digest_changes_with_the_rules_alone(folders: Iterator[Path]) -> None:
    usual = digest_text(load(next(folders)))
    assert digest_text(load(next(folders), comment="# a comment")) == usual
    assert digest_text(load(next(folders), comment='"""A docstring."""')) == usual
    assert digest_text(load(next(folders), estimate="0.5")) == usual
    assert digest_text(load(next(folders), score="super().utility(s, p) * -WIN")) != usual
    assert digest_text(ConnectFour()) != usual
    assert digest_arguments(ConnectFour(7, 6)) != digest_arguments(ConnectFour(6, 7))
    assert digest_arguments(ConnectFour(7, 6)) == digest_arguments(ConnectFour())


def test_a_book_without_distances_has_the_same_values(tmp_path: Path, call: Any) -> None:
    game = catalogue.game("connect-four:4,3,3")
    make = ["book", "make", "connect-four:4,3,3", "--gear", "plain", "--memory", "1"]
    assert call(*make, "-o", str(tmp_path / "all.zbk"))[0] == 0
    assert call(*make, "--no-distances", "-o", str(tmp_path / "few.zbk"))[0] == 0
    whole, few = (open_book(tmp_path / f"{name}.zbk", game) for name in ("all", "few"))
    assert {key: one.value for key, one in whole.file.entries.items()} == {
        key: one.value for key, one in few.file.entries.items()
    }
    assert any(one.distance for one in whole.file.entries.values())
    assert not any(one.distance for one in few.file.entries.values())
    s = game.after(["2"])
    engine = Engine(game, gear="plain", memory=1)
    assert engine.prove(s).distance == 8 and engine.prove(s, distance=False).distance is None


def test_a_win_at_once_is_better_than_one_of_unknown_distance() -> None:
    moves = [BookMove(0, 1.0, None), BookMove(1, 1.0, 1), BookMove(2, 0.0, None)]
    ordered = sorted(moves, key=lambda move: rank(move, -1.0, 1.0), reverse=True)
    assert [move.action for move in ordered] == [1, 0, 2]
    lost = [BookMove(0, -1.0, 1), BookMove(1, -1.0, None)]
    assert max(lost, key=lambda move: rank(move, -1.0, 1.0)).action == 1


def test_a_book_is_made_deeper(tmp_path: Path, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make = ["book", "make", "connect-four:4,3,3", "--gear", "plain", "--memory", "1"]
    make += ["--no-distances", "-o", str(tmp_path / "x.zbk")]
    assert call(*make, "--plies", "1")[0] == 0
    proven: list[Any] = []
    prove = Engine.prove

    def count(engine: Any, s: Any, **options: Any) -> Any:
        proven.append(s)
        return prove(engine, s, **options)

    monkeypatch.setattr(Engine, "prove", count)
    assert call(*make, "--plies", "2", "--resume")[0] == 0
    deeper = len(proven)
    whole = read_book(tmp_path / "x.zbk").entries
    (tmp_path / "x.zbk").unlink()
    assert call(*make, "--plies", "2")[0] == 0
    assert read_book(tmp_path / "x.zbk").entries == whole
    assert deeper == 0 < len(proven)  # every position after one ply is lost
