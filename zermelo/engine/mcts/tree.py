"""The tree of Monte Carlo search: select, expand, back up. Its cells are drawn in `nodes`."""

from __future__ import annotations

import math
from typing import Any

from zermelo.bits import FULL as ALL_BITS
from zermelo.bits import as_cell, from_cell
from zermelo.engine.mcts.amaf import AmafNodes
from zermelo.engine.mcts.nodes import (
    ACTION,
    BACKED_UP,
    CHILDREN,
    CHOICES,
    COUNT,
    END,
    EXPLORE,
    FIELDS,
    FREE,
    FULL,
    MOST_CHOICES,
    MOVER,
    NO_MOVER,
    ODDS,
    PARENT,
    RANDOM,
    RAVE,
    ROOT,
    SPANS,
    VISITS,
    Vector,
)
from zermelo.engine.options import NoActions
from zermelo.game import CHANCE, INFINITY, Game


class SearchTree(AmafNodes):
    """The nodes, and what a simulation does with them."""

    def __init__(
        self, cells: int, gear: str = "plain", amaf: bool = False, policy: bool = False
    ) -> None:
        super().__init__(cells, gear, amaf)
        self.policy = policy
        """Does the game choose the actions of playouts itself?"""

    # ------------------------------------------------------------------ select

    def select(self, game: Game[Any, Any], n: int) -> int:
        """The successor that the simulation follows, and in BACKED_UP the proven one, if any, whose
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
        self.cells[n + BACKED_UP] = 0
        if best_open == 0:
            return best
        if best != best_open:
            self.cells[n + BACKED_UP] = best
        return best_open

    def score(self, game: Game[Any, Any], c: int, mover: int, log: float) -> float:
        """UCB1 of one successor for the mover; one that was never tried comes first.

        A prior of n > 0 counts as n playouts that were won, one of n < 0 as −n that were lost
        (Gelly and Silver 2007).
        """
        visits = self.cells[c + VISITS]
        prior = from_cell(self.cells[c + ODDS])
        if self.amaf and self.is_open(game, c):
            return self.score_with_amaf(game, c, mover, log)
        if prior != 0.0 and self.is_open(game, c):
            return self.score_with_prior(c, mover, log, prior)
        if visits == 0:
            return INFINITY if self.is_open(game, c) else self.scale(self.low(c, mover), mover)
        return self.scale(self.mean(c, mover), mover) + from_cell(self.cells[EXPLORE]) * math.sqrt(
            log / visits
        )

    def score_with_prior(self, c: int, mover: int, log: float, prior: float) -> float:
        """UCB1 of a successor with the playouts of its prior added."""
        visits = self.cells[c + VISITS]
        total = visits + abs(prior)
        won = max(prior, 0.0)
        if visits > 0:
            won += visits * self.scale(self.mean(c, mover), mover)
        value: float = won / total + from_cell(self.cells[EXPLORE]) * math.sqrt(log / total)
        return value

    def score_with_amaf(self, game: Game[Any, Any], c: int, mover: int, log: float) -> float:
        """UCB1 of an open successor, with the simulations in which its action was taken later.

        Of n simulations of its own and m of the others the others weigh m / (n + m + n·m / k), so
        nearly all at first, and as much as its own at n = m = k (Silver 2009).
        """
        prior = from_cell(self.cells[c + ODDS])
        visits = self.cells[c + VISITS]
        own, others = visits + abs(prior), self.amaf_visits(game, c)
        if own == 0.0 and others == 0:
            return INFINITY
        value = max(prior, 0.0)
        if visits > 0:
            value += visits * self.scale(self.mean(c, mover), mover)
        if own > 0.0:
            value /= own
        if others > 0:
            share = others / (own + others + own * others / from_cell(self.cells[RAVE]))
            value += share * (self.scale(self.amaf_mean(game, c), mover) - value)
        bonus: float = from_cell(self.cells[EXPLORE]) * math.sqrt(log / (own + 1.0))
        return value + bonus

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
                at = self.add(game, n, at, a, float(game.prior(s, a)))
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
        cells[at + MOVER] = NO_MOVER
        cells[at + VISITS] = 0
        cells[at + BACKED_UP] = 0
        for p in range(game.players):
            cells[at + FIELDS + 3 * p] = as_cell(0.0)
        if self.amaf:
            self.forget_amaf(game, at)
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

    def playout_action(self, game: Game[Any, Any], s: Any, last: Any) -> Any:
        """The action that a playout takes: the game's own choice, or any."""
        if self.policy:
            return game.playout_action(s, last, self.bits())
        return self.any_action(game, s)

    def any_action(self, game: Game[Any, Any], s: Any) -> Any:
        """A random action that is `playout_actions`, each as likely as the other. Of more than a
        handful, a handful is chosen first (reservoir sampling)."""
        count = 0
        for a in game.playout_actions(s):
            k = count if count < MOST_CHOICES else self.below(count + 1)
            if k < MOST_CHOICES:
                self.cells[CHOICES + k] = a
            count += 1
        if count == 0:
            raise NoActions
        return self.cells[CHOICES + self.below(min(count, MOST_CHOICES))]

    def any_outcome(self, game: Game[Any, Any], s: Any) -> Any:
        """A random outcome, by the odds."""
        left = self.uniform()
        for a, odds in game.chances(s):
            self.cells[CHOICES] = a
            left -= odds
            if left < 0.0:
                break
        return self.cells[CHOICES]


def keep_below(game: Game[Any, Any], root: int, tree: SearchTree) -> int:
    """Make a node the root, and move all that lies below it to the front.

    Returns how many nodes that are.

    In three passes from the front to the back: where each node goes (kept in BACKED_UP; 0 for a
    node that is given up), then the addresses in the nodes, then the nodes themselves. A parent
    lies before its successors, so it is known first.
    """
    cells, size = tree.cells, tree.size(game)
    end = cells[FREE]
    free = ROOT
    for n in range(ROOT, end, size):
        kept = n == root or (n > root and cells[cells[n + PARENT] + BACKED_UP] != 0)
        cells[n + BACKED_UP] = free if kept else 0
        free += size if kept else 0
    for n in range(root, end, size):
        if cells[n + BACKED_UP] != 0:
            cells[n + PARENT] = ROOT if n == root else cells[cells[n + PARENT] + BACKED_UP]
            cells[n + CHILDREN] = (
                cells[cells[n + CHILDREN] + BACKED_UP] if cells[n + COUNT] > 0 else 0
            )
    for n in range(root, end, size):
        if cells[n + BACKED_UP] != 0:
            at = cells[n + BACKED_UP]
            for i in range(size):
                cells[at + i] = cells[n + i]
            cells[at + BACKED_UP] = 0
    cells[FREE] = free
    cells[FULL] = 0
    return (free - ROOT) // size
