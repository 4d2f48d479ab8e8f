"""How fast every position of a game is solved, and how small the file is.

    python bench/solve.py [--quick] [--json]

Numbers of positions are checked, times are only reported. "a core" is by the processor's time, so
that other programs on the machine matter less. "first process" and "workers" are seconds of the
processor, too: what is not shared is in the first. The file's bits are those of keys and of values
(payoff and remoteness) in its blocks.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from common import Row, Section, main, progress

from zermelo import catalogue, solve
from zermelo.solve.blocks import PAIR

COLUMNS = (
    ("game", "game", ""),
    ("workers", "processes", "d"),
    ("positions", "positions", ",d"),
    ("seconds", "seconds", ",.1f"),
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


def boards(quick: bool) -> Section:
    """Connect four on boards of several sizes."""
    names = ["4,4", "5,4"] if quick else ["5,4", "5,5", "6,4"]
    rows = [measure(board, workers) for board in names for workers in (1, 2)]
    return Section("Every position of connect four, file and all", COLUMNS, rows)


def measure(board: str, workers: int) -> Row:
    """Solve one board. Compiling counts, the first time on a machine."""
    name = f"connect-four:{board}"
    progress(f"{name}, {workers} workers")
    with tempfile.TemporaryDirectory() as folder:
        game, path = catalogue.game(name), Path(folder) / "game.zdb"
        began, used = time.perf_counter(), processor_times()
        db = solve.database(game, path, workers=workers, memory=2048)
        seconds = time.perf_counter() - began
        first, others = (now - t for now, t in zip(processor_times(), used, strict=True))
        assert db.positions == BOARDS[board], name
        used = processor_times()
        assert workers > 1 or solve.verify(db).ok
        verified = processor_times()[0] - used[0]
        keys, values = count_bits(db)
        return {
            "game": name,
            "workers": workers,
            "positions": db.positions,
            "seconds": seconds,
            "rate": db.positions / seconds,
            "core": db.positions / (first + others),
            "first": first,
            "others": others,
            "verified": db.positions / verified if workers == 1 else 0.0,
            "probe": 1000 * time_probe(db),
            "keys": keys,
            "values": values,
        }


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
