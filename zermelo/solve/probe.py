"""A database as a search probes it: at its leaves, in both gears.

Searches ask millions of times, so the positions lie in memory without compression: all of them, or
those nearest to the end of the game that fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.errors import Unsuitable
from zermelo.gears.cells import make_cells
from zermelo.solve.database import Database
from zermelo.solve.keys import Array, as_rows

PROBE_MEMORY = 1024
"""MiB of the positions that a search probes, by default."""

NOT_HELD = -1
"""In place of a word: the database does not hold the position."""


class ProbedPositions:
    """The positions of a database in memory: sorted keys, and their values."""

    def __init__(self, db: Database, memory: float) -> None:
        self.game, self.packing = db.game, db.packing
        self.keys, self.values = read_last(db, int(memory * (1 << 20)))
        self.row: Any = []

    def find_place(self, s: Any) -> int:
        """The place of a position, or NOT_HELD."""
        key = self.packing.pack(self.game, s, self.row)
        low, high = 0, len(self.keys)
        while low < high:
            middle = low + high >> 1
            if self.packing.is_at_most(self.keys, middle, key, self.row):
                low = middle + 1
            else:
                high = middle
        if low == 0 or not self.packing.is_same(self.keys, low - 1, key, self.row):
            return NOT_HELD
        return low - 1


class DatabaseProbe(ProbedPositions):
    """The same, with words as values."""

    def __init__(self, db: Database, memory: float = PROBE_MEMORY) -> None:
        if not db.is_exact:
            raise Unsuitable(
                f"{db.path} holds expectations: a search probes payoffs with a remoteness"
            )
        super().__init__(db, memory)
        self.payoffs = np.array([*db.code.payoffs, db.code.middle])
        self.bits = db.code.bits
        self.total = float(db.game.total or 0)

    def share(self, gear: str) -> DatabaseProbe:
        """A probe of the same positions for one thread, in a gear."""
        other = object.__new__(DatabaseProbe)
        row = make_cells(self.packing.room, gear)
        other.__dict__.update(self.__dict__, row=row)
        return other

    def find(self, s: Any) -> int:
        """The word of a position, or NOT_HELD."""
        place = self.find_place(s)
        return NOT_HELD if place < 0 else int(self.values[place])

    def payoff(self, word: int, player: int) -> float:
        """A player's payoff in a word; play without end is worth a tie."""
        v = float(self.payoffs[word & (1 << self.bits) - 1])
        return v if player == 0 else self.total - v

    def plies(self, word: int) -> int:
        """The remoteness in a word."""
        return word >> self.bits


def read_last(db: Database, size: int) -> tuple[Array, Array]:
    """The keys and the words of the last positions in a file, as many blocks as fit in `size`.

    Keys grow with the tier, so these are the positions nearest to the end.
    """
    fitting = size // (db.packing.kind.itemsize + db.blocks.kind.itemsize) // db.blocks.block
    first = max(0, len(db.blocks.firsts) - max(fitting, 1))
    parts = [db.blocks.read(number) for number in range(first, len(db.blocks.firsts))]
    keys, words = zip(*parts, strict=True)
    return as_rows(np.concatenate(keys)), np.concatenate(words)
