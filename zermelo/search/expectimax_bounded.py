"""Expectimax with pruning: where values are bounded, unseen outcomes can move a mean only so far.

This is Ballard's Star1. The promise of ``value(s, α, β) = v`` is alpha-beta's::

    v ≤ α          promises  true ≤ v
    v ≥ β          promises  true ≥ v
    α < v < β      promises  true = v
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar, Unpack

from zermelo.algorithm import Algorithm, Option
from zermelo.contract import is_interval
from zermelo.errors import BadLimit, Signal, Unsuitable
from zermelo.formatting import parse_number
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, Question
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.result import Result
from zermelo.search.expectimax import AT_RANDOM, ask_against
from zermelo.search.forms import Text, derive
from zermelo.search.opponents import OPPONENTS, Distribution
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

Bounds = tuple[float, float]


def read_bounds(text: Any) -> Any:
    """Return the bounds that a text like −1,1 means.

    >>> read_bounds("-1,1"), read_bounds("0, ½")
    ((-1.0, 1.0), (0.0, 0.5))
    """
    if not isinstance(text, str):
        return text
    try:
        low, high = map(parse_number, text.split(","))
    except ValueError:
        raise BadLimit(f"bounds is {text!r}; write two numbers, like -1,1") from None
    return low, high


BOUNDS = Option(
    "bounds",
    "The smallest and the largest payoff or estimate. By default what the game declares.",
    read=read_bounds,
    metavar="LOW,HIGH",
)

EXPECTIMAX_BOUNDED = Algorithm(
    "expectimax-bounded",
    "expectimax that prunes where payoffs are bounded (Star1)",
    aliases=("star1",),
    source="Ballard 1983; CS 188",
    chance=True,
    prunes=True,
    options=(OPPONENTS, BOUNDS),
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
    """Expectiminimax that prunes where values lie between bounds, given here or by the game.

    A payoff or an estimate beyond the bounds, which would make pruning wrong, is refused.

    >>> from zermelo import search, tree
    >>> game = tree.figure("expectimax")
    >>> pruned = expectimax_bounded(game)
    >>> pruned.value, search.expectimax(game).leaves, pruned.leaves
    (8.0, 9, 8)
    """
    q = ask_against(EXPECTIMAX_BOUNDED, game, s, opponents, options)
    low, high = require_interval(bounds) or _range(q)
    if q.limit.depth is not None and not game.declares("evaluate"):
        low, high = min(low, 0.0), max(high, 0.0)  # which the horizon counts as
    within = q.given_bounds = (low, high)
    more = () if opponents is None else (opponents,)
    kernel = select_bounded_texts(opponents)[0]
    try:
        return answer(
            q,
            kernel,
            lambda s, depth: (q.player, *span(game, s, q.player, within), within, depth, *more),
        )
    except OutOfBounds:
        raise BadLimit(
            f"bounds are {low:g} to {high:g}, and {q.game_name} has values outside: give wider ones"
        ) from None


class OutOfBounds(Signal):
    """A payoff or an estimate that the bounds rule out."""


def require_interval(bounds: tuple[float, float] | None) -> tuple[float, float] | None:
    """The bounds, if they are an interval; anything else is refused."""
    if bounds is not None and not is_interval(bounds):
        raise BadLimit(f"bounds is {bounds!r}; it must be two numbers, the lower one first")
    return bounds


def _range(q: Question[S, A]) -> tuple[float, float]:
    """The interval of all payoffs, if the game declares it. `bounds` holds for one state."""
    known = q.game.payoff_range(q.player)
    if known is None and not q.game.declares("bounds"):
        raise Unsuitable(
            f"expectimax-bounded needs bounds: give some, "
            f"or write the method bounds or payoff_range of {q.game_name}"
        )
    return known or (-INFINITY, INFINITY)


def span(game: Game[S, A], s: S, me: int, within: Bounds) -> Bounds:
    """The interval in which the value of s lies; all payoffs lie `within` the given one."""
    least, most = game.bounds_for(s, me)
    return max(least, within[0]), min(most, within[1])


def require_within(v: float, within: Bounds) -> float:
    """A payoff or an estimate, if it lies within the bounds."""
    if v < within[0] or v > within[1]:
        raise OutOfBounds
    return v


def bounded_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    within: Bounds,
    depth: int,
    watch: Watch,
) -> float:
    """The expected value of s for `me`, as far as it matters between alpha and beta."""
    watch.enter(s, alpha, beta)
    if game.terminal(s):
        v = watch.leaf(require_within(game.utility(s, me), within))
        return watch.leave(v, alpha, beta)
    if depth == 0:
        v = watch.horizon(require_within(game.evaluate(s, me), within))
        return watch.leave(v, alpha, beta)
    if game.has_chance and game.player(s) == CHANCE:
        v = bounded_exp_value(game, s, me, alpha, beta, within, depth, watch)
        return watch.leave(v, alpha, beta)
    if game.player(s) == me:
        v = bounded_max_value(game, s, me, alpha, beta, within, depth, watch)
        return watch.leave(v, alpha, beta)
    v = bounded_min_value(game, s, me, alpha, beta, within, depth, watch)
    return watch.leave(v, alpha, beta)


def bounded_max_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    within: Bounds,
    depth: int,
    watch: Watch,
) -> float:
    """MAX-VALUE, as in alpha-beta."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        y = game.result(s, a)
        v = watch.max(v, bounded_value(game, y, me, alpha, beta, within, depth - 1, watch), a)
        if v >= beta:
            return watch.cut(v, alpha, beta, game, s)
        alpha = max(alpha, v)
    return v


