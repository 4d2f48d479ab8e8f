"""What has been proven is kept on disk: bounded, by rules, for several processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue
from zermelo.book import memory as memory_room
from zermelo.book.file import Proven
from zermelo.book.knowledge import FROM_MEMORY, Knowledge, is_repeating, open_knowledge
from zermelo.book.memory import ProvenMemory, locking, prune
from zermelo.engine import Engine
from zermelo.frame.question import Limits
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.history import StateWithHistory, with_history

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def with_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ZERMELO_BOOK", raising=False)
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))


def analyse(game: Any, s: Any, lines: int = 9) -> Any:
    """A proof that counts as much work."""
    result = Engine(game, gear="plain", memory=1).search(s, lines=lines)
    assert result.exact
    return replace(result, nodes=10**6)


def test_a_later_session_answers_at_once_with_all_moves() -> None:
    game = TicTacToe()
    s = game.after(["b2", "b3"])
    limits = Limits(lines=7)
    first = open_knowledge(game, remembers=True)
    assert first.answer(s, limits) is None
    found = analyse(game, s)
    first.learn(s, found)
    known = open_knowledge(TicTacToe(), remembers=True).answer(s, limits)
    assert known is not None and known.notes[0] == FROM_MEMORY and known.nodes == 0
    assert (known.value, known.distance, known.exact) == (1.0, 5, True)
    values = {one.line[0]: (one.value, one.distance) for one in known.variations}
    wanted = {one.line[0]: (one.value, one.distance) for one in found.variations}
    wanted = {move: (v, d if v else None) for move, (v, d) in wanted.items()}
    assert values == wanted


def test_one_line_needs_one_move_only() -> None:
    game = TicTacToe()
    s = game.after(["b2", "b3"])
    knowledge = open_knowledge(game, remembers=True)
    knowledge.learn(s, replace(analyse(game, s, 1), variations=()))
    again = open_knowledge(TicTacToe(), remembers=True)
    known = again.answer(s, Limits())
    assert known is not None and known.value == 1 and known.action is not None
    assert again.answer(s, Limits(lines=2)) is None


def test_quick_proofs_estimates_and_games_without_one_value_are_not_kept() -> None:
    game = TicTacToe()
    s = game.after(["b2", "b3"])
    found = analyse(game, s)
    knowledge = open_knowledge(game, remembers=True)
    knowledge.learn(s, replace(found, nodes=10))
    knowledge.learn(s, replace(found, exact=False, variations=()))
    assert knowledge.memory is not None and not knowledge.memory.book.file.entries
    for name in ("tree:two-ply", "tri-halma"):
        assert open_knowledge(catalogue.game(name), remembers=True).memory is None


def test_other_rules_begin_with_nothing(tmp_path: Path) -> None:
    class Mine(TicTacToe):
        pass

    class Misere(TicTacToe):
        def utility(self, s: Any, p: int) -> float:
            return -super().utility(s, p)

    one, other = ProvenMemory(Mine()), ProvenMemory(Misere())
    one.add(one.game.start(), Proven(1.0, 3))
    assert one.save() and one.path != other.path
    Misere.__name__ = "Mine"
    assert not ProvenMemory(Misere()).book.file.entries
    os.replace(one.path, other.path)  # a file of other rules under this name
    assert not ProvenMemory(Misere()).book.file.entries


def test_a_broken_file_counts_as_empty_and_is_written_anew() -> None:
    game = TicTacToe()
    one = ProvenMemory(game)
    one.path.parent.mkdir(parents=True)
    one.path.write_bytes(b"zermelo-book 01\nnonsense")
    one = ProvenMemory(game)
    assert not one.book.file.entries
    one.add(game.start(), Proven(0.0))
    assert one.save()
    assert ProvenMemory(game).book.find(game.start()) == Proven(0.0)


def test_size_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory_room, "MOST_POSITIONS", 3)
    monkeypatch.setattr(memory_room, "MOST_FILES", 2)
    game = TicTacToe()
    for first in ("a1", "b1", "a2", "b2"):
        one = ProvenMemory(game)
        for second in ("c3", "b3"):
            one.add(game.after([first, second]), Proven(0.0))
        assert one.save()
    kept = ProvenMemory(game).book
    assert len(kept) == 3
    assert kept.find(game.after(["b2", "b3"])) and not kept.find(game.after(["a1", "c3"]))
    for i in range(4):
        (tmp_path / "proven" / f"old-{i}.zbk").write_bytes(b"")
        os.utime(tmp_path / "proven" / f"old-{i}.zbk", (i, i))
    prune(tmp_path / "proven")
    names = {path.name for path in (tmp_path / "proven").glob("*.zbk")}
    assert names == {one.path.name, "old-3.zbk"}


WRITER = """
import sys
from zermelo.book.memory import ProvenMemory
from zermelo.book.file import Proven
from zermelo.games.mnk import MNK
game = MNK(4, 4, 4)
first = int(sys.argv[1])
for second in set(range(16)) - {first}:
    memory = ProvenMemory(game)
    memory.add(game.result(game.result(game.start(), first), second), Proven(0.0))
    while not memory.save():
        pass
"""


def test_processes_merge_what_they_write() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(i)], env=environment) for i in (0, 5)
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    game = catalogue.game("mnk:4,4,4")
    kept = ProvenMemory(type(game)(4, 4, 4)).book
    for first in (0, 5):
        for second in set(range(16)) - {first}:
            s = game.result(game.result(game.start(), first), second)
            assert kept.find(s) == Proven(0.0)


def test_a_lock_is_waited_for_and_a_stale_one_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(memory_room, "PATIENCE", 0.05)
    one = ProvenMemory(TicTacToe())
    one.add(one.game.start(), Proven(0.0))
    one.path.parent.mkdir(parents=True)
    with locking(one.path) as is_mine:
        assert is_mine and not one.save() and one.unsaved
    assert one.save() and not one.unsaved
    lock = one.path.with_name(one.path.name + ".lock")
    lock.touch()
    os.utime(lock, (0, time.time() - 100))
    one.add(one.game.after(["a1"]), Proven(0.0))
    assert one.save()


def test_a_folder_that_cannot_be_written_costs_the_memory_only(tmp_path: Path) -> None:
    (tmp_path / "proven").write_text("a file where the folder should be")
    knowledge = open_knowledge(TicTacToe(), remembers=True)
    s = TicTacToe().after(["b2", "b3"])
    knowledge.learn(s, analyse(TicTacToe(), s))
    assert knowledge.answer(s, Limits(lines=7)) is not None


def test_positions_that_came_twice_are_searched() -> None:
    chess = with_history(catalogue.game("chess"))
    s = chess.start()
    assert not is_repeating(chess.game, s)
    for move in ("Nf3", "Nf6", "Ng1", "Ng8"):
        s = chess.result(s, chess.parse(s, move))
    assert isinstance(s, StateWithHistory) and is_repeating(chess.game, s)
    go = with_history(catalogue.game("go:5"))
    assert is_repeating(go.game, go.start())
    assert Knowledge(go).answer(go.start(), Limits()) is None
