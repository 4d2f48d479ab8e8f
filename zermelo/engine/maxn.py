"""More than two players: max^n with Korf's shallow pruning, a table and deepening; and paranoid.

The promise: the vector is the one that the textbook's `search.maxn` finds, component for component,
with every feature on or off. Where several successors are equally good for the mover, the first in
natural order is taken, whatever the order in which they are tried.

**Shallow pruning.** Let all payoffs add up to T, and player k's be at least mₖ. Player p has a
successor with the value b for p, and looks at another one, where player q ≠ p moves and has found
the value c for q. There p gets at most ::

    T − c − Σ mₖ over all k other than p and q

and once that is no more than b, p will not go there: the rest of q's actions cannot matter. What
the players above p prefer (deep pruning) says nothing in max^n, because p's choice may depend on
what was pruned (Korf 1991).

**Immediate pruning.** A player who has the largest possible payoff prunes the rest:
Mₚ = T − Σ mₖ over k ≠ p, or the largest payoff of p.

Both need numbers that the game must declare: `total` and `payoff_range`. Estimates at the horizon
must keep to them too. If they are not declared, or an estimate breaks them, nothing is pruned and
the result says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.bits import LookupTable
from zermelo.engine.search_table import (
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
    TAINTS,
    SearchTable,
    at_depth,
    first_then_others,
)
from zermelo.engine.star import StarQuestion
from zermelo.engine.star_table import StarOptions
from zermelo.engine.table_search import TableSearch, is_worth_deepening, refuse_trace
from zermelo.engine.tt import NOT_FOUND, TAG, require_memory
from zermelo.errors import Signal
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.run import iterate_in_gear, last
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
"""How far, as a share of the largest number, sums may be off. Unless all numbers are whole, shallow
pruning waits until its bound is passed by as much: sums are rounded, and a tie must not be taken
for a loss."""


class Unbalanced(Signal):
    """A payoff or an estimate that the total or the range rules out."""


@dataclass(frozen=True)
class MaxnOptions:
    """The options of `maxn`, see there; `lines` as in `Limits`."""

    shallow: bool = True
    immediate: bool = True
    table: bool = True
    order: bool = True
    deepening: bool = True
    memory: float = 64
    lines: int = 1

    def __post_init__(self) -> None:
        require_memory(self.memory)


MAXN = Algorithm(
    "maxn",
    "max^n with shallow pruning, a transposition table and iterative deepening",
    aliases=("max^n", "max-n"),
    source="Luckhardt and Irani 1986; Korf 1991",
    players=None,
    chance=True,
    vectors=True,
    prunes=True,
    features=("shallow", "immediate", "table", "order", "deepening"),
    is_default=True,
)


@MAXN.runs
def maxn(
    game: Game[S, A],
    s: S | None = None,
    *,
    shallow: bool = True,
    immediate: bool = True,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    **options: Unpack[Options],
) -> Result[A]:
    """max^n to the depth limit, or until the value is proven or a limit is met.

    shallow    Korf's shallow pruning
    immediate  stop at the largest payoff that the mover can get
    table      remember what was found, in `memory` MiB
    order      the table's best action first
    deepening  depth 1, 2, 3 … instead of the last depth at once (which is done anyway without
               evaluation and limits)

    >>> from zermelo import tree
    >>> maxn(tree.figure("three-player")).vector
    (1.0, 2.0, 6.0)
    """
    chosen = MaxnOptions(shallow, immediate, table, order, deepening, memory)
    return last(iterate_maxn(game, s, chosen, **options))


def iterate_maxn(
    game: Game[S, A], s: S | None, chosen: MaxnOptions, **options: Unpack[Options]
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    refuse_trace("maxn", "the textbook's maxn", options)
    return MaxnQuestion(ask(MAXN, game, s, **options), chosen).iterate()


class MaxnQuestion(Generic[S, A]):
    """One question to the search, with pruning as long as payoffs keep to what the game
    declares."""

    def __init__(self, q: Question[S, A], chosen: MaxnOptions) -> None:
        self.q = q
        self.chosen = replace(chosen, deepening=chosen.deepening and is_worth_deepening(q))
        self.sums = self._find_sums()

    def _find_sums(self) -> PayoffSums | None:
        """What the game declares of its payoffs, if that is enough to prune by."""
        q, chosen = self.q, self.chosen
        if not (chosen.shallow or chosen.immediate):
            return None
        sums = PayoffSums.of(q.game)
        has_horizon = chosen.deepening or q.limit.depth is not None
        if sums is None:
            q.notes.append(UNKNOWN_SUM)
        elif not q.game.declares("evaluate") and has_horizon and not sums.allow_zeros:
            q.notes.append(ZERO_SUM)
            return None
        return sums

    @property
    def features(self) -> int:
        """The parts that are switched on, as a set."""
        chosen = self.chosen
        return (
            (chosen.shallow and SHALLOW)
            | (chosen.immediate and IMMEDIATE)
            | (chosen.table and TABLE)
            | (chosen.order and ORDER)
        )

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth, in the question's gear."""
        return iterate_in_gear(self.q, self._attempt)

    def _attempt(self, q: Question[S, A]) -> Iterator[Result[A]]:
        """Search in one gear; without pruning if a value breaks the sums."""
        try:
            yield from self._search(q, self.sums)
        except Unbalanced:
            yield from self._search(replace(q, notes=[*q.notes, BROKEN_SUM]), None)

    def _search(self, q: Question[S, A], sums: PayoffSums | None) -> Iterator[Result[A]]:
        features = self.features if sums else self.features & ~(SHALLOW | IMMEDIATE)
        memory = self.chosen.memory if features & TABLE else 0
        table = MaxnTable(q.game, features, sums or PayoffSums.none(q.game), memory, q.gear)
        return TableSearch(
            q,
            root_vector,
            lambda depth: (q.player, depth, table),
            table,
            self.chosen.deepening,
            self.chosen.lines,
        ).iterate()


