"""Connections that end when the other side is silent: a slow head, half a body, no answer to pings.

Uvicorn itself closes a connection that is idle between two requests (`timeout_keep_alive`), and a
websocket that answers no ping (`ws_ping_timeout`).
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_TIMEOUT = 10.0
"""Seconds until the whole head of a request must have come, from the connection's begin on."""

REQUEST_TIMEOUT = 40.0
"""Seconds until the rest of a request must have come. The server answers a slow body before."""

READ_TIMEOUT = 40.0
"""Seconds in which the client must read a part of an answer that does not fit into buffers."""


class HttpConnection(H11Protocol):
    """An HTTP connection with a limit of time for every request that comes in."""

    waits_for: Any = None
    """The part of a request that is awaited: the state of the client as h11 names it."""
    timer: asyncio.TimerHandle | None = None
    reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the head of the first request."""
        super().connection_made(transport)
        self._wait_for(h11.IDLE)

    def data_received(self, data: bytes) -> None:
        """Handle data; then wait for the part of the request that is still missing.

        A websocket has taken the connection over, and has limits of its own.
        """
        super().data_received(data)
        is_websocket = self.transport.get_protocol() is not self
        self._wait_for(None if is_websocket else self.conn.their_state)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._wait_for(None)
        self._stop_reading_timer()
        super().connection_lost(exc)

    def _wait_for(self, part: Any) -> None:
        """Start the timer of a part, unless it runs: single bytes do not prolong it."""
        if part is self.waits_for and self.timer is not None:
            return
        if self.timer is not None:
            self.timer.cancel()
        seconds = {h11.IDLE: HEAD_TIMEOUT, h11.SEND_BODY: REQUEST_TIMEOUT}.get(part)
        self.waits_for = part
        self.timer = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        self.timer = None
        self.transport.abort()

    # ------------------------------------------------------------------ clients that do not read

    def pause_writing(self) -> None:
        """Wait for a client that does not read."""
        super().pause_writing()
        self._stop_reading_timer()
        self.reading_timer = self.loop.call_later(READ_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        self._stop_reading_timer()
        super().resume_writing()

    def _stop_reading_timer(self) -> None:
        if self.reading_timer is not None:
            self.reading_timer.cancel()
            self.reading_timer = None


class WebsocketConnection(WebSocketsSansIOProtocol):
    """A websocket that is gone at once when it has answered no ping, read or not."""

    def keepalive_timeout(self) -> None:
        """Close the websocket, and wait for nothing."""
        super().keepalive_timeout()
        self.transport.abort()
