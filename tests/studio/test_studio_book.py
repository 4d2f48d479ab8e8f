"""What is proven already is shown at once, and the page says where it comes from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from studio import Visit
from studios import studio_at
from visits import needs_browser

from zermelo.book.file import read_book


@pytest.fixture(autouse=True)
def with_knowledge(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ZERMELO_BOOK", raising=False)


def count_kept(cache: Path) -> int:
    """The positions of tic-tac-toe that a studio has kept."""
    return sum(len(read_book(path).entries) for path in cache.glob("proven/tic-tac-toe-*.zbk"))


@needs_browser
@pytest.mark.slow
def test_a_proof_is_remembered_by_the_next_studio(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    badges = ".badge"
    with studio_at() as address:
        visit = Visit(browser, address, "#/analyse?game=tic-tac-toe")
        visit.wait_until(lambda: count_kept(tmp_path) == 4)  # the start; corner, edge, centre
        visit.close()
    with studio_at() as address:
        visit = Visit(browser, address, "#/analyse?game=tic-tac-toe")
        expect(visit.page.get_by_text("Proven, from an earlier session.")).to_be_visible()
        expect(visit.page.locator(badges)).to_have_count(9)
        expect(visit.page.locator(badges).first).to_have_text("D")
        visit.close()


@needs_browser
def test_connect_four_is_answered_from_the_book(browser: Browser) -> None:
    with studio_at() as address:
        visit = Visit(browser, address, "#/analyse?game=connect-four")
        expect(visit.page.get_by_text("Proven, from the book.")).to_be_visible()
        badges = visit.page.locator(".badge")
        expect(badges).to_have_count(7)
        expect(badges).to_have_text(
            [re.compile(f"^{sign}") for sign in ("L", "L", "D", "W", "D", "L", "L")]
        )
        visit.button("Why?").click()
        words = visit.page.locator(".why-words")
        expect(words).to_have_text(re.compile(r"^4 wins.* for First: proven\."))
        visit.go("#/play?game=connect-four&seats=p,1")
        visit.button("Hint").click()
        expect(visit.status()).to_contain_text("Hint: 4")
        expect(visit.page.locator(".card.engine")).to_contain_text("from the book")
        visit.go("#/analyse?game=connect-four&moves=4~4~5")  # in the book, its moves are not
        said = "Proven, from the book: loses for First. The values of its moves are being searched."
        expect(visit.page.get_by_text(said)).to_be_visible()
        expect(visit.page.locator(".bar .words")).to_have_text("L")
        visit.close()
