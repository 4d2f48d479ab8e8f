"""Films from near: some of their frames, and the part of the maze in which they happen.

>>> from zermelo.games.pacman import Pacman
>>> game = Pacman("%%%%%%%/%P..._%/%%%%%%%")
>>> whole = MazeFilm.start(game, "a walk").then(game, game.after(["east"]), "Pac-Man", "east")
>>> [film] = zoom_in([whole], 0, 2)
>>> film.walls, film.frames[-1].pacman
(('%%%%', '%___', '%%%%'), (2, 1))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from zermelo.pacman.maze_film import UNFINISHED, Frame, MazeFilm, Place


class Window(NamedTuple):
    """A part of a maze: the first column and row, and those after the last."""

    left: int
    top: int
    right: int
    bottom: int

    def move(self, place: Place) -> Place:
        """Return a place as the window has it."""
        return place[0] - self.left, place[1] - self.top

    def keep(self, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """Return the places in the window, as the window has them."""
        return tuple(self.move(place) for place in places if self.contains(place))

    def contains(self, place: Place) -> bool:
        """Return whether a place is in the window."""
        return self.left <= place[0] < self.right and self.top <= place[1] < self.bottom


def zoom_in(films: Sequence[MazeFilm], start: int, stop: int) -> list[MazeFilm]:
    """Return the frames from `start` to before `stop` of films in one maze, all in one window.

    The window has all movers of these frames, and a cell around them.
    """
    frames = [frame for film in films for frame in film.frames[start:stop]]
    window = _find_window(films[0].walls, frames)
    return [_cut_film(film, start, stop, window) for film in films]


def _find_window(walls: Sequence[str], frames: Sequence[Frame]) -> Window:
    places = [place for f in frames for place in (f.pacman, *(ghost.at for ghost in f.ghosts))]
    xs, ys = zip(*places, strict=True)
    right, bottom = min(int(max(xs)) + 2, len(walls[0])), min(int(max(ys)) + 2, len(walls))
    return Window(max(int(min(xs)) - 1, 0), max(int(min(ys)) - 1, 0), right, bottom)


def _cut_film(film: MazeFilm, start: int, stop: int, window: Window) -> MazeFilm:
    walls = tuple(row[window.left : window.right] for row in film.walls[window.top : window.bottom])
    frames = tuple(_cut_frame(frame, film, window) for frame in film.frames[start:stop])
    return MazeFilm(
        film.title, walls, frames, film.outcome if stop >= len(film.frames) else UNFINISHED
    )


def _cut_frame(frame: Frame, film: MazeFilm, window: Window) -> Frame:
    return replace(
        frame,
        pacman=window.move(frame.pacman),
        ghosts=tuple(replace(ghost, at=window.move(ghost.at)) for ghost in frame.ghosts),
        food=window.keep(frame.food),
        capsules=window.keep(frame.capsules),
        text=_cut_text(frame.text, len(film.walls), window),
    )


def _cut_text(text: str, height: int, window: Window) -> str:
    """Return the part of a board in the window, and the lines below the board as they are."""
    lines = text.splitlines()
    board = [line[window.left : window.right] for line in lines[window.top : window.bottom]]
    return "\n".join([*board, *lines[height:]])
