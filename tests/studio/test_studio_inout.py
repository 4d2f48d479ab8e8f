"""Games that come in and go out: pasted, dropped, opened, typed; copied and downloaded."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Browser, Locator, expect
from studio import Visit
from visits import needs_browser

ANALYSE = "#/analyse?game=tic-tac-toe&engine=0"
PLAY = "#/play?game=tic-tac-toe&seats=p,p"

TWO = """[Game "tic-tac-toe"]
[White "Ann"]

b2 a1

[Game "tic-tac-toe"]
[White "Bob"]

a3 b2 (c3)"""

PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const options = { clipboardData: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new ClipboardEvent("paste", options));
}"""

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  document.querySelector(".board-side").dispatchEvent(new DragEvent("drop", options));
}"""


def has_moves(visit: Visit, wanted: str) -> None:
    """Wait until the address has these moves."""

    def found() -> str:
        part = re.search(r"[?&]moves=([^&]*)", visit.page.url)
        return unquote_plus(part[1]) if part else ""

    visit.wait_until(lambda: found() == wanted)


@needs_browser
@pytest.mark.parametrize("view", [ANALYSE, PLAY])
def test_a_game_is_typed(browser: Browser, address: str, view: str) -> None:
    visit = Visit(browser, address, view)
    expect(visit.page.locator(".grid")).to_be_visible()
    visit.press("i")
    entry = visit.page.get_by_role("textbox", name="Game as text")
    entry.fill("1. b2! a1 {corner}\n(1... c1) 2. z9")
    visit.button("Read it").click()
    expect(visit.page.get_by_role("alert")).to_contain_text(
        "move 2. (line 2, column 14): 'z9' is not"
    )
    assert entry.evaluate("box => box.value.slice(box.selectionStart, box.selectionEnd)") == "z9"
    visit.button("Open the 3 moves before the mistake").click()
    expect(visit.page.locator(".sheet")).to_have_count(0)
    has_moves(visit, "b2~$1~a1~{corner}~(~c1~)")
    expect(visit.page.locator(".moves .move").first).to_have_text("b2!")
    visit.press("Control+z")
    has_moves(visit, "")
    visit.close()


@needs_browser
def test_a_game_is_pasted_dropped_and_opened(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    visit = Visit(browser, address, ANALYSE)
    expect(visit.page.locator(".grid")).to_be_visible()
    visit.page.evaluate(PASTE, "b2a1c3")
    has_moves(visit, "b2~a1~c3")
    visit.page.evaluate(DROP, ["game.txt", TWO])
    chooser = visit.page.get_by_label("Game, of 2")
    expect(chooser.locator("option")).to_have_text(["1. Ann – ?", "2. Bob – ?"])
    chooser.select_option("1")
    visit.button("Open this game: 3 moves").click()
    has_moves(visit, "a3~b2~(~c3~)")
    expect(visit.page.locator(".players")).to_have_text("Bob – ?")
    visit.page.reload()
    expect(visit.page.locator(".players")).to_have_text("Bob – ?")
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5];B[cc];W[cd])")
    visit.button("Import").click()
    visit.page.locator("input[type=file]").set_input_files(file)
    has_moves(visit, "C3~C2")
    assert "game=go:5" in visit.page.url
    visit.close()


@needs_browser
def test_a_game_is_exported(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, f"{ANALYSE}&moves=b2~(~a1~%7Bwhy not%7D~)~c3&tags=White%3DAnn")
    expect(visit.page.locator(".moves .move")).to_have_count(3)
    visit.press("x")
    text = visit.page.get_by_role("textbox", name="Game as text")
    whole = '[Game "tic-tac-toe"]\n[White "Ann"]\n\n1. b2 (1. a1 {why not}) 1... c3\n'
    expect(text).to_have_value(whole)
    with visit.page.expect_download() as download:
        visit.button("Download").click()
    assert download.value.suggested_filename == "tic-tac-toe.txt"
    assert Path(download.value.path()).read_text() == whole
    visit.button("Close").click()
    visit.go("#/analyse?game=go:5&engine=0&moves=C3")
    expect(visit.page.locator(".moves .move")).to_have_text(["C3"])
    visit.button("Export").click()
    expect(text).to_have_value("(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[7.5]\n;B[cc])\n")
    visit.choose("Text")
    expect(text).to_have_value('[Game "go:5"]\n\n1. C3\n')
    visit.close()


@needs_browser
def test_moves_with_numbers_are_typed_in_the_boxes(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, PLAY)
    entry = visit.page.get_by_label("Type a move")
    entry.fill("1. b2 a1")
    visit.press("Enter")
    has_moves(visit, "b2~a1")
    visit.go(ANALYSE)
    visit.page.locator("summary", has_text="as text").click()
    visit.page.get_by_label("Moves from there").fill("1. b2 a1 (1... c1 2. c2)")
    visit.press("Enter")
    has_moves(visit, "b2~a1~(~c1~c2~)")
    visit.close()


# ---------------------------------------------------------------------- the position editor


def tool(visit: Visit, name: str) -> Locator:
    return visit.page.get_by_role("radio", name=name, exact=True)


def square(visit: Visit, name: str) -> Locator:
    return visit.page.locator(".sheet").get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(visit: Visit, start: Locator, end: Locator) -> None:
    visit.page.mouse.move(*centre(start))
    visit.page.mouse.down()
    visit.page.mouse.move(*centre(end), steps=3)
    visit.page.mouse.up()


@needs_browser
def test_a_position_is_edited_by_mouse(browser: Browser, address: str) -> None:
    start = "#/analyse?game=chess&engine=0&position=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1"
    visit = Visit(browser, address, start)
    expect(visit.page.locator(".grid .piece")).to_have_count(3)
    visit.button("Edit").click()
    note = visit.page.locator(".sheet .notice")
    expect(note).to_have_text("White to move.")
    drag(visit, square(visit, "h1"), square(visit, "h8"))
    expect(note).to_have_text("Black is in check, but White is to move")
    expect(visit.button("Begin here")).to_be_disabled()
    visit.page.get_by_label("To move", exact=True).select_option("Black")
    expect(note).to_have_text("Black to move; castling K is not possible here.")
    expect(visit.page.get_by_role("checkbox", name="K", exact=True)).not_to_be_checked()
    drag(visit, visit.page.locator("[data-tool='1']"), square(visit, "a1"))
    expect(square(visit, "a1")).to_have_attribute("aria-label", re.compile("white queen"))
    square(visit, "a1").click(button="right")
    expect(square(visit, "a1")).to_have_attribute("aria-label", re.compile("empty|^a1, can"))
    visit.button("Begin here").click()
    expect(visit.status()).to_have_text("Black to move")
    assert "position=4k2R/8/8/8/8/8/8/4K3+b+-+-+0+1" in visit.page.url
    visit.close()


@needs_browser
def test_a_position_is_edited_by_keys(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,p")
    expect(visit.page.locator(".grid")).to_be_visible()
    visit.press("e")
    note = visit.page.locator(".sheet .notice")
    expect(note).to_have_text("First to move.")
    square(visit, "row 1, column 1").focus()
    visit.press("Enter")
    expect(note).to_have_text("This position has a disc hanging in the air")
    visit.press("Enter")
    expect(note).to_have_text("First to move.")
    square(visit, "row 6, column 3").focus()
    visit.press("Enter")
    expect(note).to_have_text("Second to move.")
    tool(visit, "First").focus()
    visit.press("ArrowRight")
    expect(tool(visit, "Second")).to_be_checked()
    square(visit, "row 6, column 4").focus()
    visit.press(" ")
    expect(note).to_have_text("First to move.")
    visit.button("Begin here").focus()
    visit.press("Enter")
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    visit.press("Control+z")
    expect(visit.page.locator(".grid .piece")).to_have_count(0)
    visit.close()


@needs_browser
def test_a_position_is_edited_by_touch(browser: Browser, address: str) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&engine=0", **phone)
    expect(visit.page.locator(".grid")).to_be_visible()
    visit.button("Edit").tap()
    note = visit.page.locator(".sheet .notice")
    square(visit, "b2").tap()
    expect(note).to_have_text("O to move.")
    visit.page.locator("[data-tool='1']").tap()
    square(visit, "a1").tap()
    expect(note).to_have_text("X to move.")
    assert visit.page.evaluate("document.documentElement.scrollWidth") == 390
    visit.button("Begin here").tap()
    expect(visit.page.locator(".grid .piece")).to_have_count(2)
    visit.close()


@needs_browser
def test_a_hostile_record_stays_text(browser: Browser, address: str) -> None:
    """In names of players, comments and what is wrong."""
    visit = Visit(browser, address, ANALYSE)
    expect(visit.page.locator(".grid")).to_be_visible()
    image = "<img src=x onerror=alert(1)>"
    record = f'[Game "tic-tac-toe"]\n[White "{image}"]\n\nb2 {{</script>{image}}} {image}'
    visit.page.evaluate(PASTE, record)
    expect(visit.page.get_by_role("alert")).to_contain_text("'<img' is not legal here")
    visit.button("Open the 1 move before the mistake").click()
    expect(visit.page.locator(".moves .comment")).to_have_text(f"</script>{image}")
    expect(visit.page.locator(".players")).to_have_text(f"{image} – ?")
    expect(visit.page.locator("main img")).to_have_count(0)
    visit.close()
