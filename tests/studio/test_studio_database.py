"""A studio with a database: value and remoteness of every move, without a search."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from studio import Visit
from studios import studio_at
from visits import needs_browser

from zermelo import catalogue, solve


@needs_browser
def test_every_move_shows_value_and_remoteness(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "ttt.zdb"
    db = solve.database(catalogue.game("tic-tac-toe"), path, gear="plain")
    s = db.game.after(["a1", "b1"])
    with studio_at("--db", str(path)) as address:
        visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=a1~b1")
        for move in db.moves(s):
            assert isinstance(move.outcome, solve.Outcome)
            letter = {"win": "W", "tie": "D", "lose": "L"}[move.outcome.kind]
            badge = visit.cell(db.game.name(s, move.action)).locator(".badge")
            expect(badge).to_have_text(f"{letter}{(move.outcome.remoteness or 0) + 1}")
        expect(visit.page.locator(".facts dd").nth(1)).to_have_text("0")  # nodes
        visit.close()


@needs_browser
@pytest.mark.slow
def test_play_against_a_database_with_values_on_the_board(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "ttt.zdb"
    db = solve.database(catalogue.game("tic-tac-toe"), path, gear="plain")
    with studio_at("--db", str(path)) as address:
        visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,db,errs=0.1")
        seats = visit.page.locator(".seats select")
        expect(seats.nth(1)).to_have_value("db,errs=0.1")
        seats.nth(1).select_option("db")
        assert "seats=p%2Cdb" in visit.page.url or "seats=p,db" in visit.page.url
        expect(visit.page.locator(".badge")).to_have_count(0)
        visit.page.get_by_text("Values of moves").click()
        expect(visit.cell("a1").locator(".badge")).to_have_text("D9")
        visit.cell("b1").click()
        expect(visit.page.locator(".card.engine .chip")).to_have_text("D8")
        s = db.game.start()
        assert str(db.probe(s)) == "tie in 9 plies"
        visit.close()
