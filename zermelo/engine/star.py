"""Expectiminimax with Ballard's Star1 and Star2, a table, and deepening: chance for the engine.

The promise of ``value(s, α, β) = v`` is alpha-beta's, with *true* the expectiminimax value of s at
the depth asked for::

    v ≤ α          promises  true ≤ v
    v ≥ β          promises  true ≥ v
    α < v < β      promises  true = v

all of them to within rounding: 10⁻⁹ of the largest payoff.

**Star1.** At a chance node each outcome i has a probability pᵢ and a value xᵢ in [Lᵢ, Uᵢ]: the
game's bounds at first, or what the table knows, and xᵢ itself once it is searched. The mean lies in
[Σ pᵢ Lᵢ, Σ pᵢ Uᵢ], so that xᵢ matters only between ::

    least = (α − Σ_{j≠i} pⱼ Uⱼ) / pᵢ        xᵢ ≤ least  ⇒  mean ≤ α
    most  = (β − Σ_{j≠i} pⱼ Lⱼ) / pᵢ        xᵢ ≥ most   ⇒  mean ≥ β

**Star2.** Before that, one promising successor of each outcome is searched (a probe). Where MIN
moves after the outcome it is an upper bound of xᵢ, where MAX moves a lower one; often these bounds
close the window before any outcome is searched in full. What a probe found is handed on, so that no
node is searched twice for it and no leaf is visited twice.

Outside of chance nodes this is alpha-beta. The textbook's form is `search.expectimax_bounded`.
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
    PLAYER,
    PROVEN,
    REACH,
    TABLE,
    TAINTS,
    TOP,
    SearchTable,
    at_depth,
    first_then_others,
)
from zermelo.engine.table_search import TableSearch, is_worth_deepening, refuse_trace
from zermelo.engine.tt import NOT_FOUND, TAG, require_memory
from zermelo.errors import BadLimit
from zermelo.frame.question import Options, Question
from zermelo.frame.run import iterate_in_gear, last
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.gears.cells import make_cells
from zermelo.result import Result
from zermelo.search.expectimax import Distribution, OutOfBounds, asked_against, ordered, outcomes
from zermelo.search.ordered import largest_first
from zermelo.watch import PLY, Bottomless, Watch

S = TypeVar("S")
A = TypeVar("A")

STAR1, STAR2, BOUNDS = (1 << i for i in range(OWN, OWN + 3))
"""The parts that can be switched on and off while the machine code stays the same."""

NO_BOUNDS = "no bounds are known: nothing is pruned at chance nodes"
BROKEN_BOUNDS = "a payoff or an estimate lies outside the game's bounds: they are not used"


@dataclass(frozen=True)
class StarOptions:
    """The options of `star`, see there; `lines` as in `Limits`."""

    star1: bool = True
    star2: bool = True
    table: bool = True
    order: bool = True
    deepening: bool = True
    memory: float = 64
    opponents: Distribution | None = None
    bounds: tuple[float, float] | None = None
    lines: int = 1

    def __post_init__(self) -> None:
        require_memory(self.memory)


STAR = Algorithm(
    "star",
    "expectiminimax with Star1 and Star2, a transposition table and iterative deepening",
    aliases=("star2",),
    source="Ballard 1983",
    chance=True,
    prunes=True,
    features=("star1", "star2", "table", "order", "deepening"),
    is_default=True,
)


@STAR.runs
def star(
    game: Game[S, A],
    s: S | None = None,
    *,
    star1: bool = True,
    star2: bool = True,
    table: bool = True,
    order: bool = True,
    deepening: bool = True,
    memory: float = 64,
    opponents: Distribution | None = None,
    bounds: tuple[float, float] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """Expectiminimax to the depth limit, or until the value is proven or a limit is met.

    star1      windows for the outcomes of chance, from the bounds of the others
    star2      probe one successor of each outcome before searching any in full
    table      remember what was found, in `memory` MiB
    order      the table's best action first, then by the game's `order`
    deepening  depth 1, 2, 3 … instead of the last depth at once (which is done anyway without
               evaluation and limits)
    opponents  what opponents do, as a distribution; without it they minimise
    bounds     what every payoff and estimate lies in; without it, what the game says

    >>> from zermelo.games.pig import Pig
    >>> result = star(Pig(goal=10), depth=6)
    >>> result.action_name, round(result.value, 4), [step.depth for step in result.history]
    ('roll', 0.4699, [1, 2, 3, 4, 5, 6])
    """
    chosen = StarOptions(star1, star2, table, order, deepening, memory, opponents, bounds)
    return last(iterate_star(game, s, chosen, **options))


def iterate_star(
    game: Game[S, A], s: S | None, chosen: StarOptions, **options: Unpack[Options]
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    refuse_trace("star", "expectimax or expectimax-bounded", options)
    return StarQuestion(asked_against("star", game, s, chosen.opponents, options), chosen).iterate()


class StarQuestion(Generic[S, A]):
    """One question to the search, with pruning by bounds as long as they hold."""

    def __init__(self, q: Question[S, A], chosen: StarOptions) -> None:
        self.q = q
        self.chosen = replace(chosen, deepening=chosen.deepening and is_worth_deepening(q))
        self.low, self.high, self.has_bounds = find_bounds(q, self.chosen)
        has_chance = q.game.has_chance or chosen.opponents is not None
        is_bounded = self.has_bounds or (self.low > -INFINITY and self.high < INFINITY)
        if (chosen.star1 or chosen.star2) and has_chance and not is_bounded:
            q.notes.append(NO_BOUNDS)

    @property
    def features(self) -> int:
        """The parts that are switched on, as a set."""
        chosen = self.chosen
        return (
            (chosen.star1 and STAR1)
            | (chosen.star2 and STAR2)
            | (chosen.table and TABLE)
            | (chosen.order and ORDER)
            | (self.has_bounds and BOUNDS)
        )

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth, in the question's gear."""
        return iterate_in_gear(self.q, self._attempt)

    def _attempt(self, q: Question[S, A]) -> Iterator[Result[A]]:
        """Search in one gear; without the bounds if a value breaks them."""
        low, high = self.low, self.high
        try:
            yield from self._search(q, self.features, low, high)
            return
        except OutOfBounds:
            q = replace(q, notes=[*q.notes, BROKEN_BOUNDS])
        if self.chosen.bounds is None:
            yield from self._search(q, self.features & ~BOUNDS, -INFINITY, INFINITY)
            return
        try:
            yield from self._search(q, self.features & ~BOUNDS, low, high)
        except OutOfBounds:
            raise BadLimit(
                f"bounds are {low:g} to {high:g}, and {q.game_name} has values outside: "
                "give wider ones, or none"
            ) from None

    def _search(
        self, q: Question[S, A], features: int, low: float, high: float
    ) -> Iterator[Result[A]]:
        table = StarTable(q.game, features, (low, high), self.chosen, q.gear)
        table.cells[PLAYER] = q.player
        q.window = low, high
        return TableSearch(
            q,
            root_value,
            lambda depth: (low, high, depth, table),
            table,
            self.chosen.deepening,
            self.chosen.lines,
        ).iterate()


