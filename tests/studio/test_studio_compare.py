"""The tree lab: two searches side by side, and files of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect
from studio import VIEWS, Visit, place, ready
from visits import needs_browser


@needs_browser
def test_two_searches_side_by_side(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.page.get_by_text("Compare two searches").click()
    ready(visit, "compare")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("13")
    visit.page.get_by_text("Step together").click()
    visit.button("Next").first.click()
    expect(visit.page.locator(".place")).to_have_text(["1 / 41", "1 / 47"])
    assert "algorithm2=minimax" in visit.page.url
    visit.wait_until(lambda: "step2=1" in visit.page.url)
    visit.page.reload()
    ready(visit, "compare")
    visit.button("Next").first.click()
    expect(visit.page.locator(".place").nth(1)).to_have_text("2 / 47")
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".bench")).to_have_count(1)
    visit.close()


@needs_browser
def test_two_searches_that_step_together_end_together(browser: Browser, address: str) -> None:
    visit = Visit(
        browser,
        address,
        "#/lab?game=tree:two-ply&algorithm=alphabeta&algorithm2=minimax"
        "&step=40&step2=40&together=1",
    )
    ready(visit, "compare")
    places = visit.page.locator(".place")
    for button, then in (
        ("Next", ["41 / 41", "41 / 47"]),
        ("Next", ["41 / 41", "42 / 47"]),
        ("Next", ["41 / 41", "43 / 47"]),
        ("Back", ["40 / 41", "40 / 47"]),
        ("Last", ["41 / 41", "47 / 47"]),
        ("Next", ["41 / 41", "47 / 47"]),
        ("First", ["0 / 41", "0 / 47"]),
    ):
        visit.button(button).first.click(
            force=True
        )  # at its end a search says that it has no next step; the other may have
        expect(places).to_have_text(then)
    visit.press("End")
    expect(places).to_have_text(["41 / 41", "47 / 47"])
    visit.press("ArrowLeft")
    visit.button("Last").nth(1).click()
    expect(places).to_have_text(["41 / 41", "47 / 47"])
    visit.wait_until(lambda: "step=41" in visit.page.url and "step2=47" in visit.page.url)
    visit.close()


@needs_browser
@pytest.mark.parametrize(
    "form, begins",
    [
        ("svg", b"<svg"),
        ("tex", b"\\"),
        ("html", b"<!doctype html>"),
        ("json", b"{"),
        ("png", b"\x89PNG"),
        ("slides", b"\\"),
    ],
)
def test_downloads(browser: Browser, address: str, form: str, begins: bytes) -> None:
    names = {form: f"two-ply-alphabeta-step-22.{form}" for form in ("svg", "tex", "png")}
    names |= {
        "html": "two-ply-alphabeta.html",
        "json": "two-ply-alphabeta.json",
        "slides": "two-ply-alphabeta-slides.tex",
    }
    visit = Visit(browser, address, "#/lab?step=22")
    ready(visit, "lab")
    visit.page.get_by_label("Format").select_option(form)
    with visit.page.expect_download() as waiting:
        visit.button("Download").click()
    assert waiting.value.path().read_bytes().startswith(begins) or form in ("tex", "slides")
    assert waiting.value.suggested_filename == names[form]
    visit.close()


@needs_browser
def test_a_downloaded_step_is_the_picture_that_is_seen(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?step=20")
    ready(visit, "lab")
    with visit.page.expect_download() as waiting:
        visit.button("Download").click()
    look = """picture => [...picture.querySelectorAll("g[data-i]")].map(g => {
        const isGiven = (part) => g.matches(".given") && part.matches(".v");
        const isSeen = (part) => !g.matches(".ahead") || isGiven(part);
        const seen = [...g.querySelectorAll("text")].filter(isSeen);
        const words = seen.map(part => part.textContent).filter(Boolean);
        const kinds = [...g.classList].filter(name => !["editable"].includes(name)).sort();
        const shape = g.querySelector("line, polygon, rect, circle");
        const places = ["x1", "points", "x", "cx"].map(name => shape.getAttribute(name));
        return JSON.stringify([kinds, words, places]);
    })"""
    seen = visit.page.evaluate(f"() => ({look})(document.querySelector('.stage svg'))")
    file = re.sub(
        "<style>.*?</style>", "", waiting.value.path().read_text(encoding="utf-8"), flags=re.S
    )  # the page's policy forbids it
    kept = visit.page.evaluate(
        f"text => ({look})(new DOMParser().parseFromString(text, 'image/svg+xml'))", file
    )
    assert kept == seen and sum("ahead" in part for part in seen) > 5
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_download_before_the_film_is_there_is_of_the_step_of_the_link(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address)
    held: list[Route] = []
    visit.page.route("**/api/v1/film", lambda route: held.append(route))
    visit.page.goto(address + VIEWS["lab"])
    with visit.page.expect_download() as waiting:
        visit.button("Download").click()
    assert waiting.value.suggested_filename == "two-ply-alphabeta-step-22.svg"
    visit.wait_until(lambda: bool(held))
    held[0].continue_()
    ready(visit, "lab")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_both_searches_can_be_downloaded(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["compare"])
    ready(visit, "compare")
    names: list[str] = []
    visit.page.on("download", lambda file: names.append(file.suggested_filename))
    visit.button("Download").click()
    visit.wait_until(lambda: len(names) == 2)
    visit.page.get_by_label("Of which search").select_option("second")
    visit.button("Download").click()
    visit.wait_until(lambda: len(names) == 3)
    assert names == [
        "two-ply-alphabeta-step-22.svg",
        "two-ply-minimax-step-30.svg",
        "two-ply-minimax-step-30.svg",
    ]
    visit.close()


@needs_browser
def test_a_second_search_leaves_nothing_behind_and_suits_the_tree(
    browser: Browser, address: str
) -> None:
    visit = Visit(
        browser,
        address,
        "#/lab?game=tree:expectimax&algorithm=expectimax&algorithm2=expectimax"
        "&opponents2=uniform&step=5&step2=4&answer=1",
    )
    ready(visit, "compare")
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".bench")).to_have_count(1)
    tree = visit.page.get_by_role("combobox", name="Tree")
    tree.select_option("tree:two-ply")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    expect(place(visit)).to_have_text("0 / 41")
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("3 for MAX")
    ready(visit, "compare")
    assert "opponents" not in visit.page.url
    visit.button("Next").first.click()
    tree.select_option("tree:expectimax")
    expect(visit.page.locator(".answer").first).to_contain_text("8 for MAX")
    expect(place(visit)).to_have_text(re.compile("^0 /"))
    assert {"algorithm=expectimax", "algorithm2=expectimax-bounded"} <= set(
        visit.page.url.split("?")[1].split("&")
    )
    tree.select_option("tree:three-player")
    expect(visit.page.locator(".answer").first).to_contain_text("(1, 2, 6)")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("1 for A")
    visit.close(visit.errors)


@pytest.mark.slow
@needs_browser
def test_a_closed_second_search_stops(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, VIEWS["compare"])
    ready(visit, "compare")
    failed: list[str] = []
    visit.page.on("requestfailed", lambda request: failed.append(request.url))
    visit.hold(900)  # a step of a film that plays
    visit.button("Play").nth(1).click()
    held: list[Route] = []
    visit.page.route("**/api/v1/film", lambda route: held.append(route))
    visit.page.get_by_role("combobox", name="Search").nth(1).select_option("alphabeta-hard")
    visit.wait_until(lambda: bool(held))
    visit.page.get_by_text("Compare two searches").click()
    visit.wait_until(lambda: any(url.endswith("/film") for url in failed))
    assert visit.page.evaluate("window.held_timers()") == 0
    visit.page.unroute("**/api/v1/film")
    visit.close()
