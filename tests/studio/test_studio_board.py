"""Boards: labels, accessible names, clicks, drags and keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from studio import Engine, Visit, found
from visits import needs_browser

OUTSIDE = """() => [...document.querySelectorAll(".badge")].filter((badge) => {
  const boxOf = (element) => element.getBoundingClientRect();
  const [inner, outer] = [boxOf(badge), boxOf(badge.closest(".cell"))];
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [[x, y], [u, v]] = [middle(inner), middle(outer)];
  return Math.hypot(x - u, y - v) > 1 || inner.width > outer.width;
}).length"""
"""How many values do not lie in the middle of their cells."""

MOVES = """async (game) => {
  const { Score } = await import("./game/score.js");
  return (await new Score(game).at()).actions.map(({ name }) => name);
}"""


@needs_browser
@pytest.mark.parametrize(
    ("game", "width"), [("hex:size=5", 1280), ("hex:size=11", 390), ("dots-and-boxes", 1280)]
)
def test_values_lie_in_the_middle_of_cells_that_are_cut_out(
    browser: Browser, address: str, game: str, width: int
) -> None:
    visit = Visit(browser, address, viewport={"width": width, "height": 900})
    engine = Engine(visit)
    visit.go(f"#/analyse?game={game}")
    moves = visit.page.evaluate(MOVES, game)
    engine.find("values", [found(move, 0.25 - i / len(moves)) for i, move in enumerate(moves)])
    expect(visit.page.locator(".badge")).to_have_count(len(moves))
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
        ("othello", "d4, White", "abcdefgh"),
    ],
)
def test_a_cell_is_called_as_moves_call_it(
    browser: Browser, address: str, view: str, told: str, printed: str
) -> None:
    visit = Visit(browser, address, f"#/play?game={view}&seats=p,p,p")
    expect(visit.page.locator(f'.cell[aria-label="{told}"]')).to_have_count(1)
    texts: Any = visit.page.locator(
        ".files.upper, .ranks, .coordinate, .files:not(.upper)"
    ).all_text_contents()
    assert printed in "".join(texts)
    visit.axe()
    visit.close()


@needs_browser
@pytest.mark.slow
def test_arrows_lead_from_cell_to_cell_whatever_their_shape(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=backgammon&moves=3-1&seats=p,p")
    visit.button("Hint").click()
    expect(visit.status()).to_contain_text("Hint: ")
    expect(visit.page.locator(".arrow")).to_have_count(2)  # one for each die
    heads = visit.page.locator(".arrow polygon").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    width: float = visit.page.locator(".cell").first.evaluate(
        "cell => cell.getBoundingClientRect().width"
    )
    assert max(heads) < width
    expect(visit.page.locator(".caption")).to_have_text(re.compile("to play 3-1; pips: "))
    visit.close()


@needs_browser
def test_a_click_without_a_pointer_counts_and_one_with_it_counts_once(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=tic-tac-toe&seats=p,p")
    visit.cell("b2").evaluate("cell => cell.click()")
    expect(visit.status()).to_have_text("O to move")
    visit.cell("a1").click()
    expect(visit.status()).to_have_text("X to move")
    visit.go("#/play?game=chess&seats=p,p")
    visit.cell("e2").evaluate("cell => cell.click()")
    expect(visit.cell("e4")).to_have_class(re.compile("target"))
    visit.cell("e4").evaluate("cell => cell.click()")
    expect(visit.status()).to_have_text("Black to move")
    # as assistive tools do it, on a slow machine
    nowhere = "name => cell.dispatchEvent(new PointerEvent(name, { bubbles: true }))"
    slow = "for (const end = performance.now() + 100; performance.now() < end;);"
    visit.cell("e7").evaluate(
        f"cell => {{ ['pointerdown', 'pointerup'].forEach({nowhere}); {slow} cell.click(); }}"
    )
    expect(visit.cell("e5")).to_have_class(re.compile("target"))
    visit.close()


@needs_browser
def test_arrow_keys_and_strokes_make_moves_that_are_directions(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/play?game=twenty48&moves=a1=2~b2=2&seats=p")
    moves = visit.page.locator(".moves .move")
    visit.cell("a1").click()
    expect(visit.page.locator(".cell.own, .cell.target, .cell.chosen")).to_have_count(
        0
    )  # no cell stands for a move
    visit.press("ArrowUp")
    expect(moves).to_have_count(4)  # and chance's tile
    assert moves.nth(2).inner_text() == "up"
    box = visit.page.locator(".grid").bounding_box()
    assert box is not None
    visit.page.mouse.move(box["x"] + 40, box["y"] + 40)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + 45, box["y"] + 200)
    visit.page.mouse.up()
    expect(moves).to_have_count(6)
    assert moves.nth(4).inner_text() == "down"
    visit.go("#/play?game=pacman&seats=p,p")
    expect(visit.status()).to_have_text("Pac-Man to move")
    visit.page.locator(".cell[tabindex='0']").focus()
    visit.press("Shift+ArrowRight", "ArrowLeft")
    expect(moves).to_have_text(["west"])
    visit.close()


@needs_browser
@pytest.mark.slow
def test_the_arrow_of_a_direction_points_there(browser: Browser, address: str) -> None:
    visit = Visit(
        browser, address, "#/play?game=twenty48&position=0,0,0,2/0,0,0,2/0,0,0,4/0,0,0,8&seats=p"
    )
    visit.button("Hint").click()
    expect(visit.status()).to_have_text(re.compile("Hint: (up|down|left|right)"))
    lines = visit.page.locator(".arrow line").evaluate_all(
        """all => all.map((one) =>
          ["x1", "y1", "x2", "y2"].map((name) => Number(one.getAttribute(name))))"""
    )
    across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[
        visit.status().inner_text().removeprefix("Hint: ")
    ]
    assert lines
    for x1, y1, x2, y2 in lines:
        assert (round(x2 - x1, 2) > 0) - (round(x2 - x1, 2) < 0) == across
        assert (round(y2 - y1, 2) > 0) - (round(y2 - y1, 2) < 0) == down
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_board_alone_says_how_wide_its_side_is(browser: Browser, address: str) -> None:
    """The cards stay in place when the dice give more buttons."""
    visit = Visit(browser, address, "#/play?game=backgammon&seats=p,p&moves=3-1")
    expect(visit.page.locator(".others button").nth(10)).to_be_visible()
    before = visit.page.locator(".side").bounding_box()
    visit.go("#/play?game=backgammon&seats=p,p&moves=3-1~8/5 6/5~6-6")
    expect(visit.status()).to_have_text("Black to move")
    after = visit.page.locator(".side").bounding_box()
    assert before is not None and after is not None and before["x"] == after["x"]
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_move_in_the_list_is_not_wrapped(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=coins&moves=7=6%2B1~6=4%2B2&seats=p,p")
    moves = visit.page.locator(".moves .move")
    expect(moves).to_have_text(["7=6+1", "6=4+2"])
    heights = moves.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert max(heights) < 40  # one line
    visit.close()


@needs_browser
@pytest.mark.parametrize("points", [(13, 7, 8, 7), (8, 7, 13, 7)])
def test_a_move_of_two_men_is_clicked_in_either_order(
    browser: Browser, address: str, points: tuple[int, ...]
) -> None:
    visit = Visit(browser, address, "#/play?game=backgammon&seats=p,p&moves=6-1")
    expect(visit.status()).to_have_text("White to move")
    for point in points:
        visit.cell(str(point)).click()
    expect(visit.page.locator(".moves .move").nth(1)).to_have_text("13/7 8/7")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_arrow_keys_work_without_focus_on_the_board(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=pacman&seats=p,p")
    expect(visit.status()).to_have_text("Pac-Man to move")
    visit.press("ArrowLeft")
    expect(visit.page.locator(".moves .move")).to_have_text(["west"])
    visit.close()


@needs_browser
def test_keys_work_after_every_click(browser: Browser, address: str) -> None:
    """A click leaves no focus on the board, a button, a switch or a list; the keyboard's stays."""
    visit = Visit(browser, address, "#/analyse?game=tic-tac-toe&moves=b2~a1~c3&engine=0")
    moves = visit.page.locator(".moves .move[aria-current]")
    expect(moves).to_have_text(["c3"])
    current = iter(("a1", "b2", "a1", "c3", "a1", "b2"))
    keys = iter(("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"))
    for click in (
        lambda: visit.cell("b2").click(),
        lambda: visit.button("Flip").click(),
        lambda: visit.page.locator(".toggle", has_text="Values on the moves").click(),
        lambda: visit.page.get_by_role("radio", name="2", exact=True).locator("..").click(),
        lambda: visit.page.get_by_text("Position and moves as text").click(),
        lambda: visit.page.get_by_role("button", name=re.compile("^Theme")).click(),
    ):
        click()
        visit.press(next(keys))
        expect(moves).to_have_text([next(current)])
    visit.press("Tab")
    visit.cell("b2").focus()
    visit.press("ArrowRight")
    expect(visit.cell("a2")).to_be_focused()  # the board is flipped
    expect(moves).to_have_text(["b2"])
    visit.page.get_by_role("textbox", name="Moves from there", exact=True).click()
    visit.press("ArrowLeft")
    expect(moves).to_have_text(["b2"])
    visit.go("#/play?game=tic-tac-toe&moves=b2~a1~c3&seats=p,p")
    expect(moves).to_have_text(["c3"])
    visit.cell("b2").click()
    visit.press("ArrowLeft")
    expect(moves).to_have_text(["a1"])
    visit.button("Flip").click()
    visit.press("Home", "ArrowRight")
    expect(moves).to_have_text(["b2"])
    visit.close()


