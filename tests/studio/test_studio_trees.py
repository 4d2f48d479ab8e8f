"""The tree lab: where the tree comes from, and which search suits it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect
from studio import Visit, place, ready
from visits import needs_browser


@needs_browser
def test_an_invalid_tree_is_refused_in_words(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill("[[3, 12], []]")
    visit.button("Search it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("at least one")
    visit.page.locator("textarea").fill("[[3, 12], [1, 2]]")
    visit.button("Search it").click()
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    assert all("422" in error or "400" in error for error in visit.errors)
    visit.close(visit.errors)


@needs_browser
def test_the_order_of_successors_is_chosen_and_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    expect(visit.page.locator(".answer")).to_contain_text("nodes11")
    visit.page.get_by_role("combobox", name="Move ordering").select_option("worst")
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
    visit.button("Search it").click()
    expect(visit.page.locator(".answer")).to_contain_text("nodes6")
    expect(box).to_have_value("[[3, 12],\n [1, 2]]")
    box.fill("[[3, 12], [1, 2]")
    visit.button("Search it").click()
    expect(visit.page.get_by_role("alert")).to_be_visible()
    expect(box).to_have_value("[[3, 12], [1, 2]")
    box.fill("[[3, 12], [1, 2]]")
    visit.button("Search it").click()
    visit.page.get_by_role("button", name="leaf D, value 3: change it").click()
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
def test_a_tree_of_ones_own_gets_a_search_that_suits_it(
    browser: Browser, address: str, text: str, name: str, value: str
) -> None:
    visit = Visit(browser, address, "#/lab?answer=1")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill(text)
    visit.button("Search it").click()
    expect(visit.page.locator(".answer")).to_contain_text(value)
    expect(visit.page.get_by_role("combobox", name="Search")).to_have_value(name)
    visit.close()


@needs_browser
def test_random_trees_with_chance_and_for_three(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Random")
    visit.wait_until(lambda: "tree:random" in visit.page.url)
    kind, search = (visit.page.get_by_role("combobox", name=name) for name in ("Kind", "Search"))
    kind.select_option("chance")
    expect(search).to_have_value("expectimax")
    expect(visit.page.locator(".stage circle").first).to_be_visible()
    kind.select_option("three")
    expect(search).to_have_value("maxn")
    expect(visit.page.get_by_role("button", name="change it").first).to_have_accessible_name(
        re.compile(r"value \(.*,.*,.*\)")
    )
    visit.page.reload()
    expect(kind).to_have_value("three")
    kind.select_option("plain")
    expect(search).to_have_value("alphabeta")
    visit.close()


@needs_browser
def test_an_emptied_field_of_a_random_tree_returns_to_its_last_value(
    browser: Browser, address: str
) -> None:
    visit = Visit(
        browser, address, "#/lab?game=tree:random,seed=5,depth=2,branching=3&algorithm=minimax"
    )
    ready(visit, "lab")
    for name in ("Seed", "Depth", "Branching"):
        visit.page.locator(".random-form").get_by_label(name, exact=True).fill("")
    visit.page.locator(".random-form").get_by_label("Seed", exact=True).fill("6")
    visit.button("Search it").click()
    visit.wait_until(lambda: "tree:random,seed=6,depth=2,branching=3&" in visit.page.url)
    visit.page.locator(".random-form").get_by_label("Depth", exact=True).fill("")
    visit.press("Enter")
    expect(visit.page.locator(".random-form").get_by_label("Depth", exact=True)).to_have_value("2")
    expect(visit.page.locator(".stage g.node")).to_have_count(13)
    visit.close()


@needs_browser
@pytest.mark.parametrize("width", [360, 768, 1024, 1280, 1920])
def test_hints_of_fields_are_readable(browser: Browser, address: str, width: int) -> None:
    visit = Visit(
        browser,
        address,
        "#/lab?game=tic-tac-toe&algorithm=alphabeta&depth=1",
        viewport={"width": width, "height": 900},
    )
    ready(visit, "lab")
    if not visit.page.locator(".drawer").is_visible():
        visit.button("Settings").click()
    cut_off = """all => all.filter((input) => {
        const style = getComputedStyle(input);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = style.font;
        const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        const room = input.clientWidth - padding;
        return pen.measureText(input.placeholder).width > room;
    }).map((input) => [input.placeholder, input.clientWidth])"""
    assert visit.page.locator(".game-form input").evaluate_all(cut_off) == []
    visit.go("#/play?game=tic-tac-toe&seats=p,p")
    visit.page.get_by_text("Position as text").click()
    expect(visit.page.locator("details[open] input[placeholder]").first).to_be_visible()
    assert visit.page.locator("details[open] input[placeholder]").evaluate_all(cut_off) == []
    visit.close()


@needs_browser
def test_a_game_is_searched_to_a_depth_that_can_be_drawn(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Game")
    visit.wait_until(lambda: "game=tic-tac-toe" in visit.page.url)
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
def test_a_syntax_error_in_a_tree_names_its_place(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill("[[3, 12], , 4]")
    visit.button("Search it").click()
    expect(visit.page.get_by_role("alert")).to_have_text(
        'the literal is not a tree: after "[[3, 12], " comes ",", character 11: '
        "a number or a list should stand there[[3, 12], , 4]"
    )
    marked = "mark => [mark.textContent, mark.previousSibling.textContent]"
    assert visit.page.locator("mark").evaluate(marked) == [",", "[[3, 12], "]
    box = visit.page.locator("textarea")
    expect(box).to_be_focused()
    assert box.evaluate("box => [box.selectionStart, box.selectionEnd]") == [10, 11]
    visit.axe()
    box.fill("[[3, 12], [2")
    visit.button("Search it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("a comma is missing")
    visit.close(visit.errors)


@needs_browser
def test_what_is_refused_leaves_the_tree_standing(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=alphabeta&step=22")
    ready(visit, "lab")
    visit.choose("Own")
    visit.page.locator("textarea").fill("[[3, 12], ]]")
    visit.button("Search it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("character 11")
    expect(place(visit)).to_have_text("22 / 41")
    expect(visit.page.locator(".stage g.node")).to_have_count(13)
    assert "game=tree:two-ply&" in visit.page.url
    visit.choose("Game")
    expect(visit.page.locator(".stage .p").first).to_be_attached()
    expect(visit.page.get_by_role("alert")).to_have_count(0)
    visit.page.get_by_label("Moves from there").fill("b2 b2")
    visit.button("Search it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("b2")
    expect(visit.page.locator(".stage .p").first).to_be_attached()
    assert "moves=" not in visit.page.url
    visit.close(visit.errors)


@needs_browser
@pytest.mark.parametrize(
    ("game", "algorithm"),
    [("backgammon", "expectimax"), ("tri-halma", "maxn"), ("tree:three-player", "maxn")],
)
def test_a_link_without_a_search_gets_one_that_suits(
    browser: Browser, address: str, game: str, algorithm: str
) -> None:
    visit = Visit(browser, address, f"#/lab?game={game}")
    expect(visit.page.get_by_role("combobox", name="Search", exact=True)).to_have_value(algorithm)
    expect(visit.page.locator(".stage svg.z")).to_be_visible()
    visit.close()


@needs_browser
def test_a_tree_that_was_chosen_before_a_link_does_not_come_after_it(
    browser: Browser, address: str
) -> None:
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
def test_a_number_typed_before_a_click_counts(browser: Browser, address: str) -> None:
    visit = Visit(
        browser, address, "#/lab?game=tic-tac-toe&moves=b2~a1~c3&algorithm=alphabeta&depth=1"
    )
    ready(visit, "lab")
    asked: list[int] = []
    visit.page.on(
        "request",
        lambda request: (
            asked.append(request.post_data_json["depth"])
            if request.url.endswith("/export")
            else None
        ),
    )
    visit.page.get_by_label("Depth", exact=True).fill("2")
    with visit.page.expect_download():
        visit.button("Download").click()
    assert asked == [2]
    visit.close()
