"""Expectations of a tier of several pieces, in which positions come back: one process a piece.

Each round sweeps every piece there and back. A piece reads the others as they were before the
round, so that the result does not depend on who was faster. The intervals lie in two files, one of
before and one of after the round, which change places. A solver that was killed begins the tier
anew.
"""

from __future__ import annotations

import numpy as np

from zermelo.solve.backup import Shard, ValueForm, find_widest, require_found
from zermelo.solve.expectations import CHANGE, WIDEST, narrow
from zermelo.solve.kernels import MOST_HINTS, NOTES
from zermelo.solve.keys import Array
from zermelo.solve.runner import KernelRunner, Tray
from zermelo.solve.work import WorkFolder

BYTES_OF_INTERVAL = 16


def name_intervals(number: int) -> str:
    """The file with the intervals of a tier before a round."""
    return f"narrow.{number % 2}"


class IntervalNarrower:
    """Narrows the intervals of pieces, in one process."""

    def __init__(
        self,
        kernels: KernelRunner,
        folder: WorkFolder,
        form: ValueForm,
        arrays: tuple[Array, Array],
    ) -> None:
        self.kernels, self.folder, self.form = kernels, folder, form
        self.keys, self.values = arrays

    def widen(self, piece: Shard) -> None:
        """Write the intervals of a piece as they are before the first round."""
        self._write(piece, 0, np.tile(find_widest(self.form), piece.end - piece.begin))

    def narrow(self, piece: Shard, number: int) -> tuple[float, float]:
        """Sweep a piece there and back. Return its widest interval, and the largest change."""
        ends = self.folder.open_array(name_intervals(number), np.float64)
        tray, change = self._make_tray(piece, ends), 0.0
        for step in (-1, 1):
            self.kernels.run(narrow, piece.begin, piece.end, step, tray)
            change = max(change, float(tray.gaps[CHANGE]))
        require_found(tray.notes)
        self._write(piece, number + 1, np.stack([tray.lows, tray.highs], axis=1))
        return float(tray.gaps[WIDEST]), change

    def settle(self, piece: Shard, number: int) -> None:
        """Write the values of a piece: the middle of its intervals."""
        ends = self.folder.open_array(name_intervals(number), np.float64)
        middles = self._cut(piece, ends).mean(axis=1)
        self.folder.write_at("values", self.form.size * piece.begin, middles)

    def _cut(self, piece: Shard, ends: Array) -> Array:
        """The intervals of a piece, among those of its tier."""
        return ends.reshape(-1, 2)[piece.begin - piece.first : piece.end - piece.first]

    def _write(self, piece: Shard, number: int, intervals: Array) -> None:
        offset = BYTES_OF_INTERVAL * (piece.begin - piece.first)
        self.folder.write_at(name_intervals(number), offset, intervals, is_kept=False)

    def _make_tray(self, piece: Shard, ends: Array) -> Tray:
        own = self._cut(piece, ends)
        return Tray(
            keys=self.keys,
            values=self.values,
            row=self.kernels.row,
            hints=np.full(MOST_HINTS, piece.first, np.int64),
            notes=np.zeros(NOTES, np.int64),
            ends=ends,
            span=np.array([piece.first, piece.after]),
            lows=own[:, 0].copy(),
            highs=own[:, 1].copy(),
            gaps=np.zeros(2),
        )
