"""Values of successors for shards on many machines: asked for in sorted files, answered in order.

A machine must not look up a billion successors one by one in files that other machines wrote. So
each *asking* shard writes its distinct successors as a sorted file. Each *target*, a shard of a
later tier, reads the part of all these files that lies in its range, and writes the values in the
same order. The asking shard then has the keys and the values of all its successors in memory, in
two arrays as small as the shard, and backs up as on one machine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zermelo.solve.backup import BackUp, BrokenRules, Shard, ValueForm, make_back_up
from zermelo.solve.explorer import Explorer, cut
from zermelo.solve.keys import Array, read_key
from zermelo.solve.work import WorkFolder


@dataclass(frozen=True)
class ShardRoute:
    """The shards of a tier that ask, and those of later tiers that answer."""

    askers: tuple[Shard, ...]
    targets: tuple[Shard, ...]

    def name_answer(self, target: Shard) -> str:
        """The file of what a target answers to all askers, one after another."""
        return f"answer.{self.askers[0].begin}.{target.begin}"


def name_values(shard: Shard) -> str:
    """The file with the values of a shard."""
    return f"values.{shard.begin}"


def name_question(shard: Shard) -> str:
    """The file with the distinct successors of a shard."""
    return f"ask.{shard.begin}"


class Router:
    """Asks and answers for shards, in one process."""

    def __init__(self, explorer: Explorer, form: ValueForm) -> None:
        self.explorer, self.form = explorer, form
        self.kernels = explorer.kernels
        self.folder: WorkFolder = explorer.folder
        self.kind = np.dtype(form.kind)
        self.keys = self._open("keys")

    def _open(self, name: str) -> Array:
        """A file of keys."""
        return self.folder.open_array(name, self.kernels.packing.kind)

    def ask(self, shard: Shard) -> tuple[int, int]:
        """Write the distinct successors of a shard outside its tier. Return the first and last."""
        name = name_question(shard)
        if not self.folder.has(name):
            found = self.explorer.find_successors(self.keys[shard.begin : shard.end])
            outside = found[np.searchsorted(found, self.keys[shard.after - 1], "right") :]
            self.folder.write(name, outside)
        asked = self._open(name)
        return (read_key(asked, 0), read_key(asked, -1)) if len(asked) else (0, -1)

    def answer(self, route: ShardRoute, target: Shard) -> int:
        """Write the values of all successors that are in a target. Return their number."""
        name = route.name_answer(target)
        offsets: list[int] | None = self.folder.read_json(f"{name}.json")
        if offsets is None:
            parts = list(self._join(route, target))
            offsets = np.cumsum([0, *map(len, parts)]).tolist()
            self.folder.write(name, np.ascontiguousarray(np.concatenate(parts)).reshape(-1))
            self.folder.write_json(f"{name}.json", offsets)
        return offsets[-1]

    def _join(self, route: ShardRoute, target: Shard) -> list[Array]:
        """The values that each asker wants of a target: both are sorted."""
        keys = np.array(self.keys[target.begin : target.end])
        values = self.folder.open_array(name_values(target), self.kind)
        values = values.reshape(len(keys), self.form.columns)
        parts = []
        for asker in route.askers:
            asked = self._open(name_question(asker))
            asked = cut(asked, read_key(keys, 0), read_key(keys, -1) + 1)
            places = np.searchsorted(keys, asked)
            if not np.array_equal(keys[places], asked):
                raise BrokenRules("positions lead to others than they did before")
            parts.append(values[places])
        return parts

    def solve(self, route: ShardRoute, shard: Shard) -> tuple[int, float]:
        """Write the values of a shard. Return the number of positions, and the error."""
        mark, count = f"solved.{shard.begin}.json", shard.end - shard.begin
        error: float | None = self.folder.read_json(mark)
        if error is None:
            back_up = self._make_back_up(route, shard)
            values = back_up.find_values(Shard(0, count, count, shard.is_inner))
            self.folder.write(name_values(shard), values)
            error = back_up.error
            self.folder.write_json(mark, error)
        return count, error

    def _make_back_up(self, route: ShardRoute, shard: Shard) -> BackUp:
        arrays = self.gather(route, shard, shard.begin, shard.end)
        return make_back_up(self.kernels, self.form, arrays, self.folder)

    def gather(self, route: ShardRoute, shard: Shard, begin: int, end: int) -> tuple[Array, Array]:
        """The keys from begin up to end and those of the successors of a shard, and their
        values."""
        asked = self._open(name_question(shard))
        number = route.askers.index(shard)
        answers = [self._read_answer(route, target, number) for target in route.targets]
        width = self.form.columns
        known = np.concatenate([np.zeros(0, self.kind), *answers])
        if len(known) != len(asked) * width:
            raise BrokenRules("positions lead to others than they did before")
        keys = np.concatenate([self.keys[begin:end], asked])
        return keys, np.concatenate([np.zeros((end - begin) * width, self.kind), known])

    def _read_answer(self, route: ShardRoute, target: Shard, number: int) -> Array:
        name = route.name_answer(target)
        offsets = self.folder.read_json(f"{name}.json")
        begin, end = (self.form.columns * offsets[i] for i in (number, number + 1))
        return self.folder.open_array(name, self.kind)[begin:end]
