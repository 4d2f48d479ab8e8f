"""Progress lines and tables for a terminal.

Progress goes to stderr, and only where that is a terminal; a program that reads the command sees
neither. What a terminal cannot show is written in ASCII: `prepare` says so to the streams, and
nothing that prints need know.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from zermelo.board import in_ascii
from zermelo.formatting import align_columns, format_count

STANDING_IN = "zermelo-ascii"
"""The error handler that writes in ASCII what an encoding lacks. Also a codec, ASCII by another
name: Click takes a stream that is called ascii for a mistake, and writes UTF-8 to it."""


def prepare() -> None:
    """Let the standard streams take every text.

    What the terminal cannot show stands there in ASCII, what it sends is read.

    A stream that was closed before is there, and empty: what is written to the others must not be
    lost for it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # open for as long as the process lives
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=STANDING_IN if is_ascii else None, errors=STANDING_IN)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def ascii_only() -> None:
    """Write nothing but ASCII to stdout from now on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding=STANDING_IN, errors=STANDING_IN)


def can_show(text: str) -> bool:
    """Can stdout show a text as it is?"""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text, start, end = error.object, error.start, error.end
    around = [text[max(start - 1, 0) : start], text[end : end + 1]]  # 7½ is 7 1/2, and not 71/2
    before, after = (sign if sign.isascii() else "" for sign in around)
    whole = in_ascii(before + text[start:end] + after)
    return whole[len(before) : len(whole) - len(after)], end


def _codec(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != STANDING_IN:
        return None
    plain = codecs.lookup("ascii")
    return codecs.CodecInfo(
        plain.encode,
        plain.decode,
        plain.streamreader,
        plain.streamwriter,
        plain.incrementalencoder,
        plain.incrementaldecoder,
        STANDING_IN,
    )


codecs.register_error(STANDING_IN, _stand_in)
codecs.register(_codec)


def announce_compiling() -> None:
    """From now on write a line on stderr before machine code is made, where that is a terminal."""
    from zermelo import gears

    if sys.stderr.isatty() and tell_compiling not in gears.listeners:
        gears.listeners.append(tell_compiling)


def tell_compiling(title: str, seconds: float) -> None:
    """Say what is compiled, and for how long."""
    sys.stderr.write(f"zermelo: compiling {title}: about {seconds:.0f} s, once on this machine\n")
    sys.stderr.flush()


class StatusLine:
    """A line on stderr that changes; nothing where that is not a terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.status: Any = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console

            self.status = Console(stderr=True).status(f"{self.what} …")
            self.status.start()
        return self

    def update(self, text: str) -> None:
        """Change the line."""
        if self.status is not None:
            self.status.update(text)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.status is not None:
            self.status.stop()


class Thinking(StatusLine):
    """A line on stderr that tells how far a search has come.

    >>> with Thinking("searching") as thinking:
    ...     thinking.tick(1000, 0.5)
    """

    def tick(self, nodes: int, seconds: float) -> None:
        """Called by the search about ten times a second."""
        if seconds > 0:
            self.update(
                f"{self.what} … {format_count(nodes)} nodes, {seconds:.1f} s, "
                f"{format_count(nodes / seconds)} nodes/s"
            )


LEAST_WIDTH = 30
"""Columns that a description needs beside its name."""

WIDE_ABOUT = 60
"""Columns that a description needs beside several columns."""


def table(rows: Sequence[tuple[str, str]]) -> None:
    """Two columns, wrapped to the terminal's width; one line each in a pipe."""
    width = max(len(left) for left, _ in rows)
    if not sys.stdout.isatty():
        sys.stdout.writelines(f"{left:<{width}}  {right}\n" for left, right in rows)
        return
    from rich.console import Console

    console = Console(highlight=False)
    is_wide = width + LEAST_WIDTH <= console.width
    console.print(_wide_table(rows) if is_wide else _narrow_table(rows))


def columns(rows: Sequence[Sequence[str]]) -> None:
    """Columns below their headings, which are the first row; the last column is a description.

    In a terminal a description is wrapped, below its row if there is little room beside it.
    """
    lines = align_columns([row[:-1] for row in rows], left=len(rows[0]))
    about = [row[-1] for row in rows]
    if not sys.stdout.isatty():
        whole = (f"{line}  {words}".rstrip() for line, words in zip(lines, about, strict=True))
        sys.stdout.writelines(f"{line}\n" for line in whole)
        return
    from rich.console import Console

    console = Console(highlight=False)
    is_wide = len(lines[0]) + WIDE_ABOUT <= console.width
    pairs = list(zip(lines, about, strict=True))
    console.print(_wide_table(pairs) if is_wide else _narrow_table(pairs))


def _wide_table(rows: Sequence[tuple[str, str]]) -> Any:
    """Each name beside its description."""
    from rich.table import Table

    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for left, right in rows:
        grid.add_row(left, right)
    return grid


def _narrow_table(rows: Sequence[tuple[str, str]]) -> Any:
    """Each name above its description."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold")
    for left, right in rows:
        grid.add_row(Text(left, style="bold"))
        grid.add_row(Padding(Text(right), (0, 0, 0, 2)))
    return grid
