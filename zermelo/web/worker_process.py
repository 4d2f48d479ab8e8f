"""A worker process as the server sees it: start it, send it a job, read its frames, kill it.

The other end of the pipe is `zermelo.web.worker`, which describes the protocol. All code here runs
in the event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from zermelo.web.job import Head, Job

START_TIMEOUT = 60.0
"""Seconds that a worker has to report that it is ready."""

MAX_TIMER_DELAY = 0.5
"""A timer that fires later than this many seconds shows that the server itself was suspended, and
perhaps its workers with it: they get their time again."""

RELEASE_DELAY = 60.0
"""Seconds without a job after which the process frees the tables of its searches."""

RETIRE_DELAY = 600.0
"""Seconds without a job after which the process ends, with the machine code of all its games."""

MAX_IDLE_MEMORY = 400
"""MiB beyond which a process without a job ends when it has freed its tables."""

CANCELLED = {"stopped": "cancelled"}
"""What the last event of a cancelled job says."""

BACKGROUND_EVENT = "compiling"
"""After this event the job continues in the background, and the worker can take the next one."""

MAX_HEAD = 1 << 20
"""Bytes of a frame's head."""

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


class WorkerOwner(Protocol):
    """What a worker process tells its pool."""

    is_open: bool

    def handle_ready(self) -> None:
        """The process can take a job."""

    def handle_free(self) -> None:
        """The process has finished its job."""

    def handle_exit(self, worker: WorkerProcess) -> None:
        """The process has ended."""


class WorkerProcess:
    """One worker process and the job that it runs."""

    def __init__(
        self,
        owner: WorkerOwner,
        command: Sequence[str],
        environment: Mapping[str, str],
        failures_before: int,
    ) -> None:
        self.owner, self.command, self.environment = owner, command, environment
        self.failures_before = failures_before
        """Consecutive start-up failures of the pool when this process was started."""
        self.job: Job | None = None
        self.background: dict[int, Job] = {}
        """Jobs that continue beside the current one, by number."""
        self.game = ""
        self.is_ready = self.is_cancelling = self.is_ending = False
        self.process: Process | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.idle_timer: asyncio.TimerHandle | None = None
        self.job_started = 0.0
        self.has_worked = False
        """Has it run a job? Otherwise it is as small as a new one."""
        self.task = asyncio.create_task(self._run())

    @property
    def is_free(self) -> bool:
        """Can it take a job now? A process that was killed may stay in the pool for a moment."""
        return self.is_ready and self.job is None and not self.is_ending

    @property
    def was_killed(self) -> bool:
        """Was the process ended by a signal?"""
        return self.process is not None and (self.process.returncode or 0) < 0

    @property
    def jobs(self) -> list[Job]:
        """The current job and those in the background."""
        return [*self.background.values(), *([self.job] if self.job is not None else [])]

    # ------------------------------------------------------------------ the process

    async def _run(self) -> None:
        """Start the process, read its frames until it ends, and report the end."""
        try:
            self.process = await self._start()
            self._set_timer(START_TIMEOUT)
            if self.owner.is_open:
                await self._read_frames(self.process)
        finally:
            self.kill()
            if self.process is not None:
                with suppress(Exception):
                    await self.process.wait()
            self._set_timer(None)
            self._stop_idle_timer()
            self.owner.handle_exit(self)

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self.command,
            stdin=PIPE,
            stdout=PIPE,
            limit=MAX_HEAD,
            start_new_session=True,
            env=self.environment,
        )

    def kill(self) -> None:
        """End the process now."""
        self.is_ending = True
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                # process.kill() could reap the process before asyncio's watcher does
                os.kill(self.process.pid, KILL)

    # ------------------------------------------------------------------ frames

    async def _read_frames(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ValueError, OSError):
            while line := await process.stdout.readline():
                head = json.loads(line)
                self._handle_frame(head, await process.stdout.readexactly(head["size"]))

    def _handle_frame(self, head: Head, body: bytes) -> None:
        if head.get("event") == "ready":
            self.is_ready = True
            self._set_timer(None)
            self.owner.handle_ready()
        elif head.get("event") == "released":
            if (head["mebibytes"] or 0) > MAX_IDLE_MEMORY:
                self.retire()
        elif (job := self._find_job(head["job"])) is not None:
            if job.is_wanted:
                job.on_frame(head, body)
            self._update_job(job, head)

    def _find_job(self, number: int) -> Job | None:
        if self.job is not None and self.job.number == number:
            return self.job
        return self.background.get(number)

    def _update_job(self, job: Job, head: Head) -> None:
        """End the job after its last frame, or move it to the background."""
        if head["last"]:
            self.background.pop(job.number, None)
        elif head.get("event") == BACKGROUND_EVENT:
            self.background[job.number] = job
        if job is self.job and (head["last"] or job.number in self.background):
            self.job, self.is_cancelling = None, False
            self._set_timer(None)
            self.owner.handle_free()
        self._rest()

    # ------------------------------------------------------------------ jobs

    def assign(self, job: Job) -> None:
        """Start a job."""
        self._stop_idle_timer()
        self.job, self.game, self.is_cancelling, self.has_worked = job, job.game, False, True
        self._write({"job": job.number, "question": job.question, "fields": job.fields})
        self.job_started = asyncio.get_running_loop().time()
        self._set_timer(job.timeout)

    def cancel(self, reason: Mapping[str, str] = CANCELLED) -> None:
        """Ask the process to end its job; kill it if it does not within the job's grace."""
        if self.job is not None and not self.is_cancelling:
            self.is_cancelling = True
            self._write({"cancel": self.job.number, "reason": reason})
            self._set_timer(self.job.grace)

    def cancel_background(self, job: Job) -> None:
        """Ask the process to end a job in the background, and forget the job."""
        del self.background[job.number]
        self._write({"cancel": job.number, "reason": CANCELLED})

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process is not None and self.process.stdin is not None
        with suppress(OSError, RuntimeError):  # `_read_frames` notices a process that has ended
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

    # ------------------------------------------------------------------ idle processes

    @property
    def is_idle(self) -> bool:
        """Does it run no job, not even in the background?"""
        return self.is_free and not self.background

    def _rest(self) -> None:
        """If it is idle, free its tables after a while, and end it after a long while."""
        self._stop_idle_timer()
        if self.is_idle:
            loop = asyncio.get_running_loop()
            self.idle_timer = loop.call_later(RELEASE_DELAY, self._release)

    def _release(self) -> None:
        self._write({"release": True})
        loop = asyncio.get_running_loop()
        self.idle_timer = loop.call_later(RETIRE_DELAY - RELEASE_DELAY, self.retire)

    def retire(self) -> None:
        """End an idle process that has grown: a new one needs less memory."""
        if self.is_idle and self.has_worked:
            self.kill()

    def _stop_idle_timer(self) -> None:
        if self.idle_timer is not None:
            self.idle_timer.cancel()
            self.idle_timer = None

    # ------------------------------------------------------------------ time limits

    def _set_timer(self, seconds: float | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if seconds is not None:
            loop = asyncio.get_running_loop()
            due = loop.time() + seconds
            self.timer = loop.call_later(seconds, self._handle_timeout, due, seconds)

    def _handle_timeout(self, due: float, seconds: float) -> None:
        """Kill the process; if the server itself was suspended, wait once more instead."""
        if asyncio.get_running_loop().time() - due > MAX_TIMER_DELAY:
            self._set_timer(seconds)
        else:
            self.kill()
