"""A scene for other programs to draw: LaTeX (TikZ with forest), Graphviz DOT, Mermaid."""

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
        style = ", style=dashed" if item.is_pruned else ""
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
            link = f'-. "✂ {name}" .-' if item.is_pruned else f'== "{name}" ==>' if item.is_best else f'-- "{name}" ---'
            lines.append(f"  n{parents[i]} {link} n{i}")
    return "\n".join(lines)


# ---------------------------------------------------------------------- LaTeX

PREAMBLE = r"""\documentclass[tikz,border=6pt]{standalone}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\forestset{
  max/.style={draw,isosceles triangle,shape border rotate=90,isosceles triangle apex angle=60,inner sep=1pt},
  min/.style={draw,isosceles triangle,shape border rotate=-90,isosceles triangle apex angle=60,inner sep=1pt},
  chance/.style={draw,circle,inner sep=2pt},
  leaf/.style={draw,rectangle,inner sep=3pt},
  best/.style={edge={line width=1.6pt}},
  pruned/.style={dashed,edge={dashed},edge label={node[midway,sloped,font=\small]{$/\!/$}}},
}
\begin{document}
\begin{forest} for tree={s sep=6mm,l sep=9mm}
"""


def tikz(made: Scene) -> str:
    """The tree as a LaTeX document with TikZ's forest.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> print(tikz(scene(search.minimax(tree.named("figure-2"), trace=True).trace)).splitlines()[-6])
    [{$A$}, max, label=right:{$1$}, best
    """
    lines: list[str] = []
    waiting: list[tuple[int | None, int]] = [(0, 0)] if made.items else []
    while waiting:
        i, depth = waiting.pop()
        if i is None:
            lines.append("  " * depth + "]")
            continue
        item = made.items[i]
        lines.append("  " * depth + _forest_node(item) + ("" if item.children else "]"))
        if item.children:
            waiting.append((None, depth))
            waiting += [(child, depth + 1) for child in reversed(item.children)]
    return PREAMBLE + "\n".join(lines) + "\n\\end{forest}\n\\end{document}"


def _forest_node(item: Item) -> str:
    words = item.value if item.shape == LEAF and item.value else item.player or _short(item.label)
    keys = [item.shape]
    if item.shape != LEAF and item.value:
        keys.append(f"label=right:{{{_math(item.value)}}}")
    if item.is_pruned:
        keys.append("pruned")
    elif item.is_best:
        keys.append("best")
    if item.action and not item.is_pruned:
        name = _math(item.probability or item.action)
        keys.append(f"edge label={{node[midway,fill=white,inner sep=1pt,font=\\scriptsize]{{{name}}}}}")
    if item.folded:
        keys.append(f"label=below:{{\\scriptsize +{item.folded} nodes}}")
    return f"[{{{_math(words)}}}, {', '.join(keys)}"


def _short(label: str) -> str:
    """A label that fits into a node; a whole position does not."""
    return label if len(label) <= 6 else ""


def _math(text: str) -> str:
    for sign, word in (("≤", "\\le"), ("≥", "\\ge"), ("−", "-"), ("∞", "\\infty"), ("#", "\\#"), ("_", "\\_"), ("%", "\\%"), ("&", "\\&")):
        text = text.replace(sign, word)
    return f"${text}$" if text else ""


# ---------------------------------------------------------------------- for all


def _parents(made: Scene) -> list[int | None]:
    parents: list[int | None] = [None] * len(made.items)
    for i, item in enumerate(made.items):
        for child in item.children:
            parents[child] = i
    return parents


def _words(item: Item) -> list[str]:
    folded = f"+{item.folded} nodes" if item.folded else ""
    return [word for word in (item.player or item.label, item.value, item.window, folded) if word]
