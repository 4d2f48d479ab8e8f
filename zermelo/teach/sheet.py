"""Exercises on paper: SVG, one HTML page or LaTeX for several, and the JSON form to fill in.

A sheet without the solution shows lines to write on beside inner nodes and draws every branch alike. A solution shows the
values, the pruned branches dashed and the best line bold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from textwrap import wrap

from zermelo.errors import BadLimit
from zermelo.formatting import format_number
from zermelo.game import CHANCE
from zermelo.show.latex import tikz
from zermelo.show.scene import LEAF, Item, Scene, tree_scene
from zermelo.show.svg import svg
from zermelo.teach.exercise import Exercise
from zermelo.teach.words import reasons, tops

BLANK = "____"
MARGIN, LINE, TEXT = 26.0, 22.0, 8.3
"""Of an SVG sheet: its margin, the height of a line and about the width of a character."""

NARROWEST = 640.0
"""An SVG sheet is at least so wide, for its question to be read."""

LONGEST_LINE = 110
WIDE = 900.0
"""A tree wider than this is printed across."""

MANY_LEAVES = 12


# ---------------------------------------------------------------------- the tree


def blank_scene(made: Exercise) -> Scene:
    """The tree with lines to write on.

    >>> from zermelo import tree
    >>> [item.value for item in blank_scene(Exercise.of(tree.figure("figure-3"))).items]
    ['____', '0.5', '____', '0.25', '1']
    """
    return _scene(
        made,
        lambda item: (
            BLANK if made.algorithm != "maxn" else f"({', '.join(['__'] * made.tree.players)})"
        ),
    )


def solved_scene(made: Exercise, windows: bool = False) -> Scene:
    """The tree with its solution: values, pruned branches, the best line; [α, β] beside the nodes if it is wanted."""
    drawn = _scene(
        made, lambda item: made.visits[item.label].shown if item.label in made.visits else ""
    )
    best, cut = _best_line(made), tops(made)
    for item in drawn.items:
        item.is_pruned = item.label in made.solution.pruned
        item.is_cut = item.label in cut
        item.is_best = item.label in best
        if windows and made.prunes and item.label in made.visits:
            visit = made.visits[item.label]
            item.window = f"[{format_number(visit.alpha)}, {format_number(visit.beta)}]"
    return drawn


def _scene(made: Exercise, value: Callable[[Item], str]) -> Scene:
    drawn = tree_scene(made.tree)
    for item in drawn.items:
        if item.shape != LEAF:
            item.value = value(item)
        if made.tree.players > 2 and item.shape != LEAF:  # as the question calls them
            item.window, item.mover = made.mover(made.tree.player(made.number(item.label))), ""
    return drawn


def _best_line(made: Exercise) -> set[str]:
    """The labels along the principal variation."""
    tree, s = made.tree, 0
    found = {tree.label(0)}
    for action in made.trace.header.get("line", []):
        if tree.terminal(s) or tree.player(s) == CHANCE:
            break
        s = tree.result(s, tree.parse(s, action))
        found.add(tree.label(s))
    return found


# ---------------------------------------------------------------------- SVG

STYLE = ".q{font:15px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}.q .t{font-weight:600;font-size:17px}"

_DARK = re.compile(r"@media\s*\(prefers-color-scheme:\s*dark\)\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


def _picture(drawn: Scene) -> str:
    """The tree as SVG for paper, which has no dark mode."""
    return _DARK.sub("", svg(drawn))


def svg_sheet(made: Exercise, solution: bool = False, windows: bool = False) -> str:
    """The question above the tree, as one SVG."""
    tree = _picture(solved_scene(made, windows) if solution else blank_scene(made))
    width, height = _size(tree)
    wide = max(NARROWEST, width + 2 * MARGIN)
    lines = [
        line for part in made.question.split("\n") for line in _wrapped(part, wide - 2 * MARGIN)
    ]
    below = _solution_lines(made) if solution else _answer_lines(made)
    top = MARGIN + LINE * (len(lines) + 2)
    words = [_words(heading(made, solution), MARGIN + LINE, "t")]
    words += [_words(line, MARGIN + LINE * (i + 2.2)) for i, line in enumerate(lines)]
    words += [_words(line, top + height + 1.3 * LINE * (i + 0.5)) for i, line in enumerate(below)]
    placed = tree.replace("<svg ", f'<svg x="{(wide - width) / 2:.0f}" y="{top:.0f}" ', 1)
    tall = top + height + 1.3 * LINE * len(below) + MARGIN
    size = f'viewBox="0 0 {wide:.0f} {tall:.0f}" width="{wide:.0f}" height="{tall:.0f}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="q" {size}>'
    ground = f'<rect width="{wide:.0f}" height="{tall:.0f}" fill="#fff"/>'
    return "\n".join([opening, f"<style>{STYLE}</style>", ground, *words, placed, "</svg>"])


def _size(picture: str) -> tuple[float, float]:
    width, height = re.findall(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)"', picture)[0]
    return float(width), float(height)


def _wrapped(paragraph: str, width: float) -> list[str]:
    return wrap(
        paragraph,
        min(int(width / TEXT), LONGEST_LINE),
        subsequent_indent="   " if re.match(r"\d\.", paragraph) else "",
    )


def _words(text: str, y: float, kind: str = "") -> str:
    indent = len(text) - len(text.lstrip())
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{MARGIN + 5 * indent:.0f}" y="{y:.1f}">{escape(text.strip())}</text>'


def heading(made: Exercise, solution: bool = False) -> str:
    """The title of a sheet."""
    seed = f", no. {made.spec['seed']}" if "seed" in made.spec else ""
    return f"{'Solution' if solution else 'Exercise'}: {TITLES[made.algorithm]}{seed}"


TITLES = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "alphabeta-hard": "αβPruning",
    "expectimax": "expectimax",
    "maxn": "maxⁿ",
}


def _answer_lines(made: Exercise) -> list[str]:
    """Lines to write the rest of the answer on."""
    lines = ["Pruned: ______________________________"] if made.prunes else []
    return lines + (["Action: ________"] if made.best_action is not None else [])


def _solution_lines(made: Exercise) -> list[str]:
    lines = [f"Pruned: {', '.join(tops(made)) or 'nothing'}"] if made.prunes else []
    lines += reasons(made) if made.prunes else []
    return lines + ([f"Action: {made.best_action}"] if made.best_action is not None else [])


# ---------------------------------------------------------------------- HTML

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
@page{{size:A4;margin:18mm 16mm}}@page wide{{size:A4 landscape;margin:14mm}}.wide{{page:wide}}
:root{{color-scheme:only light}}
body{{font:16px/1.45 system-ui,'DejaVu Sans',sans-serif;color:#1b1f24;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}}
section{{break-inside:avoid;margin-bottom:3rem}}
section+section{{break-before:page}}
h1{{font-size:1.25rem;margin:0 0 .8rem}}p{{margin:.3rem 0}}ol{{margin:.4rem 0;padding-left:1.5rem}}
svg{{display:block;max-width:100%;height:auto;margin:1rem auto}}
.name{{float:right;color:#4b5563}}
@media print{{body{{font-size:11pt;margin:0;padding:0;max-width:none}}section{{margin:0}}}}
</style></head><body>
{body}
</body></html>"""


