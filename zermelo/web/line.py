"""One page's websocket: what it asks goes to the engine's desk, what workers find comes back with the page's own id and tag."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.web.desk import GRACE, Busy, Desk, Job
from zermelo.web.fields import BadRequest, Fields

SEARCHES = ("analyse", "values", "think", "prepare")
GAMES = ("scene", "arena", "arena-table")
ASKS = (*SEARCHES, *GAMES)

MOST_ASKED = 8
"""Questions that one page may have open."""

MOST_UNSENT = 64
"""Events that wait for a slow page; beyond that only ends are kept, and the page is not listened to."""

SEARCHING = 90.0
"""Seconds of a search after which its worker is given up; it should have ended by itself."""

PLAYING = 30.0
"""Seconds that a game of Pac-Man has to end when it is not wanted any more: it looks up between moves only."""


class Line:
    """The conversation with one page."""

    def __init__(self, socket: WebSocket, desk: Desk) -> None:
        self.socket, self.desk = socket, desk
        self.jobs: dict[int, Job] = {}
        self.ending: dict[int, Job] = {}
        """What was told to stop, while its last event is still to come. A worker has one of them at most, so they are few."""
        self.unsent: asyncio.Queue[str] = asyncio.Queue()
        self.is_sent = asyncio.Event()

    async def talk(self) -> None:
        """Until the page leaves."""
        await self.socket.accept()
        self.desk.warm()
        sending = asyncio.create_task(self._send())
        try:
            while (message := await self.socket.receive())["type"] != "websocket.disconnect":
                self.hear(message.get("text") or "")
                await self._catch_up(sending)
        finally:
            sending.cancel()
            for job in (*self.jobs.values(), *self.ending.values()):
                self.desk.cancel(job)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self.socket.send_text(await self.unsent.get())
                if self.unsent.empty():
                    self.is_sent.set()

    async def _catch_up(self, sending: asyncio.Task[None]) -> None:
        """Who asks without reading the answers is not heard until they are read, or cannot be sent any more."""
        if self.unsent.qsize() >= MOST_UNSENT:
            self.is_sent.clear()
            waiting = asyncio.create_task(self.is_sent.wait())
            await asyncio.wait({waiting, sending}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()

    # ------------------------------------------------------------------ in

    def hear(self, text: str) -> None:
        """One message of the page."""
        from zermelo.web.app import as_object

        number: int | None = None
        tag: str | None = None
        try:
            asked = Fields(as_object(text))
            number = asked.whole("id", 0, 2**53)
            tag = asked.maybe_text("tag", 200)
            ask = asked.maybe_choice("ask", (*ASKS, "stop"))
            if ask is None:
                raise BadRequest(f"ask is missing; it must be one of: {' '.join((*ASKS, 'stop'))}")
            self._stop(number, tag) if ask == "stop" else self._begin(number, tag, ask, asked.given)
        except HTTPException as error:
            self.say(
                number, tag, {"event": "error", "kind": "BadRequest", "message": str(error.detail)}
            )
        except BadRequest as error:
            self.say(number, tag, {"event": "error", "kind": "BadRequest", "message": str(error)})

    def _begin(self, number: int, tag: str | None, ask: str, given: dict[str, Any]) -> None:
        for before in (self.jobs, self.ending):
            if number in before:
                self.desk.cancel(before.pop(number))
        if len(self.jobs) >= MOST_ASKED:
            raise BadRequest(
                f"{MOST_ASKED} questions are open already: stop one, or ask again with its id"
            )
        job = Job(
            ask,
            given,
            tell=lambda head, body: self._told(number, tag, job, head, body),
            lost=lambda why: self._lost(number, tag, job, why),
            queued=lambda ahead: self.say(
                number, tag, {"event": "queued", "ahead": ahead}, is_end=False
            ),
            seconds=SEARCHING,
            grace=PLAYING if ask in GAMES else GRACE,
            is_patient=ask in ("analyse", "values"),
            is_urgent=ask in ("think", "prepare"),
        )
        self.jobs[number] = job
        try:
            self.desk.submit(job)
        except Busy:
            del self.jobs[number]
            self.say(
                number,
                tag,
                {
                    "event": "error",
                    "kind": "Busy",
                    "message": "too many searches are waiting; try again in a moment",
                },
            )

    def _stop(self, number: int, tag: str | None) -> None:
        """End a search. Its last event still comes, with what it has found; its place is free at once."""
        job = self.jobs.pop(number, None)
        if job is not None and self.desk.stop(job):
            self.ending[number] = job
        elif job is not None:
            self.say(
                number, tag, {"event": "done", "move": None, "result": None, "stopped": "asked"}
            )

    # ------------------------------------------------------------------ out

    def _told(
        self, number: int, tag: str | None, job: Job, head: dict[str, Any], body: bytes
    ) -> None:
        """A worker's event, with the page's id and tag put in."""
        own = json.dumps({"id": number, "tag": tag})
        if head["last"]:
            self._forget(number, job)
        self._put(f"{own[:-1]},{body.decode()[1:]}", head["last"])

    def _lost(self, number: int, tag: str | None, job: Job, why: str) -> None:
        self._forget(number, job)
        self.say(number, tag, {"event": "lost", "message": f"the search was lost: {why}"})

    def _forget(self, number: int, job: Job) -> None:
        for known in (self.jobs, self.ending):
            if known.get(number) is job:
                del known[number]

    def say(
        self, number: int | None, tag: str | None, event: dict[str, Any], is_end: bool = True
    ) -> None:
        """An event of the server's own."""
        self._put(json.dumps({"id": number, "tag": tag, **event}), is_end)

    def _put(self, text: str, is_end: bool) -> None:
        if is_end or self.unsent.qsize() < MOST_UNSENT:
            self.unsent.put_nowait(text)
