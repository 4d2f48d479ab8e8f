"""Pictures by the name of the file they go to: .svg, .png, .tex, .dot, .mmd; films as .html, .tex, or numbered pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zermelo.errors import BadTrace
from zermelo.show.film import Film
from zermelo.show.latex import beamer, tikz
from zermelo.show.markup import dot, mermaid
from zermelo.show.scene import Scene, Windows
from zermelo.show.stepper import html
from zermelo.show.svg import svg

ZOOM = 2.0
"""Pixels of a PNG for each unit of the SVG."""


def png(made: Scene) -> bytes:
    """The picture as PNG; needs the extra `png`."""
    return rendered(svg(made))


def rendered(picture: str) -> bytes:
    """An SVG text as PNG; needs the extra `png`."""
    try:
        import resvg_py
    except ImportError:
        raise BadTrace("PNG needs the extra png: pip install 'zermelo[png]', or write .svg instead") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=ZOOM, background="white"))


MAKERS: dict[str, Callable[[Scene], str | bytes]] = {".svg": svg, ".png": png, ".tex": tikz, ".dot": dot, ".mmd": mermaid}
"""What makes the content of a file, by its ending."""

FILMS = (".html", ".tex", ".svg", ".png")
"""What a film can be written as: a page that plays it, Beamer slides, or a picture for each change."""


def write(made: Scene, path: str | Path) -> Path:
    """Write a picture to a file; its ending says which kind."""
    target = Path(path)
    if target.suffix not in MAKERS:
        raise BadTrace(f"{target}: a picture ends in {', '.join(MAKERS)}, or .html for a page that plays the search")
    return save(target, MAKERS[target.suffix](made))


def write_film(made: Film, path: str | Path, windows: Windows = "") -> list[Path]:
    """Write a film: one page or one Beamer file, or numbered pictures (tree.svg becomes tree-001.svg, tree-002.svg …)."""
    target = Path(path)
    if target.suffix == ".html":
        return [save(target, html(made))]
    if target.suffix == ".tex":
        return [save(target, beamer(made, windows))]
    if target.suffix not in FILMS:
        raise BadTrace(f"{target}: a film ends in {', '.join(FILMS)}")
    frames = list(made.frames(windows))
    width = max(3, len(str(len(frames))))
    return [write(frame, target.with_stem(f"{target.stem}-{i:0{width}}")) for i, frame in enumerate(frames, 1)]


def save(target: Path, content: str | bytes) -> Path:
    """Write a file; a problem with it is told in one line."""
    try:
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content + "\n", encoding="utf-8")
    except OSError as error:
        raise BadTrace(f"{target}: {error.strerror}") from None
    return target
