"""The lectures: items by source, links to the views that show them, numbers beside the notes'."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from studio import SEARCHED, Visit
from visits import needs_browser

from zermelo.lectures import list_source


@needs_browser
def test_an_item_is_found_compared_and_opened_in_the_lab(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lectures")
    items = visit.page.locator(".lecture-item")
    expect(items).to_have_count(len(list_source("greenwald")))
    visit.choose("UW CSE 473, Notes 3")
    expect(items).to_have_count(len(list_source("uw")))
    visit.page.get_by_label("Find").fill("table 8")
    table = visit.page.get_by_role("article", name="Table 8: αβPruning on 2,2-NIM")
    expect(table).to_contain_text("Five nodes are pruned")
    table.get_by_role("button", name="Compare with the notes").click()
    row = table.get_by_role("row", name=re.compile("^pruned nodes"))
    expect(row).to_have_text("pruned nodesF, H, J, L, OF, H, J, L, O✓ agrees")
    expect(table.locator("tr.differs")).to_have_count(0)
    visit.wait_until(lambda: "source=greenwald&item=table-8" in visit.page.url)
    table.get_by_role("link", name="Open in the lab").click()
    visit.page.locator(SEARCHED).wait_for()
    assert visit.page.url.endswith("#/lab?game=tree:nim-2-2&algorithm=alphabeta-hard")
    visit.page.go_back()
    chosen = visit.page.locator(".lecture-item.chosen")
    expect(chosen).to_have_attribute("aria-label", "Table 8: αβPruning on 2,2-NIM")
    expect(chosen).to_be_in_viewport()
    visit.close()


@needs_browser
def test_what_to_type_is_shown_and_nothing_found_is_said(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lectures?source=aima&item=figure-5-2")
    chosen = visit.page.locator(".lecture-item.chosen")
    chosen.get_by_text("Commands and Python").click()
    commands = chosen.get_by_role("region", name="Commands")
    expect(commands).to_contain_text("$ zermelo search minimax tree:two-ply")
    expect(chosen.get_by_role("region", name="Python")).to_contain_text("search.minimax(figure)")
    picture = chosen.locator("img.drawn")  # by the server, in the colours of the page
    expect(picture).to_have_attribute("src", re.compile(r"/aima/figure-5-2\.svg\?theme=light$"))
    visit.page.get_by_label("Find").fill("table 8")
    first = visit.page.locator(".lecture-item").first
    expect(first).to_have_attribute("aria-label", "Table 8: αβPruning on 2,2-NIM")
    visit.page.get_by_label("Find").fill("no such thing")
    expect(visit.page.locator("main")).to_contain_text("No item has these words.")
    visit.close()
