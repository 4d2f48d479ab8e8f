"""The table of max^n, and what a game tells about its payoffs."""

from __future__ import annotations

from typing import Any

from zermelo.bits import LookupTable
from zermelo.engine.search_table import (
    BEST,
    FEATURES,
    FIELD,
    OWN,
    PARTIAL,
    PROVEN,
    REACH,
    TABLE,
    TAINTS,
    SearchTable,
    at_depth,
)
from zermelo.errors import Signal
from zermelo.frame.tt import NOT_FOUND, TAG
from zermelo.game import INFINITY, Game
from zermelo.search.maxn import Vector

SHALLOW, IMMEDIATE = (1 << i for i in range(OWN, OWN + 2))

TOLERANCE = 1e-9
"""How far, as a share of the largest number, sums may be off. Unless all numbers are whole, shallow
pruning waits until its bound is passed by as much: sums are rounded, and a tie must not be taken
for a loss."""


class Unbalanced(Signal):
    """A payoff or an estimate that the total or the range rules out."""


class PayoffSums:
    """What a game declares of its payoffs.

    Their total, each player's smallest and largest, and how far sums may be off.
    """

    def __init__(self, total: float, least: list[float], most: list[float], slack: float) -> None:
        self.total, self.least, self.most, self.slack = float(total), least, most, slack

    @classmethod
    def of(cls, game: Game[Any, Any]) -> PayoffSums | None:
        """As the game declares them; None if that is not enough."""
        ranges = [game.payoff_range(p) for p in range(game.players)]
        known = [r for r in ranges if r is not None and r[0] > -INFINITY and r[1] < INFINITY]
        if game.total is None or len(known) < game.players:
            return None
        least = [float(low) for low, _ in known]
        most = [
            min(float(high), game.total - (sum(least) - low))
            for (_, high), low in zip(known, least, strict=True)
        ]
        return cls(
            game.total, least, most, TOLERANCE * max(map(abs, [game.total, *least, *most, 1.0]))
        )

    @property
    def allow_zeros(self) -> bool:
        """Can all players get 0?"""
        return self.total == 0 and max(self.least) <= 0 <= min(self.most)

    @classmethod
    def none(cls, game: Game[Any, Any]) -> PayoffSums:
        """Nothing is known."""
        return cls(0.0, [-INFINITY] * game.players, [INFINITY] * game.players, 0.0)


class MaxnTable(SearchTable):
    """What a search remembers, and what it knows of payoffs. An entry holds a vector; a partial
    one, of a node that was left early, is a lower bound in the component of the mover.
    """

    bare = ("cells", "least", "most", "sums")

    def __init__(
        self, game: Game[Any, Any], features: int, limits: PayoffSums, memory: float, gear: str
    ) -> None:
        super().__init__(game.players, memory, gear)
        self.cells[FEATURES] = features
        self.least, self.most = LookupTable(limits.least), LookupTable(limits.most)
        is_exact = not game.has_chance and all(
            x == x // 1 for x in [limits.total, *limits.least, *limits.most]
        )
        self.sums = LookupTable(
            [limits.total, sum(limits.least), limits.slack, 0.0 if is_exact else limits.slack]
        )
        """The total.

        The sum of all smallest payoffs; how far a sum may be off; how far a bound must be passed.
        """

    def require_sums(self, game: Game[Any, Any], v: Vector) -> None:
        """Refuse payoffs and estimates for which pruning would be wrong."""
        if self.has(SHALLOW | IMMEDIATE):
            total = 0.0
            for p in range(game.players):
                total += v[p]
                if v[p] < self.least[p] or v[p] > self.most[p] + self.sums[2]:
                    raise Unbalanced
            if abs(total - self.sums[0]) > self.sums[2]:
                raise Unbalanced

    def enough(self, p: int, q: int, b: float) -> float:
        """What q must have at a successor so that p, who has b elsewhere, gets no more than b
        there."""
        if p == q or not self.has(SHALLOW):
            return INFINITY
        return self.sums[0] - (self.sums[1] - self.least[p] - self.least[q]) - b + self.sums[3]

    def is_most(self, p: int, x: float) -> bool:
        """Is this the most that p can get?"""
        return self.has(IMMEDIATE) and x >= self.most[p]

    def lookup(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The entry that says something about s searched this deep; 0 if there is none."""
        if self.has(TABLE):
            key = game.key(s)
            for k in (key, at_depth(key, depth)):
                entry = self.find(k)
                if entry != NOT_FOUND and self.serves(entry, depth):
                    return entry
        return NOT_FOUND

    def vector(self, game: Game[Any, Any], entry: int) -> Vector:
        """The vector of an entry."""
        return tuple(self.value(entry, p) for p in range(game.players))

    def keep(
        self,
        game: Game[Any, Any],
        s: Any,
        v: Vector,
        is_whole: bool,
        depth: int,
        taints: int,
        ply: int,
    ) -> None:
        """Store the vector of s. A whole vector is not overwritten by a partial one."""
        if not self.has(TABLE):
            return
        is_proven = self.cells[TAINTS] == taints
        plies = int(self.cells[REACH] - ply if is_proven else depth)
        key = game.key(s) if is_proven else at_depth(game.key(s), depth)
        entry = self.replace(key)
        if not is_whole and self.find(key) != NOT_FOUND and self.cells[entry + TAG] & PARTIAL == 0:
            return
        for p in range(game.players):
            self.put(entry, p, v[p])
        kind = (PROVEN if is_proven else 0) | (0 if is_whole else PARTIAL)
        self.seal(entry, key, self.tag(kind, plies & FIELD, int(self.cells[BEST]) - 1))
