"""Who may ask: requests that name this server as their host and come from its own page; and what a browser may do with answers.

A page elsewhere that the same person has open can send requests here. It cannot forge the Host and Origin headers, so these
are checked before anything else.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::", "")  # listened on, never anybody's name


class Guard:
    """Refuses requests for another host or from another origin; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1", port: int = 0) -> None:
        self.app, self.port = app, port
        self.names = {*LOOPBACK, _bracketed(host)} - set(EVERYWHERE)
        self.is_everywhere = host in EVERYWHERE
        if self.is_everywhere:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        why = self.refusal(scope["type"], scope["headers"])
        if why and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        elif why:
            await refuse(_dressed(send), 403, "Forbidden", why)
        elif scope["type"] == "websocket":
            with suppress(
                asyncio.CancelledError
            ):  # the server ends: that is no fault, and needs no traceback
                await self.app(scope, receive, send)
        else:
            await self._answer(scope, receive, _dressed(send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_begun = False

        async def begin(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await send(message)

        try:
            await self.app(scope, receive, begin)
        except asyncio.CancelledError:  # the server ends, as above
            if not is_begun:
                await refuse(send, 503, "Lost", "the studio ends")

    def refusal(self, kind: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Why a request is refused; nothing if it is not."""
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
        if len(hosts) != 1 or not self._is_here(hosts[0]):
            return "this server is asked by its own address only"
        if kind == "websocket" and not origins:
            return "a websocket must say its origin"
        if any(
            not origin.lower().startswith("http://") or origin[7:].lower() != hosts[0].lower()
            for origin in origins
        ):
            return "this server answers its own page only"
        return ""

    def _is_here(self, host: str) -> bool:
        name, port = _parted(host.lower())
        if self.port and port != (self.port if port or self.port != 80 else 0):
            return False
        return name in self.names or (self.is_everywhere and _is_address(name))


def _parted(host: str) -> tuple[str, int]:
    """A Host header's name and port (0 if there is none, −1 if it is none)."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        return host, 0
    return name, int(port) if port.isdecimal() and len(port) <= 5 and port.isascii() else -1


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()


def _is_address(name: str) -> bool:
    """A number can be nobody's trick: only names can be made to lead here."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _dressed(send: Send) -> Send:
    """The same, with the headers that every answer has."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            more = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in present
            ]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


async def refuse(send: Send, status: int, kind: str, message: str) -> None:
    """A refusal, as JSON."""
    body = json.dumps({"error": {"kind": kind, "message": message}}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
