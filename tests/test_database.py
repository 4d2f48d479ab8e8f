"""The file of a database: what is in it, what is refused, and the commands that read it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zermelo import catalogue, solve
from zermelo.cli import run
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.solve import Database
from zermelo.solve.blocks import BLOCK, BadDatabase, BlockFile, read_block, write_block
from zermelo.solve.export import export_table


@pytest.fixture(scope="module")
def ttt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("db") / "ttt.zdb"
    solve.database(catalogue.game("tic-tac-toe"), path, gear="plain")
    return path


def ask(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# ---------------------------------------------------------------------- the file


@pytest.mark.parametrize("count", [1, 2, 1000, BLOCK])
@pytest.mark.parametrize("kind", ["<u2", "<u4", "<f8"])
def test_blocks(count: int, kind: str) -> None:
    rng = np.random.default_rng(count)
    keys = np.cumsum(rng.integers(1, 1 << 40, count))
    words = rng.integers(0, 1 << 15, count).astype(kind)
    block = write_block(keys, words)
    got, values = read_block(block, count, keys[:1], kind, 1)
    assert got.tolist() == keys.tolist() and values.tolist() == words.tolist()


def test_a_block_of_vectors() -> None:
    keys, words = np.arange(5) * 7, np.arange(15.0).reshape(5, 3)
    _, values = read_block(write_block(keys, words), 5, keys[:1], "<f8", 3)
    assert values.tolist() == words.tolist()


def test_every_flipped_byte_is_found(tmp_path: Path) -> None:
    game = catalogue.game("nim:2,2")
    whole = solve.database(game, tmp_path / "nim.zdb", gear="plain").path.read_bytes()
    path = tmp_path / "flipped.zdb"
    for i in range(len(whole)):
        path.write_bytes(whole[:i] + bytes([whole[i] ^ 1 << i % 8]) + whole[i + 1 :])
        with pytest.raises(BadDatabase):
            solve.verify(Database(path, game), "plain")


def test_every_cut_is_found(tmp_path: Path) -> None:
    game = catalogue.game("nim:2,2")
    whole = solve.database(game, tmp_path / "nim.zdb", gear="plain").path.read_bytes()
    path = tmp_path / "cut.zdb"
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with pytest.raises(BadDatabase):
            Database(path, game)


def test_a_wrong_value_is_found(ttt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checksums are right, the value is not: as if the solver had been wrong."""
    game = catalogue.game("tic-tac-toe")
    read, code = BlockFile.read, Database(ttt, game).code
    changes = {1: 1 << code.bits, 4000: 1 << code.bits}
    for place, change in changes.items():

        def read_wrongly(
            self: BlockFile, number: int, place: int = place, change: int = change
        ) -> Any:
            keys, words = read(self, number)
            words = words.copy()
            words[place] += change
            return keys, words

        monkeypatch.setattr(BlockFile, "read", read_wrongly)
        found = solve.verify(Database(ttt, game), "plain")
        assert not found.ok and found.wrong >= 1
        assert "do not follow" in str(found)


class Misere(TicTacToe):
    """The same states, other rules."""

    def utility(self, s: Any, p: int) -> float:
        return -super().utility(s, p)


def test_other_rules_are_refused(ttt: Path) -> None:
    with pytest.raises(BadDatabase, match="was made with other rules: those of tic-tac-toe"):
        Database(ttt, Misere())


def test_the_digest_does_not_depend_on_what_is_not_a_rule(ttt: Path) -> None:
    class Renamed(TicTacToe):
        """A docstring."""

        names = ("A", "B")

        def name(self, s: Any, a: int) -> str:
            return f"cell {a}"

    assert Database(ttt, Renamed()).positions == 5478


@pytest.mark.parametrize("text", [b"", b"zermelo", b"not a database at all, but a longer text"])
def test_other_files_are_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "x.zdb"
    path.write_bytes(text)
    with pytest.raises(BadDatabase, match="is not a database"):
        Database(path)


