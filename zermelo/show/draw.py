"""Pictures by the name of the file they go to: .svg, .png, .tex, .dot, .mmd; films as .html, .tex, or numbered pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zermelo.show.file import check_ending, save
from zermelo.show.file import png as png_of
from zermelo.show.film import Film
from zermelo.show.latex import beamer, tikz
from zermelo.show.markup import dot, mermaid
from zermelo.show.scene import Scene, Windows
from zermelo.show.stepper import html
from zermelo.show.svg import svg


def png(made: Scene) -> bytes:
    """The picture as PNG; needs the extra `png`."""
    return png_of(svg(made))


MAKERS: dict[str, Callable[[Scene], str | bytes]] = {
    ".svg": svg,
    ".png": png,
    ".tex": tikz,
    ".dot": dot,
    ".mmd": mermaid,
}
"""What makes the content of a picture, by its file's ending."""

FILMS = (".html", ".tex", ".svg", ".png")
"""What a film can be written as: a page that plays it, Beamer slides, or a picture for each change."""


def write(made: Scene, path: str | Path) -> Path:
    """Write a picture to a file; its ending says which kind."""
    return save(made, path, MAKERS)


def write_film(made: Film, path: str | Path, windows: Windows = "") -> list[Path]:
    """Write a film: one page or one Beamer file, or numbered pictures (tree.svg becomes tree-001.svg, tree-002.svg …)."""
    target = Path(path)
    if target.suffix in (".svg", ".png"):
        frames = list(made.frames(windows))
        width = max(3, len(str(len(frames))))
        return [
            write(frame, target.with_stem(f"{target.stem}-{i:0{width}}"))
            for i, frame in enumerate(frames, 1)
        ]
    check_ending(target, FILMS)
    return [save(made, target, {".html": html, ".tex": lambda film: beamer(film, windows)})]
