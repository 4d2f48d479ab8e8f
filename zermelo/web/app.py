"""The studio's server: which address leads where. It runs no rule and no search: workers do."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from zermelo.web.desk import Busy, Desk, Job
from zermelo.web.fields import is_text
from zermelo.web.guard import HEADERS, Guard
from zermelo.web.line import Line

PAGE = Path(__file__).parent / "page"

LARGEST_BODY = 256 << 10
"""Bytes of a request."""

SENDING = 30.0
"""Seconds that they may take to come."""

MOST_PAGES = 256
"""Websockets at once."""

FRESH = {"cache-control": "no-store"}

QUICK = ("position", "roll", "tree/edit")
SLOW = ("film", "export", "exercise", "grade")
QUICK_SECONDS, SLOW_SECONDS = 10.0, 30.0

LOST = 503
"""The status of an answer whose worker was killed."""

CLERK_MEMORY, ENGINE_MEMORY = 2_048, 4_096
"""MiB that a worker may ask for. Games with the largest tables, and the stacks that compiled searches reserve, take 3,100."""


def search_workers() -> int:
    """How many searches run at once."""
    return min(max(os.cpu_count() or 2, 2), 8)


class Studio:
    """The desks: one for what must come at once, one for what may take seconds, one for searches."""

    def __init__(
        self,
        own: Sequence[str] = (),
        searches: int | None = None,
        warn: Callable[[str], None] = lambda words: None,
    ) -> None:
        self.front = Desk(1, own, most_waiting=512, mebibytes=CLERK_MEMORY, kind="clerk")
        self.lab = Desk(2, own, most_waiting=64, mebibytes=CLERK_MEMORY, kind="clerk")
        self.engine = Desk(searches or search_workers(), own, mebibytes=ENGINE_MEMORY)
        self.catalogue: Response | None = None
        self.warn = warn
        self.lines = 0

    def open(self) -> None:
        """Have somebody at each desk: the first question should not wait for a process to begin."""
        for desk in (self.front, self.lab, self.engine):
            desk.is_open = True
            desk.warm()
        self.catalogue = None
        self.listing = asyncio.create_task(self._listed())

    async def close(self) -> None:
        """End every process."""
        self.listing.cancel()
        await asyncio.gather(self.front.close(), self.lab.close(), self.engine.close())

    async def live(self, socket: WebSocket) -> None:
        """One page's websocket."""
        if self.lines >= MOST_PAGES:
            await socket.close(1013, "too many pages are open")
            return
        self.lines += 1
        try:
            await Line(socket, self.engine).talk()
        finally:
            self.lines -= 1

    # ------------------------------------------------------------------ over HTTP

    async def list(self, request: Request) -> Response:
        """GET catalogue: begun when the server starts, for every page asks for it first, and kept."""
        if self.catalogue is None:
            listing = self.listing
            answer = await asyncio.shield(listing)
            if answer.status_code != 200:
                if self.listing is listing:  # the first who hears of it has it done again
                    self.listing = asyncio.create_task(self._listed())
                return answer
            self.catalogue = answer
        return self.catalogue

    async def _listed(self) -> Response:
        """The package's games, and the user's own one by one: one that fails, hangs or kills its worker is left out, and told."""
        answer = await self._asked(None, self.front, "catalogue", {}, SLOW_SECONDS)
        if answer.status_code != 200:
            return answer
        found = json.loads(bytes(answer.body))
        found["faulty"] = []
        for name in found.pop("own"):
            entry = await self._own(name)
            if entry.status_code == 200:
                found["games"].append(json.loads(bytes(entry.body)))
            else:
                error = json.loads(bytes(entry.body))["error"]["message"]
                found["faulty"].append({"name": name, "error": error})
                self.warn(f"{name} is not offered: {error}")
        return Response(json.dumps(found), 200, FRESH, "application/json")

    async def _own(self, name: str) -> Response:
        """What the catalogue says of a user's game. Asked twice if its worker is lost: somebody else may have killed that one."""
        entry = await self._asked(None, self.lab, "own", {"game": name}, QUICK_SECONDS)
        return (
            entry
            if entry.status_code != LOST
            else await self._asked(None, self.lab, "own", {"game": name}, QUICK_SECONDS)
        )

    async def answer(self, request: Request) -> Response:
        """POST any other question."""
        do = request.path_params["do"]
        ask = await read(request)
        if do in QUICK:
            return await self._asked(request, self.front, do, ask, QUICK_SECONDS)
        return await self._asked(request, self.lab, do, ask, SLOW_SECONDS)

    async def _asked(
        self, request: Request | None, desk: Desk, do: str, ask: dict[str, Any], seconds: float
    ) -> Response:
        """A worker's answer."""
        done: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

        def tell(head: dict[str, Any], body: bytes) -> None:
            if not done.done():
                done.set_result(response(head, body))

        def lost(why: str) -> None:
            if not done.done():
                done.set_result(
                    told(LOST, "Lost", "this took too long or too much memory, and was given up")
                )

        job = Job(do, ask, tell, lost, seconds=seconds)
        try:
            desk.submit(job)
        except Busy:
            return told(429, "Busy", "too much is being asked at once; try again in a moment")
        leaving = asyncio.create_task(gone(request))
        try:
            waiting: set[asyncio.Future[Any]] = {done, leaving}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            return (
                done.result() if done.done() else told(499, "Gone", "nobody waits for the answer")
            )
        finally:
            leaving.cancel()
            if not done.done():
                desk.cancel(job)


