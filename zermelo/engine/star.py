"""Expectiminimax with Ballard's Star1 and Star2, a table, and deepening: chance for the engine.

The promise of ``value(s, α, β) = v``, with *true* the expectiminimax value of s at the depth asked for, is alpha-beta's::

    v ≤ α          promises  true ≤ v
    v ≥ β          promises  true ≥ v
    α < v < β      promises  true = v

all of them to within rounding: 10⁻⁹ of the largest payoff.

**Star1.** At a chance node each outcome i has a probability pᵢ and a value xᵢ in [Lᵢ, Uᵢ]: the game's bounds to begin with,
or what the table knows, and xᵢ itself once it is seen. The mean lies in [Σ pᵢ Lᵢ, Σ pᵢ Uᵢ], so that xᵢ matters only between ::

    least = (α − Σ_{j≠i} pⱼ Uⱼ) / pᵢ        xᵢ ≤ least  ⇒  mean ≤ α
    most  = (β − Σ_{j≠i} pⱼ Lⱼ) / pᵢ        xᵢ ≥ most   ⇒  mean ≥ β

**Star2.** Before that, one promising successor of each outcome is searched. Where MIN moves after the outcome it is an
upper bound of xᵢ, where MAX moves a lower one; often these bounds close the window before any outcome is searched in
full. What a probe found is handed on, so that no node is searched twice for it and no leaf is ever seen twice.

Outside of chance nodes this is alpha-beta. It is what `search.expectimax_bounded` is, and more, and harder to read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.bits import LookupTable
from zermelo.engine.steps import deepened, is_worth_deepening, refuse_trace
from zermelo.engine.store import (
    BEST,
    DEBT,
    FEATURES,
    FIELD,
    NONE,
    ORDER,
    OWN,
    PROVEN,
    REACH,
    TABLE,
    TAG,
    TAINTS,
    TOP,
    Store,
    at_depth,
    first_then_others,
    require_memory,
)
from zermelo.errors import BadLimit
from zermelo.frame.question import Options, Question
from zermelo.frame.run import in_gear
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.gears.cells import make_cells
from zermelo.result import Result
from zermelo.search.expectimax import Distribution, ask_against, outcomes
from zermelo.search.expectimax_bounded import OutOfBounds, ordered
from zermelo.search.ordered import largest_first
from zermelo.watch import PLY, Bottomless, Watch

S = TypeVar("S")
A = TypeVar("A")

STAR1, STAR2, BOUNDS = (1 << i for i in range(OWN, OWN + 3))
"""The parts that can be switched on and off while the machine code stays the same."""

NO_BOUNDS = "no bounds are known: nothing is pruned at chance nodes"
BROKEN_BOUNDS = "a payoff or an estimate lies outside the game's bounds: they are not used"


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
    stop: threading.Event | None = None,
    told: Callable[[Result[A]], None] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """Expectiminimax to the depth limit, or until the value is proven, or the nodes or the time are over.

    star1      windows for the outcomes of chance, from the bounds of the others
    star2      probe one successor of each outcome before searching any in full
    table      remember what was found, in `memory` MiB
    order      the table's best action first, then by the game's `order`
    deepening  depth 1, 2, 3 … instead of the last depth at once (which is done anyway without evaluation and limits)
    opponents  what opponents do, as a distribution; without it they minimise
    bounds     what every payoff and estimate lies in; without it, what the game says
    stop       set it from another thread, and the best so far is returned within milliseconds
    told       called with what is known after each depth

    >>> from zermelo.games.pig import Pig
    >>> result = star(Pig(goal=10), depth=6)
    >>> result.action_name, round(result.value, 4), [step.depth for step in result.history]
    ('roll', 0.4699, [1, 2, 3, 4, 5, 6])
    """
    refuse_trace("star", "expectimax or expectimax-bounded", options)
    q = ask_against(Algorithm("star", "", chance=True), game, s, opponents, options)
    q.told = told
    return searched_by_steps(
        q, star1, star2, table, order, deepening, memory, opponents, bounds, stop
    )


def searched_by_steps(
    q: Question[S, A],
    star1: bool,
    star2: bool,
    table: bool,
    order: bool,
    deepening: bool,
    memory: float,
    opponents: Distribution | None,
    bounds: tuple[float, float] | None,
    stop: threading.Event | None,
) -> Result[A]:
    """The search of a question, with pruning by bounds as long as they hold."""
    require_memory(memory)
    deepening = deepening and is_worth_deepening(q)
    low, high, local = known_bounds(q, bounds, deepening)
    on = (
        (star1 and STAR1)
        | (star2 and STAR2)
        | (table and TABLE)
        | (order and ORDER)
        | (local and BOUNDS)
    )
    if (
        (star1 or star2)
        and q.game.has_chance | (opponents is not None)
        and not (local or (low > -INFINITY and high < INFINITY))
    ):
        q.notes.append(NO_BOUNDS)

    def run(q: Question[S, A], on: int, low: float, high: float) -> Result[A]:
        memo = Star(q.game, on, low, high, opponents, memory, q.gear)
        q.window = low, high
        return deepened(
            q, root_value, lambda depth: (q.player, low, high, depth, memo), memo, deepening, stop
        )

    def attempt(q: Question[S, A]) -> Result[A]:
        try:
            return run(q, on, low, high)
        except OutOfBounds:
            q = replace(q, notes=[*q.notes, BROKEN_BOUNDS])
        if bounds is None:
            return run(q, on & ~BOUNDS, -INFINITY, INFINITY)
        try:
            return run(q, on & ~BOUNDS, low, high)
        except OutOfBounds:
            raise BadLimit(
                f"bounds are {low:g} to {high:g}, and {q.game_name} has values outside: give wider ones, or none"
            ) from None

    return in_gear(q, attempt)


def known_bounds(
    q: Question[S, A], given: tuple[float, float] | None, deepening: bool
) -> tuple[float, float, bool]:
    """(low, high, local): what all payoffs and estimates lie in, and whether the game's bounds of single states are used.

    Without an evaluation the horizon counts as 0, about which the game's bounds say nothing.
    """
    low, high = ordered(given) or q.game.payoff_range(q.player) or (-INFINITY, INFINITY)
    local = q.game.declares("bounds")
    if not q.game.declares("evaluate") and (deepening or q.limit.depth is not None):
        low, high, local = min(low, 0.0), max(high, 0.0), False
    return float(low), float(high), local


DESK = 1 << 20
LOW, HIGH, SKIP, KNOWN, OWED = range(5)
SHEET = 5


class Star(Store):
    """What a search remembers, and what it knows of states before it searches them. An entry holds an interval.

    Beside the store lies the desk, a stack of floats with a sheet for each outcome of each chance node on the path::

        0   LOW     xᵢ is at least this much
        1   HIGH    and at most this much
        2   SKIP    index of the action that a probe searched, or NONE
        3   KNOWN   what it found
        4   OWED    what that relies on, as in DEBT
    """

    bare = ("cells", "range", "desk")

    def __init__(
        self,
        game: Game[Any, Any],
        features: int,
        low: float,
        high: float,
        opponents: Distribution | None,
        memory: float,
        gear: str,
    ) -> None:
        super().__init__(2, memory if features & TABLE else 0, gear)
        self.cells[FEATURES] = features
        self.range = LookupTable([low, high])
        """Handed over at run time, so that other bounds do not need other machine code."""
        self.desk: Any = make_cells(DESK, gear, "float64")
        self.opponents = opponents
        self.sorts = game.declares("order")

    def span(self, game: Game[Any, Any], s: Any, me: int) -> tuple[float, float]:
        """What the value of s lies in, by the bounds alone."""
        low, high = self.range[0], self.range[1]
        if self.has(BOUNDS):
            least, most = game.bounds_for(s, me)
            low, high = max(low, least), min(high, most)
        return low, high

    def sure(self, game: Game[Any, Any], s: Any, me: int, v: float) -> float:
        """A payoff or an estimate, if it lies where it must: elsewhere pruning would change the answer."""
        low, high = self.span(game, s, me)
        if v < low or v > high:
            raise OutOfBounds
        return v

    def interval(
        self, game: Game[Any, Any], s: Any, me: int, depth: int, ply: int
    ) -> tuple[float, float]:
        """What the value of s, a state at this ply, lies in: by the bounds, and by the table."""
        low, high = self.span(game, s, me)
        if self.has(TABLE):
            key = game.key(s)
            for k in (key, at_depth(key, depth)):
                entry = self.find(k)
                if entry != 0 and self.serves(entry, depth):
                    self.rely(entry, ply)
                    low, high = max(low, self.value(entry, 0)), min(high, self.value(entry, 1))
        return low, high

    def lay(self, at: int) -> None:
        """An empty sheet on the desk."""
        if at + SHEET > DESK:
            raise Bottomless
        self.desk[at + LOW] = self.desk[at + HIGH] = self.desk[at + KNOWN] = self.desk[
            at + OWED
        ] = 0.0
        self.desk[at + SKIP] = NONE

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
        """Remember that the value of s lies in [low, high], and its best action."""
        if not self.has(TABLE):
            return
        is_proven = self.cells[TAINTS] == taints
        plies = int(self.cells[REACH] - ply if is_proven else depth)
        key, best = game.key(s), int(self.cells[BEST]) - 1
        if not is_proven:
            key = at_depth(key, depth)
        entry = self.find(key)
        if entry == 0:
            entry = self.room(key)
        elif self.serves(entry, depth):
            low, high = max(low, self.value(entry, 0)), min(high, self.value(entry, 1))
            plies = max(plies, int(self.cells[entry + TAG] & FIELD))
            best = best if best != NONE else self.best(entry)
        self.put(entry, 0, low)
        self.put(entry, 1, high)
        self.seal(entry, key, PROVEN if is_proven else 0, plies, best)

    # ------------------------------------------------------------------ the order of actions

    def actions(self, game: Game[Any, Any], s: Any, depth: int) -> Any:
        """(index, action) pairs in the order to try them."""
        if self.sorts:
            return self.sorted_actions(game, s, self.first(game, s, depth))
        return first_then_others(game, s, self.first(game, s, depth))

    def sorted_actions(self, game: Game[Any, Any], s: Any, first: int) -> list[tuple[int, Any]]:
        """One action first, the others by the game's own guess."""
        actions = list(game.actions(s))
        pairs = [(i, actions[i]) for i in range(len(actions))]
        if not self.has(ORDER):
            return pairs
        return largest_first(
            pairs, [INFINITY if i == first else float(game.order(s, a)) for i, a in pairs]
        )

    def promising(self, game: Game[Any, Any], s: Any, depth: int) -> int:
        """The index of the action to probe: the first in order."""
        first = self.first(game, s, depth)
        if first == NONE and self.sorts:
            pairs = self.sorted_actions(game, s, first)
            return int(pairs[0][0])
        return max(first, 0)

    def side(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> int:
        """Does who moves at s make its value larger or smaller, or does nobody, or is it a leaf?"""
        if game.terminal(s) or depth == 0:
            return LEAF
        if game.has_chance and game.player(s) == CHANCE:
            return NOBODY
        if game.player(s) == me:
            return MAX
        if self.opponents is not None:
            return NOBODY
        return MIN


MAX, MIN, NOBODY, LEAF = range(4)
"""Who moves at a state, from the side of the player for whom its value is asked. Nobody strives for anything at chance."""

ROOT = -2
"""In place of the index of an action that was searched already: this is the root."""


def nth(game: Game[S, A], s: S, index: int) -> A:
    """The action of this index in natural order."""
    for i, a in enumerate(game.actions(s)):
        if i == index:
            return a
    raise IndexError


# ---------------------------------------------------------------------- the search


def root_value(
    game: Game[S, A], s: S, me: int, low: float, high: float, depth: int, way: Star, watch: Watch
) -> float:
    """The value of the root."""
    return value(game, s, me, low, high, depth, ROOT, 0.0, way, watch)


def value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    depth: int,
    skip: int,
    known: float,
    way: Star,
    watch: Watch,
) -> float:
    """The value of s for `me`, as far as it matters between alpha and beta.

    `skip` is the index of an action that a probe has searched already, and `known` what it found; NONE if there was no
    probe; ROOT at the root, whose window nothing closes but its own actions, because one of them must be found.
    """
    watch.enter(s, alpha, beta)
    way.heed()
    side = way.side(game, s, me, depth)
    if side == LEAF:
        return watch.leave(leaf_value(game, s, me, way, watch), alpha, beta)

    # 1. What is known already. From here on it is noted what this node relies on.
    cells, ply = way.cells, watch.cells[PLY]
    taints, reach = cells[TAINTS], cells[REACH]
    cells[REACH] = ply
    if skip >= 0:
        way.settle()
    low, high = way.interval(game, s, me, depth, ply) if skip != ROOT else (-INFINITY, INFINITY)

    # 2. It may close the window, or narrow it, but not on the side that who moves strives for: the best action would be lost.
    floor = alpha if side == MAX else max(alpha, low)
    ceiling = beta if side == MIN else min(beta, high)
    if high <= alpha or low >= high:
        v = watch.cut(high, alpha, beta)
    elif low >= beta:
        v = watch.cut(low, alpha, beta)

    # 3. Otherwise look further, and keep what is found.
    else:
        if side == MAX:
            v = max_value(game, s, me, floor, ceiling, depth, skip, known, way, watch)
        elif (game.has_chance or way.opponents is not None) and side == NOBODY:
            top = cells[TOP]
            v = exp_value(game, s, me, floor, ceiling, depth, skip, known, way, watch)
            cells[TOP], cells[BEST] = top, 0
        else:
            v = min_value(game, s, me, floor, ceiling, depth, skip, known, way, watch)
        way.keep(
            game,
            s,
            -INFINITY if v <= floor else v,
            INFINITY if v >= ceiling else v,
            depth,
            taints,
            ply,
        )
    way.touch(reach)
    return watch.leave(v, alpha, beta)


