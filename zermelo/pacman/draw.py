"""A film as a picture: one SVG that moves by itself, a still of one frame, or a page with buttons.

Nothing here decides a move: a film is replayed as it is. Ghosts are told apart by their letters as well as by colours that
colour-blind people can tell apart (Okabe and Ito's). Where motion is not wanted, the SVG stands still at its first frame.

>>> from zermelo.pacman.scenes import scene
>>> picture = svg(scene("alone"))
>>> picture.count("<svg"), "prefers-reduced-motion" in picture
(1, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

from zermelo.formatting import format_number
from zermelo.pacman.film import CLEARED, EATEN, SPENT, Film, Frame, Spirit
from zermelo.pacman.scenes import Scene
from zermelo.show.file import render_png, save
from zermelo.show.page import page

CELL = 30.0
MARGIN = 14.0
NARROWEST = 330.0
HEAD, FOOT, LINE = 26.0, 62.0, 16.0
CHARACTER = 7.1
"""About the width of a character of a sentence."""

BEAT = 0.3
"""Seconds for one ply."""

REST = 3.0
"""Seconds of rest on the last frame, before it begins again."""

COLOURS = ("#d55e00", "#56b4e9", "#cc79a7", "#009e73", "#e69f00", "#f0e442", "#0072b2", "#bbbbbb")
ANGLES = {"north": -90, "east": 0, "south": 90, "west": 180, "stop": 0}
ENDS = {CLEARED: "everything is eaten", EATEN: "Pac-Man is eaten", SPENT: "no moves are left"}

STYLE = (
    ".zp{font:13px system-ui,'DejaVu Sans',sans-serif;background:#fff}"
    ".zp .page{fill:#fff}.zp text{fill:#1b1f24}\n"
    ".zp .t{font-weight:600;font-size:14px}.zp .n{font-variant-numeric:tabular-nums}"
    ".zp .floor{fill:#0b1022}\n"
    ".zp .wall{stroke:#4d7cff;stroke-width:15;fill:none;stroke-linecap:round;stroke-linejoin:round}\n"
    ".zp .core{stroke:#101a3c;stroke-width:11;fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".zp .block{fill:#101a3c;stroke:none}\n"
    ".zp .dot{fill:#ffe3b3}.zp .pac,.zp .lid{fill:#ffd60a}"
    ".zp .lid{opacity:0;animation:zpchomp .36s step-end infinite}\n"
    "@keyframes zpchomp{0%{opacity:0}60%{opacity:1}}\n"
    ".zp .ghost text{fill:#10131a;font-weight:700;font-size:11px}\n"
    ".zp .ghost path{stroke:#0b1022;stroke-width:.8}.zp .scared{opacity:0}\n"
    ".zp .scared path{fill:#1f3fd1;stroke:#fff;stroke-width:1.2;stroke-dasharray:2 1.6}\n"
    ".zp .scared text{fill:#fff}.zp .eye{fill:#fff}.zp .pupil{fill:#10131a}\n"
    "@media(prefers-color-scheme:dark){.zp,.zp .page{background:#0d1117;fill:#0d1117}"
    ".zp text{fill:#e6e8eb}}\n"
    "@media(prefers-reduced-motion:reduce){"
    ".zp *{animation:none!important;transition:none!important}}"
)


# ---------------------------------------------------------------------- whole pictures


def svg(made: Scene) -> str:
    """All films of a scene side by side, moving."""
    sizes = [_size(film) for film in made.films]
    columns = 2 if len(sizes) > 1 else 1
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes)
    rows = (len(sizes) + columns - 1) // columns
    seconds = BEAT * max(len(film.frames) - 1 for film in made.films) + REST
    parts, rules = [], []
    for i, film in enumerate(made.films):
        player = _Player(film, f"f{i}", seconds)
        body = player.body()
        rules.append(player.rules())
        parts.append(
            f'<g transform="translate({i % columns * width:.0f} {i // columns * height:.0f})">{body}</g>'
        )
    return _sheet(columns * width, rows * height, made.title, "\n".join(parts), "\n".join(rules))


def still(film: Film, index: int = -1) -> str:
    """One frame, standing still."""
    frame = film.frames[index]
    width, height = _size(film)
    parts = [
        _maze(film),
        *(_dot(place, 3.2) for place in frame.food),
        *(_dot(place, 7) for place in frame.capsules),
    ]
    for i, spirit in enumerate(frame.ghosts):
        parts.append(_placed(_ghost(i, spirit.name, spirit.scared > 0), spirit.at))
    if not _is_end(film, frame, EATEN):
        parts.append(
            _placed(f'<g transform="rotate({ANGLES[frame.heading]})">{_pacman()}</g>', frame.pacman)
        )
    words = _words(film, frame)
    return _sheet(
        width,
        height,
        f"{film.title}: {frame.say or frame.action}",
        _framed(film, "".join(parts)) + words,
    )


def png(made: Scene) -> bytes:
    """The last frames of a scene's films as one PNG; needs the extra `png`."""
    return render_png(poster(made))


