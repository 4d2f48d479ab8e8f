"""Axe over every view and dialog of the studio, and over shared files: widths, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect
from studio import SEARCHED, VIEWS, Visit
from visits import needs_browser, run_axe

from zermelo import catalogue, search, tree
from zermelo.record.text import read_text
from zermelo.show.film_maker import film
from zermelo.show.share import share_game
from zermelo.show.stepper import html
from zermelo.teach import make_exercise
from zermelo.teach.share import share_exercise

SIZES = {390: 844, 1024: 768, 1920: 1080}

LAB = "#/lab?game=tree:two-ply&algorithm=alphabeta"

CHESS = "#/play?game=chess&seats=p,p"


def click(name: str) -> Callable[[Visit], None]:
    return lambda visit: visit.button(name).click()


def show_answer(visit: Visit) -> None:
    visit.button("Show me").click()
    visit.page.locator(".predict-verdict .notice").wait_for()


def finish_questions(visit: Visit) -> None:
    while not visit.button("Again").count():
        visit.press("s", "ArrowRight")


def promote(visit: Visit) -> None:
    visit.cell("a7").click()
    visit.cell("a8").click()


def import_nonsense(visit: Visit) -> None:
    visit.button("Import").click()
    visit.page.locator("dialog[open] textarea").fill("1. e4 e5 2. Ke3")
    visit.button("Read it").click()
    visit.page.locator("dialog[open]").get_by_role("alert").wait_for()


def open_settings(visit: Visit) -> None:
    visit.page.locator("summary", has_text="Settings").first.click()


def open_drawer(visit: Visit) -> None:
    if visit.page.locator(".drawer").is_hidden():
        visit.button("Settings").click()


def mistake_literal(visit: Visit) -> None:
    open_drawer(visit)
    visit.choose("Own")
    visit.page.locator(".own-tree textarea").fill("[[3, 12], [2 4]]")
    visit.page.locator(".own-tree textarea").press("Enter")
    visit.page.locator(".refusal mark").wait_for()


def point_at_term(visit: Visit) -> None:
    visit.page.locator(".term:visible").first.hover()
    visit.page.locator("#term-tip").wait_for()


class Shown(NamedTuple):
    """What a person sees: a view, what must be there, and what is done then."""

    view: str
    mark: str
    act: Callable[[Visit], None] = lambda visit: None
    after: str = "body"


def board(game: str) -> Shown:
    return Shown(f"#/play?game={game}", ".board .grid, .others button")


STATES = {
    "home": Shown("#/", ".predict-ask:not(:empty)"),
    "told": Shown("#/", ".predict-ask:not(:empty)", show_answer),
    "tour": Shown("#/", ".room", click("Take the tour: three minutes"), ".tour"),
    "keys": Shown("#/", ".room", click("Keys"), "dialog[open]"),
    "term": Shown("#/", ".term", point_at_term),
    "lab": Shown(VIEWS["lab"], f"{SEARCHED} .stage"),
    "drawer": Shown(VIEWS["lab"], f"{SEARCHED} .stage", open_drawer, ".drawer"),
    "compare": Shown(VIEWS["compare"], SEARCHED),
    "mistake": Shown(LAB, SEARCHED, mistake_literal),
    "large tree": Shown("#/lab?game=tree:random,seed=3,depth=6,branching=3", ".minimap"),
    "game tree": Shown("#/lab?game=tic-tac-toe&moves=b2~a1", f"{SEARCHED} .stage"),
    "predict": Shown(f"{LAB}&predict=1", ".predict-ask:not(:empty)"),
    "predicted": Shown(f"{LAB}&predict=1", ".predict-ask:not(:empty)", show_answer),
    "summary": Shown(f"{LAB}&predict=cut", ".predict-ask:not(:empty)", finish_questions),
    "present": Shown(f"{LAB}&step=22&present=1", ".presenting svg.z"),
    "chess": Shown(f"{CHESS}&moves=e4~e5~Nf3~Nc6~Bb5~a6~Bxc6&clock=300%2B3", ".grid .piece"),
    "variations": Shown(f"{CHESS}&moves=e4~e5~(~c5~{{Sicilian}}~)~Nf3", ".moves .comment"),
    "promotion": Shown(
        f"{CHESS}&position=7k/P7/8/8/8/8/8/K7+w+-+-+0+1", ".grid .piece", promote, "dialog.choose"
    ),
    "go": board("go&seats=p,p&moves=E5~D4"),
    "backgammon": board("backgammon&seats=p,p&moves=3-1"),
    "kalah": board("kalah&seats=p,p&moves=3"),
    "nim": board("nim&seats=p,p"),
    "pig": board("pig&seats=p,p"),
    "othello": board("othello&seats=p,p&moves=d3"),
    "three players": board("tri-halma&seats=p,p,p"),
    "2048": board("2048&seats=p"),
    "hex": board("hex&seats=p,p"),
    "dots": board("dots-and-boxes&seats=p,p"),
    "play settings": Shown(VIEWS["play"], ".grid .piece", open_settings),
    "analyse": Shown(VIEWS["analyse"], ".badge"),
    "why": Shown(f"{VIEWS['analyse']}&why=best", ".why svg.z"),
    "editor": Shown("#/analyse?game=chess&engine=0", ".piece", click("Edit"), ".palette .tool"),
    "import": Shown("#/analyse?game=chess&engine=0", ".piece", import_nonsense),
    "export": Shown(f"{CHESS}&moves=e4", ".piece", click("Export"), "dialog[open] textarea"),
    "practise": Shown("#/practise?seed=7", ".tree-room input"),
    "verdict": Shown(
        "#/practise?seed=7", ".tree-room input", click("Check"), ".exercise .notice:visible"
    ),
    "pacman": Shown("#/pacman?scene=alone&step=0", ".films .maze-view"),
    "pacman game": Shown("#/pacman?show=game&step=0", ".maze-view"),
    "pacman table": Shown("#/pacman?show=table&games=1", ".reasons li"),
    "lectures": Shown(VIEWS["lectures"], ".lecture-item .facts tr.agrees"),
    "own game": board("Chomp&seats=p,p"),
}


def examine(visit: Visit, name: str) -> None:
    """Go to a state of the page, and let axe look at it."""
    state = STATES[name]
    visit.page.goto("about:blank")
    visit.page.goto(visit.address + state.view)
    visit.page.locator(state.mark).first.wait_for()
    state.act(visit)
    visit.page.locator(state.after).first.wait_for()
    width = visit.page.evaluate("innerWidth")
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width, name
    visit.axe(name)


KINDS = list(product(SIZES, ("light", "dark")))


def refusals(visit: Visit) -> list[str]:
    """What a browser writes when the server refuses something: two of the states are mistakes."""
    return [error for error in visit.errors if "422" in error]


@needs_browser
@pytest.mark.parametrize(
    "kind",
    [pytest.param(i, marks=pytest.mark.slow if i > 1 else ()) for i in range(len(KINDS))],
    ids=["-".join(map(str, one)) for one in KINDS],
)
def test_axe_finds_nothing_in_any_view(browser: Browser, address: str, kind: int) -> None:
    """Each view once; the slow test has all of them."""
    width, scheme = KINDS[kind]
    wanted = [name for name, turn in zip(STATES, cycle(range(len(KINDS)))) if turn == kind]
    look_at(browser, address, width, scheme, wanted)


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), KINDS)
def test_axe_finds_nothing_at_any_width(
    browser: Browser, address: str, width: int, scheme: str
) -> None:
    look_at(browser, address, width, scheme, list(STATES))


def look_at(browser: Browser, address: str, width: int, scheme: str, names: list[str]) -> None:
    size = {"width": width, "height": SIZES[width]}
    visit = Visit(browser, address, drawer="closed", viewport=size, color_scheme=scheme)
    for name in names:
        examine(visit, name)
    visit.close(refusals(visit))


@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing_in_a_shared_file(
    browser: Browser, tmp_path: Path, width: int, scheme: str
) -> None:
    record = read_text(catalogue.game("chess"), "1. e4! {best} e5 (1... c5 2. Nf3)").require()
    trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
    assert trace is not None
    texts = {
        "game": share_game(record, "A game", values={1: "+.35"}),
        "exercise": share_exercise(make_exercise(7)),
        "search": html(film(trace)),
    }
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    for name, text in texts.items():
        file = tmp_path / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri())
        expect(page).to_have_title(re.compile("."))
        run_axe(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    context.close()
