"""A board as data: cells, pieces, and which cells an action touches. Any front end can draw it and take a click."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

ASCII = str.maketrans("●○·⛂⛃⛀⛁♔♕♖♗♘♙♚♛♜♝♞♟█•◉ᗧ", "XO.bBwWKQRBNPkqrbnp%.oP")


@dataclass(frozen=True)
class Board:
    """A rectangle of cells, row by row from the top.

    `cells` holds a piece's sign ("X", "●", "♞" …) or "" for an empty cell; `touches` maps each legal action
    to the cells a person would click for it (one, or from-to).

    >>> print(Board(2, 2, ("X", "", "", "O"), row_labels=("2", "1"), column_labels=("a", "b")).text())
    2  X ·
    1  · O
       a b
    """

    rows: int
    columns: int
    cells: tuple[str, ...]
    touches: Mapping[Any, tuple[int, ...]] = field(default_factory=dict)
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.cells) != self.rows * self.columns:
            raise ValueError(f"a {self.rows}×{self.columns} board has {self.rows * self.columns} cells, not {len(self.cells)}")

    def text(self, ascii_only: bool = False) -> str:
        """The board in lines of text, with its labels."""
        width = max((len(c) for c in self.cells + self.column_labels), default=1)
        margin = max((len(label) for label in self.row_labels), default=0)
        lines = []
        for r in range(self.rows):
            row = " ".join((c or "·").rjust(width) for c in self.cells[r * self.columns : (r + 1) * self.columns])
            lines.append((f"{self.row_labels[r]:>{margin}}  " if self.row_labels else "") + row)
        if self.column_labels:
            lines.append(" " * (margin + 2 if self.row_labels else 0) + " ".join(c.rjust(width) for c in self.column_labels))
        text = "\n".join(lines)
        return text.translate(ASCII) if ascii_only else text


def symmetries(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Where each cell goes under each symmetry of a board: four of an oblong, eight of a square; the first moves nothing.

    >>> list(symmetries(1, 3))
    [(0, 1, 2), (2, 1, 0), (0, 1, 2), (2, 1, 0)]
    """
    for swapped in (False, True) if rows == columns else (False,):
        for down in (False, True):
            for right in (False, True):
                places = []
                for i in range(rows * columns):
                    r, c = i // columns, i % columns
                    r, c = (rows - 1 - r if down else r), (columns - 1 - c if right else c)
                    places.append(c * columns + r if swapped else r * columns + c)
                yield tuple(places)
