"""How fast the engine's searches are: simulations and nodes in both gears, and connect four boards solved by df-pn.

    python bench/engine.py [--quick] [--json]

Times are the searches' own, after compiling. Values are checked, times are only reported.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from common import Row, Section, progress, system

from zermelo import Game, catalogue
from zermelo.engine import dfpn, mcts, solve_value
from zermelo.games.connect_four import ConnectFour

GEAR_COLUMNS = (
    ("search", "search", ""),
    ("plain", "plain nodes/s", ",.0f"),
    ("compiled", "compiled nodes/s", ",.0f"),
    ("ratio", "ratio", ",.0f"),
)

SOLVED_COLUMNS = (
    ("board", "board", ""),
    ("value", "value", "g"),
    ("questions", "questions", "d"),
    ("nodes", "nodes", ",d"),
    ("seconds", "seconds", ".2f"),
)

BOARDS = {(4, 4): 0, (5, 4): 0, (5, 5): 0, (6, 5): 0}
"""Connect four boards, columns × rows, and their values: all are draws."""


def gears(quick: bool) -> Section:
    """The same searches in both gears. A node of Monte Carlo search is a simulation."""
    rows = [both_gears(find, name, 200 if quick else 2_000) for find in (mcts, dfpn) for name in ("tic-tac-toe", "connect-four")]
    return Section("Compiled against plain: the same text, the same nodes", GEAR_COLUMNS, rows)


def both_gears(find: Any, name: str, nodes: int) -> Row:
    """One search in both gears: a few nodes plain, many compiled."""
    progress(f"both gears: {find.__name__} {name}")
    game: Game[Any, Any] = catalogue.game(name)
    slow = find(game, nodes=nodes, gear="plain")
    same = find(game, nodes=nodes, gear="compiled")
    assert (slow.nodes, slow.values, slow.line) == (same.nodes, same.values, same.line), "the gears differ"
    fast = max((find(game, nodes=200 * nodes, gear="compiled") for _ in range(3)), key=lambda result: result.speed)
    return {"search": f"{find.__name__} {name}", "plain": slow.speed, "compiled": fast.speed, "ratio": fast.speed / slow.speed}


def boards(quick: bool) -> Section:
    """Exact values by df-pn."""
    rows = []
    for (width, height), value in list(BOARDS.items())[: 2 if quick else None]:
        progress(f"df-pn: connect four {width}×{height}")
        found = solve_value(ConnectFour(width, height), gear="compiled")
        assert found.value == value
        row = {"board": f"{width}×{height}", "value": found.value, "questions": len(found.history)}
        rows.append(row | {"nodes": found.nodes, "seconds": found.seconds})
    return Section("Connect four solved by df-pn", SOLVED_COLUMNS, rows)


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield gears(quick)
    yield boards(quick)


def main() -> None:
    """Measure, and print the report or its JSON."""
    parser = argparse.ArgumentParser(description="Measure the engine's searches.")
    parser.add_argument("--quick", action="store_true", help="smaller searches, less exact times")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    if options.json:
        print(json.dumps({"system": system(), "sections": [section.to_dict() for section in sections(options.quick)]}, indent=2))
        return
    print(", ".join(f"{name} {what}" for name, what in system().items()), end="\n\n")
    for section in sections(options.quick):
        print(section, flush=True)


if __name__ == "__main__":
    main()
