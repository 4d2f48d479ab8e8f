"""The tree first: it fits its room, is zoomed and moved; the settings are in a drawer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from studio import VIEWS, Visit, place, ready
from visits import needs_browser

LARGE = "#/lab?game=tree:random,seed=1,depth=5,branching=3&algorithm=alphabeta&step=60"
"""A tree that is much wider than any window."""


def box(visit: Visit, query: str) -> dict[str, float]:
    found = visit.page.locator(query).first.bounding_box()
    assert found is not None
    return dict(found)


def scale(visit: Visit) -> float:
    """How large the tree is drawn; its text has 13 pixels at 1."""
    return float(
        visit.page.locator(".stage svg.z").evaluate(
            "svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
        )
    )


def scrolled(visit: Visit) -> list[float]:
    found: list[float] = visit.page.locator(".stage").evaluate(
        "box => [box.scrollLeft, box.scrollTop]"
    )
    return found


def is_inside(visit: Visit, inner: str, outer: str) -> bool:
    a, b = box(visit, inner), box(visit, outer)
    across = b["x"] <= a["x"] + 1 and a["x"] + a["width"] <= b["x"] + b["width"] + 1
    return across and b["y"] <= a["y"] + 1 and a["y"] + a["height"] <= b["y"] + b["height"] + 1


@needs_browser
@pytest.mark.parametrize("name", ["lab", "compare"])
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (1920, 1080)])
def test_tree_sentence_and_buttons_are_in_sight(
    browser: Browser, address: str, name: str, width: int, height: int
) -> None:
    visit = Visit(browser, address, VIEWS[name], "", viewport={"width": width, "height": height})
    ready(visit, name)
    assert visit.page.locator(".drawer").is_visible() == (width == 1920)
    for part in (".stage svg.z", ".say", ".controls"):
        last = box(visit, part)
        assert last["y"] >= 0 and last["y"] + last["height"] <= height, part
    assert is_inside(visit, ".stage svg.z", ".stage")
    assert box(visit, ".stage")["height"] > 0.5 * height
    visit.close()


@needs_browser
def test_on_a_phone_the_tree_comes_first(browser: Browser, address: str) -> None:
    phone = {"width": 390, "height": 844}
    visit = Visit(browser, address, VIEWS["lab"], viewport=phone, has_touch=True)
    ready(visit, "lab")
    assert box(visit, ".stage")["y"] < 180
    last = box(visit, ".controls")
    assert last["y"] + last["height"] <= 844
    visit.button("Settings").tap()
    expect(visit.button("Close the settings")).to_be_focused()
    visit.page.get_by_role("combobox", name="Search").select_option("minimax")
    expect(visit.page.locator(".what")).to_have_text("minimax on two-ply")
    visit.axe()
    visit.press("Escape")
    expect(visit.page.locator(".drawer")).to_be_hidden()
    expect(visit.button("Settings")).to_be_focused()
    visit.page.reload()
    expect(visit.page.locator(".stage svg.z")).to_be_visible()
    expect(visit.page.locator(".drawer")).to_be_hidden()
    visit.close()


@needs_browser
def test_the_drawer_is_remembered(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["lab"], "")
    ready(visit, "lab")
    narrow = box(visit, ".stage")["width"]
    visit.button("Settings").click()
    expect(visit.button("Settings")).to_have_attribute("aria-expanded", "true")
    assert box(visit, ".stage")["width"] < narrow - 200
    visit.page.reload()
    expect(visit.page.get_by_role("combobox", name="Search")).to_be_visible()
    visit.press("o")
    expect(visit.page.locator(".drawer")).to_be_hidden()
    visit.page.reload()
    ready(visit, "lab")
    expect(visit.page.locator(".drawer")).to_be_hidden()
    visit.close()


@needs_browser
def test_a_tree_is_zoomed_by_wheel_keys_and_buttons(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["lab"], "closed")
    ready(visit, "lab")
    whole = scale(visit)
    leaf = box(visit, 'g.node[data-i="4"] .s')
    x, y = leaf["x"] + leaf["width"] / 2, leaf["y"] + leaf["height"] / 2
    visit.page.mouse.move(x, y)
    for _ in range(6):
        visit.page.mouse.wheel(0, -100)
    visit.wait_until(lambda: scale(visit) > 2.5 * whole)
    after = box(visit, 'g.node[data-i="4"] .s')
    assert abs(after["x"] + after["width"] / 2 - x) < 30  # what is under the pointer stays there
    stage = box(visit, ".stage")
    visit.page.mouse.dblclick(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] - 30)
    visit.wait_until(lambda: scale(visit) == pytest.approx(whole, abs=0.01))
    visit.press("+", "+")
    assert scale(visit) == pytest.approx(whole * 1.25**2, rel=0.01)
    visit.press("-")
    visit.button("Smaller").click()
    assert scale(visit) == pytest.approx(whole, rel=0.01)
    visit.button("Larger").click()
    visit.press("0")
    assert scale(visit) == pytest.approx(whole, rel=0.01)
    expect(place(visit)).to_have_text("22 / 41")
    visit.page.set_viewport_size({"width": 1000, "height": 700})
    visit.wait_until(lambda: scale(visit) < whole and is_inside(visit, "svg.z", ".stage"))
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_wheel_scrolls_a_page_that_is_longer_than_the_window(
    browser: Browser, address: str
) -> None:
    size = {"width": 700, "height": 600}
    visit = Visit(browser, address, VIEWS["lab"], "closed", viewport=size)
    ready(visit, "lab")
    whole, stage = scale(visit), box(visit, ".stage")
    visit.page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + 40)
    visit.page.mouse.wheel(0, 100)
    visit.wait_until(lambda: visit.page.evaluate("window.scrollY") > 0)
    assert scale(visit) == pytest.approx(whole, rel=0.01)
    visit.page.keyboard.down("Control")
    visit.page.mouse.wheel(0, -100)
    visit.wait_until(lambda: scale(visit) > 1.1 * whole)
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("width", [390, 1024])
def test_the_letters_of_a_small_tree_can_be_read(
    browser: Browser, address: str, width: int
) -> None:
    size = {"width": width, "height": 768}
    visit = Visit(browser, address, VIEWS["lab"], "closed", viewport=size)
    ready(visit, "lab")
    sizes = """() => [...document.querySelectorAll("svg.z text")].map((text) =>
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    assert min(visit.page.evaluate(sizes)) >= 8.7
    assert is_inside(visit, 'g.node[data-i="4"]', ".stage")
    assert is_inside(visit, 'g.node[data-i="12"]', ".stage")
    visit.close()


@needs_browser
def test_a_large_tree_begins_readable_and_follows_the_steps(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, LARGE, "closed")
    ready(visit, "lab")
    assert 13 * scale(visit) >= 9
    assert is_inside(visit, "g.node.now", ".stage")
    before = scrolled(visit)
    visit.press("Shift+ArrowRight")
    assert scrolled(visit)[0] > before[0]
    expect(place(visit)).to_have_text("60 / 815")
    for _ in range(3):
        visit.press("ArrowRight")
        assert is_inside(visit, "g.node.now", ".stage")
    visit.press("End", "ArrowLeft")
    visit.wait_until(lambda: is_inside(visit, "g.node.now", ".stage"))
    visit.press("0")
    visit.wait_until(lambda: is_inside(visit, "svg.z", ".stage"))
    expect(visit.page.locator(".minimap")).to_be_hidden()
    visit.close()


@needs_browser
def test_a_large_tree_is_dragged_and_has_a_map(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, LARGE, "closed")
    ready(visit, "lab")
    stage = box(visit, ".stage")
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] - 20
    before = scrolled(visit)
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x - 200, y, steps=4)
    visit.page.mouse.up()
    assert scrolled(visit)[0] == pytest.approx(before[0] + 200, abs=2)
    minimap, seen = box(visit, ".minimap"), box(visit, ".minimap .seen")
    assert seen["width"] < minimap["width"] / 4
    visit.page.mouse.click(minimap["x"] + minimap["width"] * 0.75, minimap["y"] + 20)

    def middle() -> float:
        seen = box(visit, ".minimap .seen")
        return seen["x"] + seen["width"] / 2 - minimap["x"]

    visit.wait_until(lambda: middle() == pytest.approx(minimap["width"] * 0.75, abs=4))
    visit.axe()
    visit.close()


