"""What players are used to: clocks, moves in advance, own arrows, sounds, a record."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from studio import Engine, Visit
from visits import needs_browser


@needs_browser
def test_a_clock_runs_gains_and_falls_and_a_take_back_gives_time_back(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p&clock=60%2B5")
    clocks = visit.page.get_by_role("timer")
    expect(clocks).to_have_text(["1:00", "1:00"])
    visit.cell("b2").click()
    expect(clocks.first).to_have_text("1:05")
    expect(clocks.nth(1)).to_have_text(re.compile("^0:5"))  # it runs
    assert "clock=60%2B5" in visit.page.url
    visit.axe()
    visit.go("#/play?game=tic-tac-toe&seats=p,p&clock=1%2B0")
    visit.cell("b2").click()
    expect(visit.status()).to_have_text("O's time is over. X wins.")
    expect(visit.page.locator(".cell.target")).to_have_count(0)
    visit.button("Take back").click()
    expect(visit.status()).to_have_text("X to move")
    expect(clocks).to_have_text(["0:01.0", "0:01.0"])
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_clock_goes_on_after_a_reload(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p&clock=900%2B5")
    clocks = visit.page.get_by_role("timer")
    visit.cell("b2").click()
    expect(clocks).to_have_text(["15:05", re.compile("^14:5")])
    visit.page.reload()
    expect(clocks).to_have_text(["15:05", re.compile("^14:[0-5]")])
    visit.button("New").click()
    expect(clocks).to_have_text(["15:00", "15:00"])
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_promotion_in_advance_is_chosen_when_it_is_played(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/play?game=chess&seats=p,5&position=7k/P7/8/8/8/8/8/K7+w+-+-+0+1")
    visit.cell("a1").click()
    visit.cell("b1").click()
    expect(visit.status()).to_have_text("Black thinks …")
    visit.cell("a7").click()
    visit.cell("a8").click()
    expect(visit.page.locator(".cell.premove")).to_have_count(2)
    engine.move("Kg7")
    visit.page.locator("dialog.choose").get_by_role("button", name="a8=N").click()
    expect(visit.page.locator(".moves .move")).to_have_text(["Kb1", "Kg7", "a8=N"])
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_clock_is_chosen_and_a_wrong_one_in_a_link_is_none(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p&clock=soon")
    expect(visit.status()).to_have_text("X to move")
    expect(visit.page.locator(".strip")).to_be_hidden()
    visit.open_settings()
    visit.page.get_by_label("Clock").select_option("300+3")
    expect(visit.page.get_by_role("timer")).to_have_text(["5:00", "5:00"])
    visit.close()


@needs_browser
def test_a_move_in_advance_is_played_when_it_is_legal(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/play?game=tic-tac-toe&seats=p,5")
    visit.cell("b2").click()
    expect(visit.status()).to_have_text("O thinks …")
    visit.cell("a1").click()
    expect(visit.page.locator(".cell.premove")).to_have_count(1)
    engine.move("c3")
    expect(visit.page.locator(".moves .move")).to_have_text(["b2", "c3", "a1"])
    visit.cell("b1").click()
    visit.press("Escape")
    expect(visit.page.locator(".cell.premove")).to_have_count(0)
    visit.cell("b1").click()
    engine.move("b1")
    expect(visit.status()).to_have_text("X to move")  # the cell is not free any more
    expect(visit.page.locator(".moves .move")).to_have_count(4)
    visit.go("#/play?game=chess&seats=p,5")
    visit.cell("e2").drag_to(visit.cell("e4"))
    expect(visit.status()).to_have_text("Black thinks …")
    visit.cell("g1").drag_to(visit.cell("f3"))
    expect(visit.page.locator(".cell.premove")).to_have_count(2)
    engine.move("e5")
    expect(visit.page.locator(".moves .move")).to_have_text(["e4", "e5", "Nf3"])
    visit.close()


@needs_browser
def test_own_arrows_and_circles_come_with_the_right_button(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=chess&seats=p,p")
    visit.cell("e4").click(button="right")
    expect(visit.page.locator("circle.own")).to_have_count(1)
    visit.cell("g1").hover()
    visit.page.mouse.down(button="right")
    visit.cell("f3").hover()
    visit.page.mouse.up(button="right")
    expect(visit.page.locator("g.own")).to_have_count(1)
    visit.cell("e4").click(button="right")
    expect(visit.page.locator("circle.own")).to_have_count(0)
    visit.cell("e5").click()
    expect(visit.page.locator(".own.green")).to_have_count(0)
    visit.close()


@needs_browser
def test_sounds_are_off_until_they_are_wanted(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p&moves=a1~b1~a2~b2")
    visit.page.evaluate(
        """() => {
          window.heard = [];
          document.addEventListener("sound", ({ detail }) => window.heard.push(detail));
        }"""
    )
    visit.cell("c1").click()
    expect(visit.status()).to_have_text("O to move")
    assert visit.page.evaluate("window.heard") == []
    visit.open_settings()
    visit.page.get_by_role("switch", name="Sounds").check()
    visit.cell("c2").click()
    expect(visit.status()).to_have_text("X to move")
    visit.cell("a3").click()
    expect(visit.status()).to_contain_text("X wins")
    assert visit.page.evaluate("window.heard") == ["move", "move", "end"]
    visit.close()


@needs_browser
def test_a_result_against_the_engine_is_remembered_once(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=nim:1,1&seats=p,1")
    record = visit.page.locator(".record")
    visit.cell("pile 1, match 1").click()
    expect(record).to_have_text("1 lost so far.")
    visit.press("ArrowLeft")
    expect(visit.status()).to_have_text("MAX to move")
    visit.press("ArrowRight")
    expect(visit.status()).to_contain_text("MIN wins")
    expect(record).to_have_text("1 lost so far.")
    visit.page.reload()
    expect(record).to_have_text("1 lost so far.")
    visit.close()
