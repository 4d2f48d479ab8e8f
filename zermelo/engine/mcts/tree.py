"""The tree of Monte Carlo search, in one row of cells.

Nodes with visits, sums of payoffs, and proven bounds.

::

    FREE      where the next nodes go
    END       where the row ends
    RANDOM    the state of the generator
    FULL      1 once a node found no room
    EXPLORE   the constant c
    PAST      positions before the root; their keys, and those of the path, lie in a row of their
              own (see `repetition`)
    HAND …    the actions of a state in a playout, while one is chosen
    SPANS …   four cells for each player: the smallest and largest payoff that the game declares;
              those known or seen, for scaling
    ROOT …    the nodes; those of one parent side by side

A node is FIELDS cells and three more for each player::

    ACTION    the action that leads here
    PARENT    where the parent lies
    CHILDREN  where the successors lie
    COUNT     the number of successors
    MOVER     the mover
    VISITS    the number of simulations through the node
    HANDED    the proven successor whose value was handed up, or 0
    ODDS      the probability of this outcome of chance
    SUM …     for each player the payoffs added up,
    LOW, HIGH the bounds: low ≤ true value ≤ high

A parent lies before its successors, always. Plain rows hold objects and are sparse; compiled ones
are arrays of 64-bit integers, floats as their bits.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.bits import FULL as ALL_BITS
from zermelo.bits import as_cell, from_cell
from zermelo.engine.options import NoActions
from zermelo.engine.repetition import MOST_PAST
from zermelo.game import CHANCE, FORBIDDEN, INFINITY, Game
from zermelo.gears.cells import make_cells

Vector = tuple[float, ...]

FREE, END, RANDOM, FULL, EXPLORE, PAST = range(6)
HAND = 8
HANDFUL = 256
"""So many actions of a state are kept while one of them is chosen."""
SPANS = HAND + HANDFUL
MOST_PLAYERS = 26
ROOT = SPANS + 4 * MOST_PLAYERS

ACTION, PARENT, CHILDREN, COUNT, MOVER, VISITS, HANDED, ODDS, FIELDS = range(9)

MOST_DEEP = 1000
"""Leaves this deep in the tree get no successors."""

NOBODY = -2
"""The mover of a node whose successors were never looked at."""


class SearchTree:
    """The nodes, and all that is done with one of them."""

    bare = ("cells", "path")

    def __init__(self, cells: int, gear: str = "plain") -> None:
        self.gear = gear
        self.cells: Any = make_cells(cells, gear)
        self.cells[END] = cells
        self.path: Any = make_cells(MOST_PAST + MOST_DEEP + 2, gear)

    def size(self, game: Game[Any, Any]) -> int:
        """Cells of one node."""
        return FIELDS + 3 * game.players

    # ------------------------------------------------------------------ bounds

    def sum(self, n: int, p: int) -> float:
        """What player p got in all simulations through n."""
        return from_cell(self.cells[n + FIELDS + 3 * p])

    def low(self, n: int, p: int) -> float:
        """Player p's value at n is at least this."""
        return from_cell(self.cells[n + FIELDS + 3 * p + 1])

    def high(self, n: int, p: int) -> float:
        """Player p's value at n is at most this."""
        return from_cell(self.cells[n + FIELDS + 3 * p + 2])

    def is_open(self, game: Game[Any, Any], n: int) -> bool:
        """Is any player's value at n unproven?"""
        for p in range(game.players):  # noqa: SIM110 — a loop of known length compiles to nothing but the tests
            if self.low(n, p) < self.high(n, p):
                return True
        return False

    def proven_values(self, game: Game[Any, Any], n: int) -> Vector:
        """The values at a node whose bounds have met."""
        return tuple(self.low(n, p) for p in range(game.players))

    def narrow(self, n: int, p: int, low: float, high: float) -> bool:
        """Player p's value at n also lies in [low, high]. True if that is news."""
        old_low, old_high = self.low(n, p), self.high(n, p)
        new_high = min(old_high, high)
        new_low = min(
            max(old_low, low), new_high
        )  # means of chance are rounded: bounds may not cross
        self.cells[n + FIELDS + 3 * p + 1] = as_cell(new_low)
        self.cells[n + FIELDS + 3 * p + 2] = as_cell(new_high)
        return new_low > old_low or new_high < old_high

    def settle(self, n: int, p: int, v: float) -> None:
        """Player p's value at n is v."""
        self.cells[n + FIELDS + 3 * p + 1] = as_cell(v)
        self.cells[n + FIELDS + 3 * p + 2] = as_cell(v)

    def settle_return(self, game: Game[Any, Any], n: int) -> Vector:
        """A position that has arisen before is a draw.

        Where that is forbidden, it is the worst for who went there.
        """
        share = game.total / game.players if game.total is not None else 0.0
        for p in range(game.players):
            v = share
            if game.repetition == FORBIDDEN:
                v = from_cell(
                    self.cells[
                        SPANS
                        + 4 * p
                        + (0 if p == self.cells[self.cells[n + PARENT] + MOVER] else 1)
                    ]
                )
            self.settle(n, p, v)
        return self.proven_values(game, n)

    def forget_bounds(self, game: Game[Any, Any], n: int) -> None:
        """Nothing is known of n but the range of payoffs.

        What `bounds` says of a root's value names no action.
        """
        for p in range(game.players):
            self.cells[n + FIELDS + 3 * p + 1] = self.cells[SPANS + 4 * p]
            self.cells[n + FIELDS + 3 * p + 2] = self.cells[SPANS + 4 * p + 1]

    def narrow_by_game(self, game: Game[Any, Any], s: Any, n: int) -> None:
        """What the game itself says of the value of s."""
        low, high = game.bounds(s)
        self.narrow(n, 0, float(low), float(high))
        if game.players == 2 and game.total is not None:
            self.narrow(n, 1, game.total - float(high), game.total - float(low))

    def tighten(self, game: Game[Any, Any], n: int) -> bool:
        """Narrow the bounds of n by those of its successors. True if that is news.

        The mover gets the best of all successors; the others get what they get at a successor that
        may be chosen.
        """
        mover = self.cells[n + MOVER]
        if game.has_chance and mover == CHANCE:
            return self.tighten_mean(game, n)
        news = self.tighten_best(game, n, mover)
        if game.players == 2 and game.total is not None:
            return (
                self.narrow(
                    n, 1 - mover, game.total - self.high(n, mover), game.total - self.low(n, mover)
                )
                or news
            )
        for p in range(game.players):
            if p != mover:
                news = self.tighten_other(game, n, mover, p) or news
        return news

    def tighten_best(self, game: Game[Any, Any], n: int, mover: int) -> bool:
        """max over c of low(c) ≤ value ≤ max over c of high(c), for the mover."""
        low = high = -INFINITY
        c = self.cells[n + CHILDREN]
        for _ in range(self.cells[n + COUNT]):
            low, high = max(low, self.low(c, mover)), max(high, self.high(c, mover))
            c += self.size(game)
        return self.narrow(n, mover, low, high)

    def tighten_other(self, game: Game[Any, Any], n: int, mover: int, p: int) -> bool:
        """min of low(c) ≤ value ≤ max of high(c) over those c that may be chosen, for who does not
        move."""
        low, high = INFINITY, -INFINITY
        reached = False
        c = self.cells[n + CHILDREN]
        for _ in range(self.cells[n + COUNT]):
            if self.may_be_chosen(n, c, mover, reached):
                low, high = min(low, self.low(c, p)), max(high, self.high(c, p))
            reached = reached or self.low(c, mover) >= self.low(n, mover)
            c += self.size(game)
        return low <= high and self.narrow(n, p, low, high)

    def may_be_chosen(self, n: int, c: int, mover: int, reached: bool) -> bool:
        """May c be the best successor of n for the mover?

        The first of equally good ones counts as the best.

        `reached` says that one before c is known to be as good as n itself.
        """
        high, low = self.high(c, mover), self.low(n, mover)
        return high > low or (high == low and not reached)

    def tighten_mean(self, game: Game[Any, Any], n: int) -> bool:
        """The bounds of a chance node are the means of its outcomes' bounds."""
        news = False
        for p in range(game.players):
            low = high = 0.0
            c = self.cells[n + CHILDREN]
            for _ in range(self.cells[n + COUNT]):
                odds = from_cell(self.cells[c + ODDS])
                if odds > 0.0:
                    low, high = low + odds * self.low(c, p), high + odds * self.high(c, p)
                c += self.size(game)
            news = self.narrow(n, p, low, high) or news
        return news

    # ------------------------------------------------------------------ simulate: down the tree

    def select(self, game: Game[Any, Any], n: int) -> int:
        """The successor that the simulation follows, and in HANDED the proven one, if any, whose
        value it hands up instead.

        The best successor is the one with the largest mean + c·√(ln N / n), all in units of the
        payoffs' span. If that one is proven there is nothing to learn below it: its value is the
        sample, and the simulation goes to the best that is open.
        """
        if game.has_chance and self.cells[n + MOVER] == CHANCE:
            return self.sample(game, n)
        mover = self.cells[n + MOVER]
        log = math.log(self.cells[n + VISITS] + 1.0)
        first = self.cells[n + CHILDREN]
        best, best_open = first, 0
        most, most_open = -INFINITY, -INFINITY
        reached = False
        c = first
        for _ in range(self.cells[n + COUNT]):
            if self.may_be_chosen(n, c, mover, reached):
                score = self.score(game, c, mover, log)
                if score > most:
                    most, best = score, c
                if score > most_open and self.is_open(game, c):
                    most_open, best_open = score, c
            reached = reached or self.low(c, mover) >= self.low(n, mover)
            c += self.size(game)
        return self.follow(n, best, best_open)

    def follow(self, n: int, best: int, best_open: int) -> int:
        """Go to the best open successor, remembering a proven one that is better."""
        self.cells[n + HANDED] = 0
        if best_open == 0:
            return best
        if best != best_open:
            self.cells[n + HANDED] = best
        return best_open

    def score(self, game: Game[Any, Any], c: int, mover: int, log: float) -> float:
        """UCB1 of one successor for the mover; one that was never tried comes first."""
        visits = self.cells[c + VISITS]
        if visits == 0:
            return INFINITY if self.is_open(game, c) else self.scale(self.low(c, mover), mover)
        return self.scale(self.mean(c, mover), mover) + from_cell(self.cells[EXPLORE]) * math.sqrt(
            log / visits
        )

    def mean(self, c: int, p: int) -> float:
        """What player p got at c on average, as far as the bounds allow it."""
        seen: float = self.sum(c, p) / self.cells[c + VISITS]
        return min(max(seen, self.low(c, p)), self.high(c, p))

    def scale(self, x: float, p: int) -> float:
        """A payoff of player p from 0, the smallest known or seen, to 1, the largest.

        A draw between a win and a loss is ½.
        """
        least, most = (
            from_cell(self.cells[SPANS + 4 * p + 2]),
            from_cell(self.cells[SPANS + 4 * p + 3]),
        )
        return (x - least) / (most - least) if most > least else 0.5

    def sample(self, game: Game[Any, Any], n: int) -> int:
        """An outcome by the odds.

        If it is proven, its value is the sample, and the simulation goes to an open one.
        """
        outcome = self.draw(game, n, 1.0, False)
        if self.is_open(game, outcome):
            return self.follow(n, outcome, outcome)
        return self.follow(n, outcome, self.draw(game, n, self.open_odds(game, n), True))

    def draw(self, game: Game[Any, Any], n: int, total: float, only_open: bool) -> int:
        """One of the outcomes whose odds add up to the total; 0 if there is none."""
        left = self.uniform() * total
        found: int = 0
        c = self.cells[n + CHILDREN]
        for _ in range(self.cells[n + COUNT]):
            odds = from_cell(self.cells[c + ODDS])
            if odds > 0.0 and (not only_open or self.is_open(game, c)):
                found = c
                left -= odds
                if left < 0.0:
                    return found
            c += self.size(game)
        return found

    def open_odds(self, game: Game[Any, Any], n: int) -> float:
        """How probable it is that an outcome is not proven."""
        total = 0.0
        c = self.cells[n + CHILDREN]
        for _ in range(self.cells[n + COUNT]):
            if self.is_open(game, c):
                total += from_cell(self.cells[c + ODDS])
            c += self.size(game)
        return total

    # ------------------------------------------------------------------ expand

    def expand(self, game: Game[Any, Any], s: Any, n: int) -> bool:
        """Give n its successors.

        False if there is no room for all of them; then it stays a leaf.
        """
        at = self.cells[FREE]
        if game.has_chance and game.player(s) == CHANCE:
            for a, odds in game.chances(s):
                at = self.add(game, n, at, a, float(odds))
        else:
            for a in game.actions(s):
                at = self.add(game, n, at, a, 0.0)
        if at == self.cells[FREE]:
            raise NoActions
        if at > self.cells[END]:
            self.cells[FULL] = 1
            return False
        self.cells[n + MOVER] = game.player(s)
        self.cells[n + CHILDREN] = self.cells[FREE]
        self.cells[n + COUNT] = (at - self.cells[FREE]) // self.size(game)
        self.cells[FREE] = at
        return True

    def add(self, game: Game[Any, Any], n: int, at: int, a: Any, odds: float) -> int:
        """Write a new node there, if there is room; returns where the next one goes."""
        end = at + self.size(game)
        if end <= self.cells[END]:
            self.cells[at + ACTION] = a
            self.cells[at + ODDS] = as_cell(odds)
            self.clear(game, at, n)
        return end

    def clear(self, game: Game[Any, Any], at: int, parent: int) -> None:
        """A node of which nothing is known but the range of the game's payoffs."""
        cells = self.cells
        cells[at + PARENT] = parent
        cells[at + CHILDREN] = 0
        cells[at + COUNT] = 0
        cells[at + MOVER] = NOBODY
        cells[at + VISITS] = 0
        cells[at + HANDED] = 0
        for p in range(game.players):
            cells[at + FIELDS + 3 * p] = as_cell(0.0)
        self.forget_bounds(game, at)

    # ------------------------------------------------------------------ back up

    def count(self, game: Game[Any, Any], n: int, v: Vector) -> None:
        """One more simulation came through n and paid v."""
        self.cells[n + VISITS] += 1
        for p in range(game.players):
            at = n + FIELDS + 3 * p
            self.cells[at] = as_cell(from_cell(self.cells[at]) + v[p])

    def see(self, game: Game[Any, Any], v: Vector) -> None:
        """Payoffs beyond all known ones widen the scale."""
        for p in range(game.players):
            at = SPANS + 4 * p
            self.cells[at + 2] = as_cell(min(from_cell(self.cells[at + 2]), v[p]))
            self.cells[at + 3] = as_cell(max(from_cell(self.cells[at + 3]), v[p]))

    # ------------------------------------------------------------------ chance

    def bits(self) -> int:
        """64 random bits.

        The generator splitmix64 (Steele, Lea and Flood 2014), the same in both gears.
        """
        state = (self.cells[RANDOM] + 0x9E3779B97F4A7C15) & ALL_BITS
        self.cells[RANDOM] = state
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & ALL_BITS
        z = (z ^ z >> 27) * 0x94D049BB133111EB & ALL_BITS
        mixed: int = z ^ z >> 31
        return mixed

    def below(self, n: int) -> int:
        """A random number from 0 to n − 1, for n below 2³¹."""
        return (self.bits() >> 32) * n >> 32

    def uniform(self) -> float:
        """A random number in [0, 1)."""
        return float(self.bits() >> 11) * 2.0**-53

    def any_action(self, game: Game[Any, Any], s: Any) -> Any:
        """A random action that is `playout_actions`, each as likely as the other. Of more than a
        handful, a handful is chosen first (reservoir sampling)."""
        count = 0
        for a in game.playout_actions(s):
            k = count if count < HANDFUL else self.below(count + 1)
            if k < HANDFUL:
                self.cells[HAND + k] = a
            count += 1
        if count == 0:
            raise NoActions
        return self.cells[HAND + self.below(min(count, HANDFUL))]

    def any_outcome(self, game: Game[Any, Any], s: Any) -> Any:
        """A random outcome, by the odds."""
        left = self.uniform()
        for a, odds in game.chances(s):
            self.cells[HAND] = a
            left -= odds
            if left < 0.0:
                break
        return self.cells[HAND]


