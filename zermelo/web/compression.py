"""Compression of answers: texts go over the wire as gzip if the client reads it.

An answer with an ETag is a file: it is compressed once. Its ETag becomes a weak one, because the
bytes of the two forms differ. Answers that come in parts, and those too large to be compressed
while others wait, are sent as they are.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST, LARGEST = 500, 1 << 20
"""Bytes of an answer that is compressed."""

LEVEL = 6

TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")
"""Types that are texts, by their beginnings."""

MAX_FILES = 500
"""Compressed files that are kept."""


class Compression:
    """ASGI middleware that compresses answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.files: dict[tuple[str, str], bytes] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; compressed if the client accepts it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_accepted = accepts_gzip(Headers(scope=scope).getlist("accept-encoding"))
        await self.app(scope, receive, _Answer(self, scope, send, is_accepted).send)

    def compress(self, path: str, etag: str, body: bytes) -> bytes:
        """Return the compressed body; that of a file is kept."""
        if not etag:
            return gzip.compress(body, LEVEL, mtime=0)
        if (path, etag) not in self.files:
            if len(self.files) >= MAX_FILES:
                self.files.clear()
            self.files[path, etag] = gzip.compress(body, LEVEL, mtime=0)
        return self.files[path, etag]


class _Answer:
    """Holds the start of an answer back until its body shows whether it is compressed."""

    def __init__(self, owner: Compression, scope: Scope, send: Send, is_accepted: bool) -> None:
        self.owner, self.path, self.pass_on = owner, scope["path"], send
        self.is_accepted = is_accepted
        self.start: Message | None = None

    async def send(self, message: Message) -> None:
        """Pass a message of the application on."""
        if message["type"] == "http.response.start":
            self.start = message
            return
        if self.start is not None:
            start, self.start = {**self.start, "headers": [*self.start["headers"]]}, None
            if is_text(start):
                message = self._choose_form(start, message)
            await self.pass_on(start)
        await self.pass_on(message)

    def _choose_form(self, start: Message, message: Message) -> Message:
        """Say that there are two forms; return the body in the one that the client gets."""
        headers = MutableHeaders(raw=start["headers"])
        headers.add_vary_header("Accept-Encoding")
        if etag := headers.get("etag", ""):
            headers["etag"] = etag if etag.startswith("W/") else f"W/{etag}"
        body = message.get("body", b"")
        is_whole = not message.get("more_body") and SMALLEST <= len(body) <= LARGEST
        if not self.is_accepted or not is_whole:
            return message
        body = self.owner.compress(self.path, etag, body)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(body))
        return {**message, "body": body}


def is_text(start: Message) -> bool:
    """Return whether an answer is a text that is not compressed yet, or a file not sent again."""
    headers = Headers(raw=start["headers"])
    if start["status"] == 304:
        return True
    kind = headers.get("content-type", "")
    return kind.startswith(TEXTS) and "content-encoding" not in headers


def accepts_gzip(values: Sequence[str]) -> bool:
    """Return whether a client reads gzip.

    >>> accepts_gzip(["gzip, deflate, br"]), accepts_gzip(["gzip;q=0"]), accepts_gzip([])
    (True, False, False)
    """
    for part in ",".join(values).split(","):
        name, _, quality = part.strip().lower().partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
