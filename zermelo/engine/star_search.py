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

from typing import TypeVar

from zermelo.engine.search_table import (
    BEST,
    NONE,
    PLAYER,
    REACH,
    TAINTS,
    TOP,
)
from zermelo.engine.star_table import (
    CHANCE_NODE,
    CLOSED,
    HIGH,
    HIGH_SUM,
    KNOWN,
    LEAF,
    LOW,
    LOW_SUM,
    MAX,
    MEAN,
    MIN,
    OUTCOME,
    OWED,
    PROBED,
    ROOT,
    STACK,
    STAR1,
    STAR2,
    StarTable,
)
from zermelo.game import INFINITY, Game
from zermelo.search.expectimax import outcomes
from zermelo.watch import PLY, Bottomless, Watch

S = TypeVar("S")
A = TypeVar("A")


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
    probe; ROOT at the root, whose window nothing closes but its own actions, because one of them
    must be found.
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
        v = watch.cut(high, alpha, beta, game, s)
    elif low >= beta:
        v = watch.cut(low, alpha, beta, game, s)

    # 3. Otherwise search the successors, and keep what is found.
    else:
        if side == MAX:
            v = max_value(game, s, floor, ceiling, depth, probe, table, watch)
        elif (game.has_chance or table.opponents is not None) and side == MEAN:
            top = cells[TOP]
            v = exp_value(game, s, floor, ceiling, depth, top, table, watch)
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
    return watch.cut(v, alpha, beta, game, s) if v >= beta else v


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
    return watch.cut(v, alpha, beta, game, s) if v <= alpha else v


# ---------------------------------------------------------------------- chance nodes


def exp_value(
    game: Game[S, A],
    s: S,
    alpha: float,
    beta: float,
    depth: int,
    base: int,
    table: StarTable,
    watch: Watch,
) -> float:
    """The mean, given up as soon as the window is closed.

    `base` is where its part of the stack begins.

    Returned bounds are clamped to the side of the window that they are beyond, or rounding could
    make a bound look like a value inside.
    """
    push_outcomes(game, s, depth, base, table, watch)
    v = 0.0
    if table.has(STAR2) and is_bounded(base, table):
        v = probe_outcomes(game, s, alpha, beta, depth, base, table, watch)
    if table.stack[base + CLOSED] == 0:
        v = search_outcomes(game, s, alpha, beta, depth, base, table, watch)
    return v if table.stack[base + CLOSED] == 0 else watch.cut(v, alpha, beta, game, s)


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
    stack[base + LOW_SUM], stack[base + HIGH_SUM], stack[base + CLOSED] = low_sum, high_sum, 0.0
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
) -> float:
    """Star2: one successor of each outcome, where the bound that it gives can close the window.

    Leaves are valued at once. Returns a bound of the mean if that closes the window.
    """
    stack, at = table.stack, base + CHANCE_NODE
    low_sum, high_sum = stack[base + LOW_SUM], stack[base + HIGH_SUM]
    for a, p in outcomes(game, s, table.opponents):
        t, low, high = game.result(s, a), stack[at + LOW], stack[at + HIGH]
        side = table.side(game, t, depth - 1) if low < high else MEAN
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
            stack[base + CLOSED] = 1.0
            return float(min(alpha, high_sum))
        if low_sum >= beta or (side == MAX and stack[at + LOW] >= most):
            stack[base + CLOSED] = 1.0
            return float(max(beta, low_sum))
        at += OUTCOME
    stack[base + LOW_SUM], stack[base + HIGH_SUM] = low_sum, high_sum
    return 0.0


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
) -> float:
    """Star1: each outcome in full, as far as it matters beside the others.

    Returns the mean, or a bound of it if that closes the window.
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
                stack[base + CLOSED] = 1.0
                return float(min(alpha, high_sum))
            if is_windowed and x >= most:
                stack[base + CLOSED] = 1.0
                return float(max(beta, low_sum))
        at += OUTCOME
    return add_outcomes(game, s, base, table)


def add_outcomes(game: Game[S, A], s: S, base: int, table: StarTable) -> float:
    """The mean of outcomes that are all known, added up as the textbook adds it."""
    v, at = 0.0, base + CHANCE_NODE
    for _, p in outcomes(game, s, table.opponents):
        v = v + p * table.stack[at + LOW]
        at += OUTCOME
    return v


def nth(game: Game[S, A], s: S, index: int) -> A:
    """The action of this index in natural order."""
    for i, a in enumerate(game.actions(s)):
        if i == index:
            return a
    raise IndexError
