"""Workers that die or do not obey, and machine code that is made beside them."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
import textwrap
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from server import CHOMP, PATIENCE, Served, own_file, send, until, wait_for
from studios import ROOT, children

from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
from zermelo.gears import store
from zermelo.web import compile_job, compile_process, warm_search
from zermelo.web.compile_job import CompileJob
from zermelo.web.game_registry import GameRegistry
from zermelo.web.job import GRACE, Job
from zermelo.web.pool import MAX_START_FAILURES, WorkerPool
from zermelo.web.position_api import reach_position
from zermelo.web.request_fields import Fields
from zermelo.web.session import MAX_QUESTIONS
from zermelo.web.warm_search import WarmSearch, get_warm_search
from zermelo.web.worker_process import MAX_TIMER_DELAY


def busy(served: Served) -> list[Any]:
    return [worker for worker in served.studio.search_pool.workers if worker.job is not None]


def test_a_killed_worker_is_replaced_and_its_page_told(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="connect-four", seconds=60)
        until(ws, "iteration")
        wait_for(
            lambda: len(busy(served)) == 1
        )  # a page before may have left a search that has not yet ended
        (killed,) = busy(served)
        os.kill(killed.process.pid, signal.SIGKILL)
        lost = until(ws, "lost")[-1]
        assert lost["id"] == 1 and lost["tag"] == "here" and "a new one is ready" in lost["message"]
        send(ws, ask="analyse", game="nim:2,2")
        assert until(ws, "done")[-1]["result"]["value"] == -1
    assert killed not in served.studio.search_pool.workers


def test_killed_clerks_are_replaced(served: Served) -> None:
    for do, pool in (("position", served.studio.quick_pool), ("film", served.studio.slow_pool)):
        assert served.post(do, game="tree:two-ply").status_code == 200
        for worker in list(pool.workers):
            if worker.process is not None:  # a second one may just be about to start
                os.kill(worker.process.pid, signal.SIGKILL)
        wait_for(lambda: served.post(do, game="tree:two-ply").status_code == 200)


def test_a_worker_that_does_not_obey_is_killed(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.web.session.GRACE", GRACE)
    served.stuck.unlink(missing_ok=True)
    with served.connect() as ws:
        send(ws, ask="analyse", game="Stubborn", depth=5)
        wait_for(served.stuck.exists)
        send(ws, ask="stop")
        assert "the worker died" in until(ws, "lost")[-1]["message"]
        send(ws, ask="analyse", game="nim:2,2")
        assert until(ws, "done")[-1]["result"]["value"] == -1


def test_workers_that_cannot_start_are_not_waited_for() -> None:
    async def asked() -> str:
        pool = WorkerPool(2, ["nothing.py:Nothing"])
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        pool.submit(Job("position", {}, lambda head, body: None, told.set_result))
        try:
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await pool.close()

    assert asyncio.run(asked()).startswith("no worker can be started")


NEVER_READY = (sys.executable, "-c", "import sys; sys.stdin.read()")
"""A worker that is still starting, however late it is looked at."""


def question(told: asyncio.Future[str]) -> Job:
    """What any worker can answer, or why there is no answer."""
    return Job(
        "position",
        {"game": "nim:2,2"},
        lambda head, body: told.set_result(body.decode()),
        told.set_result,
    )


async def is_so(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
@pytest.mark.parametrize("together", [1, 4])
def test_those_that_were_killed_while_they_started_are_replaced(together: int) -> None:
    """Not for ever: then something kills them all. Some that are killed together are killed once."""

    async def asked(kills: int) -> list[str]:
        pool = WorkerPool(together)
        usual, pool.command = pool.command, NEVER_READY
        told: list[asyncio.Future[str]] = [
            asyncio.get_running_loop().create_future() for _ in range(together)
        ]
        for one in told:
            pool.submit(question(one))
        try:
            for left in reversed(range(kills)):
                workers = list(pool.workers)
                await is_so(
                    lambda workers=workers: all(worker.process is not None for worker in workers)
                )
                pool.command = pool.command if left else usual
                for worker in workers:
                    worker.kill()
                await asyncio.gather(*(worker.task for worker in workers))
            return list(await asyncio.wait_for(asyncio.gather(*told), PATIENCE))
        finally:
            await pool.close()

    assert all('"actions"' in one for one in asyncio.run(asked(MAX_START_FAILURES - 1)))
    assert all(
        one.startswith("no worker can be started") for one in asyncio.run(asked(MAX_START_FAILURES))
    )


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
def test_a_worker_that_was_killed_is_given_nothing_more() -> None:
    """Until the end of its output is read, it looks like one that could begin something."""

    async def asked() -> str:
        pool = WorkerPool(1)
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        try:
            pool.warm_up()
            await is_so(lambda: pool.workers[0].is_free)
            pool.workers[0].kill()
            pool.submit(question(told))
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await pool.close()

    assert '"actions"' in asyncio.run(asked())


@pytest.mark.skipif(os.name != "posix", reason="processes are stopped by signals")
def test_who_stood_still_is_not_taken_for_one_who_does_not_obey() -> None:
    """A machine that has much else to do may let server and worker rest for longer than a worker's time."""

    async def asked() -> str:
        pool = WorkerPool(1)
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        job = question(told)
        job.timeout = 5.0
        try:
            pool.warm_up()
            await is_so(lambda: pool.workers[0].is_free)
            pid = pool.workers[0].process.pid  # type: ignore[union-attr]
            os.kill(pid, signal.SIGSTOP)
            pool.submit(job)
            time.sleep(job.timeout + 2 * MAX_TIMER_DELAY)
            os.kill(pid, signal.SIGCONT)
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await pool.close()

    assert '"actions"' in asyncio.run(asked())


