"""Share: one HTML file that a browser opens without a studio and without a network."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect
from studio import Engine, Visit, found
from visits import needs_browser

from zermelo import catalogue
from zermelo.record.text import read_text
from zermelo.show.share import share_game
from zermelo.teach import make_exercise
from zermelo.teach.share import share_exercise

HOSTILE = "</script><!-- <img src=x onerror=alert(1)> ]]> ${x} \u2028 \\"

ASKED_ELSEWHERE = re.compile("^(?!file:|data:|blob:)")


class Offline:
    """A file in a browser without a network; errors and requests are collected."""

    def __init__(self, browser: Browser, file: Path, scheme: str = "light") -> None:
        self.context = browser.new_context(offline=True, color_scheme=scheme)  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console", lambda said: self.faults.append(said.text) if said.type == "error" else None
        )
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        self.page.on(
            "request",
            lambda asked: (
                self.faults.append(asked.url) if ASKED_ELSEWHERE.match(asked.url) else None
            ),
        )
        self.page.goto(file.as_uri())

    def close(self) -> None:
        assert self.faults == []
        self.context.close()


def save(folder: Path, text: str) -> Path:
    file = folder / "shared.html"
    file.write_text(text, encoding="utf-8")
    return file


@needs_browser
def test_a_shared_game_is_stepped_through_offline(browser: Browser, tmp_path: Path) -> None:
    game = catalogue.game("chess")
    text = "1. e4! e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6"
    record = read_text(game, text).require()
    next(record.root.main_line()).comment = HOSTILE
    shared = Offline(browser, save(tmp_path, share_game(record, HOSTILE, values={1: "+.35"})))
    page = shared.page
    assert page.title() == HOSTILE
    expect(page.locator(".moves button")).to_have_text(
        ["e4!", "e5", "c5", "Nf3", "c3", "Nf3", "Nc6"]
    )
    expect(page.locator(".value")).to_have_text("+.35")
    expect(page.locator(".status")).to_have_text("White to move")
    expect(page.locator(".man")).to_have_count(32)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".note")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("[aria-current]")).to_have_text("e4!")
    expect(page.locator(".cell.last")).to_have_count(2)
    page.get_by_role("button", name="c3").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[aria-current]")).to_have_text("c5")
    page.get_by_role("button", name="Last position").click()
    expect(page.locator("[aria-current]")).to_have_text("Nf3")
    before = page.locator(".label").first.get_attribute("y")
    page.get_by_role("button", name="Flip").click()
    assert page.locator(".label").first.get_attribute("y") != before
    shared.close()


@needs_browser
@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_can_be_shared(browser: Browser, tmp_path: Path, name: str) -> None:
    game = catalogue.game(name)
    s, moves = game.start(), []
    for _ in range(3):
        moves.append(game.name(s, game.options(s)[0]))
        s = game.result(s, game.options(s)[0])
    record = read_text(game, " ".join(f'"{move}"' for move in moves)).require()
    shared = Offline(browser, save(tmp_path, share_game(record, name)), "dark")
    shared.page.keyboard.press("End")
    expect(shared.page.locator(".moves [aria-current]")).to_have_text(moves[-1])
    expect(shared.page.locator(".room svg, .room pre")).to_be_visible()
    shared.close()


@needs_browser
def test_an_analysis_is_shared(browser: Browser, address: str, tmp_path: Path) -> None:
    comment = quote("{" + HOSTILE.replace("\\", "\\\\").replace("~", "\\~") + "}")
    visit = Visit(
        browser, address, f"#/analyse?game=tic-tac-toe&moves=b2~{comment}~a1&tags=White%3DAnn"
    )
    engine = Engine(visit)
    engine.find("analyse", [{**found("c3", 0.0, True), "line": ["c3", "a3"]}])
    expect(visit.page.locator(".variations li")).to_have_count(1)
    with visit.page.expect_download() as download:
        visit.button("Share").click()
    assert download.value.suggested_filename == "tic-tac-toe.html"
    file = save(tmp_path, Path(download.value.path()).read_text(encoding="utf-8"))
    shared = Offline(browser, file)
    expect(shared.page.locator("h1")).to_have_text("Ann – ?")
    expect(shared.page.locator(".lines li")).to_contain_text("c3 a3")
    expect(shared.page.locator("[aria-current]")).to_have_text("a1")
    expect(shared.page.locator(".comment")).to_contain_text("</script>")
    shared.close()
    visit.close()


@needs_browser
def test_a_search_is_shared_from_the_lab(browser: Browser, address: str, tmp_path: Path) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=alphabeta&step=3")
    visit.page.locator(".bench:not(.busy) svg.z").first.wait_for()
    share = visit.button("Share")
    if not share.is_visible():
        visit.page.get_by_role("button", name="Settings").click()
    with visit.page.expect_download() as download:
        share.click()
    shared = Offline(browser, save(tmp_path, Path(download.value.path()).read_text("utf-8")))
    expect(shared.page.locator(".stepper svg").first).to_be_visible()
    shared.close()
    visit.close()


@needs_browser
def test_a_shared_exercise_checks_itself(browser: Browser, address: str, tmp_path: Path) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    visit.page.locator(".tree-room input").first.wait_for()
    with visit.page.expect_download() as download:
        visit.button("Share").click()
    assert download.value.suggested_filename == "exercise-alphabeta-7.html"
    visit.close()
    exercise = make_exercise(seed=7)
    shared = Offline(browser, save(tmp_path, share_exercise(exercise)))
    page = shared.page
    solution = exercise.solution.to_dict()
    for label, value in solution["values"].items():
        page.get_by_label(label, exact=True).fill("" if value is None else str(value))
    page.get_by_label("Pruned").fill(", ".join(solution["pruned"]).lower())
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[role=status]")).to_have_text("8 of 9 are right.")
    page.get_by_label("Action").select_option(solution["action"])
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[role=status]")).to_have_text("9 of 9 are right.")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("[role=status]")).to_contain_text("Action: a1")
    shared.close()
