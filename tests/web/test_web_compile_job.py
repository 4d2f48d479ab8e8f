"""Compile jobs: games are compiled beside the questions, in processes of their own."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from server import CHOMP, PATIENCE, Served, send, until, wait_for
from studios import ROOT, children

from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
from zermelo.games.nim import Nim
from zermelo.gears import cache
from zermelo.gears.locks import try_lock
from zermelo.result import Result
from zermelo.search import minimax
from zermelo.web import compile_job, compile_process, warm_search
from zermelo.web.compile_job import CompileJob
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import reach_position
from zermelo.web.request_fields import Fields
from zermelo.web.session import MAX_QUESTIONS
from zermelo.web.warm_search import WarmSearch, get_warm_search


def test_a_game_is_compiled_in_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With a game that no other test compiles, so that this process does not have its code."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    at = reach_position(GameRegistry(), Fields({"game": "mnk:5,3,2"}))
    made = WarmSearch(at.game, 1, {"game": "mnk:5,3,2"})
    made.compile(at.state)
    assert made.compilation is not None and made.compilation.result(PATIENCE) and made.is_compiled
    assert list(tmp_path.glob("mnk_*/__pycache__/*.nbc"))
    *_, last = made.iterate(at.state, Limits(player=0), Cancellation())
    assert last.value == 1 and last.gear == made.gear == "compiled"
    again = WarmSearch(at.game, 1, {"game": "no such game"})
    ready = again.compile(at.state)
    assert ready is not None and ready.result(PATIENCE), "code on disk needs no compile job"


def test_a_game_that_cannot_be_compiled_is_searched_plain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The compile process does not find the game."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    registry = GameRegistry([CHOMP])
    made = WarmSearch(registry.get("Chomp"), 1, {"game": "Nothing"})
    made.compile(made.game.start())
    assert made.compilation is not None and not made.compilation.result(PATIENCE)
    *_, last = made.iterate(made.game.start(), Limits(player=0, depth=2), Cancellation())
    assert last.gear == made.gear == "plain"


def test_a_search_that_is_cancelled_while_it_changes_gears_keeps_its_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Nim(2, 2)
    found = minimax(game)

    def search(
        self: WarmSearch, gear: str, s: Any, limits: Limits, cancel: Cancellation
    ) -> Iterator[Result[Any]]:
        if gear == "plain":
            cancel.cancel()  # as when the machine code is there
            yield replace(found, exact=False, stopped="cancelled")
        else:
            yield replace(found, value=None, action=None, exact=False, stopped="cancelled")

    monkeypatch.setattr(WarmSearch, "_search", search)
    *_, last = WarmSearch(game, 1).iterate(game.start(), Limits(player=0), Cancellation())
    assert (last.value, last.action, last.stopped) == (found.value, found.action, "cancelled")


def replace_compiler(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Replace the compile process by one that runs this code."""
    monkeypatch.setattr(compile_job, "COMMAND", ("-c", f"import sys, time; {code}"))
    monkeypatch.setattr(warm_search, "_kept", OrderedDict())
    monkeypatch.setattr(WarmSearch, "compile_here", lambda self, s: False)


NEVER_STARTS = "sys.stdin.read()"


STARTS = "sys.stdin.readline(); print('started', flush=True); sys.stdin.readline()"


def start_compile_job(game: str) -> WarmSearch:
    """Start a compile job that one question waits for, and wait for its process."""
    at = reach_position(GameRegistry(), Fields({"game": game}))
    found = get_warm_search(at, 1)
    found.add_waiter()
    found.compile(at.state)
    wait_for(lambda: found.compile_job is not None and found.compile_job.process is not None)
    return found


def process_of(found: WarmSearch) -> subprocess.Popen[bytes]:
    assert found.compile_job is not None and found.compile_job.process is not None
    return found.compile_job.process


