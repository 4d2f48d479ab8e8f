"""Play and Analyse when things come late, or not at all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from studio import Visit
from studios import studio_at
from visits import needs_browser


def moves_in(visit: Visit) -> list[str]:
    found = re.search(r"[?&]moves=([^&]*)", visit.page.url)
    return found[1].split("~") if found else []


@needs_browser
def test_a_second_click_does_not_move_for_the_opponent(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,p")
    visit.page.locator(".cell.target").first.wait_for()
    held: list[Any] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    visit.page.locator(".cell").nth(3).dblclick()
    visit.button("Hint").click()
    visit.wait_until(lambda: len(held) > 0)
    for one in held:
        one.continue_()
    visit.page.unroute("**/api/v1/position")
    expect(visit.status()).to_have_text(
        re.compile("Second to move|Hint: ")
    )  # the hint may be there by now
    assert moves_in(visit) == ["4"]
    visit.close()


@pytest.mark.slow
@needs_browser
def test_arrow_keys_in_haste_make_no_illegal_move(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=twenty48&seats=p")
    expect(visit.status()).to_contain_text("to move")
    visit.page.locator(".cell").first.click()
    for _ in range(6):
        visit.press("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    expect(visit.status()).to_contain_text(re.compile("to move|over|won|lost"))
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.close()


HOLD_THE_ENGINE = """() => {
    const real = WebSocket.prototype.send;
    const held = [];
    let isHeld = true;
    WebSocket.prototype.send = function (text) {
      if (isHeld && JSON.parse(text).ask === "think") held.push(() => real.call(this, text));
      else real.call(this, text);
    };
    window.go_on = () => { isHeld = false; for (const ask of held) ask(); };
}"""
"""Hold the requests to the engine until a test lets them go."""


@needs_browser
@pytest.mark.slow
def test_taking_back_nothing_leaves_the_engine_thinking(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.evaluate(HOLD_THE_ENGINE)
    visit.go("#/play?game=connect-four&seats=5,p")
    expect(visit.status()).to_have_text("First thinks …")
    visit.press("u")
    expect(visit.page.get_by_role("alert")).to_have_text("There is no move of yours to take back.")
    expect(visit.status()).to_have_text("First thinks …")
    visit.page.evaluate("window.go_on()")
    expect(visit.status()).to_have_text("Second to move")
    expect(visit.page.locator(".moves .move")).to_have_count(1)
    for _ in range(10):
        visit.press("h")
    expect(visit.status()).to_contain_text("Hint: ")
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.close()


ANSWERS = """
    const real = WebSocket.prototype.send;
    window.asked = [];
    WebSocket.prototype.send = function (text) {
      const one = JSON.parse(text);
      window.asked.push(one.ask);
      const event = (window.answers[one.ask] ?? []).shift();
      const data = JSON.stringify({ id: one.id, tag: one.tag, event, message: `it was ${event}` });
      if (event) setTimeout(() => this.onmessage({ data }));
      else real.call(this, text);
    };
