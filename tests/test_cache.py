"""Compiled games on disk.

Found again by another process, noticed when a rule is edited, wherever the game lives.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, gears
from zermelo.gears import cache, compiler

GAME = """
from typing import NamedTuple
from zermelo import Game

STEP = 3

class State(NamedTuple):
    left: int
    turn: int

class Race(Game[State, int]):
    "Take one to STEP from the heap; who takes the last wins."
    def __init__(self, heap: int = 12):
        self.heap = heap
    def start(self):
        return State(self.heap, 0)
    def player(self, s):
        return s.turn
    def actions(self, s):
        yield from range(1, min(STEP, s.left) + 1)
    def result(self, s, a):
        return State(s.left - a, 1 - s.turn)
    def terminal(self, s):
        return s.left == 0
    def utility(self, s, p):
        return -1 if p == s.turn else 1
"""

REPORT = """
import json, sys
from zermelo import search, gears
from zermelo.search.minimax import value
from zermelo.watch import Watch

told = []
gears.listeners.append(lambda *what: told.append(what))

def report(game):
    result = search.minimax(game, gear="compiled")
    job = gears.compile_kernel(value, game, game.start(), 0, 99, Watch("compiled"))
    stats = job.module.entry.stats
    hits, misses = sum(stats.cache_hits.values()), sum(stats.cache_misses.values())
    answer = {"value": result.value, "hits": hits, "misses": misses, "told": len(told)}
    print(json.dumps(answer))
"""


def run(folder: Path, *arguments: str) -> dict[str, float]:
    """What a new process reports."""
    environment = {**os.environ, "ZERMELO_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "report.py").write_text(REPORT)
    (tmp_path / "race.py").write_text(GAME)
    return tmp_path


def test_a_second_process_finds_the_machine_code_and_an_edit_is_noticed(folder: Path) -> None:
    (folder / "main.py").write_text(
        "from report import report\nfrom race import Race\nreport(Race())\n"
    )
    assert run(folder, "main.py") == {"value": -1, "hits": 0, "misses": 1, "told": 1}
    assert run(folder, "main.py") == {"value": -1, "hits": 1, "misses": 0, "told": 0}
    (folder / "race.py").write_text(GAME.replace("STEP = 3", "STEP = 4"))
    assert run(folder, "main.py") == {"value": 1, "hits": 0, "misses": 1, "told": 1}
    (folder / "race.py").write_text(GAME.replace("return -1", "return -3"))
    assert run(folder, "main.py")["value"] == -3


def test_a_version_of_numba_that_was_not_tried_compiles_the_same_its_own_way(folder: Path) -> None:
    (folder / "main.py").write_text(
        "import sys, numba\n"
        "numba.version_info = numba.version_info._replace(short=(99, 0))\n"
        "from report import report\nfrom race import Race\nreport(Race())\n"
        "assert not {'zermelo.gears.quicker', 'zermelo.gears.omissions'} & set(sys.modules)\n"
    )
    assert run(folder, "main.py") == {"value": -1, "hits": 0, "misses": 1, "told": 1}
    assert run(folder, "main.py") == {"value": -1, "hits": 1, "misses": 0, "told": 0}


@pytest.mark.slow
def test_a_game_in_the_main_script(folder: Path) -> None:
    (folder / "script.py").write_text(GAME + "\nfrom report import report\nreport(Race())\n")
    assert run(folder, "script.py") == {"value": -1, "hits": 0, "misses": 1, "told": 1}
    assert run(folder, "script.py") == {"value": -1, "hits": 1, "misses": 0, "told": 0}


def test_an_edited_helper_in_another_file_is_noticed(folder: Path) -> None:
    (folder / "helper.py").write_text("def most(left):\n    return min(3, left)\n")
    text = GAME.replace("min(STEP, s.left)", "most(s.left)").replace(
        "STEP = 3", "from helper import most"
    )
    (folder / "race.py").write_text(text)
    (folder / "main.py").write_text(
        "from report import report\nfrom race import Race\nreport(Race())\n"
    )
    assert run(folder, "main.py")["value"] == -1
    (folder / "helper.py").write_text("def most(left):\n    return min(4, left)\n")
    assert run(folder, "main.py")["value"] == 1


def look(game: Any, s: Any) -> Any:
    return game.result(s, 1), game.terminal(s), 0.5


def test_the_code_of_a_game_names_no_other_game(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that has only one of two games with like states loads its code."""
    monkeypatch.setenv("ZERMELO_CACHE", str(folder / "cache"))
    (folder / "other.py").write_text(GAME.replace("left", "rest"))
    for name in ("race.py:Race", "other.py:Race"):
        game = catalogue.game(f"{folder}/{name}")
        gears.compile_kernel(look, game, game.start())
    files = list((folder / "cache").glob("*/__pycache__/*.nbc"))
    assert len(files) == 2
    for path in files:
        own = path.parts[-3].rpartition("-")[2].encode()
        assert set(re.findall(rb"zermelo_compiled_([0-9a-f]{20})", path.read_bytes())) == {own}


