"""The tree lab, used as a person would."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Route, expect
from studio import REFUSED, VIEWS, Visit, ready
from visits import needs_browser


def place(visit: Visit) -> Locator:
    return visit.page.locator(".place").first


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
    visit.page.get_by_label("seed").fill("11")
    visit.button("Grow it").click()
    expect(visit.page.locator(".stage g.node")).to_have_count(15)
    ready(visit, "lab")
    for _ in range(9):
        visit.button("Next").click()
    visit.wait_until(lambda: "step=9" in visit.page.url)
    look = """() => [...document.querySelectorAll(".stage g[data-i]")].map(g => [g.getAttribute("class"), g.textContent])
              .concat([".say", ".calls", ".variables", ".counts", ".answer", ".place"].map(q => document.querySelector(q)?.textContent))"""
    other = Visit(browser, visit.page.url)
    ready(other, "lab")
    expect(place(other)).to_have_text(re.compile("^9 / "))
    assert other.page.evaluate(look) == visit.page.evaluate(look)
    visit.close()
    other.address = address
    other.close()


@needs_browser
def test_a_leaf_is_changed_and_the_answer_with_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=minimax&step=12&answer=1")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.page.get_by_role("button", name="leaf H, worth 2: change it").click()
    visit.page.get_by_label("Value of H").fill("5")
    visit.press("Enter")
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    assert "[[3,12,8],[5,4,6],[14,5,2]]" in visit.page.url.replace("+", "")
    expect(place(visit)).to_have_text(re.compile("^12 /"))
    visit.page.get_by_role("button", name="leaf I, worth 4: change it").focus()
    visit.press("Enter")
    visit.page.get_by_label("Value of I").fill("x")
    visit.press("Enter")
    expect(visit.page.get_by_label("Value of I")).to_have_attribute("aria-invalid", "true")
    expect(visit.page.get_by_label("Value of I")).to_have_accessible_description("Write one number, like 3 or −0.5.")
    visit.press("Escape")
    expect(visit.page.get_by_label("Value of I")).to_have_count(0)
    visit.close()


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
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=alphabeta&algorithm2=minimax&step=40&step2=40&together=1")
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
        visit.button(button).first.click(force=True)  # at its end a search says that it has no next step; the other may have
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
    "form, begins", [("svg", b"<svg"), ("tex", b"\\"), ("html", b"<!doctype html>"), ("json", b"{"), ("png", b"\x89PNG"), ("slides", b"\\")]
)
def test_downloads(browser: Browser, address: str, form: str, begins: bytes) -> None:
    names = {form: f"two-ply-alphabeta-step-22.{form}" for form in ("svg", "tex", "png")}
    names |= {"html": "two-ply-alphabeta.html", "json": "two-ply-alphabeta.json", "slides": "two-ply-alphabeta-slides.tex"}
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
        const isSeen = (part) => !g.matches(".ahead") || (g.matches(".given") && part.matches(".v"));
        const words = [...g.querySelectorAll("text")].filter(isSeen).map(part => part.textContent).filter(Boolean);
        const kinds = [...g.classList].filter(name => !["editable"].includes(name)).sort();
        const shape = g.querySelector("line, polygon, rect, circle");
        return JSON.stringify([kinds, words, ["x1", "points", "x", "cx"].map(name => shape.getAttribute(name))]);
    })"""
    seen = visit.page.evaluate(f"() => ({look})(document.querySelector('.stage svg'))")
    file = re.sub("<style>.*?</style>", "", waiting.value.path().read_text(encoding="utf-8"), flags=re.S)  # the page's policy forbids it
    kept = visit.page.evaluate(f"text => ({look})(new DOMParser().parseFromString(text, 'image/svg+xml'))", file)
    assert kept == seen and sum("ahead" in part for part in seen) > 5
    visit.close()


@needs_browser
def test_a_download_before_the_film_is_there_is_of_the_step_of_the_link(browser: Browser, address: str) -> None:
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
    assert names == ["two-ply-alphabeta-step-22.svg", "two-ply-minimax-step-30.svg", "two-ply-minimax-step-30.svg"]
    visit.close()


