"""Expectimax and expectiminimax: games with chance, or with opponents who are known to play at random.

    value(s) = Σ p · value(outcome)     at a chance node

and as in minimax elsewhere. Opponents are minimisers, unless a distribution over their actions is given:
a function of (game, s) that yields (action, probability), like `uniform`.

The bounded form prunes: where every value is known to lie in [low, high], the outcomes not yet seen can move a mean
only so far (Ballard's Star1). Its contract is alpha-beta's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, Unpack

from zermelo.errors import Unsuitable
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.result import Result
from zermelo.search.run import Options, Question, answer, ask
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

Distribution = Callable[[Any, Any], Iterator[tuple[Any, float]]]


def uniform(game: Game[S, A], s: S) -> Iterator[tuple[A, float]]:
    """An opponent to whom all actions are equally likely."""
    count = 0
    for _ in game.actions(s):
        count += 1
    for a in game.actions(s):
        yield a, 1 / count


def expectimax(game: Game[S, A], s: S | None = None, *, opponents: Distribution | None = None, **options: Unpack[Options]) -> Result[A]:
    """Expectiminimax; with `opponents` given, expectimax against that distribution.

    >>> from zermelo import tree
    >>> expectimax(tree.named("expectimax")).value
    8.0
    >>> expectimax(tree.named("ghost"), opponents=uniform).value
    -1.0
    """
    q = _asked("expectimax", game, s, opponents, options)
    return answer(q, value, lambda depth: (q.player, depth, opponents))


def _asked(name: str, game: Game[S, A], s: S | None, opponents: Distribution | None, options: Options) -> Question[S, A]:
    return ask(name, game, s, most_players=2 if opponents is None else 26, **options)


def value(game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch) -> float:
    """The expected value of s for `me`."""
    watch.enter(s)
    if game.terminal(s):
        v = watch.leaf(game.utility(s, me))
    elif depth == 0:
        v = watch.horizon(game.evaluate(s, me))
    elif game.has_chance and game.player(s) == CHANCE:
        v = exp_value(game, s, me, depth, opponents, watch)
    elif game.player(s) == me:
        v = max_value(game, s, me, depth, opponents, watch)
    elif opponents is not None:
        v = exp_value(game, s, me, depth, opponents, watch)
    else:
        v = min_value(game, s, me, depth, opponents, watch)
    return watch.leave(v)


def max_value(game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch) -> float:
    """The best that MAX can reach."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.max(v, value(game, game.result(s, a), me, depth - 1, opponents, watch), a)
    return v


def min_value(game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch) -> float:
    """The worst that MIN can do to MAX."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.min(v, value(game, game.result(s, a), me, depth - 1, opponents, watch), a)
    return v


def exp_value(game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch) -> float:
    """The mean over what can happen."""
    v = 0.0
    for a, p in outcomes(game, s, opponents):
        watch.consider(a)
        v = watch.mean(v, p, value(game, game.result(s, a), me, depth - 1, opponents, watch), a)
    return v


def outcomes(game: Game[S, A], s: S, opponents: Distribution | None) -> Iterator[tuple[A, float]]:
    """What chance, or an opponent who plays by a distribution, does next."""
    if game.has_chance and game.player(s) == CHANCE:
        yield from game.chances(s)
    elif opponents is not None:
        yield from opponents(game, s)


# ---------------------------------------------------------------------- the bounded form


def expectimax_bounded(
    game: Game[S, A],
    s: S | None = None,
    *,
    opponents: Distribution | None = None,
    bounds: tuple[float, float] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """Expectiminimax that prunes, where values are known to lie between bounds: given here, or by the game.

    >>> from zermelo import tree
    >>> plain, pruned = expectimax(tree.named("expectimax")), expectimax_bounded(tree.named("expectimax"))
    >>> pruned.value, plain.leaves, pruned.leaves
    (8.0, 9, 8)
    """
    q = _asked("expectimax-bounded", game, s, opponents, options)
    low, high = bounds or _range(q)
    return answer(q, bounded_value, lambda depth: (q.player, low, high, low, high, depth, opponents))


def _range(q: Question[S, A]) -> tuple[float, float]:
    """What all values lie in: the game's bounds, or the range of its payoffs."""
    low, high = q.game.bounds_for(q.state, q.player)
    if abs(low) == INFINITY or abs(high) == INFINITY:
        known = q.game.payoff_range(q.player)
        if known is None:
            raise Unsuitable(f"expectimax-bounded needs bounds: {q.game_name} has no method bounds, and none were given")
        low, high = known
    return low, high


def bounded_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    depth: int,
    opponents: Distribution | None,
    watch: Watch,
) -> float:
    """The expected value of s for `me`, as far as it matters between alpha and beta; all values lie in [low, high]."""
    watch.enter(s, alpha, beta)
    if game.terminal(s):
        v = watch.leaf(game.utility(s, me))
    elif depth == 0:
        v = watch.horizon(game.evaluate(s, me))
    elif game.has_chance and game.player(s) == CHANCE:
        v = bounded_exp_value(game, s, me, alpha, beta, low, high, depth, opponents, watch)
    elif game.player(s) == me:
        v = bounded_max_value(game, s, me, alpha, beta, low, high, depth, opponents, watch)
    elif opponents is not None:
        v = bounded_exp_value(game, s, me, alpha, beta, low, high, depth, opponents, watch)
    else:
        v = bounded_min_value(game, s, me, alpha, beta, low, high, depth, opponents, watch)
    return watch.leave(v, alpha, beta)


def bounded_max_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    depth: int,
    opponents: Distribution | None,
    watch: Watch,
) -> float:
    """As in alpha-beta."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.max(v, bounded_value(game, game.result(s, a), me, alpha, beta, low, high, depth - 1, opponents, watch), a)
        if v >= beta:
            return watch.cut(v, alpha, beta)
        alpha = max(alpha, v)
    return v


def bounded_min_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    depth: int,
    opponents: Distribution | None,
    watch: Watch,
) -> float:
    """As in alpha-beta."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.min(v, bounded_value(game, game.result(s, a), me, alpha, beta, low, high, depth - 1, opponents, watch), a)
        if v <= alpha:
            return watch.cut(v, alpha, beta)
        beta = min(beta, v)
    return v


def bounded_exp_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    low: float,
    high: float,
    depth: int,
    opponents: Distribution | None,
    watch: Watch,
) -> float:
    """The mean, given up as soon as the unseen outcomes cannot bring it back into the window.

    With v the part of the mean already seen, p this outcome's probability and `rest` that of the ones after it, the
    mean lies in [v + p·x + rest·low, v + p·x + rest·high]: x matters only between `least` and `most`.
    """
    v, rest = 0.0, 1.0
    for a, p in outcomes(game, s, opponents):
        if p > 0:
            rest -= p
            least = (alpha - v - rest * high) / p
            most = (beta - v - rest * low) / p
            watch.consider(a)
            x = bounded_value(game, game.result(s, a), me, max(low, least), min(high, most), low, high, depth - 1, opponents, watch)
            v = watch.mean(v, p, x, a)
            if x <= least:
                return watch.cut(v + rest * high, alpha, beta)
            if x >= most:
                return watch.cut(v + rest * low, alpha, beta)
    return v
