"""Connections that are silent or slow end; the others are served meanwhile."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest
from server import PATIENCE, Served, open_websocket, send, until, wait_for

from zermelo.web.server import UVICORN_OPTIONS

SOON = 0.4


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    """A server that waits only a moment for a silent client."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HEAD_TIMEOUT", "REQUEST_TIMEOUT", "READ_TIMEOUT"):
            patch.setattr(f"zermelo.web.connection.{name}", SOON)
        for name in ("ws_ping_interval", "ws_ping_timeout", "timeout_keep_alive"):
            patch.setitem(UVICORN_OPTIONS, name, SOON)
        made = Served([])
        yield made
        made.close()


def connect(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), PATIENCE)


def drain(there: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    told = b""
    try:
        while more := there.recv(1 << 16):
            told += more
    except ConnectionResetError:
        pass
    return told


def head_of(served: Served, *more: str) -> bytes:
    lines = [f"Host: 127.0.0.1:{served.port}", *more]
    return "\r\n".join(lines).encode()


def test_a_connection_without_a_request_ends(hasty: Served) -> None:
    with connect(hasty) as there:
        assert drain(there) == b""


def test_half_a_head_ends_however_slowly_it_grows(hasty: Served) -> None:
    with connect(hasty) as there:
        there.sendall(b"GET / HTTP/1.1\r\n" + head_of(hasty))
        there.settimeout(SOON / 4)
        for _ in range(1000):
            try:
                there.sendall(b"x")
                if not there.recv(1):
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            raise AssertionError("the connection is still open")


def test_half_a_body_ends_also_where_nothing_reads_it(hasty: Served) -> None:
    for path, status in (("position", b""), ("nothing", b"HTTP/1.1 404 ")):
        with connect(hasty) as there:
            there.sendall(f"POST /api/v1/{path} HTTP/1.1\r\n".encode())
            there.sendall(head_of(hasty, "Content-Type: application/json", "Content-Length: 50"))
            there.sendall(b"\r\n\r\n{")
            assert drain(there).startswith(status)


def test_an_idle_connection_ends_after_its_answer(hasty: Served) -> None:
    with connect(hasty) as there:
        there.sendall(b"GET /icon.svg HTTP/1.1\r\n" + head_of(hasty) + b"\r\n\r\n")
        assert drain(there).startswith(b"HTTP/1.1 200 ")


def test_a_client_that_does_not_read_is_dropped(hasty: Served) -> None:
    before = len(hasty.server.server_state.connections)
    with connect(hasty) as there:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 10)
        wait_for(lambda: len(hasty.server.server_state.connections) > before)
        request = b"GET /api/v1/catalogue HTTP/1.1\r\n" + head_of(hasty) + b"\r\n\r\n"
        there.sendall(400 * request)  # some megabytes of answers
        wait_for(lambda: len(hasty.server.server_state.connections) <= before)


@pytest.mark.parametrize("reads", [True, False])
def test_a_websocket_that_answers_no_ping_ends(hasty: Served, reads: bool) -> None:
    assert hasty.studio.sessions == 0
    with connect(hasty) as there:
        origin = f"Origin: http://127.0.0.1:{hasty.port}"
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        there.sendall(b"GET /api/v1/live HTTP/1.1\r\n")
        there.sendall(head_of(hasty, origin, *upgrade, key) + b"\r\n\r\n")
        assert there.recv(12) == b"HTTP/1.1 101"
        if reads:
            drain(there)
        wait_for(lambda: hasty.studio.sessions == 0)


def test_a_websocket_that_answers_pings_stays(hasty: Served) -> None:
    with open_websocket(hasty.port) as ws:
        time.sleep(3 * SOON)  # longer than any of the limits
        send(ws, ask="analyse", game="nim:2,2", depth=2)
        until(ws, "done")
        assert hasty.studio.sessions == 1