def find_bounds(q: Question[S, A], chosen: StarOptions) -> tuple[float, float, bool]:
    """What all payoffs and estimates lie in, and whether the game's bounds of single states are used.

    Without an evaluation the horizon counts as 0, about which the game's bounds say nothing.
    """
    low, high = ordered(chosen.bounds) or q.game.payoff_range(q.player) or (-INFINITY, INFINITY)
    has_bounds = q.game.declares("bounds")
    if not q.game.declares("evaluate") and (chosen.deepening or q.limit.depth is not None):
        low, high, has_bounds = min(low, 0.0), max(high, 0.0), False
    return float(low), float(high), has_bounds


# ---------------------------------------------------------------------- the table and the stack

STACK = 1 << 20
"""Cells of the stack."""

LOW_SUM, HIGH_SUM, CHANCE_NODE = range(3)
"""A chance node on the stack begins with Σ pᵢ Lᵢ and Σ pᵢ Uᵢ."""

LOW, HIGH, PROBED, KNOWN, OWED, OUTCOME = range(6)
"""Then come the cells of each outcome."""

MAX, MIN, NOBODY, LEAF = range(4)
"""The player to move at a state, seen by the player asked for. Nobody strives for anything at
chance."""

ROOT = -2
"""In place of a probe: this is the root."""


