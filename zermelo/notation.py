"""Rectangular positions as text: rows from the top, "/" between them, a number for a run of empty cells."""

from __future__ import annotations

import re
from collections.abc import Iterable

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


def whole_number(text: str, most: int = 10**9) -> int | None:
    """The number that digits from 0 to 9 mean; None for anything else, and for more than `most`.

    `str.isdigit` says yes to ² and ①, and `int` no; it also gives up at some thousands of digits.

    >>> whole_number("007"), whole_number("²"), whole_number("8", most=7)
    (7, None, None)
    """
    digits = text.lstrip("0") or text[-1:]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))):
        return None
    return number if (number := int(digits)) <= most else None


def whole_numbers(words: Iterable[str], most: int = 10**9) -> list[int] | None:
    """All words as `whole_number` reads them; None if one of them is none."""
    numbers = [whole_number(word, most) for word in words]
    read = [number for number in numbers if number is not None]
    return read if len(read) == len(numbers) else None


def read_rows(text: str, rows: int, columns: int, pieces: str) -> tuple[str, ...]:
    """The cells of a board part; pieces are one character each, in either case where that is no other piece.

    >>> read_rows("2x/O2", 2, 3, "XO")
    ('', '', 'X', 'O', '', '')
    """
    lines = text.split("/")
    if len(lines) != rows:
        raise BadPosition(
            f"{text!r} has {len(lines)} row{'s' if len(lines) > 1 else ''}; this board has {rows}, written with / between them"
        )
    known = {piece.swapcase(): piece for piece in pieces} | {piece: piece for piece in pieces}
    cells: list[str] = []
    for number, line in enumerate(lines, 1):
        row: list[str] = []
        for token in re.findall(r"[0-9]+|.", line, re.DOTALL):
            if token[0] in "0123456789":
                run = whole_number(token, columns)
                row += [""] * (columns + 1 if run is None else run)
            elif token in known:
                row.append(known[token])
            elif token == ".":
                row.append("")
            else:
                raise BadPosition(
                    f"{token!r} in row {number} is no piece; pieces are {' '.join(pieces)}"
                )
        if len(row) != columns:
            raise BadPosition(
                f"row {number}, {line!r}, has {len(row)} cells; this board has {columns} columns"
            )
        cells += row
    return tuple(cells)


def square_name(index: int, columns: int, rows: int) -> str:
    """A cell's name: the column's letter and the row's number, row 1 at the bottom.

    >>> square_name(0, 3, 3), square_name(8, 3, 3)
    ('a3', 'c1')
    """
    return f"{chr(ord('a') + index % columns)}{rows - index // columns}"
