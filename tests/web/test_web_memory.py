"""Idle workers give memory back: the server frees their tables, and then replaces them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from server import PATIENCE, Served, send, until, wait_for

from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
from zermelo.web import warm_search, worker_process
from zermelo.web.game_registry import GameRegistry
from zermelo.web.job import Job
from zermelo.web.pool import WorkerPool
from zermelo.web.position_api import reach_position
from zermelo.web.request_fields import Fields


def test_the_tables_of_a_search_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_search, "_kept", OrderedDict())
    at = reach_position(GameRegistry(), Fields({"game": "nim:3,3"}))
    found = warm_search.get_warm_search(at, 1)
    for _ in found.iterate(at.state, Limits(player=0, depth=3), Cancellation()):
        pass
    search = weakref.ref(next(iter(found.searches.values())))
    assert search() is not None
    warm_search.release_tables()
    gc.collect()
    assert search() is None and not found.searches
    assert warm_search.get_warm_search(at, 1) is found  # with its machine code, if there is any


def run_with_pool(act: Callable[[WorkerPool], Any]) -> Any:
    """Let a pool answer a question, then act, and close it."""

    async def run() -> Any:
        pool = WorkerPool(2, kind="api")
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        fields = {"game": "nim:2,2"}
        pool.submit(
            Job("position", fields, lambda head, body: told.set_result(""), told.set_result)
        )
        try:
            assert await asyncio.wait_for(told, PATIENCE) == ""
            return await act(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("release", "retire", "most", "ends"),
    [(0.0, 600.0, -1, True), (0.0, 600.0, 10_000, False), (0.0, 0.0, 10_000, True)],
    ids=["grown", "small", "long idle"],
)
def test_an_idle_worker_is_replaced(
    monkeypatch: pytest.MonkeyPatch, release: float, retire: float, most: int, ends: bool
) -> None:
    """After a release, if it has grown, and after a long while in any case."""
    monkeypatch.setattr(worker_process, "RELEASE_DELAY", release)
    monkeypatch.setattr(worker_process, "RETIRE_DELAY", retire)
    monkeypatch.setattr(worker_process, "MAX_IDLE_MEMORY", most)
    heads: list[Any] = []
    handle = worker_process.WorkerProcess._handle_frame
    monkeypatch.setattr(
        worker_process.WorkerProcess,
        "_handle_frame",
        lambda self, head, body: (heads.append(head), handle(self, head, body)),
    )

    async def watch(pool: WorkerPool) -> None:
        first = pool.workers[0]
        async with asyncio.timeout(PATIENCE):
            while retire and not any(head.get("event") == "released" for head in heads):
                await asyncio.sleep(0.01)
            while ends and (first in pool.workers or not pool.workers[0].is_ready):
                await asyncio.sleep(0.01)
        assert (pool.workers[0] is not first) == ends
        assert len(pool.workers) == 1 and not (ends and pool.workers[0].has_worked)

    run_with_pool(watch)


def test_workers_end_when_the_last_page_is_closed(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.web.app.RETIRE_DELAY", 0.0)
    pool = served.studio.search_pool
    with served.connect() as ws:
        send(ws, ask="analyse", game="nim:2,2")
        until(ws, "done")
        before = [worker for worker in pool.workers if worker.has_worked]
    assert before
    wait_for(lambda: not any(worker in pool.workers for worker in before))
    wait_for(lambda: [worker.is_ready for worker in pool.workers] == [True])
    with served.connect() as ws:
        send(ws, ask="analyse", game="nim:2,2")
        assert until(ws, "done")[-1]["result"]["value"] == -1
