"""A scene for LaTeX: TikZ with forest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.show import small
from zermelo.show.latex_text import escape_text, write_math, write_name
from zermelo.show.node_form import (
    choose_sign,
    has_value_below,
    has_value_inside,
    list_legend,
    write_inside,
)
from zermelo.show.node_form import write_name as name_node
from zermelo.show.scene import LEAF, MORE, Scene, SceneItem, Style
from zermelo.show.svg_node import DrawnNode, write_action

PACKAGES = r"""\usepackage{amssymb}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
"""

SHAPES = {
    "triangles": r"""
  triangle/.style={draw,regular polygon,regular polygon sides=3,inner sep=0pt,minimum size=11mm},
  max/.style={triangle},
  min/.style={triangle,shape border rotate=180},
  chance/.style={draw,circle,inner sep=2pt},
  leaf/.style={draw,rectangle,inner sep=3pt},
  estimate/.style={draw,rectangle,rounded corners=1.2ex,inner sep=3pt},
""",
    "lecture": r"""
  max/.style={draw,rectangle,minimum size=9mm,inner sep=1pt},
  min/.style={draw,ellipse,minimum size=9mm,inner sep=0pt},
  chance/.style={draw,diamond,minimum size=9mm,inner sep=0pt},
  leaf/.style={inner sep=3pt},
  estimate/.style={max},
""",
}
"""The forms of nodes, by the style."""

LOOKS = r"""  more/.style={inner sep=1pt,edge={draw=none},for children={edge={draw=none}}},
  board/.style={inner sep=1pt,font=\tiny},
  best/.style={edge={line width=1.6pt}},
  secondary/.style={fill=blue!12,edge={draw=blue!70!black}},
  now/.style={fill=yellow!60,very thick},
  ahead/.style={opacity=.2,text opacity=0,edge={opacity=.2}},
  given/.style={ahead,text opacity=.65},
  pruned/.style={dashed,edge={dashed}},