def html_sheet(many: Sequence[Exercise], solution: bool = False, windows: bool = False) -> str:
    """Several exercises as one page that prints each on a sheet of its own, the solutions after them."""
    parts = [_section(made, False, False) for made in many]
    if solution:
        parts += [_section(made, True, windows) for made in many]
    return PAGE.format(title=escape(heading(many[0])), body="\n".join(parts))


def _section(made: Exercise, solution: bool, windows: bool) -> str:
    setting, *tasks = made.question.split("\n")
    picture = _picture(solved_scene(made, windows) if solution else blank_scene(made))
    head = f"<h1>{escape(heading(made, solution))}</h1>"
    if solution:
        asked, below = "", _solution_lines(made)
    else:
        head = f'<span class="name">Name: ____________________</span>{head}'
        items = "".join(f"<li>{escape(task.partition(' ')[2])}</li>" for task in tasks)
        asked, below = f"<p>{escape(setting)}</p><ol>{items}</ol>", _answer_lines(made)
    kind = ' class="wide"' if _size(picture)[0] > WIDE else ""
    return f"<section{kind}>{head}{asked}\n{picture}\n{''.join(f'<p>{escape(line)}</p>' for line in below)}</section>"


# ---------------------------------------------------------------------- LaTeX

DOCUMENT = r"""\documentclass[11pt,a4paper%s]{article}
\usepackage[margin=20mm]{geometry}
\usepackage{amssymb,graphicx,enumitem}
%s
\pagestyle{empty}\setlength{\parindent}{0pt}
\newsavebox{\tree}
\newcommand{\showtree}{\begin{center}\resizebox{\ifdim\wd\tree>\linewidth\linewidth\else\wd\tree\fi}{!}{\usebox{\tree}}\end{center}}
\begin{document}
%s
\end{document}"""

_TEX = {
    "\\": r"\textbackslash{}", "%": r"\%", "&": r"\&", "#": r"\#", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "^": r"\^{}",
    "△": r"$\bigtriangleup$", "▽": r"$\bigtriangledown$", "○": r"$\bigcirc$", "□": r"$\square$", "α": r"$\alpha$", "β": r"$\beta$",
    "≤": r"$\le$", "≥": r"$\ge$", "−": r"$-$", "∞": r"$\infty$", "·": r"$\cdot$", "<": r"$<$", ">": r"$>$", "…": r"\dots{}", "ⁿ": r"$^n$",
}  # fmt: skip


