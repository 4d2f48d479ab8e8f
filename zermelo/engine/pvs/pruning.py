"""Pruning that is always right: databases, payoff bounds, mate-distance pruning."""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.scores import NO_SCORE, WIN, from_child, payoff, terminal_score
from zermelo.engine.pvs.state import (
    BOUNDS,
    HIGHEST,
    LOWEST,
    NON_LOSING,
    NONE,
    PLAYER,
    Node,
    SearchState,
    flip,
    is_on,
)
from zermelo.game import Game
from zermelo.gears import inlined


@inlined
def has_non_losing(state: SearchState) -> bool:
    """Are only the non-losing actions of a game searched?"""
    return state.has_non_losing and is_on(NON_LOSING, state)


@inlined
def database_score(s: Any, node: Node, state: SearchState) -> float:
    """Return the mover's score of a position that the database holds.

    At the root an action must be found.
    """
    word = state.database.find(s) if node.ply > 1 and node.excluded == NONE else -1
    if word < 0:
        return NO_SCORE
    highest, lowest = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    v = terminal_score(state.database.payoff(word, state.parameters[PLAYER]), highest, lowest)
    plies = state.database.plies(word)
    if v > highest:
        v -= plies
    elif v < lowest:
        v += plies
    return node.side * v


@inlined
def payoff_bound(game: Game[Any, Any], s: Any, node: Node, state: SearchState) -> float:
    """Return a bound on the mover's score from `bounds_in`, if it settles the node.

    Mate-distance pruning is part of it: a win at once scores less than the highest score by a ply.
    At the root an action must be found, so nothing is cut there.
    """
    if not is_on(BOUNDS, state):
        return NO_SCORE
    highest, lowest = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    alpha, beta = flip(node.alpha, node.beta, node.side)
    low, high = game.bounds_in_for(
        s, state.parameters[PLAYER], payoff(alpha, highest, lowest), payoff(beta, highest, lowest)
    )
    if low == high and lowest < low < highest and node.ply > 1:
        return node.side * low
    high = from_child(terminal_score(high, highest, lowest), highest, lowest)
    low = from_child(terminal_score(low, highest, lowest), highest, lowest)
    if has_non_losing(state) and node.previous != NONE:
        # The mover cannot win at once: the previous action would have been a losing one.
        if high > highest and node.side > 0:
            high -= 2
        if low < lowest and node.side < 0:
            low += 2
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
