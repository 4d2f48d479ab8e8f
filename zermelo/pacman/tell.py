"""A scene in a terminal: the lecture's claim, the board step by step, the findings.

On a terminal the board moves in its place; otherwise every frame is written once, one below the
other.

>>> from zermelo.pacman.scenes import play_scene
>>> print("\\n".join(list_lines(play_scene("alone"))).splitlines()[5])
██████
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from zermelo.formatting import format_decimal, format_plural
from zermelo.pacman.demonstration import Demonstration
from zermelo.pacman.maze_film import Frame, MazeFilm
from zermelo.pacman.tally import TableRow

BEAT = 0.15
"""Seconds for one ply in a terminal."""

COLUMN, GAP = 38, 3
"""Characters of a film beside another, and between the two."""

SIDE_BY_SIDE = 2
"""Films of a scene are shown side by side; more than these are left to its table."""


Row = list[tuple[MazeFilm, str]]
"""Films that are shown beside each other, each with the video that it stands for."""


def list_lines(demo: Demonstration, is_brief: bool = False) -> list[str]:
    """Return the scene in lines, its films side by side. A table of four games replaces them.

    A brief one has the first and the last frames only, and the number of those between.
    """
    lines = _list_head(demo)
    for row in _arrange(demo):
        lines += [*_list_titles(row), ""]
        last = _count_steps(row) - 1
        for step in (0, last) if is_brief else range(last + 1):
            lines += [*_list_step(row, step), ""]
            if is_brief and step == 0 and last > 1:
                lines += [f"… {format_plural(last - 1, 'step', 'steps')} …", ""]
    return [*lines, *_list_table(demo.table), *demo.findings]


def animate(demo: Demonstration, console: Any) -> None:
    """Show the scene on a terminal: its films move in one place, side by side if they fit."""
    from rich.text import Text

    console.print(Text("\n".join(_list_head(demo))))
    for row in _arrange(demo, console.width):
        console.print(Text("\n".join(_list_titles(row))))
        _animate_row(row, console)
        console.print()
    console.print(Text("\n".join([*_list_table(demo.table), *demo.findings])))


def _animate_row(row: Row, console: Any) -> None:
    """Show step by step in one place. Every step has the same height: nothing below jumps."""
    from rich.live import Live
    from rich.text import Text

    steps = [_list_step(row, step) for step in range(_count_steps(row))]
    height = max(map(len, steps))
    with Live(console=console, auto_refresh=False) as live:
        for lines in steps:
            blank = [""] * (height - len(lines))
            live.update(Text("\n".join(lines + blank)), refresh=True)
            time.sleep(BEAT)


def _arrange(demo: Demonstration, width: int = SIDE_BY_SIDE * (COLUMN + GAP)) -> list[Row]:
    """Return the films that are shown: in one row, or one below the other if it is narrow."""
    films = list(zip(demo.films, demo.videos, strict=True))
    if len(films) > SIDE_BY_SIDE:
        return []
    return [films] if width >= SIDE_BY_SIDE * (COLUMN + GAP) - GAP else [[film] for film in films]


def _count_steps(row: Row) -> int:
    return max(len(film.frames) for film, _ in row)


def _list_titles(row: Row) -> list[str]:
    """Return the titles of the films, and below them the videos that they stand for."""
    titles = [[f"— {film.title} —", f"  {video}"] for film, video in row]
    return _join(titles if any(video for _, video in row) else [title[:1] for title in titles])


def _list_step(row: Row, step: int) -> list[str]:
    """Return one step of every film, beside each other. A film that is over stands still."""
    frames = [film.frames[min(step, len(film.frames) - 1)] for film, _ in row]
    if len(frames) == 1:
        return _list_frame(frames[0])
    return _join([_fit(_list_frame(frame)) for frame in frames])


def _fit(lines: list[str]) -> list[str]:
    """Return the lines of a frame for a column: without whose turn it is, and wrapped."""
    short = (re.sub(r", [^,]+ to move$", "", line) for line in lines)
    return [part for line in short for part in (wrap(line, COLUMN) or [""])]


def _join(columns: list[list[str]]) -> list[str]:
    """Return columns as lines."""
    rows = zip_longest(*columns, fillvalue="")
    return [(" " * GAP).join(f"{cell:<{COLUMN}}" for cell in row).rstrip() for row in rows]


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
