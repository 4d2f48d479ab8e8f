"""Many positions in one call: the kernels of `Engine.prove_many` and `Engine.search_many`.

Each position has a row of cells in `answers`::

    SCORE         its score for MAX
    NODES_SO_FAR  the nodes that the watch has counted by then; 0 if the position was not reached
    ESTIMATES     the estimates of its last search
    MOVE          its best action, or NONE
    OVER          1 if the position is terminal, 0 otherwise
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import as_cell, load_state
from zermelo.engine.pvs.exact import solve
from zermelo.engine.pvs.proof_search import prove_root
from zermelo.engine.pvs.search import search_root
from zermelo.engine.pvs.state import ITERATION, NONE, PLAYER, SearchState
from zermelo.game import INFINITY, Game
from zermelo.watch import CONSIDERED, HORIZON, LINES, LONGEST, NODES, Watch

SCORE, NODES_SO_FAR, ESTIMATES, MOVE, OVER = range(5)
ROW = 5

THE_MOVER = -1
"""In place of a player: the one to move in each position."""


def solve_each(
    game: Game[Any, Any],
    s: Any,
    rows: Any,
    count: int,
    player: int,
    low: float,
    high: float,
    answers: Any,
    state: SearchState,
    watch: Watch,
) -> int:
    """Prove the scores of `count` positions, each known to lie in [low, high]; s is like them."""
    for i in range(count):
        x = load_state(rows, i, s)
        over = take_up(game, x, i, player, answers, state)
        before = watch.cells[HORIZON]
        if high == INFINITY or over:
            v = prove_root(game, x, -INFINITY, INFINITY, state, watch)
        else:
            v = solve(game, x, low, high, state, watch)
        note_answer(i, v, before, answers, watch)
    return count


def search_each(
    game: Game[Any, Any],
    s: Any,
    rows: Any,
    count: int,
    player: int,
    depth: int,
    answers: Any,
    state: SearchState,
    watch: Watch,
) -> int:
    """Search `count` positions, depth after depth up to `depth`; s is like them."""
    for i in range(count):
        x = load_state(rows, i, s)
        take_up(game, x, i, player, answers, state)
        v, before = 0.0, 0
        for d in range(min(depth, 1), depth + 1):
            state.parameters[ITERATION] = d
            watch.cells[CONSIDERED] = 0
            before = watch.cells[HORIZON]
            v = search_root(game, x, -INFINITY, INFINITY, d, state, watch)
        note_answer(i, v, before, answers, watch)
    return count


def take_up(
    game: Game[Any, Any], x: Any, i: int, player: int, answers: Any, state: SearchState
) -> bool:
    """Turn to position x and the player whose value is asked for. Return whether x is terminal."""
    state.table.begin()
    over = game.terminal(x)
    answers[ROW * i + OVER] = 1 if over else 0
    if player == THE_MOVER:
        state.parameters[PLAYER] = 0 if over else game.player(x)
    return bool(over)


def note_answer(i: int, v: float, before: int, answers: Any, watch: Watch) -> None:
    """Write the row of position i; `before` are the estimates before its last search."""
    line = LINES + LONGEST + 1
    answers[ROW * i + SCORE] = as_cell(v)
    answers[ROW * i + NODES_SO_FAR] = watch.cells[NODES]
    answers[ROW * i + ESTIMATES] = watch.cells[HORIZON] - before
    answers[ROW * i + MOVE] = watch.cells[line + 1] if watch.cells[line] > 0 else NONE
