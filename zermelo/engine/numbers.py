"""The memory of df-pn: proof and disproof numbers of the path's successors, and of as many other positions as there is room for."""

from __future__ import annotations

from typing import Any

from zermelo.bits import FULL, as_cell, from_cell, spread
from zermelo.engine.frame import NoActions, memory_cells
from zermelo.game import INFINITY, Game
from zermelo.gears.cells import make_cells, write_float
from zermelo.watch import MOST_PLIES, PLY, Bottomless, Watch

ENDLESS = (1 << 26) - 1
"""The infinite proof number. Sums of finite ones stop just below it."""

# What the row of cells holds; the table lies behind all else.
LOW, HIGH, REPEATS, BUCKETS = range(4)
MARKS = 8
MANY_MARKS = 1 << 16
PATH = MARKS + MANY_MARKS
FRAMES = PATH + MOST_PLIES + 1
FRAME_CELLS = 1 << 20
TABLE = FRAMES + FRAME_CELLS

ACTION, KEY, PN, DN, SUCCESSOR = range(5)
"""A frame has SUCCESSOR cells for each successor of a node on the path."""

BUCKET = 8
"""A bucket has four entries of two cells."""


def bucket_at(key: int, buckets: int) -> int:
    """Where the bucket of a key begins."""
    return TABLE + (spread(key) >> 32 & buckets - 1) * BUCKET


class Table:
    """The row of cells that a search works on: what it found out about payoffs, its path, and a table of positions::

        LOW, HIGH   the smallest payoff ≥ target and the largest < target that were seen
        REPEATS     how often a position came back on its own path
        BUCKETS     how many buckets the table has, a power of two
        MARKS …     how many positions of the path have these last bits in their key
        PATH …      the keys of the path
        FRAMES …    for each node of the path, one after the other, its successors: action, key, pn, dn
        TABLE …     buckets of four entries; an entry is two cells:
                        key XOR data,  data = pn (26 bits) · dn (26 bits) · effort (12 bits)

    An entry is believed if the XOR of its cells is the key. A new one takes the place of the one in its bucket whose search
    cost least. The plain row is sparse, the compiled one an array.
    """

    bare = ("cells",)

    def __init__(self, buckets: int = 1 << 20, symmetry: bool = True, gear: str = "plain") -> None:
        self.symmetry = symmetry
        self.cells: Any = make_cells(TABLE + buckets * BUCKET, gear)
        self.cells[BUCKETS] = buckets
        for cell, start in ((LOW, INFINITY), (HIGH, -INFINITY)):
            write_float(self.cells, cell, start)

    # ------------------------------------------------------------------ looking ahead

    def key(self, game: Game[Any, Any], s: Any) -> int:
        """The key of a position, the same for positions that are images of each other."""
        return (game.key(game.canonical(s)) if self.symmetry else game.key(s)) & FULL

    def look_ahead(
        self, game: Game[Any, Any], s: Any, me: int, target: float, top: int, watch: Watch
    ) -> int:
        """Write a frame with the numbers of all successors, as far as they are known; returns its end."""
        cells = self.cells
        at = top
        for a in game.actions(s):
            if at + 2 * SUCCESSOR > TABLE:
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
            return self.settled(u, u, target)
        low, high = game.bounds_for(s, me)
        if low >= target or high < target:
            return self.settled(low, high, target)
        if self.came_back(key, watch.cells[PLY]):
            self.cells[REPEATS] += 1
            return ENDLESS, 0
        return self.recalled(key)

    def settled(self, low: float, high: float, target: float) -> tuple[int, int]:
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

    def came_back(self, key: int, ply: int) -> bool:
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
        found = ENDLESS
        for at in range(top, end, SUCCESSOR):
            if at != best:
                found = min(found, self.cells[at + which])
        return found

    def total(self, top: int, end: int, which: int) -> int:
        """The sum of one number of all successors: ∞ only if one of them is."""
        found: int = 0
        for at in range(top + which, end, SUCCESSOR):
            if self.cells[at] == ENDLESS:
                return ENDLESS
            found = min(found + self.cells[at], ENDLESS - 1)
        return found

    # ------------------------------------------------------------------ the table

    def bucket(self, key: int) -> int:
        """Where a position's entries lie."""
        return bucket_at(key, self.cells[BUCKETS])

    def data(self, key: int) -> int:
        """What the table holds of a position; 0 if nothing."""
        first = self.bucket(key)
        for at in range(first, first + BUCKET, 2):
            if self.cells[at] ^ self.cells[at + 1] == key:
                return self.cells[at + 1]  # type: ignore[no-any-return]
        return 0

    def recalled(self, key: int) -> tuple[int, int]:
        """The numbers of a position; those of a new one if the table does not have it."""
        data = self.data(key)
        if data == 0:
            return 1, 1
        return data >> 38 & ENDLESS, data >> 12 & ENDLESS

    def remember(self, key: int, pn: int, dn: int, nodes: int) -> None:
        """Keep a position's numbers: in its old place, or instead of what was cheapest to find."""
        cells = self.cells
        first = self.bucket(key)
        place = first
        for at in range(first, first + BUCKET, 2):
            if cells[at] ^ cells[at + 1] == key and cells[at + 1] != 0:
                place = at
                break
            if cells[at + 1] & 4095 < cells[place + 1] & 4095:
                place = at
        data = (pn << 38 | dn << 12 | effort(nodes)) & FULL
        cells[place] = key ^ data
        cells[place + 1] = data


def effort(nodes: int) -> int:
    """A number of nodes in 12 bits, to be compared: five leading bits behind the first, and how many more there are.

    >>> [effort(n) for n in (1, 63, 64, 65, 66, 1 << 40)]
    [1, 63, 64, 64, 65, 1152]
    """
    more = max(nodes.bit_length() - 6, 0)
    return (more << 5) + (nodes >> more)


def bucket_count(memory: int) -> int:
    """The largest power of two of buckets that fits."""
    cells = memory_cells(memory, BUCKET, "one bucket of the table")
    return 1 << (cells // BUCKET).bit_length() - 1
