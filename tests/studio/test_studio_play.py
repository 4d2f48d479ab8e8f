"""Play, used as a person would: by clicks, keys and typed moves, against people and engines."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from studio import Visit
from visits import needs_browser


@needs_browser
def test_tic_tac_toe_to_the_end_with_the_keyboard(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
    visit.cell("a3").focus()
    expect(visit.status()).to_have_text("X to move")
    for keys in (
        ["Enter"],
        ["ArrowDown", "Enter"],
        ["ArrowUp", "ArrowRight", "Enter"],
        ["ArrowDown", "Enter"],
        ["ArrowUp", "ArrowRight", "Enter"],
    ):
        before = visit.status().inner_text()
        visit.press(*keys)
        expect(visit.status()).not_to_have_text(before)
    expect(visit.status()).to_have_text("X wins.")
    expect(visit.page.locator(".cell.deciding")).to_have_count(3)
    expect(visit.cell("b3")).to_have_attribute("aria-label", "b3, X, decided the game")
    assert "moves=a3~a2~b3~b2~c3" in visit.page.url
    visit.axe()
    visit.press("u")
    expect(visit.status()).to_have_text("X to move")
    visit.close()


@needs_browser
def test_tic_tac_toe_against_the_engine_ends_without_a_win_for_x(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,5")
    for _ in range(5):
        expect(visit.status()).to_have_text(re.compile("X to move|draw|wins"))
        if "to move" not in visit.status().inner_text():
            break
        made = visit.page.locator(".grid .piece").count()
        visit.page.locator(".cell.target").first.click()
        visit.wait_until(lambda: visit.page.locator(".grid .piece").count() > made)
    expect(visit.status()).to_have_text(re.compile(r"A draw\.|O wins\."))
    visit.close()


@needs_browser
def test_connect_four_against_the_engine_to_the_end(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,4")
    turn = re.compile(r"First to move|draw|wins")
    for _ in range(21):
        expect(visit.status()).to_have_text(turn)
        if "to move" not in visit.status().inner_text():
            break
        made = visit.page.locator(".grid .piece").count()
        visit.page.locator(".cell.target").first.click()
        visit.wait_until(lambda: visit.page.locator(".grid .piece").count() > made)
    expect(visit.status()).to_have_text(re.compile("draw|wins"))
    assert visit.page.locator(".mind .chip, .mind p").count() > 0
    visit.close()


@needs_browser
def test_a_move_is_typed_taken_back_and_hinted(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,1")
    visit.page.get_by_label("Type a move").fill("9")
    visit.button("Play it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("not legal")
    visit.page.get_by_label("Type a move").fill("4")
    visit.press("Enter")
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    expect(visit.status()).to_have_text("First to move")
    visit.button("Take back").click()
    expect(visit.page.locator(".moves [aria-current]")).to_have_count(0)
    expect(visit.page.locator(".grid .piece")).to_have_count(0)
    visit.button("Hint").click()
    expect(visit.status()).to_contain_text("Hint: ")
    first = visit.page.locator(".cell").first.get_attribute("aria-label")
    visit.button("Flip").click()
    assert visit.page.locator(".cell").first.get_attribute("aria-label") != first
    visit.close()


@needs_browser
@pytest.mark.parametrize("key", [True, False])
def test_the_engine_moves_now(browser: Browser, address: str, key: bool) -> None:
    """Level 10 of chess takes many seconds, and longer before its code is compiled."""
    visit = Visit(browser, address, "#/play?game=chess&seats=10,p")
    now = visit.page.get_by_role("button", name="Move now")
    expect(visit.page.locator(".mind .chip")).to_be_visible()
    expect(visit.status()).to_have_text("White thinks …")
    if key:
        visit.press("g")
    else:
        now.click()
    expect(visit.status()).to_have_text("Black to move")
    expect(now).to_be_hidden()
    visit.close()


@needs_browser
def test_engines_play_each_other(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=2,3&paused=1")
    visit.button("Go on").click()
    expect(visit.status()).to_have_text(re.compile("draw|wins"))
    expect(visit.page.locator(".tiles .main")).to_be_hidden()  # nothing is left to pause
    visit.close()


@needs_browser
def test_a_user_game_and_a_game_without_a_board(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=Chomp&seats=p,2")
    expect(visit.status()).to_contain_text("to move")
    target = visit.page.locator(".cell.target, .others button").last
    target.click()
    visit.wait_until(lambda: "moves=" in visit.page.url)
    visit.go("#/play?game=tree:two-ply&seats=p,1")
    expect(visit.page.locator(".board-text")).to_be_visible()
    expect(visit.page.locator(".others button").first).to_have_text(
        "a1"
    )  # not a button of the game before
    visit.page.locator(".others button").first.click()
    visit.wait_until(lambda: "moves=" in visit.page.url)
    visit.axe()
    visit.close()


@needs_browser
def test_chance_rolls_by_itself(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=pig&seats=p,p")
    visit.cell("points of this turn").click()
    expect(visit.page.locator(".moves .move")).to_have_count(2)
    expect(visit.status()).to_contain_text("to move")
    visit.close()


@needs_browser
def test_a_promotion_asks_for_the_piece(browser: Browser, address: str) -> None:
    visit = Visit(
        browser, address, "#/play?game=chess&position=8/P6k/8/8/8/8/8/K7+w+-+-+0+1&seats=p,p"
    )
    visit.cell("a7").click()
    visit.cell("a8").click()
    visit.page.get_by_role("dialog").get_by_role("button", name=re.compile("Q")).click()
    expect(visit.status()).to_have_text("Black to move")
    visit.close()


@needs_browser
@pytest.mark.parametrize(
    "game",
    [
        "othello",
        "checkers",
        "go",
        "breakthrough",
        "hex",
        "backgammon",
        "tri-halma",
        "twenty48",
        "mnk:m=5,n=5,k=4",
    ],
)
def test_every_kind_of_board_can_be_played_on(browser: Browser, address: str, game: str) -> None:
    visit = Visit(browser, address, f"#/play?game={game}")
    visit.page.locator(".seats select").first.wait_for()
    for player in visit.page.locator(".seats select").all():
        player.select_option("person")
    expect(visit.status()).to_contain_text("to move")
    before = visit.page.locator(".moves .move").count()
    if visit.page.locator(".others button").count() > 1:
        visit.page.locator(".others button").first.click()
    else:
        start = visit.page.locator(".cell.own, .cell.target").first
        is_piece = "own" in (start.get_attribute("class") or "")
        start.click()
        if is_piece:
            visit.page.locator(".cell.target").first.click()
    visit.wait_until(lambda: visit.page.locator(".moves .move").count() > before)
    visit.axe()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_second_move_of_one_player_begins_a_line(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=kalah&seats=p,p&moves=3~1~3~1~2&ply=1")
    lines = visit.page.locator("ol.moves li")
    expect(lines).to_have_text(["1.3", "2.13", "3.…1", "4.2"])  # South, South North, North, South
    visit.go("#/play?game=backgammon&seats=p,p&moves=3-1~8/5 6/5~6-2~24/18 13/11&ply=3")
    expect(lines.get_by_role("button")).to_have_text(["3-1", "8/5 6/5", "6-2", "24/18 13/11"])
    expect(lines).to_have_count(2)
    visit.close()


UNTIL = """(times) => {
    const made = document.querySelectorAll(".moves .move").length;
    if (made < times) window.go_on();
    return made === times;
}"""


@needs_browser
def test_engines_that_play_each_other_can_be_watched_and_paused(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address)
    visit.hold(600)  # how long a position is seen at least
    visit.go("#/play?game=tic-tac-toe&seats=2,2")
    moves = visit.page.locator(".moves .move")

    def has_moved(times: int) -> bool:
        """Or let the engine move, in one step with the look at the position."""
        found: bool = visit.page.evaluate(UNTIL, times)
        return found

    expect(visit.page.locator(".mind .chip")).to_be_visible()  # it has thought
    expect(moves).to_have_count(0)  # and lets one see the position
    expect(visit.button("Pause")).to_be_visible()
    visit.wait_until(lambda: has_moved(2))
    visit.press("p")
    expect(visit.status()).to_have_text("Paused: X to move")
    assert "paused=1" in visit.page.url
    visit.go_on()
    visit.axe()
    expect(moves).to_have_count(2)
    visit.button("Go on").click()
    visit.wait_until(lambda: has_moved(4))
    visit.go("#/play?game=tic-tac-toe&seats=p,2")
    expect(visit.status()).to_have_text("X to move")
    expect(visit.button("Pause")).to_be_hidden()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_previous_game_is_one_step_back(browser: Browser, address: str) -> None:
    visit = Visit(
        browser, address, "#/play?game=tic-tac-toe&seats=p,p&position=XO1/3/3 X&moves=b2~a1"
    )
    moves = visit.page.locator(".moves .move")
    expect(moves).to_have_text(["b2", "a1"])
    visit.press("n")  # again from where it began
    expect(moves).to_have_count(0)
    expect(visit.cell("a3")).to_have_attribute("aria-label", re.compile("X"))
    visit.press("n")  # and from the start
    expect(visit.cell("a3")).to_have_attribute("aria-label", re.compile("empty"))
    visit.page.get_by_role("combobox", name="Game", exact=True).select_option("connect-four")
    expect(visit.status()).to_have_text("First to move")
    visit.page.go_back()
    expect(visit.status()).to_have_text("X to move")
    visit.page.go_back()
    visit.page.go_back()
    expect(moves).to_have_text(["b2", "a1"])
    visit.close()


@needs_browser
def test_players_and_side_are_kept_through_analyse(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=breakthrough&seats=3,p&flip=1&moves=a2-a3")
    expect(visit.status()).to_have_text("Black to move")
    links = visit.page.get_by_role("navigation")
    visit.button("Analyse").click()
    expect(visit.page.get_by_role("switch", name="Engine")).to_be_visible()
    visit.button("Play from here").click()
    expect(visit.status()).to_have_text("Black to move")
    assert "seats=3,p&flip=1" in visit.page.url
    links.get_by_role("link", name="Analyse").click()  # the game on the table, not another one
    expect(visit.status()).to_have_text("Black to move")
    assert "game=breakthrough&moves=a2-a3" in visit.page.url
    visit.press("Alt+2")
    expect(visit.button("Take back")).to_be_visible()
    assert "game=breakthrough&moves=a2-a3&seats=3,p&flip=1" in visit.page.url
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_typed_move_is_cleared_when_the_position_changes(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p&moves=b2~a1")
    visit.page.locator(".moves .move[aria-current]").wait_for()
    entry = visit.page.get_by_label("Type a move")
    entry.fill("c3")
    visit.button("Previous move").click()
    expect(entry).to_have_value("")
    visit.close()


@needs_browser
def test_a_whole_capture_is_typed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=checkers&position=B:W18,25,30:B15&seats=p,p")
    visit.page.get_by_label("Type a move").fill("15x22x29")
    visit.button("Play it").click()
    expect(visit.page.locator(".moves .move")).to_have_text(["15x22", "22x29"])
    expect(visit.status()).to_have_text("White to move")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_pause_outlasts_a_look_at_another_view(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&moves=4~4~4~4&seats=2,2&paused=1")
    links = visit.page.get_by_role("navigation")
    for to_analyse in (links.get_by_role("link", name="Analyse"), visit.button("Analyse")):
        expect(visit.status()).to_have_text("Paused: First to move")
        to_analyse.click()
        expect(visit.page.get_by_role("switch", name="Engine")).to_be_visible()
        expect(visit.status()).to_have_text("First to move")
        links.get_by_role("link", name="Play").click()
    expect(visit.status()).to_have_text("Paused: First to move")
    assert visit.page.url.endswith("#/play?game=connect-four&moves=4~4~4~4&seats=2,2&paused=1")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_finished_game_has_no_hint_and_says_why(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&moves=a3~a2~b3~b2~c3&seats=p,p")
    expect(visit.status()).to_have_text("X wins.")
    visit.button("Hint").click()
    expect(visit.page.get_by_role("alert")).to_have_text("The game is over.")
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("view", ["play", "analyse"])
def test_only_a_board_can_be_turned(browser: Browser, address: str, view: str) -> None:
    visit = Visit(browser, address, f"#/{view}?game=nim:2,2&seats=p,p")
    expect(visit.status()).to_have_text("MAX to move")
    expect(visit.button("Flip")).to_be_hidden()
    visit.press("f")
    assert "flip" not in visit.page.url
    visit.page.get_by_role("combobox", name="Game", exact=True).select_option("connect-four")
    expect(visit.status()).to_have_text("First to move")
    expect(visit.button("Flip")).to_be_visible()
    visit.page.locator(".status").click()
    visit.page.evaluate("document.activeElement.blur()")
    visit.press("f")
    visit.wait_until(lambda: "flip=1" in visit.page.url)
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("act", ["Hint", "h", "Flip"])
def test_the_next_action_hides_an_error(browser: Browser, address: str, act: str) -> None:
    visit = Visit(browser, address, "#/play?game=othello&seats=p,p")
    visit.page.get_by_label("Type a move").fill("a1")
    visit.press("Enter")
    expect(visit.page.get_by_role("alert")).to_be_visible()
    if len(act) == 1:
        visit.page.evaluate("document.activeElement.blur()")
        visit.press(act)
    else:
        visit.button(act).click()
    expect(visit.page.get_by_role("alert")).to_be_hidden()
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", ["2048", "twenty48"])
def test_a_game_is_known_by_every_name_it_has(browser: Browser, address: str, name: str) -> None:
    visit = Visit(browser, address, f"#/play?game={name}&seats=p")
    for view in ("play", "analyse", "lab"):
        visit.go(f"#/{view}?game={name}:goal=64&seats=p")
        games = visit.page.get_by_role("combobox", name="Game", exact=True)
        expect(games).to_have_value("2048")
        expect(games.locator("option:checked")).to_have_text("2048")
        expect(visit.page.get_by_label("goal", exact=True)).to_have_value("64")
        if view != "lab":
            expect(visit.page.locator(".board.tiled")).to_be_visible()
            visit.wait_until(lambda view=view: f"#/{view}?game=2048:goal=64" in visit.page.url)
        if view == "play":
            expect(visit.page.locator(".seats select")).to_have_count(1)
    visit.close()