def keep_below(game: Game[Any, Any], root: int, tree: SearchTree) -> int:
    """Make a node the root, and move all that lies below it to the front.

    Returns how many nodes that are.

    In three passes from the front to the back: where each node goes (kept in HANDED; 0 for a node
    that is given up), then the addresses in the nodes, then the nodes themselves. A parent lies
    before its successors, so it is known first.
    """
    cells, size = tree.cells, tree.size(game)
    end = cells[FREE]
    free = ROOT
    for n in range(ROOT, end, size):
        kept = n == root or (n > root and cells[cells[n + PARENT] + HANDED] != 0)
        cells[n + HANDED] = free if kept else 0
        free += size if kept else 0
    for n in range(root, end, size):
        if cells[n + HANDED] != 0:
            cells[n + PARENT] = ROOT if n == root else cells[cells[n + PARENT] + HANDED]
            cells[n + CHILDREN] = cells[cells[n + CHILDREN] + HANDED] if cells[n + COUNT] > 0 else 0
    for n in range(root, end, size):
        if cells[n + HANDED] != 0:
            at = cells[n + HANDED]
            for i in range(size):
                cells[at + i] = cells[n + i]
            cells[at + HANDED] = 0
    cells[FREE] = free
    cells[FULL] = 0
    return (free - ROOT) // size