"""


@pytest.mark.slow
@needs_browser
def test_a_lost_engine_is_asked_again_and_then_by_hand(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.evaluate(f"() => {{ window.answers = {{ think: ['lost', 'lost'] }}; {ANSWERS} }}")
    visit.go("#/play?game=tic-tac-toe&seats=1,p")
    expect(visit.page.get_by_role("alert")).to_contain_text("it was lost")
    expect(visit.status()).to_have_text("X to move")
    visit.axe()
    visit.button("Try again").click()
    expect(visit.status()).to_have_text("O to move")
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.page.evaluate("() => { window.answers = { think: ['lost'] } }")
    visit.go("#/play?game=tic-tac-toe&seats=1,p&moves=b2~a1")
    expect(visit.page.locator(".moves .move")).to_have_count(3)
    visit.close()


@pytest.mark.slow
@needs_browser
def test_lost_values_are_asked_for_again(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.evaluate(f"() => {{ window.answers = {{ values: ['lost', 'error'] }}; {ANSWERS} }}")
    visit.go("#/analyse?game=tic-tac-toe")
    expect(visit.page.get_by_role("alert")).to_contain_text("it was error")
    visit.page.get_by_role("switch", name="Engine").click()
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.page.get_by_role("switch", name="Engine").click()
    visit.page.locator(".badge").first.wait_for()
    assert visit.page.evaluate("window.asked.filter(ask => ask === 'values').length") == 3
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_typed_move_is_read_by_the_server_and_the_ply_is_kept(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=chess&moves=e4&seats=p,p")
    expect(visit.status()).to_have_text("Black to move")
    visit.page.get_by_label("Type a move").fill("e7e9")
    visit.press("Enter")
    expect(visit.page.get_by_role("alert")).to_be_visible()
    expect(visit.page.get_by_label("Type a move")).to_have_value("e7e9")
    visit.page.get_by_label("Type a move").fill("e7e5")
    visit.press("Enter")
    expect(visit.status()).to_have_text("White to move")
    assert moves_in(visit) == ["e4", "e5"]
    visit.button("First position").click()
    visit.wait_until(lambda: "ply=0" in visit.page.url)
    visit.page.reload()
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    expect(visit.cell("e4")).to_have_attribute("aria-label", re.compile("empty"))
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_hint_is_given_as_soon_as_there_is_a_position(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    held: list[Route] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    visit.go("#/play?game=tic-tac-toe&moves=a1~a2~b1~b2&seats=p,p")
    visit.button("Hint").click()
    visit.wait_until(lambda: bool(held))
    held[0].continue_()
    expect(visit.status()).to_have_text("Hint: c1")
    visit.close()


@needs_browser
def test_only_results_for_the_current_position_are_shown(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,2")
    visit.button("Hint").click()
    mind = visit.page.locator(".mind")
    expect(mind).to_contain_text("depth")
    visit.button("New").click()
    expect(mind).to_be_hidden()

    def is_heard() -> bool:
        visit.cell("a1").click()  # a click that comes before the new position is not heard
        visit.page.wait_for_timeout(300)
        return "moves=" in visit.page.url

    visit.wait_until(is_heard)
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    visit.page.locator(".moves .move").first.click()
    expect(visit.status()).to_have_text("O to move")
    expect(mind).to_be_hidden()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_pacman_can_be_played_and_analysed_like_any_other(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/constructor")
    visit.page.locator(".room").first.wait_for()
    for view in ("play", "analyse"):
        visit.go(f"#/{view}")
        expect(visit.page.locator("h1")).to_have_text(
            view.capitalize()
        )  # the view before has such a list, too
        visit.page.get_by_role("combobox", name="Game").select_option("pacman")
        visit.page.locator(".board.maze .piece").first.wait_for()
        expect(visit.status()).to_contain_text(re.compile("to move|thinks"))
    visit.close()


@pytest.mark.slow
@needs_browser
def test_moves_with_spaces_stay_whole(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=backgammon")
    visit.page.get_by_text("Position and moves as text").click()
    visit.page.get_by_label("Moves from there").fill("3-1~8/5 6/5")
    visit.button("Analyse it").click()
    expect(visit.page.locator(".moves .move")).to_have_text(["3-1", "8/5 6/5"])
    trip = """async ([moves]) => {
      const { joined, split } = await import("./game/movetext.js");
      const { placeInputs } = await import("./game/place.js");
      return [split(joined(moves)), placeInputs("", moves).read().moves];
    }"""
    for moves in (["a~b", "c\\", "~"], ["3-1", "8/5 6/5"], ["e4", "e5"], []):
        assert visit.page.evaluate(trip, [moves]) == [moves, moves]
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_move_made_while_the_server_was_away_is_shown_when_it_is_back(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
    visit.page.locator(".cell.target").first.wait_for()
    visit.page.route("**/api/v1/position", lambda route: route.abort())
    visit.cell("b2").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("does not answer")
    visit.page.unroute("**/api/v1/position")
    expect(visit.cell("b2")).to_have_attribute("aria-label", re.compile("X|cross", re.IGNORECASE))
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    assert set(visit.errors) == {"Failed to load resource: net::ERR_FAILED"}
    visit.context.close()


@pytest.mark.slow
@needs_browser
def test_the_banner_goes_when_no_request_is_left(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    visit.page.locator(".room").first.wait_for()
    visit.page.evaluate("""async () => {
      window.WebSocket = class {
        static OPEN = 1;
        readyState = 0;
        constructor() { setTimeout(() => this.onclose()) }
      };
      const { live } = await import("./live.js");
      window.question = live.ask({ ask: "think" }, () => {});
    }""")
    expect(visit.page.locator("#trouble")).to_be_visible()
    visit.page.evaluate("window.question.stop()")
    expect(visit.page.locator("#trouble")).to_be_hidden()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_end_of_an_old_connection_does_not_affect_the_new_one(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address)
    visit.page.locator(".room").first.wait_for()
    sent = visit.page.evaluate("""async () => {
      const made = [];
      window.WebSocket = class {
        static OPEN = 1;
        readyState = 0;
        sent = [];
        constructor() { made.push(this); }
        send(text) { this.sent.push(JSON.parse(text).ask); }
        be(state, event) { this.readyState = state; this[event]?.(); }
      };
      const { live } = await import("./live.js");
      live.ask({ ask: "one" }, () => {});
      made[0].be(1, "onopen");
      made[0].be(2, "");
      live.ask({ ask: "two" }, () => {});
      made[0].be(3, "onclose");
      made[1].be(1, "onopen");
      live.ask({ ask: "three" }, () => {});
      return made.map((one) => one.sent);
    }""")
    assert sent == [["one"], ["one", "two", "three"]]
    expect(visit.page.locator("#trouble")).to_be_hidden()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_position_text_is_offered_if_the_game_reads_one(browser: Browser, address: str) -> None:
    for view, words in (("play", "Position as text"), ("analyse", "Position and moves as text")):
        visit = Visit(browser, address, f"#/{view}?game=chess")
        expect(visit.page.get_by_text(words)).to_be_visible()
        visit.go(f"#/{view}?game=tree:two-ply")
        expect(visit.page.get_by_text(words)).to_have_count(0)
        visit.close()


LONG = '''
from zermelo import Game

class Long(Game):
    """A game with much to choose from and much to say."""

    def start(self): return 0
    def player(self, s): return s % 2
    def actions(self, s): return range(70) if s < 2 else ()
    def result(self, s, a): return s + 1
    def terminal(self, s): return s >= 2
    def utility(self, s, *p): return 0
    def name(self, s, a): return f"{a}-" + "extraordinarily" * 8
    def text(self, s): return "a position of which there is much to be told, " * 5
'''


@pytest.mark.slow
@needs_browser
def test_many_and_long_moves_have_room(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text(LONG, encoding="utf-8")
    with studio_at(f"{tmp_path / 'long.py'}:Long") as address:
        visit = Visit(
            browser, address, "#/play?game=Long&seats=p,p", viewport={"width": 390, "height": 900}
        )
        for view in ("play", "analyse"):
            visit.go(f"#/{view}?game=Long&seats=p,p")
            expect(visit.page.locator("h1")).to_have_text(
                view.capitalize()
            )  # the view before has such buttons, too
            expect(visit.page.locator(".others")).to_contain_text("… and 10 more")
            visit.page.locator(".others button").first.click()
            expect(visit.page.locator(".moves .move")).to_have_count(1)
            if view == "analyse":
                expect(visit.page.locator(".variations .move").first).to_be_visible()
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390, view
        visit.close()


FAULTY = """
from zermelo import Game