def test_another_version_is_refused(ttt: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.zdb"
    path.write_bytes(ttt.read_bytes().replace(b"zermelo-db 0001", b"zermelo-db 0002"))
    with pytest.raises(BadDatabase, match="another version of the format"):
        Database(path)


def test_the_header_counts_by_value_and_remoteness(ttt: Path) -> None:
    db = Database(ttt)
    rows = db.tally()
    assert sum(count for _, _, count in rows) == 5478
    ends = {payoff: count for payoff, plies, count in rows if plies == 0}
    assert ends == {-1.0: 316, 0.0: 16, 1.0: 626}  # lines of O, full boards, lines of X
    assert db.summary() == {"1": 2936, "0": 1068, "−1": 1474}


# ---------------------------------------------------------------------- the commands


def test_solve_all_and_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nim.zdb"
    code, out, err = ask(capsys, "solve-all", "nim:2,2", "-o", path, "--gear", "plain", "--json")
    assert (code, err) == (0, "")
    content = json.loads(out)
    assert content["positions"] == 12 and content["counts"] == {"1": 6, "−1": 6}
    assert content["start"] == {"payoff": -1.0, "kind": "lose", "remoteness": 3}
    code, out, _ = ask(capsys, "db", "info", path)
    assert code == 0 and "12 in 1 tier\n" in out and "lose in 3 plies" in out
    assert list(tmp_path.iterdir()) == [path]


def test_probe(ttt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "db", "probe", ttt, "--moves", "a1 b1")
    lines = out.splitlines()
    assert code == 0 and lines[0] == "win in 5 plies" and lines[1].endswith("win in 4 plies")
    code, out, _ = ask(capsys, "db", "probe", ttt, "--moves", "a1 b1", "--json")
    content = json.loads(out)
    assert content["kind"] == "win" and len(content["moves"]) == 7
    code, _, err = ask(capsys, "db", "probe", ttt, "--moves", "a1 a1")
    assert code == 2 and "move 2" in err and err.count("\n") == 1


def test_verify_and_tally(ttt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "db", "verify", ttt, "--gear", "plain")
    assert (code, out) == (0, "5,478 positions, all follow from their successors\n")
    code, out, _ = ask(capsys, "db", "tally", ttt, "--json")
    rows = json.loads(out)["rows"]
    assert {"payoff": 0.0, "remoteness": 9, "positions": 1} in rows


def test_a_damaged_file_fails_to_verify(
    ttt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(ttt.read_bytes())
    data[len(data) // 2] ^= 1
    path = tmp_path / "damaged.zdb"
    path.write_bytes(data)
    code, out, err = ask(capsys, "db", "verify", path, "--gear", "plain", "--json")
    found = json.loads(out)
    assert (code, err, found["ok"]) == (1, "", False)
    assert found["problems"] == [f"{path} is damaged in its block 0: the checksum is wrong"]
    path.write_text("a,b,c\n")
    code, _, err = ask(capsys, "db", "verify", path)
    assert code == 2 and "is not a database" in err


def test_export(ttt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ttt.csv"
    code, out, _ = ask(capsys, "db", "export", ttt, "-o", path)
    assert code == 0 and out.startswith("5,478 positions")
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    first = next(row for row in rows if row["position"] == "3/3/3 X")
    assert (first["payoff"], first["kind"], first["remoteness"]) == ("0.0", "tie", "9")
    code, _, err = ask(capsys, "db", "export", ttt, "-o", tmp_path / "ttt.txt")
    assert code == 2 and "as .csv or .parquet" in err
    code, _, err = ask(capsys, "db", "export", ttt, "-o", tmp_path / "no" / "ttt.csv")
    assert code == 2 and "No such file or directory" in err and err.count("\n") == 1


def test_a_table_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = solve.database(catalogue.game("nim:2,2"), tmp_path / "nim.zdb", gear="plain")
    path = tmp_path / "nim.csv"
    path.write_text("an older table")
    monkeypatch.setattr(BlockFile, "read_all", lambda _: iter([db.blocks.read(0), None]))
    with pytest.raises(TypeError):
        export_table(db, path)
    assert path.read_text() == "an older table"
    assert sorted(tmp_path.iterdir()) == [path, db.path]


def test_parquet(ttt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    code, _, _ = ask(capsys, "db", "export", ttt, "-o", tmp_path / "ttt.parquet")
    table = parquet.read_table(tmp_path / "ttt.parquet")
    assert code == 0 and table.num_rows == 5478
    assert table.column_names == ["key", "position", "player", "payoff", "kind", "remoteness"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("db", "info", "nothing.zdb"), "nothing.zdb: No such file or directory"),
        (("solve-all", "go:2"), "go:2 forbids repeated positions"),
        (("solve-all", "nim:2,2", "-o", "no/x.zdb"), "no is not a folder"),
        (("solve-all", "nim:2,2", "-o", "folder"), "folder is a folder: name a file"),
        (("solve-all", "nim:2,2", "-o", ""), ". is a folder: name a file"),
        (("solve-all", "nim:2,2", "-o", "x.zdb"), "x.zdb.work is a file"),
        (("solve-all", "nim:2,2", "-o", "y.zdb", "--resume"), "plan.json is damaged"),
        (("db", "verify", "folder"), "folder is a folder"),
    ],
)
def test_bad_calls_get_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("x.zdb.work").touch()
    Path("y.zdb.work").mkdir()
    Path("y.zdb.work/plan.json").write_text("{")
    code, out, err = ask(capsys, *arguments)
    assert code == 2 and out == "" and message in err and err.count("\n") == 1


@pytest.mark.parametrize("name", ["nim:2,2", "kalah:2,2", "pig:4"])
def test_a_database_finds_its_game_by_itself(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.zdb"
    made = solve.database(catalogue.game(name), path, gear="plain")
    found = Database(path)
    assert type(found.game) is type(made.game)
    assert found.probe(found.game.start()) == made.probe(made.game.start())
    assert name in repr(found)
