"""Selective search: what is skipped or searched less deeply because it promises little.

==========================  ======================================================================
reverse futility pruning    the static evaluation is above beta by a margin for each ply left
null move                   the score is above beta even if the mover passes
late-move pruning           near the horizon, quiet actions after the first few are skipped
futility pruning            quiet actions that will hardly reach alpha are skipped
late-move reductions (LMR)  quiet actions are searched the less deeply, the later they come
internal iterative          a ply less where the table knows no action to begin with
reduction (IIR)
losing captures             quiescence search skips noisy actions that `order` calls losing
==========================  ======================================================================

All but the null move are for games that say they are `selective`. Nothing of it is done in proofs,
nor in the first iterations: a quick win is found with its distance. The margin is `Game.margin`.
"""

from __future__ import annotations

from math import log
from typing import Any

from zermelo.engine.pvs.pruning import is_estimate, worst_payoff
from zermelo.engine.pvs.scores import NO_SCORE, just_above
from zermelo.engine.pvs.state import (
    FUTILITY,
    HIGHEST,
    IIR,
    IMPROVING,
    LATE_PRUNING,
    LMR,
    LOSING_CAPTURES,
    LOWEST,
    NONE,
    NULL_MOVE,
    PLAYER,
    REVERSE_FUTILITY,
    Node,
    SearchState,
    is_on,
    prunes,
)
from zermelo.game import INFINITY, Game
from zermelo.gears import inlined

REVERSE_FUTILITY_DEPTH = 7
"""The largest depth of reverse futility pruning."""

NULL_MOVE_DEPTH = 3
"""The least depth at which the null move is tried."""

FUTILITY_DEPTH = 6
"""The largest depth at which futility pruning skips actions."""

LATE_PRUNING_DEPTH = 5
"""The largest depth of late-move pruning."""

IIR_DEPTH = 4
"""The least depth of internal iterative reduction."""

SKIPPED = -1
"""In place of a reduction: the action is not searched at all."""

LMR_DEPTH = 3
"""The least depth at which LMR reduces actions."""

LATE = 3
"""Index of the first action that may be reduced or skipped."""

LOGARITHMS = tuple(log(max(n, 1)) for n in range(64))


@inlined
def is_null_window(node: Node) -> bool:
    """Is it only asked whether the score is above alpha?"""
    return node.beta <= just_above(node.alpha)


def estimate(game: Game[Any, Any], s: Any, state: SearchState) -> float:
    """Return the game's evaluation, kept within its payoffs: only a terminal is a win."""
    v = game.evaluate(s, state.parameters[PLAYER])
    return float(min(max(v, state.payoffs[LOWEST]), state.payoffs[HIGHEST]))


@inlined
def static_score(game: Game[Any, Any], s: Any, node: Node, state: SearchState) -> float:
    """Return the mover's evaluation; NO_SCORE in check and where nothing is pruned."""
    if not prunes(state) or node.excluded != NONE or node.ply == 1 or game.in_check(s):
        state.statics[node.ply] = NO_SCORE
        return NO_SCORE
    static = node.side * estimate(game, s, state)
    state.statics[node.ply] = static
    return static


@inlined
def improves(static: float, node: Node, state: SearchState) -> bool:
    """Is the evaluation above that of two plies before? Yes, where the feature is off."""
    if not is_on(IMPROVING, state):
        return True
    return node.ply < 3 or static > state.statics[node.ply - 2]


@inlined
def reduced_depth(tt_move: int, node: Node, state: SearchState) -> int:
    """Return the depth of a node, a ply less if the table knows no action (IIR)."""
    if is_on(IIR, state) and prunes(state) and tt_move == NONE and node.depth >= IIR_DEPTH:
        return node.depth - 1
    return node.depth


@inlined
def reverse_futility(game: Game[Any, Any], static: float, node: Node, state: SearchState) -> float:
    """Return the static evaluation if it is above beta by a margin for each ply left."""
    if (
        is_on(REVERSE_FUTILITY, state)
        and static != NO_SCORE
        and node.depth <= REVERSE_FUTILITY_DEPTH
        and is_null_window(node)
        and is_estimate(node.beta, node.side, state)
        and static - reverse_margin(game, static, node, state) >= node.beta
    ):
        return static
    return NO_SCORE


