"""A scene for LaTeX (TikZ with forest), and a film as Beamer slides that build it step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from zermelo.formatting import FRACTION_SIGNS
from zermelo.show import small
from zermelo.show.film import Film
from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MIN, Scene, SceneItem, Windows

STYLES = r"""\usepackage{amssymb}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\forestset{
  triangle/.style={draw,isosceles triangle,isosceles triangle apex angle=60,inner sep=1pt},
  max/.style={triangle,shape border rotate=90},
  min/.style={triangle,shape border rotate=-90},
  chance/.style={draw,circle,inner sep=2pt},
  leaf/.style={draw,rectangle,inner sep=3pt},
  board/.style={inner sep=1pt,font=\tiny,parent anchor=south,child anchor=north},
  best/.style={edge={line width=1.6pt}},
  now/.style={fill=yellow!60,very thick},
  ahead/.style={opacity=.2,text opacity=0,edge={opacity=.2}},
  given/.style={ahead,text opacity=.65},
  pruned/.style={dashed,edge={dashed}},
}
"""

PREAMBLE = "\\documentclass[tikz,border=6pt]{standalone}\n" + STYLES + "\\begin{document}\n"

BEAMER = (
    "\\documentclass{beamer}\n\\usepackage{adjustbox}\n"
    + STYLES
    + r"""\tikzset{
  ahead on/.code={\only<#1>{\pgfkeysalso{opacity=.2,text opacity=0}}},
  given on/.code={\only<#1>{\pgfkeysalso{opacity=.2,text opacity=.65}}},
  now on/.code={\only<#1>{\pgfkeysalso{fill=yellow!60,very thick}}},
  pruned on/.code={\only<#1>{\pgfkeysalso{dashed}}},
  best on/.code={\only<#1>{\pgfkeysalso{line width=1.6pt}}},
}
\setbeamertemplate{navigation symbols}{}
\begin{document}
"""
)

CUT_MARK = r"$/\!/$"

FOREST = r"\begin{forest} for tree={s sep=6mm,l sep=9mm}"


def tikz(scene: Scene) -> str:
    """Return the tree as a LaTeX document with TikZ's forest.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> trace = search.minimax(tree.figure("figure-2"), trace=True).trace
    >>> print(tikz(scene(trace)).splitlines()[-6])
    [{$A$}, max, label=right:{$1$}, best
    """
    forest = _write_forest(scene, lambda i: _list_keys(scene.items[i], i == 0))
    return PREAMBLE + forest + "\n\\end{document}"


def beamer(film: Film, windows: Windows = "") -> str:
    """Return the film as a Beamer document.

    There is one frame for each tree, and one slide for each change, with a sentence below it.
    """
    trees: list[str] = []
    frames = film.frames(windows)
    for _, group in groupby(frames, key=lambda scene: (len(scene.items), scene.items[0].node)):
        trees.append(_write_slides(list(group)))
    return BEAMER + "\n".join(trees) + "\n\\end{document}"


def _write_slides(frames: Sequence[Scene]) -> str:
    captions = "\n".join(
        f"\\only<{i}>{{{escape_text(frame.caption)}}}%" for i, frame in enumerate(frames, 1)
    )
    forest = _write_forest(frames[-1], lambda i: _list_overlays([f.items[i] for f in frames]))
    box = "\\begin{adjustbox}{max width=\\textwidth,max totalheight=.78\\textheight,center}"
    slide = f"{box}\n{forest}\n\\end{{adjustbox}}\n\n\\vfill\n{captions}"
    return f"\\begin{{frame}}\n{slide}\n\\end{{frame}}"


def _write_forest(scene: Scene, keys: Callable[[int], list[str]]) -> str:
    """Return the nested brackets of a tree, each node with its words and keys."""
    lines: list[str] = []
    waiting: list[tuple[int | None, int]] = [(0, 0)] if scene.items else []
    while waiting:
        i, depth = waiting.pop()
        margin = "  " * depth
        if i is None:
            lines.append(f"{margin}]")
            continue
        item = scene.items[i]
        end = "" if item.children else "]"
        lines.append(f"{margin}[{{{_write_inside(item)}}}, {', '.join(keys(i))}{end}")
        if item.children:
            waiting.append((None, depth))
            waiting += [(child, depth + 1) for child in reversed(item.children)]
    needs_room = any(item.passed for item in scene.items)  # for windows on edges
    opening = FOREST.replace("6mm", "26mm") if needs_room else FOREST
    return "\n".join([opening, *lines, "\\end{forest}"])


# ---------------------------------------------------------------------- words


def _write_inside(item: SceneItem) -> str:
    if item.board is not None:
        return small.latex(item.board, _write_math)
    return _write_math(item.value if item.shape == LEAF and item.value else _shorten(item.label))


def _write_beside(item: SceneItem) -> str:
    """Return what stands at the right of a node: its value and its window."""
    value = _write_math(item.value) if item.shape != LEAF or item.board else ""
    window = f"{{\\scriptsize {_write_math(item.window)}}}" if item.window else ""
    return " ".join(word for word in (value, window) if word)


def _write_on_edge(item: SceneItem) -> str:
    """Return the words on the edge to a node.

    They are its action or its probability, and the window that is passed on.
    """
    words = _name(item.probability or item.action)
    return f"{words} {_write_math(item.passed)}" if words and item.passed else words


def _write_below(item: SceneItem) -> str:
    """Return the name of a leaf that has its payoff inside."""
    has_name = item.shape == LEAF and item.board is None and item.value
    name = _write_math(_shorten(item.label)) if has_name else ""
    return f"{{\\scriptsize {name}}}" if name else ""


def _choose_value_side(item: SceneItem) -> str:
    """Return where a node's value stands: below a board that has nothing else below it."""
    return "below" if item.board is not None and item.shape == LEAF else "right"


# ---------------------------------------------------------------------- keys


def _list_keys(item: SceneItem, is_root: bool) -> list[str]:
    """Return how one node and the edge to it look. The root is visible from the start."""
    fixed = _list_fixed_keys(item)
    if item.is_ahead:
        look = ["given" if item.is_given else "ahead"]
        frame = ["draw"] if item.board is not None else []
        return [_name_form(item), *(fixed if is_root else look + frame)]
    keys = [_name_form(item), *fixed]
    if name := _write_below(item):
        keys.append(f"label=below:{name}")
    if words := _write_beside(item):
        keys.append(f"label={_choose_value_side(item)}:{{{words}}}")
    looks = (("pruned", item.is_pruned), ("best", item.is_best), ("now", item.is_current))
    return keys + [name for name, on in looks if on]


def _name_form(item: SceneItem) -> str:
    return "board" if item.board is not None else item.shape


SIGNS = {MAX: "\\triangle", MIN: "\\triangledown", CHANCE_NODE: "\\circ"}


def _list_fixed_keys(item: SceneItem) -> list[str]:
    """Return the keys that never change: the mover, the words on the edge, the folded nodes."""
    keys = []
    if item.board is not None and item.shape in SIGNS:
        mover = f"{item.mover} " if item.mover else ""
        keys.append(f"label={{[font=\\tiny]above left:{{{mover}${SIGNS[item.shape]}$}}}}")
    if words := _write_on_edge(item):
        mark = _cut_mark(CUT_MARK) if item.is_cut else ""
        node = "node[midway,fill=white,inner sep=1pt,font=\\scriptsize]"
        keys.append(f"edge label={{{node}{{{words}}}{mark}}}")
    if item.mover and item.board is None:
        keys.append(f"label=left:{{\\scriptsize {item.mover}}}")
    if item.folded:
        keys.append(f"label=below:{{\\scriptsize +{item.folded} nodes}}")
    return keys


def _cut_mark(mark: str) -> str:
    return f" node[pos=.25,sloped,font=\\small]{{{mark}}}"


# ---------------------------------------------------------------------- overlays


def _list_overlays(looks: Sequence[SceneItem]) -> list[str]:
    """Return how a node looks on each slide."""
    last = looks[-1]
    keys = [_name_form(last), *_list_fixed_keys(last)]
    keys = [key for key in keys if not key.startswith("edge label")]
    return keys + _list_states(looks) + _list_changing_words(looks)


def _list_states(looks: Sequence[SceneItem]) -> list[str]:
    """Return the styles of a node and of its edge, each with the slides on which it applies."""
    slides = {name: _list_slides([test(item) for item in looks]) for name, test in _STATES.items()}
    ahead = "given on" if looks[-1].is_given else "ahead on"
    keys = [f"{ahead}={on}" for on in slides["ahead on"]]
    keys += [f"{name}={on}" for name in ("now on", "pruned on") for on in slides[name]]
    names = ("ahead on", "pruned on", "best on")
    edge = ", ".join(f"{name}={on}" for name in names for on in slides[name])
    return [*keys, f"edge={{{edge}}}"]


def _list_changing_words(looks: Sequence[SceneItem]) -> list[str]:
    """Return the words of a node and of its edge, each on its slides."""
    keys = []
    if words := _show_in_turn(looks, _box_on_edge):
        mark = _show_in_turn(looks, lambda item: CUT_MARK if item.is_cut else "")
        node = "node[midway,inner sep=0pt,font=\\scriptsize]"
        keys.append(f"edge label={{{node}{{{words}}}{_cut_mark(mark) if mark else ''}}}")
    if name := _show_in_turn(looks, _write_below):
        keys.append(f"label=below:{{{name}}}")
    if words := _show_in_turn(looks, _write_beside):
        is_below = _choose_value_side(looks[-1]) == "below"
        right = f"label=right:{{\\rlap{{{words}}}}}"
        keys.append(f"label=below:{{{words}}}" if is_below else right)
    return keys


def _box_on_edge(item: SceneItem) -> str:
    words = _write_on_edge(item)
    return f"\\fboxsep=1pt\\colorbox{{white}}{{{words}}}" if words else ""


def _show_in_turn(looks: Sequence[SceneItem], words: Callable[[SceneItem], str]) -> str:
    """Return changing words, each on the slides where it applies; none of a node that is ahead."""
    texts = ["" if item.is_ahead else words(item) for item in looks]
    return "".join(
        f"\\only<{','.join(_list_slides([other == text for other in texts]))}>{{{text}}}"
        for text in dict.fromkeys(texts)
        if text
    )


_STATES: dict[str, Callable[[SceneItem], bool]] = {
    "ahead on": lambda item: item.is_ahead,
    "now on": lambda item: item.is_current and not item.is_ahead,
    "pruned on": lambda item: item.is_pruned and not item.is_ahead,
    "best on": lambda item: item.is_best,
}
"""The styles that change. Their values have no commas and no braces: forest would split there."""


def _list_slides(holds: Sequence[bool]) -> list[str]:
    """Return the slides on which something holds, as Beamer counts them.

    >>> _list_slides([True, True, False, True, True])
    ['1-2', '4-']
    """
    ranges: list[list[int]] = []
    for slide, on in enumerate(holds, 1):
        if on and ranges and ranges[-1][1] == slide - 1:
            ranges[-1][1] = slide
        elif on:
            ranges.append([slide, slide])
    return [f"{a}-" if b == len(holds) else f"{a}" if a == b else f"{a}-{b}" for a, b in ranges]


def _shorten(label: str) -> str:
    """Return a label that fits into a node; the empty string for a whole position."""
    return label if len(label) <= 6 else ""


FRACTIONS = {
    sign: f"\\frac{fraction.numerator}{fraction.denominator} "
    for sign, fraction in FRACTION_SIGNS.items()
}
"""The signs of fractions as LaTeX writes them; without braces, which `_write_math` would escape."""

_MATH = {
    "≤": "\\le ",
    "≥": "\\ge ",
    "−": "-",
    "∞": "\\infty ",
    "●": "\\bullet ",
    "○": "\\circ ",
    "·": "\\cdot ",
    "×": "\\times ",
} | FRACTIONS
_TEXT = {
    "#": "\\#",
    "_": "\\_",
    "%": "\\%",
    "&": "\\&",
    "$": "\\$",
    "{": "\\{",
    "}": "\\}",
    "^": "\\^{}",
    "~": "\\~{}",
}


def _name(words: str) -> str:
    """Return a probability or an action; several words, or one with a dash, are not a formula."""
    return escape_text(words) if " " in words or "-" in words else _write_math(words)


def _write_math(text: str) -> str:
    for sign, word in (_MATH | _TEXT).items():
        text = text.replace(sign, word)
    return f"${text}$" if text else ""


_SIGNS = str.maketrans(
    _TEXT
    | {sign: f"${word.strip()}$" for sign, word in _MATH.items()}
    | {"\\": "\\textbackslash{}", "<": "$<$", ">": "$>$", "|": "$|$"}
)


def escape_text(words: str) -> str:
    """Return a sentence as LaTeX prints it, its mathematical signs in math mode.

    >>> print(escape_text("50% of a_1 ≤ 3"))
    50\\% of a\\_1 $\\le$ 3
    """
    return words.translate(_SIGNS)
