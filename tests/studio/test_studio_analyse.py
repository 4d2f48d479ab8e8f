"""Analyse: engine lines, values of all moves, the evaluation graph."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from studio import REFUSED, Engine, Visit, found
from visits import needs_browser

from zermelo.games.tic_tac_toe import TicTacToe


def deepens(visit: Visit) -> None:
    """Wait until the search is deeper than at its start."""
    expect(visit.page.locator(".facts dd").first).to_have_text(re.compile(r"^([2-9]|\d\d+)$"))


@needs_browser
def test_lines_deepen_and_every_move_has_a_value(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=connect-four&moves=4~4")
    deepens(visit)
    expect(visit.page.locator(".variations li")).to_have_count(3)
    expect(visit.page.locator(".badge")).to_have_count(7)
    visit.button("Previous move").click()
    expect(visit.status()).to_have_text("Second to move")
    visit.page.locator("h1").evaluate("h => h.tabIndex = -1")
    visit.page.locator(".toggle", has_text="Engine").click()
    visit.close()


@needs_browser
def test_chess_deepens_and_a_piece_is_dragged(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=chess&moves=e4~e5")
    deepens(visit)
    expect(visit.page.locator(".variations li")).to_have_count(3)
    expect(visit.page.locator(".arrow")).to_have_count(3)
    visit.cell("g1").drag_to(visit.cell("f3"))
    expect(visit.status()).to_have_text("Black to move")
    assert "moves=e4~e5~Nf3" in visit.page.url
    visit.cell("b8").click()
    expect(visit.cell("c6")).to_have_class(re.compile("target"))
    visit.cell("c6").click()
    expect(visit.status()).to_have_text("White to move")
    visit.axe()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_hovered_or_focused_line_stays_while_the_engine_reports(
    browser: Browser, address: str
) -> None:
    """A press and its release may have a report between them; so may two strokes of a key."""
    moves = (
        "e4~e5~Nf3~Nc6~Bb5~a6~Ba4~Nf6~O-O~Be7~Re1~b5~Bb3~d6~c3~O-O~h3~Nb8~d4~Nbd7"
        "~c4~c6~cxb5~axb5~Nc3~Bb7~Bg5~b4~Nb1~h6"
    )
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go(f"#/analyse?game=chess&moves={moves}")

    def report(depth: int) -> None:
        engine.find("analyse", [found(move, depth / 10) for move in ("Bh4", "Bf4", "Be3")], depth)
        expect(visit.page.locator(".variations .chip").first).to_have_text(f"+.{depth}0")

    report(1)
    move = visit.page.locator(".moves .move", has_text="e4")
    move.focus()
    visit.page.evaluate("() => { document.querySelector('.moves').scrollTop = 0; }")
    visit.page.evaluate(
        "() => { window.seen = [...document.querySelectorAll('.moves .move, .graph')]; }"
    )
    report(2)
    assert visit.page.evaluate(
        "() => window.seen.length > 30 && window.seen.every(part => part.isConnected)"
    )
    assert visit.page.evaluate("() => document.querySelector('.moves').scrollTop") == 0
    expect(move).to_be_focused()
    box = move.bounding_box()
    assert box is not None
    visit.page.mouse.move(box["x"] + 5, box["y"] + 5)
    visit.page.mouse.down()
    report(3)
    visit.page.mouse.up()
    expect(visit.status()).to_have_text("Black to move")
    expect(visit.page.locator(".moves .move[aria-current]")).to_have_text(re.compile("^e4"))
    visit.close()


@pytest.mark.slow
@needs_browser
def test_buttons_of_moves_stay_while_values_arrive(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=go:2")  # where every move gets a playout
    other = visit.page.locator(".others button", has_text="pass")
    other.focus()
    seen = other.element_handle()
    # If all its playouts were lost, its value is the worst payoff: a loss.
    expect(other.locator(".chip")).to_have_text(re.compile(r"\d|L"))
    assert seen is not None and seen.evaluate(
        "button => button.isConnected && button === document.activeElement"
    )
    visit.press("Enter")
    expect(visit.status()).to_have_text("White to move")
    visit.close()


@needs_browser
def test_a_proven_value_has_a_letter_and_a_distance(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=a1~b1~a2~b2")
    expect(visit.page.locator(".variations .chip").first).to_have_text("W1")
    expect(visit.cell("a3").locator(".badge")).to_have_text("W1")
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for X: wins in 1 ply")
    visit.button("Analyse all moves").click()
    expect(visit.page.locator(".graph .point")).to_have_count(5)
    visit.axe()
    visit.close()


@needs_browser
def test_a_win_by_more_or_less_says_by_how_much_and_an_end_is_known_at_once(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/analyse?game=othello:4")
    chips = visit.page.locator(".variations .chip")
    expect(chips.first).to_have_text("L−8")
    expect(chips.first).to_have_attribute("title", "loses by 8 discs for Black")
    expect(visit.page.locator(".bar")).to_have_attribute(
        "aria-label", "value for Black: loses by 8 discs"
    )
    visit.go("#/analyse?game=nim:2,2&moves=2-2~2-2")
    expect(visit.status()).to_have_text("MAX wins.")
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for MAX: wins")
    visit.close()


@needs_browser
def test_an_engine_that_is_off_stays_off_in_a_link(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2")
    expect(visit.page.locator(".variations li")).to_have_count(3)
    power = visit.page.get_by_role("switch", name="Engine")
    power.uncheck()
    assert "engine=0" in visit.page.url.split("&")
    other = Visit(browser, visit.page.url)
    expect(visit.page.locator(".grid .piece")).to_have_count(1)
    expect(other.page.get_by_role("switch", name="Engine")).not_to_be_checked()
    expect(other.page.locator(".variations li")).to_have_count(0)
    power.check()
    assert "engine=0" not in visit.page.url
    other.context.close()
    visit.close()


STOPPED = """
const Socket = WebSocket;
window.WebSocket = class extends Socket {
  set onmessage(hear) {
    const told = '"stopped":"preempted","message":"Others wait."';
    super.onmessage = (message) => hear({ data: message.data.replace('"stopped":""', told) });
  }
};
"""


@pytest.mark.slow
@needs_browser
def test_the_page_says_that_its_search_was_preempted(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.add_init_script(STOPPED)
    visit.page.goto(address + "#/analyse?game=tic-tac-toe&moves=b2~a1")
    visit.page.reload()
    expect(visit.page.locator(".engine")).to_contain_text("Others wait.")
    visit.button("Go on").click()
    expect(visit.page.locator(".variations li")).to_have_count(3)
    visit.close()


@pytest.mark.slow
@needs_browser
def test_an_analysis_of_all_moves_that_fails_says_so(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2~a1&ply=1")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    visit.page.route(
        "**/position",
        lambda route: route.fulfill(
            status=429, json={"error": {"kind": "Busy", "message": "too much"}}
        ),
    )
    visit.button("Analyse all moves").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("too much")
    expect(visit.button("Analyse all moves")).to_be_visible()
    visit.page.unroute("**/position")
    visit.button("Try again").click()
    expect(visit.page.locator(".graph .point")).to_have_count(3)
    visit.context.close()


@pytest.mark.slow
@needs_browser
def test_analysing_all_moves_again_shows_progress(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    Engine(visit)  # it says nothing
    visit.go("#/analyse?game=tic-tac-toe&moves=b2~a1")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    visit.button("Analyse all moves").click()
    for _ in range(2):
        visit.button("Analysing 0 of 2").click()
    expect(visit.button("Analysing 0 of 2")).to_be_visible()
    visit.close()


@needs_browser
@pytest.mark.parametrize("view", ["play", "analyse"])
def test_a_bad_text_loses_nothing_and_a_bad_link_shows_nothing_stale(
    browser: Browser, address: str, view: str
) -> None:
    visit = Visit(browser, address, f"#/{view}?game=tic-tac-toe&seats=p,p&moves=b2~a1")
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    visit.page.locator("summary", has_text="as text").click()
    visit.page.get_by_label("Position", exact=True).fill("nonsense")
    visit.page.get_by_label("Position", exact=True).press("Enter")
    expect(visit.page.get_by_role("alert")).to_contain_text("this board has 3")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    assert "moves=b2~a1" in visit.page.url
    visit.go(f"#/{view}?game=tic-tac-toe&seats=p,p&moves=b2~b2")
    expect(visit.page.get_by_role("alert")).to_contain_text("move 2: 'b2'")
    expect(visit.page.locator(".grid")).to_have_count(0)
    expect(visit.page.locator(".variations li")).to_have_count(0)
    visit.go(f"#/{view}?game=tic-tac-toe&seats=p,p&moves=b2~c3~c1")
    expect(visit.page.locator(".grid .piece")).to_have_count(3)
    visit.close(errors=REFUSED * 2)


DEEP = [found("b2", 0.5), found("a1", 0.25), found("c1", 0.2)]
WIDE = [
    found("c1", 0.75),
    found("b2", 0.6),
    found("c3", 0.4),
    found("a3", 0.1),
    found("a1", 0, True),
]
"""What two searches of one position may say while they go on: they have not come equally far."""


@needs_browser
def test_lines_and_badges_agree_and_a_bound_is_written_as_one(
    browser: Browser, address: str
) -> None:
    """The deeper search left c3 out, so it is no better there than the last of its lines."""
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=tic-tac-toe")
    engine.find("analyse", DEEP, depth=7)
    engine.find("values", WIDE, depth=5)
    worths = {"b2": "+.50", "c1": "+.20", "a3": "+.10", "c3": "≤ +.20", "a1": "D"}
    for cell, worth in worths.items():
        expect(visit.cell(cell).locator(".badge")).to_have_text(worth)
    chips = visit.page.locator(".variations .chip")
    expect(chips).to_have_text(["+.50", "+.20", "+.10"])
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for X: about +0.5")
    engine.find("values", WIDE, depth=8)
    expect(chips).to_have_text(["+.75", "+.60", "+.40"])
    expect(visit.page.locator(".bar")).to_have_attribute("aria-label", "value for X: about +0.75")
    expect(visit.cell("c3").locator(".badge")).to_have_text("+.40")
    visit.close()


@needs_browser
def test_depth_and_number_of_lines_do_not_fall(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=tic-tac-toe&values=0")
    engine.find("analyse", DEEP, depth=7)
    rows = visit.page.locator(".variations li")
    depth = visit.page.locator(".facts dd").first
    expect(rows).to_have_count(3)
    engine.find("analyse", DEEP[:1], depth=7)
    engine.find("analyse", DEEP[:2], depth=6)
    engine.find("analyse", [found("b2", 0.6), *DEEP[1:]], depth=8)
    expect(visit.page.locator(".variations .chip").first).to_have_text("+.60")
    expect(rows).to_have_count(3)
    expect(depth).to_have_text("8")
    visit.close()


@needs_browser
def test_estimates_are_in_the_games_unit(browser: Browser, address: str) -> None:
    """The slides' 6 − 5 = 1 before any search, and open lines in what the engine says."""
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=tic-tac-toe&moves=a1~b1")
    visit.page.get_by_text("Evaluation: +1 open line for X").click()
    expect(visit.page.locator(".terms")).to_contain_text("x − o = 6 − 5 = 1 open line")
    engine.find("analyse", [found("b2", 2 / 9, game=TicTacToe())])
    chip = visit.page.locator(".variations .chip")
    expect(chip).to_have_text("+2")
    expect(chip).to_have_attribute("title", "about +2 open lines for X")
    visit.axe()
    visit.close()


