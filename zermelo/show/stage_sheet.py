"""The stages of a search drawn: the tree after each leaf, with the range of every node's value.

>>> from zermelo import search, tree
>>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
>>> scenes = paint_stages(trace, ["E", "F", "G", "H", "K", "M"])  # the book's six
>>> [scene.caption for scene in scenes]
['(a) E = 3', '(b) F = 12', '(c) G = 8', '(d) H = 2', '(e) K = 14', '(f) L = 5, M = 2']
>>> sheet(scenes).count("<svg")
7
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from zermelo.errors import BadTrace
from zermelo.show.beamer import write_beamer
from zermelo.show.escape import escape_xml
from zermelo.show.file import render_png, save
from zermelo.show.film import Film
from zermelo.show.film_maker import MAX_NODES, film
from zermelo.show.fold import Fold
from zermelo.show.scene import Scene, Style
from zermelo.show.stages import Stage, group_stages
from zermelo.show.svg import STYLE, svg
from zermelo.trace import Trace

MAX_STAGES = 60
"""A sheet of more stages cannot be read."""

GAP, CAPTION = 16, 22
"""The space between pictures, and the height of a line below each."""

ENDINGS = (".svg", ".png", ".tex")
"""The endings of a sheet (.svg, .png), and of Beamer slides."""


def paint_stages(
    trace: Trace,
    leaves: Sequence[str] = (),
    max_nodes: int = MAX_NODES,
    style: Style = "triangles",
    fold: Fold | None = None,
) -> list[Scene]:
    """Return the tree after each leaf, or after the leaves of these names, all in one layout."""
    groups = group_stages(trace, leaves)
    if len(groups) > MAX_STAGES:
        raise BadTrace(f"{len(groups):,} stages do not fit on a sheet: name at most {MAX_STAGES}")
    made = film(trace, max_nodes, style, fold)
    return [_paint_group(made, group) for group in groups]


def _paint_group(made: Film, group: Sequence[Stage]) -> Scene:
    """Return the tree after the last leaf of a stage; the node above it is marked."""
    last = group[-1]
    scene = made.frame(last.step, "ranges")
    words = ", ".join(f"{stage.leaf} = {stage.value}" for stage in group)
    scene.caption = f"{last.letter} {words}"
    if any(item.is_current for item in scene.items):  # not at the end, where nothing is
        scene.items = [
            replace(item, is_current=item.node == last.parent and item.node is not None)
            for item in scene.items
        ]
    return scene


def sheet(scenes: Sequence[Scene], columns: int = 2) -> str:
    """Return several pictures of the same size as one SVG, each with its caption below it."""
    pictures = [svg(scene) for scene in scenes]
    sizes = [tuple(map(float, _SIZE.findall(picture)[0])) for picture in pictures]
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes) + CAPTION
    rows = -(-len(scenes) // columns)
    across = min(columns, len(scenes)) * (width + GAP) - GAP
    down = rows * (height + GAP) - GAP
    name = escape_xml(scenes[0].title.partition(": ")[0])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z" role="img" '
        f'viewBox="0 0 {across:.0f} {down:.0f}" width="{across:.0f}" height="{down:.0f}">'
        f"<title>The stages of {name}</title><style>{STYLE}</style>"
    ]
    for i, (scene, picture) in enumerate(zip(scenes, pictures, strict=True)):
        x, y = i % columns * (width + GAP), i // columns * (height + GAP)
        parts += _place(picture, scene.caption, x, y, width, height)
    return "\n".join([*parts, "</svg>"])


_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def _place(
    picture: str, caption: str, x: float, y: float, width: float, height: float
) -> Iterator[str]:
    """Yield a picture at its place on the sheet, without the style that all share."""
    plain = re.sub(r"<style>.*?</style>", "", picture, flags=re.S)
    yield plain.replace("<svg ", f'<svg x="{x:.0f}" y="{y:.0f}" ', 1)
    middle, line = x + width / 2, y + height - CAPTION / 3
    words = escape_xml(caption)
    yield f'<text text-anchor="middle" x="{middle:.1f}" y="{line:.1f}">{words}</text>'


def write_stages(scenes: Sequence[Scene], path: str | Path) -> Path:
    """Write stages as one sheet (.svg, .png), or as Beamer slides (.tex)."""
    makers: dict[str, Callable[[Sequence[Scene]], str | bytes]] = {
        ".svg": sheet,
        ".png": lambda scenes: render_png(sheet(scenes)),
        ".tex": lambda scenes: write_beamer(scenes, scenes[0].style),
    }
    return save(scenes, path, makers)
