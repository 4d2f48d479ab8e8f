"""More than two players: max^n with Korf's shallow pruning, a table, and deepening; and paranoid, which is alpha-beta.

The promise: the vector is the one that the textbook's `search.maxn` finds, component for component, with every feature on
or off. Where several successors are equally good for the player who moves, the first in natural order is taken, whatever
the order in which they are tried.

**Shallow pruning.** Let all payoffs add up to T, and player k's be at least mₖ. Player p has a successor that gives them
b, and looks at another one, where player q ≠ p moves and has found c for themselves. There p gets at most ::

    T − c − Σ mₖ over all k other than p and q

and once that is no more than b, p will not go there: the rest of q's actions cannot matter. What the players above p would
like (deep pruning) says nothing in max^n, because p's choice may hang on what was pruned (Korf 1991).

**Immediate pruning.** A player who has the most that they can get looks no further: Mₚ = T − Σ mₖ over k ≠ p, or the largest
payoff of theirs.

Both need numbers that the game must tell: `total` and `payoff_range`. Estimates at the horizon must keep to them too. If they
are not told, or an estimate breaks them, nothing is pruned and the result says so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, Unpack

from zermelo.bits import LookupTable
from zermelo.engine.star import searched_by_steps
from zermelo.engine.steps import deepened, is_worth_deepening, refuse_trace
from zermelo.engine.store import (
    BEST,
    FEATURES,
    FIELD,
    NONE,
    ORDER,
    OWN,
    PARTIAL,
    PROVEN,
    REACH,
    TABLE,
    TAG,
    TAINTS,
    Store,
    at_depth,
    first_then_others,
    require_memory,
)
from zermelo.errors import Signal
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.run import in_gear
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.result import Result
from zermelo.search.maxn import Vector
from zermelo.watch import PLY, Watch

S = TypeVar("S")
A = TypeVar("A")

SHALLOW, IMMEDIATE = (1 << i for i in range(OWN, OWN + 2))

UNKNOWN_SUM = "the game tells no total and smallest payoffs: nothing is pruned"
ZERO_SUM = "the horizon counts as 0, which the game's total and range rule out: nothing is pruned"
BROKEN_SUM = (
    "a payoff or an estimate does not keep to the game's total and range: nothing is pruned"
)

TOLERANCE = 1e-9
"""How far, as a share of the largest number about, sums may be off. Unless all numbers are whole, shallow pruning waits until
its bound is passed by as much: sums are rounded, and a tie must not be taken for a loss."""


class Unbalanced(Signal):
    """A payoff or an estimate that the total or the range rules out."""


def many(
    game: Game[S, A],
    s: S | None = None,
    *,
    shallow: bool = True,
    immediate: bool = True,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    stop: threading.Event | None = None,
    told: Callable[[Result[A]], None] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """max^n to the depth limit, or until the value is proven, or the nodes or the time are over.

    shallow    Korf's shallow pruning
    immediate  stop at the most that the player who moves can get
    table      remember what was found, in `memory` MiB
    order      the table's best action first
    deepening  depth 1, 2, 3 … instead of the last depth at once (which is done anyway without evaluation and limits)
    stop       set it from another thread, and the best so far is returned within milliseconds
    told       called with what is known after each depth

    >>> from zermelo import tree
    >>> many(tree.figure("three-player")).vector
    (1.0, 2.0, 6.0)
    """
    require_memory(memory)
    refuse_trace("many", "maxn", options)
    q = ask("many", game, s, **options)
    q.told = told
    on = (shallow and SHALLOW) | (immediate and IMMEDIATE) | (table and TABLE) | (order and ORDER)
    deepening = deepening and is_worth_deepening(q)
    limits = Limits.of(game) if shallow or immediate else None
    if limits is None and (shallow or immediate):
        q.notes.append(UNKNOWN_SUM)
    elif (
        limits is not None
        and not game.declares("evaluate")
        and (deepening or q.limit.depth is not None)
        and not limits.allow_zeros
    ):
        q.notes.append(ZERO_SUM)
        limits = None

    def run(q: Question[S, A], limits: Limits | None) -> Result[A]:
        memo = Many(
            game,
            on if limits else on & ~(SHALLOW | IMMEDIATE),
            limits or Limits.none(game),
            memory,
            q.gear,
        )
        return deepened(
            q, root_vector, lambda depth: (q.player, depth, memo), memo, deepening, stop
        )

    def attempt(q: Question[S, A]) -> Result[A]:
        try:
            return run(q, limits)
        except Unbalanced:
            return run(replace(q, notes=[*q.notes, BROKEN_SUM]), None)

    return in_gear(q, attempt)


def paranoid(
    game: Game[S, A],
    s: S | None = None,
    *,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    stop: threading.Event | None = None,
    told: Callable[[Result[A]], None] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """One player against all others, taken as one who minimises: the search of `star`, for any number of players.

    >>> from zermelo import tree
    >>> paranoid(tree.figure("three-player")).value
    1.0
    """
    refuse_trace("paranoid", "the textbook's paranoid", options)
    q = ask("paranoid", game, s, **options)
    q.told = told
    return searched_by_steps(q, True, True, table, order, deepening, memory, None, None, stop)


class Limits:
    """What a game tells about its payoffs: their total, each player's smallest and largest, and how far sums may be off."""

    def __init__(self, total: float, least: list[float], most: list[float], slack: float) -> None:
        self.total, self.least, self.most, self.slack = float(total), least, most, slack

    @classmethod
    def of(cls, game: Game[Any, Any]) -> Limits | None:
        """As the game tells them; None if it does not tell enough."""
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
    def none(cls, game: Game[Any, Any]) -> Limits:
        """Nothing is known."""
        return cls(0.0, [-INFINITY] * game.players, [INFINITY] * game.players, 0.0)


