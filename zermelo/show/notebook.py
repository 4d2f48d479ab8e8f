"""In a notebook, trees, traces, traced results, boards and positions show themselves as pictures.

A notebook asks an object for ``_repr_svg_``. The classes lie below `show` and know nothing of pictures, so the method is
given to them here, when the package is imported.
"""

from __future__ import annotations

from typing import Any

from zermelo.board import Board
from zermelo.complexity import Complexity
from zermelo.position import Position
from zermelo.result import Result
from zermelo.trace import Trace
from zermelo.tree import Tree

MAX_NODES = 120
"""A notebook is narrower than a file: trees are folded sooner."""


def trace_picture(self: Trace) -> str:
    """The tree that the search saw."""
    from zermelo.show.scene import scene
    from zermelo.show.svg import svg

    return svg(scene(self, max_nodes=MAX_NODES))


def result_picture(self: Result[Any]) -> str | None:
    """The tree that the search saw, if it was traced; otherwise the notebook shows the text."""
    return None if self.trace is None else trace_picture(self.trace)


def tree_picture(self: Tree) -> str:
    """The tree as it is."""
    from zermelo.show.scene import tree_scene
    from zermelo.show.svg import svg

    return svg(tree_scene(self, MAX_NODES))


def complexity_picture(self: Complexity) -> str | None:
    """Nodes against depth, if a depth was finished."""
    from zermelo.show import plot

    return plot.svg(self) if self.rows else None


def board_picture(self: Board) -> str:
    """The board."""
    from zermelo.show.board import board_svg

    return board_svg(self)


def position_picture(self: Position[Any, Any]) -> str | None:
    """The board, or the node of a tree with all that lies below; a position without a board is shown as text."""
    if isinstance(self.game, Tree):
        return tree_picture(self.game)
    from zermelo.show.board import board_svg

    return None if self.board is None else board_svg(self.board, repr(self).strip("<>"))


PICTURES: Any = (
    (Trace, trace_picture),
    (Result, result_picture),
    (Tree, tree_picture),
    (Board, board_picture),
    (Position, position_picture),
    (Complexity, complexity_picture),
)


def register() -> None:
    """Give the classes their pictures."""
    for cls, picture in PICTURES:
        cls._repr_svg_ = picture
