"""Hostile names in the studio: trees, games, moves, positions and errors stay text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect
from studio import SEARCHED, Visit
from studios import studio_at
from visits import needs_browser

IMAGE = "<img src=x onerror='document.title=1'>"
NAMES = [IMAGE, "</script><script>document.title=1</script>", "<!--", "]]>", "${x}", '"><b>', "`"]

TREE = {"names": [IMAGE, "<i>"], "root": [{"name": name, "children": [1, 2]} for name in NAMES]}

GAME = '''
from zermelo import Game
from zermelo.board import Board, Detail

NAME = "<img src=x onerror='document.title=1'>"

class Hostile(Game[int, int]):
    """<img src=x onerror='document.title=1'>: its first line is shown."""

    unit = NAME
    def start(self): return 0
    def player(self, s): return s % 2
    def actions(self, s): return (1, 2)
    def result(self, s, a): return s + a
    def terminal(self, s): return s >= 6
    def utility(self, s, p): return 1 if p == s % 2 else -1
    def name(self, s, a): return NAME + str(a)
    def dump(self, s): return NAME + str(s)
    def load(self, text): raise ValueError(f"no {text}: {NAME}")
    def player_name(self, p): return NAME + "AB"[p]
    def ending(self, s): return NAME
    def caption(self, s): return NAME
    def board(self, s):
        return Board(1, 2, (NAME, str(s)), row_labels=(NAME,), column_labels=(NAME, "<b>"))
    def pieces(self): return (NAME, "<b>x</b>")
    def details(self, s): return (Detail(NAME, NAME), Detail("<i>", "", (NAME, "<b>")))
    def setup_text(self, cells, details): return NAME

class Broken(Hostile):
    def start(self): raise ValueError(NAME)
'''


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio with games whose every text is hostile."""
    path = tmp_path_factory.mktemp("<b>games") / "hostile.py"
    path.write_text(GAME, encoding="utf-8")
    with studio_at(f"{path}:Hostile", f"{path}:Broken") as found:
        yield found


def check(visit: Visit) -> None:
    """Nothing of the names has become an element or was run."""
    assert visit.page.locator("img[src=x], [onerror], b, i, script:not([src])").count() == 0
    assert visit.page.title().endswith("Zermelo studio")


def of_tree(view: str, **more: Any) -> str:
    fields = {"game": f"tree:{json.dumps(TREE)}", **more}
    return f"#/{view}?" + "&".join(f"{key}={quote(str(value))}" for key, value in fields.items())


@needs_browser
def test_names_of_a_tree_stay_text(browser: Browser, hostile: str) -> None:
    visit = Visit(browser, hostile, of_tree("lab", algorithm="minimax", step=9))
    visit.page.locator(f"{SEARCHED} .stage").wait_for()
    expect(visit.page.locator(".stage")).to_contain_text("]]>")
    check(visit)
    for view in ("play", "analyse"):
        visit.go(of_tree(view))
        expect(visit.page.locator(".others button").first).to_be_visible()
        check(visit)
    visit.close()


@needs_browser
def test_files_of_a_tree_hold_its_names(browser: Browser, hostile: str, tmp_path: Path) -> None:
    """Files that a browser opens; `tests/test_exports.py` reads the others."""
    visit = Visit(browser, hostile, of_tree("lab", algorithm="minimax", step=99))
    visit.page.locator(f"{SEARCHED} .stage").wait_for()
    for form in ("svg", "html"):
        visit.page.get_by_label("Format").select_option(form)
        with visit.page.expect_download() as begun:
            visit.button("Download").click()
        begun.value.save_as(tmp_path / f"x.{form}")
    check(visit)
    for form in ("svg", "html"):
        visit.page.goto((tmp_path / f"x.{form}").as_uri())
        expect(visit.page.locator("svg").first).to_contain_text("]]>")
        assert visit.page.locator("img, b, i").count() == 0
        assert visit.page.title() != "1"
    assert visit.errors == []
    visit.context.close()


@needs_browser
def test_comments_stay_text(browser: Browser, hostile: str) -> None:
    comment = quote(f"{{{IMAGE}}}")
    visit = Visit(browser, hostile, f"#/analyse?game=nim:2,2&engine=0&moves=2-1~{comment}~1-1")
    expect(visit.page.locator(".moves .comment")).to_have_text(IMAGE)
    check(visit)
    visit.close()


@needs_browser
def test_texts_of_a_game_stay_text(browser: Browser, hostile: str) -> None:
    visit = Visit(browser, hostile, "#/play?game=Hostile&seats=p,p")
    expect(visit.status()).to_contain_text(IMAGE)
    visit.page.locator(".others button").first.click()
    expect(visit.page.locator(".moves .move")).to_contain_text([IMAGE])
    check(visit)
    visit.go("#/analyse?game=Hostile")
    expect(visit.page.locator(".variations li").first).to_contain_text(IMAGE)
    check(visit)
    visit.go("#/lab?game=Hostile&algorithm=minimax&depth=2")
    visit.page.locator(f"{SEARCHED} .stage").wait_for()
    check(visit)
    visit.close()


PGN = f"""[Event "{IMAGE}"]
[White "{IMAGE}"]
[Black "</script><b>"]
[Result "{IMAGE}"]

{{{IMAGE}}} 1. e4 {{</script><script>document.title=1</script>}} (1. d4 {{<!--}}) e5 $1 {{]]>}} *

[White "</textarea><b>"]
[Black "{IMAGE}"]

1. c4 ; {IMAGE}
*
"""

