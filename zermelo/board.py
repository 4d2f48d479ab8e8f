"""A board as data: cells, pieces, and which cells an action touches. Any front end can draw it and take a click."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ONE_FOR_ONE = str.maketrans("●○·⛂⛃⛀⛁♔♕♖♗♘♙♚♛♜♝♞♟█•◉ᗧ■─│├└△▽□−–—×", "XO.bBwWKQRBNPkqrbnp%.oP#-|+`^v#---x")
"""The signs of boards, trees and numbers: columns stay in line."""

ASCII = ONE_FOR_ONE | str.maketrans(
    {"≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "±": "+-", "∞": "inf", "½": "1/2", "√": "sqrt ", "→": "->", "←": "<-", "⇒": "=>"}
    | {"α": "alpha", "β": "beta", "δ": "delta", "Γ": "Gamma", "Σ": "sum", "…": "...", "✂": "8<"}
)
"""What stands for a sign where only ASCII can be shown."""


def in_ascii(text: str) -> str:
    """A text in ASCII alone; letters without their accents, and what nothing stands for is a question mark.

    >>> in_ascii("●·○ −1 ≤ α … misère 中")
    'X.O -1 <= alpha ... misere ?'
    """
    return "".join(c if c.isascii() else _stripped(c) for c in text.translate(ASCII))


def _stripped(sign: str) -> str:
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode("ascii") or "?"


@dataclass(frozen=True)
class Board:
    """A rectangle of cells, row by row from the top.

    `cells` holds a piece's sign ("X", "●", "♞" …) or "" for an empty cell; `touches` maps each legal action
    to the cells a person would click for it (one, or from-to). `slant` says by how many half cells each row lies further to
    the right than the one above: 1 makes a rhombus, in which a cell has six neighbours.

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
    slant: int = 0

    def __post_init__(self) -> None:
        if len(self.cells) != self.rows * self.columns:
            raise ValueError(f"a {self.rows}×{self.columns} board has {self.rows * self.columns} cells, not {len(self.cells)}")

    def text(self, ascii_only: bool = False) -> str:
        """The board in lines of text, with its labels."""
        width = max((len(c) for c in self.cells + self.column_labels), default=1)
        margin = max((len(label) for label in self.row_labels), default=0)
        blank = " " if "•" in self.cells else "·"  # beside dots of its own, another would be one too many
        lines = []
        for r in range(self.rows):
            row = " ".join((c or blank).rjust(width) for c in self.cells[r * self.columns : (r + 1) * self.columns])
            lines.append((f"{self.row_labels[r]:>{margin}}  " if self.row_labels else "") + row)
        if self.column_labels:
            lines.append(" " * (margin + 2 if self.row_labels else 0) + " ".join(c.rjust(width) for c in self.column_labels))
        text = "\n".join(" " * (r * self.slant * (width + 1) // 2) + line for r, line in enumerate(lines))
        return in_ascii(text) if ascii_only else text
