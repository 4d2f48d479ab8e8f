"""Where the nodes of a tree go: a tidy drawing, in one pass from the leaves up.

The invariants: nodes of one depth keep at least a gap between them, children stand in order, a
parent stands in the middle of its first and last child, and a subtree looks the same wherever it
stands. Subtrees are pushed together along their contours (the outermost positions at each depth).
Merging two costs the depth of the lower one, so a tree costs about its number of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Children = Sequence[Sequence[int]]


@dataclass
class _Contour:
    """The outermost positions of a subtree at each depth, deepest first, relative to the shifts."""

    left: list[float]
    right: list[float]
    left_shift: float = 0.0
    right_shift: float = 0.0


def tidy(children: Children, widths: Sequence[float], gap: float = 1.0) -> list[float]:
    """Return the horizontal position of each node's middle.

    Node 0 is the root; children have larger numbers than their parents.

    >>> tidy([[1, 2], [], []], [1, 1, 1])
    [1.0, 0.0, 2.0]
    """
    offset = [0.0] * len(children)  # of each node from its parent's middle
    contours: dict[int, _Contour] = {}
    for node in range(len(children) - 1, -1, -1):
        below = children[node]
        parts = [contours.pop(child) for child in below]
        contours[node], places = _place(widths[node] / 2, parts, gap)
        for child, place in zip(below, places, strict=True):
            offset[child] = place
    x = _add_offsets(children, offset)
    least = min((x[i] - widths[i] / 2 for i in range(len(x))), default=0.0)
    first = widths[0] / 2 if children else 0.0
    return [position - least - first for position in x]


def _add_offsets(children: Children, offset: Sequence[float]) -> list[float]:
    """Return each node's position relative to the root, from its offset to its parent."""
    x = [0.0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            x[child] = x[node] + offset[child]
    return x


def _place(half: float, parts: list[_Contour], gap: float) -> tuple[_Contour, list[float]]:
    """Push subtrees together and put a node above their middle.

    Return the contour of the whole, and each subtree's place relative to the node.
    """
    if not parts:
        return _Contour([-half], [half]), []
    whole, places = parts[0], [0.0]
    for part in parts[1:]:
        places.append(_find_distance(whole, part, gap))
        whole = _merge(whole, part, places[-1])
    middle = (places[0] + places[-1]) / 2
    whole.left_shift -= middle
    whole.right_shift -= middle
    whole.left.append(-half - whole.left_shift)
    whole.right.append(half - whole.right_shift)
    return whole, [place - middle for place in places]


def _find_distance(whole: _Contour, part: _Contour, gap: float) -> float:
    """Return how far right of the first subtree's root the next one must stand."""
    far = 0.0
    for i in range(1, min(len(whole.right), len(part.left)) + 1):
        far = max(far, whole.right[-i] + whole.right_shift - part.left[-i] - part.left_shift + gap)
    return far


def _merge(whole: _Contour, part: _Contour, at: float) -> _Contour:
    """Return the contour of both; the lower of the two is written into the higher."""
    depth, extra = len(whole.left), len(part.left)
    if extra <= depth:
        for i in range(1, extra + 1):
            whole.right[-i] = part.right[-i] + part.right_shift + at - whole.right_shift
        return whole
    for i in range(1, depth + 1):
        part.left[-i] = whole.left[-i] + whole.left_shift - part.left_shift - at
    part.left_shift += at
    part.right_shift += at
    return part
