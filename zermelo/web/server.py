"""Running the studio: open the socket, print the address, open a browser, shut down in order."""

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
from pathlib import Path
from typing import Any
from urllib.parse import quote

import uvicorn

from zermelo.errors import BadLimit
from zermelo.web.app import MAX_BODY, create_app
from zermelo.web.connection import HttpConnection, WebsocketConnection
from zermelo.web.game_registry import DATABASE, GameRegistry
from zermelo.web.guard import ALL_INTERFACES, LOOPBACK, add_brackets

WARNING = (
    "--host {host} lets every computer that reaches this machine use the studio, without a "
    "password and without encryption; omit --host to accept requests of this machine only"
)

UVICORN_OPTIONS: dict[str, Any] = {
    "http": HttpConnection,  # h11: httptools does not limit the number of headers
    "ws": WebsocketConnection,
    "ws_max_size": MAX_BODY,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    "timeout_keep_alive": 5,
    "proxy_headers": False,  # no proxy stands in front of the server
    "timeout_graceful_shutdown": 2,
}
"""The protocols, how much of a request is read, and how many seconds a silent client has."""

QUIET: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False}
"""What the server logs and says about itself: warnings only, and nothing."""


class StudioServer(uvicorn.Server):
    """A server that prints its address once it listens."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self.address, self.browser = address, browser

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let Ctrl-C end the studio without a traceback, however often it is pressed."""
        before = {
            number: signal.signal(number, self.request_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def request_exit(self, *_: object) -> None:
        """Shut down in order."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then print the address and open the browser."""
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(f"Zermelo's studio: {self.address} (Ctrl-C ends it)\n")
            sys.stdout.flush()
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def run_server(
    games: Sequence[str], host: str, port: int, browser: bool, databases: Sequence[str] = ()
) -> int:
    """Serve until a signal ends it. Return the exit code."""
    user_games = [game for game in games if ".py" in game]
    user_games += [f"{DATABASE}{Path(path).resolve()}" for path in databases]
    fragment = _find_first_page(user_games, [game for game in games if ".py" not in game])
    listening = open_socket(host, port)
    port = listening.getsockname()[1]
    if host not in (*LOOPBACK, "::1"):
        warn(WARNING.format(host=host))
    name = "127.0.0.1" if host in ALL_INTERFACES else add_brackets(host)
    app = create_app(user_games, host, port, warn=warn)
    config = uvicorn.Config(app, **QUIET, **UVICORN_OPTIONS)
    logging.getLogger("uvicorn.error").addFilter(remove_traceback)
    with listening:
        StudioServer(config, f"http://{name}:{port}/{fragment}", browser).run(sockets=[listening])
    return 0


def warn(message: str) -> None:
    """Print a warning on the terminal of the studio."""
    sys.stderr.write(f"zermelo: warning: {message}\n")
    sys.stderr.flush()


def remove_traceback(record: logging.LogRecord) -> bool:
    """Log a client's invalid UTF-8 in one line: it is not an error of this program."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = record.exc_text = None
    return True


def _find_first_page(user_games: Sequence[str], others: Sequence[str]) -> str:
    """Return the address of the first game that was named; refuse a wrong name at once."""
    registry = GameRegistry(user_games)
    for game in others:
        registry.get(game)
    names = [*map(registry.normalise_name, others), *registry.user_games]
    solved = registry.databases.list_games()
    if solved and not names:
        return f"#/analyse?game={quote(solved[0])}"
    return f"#/play?game={quote(names[0])}" if names else ""


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise BadLimit(f"{host}: {getattr(error, 'strerror', None) or error}") from None
    try:
        listen(listening, address)
    except OSError as error:
        listening.close()
        raise BadLimit(_explain_socket_error(error, host, port)) from None
    return listening


def listen(listening: socket.socket, address: Any) -> None:
    """Listen at an address; one that was in use a moment ago is free."""
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(address)
    listening.listen(128)


def _explain_socket_error(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} is in use: give another one with --port, or --port 0 for any that is free"
        )
    return f"cannot listen on {host} port {port}: {error.strerror}"
