"""Texts that games share: rows of cells, numbers, squares, moves of several words, game names.

A rectangular position is written in rows from the top, with "/" between them and a number for a run
of empty cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar

from zermelo.errors import BadAction, BadPosition

M = TypeVar("M")

MAX_MOVE_WORDS = 4
"""The most words of one move: a double in backgammon moves four men."""


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


def write_cells(cells: tuple[str, ...], columns: int, letters: Mapping[str, str]) -> str:
    """The board part of a position by the signs of a board and their letters.

    >>> write_cells(("●", "", "", "○"), 2, {"●": "X", "○": "O"})
    'X1/1O'
    """
    return rows_text(tuple(letters.get(sign, "") for sign in cells), columns)


def whole_number(text: str, most: int = 10**9) -> int | None:
    """The number that the digits 0 to 9 mean; None for any other text, and for more than `most`.

    `str.isdigit` accepts ² and ①, which `int` refuses; `int` also refuses thousands of digits.

    >>> whole_number("007"), whole_number("²"), whole_number("8", most=7)
    (7, None, None)
    """
    digits = text.lstrip("0") or text[-1:]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))):
        return None
    return number if (number := int(digits)) <= most else None


def whole_numbers(words: Iterable[str], most: int = 10**9) -> list[int] | None:
    """All words as `whole_number` reads them; None if one of them is not a number."""
    numbers = [whole_number(word, most) for word in words]
    read = [number for number in numbers if number is not None]
    return read if len(read) == len(numbers) else None


def read_rows(text: str, rows: int, columns: int, pieces: str) -> tuple[str, ...]:
    """The cells of the board part of a position.

    Pieces are one character each, in either case unless the other case is another piece.

    >>> read_rows("2x/O2", 2, 3, "XO")
    ('', '', 'X', 'O', '', '')
    """
    lines = text.split("/")
    if len(lines) != rows:
        count = f"{len(lines)} row{'s' if len(lines) > 1 else ''}"
        raise BadPosition(
            f"{text!r} has {count}; this board has {rows}, written with / between them"
        )
    cells: list[str] = []
    for number, line in enumerate(lines, 1):
        cells += _read_row(line, number, columns, pieces)
    return tuple(cells)


def _read_row(line: str, number: int, columns: int, pieces: str) -> list[str]:
    """The cells of one row; `number` is the row's, for messages."""
    known = {piece.swapcase(): piece for piece in pieces} | {piece: piece for piece in pieces}
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
                f"{token!r} in row {number} is not a piece; pieces are {' '.join(pieces)}"
            )
    if len(row) != columns:
        raise BadPosition(
            f"row {number}, {line!r}, has {len(row)} cells; this board has {columns} columns"
        )
    return row


def read_crosses(text: str, rows: int, columns: int) -> tuple[tuple[str, ...], str]:
    """The cells of a board of X and O, where X moves first, and the sign of the player to move.

    >>> read_crosses("X1/1O X", 2, 2)
    (('X', '', '', 'O'), 'X')
    """
    board, _, turn = text.strip().partition(" ")
    signs = read_rows(board, rows, columns, "XO")
    xs, os = signs.count("X"), signs.count("O")
    mover = turn.strip().upper() or ("X" if xs == os else "O")
    if mover not in ("X", "O") or xs - os not in (0, 1) or (xs == os) != (mover == "X"):
        raise BadPosition(
            f"{text!r} cannot arise: X moves first, so X to move needs as many O as "
            "X, O to move one fewer"
        )
    return signs, mover


def square_name(index: int, columns: int, rows: int) -> str:
    """A cell's name: the column's letter and the row's number, row 1 at the bottom.

    >>> square_name(0, 3, 3), square_name(8, 3, 3)
    ('a3', 'c1')
    """
    return f"{chr(ord('a') + index % columns)}{rows - index // columns}"


def read_first_move(read: Callable[[str], M], words: Sequence[str]) -> tuple[M, int]:
    """The move at the beginning of a list of words, and the number of words it takes.

    A move may contain spaces. The shortest text that can be read is taken; if none can, the error
    is that of the first word.

    >>> from zermelo.games.backgammon import Backgammon
    >>> game = Backgammon()
    >>> s = game.after(["3-1"])
    >>> move, length = read_first_move(lambda text: game.parse(s, text), ["8/5", "6/5", "6-2"])
    >>> game.name(s, move), length
    ('8/5 6/5', 2)
    """
    errors = []
    for length in range(1, min(len(words), MAX_MOVE_WORDS) + 1):
        try:
            return read(" ".join(words[:length])), length
        except BadAction as error:
            errors.append(error)
    raise errors[0]


def write_action(a: Any) -> str:
    """An action as text: the parts of a tuple with hyphens between, Enum members by their names.

    >>> [write_action(a) for a in (("take", 2), None, (None, 7), (-1, 2))]
    ['take-2', 'pass', 'none-7', '-1,2']
    """
    if a is None:
        return "pass"
    inner = _find_parts(a)
    if inner is None:
        return _write_part(a)
    parts = [(write_action if _find_parts(x) else _write_part)(x) for x in inner]
    return (("," if any("-" in part for part in parts) else "-").join(parts)) or "()"


def _find_parts(a: Any) -> tuple[Any, ...] | None:
    """The parts of a tuple or a dataclass that has no text of its own; None for anything else."""
    writer: Any = type(a).__str__
    if writer is not object.__str__:
        return None
    if isinstance(a, tuple):
        return a
    names = getattr(a, "__dataclass_fields__", ())
    return tuple(getattr(a, name) for name in names) if names else None


def _write_part(part: Any) -> str:
    """An int, a string, None or a member of an Enum as text."""
    if part is None:
        return "none"
    is_word = isinstance(part, Enum) and not isinstance(part, int)
    return part.name.lower() if is_word else str(part)


@lru_cache(maxsize=256)
def slug(name: str) -> str:
    """A class name as the command writes it.

    >>> slug("ConnectFour"), slug("MNK")
    ('connect-four', 'mnk')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=.)(?=[A-Z][a-z])", "-", name)
    return words.lower()