@needs_browser
def test_a_tree_that_is_none_is_refused_in_words(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill("[[3, 12], []]")
    visit.button("Grow it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("at least one")
    visit.page.locator("textarea").fill("[[3, 12], [1, 2]]")
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    assert all("422" in error or "400" in error for error in visit.errors)
    visit.close(visit.errors)


@needs_browser
def test_the_order_of_successors_is_chosen_and_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("nodes11")
    visit.page.get_by_role("combobox", name="Order").select_option("worst")
    expect(visit.page.locator(".answer")).to_contain_text("nodes13")
    assert "order=worst" in visit.page.url
    visit.page.reload()
    expect(visit.page.locator(".answer")).to_contain_text("nodes13")
    visit.page.get_by_role("combobox", name="Search").select_option("minimax")
    visit.wait_until(lambda: "order=" not in visit.page.url)
    visit.close()


@needs_browser
def test_the_box_shows_the_tree_that_was_typed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.choose("Own")
    box = visit.page.locator("textarea")
    expect(box).to_have_value("[[3,12,8],[2,4,6],[14,5,2]]")
    box.fill("[[3, 12],\n [1, 2]]")
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text("nodes6")
    expect(box).to_have_value("[[3, 12],\n [1, 2]]")
    box.fill("[[3, 12], [1, 2]")
    visit.button("Grow it").click()
    expect(visit.page.get_by_role("alert")).to_be_visible()
    expect(box).to_have_value("[[3, 12], [1, 2]")
    box.fill("[[3, 12], [1, 2]]")
    visit.button("Grow it").click()
    visit.page.get_by_role("button", name="leaf D, worth 3: change it").click()
    visit.page.get_by_label("Value of D").fill("9")
    visit.press("Enter")
    expect(box).to_have_value("[[9,12],[1,2]]")
    visit.close(visit.errors)


@needs_browser
@pytest.mark.parametrize(
    "text, name, value",
    [
        ('[{"player":"chance","children":[1,2]},7]', "expectimax", "7 for MAX"),
        ('[{"player":"MIN","children":[1,2]},7]', "alphabeta", "7 for MAX"),
        ("[(1, 2, 6), (4, 2, 3)]", "maxn", "(4, 2, 3)"),
        ('[{"value":[1,2,6]},{"value":[4,2,3]}]', "maxn", "(4, 2, 3)"),
    ],
)
def test_a_tree_of_ones_own_gets_a_search_that_suits_it(browser: Browser, address: str, text: str, name: str, value: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill(text)
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text(value)
    expect(visit.page.get_by_role("combobox", name="Search")).to_have_value(name)
    visit.close()


@needs_browser
def test_a_second_search_leaves_nothing_behind_and_suits_the_tree(browser: Browser, address: str) -> None:
    visit = Visit(
        browser, address, "#/lab?game=tree:expectimax&algorithm=expectimax&algorithm2=expectimax&opponents2=uniform&step=5&step2=4&answer=1"
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
    assert {"algorithm=expectimax", "algorithm2=expectimax-bounded"} <= set(visit.page.url.split("?")[1].split("&"))
    tree.select_option("tree:three-player")
    expect(visit.page.locator(".answer").first).to_contain_text("(1, 2, 6)")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("1 for A")
    visit.close(visit.errors)


@needs_browser
def test_a_leaf_that_is_only_looked_at_stays_and_one_that_is_left_is_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:[[0.123456,12],[2,4]]&algorithm=minimax&answer=1")
    ready(visit, "lab")
    leaf = visit.page.get_by_role("button", name="leaf D, worth 0.123: change it")
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
    expect(visit.page.get_by_role("button", name="leaf D, worth −7: change it")).to_be_focused()
    visit.page.get_by_role("button", name="leaf F, worth 2: change it").click()
    visit.page.get_by_label("Value of F").fill("9")
    visit.page.locator("h1").click()
    expect(visit.page.get_by_role("button", name="leaf F, worth 9: change it")).to_be_visible()
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    visit.page.get_by_role("button", name="leaf G, worth 4: change it").click()
    visit.page.get_by_label("Value of G").fill("8")
    visit.page.get_by_role("button", name="leaf E, worth 12: change it").click()
    expect(visit.page.locator(".answer")).to_contain_text("8 for MAX")
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    visit.close()


@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_a_wide_tree_stays_in_its_box_and_shows_its_root(browser: Browser, address: str, width: int) -> None:
    visit = Visit(browser, address, "#/lab?game=chess&moves=e4~e5&depth=1", viewport={"width": width, "height": 900})
    ready(visit, "lab")
    root = visit.page.locator('g.node[data-i="0"]')
    middle = """() => { const [box, root] = [".stage", 'g.node[data-i="0"]'].map(q => document.querySelector(q).getBoundingClientRect());
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
    expect(visit.page.locator(".say")).to_have_text("The root is worth 0.057. The best line is d4.")
    expect(root.locator(".v")).to_have_text("0.057")
    visit.axe()
    visit.close()


@needs_browser
def test_the_answer_is_told_at_the_end_or_when_it_is_asked_for(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    answer = visit.page.locator(".answer")
    expect(answer).to_have_text("value?play?line?nodes?leaves?cuts?Show")
    visit.press("End")
    told = "value3 for MAXplaya1linea1 b1nodes11leaves7cuts1 (and 1 with nothing left to prune)exact"
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
    for control in (visit.page.get_by_role("radio", name="Lecture"), visit.page.get_by_role("combobox", name="Format")):
        control.focus()
        visit.press("ArrowRight")
    expect(place(visit)).to_have_text("3 / 41")
    visit.close()


@needs_browser
def test_changed_leaves_can_be_taken_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    expect(visit.button("Reset the tree")).to_have_count(0)
    for label, before in (("H", 2), ("I", 4)):
        visit.page.get_by_role("button", name=f"leaf {label}, worth {before}: change it").click()
        visit.page.get_by_label(f"Value of {label}").fill("9")
        visit.press("Enter")
        expect(visit.page.get_by_role("button", name=f"leaf {label}, worth 9: change it")).to_be_visible()
    visit.button("Reset the tree").click()
    expect(visit.page.get_by_role("button", name="leaf H, worth 2: change it")).to_be_visible()
    assert "game=tree:two-ply&" in visit.page.url
    expect(visit.button("Reset the tree")).to_have_count(0)
    visit.close()


def change(visit: Visit, label: str, worth: str, value: str) -> None:
    visit.page.get_by_role("button", name=f"leaf {label}, worth {worth}: change it").click()
    visit.page.get_by_label(f"Value of {label}").fill(value)
    visit.press("Enter")


@needs_browser
def test_leaves_changed_in_haste_are_all_kept(browser: Browser, address: str) -> None:
    """Also if the server answers late, and in another order."""
    visit = Visit(browser, address, "#/lab?game=tree:[[1,2,3],[4,5,6]]&algorithm=alphabeta")
    ready(visit, "lab")
    held: list[Route] = []
    visit.page.route("**/api/v1/tree/edit", lambda route: held.append(route))
    for label, worth, value in (("D", "1", "41"), ("E", "2", "42"), ("F", "3", "43"), ("D", "1", "1"), ("G", "4", "44")):
        change(visit, label, worth, value)
    visit.page.get_by_role("button", name="leaf E, worth 2: change it").click()
    expect(visit.page.get_by_label("Value of E")).to_have_value("42")
    visit.page.get_by_label("Value of E").fill("45")
    visit.wait_until(lambda: len(held) == 5)
    for route in (held[0], held[2], held[1], held[4], held[3]):
        with visit.page.expect_response("**/api/v1/tree/edit"):
            route.continue_()
    visit.page.unroute("**/api/v1/tree/edit")
    expect(visit.page.get_by_role("button", name="leaf G, worth 44: change it")).to_be_visible()
    expect(visit.page.get_by_label("Value of E")).to_be_focused()  # what is being typed is not disturbed
    visit.press("Enter")
    expect(visit.page.get_by_role("button", name="leaf E, worth 45: change it")).to_be_focused()
    assert "game=tree:[[1,45,43],[44,5,6]]&" in visit.page.url
    visit.button("Reset the tree").click()
    expect(visit.page.get_by_role("button", name="leaf E, worth 2: change it")).to_be_visible()
    assert "game=tree:[[1,2,3],[4,5,6]]&" in visit.page.url
    visit.close()


@needs_browser
def test_a_link_to_another_tree_has_nothing_to_take_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    change(visit, "H", "2", "9")
    expect(visit.button("Reset the tree")).to_be_visible()
    visit.page.get_by_role("button", name="leaf I, worth 4: change it").click()  # nor is anything being changed in it
    visit.go("#/lab?game=tree:figure-3&algorithm=alphabeta&answer=1")
    expect(visit.page.locator(".answer")).to_contain_text("0.5 for MAX")
    expect(visit.button("Reset the tree")).to_have_count(0)
    expect(visit.page.get_by_label("Value of I")).to_have_count(0)
    change(visit, "D", "0.25", "0.75")
    visit.button("Reset the tree").click()
    expect(visit.page.get_by_role("button", name="leaf D, worth 0.25: change it")).to_be_visible()
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
    expect(visit.page.get_by_role("button", name="leaf D, worth 51: change it")).to_be_visible()
    assert "game=tree:[[51,2],[4,5]]&" in visit.page.url
    visit.close(REFUSED)


@needs_browser
def test_random_trees_with_chance_and_for_three(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Random")
    kind, search = (visit.page.get_by_role("combobox", name=name) for name in ("Kind", "Search"))
    kind.select_option("chance")
    expect(search).to_have_value("expectimax")
    expect(visit.page.locator(".stage circle").first).to_be_visible()
    kind.select_option("three")
    expect(search).to_have_value("maxn")
    expect(visit.page.get_by_role("button", name="change it").first).to_have_accessible_name(re.compile(r"worth \(.*,.*,.*\)"))
    visit.page.reload()
    expect(kind).to_have_value("three")
    kind.select_option("plain")
    expect(search).to_have_value("alphabeta")
    visit.close()


@needs_browser
def test_an_emptied_wish_for_a_random_tree_goes_back_to_what_it_was(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:random,seed=5,depth=2,branching=3&algorithm=minimax")
    ready(visit, "lab")
    for name in ("Seed", "Depth", "Branching"):
        visit.page.locator(".random-form").get_by_label(name, exact=True).fill("")
    visit.page.locator(".random-form").get_by_label("Seed", exact=True).fill("6")
    visit.button("Grow it").click()
    visit.wait_until(lambda: "tree:random,seed=6,depth=2,branching=3&" in visit.page.url)
    visit.page.locator(".random-form").get_by_label("Depth", exact=True).fill("")
    visit.press("Enter")
    expect(visit.page.locator(".random-form").get_by_label("Depth", exact=True)).to_have_value("2")
    expect(visit.page.locator(".stage g.node")).to_have_count(13)
    visit.close()


@needs_browser
@pytest.mark.parametrize("width", [360, 768, 1024, 1280, 1920])
def test_what_a_field_says_of_itself_can_be_read(browser: Browser, address: str, width: int) -> None:
    visit = Visit(browser, address, "#/lab?game=tic-tac-toe&algorithm=alphabeta&depth=1", viewport={"width": width, "height": 900})
    ready(visit, "lab")
    cut_off = """all => all.filter((input) => {
        const style = getComputedStyle(input), pen = document.createElement("canvas").getContext("2d");
        pen.font = style.font;
        const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return pen.measureText(input.placeholder).width > room;
    }).map((input) => [input.placeholder, input.clientWidth])"""
    assert visit.page.locator(".game-form input").evaluate_all(cut_off) == []
    visit.go("#/play?game=tic-tac-toe&seats=p,p")
    visit.page.get_by_text("Position as text").click()
    expect(visit.page.locator("details[open] input[placeholder]").first).to_be_visible()
    assert visit.page.locator("details[open] input[placeholder]").evaluate_all(cut_off) == []
    visit.close()


@needs_browser
def test_a_game_is_searched_so_deep_that_it_can_be_looked_at(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Game")
    game, search = (visit.page.get_by_role("combobox", name=name) for name in ("Game", "Search"))
    depth = visit.page.get_by_label("Depth", exact=True)
    for name, suited, plies in (
        ("hex", "alphabeta", "1"),
        ("tri-halma", "maxn", "2"),
        ("pig", "expectimax", "3"),
        ("tic-tac-toe", "alphabeta", "2"),
    ):
        game.select_option(name)
        expect(search).to_have_value(suited)
        expect(depth).to_have_value(plies)
    for one in ("quiescence", "singular"):
        search.select_option(one)
        expect(depth).to_have_value("2")
    visit.choose("Lecture")
    visit.page.get_by_role("combobox", name="Tree").select_option("tree:ghost")
    expect(depth).to_have_value("2")
    expect(visit.page.locator(".stage g.node")).to_have_count(7)
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
def test_a_slip_in_a_tree_is_told_with_its_place(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill("[[3, 12], , 4]")
    visit.button("Grow it").click()
    expect(visit.page.get_by_role("alert")).to_have_text(
        'the literal is no tree: after "[[3, 12], " comes ",", character 11: a number or a list should stand there'
    )
    visit.close(visit.errors)


@needs_browser
def test_a_link_into_a_wide_tree_has_its_node_in_sight(browser: Browser, address: str) -> None:
    """The way to the root, which is shown at first, must not go on when the link's step is there."""
    visit = Visit(browser, address, "#/lab?game=chess&moves=e4~e5&algorithm=alphabeta&depth=1&step=10", reduced_motion="no-preference")
    expect(visit.page.locator("g.node.now")).to_be_attached()
    visit.page.wait_for_timeout(900)  # as long as a scroll may take, on a machine that has nothing else to do

    def is_in_sight() -> bool:
        stage, node = visit.page.locator(".stage").bounding_box(), visit.page.locator("g.node.now").bounding_box()
        return bool(stage and node and stage["x"] <= node["x"] and node["x"] + node["width"] <= stage["x"] + stage["width"])

    visit.wait_until(is_in_sight)
    visit.close()


@needs_browser
@pytest.mark.parametrize(("game", "algorithm"), [("backgammon", "expectimax"), ("tri-halma", "maxn"), ("tree:three-player", "maxn")])
def test_a_link_without_a_search_gets_one_that_suits(browser: Browser, address: str, game: str, algorithm: str) -> None:
    visit = Visit(browser, address, f"#/lab?game={game}")
    expect(visit.page.get_by_role("combobox", name="Search", exact=True)).to_have_value(algorithm)
    expect(visit.page.locator(".stage svg.z")).to_be_visible()
    visit.close()


@needs_browser
def test_the_position_that_is_searched_is_seen_before_the_first_step(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=checkers&depth=1&algorithm=alphabeta")
    seen = "all => all.filter((one) => getComputedStyle(one).visibility === 'visible').length"
    expect(visit.page.locator('g.node[data-i="1"] .p').first).to_be_attached()
    assert visit.page.locator('g.node[data-i="0"] .p').evaluate_all(seen) == 24
    assert visit.page.locator('g.node[data-i="1"] .p').evaluate_all(seen) == 0
    visit.close()


@needs_browser
def test_a_leaf_that_is_pressed_for_long_is_changed(browser: Browser, address: str) -> None:
    """The one that is left meanwhile is drawn again only when the other has been clicked."""
    visit = Visit(browser, address, "#/lab?game=tree:[[1,12],[2,4]]&algorithm=minimax&answer=1")
    ready(visit, "lab")
    visit.hold(150)  # until somebody who has left a leaf's value is taken to have left it
    visit.page.get_by_role("button", name="leaf G, worth 4: change it").click()
    visit.page.get_by_label("Value of G").fill("8")
    visit.page.get_by_role("button", name="leaf E, worth 12: change it").hover()
    visit.page.mouse.down()
    visit.go_on()
    expect(visit.page.get_by_label("Value of G")).to_have_count(1)
    visit.page.mouse.up()
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    expect(visit.page.get_by_role("button", name="leaf G, worth 8: change it")).to_be_visible()
    expect(visit.page.get_by_label("Value of E")).to_be_focused()
    visit.close()


@needs_browser
def test_a_search_that_is_over_while_a_button_is_pressed_does_not_take_it_away(browser: Browser, address: str) -> None:
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
def test_a_tree_that_was_chosen_before_a_link_does_not_come_after_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    held: list[Route] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    tree = visit.page.get_by_role("combobox", name="Tree")
    tree.select_option("tree:figure-3")
    visit.wait_until(lambda: bool(held))
    visit.go("#/lab?game=tree:ghost&algorithm=alphabeta&depth=2")
    expect(visit.page.locator(".stage g.node")).to_have_count(7)
    with visit.page.expect_response("**/api/v1/position"):
        held[0].continue_()
    visit.round_trip()
    expect(tree).to_have_value("tree:ghost")
    assert "game=tree:ghost&" in visit.page.url
    visit.close()


@needs_browser
def test_a_second_search_that_is_put_away_asks_and_plays_no_more(browser: Browser, address: str) -> None:
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


@needs_browser
def test_a_number_that_is_left_for_a_button_counts_for_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tic-tac-toe&moves=b2~a1~c3&algorithm=alphabeta&depth=1")
    ready(visit, "lab")
    asked: list[int] = []
    visit.page.on("request", lambda request: asked.append(request.post_data_json["depth"]) if request.url.endswith("/export") else None)
    visit.page.get_by_label("Depth", exact=True).fill("2")
    with visit.page.expect_download():
        visit.button("Download").click()
    assert asked == [2]
    visit.close()
