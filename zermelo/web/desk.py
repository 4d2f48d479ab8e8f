"""A desk: some workers, and the queue before them.

A worker does one job at a time. One that dies is replaced, and whoever waited for it is told; so is one that does not give
up a job within a grace. Everything here runs in the event loop.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GRACE = 2.0
"""Seconds that a worker has to give up a job before it is killed."""

MOST_STILLBORN = 3
"""So many times in a row may workers be killed by somebody while they start: then the next one would be, too."""

STARTING = 60.0
"""Seconds that a worker has to come to life."""

PATIENCE = 5.0
"""A search may go on for so many seconds while others wait for a worker."""

LESS_PATIENCE = 1.0
"""The same while somebody waits in the middle of a game."""

ASKED = {"stopped": "asked"}
HURRIED = {
    "stopped": "others are waiting",
    "message": "It was ended early: others are waiting for a worker. Ask again to go on.",
}
"""Why a job shall end: what its last event says of that."""

LATE = 0.5
"""An alarm that rings so many seconds too late says that this process has stood still, and perhaps its workers with it."""

HURRY = 0.25
"""Seconds between two looks at who has had their time."""

TELL = 0.5
"""Seconds between two words to those who wait."""

ASIDE = "making"
"""After this event a job goes on by itself: its worker is free for the next one."""

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
LINE = 1 << 20


class Busy(Exception):
    """The queue is full."""


@dataclass(eq=False)
class Job:
    """Something to do. `tell` gets every frame, `lost` why there will be no more of them, `queued` how many are before it."""

    do: str
    ask: dict[str, Any]
    tell: Callable[[dict[str, Any], bytes], None]
    lost: Callable[[str], None]
    queued: Callable[[int], None] = lambda ahead: None
    seconds: float = 10.0
    """It is killed after so long."""
    grace: float = GRACE
    is_patient: bool = False
    """It may be ended early when others wait."""
    is_urgent: bool = False
    """It goes before those that are not."""
    n: int = field(default_factory=itertools.count(1).__next__)
    is_wanted: bool = True
    place: int | None = None
    """How many it was told are before it."""

    @property
    def game(self) -> str:
        """The game that it is about: a worker that knows it is at hand is quicker."""
        return str(self.ask.get("game", ""))


class Worker:
    """One process, as the event loop sees it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.job: Job | None = None
        self.aside: dict[int, Job] = {}
        """What goes on by itself in the process while it does other jobs."""
        self.game = ""
        self.is_ready = self.is_stopping = self.is_ending = False
        self.stillborn = desk.stillborn
        """How many times in a row workers had died while they started when this one began."""
        self.process: Process | None = None
        self.watch = asyncio.create_task(self._live())
        self.alarm: asyncio.TimerHandle | None = None
        self.began = 0.0

    @property
    def is_free(self) -> bool:
        """Could it begin something now? One that was killed, or has closed its output, may still be seen for a while."""
        return self.is_ready and self.job is None and not self.is_ending

    async def _live(self) -> None:
        """From its start to its end: pass on what it writes."""
        try:
            self.process = await asyncio.create_subprocess_exec(
                *self.desk.command,
                stdin=PIPE,
                stdout=PIPE,
                limit=LINE,
                start_new_session=True,
                env=self.desk.environment,
            )
            self._set_alarm(STARTING)
            if self.desk.is_open:
                await self._read(self.process)
        finally:
            self.kill()
            if self.process is not None:
                with suppress(Exception):
                    await self.process.wait()
            self._end()

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ValueError, OSError):
            while line := await process.stdout.readline():
                head = json.loads(line)
                self._take(head, await process.stdout.readexactly(head["size"]))

    def _take(self, head: dict[str, Any], body: bytes) -> None:
        if head.get("event") == "ready":
            self.is_ready = True
            self.desk.stillborn = 0
            self._set_alarm(None)
            self.desk.serve()
            return
        n = head["n"]
        job = self.job if self.job is not None and self.job.n == n else self.aside.get(n)
        if job is None:
            return
        if job.is_wanted:
            job.tell(head, body)
        if head["last"]:
            self.aside.pop(n, None)
        elif head.get("event") == ASIDE:
            self.aside[n] = job
        if job is self.job and (head["last"] or n in self.aside):
            self._free()
            self.desk.serve()

    def _free(self) -> None:
        self.job, self.is_stopping = None, False
        self._set_alarm(None)

    def _end(self) -> None:
        """The process is gone: tell who waited, and make room for another."""
        jobs = [*self.aside.values(), *([self.job] if self.job is not None else [])]
        self.job, self.aside = None, {}
        self._set_alarm(None)
        self.desk.forget(self)
        if not self.is_ready:
            self.desk.stillborn += (
                self.stillborn == self.desk.stillborn
            )  # some that began and died together count once
            was_killed = self.process is not None and (self.process.returncode or 0) < 0
            if not was_killed or self.desk.stillborn >= MOST_STILLBORN:
                self.desk.give_up()
        for job in jobs:
            if job.is_wanted:
                job.is_wanted = False
                job.lost("the worker died; a new one is ready")
        self.desk.serve()

    def give(self, job: Job) -> None:
        """Begin a job."""
        self.job, self.game, self.is_stopping = job, job.game, False
        self._write({"n": job.n, "do": job.do, "ask": job.ask})
        self.began = asyncio.get_running_loop().time()
        self._set_alarm(job.seconds)

    def stop(self, why: Mapping[str, str] = ASKED) -> None:
        """Ask it to give its job up; it is killed if it does not."""
        if self.job is not None and not self.is_stopping:
            self.is_stopping = True
            self._write({"stop": self.job.n, "why": why})
            self._set_alarm(self.job.grace)

    def leave(self, job: Job) -> None:
        """Nobody waits for something that goes on by itself."""
        del self.aside[job.n]
        self._write({"stop": job.n, "why": ASKED})

    def _write(self, told: dict[str, Any]) -> None:
        assert self.process is not None and self.process.stdin is not None
        with suppress(OSError, RuntimeError):  # a process that is gone is noticed by its reader
            self.process.stdin.write(json.dumps(told).encode() + b"\n")

    def _set_alarm(self, seconds: float | None) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        loop = asyncio.get_running_loop()
        self.alarm = (
            None
            if seconds is None
            else loop.call_later(seconds, self._ring, loop.time() + seconds, seconds)
        )

    def _ring(self, due: float, seconds: float) -> None:
        """Its time is over; but not if nobody could have done anything in it, or could have heard what was done."""
        if asyncio.get_running_loop().time() - due > LATE:
            self._set_alarm(seconds)
        else:
            self.kill()

    def kill(self) -> None:
        """End the process now."""
        self.is_ending = True
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(
                    self.process.pid, KILL
                )  # not process.kill(), which may reap it before its watcher does


