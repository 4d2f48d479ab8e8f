"""A scene for LaTeX (TikZ with forest), and a film as Beamer slides that build it up step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from zermelo.show import small
from zermelo.show.film import Film
from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MIN, Item, Scene, Windows

STYLES = r"""\usepackage{amssymb}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\forestset{
  max/.style={draw,isosceles triangle,shape border rotate=90,isosceles triangle apex angle=60,inner sep=1pt},
  min/.style={draw,isosceles triangle,shape border rotate=-90,isosceles triangle apex angle=60,inner sep=1pt},
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


def tikz(made: Scene) -> str:
    """The tree as a LaTeX document with TikZ's forest.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> print(tikz(scene(search.minimax(tree.figure("figure-2"), trace=True).trace)).splitlines()[-6])
    [{$A$}, max, label=right:{$1$}, best
    """
    return PREAMBLE + _forest(made, lambda i: _keys(made.items[i], i == 0)) + "\n\\end{document}"


def beamer(made: Film, windows: Windows = "") -> str:
    """The film as a Beamer document: one frame for each tree, one slide for each change, a sentence below it."""
    trees: list[str] = []
    for _, group in groupby(
        made.frames(windows), key=lambda frame: (len(frame.items), frame.items[0].node)
    ):
        trees.append(_slides(list(group)))
    return BEAMER + "\n".join(trees) + "\n\\end{document}"


def _slides(frames: Sequence[Scene]) -> str:
    captions = "\n".join(
        f"\\only<{i}>{{{_text(frame.caption)}}}%" for i, frame in enumerate(frames, 1)
    )
    drawn = _forest(frames[-1], lambda i: _overlays([frame.items[i] for frame in frames]))
    box = "\\begin{adjustbox}{max width=\\textwidth,max totalheight=.78\\textheight,center}"
    return f"\\begin{{frame}}\n{box}\n{drawn}\n\\end{{adjustbox}}\n\n\\vfill\n{captions}\n\\end{{frame}}"


def _forest(made: Scene, keys: Callable[[int], list[str]]) -> str:
    """The nested brackets of a tree, each node with its words and keys."""
    lines: list[str] = []
    waiting: list[tuple[int | None, int]] = [(0, 0)] if made.items else []
    while waiting:
        i, depth = waiting.pop()
        if i is None:
            lines.append("  " * depth + "]")
            continue
        item = made.items[i]
        lines.append(
            "  " * depth
            + f"[{{{_inside(item)}}}, {', '.join(keys(i))}"
            + ("" if item.children else "]")
        )
        if item.children:
            waiting.append((None, depth))
            waiting += [(child, depth + 1) for child in reversed(item.children)]
    opening = (
        FOREST.replace("6mm", "26mm") if any(item.passed for item in made.items) else FOREST
    )  # windows on edges need room
    return "\n".join([opening, *lines, "\\end{forest}"])


def _inside(item: Item) -> str:
    if item.board is not None:
        return small.latex(item.board, _math)
    return _math(item.value if item.shape == LEAF and item.value else _short(item.label))


def _beside(item: Item) -> str:
    """What stands at the right of a node: its value and its window."""
    value = _math(item.value) if item.shape != LEAF or item.board else ""
    window = f"{{\\scriptsize {_math(item.window)}}}" if item.window else ""
    return " ".join(word for word in (value, window) if word)


def _side(item: Item) -> str:
    """Where a node's value stands: below a board that has nothing else below it."""
    return "below" if item.board is not None and item.shape == LEAF else "right"


def _keys(item: Item, is_root: bool) -> list[str]:
    """How one node and the edge to it look. The root is seen from the start."""
    if item.is_ahead and is_root:
        return [*_form(item), *_standing(item)]
    if item.is_ahead:
        return [
            *_form(item),
            "given" if item.is_given else "ahead",
            *(["draw"] if item.board is not None else []),
        ]
    keys = [*_form(item), *_standing(item)]
    if name := _below(item):
        keys.append(f"label=below:{name}")
    if words := _beside(item):
        keys.append(f"label={_side(item)}:{{{words}}}")
    looks = (("pruned", item.is_pruned), ("best", item.is_best), ("now", item.is_current))
    return keys + [name for name, on in looks if on]


def _form(item: Item) -> list[str]:
    return ["board" if item.board is not None else item.shape]


def _standing(item: Item) -> list[str]:
    """What never changes: who moves, the words on the edge, what is folded away."""
    keys = []
    if item.board is not None and item.shape in (MAX, MIN, CHANCE_NODE):
        sign = {MAX: "\\triangle", MIN: "\\triangledown", CHANCE_NODE: "\\circ"}[item.shape]
        who = f"{item.mover} " if item.mover else ""
        keys.append(f"label={{[font=\\tiny]above left:{{{who}${sign}$}}}}")
    if words := _on_edge(item):
        mark = _cut(CUT_MARK) if item.is_cut else ""
        keys.append(
            f"edge label={{node[midway,fill=white,inner sep=1pt,font=\\scriptsize]{{{words}}}{mark}}}"
        )
    if item.mover and item.board is None:
        keys.append(f"label=left:{{\\scriptsize {item.mover}}}")
    if item.folded:
        keys.append(f"label=below:{{\\scriptsize +{item.folded} nodes}}")
    return keys


def _on_edge(item: Item) -> str:
    """The words on the edge to a node: its action or its probability, and the window that is passed on."""
    words = _name(item.probability or item.action)
    return f"{words} {_math(item.passed)}" if words and item.passed else words


def _cut(mark: str) -> str:
    return f" node[pos=.25,sloped,font=\\small]{{{mark}}}"


def _below(item: Item) -> str:
    """The name of a leaf that has its payoff inside."""
    name = (
        _math(_short(item.label))
        if item.shape == LEAF and item.board is None and item.value
        else ""
    )
    return f"{{\\scriptsize {name}}}" if name else ""


def _overlays(looks: Sequence[Item]) -> list[str]:
    """How a node looks on each slide."""
    last = looks[-1]
    keys = [key for key in (*_form(last), *_standing(last)) if not key.startswith("edge label")]
    states = {name: _slides_of([test(item) for item in looks]) for name, test in _STATES.items()}
    ahead = "given on" if last.is_given else "ahead on"
    keys += [f"{ahead}={slides}" for slides in states["ahead on"]]
    keys += [f"{name}={slides}" for name in ("now on", "pruned on") for slides in states[name]]
    edge = [
        f"{name}={slides}"
        for name in ("ahead on", "pruned on", "best on")
        for slides in states[name]
    ]
    keys.append(f"edge={{{', '.join(edge)}}}")
    if words := _in_turn(
        looks,
        lambda item: (
            f"\\fboxsep=1pt\\colorbox{{white}}{{{_on_edge(item)}}}" if _on_edge(item) else ""
        ),
    ):
        mark = _in_turn(looks, lambda item: CUT_MARK if item.is_cut else "")
        keys.append(
            f"edge label={{node[midway,inner sep=0pt,font=\\scriptsize]{{{words}}}{_cut(mark) if mark else ''}}}"
        )
    if name := _in_turn(looks, _below):
        keys.append(f"label=below:{{{name}}}")
    if shown := _in_turn(looks, _beside):
        keys.append(
            f"label=below:{{{shown}}}"
            if _side(last) == "below"
            else f"label=right:{{\\rlap{{{shown}}}}}"
        )
    return keys


def _in_turn(looks: Sequence[Item], words: Callable[[Item], str]) -> str:
    """Words that come and go, each on the slides where it is to be seen; nothing of a node that is ahead."""
    texts = ["" if item.is_ahead else words(item) for item in looks]
    return "".join(
        f"{_when([other == text for other in texts])}{{{text}}}"
        for text in dict.fromkeys(texts)
        if text
    )


_STATES: dict[str, Callable[[Item], bool]] = {
    "ahead on": lambda item: item.is_ahead,
    "now on": lambda item: item.is_current and not item.is_ahead,
    "pruned on": lambda item: item.is_pruned and not item.is_ahead,
    "best on": lambda item: item.is_best,
}
"""The styles that come and go. Their values hold no commas and no braces: forest would take those apart."""


def _when(holds: Sequence[bool]) -> str:
    """A command that shows what follows it on the slides where something holds."""
    return f"\\only<{','.join(_slides_of(holds))}>"


def _slides_of(holds: Sequence[bool]) -> list[str]:
    """The slides on which something holds, as Beamer counts them.

    >>> _slides_of([True, True, False, True, True])
    ['1-2', '4-']
    """
    ranges: list[list[int]] = []
    for slide, on in enumerate(holds, 1):
        if on and ranges and ranges[-1][1] == slide - 1:
            ranges[-1][1] = slide
        elif on:
            ranges.append([slide, slide])
    return [f"{a}-" if b == len(holds) else f"{a}" if a == b else f"{a}-{b}" for a, b in ranges]


def _short(label: str) -> str:
    """A label that fits into a node; a whole position does not."""
    return label if len(label) <= 6 else ""


_MATH = {
    "≤": "\\le ",
    "≥": "\\ge ",
    "−": "-",
    "∞": "\\infty ",
    "●": "\\bullet ",
    "○": "\\circ ",
    "·": "\\cdot ",
    "×": "\\times ",
}
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
    """A probability or an action; one of several words, or with a dash in it, is no formula."""
    return _text(words) if " " in words or "-" in words else _math(words)


def _math(text: str) -> str:
    for sign, word in (_MATH | _TEXT).items():
        text = text.replace(sign, word)
    return f"${text}$" if text else ""


def _text(words: str) -> str:
    """A sentence, its mathematical signs in their own mode."""
    for sign, word in _TEXT.items():
        words = words.replace(sign, word)
    for sign, word in _MATH.items():
        words = words.replace(sign, f"${word.strip()}$")
    return words
