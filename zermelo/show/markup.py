"""A scene for other programs to draw: Graphviz DOT and Mermaid. LaTeX is next door, in `latex`."""

from __future__ import annotations

from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, Item, Scene

# ---------------------------------------------------------------------- Graphviz

DOT_STYLE = 'node [fontname="sans-serif"]; edge [arrowhead=none, fontname="sans-serif"]; ordering=out;'


def dot(made: Scene) -> str:
    """The tree as a Graphviz file.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> print(dot(scene(search.minimax(tree.named("figure-2"), trace=True).trace)))
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
    parents = _parents(made)
    lines = [f'digraph "{_plain(made.title)}" {{', f"  {DOT_STYLE}"]
    for i, item in enumerate(made.items):
        words = "\\n".join(_plain(word) for word in _words(item))
        style = ", style=dashed" if item.is_pruned and not item.is_ahead else ", color=gray, fontcolor=gray" if item.is_ahead else ""
        lines.append(f'  n{i} [shape={shapes[item.shape]}, label="{words}"{style}];')
        if parents[i] is not None:
            bold = ", penwidth=3" if item.is_best else ""
            lines.append(f'  n{parents[i]} -> n{i} [label="{_plain(item.probability or item.action)}"{style}{bold}];')
    return "\n".join([*lines, "}"])


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# ---------------------------------------------------------------------- Mermaid


def mermaid(made: Scene) -> str:
    """The tree as a Mermaid flowchart.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> print(mermaid(scene(search.minimax(tree.named("figure-2"), trace=True).trace)))
    flowchart TD
      n0[/"A 1"\\]
      n1["B 1"]
      n0 == "a1" ==> n1
      n2["C 0"]
      n0 -- "a2" --- n2
    """
    brackets = {MAX: ("[/", "\\]"), "min": ("[\\", "/]"), CHANCE_NODE: ("((", "))"), LEAF: ("[", "]")}
    parents = _parents(made)
    lines = ["flowchart TD"]
    for i, item in enumerate(made.items):
        opening, closing = brackets[item.shape]
        words = " ".join(_words(item)).replace('"', "#quot;")
        lines.append(f'  n{i}{opening}"{words}"{closing}')
        if parents[i] is not None:
            name = (item.probability or item.action).replace('"', "#quot;")
            link = (
                f'-. "✂ {name}" .-' if item.is_pruned and not item.is_ahead else f'== "{name}" ==>' if item.is_best else f'-- "{name}" ---'
            )
            lines.append(f"  n{parents[i]} {link} n{i}")
    return "\n".join(lines)


# ---------------------------------------------------------------------- for all


def _parents(made: Scene) -> list[int | None]:
    parents: list[int | None] = [None] * len(made.items)
    for i, item in enumerate(made.items):
        for child in item.children:
            parents[child] = i
    return parents


def _words(item: Item) -> list[str]:
    folded = f"+{item.folded} nodes" if item.folded else ""
    known = "" if item.is_ahead and not item.is_given else item.value
    return [word for word in (item.label, item.mover, known, item.window, folded) if word]
