"""The successors of a node in a proof: each with its rank and its key in the table.

A successor's key is found while its action is ranked, and the machine fetches the entry meanwhile.
Enhanced transposition cut-offs (ETC) then find it in the cache, and so does the node itself. The
row `moves` holds three cells for each successor, the most promising first::

    action   rank   key
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.ordering import has_candidates, rank, require_space
from zermelo.engine.pvs.scores import NO_SCORE
from zermelo.engine.pvs.state import TABLE, Node, SearchState, is_on
from zermelo.engine.pvs.transposition import looks_up_successors, read_score, table_key
from zermelo.frame.tt import NOT_FOUND
from zermelo.game import Game
from zermelo.gears import inlined
from zermelo.watch import Watch

ACTION, RANK, KEY = range(3)
WIDTH = 3
"""Cells of a successor."""


@inlined
def generate_successors(
    game: Game[Any, Any], s: Any, tt_move: int, node: Node, state: SearchState
) -> int:
    """Write the successors of a node, the most promising first; return their number."""
    require_space(node.top)
    count = 0
    if has_candidates(node, state):
        for a in game.non_losing(s):
            key = fetch_key(game, game.result(s, a), state)
            r = rank(game, s, a, tt_move, node.ply, node.previous, state)
            insert(a, r, key, node.top, count, state)
            count += 1
    else:
        for a in game.actions(s):
            key = fetch_key(game, game.result(s, a), state)
            r = rank(game, s, a, tt_move, node.ply, node.previous, state)
            insert(a, r, key, node.top, count, state)
            count += 1
    return count


@inlined
def fetch_key(game: Game[Any, Any], s: Any, state: SearchState) -> int:
    """Return a position's key, and have its entry fetched; 0 where the table is not used."""
    key = table_key(game, s, state) if is_on(TABLE, state) else 0
    state.table.expect(key)
    return key


def insert(a: int, r: int, key: int, top: int, count: int, state: SearchState) -> None:
    """Insert a successor by its rank, behind those of the same rank."""
    at = top + WIDTH * count
    while at > top and state.moves[at - WIDTH + RANK] < r:
        state.moves[at + ACTION] = state.moves[at - WIDTH + ACTION]
        state.moves[at + RANK] = state.moves[at - WIDTH + RANK]
        state.moves[at + KEY] = state.moves[at - WIDTH + KEY]
        at -= WIDTH
    state.moves[at + ACTION] = a
    state.moves[at + RANK] = r
    state.moves[at + KEY] = key


@inlined
def successor_cutoff(
    game: Game[Any, Any], s: Any, count: int, node: Node, state: SearchState, watch: Watch
) -> float:
    """Return the score of the first successor that the table knows to be at least beta (ETC)."""
    asked = count if looks_up_successors(count, node, state) else 0
    v, i = NO_SCORE, 0
    while i < asked and v == NO_SCORE:
        # A terminal position has no entry.
        at = node.top + WIDTH * i
        key = state.moves[at + KEY]
        entry = state.table.find(key)
        if entry != NOT_FOUND:
            after = game.result(s, state.moves[at + ACTION])
            v = read_score(game, after, entry, key, node, state, watch)
        i += 1
    return v
