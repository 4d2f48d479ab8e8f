"""In a notebook, trees, traces, traced results, boards and positions are shown as pictures.

A notebook calls ``_repr_svg_``, or ``_repr_html_`` where there is no picture (`notebook_html`).
The classes are below `show` and know nothing of pictures, so they get the methods here, when the
package is imported.
"""

from __future__ import annotations

from typing import Any

from zermelo.board import Board
from zermelo.check.findings import Report
from zermelo.complexity import Complexity
from zermelo.position import Position
from zermelo.result import Result
from zermelo.trace import Trace
from zermelo.tree import Tree

MAX_NODES = 120
"""A notebook is narrower than a file: trees are folded sooner."""


def trace_picture(self: Trace) -> str:
    """Return the tree that the search saw."""
    from zermelo.show.svg import svg
    from zermelo.show.trace_scene import trace_scene

    return svg(trace_scene(self, max_nodes=MAX_NODES))


def result_picture(self: Result[Any]) -> str | None:
    """Return the tree that the search saw; None without a trace: the notebook shows the text."""
    return None if self.trace is None else trace_picture(self.trace)


def tree_picture(self: Tree) -> str:
    """Return the tree before any search."""
    from zermelo.show.svg import svg
    from zermelo.show.tree_scene import tree_scene

    return svg(tree_scene(self, MAX_NODES))


def complexity_picture(self: Complexity) -> str | None:
    """Return the plot of nodes against depth; None if no depth was finished."""
    from zermelo.show import plot

    return plot.svg(self) if self.rows else None


def board_picture(self: Board) -> str:
    """Return the board."""
    from zermelo.show.board_svg import board_svg

    return board_svg(self)


def position_picture(self: Position[Any, Any]) -> str | None:
    """Return the board, or the whole tree; None without a board: the notebook shows the text."""
    if isinstance(self.game, Tree):
        return tree_picture(self.game)
    from zermelo.show.board_svg import board_svg

    return None if self.board is None else board_svg(self.board, repr(self).strip("<>"))


PICTURES: Any = (
    (Trace, trace_picture),
    (Result, result_picture),
    (Tree, tree_picture),
    (Board, board_picture),
    (Position, position_picture),
    (Complexity, complexity_picture),
)


def result_html(self: Result[Any]) -> str | None:
    """Return a result without a trace as a table."""
    from zermelo.show import notebook_html

    return notebook_html.result_html(self)


def report_html(self: Report) -> str:
    """Return what a check found as a table."""
    from zermelo.show import notebook_html

    return notebook_html.report_html(self)


def position_html(self: Position[Any, Any]) -> str | None:
    """Return a position without a board as a table of its fields."""
    from zermelo.show import notebook_html

    return notebook_html.position_html(self)


TABLES: Any = ((Result, result_html), (Report, report_html), (Position, position_html))


def register() -> None:
    """Give the classes their pictures and tables."""
    for cls, picture in PICTURES:
        cls._repr_svg_ = picture
    for cls, table in TABLES:
        cls._repr_html_ = table