def leaf_value(game: Game[S, A], s: S, me: int, way: Star, watch: Watch) -> float:
    """A payoff, or the estimate at the horizon."""
    if game.terminal(s):
        way.touch(watch.cells[PLY])
        return way.sure(game, s, me, watch.leaf(game.utility(s, me)))
    way.taint()
    return way.sure(game, s, me, watch.horizon(game.evaluate(s, me)))


def max_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    depth: int,
    skip: int,
    known: float,
    way: Star,
    watch: Watch,
) -> float:
    """As in alpha-beta; what a probe found counts as the first action."""
    v, best = -INFINITY, NONE
    if skip >= 0:
        v, best = known, skip
        alpha = max(alpha, v)
    if v < beta:
        for i, a in way.actions(game, s, depth):
            if i != skip:
                watch.consider(a)
                v2 = value(
                    game, game.result(s, a), me, alpha, beta, depth - 1, NONE, 0.0, way, watch
                )
                if v2 > v:
                    best = i
                v = watch.max(v, v2, a)
                if v >= beta:
                    break
                alpha = max(alpha, v)
    way.cells[BEST] = best + 1
    return watch.cut(v, alpha, beta) if v >= beta else v


def min_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    depth: int,
    skip: int,
    known: float,
    way: Star,
    watch: Watch,
) -> float:
    """As in alpha-beta; what a probe found counts as the first action."""
    v, best = INFINITY, NONE
    if skip >= 0:
        v, best = known, skip
        beta = min(beta, v)
    if v > alpha:
        for i, a in way.actions(game, s, depth):
            if i != skip:
                watch.consider(a)
                v2 = value(
                    game, game.result(s, a), me, alpha, beta, depth - 1, NONE, 0.0, way, watch
                )
                if v2 < v:
                    best = i
                v = watch.min(v, v2, a)
                if v <= alpha:
                    break
                beta = min(beta, v)
    way.cells[BEST] = best + 1
    return watch.cut(v, alpha, beta) if v <= alpha else v


