"""Exercises in the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect
from studio import Visit, ready
from visits import needs_browser


@needs_browser
def test_the_score_and_the_answers_outlast_the_way_to_the_lab(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    visit.page.get_by_label("value of A", exact=True).fill("5")
    visit.page.get_by_label("prune the branch to K").focus()
    visit.press("Space")
    visit.choose("a1")
    visit.button("Check").click()
    expect(visit.page.locator(".score")).to_have_text("0 right of 1")
    visit.page.get_by_role("link", name="Step through it in the lab").click()
    ready(visit, "lab")
    visit.page.go_back()
    for _ in range(2):
        expect(visit.page.get_by_label("value of A", exact=True)).to_have_value("5")
        expect(visit.page.get_by_label("prune the branch to K")).to_have_attribute(
            "aria-checked", "true"
        )
        expect(visit.page.get_by_role("radio", name="a1", exact=True)).to_be_checked()
        expect(visit.page.locator(".verdict")).to_contain_text("first mistake")
        expect(visit.page.locator(".score")).to_have_text("0 right of 1")
        visit.page.reload()
    visit.close()


@needs_browser
def test_an_impossible_exercise_shows_no_question(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    visit.page.get_by_label("Cuts, at least").fill("12")
    visit.press("Tab")
    expect(visit.page.get_by_role("alert").filter(visible=True)).to_be_visible()
    expect(visit.page.locator(".question")).to_have_text("There is no such exercise.")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("nothing to check")
    visit.close(visit.errors)


@needs_browser
def test_an_emptied_field_returns_to_its_last_value(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7&depth=2")
    ready(visit, "practise")
    for name, value in (
        ("Depth", "2"),
        ("Branching", "2"),
        ("Cuts, at least", "0"),
        ("Seed", "7"),
    ):
        box = visit.page.get_by_label(name, exact=True)
        box.fill("")
        visit.press("Tab")
        expect(box).to_have_value(value)
    visit.page.get_by_label("Seed", exact=True).fill("8")
    visit.press("Tab")
    visit.wait_until(lambda: "depth=2&seed=8" in visit.page.url)
    ready(visit, "practise")
    assert visit.page.get_by_role("alert").count() == 0
    visit.close()


@needs_browser
def test_an_exercise_is_failed_and_passed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    for label, value in {
        "A": "5",
        "B": "5",
        "C": "9",
        "D": "5",
        "E": "9",
        "F": "9",
        "G": "2",
    }.items():
        visit.page.get_by_label(f"value of {label}", exact=True).fill(value)
    visit.page.get_by_label("prune the branch to K").focus()
    visit.press("Space")
    visit.choose("a1")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("C is a MIN node")
    expect(visit.page.locator(".score")).to_have_text("0 right of 1")
    visit.axe()
    visit.page.get_by_label("value of C", exact=True).fill("2")
    visit.press("Enter")
    expect(visit.page.locator(".verdict")).to_contain_text("Right.")
    expect(visit.page.locator(".verdict")).to_contain_text(
        "second try: well found. The score counts only the first."
    )
    expect(visit.page.locator(".score")).to_have_text("0 right of 1")
    visit.choose("a2")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text(
        "✗ a1, to B, is best"
    )  # A1 would be no name
    visit.button("Show the solution").click()
    expect(visit.page.get_by_role("img", name="the solution")).to_be_visible()
    visit.button("Next exercise").click()
    visit.wait_until(lambda: "seed=8" in visit.page.url)
    visit.close()


@needs_browser
def test_an_exercise_leads_to_the_lab(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?algorithm=maxn&seed=3&depth=2")
    ready(visit, "practise")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("still empty")
    visit.page.get_by_role("link", name="Step through it in the lab").click()
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("value")
    visit.close()


@needs_browser
def test_an_empty_sheet_is_no_try_and_the_solution_is_one(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?algorithm=minimax&seed=1&depth=1")
    ready(visit, "practise")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("does not count as a try")
    expect(visit.page.locator(".score")).to_have_text("")
    visit.page.get_by_label("value of A", exact=True).fill("4")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text(
        "No action is given: which one is chosen at A?"
    )
    visit.button("Next exercise").click()
    visit.wait_until(lambda: "seed=2" in visit.page.url)
    expect(visit.page.locator(".verdict")).to_have_text("")
    visit.button("Check").click()
    visit.button("Show the solution").click()
    expect(visit.page.locator(".score")).to_have_text("0 right of 2")
    visit.close()


@needs_browser
def test_vectors_are_written_as_in_the_lab_and_cover_no_label(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/practise?algorithm=maxn&seed=3&depth=2")
    ready(visit, "practise")
    for label, value in {"A": "7, 3, 8", "B": "6 9 2", "C": "(7, 3, 8)"}.items():
        visit.page.get_by_label(f"value of {label}", exact=True).fill(value)
    visit.choose("a2")
    visit.button("Check").click()
    expect(visit.page.locator(".verdict")).to_contain_text("Right.")
    covered = """() => {
        const boxes = q => [...document.querySelectorAll(q)].map(x => x.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right
          && a.bottom > b.top + 3 && b.bottom > a.top + 3;
        return boxes(".tree-room input").some(a => boxes(".tree-room .w").some(b => meet(a, b)));
    }"""
    assert visit.page.locator(".tree-room .w").count() == 3 and not visit.page.evaluate(covered)
    visit.close()


@needs_browser
@pytest.mark.parametrize("is_slow", [False, True])
def test_a_button_works_when_a_number_field_has_the_focus(
    browser: Browser, address: str, is_slow: bool
) -> None:
    """A number counts when its field loses the focus: when the button is pressed."""
    visit = Visit(browser, address, "#/practise?seed=7")
    ready(visit, "practise")
    visit.hold(1000)  # as long as a press is waited for
    visit.page.get_by_label("Seed", exact=True).fill("20")
    visit.button("Next exercise").hover()
    visit.page.mouse.down()
    if is_slow:
        visit.wait_until(lambda: "seed=20" in visit.page.url)
        visit.round_trip()
    visit.page.mouse.up()
    visit.wait_until(lambda: "seed=21" in visit.page.url)
    expect(visit.page.get_by_label("Seed", exact=True)).to_have_value("21")
    visit.close()


@needs_browser
def test_a_late_grade_does_not_count_for_the_next_exercise(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/practise?algorithm=minimax&seed=1&depth=1")
    ready(visit, "practise")
    held: list[Route] = []
    for path in ("grade", "exercise"):
        visit.page.route(f"**/api/v1/{path}", lambda route: held.append(route))
    visit.page.get_by_label("value of A", exact=True).fill("99")
    visit.button("Check").click()
    visit.wait_until(lambda: len(held) == 1)
    visit.button("Next exercise").click()
    visit.button("Check").click()  # of what is on its way there is nothing to check yet
    visit.wait_until(lambda: len(held) == 2)
    with visit.page.expect_response("**/api/v1/grade"):
        held[0].continue_()
    visit.round_trip()
    expect(visit.page.locator(".score")).to_have_text("")
    held[1].continue_()
    expect(visit.page.get_by_label("value of A", exact=True)).to_have_value("")
    for path in ("grade", "exercise"):
        visit.page.unroute(f"**/api/v1/{path}")
    visit.page.get_by_label("value of A", exact=True).fill("99")
    visit.button("Check").click()
    expect(visit.page.locator(".score")).to_have_text("0 right of 1")
    assert len(held) == 2
    visit.close()


@needs_browser
def test_a_solution_that_comes_late_is_not_shown_beside_the_next_exercise(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/practise?algorithm=minimax&seed=1&depth=1")
    ready(visit, "practise")
    visit.button("Check").click()
    held: list[Route] = []
    visit.page.route("**/api/v1/grade", lambda route: held.append(route))
    visit.button("Show the solution").dblclick()
    visit.wait_until(lambda: len(held) == 2)
    visit.button("Next exercise").click()
    expect(visit.page.locator(".verdict")).to_have_text("")
    for one in held:
        with visit.page.expect_response("**/api/v1/grade"):
            one.continue_()
    visit.round_trip()
    expect(visit.page.get_by_role("img", name="the solution")).to_have_count(0)
    visit.page.unroute("**/api/v1/grade")
    visit.button("Check").click()
    visit.button("Show the solution").dblclick()
    expect(visit.page.get_by_role("img", name="the solution")).to_have_count(1)
    expect(visit.button("Show the solution")).to_have_count(0)
    visit.close()
