"""Rectangular positions as text: rows from the top, "/" between them, a number for a run of empty cells."""

from __future__ import annotations

import re

from zermelo.errors import BadPosition


def rows_text(cells: tuple[str, ...], columns: int) -> str:
    """The board part of a position.

    >>> rows_text(("", "", "X", "O", "", ""), 3)
    '2X/O2'
    """
    rows = []
    for first in range(0, len(cells), columns):
        row = "".join(cell or "." for cell in cells[first : first + columns])
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return "/".join(rows)


def read_rows(text: str, rows: int, columns: int, pieces: str) -> tuple[str, ...]:
    """The cells of a board part; pieces are one character each.

    >>> read_rows("2X/O2", 2, 3, "XO")
    ('', '', 'X', 'O', '', '')
    """
    lines = text.split("/")
    if len(lines) != rows:
        raise BadPosition(f"{text!r} has {len(lines)} rows; this board has {rows}, written with / between them")
    cells: list[str] = []
    for number, line in enumerate(lines, 1):
        row: list[str] = []
        for token in re.findall(r"\d+|.", line):
            if token.isdigit():
                row += [""] * min(int(token), columns + 1)
            elif token in pieces:
                row.append(token)
            elif token == ".":
                row.append("")
            else:
                raise BadPosition(f"{token!r} in row {number} is no piece; pieces are {' '.join(pieces)}")
        if len(row) != columns:
            raise BadPosition(f"row {number}, {line!r}, has {len(row)} cells; this board has {columns} columns")
        cells += row
    return tuple(cells)


def square_name(index: int, columns: int, rows: int) -> str:
    """A cell's name: the column's letter and the row's number, row 1 at the bottom.

    >>> square_name(0, 3, 3), square_name(8, 3, 3)
    ('a3', 'c1')
    """
    return f"{chr(ord('a') + index % columns)}{rows - index // columns}"
