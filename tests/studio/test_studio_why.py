"""Why a move has its value: the tree below the board agrees with badges and lines."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, expect
from studio import Engine, Visit, found
from visits import needs_browser

MATE = "#/analyse?game=tic-tac-toe&moves=a1~b1~a2~b2"


def node(visit: Visit, move: str) -> Locator:
    """The node of a root move."""
    return visit.page.locator(f'.why-tree g[role="button"][aria-label^="why {move}:"]')


def is_in_sight(place: Locator) -> bool:
    """Is an element inside the room that scrolls it, and on the screen?"""
    return bool(
        place.evaluate(
            """node => {
              const box = node.getBoundingClientRect();
              const room = node.closest(".why-tree").getBoundingClientRect();
              return box.left >= room.left && box.right <= room.right
                && box.top >= room.top && box.bottom <= Math.min(room.bottom, innerHeight);
            }"""
        )
    )


@needs_browser
def test_a_mate_in_one_is_proven_and_in_sight(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, MATE, viewport={"width": 390, "height": 844})
    expect(visit.cell("a3").locator(".badge")).to_have_text("W1")
    visit.button("Why?").click()
    expect(visit.page.locator(".why-words")).to_contain_text("a3 wins in 1 ply for X: proven.")
    expect(node(visit, "a3")).to_have_attribute("aria-label", "why a3: W1")
    visit.wait_until(lambda: is_in_sight(node(visit, "a3")))
    assert "why=best" in visit.page.url
    visit.axe()
    visit.close()


@needs_browser
def test_every_badge_line_and_node_says_the_same(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2~b3&why=b1")
    expect(visit.page.locator(".why-words")).to_contain_text("b1 draws for X: proven.")
    badges = visit.page.locator(".grid .badge")
    expect(badges).to_have_count(7)
    for name in ("a3", "c3", "a2", "c2", "a1", "b1", "c1"):
        badge = visit.cell(name).locator(".badge").inner_text()
        expect(node(visit, name)).to_have_attribute("aria-label", f"why {name}: {badge}")
    chip = visit.page.locator(".variations li").first
    move = chip.locator(".move").inner_text()
    chip.locator(".chip").click()
    words = visit.page.locator(".why-words")
    expect(words).to_have_text(f"{move} wins in 5 plies for X: proven. The whole proof is drawn.")
    assert f"why={move}" in visit.page.url
    node(visit, "b1").click()
    expect(words).to_contain_text("b1 draws")
    visit.cell("c1").click(button="right")
    expect(words).to_contain_text("c1 wins in 5 plies")
    visit.button("Close").click()
    expect(visit.page.locator(".why")).to_be_hidden()
    assert "why" not in visit.page.url
    visit.close()


@needs_browser
def test_an_estimate_says_so_and_the_tree_follows_the_analysis(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=connect-four&values=0")
    lines = [{**found("4", 0.01), "line": ["4", "4", "3"]}, found("2", 0.005)]
    engine.find("analyse", lines, depth=9)
    visit.page.locator(".variations .chip").first.click()
    words = visit.page.locator(".why-words")
    expect(words).to_have_text(re.compile(r"4 is about .* for First: an estimate at depth 9\."))
    expect(visit.page.locator(".why-tree g.node.best")).to_have_count(4)
    engine.find("analyse", lines, depth=10)
    expect(words).to_contain_text("an estimate at depth 10.")
    visit.button("Textbook search").click()
    expect(visit.page).to_have_url(re.compile("#/lab.*game=connect-four.*algorithm=alphabeta"))
    visit.close()


@needs_browser
def test_another_position_explains_its_best_move(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, f"{MATE}&why=c3")
    words = visit.page.locator(".why-words")
    expect(words).to_contain_text("c3 loses in 2 plies for X: proven.")
    visit.button("Previous move").click()
    expect(words).to_contain_text("for X: proven.")
    visit.open_settings()
    visit.choose("the mover")
    expect(words).to_contain_text("for O: proven.")
    assert "why=best" in visit.page.url
    visit.page.locator("h1").evaluate("h => { h.tabIndex = -1; h.focus(); }")
    visit.press("w")
    expect(visit.page.locator(".why")).to_be_hidden()
    visit.close()


@needs_browser
def test_why_answers_without_an_engine_and_keeps_the_focus(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, f"{MATE}&engine=0&why=best")
    words = visit.page.locator(".why-words")
    expect(words).to_contain_text("a3 wins in 1 ply for X: proven.")
    node(visit, "c3").focus()
    visit.press("Enter")
    expect(words).to_contain_text("c3 loses in 2 plies for X: proven.")
    expect(node(visit, "c3")).to_be_focused()
    expect(node(visit, "c3")).to_have_attribute("aria-pressed", "true")
    visit.close()


@needs_browser
def test_the_tree_is_zoomed_and_stays_so(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2~b3&why=b1")
    expect(visit.page.locator(".why-words")).to_contain_text("b1 draws for X: proven.")
    drawn = visit.page.locator(".why-tree svg")
    width = "svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    before = drawn.evaluate(width)
    visit.page.locator(".why-tree").focus()
    visit.press("+", "+")
    assert drawn.evaluate(width) > 1.5 * before
    visit.page.locator(".variations .chip").first.click()  # another tree, at the same scale
    expect(visit.page.locator(".why-words")).to_contain_text("wins in 5 plies")
    assert drawn.evaluate(width) > 1.5 * before
    visit.close()
