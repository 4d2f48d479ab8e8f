"""Pruning: payoff bounds, null move, futility pruning and late-move reductions (LMR)."""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.scores import NO_SCORE, WIN, from_child, terminal_score
from zermelo.engine.pvs.state import (
    BOUNDS,
    FUTILITY,
    HIGHEST,
    ITERATION,
    LMR,
    LOWEST,
    NON_LOSING,
    NONE,
    NULL_MOVE,
    PLAYER,
    Node,
    SearchState,
    flip,
    is_on,
)
from zermelo.game import INFINITY, Game
from zermelo.gears import inlined

FULL_WIDTH = 4
"""Iterations to this depth prune and reduce nothing: a quick win is found with its distance."""

NULL_MOVE_DEPTH = 3
"""The least depth at which the null move is tried."""

NULL_MOVE_REDUCTION = 2
"""Plies that the search after a null move is shallower."""

FUTILITY_DEPTH = 2
"""The largest depth at which futility pruning skips actions. The margin is `Game.margin` a ply."""

LMR_DEPTH = 3
"""The least depth at which LMR reduces actions."""

LATE, VERY_LATE = 3, 9
"""Index of the first action that LMR reduces by one ply, and by two."""


@inlined
def has_non_losing(state: SearchState) -> bool:
    """Are only the non-losing actions of a game searched?"""
    return state.has_non_losing and is_on(NON_LOSING, state)


@inlined
def payoff_bound(game: Game[Any, Any], s: Any, node: Node, state: SearchState) -> float:
    """Return a bound on the mover's score from `bounds`, if it lies outside the window.

    Mate-distance pruning is part of it: a win at once scores less than the highest score by a ply.
    At the root an action must be found, so nothing is cut there.
    """
    if not is_on(BOUNDS, state):
        return NO_SCORE
    highest, lowest = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    low, high = game.bounds_for(s, state.parameters[PLAYER])
    high = from_child(terminal_score(high, highest, lowest), highest, lowest)
    low = from_child(terminal_score(low, highest, lowest), highest, lowest)
    if has_non_losing(state) and node.previous != NONE:
        # The mover cannot win at once: the previous action would have been a losing one.
        if high > highest and node.side > 0:
            high -= 2
        if low < lowest and node.side < 0:
            low += 2
    alpha, beta = flip(node.alpha, node.beta, node.side)
    if node.ply > 1 and high <= alpha:
        return node.side * high
    if node.ply > 1 and low >= beta:
        return node.side * low
    return NO_SCORE


@inlined
def slowest_loss(count: int, node: Node, state: SearchState) -> float:
    """Return the mover's score if the number of non-losing actions settles the node.

    Without one, every action loses to the reply. With one, the other side does not win next.
    """
    loss = worst_payoff(node.side, state) - WIN
    if count == 0:
        return loss + 2
    if has_non_losing(state) and is_on(BOUNDS, state) and node.ply > 1 and loss + 4 >= node.beta:
        return loss + 4
    return NO_SCORE


@inlined
def worst_payoff(side: float, state: SearchState) -> float:
    """Return the mover's lowest payoff: scores below it are losses."""
    return float(state.payoffs[LOWEST] if side > 0 else -state.payoffs[HIGHEST])


@inlined
def best_payoff(side: float, state: SearchState) -> float:
    """Return the mover's highest payoff: scores above it are wins."""
    return float(state.payoffs[HIGHEST] if side > 0 else -state.payoffs[LOWEST])


@inlined
def is_estimate(v: float, side: float, state: SearchState) -> bool:
    """Is a score neither a win nor a loss?"""
    return worst_payoff(side, state) <= v <= best_payoff(side, state)


@inlined
def tries_null_move(node: Node, state: SearchState) -> bool:
    """Is the null move tried? Never twice in a row, and not to refute a win or a loss."""
    return (
        is_on(NULL_MOVE, state)
        and node.excluded == NONE
        and node.previous != NONE
        and node.depth >= NULL_MOVE_DEPTH
        and is_estimate(node.beta, node.side, state)
        and node.beta < INFINITY
    )


@inlined
def futility_value(game: Game[Any, Any], s: Any, node: Node, state: SearchState) -> float:
    """Return the most that a late quiet action is expected to reach near the horizon, else ∞."""
    if is_on(FUTILITY, state) and node.depth <= FUTILITY_DEPTH and prunes(state):
        v = game.evaluate(s, state.parameters[PLAYER])
        return node.side * v + node.depth * game.margin
    return INFINITY


@inlined
def prunes(state: SearchState) -> bool:
    """Is this iteration deep enough for futility pruning and LMR?"""
    return state.parameters[ITERATION] > FULL_WIDTH  # type: ignore[no-any-return]


@inlined
def is_late_quiet(
    game: Game[Any, Any], s: Any, a: int, after: Any, i: int, state: SearchState
) -> bool:
    """Is action number i a late one that is neither noisy nor a check?"""
    return i >= LATE and prunes(state) and not game.noisy(s, a) and not game.in_check(after)


@inlined
def is_futile(value: float, node: Node, state: SearchState) -> bool:
    """Is an action skipped because its futility value does not reach alpha?"""
    return value <= node.alpha and node.alpha >= worst_payoff(node.side, state)


@inlined
def reduction(i: int, node: Node, state: SearchState) -> int:
    """Return the number of plies by which LMR reduces the late quiet action number i.

    `is_late_quiet` selects the actions; futility pruning shares it. What must hold: `search_child`
    searches an action again without its reduction if it raises alpha, and counts an estimate if
    the reduced score is kept, so that no reduced search is called proven. `solve` uses no LMR.
    """
    if not is_on(LMR, state) or node.depth < LMR_DEPTH:
        return 0
    return 2 if i >= VERY_LATE else 1
