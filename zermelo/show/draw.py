"""Pictures by the name of the file they go to: .svg, .png, .tex, .dot, .mmd."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from zermelo.errors import BadTrace
from zermelo.show.markup import dot, mermaid, tikz
from zermelo.show.scene import Scene
from zermelo.show.svg import svg

ZOOM = 2.0
"""Pixels of a PNG for each unit of the SVG."""


def png(made: Scene) -> bytes:
    """The picture as PNG; needs the extra `png`."""
    try:
        import resvg_py
    except ImportError:
        raise BadTrace("PNG needs the extra png: pip install 'zermelo[png]', or write .svg instead") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(made), zoom=ZOOM, background="white"))


MAKERS: dict[str, Callable[[Scene], str | bytes]] = {".svg": svg, ".png": png, ".tex": tikz, ".dot": dot, ".mmd": mermaid}
"""What makes the content of a file, by its ending."""


def write(made: Scene, path: str | Path) -> Path:
    """Write a picture to a file; its ending says which kind."""
    target = Path(path)
    if target.suffix not in MAKERS:
        raise BadTrace(f"{target}: a picture ends in {', '.join(MAKERS)}")
    content = MAKERS[target.suffix](made)
    try:
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content + "\n", encoding="utf-8")
    except OSError as error:
        raise BadTrace(f"{target}: {error.strerror}") from None
    return target