class Desk:
    """Some workers that are started when they are needed, and the jobs that wait for one."""

    def __init__(
        self,
        size: int,
        own: Sequence[str] = (),
        most_waiting: int = 256,
        mebibytes: int = 0,
        kind: str = "engine",
    ) -> None:
        self.size, self.most_waiting = size, most_waiting
        self.workers: list[Worker] = []
        self.waiting: list[Job] = []
        self.command = (
            sys.executable,
            "-P",
            "-m",
            "zermelo.web.worker",
            kind,
            str(mebibytes),
            *own,
        )
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_paths())}
        self.is_open = True
        self.hurrying: asyncio.TimerHandle | None = None
        self.told = 0.0
        self.stillborn = 0

    def submit(self, job: Job) -> None:
        """Do a job now, or when its turn comes."""
        if not self.is_open or len(self.waiting) >= self.most_waiting:
            raise Busy
        at = sum(other.is_urgent for other in self.waiting) if job.is_urgent else len(self.waiting)
        self.waiting.insert(at, job)
        self.serve()

    def cancel(self, job: Job) -> None:
        """Its answer is not wanted any more."""
        job.is_wanted = False
        self.stop(job)

    def stop(self, job: Job) -> bool:
        """Let it end now, with what it has found; False if nothing more will come of it."""
        if job in self.waiting:
            self.waiting.remove(job)
            self._tell_places()
            return False
        for worker in self.workers:
            if worker.job is job:
                worker.stop()
            elif job.n in worker.aside:
                worker.leave(job)
                return False
        return True

    def warm(self) -> None:
        """Have a worker ready before it is asked for."""
        if self.is_open and not self.workers:
            self.workers.append(Worker(self))

    def serve(self) -> None:
        """Give free workers what waits; start another one if all are busy and there may be more."""
        while self.waiting and (worker := self._best(self.waiting[0])) is not None:
            worker.give(self.waiting.pop(0))
        starting = sum(not worker.is_ready for worker in self.workers)
        while self.is_open and len(self.waiting) > starting and len(self.workers) < self.size:
            self.workers.append(Worker(self))
            starting += 1
        self._tell_places()
        self._hurry()

    def _best(self, job: Job) -> Worker | None:
        """A free worker, one that knows the game if there is any."""
        free = [worker for worker in self.workers if worker.is_free]
        return max(free, key=lambda worker: worker.game == job.game, default=None)

    def _tell_places(self) -> None:
        """Tell newcomers how many are before them, and the others now and then, when it has changed."""
        now = asyncio.get_running_loop().time()
        is_due = now >= self.told + TELL
        self.told = now if is_due else self.told
        for ahead, job in enumerate(self.waiting):
            if job.place is None or (is_due and job.place != ahead):
                job.place = ahead
                job.queued(ahead)

    def _hurry(self) -> None:
        """While others wait, end searches that have had their time."""
        if self.hurrying is not None or not self.waiting or not self.is_open:
            return
        loop = asyncio.get_running_loop()
        patience = LESS_PATIENCE if self.waiting[0].do == "think" else PATIENCE
        for worker in self.workers:
            if (
                worker.job is not None
                and worker.job.is_patient
                and loop.time() >= worker.began + patience
            ):
                worker.stop(HURRIED)
        self.hurrying = loop.call_later(HURRY, self._hurry_again)

    def _hurry_again(self) -> None:
        self.hurrying = None
        self._tell_places()
        self._hurry()

    def give_up(self) -> None:
        """A worker did not even start, and the next one would not either: nobody waits for it."""
        waiting, self.waiting = self.waiting, []
        for job in waiting:
            job.is_wanted = False
            job.lost("no worker can be started; see the terminal of the studio")

    def forget(self, worker: Worker) -> None:
        """A worker is gone."""
        self.workers.remove(worker)

    async def close(self) -> None:
        """End all workers."""
        self.is_open = False
        self.waiting.clear()
        if self.hurrying is not None:
            self.hurrying.cancel()
        watches = [worker.watch for worker in self.workers]
        for worker in self.workers:
            for job in (*worker.aside.values(), worker.job):
                if job is not None:
                    job.is_wanted = False
            worker.kill()
        for watch in watches:
            with suppress(Exception, asyncio.CancelledError):
                await asyncio.wait_for(watch, GRACE)


def _paths() -> list[str]:
    """Where a worker finds this package, and what its maker had found."""
    own = str(Path(__file__).resolve().parents[2])
    given = os.environ.get("PYTHONPATH", "")
    return [own, *(part for part in given.split(os.pathsep) if part and part != own)]
