"""Predict, then see: the lab asks before a step, and tells right or wrong with the reason."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect
from studio import REFUSED, Visit, place
from visits import needs_browser

VIEW = "#/lab?game=tree:two-ply&algorithm=alphabeta&predict=1"


def asked(visit: Visit) -> Locator:
    return visit.page.locator(".predict-ask")


def told(visit: Visit) -> Locator:
    return visit.page.locator(".predict-verdict")


def node(visit: Visit, item: int) -> Locator:
    return visit.page.locator(f'.stage g.node[data-i="{item}"]')


@needs_browser
def test_a_value_is_typed_and_the_step_is_the_reason(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEW)
    expect(asked(visit)).to_have_text("What is B worth now?")
    visit.page.get_by_role("textbox", name="What is B worth now?").fill("three")
    visit.press("Enter")
    expect(told(visit)).to_contain_text("write a number like 3")
    visit.page.get_by_role("textbox").fill("12")
    visit.press("Enter")
    expect(told(visit)).to_have_text("No: it is 3. B takes the smaller of 3 and 12: 3 as before.")
    expect(visit.page.locator(".predict-score")).to_have_text("0 of 1 right · question 1 of 14")
    visit.press("ArrowRight")
    visit.page.get_by_role("textbox").fill("3")
    visit.button("Answer").click()
    expect(told(visit)).to_contain_text("Right.")
    expect(visit.page.locator(".predict-score")).to_have_text("1 of 2 right · question 2 of 14")
    visit.axe()
    visit.page.reload()
    score = visit.page.locator(".predict-score")
    expect(score).to_have_text("1 of 2 right · question 3 of 14")  # it goes on after a reload
    visit.page.get_by_role("switch", name="Predict, then see").uncheck()
    visit.page.get_by_role("switch", name="Predict, then see").check()
    expect(score).to_have_text("question 1 of 14")
    visit.close(REFUSED)


@needs_browser
@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_a_branch_is_clicked_by_mouse_touch_or_keys(
    browser: Browser, address: str, width: int
) -> None:
    touch = width == 390
    visit = Visit(
        browser,
        address,
        VIEW.replace("predict=1", "predict=cut"),
        viewport={"width": width, "height": 768},
        has_touch=touch,
    )
    expect(asked(visit)).to_have_text("Is a branch cut at C now?")
    if width == 1920:
        node(visit, 8).focus()
        visit.press("Enter")
    else:
        node(visit, 8).tap() if touch else node(visit, 8).click()
    expect(told(visit)).to_contain_text("Right. C is at most 2; A already has 3: c2 and c3")
    expect(node(visit, 9)).to_have_class(re.compile("pruned"))
    visit.button("Next").click()
    expect(asked(visit)).to_have_text("Is a branch cut at D now?")
    node(visit, 11).click()
    expect(told(visit)).to_contain_text("No: it is nothing. D is at most 14, still above α = 3")
    visit.press("Enter", "0")
    expect(told(visit)).to_contain_text("Right.")
    visit.press("Enter")
    expect(visit.page.get_by_role("heading", name="2 of 3 right")).to_be_visible()
    expect(visit.page.locator(".predict-missed li")).to_contain_text(["nothing (you said L)"])
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    visit.close()


@needs_browser
def test_film_keys_wait_for_the_answer_and_the_film_can_be_watched_after(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, VIEW.replace("predict=1", "predict=visit"))
    expect(asked(visit)).to_have_text("Which node is visited next?")
    visit.press("End", "n")
    expect(asked(visit)).to_have_text("Which node is visited next?")
    visit.press("ArrowRight", "Enter")  # the first node on offer is right
    expect(told(visit)).to_have_text("Right. MAX tries a2: to C, where MIN moves.")
    visit.press("n", "s")
    expect(told(visit)).to_have_text("It is D. MAX tries a3: to D, where MIN moves.")
    visit.press("n")
    visit.page.get_by_role("button", name="Which node is visited next?").click()
    expect(place(visit)).to_have_text("24 / 41")
    visit.button("Watch the film").click()
    expect(visit.page.locator(".predict")).to_have_count(0)
    expect(visit.page.locator(".controls")).to_be_visible()
    visit.wait_until(lambda: "predict" not in visit.page.url)
    visit.close()


@needs_browser
def test_a_clicker_shows_the_answer_and_goes_on(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, f"{VIEW}&present=1")
    expect(asked(visit)).to_have_text("What is B worth now?")
    visit.press("PageDown")
    expect(told(visit)).to_have_text("It is 3. B takes the smaller of 3 and 12: 3 as before.")
    visit.press("PageDown", "PageDown", "PageDown")
    expect(asked(visit)).to_have_text("Which node is visited next?")
    expect(visit.page.locator(".presenting")).to_have_count(1)
    visit.close()


@needs_browser
def test_another_tree_keeps_asking_and_a_comparison_stops_it(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, VIEW.replace("predict=1", "predict=move"))
    expect(asked(visit)).to_have_text("Which move is best at A?")
    expect(visit.page.get_by_role("button", name=re.compile("change it"))).to_have_count(0)
    visit.press("s", "Enter")
    visit.button("Another tree").click()
    expect(visit.page.locator(".stage g.node")).to_have_count(15)
    expect(asked(visit)).to_have_text("Which move is best at A?")
    visit.page.get_by_role("switch", name="Compare two searches").check()
    expect(visit.page.locator(".bench")).to_have_count(2)
    expect(visit.page.locator(".predict")).to_have_count(0)
    visit.close()
