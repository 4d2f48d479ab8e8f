"""A scene for other programs to draw: Graphviz DOT and Mermaid. LaTeX is next door, in `latex`.

Both show what a page shows at the same step: what the search has not come to yet is pale, and says nothing but what the game gives.
"""

from __future__ import annotations

from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, Item, Scene

# ---------------------------------------------------------------------- Graphviz

DOT_STYLE = (
    'node [fontname="sans-serif"]; edge [arrowhead=none, fontname="sans-serif"]; ordering=out;'
)


def dot(made: Scene) -> str:
    """The tree as a Graphviz file.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> print(dot(scene(search.minimax(tree.figure("figure-2"), trace=True).trace)))
    digraph "minimax on tree:figure-2" {
      node [fontname="sans-serif"]; edge [arrowhead=none, fontname="sans-serif"]; ordering=out;
      n0 [shape=triangle, label="A\\n1"];
      n1 [shape=box, label="B\\n1"];
      n0 -> n1 [label="a1", penwidth=3];
      n2 [shape=box, label="C\\n0"];
      n0 -> n2 [label="a2"];
    }
    """
    shapes = {MAX: "triangle", "min": "invtriangle", CHANCE_NODE: "circle", LEAF: "box"}
    parents = made.parents
    lines = [f'digraph "{_plain(made.title)}" {{', f"  {DOT_STYLE}"]
    for i, item in enumerate(made.items):
        words = "\\n".join(_plain(word) for word in _words(item, i == 0))
        look = _look(item, i == 0)
        style = {"ahead": ", color=lightgray, fontcolor=gray", "pruned": ", style=dashed"}.get(
            look, ""
        )
        now = ', style=filled, fillcolor="#fde68a", penwidth=2.6' if look == "now" else ""
        lines.append(f'  n{i} [shape={shapes[item.shape]}, label="{words}"{style}{now}];')
        if parents[i] is not None:
            bold = ", penwidth=3" if item.is_best else ""
            lines.append(
                f'  n{parents[i]} -> n{i} [label="{_plain(_on_edge(item))}"{style}{bold}];'
            )
    return "\n".join([*lines, "}"])


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# ---------------------------------------------------------------------- Mermaid


def mermaid(made: Scene) -> str:
    """The tree as a Mermaid flowchart.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> print(mermaid(scene(search.minimax(tree.figure("figure-2"), trace=True).trace)))
    flowchart TD
      n0[/"A 1"\\]
      n1["B 1"]
      n0 == "a1" ==> n1
      n2["C 0"]
      n0 -- "a2" --- n2
    """
    brackets = {
        MAX: ("[/", "\\]"),
        "min": ("[\\", "/]"),
        CHANCE_NODE: ("((", "))"),
        LEAF: ("[", "]"),
    }
    parents = made.parents
    lines = ["flowchart TD"]
    looks: dict[str, list[int]] = {}
    pale: list[int] = []
    links = 0
    for i, item in enumerate(made.items):
        opening, closing = brackets[item.shape]
        look = _look(item, i == 0)
        words = " ".join(_words(item, i == 0)).replace('"', "#quot;") or " "
        lines.append(f'  n{i}{opening}"{words}"{closing}')
        if look:
            looks.setdefault(look, []).append(i)
        if parents[i] is not None:
            name = _on_edge(item).replace('"', "#quot;")
            link = (
                "---"
                if not name
                else f'-. "{name}" .-'
                if look == "pruned"
                else f'== "{name}" ==>'
                if item.is_best
                else f'-- "{name}" ---'
            )
            lines.append(f"  n{parents[i]} {link} n{i}")
            pale += [links] if look == "ahead" else []
            links += 1
    for look, nodes in looks.items():
        lines += [
            f"  classDef {look} {_LOOKS[look]}",
            f"  class {','.join(f'n{i}' for i in nodes)} {look}",
        ]
    if pale:
        lines.append(f"  linkStyle {','.join(map(str, pale))} opacity:0.25")
    return "\n".join(lines)


_LOOKS = {
    "ahead": "opacity:0.4",
    "pruned": "stroke-dasharray:4 4",
    "now": "fill:#fde68a,stroke-width:3px,color:#1b1f24",
}
"""How Mermaid draws nodes that are no ordinary ones."""


# ---------------------------------------------------------------------- for all


def _look(item: Item, is_root: bool) -> str:
    """How far the search has come with a node; nothing where it is done, or the root, which is seen from the start."""
    if item.is_ahead:
        return "" if is_root else "ahead"
    return "now" if item.is_current else "pruned" if item.is_pruned else ""


def _on_edge(item: Item) -> str:
    """The words on the edge to a node, with a mark where it is cut off."""
    return (
        "" if item.is_ahead else ("✂ " if item.is_cut else "") + (item.probability or item.action)
    )


def _words(item: Item, is_root: bool) -> list[str]:
    if item.is_ahead:
        seen = (item.label, item.mover) if is_root else (item.value,) if item.is_given else ()
        return [word for word in seen if word]
    folded = f"+{item.folded} nodes" if item.folded else ""
    return [word for word in (item.label, item.mover, item.value, item.window, folded) if word]
