"""A board as SVG: cells, pieces, and the labels of rows and columns.

Without labels of columns, each cell has its own name.

>>> from zermelo.board import Board
>>> board_svg(Board(1, 2, ("X", ""))).count("<rect")
2
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.board import Board
from zermelo.show.escape import escape_xml

CELL = 36
MARGIN = 26

STYLE = (
    ".zb{font:20px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}"
    ".zb rect{fill:#fff;stroke:#57606a}.zb .d{fill:#eef1f4}\n"
    ".zb .l{font-size:12px;fill:#57606a}.zb .n{font-size:9px;fill:#57606a}"
    ".zb circle{fill:none;stroke:#b34700;stroke-width:2.5}\n"
    "@media(prefers-color-scheme:dark){.zb{fill:#e6e8eb}"
    ".zb rect{fill:#161b22;stroke:#8b949e}.zb .d{fill:#21262d}"
    ".zb :is(.l,.n){fill:#a7b0bb}\n"
    ".zb circle{stroke:#e69f00}}"
)
LINKS = (
    ".zb .k.k{stroke:#57606a;fill:#fff;stroke-width:1}"
    "@media(prefers-color-scheme:dark){.zb .k.k{stroke:#8b949e;fill:#161b22}}"
)
"""The style of boards on which lines join points."""


def board_svg(board: Board, title: str = "") -> str:
    """Return the board as one SVG text; every second cell is darker."""
    return _BoardDrawing(board).draw(title or "a board")


class _BoardDrawing:
    def __init__(self, board: Board) -> None:
        self.board = board
        labels = board.row_labels
        self.left = max(MARGIN, 12 + 7 * max(map(len, labels))) if labels else 4
        self.top = MARGIN if board.upper_labels else 4
        self.shift = CELL // 2 * board.slant
        """How far each row lies further right than the one above."""
        self.bottom = self.shift * (board.rows - 1)

    def draw(self, title: str) -> str:
        board = self.board
        width = self.left + CELL * board.columns + self.bottom + 4
        height = self.top + CELL * board.rows + (MARGIN if board.column_labels else 4)
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        style = STYLE + LINKS if board.links else STYLE
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="zb" role="img" {size}>'
            f"<title>{escape_xml(title)}</title><style>{style}</style>"
        )
        rest = [
            *self._draw_links(),
            *self._draw_cells(),
            *self._draw_rings(),
            *self._draw_labels(height),
        ]
        return "\n".join([opening, *rest, "</svg>"])

    def _find_corner(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        row, column = divmod(cell, self.board.columns)
        return self.left + CELL * column + self.shift * row, self.top + CELL * row

    def _draw_links(self) -> Iterator[str]:
        """Yield the lines between points, which take the place of cells."""
        middles = [
            [f"{x + CELL / 2:g} {y + CELL / 2:g}" for x, y in map(self._find_corner, pair)]
            for pair in self.board.links
        ]
        if middles:
            yield f'<path class="k" d="{"".join(f"M{a}L{b}" for a, b in middles)}"/>'

    def _draw_cells(self) -> Iterator[str]:
        board = self.board
        for i, sign in enumerate(board.cells):
            if sign == " " and board.names:
                continue  # not a cell: the board is not a rectangle
            x, y = self._find_corner(i)
            shade = ' class="d"' if sum(divmod(i, board.columns)) % 2 else ""
            if board.links:
                yield _draw_point(x + CELL / 2, y + CELL / 2, 13 if sign else 3)
            else:
                yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}"{shade}/>'
            if board.names and not board.column_labels:
                yield _draw_words(board.names[i], x + 9, y + 10, "n")
            if sign:
                yield _draw_sign(sign, x + CELL / 2, y + CELL / 2)

    def _draw_rings(self) -> Iterator[str]:
        """Yield a ring around each cell that decided the game."""
        for cell in self.board.deciding:
            x, y = self._find_corner(cell)
            centre = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
            yield f'<circle {centre} r="{CELL / 2 - 3:g}"/>'

    def _draw_labels(self, height: float) -> Iterator[str]:
        board = self.board
        for row, word in enumerate(board.row_labels):
            x, y = self.left / 2 + self.shift * row, self.top + CELL * row + CELL / 2 + 4
            yield _draw_words(word, x, y, "l")
        for words, x, y in (
            (board.upper_labels, self.left, self.top - 8),
            (board.column_labels, self.left + self.bottom, height - 8),
        ):
            for column, word in enumerate(words):
                yield _draw_words(word, x + CELL * (column + 0.5), y, "l")


def _draw_point(x: float, y: float, radius: int) -> str:
    """Return a point where lines meet."""
    return f'<circle class="k" cx="{x:g}" cy="{y:g}" r="{radius}"/>'


FITTING = 3
"""The letters of a sign that fit into a cell; a longer one is written smaller."""


def _draw_sign(sign: str, x: float, y: float) -> str:
    words = _draw_words(sign, x, y + 7)
    if len(sign) <= FITTING:
        return words
    size = 20 * FITTING / len(sign)
    return _draw_words(sign, x, y + size / 3).replace("<text", f'<text font-size="{size:.1f}"', 1)


def _draw_words(text: str, x: float, y: float, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text{style} text-anchor="middle" x="{x:.1f}" y="{y:.1f}">{escape_xml(text)}</text>'
