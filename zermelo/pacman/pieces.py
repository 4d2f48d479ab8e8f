"""The pieces of a Pac-Man picture as SVG: the maze, dots, Pac-Man, ghosts, and the words below.

Ghosts differ by their letters as well as by colours that colour-blind people can distinguish (Okabe
and Ito's).
"""

from __future__ import annotations

from textwrap import wrap

from zermelo.formatting import format_decimal
from zermelo.pacman.maze_film import CLEARED, EATEN, SPENT, Frame, MazeFilm, Place
from zermelo.show.escape import escape_xml

CELL = 30.0
MARGIN = 14.0
MIN_WIDTH = 330.0
HEAD, FOOT, LINE = 26.0, 62.0, 16.0
CHARACTER = 7.1
"""About the width of a character of a sentence."""

FOOD, CAPSULE = 3.2, 7.0
"""The radius of a dot and of a capsule."""

COLOURS = ("#d55e00", "#56b4e9", "#cc79a7", "#009e73", "#e69f00", "#f0e442", "#0072b2", "#bbbbbb")
ANGLES = {"north": -90, "east": 0, "south": 90, "west": 180, "stop": 0}
ENDS = {CLEARED: "everything is eaten", EATEN: "Pac-Man is eaten", SPENT: "no moves are left"}

STYLE = (
    ".zp{font:13px system-ui,'DejaVu Sans',sans-serif;background:#fff}"
    ".zp .page{fill:#fff}.zp text{fill:#1b1f24}\n"
    ".zp .t{font-weight:600;font-size:14px}.zp .n{font-variant-numeric:tabular-nums}"
    ".zp .floor{fill:#0b1022}\n"
    ".zp .wall{stroke:#4d7cff;stroke-width:15;fill:none;"
    "stroke-linecap:round;stroke-linejoin:round}\n"
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


def draw_sheet(width: float, height: float, title: str, body: str, rules: str = "") -> str:
    """Return a whole SVG with its style and ground."""
    size = f'width="{width:.0f}" height="{height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zp" role="img" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" {size}>'
        f"<title>{escape_xml(title)}</title><style>{STYLE}\n{rules}</style>"
        f'<rect class="page" {size}/>{body}</svg>'
    )


def measure(film: MazeFilm) -> tuple[float, float]:
    """Return the width and the height of a film with margins, title and words."""
    width, height = measure_maze(film)
    return max(width, MIN_WIDTH) + 2 * MARGIN, height + HEAD + FOOT + MARGIN


def measure_maze(film: MazeFilm) -> tuple[float, float]:
    """Return the width and the height of a maze alone."""
    return CELL * len(film.walls[0]), CELL * len(film.walls)


def place_maze(film: MazeFilm, body: str) -> str:
    """Return a maze at its place under the title."""
    title = f'<text class="t" x="{MARGIN:.0f}" y="{MARGIN + 8:.0f}">{escape_xml(film.title)}</text>'
    left = (measure(film)[0] - measure_maze(film)[0]) / 2
    return f'{title}<g transform="translate({left:.1f} {HEAD:.1f})">{body}</g>'


def draw_maze(film: MazeFilm) -> str:
    """Return walls as rounded lines from wall to neighbouring wall, with a darker core."""
    lines, blocks = _trace_walls(film)
    width, height = measure_maze(film)
    floor = f'<rect class="floor" width="{width:.0f}" height="{height:.0f}" rx="10"/>'
    block = f'<path class="block" d="{blocks}"/>' if blocks else ""
    return f'{floor}<path class="wall" d="{lines}"/><path class="core" d="{lines}"/>{block}'


