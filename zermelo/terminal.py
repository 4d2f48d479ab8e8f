"""What a person at a terminal sees besides the answer: a line that moves while a search thinks, tables that fit the width.

Progress goes to stderr, and only where that is a terminal; a program that reads the command sees neither.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from zermelo.result import si


class Thinking:
    """A line on stderr that tells how far a search has come.

    >>> with Thinking("searching") as thinking:
    ...     thinking.tick(1000, 0.5)
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.status: Any = None

    def __enter__(self) -> Thinking:
        if sys.stderr.isatty():
            from rich.console import Console

            self.status = Console(stderr=True).status(f"{self.what} …")
            self.status.start()
        return self

    def tick(self, nodes: int, seconds: float) -> None:
        """Called by the search about ten times a second."""
        if self.status is not None and seconds > 0:
            self.status.update(f"{self.what} … {si(nodes)} nodes, {seconds:.1f} s, {si(nodes / seconds)} nodes/s")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.status is not None:
            self.status.stop()


def table(rows: Sequence[tuple[str, str]]) -> None:
    """Two columns: wrapped to the width of a terminal, one line each in a pipe."""
    from rich.console import Console
    from rich.table import Table

    if not sys.stdout.isatty():
        width = max(len(left) for left, _ in rows)
        sys.stdout.writelines(f"{left:<{width}}  {right}\n" for left, right in rows)
        return
    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for left, right in rows:
        grid.add_row(left, right)
    Console(highlight=False).print(grid)