SGF = (
    f"(;SZ[9]PB[{IMAGE}]PW[</script><b>]GN[{IMAGE}]C[{IMAGE}];B[ee]C[</script><b>:](;W[ed]N[<i>]))"
)


def read_in(visit: Visit, text: str) -> None:
    """Import a text."""
    visit.button("Import").click()
    visit.page.locator("dialog[open] textarea").fill(text)
    visit.button("Read it").click()


def share(visit: Visit, folder: Path) -> None:
    """Share what is shown, open the file without the server, and step through it."""
    with visit.page.expect_download() as begun:
        visit.button("Share").click()
    begun.value.save_as(folder / "shared.html")
    page = visit.context.new_page()
    page.goto((folder / "shared.html").as_uri())
    page.locator(".moves button").first.wait_for()
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
    assert page.locator("img, b, i, script[src], iframe").count() == 0
    assert page.title() != "1"
    page.close()


@needs_browser
def test_records_stay_text_in_the_page_the_export_and_a_shared_file(
    browser: Browser, hostile: str, tmp_path: Path
) -> None:
    visit = Visit(browser, hostile, "#/analyse?game=chess&engine=0")
    visit.page.locator(".grid .piece").first.wait_for()
    read_in(visit, PGN)
    visit.page.locator("dialog[open] select").wait_for()  # of two games one is chosen
    check(visit)
    visit.page.get_by_role("button", name="Open this game").click()
    expect(visit.page.locator(".moves .comment")).to_contain_text([IMAGE])
    check(visit)
    visit.button("Export").click()
    text = visit.page.locator("dialog[open] textarea")
    expect(text).to_have_value(re.compile(re.escape(IMAGE)))
    check(visit)
    exported = text.input_value()
    visit.press("Escape")
    share(visit, tmp_path)
    read_in(visit, exported)
    expect(visit.page.locator("dialog[open]")).to_have_count(0)
    check(visit)
    visit.go("#/play?game=go&seats=p,p")
    visit.page.locator(".view.play .grid").wait_for()
    read_in(visit, SGF)
    expect(visit.page.locator(".moves .comment")).to_contain_text([IMAGE, "</script>"])
    check(visit)
    visit.button("Export").click()
    expect(visit.page.locator("dialog[open] textarea")).to_have_value(re.compile("</script>"))
    visit.press("Escape")
    share(visit, tmp_path)
    assert visit.errors == []
    visit.context.close()


@needs_browser
def test_questions_about_a_tree_stay_text(browser: Browser, hostile: str) -> None:
    """Names in what is asked, told, said at the end, and presented."""
    visit = Visit(browser, hostile, of_tree("lab", algorithm="minimax", predict="1", present="1"))
    visit.page.locator(".predict-ask:not(:empty)").wait_for()
    asked = []
    for _ in range(int(visit.page.locator(".predict-score").inner_text().split()[-1])):
        visit.button("Show me").click()
        asked.append(visit.page.locator(".predict").inner_text())
        check(visit)
        visit.page.locator(".predict-room .main").click()
    assert any(IMAGE in words for words in asked)
    expect(visit.page.locator(".predict-missed")).to_contain_text("<img")
    check(visit)
    visit.close()


@needs_browser
def test_the_editor_shows_pieces_and_errors_as_text(browser: Browser, hostile: str) -> None:
    visit = Visit(browser, hostile, "#/play?game=Hostile&seats=p,p")
    visit.button("Edit").click()
    sheet = visit.page.locator("dialog[open]")
    expect(sheet.locator(".tool").first).to_be_visible()
    sheet.locator(".tool").nth(1).click()
    sheet.locator(".cell").first.click()
    expect(sheet.get_by_role("status")).to_be_visible()
    expect(sheet.locator(".details")).to_contain_text("<img")
    check(visit)
    visit.context.close()


WRONG = [
    f"#/play?game={quote(IMAGE)}",
    f"#/play?game=chess&tags={quote(f'White={quote(IMAGE)}')}&moves={quote(IMAGE)}",
    f"#/play?game=chess&position={quote(IMAGE)}&clock={quote(IMAGE)}&seats={quote(IMAGE)}",
    f"#/lab?game=tree:two-ply&algorithm={quote(IMAGE)}&predict={quote(IMAGE)}",
    f"#/play?game=Hostile&position={quote(IMAGE)}",
    f"#/analyse?game=nim:2,2&moves={quote(IMAGE)}",
    f"#/lab?game=tree:{quote(IMAGE)}",
    "#/play?game=Broken",
]
"""Addresses that are refused, with an error that quotes them or a message of a game."""


@needs_browser
def test_errors_quote_what_was_wrong(browser: Browser, hostile: str) -> None:
    visit = Visit(browser, hostile)
    for view in WRONG:
        visit.go(view)
        quoted = re.compile("<img|src=x")  # of a FEN, the word that is wrong
        expect(visit.page.locator(".notice.bad:visible").first).to_contain_text(quoted)
        check(visit)
    for view in ("lectures", "practise", "pacman"):
        visit.go(f"#/{view}?source={quote(IMAGE)}&item={quote(IMAGE)}&seed={quote(IMAGE)}")
        visit.round_trip()
        check(visit)
    assert not [error for error in visit.errors if "the server responded with" not in error]
    visit.context.close()
