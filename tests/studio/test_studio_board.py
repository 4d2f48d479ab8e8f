"""Boards: what is written on them and beside them, what is read aloud, and every way to touch them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from studio import Visit
from visits import needs_browser

OUTSIDE = """() => [...document.querySelectorAll(".badge")].filter((badge) => {
  const [inner, outer] = [badge, badge.closest(".cell")].map((element) => element.getBoundingClientRect());
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [[x, y], [u, v]] = [middle(inner), middle(outer)];
  return Math.hypot(x - u, y - v) > 1 || inner.width > outer.width;
}).length"""
"""How many values do not lie in the middle of their cells."""


@needs_browser
@pytest.mark.parametrize(("game", "width"), [("hex:size=5", 1280), ("hex:size=11", 390), ("dots-and-boxes", 1280)])
def test_values_lie_in_the_middle_of_cells_that_are_cut_out(browser: Browser, address: str, game: str, width: int) -> None:
    visit = Visit(browser, address, f"#/analyse?game={game}", viewport={"width": width, "height": 900})
    visit.page.locator(".badge").first.wait_for()
    assert visit.page.evaluate(OUTSIDE) == 0
    visit.close()


@needs_browser
@pytest.mark.parametrize(
    ("view", "told", "printed"),
    [
        ("hex:size=3&moves=b2", "b2, Red, last move", "123abc"),
        ("checkers", "12, black man, can be played", "".join(map(str, range(1, 33)))),
        ("dots-and-boxes:rows=1,columns=2&moves=h11", "v12, empty, can be played", "h1v1h211223"),
        ("tri-halma", "a2, A, can be played", "a1a2a3"),
        ("kalah", "South 3, 4, can be played", "North654321123456South"),
        ("kalah", "North's store, 0", "North"),
        ("backgammon&moves=3-1~8/5 6/5~6-2", "24, 2 Black, can be played", "1211109"),
        ("backgammon&moves=3-1", "24, 2 White, can be played", "1314"),
        ("backgammon&moves=3-1", "White's bar, empty", "bar"),
        ("pacman&moves=east", "row 4, column 6, ghost A", ""),
        ("pacman", "row 6, column 7, dot, can be played: east", ""),
        ("pacman", "row 3, column 6, empty", ""),
        ("othello", "d4, White", "abcdefgh"),
    ],
)
def test_a_cell_is_called_as_moves_call_it(browser: Browser, address: str, view: str, told: str, printed: str) -> None:
    visit = Visit(browser, address, f"#/play?game={view}&seats=p,p,p")
    expect(visit.page.locator(f'.cell[aria-label="{told}"]')).to_have_count(1)
    texts: Any = visit.page.locator(".files.upper, .ranks, .coordinate, .files:not(.upper)").all_text_contents()
    assert printed in "".join(texts)
    visit.axe()
    visit.close()


@needs_browser
def test_arrows_lead_from_cell_to_cell_whatever_their_shape(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=backgammon&moves=3-1&seats=p,p")
    visit.button("Hint").click()
    expect(visit.status()).to_contain_text("Hint: ")
    expect(visit.page.locator(".arrow")).to_have_count(2)  # one for each die
    heads = visit.page.locator(".arrow polygon").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    width: float = visit.page.locator(".cell").first.evaluate("cell => cell.getBoundingClientRect().width")
    assert max(heads) < width
    expect(visit.page.locator(".caption")).to_have_text(re.compile("to play 3-1; pips: "))
    visit.close()
