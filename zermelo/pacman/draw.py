"""A scene as a picture: one SVG that moves by itself, a still of one frame, or a page with buttons.

Nothing here decides a move: a film is replayed as it is. Where motion is not wanted, the SVG stands
still at its first frame.

>>> from zermelo.pacman.scenes import play_scene
>>> picture = svg(play_scene("alone"))
>>> picture.count("<svg"), "prefers-reduced-motion" in picture
(1, True)
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from zermelo.pacman.demonstration import Demonstration
from zermelo.pacman.maze_film import MazeFilm
from zermelo.pacman.motion import BEAT, REST, MazeAnimation
from zermelo.pacman.pieces import (
    ANGLES,
    CAPSULE,
    CELL,
    FOOD,
    STYLE,
    draw_dot,
    draw_ghost,
    draw_maze,
    draw_pacman,
    draw_sheet,
    draw_words,
    is_eaten,
    measure,
    measure_maze,
    move_to,
    place_maze,
    style_place,
)
from zermelo.show.escape import escape_xml
from zermelo.show.file import render_png, save
from zermelo.show.page import page


def svg(demo: Demonstration) -> str:
    """Return all films of a scene side by side, moving."""
    columns, width, height = _arrange(demo)
    seconds = BEAT * max(len(film.frames) - 1 for film in demo.films) + REST
    parts, rules = [], []
    for i, film in enumerate(demo.films):
        animation = MazeAnimation(film, f"f{i}", seconds)
        place = f"translate({i % columns * width:.0f} {i // columns * height:.0f})"
        parts.append(f'<g transform="{place}">{animation.draw()}</g>')
        rules.append(animation.rules)
    return _combine(demo, "\n".join(parts), "\n".join(rules))


def still(film: MazeFilm, index: int = -1) -> str:
    """Return one frame, without motion."""
    frame = film.frames[index]
    parts = [draw_maze(film)]
    parts += [draw_dot(place, FOOD) for place in frame.food]
    parts += [draw_dot(place, CAPSULE) for place in frame.capsules]
    for i, ghost in enumerate(frame.ghosts):
        parts.append(move_to(draw_ghost(i, ghost.name, ghost.scared > 0), ghost.at))
    if not is_eaten(film, frame):
        pacman = f'<g transform="rotate({ANGLES[frame.heading]})">{draw_pacman()}</g>'
        parts.append(move_to(pacman, frame.pacman))
    body = place_maze(film, "".join(parts)) + draw_words(film, frame)
    return draw_sheet(*measure(film), f"{film.title}: {frame.say or frame.action}", body)


def png(demo: Demonstration) -> bytes:
    """Return the last frames of a scene's films as one PNG."""
    return render_png(poster(demo))


def poster(demo: Demonstration) -> str:
    """Return the last frame of each film, side by side, without motion."""
    columns, width, height = _arrange(demo)
    parts = []
    for i, film in enumerate(demo.films):
        place = f'x="{i % columns * width:.0f}" y="{i // columns * height:.0f}"'
        parts.append(still(film).replace("<svg ", f"<svg {place} ", 1))
    return _combine(demo, "\n".join(parts))


def _arrange(demo: Demonstration) -> tuple[int, float, float]:
    """Return the number of columns, and the width and height of each film."""
    width, height = (max(sizes) for sizes in zip(*map(measure, demo.films), strict=True))
    return (2 if len(demo.films) > 1 else 1), width, height


def _combine(demo: Demonstration, body: str, rules: str = "") -> str:
    """Return the picture of all films."""
    columns, width, height = _arrange(demo)
    rows = (len(demo.films) + columns - 1) // columns
    return draw_sheet(columns * width, rows * height, demo.title, body, rules)


# ---------------------------------------------------------------------- a page


PAGE_BODY = """\
<p>{claim}</p>
<div id="player"><noscript>This page replays a game; it needs JavaScript.</noscript></div>
<ul>{findings}</ul>"""

SCRIPT = """
mount(document.getElementById("player"),
  JSON.parse(document.getElementById("data").textContent));"""


def html(demo: Demonstration) -> str:
    """Return a page that replays a scene step by step: self-contained, without a framework."""
    boards = [_draw_board(film) for film in demo.films]
    data = {**demo.to_dict(), "boards": boards, "cell": CELL, "angles": ANGLES}
    findings = "".join(f"<li>{escape_xml(sentence)}</li>" for sentence in demo.findings)
    body = PAGE_BODY.format(claim=escape_xml(demo.claim), findings=findings)
    style, script = f"{STYLE}\n{read_asset('player.css')}", read_asset("player.js") + SCRIPT
    return page(demo.title, style, body, data, script)


def read_asset(name: str) -> str:
    """Return the text of a file beside this module."""
    return files("zermelo.pacman").joinpath(name).read_text(encoding="utf-8")


def _draw_board(film: MazeFilm) -> str:
    """Return the maze for a page that moves its parts: dots and ghosts as in the first frame."""
    first = film.frames[0]
    parts = [draw_maze(film)]
    for places, radius in ((first.food, FOOD), (first.capsules, CAPSULE)):
        parts += [draw_dot(place, radius, f' data-at="{place[0]},{place[1]}"') for place in places]
    for i, ghost in enumerate(first.ghosts):
        scared = f'<g class="scared">{draw_ghost(i, ghost.name, True)}</g>'
        place = f'data-ghost="{i}" style="{style_place(ghost.at)}"'
        parts.append(f'<g class="mover" {place}>{draw_ghost(i, ghost.name)}{scared}</g>')
    place = f'data-pacman="" style="{style_place(first.pacman)}"'
    parts.append(f'<g class="mover" {place}><g class="turner">{draw_pacman()}</g></g>')
    width, height = measure_maze(film)
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="zp" role="img" {size}'
    return f'{opening} aria-label="{escape_xml(film.title)}">{"".join(parts)}</svg>'


MAKERS: dict[str, Callable[[Demonstration], str | bytes]] = {
    ".svg": svg,
    ".html": html,
    ".png": png,
}
"""The function that makes the content of a file, by its ending."""


def write(demo: Demonstration, path: str | Path) -> Path:
    """Write a scene to a file; its ending says how."""
    return save(demo, path, MAKERS)