_LEAF = re.compile(r"\[\{\$(\w+): ([^$]+)\$\}, leaf")


def tex_sheet(many: Sequence[Exercise], solution: bool = False, windows: bool = False) -> str:
    """Several exercises as one LaTeX document, a page each, the solutions after them."""
    parts = [_tex_part(made, False, False) for made in many]
    if solution:
        parts += [_tex_part(made, True, windows) for made in many]
    preamble = tikz(blank_scene(many[0])).partition(r"\begin{document}")[0].partition("\n")[2]
    across = ",landscape" if any(_leaves(made) > MANY_LEAVES for made in many) else ""
    return DOCUMENT % (across, preamble.strip(), "\n\\newpage\n".join(parts))


def _tex_part(made: Exercise, solution: bool, windows: bool) -> str:
    setting, *tasks = made.question.split("\n")
    lines = [rf"\section*{{{tex(heading(made, solution))}}}"]
    if not solution:
        items = "\n".join(rf"\item {tex(task.partition(' ')[2])}" for task in tasks)
        lines += [tex(setting), rf"\begin{{enumerate}}[nosep]{items}\end{{enumerate}}"]
    below = _solution_lines(made) if solution else _answer_lines(made)
    return "\n".join(
        [*lines, _forest(made, solution, windows), *(tex(line) + r"\par\medskip" for line in below)]
    )


def _forest(made: Exercise, solution: bool, windows: bool) -> str:
    """The tree as the pictures of a search have it; leaves say their labels too, for they can be pruned."""
    drawn = solved_scene(made, windows) if solution else blank_scene(made)
    for item in drawn.items:
        if item.shape == LEAF:
            item.value, item.label = f"{item.label}: {item.value}", ""
        else:
            seat = _seat(made, item)
            item.label, item.window = item.label + seat, "" if seat else item.window
    document = tikz(drawn)
    body = document[document.index(r"\begin{forest}") : document.index(r"\end{forest}")]
    body = body.replace(4 * r"\_", r"\underline{\hspace{8mm}}").replace(
        2 * r"\_", r"\underline{\hspace{4mm}}"
    )
    body = _LEAF.sub(r"[{$\2$}, leaf, label=below:{\\scriptsize $\1$}", body)
    apart = (
        "14mm"
        if solution and windows and made.prunes
        else "4mm"
        if _leaves(made) > MANY_LEAVES
        else "6mm"
    )
    body = body.replace("s sep=6mm", f"s sep={apart}")
    return "\n".join([r"\begin{lrbox}{\tree}", body + r"\end{forest}", r"\end{lrbox}\showtree"])


def _leaves(made: Exercise) -> int:
    return len(made.labels) - len(made.inner)


def _seat(made: Exercise, item: Item) -> str:
    """The number of the mover where there are more than two, to stand beside the label."""
    if made.tree.players <= 2 or item.shape == LEAF:
        return ""
    p = made.tree.player(made.number(item.label))
    return "" if p == CHANCE else f"({p + 1})"


def tex(text: str) -> str:
    """A text as LaTeX writes it.

    >>> tex("α ≤ 3")
    '$\\\\alpha$ $\\\\le$ 3'
    """
    lines = re.sub(
        r"_+", lambda run: f"\0{len(run[0])}\0", text
    )  # a run of underscores is a line to write on
    written = "".join(_TEX.get(sign, sign) for sign in lines)
    return re.sub("\0(\\d+)\0", lambda run: rf"\rule{{{int(run[1]) * 2}mm}}{{0.4pt}}", written)


# ---------------------------------------------------------------------- files


def content(
    many: Sequence[Exercise], ending: str, solution: bool = False, windows: bool = False
) -> str:
    """What a sheet's file holds, by its ending: .svg, .html, .tex or .json."""
    if ending not in (".svg", ".html", ".tex", ".json"):
        raise BadLimit(f"a sheet ends in .svg, .html, .tex or .json, not in {ending or 'nothing'}")
    if ending == ".html":
        return html_sheet(many, solution, windows)
    if ending == ".tex":
        return tex_sheet(many, solution, windows)
    if len(many) != 1:
        raise BadLimit(
            f"a sheet that ends in {ending} holds one exercise: take .html or .tex for {len(many)}"
        )
    if ending == ".svg":
        return svg_sheet(many[0], solution, windows)
    return many[0].solution.to_json() if solution else many[0].form


def write(
    many: Sequence[Exercise], path: str | Path, solution: bool = False, windows: bool = False
) -> Path:
    """Write a sheet to a file; its ending says which kind."""
    target = Path(path)
    made = content(many, target.suffix, solution, windows)
    try:
        target.write_text(made + "\n", encoding="utf-8")
    except OSError as error:
        raise BadLimit(f"{target}: {error.strerror}") from None
    return target