def poster(made: Scene) -> str:
    """The last frame of each film, side by side, standing still."""
    width, height = (max(size) for size in zip(*map(_size, made.films), strict=True))
    columns = 2 if len(made.films) > 1 else 1
    parts = []
    for i, film in enumerate(made.films):
        inner = still(film).replace(
            "<svg ", f'<svg x="{i % columns * width:.0f}" y="{i // columns * height:.0f}" ', 1
        )
        parts.append(inner)
    rows = (len(parts) + columns - 1) // columns
    return _sheet(columns * width, rows * height, made.title, "\n".join(parts))


def html(made: Scene) -> str:
    """A page that replays a scene step by step: self-contained, offline, without a framework."""
    boards = [_board(film) for film in made.films]
    data = {**made.to_dict(), "boards": boards, "cell": CELL, "angles": ANGLES}
    found = "".join(f"<li>{escape(sentence)}</li>" for sentence in made.found)
    body = BODY.format(claim=escape(made.claim), found=found)
    return page(
        made.title, f"{STYLE}\n{asset('player.css')}", body, data, asset("player.js") + SCRIPT
    )


def asset(name: str) -> str:
    """The text of a file that lies beside this module."""
    return files("zermelo.pacman").joinpath(name).read_text(encoding="utf-8")


MAKERS: dict[str, Callable[[Scene], str | bytes]] = {".svg": svg, ".html": html, ".png": png}
"""What makes the content of a file, by its ending."""


def write(made: Scene, path: str | Path) -> Path:
    """Write a scene to a file; its ending says how."""
    return save(made, path, MAKERS)


BODY = """\
<p>{claim}</p>
<div id="player"><noscript>This page replays a game; it needs JavaScript.</noscript></div>
<ul>{found}</ul>"""

SCRIPT = """
mount(document.getElementById("player"), JSON.parse(document.getElementById("data").textContent));"""


# ---------------------------------------------------------------------- pieces


def _sheet(width: float, height: float, title: str, body: str, rules: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zp" role="img" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}"><title>{escape(title)}</title><style>{STYLE}\n{rules}</style>'
        f'<rect class="page" width="{width:.0f}" height="{height:.0f}"/>{body}</svg>'
    )


def _size(film: Film) -> tuple[float, float]:
    """Width and height with margins, title and words."""
    return max(CELL * len(film.walls[0]), NARROWEST) + 2 * MARGIN, CELL * len(
        film.walls
    ) + HEAD + FOOT + MARGIN


def _left(film: Film) -> float:
    return (_size(film)[0] - CELL * len(film.walls[0])) / 2


def _framed(film: Film, body: str) -> str:
    """A maze at its place under the title."""
    title = f'<text class="t" x="{MARGIN:.0f}" y="{MARGIN + 8:.0f}">{escape(film.title)}</text>'
    return f'{title}<g transform="translate({_left(film):.1f} {HEAD:.1f})">{body}</g>'


def _board(film: Film) -> str:
    """The maze with everybody as a page moves them: dots and ghosts in the order of the first frame."""
    first = film.frames[0]
    parts = [_maze(film)]
    parts += [_dot(place, 3.2, f' data-at="{place[0]},{place[1]}"') for place in first.food]
    parts += [_dot(place, 7, f' data-at="{place[0]},{place[1]}"') for place in first.capsules]
    for i, spirit in enumerate(first.ghosts):
        both = f'{_ghost(i, spirit.name)}<g class="scared">{_ghost(i, spirit.name, True)}</g>'
        parts.append(
            f'<g class="mover" data-ghost="{i}" style="{_translated(spirit.at)}">{both}</g>'
        )
    parts.append(
        f'<g class="mover" data-pacman="" style="{_translated(first.pacman)}"><g class="turner">{_pacman()}</g></g>'
    )
    width, height = CELL * len(film.walls[0]), CELL * len(film.walls)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zp" role="img" aria-label="{escape(film.title)}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">{"".join(parts)}</svg>'
    )


