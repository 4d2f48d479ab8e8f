"""The guard: it refuses requests of other pages, and adds security headers to every answer.

Another page in the same browser can send requests to this server. It cannot forge the Host and
Origin headers, so these are checked first.
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
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
ALL_INTERFACES = ("0.0.0.0", "::", "")
"""Addresses to listen on that are not the name of a host."""


class Guard:
    """ASGI middleware that checks Host and Origin."""

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1", port: int = 0) -> None:
        self.app, self.port = app, port
        self.names = {*LOOPBACK, add_brackets(host)} - set(ALL_INTERFACES)
        self.is_public = host in ALL_INTERFACES
        if self.is_public:
            self.names |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        reason = self.find_refusal(kind, scope["headers"])
        if kind == "http":
            await self._handle_http(reason, scope, receive, add_headers(send))
        elif reason:
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            with suppress(asyncio.CancelledError):  # the server ends; a traceback would not help
                await self.app(scope, receive, send)

    async def _handle_http(self, reason: str, scope: Scope, receive: Receive, send: Send) -> None:
        if reason:
            await send_refusal(send, 403, "Forbidden", reason)
            return
        is_started = False

        async def send_and_note(message: Message) -> None:
            nonlocal is_started
            is_started = True
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except asyncio.CancelledError:  # the server ends
            if not is_started:
                await send_refusal(send, 503, "Lost", "the studio is shutting down")

    def find_refusal(self, kind: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Return why a request is refused; "" if it is not."""
        pairs = [(name, value.decode("latin-1").lower()) for name, value in headers]
        hosts = [value for name, value in pairs if name == b"host"]
        origins = [value for name, value in pairs if name == b"origin"]
        if len(hosts) != 1 or not self._is_own_address(hosts[0]):
            return "the Host header must be the server's own address"
        if kind == "websocket" and not origins:
            return "a websocket must send its Origin"
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return "the Origin header must be the server's own page"
        return ""

    def _is_own_address(self, host: str) -> bool:
        name, port = split_host(host)
        if self.port and port != (self.port if port or self.port != 80 else 0):
            return False
        return name in self.names or (self.is_public and is_ip_address(name))


def split_host(host: str) -> tuple[str, int]:
    """Return the name and the port of a Host header; port 0 if absent, −1 if it is not a number."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        return host, 0
    return name, int(port) if port.isdecimal() and len(port) <= 5 and port.isascii() else -1


def add_brackets(host: str) -> str:
    """Return a host as a Host header writes it: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host.lower()


def is_ip_address(name: str) -> bool:
    """Is it an IP address? Only a host name can be made to lead to this server by an attacker."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def add_headers(send: Send) -> Send:
    """Return a send function that adds the security headers to every answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            missing = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in present
            ]
            message = {**message, "headers": [*message["headers"], *missing]}
        await send(message)

    return send_with_headers


async def send_refusal(send: Send, status: int, kind: str, message: str) -> None:
    """Send an error as JSON."""
    body = json.dumps({"error": {"kind": kind, "message": message}}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
