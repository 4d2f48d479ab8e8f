"""Expectimax and expectiminimax: games with chance, or with opponents who are known to play at random.

    value(s) = Σ p · value(outcome)     at a chance node

and as in minimax elsewhere. Opponents are minimisers, unless a distribution over their actions is given:
a function of (game, s) that yields (action, probability), like `uniform`.

The bounded form prunes: where values are known to lie between bounds, the outcomes not yet seen can move a mean only so
far (Ballard's Star1). Its contract is alpha-beta's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, Unpack

from zermelo.algorithm import Algorithm, Option
from zermelo.contract import MAX_SUCCESSORS, is_interval, pairs_fault
from zermelo.errors import BadLimit, Signal, Unsuitable, one_line
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, Question, ask
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.result import Result
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

Distribution = Callable[[Any, Any], Iterator[tuple[Any, float]]]

WANTED = "a function of (game, s) that yields (action, probability) pairs, like uniform"


def uniform(game: Game[S, A], s: S) -> Iterator[tuple[A, float]]:
    """An opponent to whom all actions are equally likely."""
    count = 0
    for _ in game.actions(s):
        count += 1
    for a in game.actions(s):
        yield a, 1 / count


OPPONENTS = Option(
    "opponents",
    "How the opponents play: they minimise, or play every action with the same probability.",
    ("minimise", "uniform"),
    read=lambda word: {"minimise": None, "uniform": uniform}.get(word, word),
)

EXPECTIMAX = Algorithm(
    "expectimax",
    "chance nodes are worth the mean of their outcomes",
    aliases=("expectiminimax", "expecti-max"),
    source="AIMA section 5.5; CS 188",
    chance=True,
    exercise=True,
    options=(OPPONENTS,),
    is_default=True,
    beside="expectimax-bounded",
)


@EXPECTIMAX.runs
def expectimax(
    game: Game[S, A],
    s: S | None = None,
    *,
    opponents: Distribution | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """Expectiminimax; with `opponents` given, expectimax against that distribution.

    >>> from zermelo import tree
    >>> expectimax(tree.figure("expectimax")).value
    8.0
    >>> expectimax(tree.figure("ghost"), opponents=uniform).value
    -1.0
    """
    q = asked_against("expectimax", game, s, opponents, options)
    return answer(q, value, lambda s, depth: (q.player, depth, opponents))


def asked_against(
    name: str, game: Game[S, A], s: S | None, opponents: Distribution | None, options: Options
) -> Question[S, A]:
    """A question about a game against opponents who minimise, or who follow a distribution."""
    if opponents is not None and not callable(opponents):
        raise BadLimit(f"opponents is {opponents!r}; it must be {WANTED}")
    q = ask(name, game, s, most_players=2 if opponents is None else 26, **options)
    if opponents is not None:
        _require_distribution(q, opponents)
        q.choices = {
            "opponents": "opponents at random"
            if opponents is uniform
            else "opponents by a distribution"
        }
    return q


def _require_distribution(q: Question[S, A], opponents: Distribution) -> None:
    """Refuse opponents whose probabilities are none, as far as the first states tell."""
    game = q.game
    for s in (q.state, *(game.result(q.state, a) for a in game.options(q.state)[:MAX_SUCCESSORS])):
        if not game.terminal(s) and game.player(s) not in (q.player, CHANCE):
            wrong = pairs_fault(opponents(game, s))
            if wrong:
                raise BadLimit(
                    one_line(
                        f"opponents {wrong}; it must be {WANTED}, adding up to 1 (s is {game.dump(s)})"
                    )
                )


def value(
    game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch
) -> float:
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


def max_value(
    game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch
) -> float:
    """The best that MAX can reach."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.max(v, value(game, game.result(s, a), me, depth - 1, opponents, watch), a)
    return v


