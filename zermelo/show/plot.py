"""Counts against depth as a plot: a line for each count, nodes on a logarithmic scale, SVG or PNG.

Lines differ in dashes and marks, and each has its name at its end; colour is only added to that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zermelo.complexity import MEASURES, SEARCHES, Complexity, DepthCounts
from zermelo.errors import BadTrace
from zermelo.formatting import format_count
from zermelo.show.escape import escape_xml
from zermelo.show.file import render_png, save

WIDTH, HEIGHT = 800.0, 440.0
LEFT, RIGHT, TOP, BOTTOM = 74.0, 236.0, 56.0, 52.0
"""The room around the lines: for numbers, names, the title and the depths."""

SPACING = 32.0
"""The least distance between the names of two lines: each has two rows of text."""

MAX_TICKS = 14
"""The largest number of depths that have room for their number."""

STYLE = (
    ".z{font:14px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}"
    ".z .t{font-size:16px;font-weight:600}.z .a{font-size:12px;fill:#4b5563}\n"
    ".z .grid{stroke:#e5e7eb;stroke-width:1}.z .axis{stroke:#6b7280;stroke-width:1.2}"
    ".z .to{stroke:#9ca3af;stroke-width:.8;fill:none}\n"
    ".z .l{fill:none;stroke-width:2.2;stroke-linejoin:round}"
    ".z .m{stroke-width:1.6;fill:#fff}\n"
    ".z .worst.l{stroke-dasharray:9 4}.z .natural.l{stroke-dasharray:9 3 2 3}"
    ".z .best.l{stroke-dasharray:5 3}\n"
    ".z .minimal.l{stroke-dasharray:1.5 3.5}.z .evaluation.l{stroke-dasharray:14 4}\n"
    ".z .deepening.l{stroke-dasharray:14 3 2 3 2 3}.z .memory.l{stroke-dasharray:3 6}\n"
    ".z .minimax{stroke:#1b1f24}.z .worst{stroke:#b42318}.z .natural{stroke:#1d4ed8}"
    ".z .best{stroke:#047857}.z .minimal{stroke:#7c3aed}\n"
    ".z .evaluation{stroke:#9a5b00}.z .deepening{stroke:#0e7490}.z .memory{stroke:#6b7280}\n"
    "@media(prefers-color-scheme:dark){.z{fill:#e6e8eb}.z .a{fill:#a7b0bb}"
    ".z .grid{stroke:#2b323b}.z .axis{stroke:#8b949e}.z .to{stroke:#6b7280}\n"
    ".z .m{fill:#0d1117}.z .minimax{stroke:#e6e8eb}.z .worst{stroke:#ff8b7e}"
    ".z .natural{stroke:#93b4ff}.z .best{stroke:#4ade9f}\n"
    ".z .minimal{stroke:#c4a5ff}.z .evaluation{stroke:#f0b65b}.z .deepening{stroke:#67d3e8}\n"
    ".z .memory{stroke:#a7b0bb}}"
)


@dataclass(frozen=True)
class Scale:
    """From depths and nodes to places in the picture."""

    first: int
    last: int
    low: int
    """The decade at the bottom."""
    high: float
    """The logarithm at the top."""

    def x(self, depth: float) -> float:
        """Return how far to the right a depth stands; a single one stands in the middle."""
        share = (depth - self.first) / (self.last - self.first) if self.last > self.first else 0.5
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, nodes: float) -> float:
        """Return how far down a number of nodes stands: all decades have the same height."""
        share = (math.log10(nodes) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _make_scale(rows: Sequence[DepthCounts]) -> Scale:
    """Return the scale from the decade of the fewest nodes to the most, at least one decade."""
    counts = [row.nodes(name) for row in rows for name in MEASURES]
    low, high = math.floor(math.log10(min(counts))), math.log10(max(counts))
    return Scale(rows[0].depth, rows[-1].depth, low, max(high, low + 1))


def svg(measured: Complexity) -> str:
    """Return the plot as one SVG text.

    >>> from zermelo import tree
    >>> from zermelo.complexity import measure
    >>> plot = svg(measure(tree.figure("two-ply")))
    >>> plot.count("<polyline"), "minimal tree" in plot
    (8, True)
    """
    if not measured.rows:
        raise BadTrace("there is nothing to plot: no depth was finished")
    scale = _make_scale(measured.rows)
    title = f"Nodes visited in {measured.game}"
    parts = [
        _open_svg(title),
        _draw_words(title, LEFT, TOP - 24, "t", "start"),
        *_draw_axes(scale, [row.depth for row in measured.rows]),
    ]
    parts += [_draw_line(measured, name, scale) for name in MEASURES]
    for name in MEASURES:
        for row in measured.rows:
            parts.append(_draw_mark(name, scale.x(row.depth), scale.y(row.nodes(name))))
    return "\n".join([*parts, *_draw_names(measured, scale), "</svg>"])


def write(measured: Complexity, path: str | Path) -> Path:
    """Write the plot to a file that ends in .svg or .png."""
    return save(measured, path, MAKERS)


MAKERS: dict[str, Callable[[Complexity], str | bytes]] = {
    ".svg": svg,
    ".png": lambda measured: render_png(svg(measured)),
}
"""The function that makes the content of a file, by its ending."""


def _open_svg(title: str) -> str:
    size = f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z" role="img" {size}>'
        f"<title>{escape_xml(title)}</title><style>{STYLE}</style>"
    )


def _draw_axes(scale: Scale, depths: Sequence[int]) -> list[str]:
    """Return a grid line for each decade, a number for each depth, and the names of the axes."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = []
    for decade in range(scale.low, math.floor(scale.high) + 1):
        y = scale.y(10**decade)
        parts.append(_draw_stroke("grid" if decade > scale.low else "axis", LEFT, y, right, y))
        parts.append(_draw_words(format_count(10**decade), LEFT - 10, y + 4, "a", "end"))
    for depth in depths[:: math.ceil(len(depths) / MAX_TICKS)]:
        x = scale.x(depth)
        tick = _draw_stroke("axis", x, bottom, x, bottom + 5)
        parts.append(tick + _draw_words(str(depth), x, bottom + 20, "a"))
    middle = (TOP + bottom) / 2
    parts.append(_draw_words("depth d in plies", (LEFT + right) / 2, bottom + 40, "a"))
    turn = f' transform="rotate(-90 16 {middle:.1f})"'
    return [*parts, _draw_words("nodes N, logarithmic scale", 16, middle, "a", more=turn)]


