"""Minimax: MINIMAX-DECISION with MAX-VALUE and MIN-VALUE, and the lecture's recursive MiniMax that carries α and β.

With `me` as MAX::

    value(s) = utility(s)                      if s is terminal
             = max over a of value(result)     if MAX moves at s
             = min over a of value(result)     if MIN moves at s
"""

from __future__ import annotations

from typing import TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, ask
from zermelo.game import INFINITY, Game
from zermelo.result import Result
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")


MINIMAX = Algorithm(
    "minimax",
    "the value of every node, depth first",
    aliases=("minmax", "mini-max"),
    source="AIMA Figure 5.3; CS 188",
    exercise=True,
    beside="alphabeta",
)


@MINIMAX.runs
def minimax(game: Game[S, A], s: S | None = None, **options: Unpack[Options]) -> Result[A]:
    """MINIMAX-DECISION: the action whose successor has the best minimax value.

    >>> from zermelo.games.nim import Nim
    >>> result = minimax(Nim(2, 2))
    >>> result.value, result.nodes
    (-1.0, 15)
    """
    q = ask("minimax", game, s, most_players=2, chance=False, **options)
    return answer(q, value, lambda s, depth: (q.player, depth))


def value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """The minimax value of s for `me`."""
    watch.enter(s)
    if game.terminal(s):
        v = watch.leaf(game.utility(s, me))
    elif depth == 0:
        v = watch.horizon(game.evaluate(s, me))
    elif game.player(s) == me:
        v = max_value(game, s, me, depth, watch)
    else:
        v = min_value(game, s, me, depth, watch)
    return watch.leave(v)


def max_value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """MAX-VALUE: the best that MAX can reach from s."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.max(v, value(game, game.result(s, a), me, depth - 1, watch), a)
    return v


def min_value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """MIN-VALUE: the worst that MIN can do to MAX from s."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.min(v, value(game, game.result(s, a), me, depth - 1, watch), a)
    return v


# ---------------------------------------------------------------------- the lecture's recursive MiniMax


MINIMAX_WINDOW = Algorithm(
    "minimax-window",
    "minimax that carries a window [α, β] and prunes nothing",
    title="MiniMax",
    source="Greenwald, Lecture 5, Table 6",
    has_nested_table=True,
    beside="alphabeta-hard",
)


@MINIMAX_WINDOW.runs
def minimax_window(game: Game[S, A], s: S | None = None, **options: Unpack[Options]) -> Result[A]:
    """The lecture's MiniMax(Γ, α, β): carries the window that αβPruning will use, and prunes nothing.

    α and β start at the game's bounds (−1 and +1 in the lecture). As in the lecture's Table 6, a node's own
    value starts there too, not at the window handed down; so every node's value is its minimax value.

    >>> from zermelo import tree
    >>> minimax_window(tree.figure("nim-2-2")).nodes
    15
    """
    q = ask("minimax-window", game, s, most_players=2, chance=False, **options)
    q.window = game.bounds_for(q.state, q.player)
    return answer(
        q,
        window_value,
        lambda s, depth: (
            q.player,
            *game.bounds_for(s, q.player),
            *game.bounds_for(s, q.player),
            depth,
        ),
    )


def window_value(
    game: Game[S, A],
    x: S,
    me: int,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    depth: int,
    watch: Watch,
) -> float:
    """MiniMax(Γx, α, β), values known to lie in [low, high]."""
    watch.enter(x, alpha, beta)
    if game.terminal(x):
        v = watch.leaf(game.utility(x, me))
    elif depth == 0:
        v = watch.horizon(game.evaluate(x, me))
    elif game.player(x) != me:
        v = high
        for a in game.actions(x):
            watch.consider(a)
            v = watch.min(
                v,
                window_value(
                    game, game.result(x, a), me, alpha, min(beta, v), low, high, depth - 1, watch
                ),
                a,
            )
    else:
        v = low
        for a in game.actions(x):
            watch.consider(a)
            v = watch.max(
                v,
                window_value(
                    game, game.result(x, a), me, max(alpha, v), beta, low, high, depth - 1, watch
                ),
                a,
            )
    return watch.leave(v)
