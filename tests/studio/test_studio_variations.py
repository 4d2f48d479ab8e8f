"""Games with variations: no move is lost, every change is undone, and links hold all of it."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote_plus

import pytest
from playwright.sync_api import Browser, Locator, expect
from studio import REFUSED, Engine, Visit, found
from visits import needs_browser

PLAY = "#/play?game=tic-tac-toe&seats=p,p"
ANALYSE = "#/analyse?game=tic-tac-toe&engine=0"

TREE = "b2~a1~(~c1~{why not}~a3~(~a2~)~b1~)~(~a2~)~c3"
"""b2, a1 and c3; c1 and a2 instead of a1; and a2 instead of a3."""

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}


def link(tree: str, ply: int | None = None, view: str = ANALYSE) -> str:
    return f"{view}&moves={quote(tree)}" + ("" if ply is None else f"&ply={ply}")


def tree(visit: Visit) -> str:
    """The moves in the address."""
    found = re.search(r"[?&]moves=([^&]*)", visit.page.url)
    return unquote_plus(found[1]) if found else ""


def has_tree(visit: Visit, wanted: str) -> None:
    visit.wait_until(lambda: tree(visit) == wanted)


def move(visit: Visit, name: str) -> Locator:
    return visit.page.locator(".moves .move").get_by_text(name, exact=True)


def shows(visit: Visit, name: str | None) -> None:
    """Wait until a move is marked and its position is on the board."""
    current = visit.page.locator(".moves [aria-current]")
    if name is None:
        expect(current).to_have_count(0)
    else:
        expect(current).to_have_text(re.compile(f"^{name}"))
    expect(visit.page.locator(".grid")).to_be_visible()


def play(visit: Visit, *cells: str) -> None:
    for cell in cells:
        expect(visit.status()).not_to_be_empty()  # before the first position it is
        before = visit.status().inner_text()
        visit.cell(cell).click()
        expect(visit.status()).not_to_have_text(before)


# ---------------------------------------------------------------------- the tree


@needs_browser
@pytest.mark.parametrize("view", [PLAY, ANALYSE])
def test_another_move_in_the_middle_is_a_variation(
    browser: Browser, address: str, view: str
) -> None:
    visit = Visit(browser, address, link("b2~a1~c3~c1", view=view))
    shows(visit, "c1")
    move(visit, "b2").click()
    shows(visit, "b2")
    play(visit, "a3")
    shows(visit, "a3")
    assert tree(visit) == "b2~a1~(~a3~)~c3~c1"
    expect(visit.page.locator(".variation .move")).to_have_text(["a3"])
    expect(visit.page.locator(".variation .no")).to_have_text("1…")
    visit.button("Previous move").click()
    shows(visit, "b2")
    play(visit, "a1")  # it is there: the main line is followed
    shows(visit, "a1")
    visit.button("Last position").click()
    shows(visit, "c1")
    assert tree(visit) == "b2~a1~(~a3~)~c3~c1"
    visit.axe()
    visit.close()


@needs_browser
def test_the_list_shows_every_line_and_leads_to_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link(TREE))
    shows(visit, "c3")
    rows = visit.page.locator("ol.moves > li")
    expect(rows).to_have_text(
        ["1.b2a1", "1…c1why not2.a32.a22…b11…a2", "2.c3"],
    )
    inner = visit.page.locator(".inner .move")
    inner.click()
    shows(visit, "a2")
    expect(visit.page.locator(".grid .piece")).to_have_count(3)
    assert "ply=5" in visit.page.url
    visit.page.locator(".variation").nth(1).get_by_role("button").click()
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    visit.press("v")  # round through the moves in this place
    shows(visit, "a1")
    visit.press("Shift+V", "Shift+V")
    shows(visit, "c1")
    visit.press("ArrowRight")
    shows(visit, "a3")
    visit.press("End")
    shows(visit, "b1")
    visit.press("Home")
    shows(visit, None)
    visit.press("v")
    expect(visit.page.get_by_role("alert")).to_have_text("There is no other move in this place.")
    assert tree(visit) == TREE
    visit.close()


@needs_browser
def test_variations_are_promoted_and_deleted(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link(TREE, 5))
    shows(visit, "a2")
    visit.button("Promote").click()
    has_tree(visit, "b2~a1~(~c1~{why not}~a2~(~a3~b1~)~)~(~a2~)~c3")
    visit.button("Main line").click()
    has_tree(visit, "b2~c1~{why not}~(~a1~c3~)~(~a2~)~a2~(~a3~b1~)")
    shows(visit, "a2")
    expect(visit.button("Promote")).to_be_hidden()  # it is the main line
    move(visit, "a1").click()
    shows(visit, "a1")
    visit.button("Delete").click()
    has_tree(visit, "b2~c1~{why not}~(~a2~)~a2~(~a3~b1~)")
    shows(visit, "b2")
    visit.button("Undo").click()
    has_tree(visit, "b2~c1~{why not}~(~a1~c3~)~(~a2~)~a2~(~a3~b1~)")
    shows(visit, "a1")
    visit.close()


@needs_browser
def test_the_keys_change_the_tree(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link("b2~a1~(~c1~a3~(~a2~)~)~c3", 5))
    shows(visit, "a2")
    visit.press("m")
    has_tree(visit, "b2~a1~(~c1~a2~(~a3~)~)~c3")
    visit.press("Shift+M")
    has_tree(visit, "b2~c1~(~a1~c3~)~a2~(~a3~)")
    visit.press("m")
    expect(visit.page.get_by_role("alert")).to_have_text("This is the main line.")
    visit.press("c")
    visit.page.keyboard.type("sharp")
    visit.press("Enter")
    has_tree(visit, "b2~c1~(~a1~c3~)~a2~{sharp}~(~a3~)")
    visit.press("Delete")
    has_tree(visit, "b2~c1~(~a1~c3~)~a3")
    shows(visit, "c1")
    visit.press("Control+z", "Control+z")
    has_tree(visit, "b2~c1~(~a1~c3~)~a2~(~a3~)")
    visit.press("Control+Shift+Z")
    has_tree(visit, "b2~c1~(~a1~c3~)~a2~{sharp}~(~a3~)")
    visit.press("?")
    expect(visit.page.get_by_role("dialog")).to_contain_text("the next variation")
    visit.press("Control+z")  # not behind the list of keys
    visit.press("Escape")
    has_tree(visit, "b2~c1~(~a1~c3~)~a2~{sharp}~(~a3~)")
    visit.close()


HARD = "~a \\ {b} (c) <img src=x onerror=alert(1)> & 100 % + \"d\" 'e' #?="


@needs_browser
def test_a_comment_is_text_and_stays_what_it_is(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link("b2~a1"))
    shows(visit, "a1")
    visit.button("Comment").click()
    entry = visit.page.get_by_label("Comment", exact=True)
    entry.fill(HARD)
    visit.press("Shift+Enter")
    visit.page.keyboard.type("two lines")
    visit.button("Save the comment").click()
    comment = visit.page.locator(".moves .comment")
    expect(comment).to_have_text(f"{HARD}\ntwo lines")
    expect(visit.page.locator(".moves img")).to_have_count(0)
    visit.axe()
    visit.page.reload()
    expect(comment).to_have_text(f"{HARD}\ntwo lines")
    shows(visit, "a1")
    comment.click()  # edit it where it stands
    entry.fill("nothing of that")
    visit.press("Escape")
    expect(entry).to_be_hidden()
    expect(comment).to_have_text(f"{HARD}\ntwo lines")
    visit.button("First position").click()
    shows(visit, None)
    visit.button("Comment").click()
    entry.fill("a small game")
    visit.press("Enter")
    expect(comment.first).to_have_text("a small game")
    assert tree(visit).startswith("{a small game}~b2~a1~{")
    comment.nth(1).click()
    entry.fill("")
    visit.press("Enter")
    has_tree(visit, "{a small game}~b2~a1")
    visit.close()


@needs_browser
def test_variations_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link("b2~a1~c3", view=PLAY), **PHONE)
    shows(visit, "c3")
    move(visit, "b2").tap()
    shows(visit, "b2")
    visit.cell("a3").tap()
    shows(visit, "a3")
    visit.button("Comment").tap()
    visit.page.get_by_label("Comment", exact=True).fill("a word about this move, " * 8)
    visit.button("Save the comment").tap()
    expect(visit.page.locator(".variation .comment")).to_be_visible()
    visit.button("Main line").tap()
    visit.wait_until(lambda: tree(visit).startswith("b2~a3~{"))
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    visit.axe()
    before = visit.page.evaluate("window.scrollY")
    visit.button("Undo").tap()
    visit.wait_until(lambda: tree(visit).startswith("b2~a1~(~a3~{"))
    assert visit.page.evaluate("window.scrollY") == before
    visit.button("Delete").tap()
    has_tree(visit, "b2~a1~c3")
    visit.close()


# ---------------------------------------------------------------------- undo, Back and Forward


def take_back(visit: Visit) -> None:
    visit.button("Take back").click()


def begin(visit: Visit) -> None:
    visit.page.locator("summary", has_text="Position as text").click()
    visit.page.get_by_label("Position", exact=True).fill("XO1/3/3 X")
    visit.button("Begin here").click()


def comment(visit: Visit) -> None:
    visit.button("Comment").click()
    visit.page.get_by_label("Comment", exact=True).fill("good")
    visit.press("Enter")


def choose(visit: Visit) -> None:
    games = visit.page.get_by_role("combobox", name="Game", exact=True)
    games.select_option("breakthrough")


CHANGES = {
    "a move": lambda visit: play(visit, "c2"),
    "a take-back": take_back,
    "a comment": comment,
    "promote": lambda visit: visit.button("Promote").click(),
    "delete": lambda visit: visit.button("Delete").click(),
    "new": lambda visit: visit.button("New").click(),
    "a position": begin,
    "another game": choose,
}


@needs_browser
def test_every_change_is_undone_and_redone(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link(TREE, 3, PLAY))
    shows(visit, "c1")
    url, status = visit.page.url, visit.status().inner_text()
    ways = (
        (lambda: visit.press("Control+z"), lambda: visit.press("Control+Shift+Z")),
        (lambda: visit.button("Undo").click(), lambda: visit.button("Redo").click()),
        (visit.page.go_back, visit.page.go_forward),
    )
    seen = {url}
    for change in CHANGES.values():
        expect(visit.button("Undo")).to_have_attribute("aria-disabled", "true")
        change(visit)
        visit.wait_until(lambda: visit.page.url not in seen)
        seen.add(changed := visit.page.url)
        visit.page.evaluate("document.activeElement.blur()")  # Ctrl + Z is not for a text
        for undo, redo in ways:
            undo()
            visit.wait_until(lambda: visit.page.url == url)
            expect(visit.status()).to_have_text(status)
            shows(visit, "c1")
            redo()
            visit.wait_until(lambda changed=changed: visit.page.url == changed)
        visit.page.go_back()
        shows(visit, "c1")
    visit.close()


@needs_browser
def test_back_undoes_step_by_step_before_it_leaves(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/")
    visit.page.locator(".room").first.wait_for()
    visit.go(PLAY)
    play(visit, "b2", "a1")
    move(visit, "b2").click()  # to walk is no step
    shows(visit, "b2")
    visit.button("Last position").click()
    shows(visit, "a1")
    play(visit, "c3")
    for wanted in ("b2~a1", "b2", ""):
        visit.page.go_back()
        has_tree(visit, wanted)
        expect(visit.page.locator(".grid .piece")).to_have_count(
            len(wanted.split("~")) * bool(wanted)
        )
    expect(visit.button("Undo")).to_have_attribute("aria-disabled", "true")
    visit.press("Control+z")
    expect(visit.page.get_by_role("alert")).to_have_text("There is nothing to undo.")
    visit.page.go_back()
    visit.page.locator(".room").first.wait_for()
    for wanted in ("", "b2", "b2~a1"):
        visit.page.go_forward()
        visit.page.locator(".grid").wait_for()
        has_tree(visit, wanted)
    visit.page.reload()  # what was undone can be redone after it
    shows(visit, "a1")
    visit.button("Redo").click()
    has_tree(visit, "b2~a1~c3")
    expect(visit.button("Redo")).to_have_attribute("aria-disabled", "true")
    visit.button("Undo").click()
    has_tree(visit, "b2~a1")
    play(visit, "a2")
    visit.press("Control+y")
    expect(visit.page.get_by_role("alert")).to_have_text("There is nothing to redo.")
    assert tree(visit) == "b2~a1~a2"
    visit.page.evaluate("document.activeElement.blur()")
    visit.press(*["Control+z"] * 9)  # in haste: as far as the view goes
    has_tree(visit, "")
    visit.round_trip()
    expect(visit.page.locator(".grid .piece")).to_have_count(0)
    visit.close()


@pytest.mark.slow
@needs_browser
def test_undo_and_redo_stay_in_the_view(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, PLAY)
    play(visit, "b2", "a1")
    visit.button("Undo").click()
    has_tree(visit, "b2")
    visit.page.get_by_role("navigation").get_by_role("link", name="Analyse").click()
    expect(visit.page.get_by_role("switch", name="Engine")).to_be_visible()
    expect(visit.button("Undo")).to_have_attribute("aria-disabled", "true")
    visit.page.go_back()
    expect(visit.button("Take back")).to_be_visible()
    shows(visit, "b2")
    expect(visit.button("Redo")).to_have_attribute("aria-disabled", "true")  # that is Analyse
    visit.button("Undo").click()
    has_tree(visit, "")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_undo_in_a_text_belongs_to_the_text(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, PLAY)
    play(visit, "b2")
    entry = visit.page.get_by_label("Type a move")
    entry.focus()
    visit.page.keyboard.type("mvc")
    visit.press("Delete", "Control+z")
    visit.round_trip()
    assert tree(visit) == "b2"
    visit.close()


# ---------------------------------------------------------------------- engines and dice


@needs_browser
def test_a_take_back_against_the_engine_keeps_the_moves(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,1")
    expect(visit.status()).to_have_text("X to move")
    visit.cell("b2").click()
    visit.wait_until(lambda: tree(visit).count("~") == 1)
    expect(visit.status()).to_have_text("X to move")
    first = tree(visit)
    visit.button("Take back").click()
    shows(visit, None)
    assert tree(visit) == first
    assert "resume=taken" in visit.page.url
    visit.page.reload()
    shows(visit, None)
    visit.cell("b2").click()  # the same move: the engine answers again
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    visit.page.go_back()
    shows(visit, None)
    visit.cell("c2").click()
    visit.wait_until(lambda: re.match(rf"c2~\(~{first}~\)~\w\w$", tree(visit)) is not None)
    expect(visit.status()).to_have_text("X to move")
    visit.page.go_back()  # the engine's answer is no step of its own
    shows(visit, None)
    visit.page.go_back()
    shows(visit, first.split("~")[1])
    visit.page.go_back()
    has_tree(visit, "")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_engines_that_play_each_other_go_on_after_a_take_back(
    browser: Browser, address: str
) -> None:
    visit = Visit(
        browser, address, "#/play?game=tic-tac-toe&seats=2,2&paused=1&moves=b2~a1~c3~b1~c1~a3~a2"
    )
    expect(visit.status()).to_have_text("Paused: O to move")
    visit.press("u")
    expect(visit.status()).to_have_text("Paused: X to move")
    visit.page.reload()
    visit.button("Go on").click()
    expect(visit.status()).to_have_text(re.compile("draw|wins"))
    assert "a2" in tree(visit)
    assert visit.page.evaluate("history.length") == 3  # a blank page, the link, the take-back
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_engine_goes_on_from_an_earlier_position(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,1&moves=b2~a1~c3~c1~a2&ply=1")
    expect(visit.status()).to_have_text("O to move")
    before = visit.page.url
    visit.button("Go on").click()
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    expect(visit.button("Go on")).to_be_hidden()
    assert re.match(r"b2~a1~(\(~\w\w~\)~)?c3~c1~a2$", tree(visit))  # its old move, or a variation
    visit.page.go_back()
    visit.wait_until(lambda: visit.page.url == before)
    expect(visit.status()).to_have_text("O to move")
    visit.close()


@needs_browser
def test_a_roll_of_dice_is_no_step_of_its_own(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=pig&seats=p,p")
    visit.cell("points of this turn").click()
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    rolled = tree(visit)
    visit.page.go_back()
    has_tree(visit, "")
    visit.page.go_forward()
    has_tree(visit, rolled)  # not another roll
    visit.close()


# ---------------------------------------------------------------------- links


@needs_browser
@pytest.mark.parametrize("view", [PLAY, ANALYSE])
def test_a_link_holds_the_whole_tree(browser: Browser, address: str, view: str) -> None:
    visit = Visit(browser, address, link(TREE, 4, view))
    shows(visit, "a3")
    url = visit.page.url
    visit.page.reload()
    shows(visit, "a3")
    assert (visit.page.url, tree(visit)) == (url, TREE)
    visit.go(link("b2~a1~c3", 2, view))  # as links were before there were variations
    shows(visit, "a1")
    visit.go(link("b2~a1~(~c1~)", view=view))
    shows(visit, "a1")  # the end of the main line
    assert visit.page.url.count("&ply=2") == 1  # no address ends with a bracket
    visit.close()


WRONG = {
    "b2~(~a1": "end within a variation",
    "b2~)~a1": "a ) without its (",
    "(~b2~)": "a ( without a move",
    "b2~(~)": "a variation without moves",
    "b2~(~{x}~a1~)": "a comment before its move",
    "b2~{x~a1": "a comment without its }",
    "~(~".join(["b2~a1"] * 102) + "~)" * 101: "variations 100 deep and more",
}


@needs_browser
def test_a_wrong_link_says_so_and_is_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link("b2~a1", view=PLAY))
    shows(visit, "a1")
    for text, complaint in WRONG.items():
        visit.go(link(text, view=PLAY))
        expect(visit.page.get_by_role("alert")).to_contain_text(complaint)
        expect(visit.page.locator(".grid")).to_have_count(0)
        assert tree(visit) == text
    visit.button("New").click()
    expect(visit.status()).to_have_text("X to move")
    visit.page.go_back()
    expect(visit.page.get_by_role("alert")).to_contain_text(complaint)
    assert tree(visit) == text
    visit.page.evaluate(f"history.go({-len(WRONG)})")
    shows(visit, "a1")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_an_illegal_move_in_a_variation_is_named_and_can_be_deleted(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, link("b2~a1~(~b2~c3~)~c3"))
    expect(visit.page.get_by_role("alert")).to_contain_text("move 2: 'b2' is not legal")
    shows(visit, "c3")  # the main line is there
    expect(visit.page.locator(".grid .piece")).to_have_count(3)
    visit.page.locator(".variation .move").first.click()
    expect(visit.page.get_by_role("alert")).to_contain_text("move 2: 'b2' is not legal")
    visit.button("Delete").click()
    shows(visit, "b2")
    assert tree(visit) == "b2~a1~c3"
    visit.close(REFUSED * 2)


@pytest.mark.slow
@needs_browser
def test_moves_that_look_like_brackets_stay_moves(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/")
    moves = ["(", ")", "{a}", "{", "(a)", "\\(", "~", "a~(~b", "}", ""]
    trip = """async (moves) => {
      const { Score } = await import("./game/score.js");
      const { writeMoves, readMoves, joined, split } = await import("./game/movetext.js");
      const score = new Score("x", null, moves);
      for (const node of score.line) for (const move of moves) node.parent.add(move);
      const { text } = writeMoves(score.root);
      const again = writeMoves(readMoves(text)[0]);
      return [text === again.text, again.nodes.length, split(joined(moves))];
    }"""
    named = [move for move in moves if move]
    assert visit.page.evaluate(trip, named) == [True, 1 + len(named) ** 2, named]
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_tree_that_is_too_long_for_an_address_is_kept(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    long = "b2~{" + "x" * 16_000 + "}~a1~(~c1~{" + "y" * 16_000 + "}~)~c3"
    visit.go(link(long))
    shows(visit, "c3")
    assert tree(visit) == "b2~a1~c3"  # the line
    move(visit, "b2").click()
    shows(visit, "b2")
    comment(visit)
    expect(visit.page.locator(".moves .comment").first).to_have_text("good")
    comments = visit.page.locator(".moves .comment")
    visit.page.reload()
    expect(comments).to_have_text(["good", "y" * 16_000])
    visit.button("Undo").click()
    expect(comments).to_have_text(["x" * 16_000, "y" * 16_000])
    visit.page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.copied = text } }"
    )
    visit.button("Copy the link").click()
    visit.wait_until(lambda: visit.page.evaluate("Boolean(window.copied)"))
    copied = visit.page.evaluate("window.copied")
    assert unquote_plus(copied).count("y") > 16_000
    visit.close()


# ---------------------------------------------------------------------- Analyse


@pytest.mark.slow
@needs_browser
def test_every_line_has_its_own_values_and_graph(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=tic-tac-toe&moves=b2~a1~(~c1~)~c3&ply=2")
    bar = visit.page.locator(".bar")

    def evaluate(value: float) -> None:
        engine.find("analyse", [found("c3", value)])
        expect(bar).to_have_attribute("aria-label", f"value for X: about +{value}")
        engine.asked.clear()

    evaluate(0.25)
    visit.press("v")
    shows(visit, "c1")
    evaluate(0.75)
    expect(visit.page.locator(".move", has_text="a1").locator(".tiny")).to_have_text("+.25")
    expect(visit.page.locator(".variation .tiny")).to_have_text("+.75")
    expect(visit.page.locator(".graph .point")).to_have_count(1)
    visit.button("Promote").click()
    has_tree(visit, "b2~c1~(~a1~c3~)")
    expect(visit.page.locator(".variation .tiny")).to_have_text("+.25")
    visit.press("v")
    shows(visit, "a1")
    expect(bar).to_have_attribute("aria-label", "value for X: about +0.25")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_all_moves_of_a_variation_are_analysed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link("b2~a1~(~c1~a3~)~c3", 4))
    shows(visit, "a3")
    visit.button("Analyse all moves").click()
    expect(visit.page.locator(".graph .point")).to_have_count(4)
    expect(visit.page.locator(".variation .tiny")).to_have_count(2)
    visit.close()


@needs_browser
def test_typed_moves_are_added_and_play_goes_on_from_here(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, link("b2~a1~c3", 1))
    shows(visit, "b2")
    visit.page.locator("summary", has_text="as text").click()
    visit.page.get_by_label("Moves from there").fill("c1 a3")
    visit.press("Enter")
    has_tree(visit, "b2~a1~(~c1~a3~)~c3")
    shows(visit, "a3")
    visit.page.get_by_label("Moves from there").fill("a3")
    visit.press("Enter")
    expect(visit.page.get_by_role("alert")).to_contain_text("'a3' is not legal")
    visit.button("Previous move").click()
    shows(visit, "c1")
    visit.button("Play from here").click()
    expect(visit.button("Take back")).to_be_visible()
    shows(visit, "c1")
    assert tree(visit) == "b2~a1~(~c1~a3~)~c3"
    expect(visit.status()).to_have_text("X to move")
    visit.page.get_by_role("combobox", name="X", exact=True).select_option("2")
    visit.wait_until(lambda: visit.page.locator(".grid .piece").count() == 3)  # the engine goes on
    visit.button("Analyse").click()
    expect(visit.page.get_by_role("switch", name="Engine")).to_be_visible()
    assert tree(visit).startswith("b2~a1~(~c1~a3")
    visit.close()
