"""A session: one page's websocket. Its questions go to the search pool; events come back to it.

Each question has an id and a tag that the page chose, and every event of the answer repeats both.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.web.job import GRACE, Head, Job
from zermelo.web.pool import Busy, WorkerPool
from zermelo.web.request_fields import BadRequest, Fields, parse_object

SEARCHES = ("analyse", "values", "think", "prepare")
PACMAN_GAMES = ("scene", "arena", "arena-table")
QUESTIONS = (*SEARCHES, *PACMAN_GAMES)
CHOICES = (*QUESTIONS, "stop")

MAX_QUESTIONS = 8
"""Open questions of one page."""

MAX_UNSENT = 64
"""Events that wait for a slow page. Beyond that, only last events are kept, and no message of the
page is read."""

SEARCH_TIMEOUT = 90.0
"""Seconds of a search after which its worker is killed. A search ends by itself before that."""

MOVE_TIMEOUT = 900.0
"""The same for a move at a level: its work is counted in nodes, and a busy machine takes longer."""

PACMAN_GRACE = 30.0
"""Seconds that a cancelled game of Pac-Man has to end: it checks between two moves only."""


class Address(NamedTuple):
    """The id and the tag of a question."""

    id: int | None = None
    tag: str | None = None


def get_job_limits(question: str) -> dict[str, Any]:
    """Return how long a question may take, and how it shares the pool with others."""
    return {
        "timeout": MOVE_TIMEOUT if question == "think" else SEARCH_TIMEOUT,
        "grace": PACMAN_GRACE if question in PACMAN_GAMES else GRACE,
        "is_preemptible": question in ("analyse", "values"),
        "is_urgent": question in ("think", "prepare"),
    }


class Session:
    """The connection with one page."""

    def __init__(self, socket: WebSocket, pool: WorkerPool) -> None:
        self.socket, self.pool = socket, pool
        self.jobs: dict[int, Job] = {}
        """Open questions by id."""
        self.cancelled: dict[int, Job] = {}
        """Cancelled questions whose last event has not come yet. Each occupies a worker, so there
        are never many."""
        self.unsent: asyncio.Queue[str] = asyncio.Queue()
        self.is_drained = asyncio.Event()

    async def run(self) -> None:
        """Serve the page until it leaves."""
        await self.socket.accept()
        self.pool.warm_up()
        sender = asyncio.create_task(self._send_events())
        try:
            while (message := await self.socket.receive())["type"] != "websocket.disconnect":
                self.handle_message(message.get("text") or "")
                await self._wait_for_reader(sender)
        finally:
            sender.cancel()
            for job in (*self.jobs.values(), *self.cancelled.values()):
                self.pool.discard(job)

    async def _send_events(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self.socket.send_text(await self.unsent.get())
                if self.unsent.empty():
                    self.is_drained.set()

    async def _wait_for_reader(self, sender: asyncio.Task[None]) -> None:
        """Read no message of a page that does not read its events, until it does or has left."""
        if self.unsent.qsize() >= MAX_UNSENT:
            self.is_drained.clear()
            drained = asyncio.create_task(self.is_drained.wait())
            await asyncio.wait({drained, sender}, return_when=asyncio.FIRST_COMPLETED)
            drained.cancel()

    # ------------------------------------------------------------------ messages of the page

    def handle_message(self, text: str) -> None:
        """Start or cancel a question, as a message of the page says."""
        address = Address()
        try:
            fields = Fields(parse_object(text))
            number = fields.get_integer("id", 0, 2**53)
            address = Address(number)
            address = Address(number, fields.get_optional_text("tag", 200))
            question = fields.get_choice("ask", CHOICES)
            if question == "stop":
                self._cancel(number, address)
            else:
                self._start(number, address, question, fields.given)
        except BadRequest as error:
            self._send_error(address, "BadRequest", str(error))

    def _start(self, number: int, address: Address, question: str, given: dict[str, Any]) -> None:
        for known in (self.jobs, self.cancelled):
            if number in known:
                self.pool.discard(known.pop(number))
        if len(self.jobs) >= MAX_QUESTIONS:
            raise BadRequest(
                f"{MAX_QUESTIONS} questions are open already: stop one, or ask again with its id"
            )
        job = self.jobs[number] = self._make_job(number, address, question, given)
        try:
            self.pool.submit(job)
        except Busy:
            del self.jobs[number]
            self._send_error(address, "Busy", "too many searches are waiting; try again later")

    def _make_job(self, number: int, address: Address, question: str, given: dict[str, Any]) -> Job:
        def handle_frame(head: Head, body: bytes) -> None:
            if head["last"]:
                self._forget(number, job)
            self._forward(address, body, head["last"])

        def handle_lost(reason: str) -> None:
            self._forget(number, job)
            message = f"the search was lost: {reason}"
            self._send_event(address, {"event": "lost", "message": message})

        def handle_queued(ahead: int) -> None:
            self._send_event(address, {"event": "queued", "ahead": ahead}, is_last=False)

        callbacks = (handle_frame, handle_lost, handle_queued)
        job = Job(question, given, *callbacks, **get_job_limits(question))
        return job

    def _cancel(self, number: int, address: Address) -> None:
        """End a search early. Its last event still comes; its place is free at once."""
        job = self.jobs.pop(number, None)
        if job is not None and self.pool.cancel(job):
            self.cancelled[number] = job
        elif job is not None:
            event = {"event": "done", "move": None, "result": None, "stopped": "cancelled"}
            self._send_event(address, event)

    def _forget(self, number: int, job: Job) -> None:
        for known in (self.jobs, self.cancelled):
            if known.get(number) is job:
                del known[number]

    # ------------------------------------------------------------------ events for the page

    def _forward(self, address: Address, body: bytes, is_last: bool) -> None:
        """Send a worker's event, with the page's id and tag inserted."""
        prefix = json.dumps(address._asdict())
        self._put(f"{prefix[:-1]},{body.decode()[1:]}", is_last)

    def _send_error(self, address: Address, kind: str, message: str) -> None:
        self._send_event(address, {"event": "error", "kind": kind, "message": message})

    def _send_event(self, address: Address, event: dict[str, Any], is_last: bool = True) -> None:
        """Send an event of the server's own."""
        self._put(json.dumps({**address._asdict(), **event}), is_last)

    def _put(self, text: str, is_last: bool) -> None:
        if is_last or self.unsent.qsize() < MAX_UNSENT:
            self.unsent.put_nowait(text)
