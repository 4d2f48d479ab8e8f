"""Minimax: MINIMAX-DECISION (AIMA, 3rd edition, Figure 5.3; CS 188), and the lecture's MiniMax.

`watch` records what happens; ``zermelo code minimax`` prints the text without it.

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
from zermelo.search.forms import Text
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")


MINIMAX = Algorithm(
    "minimax",
    "the value of every node, depth first",
    aliases=("minmax", "mini-max"),
    source="AIMA, 3rd edition, Figure 5.3; CS 188",
    exercise=True,
    takes_unknowns=True,
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
    q = ask(MINIMAX, game, s, **options)
    return answer(q, value, lambda s, depth: (q.player, depth))


def value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """The minimax value of s for `me`."""
    watch.enter(s)
    if game.terminal(s):
        return watch.leave(watch.leaf(game.utility(s, me)))
    if depth == 0:
        return watch.leave(watch.horizon(game.evaluate(s, me)))
    if game.player(s) == me:
        return watch.leave(max_value(game, s, me, depth, watch))
    return watch.leave(min_value(game, s, me, depth, watch))


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


@MINIMAX.shows
def select_texts() -> tuple[Text, ...]:
    """The text of minimax."""
    return (value, max_value, min_value)


# ---------------------------------------------------------------------- the lecture's MiniMax


MINIMAX_WINDOW = Algorithm(
    "minimax-window",
    "minimax that carries a window [α, β] and prunes nothing",
    title="MiniMax",
    source="Greenwald, Lecture 5, Tables 5 and 6",
    has_nested_table=True,
    takes_unknowns=True,
    beside="alphabeta-hard",
)


@MINIMAX_WINDOW.runs
def minimax_window(game: Game[S, A], s: S | None = None, **options: Unpack[Options]) -> Result[A]:
    """The lecture's MiniMax(Γ, α, β): carries the window of αβPruning, and prunes nothing.

    α and β start at the game's bounds (−1 and +1 in the lecture). As in the lecture's Table 6, a
    node's own value starts there too, not at the window handed down: every node's value is its
    minimax value.

    >>> from zermelo import tree
    >>> minimax_window(tree.figure("nim-2-2")).nodes
    15
    """
    q = ask(MINIMAX_WINDOW, game, s, **options)
    q.window = game.bounds_for(q.state, q.player)
    bounds = game.bounds_for
    return answer(
        q,
        window_value,
        lambda s, depth: (q.player, *bounds(s, q.player), bounds(s, q.player), depth),
    )


def window_value(
    game: Game[S, A],
    x: S,
    me: int,
    alpha: float,
    beta: float,
    span: tuple[float, float],
    depth: int,
    watch: Watch,
) -> float:
    """MiniMax(Γx, α, β), where all values are known to lie in `span`."""
    watch.enter(x, alpha, beta)
    if game.terminal(x):  # 1.
        return watch.leave(watch.leaf(game.utility(x, me)))
    if depth == 0:
        return watch.leave(watch.horizon(game.evaluate(x, me)))
    if game.player(x) != me:  # 2.
        return watch.leave(window_min(game, x, me, alpha, beta, span, depth, watch))
    return watch.leave(window_max(game, x, me, alpha, beta, span, depth, watch))  # 3.


def window_min(
    game: Game[S, A],
    x: S,
    me: int,
    alpha: float,
    beta: float,
    span: tuple[float, float],
    depth: int,
    watch: Watch,
) -> float:
    """Step 2: l(x) = Min."""
    v = span[1]
    for a in game.actions(x):  # 2(a)
        watch.consider(a)
        y = game.result(x, a)
        v = watch.min(v, window_value(game, y, me, alpha, beta, span, depth - 1, watch), a)  # i.
        beta = min(beta, v)
    return v  # 2(b)


def window_max(
    game: Game[S, A],
    x: S,
    me: int,
    alpha: float,
    beta: float,
    span: tuple[float, float],
    depth: int,
    watch: Watch,
) -> float:
    """Step 3: l(x) = Max."""
    v = span[0]
    for a in game.actions(x):  # 3(a)
        watch.consider(a)
        y = game.result(x, a)
        v = watch.max(v, window_value(game, y, me, alpha, beta, span, depth - 1, watch), a)  # i.
        alpha = max(alpha, v)
    return v  # 3(b)


@MINIMAX_WINDOW.shows
def select_window_texts() -> tuple[Text, ...]:
    """The text of the lecture's MiniMax."""
    return (window_value, window_min, window_max)
