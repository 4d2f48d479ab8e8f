"""A studio's server that a test can look into, and what is said to it."""

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
from zermelo.web.app import application
from zermelo.web.fields import Fields
from zermelo.web.serve import BOUNDS, listen
from zermelo.web.shelf import Shelf

CHOMP = f"{ROOT / 'examples/chomp.py'}:Chomp"
PATIENCE = 600.0
"""Seconds after which a test that waits is wrong. Nothing is asserted about times: a game's machine code alone takes a minute, and
two minutes where something else runs beside; and its turn comes after that of others.
"""

STUBBORN = '''
import sys
import time
from pathlib import Path
from zermelo import Game

class Stubborn(Game[int, int]):
    """A game whose rules never come back, two plies from the start."""
    def start(self): return 0
    def player(self, s): return s % 2
    def actions(self, s):
        while s > 1:
            if not sys.argv[0].endswith("maker.py"):  # that one may outlive its worker for a moment, and a test's look
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
    """A game whose rules want more memory than a worker has."""
    def actions(self, s): return (0, len(bytearray(8 << 30)))
'''


def ask(do: str, shelf: Shelf | None = None, **fields: Any) -> Any:
    return api.QUESTIONS[do](shelf or Shelf(), Fields(fields))


def own_file(folder: Path, name: str, **changes: str) -> str:
    """A game in a file, changed in some places; as the command line names it."""
    text = (ROOT / "examples/chomp.py").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return f"{folder / name}:{changes.get('Chomp', 'Chomp')}"


class Served:
    """A studio that runs in a thread of this process, so that its desks can be looked at."""

    stuck: Path
    """There once the stubborn game's rules do not come back."""

    def __init__(self, own: list[str], **more: Any) -> None:
        listening = listen("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        self.app = application(own, port=self.port, searches=2, **more)
        config = uvicorn.Config(self.app, log_level="error", **BOUNDS)
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

    def line(self, **more: Any) -> ClientConnection:
        return connected(self.port, **more)

    def close(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)


def connected(port: int | str, **more: Any) -> ClientConnection:
    """A page's websocket."""
    usual = {
        "origin": f"http://127.0.0.1:{port}",
        "open_timeout": PATIENCE,
        "max_size": None,
        "ping_interval": None,
    }
    return connect(f"ws://127.0.0.1:{port}/api/v1/live", **(usual | more))


def send(line: ClientConnection, **message: Any) -> None:
    line.send(json.dumps({"id": 1, "tag": "here"} | message))


def hear(line: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line.recv(PATIENCE))
    return told


def until(line: ClientConnection, *events: str) -> list[dict[str, Any]]:
    """What is heard up to one of some events."""
    heard = [hear(line)]
    while heard[-1]["event"] not in (*events, "done", "error", "lost"):
        heard.append(hear(line))
    assert heard[-1]["event"] in events, heard[-1]
    return heard


def error_of(response: httpx.Response) -> str:
    told = response.json()["error"]
    assert set(told) == {"kind", "message"} and "\n" not in told["message"]
    return str(told["kind"])


def wait_for(is_so: Any) -> None:
    """Fails if something does not become so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
