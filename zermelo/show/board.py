"""A board as SVG: cells, pieces, and the labels of rows and columns; without labels of columns, the cells' own names.

>>> from zermelo.board import Board
>>> board_svg(Board(1, 2, ("X", ""))).count("<rect")
2
"""

from __future__ import annotations

from html import escape

from zermelo.board import Board

CELL = 36
MARGIN = 26

STYLE = """\
.zb{font:20px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}.zb rect{fill:#fff;stroke:#57606a}.zb .d{fill:#eef1f4}
.zb .l{font-size:12px;fill:#57606a}.zb .n{font-size:9px;fill:#57606a}.zb circle{fill:none;stroke:#b34700;stroke-width:2.5}
@media(prefers-color-scheme:dark){.zb{fill:#e6e8eb}.zb rect{fill:#161b22;stroke:#8b949e}.zb .d{fill:#21262d}.zb :is(.l,.n){fill:#a7b0bb}
.zb circle{stroke:#e69f00}}"""


def board_svg(board: Board, title: str = "") -> str:
    """The board as one SVG text; every second cell is a little darker, so that lines can be followed."""
    left = max(MARGIN, 12 + 7 * max(map(len, board.row_labels))) if board.row_labels else 4
    top = MARGIN if board.upper_labels else 4
    shift = CELL // 2 * board.slant  # of each row
    bottom = shift * (board.rows - 1)
    width = left + CELL * board.columns + bottom + 4
    height = top + CELL * board.rows + (MARGIN if board.column_labels else 4)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zb" role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title or 'a board')}</title><style>{STYLE}</style>"
    ]
    for i, sign in enumerate(board.cells):
        if sign == " " and board.names:
            continue  # no cell at all: the board is no rectangle
        row, column = divmod(i, board.columns)
        x, y = left + CELL * column + shift * row, top + CELL * row
        shade = ' class="d"' if (row + column) % 2 else ""
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}"{shade}/>')
        if board.names and not board.column_labels:
            parts.append(_words(board.names[i], x + 9, y + 10, "n"))
        if sign:
            parts.append(_words(sign, x + CELL / 2, y + CELL / 2 + 7))
    for cell in board.deciding:
        row, column = divmod(cell, board.columns)
        parts.append(
            f'<circle cx="{left + shift * row + CELL * (column + 0.5):g}" cy="{top + CELL * (row + 0.5):g}" r="{CELL / 2 - 3:g}"/>'
        )
    parts += [
        _words(word, left / 2 + shift * row, top + CELL * row + CELL / 2 + 4, "l")
        for row, word in enumerate(board.row_labels)
    ]
    for words, x, y in (
        (board.upper_labels, left, top - 8),
        (board.column_labels, left + bottom, height - 8),
    ):
        parts += [
            _words(word, x + CELL * (column + 0.5), y, "l") for column, word in enumerate(words)
        ]
    return "\n".join([*parts, "</svg>"])


def _words(text: str, x: float, y: float, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} text-anchor="middle" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
