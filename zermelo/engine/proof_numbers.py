"""Proof and disproof numbers: of the successors along the path, and in the transposition table."""

from __future__ import annotations

from typing import Any

from zermelo.bits import FULL, as_cell, from_cell
from zermelo.engine.options import NoActions
from zermelo.frame.tt import NOT_FOUND, TAG, TranspositionTable, count_buckets
from zermelo.game import INFINITY, Game
from zermelo.gears.cells import write_float
from zermelo.watch import MOST_PLIES, PLY, Bottomless, Watch

ENDLESS = (1 << 26) - 1
"""The infinite proof number. Sums of finite ones stop just below it."""

PN_AT, DN_AT, EFFORT = 38, 12, (1 << 12) - 1
"""Where the numbers lie in a tag, and the bits of the effort."""

# What the header of the row holds; the entries lie behind it.
LOW, HIGH, REPEATS, BUCKETS = range(4)
MARKS = 8
MANY_MARKS = 1 << 16
PATH = MARKS + MANY_MARKS
FRAMES = PATH + MOST_PLIES + 1
FRAME_CELLS = 1 << 20
HEADER = FRAMES + FRAME_CELLS

ACTION, KEY, PN, DN, SUCCESSOR = range(5)
"""A frame has SUCCESSOR cells for each successor of a node on the path."""


class ProofTable(TranspositionTable):
    """The row of cells that a search works on: payoffs met, the path, and the transposition table::

        LOW, HIGH   the smallest payoff ≥ target and the largest < target that were met
        REPEATS     how often a position repeated on its own path
        BUCKETS     the number of buckets, a power of two
        MARKS …     how many positions of the path have these last bits in their key
        PATH …      the keys of the path
        FRAMES …    for each node of the path, one after the other, its successors: action, key,
                    pn, dn
        HEADER …    the entries: tag = pn (26 bits) · dn (26 bits) · effort (12 bits), no values

    A new entry takes the place of the one in its bucket whose search cost least.
    """

    def __init__(self, memory: float = 64, symmetry: bool = True, gear: str = "plain") -> None:
        buckets = count_buckets(memory, 0)
        super().__init__(0, buckets, HEADER, gear)
        self.symmetry = symmetry
        self.cells[BUCKETS] = buckets
        for cell, start in ((LOW, INFINITY), (HIGH, -INFINITY)):
            write_float(self.cells, cell, start)

    def buckets(self) -> int:
        return self.cells[BUCKETS]  # type: ignore[no-any-return]

    def worth(self, entry: int) -> int:
        """The effort of the search that found it."""
        return self.cells[entry + TAG] & EFFORT  # type: ignore[no-any-return]

    # ------------------------------------------------------------------ looking ahead

    def key(self, game: Game[Any, Any], s: Any) -> int:
        """The key of a position, the same for positions that are images of each other."""
        return (game.key(game.canonical(s)) if self.symmetry else game.key(s)) & FULL

    def look_ahead(
        self, game: Game[Any, Any], s: Any, me: int, target: float, top: int, watch: Watch
    ) -> int:
        """Write a frame with the numbers of all successors, as far as they are known.

        Returns its end.
        """
        cells = self.cells
        at = top
        for a in game.actions(s):
            if at + 2 * SUCCESSOR > HEADER:
                raise Bottomless
            after = game.result(s, a)
            key = self.key(game, after)
            cells[at + ACTION] = a
            cells[at + KEY] = key
            pn, dn = self.numbers(game, after, key, me, target, watch)
            cells[at + PN] = pn
            cells[at + DN] = dn
            at += SUCCESSOR
        if at == top:
            raise NoActions
        return at

    def numbers(
        self, game: Game[Any, Any], s: Any, key: int, me: int, target: float, watch: Watch
    ) -> tuple[int, int]:
        """What is known of a position before it is searched."""
        if game.terminal(s):
            u = watch.leaf(game.utility(s, me))
            return self.settle(u, u, target)
        low, high = game.bounds_for(s, me)
        if low >= target or high < target:
            return self.settle(low, high, target)
        if self.has_repeated(key, watch.cells[PLY]):
            self.cells[REPEATS] += 1
            return ENDLESS, 0
        return self.recall(key)

    def settle(self, low: float, high: float, target: float) -> tuple[int, int]:
        """The numbers of a position whose value is known to lie on one side of the target."""
        cells = self.cells
        if low >= target:
            cells[LOW] = as_cell(min(from_cell(cells[LOW]), low))
            return 0, ENDLESS
        cells[HIGH] = as_cell(max(from_cell(cells[HIGH]), high))
        return ENDLESS, 0

    # ------------------------------------------------------------------ the path

    def step_in(self, key: int, ply: int) -> None:
        """The search stands at this position, the ply-th of the path."""
        self.cells[PATH + ply] = key
        self.cells[MARKS + (key & MANY_MARKS - 1)] += 1

    def step_out(self, key: int) -> None:
        """The search leaves the last position of the path."""
        self.cells[MARKS + (key & MANY_MARKS - 1)] -= 1

    def has_repeated(self, key: int, ply: int) -> bool:
        """Is this position on the path already? The marks make it cheap to see that it is not."""
        if self.cells[MARKS + (key & MANY_MARKS - 1)] > 0:
            for i in range(1, ply + 1):
                if self.cells[PATH + i] == key:
                    return True
        return False

    # ------------------------------------------------------------------ frames

    def smallest(self, top: int, end: int, which: int) -> int:
        """The smallest of one number of all successors."""
        best = ENDLESS
        for at in range(top + which, end, SUCCESSOR):
            best = min(best, self.cells[at])
        return best

    def first_with(self, top: int, which: int, n: int) -> int:
        """The first successor that has this number."""
        at = top
        while self.cells[at + which] != n:
            at += SUCCESSOR
        return at

    def second(self, top: int, end: int, which: int, best: int) -> int:
        """The smallest of one number of all successors but the best."""
        second = ENDLESS
        for at in range(top, end, SUCCESSOR):
            if at != best:
                second = min(second, self.cells[at + which])
        return second

    def total(self, top: int, end: int, which: int) -> int:
        """The sum of one number of all successors: ∞ only if one of them is."""
        total: int = 0
        for at in range(top + which, end, SUCCESSOR):
            if self.cells[at] == ENDLESS:
                return ENDLESS
            total = min(total + self.cells[at], ENDLESS - 1)
        return total

    # ------------------------------------------------------------------ the table

    def recall(self, key: int) -> tuple[int, int]:
        """The numbers of a position; those of a new one if the table does not have it."""
        entry = self.find(key)
        if entry == NOT_FOUND:
            return 1, 1
        tag = self.cells[entry + TAG]
        return tag >> PN_AT & ENDLESS, tag >> DN_AT & ENDLESS

    def remember(self, key: int, pn: int, dn: int, nodes: int) -> None:
        """Write a position's numbers."""
        tag = (pn << PN_AT | dn << DN_AT | measure_effort(nodes)) & FULL
        self.seal(self.replace(key), key, tag)


def measure_effort(nodes: int) -> int:
    """A number of nodes in 12 bits, to be compared.

    Five leading bits behind the first, and how many more there are.

    >>> [measure_effort(n) for n in (1, 63, 64, 65, 66, 1 << 40)]
    [1, 63, 64, 64, 65, 1152]
    """
    more = max(nodes.bit_length() - 6, 0)
    return (more << 5) + (nodes >> more)
