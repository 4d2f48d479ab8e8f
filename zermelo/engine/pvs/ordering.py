"""Move ordering: the table's action first, then by `order`, killers, countermoves and history.

The actions of a node lie in `state.moves`, each with its rank, sorted by insertion while they are
generated. The ranks, from high to low::

    FIRST    the transposition table's action
    order    what the game's `order` says, times RANK, unless it is 0
    NOISY    noisy actions
    quiet    KILLER, SECOND_KILLER, COUNTERMOVE and the history (up to MOST_HISTORY), summed
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.state import (
    COUNTERMOVES,
    EXCLUDED_ROOTS,
    HASHED,
    HISTORY,
    KILLERS,
    MALUS,
    NON_LOSING,
    NONE,
    ORDER,
    SPACE,
    SYMMETRY,
    Node,
    SearchState,
    is_on,
    prunes,
)
from zermelo.game import Game
from zermelo.gears import inlined
from zermelo.watch import Bottomless

FIRST, NOISY, RANK = 1 << 40, 1 << 30, 1024
KILLER, SECOND_KILLER, COUNTERMOVE, MOST_HISTORY = 900, 800, 700, 600

MOST_ACTIONS = 1 << 16
"""Cells of `moves` that are kept free for one node. No game has half as many actions."""

MOST_BONUS = 64
"""Maximum that one cut-off adds to the history of an action."""


@inlined
def generate_moves(
    game: Game[Any, Any], s: Any, tt_move: int, node: Node, state: SearchState
) -> int:
    """Write the actions of a node with their ranks, the highest first; return their number."""
    require_space(node.top)
    count = 0
    if has_candidates(node, state):
        for a in game.non_losing(s):
            insert(
                a, rank(game, s, a, tt_move, node.ply, node.previous, state), node.top, count, state
            )
            count += 1
    else:
        for a in game.actions(s):
            insert(
                a, rank(game, s, a, tt_move, node.ply, node.previous, state), node.top, count, state
            )
            count += 1
    return count


@inlined
def begins_with_table(tt_move: int, state: SearchState) -> bool:
    """Is the table's action searched before the others are generated, in a selective search?

    What must hold: positions with the same key have the same actions. By symmetry they have not.
    """
    return tt_move != NONE and prunes(state) and not is_on(SYMMETRY, state)


@inlined
def has_candidates(node: Node, state: SearchState) -> bool:
    """Are only the non-losing actions generated? Not for MultiPV, where a loss is a line, too."""
    return (
        state.has_non_losing
        and is_on(NON_LOSING, state)
        and not (node.ply == 1 and state.parameters[EXCLUDED_ROOTS] != 0)
    )


def require_space(top: int) -> None:
    """Raise `Bottomless` if the actions of one more node may not fit."""
    if top > SPACE - MOST_ACTIONS:
        raise Bottomless


def rank(
    game: Game[Any, Any], s: Any, a: int, tt_move: int, ply: int, previous: int, state: SearchState
) -> int:
    """Return how promising an action is."""
    if a == tt_move:
        return FIRST
    if is_on(ORDER, state):
        r = int(game.order(s, a) * RANK)
        if r != 0:
            return r
        if game.noisy(s, a):
            return NOISY
    return quiet_rank(a, ply, previous, state) + (MOST_HISTORY if game.selective else 0)


@inlined
def quiet_rank(a: int, ply: int, previous: int, state: SearchState) -> int:
    """Return the rank of a quiet action: killers, countermoves and history."""
    r = 0
    if is_on(KILLERS, state):
        if a + 1 == state.killers[2 * ply]:
            r += KILLER
        elif a + 1 == state.killers[2 * ply + 1]:
            r += SECOND_KILLER
    if is_on(COUNTERMOVES, state) and state.countermoves[slot(previous)] == a + 1:
        r += COUNTERMOVE
    if is_on(HISTORY, state):
        r += min(state.history[slot(a)], MOST_HISTORY)
    return r


@inlined
def slot(a: int) -> int:
    """Return an action's place among countermoves and history.

    Actions are small numbers mostly: those that are used lie close together, in few cache lines.
    """
    return (a ^ a >> 14) & HASHED - 1


def insert(a: int, r: int, top: int, count: int, state: SearchState) -> None:
    """Insert an action by its rank, behind those of the same rank."""
    at = top + 2 * count
    while at > top and state.moves[at - 1] < r:
        state.moves[at] = state.moves[at - 2]
        state.moves[at + 1] = state.moves[at - 1]
        at -= 2
    state.moves[at] = a
    state.moves[at + 1] = r


@inlined
def is_excluded(a: int, node: Node, state: SearchState) -> bool:
    """Is an action left out: by a singular search, or at the root by MultiPV?"""
    return a == node.excluded or (node.ply == 1 and is_excluded_root(a, state))


def is_excluded_root(a: int, state: SearchState) -> bool:
    """Is a root action one that MultiPV has searched already?"""
    count = state.parameters[EXCLUDED_ROOTS]
    return any(state.parameters[EXCLUDED_ROOTS + 1 + i] == a for i in range(count))


def update_statistics(
    game: Game[Any, Any], s: Any, a: int, i: int, node: Node, state: SearchState
) -> None:
    """Remember a quiet action that caused a cut-off: as killer, countermove and in the history.

    In a selective search the quiet actions before it, of which it was number i, lose what it gains,
    and what is known already counts less and less (gravity): −MOST_HISTORY … MOST_HISTORY.
    """
    if game.noisy(s, a):
        return
    if state.killers[2 * node.ply] != a + 1:
        state.killers[2 * node.ply + 1] = state.killers[2 * node.ply]
        state.killers[2 * node.ply] = a + 1
    state.countermoves[slot(node.previous)] = a + 1
    bonus = min(node.depth * node.depth, MOST_BONUS)
    if game.selective and is_on(MALUS, state):
        pull(a, bonus, state)
        for j in range(i):
            before = state.moves[node.top + 2 * j]
            if not game.noisy(s, before):
                pull(before, -bonus, state)
    else:
        state.history[slot(a)] += bonus


@inlined
def pull(a: int, bonus: int, state: SearchState) -> None:
    """Move the history of an action up or down, the less the further it is out already."""
    old = state.history[slot(a)]
    state.history[slot(a)] = old + bonus - int(old * abs(bonus) / MOST_HISTORY)
