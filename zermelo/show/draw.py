"""Pictures and films as files: the ending of a file's name says the kind.

=========  ===================================================
pictures   .svg, .png, .tex, .dot, .mmd, .txt
films      .html, .tex, or numbered pictures (.svg, .png)
=========  ===================================================
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zermelo.show.beamer import beamer
from zermelo.show.file import check_ending, render_png, save
from zermelo.show.film import Film
from zermelo.show.latex import tikz
from zermelo.show.markup import dot, mermaid
from zermelo.show.outline import outline
from zermelo.show.scene import Scene, Windows
from zermelo.show.stepper import html
from zermelo.show.svg import svg


def png(scene: Scene) -> bytes:
    """Return the picture as PNG."""
    return render_png(svg(scene))


MAKERS: dict[str, Callable[[Scene], str | bytes]] = {
    ".svg": svg,
    ".png": png,
    ".tex": tikz,
    ".dot": dot,
    ".mmd": mermaid,
    ".txt": outline,
}
"""The function that makes the content of a picture, by its file's ending."""

FILMS = (".html", ".tex", ".svg", ".png")
"""The endings of films: a page that plays it, Beamer slides, or a picture for each change."""


def write(scene: Scene, path: str | Path) -> Path:
    """Write a picture to a file; its ending says which kind."""
    return save(scene, path, MAKERS)


def write_film(film: Film, path: str | Path, windows: Windows = "") -> list[Path]:
    """Write a film: one page or one Beamer file, or numbered pictures.

    With tree.svg the pictures are tree-001.svg, tree-002.svg …
    """
    target = Path(path)
    if target.suffix in (".svg", ".png"):
        frames = list(film.frames(windows))
        width = max(3, len(str(len(frames))))
        return [
            write(frame, target.with_stem(f"{target.stem}-{i:0{width}}"))
            for i, frame in enumerate(frames, 1)
        ]
    check_ending(target, FILMS)
    return [save(film, target, {".html": html, ".tex": lambda film: beamer(film, windows)})]
