"""Puzzles on paper: one HTML page with their boards, and the solutions on a sheet of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.errors import BadLimit
from zermelo.game import Game
from zermelo.show.board_svg import board_svg
from zermelo.show.escape import escape_xml
from zermelo.show.theme import fix_theme
from zermelo.solve.puzzles import Puzzle

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
@page{{size:A4;margin:16mm}}:root{{color-scheme:only light}}
body{{font:16px/1.4 system-ui,'DejaVu Sans',sans-serif;color:#1b1f24;background:#fff;
max-width:60rem;margin:2rem auto;padding:0 1rem}}
h1{{font-size:1.25rem}}.name{{float:right;color:#4b5563}}
.puzzles{{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.6rem}}
figure{{margin:0;break-inside:avoid}}figcaption{{font-weight:600;margin-bottom:.4rem}}
svg{{display:block;width:min(100%,14rem);height:auto}}figure p{{margin:.3rem 0 0;color:#4b5563}}
pre{{margin:0;font-size:1rem;overflow-x:auto}}
.blank{{border-bottom:1px solid #6b7280;height:1.8rem;margin-top:.4rem}}
.solutions{{break-before:page;margin-top:3rem}}.solutions li{{margin:.3rem 0}}
code{{font-size:.8rem;color:#4b5563;margin-left:.6rem}}
@media print{{body{{font-size:11pt;margin:0;padding:0;max-width:none}}}}
</style></head><body>
<span class="name">Name: ____________________</span><h1>{title}</h1>
<div class="puzzles">
{puzzles}
</div>
{solutions}
</body></html>
"""


def make_puzzle_sheet(game: Game[Any, Any], puzzles: Sequence[Puzzle], answers: bool) -> str:
    """Return the page: a board and a line to write on for each puzzle, and with `answers` the
    solutions."""
    title = escape_xml(f"Puzzles: {game.full_title}")
    figures = "\n".join(_make_figure(game, number, one) for number, one in enumerate(puzzles, 1))
    rows = "".join(f"<li>{_write_solutions(one)}</li>" for one in puzzles)
    solutions = f'<section class="solutions"><h1>Solutions</h1><ol>{rows}</ol></section>'
    return PAGE.format(title=title, puzzles=figures, solutions=solutions if answers else "")


def write_puzzle_sheet(
    path: Path, game: Game[Any, Any], puzzles: Sequence[Puzzle], answers: bool
) -> None:
    """Write the page to a file that ends in .html."""
    if path.suffix != ".html":
        raise BadLimit(f"{path}: a sheet of puzzles ends in .html")
    try:
        path.write_text(make_puzzle_sheet(game, puzzles, answers), encoding="utf-8")
    except OSError as error:
        raise BadLimit(f"{path}: {error.strerror}") from None


def _make_figure(game: Game[Any, Any], number: int, one: Puzzle) -> str:
    board = game.board(one.state)
    drawing = f"<pre>{escape_xml(one.text)}</pre>"
    if board is not None:
        caption = escape_xml(game.caption(one.state))
        below = f"<p>{caption}</p>" if caption else ""
        drawing = fix_theme(board_svg(board, one.position), "light") + below
    words = escape_xml(f"{number}. {one.task}")
    blank = '<div class="blank"></div>'
    return f"<figure><figcaption>{words}</figcaption>{drawing}{blank}</figure>"


def _write_solutions(one: Puzzle) -> str:
    names = escape_xml(" or ".join(one.solutions))
    return f"{names} <code>{escape_xml(one.position)}</code>"
