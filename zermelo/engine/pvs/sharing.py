"""Several threads on one table: simplified ABDADA.

A thread writes the key of the successor that it searches to `state.busy`. Other threads defer that
action to a second round; by then the table may know its score.
"""

from __future__ import annotations

from zermelo.bits import spread
from zermelo.engine.pvs.state import BUSY, NONE, THREADS, Node, SearchState
from zermelo.gears import inlined

SHARED_DEPTH = 3
"""Threads defer actions only in nodes above this depth."""

DEFERRED = NONE
"""In place of a key: another thread is searching the action."""

DEFERRED_RANK = -(1 << 50)


@inlined
def rounds_of(node: Node, state: SearchState) -> int:
    """Return the number of rounds through the actions: 2 where threads may defer some."""
    return 2 if state.parameters[THREADS] > 1 and node.depth > SHARED_DEPTH else 1


def claim(
    key: int, at: int, is_second_round: bool, is_first: bool, node: Node, state: SearchState
) -> int:
    """Mark a successor as busy and return its mark, or DEFERRED if the action is skipped this turn.

    `at` is the cell of `moves` with the action; its rank behind it is not needed any more. The
    first action is never deferred.
    """
    if is_second_round and state.moves[at + 1] != DEFERRED_RANK:
        return DEFERRED
    busy = key ^ node.depth
    if not is_second_round:
        if not is_first and state.busy[busy_slot(busy)] == busy:
            state.moves[at + 1] = DEFERRED_RANK
            return DEFERRED
        state.moves[at + 1] = 0
    state.busy[busy_slot(busy)] = busy
    return busy


@inlined
def release(busy: int, state: SearchState) -> None:
    """Unmark a successor."""
    state.busy[busy_slot(busy)] = 0


@inlined
def busy_slot(busy: int) -> int:
    """Return a position's place among those that threads are searching."""
    return spread(busy) >> 40 & BUSY - 1
