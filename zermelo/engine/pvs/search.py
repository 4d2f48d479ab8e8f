"""Principal-variation search: alpha-beta with a transposition table, one node in eleven steps.

==  ===========================================================================================
 1  terminal positions and repetitions
 2  database, payoff bounds and mate-distance pruning
 3  horizon: check extension, quiescence search
 4  transposition-table probe
 5  reverse futility pruning and null move
 6  move generation and ordering
 7  enhanced transposition cut-offs (ETC)
 8  extensions: check, one reply, singular
 9  late-move pruning, futility pruning and late-move reductions (LMR)
10  principal-variation search: null windows and re-search
11  transposition-table store
==  ===========================================================================================

The contract of ``search(game, s, α, β, depth, …) = v`` is alpha-beta's (fail-soft), for α < β and
in scores for MAX, the player of the question::

    v ≤ α      promises  true ≤ v
    v ≥ β      promises  true ≥ v
    α < v < β  promises  true = v

*True* is the value at the depth asked for, with extensions and reductions. Within a node all scores
and the window are in the mover's terms (`Node`), so one loop serves both sides. Nothing assumes
that the players alternate.

A step returns NO_SCORE if it does not settle the node. The watch counts estimates: a node whose
subtree added none is proven, and is stored as proven.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.engine.pvs.extensions import horizon_depth, node_extension, singular_beta
from zermelo.engine.pvs.ordering import (
    begins_with_table,
    generate_moves,
    is_excluded,
    update_statistics,
)
from zermelo.engine.pvs.pruning import (
    database_score,
    payoff_bound,
    slowest_loss,
    worst_payoff,
)
from zermelo.engine.pvs.quiescence import horizon_score
from zermelo.engine.pvs.scores import (
    NO_SCORE,
    WIN,
    child_alpha,
    child_beta,
    from_child,
    just_above,
    just_below,
    terminal_score,
)
from zermelo.engine.pvs.selective import (
    SKIPPED,
    futility_value,
    late_reduction,
    null_move_depth,
    reduced_depth,
    reverse_futility,
    static_score,
    tries_null_move,
)
from zermelo.engine.pvs.sharing import DEFERRED, claim, release, rounds_of
from zermelo.engine.pvs.state import (
    DRAW,
    HIGHEST,
    LOWEST,
    NONE,
    NULL_WINDOWS,
    PAST,
    PLAYER,
    Edge,
    Node,
    SearchState,
    flip,
    is_on,
)
from zermelo.engine.pvs.transposition import expect, probe, store, transposition_cutoff
from zermelo.engine.repetition import has_repeated
from zermelo.game import FORBIDDEN, INFINITY, Game
from zermelo.gears import inlined
from zermelo.watch import HORIZON, PLY, Watch


class Child(NamedTuple):
    """How a successor is searched."""

    edge: Edge
    depth: int
    reduction: int
    """Plies by which the first search is shallower."""


def search_root(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    depth: int,
    state: SearchState,
    watch: Watch,
) -> float:
    """Return the score of the root for MAX, as far as it matters in the window."""
    return search(game, s, alpha, beta, depth, Edge(NONE, NONE, 0), state, watch)


def search(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    depth: int,
    edge: Edge,
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
        node = make_node(game, s, alpha, beta, depth, edge, state, watch)
        if game.repetition and is_repetition(game, s, node, state):
            v = watch.horizon(state.payoffs[DRAW])
        else:
            v = search_node(game, s, node, state, watch)
            v = node.side * v
    return watch.leave(v, alpha, beta)


@inlined
def make_node(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    depth: int,
    edge: Edge,
    state: SearchState,
    watch: Watch,
) -> Node:
    """Return what the steps share: the window in the mover's terms, and what the parent said."""
    side = 1.0 if game.player(s) == state.parameters[PLAYER] else -1.0
    lo, hi = flip(alpha, beta, side)
    ply = watch.cells[PLY]
    return Node(lo, hi, depth, ply, side, edge.previous, edge.excluded, edge.top)


