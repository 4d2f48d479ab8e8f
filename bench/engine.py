"""How good the engine is.

What its features and a second thread are worth, public positions, clocks, both gears, boards
solved.

    python bench/engine.py [--quick] [--json]

Times are the searches' own, after compiling. Values are checked, times are only reported.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import Row, Section, main, progress
from gears import START_COLUMNS, cold_and_warm
from peers import all_contenders, engine, peers, zermelo

from zermelo import Game, catalogue
from zermelo.engine import Engine, dfpn, mcts, solve_value
from zermelo.engine.bench import ablate, worth
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

FEATURE_COLUMNS = (
    ("name", "", ""),
    ("nodes", "nodes", ",d"),
    ("worth", "× nodes", ".2f"),
    ("seconds", "seconds", ".3f"),
)

THREAD_COLUMNS = (
    ("threads", "threads", "d"),
    ("nodes", "nodes", ",d"),
    ("seconds", "seconds", ".2f"),
    ("ratio", "× as fast", ".2f"),
)

PUBLIC_COLUMNS = (
    ("set", "positions", ""),
    ("count", "count", "d"),
    ("nodes", "nodes each", ",.1f"),
    ("microseconds", "µs each", ",.1f"),
    ("wrong", "wrong", "d"),
)

CLOCK_COLUMNS = (
    ("moves", "moves", "d"),
    ("asked", "ms asked", ".0f"),
    ("mean", "mean ms", ".1f"),
    ("longest", "longest ms", ".1f"),
)

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "connect_four"

BOARDS = {(4, 4): 0, (5, 4): 0, (5, 5): 0, (6, 5): 0}
"""Connect four boards, columns × rows, and their values: all are draws."""


def gears(quick: bool) -> Section:
    """The same searches in both gears. A node of Monte Carlo search is a simulation."""
    rows = [
        both_gears(find, name, 200 if quick else 2_000)
        for find in (mcts, dfpn)
        for name in ("tic-tac-toe", "connect-four")
    ]
    return Section("Compiled against plain: the same text, the same nodes", GEAR_COLUMNS, rows)


def both_gears(find: Any, name: str, nodes: int) -> Row:
    """One search in both gears: a few nodes plain, many compiled."""
    progress(f"both gears: {find.__name__} {name}")
    game: Game[Any, Any] = catalogue.game(name)
    slow = find(game, nodes=nodes, gear="plain")
    same = find(game, nodes=nodes, gear="compiled")
    assert (slow.nodes, slow.values, slow.line) == (
        same.nodes,
        same.values,
        same.line,
    ), "the gears differ"
    fast = max(
        (find(game, nodes=200 * nodes, gear="compiled") for _ in range(3)),
        key=lambda result: result.speed,
    )
    return {
        "search": f"{find.__name__} {name}",
        "plain": slow.speed,
        "compiled": fast.speed,
        "ratio": fast.speed / slow.speed,
    }


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


def features(quick: bool) -> Section:
    """What each feature saves on one position."""
    game = ConnectFour()
    rows: list[Row] = []
    measured = []
    for one in ablate(game, game.after("44"), 9 if quick else 13):
        progress(f"features: {one.name}")
        measured.append(one)
        rows.append(
            {
                "name": one.name,
                "nodes": one.nodes,
                "worth": worth(one, measured[0]),
                "seconds": one.result.seconds,
            }
        )
    return Section(
        "What each feature is worth: connect four after 4 4, to one depth", FEATURE_COLUMNS, rows
    )


def threads(quick: bool) -> Section:
    """Time to depth of one thread and of two on a shared table."""
    game, rows = ConnectFour(), []
    s = game.after("44455")
    for count in (1, 2):
        progress(f"threads: {count}")
        engine = Engine(game, memory=256, threads=count)
        engine.search(s, depth=2)
        found = engine.search(s, depth=14 if quick else 21)
        rows.append({"threads": count, "nodes": found.nodes, "seconds": found.seconds})
    return Section(
        "Threads on one table",
        THREAD_COLUMNS,
        [row | {"ratio": rows[0]["seconds"] / row["seconds"]} for row in rows],
    )


def public(quick: bool) -> Section:
    """Pascal Pons' positions, each proven with its distance: nodes and time of the proof itself."""
    rows = []
    notes = [
        "his solver, made for this one game, is said to visit 51 and 449 nodes a position, at about"
        " 9 M nodes/s"
    ]
    if not DATA.exists():
        return Section(
            "Public positions", PUBLIC_COLUMNS, [], ["shared/data is not beside this checkout"]
        )
    game = ConnectFour()
    for name in ("Test_L3_R1", "Test_L2_R1"):
        progress(f"public positions: {name}")
        lines = (DATA / name).read_text().split("\n")[: 100 if quick else 1000]
        engine = Engine(game, memory=64)
        nodes = wrong = count = 0
        seconds = 0.0
        for moves, score in (line.split() for line in lines if line):
            found = engine.prove(game.after(moves), player=len(moves) % 2)
            nodes, seconds, count = nodes + found.nodes, seconds + found.seconds, count + 1
            wrong += found.value != (int(score) > 0) - (int(score) < 0)
        rows.append(
            {
                "set": name,
                "count": count,
                "nodes": nodes / count,
                "microseconds": seconds / count * 1e6,
                "wrong": wrong,
            }
        )
    return Section("Public positions of connect four, solved", PUBLIC_COLUMNS, rows, notes)


def clocks(quick: bool) -> Section:
    """Moves of 100 ms: how long they really take."""
    progress("clocks")
    game = ConnectFour()
    engine = Engine(game, memory=16)
    engine.search(depth=2)
    spent, s = [], game.start()
    for _ in range(50 if quick else 500):
        began = time.perf_counter()
        found = engine.search(s, seconds=0.1)
        if found.stopped:
            spent.append(1000 * (time.perf_counter() - began))
        s = game.result(s, found.action)
        s = game.start() if game.terminal(s) else s
    row = {
        "moves": len(spent),
        "asked": 100.0,
        "mean": sum(spent) / len(spent),
        "longest": max(spent),
    }
    return Section("Moves of 100 ms (those that were not proven sooner)", CLOCK_COLUMNS, [row])


def starts() -> Section:
    """The engine on connect four, to depth 4, in a new process.

    With an empty cache, then with what that left.
    """
    return Section(
        "First compile and cached start of the engine",
        START_COLUMNS,
        [cold_and_warm("engine", "connect-four")],
    )


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield features(quick)
    yield threads(quick)
    yield public(quick)
    yield clocks(quick)
    yield gears(quick)
    yield boards(quick)
    yield starts()
    contenders, notes = all_contenders(engine(), zermelo("compiled"))
    yield peers(7 if quick else 9, True, contenders, [])
    yield peers(10 if quick else 12, False, contenders, notes)


if __name__ == "__main__":
    main("Measure the engine's searches.", sections)
