"""The page when workers are killed and the server goes away: real processes, real signals."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import studio as rooms
from playwright.sync_api import Browser, WebSocket, expect
from studios import list_search_workers, port_of, run_command
from visits import needs_browser

pytestmark = [
    needs_browser,
    pytest.mark.skipif(sys.platform != "linux", reason="workers are found in /proc"),
]

AWAY = "The studio does not answer"


class Studio:
    """A server that can be ended and started again at the same address."""

    def __init__(self) -> None:
        self.process = run_command("--port", "0")
        self.port = port_of(self.process)
        self.address = f"http://127.0.0.1:{self.port}/"

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=rooms.PATIENCE / 1000)

    def start(self) -> None:
        self.process = run_command("--port", self.port)
        assert port_of(self.process) == self.port

    def kill_search_workers(self) -> None:
        """Kill all search workers at once, as the system does when memory is short."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            for pid in list_search_workers(self.process.pid):
                os.kill(pid, signal.SIGKILL)
        finally:
            self.process.send_signal(signal.SIGCONT)


@pytest.fixture
def studio() -> Iterator[Studio]:
    made = Studio()
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.communicate()


class Visit(rooms.Visit):
    """A visit that listens to what the page is told over its websocket."""

    def __init__(self, browser: Browser, address: str, view: str) -> None:
        self.heard: list[dict[str, Any]] = []
        super().__init__(browser, address)
        self.page.on("websocket", self._listen)
        self.go(view)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def hear(self, event: str, since: int = 0, **more: Any) -> int:
        """Wait for an event; how many have come by then."""
        self.wait_until(lambda: self.has_heard(event, since, **more))
        return len(self.heard)

    def has_heard(self, event: str, since: int = 0, **more: Any) -> bool:
        return any({"event": event, **more}.items() <= one.items() for one in self.heard[since:])

    def leave(self) -> None:
        """Close the visit. Only refused connections may be on the console."""
        assert [
            error
            for error in self.errors
            if "ERR_CONNECTION" not in error and "WebSocket" not in error
        ] == []
        self.context.close()


def discs(visit: Visit) -> int:
    return visit.page.locator(".grid .piece").count()


@pytest.mark.slow
def test_an_analysis_goes_on_when_its_worker_is_killed(browser: Browser, studio: Studio) -> None:
    visit = Visit(browser, studio.address, "#/analyse?game=connect-four&moves=4~4")
    visit.hear("iteration")
    studio.kill_search_workers()
    again = visit.hear("lost")
    visit.hear("iteration", again)
    expect(visit.page.get_by_role("alert")).not_to_be_visible()

    told = visit.page.get_by_role("alert").filter(has_text="the search was lost")
    # There are two requests, each repeated once; not both may run when engines are killed.
    while not told.is_visible():
        since = len(visit.heard)
        studio.kill_search_workers()
        lost = visit.hear("lost", since)
        visit.wait_until(lambda lost=lost: told.is_visible() or visit.has_heard("iteration", lost))
    twice = len(visit.heard)
    visit.button("Try again").click()
    visit.hear("iteration", twice)
    expect(told).not_to_be_visible()
    expect(visit.page.locator(".variations li")).to_have_count(3)
    visit.leave()


@pytest.mark.slow
def test_a_game_goes_on_when_the_engines_worker_is_killed(browser: Browser, studio: Studio) -> None:
    visit = Visit(browser, studio.address, "#/play?game=connect-four&seats=p,9")
    is_lost = False
    while not is_lost:  # a search that was over before it could be killed does not count
        expect(visit.status()).to_have_text("First to move")
        since = len(visit.heard)
        visit.page.locator(".cell.target").first.click()
        visit.hear("iteration", since)
        studio.kill_search_workers()
        visit.wait_until(lambda: visit.has_heard("lost", since) or visit.has_heard("done", since))
        is_lost = visit.has_heard("lost", since)
    expect(visit.status()).to_have_text("First to move")
    before = discs(visit)
    assert before % 2 == 0
    visit.page.locator(".cell.target").first.click()
    visit.wait_until(lambda: discs(visit) > before)
    visit.leave()


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_an_analysis_goes_on_when_the_server_is_back(
    browser: Browser, studio: Studio, how: signal.Signals
) -> None:
    visit = Visit(browser, studio.address, "#/analyse?game=connect-four&moves=4~4")
    before = visit.hear("iteration")
    studio.end(how)
    told = visit.page.locator("#trouble")
    expect(told).to_contain_text(AWAY)
    studio.start()
    visit.hear("iteration", before)
    expect(told).not_to_be_visible()
    since = len(visit.heard)
    visit.button("Previous move").click()
    expect(visit.status()).to_have_text("Second to move")
    visit.hear("iteration", since, player_name="Second")
    expect(visit.page.get_by_role("alert").filter(has_text=AWAY)).not_to_be_visible()
    visit.leave()


def test_a_game_goes_on_when_the_server_is_back(browser: Browser, studio: Studio) -> None:
    visit = Visit(browser, studio.address, "#/play?game=connect-four&seats=p,2")
    expect(visit.status()).to_have_text("First to move")
    studio.end()
    visit.page.locator(".cell.target").first.click()
    expect(visit.page.get_by_role("alert").filter(has_text=AWAY)).to_be_visible()
    studio.start()
    visit.wait_until(lambda: discs(visit) == 2)
    expect(visit.status()).to_have_text("First to move")
    expect(visit.page.get_by_role("alert").filter(has_text=AWAY)).not_to_be_visible()
    visit.page.locator(".cell.target").first.click()
    visit.wait_until(lambda: discs(visit) == 4)
    visit.leave()


@pytest.mark.slow
def test_an_engine_that_thinks_goes_on_when_the_server_is_back(
    browser: Browser, studio: Studio
) -> None:
    visit = Visit(browser, studio.address, "#/play?game=connect-four&seats=9,p")
    visit.hear("iteration")
    studio.end(signal.SIGKILL)
    expect(visit.page.locator("#trouble")).to_contain_text(AWAY)
    studio.start()
    visit.wait_until(lambda: discs(visit) == 1)
    expect(visit.status()).to_have_text("Second to move")
    expect(visit.page.locator("#trouble")).not_to_be_visible()
    visit.leave()
