"""Quiescence search: beyond the horizon, follow noisy actions until the position is quiet.

A player is never forced to make a noisy move, so the search at the horizon begins with the estimate
of the position itself ("stand pat")::

    quiet(s) = max(evaluate(s), max over noisy a of quiet(result))     if MAX moves at s
             = min(evaluate(s), min over noisy a of quiet(result))     if MIN moves at s
"""

from __future__ import annotations

from typing import TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.errors import BadLimit
from zermelo.frame.question import Options, ask
from zermelo.game import Game
from zermelo.result import Result
from zermelo.search.alphabeta import RULE, Rule, answer_alphabeta, select_form
from zermelo.search.forms import Edit, Text
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")


QUIESCENCE = Algorithm(
    "quiescence",
    "alpha-beta that follows noisy actions beyond the depth limit",
    aliases=("quiescence-search", "qsearch"),
    source="AIMA, 3rd edition, section 5.4; Beal 1990",
    prunes=True,
    needs_depth=True,
    options=(RULE,),
    takes_unknowns=True,
    beside="alphabeta",
)


@QUIESCENCE.runs
def quiescence(
    game: Game[S, A], s: S | None = None, *, rule: Rule = ">=", **options: Unpack[Options]
) -> Result[A]:
    """Depth-limited alpha-beta with quiescence search at the horizon.

    >>> from zermelo import search
    >>> from zermelo.games.connect_four import ConnectFour
    >>> game = ConnectFour(5, 4)
    >>> s = game.after("55223")  # the other side threatens to win at 4
    >>> search.alphabeta(game, s, depth=1).action_name, quiescence(game, s, depth=1).action_name
    ('3', '4')
    """
    if options.get("depth") is None:
        raise BadLimit("quiescence begins at the horizon: give a depth")
    q = ask(QUIESCENCE, game, s, **options)
    if not game.declares("noisy"):
        q.notes.append("the game has no noisy actions: the search stops at the horizon")
    return answer_alphabeta(q, rule, AT_THE_HORIZON)


def quiet_value(game: Game[S, A], s: S, me: int, alpha: float, beta: float, watch: Watch) -> float:
    """The value of a node beyond the horizon."""
    watch.enter(s, alpha, beta)
    if game.terminal(s):
        v = watch.leaf(game.utility(s, me))
    else:
        v = stand_pat(game, s, me, alpha, beta, watch)
    return watch.leave(v, alpha, beta)


def stand_pat(game: Game[S, A], s: S, me: int, alpha: float, beta: float, watch: Watch) -> float:
    """The estimate of s, or a better value that a noisy action brings to the player to move."""
    v = watch.horizon(game.evaluate(s, me))
    if game.player(s) == me:
        if v >= beta:
            return watch.cut(v, alpha, beta, game, s, True)
        alpha = max(alpha, v)
        for a in game.actions(s):
            if game.noisy(s, a):
                watch.consider(a)
                v = watch.max(v, quiet_value(game, game.result(s, a), me, alpha, beta, watch), a)
                if v >= beta:
                    return watch.cut(v, alpha, beta, game, s, True)
                alpha = max(alpha, v)
    else:
        if v <= alpha:
            return watch.cut(v, alpha, beta, game, s, True)
        beta = min(beta, v)
        for a in game.actions(s):
            if game.noisy(s, a):
                watch.consider(a)
                v = watch.min(v, quiet_value(game, game.result(s, a), me, alpha, beta, watch), a)
                if v <= alpha:
                    return watch.cut(v, alpha, beta, game, s, True)
                beta = min(beta, v)
    return v


AT_THE_HORIZON = Edit(
    "quiescence at the horizon",
    (
        (
            "watch.horizon(game.evaluate(s, me))",
            "stand_pat(game, s, me, alpha, beta, watch)",
        ),
    ),
    (("stand_pat", stand_pat),),
)
"""The estimate of alpha-beta at its horizon becomes a quiescence search."""


@QUIESCENCE.shows
def select_texts(rule: str = ">=", bounds: bool = False) -> tuple[Text, ...]:
    """The text of alpha-beta with quiescence search at the horizon, and of that search."""
    return (*select_form(rule, bounds, AT_THE_HORIZON), stand_pat, quiet_value)
