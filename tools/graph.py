"""Draw the import graph of the package: `python tools/graph.py` writes docs/pictures/rooms.svg.

A room is a module `zermelo/NAME.py` or a folder `zermelo/NAME/`. The graph is read from the source:
every import counts, also those inside functions and those for type checkers only. `BANDS` says
which room may import which: a room imports rooms that come before it, and no others.
`tests/test_architecture.py` holds the source and the picture to it.
"""

from __future__ import annotations

import ast
import functools
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BANDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "words and sets",
        (
            "errors",
            "symbols",
            "bits",
            "board",
            "derived",
            "state_text",
            "notation",
            "formatting",
            "interval",
        ),
    ),
    (
        "the game",
        (
            "game",
            "states",
            "contract",
            "history",
            "record",
            "tree",
            "games",
            "own",
            "installed",
            "catalogue",
            "evaluation",
            "axes",
        ),
    ),
    ("two gears", ("gears",)),
    (
        "search records",
        (
            "ranges",
            "watch",
            "listing",
            "panel",
            "trace",
            "recorder",
            "result",
            "position",
            "numbering",
        ),
    ),
    ("the frame", ("algorithm", "frame")),
    ("the textbook", ("search", "check", "perft", "complexity", "budget")),
    ("strong play", ("solve", "engine", "book", "levels", "agents", "match", "tune")),
    (
        "viewers",
        ("show", "terminal", "formal", "teach", "pacman", "play", "demo", "lectures", "templates"),
    ),
    ("front ends", ("web", "cli")),
)
"""The rooms from the bottom to the top. A room may import those before it, in its own band too."""

API = "zermelo"
"""The package itself: `zermelo/__init__.py` exports the public names, and no room imports it."""

ORDER = tuple(room for _, rooms in BANDS for room in rooms)


@dataclass(frozen=True)
class Import:
    """One import statement: which module imports which, and where."""

    importer: str
    imported: str
    place: str