def _maze(film: Film) -> str:
    """Walls as rounded lines from wall to neighbouring wall, with a darker core."""
    walls = {
        (x, y) for y, row in enumerate(film.walls) for x, sign in enumerate(row) if sign == "%"
    }
    lines, blocks = [], []
    for x, y in sorted(walls):
        cx, cy = CELL * (x + 0.5), CELL * (y + 0.5)
        lines.append(f"M{cx:.0f} {cy:.0f}h0")
        if (x + 1, y) in walls:
            lines.append(f"M{cx:.0f} {cy:.0f}h{CELL:.0f}")
        if (x, y + 1) in walls:
            lines.append(f"M{cx:.0f} {cy:.0f}v{CELL:.0f}")
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= walls:
            blocks.append(f"M{cx:.0f} {cy:.0f}h{CELL:.0f}v{CELL:.0f}h{-CELL:.0f}z")
    width, height = CELL * len(film.walls[0]), CELL * len(film.walls)
    path = "".join(lines)
    return (
        f'<rect class="floor" width="{width:.0f}" height="{height:.0f}" rx="10"/>'
        f'<path class="wall" d="{path}"/><path class="core" d="{path}"/>'
        + (f'<path class="block" d="{"".join(blocks)}"/>' if blocks else "")
    )


def _dot(place: tuple[float, float], radius: float, more: str = "") -> str:
    x, y = _centre(place)
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"{more}/>'


def _centre(place: tuple[float, float]) -> tuple[float, float]:
    return CELL * (place[0] + 0.5), CELL * (place[1] + 0.5)


def _placed(body: str, place: tuple[float, float]) -> str:
    x, y = _centre(place)
    return f'<g transform="translate({x:.1f} {y:.1f})">{body}</g>'


def _translated(place: tuple[float, float]) -> str:
    x, y = _centre(place)
    return f"transform:translate({x:.1f}px,{y:.1f}px)"


def _pacman() -> str:
    """A disc with a mouth to the east, and a lid that closes it now and then."""
    return '<path class="pac" d="M1 0L9.6 -6.2A11.5 11.5 0 1 0 9.6 6.2Z"/><circle class="lid" r="11.5"/>'


def _ghost(number: int, name: str, scared: bool = False) -> str:
    """A ghost with eyes and its letter; a scared one is blue, with a dashed edge and a small letter."""
    body = "M-11 11V-1A11 11 0 0 1 11 -1V11L7.3 7.4L3.7 11L0 7.4L-3.7 11L-7.3 7.4Z"
    eyes = "".join(
        f'<circle class="eye" cx="{x}" cy="-4" r="3"/><circle class="pupil" cx="{x}" cy="-4" r="1.4"/>'
        for x in (-4.4, 4.4)
    )
    letter = f'<text text-anchor="middle" y="6.4">{name.lower() if scared else name}</text>'
    if scared:
        mouth = '<path d="M-6 -2l2 -2l2 2l2 -2l2 2l2 -2l2 2" style="fill:none;stroke:#fff;stroke-dasharray:none"/>'
        return f'<g class="scared" style="opacity:1"><path d="{body}"/>{mouth}{letter}</g>'
    return f'<g class="ghost"><path d="{body}" style="fill:{COLOURS[number]}"/>{eyes}{letter}</g>'


def _words(film: Film, frame: Frame, style: str = "") -> str:
    """The score and the sentence under the maze."""
    y = HEAD + CELL * len(film.walls) + 20
    score = f"score {format_number(frame.score)}" + (
        f" — {ENDS[film.outcome]}" if frame is film.frames[-1] and film.outcome in ENDS else ""
    )
    lines = [f'<text class="n t" x="{MARGIN:.0f}" y="{y:.0f}"{style}>{escape(score)}</text>']
    for i, line in enumerate(wrap(frame.say, int((_size(film)[0] - 2 * MARGIN) / CHARACTER))[:2]):
        lines.append(
            f'<text x="{MARGIN:.0f}" y="{y + LINE * (i + 1) + 2:.0f}"{style}>{escape(line)}</text>'
        )
    return "".join(lines)


def _is_end(film: Film, frame: Frame, outcome: str) -> bool:
    return film.outcome == outcome and frame is film.frames[-1]


