"""Extensions: check, one-reply and singular."""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.pruning import is_estimate
from zermelo.engine.pvs.scores import NO_SCORE
from zermelo.engine.pvs.state import (
    EXTENSIONS,
    ITERATION,
    NONE,
    SINGULAR,
    Node,
    SearchState,
    is_on,
    prunes,
)
from zermelo.engine.pvs.table import AT_MOST, bound_of, depth_of
from zermelo.frame.tt import NOT_FOUND, TAG
from zermelo.game import Game
from zermelo.gears import inlined

SINGULAR_DEPTH = 6
"""The least depth at which the table's action is tested for being singular."""

SINGULAR_SLACK = 3
"""The entry of the table may be shallower than the node by this number of plies."""


@inlined
def is_near(node: Node, state: SearchState) -> bool:
    """Is a node near enough to the root to be extended?"""
    return node.ply <= 2 * state.parameters[ITERATION]  # type: ignore[no-any-return]


@inlined
def horizon_depth(game: Game[Any, Any], s: Any, node: Node, state: SearchState) -> int:
    """Return the depth left: at least 1 in check (check extension at the horizon)."""
    if node.depth <= 0 and is_on(EXTENSIONS, state) and is_near(node, state) and game.in_check(s):
        return 1
    return node.depth


@inlined
def node_extension(game: Game[Any, Any], s: Any, count: int, node: Node, state: SearchState) -> int:
    """Return 1 if there is only one action, or if the mover is in check; 0 otherwise.

    Not in a selective search, which reduces no check: where checks abound they would take all its
    time. At the horizon it is extended as well (`horizon_depth`).
    """
    if game.selective and prunes(state):
        return 0
    if is_on(EXTENSIONS, state) and is_near(node, state) and (count == 1 or game.in_check(s)):
        return 1
    return 0


@inlined
def singular_beta(game: Game[Any, Any], key: int, node: Node, state: SearchState) -> float:
    """Return the score that no other action may exceed if the table's action is singular.

    NO_SCORE if the node is not deep enough or the table does not know enough.
    """
    if (
        not is_on(SINGULAR, state)
        or node.depth < SINGULAR_DEPTH
        or node.excluded != NONE
        or node.ply == 1
        or not is_near(node, state)
    ):
        return NO_SCORE
    entry = state.table.find(key)
    if entry == NOT_FOUND or bound_of(state.table.cells[entry + TAG]) == AT_MOST:
        return NO_SCORE
    if depth_of(state.table.cells[entry + TAG]) < node.depth - SINGULAR_SLACK:
        return NO_SCORE
    v = state.table.value(entry, 0) - game.margin
    return v if is_estimate(v, node.side, state) else NO_SCORE
