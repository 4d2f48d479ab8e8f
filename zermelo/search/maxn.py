"""More than two players: max^n, where each player maximises their own payoff, and paranoid.

Values in max^n are vectors, one number for each player. A node's value is the vector of the
successor that is best for the player to move (the first one, on a tie), or the weighted mean of all
successors at a chance node. Paranoid search takes all other players as one opponent.
"""

from __future__ import annotations

from typing import TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, ask
from zermelo.game import CHANCE, INFINITY, Game
from zermelo.result import Result
from zermelo.search.alphabeta import RULE, Rule, answer_alphabeta, select_form
from zermelo.search.forms import Text
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

Vector = tuple[float, ...]


MAXN = Algorithm(
    "maxn",
    "any number of players, each for their own payoff",
    aliases=("max^n", "max-n"),
    title="maxⁿ",
    source="Luckhardt and Irani 1986; UW CSE 473 Notes 3",
    players=None,
    chance=True,
    vectors=True,
    exercise=True,
    is_default=True,
    beside="paranoid",
)


@MAXN.runs
def maxn(game: Game[S, A], s: S | None = None, **options: Unpack[Options]) -> Result[A]:
    """max^n: each player picks the successor whose vector is best for themselves.

    >>> from zermelo import tree
    >>> maxn(tree.figure("three-player")).vector
    (1.0, 2.0, 6.0)
    """
    q = ask(MAXN, game, s, **options)
    return answer(q, value, lambda s, depth: (q.player, depth))


def value(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> Vector:
    """The vector of values of s; `me` is the player whose value is reported."""
    watch.enter(s)
    if game.terminal(s):
        watch.leaf(game.utility(s, me))
        v = tuple(float(game.utility(s, p)) for p in range(game.players))
    elif depth == 0:
        watch.horizon(game.evaluate(s, me))
        v = tuple(float(game.evaluate(s, p)) for p in range(game.players))
    elif game.has_chance and game.player(s) == CHANCE:
        v = mean_vector(game, s, me, depth, watch)
    else:
        v = best_vector(game, s, me, depth, watch)
    watch.vector(v)
    watch.leave(v[me])
    return v


def best_vector(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> Vector:
    """The vector that is best for the player to move."""
    mover = game.player(s)
    v = tuple(-INFINITY for _ in range(game.players))
    for a in game.actions(s):
        watch.consider(a)
        v2 = value(game, game.result(s, a), me, depth - 1, watch)
        if watch.max(v[mover], v2[mover], a) > v[mover]:
            v = v2
    return v


def mean_vector(game: Game[S, A], s: S, me: int, depth: int, watch: Watch) -> Vector:
    """The mean of all outcomes, each weighed by its probability."""
    v = tuple(0.0 for _ in range(game.players))
    for a, p in game.chances(s):
        watch.consider(a)
        v2 = value(game, game.result(s, a), me, depth - 1, watch)
        watch.mean(v[me], p, v2[me], a)
        v = tuple(x + p * y for x, y in zip(v, v2, strict=False))
    return v


@MAXN.shows
def select_texts() -> tuple[Text, ...]:
    """The text of max^n."""
    return (value, best_vector, mean_vector)


PARANOID = Algorithm(
    "paranoid",
    "one player against all others, who are taken as one opponent",
    source="Sturtevant and Korf 2000",
    players=None,
    prunes=True,
    options=(RULE,),
    takes_unknowns=True,
    beside="maxn",
)


@PARANOID.runs
def paranoid(
    game: Game[S, A], s: S | None = None, *, rule: Rule = ">=", **options: Unpack[Options]
) -> Result[A]:
    """Alpha-beta for one player against all others, who are taken as one MIN.

    >>> from zermelo import tree
    >>> paranoid(tree.figure("three-player")).value
    1.0
    """
    q = ask(PARANOID, game, s, **options)
    return answer_alphabeta(q, rule)


@PARANOID.shows
def select_paranoid_texts(rule: str = ">=", bounds: bool = False) -> tuple[Text, ...]:
    """The text of alpha-beta: all other players are MIN."""
    return select_form(rule, bounds)
