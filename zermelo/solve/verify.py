"""A database checked against the rules: every value again from those of its successors.

The kernel is not the solver's: it looks up successors by halving, compares payoffs and not words,
and knows no tiers. Each value that follows from its successors' is right, because the remoteness
falls with every ply: a wrong value would need a wrong one nearer to the end.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import NotCompilable, Unsuitable
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.solve.blocks import DamagedDatabase
from zermelo.solve.database import Database
from zermelo.solve.explorer import subtract
from zermelo.solve.keys import make_keys, read_key
from zermelo.solve.packing import Packer
from zermelo.solve.progress import Progress, Report
from zermelo.solve.runner import KernelRunner, Tray
from zermelo.solve.solver import choose_gear
from zermelo.solve.words import tally_words
from zermelo.solve.work import DiskFull, WorkFolder

WRONG, FIRST_WRONG, LOST = range(3)
"""The cells of `tray.found`: wrong values, the first of them, successors that are not there."""

SHARD = 1 << 20


@dataclass(frozen=True)
class Verification:
    """What `verify` found.

    wrong     positions whose value does not follow from those of their successors
    lost      successors that the database lacks
    example   a wrong position, as its game writes it
    problems  what else is wrong, in sentences
    """

    positions: int
    wrong: int = 0
    lost: int = 0
    example: str = ""
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Is everything right?"""
        return not (self.wrong or self.lost or self.problems)

    def __str__(self) -> str:
        if self.ok:
            return f"{self.positions:,} positions, all follow from their successors"
        lines = [*self.problems]
        if self.wrong:
            lines.append(f"{self.wrong:,} values do not follow, such as {self.example}")
        if self.lost:
            lines.append(f"{self.lost:,} successors are not there")
        return "; ".join(lines)


def verify(db: Database, gear: Gear = "auto", report: Report | None = None) -> Verification:
    """Check a database: its checksums, its order, and every value against the rules."""
    with _open_folder(db) as folder:
        problems = list(_unfold(db, folder))
        try:
            tray = _check_all(db, folder, choose_gear(db.game, gear), report)
        except NotCompilable:
            if gear == "compiled":
                raise
            tray = _check_all(db, folder, "plain", report)
        wrong, first, lost = (int(x) for x in tray.found)
        example = _describe(db, read_key(tray.keys, first)) if wrong else ""
        return Verification(db.positions, wrong, lost, example, tuple(problems))


@contextmanager
def _open_folder(db: Database) -> Iterator[WorkFolder]:
    """A folder beside the file, for its keys and values as plain arrays."""
    size = db.positions * (db.packing.kind.itemsize + db.blocks.kind.itemsize * db.blocks.columns)
    needed = f"verify needs {size:,} bytes of room beside {db.path}"
    try:
        with tempfile.TemporaryDirectory(prefix=f".{db.path.name}.", dir=db.path.parent) as name:
            yield WorkFolder(Path(name))
    except DiskFull:
        raise DiskFull(f"{needed}, which is not there") from None
    except PermissionError as error:
        raise Unsuitable(f"{needed}: {error.strerror}") from None


def _check_all(db: Database, folder: WorkFolder, gear: Gear, report: Report | None) -> Tray:
    """Check every value; what was found is in the tray."""
    kernels = KernelRunner(db.game, db.packing, gear)
    tray = _make_tray(db, folder, kernels)
    kernel = check_words if db.is_exact else check_floats
    _run(kernels, kernel, tray, Progress("values", total=db.positions), report)
    return tray


def _unfold(db: Database, folder: WorkFolder) -> Any:
    """Write keys and values as plain arrays. Yield what is wrong with the file as a whole."""
    last, kind = -1, db.packing.kind
    folder.truncate("keys", 0)
    folder.truncate("values", 0)
    for keys, words in db.blocks.read_all():
        if read_key(keys, 0) <= last or not np.all(keys[1:] > keys[:-1]):
            raise DamagedDatabase(f"{db.path} is damaged: its keys are not in order")
        last = read_key(keys, -1)
        folder.append("keys", keys)
        folder.append("values", np.ascontiguousarray(words.reshape(-1)))
    if db.is_exact:
        counts = tally_words(folder.open_array("values", db.blocks.kind))
        if [list(pair) for pair in counts.items()] != db.header["tally"]:
            yield "the counts in the header are wrong"
    starts = {db.packing.encode(db.game, s) for s in db.game.starts()}
    keys = folder.open_array("keys", kind)
    if -1 in starts or len(subtract(make_keys(sorted(starts), kind), keys)):
        yield "a start state is not there"


def _make_tray(db: Database, folder: WorkFolder, kernels: KernelRunner) -> Tray:
    width = db.blocks.columns
    return Tray(
        keys=folder.open_array("keys", db.packing.kind),
        values=folder.open_array("values", db.blocks.kind),
        row=kernels.row,
        payoffs=np.array(db.code.payoffs),
        limits=np.array([db.code.middle, 2 * db.header["error"] + 1e-9]),
        found=np.array([0, -1, 0], np.int64),
        mean=np.zeros(width),
        bits=np.array([db.code.bits], np.int64),
    )


