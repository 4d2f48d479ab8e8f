"""The stage that finds all positions: tiers in order, their generations, the parts of these."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.errors import TooLarge
from zermelo.game import Game
from zermelo.solve.backup import BrokenRules, holds_floats
from zermelo.solve.explorer import Part, cut, describe_run, find_end, find_splits
from zermelo.solve.kernels import MOST_PAYOFFS
from zermelo.solve.keys import Array, make_keys
from zermelo.solve.packing import (
    CellRange,
    IndexPacking,
    Packer,
    Packing,
    WidePacking,
    find_packing,
    join_ranges,
    make_packing,
)
from zermelo.solve.pool import Performer
from zermelo.solve.progress import Progress, Report
from zermelo.solve.work import WorkFolder

PARTS_OF_WORKER = 3
"""Parts that each process has of a generation, so that none waits long for the others."""
LEAST_PART = 1 << 17
"""Keys of a part that is cut for that reason alone: successors of two parts are found twice."""


@dataclass
class Tier:
    """The positions of a tier: their place among all, and whether moves stay in it."""

    number: int
    begin: int
    end: int
    is_inner: bool

    @property
    def size(self) -> int:
        """The number of its positions."""
        return self.end - self.begin


class PositionFinder:
    """Finds all positions of a game, in a work folder."""

    def __init__(
        self,
        game: Game[Any, Any],
        folder: WorkFolder,
        packing: Packer,
        chunk: int,
        pool: Performer,
        report: Report,
        workers: int = 1,
    ) -> None:
        self.game, self.folder, self.packing, self.workers = game, folder, packing, workers
        self.chunk, self.pool, self.report = chunk, pool, report
        self.payoffs: set[float] = set()
        self.tiers: list[Tier] = []
        self.closing: list[Future[None]] = []

    def find(self) -> None:
        """Find the positions of all tiers; raises `Strays` if the packing is too narrow."""
        with ThreadPoolExecutor(1) as self.closer:
            self._find_tiers()
            self._await_closing(0)

    def _find_tiers(self) -> None:
        progress = Progress("positions")
        runs = [self._write_start()]
        while runs:
            number = min(tier for run in runs for tier, _ in run["tiers"])
            runs += self._find_tier(number, runs, progress)
            for run in runs:
                run["tiers"] = [pair for pair in run["tiers"] if pair[0] > number]
            for run in runs:
                if not run["tiers"]:
                    self.folder.remove(run["name"])
            runs = [run for run in runs if run["tiers"]]
            progress.tiers += 1
            self.report(progress)

    def _write_start(self) -> dict[str, Any]:
        """The run of the start states."""
        packing = self.packing
        if self.folder.has("start"):
            return describe_run("start", self.folder.open_array("start", packing.kind), packing)
        keys = {packing.encode(self.game, s) for s in self.game.starts()}
        if min(keys) < 0:
            raise Strays(find_packing(self.game, list(self.game.starts()), False))
        start = make_keys(sorted(keys), packing.kind)
        self.folder.write("start", start)
        return describe_run("start", start, packing)

    def _find_tier(
        self, number: int, runs: list[dict[str, Any]], progress: Progress
    ) -> list[dict[str, Any]]:
        """Find the positions of a tier, generation by generation. Return the new runs."""
        new: list[dict[str, Any]] = []
        inputs = [run for run in runs if any(tier == number for tier, _ in run["tiers"])]
        files: list[str] = []
        is_inner = False
        count = generation = 0
        while inputs:
            parts = self._plan_parts(number, generation, inputs, files)
            inputs = []
            for part, done in zip(parts, self.pool.perform("explore", parts), strict=True):
                self._note(done, number)
                files.append(f"{part.name}.keys")
                new += done["runs"]
                inputs += [r for r in done["runs"] if any(tier == number for tier, _ in r["tiers"])]
                count += done["count"]
                progress.positions += done["count"]
                self.report(progress)
                is_inner = is_inner or done["inner"]
            is_inner = is_inner or bool(inputs)
            generation += 1
        self._close_tier(number, files, count, is_inner)
        return new

    def _note(self, done: dict[str, Any], number: int) -> None:
        """Look at what a task tells of its positions."""
        if done["strays"]:
            raise Strays(done["strays"])
        self.payoffs.update(done["payoffs"])
        if not holds_floats(self.game) and (done["crowded"] or len(self.payoffs) > MOST_PAYOFFS):
            raise TooLarge(
                f"{self.game.full_title} ends with more than {MOST_PAYOFFS:,} different payoffs: "
                "round them, so that fewer are left"
            )
        if any(tier < number for run in done["runs"] for tier, _ in run["tiers"]):
            raise BrokenRules(
                f"{self.game.full_title}: an action leads from tier {number} to a lower one; "
                "tier must never fall"
            )

    def _plan_parts(
        self, number: int, generation: int, inputs: list[dict[str, Any]], known: list[str]
    ) -> list[Part]:
        """Cut the keys of a generation into parts; the cuts are kept for a solver that goes on."""
        name = f"{number:06d}.{generation:04d}.cuts.json"
        names = tuple(run["name"] for run in inputs)
        cuts: list[int] | None = self.folder.read_json(name)
        if cuts is None:
            count = sum(n for run in inputs for tier, n in run["tiers"] if tier == number)
            arrays = [self._open(run["name"]) for run in inputs]
            cuts = find_splits(arrays, *self._find_range(number), self._count_parts(count))
            self.folder.write_json(name, cuts)
        is_whole = len(cuts) == 2 and not known
        return [
            Part(number, generation, i, low, high, names, tuple(known), is_whole)
            for i, (low, high) in enumerate(pairwise(cuts))
        ]

    def _count_parts(self, count: int) -> int:
        """How many parts to cut a number of keys into: each fits in memory, all processes work."""
        fitting = -(-count // self.chunk)
        if self.workers == 1:
            return fitting
        return max(fitting, min(PARTS_OF_WORKER * self.workers, count // LEAST_PART))

    def _close_tier(self, number: int, files: list[str], count: int, is_inner: bool) -> None:
        """Note a tier, and have its keys appended to those of all while the next one is found."""
        begin = self.tiers[-1].end if self.tiers else 0
        tier = Tier(number, begin, begin + count, is_inner)
        self.tiers.append(tier)
        self.closing.append(self.closer.submit(self._append_tier, tier, files))
        self._await_closing(0 if is_inner else 1)  # a tier that is merged takes memory

    def _await_closing(self, left: int) -> None:
        """Wait until at most this many tiers are still to be appended."""
        while len(self.closing) > left:
            self.closing.pop(0).result()

    def _append_tier(self, tier: Tier, files: list[str]) -> None:
        """Append the keys of a tier to those of all, in order."""
        mark = f"{tier.number:06d}.tier.json"
        if not self.folder.has(mark):
            self.folder.truncate("keys", self.packing.kind.itemsize * tier.begin)
            if tier.is_inner:
                for keys in self._merge_files(tier.number, files):
                    self.folder.append("keys", keys)
            else:  # the keys of one generation are in order
                for name in files:
                    self.folder.append_file("keys", name)
            self.folder.write_json(mark, tier.end)
        for name in files:
            self.folder.remove(name)

    def _merge_files(self, number: int, files: list[str]) -> Iterator[Array]:
        """The keys of a tier of several generations, in order."""
        arrays = [self._open(name) for name in files]
        parts = -(-sum(map(len, arrays)) // self.chunk)
        cuts = find_splits(arrays, *self._find_range(number), max(parts, 1))
        for low, high in pairwise(cuts):
            yield np.sort(np.concatenate([cut(keys, low, high) for keys in arrays]))

    def _open(self, name: str) -> Array:
        return self.folder.open_array(name, self.packing.kind)

    def _find_range(self, number: int) -> tuple[int, int]:
        """The lowest key that a tier can have, and one above all of it."""
        return number << self.packing.below_tier, find_end(number, self.packing)


class Strays(Exception):
    """Positions that do not fit into their keys; a signal to widen the packing."""

    def __init__(self, cells: Any) -> None:
        super().__init__("positions do not fit")
        self.cells = cells


def widen(packing: Packer, strays: Any, game: Game[Any, Any]) -> Packer:
    """A packing that also holds positions that did not fit."""
    if isinstance(packing, IndexPacking):
        return IndexPacking(2 * packing.most + 1, 2 * packing.tiers + 1, packing.is_symmetric)
    if isinstance(strays, Packing):
        more = strays.ranges
    else:
        triples = zip(strays[::3], strays[1::3], strays[2::3], strict=True)
        more = [
            CellRange(0, bits & 2**64 - 1, True) if old.is_set else CellRange(low, high)
            for old, (low, high, bits) in zip(packing.ranges, triples, strict=True)
        ]
    ranges = join_ranges(packing.ranges, more)
    if ranges == packing.ranges:  # all bits of a key are set, which one word is not allowed
        return WidePacking(ranges, packing.is_symmetric, game.full_title)
    return make_packing(ranges, packing.is_symmetric, game.full_title)