def _draw_line(measured: Complexity, name: str, scale: Scale) -> str:
    places = ((scale.x(row.depth), scale.y(row.nodes(name))) for row in measured.rows)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline class="l {name}" points="{points}"/>'


MARKS = {
    "worst": ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    "natural": ((0, -5.5), (5, 3.5), (-5, 3.5)),
    "best": ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
    "evaluation": ((0, 5.5), (5, -3.5), (-5, -3.5)),
    "deepening": ((-2.5, -5), (2.5, -5), (5.5, 0), (2.5, 5), (-2.5, 5), (-5.5, 0)),
}
"""The corners of square, triangle, diamond, triangle upside down and hexagon."""

STROKES = {
    "minimal": (-3.5, -3.5, "l7 7m0 -7l-7 7"),
    "memory": (-5.0, 0.0, "h10m-5 -5v10"),
}
"""The strokes of a cross and a plus. Minimax has a circle."""


def _draw_mark(name: str, x: float, y: float) -> str:
    if name == "minimax":
        return f'<circle class="m {name}" cx="{x:.1f}" cy="{y:.1f}" r="5.5"/>'
    if name in STROKES:
        a, b, strokes = STROKES[name]
        return f'<path class="m {name}" d="M{x + a:.1f} {y + b:.1f}{strokes}"/>'
    points = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in MARKS[name])
    return f'<polygon class="m {name}" points="{points}"/>'


def _draw_names(measured: Complexity, scale: Scale) -> list[str]:
    """Return the name, nodes and b* at the end of each line, spread where lines end together."""
    last = measured.rows[-1]
    ends = {name: scale.y(last.nodes(name)) for name in MEASURES}
    places = spread(list(ends.values()), SPACING, TOP, HEIGHT - BOTTOM)
    x, start = scale.x(last.depth) + 8, WIDTH - RIGHT + 34
    parts = []
    for (name, end), y in zip(ends.items(), places, strict=True):
        lead = f"M{x:.1f} {end:.1f}L{start - 22:.1f} {y:.1f}H{start - 14:.1f}"
        parts.append(f'<path class="to" d="{lead}"/>' + _draw_mark(name, start - 7, y))
        parts.append(_draw_words(MEASURES[name], start + 4, y + 1, "", "start"))
        parts.append(_draw_words(_describe_end(last, name), start + 4, y + 15, "a", "start"))
    return parts


def _describe_end(last: DepthCounts, name: str) -> str:
    """Return the count at the end of a line: with b* for a search."""
    nodes = f"{last.nodes(name):,} nodes"
    return f"{nodes}, b* {last.branching(name):.2f}" if name in SEARCHES else f"{nodes} held"


def spread(ideal: Sequence[float], spacing: float, low: float, high: float) -> list[float]:
    """Return places near the ideal ones, in their order, at least `spacing` apart.

    They lie between low and high if there is room.

    >>> spread([10.0, 10.0, 90.0], 20.0, 0.0, 100.0)
    [0.0, 20.0, 90.0]
    >>> spread([95.0, 99.0], 20.0, 0.0, 100.0)
    [80.0, 100.0]
    """
    places = [0.0] * len(ideal)
    for members, middle in _group(ideal, spacing, low, high):
        for rank, i in enumerate(members):
            places[i] = middle + spacing * (rank - (len(members) - 1) / 2)
    return places


def _group(
    ideal: Sequence[float], spacing: float, low: float, high: float
) -> list[tuple[list[int], float]]:
    """Return groups of places that must share their room, each with its middle."""
    groups: list[tuple[list[int], float]] = []
    for i in sorted(range(len(ideal)), key=lambda i: (ideal[i], i)):
        members, middle = [i], min(max(ideal[i], low), high)
        while groups and groups[-1][1] + spacing * (len(groups[-1][0]) + len(members)) / 2 > middle:
            members = groups.pop()[0] + members
            half = spacing * (len(members) - 1) / 2
            mean = sum(ideal[j] for j in members) / len(members)
            middle = min(max(mean, low + half), high - half)
        groups.append((members, middle))
    return groups


def _draw_stroke(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _draw_words(
    text: str, x: float, y: float, kind: str, anchor: str = "middle", more: str = ""
) -> str:
    place = f'text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{kind}" {place}{more}>{escape_xml(text)}</text>'