@pytest.mark.parametrize("code", [NEVER_STARTS, STARTS])
def test_searches_that_are_not_kept_end_their_compile_jobs(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    replace_compiler(monkeypatch, code)
    found = [start_compile_job(f"nim:{m}") for m in range(1, 9)]  # the newest gets a thread
    for old in found[: -warm_search.MAX_KEPT]:
        wait_for(lambda old=old: process_of(old).poll() is not None)
    kept = found[-warm_search.MAX_KEPT :]
    assert [process_of(one).poll() for one in kept] == [None] * warm_search.MAX_KEPT
    for one in kept:
        one.drop()
        wait_for(lambda one=one: process_of(one).poll() is not None)
    assert not any(one.is_compiled for one in found)


def test_a_job_that_has_not_started_ends_with_its_last_waiter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replace_compiler(monkeypatch, NEVER_STARTS)
    found = start_compile_job("nim:3")
    found.add_waiter()
    found.remove_waiter()
    assert process_of(found).poll() is None, "one question still waits"
    found.remove_waiter()
    wait_for(lambda: found.compilation is None)
    before = process_of(found)
    assert before.poll() is not None
    assert start_compile_job("nim:3") is found and process_of(found) is not before, (
        "a later question starts another job"
    )
    found.drop()


def test_a_question_that_comes_back_at_once_gets_a_new_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is loaded again asks while the cancelled job has not ended yet."""
    replace_compiler(monkeypatch, NEVER_STARTS)
    found = start_compile_job("nim:3")
    before = process_of(found)
    with found.lock:  # the compile thread waits
        found.remove_waiter()
        wait_for(lambda: before.poll() is not None)
        found.add_waiter()
        ready = found.compile(found.game.start())
    wait_for(
        lambda: found.compile_job is not None and found.compile_job.process not in (None, before)
    )
    assert ready is found.compilation is not None and not ready.done()
    found.drop()
    assert ready.result(PATIENCE) is False and found.compilation is None, (
        "a search that is not kept is not compiled"
    )


def test_a_job_that_has_started_may_finish_within_its_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replace_compiler(monkeypatch, STARTS)
    found = start_compile_job("nim:3")
    wait_for(lambda: found.compile_job is not None and found.compile_job.is_started)
    found.remove_waiter()
    process = process_of(found)
    assert process.stdin is not None
    process.stdin.write(b"\n")  # it ends by itself
    process.stdin.flush()
    assert (
        found.compilation is not None
        and not found.compilation.result(PATIENCE)
        and process.returncode == 0
    )
    monkeypatch.setattr(compile_job, "TIMEOUT", 0.1)
    again = start_compile_job("nim:4")
    assert (
        again.compilation is not None
        and not again.compilation.result(PATIENCE)
        and process_of(again).poll() is not None
    )


def test_a_compile_process_that_fails_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_compiler(monkeypatch, "sys.exit(1)")
    found = start_compile_job("nim:3")
    assert (
        found.compilation is not None
        and found.compilation.result(PATIENCE) is False
        and not found.is_compiled
    )


@pytest.mark.parametrize("executable", [sys.executable, "/nowhere/python"])
def test_a_compile_process_that_cannot_start_is_not_an_error(
    monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    made = CompileJob({"game": "nim:3"})

    def late(recipe: Any) -> str:
        assert made.process is not None
        made.process.wait(PATIENCE)
        return "{}"

    monkeypatch.setattr(compile_job, "COMMAND", ("-c", ""))
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr(compile_job, "json", SimpleNamespace(dumps=late))
    assert made.run() is False


@pytest.mark.slow
def test_compile_processes_of_all_studios_take_turns(tmp_path: Path) -> None:
    # One write for the whole line: a print without a buffer may be killed before its newline.
    code = """
import os, sys
from zermelo.web.compile_process import lock_slot
with lock_slot():
    os.write(1, b"in\\n")
    sys.stdin.read()
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ZERMELO_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", code]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        for _ in range(compile_process.MAX_COMPILERS + 2)
    ]
    outputs: list[Any] = [one.stdout for one in processes]
    try:
        wait_for(lambda: len(select.select(outputs, [], [], 0)[0]) >= compile_process.MAX_COMPILERS)
        with ExitStack() as files:
            places = [
                files.enter_context((tmp_path / f".compiler-{n}").open("w"))
                for n in range(compile_process.MAX_COMPILERS)
            ]
            assert not any(map(try_lock, places)), "all slots are taken"
        at_work = select.select(outputs, [], [], 0)[0]
        assert len(at_work) == compile_process.MAX_COMPILERS
        for one in processes:
            if one.stdout in at_work:
                one.kill()
        assert [output.readline() for output in outputs] == [b"in\n"] * len(processes)
    finally:
        for one in processes:
            one.kill()
            one.communicate()


@pytest.mark.slow
def test_a_page_that_leaves_ends_its_compile_job(served: Served) -> None:
    """With a game that was never compiled. No job starts while all slots are taken."""

    def compilers() -> list[int]:
        return [
            pid
            for worker in served.studio.search_pool.workers
            if worker.process is not None
            for pid in children(worker.process.pid)
        ]

    with ExitStack() as files:
        folder = cache.directory()
        folder.mkdir(parents=True, exist_ok=True)
        for n in range(compile_process.MAX_COMPILERS):
            file = files.enter_context((folder / f".compiler-{n}").open("w"))
            wait_for(lambda file=file: try_lock(file))
        with served.connect() as ws:
            send(ws, ask="prepare", game="Fresh")
            until(ws, "compiling")
            wait_for(lambda: len(compilers()) == 1)
            send(ws, id=2, ask="think", game="Fresh", level=1)
            assert until(ws, "done")[-1]["move"], "a move does not wait for the compiler"
        wait_for(lambda: not compilers())
    with served.connect() as ws:
        send(ws, ask="prepare", game="Fresh")
        assert until(ws, "done")[-1]["compiled"]


@pytest.mark.slow
def test_a_game_is_compiled_beside_other_questions(served: Served) -> None:
    with served.connect() as ws:
        send(ws, id=1, ask="prepare", game="nim:3,2")
        until(ws, "compiling")
        send(ws, id=2, ask="think", game="nim:3,2", level=1)
        heard = until(ws, "done")
        while not {1, 2} <= {one["id"] for one in heard if one["event"] == "done"}:
            heard += until(ws, "done")
        assert [one["compiled"] for one in heard if one["event"] == "done" and one["id"] == 1] == [
            True
        ]


def test_a_stopped_compilation_makes_room_for_other_questions(served: Served) -> None:
    with served.connect() as ws:
        for n in range(2 * MAX_QUESTIONS):
            send(ws, id=n, ask="prepare", game="nim:4,2")
            until(ws, "compiling")
            send(ws, id=n, ask="stop")
            assert until(ws, "done")[-1]["id"] == n
        send(ws, id=99, ask="prepare", game="tree:two-ply")
        assert not until(ws, "done")[-1]["compiled"]
