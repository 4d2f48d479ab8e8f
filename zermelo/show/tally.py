"""The positions of a database by remoteness as a picture: a bar of wins, ties and losses each.

The parts of a bar differ in their pattern, and each has its name and number; colour is only added
to that. Draws, which never end, have a bar of their own at the right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.formatting import format_count
from zermelo.show.escape import escape_xml
from zermelo.show.file import render_png, save

WIDTH, HEIGHT = 800.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 74.0, 24.0, 84.0, 52.0
LEAST_HEIGHT = 1.5
"""A part of a bar that would be lower is drawn this high: one position in a million is seen."""
MAX_TICKS = 16
"""The largest number of bars that have room for their number."""

KINDS = ("wins", "ties", "losses", "draws")

PATTERNS = (
    '<defs><pattern id="zt-l" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path class="hatch" d="M0 6L6 0M-1 1L1 -1M5 7L7 5"/></pattern>'
    '<pattern id="zt-d" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<circle class="dot" cx="3" cy="3" r="1.3"/></pattern></defs>'
)

STYLE = (
    ".z{font:14px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}"
    ".z .t{font-size:16px;font-weight:600}.z .a{font-size:12px;fill:#4b5563}\n"
    ".z .grid{stroke:#e5e7eb;stroke-width:1}.z .axis{stroke:#6b7280;stroke-width:1.2}\n"
    ".z rect{stroke:#1b1f24;stroke-width:.6}.z .wins{fill:#1d4ed8}.z .ties{fill:#fff}"
    ".z .losses{fill:url(#zt-l)}.z .draws{fill:url(#zt-d)}\n"
    ".z .hatch{stroke:#b42318;stroke-width:1.6}.z .dot{fill:#6b7280}\n"
    "@media(prefers-color-scheme:dark){.z{fill:#e6e8eb}.z .a{fill:#a7b0bb}"
    ".z .grid{stroke:#2b323b}.z .axis{stroke:#8b949e}.z rect{stroke:#e6e8eb}\n"
    ".z .wins{fill:#93b4ff}.z .ties{fill:#0d1117}.z .hatch{stroke:#ff8b7e}.z .dot{fill:#a7b0bb}}"
)


@dataclass(frozen=True)
class Tally:
    """Positions of a game by kind and remoteness; wins are those of the first player."""

    title: str
    bars: dict[int, dict[str, int]] = field(default_factory=dict)
    draws: int = 0

    @property
    def totals(self) -> dict[str, int]:
        """The positions of each kind that occurs."""
        counts = {kind: sum(bar.get(kind, 0) for bar in self.bars.values()) for kind in KINDS}
        return {kind: n for kind, n in (counts | {"draws": self.draws}).items() if n}


def collect_tally(
    title: str, rows: Sequence[tuple[float | None, int | None, int]], middle: float = 0.0
) -> Tally:
    """The tally of rows of payoff, remoteness and positions; a payoff of `middle` is a tie.

    >>> collect_tally("nim", [(1.0, 1, 5), (-1.0, 2, 3), (None, None, 4)]).totals
    {'wins': 5, 'losses': 3, 'draws': 4}
    """
    bars: dict[int, dict[str, int]] = {}
    draws = 0
    for payoff, plies, count in rows:
        if payoff is None or plies is None:
            draws += count
            continue
        kind = "wins" if payoff > middle else "losses" if payoff < middle else "ties"
        bar = bars.setdefault(plies, {})
        bar[kind] = bar.get(kind, 0) + count
    return Tally(title, bars, draws)


def svg(tally: Tally) -> str:
    """Return the picture as one SVG text."""
    size = f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    title = f"Positions of {tally.title} by remoteness"
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z" role="img" {size}>'
        f"<title>{escape_xml(title)}</title><style>{STYLE}</style>{PATTERNS}"
    )
    parts = [opening, _draw_words(title, LEFT, 30, "t", "start"), *_draw_legend(tally)]
    return "\n".join([*parts, *_draw_bars(tally), "</svg>"])


def write(tally: Tally, path: str | Path) -> Path:
    """Write the picture to a file that ends in .svg or .png."""
    return save(tally, path, MAKERS)


MAKERS: dict[str, Callable[[Tally], str | bytes]] = {
    ".svg": svg,
    ".png": lambda tally: render_png(svg(tally)),
}
"""The function that makes the content of a file, by its ending."""


def _draw_legend(tally: Tally) -> list[str]:
    parts, x = [], LEFT
    for kind, count in tally.totals.items():
        name = f"{kind} of the first player" if kind in ("wins", "losses") else kind
        text = f"{name}: {count:,}"
        parts.append(f'<rect class="{kind}" x="{x:.0f}" y="44" width="14" height="14"/>')
        parts.append(_draw_words(text, x + 20, 56, "a", "start"))
        x += 36 + 6.6 * len(text)
    return parts


def _draw_bars(tally: Tally) -> list[str]:
    last = max(tally.bars, default=0)
    slots = last + 1 + (2 if tally.draws else 0)
    step = (WIDTH - LEFT - RIGHT) / slots
    top = max([sum(bar.values()) for bar in tally.bars.values()] + [tally.draws, 1])
    parts = _draw_axis(top)
    for plies, bar in sorted(tally.bars.items()):
        parts += _draw_bar(bar, LEFT + step * plies, step, top)
    if tally.draws:
        parts += _draw_bar({"draws": tally.draws}, LEFT + step * (last + 2), step, top)
        parts.append(_draw_words("draw", LEFT + step * (last + 2.5), HEIGHT - BOTTOM + 20, "a"))
    for plies in range(0, last + 1, math.ceil((last + 1) / MAX_TICKS)):
        place = LEFT + step * (plies + 0.5)
        parts.append(_draw_words(str(plies), place, HEIGHT - BOTTOM + 20, "a"))
    middle = LEFT + step * (last + 1) / 2
    words = f"plies to the end, {last} at most"
    return [*parts, _draw_words(words, middle, HEIGHT - BOTTOM + 40, "a")]


def _draw_bar(bar: dict[str, int], x: float, step: float, top: int) -> list[str]:
    """Return the parts of a bar, wins at the bottom."""
    parts, y = [], HEIGHT - BOTTOM
    for kind in KINDS:
        if not bar.get(kind):
            continue
        height = max(bar[kind] / top * (HEIGHT - TOP - BOTTOM), LEAST_HEIGHT)
        y -= height
        place = f'x="{x + 0.1 * step:.2f}" y="{y:.2f}" width="{0.8 * step:.2f}"'
        words = f"<title>{bar[kind]:,} {kind}</title>"
        parts.append(f'<rect class="{kind}" {place} height="{height:.2f}">{words}</rect>')
    return parts


def _draw_axis(top: int) -> list[str]:
    """Return lines at round numbers of positions."""
    unit = 10 ** int(math.log10(top)) if top >= 10 else 1
    unit = (
        unit if top >= 3 * unit else max(unit // 2, 1) if top >= 1.5 * unit else max(unit // 5, 1)
    )
    parts = []
    for count in range(0, top + 1, unit):
        y = HEIGHT - BOTTOM - count / top * (HEIGHT - TOP - BOTTOM)
        kind = "grid" if count else "axis"
        place = f'x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"'
        parts.append(f'<line class="{kind}" {place}/>')
        parts.append(_draw_words(format_count(count), LEFT - 10, y + 4, "a", "end"))
    return parts


def _draw_words(text: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape_xml(text)}</text>'
