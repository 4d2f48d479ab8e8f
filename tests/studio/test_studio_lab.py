"""The tree lab, used as a person would: step by step, what is said, what the address keeps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect
from studio import Visit, place, ready
from visits import needs_browser


@needs_browser
def test_stepping_forwards_and_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    expect(place(visit)).to_have_text("0 / 41")
    visit.button("Next").click()
    visit.button("Next").click()
    visit.button("Back").click()
    expect(place(visit)).to_have_text("1 / 41")
    visit.page.locator("h1").click()
    visit.press("End")
    expect(place(visit)).to_have_text("41 / 41")
    visit.press("ArrowLeft")
    expect(place(visit)).to_have_text("40 / 41")
    visit.wait_until(lambda: "step=40" in visit.page.url)
    visit.close()


@needs_browser
def test_a_link_shows_the_same_picture(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.page.get_by_role("combobox", name="Search").select_option("alphabeta-hard")
    visit.choose("Random")
    visit.wait_until(lambda: "tree:random" in visit.page.url)
    expect(visit.page.locator(".stage g.node")).to_have_count(15)
    ready(visit, "lab")
    visit.page.get_by_label("seed").fill("11")
    visit.button("Search it").click()
    visit.wait_until(lambda: "seed=11" in visit.page.url)
    ready(visit, "lab")
    for _ in range(9):
        visit.button("Next").click()
    visit.wait_until(lambda: "step=9" in visit.page.url)
    look = """() => {
      const nodes = [...document.querySelectorAll(".stage g[data-i]")];
      const parts = [".say", ".calls", ".variables", ".counts", ".answer", ".place"];
      return [...nodes.map(g => [g.getAttribute("class"), g.textContent]),
        ...parts.map(part => document.querySelector(part)?.textContent)];
    }"""
    other = Visit(browser, visit.page.url)
    ready(other, "lab")
    expect(place(other)).to_have_text(re.compile("^9 / "))
    assert other.page.evaluate(look) == visit.page.evaluate(look)
    visit.close()
    other.address = address
    other.close()


@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_wide_tree_stays_in_its_box_and_shows_its_root(
    browser: Browser, address: str, width: int
) -> None:
    visit = Visit(
        browser,
        address,
        "#/lab?game=chess&moves=e4~e5&depth=1",
        viewport={"width": width, "height": 900},
    )
    ready(visit, "lab")
    root = visit.page.locator('g.node[data-i="0"]')
    middle = """() => {
        const boxOf = (query) => document.querySelector(query).getBoundingClientRect();
        const [box, root] = [".stage", 'g.node[data-i="0"]'].map(boxOf);
        return Math.abs(root.left + root.right - box.left - box.right) < box.width / 2 }"""
    visit.wait_until(lambda: bool(visit.page.evaluate(middle)))
    for _ in range(2):
        visit.press("ArrowRight")
    expect(visit.page.locator(".variables")).to_contain_text("after Na3")
    visit.wait_until(lambda: not visit.page.evaluate(middle))
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    expect(visit.page.locator("g.node.now .p")).to_have_count(32)
    visit.press("End")
    visit.wait_until(lambda: bool(visit.page.evaluate(middle)))
    expect(visit.page.locator(".say")).to_have_text(
        "The root is worth 0.56. The principal variation is d4."
    )
    expect(root.locator(".v")).to_have_text("0.56")
    visit.axe()
    visit.close()


@needs_browser
def test_the_answer_is_shown_at_the_end_or_on_request(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    answer = visit.page.locator(".answer")
    expect(answer).to_have_text("value?best move?PV?nodes?leaves?cuts?Show")
    visit.press("End")
    told = "value3 for MAXbest movea1PVa1 b1nodes11leaves7cuts1exact"
    expect(answer).to_have_text(told)
    visit.press("ArrowLeft")
    expect(answer).to_contain_text("value?")
    visit.button("Show").focus()
    visit.press("Enter")
    expect(answer).to_have_text(told + "Hide")
    expect(visit.button("Hide")).to_be_focused()
    assert "answer=1" in visit.page.url
    visit.axe()
    visit.button("Hide").click()
    expect(answer).to_contain_text("value?")
    assert "answer" not in visit.page.url
    visit.close()


@needs_browser
def test_arrow_keys_step_wherever_nothing_else_uses_them(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    switch = visit.page.get_by_role("switch", name="Compare two searches")
    switch.focus()
    visit.press("Space")
    ready(visit, "compare")
    expect(switch).to_be_focused()
    visit.press("ArrowRight", "ArrowRight", "ArrowLeft")
    expect(place(visit)).to_have_text("1 / 41")
    visit.page.get_by_role("switch", name="Step together").focus()
    visit.press("Space", "ArrowRight")
    expect(visit.page.locator(".place")).to_have_text(["2 / 41", "2 / 47"])
    visit.button("Next").nth(1).focus()
    visit.press("ArrowRight")
    expect(visit.page.locator(".place")).to_have_text(["3 / 41", "3 / 47"])
    for control in (
        visit.page.get_by_role("radio", name="Lecture"),
        visit.page.get_by_role("combobox", name="Format"),
    ):
        control.focus()
        visit.press("ArrowRight")
    expect(place(visit)).to_have_text("3 / 41")
    visit.close()


@needs_browser
def test_a_long_search_says_that_it_goes_on(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    held: list[Route] = []
    visit.page.route("**/api/v1/film", lambda route: held.append(route))
    visit.page.get_by_role("combobox", name="Search").select_option("minimax")
    expect(visit.page.locator(".answer")).to_have_text("searching …")
    visit.wait_until(lambda: bool(held))
    held[0].continue_()
    expect(visit.page.locator(".answer")).to_contain_text("value")
    visit.close()


@needs_browser
def test_a_link_into_a_wide_tree_has_its_node_in_sight(browser: Browser, address: str) -> None:
    """A scroll to the root, which is shown first, must not go on at the step of the link."""
    visit = Visit(
        browser,
        address,
        "#/lab?game=chess&moves=e4~e5&algorithm=alphabeta&depth=1&step=10",
        reduced_motion="no-preference",
    )
    expect(visit.page.locator("g.node.now")).to_be_attached()
    visit.page.wait_for_timeout(
        900
    )  # as long as a scroll may take, on a machine that has nothing else to do

    def is_in_sight() -> bool:
        stage, node = (
            visit.page.locator(".stage").bounding_box(),
            visit.page.locator("g.node.now").bounding_box(),
        )
        return bool(
            stage
            and node
            and stage["x"] <= node["x"]
            and node["x"] + node["width"] <= stage["x"] + stage["width"]
        )

    visit.wait_until(is_in_sight)
    visit.close()


@needs_browser
def test_the_position_that_is_searched_is_seen_before_the_first_step(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/lab?game=checkers&depth=1&algorithm=alphabeta")
    seen = "all => all.filter((one) => getComputedStyle(one).visibility === 'visible').length"
    expect(visit.page.locator('g.node[data-i="1"] .p').first).to_be_attached()
    assert visit.page.locator('g.node[data-i="0"] .p').evaluate_all(seen) == 24
    assert visit.page.locator('g.node[data-i="1"] .p').evaluate_all(seen) == 0
    visit.close()


@needs_browser
def test_a_search_that_is_over_while_a_button_is_pressed_does_not_take_it_away(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.hold(1000)  # as long as a press is waited for
    held: list[Route] = []
    visit.page.route("**/api/v1/film", lambda route: held.append(route))
    visit.page.get_by_role("combobox", name="Search").select_option("minimax")
    visit.wait_until(lambda: bool(held))
    visit.button("Next").hover()
    visit.page.mouse.down()
    with visit.page.expect_response("**/api/v1/film"):
        held[0].continue_()
    visit.round_trip()
    expect(visit.page.locator(".place")).to_have_text("0 / 41")
    visit.page.mouse.up()
    expect(visit.page.locator(".place")).to_have_text("1 / 47")
    visit.close()


@needs_browser
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "alphabeta-stack"])
def test_no_line_of_the_pseudocode_is_clipped(
    browser: Browser, address: str, algorithm: str
) -> None:
    """At any width, with the settings open; the current line is marked and in sight."""
    visit = Visit(browser, address, f"#/lab?algorithm={algorithm}&step=9")
    ready(visit, "lab")
    for width in (390, 1024, 1280, 1920):
        visit.page.set_viewport_size({"width": width, "height": 720})
        sizes = visit.page.locator(".listing, .listing code").evaluate_all(
            "all => all.map((one) => one.scrollWidth - one.clientWidth)"
        )
        assert max(sizes) <= 0, width
        expect(visit.page.locator("code.at")).to_have_count(1)
        if width > 390:
            expect(visit.page.locator("code.at")).to_be_in_viewport(ratio=0.9)
    visit.close()


@needs_browser
def test_the_pseudocode_is_that_of_the_options(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?step=9")
    ready(visit, "lab")
    expect(visit.page.locator(".listing")).to_contain_text("if v <= α:")
    visit.page.get_by_role("combobox", name="Cut on").select_option(">")
    expect(visit.page.locator(".listing")).to_contain_text("if v < α:")
    visit.close()


@needs_browser
def test_the_lectures_style_is_a_choice_that_the_link_keeps(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:nim-2-2&algorithm=minimax&step=5")
    ready(visit, "lab")
    expect(visit.page.locator(".stage polygon.s")).to_have_count(9)
    visit.page.get_by_role("combobox", name="Style").select_option("lecture")
    expect(visit.page.locator(".stage rect.s")).to_have_count(8)
    expect(visit.page.locator(".stage circle.s")).to_have_count(7)
    expect(place(visit)).to_have_text(re.compile("^5 / "))
    visit.wait_until(lambda: "style=lecture" in visit.page.url)
    visit.close()


@needs_browser
def test_tic_tac_toe_fits_with_its_root_in_sight(browser: Browser, address: str) -> None:
    """Symmetric moves are folded: three boards below the root, all of them in the box."""
    visit = Visit(
        browser,
        address,
        "#/lab?game=tic-tac-toe&algorithm=minimax&depth=2",
        viewport={"width": 1280, "height": 720},
    )
    ready(visit, "lab")
    expect(visit.page.locator(".stage g.node")).to_have_count(16)
    stage = visit.page.locator(".stage")
    outer = stage.bounding_box()
    boxes = [node.bounding_box() for node in visit.page.locator(".stage g.node").all()]
    assert outer and all(
        box and outer["x"] <= box["x"] and box["x"] + box["width"] <= outer["x"] + outer["width"]
        for box in boxes
    )
    root = boxes[0]
    assert root and outer["y"] <= root["y"] < 720
    visit.page.get_by_role("combobox", name="Moves that are drawn").select_option("all")
    expect(visit.page.locator(".stage g.node")).to_have_count(82)
    visit.close()