SHOWN = """() => ({
  badge: document.querySelector('.cell[aria-label^="b3,"] .badge')?.textContent,
  line: document.querySelector(".variations .chip")?.textContent,
  bar: document.querySelector(".bar")?.getAttribute("aria-label"),
  moves: document.querySelector(".moves [aria-current] .tiny")?.textContent,
  graph: document.querySelector(".graph")?.getAttribute("aria-label"),
})"""
"""The value of one position, everywhere that it is shown."""


@needs_browser
def test_all_values_have_one_point_of_view_and_it_is_remembered(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=a1~b1~a2~b2~c3")

    def shows(text: str, name: str, words: str) -> None:
        value = {"badge": text, "line": text, "moves": text, "bar": f"value for {name}: {words}"}
        graph = f"Evaluation graph for {name}: move 5: {text}"
        visit.wait_until(lambda: visit.page.evaluate(SHOWN) == {**value, "graph": graph})

    shows("L1", "X", "loses in 1 ply")
    visit.open_settings()
    visit.choose("the mover")
    shows("W1", "O", "wins in 1 ply")
    visit.page.reload()
    shows("W1", "O", "wins in 1 ply")
    visit.open_settings()
    visit.choose("X")
    shows("L1", "X", "loses in 1 ply")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_bound_turns_with_the_point_of_view(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=tic-tac-toe&moves=b2")
    best, other = (
        {**one, "written": one["written"][::-1]} for one in (found("a1", 0.5), found("b1", 0.75))
    )
    engine.find("values", [best, other], depth=5)
    engine.find("analyse", [best], depth=9)
    expect(visit.cell("b1").locator(".badge")).to_have_text("≥ −.50")
    visit.open_settings()
    visit.choose("the mover")
    expect(visit.cell("b1").locator(".badge")).to_have_text("≤ +.50")
    visit.close()
