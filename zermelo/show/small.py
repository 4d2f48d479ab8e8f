"""Small boards for the nodes of a tree: as SVG, and as a LaTeX picture.

The pieces of the two sides differ in form: one is filled, the other an outline. Boards have a light
ground in dark mode, too, so that a filled piece is always a dark one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.board import in_ascii
from zermelo.show.escape import escape_xml

LARGEST_CELL = 15.0
SIDE = 96.0
"""About the longer side of a board with many cells."""

MIN_CELL, MIN_CELL_WITH_NUMBERS = 5.0, 13.0
"""The shortest side of a cell, without and with numbers in cells."""

STYLE = (
    ".z .b{fill:#fff}.z .b.t{stroke-width:.7}.z .now .b{fill:#fde68a}\n"
    ".z .q{fill:#1b1f24;fill-opacity:.14}"
    ".z .g,.z .pruned .g{stroke-width:.7;stroke:#8b949e;stroke-dasharray:none}\n"
    ".z .p,.z .pruned .p{fill:#1b1f24;font-weight:600}.z .p.o{fill:#fff;stroke:#1b1f24}"
    ".z .p.c{font-weight:400}.z .p.i{fill:#fff}\n"
    ".z .p.k{fill:none;stroke:#8b949e}.z .p.l{stroke:#1b1f24}"
    ".z .ahead .p{visibility:hidden}\n"
    "@media(prefers-color-scheme:dark){.z .b{fill:#c6ccd4}.z .now .b{fill:#e8c15a}"
    ".z .g{stroke:#6b7280}}"
)
"""b: the board (t: with thin lines), q: a dark square, g: the lines.

p: a piece (o: an outline, i: a number in a filled one, c: a chess piece, k: a king's ring, l: a
line).
"""

CHESSMEN = "♔♕♖♗♘♙♚♛♜♝♞♟"
WHITE_MEN, BLACK_MEN, KINGS = "⛀⛁", "⛂⛃", "⛁⛃"
WITHOUT_LINES = "•─│"
"""A board with these signs draws its own lines."""

AS_TEXT = "\ufe0e"
"""Behind a sign: do not draw it as an emoji."""

_PILE = re.compile(r"(\d+)([●○])")


def cell(board: dict[str, Any]) -> float:
    """Return the side of a cell.

    >>> cell({"rows": 3, "columns": 3, "cells": []}), cell({"rows": 8, "columns": 8, "cells": []})
    (15.0, 12.0)
    """
    has_numbers = any(len(sign) > 1 for sign in board["cells"])
    least = MIN_CELL_WITH_NUMBERS if has_numbers else MIN_CELL
    longer: int = max(board["rows"], board["columns"])
    return min(LARGEST_CELL, max(least, SIDE / longer))


def size(board: dict[str, Any]) -> tuple[float, float]:
    """Return the width and the height of a board."""
    side = cell(board)
    return side * (board["columns"] + _read_slant(board) * (board["rows"] - 1)), side * board[
        "rows"
    ]


def _read_slant(board: dict[str, Any]) -> float:
    """Return by how many cells a row lies further right than the one above."""
    return float(board.get("slant", 0)) / 2


# ---------------------------------------------------------------------- SVG


def svg(board: dict[str, Any], left: float, top: float) -> str:
    """Return the board with its upper left corner at a place."""
    if _read_slant(board):
        side = cell(board)
        cells = "".join(_draw_hexagon(x, y, side) for _, _, x, y in _list_places(board, left, top))
        ground = f'<path class="s b t" d="{cells}"/>'
    else:
        box = _draw_box(left, top, *size(board))
        ground = f'<path class="s b" d="{box}"/>{_draw_lines(board, left, top)}'
    return ground + "".join(_draw_pieces(board, left, top))


def _list_places(
    board: dict[str, Any], left: float, top: float
) -> Iterator[tuple[int, str, float, float]]:
    """Yield each cell's number, sign and upper left corner."""
    side, slant = cell(board), _read_slant(board)
    for i, sign in enumerate(board["cells"]):
        row, column = divmod(i, board["columns"])
        yield i, sign, left + side * (column + slant * row), top + side * row


