"""Boards of their own: matches, coins, seeds, points and dice; checks, captures, promotions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from studio import Engine, Visit, found
from visits import needs_browser

PROMOTION = "#/play?game=chess&seats=p,p&position=8/P6k/8/8/8/8/8/K7+w+-+-+0+1"


@needs_browser
def test_matches_are_taken_from_any_heap_of_the_same_size(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=nim:3,2&seats=p,p")
    expect(visit.page.locator(".cell .match")).to_have_count(6)
    visit.cell("pile 1, match 2").click()
    expect(visit.page.locator(".cell .match")).to_have_count(4)
    expect(visit.page.locator(".moves .move")).to_have_text(["3-2"])
    visit.axe()
    visit.go("#/play?game=coins:8&seats=p,p")
    visit.cell("pile 1, coin 5").click()
    expect(visit.page.locator(".moves .move")).to_have_text(["8=4+4"])
    expect(visit.page.locator(".ranks span")).to_have_text(["4", "4"])
    visit.close()


@needs_browser
def test_pig_has_a_die_and_its_cells_are_its_moves(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=pig&moves=roll~5&seats=p,p")
    die = visit.page.get_by_role("img", name="dice: 5")
    expect(die.locator(".pip")).to_have_count(5)
    expect(visit.page.locator(".others button")).to_have_count(0)
    visit.axe()
    visit.cell("first's points").click()
    expect(visit.status()).to_have_text("Second to move")
    expect(visit.cell("first's points")).to_have_accessible_name(
        re.compile("^first's points, 5 of 100")
    )
    expect(die).to_be_hidden()
    visit.cell("points of this turn").click()
    expect(visit.page.get_by_role("img", name="dice: ")).to_be_visible()  # chance has rolled
    visit.close()


@needs_browser
def test_seeds_and_dice_are_drawn(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=kalah&seats=p,p&moves=3")
    expect(visit.page.locator(".seed")).to_have_count(48)
    visit.go("#/play?game=backgammon&moves=6-2&seats=p,p")
    expect(visit.page.get_by_role("img", name="dice: 6 and 2").locator(".pip")).to_have_count(8)
    visit.close()


@needs_browser
def test_a_check_and_captured_men_are_shown(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=chess&seats=p,p&moves=e4~f5~exf5~g6~Qh5")
    expect(visit.page.locator(".strip .taken")).to_have_count(1)
    expect(visit.page.get_by_role("img", name="has taken 1")).to_be_visible()
    visit.go("#/play?game=chess&seats=p,p&moves=e4~f6~Qh5%2B")
    expect(visit.page.locator(".cell.check")).to_have_accessible_name(
        re.compile("^e8, black king, in check")
    )
    expect(visit.page.locator(".strip")).to_be_hidden()  # nothing to show
    visit.close()


@needs_browser
def test_a_promotion_is_chosen_on_its_square_by_keys_too(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, PROMOTION)
    asking = visit.page.get_by_role("dialog", name="Which move?")
    visit.cell("a7").click()
    visit.cell("a8").click()
    expect(asking.locator(".piece")).to_have_count(4)
    square, dialog = visit.cell("a8").bounding_box(), asking.bounding_box()
    assert square is not None and dialog is not None
    assert (dialog["x"], dialog["y"]) == pytest.approx((square["x"], square["y"]), abs=2)
    visit.press("Escape")
    expect(asking).to_be_hidden()
    expect(visit.cell("a7")).to_have_accessible_name(re.compile("white pawn"))
    visit.cell("a7").click()
    visit.cell("a8").click()
    visit.press("ArrowDown")
    visit.press("Enter")
    expect(visit.cell("a8")).to_have_accessible_name(re.compile("white rook"))
    visit.close()


@needs_browser
def test_values_stand_on_the_square_that_a_move_goes_to(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    engine = Engine(visit)
    visit.go("#/analyse?game=chess&moves=e4~d5")
    moves = ("exd5", "e5", "Nc3")
    engine.find("values", [found(move, 0.5 - i / 10) for i, move in enumerate(moves)])
    expect(visit.page.locator(".badge")).to_have_count(3)
    expect(visit.cell("d5").locator(".badge")).to_have_text("+.50")
    boxes = [visit.cell("d5").locator(part).bounding_box() for part in (".piece", ".badge")]
    piece, badge = boxes
    assert piece is not None and badge is not None
    assert badge["y"] + badge["height"] / 2 < piece["y"] + 2  # above the head of the pawn
    visit.cell("e4").click()
    expect(visit.page.locator(".badge")).to_have_count(2)
    visit.close()
