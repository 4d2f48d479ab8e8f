"""Every view of the studio: widths from phone to projector, both themes, keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from studio import VIEWS, Visit, ready
from visits import needs_browser


@needs_browser
@pytest.mark.parametrize("width", [390, 1280, pytest.param(1920, marks=pytest.mark.slow)])
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
    shown = visit.page.locator("html")
    expect(shown).to_have_attribute("data-theme", "dark")
    visit.button("Theme: as the system").click()
    expect(shown).to_have_attribute("data-theme", "light")
    visit.page.reload()
    expect(shown).to_have_attribute("data-theme", "light")
    visit.button("Theme: light").click()
    visit.button("Theme: dark").click()
    expect(shown).to_have_attribute("data-theme", "dark")
    visit.page.emulate_media(color_scheme="light")
    expect(shown).to_have_attribute("data-theme", "light")
    visit.close()


@needs_browser
def test_every_view_is_reachable_by_keys(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.locator(".room").first.wait_for()
    for key, heading in (("Alt+1", "Tree lab"), ("Alt+4", "Practise"), ("Alt+6", "Lectures")):
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
    visit.page.locator(".room").first.wait_for()
    assert visit.page.locator("style, script:not([src]), [style], [onclick]").count() == 0
    visit.close()


@needs_browser
def test_a_short_view_needs_no_scroll_bar(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, viewport={"width": 1280, "height": 3000})
    for name in ("home", "lab", "play", "practise"):
        visit.go(VIEWS[name])
        ready(visit, name)
        height = visit.page.evaluate("document.documentElement.scrollHeight")
        assert (name, height) == (name, 3000)
    visit.close()


@needs_browser
@pytest.mark.parametrize(("width", "height"), [(820, 1180), (900, 700), (1024, 768), (1280, 800)])
def test_the_evaluation_bar_stands_beside_the_board(
    browser: Browser, address: str, width: int, height: int
) -> None:
    view = "#/analyse?game=chess&engine=0"
    visit = Visit(browser, address, view, viewport={"width": width, "height": height})
    visit.page.locator(".grid .piece").first.wait_for()
    bar, board = (visit.page.locator(name).bounding_box() for name in (".bar", ".board"))
    assert bar is not None and board is not None
    assert 0 <= board["x"] - bar["x"] - bar["width"] < 20
    visit.close()


@needs_browser
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1920, 1080), (2560, 1080)])
def test_wide_boards_leave_room_for_what_stands_beside_them(
    browser: Browser, address: str, width: int, height: int
) -> None:
    visit = Visit(browser, address, viewport={"width": width, "height": height})
    for view in ("play?game=backgammon&seats=p,p&moves=3-1", "analyse?game=kalah&engine=0"):
        visit.go(f"#/{view}")
        visit.page.locator(f".view.{view.partition('?')[0]} .grid").wait_for()
        board, side = (visit.page.locator(one).bounding_box() for one in (".grid", ".side"))
        assert board is not None and side is not None
        assert board["x"] + board["width"] <= side["x"]
    visit.close()


@needs_browser
@pytest.mark.parametrize("view", ["play", "analyse"])
@pytest.mark.parametrize(
    ("width", "height", "least"),
    [(1280, 720, 600), (1024, 768, 600), (1920, 1080, 950), (390, 844, 350)],
)
def test_the_board_is_as_large_as_the_window_allows(
    browser: Browser, address: str, view: str, width: int, height: int, least: int
) -> None:
    place = f"#/{view}?game=chess&seats=p,p&engine=0"
    visit = Visit(browser, address, place, viewport={"width": width, "height": height})
    visit.page.locator(".grid .piece").first.wait_for()
    board = visit.page.locator(".grid").bounding_box()
    assert board is not None and board["height"] == pytest.approx(board["width"], abs=1)
    assert board["height"] >= least - (view == "analyse" and width > 390) * 40
    assert board["y"] + board["height"] <= height
    visit.close()


@needs_browser
@pytest.mark.parametrize("name", ["lab", "compare"])
def test_the_controls_of_a_film_stand_in_one_row(browser: Browser, address: str, name: str) -> None:
    visit = Visit(browser, address, VIEWS[name], "open" if name == "lab" else "closed")
    ready(visit, name)
    rows = visit.page.locator(".controls").evaluate_all(
        "all => all.map((one) => one.offsetHeight / one.firstElementChild.offsetHeight)"
    )
    assert rows and max(rows) < 1.5
    visit.close()