def test_a_worker_is_ready_when_it_has_loaded_what_questions_need() -> None:
    """Their seconds are counted from then on; loading takes as many where the disk is slow."""
    code = """
    import sys
    from zermelo.web import worker
    worker.Worker.loop = lambda self: sys.stderr.write(str(hasattr(sys.modules.get("zermelo.web.stream_api"), "list_variations")))
    sys.argv[1:] = ["clerk", "0"]
    worker.main()
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
    )
    assert ended.stderr == "True"


def test_a_worker_whose_game_was_broken_meanwhile_says_so_in_a_line(tmp_path: Path) -> None:
    broken = own_file(tmp_path, "broken.py", Chomp="class")
    command = [sys.executable, "-P", "-m", "zermelo.web.worker", "clerk", "0", broken]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert (
        ended.returncode
        and ended.stderr
        == f"zermelo: a worker cannot start: {tmp_path}/broken.py:15: invalid syntax\n"
    )


def test_machine_code_is_made_in_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With a game that no other test compiles: what this process has in memory is not made again."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    at = reach_position(GameRegistry(), Fields({"game": "mnk:5,3,2"}))
    made = WarmSearch(at.game, 1, {"game": "mnk:5,3,2"})
    made.compile(at.state)
    assert made.compilation is not None and made.compilation.result(PATIENCE) and made.is_compiled
    assert list(tmp_path.glob("mnk_*/__pycache__/*.nbc"))
    *_, last = made.iterate(at.state, Limits(player=0), Cancellation())
    assert last.value == 1 and last.gear == made.gear == "compiled"
    again = WarmSearch(at.game, 1, {"game": "nothing that could be made"})
    ready = again.compile(at.state)
    assert ready is not None and ready.result(PATIENCE), "what is on disk needs no maker"


def test_a_game_without_machine_code_is_searched_plain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The process that should make it finds no such game."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    registry = GameRegistry([CHOMP])
    made = WarmSearch(registry.get("Chomp"), 1, {"game": "Nothing"})
    made.compile(made.game.start())
    assert made.compilation is not None and not made.compilation.result(PATIENCE)
    *_, last = made.iterate(made.game.start(), Limits(player=0, depth=2), Cancellation())
    assert last.gear == made.gear == "plain"


def pretended(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let a process that does something else stand for the compiler."""
    monkeypatch.setattr(compile_job, "COMMAND", ("-c", f"import sys, time; {code}"))
    monkeypatch.setattr(warm_search, "_kept", OrderedDict())
    monkeypatch.setattr(WarmSearch, "compile_here", lambda self, s: False)


WAITS = "sys.stdin.read()"
BEGINS = "sys.stdin.readline(); print('begun', flush=True); sys.stdin.readline()"


def asked_for(game: str) -> WarmSearch:
    """A game whose machine code somebody waits for, once a process is there that would make it."""
    at = reach_position(GameRegistry(), Fields({"game": game}))
    found = get_warm_search(at, 1)
    found.add_waiter()
    found.compile(at.state)
    wait_for(lambda: found.compile_job is not None and found.compile_job.process is not None)
    return found


def process_of(found: WarmSearch) -> subprocess.Popen[bytes]:
    assert found.compile_job is not None and found.compile_job.process is not None
    return found.compile_job.process


