"""Quiescence search: at the horizon, follow noisy actions until the position is quiet."""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.ordering import RANK, insert, require_space
from zermelo.engine.pvs.scores import child_alpha, child_beta, from_child, terminal_score
from zermelo.engine.pvs.selective import estimate, is_losing_capture
from zermelo.engine.pvs.state import (
    HIGHEST,
    LOWEST,
    ORDER,
    PLAYER,
    QUIESCENCE,
    Node,
    SearchState,
    flip,
    is_on,
)
from zermelo.game import Game
from zermelo.gears import inlined
from zermelo.watch import Watch


@inlined
def horizon_score(
    game: Game[Any, Any], s: Any, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the mover's score of a position at the horizon."""
    if is_on(QUIESCENCE, state):
        alpha, beta = flip(node.alpha, node.beta, node.side)
        return node.side * quiescence(game, s, alpha, beta, node.top, state, watch)
    return node.side * watch.horizon(estimate(game, s, state))


def quiescence(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    top: int,
    state: SearchState,
    watch: Watch,
) -> float:
    """Return the evaluation of s (stand pat), or a better score by a noisy action of the mover."""
    highest, lowest = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    v = watch.horizon(estimate(game, s, state))
    side = 1.0 if game.player(s) == state.parameters[PLAYER] else -1.0
    best = side * v
    lo, hi = flip(alpha, beta, side)
    if best >= hi:
        return v
    lo = max(lo, best)
    count = generate_noisy(game, s, top, state)
    for i in range(count):
        a = state.moves[top + 2 * i]
        if game.selective and is_losing_capture(state.moves[top + 2 * i + 1], state):
            break  # the rest are no better
        watch.consider(a)
        after = game.result(s, a)
        low, high = flip(lo, hi, side)
        low, high = child_alpha(low, highest, lowest), child_beta(high, highest, lowest)
        watch.enter(after, low, high)
        if game.terminal(after):
            u = watch.leaf(game.utility(after, state.parameters[PLAYER]))
            v = terminal_score(u, highest, lowest)
        else:
            v = quiescence(game, after, low, high, top + 2 * count, state, watch)
        v = side * from_child(watch.leave(v, low, high), highest, lowest)
        best = max(best, v)
        if best >= hi:
            break
        lo = max(lo, best)
    return side * best


@inlined
def generate_noisy(game: Game[Any, Any], s: Any, top: int, state: SearchState) -> int:
    """Write the noisy actions by `order`, the highest first; return their number."""
    require_space(top)
    count = 0
    for a in game.noisy_actions(s):
        insert(a, int(game.order(s, a) * RANK) if is_on(ORDER, state) else 0, top, count, state)
        count += 1
    return count
