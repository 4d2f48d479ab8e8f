"""Pictures in files: an SVG as PNG, and content by the ending of a file's name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from zermelo.errors import BadTrace

T = TypeVar("T")

ZOOM = 2.0
"""Pixels of a PNG for each unit of the SVG."""


def has_png() -> bool:
    """Return whether PNG can be written: an install without dependencies lacks it."""
    return find_spec("resvg_py") is not None


def render_png(svg: str) -> bytes:
    """Return an SVG as PNG."""
    if not has_png():
        raise BadTrace("PNG needs resvg_py: pip install resvg_py, or write .svg instead")
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM, background="white"))


def save(picture: T, path: str | Path, makers: Mapping[str, Callable[[T], str | bytes]]) -> Path:
    """Write the content that the maker for this ending makes."""
    target = Path(path)
    check_ending(target, makers)
    content = makers[target.suffix](picture)
    try:
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content + "\n", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise BadTrace(f"{target}: {error.strerror}") from None
    return target


def check_ending(path: str | Path, endings: Collection[str]) -> None:
    """Refuse a file with an unknown ending, before a long search rather than after it."""
    if Path(path).suffix not in endings:
        raise BadTrace(f"{path}: a picture ends in {', '.join(endings)}")