PARANOID = Algorithm(
    "paranoid",
    "one player against all others, who are taken as one opponent",
    source="Sturtevant and Korf 2000",
    players=None,
    chance=True,
    prunes=True,
    features=("table", "order", "deepening"),
)


@PARANOID.runs
def paranoid(
    game: Game[S, A],
    s: S | None = None,
    *,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    **options: Unpack[Options],
) -> Result[A]:
    """One player against all others, taken as one opponent who minimises: `star` for any number.

    >>> from zermelo import tree
    >>> paranoid(tree.figure("three-player")).value
    1.0
    """
    chosen = StarOptions(table=table, order=order, deepening=deepening, memory=memory)
    return last(iterate_paranoid(game, s, chosen, **options))


def iterate_paranoid(
    game: Game[S, A], s: S | None, chosen: StarOptions, **options: Unpack[Options]
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    refuse_trace("paranoid", "the textbook's paranoid", options)
    return StarQuestion(ask(PARANOID, game, s, **options), chosen).iterate()


class PayoffSums:
    """What a game tells about its payoffs.

    Their total, each player's smallest and largest, and how far sums may be off.
    """

    def __init__(self, total: float, least: list[float], most: list[float], slack: float) -> None:
        self.total, self.least, self.most, self.slack = float(total), least, most, slack

    @classmethod
    def of(cls, game: Game[Any, Any]) -> PayoffSums | None:
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
        """Remember the vector of s. One that is whole is not overwritten by one that is not."""
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


# ---------------------------------------------------------------------- the search


def root_vector(
    game: Game[S, A], s: S, me: int, depth: int, table: MaxnTable, watch: Watch
) -> Vector:
    """The vector of the root, which nothing prunes and the table does not answer.

    An action must be found.
    """
    return vector(game, s, me, depth, INFINITY, True, table, watch)


def vector(
    game: Game[S, A],
    s: S,
    me: int,
    depth: int,
    enough: float,
    even: bool,
    table: MaxnTable,
    watch: Watch,
) -> Vector:
    """The vector of s; `me` is the player whose value is reported.

    A player q who moves at s may be left alone once they have `enough` (or, unless `even`, more
    than that): the vector's component q is then a lower bound, and the player above s gets no more
    than they have elsewhere.
    """
    watch.enter(s)
    cells, ply = table.cells, watch.cells[PLY]
    if game.terminal(s) or depth == 0:
        v = leaf_vector(game, s, me, table, watch)
        watch.leave(v[me])
        return v
    taints, reach = cells[TAINTS], cells[REACH]
    cells[REACH] = ply
    entry = table.lookup(game, s, depth) if ply > 1 else NOT_FOUND
    if entry != NOT_FOUND and answers(game, s, entry, enough, even, table):
        table.rely(entry, ply)
        v = table.vector(game, entry)
    elif game.has_chance and game.player(s) == CHANCE:
        v = mean_vector(game, s, me, depth, enough, even, table, watch)
        cells[BEST] = 0
        table.keep(game, s, v, True, depth, taints, ply)
    else:
        v = best_vector(game, s, me, depth, enough, even, table, watch)
        table.keep(game, s, v, not is_enough(v[game.player(s)], enough, even), depth, taints, ply)
    table.touch(reach)
    watch.leave(v[me])
    return v


def leaf_vector(game: Game[S, A], s: S, me: int, table: MaxnTable, watch: Watch) -> Vector:
    """The payoffs, or the estimates at the horizon."""
    if game.terminal(s):
        table.touch(watch.cells[PLY])
        watch.leaf(game.utility(s, me))
        v = tuple(float(game.utility(s, p)) for p in range(game.players))
    else:
        table.taint()
        watch.horizon(game.evaluate(s, me))
        v = tuple(float(game.evaluate(s, p)) for p in range(game.players))
    table.require_sums(game, v)
    return v


def is_enough(x: float, enough: float, even: bool) -> bool:
    """Does the mover's value exceed the bound of the player above?"""
    return x > enough or (even and x >= enough)


def answers(
    game: Game[S, A], s: S, entry: int, enough: float, even: bool, table: MaxnTable
) -> bool:
    """Does an entry settle its state? A partial one does if its bound is enough."""
    if table.cells[entry + TAG] & PARTIAL == 0:
        return True
    return is_enough(table.value(entry, game.player(s)), enough, even)


def best_vector(
    game: Game[S, A],
    s: S,
    me: int,
    depth: int,
    enough: float,
    even: bool,
    table: MaxnTable,
    watch: Watch,
) -> Vector:
    """The vector that is best for the mover.

    Of equally good ones, that of the first action in natural order.
    """
    mover = game.player(s)
    v = tuple(-INFINITY for _ in range(game.players))
    best = NONE
    for i, a in first_then_others(game, s, table.first(game, s, depth)):
        if best == NONE or i < best or not table.is_most(mover, v[mover]):
            watch.consider(a)
            t = game.result(s, a)
            is_later = best == NONE or i > best
            limit = INFINITY
            if best != NONE and not game.terminal(t) and game.player(t) != CHANCE:
                limit = table.enough(mover, game.player(t), v[mover])
            v2 = vector(game, t, me, depth - 1, limit, is_later, table, watch)
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
    table.cells[BEST] = best + 1
    return v


def mean_vector(
    game: Game[S, A],
    s: S,
    me: int,
    depth: int,
    enough: float,
    even: bool,
    table: MaxnTable,
    watch: Watch,
) -> Vector:
    """The mean of all outcomes, each weighed by its probability; nothing is pruned through it."""
    v = tuple(0.0 for _ in range(game.players))
    for a, p in game.chances(s):
        watch.consider(a)
        v2 = vector(game, game.result(s, a), me, depth - 1, INFINITY, True, table, watch)
        v = tuple(x + p * y for x, y in zip(v, v2, strict=False))
    return v