def _draw_hexagon(x: float, y: float, side: float) -> str:
    """Return a cell with six neighbours, of a board whose rows are shifted by half a cell."""
    steps = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    lines = "".join(f"l{across * side / 2:.1f} {down * side / 3:.1f}" for across, down in steps)
    return f"M{x:.1f} {y + side / 6:.1f}{lines}z"


def _draw_box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"


def _draw_lines(board: dict[str, Any], left: float, top: float) -> str:
    """Return what separates the cells.

    Dark squares under chess and draughts pieces, holes where not every place is a cell, otherwise
    lines.
    """
    signs, side, columns = set(board["cells"]), cell(board), board["columns"]
    if signs & {*WITHOUT_LINES}:
        return ""
    places = list(_list_places(board, left, top))
    if signs & {*CHESSMEN, *WHITE_MEN, *BLACK_MEN}:
        dark = (_draw_box(x, y, side, side) for i, _, x, y in places if sum(divmod(i, columns)) % 2)
        return f'<path class="q" d="{"".join(dark)}"/>'
    if " " in signs:
        cells = [(x, y) for _, sign, x, y in places if sign != " "]
        return "".join(_draw_circle(x, y, side, 0.5, "q") for x, y in cells)
    upright = (f"M{x:.1f} {y:.1f}v{side:.1f}" for i, _, x, y in places if i % columns)
    across = (
        f"M{x:.1f} {y:.1f}h{side * columns:.1f}" for i, _, x, y in places if i % columns == 0 and i
    )
    return f'<path class="e g" d="{"".join([*upright, *across])}"/>'


def _draw_pieces(board: dict[str, Any], left: float, top: float) -> Iterator[str]:
    side = cell(board)
    for _, sign, x, y in _list_places(board, left, top):
        if sign.strip():
            yield _draw_piece(sign, x, y, side)


def _draw_piece(sign: str, x: float, y: float, side: float) -> str:
    """Return a sign in the cell whose upper left corner is given."""
    if pile := _PILE.fullmatch(sign):
        kind = "p" if pile[2] == "○" else "p i"
        return _draw_piece(pile[2], x, y, side) + _draw_word(pile[1], x, y, 0.72 * side, side, kind)
    if sign in CHESSMEN:
        return _draw_word(sign + AS_TEXT, x, y, side, side, "p c")
    draw = _SHAPES.get(sign)
    if draw is not None:
        return draw(x, y, side)
    return _draw_word(sign, x, y, _choose_font(sign, side), side, "p")


def _choose_font(sign: str, side: float) -> float:
    return min(13.0, (0.86 if sign.isdigit() else 1.1) * side, 1.5 * side / len(sign))


def _draw_word(sign: str, x: float, y: float, font: float, side: float, kind: str) -> str:
    at = f'x="{x + side / 2:.1f}" y="{y + side / 2 + 0.35 * font:.1f}" font-size="{font:.1f}"'
    return f'<text class="{kind}" text-anchor="middle" {at}>{escape_xml(sign)}</text>'


def _draw_circle(x: float, y: float, side: float, radius: float, kind: str) -> str:
    centre = f'cx="{x + side / 2:.1f}" cy="{y + side / 2:.1f}"'
    return f'<circle class="{kind}" {centre} r="{radius * side:.1f}"/>'


def _draw_disc(kind: str, *radii: float) -> Callable[[float, float, float], str]:
    """Return the function that draws a round piece, with rings in it for further radii."""
    first, *more = radii
    return lambda x, y, side: (
        _draw_circle(x, y, side, first, kind)
        + "".join(_draw_circle(x, y, side, ring, "p k") for ring in more)
    )


def _draw_block(x: float, y: float, side: float) -> str:
    """Return a full cell, a little larger, so that there is no gap between two of them."""
    return f'<path class="p" d="{_draw_box(x - 0.1, y - 0.1, side + 0.2, side + 0.2)}"/>'


def _draw_stroke(across: float, down: float) -> Callable[[float, float, float], str]:
    """Return the function that draws a line through the middle of a cell, into its neighbours."""

    def draw(x: float, y: float, side: float) -> str:
        x1, y1, x2, y2 = (
            at + side * (0.5 + share)
            for at, share in ((x, -across), (y, -down), (x, across), (y, down))
        )
        return f'<line class="p l" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'

    return draw


