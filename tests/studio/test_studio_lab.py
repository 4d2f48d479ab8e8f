"""The tree lab, used as a person would."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from studio import VIEWS, Visit, ready
from visits import needs_browser


def place(visit: Visit) -> str:
    return visit.page.locator(".place").first.inner_text()


@needs_browser
def test_stepping_forwards_and_back(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    assert place(visit) == "0 / 41"
    visit.button("Next").click()
    visit.button("Next").click()
    visit.button("Back").click()
    assert place(visit) == "1 / 41"
    visit.page.locator("h1").click()
    visit.press("End")
    assert place(visit) == "41 / 41"
    visit.press("ArrowLeft")
    assert place(visit) == "40 / 41"
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.wait_until(lambda: "step=40" in visit.page.url)
    visit.close()


@needs_browser
def test_a_link_shows_the_same_picture(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.page.get_by_role("combobox", name="Search").select_option("alphabeta-hard")
    visit.choose("Random")
    visit.page.get_by_label("seed").fill("11")
    visit.button("Grow it").click()
    expect(visit.page.locator(".answer")).to_contain_text("value")
    visit.wait_until(lambda: "seed=11" in visit.page.url and place(visit) != "0 / 41")
    for _ in range(9):
        visit.button("Next").click()
    visit.wait_until(lambda: "step=9" in visit.page.url)
    look = """() => [...document.querySelectorAll(".stage g[data-i]")].map(g => [g.getAttribute("class"), g.textContent])
              .concat([".say", ".calls", ".variables", ".counts", ".answer", ".place"].map(q => document.querySelector(q)?.textContent))"""
    other = Visit(browser, visit.page.url)
    ready(other, "lab")
    other.wait_until(lambda: place(other) == place(visit))
    assert other.page.evaluate(look) == visit.page.evaluate(look)
    visit.close()
    other.address = address
    other.close()


@needs_browser
def test_a_leaf_is_changed_and_the_answer_with_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=minimax&step=12")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.page.get_by_role("button", name="leaf H, worth 2: change it").click()
    visit.page.get_by_label("Value of H").fill("5")
    visit.press("Enter")
    expect(visit.page.locator(".answer")).to_contain_text("4 for MAX")
    assert "[[3,12,8],[5,4,6],[14,5,2]]" in visit.page.url.replace("+", "")
    assert place(visit).startswith("12 /")
    visit.page.get_by_role("button", name="leaf I, worth 4: change it").focus()
    visit.press("Enter")
    visit.page.get_by_label("Value of I").fill("x")
    visit.press("Enter")
    expect(visit.page.get_by_label("Value of I")).to_have_attribute("aria-invalid", "true")
    visit.press("Escape")
    expect(visit.page.get_by_label("Value of I")).to_have_count(0)
    visit.close()


@needs_browser
def test_two_searches_side_by_side(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.page.get_by_text("Compare two searches").click()
    ready(visit, "compare")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("13")
    visit.page.get_by_text("Step together").click()
    visit.button("Next").first.click()
    assert visit.page.locator(".place").all_inner_texts() == ["1 / 41", "1 / 47"]
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
@pytest.mark.parametrize(
    "form, begins", [("svg", b"<svg"), ("tex", b"\\"), ("html", b"<!doctype html>"), ("json", b"{"), ("png", b"\x89PNG"), ("slides", b"\\")]
)
def test_downloads(browser: Browser, address: str, form: str, begins: bytes) -> None:
    visit = Visit(browser, address, "#/lab?step=22")
    ready(visit, "lab")
    visit.page.get_by_label("Format").select_option(form)
    with visit.page.expect_download() as waiting:
        visit.button("Download").click()
    assert waiting.value.path().read_bytes().startswith(begins) or form in ("tex", "slides")
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
    visit = Visit(browser, address, "#/lab")
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
    visit = Visit(browser, address, "#/lab")
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
    visit = Visit(browser, address, "#/lab")
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
    visit = Visit(browser, address, "#/lab")
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
        browser, address, "#/lab?game=tree:expectimax&algorithm=expectimax&algorithm2=expectimax&opponents2=uniform&step=5&step2=4"
    )
    ready(visit, "compare")
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".bench")).to_have_count(1)
    tree = visit.page.get_by_role("combobox", name="Tree")
    tree.select_option("tree:two-ply")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    assert place(visit) == "0 / 41"
    visit.page.get_by_text("Compare two searches").click()
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("3 for MAX")
    assert "opponents" not in visit.page.url
    visit.button("Next").first.click()
    tree.select_option("tree:expectimax")
    expect(visit.page.locator(".answer").first).to_contain_text("8 for MAX")
    assert place(visit).startswith("0 /")
    assert {"algorithm=expectimax", "algorithm2=expectimax-bounded"} <= set(visit.page.url.split("?")[1].split("&"))
    tree.select_option("tree:three-player")
    expect(visit.page.locator(".answer").first).to_contain_text("(1, 2, 6)")
    expect(visit.page.locator(".answer").nth(1)).to_contain_text("1 for A")
    visit.close(visit.errors)


@needs_browser
def test_a_leaf_that_is_only_looked_at_stays_and_one_that_is_left_is_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:[[0.123456,12],[2,4]]&algorithm=minimax")
    ready(visit, "lab")
    leaf = visit.page.get_by_role("button", name="leaf D, worth 0.12: change it")
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