def min_value(
    game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch
) -> float:
    """The worst that MIN can do to MAX."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.min(v, value(game, game.result(s, a), me, depth - 1, opponents, watch), a)
    return v


def exp_value(
    game: Game[S, A], s: S, me: int, depth: int, opponents: Distribution | None, watch: Watch
) -> float:
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


EXPECTIMAX_BOUNDED = Algorithm(
    "expectimax-bounded",
    "expectimax that prunes where payoffs are bounded (Star1)",
    aliases=("star1",),
    source="Ballard 1983; CS 188",
    chance=True,
    prunes=True,
    options=(OPPONENTS,),
    beside="expectimax",
)


@EXPECTIMAX_BOUNDED.runs
def expectimax_bounded(
    game: Game[S, A],
    s: S | None = None,
    *,
    opponents: Distribution | None = None,
    bounds: tuple[float, float] | None = None,
    **options: Unpack[Options],
) -> Result[A]:
    """Expectiminimax that prunes, where values are known to lie between bounds: given here, or by the game.

    A payoff or an estimate beyond the bounds, at which pruning would be wrong, is refused when the search meets it.

    >>> from zermelo import tree
    >>> plain, pruned = expectimax(tree.figure("expectimax")), expectimax_bounded(tree.figure("expectimax"))
    >>> pruned.value, plain.leaves, pruned.leaves
    (8.0, 9, 8)
    """
    q = asked_against("expectimax-bounded", game, s, opponents, options)
    low, high = ordered(bounds) or _range(q)
    if q.limit.depth is not None and not game.declares("evaluate"):
        low, high = min(low, 0.0), max(high, 0.0)  # which the horizon counts as
    try:
        return answer(
            q,
            bounded_value,
            lambda s, depth: (
                q.player,
                *span(game, s, q.player, low, high),
                low,
                high,
                depth,
                opponents,
            ),
        )
    except OutOfBounds:
        raise BadLimit(
            f"bounds are {low:g} to {high:g}, and {q.game_name} has values outside: give wider ones"
        ) from None


class OutOfBounds(Signal):
    """A payoff or an estimate that the bounds rule out."""


def ordered(bounds: tuple[float, float] | None) -> tuple[float, float] | None:
    """Bounds as they were given; refuses what are none."""
    if bounds is not None and not is_interval(bounds):
        raise BadLimit(f"bounds is {bounds!r}; it must be two numbers, the lower one first")
    return bounds


def _range(q: Question[S, A]) -> tuple[float, float]:
    """What every payoff lies in, if the game says so. Its bounds say less: they hold the value of one state."""
    known = q.game.payoff_range(q.player)
    if known is None and not q.game.declares("bounds"):
        raise Unsuitable(
            f"expectimax-bounded needs bounds: {q.game_name} has no method bounds or payoff_range, and none were given"
        )
    return known or (-INFINITY, INFINITY)


def span(game: Game[S, A], s: S, me: int, low: float, high: float) -> tuple[float, float]:
    """What the value of s lies in."""
    least, most = game.bounds_for(s, me)
    return max(least, low), min(most, high)


def within(v: float, low: float, high: float) -> float:
    """A payoff or an estimate, if it lies where it must."""
    if v < low or v > high:
        raise OutOfBounds
    return v


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
    """The expected value of s for `me`, as far as it matters between alpha and beta; all payoffs lie in [low, high]."""
    watch.enter(s, alpha, beta)
    if game.terminal(s):
        v = watch.leaf(within(game.utility(s, me), low, high))
    elif depth == 0:
        v = watch.horizon(within(game.evaluate(s, me), low, high))
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
        v = watch.max(
            v,
            bounded_value(
                game, game.result(s, a), me, alpha, beta, low, high, depth - 1, opponents, watch
            ),
            a,
        )
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
        v = watch.min(
            v,
            bounded_value(
                game, game.result(s, a), me, alpha, beta, low, high, depth - 1, opponents, watch
            ),
            a,
        )
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

    With v the part of the mean already seen, p this outcome's probability, and the part still unseen in [rest_low,
    rest_high], the mean lies in [v + p·outcome + rest_low, v + p·outcome + rest_high]: it matters only between `least` and `most`.
    """
    v, rest_low, rest_high = 0.0, 0.0, 0.0
    for a, p in outcomes(game, s, opponents):
        if p > 0:
            worst, best = span(game, game.result(s, a), me, low, high)
            rest_low += p * worst
            rest_high += p * best
    is_bounded = rest_low > -INFINITY and rest_high < INFINITY
    for a, p in outcomes(game, s, opponents):
        if p > 0:
            least, most = -INFINITY, INFINITY
            if is_bounded:
                worst, best = span(game, game.result(s, a), me, low, high)
                rest_low -= p * worst
                rest_high -= p * best
                least = (alpha - v - rest_high) / p
                most = (beta - v - rest_low) / p
            watch.consider(a)
            outcome = bounded_value(
                game, game.result(s, a), me, least, most, low, high, depth - 1, opponents, watch
            )
            v = watch.mean(v, p, outcome, a)
            if is_bounded and outcome <= least:
                return watch.cut(v + rest_high, alpha, beta)
            if is_bounded and outcome >= most:
                return watch.cut(v + rest_low, alpha, beta)
    return v
