"""A scene for other programs to draw: Graphviz DOT and Mermaid. For LaTeX see `latex`.

Both show what a page shows at the same step: what the search has not reached yet is pale, and has
only the words that the game gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.show.escape import escape_dot, escape_mermaid
from zermelo.show.node_form import (
    BARE,
    BOX,
    CIRCLE,
    DIAMOND,
    DOTS,
    DOWN,
    PILL,
    ROUND,
    SQUARE,
    UP,
    choose_form,
)
from zermelo.show.scene import MORE, Scene, SceneItem, Style
from zermelo.show.svg_node import write_action

# ---------------------------------------------------------------------- Graphviz

DOT_STYLE = (
    'node [fontname="sans-serif"]; edge [arrowhead=none, fontname="sans-serif"]; ordering=out;'
)
DOT_SHAPES = {
    UP: "triangle",
    DOWN: "invtriangle",
    ROUND: "circle",
    BOX: "box",
    PILL: "box, style=rounded",
    SQUARE: "square",
    CIRCLE: "circle",
    DIAMOND: "diamond",
    BARE: "plaintext",
    DOTS: "plaintext",
}
DOT_LOOKS = {"ahead": ", color=lightgray, fontcolor=gray", "pruned": ", style=dashed"}
DOT_NOW = ', style=filled, fillcolor="#fde68a", penwidth=2.6'


def dot(scene: Scene) -> str:
    """Return the tree as a Graphviz file.

    >>> from zermelo import search, tree
    >>> from zermelo.show.trace_scene import trace_scene
    >>> print(dot(trace_scene(search.minimax(tree.figure("figure-2"), trace=True).trace)))
    digraph "minimax on tree:figure-2" {
      node [fontname="sans-serif"]; edge [arrowhead=none, fontname="sans-serif"]; ordering=out;
      n0 [shape=triangle, label="A\\n1"];
      n1 [shape=box, label="B\\n1"];
      n0 -> n1 [label="a1", penwidth=3];
      n2 [shape=box, label="C\\nv(C)"];
      n0 -> n2 [label="a2"];
    }
    """
    lines = [f'digraph "{escape_dot(scene.title)}" {{', f"  {DOT_STYLE}"]
    for i, (item, parent) in enumerate(zip(scene.items, scene.parents, strict=True)):
        words = "\\n".join(
            escape_dot(word) for word in _list_words(item, parent is None, scene.style)
        )
        look = _choose_look(item, parent is None)
        style, now = DOT_LOOKS.get(look, ""), DOT_NOW if look == "now" else ""
        shape = DOT_SHAPES[choose_form(item, scene.style)]
        lines.append(f'  n{i} [shape={shape}, label="{words}"{style}{now}];')
        if parent is not None:
            bold = ", penwidth=3" if item.is_best else ", style=invis" * (item.shape == MORE)
            label = escape_dot(_list_words_on_edge(item, scene.style))
            lines.append(f'  n{parent} -> n{i} [label="{label}"{style}{bold}];')
    return "\n".join([*lines, "}"])


# ---------------------------------------------------------------------- Mermaid

BRACKETS = {
    UP: ("[/", "\\]"),
    DOWN: ("[\\", "/]"),
    ROUND: ("((", "))"),
    BOX: ("[", "]"),
    PILL: ("([", "])"),
    SQUARE: ("[", "]"),
    CIRCLE: ("((", "))"),
    DIAMOND: ("{", "}"),
    BARE: (">", "]"),
    DOTS: ("(", ")"),
}

MERMAID_LOOKS = {
    "ahead": "opacity:0.4",
    "pruned": "stroke-dasharray:4 4",
    "now": "fill:#fde68a,stroke-width:3px,color:#1b1f24",
}
"""How Mermaid draws nodes that are pale, pruned or current."""


def mermaid(scene: Scene) -> str:
    """Return the tree as a Mermaid flowchart.

    >>> from zermelo import search, tree
    >>> from zermelo.show.trace_scene import trace_scene
    >>> print(mermaid(trace_scene(search.minimax(tree.figure("figure-2"), trace=True).trace)))
    flowchart TD
      n0[/"A 1"\\]
      n1["B 1"]
      n0 == "a1" ==> n1
      n2["C v(C)"]
      n0 -- "a2" --- n2
    """
    lines = ["flowchart TD"]
    nodes: dict[str, list[int]] = {}
    for i, (item, parent) in enumerate(zip(scene.items, scene.parents, strict=True)):
        opening, closing = BRACKETS[choose_form(item, scene.style)]
        words = escape_mermaid(" ".join(_list_words(item, parent is None, scene.style))) or " "
        lines.append(f'  n{i}{opening}"{words}"{closing}')
        if parent is not None:
            lines.append(f"  n{parent} {_write_link(item, scene.style)} n{i}")
        if look := _choose_look(item, parent is None):
            nodes.setdefault(look, []).append(i)
    return "\n".join([*lines, *_list_looks(nodes)])


def _list_looks(nodes: dict[str, list[int]]) -> Iterator[str]:
    """Yield the lines that style nodes and links, for the nodes of each look."""
    for look, members in nodes.items():
        names = ",".join(f"n{i}" for i in members)
        yield f"  classDef {look} {MERMAID_LOOKS[look]}"
        yield f"  class {names} {look}"
    if pale := ",".join(str(i - 1) for i in nodes.get("ahead", [])):  # the root has no link
        yield f"  linkStyle {pale} opacity:0.25"


def _write_link(item: SceneItem, style: Style) -> str:
    """Return the link to a node: dotted to a pruned one, bold on the principal variation."""
    name = escape_mermaid(_list_words_on_edge(item, style))
    if not name:
        is_pruned = _choose_look(item, False) == "pruned"
        return (
            "~~~"
            if item.shape == MORE
            else "-.-"
            if is_pruned
            else ("==>" if item.is_best else "---")
        )
    if _choose_look(item, False) == "pruned":
        return f'-. "{name}" .-'
    return f'== "{name}" ==>' if item.is_best else f'-- "{name}" ---'


# ---------------------------------------------------------------------- both


def _choose_look(item: SceneItem, is_root: bool) -> str:
    """Return how far the search has come with a node; the empty string for a finished one.

    The root is visible from the start.
    """
    if item.is_ahead:
        return "" if is_root else "ahead"
    return "now" if item.is_current else "pruned" if item.is_pruned else ""


def _list_words_on_edge(item: SceneItem, style: Style) -> str:
    """Return the words on the edge to a node, with a mark where it is cut off."""
    if item.is_ahead:
        return ""
    return (("✂ " if item.is_cut else "") + write_action(item, style)).strip()


def _list_words(item: SceneItem, is_root: bool, style: Style) -> list[str]:
    """Return the words in a node; in the lecture's style the state comes before the name."""
    if item.shape == MORE:
        return [word for word in (item.label or "…", item.note) if word]
    folded = f"+{item.folded} nodes" if item.folded else ""
    names = (item.state, item.label) if style == "lecture" else (item.label,)
    words: tuple[str, ...] = (*names, item.mover, item.value, item.window, folded)
    if item.is_ahead:
        words = (*names, item.mover) if is_root else (item.value,) if item.is_given else ()
    return [word for word in words if word]
