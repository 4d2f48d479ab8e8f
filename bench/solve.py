"""How fast every position of a game is solved, by one process and two; how small the file is.

    python bench/solve.py [--quick] [--json]

Numbers of positions are checked, times are only reported. "a core" is by the processor's time, so
that other programs on the machine matter less. "first process" and "workers" are seconds of the
processor, too: what is not shared is in the first. The file's bits are those of keys and of values
(payoff and remoteness) in its blocks.

One process and two take turns, some times each, and of each the shortest run counts: "gain" is how
much faster two are. "at most" is what the machine allows: two solvers of one process each at once
do twice the work of one, and take longer than it where the cores share memory and disk. A loaded
machine says nothing of either.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from common import Row, Section, main, progress

from zermelo import catalogue, solve
from zermelo.solve.blocks import PAIR

COLUMNS = (
    ("game", "game", ""),
    ("workers", "processes", "d"),
    ("positions", "positions", ",d"),
    ("seconds", "seconds", ",.1f"),
    ("gain", "gain", ".2f"),
    ("most", "at most", ".2f"),
    ("rate", "positions/s", ",.0f"),
    ("core", "positions/s a core", ",.0f"),
    ("first", "first process", ",.1f"),
    ("others", "workers", ",.1f"),
    ("verified", "verified/s a core", ",.0f"),
    ("probe", "probe ms", ".3f"),
    ("keys", "bits of keys", ".2f"),
    ("values", "bits of values", ".2f"),
)

BOARDS = {"4,4": 161_029, "5,4": 3_945_711, "4,5": 1_706_255, "4,6": 15_835_683}
BOARDS |= {"5,5": 69_763_700, "6,4": 94_910_577}
"""Positions of connect four by width and height: Böck's strong solver."""


RUNS = 3
"""Runs of which the shortest counts."""


def boards(quick: bool) -> Section:
    """Connect four on boards of several sizes."""
    names = ["4,4", "5,4"] if quick else ["5,4", "5,5", "6,4"]
    rows = [row for board in names for row in measure(board, 1 if quick else RUNS)]
    return Section("Every position of connect four, file and all", COLUMNS, rows)


def measure(board: str, runs: int) -> list[Row]:
    """Solve one board by one process and by two, in turn."""
    progress(f"connect-four:{board}")
    details = inspect(board)  # compiles the rules
    found = [solve_once(board, workers) for _ in range(runs) for workers in (1, 2)]
    one, two = (min(found[i::2], key=lambda row: row["seconds"]) for i in (0, 1))
    together = min(time_together(board) for _ in range(runs))
    two |= {"gain": one["seconds"] / two["seconds"], "most": 2 * one["seconds"] / together}
    return [one | {"gain": 1.0, "most": 1.0} | details, two | dict.fromkeys(details, 0.0)]


def solve_once(board: str, workers: int) -> Row:
    """Solve one board, file and all."""
    game = catalogue.game(f"connect-four:{board}")
    with tempfile.TemporaryDirectory() as folder:
        began, used = time.perf_counter(), processor_times()
        db = solve.database(game, Path(folder) / "game.zdb", workers=workers, memory=2048)
        seconds = time.perf_counter() - began
        first, others = (now - t for now, t in zip(processor_times(), used, strict=True))
        assert db.positions == BOARDS[board], board
        return {
            "game": game.full_title,
            "workers": workers,
            "positions": db.positions,
            "seconds": seconds,
            "rate": db.positions / seconds,
            "core": db.positions / (first + others),
            "first": first,
            "others": others,
        }


def inspect(board: str) -> Row:
    """Verify and probe the database of one board."""
    with tempfile.TemporaryDirectory() as folder:
        game = catalogue.game(f"connect-four:{board}")
        db = solve.database(game, Path(folder) / "game.zdb", memory=2048)
        used = processor_times()[0]
        assert solve.verify(db).ok
        verified = db.positions / (processor_times()[0] - used)
        keys, values = count_bits(db)
        probe = 1000 * time_probe(db)
        return {"verified": verified, "probe": probe, "keys": keys, "values": values}


def time_together(board: str) -> float:
    """Seconds that two solvers take at once, each of one process."""
    fork = get_context("fork")  # they have the machine code
    solvers = [fork.Process(target=solve_alone, args=(board,)) for _ in range(2)]
    began = time.perf_counter()
    for solver in solvers:
        solver.start()
    for solver in solvers:
        solver.join()
    assert not any(solver.exitcode for solver in solvers)
    return time.perf_counter() - began


def solve_alone(board: str) -> None:
    """Solve one board in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        solve.database(catalogue.game(f"connect-four:{board}"), Path(folder) / "g.zdb", memory=2048)


def processor_times() -> tuple[float, float]:
    """Seconds of processors that this process has used, and its children that have ended."""
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


def count_bits(db: solve.Database) -> tuple[float, float]:
    """Bits a position of keys and of values."""
    keys = values = 0
    data = db.path.read_bytes()
    for begin in db.blocks.ends[:-1].tolist():
        lengths = PAIR.unpack_from(data, begin)
        keys, values = keys + lengths[0], values + lengths[1]
    return 8 * keys / db.positions, 8 * values / db.positions


def time_probe(db: solve.Database, count: int = 200) -> float:
    """Seconds of a probe in a block that is not in memory."""
    blocks = range(0, len(db.blocks.firsts), max(1, len(db.blocks.firsts) // count))
    states = [db.packing.decode(db.game, int(db.blocks.firsts[i])) for i in blocks]
    fresh = solve.Database(db.path, db.game)
    began = time.perf_counter()
    for s in states:
        fresh.probe(s)
    return (time.perf_counter() - began) / len(states)


def sections(quick: bool) -> Iterator[Section]:
    """The report, section by section as it is measured."""
    yield boards(quick)


if __name__ == "__main__":
    main("Measure how fast every position of connect four is solved.", sections)
