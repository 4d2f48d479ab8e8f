"""Boards so small that they stand inside the nodes of a tree: as SVG, and as a LaTeX picture.

The pieces of the two sides differ in form: one is filled, the other only drawn round. Boards are paper in the dark as well, so that a
filled piece is a dark one wherever it is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from zermelo.board import in_ascii

LARGEST_CELL = 15.0
SIDE = 96.0
"""About the longer side of a board that has many cells."""

LEAST, LEAST_FOR_NUMBERS = 5.0, 13.0
"""The side of a cell is at least so much; more, if there are numbers in cells."""

STYLE = """\
.z .b{fill:#fff}.z .b.t{stroke-width:.7}.z .now .b{fill:#fde68a}
.z .q{fill:#1b1f24;fill-opacity:.14}.z .g,.z .pruned .g{stroke-width:.7;stroke:#8b949e;stroke-dasharray:none}
.z .p,.z .pruned .p{fill:#1b1f24;font-weight:600}.z .p.o{fill:#fff;stroke:#1b1f24}.z .p.c{font-weight:400}.z .p.i{fill:#fff}
.z .p.k{fill:none;stroke:#8b949e}.z .p.l{stroke:#1b1f24}.z .ahead .p{visibility:hidden}
@media(prefers-color-scheme:dark){.z .b{fill:#c6ccd4}.z .now .b{fill:#e8c15a}.z .g{stroke:#6b7280}}"""
"""b: the board (t: with thin lines), q: a dark square, g: the lines.

p: a piece (o: drawn round, i: a number in a filled one, c: a chessman, k: a king's ring, l: a line).
"""

CHESSMEN = "♔♕♖♗♘♙♚♛♜♝♞♟"
WHITE_MEN, BLACK_MEN, KINGS = "⛀⛁", "⛂⛃", "⛁⛃"
WITHOUT_LINES = "•─│"
"""A board with such signs draws its own lines."""

AS_TEXT = "\ufe0e"
"""Behind a sign: it is no emoji."""

_PILE = re.compile(r"(\d+)([●○])")


def cell(board: dict[str, Any]) -> float:
    """The side of a cell.

    >>> cell({"rows": 3, "columns": 3, "cells": []}), cell({"rows": 8, "columns": 8, "cells": []})
    (15.0, 12.0)
    """
    least = LEAST_FOR_NUMBERS if any(len(sign) > 1 for sign in board["cells"]) else LEAST
    longer: int = max(board["rows"], board["columns"])
    return min(LARGEST_CELL, max(least, SIDE / longer))


def size(board: dict[str, Any]) -> tuple[float, float]:
    """How wide and how high a board is drawn."""
    side = cell(board)
    return side * (board["columns"] + _slant(board) * (board["rows"] - 1)), side * board["rows"]


def _slant(board: dict[str, Any]) -> float:
    """By how many cells a row lies further right than the one above."""
    return float(board.get("slant", 0)) / 2


# ---------------------------------------------------------------------- SVG


def svg(board: dict[str, Any], left: float, top: float) -> str:
    """The board with its upper left corner at a place."""
    if _slant(board):
        ground = f'<path class="s b t" d="{"".join(_hexagon(x, y, cell(board)) for _, _, x, y in _places(board, left, top))}"/>'
    else:
        ground = (
            f'<path class="s b" d="{_box(left, top, *size(board))}"/>{_lines(board, left, top)}'
        )
    return ground + "".join(_pieces(board, left, top))


def _places(
    board: dict[str, Any], left: float, top: float
) -> Iterator[tuple[int, str, float, float]]:
    """Each cell's number, sign and upper left corner."""
    side, slant = cell(board), _slant(board)
    for i, sign in enumerate(board["cells"]):
        row, column = divmod(i, board["columns"])
        yield i, sign, left + side * (column + slant * row), top + side * row


def _hexagon(x: float, y: float, side: float) -> str:
    """A cell that meets six others, where each row lies half a cell further right than the one above."""
    steps = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    ways = "".join(f"l{across * side / 2:.1f} {down * side / 3:.1f}" for across, down in steps)
    return f"M{x:.1f} {y + side / 6:.1f}{ways}z"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h{-width:.1f}z"


def _lines(board: dict[str, Any], left: float, top: float) -> str:
    """What the cells are told apart by: dark squares under men that move on them, holes where not every place is a cell, or lines."""
    signs, side, columns = set(board["cells"]), cell(board), board["columns"]
    if signs & {*WITHOUT_LINES}:
        return ""
    places = list(_places(board, left, top))
    if signs & {*CHESSMEN, *WHITE_MEN, *BLACK_MEN}:
        dark = (_box(x, y, side, side) for i, _, x, y in places if sum(divmod(i, columns)) % 2)
        return f'<path class="q" d="{"".join(dark)}"/>'
    if " " in signs:
        return "".join(_circle(x, y, side, 0.5, "q") for _, sign, x, y in places if sign != " ")
    upright = (f"M{x:.1f} {y:.1f}v{side:.1f}" for i, _, x, y in places if i % columns)
    across = (
        f"M{x:.1f} {y:.1f}h{side * columns:.1f}" for i, _, x, y in places if i % columns == 0 and i
    )
    return f'<path class="e g" d="{"".join([*upright, *across])}"/>'


def _pieces(board: dict[str, Any], left: float, top: float) -> Iterator[str]:
    side = cell(board)
    for _, sign, x, y in _places(board, left, top):
        if sign.strip():
            yield _piece(sign, x, y, side)


def _piece(sign: str, x: float, y: float, side: float) -> str:
    """A sign in the cell whose upper left corner is given."""
    if pile := _PILE.fullmatch(sign):
        return _piece(pile[2], x, y, side) + _word(
            pile[1], x, y, 0.72 * side, side, "p" if pile[2] == "○" else "p i"
        )
    if sign in CHESSMEN:
        return _word(sign + AS_TEXT, x, y, side, side, "p c")
    drawn = _SHAPES.get(sign)
    return (
        drawn(x, y, side) if drawn is not None else _word(sign, x, y, _font(sign, side), side, "p")
    )


def _font(sign: str, side: float) -> float:
    return min(13.0, (0.86 if sign.isdigit() else 1.1) * side, 1.5 * side / len(sign))


def _word(sign: str, x: float, y: float, font: float, side: float, kind: str) -> str:
    at = f'x="{x + side / 2:.1f}" y="{y + side / 2 + 0.35 * font:.1f}" font-size="{font:.1f}"'
    return f'<text class="{kind}" text-anchor="middle" {at}>{escape(sign)}</text>'


def _circle(x: float, y: float, side: float, radius: float, kind: str) -> str:
    return f'<circle class="{kind}" cx="{x + side / 2:.1f}" cy="{y + side / 2:.1f}" r="{radius * side:.1f}"/>'


def _disc(kind: str, *radii: float) -> Callable[[float, float, float], str]:
    """A round piece; rings in it, if there are more radii."""
    first, *more = radii
    return lambda x, y, side: (
        _circle(x, y, side, first, kind)
        + "".join(_circle(x, y, side, ring, "p k") for ring in more)
    )


def _block(x: float, y: float, side: float) -> str:
    """A full cell, a little larger, so that no light falls between two of them."""
    return f'<path class="p" d="{_box(x - 0.1, y - 0.1, side + 0.2, side + 0.2)}"/>'


def _stroke(across: float, down: float) -> Callable[[float, float, float], str]:
    """A line through the middle of a cell, into its neighbours."""

    def drawn(x: float, y: float, side: float) -> str:
        x1, y1, x2, y2 = (
            at + side * (0.5 + share)
            for at, share in ((x, -across), (y, -down), (x, across), (y, down))
        )
        return f'<line class="p l" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'

    return drawn


def _eater(x: float, y: float, side: float) -> str:
    """Pac-Man, who looks to the right."""
    r = 0.45 * side
    return f'<path class="p" d="M{x + side / 2:.1f} {y + side / 2:.1f}l{0.8 * r:.1f} {-0.6 * r:.1f}a{r:.1f} {r:.1f} 0 1 0 0 {1.2 * r:.1f}z"/>'


_SHAPES: dict[str, Callable[[float, float, float], str]] = {
    "●": _disc("p", 0.4),
    "○": _disc("p o", 0.38),
    "⛂": _disc("p", 0.4),
    "⛀": _disc("p o", 0.38),
    "⛃": _disc("p", 0.4, 0.2),
    "⛁": _disc("p o", 0.38, 0.2),
    "•": _disc("p", 0.14),
    "◉": _disc("p", 0.28),
    "█": _block,
    "■": _block,
    "─": _stroke(0.9, 0),
    "│": _stroke(0, 0.9),
    "ᗧ": _eater,
}

# ---------------------------------------------------------------------- LaTeX

CELL_MM = 2.6
"""The side of a cell of three by three."""

_TEX_SIGNS = {
    "●": r"$\bullet$", "○": r"$\circ$", "•": r"$\cdot$", "◉": r"$\odot$", "ᗧ": r"\textsf{P}", "─": r"\textendash", "│": r"$|$",
}  # fmt: skip


def latex(board: dict[str, Any], math: Callable[[str], str]) -> str:
    """The board as a picture environment, which may stand inside a node; chessmen and draughtsmen are letters, small ones black.

    >>> latex({"rows": 1, "columns": 2, "cells": ["X", ""]}, str).count("framebox")
    2
    """
    rows, columns, slant, signs = board["rows"], board["columns"], _slant(board), {*board["cells"]}
    draws_its_lines = bool(signs & {*WITHOUT_LINES})
    is_bare = draws_its_lines or " " in signs
    nothing = ("", " ") if draws_its_lines else (" ",)
    width = columns + slant * (rows - 1)
    unit = CELL_MM * cell(board) / LARGEST_CELL
    parts = [
        rf"\setlength{{\unitlength}}{{{unit:.3g}mm}}\begin{{picture}}({width:g},{rows})\linethickness{{.2pt}}"
    ]
    if is_bare:
        parts.append(rf"\put(0,0){{\framebox({width:g},{rows}){{}}}}")
    for i, sign in enumerate(board["cells"]):
        row, column = divmod(i, columns)
        if not is_bare or sign not in nothing:
            parts.append(
                rf"\put({column + slant * row:g},{rows - 1 - row}){{{_tex_cell(sign, is_bare, math)}}}"
            )
    return "".join(parts) + r"\end{picture}"


def _tex_cell(sign: str, is_bare: bool, math: Callable[[str], str]) -> str:
    if sign in ("█", "■"):
        return r"\rule{\unitlength}{\unitlength}"
    return rf"\{'make' if is_bare else 'frame'}box(1,1){{{_tex(sign, math) if sign or not is_bare else _TEX_SIGNS['•']}}}"


def _tex(sign: str, math: Callable[[str], str]) -> str:
    if pile := _PILE.fullmatch(sign):
        return f"{pile[1]}{_TEX_SIGNS[pile[2]]}"
    if sign in (*CHESSMEN, *WHITE_MEN, *BLACK_MEN):
        return in_ascii(sign)
    return _TEX_SIGNS[sign] if sign in _TEX_SIGNS else math(sign) if sign else ""
