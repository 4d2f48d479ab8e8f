"""Where the nodes of a tree go: a tidy drawing, in one pass from the leaves up.

The laws: nodes of one depth keep at least a gap between them, children stand in order, a parent stands in the middle
of its first and last child, and a subtree looks the same wherever it stands. Subtrees are pushed together along their
contours (the outermost positions at each depth); merging two costs the depth of the lower one, so a tree costs about
its number of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Children = Sequence[Sequence[int]]


@dataclass
class _Contour:
    """The outermost positions of a subtree at each depth, deepest first, relative to `shift`."""

    left: list[float]
    right: list[float]
    left_shift: float = 0.0
    right_shift: float = 0.0


def tidy(children: Children, widths: Sequence[float], gap: float = 1.0) -> list[float]:
    """The horizontal position of each node's middle; node 0 is the root, children have larger numbers than parents.

    >>> tidy([[1, 2], [], []], [1, 1, 1])
    [1.0, 0.0, 2.0]
    """
    offset = [0.0] * len(children)  # of each node from its parent's middle
    contours: dict[int, _Contour] = {}
    for node in range(len(children) - 1, -1, -1):
        contours[node] = _placed(node, children[node], widths, gap, offset, contours)
    x = [0.0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            x[child] = x[node] + offset[child]
    least = min((x[i] - widths[i] / 2 for i in range(len(x))), default=0.0)
    first = widths[0] / 2 if children else 0.0
    return [position - least - first for position in x]


def _placed(
    node: int,
    below: Sequence[int],
    widths: Sequence[float],
    gap: float,
    offset: list[float],
    contours: dict[int, _Contour],
) -> _Contour:
    """Push a node's subtrees together, put the node above their middle; the contour of the whole."""
    half = widths[node] / 2
    if not below:
        return _Contour([-half], [half])
    whole = contours.pop(below[0])
    at = {below[0]: 0.0}
    for child in below[1:]:
        part = contours.pop(child)
        at[child] = _distance(whole, part, gap)
        whole = _merged(whole, part, at[child])
    middle = (at[below[0]] + at[below[-1]]) / 2
    for child in below:
        offset[child] = at[child] - middle
    whole.left_shift -= middle
    whole.right_shift -= middle
    whole.left.append(-half - whole.left_shift)
    whole.right.append(half - whole.right_shift)
    return whole


def _distance(whole: _Contour, part: _Contour, gap: float) -> float:
    """How far right of the first subtree's root the next one must stand."""
    far = 0.0
    for i in range(1, min(len(whole.right), len(part.left)) + 1):
        far = max(far, whole.right[-i] + whole.right_shift - part.left[-i] - part.left_shift + gap)
    return far


def _merged(whole: _Contour, part: _Contour, at: float) -> _Contour:
    """The contour of both; the lower of the two is written into the higher."""
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
