"""The studio in a real browser, used as a person would: no console error, no request off the machine, nothing that axe objects to."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import visits
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect
from visits import needs_browser

from zermelo import web

ROOT = Path(__file__).parents[1]
PAGE = Path(web.__file__).parent / "page"
STEPPER = PAGE.parents[1] / "show" / "stepper.js"

PATIENCE = 120_000
"""Milliseconds: machine code is made the first time a game is searched, on a machine that may have much else to do."""

REFUSED = ["Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"]
"""What a browser itself writes to its console when the server refuses something once."""

VIEWS = {
    "home": "#/",
    "lab": "#/lab?game=tree:two-ply&algorithm=alphabeta&step=22",
    "compare": "#/lab?game=tree:two-ply&algorithm=alphabeta&algorithm2=minimax&step=22&step2=30",
    "play": "#/play?game=connect-four&moves=4~4~5&seats=p,p",
    "analyse": "#/analyse?game=tic-tac-toe&moves=b2~a1",
    "practise": "#/practise?seed=7",
    "pacman": "#/pacman",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A studio with a game of one's own, on a free port."""
    command = [sys.executable, "-m", "zermelo", "studio", "--no-browser", "--port", "0", "examples/chomp.py:Chomp"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found is not None
        yield found[0]
        server.terminate()


class Visit(visits.Visit):
    """A view of the studio, used as a person would."""

    def __init__(self, browser: Browser, address: str, view: str = "", **context: Any) -> None:
        super().__init__(browser, address + view, **{"reduced_motion": "reduce", **context})
        self.address = address
        self.page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    def go(self, view: str) -> None:
        self.page.evaluate("view => { location.hash = view }", view)

    def choose(self, name: str) -> None:
        self.page.get_by_role("radio", name=name, exact=True).check()

    def cell(self, begins: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(begins)},"))

    def status(self) -> Locator:
        return self.page.locator(".status")

    def wait_until(self, holds: Callable[[], bool]) -> None:
        for _ in range(PATIENCE // 100):
            if holds():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("it never came to be")

    def close(self, errors: list[str] | None = None) -> None:
        assert self.errors == (errors or [])
        own = re.sub("^http", "", self.address)
        assert [
            url for url in self.requests if not re.match(r"(http|ws)" + re.escape(own), url) and not url.startswith(("blob:", "data:"))
        ] == []
        self.context.close()


def ready(visit: Visit, name: str) -> None:
    """Wait until a view shows what it has to show."""
    marks = {
        "home": ".room", "lab": ".stage svg.z", "compare": ".bench + .bench .stage svg.z", "play": ".grid .piece",
        "analyse": ".variations li", "practise": ".tree-room input", "pacman": "h1",
    }  # fmt: skip
    visit.page.locator(marks[name]).first.wait_for()


# ---------------------------------------------------------------------- every view


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", VIEWS)
def test_axe_finds_nothing(browser: Browser, address: str, name: str, scheme: str) -> None:
    visit = Visit(browser, address, VIEWS[name], color_scheme=scheme)
    ready(visit, name)
    visit.axe()
    visit.close()


@needs_browser
@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_every_view_fits(browser: Browser, address: str, width: int) -> None:
    visit = Visit(browser, address, viewport={"width": width, "height": 900})
    for name, view in VIEWS.items():
        visit.go(view)
        ready(visit, name)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width, name
    visit.close()


@needs_browser
def test_the_theme_is_the_systems_until_it_is_chosen(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, color_scheme="dark")
    shown = "document.documentElement.dataset.theme"
    assert visit.page.evaluate(shown) == "dark"
    visit.button("Theme: as the system").click()
    assert visit.page.evaluate(shown) == "light"
    visit.page.reload()
    assert visit.page.evaluate(shown) == "light"
    visit.button("Theme: light").click()
    visit.button("Theme: dark").click()
    visit.page.emulate_media(color_scheme="light")
    visit.wait_until(lambda: bool(visit.page.evaluate(f"{shown} === 'light'")))
    visit.close()


@needs_browser
def test_keys_lead_everywhere(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.locator(".room").first.wait_for()
    for key, heading in (("Alt+1", "Tree lab"), ("Alt+4", "Practise")):
        visit.press(key)
        expect(visit.page.get_by_role("heading", level=1)).to_have_text(heading)
    visit.press("?")
    expect(visit.page.get_by_role("dialog")).to_be_visible()
    visit.axe()
    visit.press("Escape")
    expect(visit.page.get_by_role("dialog")).not_to_be_visible()
    visit.close()


@needs_browser
def test_the_focus_stays_where_a_person_has_brought_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    visit.page.get_by_label("Depth").fill("2")
    visit.press("Tab")
    visit.wait_until(lambda: "depth=2" in visit.page.url)
    expect(visit.page.get_by_label("Branching")).to_be_focused()
    visit.go("#/lab")
    ready(visit, "lab")
    visit.page.get_by_label("Depth").fill("1")
    visit.press("Tab")
    visit.wait_until(lambda: "depth=1" in visit.page.url)
    expect(visit.page.get_by_role("combobox", name="Cut on")).to_be_focused()
    visit.page.get_by_role("switch", name="Compare two searches").focus()
    visit.press("Space")
    ready(visit, "compare")
    expect(visit.page.get_by_role("switch", name="Compare two searches")).to_be_focused()
    visit.close()


@needs_browser
def test_nothing_is_inline_and_the_policy_is_strict(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    answer = visit.page.goto(address)
    assert answer is not None
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert visit.page.locator("style, script:not([src]), [style], [onclick]").count() == 0
    visit.close()


# ---------------------------------------------------------------------- the lab


def place(visit: Visit) -> str:
    return visit.page.locator(".place").first.inner_text()


@needs_browser
def test_stepping_forwards_and_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    assert place(visit) == "0 / 41"
    visit.button("Next").click()
    visit.button("Next").click()
    visit.button("Back").click()
    assert place(visit) == "1 / 41"
    visit.page.locator("h1").click()
    visit.press("End")
    assert place(visit) == "41 / 41"
    visit.press("ArrowLeft")
    assert place(visit) == "40 / 41"
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.wait_until(lambda: "step=40" in visit.page.url)
    visit.close()


@needs_browser
def test_a_link_shows_the_same_picture(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.page.get_by_role("combobox", name="Search").select_option("alphabeta-hard")
    visit.choose("Random")
    visit.page.get_by_label("seed").fill("11")
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text("value")
    visit.wait_until(lambda: "seed=11" in visit.page.url and place(visit) != "0 / 41")
    for _ in range(9):
        visit.button("Next").click()
    visit.wait_until(lambda: "step=9" in visit.page.url)
    look = """() => [...document.querySelectorAll(".stage g[data-i]")].map(g => [g.getAttribute("class"), g.textContent])
              .concat([".say", ".calls", ".variables", ".counts", ".answer", ".place"].map(q => document.querySelector(q)?.textContent))"""
    other = Visit(browser, visit.page.url)
    ready(other, "lab")
    other.wait_until(lambda: place(other) == place(visit))
    assert other.page.evaluate(look) == visit.page.evaluate(look)
    visit.close()
    other.address = address
    other.close()


@needs_browser
def test_a_leaf_is_changed_and_the_answer_with_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=minimax&step=12")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.page.get_by_role("button", name="leaf H, worth 2: change it").click()
    visit.page.get_by_label("Value of H").fill("5")
    visit.press("Enter")
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    assert "[[3,12,8],[5,4,6],[14,5,2]]" in visit.page.url.replace("+", "")
    assert place(visit).startswith("12 /")
    visit.page.get_by_role("button", name="leaf I, worth 4: change it").focus()
    visit.press("Enter")
    visit.page.get_by_label("Value of I").fill("x")
    visit.press("Enter")
    expect(visit.page.get_by_label("Value of I")).to_have_attribute("aria-invalid", "true")
    visit.press("Escape")
    expect(visit.page.get_by_label("Value of I")).to_have_count(0)
    visit.close()


@needs_browser
def test_two_searches_side_by_side(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.page.get_by_text("Compare two searches").click()
    ready(visit, "compare")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("13")
    visit.page.get_by_text("Step together").click()
    visit.button("Next").first.click()
    assert visit.page.locator(".place").all_inner_texts() == ["1 / 41", "1 / 47"]
    assert "algorithm2=minimax" in visit.page.url
    visit.wait_until(lambda: "step2=1" in visit.page.url)
    visit.page.reload()
    ready(visit, "compare")
    visit.button("Next").first.click()
    expect(visit.page.locator(".place").nth(1)).to_have_text("2 / 47")
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".bench")).to_have_count(1)
    visit.close()


@needs_browser
@pytest.mark.parametrize(
    "form, begins", [("svg", b"<svg"), ("tex", b"\\"), ("html", b"<!doctype html>"), ("json", b"{"), ("png", b"\x89PNG"), ("slides", b"\\")]
)
def test_downloads(browser: Browser, address: str, form: str, begins: bytes) -> None:
    visit = Visit(browser, address, "#/lab?step=22")
    ready(visit, "lab")
    visit.page.get_by_label("Format").select_option(form)
    with visit.page.expect_download() as waiting:
        visit.button("Download").click()
    assert waiting.value.path().read_bytes().startswith(begins) or form in ("tex", "slides")
    visit.close()


@needs_browser
def test_both_searches_can_be_downloaded(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["compare"])
    ready(visit, "compare")
    names: list[str] = []
    visit.page.on("download", lambda file: names.append(file.suggested_filename))
    visit.button("Download").click()
    visit.wait_until(lambda: len(names) == 2)
    visit.page.get_by_label("Of which search").select_option("second")
    visit.button("Download").click()
    visit.wait_until(lambda: len(names) == 3)
    assert names == ["alphabeta-tree-two-ply.svg", "minimax-tree-two-ply.svg", "minimax-tree-two-ply.svg"]
    visit.close()


@needs_browser
def test_a_tree_that_is_none_is_refused_in_words(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill("[[3, 12], []]")
    visit.button("Grow it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("at least one")
    visit.page.locator("textarea").fill("[[3, 12], [1, 2]]")
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    assert all("422" in error or "400" in error for error in visit.errors)
    visit.close(visit.errors)


@needs_browser
def test_the_order_of_successors_is_chosen_and_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("nodes11")
    visit.page.get_by_role("combobox", name="Order").select_option("worst")
    expect(visit.page.locator(".answer")).to_contain_text("nodes13")
    assert "order=worst" in visit.page.url
    visit.page.reload()
    expect(visit.page.locator(".answer")).to_contain_text("nodes13")
    visit.page.get_by_role("combobox", name="Search").select_option("minimax")
    visit.wait_until(lambda: "order=" not in visit.page.url)
    visit.close()


@needs_browser
def test_the_box_shows_the_tree_that_was_typed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Own")
    box = visit.page.locator("textarea")
    expect(box).to_have_value("[[3,12,8],[2,4,6],[14,5,2]]")
    box.fill("[[3, 12],\n [1, 2]]")
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text("nodes6")
    expect(box).to_have_value("[[3, 12],\n [1, 2]]")
    box.fill("[[3, 12], [1, 2]")
    visit.button("Grow it").click()
    expect(visit.page.get_by_role("alert")).to_be_visible()
    expect(box).to_have_value("[[3, 12], [1, 2]")
    box.fill("[[3, 12], [1, 2]]")
    visit.button("Grow it").click()
    visit.page.get_by_role("button", name="leaf D, worth 3: change it").click()
    visit.page.get_by_label("Value of D").fill("9")
    visit.press("Enter")
    expect(box).to_have_value("[[9,12],[1,2]]")
    visit.close(visit.errors)


@needs_browser
@pytest.mark.parametrize(
    "text, name, value",
    [
        ('[{"player":"chance","children":[1,2]},7]', "expectimax", "7 for MAX"),
        ('[{"player":"MIN","children":[1,2]},7]', "alphabeta", "7 for MAX"),
        ("[(1, 2, 6), (4, 2, 3)]", "maxn", "(4, 2, 3)"),
        ('[{"value":[1,2,6]},{"value":[4,2,3]}]', "maxn", "(4, 2, 3)"),
    ],
)
def test_a_tree_of_ones_own_gets_a_search_that_suits_it(browser: Browser, address: str, text: str, name: str, value: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill(text)
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text(value)
    expect(visit.page.get_by_role("combobox", name="Search")).to_have_value(name)
    visit.close()


@needs_browser
def test_a_second_search_leaves_nothing_behind_and_suits_the_tree(browser: Browser, address: str) -> None:
    visit = Visit(
        browser, address, "#/lab?game=tree:expectimax&algorithm=expectimax&algorithm2=expectimax&opponents2=uniform&step=5&step2=4"
    )
    ready(visit, "compare")
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".bench")).to_have_count(1)
    tree = visit.page.get_by_role("combobox", name="Tree")
    tree.select_option("tree:two-ply")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    assert place(visit) == "0 / 41"
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("3 for MAX")
    assert "opponents" not in visit.page.url
    visit.button("Next").first.click()
    tree.select_option("tree:expectimax")
    expect(visit.page.locator(".answer").first).to_contain_text("8 for MAX")
    assert place(visit).startswith("0 /")
    assert {"algorithm=expectimax", "algorithm2=expectimax-bounded"} <= set(visit.page.url.split("?")[1].split("&"))
    tree.select_option("tree:three-player")
    expect(visit.page.locator(".answer").first).to_contain_text("(1, 2, 6)")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("1 for A")
    visit.close(visit.errors)


@needs_browser
def test_a_leaf_that_is_only_looked_at_stays_and_one_that_is_left_is_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:[[0.123456,12],[2,4]]&algorithm=minimax")
    ready(visit, "lab")
    leaf = visit.page.get_by_role("button", name="leaf D, worth 0.12: change it")
    leaf.click()
    editor = visit.page.get_by_label("Value of D")
    expect(editor).to_have_value("0.123456")
    expect(editor).to_have_attribute("inputmode", "text")
    visit.press("Enter")
    expect(editor).to_have_count(0)
    expect(leaf).to_be_focused()
    assert "0.123456" in visit.page.url
    leaf.click()
    editor.fill("-7")
    visit.button("Keep it").click()
    expect(visit.page.get_by_role("button", name="leaf D, worth −7: change it")).to_be_focused()
    visit.page.get_by_role("button", name="leaf F, worth 2: change it").click()
    visit.page.get_by_label("Value of F").fill("9")
    visit.page.locator("h1").click()
    expect(visit.page.get_by_role("button", name="leaf F, worth 9: change it")).to_be_visible()
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    visit.page.get_by_role("button", name="leaf G, worth 4: change it").click()
    visit.page.get_by_label("Value of G").fill("8")
    visit.page.get_by_role("button", name="leaf E, worth 12: change it").click()
    expect(visit.page.locator(".answer")).to_contain_text("8 for MAX")
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    visit.close()


@needs_browser
def test_a_link_to_pac_man_shows_its_step_and_nothing_moves_by_itself(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1")
    steps = visit.page.locator(".player .place")
    expect(steps).to_have_text(re.compile(r"^0 / [1-9]\d+$"))
    expect(visit.button("Play")).to_be_visible()
    visit.button("Next").click()
    visit.button("Next").click()
    visit.wait_until(lambda: "step=2" in visit.page.url)
    visit.page.reload()
    expect(steps).to_have_text(re.compile("^2 / "))
    visit.button("From the start").click()
    expect(steps).to_have_text(re.compile("^0 / "))
    visit.close()


@needs_browser
def test_a_link_to_the_table_plays_it_and_counts_once(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    sockets: list[WebSocketRoute] = []

    def played(socket: WebSocketRoute, text: str) -> None:
        sockets.append(socket)
        game: dict[str, Any] = {"event": "game", "pacman": "minimax", "total": 8, "score": 7, "won": True, "eaten": False}
        games = [{**game, "done": 1, "ghosts": "adversarial"}, {**game, "done": 2, "ghosts": "random"}]
        started: dict[str, Any] = {"event": "started"}
        for event in (started, *games[: len(sockets)]):
            socket.send(json.dumps({"id": json.loads(text)["id"], **event}))
        if len(sockets) == 1:
            socket.close()  # and the page comes back

    visit.page.route_web_socket(re.compile("/live$"), lambda socket: socket.on_message(lambda text: played(socket, str(text))))
    visit.page.reload()
    visit.go("#/pacman?show=table&games=2&seed=0")
    visit.wait_until(lambda: len(sockets) == 2)
    cells = visit.page.locator(".grid2 tbody td")
    expect(cells.nth(1)).to_contain_text("won 1 of 1")
    assert "won 1 of 1" in cells.first.inner_text()
    row = {"pacman": "minimax", "ghosts": "adversarial", "games": 1, "wins": 1, "eaten": 0, "score": 7}
    sockets[1].send(json.dumps({"id": 1, "event": "done", "table": [row], "stopped": "seconds"}))
    expect(visit.page.get_by_text("6 games still to play")).to_be_visible()
    visit.close()


@needs_browser
def test_the_score_and_the_answers_outlast_the_way_to_the_lab(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    visit.page.get_by_label("value of A", exact=True).fill("5")
    visit.page.get_by_label("prune the branch to K").focus()
    visit.press("Space")
    visit.choose("a1")
    visit.button("Check").click()
    expect(visit.page.locator(".score")).to_have_text("0 right of 1")
    visit.page.get_by_role("link", name="Step through it in the lab").click()
    ready(visit, "lab")
    visit.page.go_back()
    for _ in range(2):
        expect(visit.page.get_by_label("value of A", exact=True)).to_have_value("5")
        expect(visit.page.get_by_label("prune the branch to K")).to_have_attribute("aria-checked", "true")
        expect(visit.page.get_by_role("radio", name="a1", exact=True)).to_be_checked()
        expect(visit.page.locator(".verdict")).to_contain_text("first mistake")
        expect(visit.page.locator(".score")).to_have_text("0 right of 1")
        visit.page.reload()
    visit.close()


@needs_browser
def test_an_exercise_that_cannot_be_leaves_no_question(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    visit.page.get_by_label("Cuts, at least").fill("12")
    visit.press("Tab")
    expect(visit.page.get_by_role("alert").filter(visible=True)).to_be_visible()
    expect(visit.page.locator(".question")).to_have_text("There is no such exercise.")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("nothing to check")
    visit.close(visit.errors)


# ---------------------------------------------------------------------- play


@needs_browser
def test_tic_tac_toe_to_the_end_with_the_keyboard(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
    visit.cell("a3").focus()
    expect(visit.status()).to_have_text("X to move")
    for keys in (
        ["Enter"],
        ["ArrowDown", "Enter"],
        ["ArrowUp", "ArrowRight", "Enter"],
        ["ArrowDown", "Enter"],
        ["ArrowUp", "ArrowRight", "Enter"],
    ):
        before = visit.status().inner_text()
        visit.press(*keys)
        expect(visit.status()).not_to_have_text(before)
    expect(visit.status()).to_have_text("X wins.")
    expect(visit.page.locator(".cell.deciding")).to_have_count(3)
    expect(visit.cell("b3")).to_have_attribute("aria-label", "b3, X, decided the game")
    assert "moves=a3~a2~b3~b2~c3" in visit.page.url
    visit.axe()
    visit.press("u")
    expect(visit.status()).to_have_text("X to move")
    visit.close()


@needs_browser
def test_tic_tac_toe_against_the_engine_ends_without_a_win_for_x(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,5")
    for _ in range(5):
        expect(visit.status()).to_have_text(re.compile("X to move|draw|wins"))
        if "to move" not in visit.status().inner_text():
            break
        made = visit.page.locator(".grid .piece").count()
        visit.page.locator(".cell.target").first.click()
        visit.wait_until(lambda: visit.page.locator(".grid .piece").count() > made)
    expect(visit.status()).to_have_text(re.compile(r"A draw\.|O wins\."))
    visit.close()


@needs_browser
def test_connect_four_against_the_engine_to_the_end(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,4")
    turn = re.compile(r"First to move|draw|wins")
    for _ in range(21):
        expect(visit.status()).to_have_text(turn)
        if "to move" not in visit.status().inner_text():
            break
        made = visit.page.locator(".grid .piece").count()
        visit.page.locator(".cell.target").first.click()
        visit.wait_until(lambda: visit.page.locator(".grid .piece").count() > made)
    expect(visit.status()).to_have_text(re.compile("draw|wins"))
    assert visit.page.locator(".mind .chip, .mind p").count() > 0
    visit.close()


@needs_browser
def test_a_move_is_typed_taken_back_and_hinted(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,1")
    visit.page.get_by_label("Type a move").fill("9")
    visit.button("Play it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("not legal")
    visit.page.get_by_label("Type a move").fill("4")
    visit.press("Enter")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    expect(visit.status()).to_have_text("First to move")
    visit.button("Take back").click()
    expect(visit.page.locator(".moves .move")).to_have_count(0)
    visit.button("Hint").click()
    expect(visit.status()).to_contain_text("Hint: ")
    first = visit.page.locator(".cell").first.get_attribute("aria-label")
    visit.button("Turn").click()
    assert visit.page.locator(".cell").first.get_attribute("aria-label") != first
    visit.close(REFUSED)


@needs_browser
def test_engines_play_each_other(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=2,3")
    expect(visit.status()).to_have_text(re.compile("draw|wins"))
    visit.close()


@needs_browser
def test_a_game_of_ones_own_and_one_without_a_board(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=Chomp&seats=p,2")
    expect(visit.status()).to_contain_text("to move")
    target = visit.page.locator(".cell.target, .others button").last
    target.click()
    visit.wait_until(lambda: "moves=" in visit.page.url)
    visit.go("#/play?game=nim:m=2,p=2&seats=p,1")
    expect(visit.page.locator(".board-text")).to_be_visible()
    visit.page.locator(".others button").first.click()
    visit.wait_until(lambda: "moves=" in visit.page.url)
    visit.axe()
    visit.close()


@needs_browser
def test_chance_rolls_by_itself(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=pig&seats=p,p")
    visit.button("roll").click()
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    expect(visit.status()).to_contain_text("to move")
    visit.close()


# ---------------------------------------------------------------------- analyse, why


@needs_browser
def test_lines_deepen_and_every_move_has_a_value(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=connect-four&moves=4~4")
    depth = visit.page.locator(".facts dd").first
    expect(depth).to_have_text(re.compile(r"\d+"))
    first = int(depth.inner_text())
    visit.wait_until(lambda: int(depth.inner_text()) > first)
    expect(visit.page.locator(".variations li")).to_have_count(3)
    expect(visit.page.locator(".badge")).to_have_count(7)
    visit.button("One move back").click()
    expect(visit.status()).to_have_text("Second to move")
    visit.page.locator("h1").evaluate("h => h.tabIndex = -1")
    visit.page.locator(".toggle", has_text="Engine").click()
    visit.close()


@needs_browser
def test_chess_deepens_and_a_piece_is_dragged(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=chess&moves=e4~e5")
    depth = visit.page.locator(".facts dd").first
    expect(depth).to_have_text(re.compile(r"\d+"))
    first = int(depth.inner_text())
    visit.wait_until(lambda: int(depth.inner_text()) > first)
    expect(visit.page.locator(".variations li")).to_have_count(3)
    expect(visit.page.locator(".arrow")).to_have_count(3)
    visit.cell("g1").drag_to(visit.cell("f3"))
    expect(visit.status()).to_have_text("Black to move")
    assert "moves=e4~e5~Nf3" in visit.page.url
    visit.cell("b8").click()
    expect(visit.cell("c6")).to_have_class(re.compile("target"))
    visit.cell("c6").click()
    expect(visit.status()).to_have_text("White to move")
    visit.axe()
    visit.close()


@needs_browser
def test_a_pawn_asks_what_it_shall_become(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=chess&position=8/P6k/8/8/8/8/8/K7+w+-+-+0+1&seats=p,p")
    visit.cell("a7").click()
    visit.cell("a8").click()
    visit.page.get_by_role("dialog").get_by_role("button", name=re.compile("Q")).click()
    expect(visit.status()).to_have_text("Black to move")
    visit.close()


@needs_browser
@pytest.mark.parametrize(
    "game", ["othello", "checkers", "go", "breakthrough", "hex", "backgammon", "tri-halma", "twenty48", "mnk:m=5,n=5,k=4"]
)
def test_every_kind_of_board_can_be_played_on(browser: Browser, address: str, game: str) -> None:
    visit = Visit(browser, address, f"#/play?game={game}")
    for player in visit.page.locator(".seats select").all():
        player.select_option("person")
    expect(visit.status()).to_contain_text("to move")
    before = visit.page.locator(".moves .move").count()
    if visit.page.locator(".others button").count() > 1:
        visit.page.locator(".others button").first.click()
    else:
        start = visit.page.locator(".cell.own, .cell.target").first
        is_piece = "own" in (start.get_attribute("class") or "")
        start.click()
        if is_piece:
            visit.page.locator(".cell.target").first.click()
    visit.wait_until(lambda: visit.page.locator(".moves .move").count() > before)
    visit.axe()
    visit.close()


@needs_browser
def test_what_is_proven_has_a_letter_and_a_distance(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=a1~b1~a2~b2")
    expect(visit.page.locator(".variations .chip").first).to_have_text("W1")
    expect(visit.cell("a3").locator(".badge")).to_have_text("W1")
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for X: wins in 1 ply")
    visit.button("Go through the game").click()
    expect(visit.page.locator(".graph .point")).to_have_count(5)
    visit.axe()
    visit.close()


@needs_browser
def test_a_win_by_more_or_less_says_by_how_much_and_an_end_is_known_at_once(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=othello:4")
    chips = visit.page.locator(".variations .chip")
    expect(chips.first).to_have_text("L−8")
    expect(chips.first).to_have_attribute("title", "loses with −8 for Black")
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for Black: loses with −8")
    visit.go("#/analyse?game=nim:2,2&moves=2-2~2-2")
    expect(visit.status()).to_have_text("MAX wins.")
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for MAX: wins")
    visit.close()


@needs_browser
def test_an_engine_that_is_off_stays_off_in_a_link(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2")
    expect(visit.page.locator(".variations li")).to_have_count(3)
    power = visit.page.get_by_role("switch", name="Engine")
    power.uncheck()
    assert "engine=0" in visit.page.url.split("&")
    other = Visit(browser, visit.page.url)
    expect(visit.page.locator(".grid .piece")).to_have_count(1)
    expect(other.page.get_by_role("switch", name="Engine")).not_to_be_checked()
    expect(other.page.locator(".variations li")).to_have_count(0)
    power.check()
    assert "engine=0" not in visit.page.url
    other.context.close()
    visit.close()


STOPPED = """
const Socket = WebSocket;
window.WebSocket = class extends Socket {
  set onmessage(hear) {
    super.onmessage = (message) => hear({ data: message.data.replace('"stopped":""', '"stopped":"others are waiting"') });
  }
};
"""


@needs_browser
def test_the_page_says_that_others_are_waiting(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.add_init_script(STOPPED)
    visit.page.goto(address + "#/analyse?game=tic-tac-toe&moves=b2~a1")
    visit.page.reload()
    expect(visit.page.locator(".engine")).to_contain_text("Stopped, because others are waiting.")
    visit.button("Go on").click()
    expect(visit.page.locator(".variations li")).to_have_count(3)
    visit.close()


@needs_browser
def test_a_game_that_cannot_be_gone_through_says_so(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2~a1&ply=1")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    visit.page.route("**/position", lambda route: route.fulfill(status=429, json={"error": {"kind": "Busy", "message": "too much"}}))
    visit.button("Go through the game").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("too much")
    expect(visit.button("Go through the game")).to_be_visible()
    visit.page.unroute("**/position")
    visit.button("Try again").click()
    expect(visit.page.locator(".graph .point")).to_have_count(3)
    visit.context.close()


@needs_browser
def test_who_moves_again_begins_a_line(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=kalah&seats=p,p&moves=3~1~3~1~2&ply=1")
    lines = visit.page.locator("ol.moves li")
    expect(lines).to_have_text(["1.3", "2.13", "3.…1", "4.2"])  # South, South North, North, South
    visit.go("#/play?game=backgammon&seats=p,p&moves=3-1~8/5 6/5~6-2~24/18 13/11&ply=3")
    expect(lines.get_by_role("button")).to_have_text(["3-1", "8/5 6/5", "6-2", "24/18 13/11"])
    expect(lines).to_have_count(2)
    visit.close()


@needs_browser
@pytest.mark.parametrize("view", ["play", "analyse"])
def test_a_bad_text_loses_nothing_and_a_bad_link_shows_nothing_stale(browser: Browser, address: str, view: str) -> None:
    visit = Visit(browser, address, f"#/{view}?game=tic-tac-toe&moves=b2~a1")
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    visit.page.locator("summary", has_text="as text").click()
    visit.page.get_by_label("Position", exact=True).fill("nonsense")
    visit.page.get_by_label("Position", exact=True).press("Enter")
    expect(visit.page.get_by_role("alert")).to_contain_text("this board has 3")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    assert "moves=b2~a1" in visit.page.url
    visit.go(f"#/{view}?game=tic-tac-toe&moves=b2~b2")
    expect(visit.page.get_by_role("alert")).to_contain_text("move 2: 'b2'")
    expect(visit.page.locator(".grid")).to_have_count(0)
    expect(visit.page.locator(".variations li")).to_have_count(0)
    visit.go(f"#/{view}?game=tic-tac-toe&moves=b2~c3~c1")
    expect(visit.page.locator(".grid .piece")).to_have_count(3)
    visit.close(errors=REFUSED * 2)


@needs_browser
def test_show_me_the_tree(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2~a1~c3~b1~c1~a3")
    ready(visit, "analyse")
    visit.button("Show me the tree").click()
    ready(visit, "lab")
    assert "#/lab?game=tic-tac-toe&algorithm=alphabeta&moves=b2~a1~c3~b1~c1~a3&depth=3" in visit.page.url
    visit.page.locator("h1").click()
    visit.press("End")
    assert visit.page.locator(".stage g.node text", has_text="X").count() > 5
    visit.close()


# ---------------------------------------------------------------------- practise


@needs_browser
def test_an_exercise_is_failed_and_passed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    for label, value in {"A": "5", "B": "5", "C": "9", "D": "5", "E": "9", "F": "9", "G": "2"}.items():
        visit.page.get_by_label(f"value of {label}", exact=True).fill(value)
    visit.page.get_by_label("prune the branch to K").focus()
    visit.press("Space")
    visit.choose("a1")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("C is a MIN node")
    expect(visit.page.locator(".score")).to_have_text("0 right of 1")
    visit.axe()
    visit.page.get_by_label("value of C", exact=True).fill("2")
    visit.press("Enter")
    expect(visit.page.locator(".verdict")).to_contain_text("Right.")
    visit.button("Show the solution").click()
    expect(visit.page.get_by_role("img", name="the solution")).to_be_visible()
    visit.button("Next exercise").click()
    visit.wait_until(lambda: "seed=8" in visit.page.url)
    visit.close()


@needs_browser
def test_an_exercise_leads_to_the_lab(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?algorithm=maxn&seed=3&depth=2")
    ready(visit, "practise")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("has no value")
    visit.page.get_by_role("link", name="Step through it in the lab").click()
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("value")
    visit.close()


# ---------------------------------------------------------------------- Pac-Man


@needs_browser
def test_a_scene_runs_and_can_be_stepped(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?scene=trapped")
    place = visit.page.locator(".player .place")
    visit.button("Last").click()
    expect(place).to_have_text(re.compile(r"^(\d+) / \1$"))
    expect(visit.page.get_by_text("What was found")).to_be_visible()
    visit.button("First").click()
    expect(place).to_have_text(re.compile("^0 /"))
    visit.button("Next").click()
    expect(place).to_have_text(re.compile("^1 /"))
    visit.axe()
    visit.page.get_by_role("button", name=re.compile("^Alone")).click()
    expect(visit.page.get_by_role("heading", level=2)).to_have_text("Alone with one pellet: 8 against 6")
    assert visit.page.url.endswith("#/pacman?scene=alone")
    visit.close()


@needs_browser
def test_belief_and_depth_change_while_a_game_runs(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1")
    place = visit.page.locator(".player .place")
    visit.button("Play").click()
    expect(place).to_have_text(re.compile(r"^[1-9]\d* / "))
    visit.button("Pause").click()
    at = (place.text_content() or "").split(" ")[0]
    visit.choose("expectimax")
    visit.choose("2")
    assert f"then={at}.believes.expectimax~{at}.rounds.2" in visit.page.url.split("?")[1].split("&")
    before = int(place.inner_text().split(" / ")[0])
    visit.button("Play").click()
    visit.wait_until(lambda: int(place.inner_text().split(" / ")[0]) > before)
    visit.axe()
    visit.close()


def seen_to_the_end(visit: Visit) -> list[str]:
    """What is said of every step of Pac-Man's game, once it is over."""
    visit.wait_until(lambda: visit.button("Last").click() is None and "." in visit.status().inner_text())
    last = int(visit.page.locator(".player .place").inner_text().split(" / ")[1])
    visit.button("First").click()
    said = []
    for _ in range(last):
        visit.button("Next").click()
        said.append(visit.page.locator(".maze-view").get_attribute("aria-label") or "")
    return said


@needs_browser
def test_a_link_keeps_what_was_changed_on_the_way(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1&seed=3")
    expect(visit.page.locator(".player .place")).to_have_text(re.compile(r"^0 / [1-9]\d+$"))
    for change in ("expectimax", "adversarial"):
        for _ in range(4):
            visit.button("Next").click()
        visit.choose(change)
        expect(visit.page.locator(".player .place")).to_have_text(re.compile(r"^\d+ / ([6-9]|\d\d)"))
    assert "then=4.believes.expectimax~8.ghosts.adversarial" in visit.page.url.split("&")
    said = seen_to_the_end(visit)
    other = Visit(browser, visit.page.url)
    assert seen_to_the_end(other) == said
    expect(other.page.get_by_role("radio", name="adversarial")).to_be_checked()
    visit.close()
    other.context.close()


@needs_browser
def test_the_table_is_filled_by_playing(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=table")
    visit.page.get_by_label("Games for each pair").fill("1")
    visit.button("Play them").click()
    expect(visit.page.get_by_text("All games are played.")).to_be_visible()
    expect(visit.page.locator(".grid2 tbody td strong")).to_have_count(4)
    visit.axe()
    visit.close()


# ---------------------------------------------------------------------- the text of the page


def compiler() -> list[str] | None:
    """TypeScript's checker: the machine's, or fetched once by npm where there is one."""
    if found := shutil.which("tsc"):
        return [found]
    npm, room = shutil.which("npm"), Path(tempfile.gettempdir()) / f"zermelo-tsc-{os.getuid()}"
    made = room / "node_modules" / ".bin" / "tsc"
    if not made.exists() and npm:
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(room), "typescript@5"]
        room.mkdir(exist_ok=True)
        subprocess.run(command, timeout=180, check=False, capture_output=True)
    return [str(made)] if made.exists() else None


def test_the_types_hold(tmp_path: Path) -> None:
    checker = compiler()
    if checker is None:
        pytest.skip("there is no tsc, and npm cannot fetch it")
    (tmp_path / "show").mkdir()
    for file in PAGE.glob("*.js"):
        shutil.copy(file, tmp_path)
    (tmp_path / "show" / "stepper.js").write_text("// @ts-nocheck\n" + STEPPER.read_text(encoding="utf-8"), encoding="utf-8")
    options = (
        "--noEmit --allowJs --checkJs --strict --target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable"
    )
    files = sorted(file.name for file in tmp_path.glob("*.js"))
    checked = subprocess.run([*checker, *options.split(), *files], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.stdout == ""


def test_every_module_is_asked_for_at_once() -> None:
    """A module that is found only when another one has come is a round trip more before anything is seen."""
    named = re.findall(r'rel="modulepreload" href="([^"]+)"', (PAGE / "index.html").read_text(encoding="utf-8"))
    assert sorted(named) == sorted([*(file.name for file in PAGE.glob("*.js") if file.name != "theme.js"), "show/stepper.js"])


def test_the_page_is_light_and_asks_nobody_else() -> None:
    files = [file for file in PAGE.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 300_000
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), file


# ---------------------------------------------------------------------- play and analyse when things come late, or not at all


def moves_in(visit: Visit) -> list[str]:
    found = re.search(r"[?&]moves=([^&]*)", visit.page.url)
    return found[1].split("~") if found else []


@needs_browser
def test_a_second_click_does_not_move_for_the_opponent(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,p")
    visit.page.locator(".cell.target").first.wait_for()
    held: list[Any] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    visit.page.locator(".cell").nth(3).dblclick()
    visit.button("Hint").click()
    visit.wait_until(lambda: len(held) > 0)
    for one in held:
        one.continue_()
    visit.page.unroute("**/api/v1/position")
    expect(visit.status()).to_have_text("Second to move")
    assert moves_in(visit) == ["4"]
    visit.close()


@needs_browser
def test_arrow_keys_in_haste_make_no_illegal_move(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=twenty48&seats=p")
    expect(visit.status()).to_contain_text("to move")
    visit.page.locator(".cell").first.click()
    for _ in range(6):
        visit.press("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    expect(visit.status()).to_contain_text(re.compile("to move|over|won|lost"))
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.close()


@needs_browser
def test_taking_back_nothing_leaves_the_engine_thinking(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=8,p")
    expect(visit.status()).to_contain_text("thinks")
    visit.press("u")
    expect(visit.status()).to_have_text("Second to move")
    expect(visit.page.locator(".moves .move")).to_have_count(1)
    for _ in range(10):
        visit.press("h")
    expect(visit.status()).to_contain_text("Hint: ")
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.close()


ANSWERS = """
    const real = WebSocket.prototype.send;
    window.asked = [];
    WebSocket.prototype.send = function (text) {
      const one = JSON.parse(text);
      window.asked.push(one.ask);
      const event = (window.answers[one.ask] ?? []).shift();
      const data = JSON.stringify({ id: one.id, tag: one.tag, event, message: `it was ${event}` });
      if (event) setTimeout(() => this.onmessage({ data }));
      else real.call(this, text);
    };
"""


@needs_browser
def test_a_lost_engine_is_asked_again_and_then_by_hand(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.evaluate(f"() => {{ window.answers = {{ think: ['lost', 'lost'] }}; {ANSWERS} }}")
    visit.go("#/play?game=tic-tac-toe&seats=1,p")
    expect(visit.page.get_by_role("alert")).to_contain_text("it was lost")
    expect(visit.status()).to_have_text("X to move")
    visit.axe()
    visit.button("Try again").click()
    expect(visit.status()).to_have_text("O to move")
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.page.evaluate("() => { window.answers = { think: ['lost'] } }")
    visit.go("#/play?game=tic-tac-toe&seats=1,p&moves=b2~a1")
    expect(visit.page.locator(".moves .move")).to_have_count(3)
    visit.close()


@needs_browser
def test_lost_values_are_asked_for_again(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.evaluate(f"() => {{ window.answers = {{ values: ['lost', 'error'] }}; {ANSWERS} }}")
    visit.go("#/analyse?game=tic-tac-toe")
    expect(visit.page.get_by_role("alert")).to_contain_text("it was error")
    visit.page.get_by_role("switch", name="Engine").click()
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.page.get_by_role("switch", name="Engine").click()
    visit.page.locator(".badge").first.wait_for()
    assert visit.page.evaluate("window.asked.filter(ask => ask === 'values').length") == 3
    visit.close()


@needs_browser
def test_a_typed_move_is_read_by_the_server_and_the_ply_is_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=chess&moves=e4&seats=p,p")
    expect(visit.status()).to_have_text("Black to move")
    visit.page.get_by_label("Type a move").fill("e7e9")
    visit.press("Enter")
    expect(visit.page.get_by_role("alert")).to_be_visible()
    expect(visit.page.get_by_label("Type a move")).to_have_value("e7e9")
    visit.page.get_by_label("Type a move").fill("e7e5")
    visit.press("Enter")
    expect(visit.status()).to_have_text("White to move")
    assert moves_in(visit) == ["e4", "e5"]
    visit.button("First position").click()
    visit.wait_until(lambda: "ply=0" in visit.page.url)
    visit.page.reload()
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    expect(visit.cell("e4")).to_have_attribute("aria-label", re.compile("empty"))
    visit.close(REFUSED)


@needs_browser
def test_only_thoughts_about_what_is_seen_are_shown(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,2")
    visit.button("Hint").click()
    mind = visit.page.locator(".mind")
    expect(mind).to_contain_text("depth")
    visit.button("New").click()
    expect(mind).to_contain_text("Quiet")

    def is_heard() -> bool:
        visit.cell("a1").click()  # a click that comes before the new position is not heard
        visit.page.wait_for_timeout(300)
        return "moves=" in visit.page.url

    visit.wait_until(is_heard)
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    visit.page.locator(".moves .move").first.click()
    expect(visit.status()).to_have_text("O to move")
    expect(mind).to_contain_text("Quiet")
    visit.close()


@needs_browser
def test_pacman_can_be_played_and_analysed_like_any_other(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/constructor")
    visit.page.locator(".room").first.wait_for()
    for view in ("play", "analyse"):
        visit.go(f"#/{view}")
        visit.page.get_by_role("combobox", name="Game").select_option("pacman")
        visit.page.locator(".board.maze .piece").first.wait_for()
        expect(visit.status()).to_contain_text(re.compile("to move|thinks"))
    visit.close()


@needs_browser
def test_moves_with_spaces_stay_whole(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=backgammon")
    visit.page.get_by_text("Position and moves as text").click()
    visit.page.get_by_label("Moves from there").fill("3-1~8/5 6/5")
    visit.button("Look at it").click()
    expect(visit.page.locator(".moves .move")).to_have_text(["3-1", "8/5 6/5"])
    trip = """async ([moves]) => {
      const { joined, split } = await import("./score.js");
      const { placeInputs } = await import("./place.js");
      return [split(joined(moves)), placeInputs("", moves).read().moves];
    }"""
    for moves in (["a~b", "c\\", "~"], ["8/5 6/5"], ["e4", "e5"], []):
        assert visit.page.evaluate(trip, [moves]) == [moves, moves]
    visit.close()


@needs_browser
def test_a_move_made_while_the_server_was_away_is_shown_when_it_is_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
    visit.page.locator(".cell.target").first.wait_for()
    visit.page.route("**/api/v1/position", lambda route: route.abort())
    visit.cell("b2").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("does not answer")
    visit.page.unroute("**/api/v1/position")
    expect(visit.cell("b2")).to_have_attribute("aria-label", re.compile("X|cross", re.IGNORECASE))
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    assert set(visit.errors) == {"Failed to load resource: net::ERR_FAILED"}
    visit.context.close()


@needs_browser
def test_the_banner_goes_when_nobody_waits(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.locator(".room").first.wait_for()
    visit.page.evaluate("""async () => {
      window.WebSocket = class { static OPEN = 1; readyState = 0; constructor() { setTimeout(() => this.onclose()) } };
      const { live } = await import("./api.js");
      window.question = live.ask({ ask: "think" }, () => {});
    }""")
    expect(visit.page.locator("#trouble")).to_be_visible()
    visit.page.evaluate("window.question.stop()")
    expect(visit.page.locator("#trouble")).to_be_hidden()
    visit.close()


@needs_browser
def test_a_position_as_text_is_offered_where_the_game_reads_one(browser: Browser, address: str) -> None:
    for view, words in (("play", "Position as text"), ("analyse", "Position and moves as text")):
        visit = Visit(browser, address, f"#/{view}?game=chess")
        expect(visit.page.get_by_text(words)).to_be_visible()
        visit.page.get_by_role("combobox", name="Game").select_option("Chomp")
        visit.wait_until(lambda: "game=Chomp" in visit.page.url)
        expect(visit.page.get_by_text(words)).to_have_count(0)
        visit.close()


LONG = '''
from zermelo import Game

class Long(Game):
    """A game with much to choose from and much to say."""

    def start(self): return 0
    def player(self, s): return s % 2
    def actions(self, s): return range(70) if s < 2 else ()
    def result(self, s, a): return s + 1
    def terminal(self, s): return s >= 2
    def utility(self, s, *p): return 0
    def name(self, s, a): return f"{a}-" + "extraordinarily" * 8
    def text(self, s): return "a position of which there is much to be told, " * 5
'''


@needs_browser
def test_many_and_long_moves_have_room(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text(LONG, encoding="utf-8")
    command = [sys.executable, "-m", "zermelo", "studio", "--no-browser", "--port", "0", str(tmp_path / "long.py") + ":Long"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found is not None
        visit = Visit(browser, found[0], "#/play?game=Long&seats=p,p", viewport={"width": 390, "height": 900})
        for view in ("play", "analyse"):
            visit.go(f"#/{view}?game=Long&seats=p,p")
            expect(visit.page.locator(".others")).to_contain_text("… and 10 more")
            visit.page.locator(".others button").first.click()
            expect(visit.page.locator(".moves .move")).to_have_count(1)
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390, view
        visit.close()
        server.terminate()