def _trace_walls(film: MazeFilm) -> tuple[str, str]:
    """Return the paths of the lines between walls, and of the blocks of four walls."""
    rows = enumerate(film.walls)
    walls = {(x, y) for y, row in rows for x, sign in enumerate(row) if sign == "%"}
    lines, blocks = [], []
    for x, y in sorted(walls):
        start = f"M{CELL * (x + 0.5):.0f} {CELL * (y + 0.5):.0f}"
        lines.append(f"{start}h0")
        if (x + 1, y) in walls:
            lines.append(f"{start}h{CELL:.0f}")
        if (x, y + 1) in walls:
            lines.append(f"{start}v{CELL:.0f}")
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= walls:
            blocks.append(f"{start}h{CELL:.0f}v{CELL:.0f}h{-CELL:.0f}z")
    return "".join(lines), "".join(blocks)


def draw_dot(place: Place, radius: float, more: str = "") -> str:
    """Return a dot or a capsule."""
    x, y = find_centre(place)
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"{more}/>'


def find_centre(place: Place) -> tuple[float, float]:
    """Return the middle of a cell in the picture."""
    return CELL * (place[0] + 0.5), CELL * (place[1] + 0.5)


def move_to(body: str, place: Place) -> str:
    """Return a group at a place."""
    x, y = find_centre(place)
    return f'<g transform="translate({x:.1f} {y:.1f})">{body}</g>'


def style_place(place: Place) -> str:
    """Return a place as CSS, which can be animated."""
    x, y = find_centre(place)
    return f"transform:translate({x:.1f}px,{y:.1f}px)"


def draw_pacman() -> str:
    """Return a disc with a mouth to the east, and a lid that closes it from time to time."""
    mouth = '<path class="pac" d="M1 0L9.6 -6.2A11.5 11.5 0 1 0 9.6 6.2Z"/>'
    return f'{mouth}<circle class="lid" r="11.5"/>'


BODY = "M-11 11V-1A11 11 0 0 1 11 -1V11L7.3 7.4L3.7 11L0 7.4L-3.7 11L-7.3 7.4Z"
MOUTH = (
    '<path d="M-6 -2l2 -2l2 2l2 -2l2 2l2 -2l2 2" '
    'style="fill:none;stroke:#fff;stroke-dasharray:none"/>'
)
EYES = "".join(
    f'<circle class="eye" cx="{x}" cy="-4" r="3"/><circle class="pupil" cx="{x}" cy="-4" r="1.4"/>'
    for x in (-4.4, 4.4)
)


def draw_ghost(number: int, name: str, scared: bool = False) -> str:
    """Return a ghost with eyes and its letter; a scared one is blue, dashed, its letter small."""
    letter = f'<text text-anchor="middle" y="6.4">{name.lower() if scared else name}</text>'
    if scared:
        return f'<g class="scared" style="opacity:1"><path d="{BODY}"/>{MOUTH}{letter}</g>'
    body = f'<path d="{BODY}" style="fill:{COLOURS[number]}"/>'
    return f'<g class="ghost">{body}{EYES}{letter}</g>'


def draw_words(film: MazeFilm, frame: Frame, style: str = "") -> str:
    """Return the score and the sentence under the maze."""
    y = HEAD + measure_maze(film)[1] + 20
    score = f"score {format_decimal(frame.score)}"
    if frame is film.frames[-1] and film.outcome in ENDS:
        score += f" — {ENDS[film.outcome]}"
    lines = [f'<text class="n t" x="{MARGIN:.0f}" y="{y:.0f}"{style}>{escape_xml(score)}</text>']
    width = int((measure(film)[0] - 2 * MARGIN) / CHARACTER)
    for i, line in enumerate(wrap(frame.say, width)[:2]):
        place = f'x="{MARGIN:.0f}" y="{y + LINE * (i + 1) + 2:.0f}"'
        lines.append(f"<text {place}{style}>{escape_xml(line)}</text>")
    return "".join(lines)


def is_eaten(film: MazeFilm, frame: Frame) -> bool:
    """Return whether Pac-Man has been eaten in this frame."""
    return film.outcome == EATEN and frame is film.frames[-1]