@inlined
def reverse_margin(game: Game[Any, Any], static: float, node: Node, state: SearchState) -> float:
    """Return the margin of reverse futility pruning: half a `margin` a ply."""
    plies = node.depth
    if is_on(IMPROVING, state) and improves(static, node, state):
        plies -= 1
    return plies * game.margin / 2


@inlined
def tries_null_move(static: float, node: Node, state: SearchState) -> bool:
    """Is the null move tried?

    Never twice in a row, not to refute a win or a loss, and not where the evaluation is below beta.
    """
    return (
        is_on(NULL_MOVE, state)
        and node.excluded == NONE
        and node.previous != NONE
        and node.depth >= NULL_MOVE_DEPTH
        and is_estimate(node.beta, node.side, state)
        and node.beta < INFINITY
        and (static == NO_SCORE or static >= node.beta)
    )


@inlined
def null_move_depth(static: float, node: Node) -> int:
    """Return the depth of the search after a null move: the deeper, the more it is reduced."""
    return node.depth - 3 if static == NO_SCORE else node.depth - 4 - node.depth // 4


@inlined
def futility_value(game: Game[Any, Any], static: float, node: Node, state: SearchState) -> float:
    """Return the most that a late quiet action is expected to reach near the horizon, else ∞."""
    if is_on(FUTILITY, state) and static != NO_SCORE and node.depth <= FUTILITY_DEPTH:
        return static + (1 + node.depth) * game.margin / 2
    return INFINITY


@inlined
def late_reduction(
    game: Game[Any, Any], s: Any, a: int, after: Any, i: int, best: float, hope: float,
    static: float, node: Node, state: SearchState,
) -> int:  # fmt: skip
    """Return by how many plies action number i is reduced, or SKIPPED (step 9).

    Checks, noisy actions and the first ones are neither skipped nor reduced. What must hold:
    `search_child` searches an action again without its reduction if it raises alpha, and counts an
    estimate if the reduced score is kept, so that no reduced search is called proven.
    """
    if i < LATE or not prunes(state) or game.noisy(s, a):
        return 0
    less = reduction(i, static, node, state)
    if is_futile(hope, node, state) or is_too_late(i, best, static, node, state):
        less = SKIPPED
    return 0 if less == 0 or game.in_check(after) else less


@inlined
def is_futile(value: float, node: Node, state: SearchState) -> bool:
    """Is an action skipped because its futility value does not reach alpha?"""
    return value <= node.alpha and node.alpha >= worst_payoff(node.side, state)


@inlined
def is_too_late(i: int, best: float, static: float, node: Node, state: SearchState) -> bool:
    """Is quiet action number i skipped because of the actions before it (late-move pruning)?

    Not as long as all of them lose.
    """
    if not is_on(LATE_PRUNING, state) or static == NO_SCORE or node.depth > LATE_PRUNING_DEPTH:
        return False
    most = LATE + node.depth * node.depth
    if not improves(static, node, state):
        most = most * 2 // 3
    return is_null_window(node) and i >= most and best >= worst_payoff(node.side, state)


@inlined
def reduction(i: int, static: float, node: Node, state: SearchState) -> int:
    """Return the number of plies by which LMR reduces the late quiet action number i.

    By a table of depth and number; a ply less in an open window, more where nothing improves.
    """
    if not is_on(LMR, state) or node.depth < LMR_DEPTH:
        return 0
    r = 0.75 + LOGARITHMS[min(node.depth, 63)] * LOGARITHMS[min(i, 63)] / 2.25
    if not is_null_window(node):
        r -= 1
    if static != NO_SCORE and not improves(static, node, state):
        r += 0.5
    return max(0, min(int(r), node.depth - 2))


@inlined
def is_losing_capture(r: int, state: SearchState) -> bool:
    """Is a noisy action of this rank skipped in quiescence search?"""
    return r < 0 and is_on(LOSING_CAPTURES, state) and prunes(state)