def _run(
    kernels: KernelRunner,
    kernel: Callable[..., int],
    tray: Tray,
    progress: Progress,
    report: Report | None,
) -> None:
    for begin in range(0, len(tray.keys), SHARD):
        end = min(begin + SHARD, len(tray.keys))
        kernels.run(kernel, begin, end, tray)
        progress.positions = end
        if report is not None:
            report(progress)


def _describe(db: Database, key: int) -> str:
    return db.game.dump(db.packing.decode(db.game, key))


# ---------------------------------------------------------------------- kernels


def halve(game: Game[Any, Any], y: Any, packing: Packer, tray: Any) -> int:
    """The place of a position among all; −1 if it is not there."""
    key = packing.pack(game, y, tray.row)
    low, high = 0, len(tray.keys)
    while low < high:
        middle = (low + high) // 2
        if packing.is_at_most(tray.keys, middle, key, tray.row):
            low = middle + 1
        else:
            high = middle
    return low - 1 if low > 0 and packing.is_same(tray.keys, low - 1, key, tray.row) else -1


def note_wrong(i: int, tray: Any) -> None:
    """Count a wrong position."""
    if tray.found[WRONG] == 0:
        tray.found[FIRST_WRONG] = i
    tray.found[WRONG] += 1


def check_words(
    game: Game[Any, Any], s: Any, packing: Packer, begin: int, end: int, tray: Any
) -> int:
    """Check the payoff and the remoteness of keys[begin:end]."""
    bits = tray.bits[0]
    for i in range(begin, end):
        x = packing.load(game, tray.keys, i, tray.row, s)
        number, plies = int(tray.values[i]) & (1 << bits) - 1, int(tray.values[i]) >> bits
        if game.terminal(x):
            is_right = number < len(tray.payoffs) and plies == 0
            if not is_right or tray.payoffs[number] != game.utility(x, 0):
                note_wrong(i, tray)
        elif not follows(game, x, packing, number, plies, tray):
            note_wrong(i, tray)
    return end


def follows(
    game: Game[Any, Any], x: Any, packing: Packer, number: int, plies: int, tray: Any
) -> bool:
    """Do a payoff, by its number, and a remoteness follow from those of the successors?"""
    draw, bits, tie = len(tray.payoffs), tray.bits[0], tray.limits[0]
    sign = 1.0 if game.player(x) == 0 else -1.0
    own = sign * (tray.payoffs[number] - tie) if number < draw else 0.0
    nearest, farthest, is_reached = 1 << 40, -1, False
    for a in game.actions(x):
        at = halve(game, game.result(x, a), packing, tray)
        if at < 0:
            tray.found[LOST] += 1
            continue
        there = int(tray.values[at]) & (1 << bits) - 1
        gain = sign * (tray.payoffs[there] - tie) if there < draw else 0.0
        if gain > own:
            return False
        if there == number:
            is_reached = True
            nearest = min(nearest, int(tray.values[at]) >> bits)
            farthest = max(farthest, int(tray.values[at]) >> bits)
        elif gain == 0.0 and there < draw and number == draw:
            return False
    if number == draw:
        return is_reached and plies == 0
    return is_reached and plies == 1 + (farthest if own < 0 else nearest)


def check_floats(
    game: Game[Any, Any], s: Any, packing: Packer, begin: int, end: int, tray: Any
) -> int:
    """Check the values of keys[begin:end], which are floats."""
    width = len(tray.mean)
    for i in range(begin, end):
        x = packing.load(game, tray.keys, i, tray.row, s)
        expect(game, x, packing, tray)
        for c in range(width):
            if not abs(tray.values[i * width + c] - tray.mean[c]) <= tray.limits[1]:
                note_wrong(i, tray)
                break
    return end


def expect(game: Game[Any, Any], x: Any, packing: Packer, tray: Any) -> int:
    """Write what the values of a position must be to `tray.mean`. Return its successors."""
    width, count, best = len(tray.mean), 0, 0.0
    for c in range(width):
        tray.mean[c] = game.utility(x, c) if game.terminal(x) else 0.0
    if game.terminal(x):
        return count
    if game.has_chance and game.player(x) == CHANCE:
        for outcome, share in game.chances(x):
            at = halve(game, game.result(x, outcome), packing, tray)
            tray.found[LOST] += 1 if at < 0 else 0
            for c in range(width):
                tray.mean[c] += share * tray.values[max(at, 0) * width + c]
            count += 1
        return count
    p = game.player(x)
    for a in game.actions(x):
        at = halve(game, game.result(x, a), packing, tray)
        tray.found[LOST] += 1 if at < 0 else 0
        v = tray.values[max(at, 0) * width + (p if width > 1 else 0)]
        v = -v if width == 1 and p == 1 else v
        if count == 0 or v > best:
            best = v
            for c in range(width):
                tray.mean[c] = tray.values[max(at, 0) * width + c]
        count += 1
    return count