# ---------------------------------------------------------------------- motion


class _Player:
    """Turns a film into groups that move by CSS: each thing that changes has keyframes of its own."""

    def __init__(self, film: Film, name: str, seconds: float) -> None:
        self.film, self.name, self.seconds = film, name, seconds
        self.keyframes: list[str] = []

    def rules(self) -> str:
        """The keyframes of everything in the body."""
        return "\n".join(self.keyframes)

    def body(self) -> str:
        film = self.film
        parts = [_maze(film), *self._food()]
        first = film.frames[0]
        for i, spirit in enumerate(first.ghosts):
            parts.append(self._ghost(i, spirit))
        gone = [EATEN if _is_end(film, frame, EATEN) else "" for frame in film.frames]
        turned = f'<g style="transform:rotate({ANGLES[first.heading]}deg);{self._turning()}">{_pacman()}</g>'
        moving = self._moving([frame.pacman for frame in film.frames])
        fading = self._stepping("opacity", [0 if state else 1 for state in gone])
        parts.append(
            f'<g style="{fading}"><g style="{_translated(first.pacman)};{moving}">{turned}</g></g>'
        )
        return _framed(film, "".join(parts)) + self._captions()

    def _food(self) -> Iterator[str]:
        first = self.film.frames[0]
        for place in first.food:
            left = [1 if place in frame.food else 0 for frame in self.film.frames]
            yield _dot(place, 3.2, f' style="{self._stepping("opacity", left)}"')
        for place in first.capsules:
            left = [1 if place in frame.capsules else 0 for frame in self.film.frames]
            yield _dot(place, 7, f' style="{self._stepping("opacity", left)}"')

    def _ghost(self, i: int, spirit: Spirit) -> str:
        frames = self.film.frames
        scared = [1 if frame.ghosts[i].scared else 0 for frame in frames]
        blue = _ghost(i, spirit.name, True)
        both = _ghost(i, spirit.name) + (
            f'<g style="opacity:0;{self._stepping("opacity", scared)}">{blue}</g>'
            if any(scared)
            else ""
        )
        return f'<g style="{_translated(spirit.at)};{self._moving([frame.ghosts[i].at for frame in frames])}">{both}</g>'

    def _captions(self) -> str:
        """Each frame's score and sentence, shown while it lasts."""
        parts = []
        for i, frame in enumerate(self.film.frames):
            shown = [1 if j == i else 0 for j in range(len(self.film.frames))]
            style = f' style="opacity:{shown[0]};{self._stepping("opacity", shown)}"'
            parts.append(_words(self.film, frame, style))
        return "".join(parts)

    def _at(self, index: float) -> str:
        """The moment of a frame, in percent of the whole."""
        return f"{100 * BEAT * index / self.seconds:.3f}%"

    def _named(self, rules: str, timing: str) -> str:
        name = f"{self.name}k{len(self.keyframes)}"
        self.keyframes.append(f"@keyframes {name}{{{rules}}}")
        return f"animation:{name} {self.seconds:.2f}s {timing} infinite"

    def _moving(self, places: Sequence[tuple[float, float]]) -> str:
        """From place to place, each step within its own beat."""
        if len(set(places)) == 1:
            return ""
        rules = [f"0%{{{_translated(places[0])}}}"]
        for i, (before, after) in enumerate(pairwise(places)):
            if before != after:
                rules += [
                    f"{self._at(i + 0.001)}{{{_translated(before)}}}",
                    f"{self._at(i + 1)}{{{_translated(after)}}}",
                ]
        return self._named("".join([*rules, f"100%{{{_translated(places[-1])}}}"]), "linear")

    def _turning(self) -> str:
        """Pac-Man looks where he goes, from the beginning of a step on."""
        headings = [frame.heading for frame in self.film.frames]
        angles = [f"rotate({ANGLES[heading]}deg)" for heading in [*headings[1:], headings[-1]]]
        return self._stepping("transform", angles)

    def _stepping(self, what: str, values: Sequence[object]) -> str:
        """A property that jumps from value to value."""
        if len(set(values)) == 1:
            return ""
        rules = [f"0%{{{what}:{values[0]}}}"]
        for i, (before, after) in enumerate(pairwise(values), 1):
            if before != after:
                rules.append(f"{self._at(i)}{{{what}:{after}}}")
        return self._named("".join([*rules, f"100%{{{what}:{values[-1]}}}"]), "step-end")
