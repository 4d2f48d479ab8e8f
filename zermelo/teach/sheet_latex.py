"""Exercises as one LaTeX document, a page each, with the trees of `show.latex`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.game import CHANCE
from zermelo.show.latex import tikz
from zermelo.show.latex_text import escape_text
from zermelo.show.scene import LEAF, SceneItem
from zermelo.teach.exercise import Exercise
from zermelo.teach.question import list_answers
from zermelo.teach.sheet_scene import blank_scene, list_blanks, solution_scene, write_heading

MANY_LEAVES = 12
"""A tree with more leaves is printed in landscape."""

DOCUMENT = r"""\documentclass[11pt,a4paper%s]{article}
\usepackage[margin=20mm]{geometry}
\usepackage{amssymb,graphicx,enumitem}
%s
\pagestyle{empty}\setlength{\parindent}{0pt}
\newsavebox{\tree}
\newcommand{\showtree}{\begin{center}%%
\resizebox{\ifdim\wd\tree>\linewidth\linewidth\else\wd\tree\fi}{!}{\usebox{\tree}}\end{center}}
\begin{document}
%s
\end{document}"""

_LEAF = re.compile(r"\[\{\$(\w+): ([^$]+)\$\}, leaf")


def make_tex_sheet(
    exercises: Sequence[Exercise], solution: bool = False, windows: bool = False
) -> str:
    """Return several exercises as one LaTeX document, a page each, the solutions after them."""
    parts = [_make_part(exercise, False, False) for exercise in exercises]
    if solution:
        parts += [_make_part(exercise, True, windows) for exercise in exercises]
    preamble = tikz(blank_scene(exercises[0])).partition(r"\begin{document}")[0]
    is_wide = any(_count_leaves(exercise) > MANY_LEAVES for exercise in exercises)
    body, styles = "\n\\newpage\n".join(parts), preamble.partition("\n")[2].strip()
    return DOCUMENT % (",landscape" if is_wide else "", styles, body)


def _make_part(exercise: Exercise, solution: bool, windows: bool) -> str:
    setting, *tasks = exercise.question.split("\n")
    lines = [rf"\section*{{{escape_tex(write_heading(exercise, solution))}}}"]
    if not solution:
        items = "\n".join(rf"\item {escape_tex(task.partition(' ')[2])}" for task in tasks)
        lines += [escape_tex(setting), rf"\begin{{enumerate}}[nosep]{items}\end{{enumerate}}"]
    lines.append(_make_forest(exercise, solution, windows))
    below = list_answers(exercise) if solution else list_blanks(exercise)
    return "\n".join([*lines, *(escape_tex(line) + r"\par\medskip" for line in below)])


def _make_forest(exercise: Exercise, solution: bool, windows: bool) -> str:
    """Return the tree as the pictures have it; leaves have labels too, for they can be pruned."""
    scene = solution_scene(exercise, windows) if solution else blank_scene(exercise)
    for item in scene.items:
        _label_item(exercise, item)
    document = tikz(scene)
    body = document[document.index(r"\begin{forest}") : document.index(r"\end{forest}")]
    for length in (4, 2):
        body = body.replace(length * r"\_", rf"\underline{{\hspace{{{2 * length}mm}}}}")
    body = _LEAF.sub(r"[{$\2$}, leaf, label=below:{\\scriptsize $\1$}", body)
    distance = "4mm" if _count_leaves(exercise) > MANY_LEAVES else "6mm"
    if solution and windows and exercise.search.prunes:
        distance = "14mm"
    body = body.replace("s sep=6mm", f"s sep={distance}")
    return "\n".join([r"\begin{lrbox}{\tree}", body + r"\end{forest}", r"\end{lrbox}\showtree"])


def _label_item(exercise: Exercise, item: SceneItem) -> None:
    """Write the label of a leaf before its value, and the mover's number behind other labels."""
    if item.shape == LEAF:
        item.value, item.label = f"{item.label}: {item.value}", ""
    else:
        number = _number_mover(exercise, item)
        item.label, item.window = item.label + number, "" if number else item.window


def _count_leaves(exercise: Exercise) -> int:
    return len(exercise.labels) - len(exercise.inner)


def _number_mover(exercise: Exercise, item: SceneItem) -> str:
    """Return the number of the player to move, if there are more than two, for the label."""
    if exercise.tree.players <= 2 or item.shape == LEAF:
        return ""
    p = exercise.tree.player(exercise.find_node(item.label))
    return "" if p == CHANCE else f"({p + 1})"


def escape_tex(text: str) -> str:
    """Return a text as LaTeX writes it; a run of underscores is a line to write on.

    >>> escape_tex("α ≤ 3")
    '$\\\\alpha$ $\\\\le$ 3'
    """
    parts = re.split(r"(_+)", text)
    return "".join(_draw_line(part) if "_" in part else escape_text(part) for part in parts)


def _draw_line(blank: str) -> str:
    return rf"\rule{{{len(blank) * 2}mm}}{{0.4pt}}"