@needs_browser
def test_escape_puts_back_a_piece_that_was_clicked(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=chess&seats=p,p")
    visit.cell("e2").click()
    expect(visit.cell("e4")).to_have_class(re.compile("target"))
    visit.press("Escape")
    expect(visit.page.locator(".cell.target, .cell.chosen")).to_have_count(0)
    visit.close()


@needs_browser
@pytest.mark.parametrize(
    ("view", "clicked", "told"),
    [
        (
            "chess",
            ["e2"],
            ["a2, white pawn, can be played", "e2, white pawn, chosen", "e4, empty, can go here"],
        ),
        (
            "checkers",
            ["11"],
            ["12, black man, can be played", "11, black man, chosen", "15, empty, can go here"],
        ),
        (
            "backgammon&moves=6-1",
            ["13"],
            ["13, 5 White, chosen", "8, 3 White, can be played", "7, empty, can go here"],
        ),
        ("backgammon&moves=6-1", ["13", "7"], ["8, 3 White, can be played", "7, empty, chosen"]),
    ],
)
def test_a_piece_that_is_picked_up_goes_to_its_targets_only(
    browser: Browser, address: str, view: str, clicked: list[str], told: list[str]
) -> None:
    visit = Visit(browser, address, f"#/play?game={view}&seats=p,p")
    for cell in clicked:
        visit.cell(cell).click()
    for words in told:
        expect(visit.page.locator(f'.cell[aria-label="{words}"]')).to_have_count(1)
    visit.close()


AT_REST = """async () => {
  scrollTo(0, 100);
  for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
  return scrollY === 100;
}"""
"""Is the page where it is to be, with nothing left of the strokes before?"""


@needs_browser
def test_a_finger_drags_what_can_move_and_scrolls_from_elsewhere(
    browser: Browser, address: str
) -> None:
    visit = Visit(
        browser,
        address,
        "#/play?game=chess&seats=p,p",
        viewport={"width": 390, "height": 700},
        has_touch=True,
        is_mobile=True,
    )
    expect(visit.status()).to_have_text("White to move")
    touch = visit.context.new_cdp_session(visit.page)

    def drag(begin: str, end: str) -> float:
        """How far the page has scrolled while a finger went from one cell to another."""
        visit.wait_until(lambda: visit.page.evaluate(AT_REST))
        boxes = [visit.cell(name).bounding_box() for name in (begin, end)]
        (x, y), (u, v) = (
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for box in boxes
            if box is not None
        )
        touch.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        )
        for step in range(1, 11):
            point = {"x": x + (u - x) * step / 10, "y": y + (v - y) * step / 10}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        scrolled: float = visit.page.evaluate("scrollY - 100")
        return scrolled

    assert drag("e2", "e4") == 0
    expect(visit.status()).to_have_text("Black to move")
    for cells in (
        ("d2", "d4"),
        ("e5", "e6"),
        ("e5", "e3"),
    ):  # a piece of the other player, and empty cells
        visit.wait_until(lambda cells=cells: drag(*cells) != 0)
    expect(visit.page.locator(".moves .move")).to_have_text(["e4"])
    assert drag("e7", "e5") == 0
    expect(visit.status()).to_have_text("White to move")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_dragged_piece_may_disappear(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=chess&seats=p,p")
    box = visit.cell("e2").bounding_box()
    assert box is not None
    visit.page.mouse.move(box["x"] + 10, box["y"] + 10)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + 10, box["y"] - 30)
    expect(visit.page.locator(".dragging")).to_have_count(1)
    visit.go("#/play?game=tree:two-ply&seats=p,p")
    expect(visit.page.locator(".board-text")).to_be_visible()
    board = visit.page.locator(".board-text").bounding_box()
    assert board is not None
    visit.page.mouse.move(board["x"] + 5, board["y"] + 5)
    visit.page.mouse.up()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_box_shows_its_owner(browser: Browser, address: str) -> None:
    visit = Visit(
        browser,
        address,
        "#/play?game=dots-and-boxes:rows=1,columns=3"
        "&moves=h11~h21~v11~h12~h22~v13~h13~v12~v14~h23&seats=p,p",
    )
    expect(visit.status()).to_have_text("Second wins, 2 boxes to 1.")
    boxes = visit.page.locator(".cell .letter")
    expect(boxes).to_have_text(["S", "S", "F"])
    assert (
        len(
            set(
                boxes.locator("circle").evaluate_all(
                    "all => all.map((one) => getComputedStyle(one).fill)"
                )
            )
        )
        == 2
    )
    expect(
        visit.page.locator('.cell[aria-label="Second"], .cell[aria-label="second"]')
    ).to_have_count(2)
    expect(visit.page.locator(".seats .who .letter")).to_have_text(["F", "S"])
    visit.axe()
    visit.close()


