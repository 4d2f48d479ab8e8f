"""The minimal tree: the fewest nodes that any proof of a position's value must visit.

Alpha-beta proves that the root is worth v by showing two things: MAX can get v, and MIN can hold
MAX to v. In any order of the actions it needs at least the smallest tree that shows both. For every
node, always against the root's v::

    ge    the fewest nodes that prove value ≥ v
    le    the fewest nodes that prove value ≤ v
    both  the fewest nodes that prove value = v
                                                                            (∞ where it is not so)
    a leaf worth u      ge = 1 if u ≥ v      le = 1 if u ≤ v      both = 1 if u = v
    MAX moves           ge = 1 + min over c of ge(c)              one good successor is enough
                        le = 1 + Σ over c of le(c)                none may be better
                        both = 1 + min over c of (both(c) + Σ over the others of le)
    MIN moves           the same with ge and le exchanged

The searches know the game's `bounds`, and so does the proof: where the bounds say that a node is
at least v, visiting the node is enough, and `both` needs the other side only. A win needs no proof
that nothing beats it. In a uniform tree with different leaves and no bounds the minimal tree has
Knuth and Moore's b^⌈i/2⌉ + b^⌊i/2⌋ − 1 nodes at level i. Real games have other sizes; this counts
them.
"""

from __future__ import annotations

from typing import TypeVar

from zermelo.game import INFINITY, Game
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

ProofSizes = tuple[float, float, float]
"""ge, le, both."""


def proof(game: Game[S, A], s: S, me: int, v: float, depth: int, watch: Watch) -> ProofSizes:
    """The fewest nodes below and with s that prove its value ≥ v, ≤ v and = v for `me`.

    >>> from zermelo import tree
    >>> proof(tree.figure("two-ply"), 0, 0, 3.0, 2, Watch())
    (5.0, 7.0, 9.0)
    """
    watch.enter(s)
    if game.terminal(s):
        sizes = at_leaf(watch.leaf(game.utility(s, me)), v)
    elif depth == 0:
        sizes = at_leaf(watch.horizon(game.evaluate(s, me)), v)
    elif game.player(s) == me:
        sizes = max_proof(game, s, me, v, depth, watch)
    else:
        sizes = min_proof(game, s, me, v, depth, watch)
    watch.leave(v)
    return sizes


def at_leaf(u: float, v: float) -> ProofSizes:
    """The proofs of a leaf worth u, against v."""
    return 1.0 if u >= v else INFINITY, 1.0 if u <= v else INFINITY, 1.0 if u == v else INFINITY


def max_proof(game: Game[S, A], s: S, me: int, v: float, depth: int, watch: Watch) -> ProofSizes:
    """MAX moves: `both` proves one of the successors so far on both sides, the others on one."""
    ge, le, both = INFINITY, 0.0, INFINITY
    for a in game.actions(s):
        watch.consider(a)
        ge2, le2, both2 = proof(game, game.result(s, a), me, v, depth - 1, watch)
        ge, le, both = min(ge, ge2), le + le2, min(both + le2, le + both2)
    return with_bounds(game, s, me, v, ge + 1, le + 1, both + 1)


def min_proof(game: Game[S, A], s: S, me: int, v: float, depth: int, watch: Watch) -> ProofSizes:
    """MIN moves: the mirror image."""
    ge, le, both = 0.0, INFINITY, INFINITY
    for a in game.actions(s):
        watch.consider(a)
        ge2, le2, both2 = proof(game, game.result(s, a), me, v, depth - 1, watch)
        ge, le, both = ge + ge2, min(le, le2), min(both + ge2, ge + both2)
    return with_bounds(game, s, me, v, ge + 1, le + 1, both + 1)


def with_bounds(
    game: Game[S, A], s: S, me: int, v: float, ge: float, le: float, both: float
) -> ProofSizes:
    """The same proof where the game's own bounds give one side of it, or both."""
    low, high = game.bounds_for(s, me)
    if low >= v:
        ge, both = 1.0, le
    if high <= v:
        le, both = 1.0, ge
    return ge, le, both
