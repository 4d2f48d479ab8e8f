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
    RAVE      how many simulations of its own weigh as much as those of AMAF (see `amaf`)
    CHOICES … the actions of a state in a playout, while one is chosen
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
    BACKED_UP the proven successor whose value was backed up, or 0
    ODDS      the probability of this outcome of chance; of an action, its prior
    SUM …     for each player the payoffs added up,
    LOW, HIGH the bounds: low ≤ true value ≤ high

A parent lies before its successors, always. Plain rows hold objects and are sparse; compiled ones
are arrays of 64-bit integers, floats as their bits.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import as_cell, from_cell
from zermelo.engine.repetition import MOST_PAST
from zermelo.game import CHANCE, FORBIDDEN, INFINITY, Game
from zermelo.gears.cells import make_cells

Vector = tuple[float, ...]

FREE, END, RANDOM, FULL, EXPLORE, PAST, RAVE = range(7)
CHOICES = 8
MOST_CHOICES = 256
"""Maximum number of actions that are kept while a playout chooses one of them."""
SPANS = CHOICES + MOST_CHOICES
MOST_PLAYERS = 26
ROOT = SPANS + 4 * MOST_PLAYERS

ACTION, PARENT, CHILDREN, COUNT, MOVER, VISITS, BACKED_UP, ODDS, FIELDS = range(9)

MOST_DEEP = 1000
"""Leaves this deep in the tree get no successors."""

NO_MOVER = -2
"""The mover of a node whose successors were never looked at."""


class Nodes:
    """The nodes of a search tree and their proven bounds."""

    bare: tuple[str, ...] = ("cells", "path")

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
        # A loop of known length compiles to its tests alone; `any` would not.
        for p in range(game.players):  # noqa: SIM110
            if self.low(n, p) < self.high(n, p):
                return True
        return False

    def read_proven(self, game: Game[Any, Any], n: int) -> Vector:
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
        return self.read_proven(game, n)

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
