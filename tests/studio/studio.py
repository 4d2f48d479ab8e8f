"""The studio in a real browser. A visit fails on console errors and requests to other servers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import visits
from playwright.sync_api import Browser, Locator, WebSocketRoute
from visits import PATIENCE

from zermelo import web
from zermelo.engine.outcome import ViewsWriter
from zermelo.game import Game
from zermelo.games.nim import Nim

PAGE = Path(web.__file__).parent / "page"

SHOWN = [
    PAGE.parents[1] / "show" / name for name in ("elements.js", "men.js", "reel.js", "stepper.js")
]
"""The modules that the page shares with the pictures of `show`."""

REFUSED = [
    "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
]
"""What a browser itself writes to its console when the server refuses something once."""

SEARCHED = ".bench:not(.busy):has(svg.z)"
"""A search of the lab that is shown and does not run: nothing moves in the middle of a click."""

VIEWS = {
    "home": "#/",
    "lab": "#/lab?game=tree:two-ply&algorithm=alphabeta&step=22",
    "compare": "#/lab?game=tree:two-ply&algorithm=alphabeta&algorithm2=minimax&step=22&step2=30",
    "play": "#/play?game=connect-four&moves=4~4~5&seats=p,p",
    "analyse": "#/analyse?game=tic-tac-toe&moves=b2~a1",
    "practise": "#/practise?seed=7",
    "pacman": "#/pacman",
    "lectures": "#/lectures?source=greenwald&item=table-8",
}


class Visit(visits.Visit):
    """A view of the studio in a browser context of its own."""

    def __init__(
        self, browser: Browser, address: str, view: str = "", drawer: str = "open", **context: Any
    ) -> None:
        """Open a view, with the lab's settings open or "closed"; with "" as at a first visit."""
        known = [{"name": "zermelo-lab-drawer", "value": drawer}] if drawer else []
        origin = {"origin": re.sub(r"(//[^/]+).*", r"\1", address), "localStorage": known}
        kept = {"storage_state": {"cookies": [], "origins": [origin]}, "reduced_motion": "reduce"}
        super().__init__(browser, address + view, **{**kept, **context})
        self.address = address

    def go(self, view: str) -> None:
        self.page.evaluate("view => { location.hash = view }", view)

    def choose(self, name: str) -> None:
        self.page.get_by_role("radio", name=name, exact=True).check()

    def open_settings(self) -> None:
        self.page.locator("summary", has_text="Settings").click()

    def cell(self, begins: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(begins)},"))

    def status(self) -> Locator:
        return self.page.locator(".status")

    def round_trip(self) -> None:
        """Wait for an answer of the server: by then the page has handled earlier ones."""
        self.page.evaluate(
            """() => fetch("api/v1/catalogue").then((answer) => answer.text())
              .then(() => new Promise((on) => setTimeout(on)))"""
        )

    def wait_until(self, holds: Callable[[], bool]) -> None:
        for _ in range(PATIENCE // 100):
            if holds():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("the condition did not become true")

    def close(self, errors: list[str] | None = None) -> None:
        assert self.errors == (errors or [])
        own = re.sub("^http", "", self.address)
        assert [
            url
            for url in self.requests
            if not re.match(r"(http|ws)" + re.escape(own), url)
            and not url.startswith(("blob:", "data:"))
        ] == []
        self.context.close()


class Engine:
    """A fake engine that reports what a test says, when it says so."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.asked: dict[str, tuple[WebSocketRoute, int]] = {}
        visit.page.route_web_socket(
            re.compile("/live$"),
            lambda socket: socket.on_message(lambda text: self._hear(socket, str(text))),
        )
        visit.page.reload()

    def _hear(self, socket: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        self.asked[message["ask"]] = socket, message["id"]

    def move(self, name: str) -> None:
        """Play a move, once the engine was asked for one."""
        self.visit.wait_until(lambda: "think" in self.asked)
        socket, number = self.asked.pop("think")
        done = {"event": "done", "id": number, "move": name, "result": None, "stopped": ""}
        socket.send(json.dumps(done))

    def find(self, ask: str, lines: list[dict[str, Any]], depth: int = 5) -> None:
        """Report a finished depth, once there is such a request."""
        self.visit.wait_until(lambda: ask in self.asked)
        socket, number = self.asked[ask]
        best = {
            **lines[0],
            "event": "iteration",
            "id": number,
            "player": 0,
            "depth": depth,
            "nodes": 9,
            "variations": lines,
        }
        socket.send(json.dumps(best))


def found(
    move: str, value: float, exact: bool = False, game: Game[Any, Any] | None = None
) -> dict[str, Any]:
    """A line of an engine, with its value for the first player; in the unit of the game."""
    outcome = "draw" if exact else None
    rules = Nim() if game is None else game
    views = ViewsWriter(rules, rules.start(), 0)
    return {
        "written": views.write(value, exact),
        "share": views.find_share(value),
        "move": move,
        "line": [move],
        "value": value,
        "exact": exact,
        "distance": None,
        "outcome": outcome,
    }


def ready(visit: Visit, name: str) -> None:
    """Wait until a view shows what it has to show."""
    marks = {
        "home": ".room",
        "lab": f"{SEARCHED} .stage",
        "compare": f"{SEARCHED} + {SEARCHED}",
        "play": ".grid .piece",
        "analyse": ".variations li",
        "practise": ".tree-room input",
        "pacman": ".films .maze-view",
        "lectures": ".lecture-item .facts tr.agrees",
    }
    visit.page.locator(marks[name]).first.wait_for()


def place(visit: Visit) -> Locator:
    """Where the first search of the lab stands."""
    return visit.page.locator(".place").first


def change(visit: Visit, label: str, worth: str, value: str) -> None:
    """Change a leaf of the lab's tree."""
    visit.page.get_by_role("button", name=f"leaf {label}, value {worth}: change it").click()
    visit.page.get_by_label(f"Value of {label}").fill(value)
    visit.press("Enter")
