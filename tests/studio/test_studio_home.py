"""The start page: a live tree that asks, the ways to the views, and what it costs to load."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from studio import Visit
from visits import needs_browser

HEAVIEST = 120_000
"""Bytes over the wire for the first view."""


@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1024, "light")])
def test_the_start_page_asks_and_tells(
    browser: Browser, address: str, width: int, scheme: str
) -> None:
    size = {"width": width, "height": 800}
    visit = Visit(browser, address, viewport=size, color_scheme=scheme)
    live = visit.page.locator(".live")
    expect(live.locator(".predict-ask")).to_have_text("Is a branch cut at C now?")
    visit.axe()
    height = live.evaluate("one => one.offsetHeight")
    live.locator('g.node[data-i="9"]').click()
    expect(live.locator(".predict-verdict")).to_contain_text("Right. C is at most 2")
    visit.axe()
    assert live.evaluate("one => one.offsetHeight") == height  # nothing below it has moved
    for ask in ("Which node is visited next?", "Is a branch cut at D now?"):
        visit.press("Enter")
        expect(live.locator(".predict-ask")).to_have_text(ask)
        visit.button("Show me").click()
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    visit.close()


@needs_browser
def test_the_end_leads_to_the_lab(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.button("Nothing").click()
    for _ in range(4):
        visit.button("Next").click()
        visit.button("Show me").click()
    visit.button("How it went").click()
    expect(visit.page.get_by_role("heading", name="0 of 5 right")).to_be_visible()
    visit.page.get_by_role("link", name="More in the lab").click()
    expect(visit.page.locator(".predict-ask")).to_have_text("What is B worth now?")
    visit.close()


@needs_browser
def test_keys_scroll_the_page_until_the_tree_has_the_focus(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    expect(visit.page.locator(".predict-ask")).to_have_text("Is a branch cut at C now?")
    visit.press("0")
    expect(visit.page.locator(".predict-verdict")).to_be_empty()
    visit.button("Nothing").focus()
    visit.press("ArrowRight", "ArrowRight", "Enter")  # the second node that is ahead
    expect(visit.page.locator(".predict-verdict")).to_contain_text("C is at most 2")
    visit.close()


@needs_browser
def test_the_start_page_is_whole_without_the_tree(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "icon.svg")
    visit.page.route(re.compile("/film$"), lambda route: route.abort())
    visit.page.goto(address)
    expect(visit.page.locator(".room")).to_have_count(6)
    expect(visit.page.locator(".live")).to_have_count(0)
    visit.close(["Failed to load resource: net::ERR_FAILED"])


@needs_browser
def test_the_first_view_is_light(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "icon.svg")
    wire = visit.context.new_cdp_session(visit.page)
    sizes: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    visit.page.goto(address)
    expect(visit.page.locator(".predict-ask")).to_have_text("Is a branch cut at C now?")
    visit.round_trip()
    assert 30_000 < sum(sizes) < HEAVIEST
    assert not [url for url in visit.requests if "/play/" in url or "/board/" in url]
    visit.go("#/practise?seed=7")
    visit.page.locator(".tree-room input").first.wait_for()
    assert [url for url in visit.requests if url.endswith("/practise/sheet.js")]
    visit.close()