@pytest.mark.parametrize("code", [WAITS, BEGINS])
def test_who_steps_through_variants_leaves_no_compilers_behind(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    pretended(monkeypatch, code)
    found = [
        asked_for(f"nim:{m}") for m in range(1, 9)
    ]  # the newest has its turn, however many there were
    for old in found[: -warm_search.MAX_KEPT]:
        wait_for(lambda old=old: process_of(old).poll() is not None)
    kept = found[-warm_search.MAX_KEPT :]
    assert [process_of(one).poll() for one in kept] == [None] * warm_search.MAX_KEPT
    for one in kept:
        one.drop()
        wait_for(lambda one=one: process_of(one).poll() is not None)
    assert not any(one.is_compiled for one in found)


def test_what_has_not_begun_is_not_made_when_nobody_waits_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pretended(monkeypatch, WAITS)
    found = asked_for("nim:3")
    found.add_waiter()
    found.remove_waiter()
    assert process_of(found).poll() is None, "there is still somebody"
    found.remove_waiter()
    wait_for(lambda: found.compilation is None)
    before = process_of(found)
    assert before.poll() is not None
    assert asked_for("nim:3") is found and process_of(found) is not before, (
        "it can be asked for again"
    )
    found.drop()


def test_who_comes_back_at_once_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a page does that is loaded again. The attempt that was given up has not ended yet."""
    pretended(monkeypatch, WAITS)
    found = asked_for("nim:3")
    before = process_of(found)
    with found.lock:  # whoever notices the end of the process has to wait
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
        "what is not kept is not made for anybody"
    )


def test_what_has_begun_goes_on_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    pretended(monkeypatch, BEGINS)
    found = asked_for("nim:3")
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
    again = asked_for("nim:4")
    assert (
        again.compilation is not None
        and not again.compilation.result(PATIENCE)
        and process_of(again).poll() is not None
    )


def test_a_compiler_that_fails_at_once_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pretended(monkeypatch, "sys.exit(1)")
    found = asked_for("nim:3")
    assert (
        found.compilation is not None
        and found.compilation.result(PATIENCE) is False
        and not found.is_compiled
    )


@pytest.mark.parametrize("executable", [sys.executable, "/nowhere/python"])
def test_nor_is_one_that_is_gone_before_it_is_told_what_to_make(
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


def test_compilers_take_turns_whoever_has_started_them(tmp_path: Path) -> None:
    code = "import sys; from zermelo.web.compile_process import lock_slot\nwith lock_slot(): print('in', flush=True); sys.stdin.read()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ZERMELO_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", code]
    makers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        for _ in range(compile_process.MAX_COMPILERS + 2)
    ]
    outputs: list[Any] = [one.stdout for one in makers]
    try:
        wait_for(lambda: len(select.select(outputs, [], [], 0)[0]) >= compile_process.MAX_COMPILERS)
        with ExitStack() as files:
            places = [
                files.enter_context((tmp_path / f".compiler-{n}").open("w"))
                for n in range(compile_process.MAX_COMPILERS)
            ]
            assert not any(map(compile_process.try_lock, places)), "there is none left"
        at_work = select.select(outputs, [], [], 0)[0]
        assert len(at_work) == compile_process.MAX_COMPILERS
        for one in makers:
            if one.stdout in at_work:
                one.kill()
        assert [output.readline() for output in outputs] == [b"in\n"] * len(makers)
    finally:
        for one in makers:
            one.kill()
            one.communicate()


def test_a_page_that_leaves_takes_its_compilation_with_it(served: Served) -> None:
    """With a game that was never compiled. While all places are taken, nothing begins, and what nobody waits for goes."""

    def compilers() -> list[int]:
        return [
            pid
            for worker in served.studio.search_pool.workers
            if worker.process is not None
            for pid in children(worker.process.pid)
        ]

    with ExitStack() as files:
        folder = store.directory()
        folder.mkdir(parents=True, exist_ok=True)
        for n in range(compile_process.MAX_COMPILERS):
            file = files.enter_context((folder / f".compiler-{n}").open("w"))
            wait_for(lambda file=file: compile_process.try_lock(file))
        with served.connect() as ws:
            send(ws, ask="prepare", game="Fresh")
            until(ws, "making")
            wait_for(lambda: len(compilers()) == 1)
            send(ws, id=2, ask="think", game="Fresh", level=1)
            assert until(ws, "done")[-1]["move"], "nobody waits for a compiler"
        wait_for(lambda: not compilers())
    with served.connect() as ws:
        send(ws, ask="prepare", game="Fresh")
        assert until(ws, "done")[-1]["compiled"]


def test_machine_code_is_made_beside_the_questions(served: Served) -> None:
    with served.connect() as ws:
        send(ws, id=1, ask="prepare", game="nim:3,2")
        until(ws, "making")
        send(ws, id=2, ask="think", game="nim:3,2", level=1)
        heard = until(ws, "done")
        while not {1, 2} <= {one["id"] for one in heard if one["event"] == "done"}:
            heard += until(ws, "done")
        assert [one["compiled"] for one in heard if one["event"] == "done" and one["id"] == 1] == [
            True
        ]


def test_machine_code_that_is_not_waited_for_makes_room_for_other_questions(served: Served) -> None:
    with served.connect() as ws:
        for n in range(2 * MAX_QUESTIONS):
            send(ws, id=n, ask="prepare", game="nim:4,2")
            until(ws, "making")
            send(ws, id=n, ask="stop")
            assert until(ws, "done")[-1]["id"] == n
        send(ws, id=99, ask="prepare", game="tree:two-ply")
        assert not until(ws, "done")[-1]["compiled"]
