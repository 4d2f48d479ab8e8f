"""Expectimax and expectiminimax: games with chance, or with opponents who play at random.

    value(s) = Σ p · value(outcome)     at a chance node

and as in minimax elsewhere. Opponents minimise, unless a distribution over their actions is given:
a function of (game, s) that yields (action, probability), see `zermelo.search.opponents`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import FunctionType
from typing import TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.contract import MAX_SUCCESSORS, pairs_fault
from zermelo.errors import BadLimit, one_line
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, Question, ask
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.result import Result
from zermelo.search.forms import Edit, Text, add_parameter, derive
from zermelo.search.opponents import OPPONENTS, Distribution, name_opponents
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

WANTED = "a function of (game, s) that yields (action, probability) pairs, like uniform"

EXPECTIMAX = Algorithm(
    "expectimax",
    "chance nodes are worth the mean of their outcomes",
    aliases=("expectiminimax", "expecti-max"),
    source="AIMA, 3rd edition, section 5.5; CS 188",
    chance=True,
    exercise=True,
    options=(OPPONENTS,),
    is_default=True,
    takes_unknowns=True,
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

    >>> from zermelo import search, tree
    >>> expectimax(tree.figure("expectimax")).value
    8.0
    >>> expectimax(tree.figure("ghost"), opponents=search.uniform).value
    -1.0
    """
    q = ask_against(EXPECTIMAX, game, s, opponents, options)
    more = () if opponents is None else (opponents,)
    kernel = select_texts(opponents)[0]
    return answer(q, kernel, lambda s, depth: (q.player, depth, *more))


def ask_against(
    algorithm: Algorithm,
    game: Game[S, A],
    s: S | None,
    opponents: Distribution | None,
    options: Options,
) -> Question[S, A]:
    """A question about a game against opponents who minimise, or who follow a distribution."""
    if opponents is not None and not callable(opponents):
        raise BadLimit(f"opponents is {opponents!r}; it must be {WANTED}")
    fitting = algorithm if opponents is None else replace(algorithm, players=None)
    q = ask(fitting, game, s, **options)
    if opponents is not None:
        if q.gear == "auto" and not isinstance(opponents, FunctionType):
            q.gear = "plain"  # an object that remembers what it worked out
        _require_distribution(q, opponents)
        q.choices = {"opponents": name_opponents(opponents)}
    return q


def _require_distribution(q: Question[S, A], opponents: Distribution) -> None:
    """Refuse opponents whose first probabilities do not add up to 1."""
    game = q.game
    for s in (q.state, *(game.result(q.state, a) for a in game.options(q.state)[:MAX_SUCCESSORS])):
        if not game.terminal(s) and game.player(s) not in (q.player, CHANCE):
            wrong = pairs_fault(opponents(game, s))
            if wrong:
                raise BadLimit(
                    one_line(
                        f"opponents {wrong}; it must be {WANTED}, adding up to 1 "
                        f"(s is {game.dump(s)})"
                    )
                )


def value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """The expected value of s for `me`."""
    watch.enter(s)
    if game.terminal(s):
        return watch.leave(watch.leaf(game.utility(s, me)))
    if depth == 0:
        return watch.leave(watch.horizon(game.evaluate(s, me)))
    if game.has_chance and game.player(s) == CHANCE:
        return watch.leave(exp_value(game, s, me, depth, watch))
    if game.player(s) == me:
        return watch.leave(max_value(game, s, me, depth, watch))
    return watch.leave(min_value(game, s, me, depth, watch))


def max_value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """The best that MAX can reach."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.max(v, value(game, game.result(s, a), me, depth - 1, watch), a)
    return v


def min_value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """The worst that MIN can do to MAX."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.min(v, value(game, game.result(s, a), me, depth - 1, watch), a)
    return v


def exp_value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> float:
    """The mean over the outcomes of chance."""
    v = 0.0
    for a, p in game.chances(s):
        watch.consider(a)
        v = watch.mean(v, p, value(game, game.result(s, a), me, depth - 1, watch), a)
    return v


def outcomes(game: Game[S, A], s: S, opponents: Distribution | None) -> Iterator[tuple[A, float]]:
    """What chance, or an opponent who plays by a distribution, does next."""
    if game.has_chance and game.player(s) == CHANCE:
        yield from game.chances(s)
    elif opponents is not None:
        yield from opponents(game, s)


AT_RANDOM = Edit(
    "opponents play at random",
    (
        *add_parameter("opponents"),
        ("min_value(game, s", "exp_value(game, s"),
        ("game.chances(s)", "outcomes(game, s, opponents)"),
    ),
    (("outcomes", outcomes),),
)
"""Nodes of the opponents are chance nodes: they follow a distribution that is handed down."""


@EXPECTIMAX.shows
def select_texts(opponents: Distribution | None = None) -> tuple[Text, ...]:
    """The text of expectimax, with opponents who minimise or who follow a distribution."""
    if opponents is None:
        return (value, max_value, min_value, exp_value)
    return derive((value, max_value, exp_value), (AT_RANDOM,))