def _draw_pacman(x: float, y: float, side: float) -> str:
    """Return Pac-Man, looking to the right."""
    r = 0.45 * side
    mouth = f"M{x + side / 2:.1f} {y + side / 2:.1f}l{0.8 * r:.1f} {-0.6 * r:.1f}"
    return f'<path class="p" d="{mouth}a{r:.1f} {r:.1f} 0 1 0 0 {1.2 * r:.1f}z"/>'


_SHAPES: dict[str, Callable[[float, float, float], str]] = {
    "●": _draw_disc("p", 0.4),
    "○": _draw_disc("p o", 0.38),
    "⛂": _draw_disc("p", 0.4),
    "⛀": _draw_disc("p o", 0.38),
    "⛃": _draw_disc("p", 0.4, 0.2),
    "⛁": _draw_disc("p o", 0.38, 0.2),
    "•": _draw_disc("p", 0.14),
    "◉": _draw_disc("p", 0.28),
    "█": _draw_block,
    "■": _draw_block,
    "─": _draw_stroke(0.9, 0),
    "│": _draw_stroke(0, 0.9),
    "ᗧ": _draw_pacman,
}

# ---------------------------------------------------------------------- LaTeX

CELL_MM = 2.6
"""The side of a cell of three by three."""

_TEX_SIGNS = {
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "•": r"$\cdot$",
    "◉": r"$\odot$",
    "ᗧ": r"\textsf{P}",
    "─": r"\textendash",
    "│": r"$|$",
}


def latex(board: dict[str, Any], math: Callable[[str], str]) -> str:
    """Return the board as a picture environment, which may stand inside a node.

    Chess and draughts pieces are letters, Black's small.

    >>> latex({"rows": 1, "columns": 2, "cells": ["X", ""]}, str).count("framebox")
    2
    """
    rows, width = board["rows"], board["columns"] + _read_slant(board) * (board["rows"] - 1)
    unit = CELL_MM * cell(board) / LARGEST_CELL
    begin = rf"\setlength{{\unitlength}}{{{unit:.3g}mm}}"
    begin += rf"\begin{{picture}}({width:g},{rows})\linethickness{{.2pt}}"
    if _is_bare(board):
        begin += rf"\put(0,0){{\framebox({width:g},{rows}){{}}}}"
    return begin + "".join(_list_tex_cells(board, math)) + r"\end{picture}"


def _is_bare(board: dict[str, Any]) -> bool:
    """Return whether the board has one frame instead of a frame for each cell."""
    return bool({*board["cells"]} & {*WITHOUT_LINES, " "})


def _list_tex_cells(board: dict[str, Any], math: Callable[[str], str]) -> Iterator[str]:
    """Yield the cells at their places; empty ones of a bare board are left out."""
    is_bare, has_lines = _is_bare(board), bool({*board["cells"]} & {*WITHOUT_LINES})
    empty = ("", " ") if has_lines else (" ",)
    for i, sign in enumerate(board["cells"]):
        row, column = divmod(i, board["columns"])
        if not is_bare or sign not in empty:
            x, y = column + _read_slant(board) * row, board["rows"] - 1 - row
            yield rf"\put({x:g},{y}){{{_write_tex_cell(sign, is_bare, math)}}}"


def _write_tex_cell(sign: str, is_bare: bool, math: Callable[[str], str]) -> str:
    if sign in ("█", "■"):
        return r"\rule{\unitlength}{\unitlength}"
    content = _write_tex(sign, math) if sign or not is_bare else _TEX_SIGNS["•"]
    return rf"\{'make' if is_bare else 'frame'}box(1,1){{{content}}}"


def _write_tex(sign: str, math: Callable[[str], str]) -> str:
    if pile := _PILE.fullmatch(sign):
        return f"{pile[1]}{_TEX_SIGNS[pile[2]]}"
    if sign in (*CHESSMEN, *WHITE_MEN, *BLACK_MEN):
        return in_ascii(sign)
    return _TEX_SIGNS[sign] if sign in _TEX_SIGNS else math(sign) if sign else ""
