"""A scene as text: a line for each node, with the forms of the pictures as signs, and a legend."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.show.node_form import choose_sign, list_legend
from zermelo.show.scene import MORE, Scene, SceneItem
from zermelo.show.svg_node import write_action

NOT_DRAWN = "+{:,} nodes"


def outline(scene: Scene) -> str:
    """Return the tree as text.

    >>> from zermelo import search, tree
    >>> from zermelo.show.trace_scene import trace_scene
    >>> print(outline(trace_scene(search.alphabeta(tree.figure("figure-3"), trace=True).trace)))
    alphabeta on tree:figure-3 (cut on ≥, fail-soft, natural order)
    △ A  ½
    ├─ a1 ★ □ B  ½
    └─ a2   ▽ C  ≤ ¼
            ├─ c1   □ D  ¼
            └─ c2 ✂ □ E  v(E)
    <BLANKLINE>
    △ MAX · ▽ MIN · □ a terminal · ★ principal variation · ✂ pruned
    """
    lines = [scene.title] if scene.title else []
    if scene.items:
        lines += _Outline(scene).lines(0, "", "")
    return "\n".join([*lines, "", _write_legend(scene)])


def _write_legend(scene: Scene) -> str:
    many = any(item.mover for item in scene.items)
    marks = {"★ principal variation": "★", "✂ pruned": "✂"}
    used = {_choose_mark(item) for item in scene.items[1:]}
    legend = list_legend(scene.items, scene.style, many, scene.unit)
    return " · ".join(legend + [words for words, mark in marks.items() if mark in used])


def _choose_mark(item: SceneItem) -> str:
    """Return the mark before a node: on the principal variation, pruned, or neither."""
    return "✂" if item.is_pruned and not item.is_ahead else "★" if item.is_best else " "


class _Outline:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def lines(self, i: int, before: str, margin: str) -> Iterator[str]:
        """Yield the line of a node, and those below it."""
        item = self.scene.items[i]
        yield (before + self._write_node(item)).rstrip()
        edges = [self._write_edge(self.scene.items[child]) for child in item.children]
        width = max(map(len, edges), default=0)
        for child, edge in zip(item.children, edges, strict=True):
            is_last = child == item.children[-1]
            start = f"{margin}{'└' if is_last else '├'}─ {edge:<{width}}"
            below = f"{margin}{' ' if is_last else '│'}  {'':<{width}}"
            yield from self.lines(child, start, below)

    def _write_edge(self, item: SceneItem) -> str:
        """Return the words on the edge to a node, its window, and the mark of the node."""
        if item.shape == MORE:
            return ""
        words = write_action(item, self.scene.style), item.passed, _choose_mark(item)
        return " ".join(word for word in words if word) + " "

    def _write_node(self, item: SceneItem) -> str:
        """Return a node: its sign, its name, its state, its mover, its value, its window."""
        if item.shape == MORE:
            return f"{item.label or '…'} {item.note}"
        folded = NOT_DRAWN.format(item.folded) if item.folded else ""
        value = "" if item.is_ahead and not item.is_given else item.value
        window = "" if item.is_ahead else item.window
        words = (item.state, item.mover, value + " ?" * (item.is_estimate and value != ""))
        sign = f"{choose_sign(item, self.scene.style)} {item.label}"
        return "  ".join(word for word in (sign, *words, window, item.note, folded) if word)
