"""A film of Pac-Man as groups that move by CSS: whatever changes has keyframes of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from zermelo.pacman.maze_film import GhostView, MazeFilm, Place
from zermelo.pacman.pieces import (
    ANGLES,
    CAPSULE,
    FOOD,
    draw_dot,
    draw_ghost,
    draw_maze,
    draw_pacman,
    draw_words,
    is_eaten,
    place_maze,
    style_place,
)

BEAT = 0.3
"""Seconds for one ply."""

REST = 3.0
"""Seconds of rest on the last frame, before it begins again."""


class MazeAnimation:
    """The groups of one film, and their keyframes; `name` keeps those of several films apart."""

    def __init__(self, film: MazeFilm, name: str, seconds: float) -> None:
        self.film, self.name, self.seconds = film, name, seconds
        self.keyframes: list[str] = []

    @property
    def rules(self) -> str:
        """The keyframes of everything that `draw` has drawn."""
        return "\n".join(self.keyframes)

    def draw(self) -> str:
        """Return the moving picture."""
        film, first = self.film, self.film.frames[0]
        parts = [draw_maze(film), *self._draw_food()]
        parts += [self._draw_ghost(i, ghost) for i, ghost in enumerate(first.ghosts)]
        angle = f"transform:rotate({ANGLES[first.heading]}deg)"
        pacman = f'<g style="{angle};{self._turn()}">{draw_pacman()}</g>'
        move = self._move([frame.pacman for frame in film.frames])
        fade = self._step("opacity", [0 if is_eaten(film, frame) else 1 for frame in film.frames])
        place = f'<g style="{style_place(first.pacman)};{move}">'
        parts.append(f'<g style="{fade}">{place}{pacman}</g></g>')
        return place_maze(film, "".join(parts)) + self._draw_captions()

    def _draw_food(self) -> Iterator[str]:
        first, frames = self.film.frames[0], self.film.frames
        for place in first.food:
            there = [1 if place in frame.food else 0 for frame in frames]
            yield draw_dot(place, FOOD, f' style="{self._step("opacity", there)}"')
        for place in first.capsules:
            there = [1 if place in frame.capsules else 0 for frame in frames]
            yield draw_dot(place, CAPSULE, f' style="{self._step("opacity", there)}"')

    def _draw_ghost(self, i: int, ghost: GhostView) -> str:
        frames = self.film.frames
        scared = [1 if frame.ghosts[i].scared else 0 for frame in frames]
        body = draw_ghost(i, ghost.name)
        if any(scared):
            blue = draw_ghost(i, ghost.name, True)
            body += f'<g style="opacity:0;{self._step("opacity", scared)}">{blue}</g>'
        move = self._move([frame.ghosts[i].at for frame in frames])
        return f'<g style="{style_place(ghost.at)};{move}">{body}</g>'

    def _draw_captions(self) -> str:
        """Return each frame's score and sentence, visible while it lasts."""
        parts, count = [], len(self.film.frames)
        for i, frame in enumerate(self.film.frames):
            visible = [1 if j == i else 0 for j in range(count)]
            style = f' style="opacity:{visible[0]};{self._step("opacity", visible)}"'
            parts.append(draw_words(self.film, frame, style))
        return "".join(parts)

    # ------------------------------------------------------------------ keyframes

    def _format_percent(self, index: float) -> str:
        """Return the moment of a frame, in percent of the whole."""
        return f"{100 * BEAT * index / self.seconds:.3f}%"

    def _add_keyframes(self, rules: str, timing: str) -> str:
        """Add keyframes; return the style that uses them."""
        name = f"{self.name}k{len(self.keyframes)}"
        self.keyframes.append(f"@keyframes {name}{{{rules}}}")
        return f"animation:{name} {self.seconds:.2f}s {timing} infinite"

    def _move(self, places: Sequence[Place]) -> str:
        """Return a motion from place to place, each step within its own beat."""
        if len(set(places)) == 1:
            return ""
        rules = [f"0%{{{style_place(places[0])}}}"]
        for i, (before, after) in enumerate(pairwise(places)):
            if before != after:
                rules.append(f"{self._format_percent(i + 0.001)}{{{style_place(before)}}}")
                rules.append(f"{self._format_percent(i + 1)}{{{style_place(after)}}}")
        rules.append(f"100%{{{style_place(places[-1])}}}")
        return self._add_keyframes("".join(rules), "linear")

    def _turn(self) -> str:
        """Return Pac-Man's turns: he looks where he goes from the beginning of a step on."""
        headings = [frame.heading for frame in self.film.frames]
        angles = [f"rotate({ANGLES[heading]}deg)" for heading in [*headings[1:], headings[-1]]]
        return self._step("transform", angles)

    def _step(self, name: str, values: Sequence[object]) -> str:
        """Return a property that jumps from value to value."""
        if len(set(values)) == 1:
            return ""
        rules = [f"0%{{{name}:{values[0]}}}"]
        for i, (before, after) in enumerate(pairwise(values), 1):
            if before != after:
                rules.append(f"{self._format_percent(i)}{{{name}:{after}}}")
        rules.append(f"100%{{{name}:{values[-1]}}}")
        return self._add_keyframes("".join(rules), "step-end")