def exp_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    depth: int,
    skip: int,
    known: float,
    way: Star,
    watch: Watch,
) -> float:
    """The mean, given up as soon as the window is closed. Returned bounds are clamped to the window's side they are beyond,
    or rounding could make a bound look like a value inside."""
    # 1. What is known of each outcome beforehand. It is written on the desk: a list would cost more than all the rest.
    desk, base, ply = way.desk, way.cells[TOP], watch.cells[PLY]
    low_sum, high_sum, at = 0.0, 0.0, base
    for a, p in outcomes(game, s, way.opponents):
        way.lay(at)
        if p > 0:
            desk[at + LOW], desk[at + HIGH] = way.interval(
                game, game.result(s, a), me, depth - 1, ply + 1
            )
            low_sum += p * desk[at + LOW]
            high_sum += p * desk[at + HIGH]
        at += SHEET
    way.cells[TOP] = at
    is_bounded = low_sum > -INFINITY and high_sum < INFINITY
    is_windowed = is_bounded and way.has(STAR1)

    # 2. Star2: one successor of each outcome, where the bound that it gives can close the window. Leaves are seen at once.
    if is_bounded and way.has(STAR2):
        at = base
        for a, p in outcomes(game, s, way.opponents):
            t, low, high = game.result(s, a), desk[at + LOW], desk[at + HIGH]
            side = way.side(game, t, me, depth - 1) if low < high else NOBODY
            least, most = -INFINITY, INFINITY
            if side == LEAF:
                watch.enter(t, low, high)
                desk[at + LOW] = desk[at + HIGH] = watch.leave(
                    leaf_value(game, t, me, way, watch), low, high
                )
            elif (side == MAX and beta < high_sum) or (side == MIN and alpha > low_sum):
                least = low if side == MAX else (alpha - high_sum) / p + high
                most = high if side == MIN else (beta - low_sum) / p + low
                index = way.promising(game, t, depth - 1)
                taints, reach = way.cells[TAINTS], way.cells[REACH]
                way.cells[REACH] = 0
                watch.enter(t, least, most)
                x = value(
                    game,
                    game.result(t, nth(game, t, index)),
                    me,
                    least,
                    most,
                    depth - 2,
                    NONE,
                    0.0,
                    way,
                    watch,
                )
                watch.leave(x, least, most)
                desk[at + SKIP], desk[at + KNOWN] = index, x
                desk[at + OWED] = way.cells[REACH] + 1 if way.cells[TAINTS] == taints else 0
                way.touch(reach)
                desk[at + LOW], desk[at + HIGH] = (
                    max(low, x) if side == MAX else low,
                    min(high, x) if side == MIN else high,
                )
            low_sum += p * (desk[at + LOW] - low)
            high_sum += p * (desk[at + HIGH] - high)
            if high_sum <= alpha or (side == MIN and desk[at + HIGH] <= least):
                return watch.cut(min(alpha, high_sum), alpha, beta)
            if low_sum >= beta or (side == MAX and desk[at + LOW] >= most):
                return watch.cut(max(beta, low_sum), alpha, beta)
            at += SHEET

    # 3. Star1: each outcome in full, as far as it matters beside the others.
    at = base
    for a, p in outcomes(game, s, way.opponents):
        low, high = desk[at + LOW], desk[at + HIGH]
        if low < high:
            rest_low, rest_high = low_sum - p * low, high_sum - p * high
            least, most = (
                (alpha - rest_high) / p if is_windowed else -INFINITY,
                (beta - rest_low) / p if is_windowed else INFINITY,
            )
            way.cells[DEBT] = int(desk[at + OWED])
            watch.consider(a)
            x = value(
                game,
                game.result(s, a),
                me,
                least,
                most,
                depth - 1,
                int(desk[at + SKIP]),
                desk[at + KNOWN],
                way,
                watch,
            )
            desk[at + LOW] = desk[at + HIGH] = x
            low_sum, high_sum = rest_low + p * x, rest_high + p * x
            if is_windowed and x <= least:
                return watch.cut(min(alpha, high_sum), alpha, beta)
            if is_windowed and x >= most:
                return watch.cut(max(beta, low_sum), alpha, beta)
        at += SHEET

    # 4. All are known: the mean, added up as the textbook adds it.
    v, at = 0.0, base
    for _, p in outcomes(game, s, way.opponents):
        v = v + p * desk[at + LOW]
        at += SHEET
    return v
