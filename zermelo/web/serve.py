"""Running the studio: a socket, a line with the address, a browser, and an orderly end."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import uvicorn

from zermelo.errors import BadLimit
from zermelo.web.app import LARGEST_BODY, application
from zermelo.web.guard import EVERYWHERE, LOOPBACK

WARNING = (
    "--host {host} lets everybody who reaches this machine use the studio, without a password and without "
    "encryption; leave --host out to keep it to yourself"
)


BOUNDS: dict[str, Any] = {
    "http": "h11",  # the other one takes any number of headers
    "ws": "websockets-sansio",
    "ws_max_size": LARGEST_BODY,
    "proxy_headers": False,  # nobody stands before it whose word about others could be taken
    "timeout_graceful_shutdown": 2,
}
"""How much of a request is read, and by what."""


def in_one_line(record: logging.LogRecord) -> bool:
    """What somebody else sent that is no text is no fault of this program: no traceback is needed to find it."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = record.exc_text = None
    return True


class Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self.address, self.browser = address, browser

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C is how a studio ends, not an error: no traceback, however often it is pressed."""
        before = {
            number: signal.signal(number, self.end) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def end(self, *_: object) -> None:
        """Let the server end in order."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(f"Zermelo's studio: {self.address} (Ctrl-C ends it)\n")
            sys.stdout.flush()
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def serve(games: Sequence[str], host: str, port: int, browser: bool) -> int:
    """Serve until somebody ends it; the exit code."""
    own = [game for game in games if ".py" in game]
    others = [game for game in games if ".py" not in game]
    opened = _opened(own, others)
    listening = listen(host, port)
    port = listening.getsockname()[1]
    if host not in (*LOOPBACK, "::1"):
        warn(WARNING.format(host=host))
    named = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        application(own, host, port, warn=warn),
        log_level="warning",
        access_log=False,
        server_header=False,
        **BOUNDS,
    )
    logging.getLogger("uvicorn.error").addFilter(in_one_line)
    server = Server(config, f"http://{named}:{port}/{opened}", browser)
    with listening:
        server.run(sockets=[listening])
    return 0


def warn(words: str) -> None:
    """One line to whoever has started the studio."""
    sys.stderr.write(f"zermelo: warning: {words}\n")
    sys.stderr.flush()


def _opened(own: Sequence[str], others: Sequence[str]) -> str:
    """Where the page opens: at the first game that was named. Refuses a game that is none now, with one line, rather than in a worker."""
    from zermelo.web.shelf import Shelf

    shelf = Shelf(own)
    for game in others:
        shelf.game(game)
    named = [*map(shelf.called, others), *shelf.own]
    return f"#/play?game={quote(named[0])}" if named else ""


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address, or one line that says why there is none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise BadLimit(f"{host}: {getattr(error, 'strerror', None) or error}") from None
    try:
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(128)
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            raise BadLimit(
                f"port {port} is in use: give another one with --port, or --port 0 for any that is free"
            ) from None
        raise BadLimit(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return found