def bounded_min_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    within: Bounds,
    depth: int,
    watch: Watch,
) -> float:
    """MIN-VALUE, as in alpha-beta."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        y = game.result(s, a)
        v = watch.min(v, bounded_value(game, y, me, alpha, beta, within, depth - 1, watch), a)
        if v <= alpha:
            return watch.cut(v, alpha, beta, game, s)
        beta = min(beta, v)
    return v


def bounded_exp_value(
    game: Game[S, A],
    s: S,
    me: int,
    alpha: float,
    beta: float,
    within: Bounds,
    depth: int,
    watch: Watch,
) -> float:
    """The mean, given up as soon as the unseen outcomes cannot bring it back into the window.

    With v the part of the mean already seen, p this outcome's probability, and the part still
    unseen in [rest_low, rest_high], the mean lies in [v + p·outcome + rest_low, v + p·outcome +
    rest_high]: the outcome's value matters only between `least` and `most`.
    """
    v, rest_low, rest_high = 0.0, 0.0, 0.0
    for a, p in game.chances(s):
        if p > 0:
            worst, best = span(game, game.result(s, a), me, within)
            rest_low += p * worst
            rest_high += p * best
    is_bounded = rest_low > -INFINITY and rest_high < INFINITY
    for a, p in game.chances(s):
        if p > 0:
            y = game.result(s, a)
            least, most = -INFINITY, INFINITY
            if is_bounded:
                worst, best = span(game, y, me, within)
                rest_low -= p * worst
                rest_high -= p * best
                least = (alpha - v - rest_high) / p
                most = (beta - v - rest_low) / p
            watch.consider(a)
            outcome = bounded_value(game, y, me, least, most, within, depth - 1, watch)
            v = watch.mean(v, p, outcome, a)
            if is_bounded and outcome <= least:
                return watch.cut(v + rest_high, alpha, beta, game, s)
            if is_bounded and outcome >= most:
                return watch.cut(v + rest_low, alpha, beta, game, s)
    return v


@EXPECTIMAX_BOUNDED.shows
def select_bounded_texts(opponents: Distribution | None = None) -> tuple[Text, ...]:
    """The text of the search, with opponents who minimise or who follow a distribution."""
    texts = (bounded_value, bounded_max_value, bounded_exp_value)
    if opponents is None:
        return (*texts[:2], bounded_min_value, texts[2])
    return derive(texts, (AT_RANDOM_BOUNDED,))


AT_RANDOM_BOUNDED = replace(
    AT_RANDOM,
    pieces=tuple(
        (
            old.replace("min_value", "bounded_min_value"),
            new.replace("exp_value", "bounded_exp_value"),
        )
        for old, new in AT_RANDOM.pieces
    ),
)
