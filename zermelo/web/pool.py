"""A pool of worker processes, and the queue of jobs in front of it.

A worker runs one job at a time. A worker that dies is replaced, and its job ends with an error.
All code here runs in the event loop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from zermelo.web.job import GRACE, Job
from zermelo.web.worker_process import WorkerProcess

MAX_START_FAILURES = 3
"""Maximum consecutive start-up failures by a signal. After that the waiting jobs fail."""

TIME_SLICE = 5.0
"""Seconds that a preemptible job may run while other jobs wait."""

SHORT_TIME_SLICE = 1.0
"""The same while a move in a game waits."""

PREEMPTED = {
    "stopped": "preempted",
    "message": "The search ended early because other searches wait. Ask again to continue.",
}
"""What the last event of a preempted job says."""

PREEMPT_INTERVAL = 0.25
"""Seconds between two checks for jobs that have used their time slice."""

REPORT_INTERVAL = 0.5
"""Minimum seconds between two reports of their place to waiting jobs."""


class Busy(Exception):
    """The queue is full."""


class WorkerPool:
    """Worker processes that are started on demand, and the jobs that wait for one."""

    def __init__(
        self,
        size: int,
        user_games: Sequence[str] = (),
        max_waiting: int = 256,
        mebibytes: int = 0,
        kind: str = "search",
    ) -> None:
        self.size, self.max_waiting = size, max_waiting
        self.workers: list[WorkerProcess] = []
        self.waiting: list[Job] = []
        worker = ("-P", "-m", "zermelo.web.worker", kind, str(mebibytes))
        self.command = (sys.executable, *worker, *user_games)
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(list_import_paths())}
        self.is_open = True
        self.preempt_timer: asyncio.TimerHandle | None = None
        self.last_report = 0.0
        self.start_failures = 0
        """Consecutive workers that ended before they were ready. Workers that were started together
        and die together count once."""

    # ------------------------------------------------------------------ jobs

    def submit(self, job: Job) -> None:
        """Run a job now, or when its turn comes."""
        if not self.is_open or len(self.waiting) >= self.max_waiting:
            raise Busy
        urgent = sum(other.is_urgent for other in self.waiting)
        self.waiting.insert(urgent if job.is_urgent else len(self.waiting), job)
        self.assign_jobs()

    def discard(self, job: Job) -> None:
        """Cancel a job and drop its answer."""
        job.is_wanted = False
        self.cancel(job)

    def cancel(self, job: Job) -> bool:
        """End a job now, with what it has found. Return False if no last frame will come."""
        if job in self.waiting:
            self.waiting.remove(job)
            self._report_places()
            return False
        for worker in self.workers:
            if worker.job is job:
                worker.cancel()
            elif job.number in worker.background:
                worker.cancel_background(job)
                return False
        return True

    def assign_jobs(self) -> None:
        """Give waiting jobs to free workers, and start more workers if all are busy."""
        while self.waiting and (worker := self._find_worker(self.waiting[0])) is not None:
            worker.assign(self.waiting.pop(0))
        starting = sum(not worker.is_ready for worker in self.workers)
        while self.is_open and len(self.waiting) > starting and len(self.workers) < self.size:
            self._start_worker()
            starting += 1
        self._report_places()
        self._preempt()

    def _find_worker(self, job: Job) -> WorkerProcess | None:
        """Return a free worker, preferably one that has the job's game loaded."""
        free = [worker for worker in self.workers if worker.is_free]
        return max(free, key=lambda worker: worker.game == job.game, default=None)

    def _report_places(self) -> None:
        """Tell new jobs their place in the queue at once, and changed places now and then."""
        now = asyncio.get_running_loop().time()
        is_due = now >= self.last_report + REPORT_INTERVAL
        if is_due:
            self.last_report = now
        for ahead, job in enumerate(self.waiting):
            if job.place is None or (is_due and job.place != ahead):
                job.place = ahead
                job.on_queued(ahead)

    # ------------------------------------------------------------------ time slices

    def _preempt(self) -> None:
        """While jobs wait, cancel preemptible jobs that have used their time slice."""
        if self.preempt_timer is not None or not self.waiting or not self.is_open:
            return
        loop = asyncio.get_running_loop()
        is_move = self.waiting[0].question == "think"
        latest_start = loop.time() - (SHORT_TIME_SLICE if is_move else TIME_SLICE)
        for worker in self.workers:
            if (
                worker.job is not None
                and worker.job.is_preemptible
                and worker.job_started <= latest_start
            ):
                worker.cancel(PREEMPTED)
        self.preempt_timer = loop.call_later(PREEMPT_INTERVAL, self._preempt_again)

    def _preempt_again(self) -> None:
        self.preempt_timer = None
        self._report_places()
        self._preempt()

    # ------------------------------------------------------------------ workers

    def warm_up(self) -> None:
        """Start a worker before the first job needs it."""
        if self.is_open and not self.workers:
            self._start_worker()

    def _start_worker(self) -> None:
        worker = WorkerProcess(self, self.command, self.environment, self.start_failures)
        self.workers.append(worker)

    def handle_ready(self) -> None:
        """A worker can take its first job."""
        self.start_failures = 0
        self.assign_jobs()

    def handle_free(self) -> None:
        """A worker can take the next job."""
        self.assign_jobs()

    def handle_exit(self, worker: WorkerProcess) -> None:
        """A worker has ended: tell its clients, and start another one if jobs wait."""
        self.workers.remove(worker)
        if not worker.is_ready:
            self._count_start_failure(worker)
        for job in worker.jobs:
            fail_job(job, "the worker died; a new one is ready")
        self.assign_jobs()
        if worker.has_worked:
            self.warm_up()

    def _count_start_failure(self, worker: WorkerProcess) -> None:
        """Fail the waiting jobs if the next worker would not start either."""
        if worker.failures_before == self.start_failures:
            self.start_failures += 1
        if not worker.was_killed or self.start_failures >= MAX_START_FAILURES:
            waiting, self.waiting = self.waiting, []
            for job in waiting:
                fail_job(job, "no worker can be started; see the terminal of the studio")

    def retire_idle(self) -> None:
        """End the idle workers that have grown."""
        for worker in self.workers:
            worker.retire()

    async def close(self) -> None:
        """End all workers."""
        self.is_open = False
        self.waiting.clear()
        if self.preempt_timer is not None:
            self.preempt_timer.cancel()
        tasks = [worker.task for worker in self.workers]
        for worker in self.workers:
            for job in worker.jobs:
                job.is_wanted = False
            worker.kill()
        for task in tasks:
            with suppress(Exception, asyncio.CancelledError):
                await asyncio.wait_for(task, GRACE)


def fail_job(job: Job, reason: str) -> None:
    """Tell the client of a job that no answer will come."""
    if job.is_wanted:
        job.is_wanted = False
        job.on_lost(reason)


def list_import_paths() -> list[str]:
    """Return PYTHONPATH for a worker: the directory of this package first."""
    package = str(Path(__file__).resolve().parents[2])
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [package, *(part for part in inherited if part and part != package)]