async def gone(request: Request | None) -> None:
    """Returns when the client has left; never, if there is none."""
    while request is None or not await request.is_disconnected():
        await asyncio.sleep(0.25)


async def read(request: Request) -> dict[str, Any]:
    """The JSON object in a request's body."""
    if (
        request.headers.get("content-type", "").partition(";")[0].strip().lower()
        != "application/json"
    ):
        raise HTTPException(415, "send JSON: content-type application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(SENDING):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST_BODY:
                    raise HTTPException(413, f"the body is larger than {LARGEST_BODY >> 10} KiB")
    except TimeoutError:
        raise HTTPException(408, f"the body has not come within {SENDING:g} s") from None
    return as_object(bytes(body))


def as_object(text: bytes | str) -> dict[str, Any]:
    """A JSON object from somebody else's text.

    >>> as_object('{"depth": 3}')
    {'depth': 3}
    """
    try:
        value = json.loads(text, parse_constant=_refuse)
        is_whole = is_text(value)
    except (ValueError, RecursionError):
        raise HTTPException(400, "this is no JSON") from None
    if not is_whole:
        raise HTTPException(400, "a text in it holds half a character, a lone surrogate")
    if not isinstance(value, dict):
        raise HTTPException(400, "the body must be a JSON object")
    return value


def _refuse(word: str) -> None:
    raise ValueError(word)


def response(head: dict[str, Any], body: bytes) -> Response:
    """A worker's frame as the answer to a request."""
    headers = dict(FRESH)
    if head.get("name"):
        headers["content-disposition"] = f'attachment; filename="{head["name"]}"'
    return Response(body, head["status"], headers, head["type"])


def told(status: int, kind: str, message: str) -> Response:
    """An error of the server's own."""
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)


KINDS = {
    400: "BadRequest",
    404: "NotFound",
    405: "BadMethod",
    408: "TooSlow",
    413: "TooLarge",
    415: "BadRequest",
}


async def on_error(request: Request, error: Exception) -> Response:
    """A refusal, in the form that all errors have."""
    assert isinstance(error, HTTPException)
    return told(error.status_code, KINDS.get(error.status_code, "Failed"), str(error.detail))


async def on_failure(request: Request, error: Exception) -> Response:
    """A fault of the server's own; it stands outside the guard, which would have added the headers."""
    answer = told(500, "Failed", f"{type(error).__name__}: the studio's terminal shows more")
    answer.headers.update(HEADERS)
    return answer


async def on_leaving(request: Request, error: Exception) -> Response:
    """Nobody reads this."""
    return told(499, "Gone", "nobody waits for the answer")


async def show(request: Request) -> Response:
    """What the page shares with the pictures of `show`: the stepper, and the styles of trees and boards."""
    from zermelo.show.board import STYLE as BOARD
    from zermelo.show.stepper import asset
    from zermelo.show.svg import STYLE as TREE

    name = request.path_params["name"]
    made = {
        "stepper.js": lambda: asset("stepper.js"),
        "stepper.css": lambda: asset("stepper.css"),
        "tree.css": lambda: f"{TREE}\n{BOARD}\n",
    }
    if name not in made:
        raise HTTPException(404, f"there is no {name}")
    return Response(
        made[name](),
        media_type="text/javascript" if name.endswith(".js") else "text/css",
        headers={"cache-control": "no-cache"},
    )


class Page(StaticFiles):
    """The page's files, asked for anew each time: they change when the package does."""

    async def get_response(self, path: str, scope: Any) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = "no-cache"
        return answer


def application(
    own: Sequence[str] = (), host: str = "127.0.0.1", port: int = 0, **more: Any
) -> Starlette:
    """The server. `own` are games as the command line writes them; a port of 0 leaves the port out of the check of hosts."""
    studio = Studio(own, **more)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        studio.open()
        yield
        await studio.close()

    routes = [
        Route("/api/v1/catalogue", studio.list, methods=["GET"]),
        WebSocketRoute("/api/v1/live", studio.live),
        Route("/api/v1/{do:path}", _posted(studio), methods=["POST"]),
        Route("/show/{name}", show, methods=["GET"]),
        Mount("/", Page(directory=PAGE, html=True, check_dir=False)),
    ]
    made = Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(Guard, host=host, port=port)],
        exception_handlers={
            HTTPException: on_error,
            ClientDisconnect: on_leaving,
            Exception: on_failure,
        },
    )
    made.state.studio = studio
    return made


def _posted(studio: Studio) -> Any:
    async def answer(request: Request) -> Response:
        if request.path_params["do"] not in (*QUICK, *SLOW):
            raise HTTPException(
                404, f"there is no such question; there are: {' '.join((*QUICK, *SLOW))}"
            )
        return await studio.answer(request)

    return answer
