"""All positions that play can reach, tier by tier, as sorted keys on disk.

A *run* is a sorted file of successors. The positions of a tier are merged from all runs that hold
some of it, in *parts*: ranges of keys that fit in memory. Each part is expanded at once, which
gives the next runs. Successors in the same tier are the next *generation* of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.solve.kernels import (
    CROWDED,
    ENDS,
    MOST_PAYOFFS,
    NOTES,
    PAYOFFS,
    STRAYS,
    WRITTEN,
    expand,
)
from zermelo.solve.keys import Array, find_places, read_key
from zermelo.solve.packing import Packer
from zermelo.solve.runner import KernelRunner, Tray, compact
from zermelo.solve.work import WorkFolder


@dataclass(frozen=True)
class Part:
    """One task: the keys from `low` up to `high` in the runs, less those of earlier generations."""

    tier: int
    generation: int
    number: int
    low: int
    high: int
    runs: tuple[str, ...]
    known: tuple[str, ...]
    is_whole: bool = False
    """Is it all that is known of its tier?"""

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"{self.tier:06d}.{self.generation:04d}.{self.number:06d}"


class Explorer:
    """Merges and expands parts, in one process."""

    def __init__(self, kernels: KernelRunner, folder: WorkFolder, chunk: int) -> None:
        self.kernels, self.folder, self.chunk = kernels, folder, chunk
        self.kind = kernels.packing.kind
        self.out = np.zeros(0, self.kind)
        self.tray = Tray(
            out=self.out,
            row=kernels.row,
            notes=np.zeros(NOTES, np.int64),
            payoffs=np.zeros(MOST_PAYOFFS),
            strays=np.zeros(3 * (kernels.packing.cells + 1), np.int64),
        )

    def prepare(self) -> None:
        """Have the machine code of the kernels, by expanding no keys."""
        empty = np.zeros(0, self.kind)
        self.kernels.run(expand, empty, 0, 0, self.tray)
        self.sort(empty)

    def explore(self, part: Part) -> dict[str, Any]:
        """Write the keys of a part and the runs of its successors; a file of JSON tells of them."""
        done: dict[str, Any] | None = self.folder.read_json(f"{part.name}.json")
        if done is not None:
            return done
        keys, is_closed, is_inner = self._merge(part), False, False
        if part.is_whole:
            keys, is_closed, is_inner = self._close(part, keys)
        self.folder.write(f"{part.name}.keys", keys)
        self.tray.notes[:] = 0
        runs = self._expand(part, keys, is_closed)
        done = {"count": len(keys), "runs": runs, "inner": is_inner, **self._describe_notes()}
        self.folder.write_json(f"{part.name}.json", done)
        return done

    def sort(self, keys: Array) -> Array:
        """The distinct keys in order; the array is used for it."""
        keys.sort()
        if keys.dtype.kind == "S":
            distinct = np.unique(keys)
            keys[: len(distinct)] = distinct
            return keys[: len(distinct)]
        return keys[: self.kernels.run_bare(compact, keys, len(keys))]

    def find_successors(self, keys: Array) -> Array:
        """The distinct successors of keys, sorted; all of them in memory."""
        found, begin = [np.zeros(0, self.kind)], 0
        self._make_room(2 * self.chunk)
        while begin < len(keys):
            self.tray.out = self.out
            stop = self.kernels.run(expand, keys, begin, len(keys), self.tray)
            found.append(self.sort(self.out[: int(self.tray.notes[WRITTEN])]).copy())
            if stop == begin:
                self._make_room(2 * len(self.out))
            begin = stop
        return self.sort(np.concatenate(found))

    def _merge(self, part: Part) -> Array:
        slices = [
            cut(self.folder.open_array(run, self.kind), part.low, part.high) for run in part.runs
        ]
        keys = self.sort(np.concatenate(slices))
        for name in part.known:
            known = cut(self.folder.open_array(name, self.kind), part.low, part.high)
            keys = subtract(keys, known)
        return keys

    def _close(self, part: Part, keys: Array) -> tuple[Array, bool, bool]:
        """Add the positions of the tier that these lead to, as long as all fit in memory.

        Return the keys, whether they are all of the tier, and whether moves stay in it.
        """
        self._make_room(2 * self.chunk)
        fresh, is_inner = keys, False
        while len(fresh) and 8 * len(keys) <= self.chunk:
            self.tray.out = self.out
            if self.kernels.run(expand, fresh, 0, len(fresh), self.tray) < len(fresh):
                break
            found = self.sort(self.out[: int(self.tray.notes[WRITTEN])])
            found = cut(found, part.low, part.high)
            is_inner = is_inner or len(found) > 0
            fresh = subtract(found, keys).copy()
            keys = np.sort(np.concatenate([keys, fresh]))
        return keys, len(fresh) == 0, is_inner

    def _expand(self, part: Part, keys: Array, is_closed: bool) -> list[dict[str, Any]]:
        """Write the runs of all successors; without those of a tier that is closed."""
        runs: list[dict[str, Any]] = []
        begin, used = 0, 0
        self._make_room(2 * self.chunk)
        while begin < len(keys):
            self.tray.out = self.out[used:]
            stop = self.kernels.run(expand, keys, begin, len(keys), self.tray)
            used = len(self.sort(self.out[: used + int(self.tray.notes[WRITTEN])]))
            if stop < len(keys) and 2 * used > len(self.out):
                runs += self._write_run(part, len(runs), used, is_closed)
                used = 0
            elif stop == begin:
                self._make_room(2 * len(self.out))
            begin = stop
        return runs + self._write_run(part, len(runs), used, is_closed)

    def _make_room(self, count: int) -> None:
        if len(self.out) < count:
            more = np.zeros(count, self.kind)
            more[: len(self.out)] = self.out
            self.out = more

    def _write_run(
        self, part: Part, number: int, count: int, is_closed: bool
    ) -> list[dict[str, Any]]:
        """Write sorted keys as a run, and tell of the tiers in it."""
        name, keys = f"{part.name}.run{number}", self.out[:count]
        if is_closed:
            low, high = find_places(keys, part.low, part.high)
            keys = np.concatenate([keys[:low], keys[high:]]) if low else keys[high:]
        if len(keys) == 0:
            return []
        self.folder.write(name, keys)
        return [describe_run(name, keys, self.kernels.packing)]

    def _describe_notes(self) -> dict[str, Any]:
        notes, payoffs = self.tray.notes, self.tray.payoffs
        strays = self.tray.strays.tolist() if notes[STRAYS] else []
        found = payoffs[: 2 if notes[CROWDED] else notes[PAYOFFS]].tolist()
        crowded = int(notes[CROWDED])
        return {
            "ends": int(notes[ENDS]),
            "payoffs": found,
            "crowded": crowded,
            "strays": strays,
        }


def describe_run(name: str, keys: Array, packing: Packer) -> dict[str, Any]:
    """The name of a run, and how many of its keys are of each tier."""
    tiers: dict[int, int] = {}
    at = 0
    while at < len(keys):
        tier = read_key(keys, at) >> packing.below_tier
        (end,) = find_places(keys, find_end(tier, packing))
        tiers[tier] = end - at
        at = end
    return {"name": name, "tiers": list(tiers.items())}


def find_end(tier: int, packing: Packer) -> int:
    """The key that is larger than all of a tier."""
    return min((tier + 1) << packing.below_tier, packing.last)


def cut(keys: Array, low: int, high: int) -> Array:
    """The keys from low up to high, of sorted ones."""
    begin, end = find_places(keys, low, high)
    return keys[begin:end]


def subtract(keys: Array, known: Array) -> Array:
    """The sorted keys that are not among other sorted ones.

    >>> subtract(np.array([1, 3, 5]), np.array([3, 4])).tolist()
    [1, 5]
    """
    if len(known) == 0 or len(keys) == 0:
        return keys
    others: Array = keys[known[np.searchsorted(known[:-1], keys)] != keys]
    return others


def find_splits(runs: list[Array], low: int, high: int, parts: int) -> list[int]:
    """Keys between low and high that cut the runs into this many parts of about equal size.

    >>> find_splits([np.arange(100)], 0, 100, 2)
    [0, 50, 100]
    """
    sample = [cut(run, low, high) for run in runs]
    sample = [run[:: max(1, len(run) // (64 * parts))] for run in sample]
    keys = np.sort(np.concatenate(sample))
    inner = [read_key(keys, len(keys) * i // parts) for i in range(1, parts)]
    return [low, *sorted(set(inner) - {low}), high]