def list_modules(root: Path) -> dict[str, Path]:
    """The modules of a checkout by their dotted names."""
    modules = {}
    for path in sorted((root / "zermelo").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


@functools.cache
def list_imports(root: Path) -> tuple[Import, ...]:
    """Every import of one module of the package by another. The source is read once."""
    return tuple(read_imports(root))


def read_imports(root: Path) -> Iterator[Import]:
    """Read the imports from the source."""
    modules = list_modules(root)
    for name, path in modules.items():
        file = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for target in find_targets(node, modules):
                if target != name:
                    yield Import(name, target, f"{file}:{getattr(node, 'lineno', 0)}")


def find_targets(node: ast.AST, modules: dict[str, Path]) -> Iterator[str]:
    """The modules of the package that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules)
    elif isinstance(node, ast.ImportFrom) and node.module in modules:
        assert node.module is not None
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in modules else node.module


def find_room(module: str) -> str:
    """The room of a module: the first name after the package's."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else API


def list_rooms(root: Path) -> list[str]:
    """The rooms that exist. `zermelo/__main__.py` only starts the command and is none."""
    rooms = {find_room(module) for module in list_modules(root)}
    return sorted(rooms - {API, "__main__"})


def list_edges(root: Path) -> dict[tuple[str, str], list[str]]:
    """(importer, imported) pairs of rooms, each with the places of its imports."""
    edges: dict[tuple[str, str], list[str]] = {}
    for one in list_imports(root):
        pair = find_room(one.importer), find_room(one.imported)
        if pair[0] != pair[1] and pair[0] not in (API, "__main__"):
            edges.setdefault(pair, []).append(one.place)
    return edges


def list_upward_imports(root: Path) -> list[str]:
    """The imports of a room that does not come before the importer, each with its place."""
    rank = {room: i for i, room in enumerate(ORDER)}
    return [
        f"{place} {upper} → {lower}"
        for (upper, lower), places in sorted(list_edges(root).items())
        for place in places
        if rank.get(lower, len(ORDER)) >= rank.get(upper, len(ORDER))
    ]


def find_cycle(graph: dict[str, set[str]]) -> list[str]:
    """A cycle of a graph as the list of its nodes, or an empty list."""
    done: set[str] = set()
    path: list[str] = []

    def visit(node: str) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        path.append(node)
        for successor in sorted(graph.get(node, ())):
            if cycle := visit(successor):
                return cycle
        done.add(path.pop())
        return []

    for node in sorted(graph):
        if cycle := visit(node):
            return cycle
    return []


def find_room_cycle(root: Path) -> list[str]:
    """Rooms that import each other in a circle, or an empty list."""
    graph: dict[str, set[str]] = {}
    for upper, lower in list_edges(root):
        graph.setdefault(upper, set()).add(lower)
    return find_cycle(graph)


def find_module_cycle(root: Path, room: str) -> list[str]:
    """Modules of one room that import each other in a circle, or an empty list."""
    graph: dict[str, set[str]] = {}
    for one in list_imports(root):
        if find_room(one.importer) == find_room(one.imported) == room:
            graph.setdefault(one.importer, set()).add(one.imported)
    return find_cycle(graph)


def reduce_edges(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges without those that a longer path implies: what the picture draws."""
    below: dict[str, set[str]] = {}
    for upper, lower in edges:
        below.setdefault(upper, set()).add(lower)
    reach: dict[str, set[str]] = {}
    for room in ORDER:
        reach[room] = set().union(*({x} | reach.get(x, set()) for x in below.get(room, ())))
    return {
        (upper, lower)
        for upper, lower in edges
        if not any(lower in reach.get(other, ()) for other in below[upper] - {lower})
    }


# ---------------------------------------------------------------------- the picture

WIDTH, ROW, BOX_WIDTH, BOX_HEIGHT, LEGEND = 980, 62, 84, 26, 34
COLOURS = (
    "#eceff1",
    "#e3f2dd",
    "#fdf0d5",
    "#e8e0f3",
    "#dcebf9",
    "#f9dcdc",
    "#d9f2ee",
    "#f6e6cf",
    "#e0e0e0",
)
SWEEPS = 24
"""Times that the rows are reordered, each by the neighbours in the row above or below."""

STYLE = (
    "text{font:13px sans-serif;fill:#222;text-anchor:middle}.legend{font-size:11px}"
    ".room{stroke:#333}path{fill:none;stroke:#5b7fa6;stroke-width:1.3}"
    ".tip{fill:#5b7fa6;stroke:none}"
)

Point = tuple[str, str, int]
"""Where an edge crosses a row: importer, imported, row. A room itself is ("", room, row)."""


def find_rows(edges: set[tuple[str, str]]) -> dict[str, int]:
    """The row of each room, 0 at the bottom: one above the highest room that it imports."""
    rows: dict[str, int] = {}
    for room in ORDER:
        rows[room] = max((rows[low] + 1 for up, low in edges if up == room), default=0)
    return rows


def find_chains(edges: set[tuple[str, str]], rows: dict[str, int]) -> list[list[Point]]:
    """Each edge as the points it goes through, one in every row from the importer down."""
    chains = []
    for up, low in sorted(edges):
        inner = [(up, low, row) for row in range(rows[up] - 1, rows[low], -1)]
        chains.append([("", up, rows[up]), *inner, ("", low, rows[low])])
    return chains


def order_rows(chains: list[list[Point]], rows: dict[str, int]) -> list[list[Point]]:
    """The points of each row from left to right, with few crossings (the barycentre heuristic)."""
    points = dict.fromkeys(("", room, rows[room]) for room in ORDER)
    points |= dict.fromkeys(point for chain in chains for point in chain)
    layers = [[p for p in points if p[2] == row] for row in range(max(rows.values()) + 1)]
    links: dict[Point, list[Point]] = {point: [] for point in points}
    for chain in chains:
        for upper, lower in itertools.pairwise(chain):
            links[upper].append(lower)
            links[lower].append(upper)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for row in range(1, len(layers)) if down else range(len(layers) - 2, -1, -1):
            near = {p: spread(i, layer) for layer in layers for i, p in enumerate(layer)}
            beside = row - 1 if down else row + 1
            layers[row].sort(key=lambda p: mean(p, links[p], beside, near))
    return layers


def spread(index: int, layer: list[Point]) -> float:
    """The place of a point in its row, from 0 to 1."""
    return (index + 0.5) / len(layer)


def mean(point: Point, linked: list[Point], row: int, near: dict[Point, float]) -> float:
    """The mean place of a point's neighbours in a row; its own place if it has none there."""
    places = [near[other] for other in linked if other[2] == row]
    return sum(places) / len(places) if places else near[point]


def place_points(layers: list[list[Point]]) -> dict[Point, tuple[float, float]]:
    """The coordinates of all points. An edge that passes takes a third of a room's width."""
    places = {}
    for row, layer in enumerate(layers):
        widths = [1.0 if not point[0] else 0.34 for point in layer]
        unit = WIDTH / sum(widths) if sum(widths) > 5 else WIDTH / 5
        left = (WIDTH - unit * sum(widths)) / 2
        y = LEGEND + ROW * (len(layers) - 1 - row) + ROW / 2
        for point, width in zip(layer, widths, strict=True):
            places[point] = (left + unit * width / 2, y)
            left += unit * width
    return places


def draw_edge(chain: list[Point], places: dict[Point, tuple[float, float]]) -> str:
    """An arrow from the importer down to what it imports."""
    half = BOX_HEIGHT / 2
    x, y = places[chain[0]][0], places[chain[0]][1] + half
    path = f"M{x:.0f} {y:.0f}"
    for point in chain[1:]:
        next_x, middle = places[point]
        next_y = middle - half
        bend = (y + next_y) / 2
        path += f"C{x:.0f} {bend:.0f} {next_x:.0f} {bend:.0f} {next_x:.0f} {next_y:.0f}"
        x, y = next_x, middle + half
        if point is not chain[-1]:
            path += f"V{y:.0f}"
    tip = f"M{x - 4:.0f} {next_y - 8:.0f}h8l-4 8z"
    return f'<path d="{path}"/><path class="tip" d="{tip}"/>'


def draw_room(room: str, x: float, y: float) -> str:
    """The box of a room, in the colour of its band."""
    band = next(i for i, (_, rooms) in enumerate(BANDS) if room in rooms)
    return (
        f'<rect class="room" x="{x - BOX_WIDTH / 2:.0f}" y="{y - BOX_HEIGHT / 2:.0f}" rx="4" '
        f'width="{BOX_WIDTH}" height="{BOX_HEIGHT}" fill="{COLOURS[band]}"/>'
        f'<text x="{x:.0f}" y="{y + 5:.0f}">{room}</text>'
    )


def draw_legend() -> list[str]:
    """The names of the bands, each on its colour."""
    step = WIDTH / len(BANDS)
    return [
        f'<rect x="{step * i + 2:.0f}" y="4" width="{step - 4:.0f}" height="20" '
        f'fill="{COLOURS[i]}"/><text class="legend" '
        f'x="{step * (i + 0.5):.0f}" y="18">{title}</text>'
        for i, (title, _) in enumerate(BANDS)
    ]


def draw(root: Path) -> str:
    """The picture of the rooms of a checkout, as SVG. The same source gives the same text."""
    edges = reduce_edges({pair for pair in list_edges(root) if set(pair) <= set(ORDER)})
    rows = find_rows(edges)
    chains = find_chains(edges, rows)
    layers = order_rows(chains, rows)
    places = place_points(layers)
    height = LEGEND + ROW * len(layers)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>The rooms of Zermelo: an arrow points to a room that is imported</title>",
            f"<style>{STYLE}</style>",
            *draw_legend(),
            *(draw_edge(chain, places) for chain in chains),
            *(draw_room(room, *places["", room, rows[room]]) for room in ORDER),
            "</svg>",
            "",
        ]
    )


def main() -> int:
    """Write the picture of this checkout."""
    root = Path(__file__).resolve().parents[1]
    path = root / "docs" / "pictures" / "rooms.svg"
    path.write_text(draw(root), encoding="utf-8")
    sys.stdout.write(f"{path.relative_to(root)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