@needs_browser
def test_two_fingers_zoom(browser: Browser, address: str) -> None:
    phone = {"width": 390, "height": 844}
    visit = Visit(browser, address, VIEWS["lab"], viewport=phone, has_touch=True)
    ready(visit, "lab")
    before, stage = scale(visit), box(visit, ".stage")
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    client: Any = visit.context.new_cdp_session(visit.page)
    for apart in (40, 60, 80, 120, 0):
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        kind = {40: "touchStart", 0: "touchEnd"}.get(apart, "touchMove")
        touches = {"type": kind, "touchPoints": fingers if apart else []}
        client.send("Input.dispatchTouchEvent", touches)
    visit.wait_until(lambda: scale(visit) == pytest.approx(3 * before, rel=0.05))
    assert visit.page.evaluate("visualViewport.scale") == 1
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_changed_leaf_leaves_the_zoom_alone(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["lab"], "closed")
    ready(visit, "lab")
    visit.press("+", "+", "+", "Shift+ArrowLeft", "Shift+ArrowDown")
    before = scale(visit), scrolled(visit)
    visit.page.get_by_role("button", name="leaf H, value 2: change it").click()
    visit.page.get_by_label("Value of H").fill("5")
    visit.press("Enter")
    expect(visit.page.locator(".say")).not_to_contain_text("C is at most 2")
    ready(visit, "lab")
    assert (scale(visit), scrolled(visit)) == before
    visit.close()


