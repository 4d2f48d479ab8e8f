"""The search of max^n: Korf's shallow pruning, immediate pruning and a table.

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

from typing import TypeVar

from zermelo.engine.maxn_table import MaxnTable
from zermelo.engine.search_table import (
    BEST,
    NONE,
    PARTIAL,
    REACH,
    TAINTS,
    first_then_others,
)
from zermelo.frame.tt import NOT_FOUND, TAG
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.search.maxn import Vector
from zermelo.watch import PLY, Watch

S = TypeVar("S")
A = TypeVar("A")


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
                watch.cut(v[mover], -INFINITY, enough, game, s)
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
