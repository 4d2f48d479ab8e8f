"""How fast the two gears are: against each other, from a cold start, and beside other libraries.

    python bench/gears.py [--quick] [--json]

Times are of whole calls, after compiling unless compiling is what is measured. Node counts and
values are checked, times are only reported.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from common import Row, Section, best, main, progress
from peers import all_contenders, peers, zermelo

from zermelo import Game, Result, catalogue, search

# ---------------------------------------------------------------------- compiled against plain

GEAR_COLUMNS = (
    ("search", "search", ""),
    ("nodes", "nodes", ",d"),
    ("plain", "plain nodes/s", ",.0f"),
    ("compiled", "compiled nodes/s", ",.0f"),
    ("ratio", "ratio", ",.0f"),
)


def gears(quick: bool) -> Section:
    """The same searches in both gears."""
    nim, depth = ("nim:3,4", 7) if quick else ("nim:3,5", 10)
    rows = [
        both_gears("minimax", "tic-tac-toe", None),
        both_gears("minimax", nim, None),
        both_gears("alphabeta", "connect-four", depth),
    ]
    return Section("Compiled against plain: the same text, the same nodes", GEAR_COLUMNS, rows)


def both_gears(algorithm: str, name: str, depth: int | None) -> Row:
    """One search in both gears, found to be the same search."""
    label = f"{algorithm} {name}" + ("" if depth is None else f", depth {depth}")
    progress(f"both gears: {label}")
    game = catalogue.game(name)
    run(algorithm, game, depth, "compiled")
    fast, fast_seconds = best(lambda: run(algorithm, game, depth, "compiled"), runs=3)
    slow, slow_seconds = best(lambda: run(algorithm, game, depth, "plain"))
    assert (fast.nodes, fast.value, fast.line) == (
        slow.nodes,
        slow.value,
        slow.line,
    ), f"{label}: the gears differ"
    return {
        "search": label,
        "nodes": fast.nodes,
        "plain": slow.nodes / slow_seconds,
        "compiled": fast.nodes / fast_seconds,
        "ratio": slow_seconds / fast_seconds,
    }


def run(algorithm: str, game: Game[Any, Any], depth: int | None, gear: str) -> Result[Any]:
    """One search from the start of a game."""
    return search.find(algorithm).run(game, depth=depth, gear=gear)


# ----------------------------------------------------------------- first compile and cached start

START_COLUMNS = (
    ("search", "search", ""),
    ("first_process", "first: process s", ".2f"),
    ("first_search", "search s", ".2f"),
    ("again_process", "again: process s", ".2f"),
    ("again_search", "search s", ".2f"),
)

ONE_SEARCH = """
import sys, time
from zermelo import catalogue, search
from zermelo.engine import Engine
game = catalogue.game(sys.argv[2])
def run_engine(game, **how):
    return Engine(game).search(**how)
algorithm = run_engine if sys.argv[1] == "engine" else search.find(sys.argv[1]).run
began = time.perf_counter()
algorithm(game, depth=4, gear="compiled")
print(time.perf_counter() - began)
"""

HELP = """
import sys
from zermelo.cli import run
run(["--help"])
print("yes" if "numba" in sys.modules else "no")
"""


def starts() -> Section:
    """A compiled search of depth 4 in a new process.

    With an empty cache, then with what that left.
    """
    rows = [cold_and_warm("minimax", "tic-tac-toe"), cold_and_warm("alphabeta", "connect-four")]
    title = (
        "First compile and cached start: a new process that imports zermelo and searches to depth 4"
    )
    return Section(
        title,
        START_COLUMNS,
        rows,
        ["again: the median of 3; search: from the call to its result, Numba's import included"],
    )


def cold_and_warm(algorithm: str, game: str) -> Row:
    """One search in new processes that share a cache, empty at first."""
    progress(f"cold and cached start: {algorithm} {game}")
    with tempfile.TemporaryDirectory() as cache:
        first, *later = [one_process(cache, algorithm, game) for _ in range(4)]
    return {
        "search": f"{algorithm} {game}",
        "first_process": first[0],
        "first_search": first[1],
        "again_process": statistics.median(process for process, _ in later),
        "again_search": statistics.median(inside for _, inside in later),
    }


def one_process(cache: str, algorithm: str, game: str) -> tuple[float, float]:
    """Seconds of a process that does one search, and of the search in it."""
    seconds, printed = python(ONE_SEARCH, algorithm, game, ZERMELO_CACHE=cache)
    return seconds, float(printed)


def command() -> Section:
    """What `zermelo --help` costs, and whether it imports the compiler."""
    progress("zermelo --help")
    runs = [python(HELP) for _ in range(5)]
    row = {
        "command": "zermelo --help",
        "seconds": statistics.median(s for s, _ in runs),
        "numba": runs[0][1].split()[-1],
    }
    columns = (
        ("command", "command", ""),
        ("seconds", "process s", ".2f"),
        ("numba", "imports numba", ""),
    )
    return Section("The command before any search (the median of 5)", columns, [row])


def python(code: str, *arguments: str, **environment: str) -> tuple[float, str]:
    """Run code in a new process of this Python: its seconds, and what it printed."""
    began = time.perf_counter()
    line = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        line, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True
    )
    return time.perf_counter() - began, done.stdout


# ---------------------------------------------------------------------- the report


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield gears(quick)
    yield starts()
    yield command()
    contenders, notes = all_contenders(zermelo("compiled"), zermelo("plain"))
    shallow, deep = (7, 10) if quick else (9, 12)
    yield peers(shallow, True, contenders, [])
    yield peers(deep, False, contenders, notes)


if __name__ == "__main__":
    main("Measure zermelo's two gears, its start, and other libraries beside it.", sections)
