"""A scene in a terminal: what the lecture says, the board step by step, what was found.

Where it can, the board moves in its place; otherwise every frame is written once, one below the other.

>>> from zermelo.pacman.scenes import scene
>>> print("\\n".join(told(scene("alone"))).splitlines()[5])
██████
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from zermelo.formatting import format_number
from zermelo.pacman.film import Frame
from zermelo.pacman.scenes import Row, Scene

BEAT = 0.15
"""Seconds for one ply in a terminal."""


def told(made: Scene) -> Iterator[str]:
    """The scene in lines. A table stands for its films."""
    lines = [*_head(made)]
    for film in () if made.table else made.films:
        lines += [f"— {film.title} —", ""]
        for frame in film.frames:
            lines += [*_shown(frame), ""]
    lines += [*_table(made.table), *made.found]
    yield from lines


def animated(made: Scene, console: Any) -> None:
    """The scene on a terminal: each film moves in one place."""
    from rich.live import Live
    from rich.text import Text

    def text(lines: list[str]) -> Text:
        return Text("\n".join(lines))

    console.print(text(list(_head(made))))
    for film in () if made.table else made.films:
        console.print(text([f"— {film.title} —"]))
        with Live(console=console, auto_refresh=False) as live:
            for frame in film.frames:
                live.update(text(list(_shown(frame))), refresh=True)
                time.sleep(BEAT)
        console.print()
    console.print(text([*_table(made.table), *made.found]))


def _head(made: Scene) -> Iterator[str]:
    yield made.title
    yield made.claim
    yield ""


def _shown(frame: Frame) -> Iterator[str]:
    """The maze and a sentence."""
    yield from frame.text.splitlines()
    if frame.say:
        yield frame.say


def _table(rows: tuple[Row, ...]) -> Iterator[str]:
    """The 2×2 table: what Pac-Man believes downwards, what the ghosts are across."""
    if not rows:
        return
    columns = list(dict.fromkeys(row.ghosts for row in rows))
    yield f"{'':<20}" + "".join(f"{f'{ghosts} ghosts':<34}" for ghosts in columns).rstrip()
    for pacman in dict.fromkeys(row.pacman for row in rows):
        cells = [_cell(row) for row in rows if row.pacman == pacman]
        yield f"{f'{pacman} Pac-Man':<20}" + "".join(f"{cell:<34}" for cell in cells).rstrip()
    yield ""


def _cell(row: Row) -> str:
    error = row.deviation / row.games**0.5
    return f"won {row.wins}/{row.games}, score {format_number(round(row.score, 1))} ± {error:.1f}"
