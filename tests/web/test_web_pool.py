"""The pool: workers that die, hang, or do not start."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server import PATIENCE, Served, own_file, send, until, wait_for
from studios import ROOT

from zermelo.web.job import GRACE, Job
from zermelo.web.pool import MAX_START_FAILURES, WorkerPool
from zermelo.web.worker_process import MAX_TIMER_DELAY


def busy(served: Served) -> list[Any]:
    return [worker for worker in served.studio.search_pool.workers if worker.job is not None]


def test_a_killed_worker_is_replaced_and_its_page_gets_lost(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="connect-four", seconds=60)
        until(ws, "iteration")
        wait_for(lambda: len(busy(served)) == 1)  # an earlier page's search may not have ended yet
        (killed,) = busy(served)
        os.kill(killed.process.pid, signal.SIGKILL)
        lost = until(ws, "lost")[-1]
        assert lost["id"] == 1 and lost["tag"] == "here" and "a new one is ready" in lost["message"]
        send(ws, ask="analyse", game="nim:2,2")
        assert until(ws, "done")[-1]["result"]["value"] == -1
    assert killed not in served.studio.search_pool.workers


def test_killed_workers_of_the_http_pools_are_replaced(served: Served) -> None:
    for do, pool in (("position", served.studio.quick_pool), ("film", served.studio.slow_pool)):
        assert served.post(do, game="tree:two-ply").status_code == 200
        for worker in list(pool.workers):
            if worker.process is not None:  # a second one may just be about to start
                os.kill(worker.process.pid, signal.SIGKILL)
        wait_for(lambda: served.post(do, game="tree:two-ply").status_code == 200)


def test_a_worker_that_does_not_cancel_is_killed(
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


def test_jobs_fail_if_no_worker_can_start() -> None:
    async def run_jobs() -> str:
        pool = WorkerPool(2, ["nothing.py:Nothing"])
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        pool.submit(Job("position", {}, lambda head, body: None, told.set_result))
        try:
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await pool.close()

    assert asyncio.run(run_jobs()).startswith("no worker can be started")


NEVER_READY = (sys.executable, "-c", "import sys; sys.stdin.read()")
"""A worker that never reports that it is ready."""


def question(told: asyncio.Future[str]) -> Job:
    """A job that sets the answer, or the reason why there is none."""
    return Job(
        "position",
        {"game": "nim:2,2"},
        lambda head, body: told.set_result(body.decode()),
        told.set_result,
    )


async def wait_until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.mark.sampled
@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
@pytest.mark.parametrize("together", [1, 4])
def test_workers_killed_while_they_start_are_replaced(together: int) -> None:
    """At most MAX_START_FAILURES in a row; workers that are killed together count once."""

    async def run_jobs(kills: int) -> list[str]:
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
                await wait_until(
                    lambda workers=workers: all(worker.process is not None for worker in workers)
                )
                pool.command = pool.command if left else usual
                for worker in workers:
                    worker.kill()
                await asyncio.gather(*(worker.task for worker in workers))
            return list(await asyncio.wait_for(asyncio.gather(*told), PATIENCE))
        finally:
            await pool.close()

    assert all('"actions"' in one for one in asyncio.run(run_jobs(MAX_START_FAILURES - 1)))
    assert all(
        one.startswith("no worker can be started")
        for one in asyncio.run(run_jobs(MAX_START_FAILURES))
    )


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
def test_a_killed_worker_gets_no_job() -> None:
    """The pool still lists it until the end of its output is read."""

    async def run_jobs() -> str:
        pool = WorkerPool(1)
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        try:
            pool.warm_up()
            await wait_until(lambda: pool.workers[0].is_free)
            pool.workers[0].kill()
            pool.submit(question(told))
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await pool.close()

    assert '"actions"' in asyncio.run(run_jobs())


@pytest.mark.skipif(os.name != "posix", reason="processes are stopped by signals")
def test_a_suspended_worker_is_not_killed() -> None:
    """A busy machine may suspend server and worker for longer than the job's timeout."""

    async def run_jobs() -> str:
        pool = WorkerPool(1)
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        job = question(told)
        job.timeout = 5.0
        try:
            pool.warm_up()
            await wait_until(lambda: pool.workers[0].is_free)
            pid = pool.workers[0].process.pid  # type: ignore[union-attr]
            os.kill(pid, signal.SIGSTOP)
            pool.submit(job)
            time.sleep(job.timeout + 2 * MAX_TIMER_DELAY)
            os.kill(pid, signal.SIGCONT)
            return await asyncio.wait_for(told, PATIENCE)
        finally:
            await pool.close()

    assert '"actions"' in asyncio.run(run_jobs())


def test_a_worker_is_ready_when_it_has_loaded_its_modules() -> None:
    """The timeout of a question starts then; loading from a slow disk takes as long."""
    code = """
    import sys
    from zermelo.web import worker
    def report(self):
        module = sys.modules.get("zermelo.web.stream_api")
        sys.stderr.write(str(hasattr(module, "list_variations")))
    worker.Worker.loop = report
    sys.argv[1:] = ["api", "0"]
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


def test_a_worker_whose_game_has_a_syntax_error_says_so_in_one_line(tmp_path: Path) -> None:
    broken = own_file(tmp_path, "broken.py", Chomp="class")
    command = [sys.executable, "-P", "-m", "zermelo.web.worker", "api", "0", broken]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert (
        ended.returncode
        and ended.stderr
        == f"zermelo: a worker cannot start: {tmp_path}/broken.py:18: invalid syntax\n"
    )
