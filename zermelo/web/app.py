"""The studio's server: it maps addresses to questions. Worker processes run rules and searches."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from zermelo.web.compression import Compression
from zermelo.web.files import PAGE, PageFiles, serve_glossary, serve_show_file
from zermelo.web.guard import HEADERS, Guard
from zermelo.web.job import Head, Job
from zermelo.web.pool import Busy, WorkerPool
from zermelo.web.request_fields import BadRequest, parse_object
from zermelo.web.session import Session

MAX_BODY = 256 << 10
MAX_RECORD_BODY = 2 << 20
"""Bytes of a request's body; of a file with records."""

BODY_TIMEOUT = 30.0
"""Seconds until the whole body must have come."""

RETIRE_DELAY = 30.0
"""Seconds after which idle workers end, if no page is open: a page that is loaded again needs them.
"""

MAX_SESSIONS = 256
"""Websockets at the same time."""

NO_STORE = {"cache-control": "no-store"}

PICTURE_HEADERS = {
    "cache-control": "private, max-age=300",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""Of a picture: it is kept while a person looks for items, and it can do nothing but be drawn."""

QUICK = ("position", "starts", "setup", "roll", "tree/edit", "prediction")
FILES = ("record", "record/file", "share", "export")
SLOW = ("film", "formal", "why", *FILES, "exercise", "grade", "lectures")
PICTURE = "lectures/picture"
QUICK_TIMEOUT, SLOW_TIMEOUT = 10.0, 30.0
"""Seconds for an answer."""

LOST = 503
"""The status of an answer whose worker was killed."""

SEARCH_MEMORY = 4_096
"""MiB for a worker. The largest tables and the stacks of compiled searches need 3,100."""

API_WORKER: dict[str, Any] = {"mebibytes": 2_048, "kind": "api"}
"""A worker that does not search."""

ERROR_KINDS = {
    400: "BadRequest",
    404: "NotFound",
    405: "BadMethod",
    408: "TooSlow",
    413: "TooLarge",
    415: "BadRequest",
}


def count_search_workers() -> int:
    """Return how many searches run at the same time."""
    return min(max(os.cpu_count() or 2, 2), 8)


class Studio:
    """The three pools of workers: for quick answers, for slow answers, and for searches."""

    def __init__(
        self,
        user_games: Sequence[str] = (),
        searches: int | None = None,
        warn: Callable[[str], None] = lambda message: None,
    ) -> None:
        self.quick_pool = WorkerPool(1, user_games, max_waiting=512, **API_WORKER)
        self.slow_pool = WorkerPool(2, user_games, max_waiting=64, **API_WORKER)
        self.search_pool = WorkerPool(
            searches or count_search_workers(), user_games, mebibytes=SEARCH_MEMORY
        )
        self.pools = (self.quick_pool, self.slow_pool, self.search_pool)
        self.catalogue: Response | None = None
        self.warn = warn
        self.sessions = 0

    def open(self) -> None:
        """Start one worker in each pool, so that the first question need not wait for it."""
        for pool in self.pools:
            pool.is_open = True
            pool.warm_up()
        self.catalogue = None
        self.listing = asyncio.create_task(self._make_catalogue())

    async def close(self) -> None:
        """End every process."""
        self.listing.cancel()
        await asyncio.gather(*(pool.close() for pool in self.pools))

    async def serve_session(self, socket: WebSocket) -> None:
        """Serve one page's websocket."""
        if self.sessions >= MAX_SESSIONS:
            await socket.close(1013, "too many pages are open")
            return
        self.sessions += 1
        try:
            await Session(socket, self.search_pool).run()
        finally:
            self.sessions -= 1
            if not self.sessions:
                asyncio.get_running_loop().call_later(RETIRE_DELAY, self._retire_workers)

    def _retire_workers(self) -> None:
        """Give back the memory of pages that have been closed."""
        if not self.sessions:
            for pool in self.pools:
                pool.retire_idle()

    # ------------------------------------------------------------------ HTTP

    async def answer_catalogue(self, request: Request) -> Response:
        """Answer GET catalogue. Every page asks for it first, so it is made at the start, once."""
        if self.catalogue is None:
            listing = self.listing
            answer = await asyncio.shield(listing)
            if answer.status_code != 200:
                if self.listing is listing:  # the first request that sees the failure tries again
                    self.listing = asyncio.create_task(self._make_catalogue())
                return answer
            self.catalogue = answer
        return self.catalogue

    async def _make_catalogue(self) -> Response:
        """List the package's games, then the user's games one by one, without the faulty ones.

        A game is faulty if its rules fail, do not return, or kill their worker.
        """
        answer = await self._ask(None, self.quick_pool, "catalogue", {}, SLOW_TIMEOUT)
        if answer.status_code != 200:
            return answer
        catalogue = json.loads(bytes(answer.body))
        catalogue["faulty"] = []
        for name in catalogue.pop("user_games"):
            await self._add_user_game(name, catalogue)
        return Response(json.dumps(catalogue), 200, NO_STORE, "application/json")

    async def _add_user_game(self, name: str, catalogue: dict[str, Any]) -> None:
        """Add a user's game to the catalogue: to its games, or to its faulty games."""
        answer = await self._describe_user_game(name)
        content = json.loads(bytes(answer.body))
        if answer.status_code == 200:
            catalogue["games"].append(content)
            return
        error = content["error"]["message"]
        catalogue["faulty"].append({"name": name, "error": error})
        self.warn(f"{name} is not offered: {error}")

    async def _describe_user_game(self, name: str) -> Response:
        """Return the catalogue's entry of a user's game; try twice if the worker is lost.

        A worker can also be killed by something that has nothing to do with the game.
        """
        for _ in range(2):
            answer = await self._ask(
                None, self.slow_pool, "user-game", {"game": name}, QUICK_TIMEOUT
            )
            if answer.status_code != LOST:
                break
        return answer

    async def answer_picture(self, request: Request) -> Response:
        """Answer GET of an item's picture: an image of the page, which may have styles inside."""
        item = request.path_params
        fields = {"id": f"{item['source']}/{item['name']}", **request.query_params}
        answer = await self._ask(request, self.slow_pool, PICTURE, fields, SLOW_TIMEOUT)
        if answer.status_code == 200:
            answer.headers.update(PICTURE_HEADERS)
        return answer

    async def answer_question(self, question: str, request: Request) -> Response:
        """Answer POST of any other question."""
        fields = await read_body(request, MAX_RECORD_BODY if question == "record" else MAX_BODY)
        if question in QUICK:
            return await self._ask(request, self.quick_pool, question, fields, QUICK_TIMEOUT)
        return await self._ask(request, self.slow_pool, question, fields, SLOW_TIMEOUT)

    async def _ask(
        self,
        request: Request | None,
        pool: WorkerPool,
        question: str,
        fields: dict[str, Any],
        timeout: float,
    ) -> Response:
        """Return a worker's answer, unless the client leaves before."""
        answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        job = make_job(answer, question, fields, timeout)
        try:
            pool.submit(job)
        except Busy:
            return make_error(429, "Busy", "too many questions at once; try again later")
        try:
            await wait_for_answer(answer, request)
            return answer.result() if answer.done() else make_client_gone()
        finally:
            if not answer.done():
                pool.discard(job)


def make_job(
    answer: asyncio.Future[Response], question: str, fields: dict[str, Any], timeout: float
) -> Job:
    """Return a job that sets the answer."""

    def handle_frame(head: Head, body: bytes) -> None:
        if not answer.done():
            answer.set_result(make_response(head, body))

    def handle_lost(reason: str) -> None:
        if not answer.done():
            message = "the answer took too long or too much memory, and was given up"
            answer.set_result(make_error(LOST, "Lost", message))

    return Job(question, fields, handle_frame, handle_lost, timeout=timeout)


async def wait_for_answer(answer: asyncio.Future[Response], request: Request | None) -> None:
    """Return when the answer is there or the client has left."""
    leaving = asyncio.create_task(wait_for_disconnect(request))
    try:
        waiting: set[asyncio.Future[Any]] = {answer, leaving}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()


async def wait_for_disconnect(request: Request | None) -> None:
    """Return when the client has left; never, if there is none."""
    while request is None or not await request.is_disconnected():
        await asyncio.sleep(0.25)


# ---------------------------------------------------------------------- requests and responses


async def read_body(request: Request, max_bytes: int = MAX_BODY) -> dict[str, Any]:
    """Return the JSON object in a request's body."""
    content_type = request.headers.get("content-type", "").partition(";")[0]
    if content_type.strip().lower() != "application/json":
        raise HTTPException(415, "send JSON: content-type application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            async for chunk in request.stream():
                body += chunk
                if len(body) > max_bytes:
                    raise HTTPException(413, f"the body is larger than {max_bytes >> 10} KiB")
    except TimeoutError:
        raise HTTPException(408, f"the body did not arrive within {BODY_TIMEOUT:g} s") from None
    return parse_object(bytes(body))


def make_response(head: Head, body: bytes) -> Response:
    """Return a worker's frame as the response to a request."""
    headers = dict(NO_STORE)
    if head.get("name"):
        headers["content-disposition"] = f'attachment; filename="{head["name"]}"'
    return Response(body, head["status"], headers, head["type"])


def make_error(status: int, kind: str, message: str) -> Response:
    """Return an error of the server's own."""
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)


def make_client_gone() -> Response:
    """Return the response for a client that has left, which nothing reads."""
    return make_error(499, "Gone", "the client has left")


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Return a refusal in the form of all errors."""
    assert isinstance(error, HTTPException)
    status, message, headers = error.status_code, str(error.detail), error.headers or {}
    if "Allow" in headers:
        message = f"{request.method} is not allowed here; allowed: {headers['Allow']}"
    answer = make_error(status, ERROR_KINDS.get(status, "Failed"), message)
    answer.headers.update(headers)
    return answer


async def handle_bad_request(request: Request, error: Exception) -> Response:
    """Return the refusal of a body that is not a JSON object."""
    return make_error(400, "BadRequest", str(error))


async def handle_failure(request: Request, error: Exception) -> Response:
    """Return a fault of the server's own. It runs outside the guard, so it adds the headers."""
    message = f"{type(error).__name__}: the terminal of the studio shows more"
    answer = make_error(500, "Failed", message)
    answer.headers.update(HEADERS)
    return answer


async def handle_disconnect(request: Request, error: Exception) -> Response:
    """Return the response for a client that left while it sent its body."""
    return make_client_gone()


ERROR_HANDLERS: dict[Any, Any] = {
    HTTPException: handle_http_error,
    BadRequest: handle_bad_request,
    ClientDisconnect: handle_disconnect,
    Exception: handle_failure,
}
"""The function that answers an error, by its class."""


# ---------------------------------------------------------------------- addresses


def list_routes(studio: Studio) -> list[BaseRoute]:
    """Return the addresses of the server."""
    questions = [
        Route(f"/{name}", partial(studio.answer_question, name), methods=["POST"])
        for name in (*QUICK, *SLOW)
    ]
    api = [
        Route("/catalogue", studio.answer_catalogue, methods=["GET"]),
        Route("/glossary", serve_glossary, methods=["GET"]),
        Route("/lectures/{source}/{name}.svg", studio.answer_picture, methods=["GET"]),
        WebSocketRoute("/live", studio.serve_session),
        *questions,
    ]
    show = [Route("/{name}", serve_show_file, methods=["GET"])]
    return [
        Mount("/api/v1", Router(api, redirect_slashes=False, default=refuse_question)),
        Mount("/show", Router(show, redirect_slashes=False)),
        Mount("/", PageFiles(directory=PAGE, html=True, check_dir=False)),
    ]


async def refuse_question(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer that there is no such question."""
    if scope["type"] == "websocket":
        await WebSocketClose(reason="the websocket of the studio is /api/v1/live")(
            scope, receive, send
        )
        return
    known = " ".join((*QUICK, *SLOW))
    raise HTTPException(404, f"there is no such question; questions: {known}")


def create_app(
    user_games: Sequence[str] = (), host: str = "127.0.0.1", port: int = 0, **options: Any
) -> Starlette:
    """Return the server. `user_games` are games as the command line names them.

    Port 0 leaves the port out of the check of the Host header.
    """
    studio = Studio(user_games, **options)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        studio.open()
        yield
        await studio.close()

    guard = Middleware(Guard, host=host, port=port)
    app = Starlette(
        routes=list_routes(studio),
        lifespan=lifespan,
        middleware=[guard, Middleware(Compression)],
        exception_handlers=ERROR_HANDLERS,
    )
    app.state.studio = studio
    return app
