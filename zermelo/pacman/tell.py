"""A scene in a terminal: the lecture's claim, the board step by step, the findings.

On a terminal the board moves in its place; otherwise every frame is written once, one below the
other.

>>> from zermelo.pacman.scenes import play_scene
>>> print("\\n".join(list_lines(play_scene("alone"))).splitlines()[5])
██████
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from zermelo.formatting import format_decimal
from zermelo.pacman.demonstration import Demonstration
from zermelo.pacman.maze_film import Frame, MazeFilm
from zermelo.pacman.tally import TableRow

BEAT = 0.15
"""Seconds for one ply in a terminal."""


def list_lines(demo: Demonstration) -> list[str]:
    """Return the scene in lines. A table replaces its films."""
    lines = _list_head(demo)
    for film in () if demo.table else demo.films:
        lines += [f"— {film.title} —", ""]
        for frame in film.frames:
            lines += [*_list_frame(frame), ""]
    return [*lines, *_list_table(demo.table), *demo.findings]


def animate(demo: Demonstration, console: Any) -> None:
    """Show the scene on a terminal: each film moves in one place."""
    from rich.text import Text

    console.print(Text("\n".join(_list_head(demo))))
    for film in () if demo.table else demo.films:
        console.print(Text(f"— {film.title} —"))
        _animate_film(film, console)
        console.print()
    console.print(Text("\n".join([*_list_table(demo.table), *demo.findings])))


def _animate_film(film: MazeFilm, console: Any) -> None:
    """Show the frames of a film in one place, one after the other."""
    from rich.live import Live
    from rich.text import Text

    with Live(console=console, auto_refresh=False) as live:
        for frame in film.frames:
            live.update(Text("\n".join(_list_frame(frame))), refresh=True)
            time.sleep(BEAT)


def _list_head(demo: Demonstration) -> list[str]:
    return [demo.title, demo.claim, ""]


def _list_frame(frame: Frame) -> list[str]:
    """Return the maze and a sentence."""
    return frame.text.splitlines() + ([frame.say] if frame.say else [])


def _list_table(rows: tuple[TableRow, ...]) -> Iterator[str]:
    """Yield the 2×2 table: Pac-Man's belief downwards, the real ghosts across."""
    if not rows:
        return
    columns = list(dict.fromkeys(row.ghosts for row in rows))
    yield f"{'':<20}" + "".join(f"{f'{ghosts} ghosts':<34}" for ghosts in columns).rstrip()
    for pacman in dict.fromkeys(row.pacman for row in rows):
        cells = [_write_cell(row) for row in rows if row.pacman == pacman]
        yield f"{f'{pacman} Pac-Man':<20}" + "".join(f"{cell:<34}" for cell in cells).rstrip()
    yield ""


def _write_cell(row: TableRow) -> str:
    error = row.deviation / row.games**0.5
    return f"won {row.wins}/{row.games}, score {format_decimal(round(row.score, 1))} ± {error:.1f}"