class Faulty(Game):
    def start(self): raise RuntimeError("no bar")
    def player(self, s): return 0
    def actions(self, s): return ()
    def result(self, s, a): return s
    def terminal(self, s): return True
    def utility(self, s, *p): return 0
"""


@pytest.mark.slow
@needs_browser
def test_a_game_that_fails_is_named_and_the_others_can_be_played(
    browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY, encoding="utf-8")
    with studio_at(f"{tmp_path / 'faulty.py'}:Faulty") as address:
        visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
        expect(visit.page.locator(".notice.bad", has_text="Faulty is left out.")).to_contain_text(
            "RuntimeError: no bar"
        )
        visit.cell("b2").click()
        expect(visit.page.locator(".moves .move")).to_have_count(1)
        visit.close()


@pytest.mark.slow
@needs_browser
def test_words_of_one_move_are_one_move(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=backgammon&moves=3-1")
    expect(visit.page.locator(".moves .move")).to_have_text(["3-1"])
    visit.page.locator("summary", has_text="as text").click()
    visit.page.get_by_label("Moves from there").fill("8/5 6/5")
    visit.page.get_by_label("Moves from there").press("Enter")
    expect(visit.page.locator(".moves .move")).to_have_text(["3-1", "8/5 6/5"])
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("view", ["play", "analyse"])
def test_a_board_shows_that_it_waits_unless_the_answer_is_there_at_once(
    browser: Browser, address: str, view: str
) -> None:
    visit = Visit(browser, address, f"#/{view}?game=tic-tac-toe&seats=p,p")
    visit.page.locator(".cell.target").first.wait_for()
    board = visit.page.locator(".board-room")
    visit.hold(150)  # until a board shows that it waits
    visit.cell("b2").click()
    expect(visit.status()).to_have_text("O to move")
    visit.go_on()
    expect(board).not_to_have_attribute("aria-busy", "true")
    held: list[Route] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    visit.cell("a1").click()
    visit.wait_until(lambda: bool(held))
    expect(board).not_to_have_attribute("aria-busy", "true")
    visit.go_on()
    expect(board).to_have_attribute("aria-busy", "true")
    visit.axe()
    held[0].continue_()
    expect(visit.status()).to_have_text("X to move")
    expect(board).not_to_have_attribute("aria-busy", "true")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_an_engine_that_is_switched_before_the_position_is_there_does_not_hold_it_up(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe")
    visit.page.locator(".cell.target").first.wait_for()
    held: list[Route] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    visit.cell("b2").click()
    visit.wait_until(lambda: bool(held))
    visit.page.get_by_role("switch", name="Engine").click()
    held[0].continue_()
    expect(visit.status()).to_have_text("O to move")
    visit.close()


@needs_browser
@pytest.mark.parametrize("view", ["play", "analyse"])
def test_a_followed_link_is_not_overwritten(browser: Browser, address: str, view: str) -> None:
    visit = Visit(browser, address, f"#/{view}?game=connect-four&seats=p,p")
    expect(visit.button("Flip")).to_be_visible()
    visit.page.evaluate(f"""() => {{
        const buttons = [...document.querySelectorAll("button")];
        const turn = buttons.find((one) => one.textContent === "Flip");
        location.hash = "#/{view}?game=othello&seats=p,p";
        turn.click();  // it writes the address, before the browser tells that there is another one
    }}""")
    expect(visit.page.get_by_role("combobox", name="Game", exact=True)).to_have_value("othello")
    expect(visit.status()).to_have_text("Black to move")
    assert f"#/{view}?game=othello" in visit.page.url
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(("view", "move"), [("go:5", "pass"), ("backgammon&moves=3-1", "8/5 6/5")])
def test_a_waiting_board_is_accessible(
    browser: Browser, address: str, view: str, move: str
) -> None:
    visit = Visit(browser, address, f"#/play?game={view}&seats=p,p")
    button = visit.page.locator(".others").get_by_role("button", name=move, exact=True)
    button.wait_for()
    held: list[Route] = []
    visit.page.route(
        "**/api/v1/position", lambda route: route.continue_() if held else held.append(route)
    )
    button.click()
    expect(visit.page.locator(".board-room")).to_have_attribute("aria-busy", "true")
    visit.axe()
    held[0].continue_()
    expect(visit.page.locator(".board-room")).to_have_attribute("aria-busy", "false")
    visit.close()


@needs_browser
def test_a_typed_move_is_not_played_in_the_next_game(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    held: list[Route] = []
    visit.page.route(
        "**/api/v1/position",
        lambda route: held.append(route) if len(held) < 2 else route.continue_(),
    )
    visit.go("#/play?game=tic-tac-toe&seats=p,p")
    visit.page.get_by_label("Type a move").fill("a1")
    visit.press("Enter")
    visit.wait_until(lambda: len(held) == 1)
    visit.go("#/play?game=tic-tac-toe&seats=p,p&moves=b2")
    visit.wait_until(lambda: len(held) == 2)
    held[1].continue_()
    expect(visit.status()).to_have_text("O to move")
    with visit.page.expect_response("**/api/v1/position") as answer:
        held[0].continue_()
    answer.value.finished()
    visit.cell("c3").click()
    expect(visit.page.locator(".moves .move")).to_have_text(["b2", "c3"])
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_hint_for_a_game_is_not_given_in_another_one(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    held: list[Route] = []
    visit.page.route("**/api/v1/position", lambda route: held.append(route))
    visit.go("#/play?game=tic-tac-toe&seats=p,p")
    visit.button("Hint").click()
    visit.go("#/play?game=tic-tac-toe&seats=p,p&moves=b2")
    visit.wait_until(lambda: len(held) == 2)
    for one in held:
        one.continue_()
    expect(visit.status()).to_have_text("O to move")
    expect(visit.page.locator(".mind")).to_be_hidden()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_link_that_is_copied_twice_can_be_copied_again(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
    visit.button("Copy the link").wait_for()
    visit.page.evaluate("() => { navigator.clipboard.writeText = async () => {}; }")
    visit.hold(1600)  # while it says that it is done
    button = visit.page.locator("button", has_text="Cop")
    for times in (1, 2):
        button.click()
        visit.wait_until(lambda times=times: visit.page.evaluate("window.held_timers()") == times)
    visit.go_on()
    expect(button).to_have_text("Copy the link")
    visit.close()