class StarTable(SearchTable):
    """The table, whose entries hold an interval, and what is known of states before a search.

    Beside it lies the stack, a row of floats with these cells for each outcome of each chance node on
    the path::

        0   LOW     xᵢ is at least this much
        1   HIGH    and at most this much
        2   PROBED  index of the action that a probe searched, or NONE
        3   KNOWN   the value that it found
        4   OWED    what that value relies on: 0 for an estimate, or the deepest ply + 1
    """

    bare = ("cells", "range", "stack")

    def __init__(
        self,
        game: Game[Any, Any],
        features: int,
        bounds: tuple[float, float],
        chosen: StarOptions,
        gear: str,
    ) -> None:
        super().__init__(2, chosen.memory if features & TABLE else 0, gear)
        self.cells[FEATURES] = features
        self.range = LookupTable(bounds)
        """Handed over at run time, so that other bounds do not need other machine code."""
        self.stack: Any = make_cells(STACK, gear, "float64")
        self.opponents = chosen.opponents
        self.has_order = game.declares("order")

    def span(self, game: Game[Any, Any], s: Any) -> tuple[float, float]:
        """What the value of s lies in, by the bounds alone."""
        low, high = self.range[0], self.range[1]
        if self.has(BOUNDS):
            least, most = game.bounds_for(s, self.cells[PLAYER])
            low, high = max(low, least), min(high, most)
        return low, high

    def require_bounds(self, game: Game[Any, Any], s: Any, v: float) -> float:
        """A payoff or an estimate that lies in its bounds: outside, pruning would change the answer."""
        low, high = self.span(game, s)
        if v < low or v > high:
            raise OutOfBounds
        return v

    def interval(self, game: Game[Any, Any], s: Any, depth: int, ply: int) -> tuple[float, float]:
        """What the value of s, a state at this ply, lies in: by the bounds, and by the table."""
        low, high = self.span(game, s)
        if self.has(TABLE):
            key = game.key(s)
            for k in (key, at_depth(key, depth)):
                entry = self.find(k)
                if entry != NOT_FOUND and self.serves(entry, depth):
                    self.rely(entry, ply)
                    low, high = max(low, self.value(entry, 0)), min(high, self.value(entry, 1))
        return low, high

    def push(self, at: int) -> None:
        """Clear the cells of one outcome."""
        if at + OUTCOME > STACK:
            raise Bottomless
        for i in range(OUTCOME):
            self.stack[at + i] = 0.0
        self.stack[at + PROBED] = NONE

    def take_over(self, probe: int) -> None:
        """Note that the current node relies on what a probe found before the node was entered."""
        owed = int(self.stack[probe + OWED])
        if owed == 0:
            self.taint()
        else:
            self.touch(owed - 1)

    def keep(
        self,
        game: Game[Any, Any],
        s: Any,
        low: float,
        high: float,
        depth: int,
        taints: int,
        ply: int,
    ) -> None:
        """Write that the value of s lies in [low, high], and its best action."""
        if not self.has(TABLE):
            return
        is_proven = self.cells[TAINTS] == taints
        plies = int(self.cells[REACH] - ply if is_proven else depth)
        key, best = game.key(s), int(self.cells[BEST]) - 1
        if not is_proven:
            key = at_depth(key, depth)
        entry = self.find(key)
        if entry == NOT_FOUND:
            entry = self.replace(key)
        elif self.serves(entry, depth):
            low, high = max(low, self.value(entry, 0)), min(high, self.value(entry, 1))
            plies = max(plies, int(self.cells[entry + TAG] & FIELD))
            best = best if best != NONE else self.best(entry)
        self.put(entry, 0, low)
        self.put(entry, 1, high)
        self.seal(entry, key, self.tag(PROVEN if is_proven else 0, plies, best))

    # ------------------------------------------------------------------ the order of actions

    def actions(self, game: Game[Any, Any], s: Any, depth: int) -> Any:
        """(index, action) pairs in the order to try them."""
        if self.has_order:
            return self.sort_actions(game, s, self.first(game, s, depth))
        return first_then_others(game, s, self.first(game, s, depth))

    def sort_actions(self, game: Game[Any, Any], s: Any, first: int) -> list[tuple[int, Any]]:
        """(index, action) pairs: one action first, the others by the game's `order`."""
        actions = list(game.actions(s))
        pairs = [(i, actions[i]) for i in range(len(actions))]
        if not self.has(ORDER):
            return pairs
        return largest_first(
            pairs, [INFINITY if i == first else float(game.order(s, a)) for i, a in pairs]
        )

    def choose_probe(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The index of the action to probe: the first in order."""
        first = self.first(game, s, depth)
        if first == NONE and self.has_order:
            pairs = self.sort_actions(game, s, first)
            return int(pairs[0][0])
        return max(first, 0)

    def side(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """Does the mover at s make its value larger (MAX) or smaller (MIN)? Or NOBODY, or a LEAF."""
        if game.terminal(s) or depth == 0:
            return LEAF
        if game.has_chance and game.player(s) == CHANCE:
            return NOBODY
        if game.player(s) == self.cells[PLAYER]:
            return MAX
        if self.opponents is not None:
            return NOBODY
        return MIN


def nth(game: Game[S, A], s: S, index: int) -> A:
    """The action of this index in natural order."""
    for i, a in enumerate(game.actions(s)):
        if i == index:
            return a
    raise IndexError


# ---------------------------------------------------------------------- the search


def root_value(
    game: Game[S, A],
    s: S,
    low: float,
    high: float,
    depth: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """The value of the root."""
    return value(game, s, low, high, depth, ROOT, table, watch)


def value(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    probe: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """The value of s, as far as it matters between alpha and beta.

    `probe` is the cell of the stack with what a probe of one action has found; NONE if there was no
    probe; ROOT at the root, whose window nothing closes but its own actions, because one of them must
    be found.
    """
    watch.enter(s, alpha, beta)
    side = table.side(game, s, depth)
    if side == LEAF:
        return watch.leave(leaf_value(game, s, table, watch), alpha, beta)

    # 1. What is known already. From here on the table notes what this node relies on.
    cells, ply = table.cells, watch.cells[PLY]
    taints, reach = cells[TAINTS], cells[REACH]
    cells[REACH] = ply
    if probe >= 0:
        table.take_over(probe)
    low, high = table.interval(game, s, depth, ply) if probe != ROOT else (-INFINITY, INFINITY)

    # 2. It may close the window, or narrow it, but not on the side that the mover strives for: the
    #    best action would be lost.
    floor = alpha if side == MAX else max(alpha, low)
    ceiling = beta if side == MIN else min(beta, high)
    if high <= alpha or low >= high:
        v = watch.cut(high, alpha, beta)
    elif low >= beta:
        v = watch.cut(low, alpha, beta)

    # 3. Otherwise search the successors, and keep what is found.
    else:
        if side == MAX:
            v = max_value(game, s, floor, ceiling, depth, probe, table, watch)
        elif (game.has_chance or table.opponents is not None) and side == NOBODY:
            top = cells[TOP]
            v = exp_value(game, s, floor, ceiling, depth, table, watch)
            cells[TOP], cells[BEST] = top, 0
        else:
            v = min_value(game, s, floor, ceiling, depth, probe, table, watch)
        least, most = -INFINITY if v <= floor else v, INFINITY if v >= ceiling else v
        table.keep(game, s, least, most, depth, taints, ply)
    table.touch(reach)
    return watch.leave(v, alpha, beta)


def leaf_value(game: Game[S, A], s: S, table: StarTable, watch: Watch) -> float:
    """A payoff, or the estimate at the horizon."""
    me = table.cells[PLAYER]
    if game.terminal(s):
        table.touch(watch.cells[PLY])
        return table.require_bounds(game, s, watch.leaf(game.utility(s, me)))
    table.taint()
    return table.require_bounds(game, s, watch.horizon(game.evaluate(s, me)))


def max_value(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    probe: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """As in alpha-beta; what a probe found counts as the first action."""
    v, best, probed = -INFINITY, NONE, NONE
    if probe >= 0:
        v, probed = table.stack[probe + KNOWN], int(table.stack[probe + PROBED])
        best = probed
        alpha = max(alpha, v)
    if v < beta:
        for i, a in table.actions(game, s, depth):
            if i != probed:
                watch.consider(a)
                v2 = value(game, game.result(s, a), alpha, beta, depth - 1, NONE, table, watch)
                if v2 > v:
                    best = i
                v = watch.max(v, v2, a)
                if v >= beta:
                    break
                alpha = max(alpha, v)
    table.cells[BEST] = best + 1
    return watch.cut(v, alpha, beta) if v >= beta else v


def min_value(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    probe: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """As in alpha-beta; what a probe found counts as the first action."""
    v, best, probed = INFINITY, NONE, NONE
    if probe >= 0:
        v, probed = table.stack[probe + KNOWN], int(table.stack[probe + PROBED])
        best = probed
        beta = min(beta, v)
    if v > alpha:
        for i, a in table.actions(game, s, depth):
            if i != probed:
                watch.consider(a)
                v2 = value(game, game.result(s, a), alpha, beta, depth - 1, NONE, table, watch)
                if v2 < v:
                    best = i
                v = watch.min(v, v2, a)
                if v <= alpha:
                    break
                beta = min(beta, v)
    table.cells[BEST] = best + 1
    return watch.cut(v, alpha, beta) if v <= alpha else v


# ---------------------------------------------------------------------- chance nodes


def exp_value(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """The mean, given up as soon as the window is closed.

    Returned bounds are clamped to the side of the window that they are beyond, or rounding could make
    a bound look like a value inside.
    """
    base = table.cells[TOP]
    push_outcomes(game, s, depth, base, table, watch)
    v, is_cut = 0.0, False
    if table.has(STAR2) and is_bounded(base, table):
        v, is_cut = probe_outcomes(game, s, alpha, beta, depth, base, table, watch)
    if not is_cut:
        v, is_cut = search_outcomes(game, s, alpha, beta, depth, base, table, watch)
    if is_cut:
        return watch.cut(v, alpha, beta)
    return add_outcomes(game, s, base, table)


def push_outcomes(
    game: Game[S, A], s: S, depth: int, base: int, table: StarTable, watch: Watch
) -> None:
    """Write on the stack what is known of each outcome beforehand: a list would cost far more."""
    if base + CHANCE_NODE > STACK:
        raise Bottomless
    stack, ply = table.stack, watch.cells[PLY]
    low_sum, high_sum, at = 0.0, 0.0, base + CHANCE_NODE
    for a, p in outcomes(game, s, table.opponents):
        table.push(at)
        if p > 0:
            low, high = table.interval(game, game.result(s, a), depth - 1, ply + 1)
            stack[at + LOW], stack[at + HIGH] = low, high
            low_sum += p * low
            high_sum += p * high
        at += OUTCOME
    stack[base + LOW_SUM], stack[base + HIGH_SUM] = low_sum, high_sum
    table.cells[TOP] = at


def is_bounded(base: int, table: StarTable) -> bool:
    """Are the bounds of the mean finite?"""
    stack = table.stack
    return bool(stack[base + LOW_SUM] > -INFINITY and stack[base + HIGH_SUM] < INFINITY)


def probe_outcomes(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    base: int,
    table: StarTable,
    watch: Watch,
) -> tuple[float, bool]:
    """Star2: one successor of each outcome, where the bound that it gives can close the window.

    Leaves are valued at once. Returns a bound of the mean and True once the window is closed.
    """
    stack, at = table.stack, base + CHANCE_NODE
    low_sum, high_sum = stack[base + LOW_SUM], stack[base + HIGH_SUM]
    for a, p in outcomes(game, s, table.opponents):
        t, low, high = game.result(s, a), stack[at + LOW], stack[at + HIGH]
        side = table.side(game, t, depth - 1) if low < high else NOBODY
        least, most = -INFINITY, INFINITY
        if side == LEAF:
            watch.enter(t, low, high)
            x = watch.leave(leaf_value(game, t, table, watch), low, high)
            stack[at + LOW] = stack[at + HIGH] = x
        elif (side == MAX and beta < high_sum) or (side == MIN and alpha > low_sum):
            least = low if side == MAX else (alpha - high_sum) / p + high
            most = high if side == MIN else (beta - low_sum) / p + low
            x = probe_outcome(game, t, least, most, depth - 1, at, table, watch)
            stack[at + LOW] = max(low, x) if side == MAX else low
            stack[at + HIGH] = min(high, x) if side == MIN else high
        low_sum += p * (stack[at + LOW] - low)
        high_sum += p * (stack[at + HIGH] - high)
        if high_sum <= alpha or (side == MIN and stack[at + HIGH] <= least):
            return min(alpha, high_sum), True
        if low_sum >= beta or (side == MAX and stack[at + LOW] >= most):
            return max(beta, low_sum), True
        at += OUTCOME
    stack[base + LOW_SUM], stack[base + HIGH_SUM] = low_sum, high_sum
    return 0.0, False


def probe_outcome(
    game: Game[S, A],
    t: S,
    least: float,
    most: float,
    depth: int,
    at: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """The value of one promising successor of t; written on the stack with what it relies on."""
    cells, stack = table.cells, table.stack
    index = table.choose_probe(game, t, depth)
    taints, reach = cells[TAINTS], cells[REACH]
    cells[REACH] = 0
    watch.enter(t, least, most)
    after = game.result(t, nth(game, t, index))
    x = value(game, after, least, most, depth - 1, NONE, table, watch)
    watch.leave(x, least, most)
    stack[at + PROBED], stack[at + KNOWN] = index, x
    stack[at + OWED] = cells[REACH] + 1 if cells[TAINTS] == taints else 0
    table.touch(reach)
    return x


def search_outcomes(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    base: int,
    table: StarTable,
    watch: Watch,
) -> tuple[float, bool]:
    """Star1: each outcome in full, as far as it matters beside the others.

    Returns a bound of the mean and True once the window is closed.
    """
    stack, at = table.stack, base + CHANCE_NODE
    low_sum, high_sum = stack[base + LOW_SUM], stack[base + HIGH_SUM]
    is_windowed = table.has(STAR1) and is_bounded(base, table)
    for a, p in outcomes(game, s, table.opponents):
        low, high = stack[at + LOW], stack[at + HIGH]
        if low < high:
            rest_low, rest_high = low_sum - p * low, high_sum - p * high
            least = (alpha - rest_high) / p if is_windowed else -INFINITY
            most = (beta - rest_low) / p if is_windowed else INFINITY
            watch.consider(a)
            probe = at if stack[at + PROBED] >= 0 else NONE
            x = value(game, game.result(s, a), least, most, depth - 1, probe, table, watch)
            stack[at + LOW] = stack[at + HIGH] = x
            low_sum, high_sum = rest_low + p * x, rest_high + p * x
            if is_windowed and x <= least:
                return min(alpha, high_sum), True
            if is_windowed and x >= most:
                return max(beta, low_sum), True
        at += OUTCOME
    return 0.0, False


def add_outcomes(game: Game[S, A], s: S, base: int, table: StarTable) -> float:
    """The mean of outcomes that are all known, added up as the textbook adds it."""
    v, at = 0.0, base + CHANCE_NODE
    for _, p in outcomes(game, s, table.opponents):
        v = v + p * table.stack[at + LOW]
        at += OUTCOME
    return v
