"""The tree lab: leaves that are changed."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Route, expect
from studio import REFUSED, Visit, change, place, ready
from visits import needs_browser


@needs_browser
def test_a_leaf_is_changed_and_the_answer_with_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=minimax&step=12&answer=1")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.page.get_by_role("button", name="leaf H, value 2: change it").click()
    visit.page.get_by_label("Value of H").fill("5")
    visit.press("Enter")
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    assert "[[3,12,8],[5,4,6],[14,5,2]]" in visit.page.url.replace("+", "")
    expect(place(visit)).to_have_text(re.compile("^12 /"))
    visit.page.get_by_role("button", name="leaf I, value 4: change it").focus()
    visit.press("Enter")
    visit.page.get_by_label("Value of I").fill("x y")
    visit.press("Enter")
    expect(visit.page.get_by_label("Value of I")).to_have_attribute("aria-invalid", "true")
    expect(visit.page.get_by_label("Value of I")).to_have_accessible_description(
        "Write one number, like 3 or −0.5, or a letter if it is not known."
    )
    visit.page.get_by_label("Value of I").fill("x")
    visit.press("Enter")
    expect(visit.page.locator(".answer")).to_contain_text("between 3 and 5 for MAX, depending on x")
    expect(visit.page.locator(".answer")).to_contain_text("open")
    visit.page.get_by_role("button", name="leaf I, value x: change it").click()
    visit.press("Escape")
    expect(visit.page.get_by_label("Value of I")).to_have_count(0)
    visit.close()


@needs_browser
def test_a_leaf_that_is_only_looked_at_stays_and_one_that_is_left_is_kept(
    browser: Browser, address: str
) -> None:
    visit = Visit(
        browser, address, "#/lab?game=tree:[[0.123456,12],[2,4]]&algorithm=minimax&answer=1"
    )
    ready(visit, "lab")
    leaf = visit.page.get_by_role("button", name="leaf D, value 0.123: change it")
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
    expect(visit.page.get_by_role("button", name="leaf D, value −7: change it")).to_be_focused()
    visit.page.get_by_role("button", name="leaf F, value 2: change it").click()
    visit.page.get_by_label("Value of F").fill("9")
    visit.page.locator("h1").click()
    expect(visit.page.get_by_role("button", name="leaf F, value 9: change it")).to_be_visible()
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    visit.page.get_by_role("button", name="leaf G, value 4: change it").click()
    visit.page.get_by_label("Value of G").fill("8")
    visit.page.get_by_role("button", name="leaf E, value 12: change it").click()
    expect(visit.page.locator(".answer")).to_contain_text("8 for MAX")
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    visit.close()


@needs_browser
def test_changed_leaves_can_be_taken_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    expect(visit.button("Reset the tree")).to_have_count(0)
    for label, before in (("H", 2), ("I", 4)):
        visit.page.get_by_role("button", name=f"leaf {label}, value {before}: change it").click()
        visit.page.get_by_label(f"Value of {label}").fill("9")
        visit.press("Enter")
        expect(
            visit.page.get_by_role("button", name=f"leaf {label}, value 9: change it")
        ).to_be_visible()
    visit.button("Reset the tree").click()
    expect(visit.page.get_by_role("button", name="leaf H, value 2: change it")).to_be_visible()
    assert "game=tree:two-ply&" in visit.page.url
    expect(visit.button("Reset the tree")).to_have_count(0)
    visit.close()


@needs_browser
def test_leaves_changed_in_haste_are_all_kept(browser: Browser, address: str) -> None:
    """Also if the server answers late, and in another order."""
    visit = Visit(browser, address, "#/lab?game=tree:[[1,2,3],[4,5,6]]&algorithm=alphabeta")
    ready(visit, "lab")
    held: list[Route] = []
    visit.page.route("**/api/v1/tree/edit", lambda route: held.append(route))
    for label, worth, value in (
        ("D", "1", "41"),
        ("E", "2", "42"),
        ("F", "3", "43"),
        ("D", "1", "1"),
        ("G", "4", "44"),
    ):
        change(visit, label, worth, value)
    visit.page.get_by_role("button", name="leaf E, value 2: change it").click()
    expect(visit.page.get_by_label("Value of E")).to_have_value("42")
    visit.page.get_by_label("Value of E").fill("45")
    visit.wait_until(lambda: len(held) == 5)
    for route in (held[0], held[2], held[1], held[4], held[3]):
        with visit.page.expect_response("**/api/v1/tree/edit"):
            route.continue_()
    visit.page.unroute("**/api/v1/tree/edit")
    expect(visit.page.get_by_role("button", name="leaf G, value 44: change it")).to_be_visible()
    expect(
        visit.page.get_by_label("Value of E")
    ).to_be_focused()  # what is being typed is not disturbed
    visit.press("Enter")
    expect(visit.page.get_by_role("button", name="leaf E, value 45: change it")).to_be_focused()
    assert "game=tree:[[1,45,43],[44,5,6]]&" in visit.page.url
    visit.button("Reset the tree").click()
    expect(visit.page.get_by_role("button", name="leaf E, value 2: change it")).to_be_visible()
    assert "game=tree:[[1,2,3],[4,5,6]]&" in visit.page.url
    visit.close()


@needs_browser
def test_a_link_to_another_tree_has_nothing_to_take_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    change(visit, "H", "2", "9")
    expect(visit.button("Reset the tree")).to_be_visible()
    visit.page.get_by_role(
        "button", name="leaf I, value 4: change it"
    ).click()  # nor is anything being changed in it
    visit.go("#/lab?game=tree:figure-3&algorithm=alphabeta&answer=1")
    expect(visit.page.locator(".answer")).to_contain_text("½ for MAX")
    expect(visit.button("Reset the tree")).to_have_count(0)
    expect(visit.page.get_by_label("Value of I")).to_have_count(0)
    change(visit, "D", "¼", "¾")
    visit.button("Reset the tree").click()
    expect(visit.page.get_by_role("button", name="leaf D, value ¼: change it")).to_be_visible()
    assert "game=tree:figure-3&" in visit.page.url
    visit.close()


@needs_browser
def test_a_change_that_is_refused_takes_no_other_along(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:[[1,2],[4,5]]&algorithm=alphabeta")
    ready(visit, "lab")
    held: list[Route] = []
    visit.page.route("**/api/v1/tree/edit", lambda route: held.append(route))
    change(visit, "D", "1", "41")
    change(visit, "E", "2", "42")
    visit.wait_until(lambda: len(held) == 2)
    held[1].fulfill(status=422, json={"error": {"kind": "BadTree", "message": "not that one"}})
    expect(visit.page.get_by_role("alert")).to_have_text("not that one")
    held[0].continue_()
    visit.page.unroute("**/api/v1/tree/edit")
    change(visit, "D", "41", "51")
    expect(visit.page.get_by_role("button", name="leaf D, value 51: change it")).to_be_visible()
    assert "game=tree:[[51,2],[4,5]]&" in visit.page.url
    visit.close(REFUSED)


@needs_browser
def test_a_leaf_that_is_pressed_for_long_is_changed(browser: Browser, address: str) -> None:
    """The one that is left meanwhile is drawn again only when the other has been clicked."""
    visit = Visit(browser, address, "#/lab?game=tree:[[1,12],[2,4]]&algorithm=minimax&answer=1")
    ready(visit, "lab")
    visit.hold(150)  # until a leaf without the focus counts as left
    visit.page.get_by_role("button", name="leaf G, value 4: change it").click()
    visit.page.get_by_label("Value of G").fill("8")
    visit.page.get_by_role("button", name="leaf E, value 12: change it").hover()
    visit.page.mouse.down()
    visit.go_on()
    expect(visit.page.get_by_label("Value of G")).to_have_count(1)
    visit.page.mouse.up()
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    expect(visit.page.get_by_role("button", name="leaf G, value 8: change it")).to_be_visible()
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    visit.close()


@needs_browser
def test_ranges_of_values_in_place_of_windows(browser: Browser, address: str) -> None:
    """The slides' Figure 5.5: the choice is in the address, and key R changes it."""
    visit = Visit(browser, address, "#/lab?beside=ranges&step=9")
    ready(visit, "lab")
    beside = visit.page.get_by_label("Beside the nodes")
    expect(beside).to_have_value("ranges")
    expect(visit.page.locator('.stage g.node[data-i="1"] .w')).to_have_text("[−∞, 3]")
    expect(visit.page.locator('.stage g.node[data-i="1"] .v')).to_have_text("")
    visit.page.locator(".stage").first.focus()
    visit.press("r")
    expect(beside).to_have_value("windows")
    expect(visit.page.locator('.stage g.node[data-i="1"] .v')).to_have_text("3")
    visit.wait_until(lambda: "beside" not in visit.page.url)
    beside.select_option("ranges")
    visit.wait_until(lambda: "beside=ranges" in visit.page.url)
    visit.close()
