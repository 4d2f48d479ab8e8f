"""Start states and Γ in the studio."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from studio import Visit, ready
from visits import needs_browser


@needs_browser
def test_a_start_state_is_chosen_and_gamma_is_written_out(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=nim:2,2&algorithm=minimax&answer=1")
    ready(visit, "lab")
    if not visit.page.locator("#lab-settings").is_visible():
        visit.button("Settings").click()
    starts = visit.page.get_by_role("combobox", name="Start state")
    expect(starts.locator("option")).to_have_text(["2 2 MAX", "2 2 MIN"])
    starts.select_option("2 2 MIN")
    visit.wait_until(lambda: "position=2" in visit.page.url)
    expect(visit.page.locator(".answer")).to_contain_text("for MIN")
    expect(visit.page.get_by_role("combobox", name="Start state")).to_have_value("2 2 MIN")
    visit.go("#/lab?game=nim:2,2&algorithm=minimax")
    ready(visit, "lab")
    visit.button("Γ as sets").click()
    sets = visit.page.locator("dialog .gamma")
    expect(sets).to_contain_text("S = {((2, 2), MAX), ((2, 2), MIN)}")
    expect(sets).to_contain_text(re.compile(r"v\(\(0, 0\), MAX\) = \(\+1, −1\)"))
    visit.wait_until(lambda: "gamma=1" in visit.page.url)
    visit.axe()
    visit.button("Close").click()
    visit.wait_until(lambda: "gamma" not in visit.page.url)
    visit.go("#/lectures")
    visit.page.locator("a[href*='gamma=1']").first.click()
    expect(sets).to_contain_text("P = {MAX, MIN}")
    visit.close()


@needs_browser
def test_a_large_game_is_refused_in_one_line(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tic-tac-toe&depth=1")
    ready(visit, "lab")
    if not visit.page.locator("#lab-settings").is_visible():
        visit.button("Settings").click()
    expect(visit.page.get_by_role("combobox", name="Start state")).to_have_count(0)
    visit.button("Γ as sets").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("more than 1,000 states")
    visit.errors.clear()  # the browser names the refused request
    visit.close()


@needs_browser
def test_play_and_analyse_begin_at_any_start_state(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=nim:2,2&seats=p,p")
    visit.page.get_by_text("Position as text").click()
    visit.page.get_by_role("combobox", name="Start state").select_option("2 2 MIN")
    expect(visit.status()).to_have_text("MIN to move")
    visit.go("#/analyse?game=nim:2,2")
    visit.page.get_by_text("Position and moves as text").click()
    visit.page.get_by_role("combobox", name="Start state").select_option("2 2 MIN")
    expect(visit.status()).to_have_text("MIN to move")
    visit.close()
