"""A studio's server in this process, and the client side of its websocket."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from studios import ROOT
from websockets.sync.client import ClientConnection, connect

from zermelo.web import api
from zermelo.web.app import create_app
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields
from zermelo.web.server import UVICORN_OPTIONS, open_socket

CHOMP = f"{ROOT / 'examples/chomp.py'}:Chomp"
PATIENCE = 600.0
"""Seconds after which a waiting test fails. It is long: compiling one game can take two minutes on
a busy machine, and other games may be compiled first."""

STUBBORN = '''
import sys
import time
from pathlib import Path
from zermelo import Game

class Stubborn(Game[int, int]):
    """A game whose rules never return, two plies from the start."""
    def start(self): return 0
    def player(self, s): return s % 2
    def actions(self, s):
        while s > 1:
            if not sys.argv[0].endswith("compile_process.py"):  # may outlive its worker
                Path(__file__).with_suffix(".stuck").touch()
            time.sleep(0.01)
        return (0, 1)
    def result(self, s, a): return s + 1
    def terminal(self, s): return s > 5
    def utility(self, s, p): return 0
'''


GREEDY = '''
from stubborn import Stubborn

class Greedy(Stubborn):
    """A game whose rules need more memory than a worker has."""
    def actions(self, s): return (0, len(bytearray(8 << 30)))
'''


def ask(do: str, registry: GameRegistry | None = None, **fields: Any) -> Any:
    return api.HANDLERS[do](registry or GameRegistry(), Fields(fields))


def own_file(folder: Path, name: str, **changes: str) -> str:
    """Write a changed copy of the example game to a file; return its name for the command line."""
    text = (ROOT / "examples/chomp.py").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return f"{folder / name}:{changes.get('Chomp', 'Chomp')}"


class Served:
    """A studio that runs in a thread of this process, so that a test can read its pools."""

    stuck: Path
    """Exists once the rules of the stubborn game do not return."""

    def __init__(self, own: list[str], **more: Any) -> None:
        listening = open_socket("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        self.app = create_app(own, port=self.port, searches=2, **more)
        config = uvicorn.Config(self.app, log_level="error", **UVICORN_OPTIONS)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(
            target=lambda: asyncio.run(self.server.serve([listening])), daemon=True
        )
        self.thread.start()
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    @property
    def studio(self) -> Any:
        return self.app.state.studio

    def post(self, do: str, **fields: Any) -> httpx.Response:
        return self.client.post(f"/api/v1/{do}", json=fields)

    def connect(self, **more: Any) -> ClientConnection:
        return open_websocket(self.port, **more)

    def close(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)


def open_websocket(port: int | str, **more: Any) -> ClientConnection:
    """Open a websocket as a page does."""
    usual = {
        "origin": f"http://127.0.0.1:{port}",
        "open_timeout": PATIENCE,
        "max_size": None,
        "ping_interval": None,
    }
    return connect(f"ws://127.0.0.1:{port}/api/v1/live", **(usual | more))


def send(ws: ClientConnection, **message: Any) -> None:
    ws.send(json.dumps({"id": 1, "tag": "here"} | message))


def hear(ws: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(ws.recv(PATIENCE))
    return told


def until(ws: ClientConnection, *events: str) -> list[dict[str, Any]]:
    """Return what the server sends, up to the first of some events."""
    received = [hear(ws)]
    while received[-1]["event"] not in (*events, "done", "error", "lost"):
        received.append(hear(ws))
    assert received[-1]["event"] in events, received[-1]
    return received


def error_of(response: httpx.Response) -> str:
    told = response.json()["error"]
    assert set(told) - {"column"} == {"kind", "message"} and "\n" not in told["message"]
    return str(told["kind"])


def wait_for(holds: Any) -> None:
    """Wait for a condition; fail if it never holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