"""

CUT_MARK = r"$/\!/$"

GAP = 6
"""The distance between nodes in mm, as `FOREST` has it."""

MARGIN, HALF_NODE = 3.0, 4.5
LETTER_MM, SMALL_MM, LABEL_MM = 2.0, 1.45, 2.4
"""The distance between words, half the width of a node, the width of letters and small ones, and
the room around a label."""

FOREST = r"\begin{forest} for tree={s sep=6mm,l sep=9mm,parent anchor=south,child anchor=north}"

NAME_COLOUR = "\\color{brown!70!black}"
WINDOW_COLOUR = "\\color{blue!70!black}"
"""The colours of names and of windows beside nodes."""


def tikz(scene: Scene) -> str:
    """Return the tree as a LaTeX document with TikZ's forest.

    >>> from zermelo import search, tree
    >>> from zermelo.show.trace_scene import trace_scene
    >>> trace = search.minimax(tree.figure("figure-2"), trace=True).trace
    >>> print(tikz(trace_scene(trace)).splitlines()[-6])
    [{$A$}, max, label=right:{$1$}, best
    """
    write = TikzWriter(scene.style)
    forest = write_forest(scene, write, lambda i: write.list_keys(scene.items[i], i == 0))
    preamble = "\\documentclass[tikz,border=6pt]{standalone}\n" + write_styles(scene.style)
    return f"{preamble}\\begin{{document}}\n{forest}\n\\end{{document}}"


def write_styles(style: Style = "triangles") -> str:
    """Return the packages and the forest styles that a picture needs."""
    return f"{PACKAGES}\\forestset{{{SHAPES[style]}{LOOKS}}}\n"


def write_forest(scene: Scene, write: TikzWriter, keys: Callable[[int], list[str]]) -> str:
    """Return the nested brackets of a tree, each node with its words and keys."""
    lines: list[str] = []
    gaps = _measure_gaps(scene)
    waiting: list[tuple[int | None, int]] = [(0, 0)] if scene.items else []
    while waiting:
        i, depth = waiting.pop()
        margin = "  " * depth
        if i is None:
            lines.append(f"{margin}]")
            continue
        item = scene.items[i]
        end = "" if item.children else "]"
        gap = [f"s sep={gaps[i]:.0f}mm"] if round(gaps[i]) > GAP else []
        words = ", ".join([*keys(i), *gap])
        lines.append(f"{margin}[{{{write.inside(item)}}}, {words}{end}")
        if item.children:
            waiting.append((None, depth))
            waiting += [(child, depth + 1) for child in reversed(item.children)]
    return "\n".join([FOREST, *lines, *_write_legend(scene), "\\end{forest}"])


def _measure_gaps(scene: Scene) -> list[float]:
    """Return for each node the distance between its successors, in mm.

    forest keeps the forms of nodes apart; the words beside and below them need room of their own.
    """
    reach = [_measure_words(item, scene.style) for item in scene.items]
    gaps = [float(GAP)] * len(reach)
    for i in range(len(reach) - 1, -1, -1):  # children come after their parents
        below = [reach[child] for child in scene.items[i].children]
        if below:
            left, right = (max(side) for side in zip(*below, strict=True))
            gaps[i] = max(GAP, MARGIN + left + right)
            reach[i] = (max(left, reach[i][0]), max(right, reach[i][1]))
    return gaps


def _measure_words(item: SceneItem, style: Style) -> tuple[float, float]:
    """Return about how far the words of a node stand out at its left and right, in mm."""
    node = DrawnNode(item, style)
    longest = max([len(word) for _, word in node.under], default=0)
    on_edge = len(write_action(item, style)) + 2 * len(item.passed)
    both = max(SMALL_MM * longest / 2 - HALF_NODE, SMALL_MM * on_edge - HALF_NODE, 0.0)
    left = SMALL_MM * max((len(word) for _, word in node.left), default=0)
    left += LABEL_MM if left else 0.0
    beside = max(
        LETTER_MM * len(item.value) + SMALL_MM * len(item.window), LETTER_MM * len(item.room)
    )
    right = LABEL_MM + beside if node.beside and beside else 0.0
    return max(both, left), max(both, right)


def _write_legend(scene: Scene) -> list[str]:
    """Return the legend below a tree that has estimates or leaves successors out."""
    has_more = any(
        item.is_estimate or item.is_secondary or item.shape == MORE for item in scene.items
    )
    if not has_more:
        return []
    many = any(item.mover for item in scene.items)
    lines = [escape_text(part) for part in list_legend(scene.items, scene.style, many, scene.unit)]
    words = " \\\\ ".join(f"\\scriptsize {line}" for line in lines)
    depth = max(
        len([word for _, word in DrawnNode(item, scene.style).under if word])
        for item in scene.items
    )
    at = f"([yshift=-{4 * depth + 1}mm]current bounding box.south west)"  # words are not in the box
    return [f"\\node[anchor=north west,align=left,inner xsep=0pt] at {at} {{{words}}};"]


# ---------------------------------------------------------------------- nodes


@dataclass(frozen=True)
class TikzWriter:
    """Writes nodes in a style: the words in, beside and below them, and the keys of forest."""

    style: Style

    # ------------------------------------------------------------------ words

    def inside(self, item: SceneItem) -> str:
        """Return what stands in a node."""
        if item.board is not None:
            return small.latex(item.board, write_math)
        words = write_inside(item, self.style)
        return write_math(words) if has_value_inside(item, self.style) else write_name(words)

    def beside(self, item: SceneItem) -> str:
        """Return what stands at the right of a node: its value and its window."""
        if has_value_inside(item, self.style) or has_value_below(item, self.style):
            return ""
        window = f"{{\\scriptsize{WINDOW_COLOUR} {write_math(item.window)}}}"
        words = (write_math(item.value), window if item.window else "")
        return " ".join(word for word in words if word)

    def name(self, item: SceneItem) -> str:
        """Return the name that stands at the left of a node, or below a leaf."""
        name = write_name(name_node(item, self.style))
        return f"{{\\scriptsize{NAME_COLOUR} {name}}}" if name else ""

    def below(self, item: SceneItem) -> str:
        """Return what stands below a node: name, value, question mark, what is not drawn."""
        words = [write_math(item.value)] if has_value_below(item, self.style) else []
        if has_value_inside(item, self.style):
            words.append(self.name(item))
        if item.is_estimate:
            words.append("{\\scriptsize ?}")
        more = [item.note, f"+{item.folded} nodes" if item.folded else ""]
        words += [f"{{\\scriptsize {escape_text(word)}}}" for word in more if word]
        return "\\\\[-2pt]".join(word for word in words if word)

    def on_edge(self, item: SceneItem) -> str:
        """Return the words on the edge to a node.

        They are its action or its probability, and the window that is passed on.
        """
        action, times = write_action(item, self.style), f"×{item.times}"
        if item.times > 1:
            action = action.removesuffix(times).strip()
        action = action.removesuffix(item.reach).removesuffix(", ")
        words = [write_name(action), write_math(times) if item.times > 1 else ""]
        words.append(escape_text(item.reach))
        return " ".join(word for word in (*words, write_math(item.passed)) if word)

    # ------------------------------------------------------------------ keys

    def list_keys(self, item: SceneItem, is_root: bool) -> list[str]:
        """Return how one node and the edge to it look. The root is visible from the start."""
        fixed = [*self.list_signs(item), *self._label_edge(self.on_edge(item), item.is_cut)]
        if words := self.write_left(item):
            fixed.append(f"label=left:{{{words}}}")
        if item.is_ahead:
            look = ["given" if item.is_given else "ahead"]
            frame = ["draw"] if item.board is not None else []
            return [self.name_form(item), *(fixed if is_root else look + frame)]
        keys = [self.name_form(item), *list_tint(item), *fixed]
        if words := self.below(item):
            keys.append(put_below(words))
        if words := self.beside(item):
            keys.append(f"label=right:{{{words}}}")
        looks = (("pruned", item.is_pruned), ("best", item.is_best), ("now", item.is_current))
        return keys + [name for name, on in looks if on]

    def name_form(self, item: SceneItem) -> str:
        """Return the style of a node's form."""
        if item.board is not None:
            return "board"
        if item.shape != LEAF:
            return item.shape
        if self.style == "lecture":
            return item.turn or item.shape
        return "estimate" if item.is_estimate else item.shape

    def write_left(self, item: SceneItem) -> str:
        """Return what stands at the left of a node: its name and its mover."""
        name = "" if has_value_inside(item, self.style) else self.name(item)
        is_named = item.mover and item.board is None
        mover = f"{{\\scriptsize {escape_text(item.mover)}}}" if is_named else ""
        return " ".join(word for word in (name, mover) if word)

    def list_signs(self, item: SceneItem) -> list[str]:
        """Return the labels that never change: the sign of a board's mover."""
        keys = []
        if item.board is not None and item.shape not in (LEAF, MORE):
            mover = f"{escape_text(item.mover)} " if item.mover else ""
            sign = write_math(choose_sign(item, self.style))
            keys.append(
                f"label={{[font=\\tiny,label distance=-1.5mm]above left:{{{mover}{sign}}}}}"
            )
        return keys

    def _label_edge(self, words: str, is_cut: bool) -> list[str]:
        """Return the words on an edge and its cut mark, as a key."""
        node = "node[midway,fill=white,inner sep=1pt,font=\\scriptsize]"
        label = f"{node}{{{words}}}" if words else ""
        mark = mark_cut(CUT_MARK) if is_cut else ""
        return [f"edge label={{{label}{mark}}}"] if label or mark else []


def list_tint(item: SceneItem) -> list[str]:
    """Return the style of a node that a secondary search visited."""
    return ["secondary"] if item.is_secondary else []


def put_below(words: str) -> str:
    """Return the label below a node; of several lines, which need a way to stand in it."""
    return (
        f"label={{[align=center]below:{{{words}}}}}"
        if "\\\\" in words
        else (f"label=below:{{{words}}}")
    )


def mark_cut(mark: str) -> str:
    """Return the mark of a cut on an edge."""
    return f" node[pos=.2,sloped,font=\\small]{{{mark}}}"