@needs_browser
def test_folded_parts_open_and_fold_again(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, LARGE, "closed")
    ready(visit, "lab")
    nodes = visit.page.locator(".stage g.node")
    expect(nodes).to_have_count(121)
    expect(visit.page.locator(".foldable")).to_have_count(52)
    visit.page.get_by_role("button", name="open what is below AS", exact=True).click()
    expect(nodes).to_have_count(124)
    expect(place(visit)).to_have_text("60 / 815")
    opened = visit.page.get_by_role("button", name="fold what is below AS", exact=True)
    expect(opened).to_be_focused()
    assert is_inside(visit, "g.node:focus", ".stage")
    visit.wait_until(lambda: "open=" in visit.page.url)
    visit.page.reload()
    expect(nodes).to_have_count(124)
    opened.focus()
    visit.press("Enter")
    expect(nodes).to_have_count(121)
    visit.wait_until(lambda: "open=" not in visit.page.url)
    visit.axe()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_tree_of_a_wide_game_is_folded_and_opens(browser: Browser, address: str) -> None:
    """Sixty-four moves at the root: twelve are drawn, and … for the others."""
    view = "#/lab?game=hex:8&algorithm=minimax&depth=1&step=20"
    visit = Visit(browser, address, view, "closed")
    ready(visit, "lab")
    nodes = visit.page.locator(".stage g.node")
    expect(nodes).to_have_count(14)
    assert 13 * scale(visit) >= 9
    visit.press("0")
    visit.wait_until(lambda: is_inside(visit, "svg.z", ".stage"))
    visit.page.get_by_role("button", name="open what is below here").click()
    visit.wait_until(lambda: nodes.count() > 14)
    visit.close()


@needs_browser
def test_the_moves_that_are_left_out_open_with_a_click(browser: Browser, address: str) -> None:
    visit = Visit(
        browser,
        address,
        "#/lab?game=tic-tac-toe&algorithm=minimax&depth=1&successors=2&step=99",
        "open",
    )
    ready(visit, "lab")
    nodes = visit.page.locator(".stage g.node")
    expect(nodes).to_have_count(4)  # the root, two moves, and …
    visit.page.get_by_role("button", name="open what is below here").click()
    expect(nodes).to_have_count(10)
    visit.page.get_by_role("combobox", name="Search").select_option("alphabeta")
    expect(nodes).to_have_count(4)  # the nodes of another search have other numbers
    assert "open=" not in visit.page.url
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_picture_of_a_lecture_opens_over_the_window(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lectures?source=aima&item=figure-5-2")
    visit.page.locator(".lecture-item.chosen img.drawn").click()
    picture = visit.page.locator(".viewer img")
    small = picture.evaluate("one => one.getBoundingClientRect().width")
    visit.press("+")
    large = picture.evaluate("one => one.getBoundingClientRect().width")
    assert large == pytest.approx(small * 1.25, rel=0.01)
    visit.axe()
    visit.press("Escape")
    expect(visit.page.locator(".viewer")).to_have_count(0)
    visit.close()
