"""A board as data that any front end can draw and click on: cells, pieces, cells of actions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

ONE_FOR_ONE = str.maketrans(
    "●○◎◆·⛂⛃⛀⛁♔♕♖♗♘♙♚♛♜♝♞♟█•◉ᗧ■─│├└△▽□−–—×", "XOo*.bBwWKQRBNPkqrbnp%.oP#-|+`^v#---x"
)
"""The signs of boards, trees and numbers: columns stay in line."""

ASCII = ONE_FOR_ONE | str.maketrans(
    {
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "≈": "~",
        "±": "+-",
        "∞": "inf",
        "√": "sqrt ",
        "→": "->",
        "←": "<-",
        "⇒": "=>",
    }
    | {"∅": "{}", "∈": "in", "∖": "\\", "∪": "u", "⊂": "<", "↦": "->", "⟨": "<", "⟩": ">"}
    | {"α": "alpha", "β": "beta", "δ": "delta", "Γ": "Gamma", "Σ": "sum", "…": "...", "✂": "8<"}
)
"""What stands for a sign where only ASCII can be shown."""


FRACTION_SIGNS = "½⅓⅔¼¾⅕-⅞"
"""The signs of fractions, for a class of a pattern."""


def in_ascii(text: str) -> str:
    """A text in ASCII alone.

    Letters without their accents, and what nothing stands for is a question mark.

    >>> in_ascii("●·○ −1 ≤ α … misère 中"), in_ascii("½·(−8) + 7/36·9 = 7½")
    ('X.O -1 <= alpha ... misere ?', '1/2*(-8) + 7/36*9 = 7 1/2')
    """
    spaced = re.sub(rf"(?<=\d)(?=[{FRACTION_SIGNS}])", " ", text)
    times = re.sub(rf"(?<=[\d{FRACTION_SIGNS}])·(?=[\d(−{FRACTION_SIGNS}])", "*", spaced)
    return "".join(c if c.isascii() else _strip_accent(c) for c in times.translate(ASCII))


def _strip_accent(sign: str) -> str:
    plain = unicodedata.normalize("NFKD", sign).replace("⁄", "/")  # ½ is 1⁄2
    return plain.encode("ascii", "ignore").decode("ascii") or "?"


LOOKS = {
    "plain": "paper and pencil",
    "squares": "light and dark squares (chess)",
    "felt": "green felt (othello)",
    "lines": "wood with stones on the crossings of lines (go)",
    "links": "wood with men on points that lines join (nine men's morris)",
    "drop": "discs that drop into columns (connect four)",
    "points": "long triangles with stacks (backgammon)",
    "bowls": "pits and stores with numbers of seeds (kalah)",
    "maze": "walls and dots; letters are ghosts (Pac-Man)",
    "hexes": "hexagonal cells (hex)",
    "pits": "round holes; letters are players (tri-halma)",
    "dots": "dots, lines between them and boxes; letters are players (dots and boxes)",
    "tiled": "sliding tiles coloured by their number (2048)",
    "heaps": "rows of matches or coins; a click takes all from there on (nim, coins)",
    "race": "points on the way to a goal, with a die (pig)",
}
"""The looks that a board may have on the page. Text and SVG boards ignore them."""


class Detail(NamedTuple):
    """What a position has beside the pieces on its board, for the position editor.

    `choices` are the possible values; without them it is any text. With `many` the value is any
    number of the choices, written together.
    """

    name: str
    value: str
    choices: tuple[str, ...] = ()
    many: bool = False


TO_MOVE = "to move"
"""The name of the detail that says whose turn it is."""


@dataclass(frozen=True)
class Board:
    """A rectangle of cells, row by row from the top.

    `cells` holds a piece's sign ("X", "●", "♞" …) or "" for an empty cell; `touches` maps each
    legal action to the cells a person would click for it (one, or from-to). `deciding` are the
    cells that decided a game which is over: a line, a chain; in text they stand in brackets.
    `slant` says by how many half cells each row lies further to the right than the one above: 1
    makes a rhombus, in which a cell has six neighbours. `names` are the cells as moves write them,
    "" for one that no move names; without them they follow from the labels. `upper_labels` stand
    above the columns, where they are others than those below. `look` is one of `LOOKS`. `in_check`
    are cells of pieces that are attacked and must be saved; `captured` has for each player the
    signs of the men that the player has taken. In trees a node shows the label of its state instead
    of the board if `in_trees` is false. `links` are pairs of cells that a line joins, for the look
    of that name; a cell " " is none of the board.

    >>> cells, labels = ("X", "", "", "O"), {"row_labels": ("2", "1"), "column_labels": ("a", "b")}
    >>> print(Board(2, 2, cells, **labels).text())
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
    deciding: tuple[int, ...] = ()
    slant: int = 0
    names: tuple[str, ...] = ()
    upper_labels: tuple[str, ...] = ()
    look: str = "plain"
    in_check: tuple[int, ...] = ()
    captured: tuple[tuple[str, ...], ...] = ()
    in_trees: bool = True
    links: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.cells) != self.rows * self.columns:
            raise ValueError(
                f"a {self.rows}×{self.columns} board has {self.rows * self.columns} "
                f"cells, not {len(self.cells)}"
            )
        if self.look not in LOOKS:
            raise ValueError(f"{self.look!r} is not a look; the looks are {', '.join(LOOKS)}")
        if self.names and len(self.names) != len(self.cells):
            raise ValueError(f"{len(self.cells)} cells have {len(self.names)} names")

    def name(self, cell: int) -> str:
        """What to call a cell: as moves write it, where they do.

        >>> Board(2, 2, ("",) * 4, row_labels=("2", "1"), column_labels=("a", "b")).name(3)
        'b1'
        >>> Board(2, 2, ("",) * 4, column_labels=("1", "2")).name(3)
        'row 2, column 2'
        """
        if self.names:
            return self.names[cell]
        row, column = divmod(cell, self.columns)
        if self.row_labels and self.column_labels:
            return self.column_labels[column] + self.row_labels[row]
        label = self.column_labels[column] if self.column_labels else column + 1
        return f"row {row + 1}, column {label}"

    def to_dict(self) -> dict[str, Any]:
        """As JSON holds it, every cell with its name.

        What actions touch is left out: there an action is known by its own name.
        """
        facts = {
            name: list(x) if isinstance(x, tuple) else x
            for name, x in vars(self).items()
            if name != "touches"
        }
        return facts | {"names": [self.name(cell) for cell in range(len(self.cells))]}

    def text(self, ascii_only: bool = False) -> str:
        """The board in lines of text, with its labels."""
        signs = self.cells + self.column_labels + self.upper_labels
        width = max((len(sign) for sign in signs), default=1)
        margin = max((len(label) for label in self.row_labels), default=0)
        rows = enumerate(self.row_labels or ("",) * self.rows)
        lines = [f"{label:>{margin}} {self._row(r, width)}" for r, label in rows]
        if self.upper_labels:
            lines.insert(0, _label_line(self.upper_labels, margin, width))
        if self.column_labels:
            lines.append(_label_line(self.column_labels, margin, width))
        if not self.row_labels:
            lines = [line[1 if self.deciding else 2 :] for line in lines]
        indents = [" " * (r * self.slant * (width + 1) // 2) for r in range(len(lines))]
        text = "\n".join(map(str.__add__, indents, lines))
        return in_ascii(text) if ascii_only else text

    def _row(self, r: int, width: int) -> str:
        """A row of cells, with a blank before each, or a bracket around deciding cells."""
        places = range(r * self.columns, (r + 1) * self.columns)
        marks = pairwise([False, *(place in self.deciding for place in places), False])
        signs = [
            "[" if right and not left else "]" if left and not right else " "
            for left, right in marks
        ]
        # beside dots of its own, another would be one too many
        blank = " " if "•" in self.cells else "·"
        cells = [(self.cells[place] or blank).rjust(width) for place in places]
        return "".join(a + b for a, b in zip(signs, [*cells, ""], strict=True)).rstrip()


def list_captured(start: Mapping[str, int], cells: tuple[str, ...], signs: str) -> tuple[str, ...]:
    """The signs of a side's men that are missing, by the numbers at the start.

    The first sign is the man that others are promoted from: one more of those is not missing.

    >>> list_captured({"♟": 2, "♛": 1}, ("♛", "♛", ""), "♟♛"), list_captured({"♟": 2}, ("",), "♟")
    (('♟',), ('♟', '♟'))
    """
    missing = {sign: start.get(sign, 0) - cells.count(sign) for sign in signs}
    missing[signs[0]] += sum(min(missing[sign], 0) for sign in signs[1:])
    return tuple(sign for sign in signs[1:] + signs[0] for _ in range(missing[sign]))


def _label_line(labels: tuple[str, ...], margin: int, width: int) -> str:
    """The labels of the columns in one line."""
    return " " * (margin + 1) + "".join(f" {label.rjust(width)}" for label in labels)


def symmetries(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Where each cell goes under each symmetry of a board: four of an oblong, eight of a square.

    The first moves nothing.

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