class Many(Store):
    """What a search remembers, and what it knows of payoffs. An entry holds a vector; a partial one, of a node that was left
    early, is a lower bound in the component of the player who moves.
    """

    bare = ("cells", "least", "most", "sums")

    def __init__(
        self, game: Game[Any, Any], features: int, limits: Limits, memory: float, gear: str
    ) -> None:
        super().__init__(game.players, memory if features & TABLE else 0, gear)
        self.cells[FEATURES] = features
        self.least, self.most = LookupTable(limits.least), LookupTable(limits.most)
        is_exact = not game.has_chance and all(
            x == x // 1 for x in [limits.total, *limits.least, *limits.most]
        )
        self.sums = LookupTable(
            [limits.total, sum(limits.least), limits.slack, 0.0 if is_exact else limits.slack]
        )
        """The total; the sum of all smallest payoffs; how far a sum may be off; how far a bound must be passed."""

    def sure(self, game: Game[Any, Any], v: Vector) -> None:
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
        """What q must have at a successor so that p, who has b elsewhere, gets no more than b there."""
        if p == q or not self.has(SHALLOW):
            return INFINITY
        return self.sums[0] - (self.sums[1] - self.least[p] - self.least[q]) - b + self.sums[3]

    def is_most(self, p: int, x: float) -> bool:
        """Is this the most that p can get?"""
        return self.has(IMMEDIATE) and x >= self.most[p]

    def known(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The entry that says something about s searched this deep; 0 if there is none."""
        if self.has(TABLE):
            key = game.key(s)
            for k in (key, at_depth(key, depth)):
                entry = self.find(k)
                if entry != 0 and self.serves(entry, depth):
                    return entry
        return 0

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
        """Remember the vector of s. One that is whole is not overwritten by one that is not."""
        if not self.has(TABLE):
            return
        is_proven = self.cells[TAINTS] == taints
        plies = int(self.cells[REACH] - ply if is_proven else depth)
        key = game.key(s) if is_proven else at_depth(game.key(s), depth)
        entry = self.room(key)
        if not is_whole and self.find(key) != 0 and self.cells[entry + TAG] & PARTIAL == 0:
            return
        for p in range(game.players):
            self.put(entry, p, v[p])
        kind = (PROVEN if is_proven else 0) | (0 if is_whole else PARTIAL)
        self.seal(entry, key, kind, plies & FIELD, int(self.cells[BEST]) - 1)


# ---------------------------------------------------------------------- the search


def root_vector(game: Game[S, A], s: S, me: int, depth: int, way: Many, watch: Watch) -> Vector:
    """The vector of the root, which nothing prunes and the table does not answer: an action must be found."""
    return vector(game, s, me, depth, INFINITY, True, way, watch)


def vector(
    game: Game[S, A], s: S, me: int, depth: int, enough: float, even: bool, way: Many, watch: Watch
) -> Vector:
    """The vector of s; `me` is the player whose value is reported.

    A player q who moves at s may be left alone once they have `enough` (or, unless `even`, more than that): the vector's
    component q is then a lower bound, and the player above s gets no more than they have elsewhere.
    """
    watch.enter(s)
    way.heed()
    cells, ply = way.cells, watch.cells[PLY]
    if game.terminal(s) or depth == 0:
        v = leaf_vector(game, s, me, way, watch)
        watch.leave(v[me])
        return v
    taints, reach = cells[TAINTS], cells[REACH]
    cells[REACH] = ply
    entry = way.known(game, s, depth) if ply > 1 else 0
    if entry != 0 and answers(game, s, entry, enough, even, way):
        way.rely(entry, ply)
        v = way.vector(game, entry)
    elif game.has_chance and game.player(s) == CHANCE:
        v = mean_vector(game, s, me, depth, enough, even, way, watch)
        cells[BEST] = 0
        way.keep(game, s, v, True, depth, taints, ply)
    else:
        v = best_vector(game, s, me, depth, enough, even, way, watch)
        way.keep(game, s, v, not is_enough(v[game.player(s)], enough, even), depth, taints, ply)
    way.touch(reach)
    watch.leave(v[me])
    return v


def leaf_vector(game: Game[S, A], s: S, me: int, way: Many, watch: Watch) -> Vector:
    """The payoffs, or the estimates at the horizon."""
    if game.terminal(s):
        way.touch(watch.cells[PLY])
        watch.leaf(game.utility(s, me))
        v = tuple(float(game.utility(s, p)) for p in range(game.players))
    else:
        way.taint()
        watch.horizon(game.evaluate(s, me))
        v = tuple(float(game.evaluate(s, p)) for p in range(game.players))
    way.sure(game, v)
    return v


def is_enough(x: float, enough: float, even: bool) -> bool:
    """Has the player who moves so much that the player above will not come here?"""
    return x > enough or (even and x >= enough)


def answers(game: Game[S, A], s: S, entry: int, enough: float, even: bool, way: Many) -> bool:
    """Does an entry settle its state? A partial one does if its bound is enough."""
    if way.cells[entry + TAG] & PARTIAL == 0:
        return True
    return is_enough(way.value(entry, game.player(s)), enough, even)


def best_vector(
    game: Game[S, A], s: S, me: int, depth: int, enough: float, even: bool, way: Many, watch: Watch
) -> Vector:
    """The vector that is best for the player who moves; of equally good ones, that of the first action in natural order."""
    mover = game.player(s)
    v = tuple(-INFINITY for _ in range(game.players))
    best = NONE
    for i, a in first_then_others(game, s, way.first(game, s, depth)):
        if best == NONE or i < best or not way.is_most(mover, v[mover]):
            watch.consider(a)
            t = game.result(s, a)
            is_later = best == NONE or i > best
            limit = INFINITY
            if best != NONE and not game.terminal(t) and game.player(t) != CHANCE:
                limit = way.enough(mover, game.player(t), v[mover])
            v2 = vector(game, t, me, depth - 1, limit, is_later, way, watch)
            if (
                limit < INFINITY
                and watch.cells[PLY] == 1
                and is_enough(v2[game.player(t)], limit, is_later)
            ):
                watch.give_up()
            if v2[mover] > v[mover] or (v2[mover] == v[mover] and not is_later):
                watch.prefer(a)
                v, best = v2, i
            if is_enough(v[mover], enough, even):
                watch.cut(v[mover], -INFINITY, enough)
                break
    way.cells[BEST] = best + 1
    return v


def mean_vector(
    game: Game[S, A], s: S, me: int, depth: int, enough: float, even: bool, way: Many, watch: Watch
) -> Vector:
    """The mean of all outcomes, each weighed by its probability."""
    v = tuple(0.0 for _ in range(game.players))
    for a, p in game.chances(s):
        watch.consider(a)
        v2 = vector(game, game.result(s, a), me, depth - 1, INFINITY, True, way, watch)
        v = tuple(x + p * y for x, y in zip(v, v2, strict=False))
    return v
