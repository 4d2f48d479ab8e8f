"""The stepper in a real browser: every control, every key, no request, no objection by axe."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import visits
from playwright.sync_api import Browser, expect
from visits import needs_browser

from zermelo import search, tree
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.show.draw import write_film
from zermelo.show.film import Film
from zermelo.show.film_maker import film

pytestmark = needs_browser

SPEED = 90
"""Milliseconds for a step of the fastest film."""


def films() -> dict[str, Film]:
    game = TicTacToe()
    runs: dict[str, tuple[str, Any, dict[str, Any]]] = {
        "nim": ("alphabeta", tree.figure("nim-2-2"), {}),
        "stack": ("minimax-stack", tree.figure("nim-2-2"), {}),
        "maxn": ("maxn", tree.figure("three-player"), {}),
        "chance": ("expectimax", tree.figure("expectimax"), {}),
        "deepening": (
            "deepening",
            tree.random_tree(seed=3, depth=3, branching=2, estimates=True),
            {},
        ),
        "boards": ("alphabeta", game, {"s": game.after(["b2", "a1", "c3", "b1", "c1", "a3"])}),
        "folded": ("alphabeta", tree.random_tree(seed=1, depth=6, branching=3), {"plies": 5}),
    }
    return {
        name: film(search.find(a).run(g, trace=True, **o).trace) for name, (a, g, o) in runs.items()
    }  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Film, str]]:
    folder = tmp_path_factory.mktemp("films")
    return {
        name: (made, write_film(made, folder / f"{name}.html")[0].as_uri())
        for name, made in films().items()
    }


class Visit(visits.Visit):
    """A film in its file."""

    def expect_step(self, step: int) -> None:
        expect(self.page.locator(".place")).to_have_text(re.compile(f"^{step} / "))

    def click(self, name: str) -> None:
        self.button(name).click(force=True)  # also at the ends, where they do nothing

    def look(self) -> Any:
        """All that is seen: classes and words of the drawing, and the words around it."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll(".stage g[data-i]")]
               .map(g => [[...g.classList].sort().join(" "), g.textContent])
               .concat([".say", ".calls", ".variables", ".counts", "code.at"]
                 .map(q => document.querySelector(q)?.textContent))"""
        )

    def seek(self, step: int) -> None:
        self.page.get_by_label("Step", exact=True).fill(str(step))

    def close(self) -> None:
        assert self.errors == []
        assert [url for url in self.requests if not url.startswith("file:")] == []
        assert len(self.requests) == 1
        self.context.close()


def test_every_control(browser: Browser, pages: dict[str, tuple[Film, str]]) -> None:
    made, address = pages["nim"]
    last = len(made.steps)
    visit = Visit(browser, address)
    expect(visit.page.locator(".place")).to_have_text(f"0 / {last}")
    visit.click("Next")
    expect(visit.page.locator(".say")).to_have_text(made.steps[0].say)
    visit.click("Next")
    visit.click("Back")
    visit.expect_step(1)
    visit.click("Last")
    visit.expect_step(last)
    expect(visit.page.locator("g.edge.best")).to_have_count(3)
    visit.click("Next")
    visit.expect_step(last)
    visit.click("First")
    visit.expect_step(0)
    visit.click("Back")
    visit.expect_step(0)
    visit.seek(7)
    visit.expect_step(7)
    expect(visit.page.locator(".say")).to_have_text(made.steps[6].say)
    visit.page.get_by_label("Speed").select_option("very fast")
    visit.hold(SPEED)
    visit.click("Play")
    for step in (8, 9, 10):
        visit.go_on()
        visit.expect_step(step)
    visit.click("Pause")
    visit.go_on()
    visit.expect_step(10)
    visit.click("Play")
    visit.let_go()
    visit.expect_step(last)
    expect(visit.button("Play")).to_be_visible()
    visit.close()


def test_every_key(browser: Browser, pages: dict[str, tuple[Film, str]]) -> None:
    made, address = pages["nim"]
    last = len(made.steps)
    visit = Visit(browser, address)
    visit.press("ArrowRight", "n", "N", "ArrowRight")
    visit.expect_step(4)
    visit.press("ArrowLeft", "p")
    visit.expect_step(2)
    visit.press("End")
    visit.expect_step(last)
    visit.press("Home")
    visit.expect_step(0)
    speed = visit.page.get_by_label("Speed")
    visit.press("<", "<", "<")
    expect(speed).to_have_value("slow")
    visit.press(">", ">", ">", ">")
    expect(speed).to_have_value("very fast")
    visit.hold(SPEED)
    visit.press("Space")
    for step in (1, 2, 3):
        visit.go_on()
        visit.expect_step(step)
    visit.press("Space")
    visit.go_on()
    visit.expect_step(3)
    visit.page.get_by_role("button", name="Next", exact=True).focus()
    visit.press("Space")  # presses the button, and does not play
    visit.expect_step(4)
    visit.press("ArrowRight")
    visit.expect_step(5)
    visit.page.get_by_label("Step", exact=True).focus()
    visit.press("ArrowLeft")  # once, though the bar has arrow keys of its own
    visit.expect_step(4)
    expect(visit.page).to_have_url(re.compile("#4$"))
    visit.close()


@pytest.mark.parametrize(
    "name", ["nim", "stack", "maxn", "chance", "deepening", "boards", "folded"]
)
def test_a_step_looks_the_same_from_both_sides(
    browser: Browser, pages: dict[str, tuple[Film, str]], name: str
) -> None:
    made, address = pages[name]
    visit = Visit(browser, address)
    last = len(made.steps)
    steps = sorted({0, 1, last // 3, last // 2, last - 1, last})
    forwards = []
    for step in steps:
        visit.seek(step)
        forwards.append(visit.look())
    for step, seen in reversed(list(zip(steps, forwards, strict=True))):
        visit.seek(step)
        assert visit.look() == seen, step
    visit.close()


def test_the_page_shows_what_the_film_says(
    browser: Browser, pages: dict[str, tuple[Film, str]]
) -> None:
    made, address = pages["nim"]
    visit = Visit(browser, address)
    for step in made.steps:
        visit.press("ArrowRight")
        expect(visit.page.locator(".say")).to_have_text(step.say)
        assert step.at is not None
        assert (
            visit.page.inner_text("code.at").strip()
            == made.header["listing"][step.at[0]][step.at[1]].strip()
        )
        assert visit.page.locator(".calls li").all_inner_texts() == [
            made.calls[node] for node in step.calls
        ]
        assert visit.page.locator(".counts dd").all_inner_texts() == [
            str(count) for count in step.counts
        ]
        assert (
            dict(
                zip(
                    visit.page.locator(".variables dt").all_inner_texts(),
                    visit.page.locator(".variables dd").all_inner_texts(),
                    strict=True,
                )
            )
            == step.variables
        )
    visit.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["nim", "chance", "boards"])
def test_axe_finds_no_accessibility_problem(
    browser: Browser, pages: dict[str, tuple[Film, str]], name: str, scheme: str
) -> None:
    made, address = pages[name]
    visit = Visit(browser, address, color_scheme=scheme, reduced_motion="reduce")
    visit.page.locator("summary").click()
    for step in (0, len(made.steps) // 2, len(made.steps)):
        visit.seek(step)
        visit.axe()
    visit.close()


@pytest.mark.parametrize("width", [320, 640, 960, 1920])
def test_it_fits_from_a_phone_to_a_projector(
    browser: Browser, pages: dict[str, tuple[Film, str]], width: int, tmp_path: Path
) -> None:
    """640 pixels are what a window of 1280 has at 200 % zoom."""
    _, address = pages["nim"]
    visit = Visit(browser, address, viewport={"width": width, "height": 800})
    visit.press("End")
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("First", "Back", "Play", "Next", "Last"):
        box = visit.page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert len(visit.page.screenshot(path=tmp_path / "page.png")) > 5000
    visit.close()


def test_motion_is_reduced_on_request(browser: Browser, pages: dict[str, tuple[Film, str]]) -> None:
    _, address = pages["nim"]
    durations = []
    for motion in ("reduce", "no-preference"):
        visit = Visit(browser, address, reduced_motion=motion)
        durations.append(
            visit.page.evaluate(
                "getComputedStyle(document.querySelector('.stage g')).transitionDuration"
            )
        )
        visit.close()
    assert durations == ["0s", "0.18s"]


def test_a_link_leads_to_its_step(browser: Browser, pages: dict[str, tuple[Film, str]]) -> None:
    _, address = pages["nim"]
    visit = Visit(browser, address + "#12")
    visit.expect_step(12)
    visit.close()


def test_another_page_can_import_the_script(
    browser: Browser, pages: dict[str, tuple[Film, str]], tmp_path: Path
) -> None:
    """As a web page would: the same file as a module, mounted twice, closed again."""
    import functools
    import http.server
    import json
    import threading

    from zermelo.show.stepper import SCRIPTS, read_asset

    made, _ = pages["nim"]
    for name in SCRIPTS:
        (tmp_path / name).write_text(read_asset(name), encoding="utf-8")
    (tmp_path / "film.json").write_text(json.dumps(made.to_dict()), encoding="utf-8")
    (tmp_path / "index.html").write_text(
        "<!doctype html><title>two</title><div id=a></div><div id=b></div>", encoding="utf-8"
    )

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args: Any) -> None: ...

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
    got = page.evaluate(
        """async () => {
             const { mount } = await import("./stepper.js");
             const film = await (await fetch("film.json")).json();
             const [a, b] = ["a", "b"].map(id => mount(document.getElementById(id), film));
             a.go(5);
             const steps = [a.step, b.step, document.querySelectorAll(".stage").length];
             b.close();
             return [...steps, document.querySelectorAll(".stage").length];
           }"""
    )
    assert got == [5, 0, 2, 1]
    page.close()
    server.shutdown()