PROMOTION = "#/play?game=chess&seats=p,p&position=8/P6k/8/8/8/8/8/K7+w+-+-+0+1"


def promoting(browser: Browser, address: str) -> tuple[Visit, Any]:
    """A pawn that has gone to the last rank, and the question what it becomes."""
    visit = Visit(browser, address, PROMOTION)
    visit.cell("a7").click()
    visit.cell("a8").click()
    asking = visit.page.get_by_role("dialog", name="Which move?")
    expect(asking.get_by_role("button")).to_have_count(4)
    return visit, asking


@needs_browser
def test_an_ambiguous_click_asks_which_move(browser: Browser, address: str) -> None:
    visit, asking = promoting(browser, address)
    visit.axe()
    asking.get_by_role("button", name="a8=N").click()
    expect(asking).to_be_hidden()
    expect(visit.cell("a8")).to_have_accessible_name(re.compile("a8, white knight"))
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("view", ["#/play?game=othello&seats=p,p", "#/analyse?game=othello"])
def test_the_dialog_closes_when_its_game_is_gone(browser: Browser, address: str, view: str) -> None:
    visit, asking = promoting(browser, address)
    visit.go(view)
    expect(visit.page.get_by_role("combobox", name="Game", exact=True)).to_have_value("othello")
    expect(asking).to_be_hidden()
    expect(visit.status()).to_have_text("Black to move")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_typed_text_stays_when_the_engine_moves(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/play?game=connect-four&seats=p,p")
    expect(visit.status()).to_have_text("First to move")
    visit.page.get_by_text("Position as text").click()
    visit.page.get_by_label("Position", exact=True).fill("half a tex")
    visit.page.evaluate(
        "document.querySelectorAll('.cell')[3].click()"
    )  # as if the engine moved: the focus stays
    expect(visit.status()).to_have_text("Second to move")
    expect(visit.page.get_by_label("Position", exact=True)).to_have_value("half a tex")
    visit.close()
