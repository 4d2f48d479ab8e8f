"""The search of proofs: alpha-beta to the end of the game, without what only guesses need.

A proof asks null windows, one after another (`exact.solve`). Its nodes have no horizon, no
quiescence search, no extensions and reductions, and no principal variation, so a node has fewer
steps than one of `search.search`:

==  ===========================================================================================
 1  terminal positions and repetitions
 2  database, payoff bounds and mate-distance pruning
 3  transposition-table probe
 4  move generation and ordering
 5  enhanced transposition cut-offs (ETC)
 6  the actions, one after another, all in the same window
 7  transposition-table store
==  ===========================================================================================

The contract is that of `search.search`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.engine.pvs.ordering import update_statistics
from zermelo.engine.pvs.pruning import (
    database_score,
    payoff_bound,
    slowest_loss,
    worst_payoff,
)
from zermelo.engine.pvs.scores import (
    NO_SCORE,
    WIN,
    child_alpha,
    child_beta,
    from_child,
    terminal_score,
)
from zermelo.engine.pvs.search import is_forbidden, is_repetition, make_node
from zermelo.engine.pvs.sharing import DEFERRED, claim, release, rounds_of
from zermelo.engine.pvs.state import (
    DRAW,
    HIGHEST,
    LOWEST,
    NONE,
    PLAYER,
    PROOF,
    Edge,
    Node,
    SearchState,
    flip,
)
from zermelo.engine.pvs.successors import (
    ACTION,
    KEY,
    WIDTH,
    fetch_key,
    generate_successors,
    successor_cutoff,
)
from zermelo.engine.pvs.transposition import (
    probe_key,
    store,
)
from zermelo.game import FORBIDDEN, INFINITY, Game
from zermelo.gears import inlined
from zermelo.watch import HORIZON, Watch


class Arrival(NamedTuple):
    """What a parent passes to a node of a proof."""

    previous: int
    """The action that led here; NONE at the root."""
    top: int
    """The cell of `moves` at which the successors of the node begin."""
    key: int
    """The key of the node in the table."""


def prove_root(
    game: Game[Any, Any], s: Any, alpha: float, beta: float, state: SearchState, watch: Watch
) -> float:
    """Return the score of the root for MAX, as far as it matters in the window."""
    arrival = Arrival(NONE, 0, fetch_key(game, s, state))
    return prove(game, s, alpha, beta, PROOF + game.plies_left(s), arrival, state, watch)


def prove(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    depth: int,
    arrival: Arrival,
    state: SearchState,
    watch: Watch,
) -> float:
    """Return the score of s for MAX, as far as it matters in the window."""
    watch.enter(s, alpha, beta)
    # Step 1. Terminal positions and repetitions
    if game.terminal(s):
        u = watch.leaf(game.utility(s, state.parameters[PLAYER]))
        v = terminal_score(u, state.payoffs[HIGHEST], state.payoffs[LOWEST])
    else:
        edge = Edge(arrival.previous, NONE, arrival.top)
        node = make_node(game, s, alpha, beta, depth, edge, state, watch)
        if game.repetition and is_repetition(game, s, node, state):
            v = watch.horizon(state.payoffs[DRAW])
        else:
            v = prove_node(game, s, arrival.key, node, state, watch)
            v = node.side * v
    return watch.leave(v, alpha, beta)


@inlined
def prove_node(
    game: Game[Any, Any], s: Any, key: int, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the mover's score of a position that is not over (steps 2 to 5; the rest follows)."""
    # Step 2. Database, payoff bounds and mate-distance pruning
    if state.has_database:
        v = database_score(s, node, state)
        if v != NO_SCORE:
            return v
    v = payoff_bound(game, s, node, state)
    if v != NO_SCORE:
        return v
    # Step 3. Transposition-table probe
    tt_move, v = probe_key(key, node, state, watch)
    if v != NO_SCORE:
        return v
    # Step 4. Move generation and ordering
    count = generate_successors(game, s, tt_move, node, state)
    v = slowest_loss(count, node, state)
    if v != NO_SCORE:
        return v
    # Step 5. Enhanced transposition cut-offs
    v = successor_cutoff(game, s, count, node, state, watch)
    if v != NO_SCORE:
        return v
    return prove_moves(game, s, key, count, node, state, watch)


@inlined
def prove_moves(
    game: Game[Any, Any], s: Any, key: int, count: int, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the best score of the actions, the most promising first (steps 6 and 7)."""
    best, best_move, asked = -INFINITY, NONE, node
    estimates = watch.cells[HORIZON]
    rounds = rounds_of(node, state)
    # Step 6. The actions, one after another
    for turn in range(rounds * count):
        i = turn if turn < count else turn - count
        is_first = best_move == NONE
        at = node.top + WIDTH * i
        a = state.moves[at + ACTION]
        after = game.result(s, a)
        if game.repetition == FORBIDDEN and is_forbidden(game, after, node, state, watch):
            continue
        busy = 0
        if rounds == 2:
            busy = claim(game.key(after), at, i < turn, is_first, node, state)
        if busy == DEFERRED:
            continue
        watch.consider(a)
        arrival = Arrival(a, node.top + WIDTH * count, state.moves[at + KEY])
        v = prove_child(game, after, arrival, node, state, watch)
        if rounds == 2:
            release(busy, state)
        if v > best or is_first:
            best, best_move = v, a
            if v > node.alpha:
                node = node._replace(alpha=v)
                watch.prefer(a)
            if v >= node.beta:
                update_statistics(game, s, a, i, node, state)
                watch.cut(v, asked.alpha, asked.beta, game, s)
                break
    if best_move == NONE:  # every action is forbidden
        return worst_payoff(node.side, state) - WIN
    # Step 7. Transposition-table store
    store(key, best, best_move, estimates, asked, state, watch)
    return best


@inlined
def prove_child(
    game: Game[Any, Any], after: Any, arrival: Arrival, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the mover's score of a successor, as far as it matters in the window."""
    highest, lowest = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    alpha, beta = flip(node.alpha, node.beta, node.side)
    alpha, beta = child_alpha(alpha, highest, lowest), child_beta(beta, highest, lowest)
    v = prove(game, after, alpha, beta, node.depth - 1, arrival, state, watch)
    return node.side * from_child(v, highest, lowest)
