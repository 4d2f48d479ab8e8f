"""The tour through the views, and the terms that the page explains."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect
from studio import VIEWS, Visit, ready
from visits import needs_browser

STEPS = 13


def tour(visit: Visit) -> Locator:
    return visit.page.get_by_role("dialog", name="Tour,")


def tip(visit: Visit) -> Locator:
    return visit.page.get_by_role("tooltip")


@needs_browser
@pytest.mark.parametrize("width", [390, pytest.param(1024, marks=pytest.mark.slow)])
def test_the_tour_goes_through_all_views_and_is_remembered(
    browser: Browser, address: str, width: int
) -> None:
    height = 768
    visit = Visit(browser, address, viewport={"width": width, "height": height})
    visit.button("Take the tour: three minutes").click()
    seen = set()
    for step in range(1, STEPS + 1):
        expect(tour(visit)).to_contain_text(f"{step} of {STEPS}")
        expect(visit.page.locator(".toured")).to_have_count(1)
        name = "Next" if step < STEPS else "Done"
        expect(tour(visit).get_by_role("button", name=name)).to_be_focused()
        box = tour(visit).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        seen.add(visit.page.url.partition("#/")[2].partition("?")[0])
        if step == 3:
            visit.axe()
        visit.press("ArrowRight" if step % 2 else "Enter")
    assert len(seen) == 7
    expect(tour(visit)).to_have_count(0)
    visit.page.reload()
    expect(visit.page.locator(".room")).to_have_count(6)
    expect(visit.page.locator(".tour-offer")).to_have_count(0)
    visit.close()


@needs_browser
def test_the_tour_goes_back_is_skipped_and_started_again(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["lab"])
    ready(visit, "lab")
    visit.press("?")
    visit.button("Tour of this view").click()
    expect(tour(visit)).to_contain_text("1 of 3")
    visit.press("ArrowRight")
    expect(tour(visit)).to_contain_text("2 of 3")
    tour(visit).get_by_role("button", name="Back").click()
    expect(tour(visit)).to_contain_text("1 of 3")
    expect(visit.page.locator(".place").first).to_have_text("22 / 41")  # the keys were the tour's
    visit.press("Escape")
    expect(tour(visit)).to_have_count(0)
    visit.press("?")
    visit.button("Tour of everything").click()
    expect(tour(visit)).to_contain_text(f"1 of {STEPS}")
    visit.button("Skip the tour").click()
    expect(tour(visit)).to_have_count(0)
    expect(visit.page.locator(".toured")).to_have_count(0)
    visit.close()


@needs_browser
def test_a_tour_that_is_not_wanted_is_not_offered_again(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.button("No, thanks").click()
    expect(visit.page.locator(".tour-offer")).to_have_count(0)
    visit.page.reload()
    expect(visit.page.locator(".room")).to_have_count(6)
    expect(visit.page.locator(".tour-offer")).to_have_count(0)
    visit.close()


@needs_browser
def test_a_term_is_explained_on_hover_and_focus(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["lab"])
    label = visit.page.locator("label.term", has_text="Move ordering")
    label.hover()
    expect(tip(visit)).to_contain_text("move ordering: which move is searched first")
    visit.axe()
    visit.press("Escape")
    expect(tip(visit)).to_have_count(0)
    search = visit.page.get_by_role("combobox", name="Search")
    search.focus()
    visit.press("Shift")  # the focus is the keyboard's
    visit.page.locator("dt.term", has_text="pruned").focus()
    expect(tip(visit)).to_contain_text("cut, pruned: the rest of a node's moves is left out")
    search.focus()
    expect(tip(visit)).to_contain_text("alpha-beta pruning (alphabeta")  # the choice
    expect(search).to_have_attribute("aria-describedby", "term-tip")
    visit.page.locator("h1").hover()
    visit.page.locator(".stage").first.focus()
    expect(tip(visit)).to_have_count(0)
    visit.close()


@needs_browser
def test_a_term_is_explained_by_a_tap(browser: Browser, address: str) -> None:
    size = {"width": 390, "height": 844}
    visit = Visit(browser, address, "#/practise?seed=7", viewport=size, has_touch=True)
    label = visit.page.locator("label.term", has_text="Branching")
    label.tap()
    expect(tip(visit)).to_contain_text("branching: how many actions a node has")
    box = tip(visit).bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
    visit.page.locator("h1").tap()
    expect(tip(visit)).to_have_count(0)
    visit.close()
