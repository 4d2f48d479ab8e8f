"""The lab on a projector, and two searches on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from studio import VIEWS, Visit, place, ready
from visits import needs_browser

HIDDEN = (".top", ".lab-bar", ".drawer", ".controls", ".listing", ".answer", ".zoom-buttons")
"""What is not seen in a presentation: it is not drawn, or lies below."""

SEEN = """query => [...document.querySelectorAll(query)].some((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return width > 0 && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""


@needs_browser
@pytest.mark.parametrize("name", ["lab", "compare"])
def test_a_presentation_has_tree_sentence_and_stack(
    browser: Browser, address: str, name: str
) -> None:
    size = {"width": 1024, "height": 768}
    visit = Visit(browser, address, VIEWS[name], viewport=size)
    ready(visit, name)
    visit.button("Present").focus()
    visit.press("Enter")
    expect(visit.page.locator(".presenting")).to_be_visible()
    visit.wait_until(lambda: not visit.page.evaluate(SEEN, ".controls"))
    assert [part for part in HIDDEN if visit.page.evaluate(SEEN, part)] == []
    for part in (".stage svg.z", ".say", ".calls li"):
        found = visit.page.locator(part).first.bounding_box()
        assert found is not None and found["x"] >= 0 and found["y"] >= 0
        assert found["x"] + found["width"] <= 1024 and found["y"] + found["height"] <= 768
    font = visit.page.locator(".say").first.evaluate("one => getComputedStyle(one).fontSize")
    assert float(font.removesuffix("px")) > 17
    visit.axe()
    visit.press("Escape")
    expect(visit.button("Present")).to_be_focused()
    assert visit.page.evaluate(SEEN, ".controls")
    visit.close()


@needs_browser
def test_the_keys_of_a_clicker(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?step=3&present=1")
    expect(visit.page.locator(".presenting svg.z")).to_be_visible()
    expect(place(visit)).to_have_text("3 / 41")
    visit.press("PageDown", "PageDown", "ArrowRight", "Space", "ArrowDown")
    expect(place(visit)).to_have_text("8 / 41")
    visit.page.locator(".stage").click(position={"x": 5, "y": 5})
    visit.press("PageUp", "ArrowLeft", "Space")
    expect(place(visit)).to_have_text("7 / 41")
    visit.press("b")
    expect(visit.page.locator(".blanked")).to_be_visible()
    visit.press("PageDown")
    expect(visit.page.locator(".blanked")).to_have_count(0)
    expect(place(visit)).to_have_text("7 / 41")
    visit.press("End")
    expect(place(visit)).to_have_text("41 / 41")
    visit.press("f")
    expect(visit.page.locator(".presenting")).to_have_count(0)
    assert "present" not in visit.page.url
    visit.press("Space")  # plays again
    expect(visit.button("Pause")).to_be_visible()
    visit.close()


@needs_browser
def test_the_buttons_of_a_presentation_come_with_the_pointer(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, VIEWS["compare"], "closed")
    ready(visit, "compare")
    visit.button("Present").click()
    tools = visit.page.locator(".present-tools")
    visit.page.mouse.move(300, 300)
    expect(tools).to_have_css("opacity", "1")
    visit.button("Next step").click()
    expect(visit.page.locator(".place")).to_have_text(["23 / 41", "31 / 47"])
    visit.button("Leave").click()
    expect(tools).to_have_count(0)
    visit.close()


@needs_browser
def test_two_searches_are_swiped_on_a_phone(browser: Browser, address: str) -> None:
    phone = {"width": 390, "height": 844}
    visit = Visit(browser, address, VIEWS["compare"], viewport=phone, has_touch=True)
    ready(visit, "compare")
    first, second = visit.button("1 alphabeta"), visit.button("2 minimax")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(visit.page.locator(".say").nth(1)).not_to_be_in_viewport()
    says = visit.page.locator(".say").first.bounding_box()
    assert says is not None
    client = visit.context.new_cdp_session(visit.page)
    for x in (350, *range(330, 30, -20), 0):
        points = [{"x": x, "y": says["y"] + 10}] if x else []
        kind = {350: "touchStart", 0: "touchEnd"}.get(x, "touchMove")
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(visit.page.locator(".say").nth(1)).to_be_in_viewport()
    first.tap()
    expect(visit.page.locator(".say").first).to_be_in_viewport()
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.axe()
    visit.close()