@inlined
def is_repetition(game: Game[Any, Any], s: Any, node: Node, state: SearchState) -> bool:
    """Write s to the path. Does the repetition of a position make it a draw?"""
    is_repeated = has_repeated(game, s, state.parameters[PAST], node.ply, state.path)
    return (
        is_repeated
        and game.repetition != FORBIDDEN
        and node.previous != NONE
        and node.excluded == NONE
    )


@inlined
def search_node(
    game: Game[Any, Any], s: Any, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the mover's score of a position that is not over (steps 2 to 7; the rest follows)."""
    # Step 2. Database, payoff bounds and mate-distance pruning
    if state.has_database:
        v = database_score(s, node, state)
        if v != NO_SCORE:
            return v
    v = payoff_bound(game, s, node, state)
    if v != NO_SCORE:
        return v
    # Step 3. Horizon: check extension, quiescence search
    depth = horizon_depth(game, s, node, state)
    node = node._replace(depth=depth)
    if depth <= 0:
        return horizon_score(game, s, node, state, watch)
    # Step 4. Transposition-table probe
    key, tt_move, v = probe(game, s, node, state, watch)
    if v != NO_SCORE:
        return v
    # Step 5. Reverse futility pruning and null move
    static = NO_SCORE
    if game.selective:
        node = node._replace(depth=reduced_depth(tt_move, node, state))
        static = static_score(game, s, node, state)
        v = reverse_futility(game, static, node, state)
        if v != NO_SCORE:
            watch.cells[HORIZON] += 1
            return v
    if state.has_null_move:
        v = null_move(game, s, static, node, state, watch)
        if v != NO_SCORE:
            return v
    # Step 6. Move generation and ordering, after the table's action in a selective search
    if game.selective and begins_with_table(tt_move, state):
        state.moves[node.top] = tt_move
        count, v = 1, NO_SCORE
    else:
        count, v = list_moves(game, s, tt_move, node, state, watch)
    if v != NO_SCORE:
        return v
    return search_moves(game, s, key, tt_move, count, static, node, state, watch)


@inlined
def null_move(
    game: Game[Any, Any], s: Any, static: float, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return beta if the mover is above it even after giving the move away (step 5).

    A win after a null move is not proven, so the score is beta and no more.
    """
    if not tries_null_move(static, node, state):
        return NO_SCORE
    after = game.null_move(s)
    if game.player(after) == game.player(s) or game.terminal(after):
        return NO_SCORE
    estimates = watch.cells[HORIZON]
    edge = Edge(NONE, NONE, node.top)
    alpha, beta = flip(just_below(node.beta), node.beta, node.side)
    depth = null_move_depth(static, node)
    v = node.side * search(game, after, alpha, beta, depth, edge, state, watch)
    if v < node.beta:
        watch.cells[HORIZON] = estimates
        return NO_SCORE
    watch.cells[HORIZON] = estimates + 1
    return node.beta


@inlined
def list_moves(
    game: Game[Any, Any], s: Any, tt_move: int, node: Node, state: SearchState, watch: Watch
) -> tuple[int, float]:
    """Return the number of actions, and the score if they settle the node (steps 6 and 7)."""
    count = generate_moves(game, s, tt_move, node, state)
    v = slowest_loss(count, node, state)
    if v != NO_SCORE or game.selective:  # where most actions are skipped, ETC costs what it saves
        return count, v
    # Step 7. Enhanced transposition cut-offs
    return count, transposition_cutoff(game, s, count, node, state, watch)


@inlined
def search_moves(
    game: Game[Any, Any], s: Any, key: int, tt_move: int, count: int, static: float, node: Node,
    state: SearchState, watch: Watch,
) -> float:  # fmt: skip
    """Return the best score of the actions, the most promising first (steps 8 to 11)."""
    best, best_move, asked = -INFINITY, NONE, node
    estimates = watch.cells[HORIZON]
    extension = node_extension(game, s, count, node, state)
    hope = futility_value(game, static, node, state) if game.selective else INFINITY
    rounds = rounds_of(node, state)
    others_follow = game.selective and begins_with_table(tt_move, state)
    turn = -1
    while turn + 1 < rounds * count or others_follow:
        turn += 1
        if game.selective and others_follow and turn == 1:  # step 6, after the table's action
            turn, count, others_follow = 0, generate_moves(game, s, tt_move, node, state), False
            continue
        i = turn if turn < count else turn - count
        is_first = best_move == NONE
        at = node.top + 2 * i
        a = state.moves[at]
        if is_excluded(a, node, state):
            continue
        after = game.result(s, a)
        expect(game, after, node.depth - 1, state)
        if game.repetition == FORBIDDEN and is_forbidden(game, after, node, state, watch):
            continue
        # Step 8. Extensions
        more, less = extension, 0
        if game.margin > 0 and a == tt_move and more == 0:
            more = singular_extension(game, s, a, key, count, node, state, watch)
        # Step 9. Late-move pruning, futility pruning and late-move reductions
        if game.selective and more == 0:
            less = late_reduction(game, s, a, after, i, best, hope, static, node, state)
        if less == SKIPPED:
            best = max(best, min(hope, node.alpha))
            watch.cells[HORIZON] += 1
            continue
        busy = claim(game.key(after), at, i < turn, is_first, node, state) if rounds == 2 else 0
        if busy == DEFERRED:
            continue
        # Step 10. Principal-variation search
        watch.consider(a)
        child = Child(Edge(a, NONE, node.top + 2 * count), node.depth - 1 + more, less)
        v = search_child(game, after, child, is_first, node, state, watch)
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
    if best_move == NONE:  # every action was excluded
        return worst_payoff(node.side, state) - WIN
    # Step 11. Transposition-table store
    store(key, best, best_move, estimates, asked, state, watch)
    return best


def is_forbidden(
    game: Game[Any, Any], after: Any, node: Node, state: SearchState, watch: Watch
) -> bool:
    """Is an action illegal because it repeats a position? On another path it may be legal."""
    if has_repeated(game, after, state.parameters[PAST], node.ply + 1, state.path):
        watch.cells[HORIZON] += 1
        return True
    return False


@inlined
def singular_extension(
    game: Game[Any, Any],
    s: Any,
    a: int,
    key: int,
    count: int,
    node: Node,
    state: SearchState,
    watch: Watch,
) -> int:
    """Return 1 if all other actions are clearly worse than the table's action a (step 8)."""
    under = singular_beta(game, key, node, state)
    if under == NO_SCORE:
        return 0
    estimates = watch.cells[HORIZON]
    edge = Edge(node.previous, a, node.top + 2 * count)
    alpha, beta = flip(under, just_above(under), node.side)
    v = node.side * search(game, s, alpha, beta, node.depth // 2, edge, state, watch)
    watch.cells[HORIZON] = estimates
    return 1 if v <= under else 0


@inlined
def search_child(
    game: Game[Any, Any],
    after: Any,
    child: Child,
    is_first: bool,
    node: Node,
    state: SearchState,
    watch: Watch,
) -> float:
    """Return the mover's score of a successor (step 10).

    The first action has the whole window, the others a null window. A better one is searched
    again: first without its reduction, then with the whole window.
    """
    highest, lowest = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    less = child.reduction
    limit = node.beta
    if not is_first and is_on(NULL_WINDOWS, state):
        limit = min(just_above(node.alpha), node.beta)
    while True:
        estimates = watch.cells[HORIZON]
        alpha, beta = flip(node.alpha, limit, node.side)
        alpha, beta = child_alpha(alpha, highest, lowest), child_beta(beta, highest, lowest)
        v = search(game, after, alpha, beta, child.depth - less, child.edge, state, watch)
        v = node.side * from_child(v, highest, lowest)
        if less > 0 and v > node.alpha:
            watch.cells[HORIZON] = estimates
            less = 0
        elif limit < node.beta and node.alpha < v < node.beta:
            limit = node.beta
        else:
            break
    if less > 0:
        watch.cells[HORIZON] += 1
    return v
