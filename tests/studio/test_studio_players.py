"""Games of one's own in the studio: marks and colours of players, lines and values with chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from studio import Visit
from studios import studio_at
from visits import needs_browser

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FILES = [str(EXAMPLES / name) for name in ("teeko.py", "einstein.py", "standoff.py")]


@pytest.fixture(scope="module")
def own_address() -> Iterator[str]:
    with studio_at(*FILES) as address:
        yield address


@needs_browser
def test_a_game_with_chance_has_lines_and_a_value_on_every_move(
    browser: Browser, own_address: str
) -> None:
    visit = Visit(browser, own_address, "#/analyse?game=Einstein&moves=1")
    expect(visit.page.get_by_role("group", name="Lines")).to_be_visible()
    expect(visit.page.locator(".variations li")).to_have_count(3)
    expect(visit.page.locator(".badge")).to_have_count(3)
    visit.close()


@needs_browser
def test_three_players_have_marks_of_their_own(browser: Browser, own_address: str) -> None:
    visit = Visit(browser, own_address, "#/play?game=Standoff")
    marks = visit.page.locator(".seats .who .letter")
    expect(marks).to_have_text(["A", "B", "C"])
    fills = marks.locator("circle").evaluate_all("all => all.map((c) => getComputedStyle(c).fill)")
    assert len(set(fills)) == 3
    expect(visit.page.locator(".status .letter, .who .letter").first).to_have_text("A")
    visit.close()


@needs_browser
def test_the_discs_of_red_are_red(browser: Browser, own_address: str) -> None:
    visit = Visit(browser, own_address, "#/analyse?game=Teeko&moves=a5~e1")
    red = "rgb(200, 50, 30)"
    expect(visit.page.locator(".cell .disc.second .body")).to_have_css("fill", red)
    expect(visit.page.locator(".cell .disc.first .body")).not_to_have_css("fill", red)
    visit.close()


@needs_browser
def test_an_agent_sits_by_its_name(browser: Browser, own_address: str) -> None:
    visit = Visit(browser, own_address, "#/play?game=tic-tac-toe&seats=p,random")
    seat = visit.page.locator(".seats select").nth(1)
    expect(seat).to_have_value("random")
    assert "mcts" in seat.locator("option").all_inner_texts()
    visit.cell("b2").click()
    expect(visit.page.locator(".cell .piece")).to_have_count(2)
    seat.select_option("alphabeta")
    expect(visit.page).to_have_url(re.compile("seats=p,alphabeta"))
    visit.close()
