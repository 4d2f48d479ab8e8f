"""A browser's page that remembers what went wrong in it and what it asked for."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there. Chromium's headless shell takes half the time of the whole browser."""

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)

PATIENCE = int(os.environ.get("ZERMELO_PATIENCE", 150_000))
"""Milliseconds: the first search of a game compiles it, maybe on a busy machine."""

needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("ZERMELO_NEEDS_BROWSER"), reason="there is no chromium"
)

HOLD = """wait => {
  const [set, clear] = [window.setTimeout, window.clearTimeout];
  const held = new Map();
  let last = 1e9;
  window.setTimeout = (act, after, ...more) =>
    after === wait ? (held.set(++last, act), last) : set(act, after, ...more);
  window.clearTimeout = (timer) => held.delete(timer) || clear(timer);
  window.go_on = () => { for (const [timer, act] of [...held]) if (held.delete(timer)) act(); };
  window.held_timers = () => held.size;
  window.let_go = () => {
    [window.setTimeout, window.clearTimeout] = [set, clear];
    window.go_on();
  };
}"""


class Visit:
    """One page in a context of its own."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, **context}
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on(
            "console",
            lambda message: (
                self.errors.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.goto(address)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def hold(self, wait: int) -> None:
        """Hold timers of `wait` milliseconds until `go_on`, so that no film ends too early."""
        self.page.add_init_script(f"({HOLD})({wait})")
        self.page.evaluate(HOLD, wait)

    def go_on(self) -> None:
        """Let the time of those that are held now be over."""
        self.page.evaluate("window.go_on()")

    def let_go(self) -> None:
        """Hold no timers any more."""
        self.page.evaluate("window.let_go()")

    def axe(self, name: str = "") -> None:
        run_axe(self.page, name)


def run_axe(page: Page, name: str = "") -> None:
    """Raise with what axe finds on a page; the name says where."""
    found = Axe().run(page)
    assert found.violations_count == 0, f"{name}\n{found.generate_report()}"
