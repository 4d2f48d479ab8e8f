"""What a new user does from the start page, as far as people stumbled over it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect
from studio import REFUSED, Visit, place
from visits import needs_browser


@needs_browser
def test_a_leaf_that_is_changed_at_the_end_shows_the_new_answer(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, drawer="closed")
    visit.page.get_by_role("link", name="Tree lab").click()
    visit.page.locator(".bench:not(.busy) svg.z").wait_for()
    visit.press("End")
    expect(visit.page.locator(".answer")).to_contain_text("3 for MAX")
    visit.page.get_by_role("button", name="leaf F, value 12: change it").click()
    visit.page.get_by_label("Value of F").fill("1")
    visit.press("Enter")
    expect(visit.page.locator(".answer")).to_contain_text("2 for MAX")
    expect(place(visit)).to_have_text("48 / 48")
    visit.close()


@needs_browser
def test_a_key_goes_to_the_next_cut(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab?game=tree:two-ply&algorithm=alphabeta", "closed")
    visit.page.locator(".bench:not(.busy) svg.z").wait_for()
    visit.press("c")
    expect(place(visit)).to_have_text("22 / 41")
    expect(visit.page.locator(".say")).to_contain_text("need not be looked at")
    visit.press("c")
    expect(place(visit)).to_have_text("41 / 41")
    visit.close()


@needs_browser
def test_enter_searches_a_tree_that_was_typed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/lab")
    visit.choose("Own")
    box = visit.page.locator(".own-tree textarea")
    box.fill("[[3, 12], [2 4]]")
    box.press("Enter")
    expect(visit.page.locator(".refusal mark")).to_have_text("4")
    box.fill("[[3, 12], [2, 4]]")
    box.press("Shift+Enter")
    expect(box).to_have_value("[[3, 12], [2, 4]]\n")
    box.press("Enter")
    expect(visit.page.locator(".what")).to_have_text("alphabeta on [[3, 12], [2, 4]]")
    expect(box).not_to_be_focused()
    visit.press("ArrowRight")  # steps, and does not move in the text
    expect(place(visit)).to_have_text(re.compile("^1 /"))
    visit.close(REFUSED)


@needs_browser
def test_a_mate_is_set_up_on_a_cleared_board(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=chess&engine=0")
    visit.button("Edit").click()
    sheet = visit.page.locator("dialog[open]")
    visit.button("Clear").click()
    for piece, cell in (("white king", "g6"), ("white queen", "a1"), ("black king", "g8")):
        sheet.get_by_label(piece, exact=True).check()
        sheet.get_by_role("gridcell", name=re.compile(f"^{cell},")).click()
    expect(sheet.get_by_role("status")).to_have_text(re.compile(r"^White to move[.;]"))
    box = sheet.get_by_label("K", exact=True)
    expect(box).not_to_be_checked()
    box.click()
    expect(box).not_to_be_checked()
    expect(sheet.get_by_role("status")).to_have_text(
        re.compile("castling K.* is not possible here")
    )
    visit.button("Begin here").click()
    expect(visit.cell("a1")).to_have_accessible_name(re.compile("white queen"))
    assert "position=6k1/8/6K1/8/8/8/8/Q7+w+-+-+0+1" in visit.page.url
    visit.close()


@needs_browser
def test_share_says_that_a_file_was_saved(browser: Browser, address: str, tmp_path: Path) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&moves=b2~a1&seats=p,p")
    visit.cell("a1").wait_for()
    with visit.page.expect_download() as saved:
        visit.button("Share").click()
    visit.button("Saved").wait_for()
    saved.value.save_as(tmp_path / "shared.html")
    assert "tic-tac-toe" in (tmp_path / "shared.html").read_text("utf-8").lower()
    visit.button("Share").wait_for()
    visit.close()


@needs_browser
def test_the_table_of_pacman_is_played_at_once(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman")
    visit.choose("The table")
    expect(visit.page.locator(".reasons li")).to_have_count(4)
    visit.close()


@needs_browser
def test_on_a_phone_the_question_is_on_the_first_screen(browser: Browser, address: str) -> None:
    size = {"width": 390, "height": 844}
    visit = Visit(browser, address, viewport=size, has_touch=True)
    expect(visit.button("Nothing")).to_be_in_viewport(ratio=1)
    visit.close()


@needs_browser
def test_the_words_of_a_level_are_not_cut(browser: Browser, address: str) -> None:
    size = {"width": 1024, "height": 768}
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,p", viewport=size)
    visit.page.locator(".seats select").first.wait_for()
    excess = """select => {
      const style = getComputedStyle(select);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const room = select.clientWidth - parseFloat(style.paddingLeft)
        - parseFloat(style.paddingRight);
      return Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width)) - room;
    }"""
    assert visit.page.locator(".seats select").last.evaluate(excess) <= 0
    visit.close()


@needs_browser
def test_an_imported_game_names_its_players(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/analyse?game=chess&engine=0")
    visit.button("Import").click()
    record = '[White "Morphy"]\n[Black "?"]\n\n1. e4 d5 2. exd5'
    visit.page.locator("dialog[open] textarea").fill(record)
    visit.button("Read it").click()
    expect(visit.page.locator(".strip .name")).to_have_text(["Morphy", "Black"])
    visit.close()
