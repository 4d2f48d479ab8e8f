"""A film as Beamer slides that build its tree step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from zermelo.show.film import Film
from zermelo.show.latex import (
    CUT_MARK,
    TikzWriter,
    list_tint,
    mark_cut,
    put_below,
    write_forest,
    write_styles,
)
from zermelo.show.latex_text import escape_text
from zermelo.show.node_form import has_value_below
from zermelo.show.scene import Scene, SceneItem, Style, Windows

OVERLAYS = r"""\tikzset{
  ahead on/.code={\only<#1>{\pgfkeysalso{opacity=.2,text opacity=0}}},
  given on/.code={\only<#1>{\pgfkeysalso{opacity=.2,text opacity=.65}}},
  now on/.code={\only<#1>{\pgfkeysalso{fill=yellow!60,very thick}}},
  pruned on/.code={\only<#1>{\pgfkeysalso{dashed}}},
  best on/.code={\only<#1>{\pgfkeysalso{line width=1.6pt}}},
}
\setbeamertemplate{navigation symbols}{}
"""


def beamer(film: Film, windows: Windows = "") -> str:
    """Return the film as a Beamer document.

    There is one frame for each tree, and one slide for each change, with a sentence below it.
    """
    return write_beamer(film.frames(windows), film.style)


def write_beamer(frames: Iterable[Scene], style: Style) -> str:
    """Return scenes as a Beamer document; scenes of one tree share a frame."""
    trees: list[str] = []
    for _, group in groupby(frames, key=lambda scene: (len(scene.items), scene.items[0].node)):
        trees.append(_write_slides(list(group)))
    packages = "\\documentclass{beamer}\n\\usepackage{adjustbox}\n"
    preamble = packages + write_styles(style) + OVERLAYS + "\\begin{document}\n"
    return preamble + "\n".join(trees) + "\n\\end{document}"


def _write_slides(frames: Sequence[Scene]) -> str:
    captions = "\n".join(
        f"\\only<{i}>{{{escape_text(frame.caption)}}}%" for i, frame in enumerate(frames, 1)
    )
    write = _SlideWriter(frames[-1].style)
    forest = write_forest(
        frames[-1], write, lambda i: write.list_overlays([f.items[i] for f in frames])
    )
    box = "\\begin{adjustbox}{max width=\\textwidth,max totalheight=.78\\textheight,center}"
    slide = f"{box}\n{forest}\n\\end{{adjustbox}}\n\n\\vfill\n{captions}"
    return f"\\begin{{frame}}\n{slide}\n\\end{{frame}}"


class _SlideWriter(TikzWriter):
    """Writes nodes that change from slide to slide."""

    def list_overlays(self, looks: Sequence[SceneItem]) -> list[str]:
        """Return how a node looks on each slide."""
        last = looks[-1]
        keys = [self.name_form(last), *list_tint(last), *self.list_signs(last)]
        return keys + _list_states(looks) + self._list_changing_words(looks)

    def _list_changing_words(self, looks: Sequence[SceneItem]) -> list[str]:
        """Return the words of a node and of its edge, each on its slides."""
        words = _show_in_turn(looks, self._box_on_edge)
        mark = _show_in_turn(looks, lambda item: CUT_MARK if item.is_cut else "")
        label = f"node[midway,inner sep=0pt,font=\\scriptsize]{{{words}}}" if words else ""
        keys = [f"edge label={{{label}{mark_cut(mark) if mark else ''}}}"] if label or mark else []
        if words := _show_in_turn(looks, self.write_left, from_start=looks[-1].mover != ""):
            keys.append(f"label=left:{{{words}}}")
        if words := _show_in_turn(looks, self.below, self._is_given_below(looks[-1])):
            keys.append(put_below(words))
        if words := _show_in_turn(looks, self.beside):
            keys.append(f"label=right:{{\\rlap{{{words}}}}}")
        return keys

    def _is_given_below(self, item: SceneItem) -> bool:
        """Return whether the words below a node are its payoff, shown from the start."""
        return item.is_given and has_value_below(item, self.style)

    def _box_on_edge(self, item: SceneItem) -> str:
        words = self.on_edge(item)
        return f"\\fboxsep=1pt\\colorbox{{white}}{{{words}}}" if words else ""


def _list_states(looks: Sequence[SceneItem]) -> list[str]:
    """Return the styles of a node and of its edge, each with the slides on which it applies."""
    slides = {name: _list_slides([test(item) for item in looks]) for name, test in _STATES.items()}
    ahead = "given on" if looks[-1].is_given else "ahead on"
    keys = [f"{ahead}={on}" for on in slides["ahead on"]]
    keys += [f"{name}={on}" for name in ("now on", "pruned on") for on in slides[name]]
    names = ("ahead on", "pruned on", "best on")
    edge = ", ".join(f"{name}={on}" for name in names for on in slides[name])
    return [*keys, f"edge={{{edge}}}"]


def _show_in_turn(
    looks: Sequence[SceneItem], words: Callable[[SceneItem], str], from_start: bool = False
) -> str:
    """Return changing words, each on the slides where it applies.

    Words of a node that is ahead are not shown, unless they can be read from the start.
    """
    texts = ["" if item.is_ahead and not from_start else words(item) for item in looks]
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