def test_a_file_edited_after_its_import_is_not_mixed_with_what_runs(folder: Path) -> None:
    script = """
    import pathlib, time
    from zermelo import search
    from zermelo.errors import NotCompilable
    from race import Race
    path = pathlib.Path("race.py")
    path.write_text(path.read_text().replace("return -1", "return -3"))
    try:
        search.minimax(Race(), gear="compiled")
    except NotCompilable as error:
        print('{"value": %d}' % ("was changed on disk after it was imported" in str(error)))
    """
    (folder / "main.py").write_text(textwrap.dedent(script))
    assert run(folder, "main.py")["value"] == 1


@pytest.mark.slow
def test_a_notebook_cell_and_a_redefined_one(folder: Path) -> None:
    """A cell's source is known to linecache under a made-up name, as IPython does it."""
    script = f"""
    import linecache
    from report import report
    def cell(number, text, scope):
        name = f"<ipython-input-{{number}}>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        exec(compile(text, name, "exec"), scope)
    scope = {{"__name__": "__main__"}}
    cell(1, {GAME!r}, scope)
    report(scope["Race"]())
    cell(2, {GAME.replace("STEP = 3", "STEP = 4")!r}, scope)
    report(scope["Race"]())
    cell(3, "STEP = 5", scope)
    report(scope["Race"]())
    """
    (folder / "cells.py").write_text(textwrap.dedent(script))
    environment = {**os.environ, "ZERMELO_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "cells.py"],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["value"] for line in done.stdout.splitlines()] == [-1, 1, -1]


def test_processes_that_start_together_do_not_disturb_each_other(folder: Path) -> None:
    (folder / "main.py").write_text(
        "from report import report\nfrom race import Race\nreport(Race())\n"
    )
    environment = {**os.environ, "ZERMELO_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    options = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
        "cwd": folder,
        "env": environment,
    }
    started = [subprocess.Popen([sys.executable, "main.py"], **options) for _ in range(3)]
    for process in started:
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert json.loads(out)["value"] == -1
    assert len(list((folder / "cache").glob("*-*/rules.py"))) == 1
    assert not list((folder / "cache").glob(".new-*"))


def test_two_that_are_done_at_the_same_time_do_not_mix_up_their_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One has read the index before the other has written it, and writes in between.

    One of them may be forgotten, no more.
    """
    one, other = (compiler.Files(str(tmp_path), "rules.entry", "stamp") for _ in range(2))
    save, others = one._save_data, [lambda: other.save("k2", 2)]

    def late(name: str, data: int) -> None:
        if others:
            others.pop()()
        save(name, data)

    monkeypatch.setattr(one, "_save_data", late)
    monkeypatch.setattr(other, "_load_index", dict)
    one.save("k1", 1)
    found = compiler.Files(str(tmp_path), "rules.entry", "stamp")
    assert (found.load("k1"), found.load("k2")) == (1, 2)


def test_a_cache_that_cannot_be_written_costs_time_only(folder: Path) -> None:
    (folder / "cache").write_text("in the way")
    (folder / "main.py").write_text(
        "from report import report\nfrom race import Race\nreport(Race())\n"
    )
    assert run(folder, "main.py")["value"] == -1


def test_old_entries_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    for i in range(6):
        entry = tmp_path / f"game_{i}-0123"
        entry.mkdir()
        (entry / "rules.py").write_text("x = 1")
        os.utime(entry, (1000 + i, 1000 + i))
    cache.prune()
    assert sorted(e.label for e in cache.entries()) == ["game_3", "game_4", "game_5"]
    fresh = tmp_path / "fresh-0123"
    fresh.mkdir()
    (fresh / "rules.py").write_text("x = 1")
    monkeypatch.setattr(cache, "MAX_ENTRIES", 0)
    cache.prune()
    assert [e.label for e in cache.entries()] == ["fresh"]
    assert [e.label for e in cache.clear()] == ["fresh"]
    assert cache.entries() == []


def test_what_is_not_whole_is_not_made_where_only_complete_entries_are_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    text = "answer = 42\n"

    def asked() -> int:
        answer: int = cache.module("nothing", text, {}, "1").answer
        return answer

    with cache.only_complete(), pytest.raises(cache.NotCached):
        asked()
    assert not list(tmp_path.iterdir()) and asked() == 42
    name = cache.PREFIX + next(tmp_path.glob("nothing-*")).name.rpartition("-")[2]
    monkeypatch.delitem(sys.modules, name)
    with cache.only_complete(), pytest.raises(cache.NotCached):
        asked()
    asked()
    cache.mark_complete()
    monkeypatch.delitem(sys.modules, name)
    with cache.only_complete():
        assert asked() == 42
