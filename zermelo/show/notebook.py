"""In a notebook, trees, traces and traced results show themselves as pictures.

A notebook asks an object for ``_repr_svg_``. The classes lie below `show` and know nothing of pictures, so the method is
given to them here, when the package is imported.
"""

from __future__ import annotations

from typing import Any

from zermelo.result import Result
from zermelo.show.scene import scene, tree_scene
from zermelo.show.svg import svg
from zermelo.trace import Trace
from zermelo.tree import Tree

MOST_NODES = 120
"""A notebook is narrower than a file: trees are folded sooner."""


def trace_picture(self: Trace) -> str:
    """The tree that the search saw."""
    return svg(scene(self, most=MOST_NODES))


def result_picture(self: Result[Any]) -> str | None:
    """The tree that the search saw, if it was traced; otherwise the notebook shows the text."""
    return None if self.trace is None else svg(scene(self.trace, most=MOST_NODES))


def tree_picture(self: Tree) -> str:
    """The tree as it is."""
    return svg(tree_scene(self, MOST_NODES))


def register() -> None:
    """Give the classes their pictures."""
    classes: Any = ((Trace, trace_picture), (Result, result_picture), (Tree, tree_picture))
    for cls, picture in classes:
        cls._repr_svg_ = picture
