"""Exercises on paper: SVG, one HTML page or LaTeX for several, and the JSON form to fill in.

A sheet without the solution has lines to write on beside inner nodes and draws every branch alike.
A solution shows the values, the pruned branches dashed and the principal variation bold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from zermelo.errors import BadLimit
from zermelo.show.escape import escape_xml
from zermelo.show.svg import svg
from zermelo.show.theme import fix_theme
from zermelo.teach.exercise import Exercise
from zermelo.teach.question import list_answers
from zermelo.teach.sheet_latex import make_tex_sheet
from zermelo.teach.sheet_scene import blank_scene, list_blanks, solution_scene, write_heading

MARGIN, LINE, TEXT = 26.0, 22.0, 8.3
"""Of an SVG sheet: its margin, the height of a line and about the width of a character."""

MIN_WIDTH = 640.0
"""An SVG sheet is at least this wide, so that its question can be read."""

MAX_LINE = 110
WIDE = 900.0
"""A tree wider than this is printed in landscape."""


# ---------------------------------------------------------------------- SVG

STYLE = (
    ".q{font:15px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}"
    ".q .t{font-weight:600;font-size:17px}"
)


def _draw(exercise: Exercise, solution: bool, windows: bool) -> str:
    """Return the tree as SVG for paper, which has no dark mode."""
    scene = solution_scene(exercise, windows) if solution else blank_scene(exercise)
    return fix_theme(svg(scene), "light")


def make_svg_sheet(exercise: Exercise, solution: bool = False, windows: bool = False) -> str:
    """Return the question above the tree, as one SVG."""
    tree = _draw(exercise, solution, windows)
    width, height = _measure(tree)
    wide = max(MIN_WIDTH, width + 2 * MARGIN)
    paragraphs = exercise.question.split("\n")
    lines = [line for part in paragraphs for line in _wrap(part, wide - 2 * MARGIN)]
    below = list_answers(exercise) if solution else list_blanks(exercise)
    top = MARGIN + LINE * (len(lines) + 2)
    words = [_draw_words(write_heading(exercise, solution), MARGIN + LINE, "t")]
    words += [_draw_words(line, MARGIN + LINE * (i + 2.2)) for i, line in enumerate(lines)]
    words += [
        _draw_words(line, top + height + 1.3 * LINE * (i + 0.5)) for i, line in enumerate(below)
    ]
    tree = tree.replace("<svg ", f'<svg x="{(wide - width) / 2:.0f}" y="{top:.0f}" ', 1)
    return _draw_frame(wide, top + height + 1.3 * LINE * len(below) + MARGIN, [*words, tree])


def _draw_frame(width: float, height: float, parts: list[str]) -> str:
    """Return an SVG on white ground."""
    size = f'width="{width:.0f}" height="{height:.0f}"'
    view = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="q" {view} {size}>'
    ground = f'<rect {size} fill="#fff"/>'
    return "\n".join([opening, f"<style>{STYLE}</style>", ground, *parts, "</svg>"])


def _measure(picture: str) -> tuple[float, float]:
    """Return the width and height of an SVG."""
    width, height = re.findall(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)"', picture)[0]
    return float(width), float(height)


def _wrap(paragraph: str, width: float) -> list[str]:
    indent = "   " if re.match(r"\d\.", paragraph) else ""
    return wrap(paragraph, min(int(width / TEXT), MAX_LINE), subsequent_indent=indent)


def _draw_words(text: str, y: float, kind: str = "") -> str:
    indent = len(text) - len(text.lstrip())
    style = f' class="{kind}"' if kind else ""
    place = f'x="{MARGIN + 5 * indent:.0f}" y="{y:.1f}"'
    return f"<text{style} {place}>{escape_xml(text.strip())}</text>"


# ---------------------------------------------------------------------- HTML

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
@page{{size:A4;margin:18mm 16mm}}@page wide{{size:A4 landscape;margin:14mm}}.wide{{page:wide}}
:root{{color-scheme:only light}}
body{{font:16px/1.45 system-ui,'DejaVu Sans',sans-serif;color:#1b1f24;background:#fff;
max-width:60rem;margin:2rem auto;padding:0 1rem}}
section{{break-inside:avoid;margin-bottom:3rem}}
section+section{{break-before:page}}
h1{{font-size:1.25rem;margin:0 0 .8rem}}p{{margin:.3rem 0}}ol{{margin:.4rem 0;padding-left:1.5rem}}
svg{{display:block;max-width:100%;height:auto;margin:1rem auto}}
.name{{float:right;color:#4b5563}}
@media print{{body{{font-size:11pt;margin:0;padding:0;max-width:none}}section{{margin:0}}}}
</style></head><body>
{body}
</body></html>"""


def make_html_sheet(
    exercises: Sequence[Exercise], solution: bool = False, windows: bool = False
) -> str:
    """Return several exercises as one page, each on a sheet of its own, then the solutions."""
    parts = [_make_section(exercise, False, False) for exercise in exercises]
    if solution:
        parts += [_make_section(exercise, True, windows) for exercise in exercises]
    return PAGE.format(title=escape_xml(write_heading(exercises[0])), body="\n".join(parts))


def _make_section(exercise: Exercise, solution: bool, windows: bool) -> str:
    setting, *tasks = exercise.question.split("\n")
    picture = _draw(exercise, solution, windows)
    head, question = f"<h1>{escape_xml(write_heading(exercise, solution))}</h1>", ""
    below = list_answers(exercise) if solution else list_blanks(exercise)
    if not solution:
        head = f'<span class="name">Name: ____________________</span>{head}'
        items = "".join(f"<li>{escape_xml(task.partition(' ')[2])}</li>" for task in tasks)
        question = f"<p>{escape_xml(setting)}</p><ol>{items}</ol>"
    kind = ' class="wide"' if _measure(picture)[0] > WIDE else ""
    lines = "".join(f"<p>{escape_xml(line)}</p>" for line in below)
    return f"<section{kind}>{head}{question}\n{picture}\n{lines}</section>"


# ---------------------------------------------------------------------- files


def make_sheet(
    exercises: Sequence[Exercise], ending: str, solution: bool = False, windows: bool = False
) -> str:
    """Return the content of a sheet's file, by its ending: .svg, .html, .tex or .json."""
    if ending not in (".svg", ".html", ".tex", ".json"):
        raise BadLimit(f"a sheet ends in .svg, .html, .tex or .json, not in {ending or 'nothing'}")
    if ending in (".html", ".tex"):
        make = make_html_sheet if ending == ".html" else make_tex_sheet
        return make(exercises, solution, windows)
    if len(exercises) != 1:
        limit = f"a sheet that ends in {ending} holds one exercise"
        raise BadLimit(f"{limit}: use .html or .tex for {len(exercises)}")
    if ending == ".svg":
        return make_svg_sheet(exercises[0], solution, windows)
    return exercises[0].solution.to_json() if solution else exercises[0].form


def write(
    exercises: Sequence[Exercise], path: str | Path, solution: bool = False, windows: bool = False
) -> Path:
    """Write a sheet to a file; its ending says which kind."""
    target = Path(path)
    content = make_sheet(exercises, target.suffix, solution, windows)
    try:
        target.write_text(content + "\n", encoding="utf-8")
    except OSError as error:
        raise BadLimit(f"{target}: {error.strerror}") from None
    return target
