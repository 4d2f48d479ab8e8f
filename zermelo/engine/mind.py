"""What the engine remembers while it searches: which features are on, the table, the moves of the path, and what cut before.

All of it lies in rows of 64-bit cells, dicts when plain and arrays when compiled, so one machine code serves every
choice of features::

    dials    0 features, one bit each · 1 buckets of the table · 2 age · 3 depth of this iteration
             4 threads · 5 positions before the root · 6 how many root actions are left out · 7 … those actions
    levels   the largest and the smallest payoff, or ±∞, and that of a draw (floats)
    table    see `table`
    moves    the actions of the nodes on the path, each with its rank: action, rank, action, rank, …
    path     see `again`: keys of the positions before the root, then of those on the path
    killers  two for each ply: quiet actions that cut there, plus 1
    replies  for each action (hashed): the one that refuted it, plus 1
    merits   for each action (hashed): how often it cut
    busy     positions (hashed) that some thread is searching now: others put them off

Threads that search together share the table and `busy`; the rest is each one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.engine.repetition import MOST_PAST, write_past
from zermelo.engine.table import ROW, room
from zermelo.gears.cells import Kind, clear, make_cells

FEATURES = (
    "table", "symmetry", "bounds", "non_losing", "windows", "order", "killers", "replies", "merits", "peek", "quiescence",
    "extensions", "singular", "passing", "reductions", "futility",
)  # fmt: skip
"""What can be switched off, by name.

==========  ==========================================  ===========  ==========================================
table       remember positions                          replies      the action that refuted the last one before
symmetry    positions by `canonical`                    merits       actions that cut elsewhere
bounds      cut by `bounds`                             quiescence   go on along noisy actions at the horizon
non_losing  only the actions of `non_losing`             extensions   deeper after forced and forcing actions
windows     null windows after the first action         singular     deeper along the only good action
order       actions by `order`, noisy ones first        passing      null move, where there is `null_move`
killers     quiet actions that cut at this ply before   reductions   late actions less deep, where `selective`
peek        look for a cut in the table first           futility     skip hopeless ones, where `selective`
==========  ==========================================  ===========  ==========================================
"""

(
    TABLE, SYMMETRY, BOUNDS, SERIOUS, WINDOWS, ORDER, KILLERS, REPLIES, MERITS, PEEK, QUIESCENCE, EXTENSIONS,
    SINGULAR, PASSING, REDUCTIONS, FUTILITY,
) = (1 << i for i in range(len(FEATURES)))  # fmt: skip

FLAGS, BUCKETS, AGE, ITERATION, THREADS, PAST, LEFT_OUT = range(7)
DIALS = 512
MOST_LEFT_OUT = DIALS - LEFT_OUT - 1

SPACE = 1 << 20
"""Cells for the actions of the nodes on the path, two for each."""

PLIES = 1 << 14
HASHED = 1 << 14
"""Slots for replies and merits."""

BUSY = 1 << 14


class Mind:
    """The memory of one searching thread. Several may share a table."""

    bare = ("dials", "levels", "table", "moves", "path", "killers", "replies", "merits", "busy")

    def __init__(
        self,
        can_pass: bool = False,
        is_serious: bool = False,
        compiled: bool = False,
        mebibytes: float = 16,
    ) -> None:
        self.can_pass, self.is_serious = can_pass, is_serious
        self.is_compiled = compiled
        self.dials = self._row(DIALS)
        self.levels = self._row(3, "float64")
        self.moves = self._row(SPACE)
        self.path = self._row(MOST_PAST + PLIES)
        self.killers = self._row(2 * PLIES)
        self.replies = self._row(HASHED)
        self.merits = self._row(HASHED)
        self.busy = self._row(BUSY)
        self.resize(mebibytes)
        self.switch(frozenset(FEATURES))

    def helper(self) -> Mind:
        """A mind for another thread on the same question: it shares the table and what is busy."""
        made = Mind(self.can_pass, self.is_serious, self.is_compiled, 0)
        made.table, made.busy = self.table, self.busy
        made.dials[:], made.levels[:], made.path[:] = self.dials, self.levels, self.path
        return made

    def _row(self, size: int, kind: Kind = "int64") -> Any:
        return make_cells(size, "compiled" if self.is_compiled else "plain", kind)

    def resize(self, mebibytes: float) -> None:
        """A new, empty table of at most this size."""
        buckets = room(mebibytes)
        self.table: Any = self._row(buckets * ROW)
        self.dials[BUCKETS] = buckets

    def forget(self) -> None:
        """Empty the table and all that was learnt."""
        for row in (self.table, self.killers, self.replies, self.merits):
            clear(row)

    def recall(self, past: Sequence[int]) -> None:
        """The keys of the positions before the root, the oldest first."""
        self.dials[PAST] = write_past(self.path, past)

    def switch(self, features: frozenset[str]) -> None:
        """Have just these features on."""
        self.dials[FLAGS] = sum(1 << i for i, name in enumerate(FEATURES) if name in features)
