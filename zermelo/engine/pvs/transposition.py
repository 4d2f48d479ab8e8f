"""The transposition table in the search: probe, enhanced transposition cut-offs (ETC), store."""

from __future__ import annotations

from typing import Any

from zermelo.bits import from_word
from zermelo.engine.pvs.scores import NO_SCORE, from_child
from zermelo.engine.pvs.state import (
    ETC,
    EXCLUDED_ROOTS,
    HIGHEST,
    LOWEST,
    NONE,
    PAST,
    PLAYER,
    SYMMETRY,
    TABLE,
    Node,
    SearchState,
    is_on,
    plies_below,
)
from zermelo.engine.pvs.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    PROVEN,
    action_of,
    bound_of,
    depth_of,
)
from zermelo.engine.repetition import has_repeated
from zermelo.frame.tt import CHECK, NOT_FOUND, TAG, VALUES
from zermelo.game import Game
from zermelo.gears import inlined
from zermelo.watch import HORIZON, Watch

ETC_DEPTH = 3
"""The least depth at which the successors are looked up before any of them is searched."""


@inlined
def table_key(game: Game[Any, Any], s: Any, state: SearchState) -> int:
    """Return the key of a position in the table."""
    return game.key(game.canonical(s)) if is_on(SYMMETRY, state) else game.key(s)


@inlined
def expect(game: Game[Any, Any], after: Any, depth: int, state: SearchState) -> None:
    """Have the entry of a successor loaded into the processor's caches, as ETC does elsewhere."""
    if game.selective and depth > 0 and is_on(TABLE, state):
        state.table.expect(table_key(game, after, state))


@inlined
def probe(
    game: Game[Any, Any], s: Any, node: Node, state: SearchState, watch: Watch
) -> tuple[int, int, float]:
    """Return the key of s, the table's action or NONE, and the score if the entry settles the node.

    The key is 0 where the table is not used. The score is NO_SCORE if the search must go on.
    """
    if not is_on(TABLE, state) or node.excluded != NONE:
        return 0, NONE, NO_SCORE
    key = table_key(game, s, state)
    tt_move, v = probe_key(key, node, state, watch)
    return key, tt_move, v


@inlined
def probe_key(key: int, node: Node, state: SearchState, watch: Watch) -> tuple[int, float]:
    """Return the table's action for a key, or NONE, and the score if the entry settles the node."""
    if not is_on(TABLE, state):
        return NONE, NO_SCORE
    entry = state.table.find(key)
    if entry == NOT_FOUND:
        return NONE, NO_SCORE
    cells = state.table.cells
    word, tag = cells[entry + VALUES], cells[entry + TAG]
    v = from_word(word)
    # Another thread may have written to the entry since it was found.
    is_whole = cells[entry + CHECK] ^ word ^ tag == key
    is_usable = is_whole and node.ply > 1 and is_deep_enough(tag, node.depth)
    if is_usable and settles(bound_of(tag), v, node.alpha, node.beta):
        count_estimate(tag, watch)
        return action_of(tag), v
    return action_of(tag), NO_SCORE


@inlined
def is_deep_enough(tag: int, depth: int) -> bool:
    """Was an entry searched to this depth, or is it proven?"""
    return depth_of(tag) >= min(depth, PROVEN)


def settles(bound: int, v: float, alpha: float, beta: float) -> bool:
    """Does a stored score answer the question that a window asks?"""
    return bound == EXACT or (bound == AT_LEAST and v >= beta) or (bound == AT_MOST and v <= alpha)


def count_estimate(tag: int, watch: Watch) -> None:
    """Count an entry that was used as an estimate, unless it is proven."""
    if depth_of(tag) < PROVEN:
        watch.cells[HORIZON] += 1


@inlined
def looks_up_successors(count: int, node: Node, state: SearchState) -> bool:
    """Are the successors looked up in the table before any of them is searched?"""
    return (
        is_on(ETC, state)
        and is_on(TABLE, state)
        and plies_below(node) >= ETC_DEPTH
        and count > 1
        and node.ply > 1
        and node.excluded == NONE
    )


@inlined
def transposition_cutoff(
    game: Game[Any, Any], s: Any, count: int, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the score of the first successor that the table knows to be at least beta (ETC)."""
    asked = count if looks_up_successors(count, node, state) else 0
    v = NO_SCORE
    keys = node.top + 1  # in place of the ranks, which are not needed any more
    for i in range(asked):
        after = game.result(s, state.moves[node.top + 2 * i])
        state.moves[keys + 2 * i] = table_key(game, after, state)
        state.table.expect(state.moves[keys + 2 * i])
    i = 0
    while i < asked and v == NO_SCORE:
        # A terminal position has no entry.
        entry = state.table.find(state.moves[keys + 2 * i])
        if entry != NOT_FOUND:
            after = game.result(s, state.moves[node.top + 2 * i])
            v = read_score(game, after, entry, state.moves[keys + 2 * i], node, state, watch)
        i += 1
    return v


@inlined
def read_score(
    game: Game[Any, Any], after: Any, entry: int, key: int, node: Node, state: SearchState,
    watch: Watch,
) -> float:  # fmt: skip
    """Return what an entry promises the mover in a successor, if that is at least beta."""
    cells = state.table.cells
    word, tag = cells[entry + VALUES], cells[entry + TAG]
    # Another thread may have written to the entry since it was found.
    is_whole = cells[entry + CHECK] ^ word ^ tag == key
    if not is_whole or not is_deep_enough(tag, node.depth - 1):
        return NO_SCORE
    if game.repetition and has_repeated(
        game, after, state.parameters[PAST], node.ply + 1, state.path
    ):
        return NO_SCORE
    side = node.side
    same = 1.0 if (game.player(after) == state.parameters[PLAYER]) == (side > 0) else -1.0
    v = same * from_word(word)
    v = side * from_child(side * v, state.payoffs[HIGHEST], state.payoffs[LOWEST])
    low_bound = AT_LEAST if same > 0 else AT_MOST
    if v >= node.beta and bound_of(tag) & low_bound:  # EXACT is both
        count_estimate(tag, watch)
        return v
    return NO_SCORE


@inlined
def store(
    key: int, best: float, best_move: int, estimates: int, node: Node, state: SearchState,
    watch: Watch,
) -> None:  # fmt: skip
    """Write the score of a node to the table: as proven if its subtree added no estimates."""
    if not is_on(TABLE, state) or node.excluded != NONE:
        return
    if node.ply == 1 and state.parameters[EXCLUDED_ROOTS] != 0:
        return
    depth = min(plies_below(node), PROVEN - 1)
    if watch.cells[HORIZON] == estimates:
        depth += PROVEN
    bound = AT_LEAST if best >= node.beta else AT_MOST if best <= node.alpha else EXACT
    state.table.write(key, best, best_move, depth, bound)
