"""Alpha-beta: the fail-soft ALPHA-BETA-SEARCH, and the lecture's recursive αβPruning, which is fail-hard.

α is the best that MAX has elsewhere on the path to the root, β the best that MIN has. The promise of the fail-soft
``value(s, α, β) = v``, with *true* the minimax value of s::

    v ≤ α          promises  true ≤ v
    v ≥ β          promises  true ≥ v
    α < v < β      promises  true = v

The fail-hard form promises the same of v clamped to [α, β]. Searches begin with the game's `bounds` as window, or
with [−∞, +∞]; where `bounds` puts a node outside its window, it is cut before its first successor (the slides'
synergy of evaluation and alpha-beta). At the root an action is chosen on strict improvement only, so a successor
that was cut off at a tie is never taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeVar, Unpack

from zermelo.algorithm import Algorithm, Option
from zermelo.errors import BadLimit
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, ask
from zermelo.game import INFINITY, Game
from zermelo.result import Result
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

Rule = Literal[">=", ">"]

RULE = Option(
    "rule",
    "Cut when the bound is reached (>=), or only when it is exceeded (>).",
    (">=", ">"),
)

ORDER = Option(
    "order",
    "Try the truly best, or worst, successor first (plain gear).",
    ("best", "worst"),
)


class Way:
    """What may vary in alpha-beta: the order of successors, what stands at the horizon, and what is remembered.

    This one varies nothing: natural order, the game's evaluation, no memory. `ties` is the cut rule: with it a
    node is cut when its value reaches the bound (≥), without it when the value exceeds the bound (>).
    """

    def __init__(self, ties: bool = True) -> None:
        self.ties = ties

    def actions(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> Iterable[Any]:
        """The actions in the order to try them, at a node from which the search may go `depth` plies further."""
        return game.actions(s)

    def estimate(
        self, game: Game[Any, Any], s: Any, me: int, alpha: float, beta: float, watch: Watch
    ) -> float:
        """The value at the horizon."""
        return watch.horizon(game.evaluate(s, me))

    def remember(self, game: Game[Any, Any], s: Any, v: float) -> None:
        """Called with every value backed up."""


def choices(rule: str, fail: str = "fail-soft", order: str = "natural order") -> dict[str, str]:
    """What changes how an answer looks, in words for pictures."""
    return {"rule": f"cut on {'≥' if rule == '>=' else rule}", "fail": fail, "order": order}


def cuts_ties(rule: str) -> bool:
    """The cut rule as a truth value; refuses anything but >= and >."""
    if rule not in (">=", ">"):
        raise BadLimit(f"the cut rule is {rule!r}; it must be '>=' or '>'")
    return rule == ">="


ALPHABETA = Algorithm(
    "alphabeta",
    "minimax without the nodes that cannot matter (fail-soft)",
    aliases=("alpha-beta", "αβ", "ab"),
    title="alpha-beta",
    source="AIMA Figure 5.7; CS 188",
    prunes=True,
    exercise=True,
    options=(RULE, ORDER),
    is_default=True,
    beside="minimax",
)


@ALPHABETA.runs
def alphabeta(
    game: Game[S, A],
    s: S | None = None,
    *,
    rule: Rule = ">=",
    order: str = "natural",
    **options: Unpack[Options],
) -> Result[A]:
    """ALPHA-BETA-SEARCH, fail-soft: the minimax decision without looking at what cannot matter.

    >>> from zermelo import tree
    >>> result = alphabeta(tree.figure("two-ply"))
    >>> result.value, result.action_name, result.nodes, result.cuts
    (3.0, 'a1', 11, 2)
    """
    if order != "natural":
        from zermelo.search.ordered import in_order

        return in_order(game, s, order=order, rule=rule, **options)
    way = Way(cuts_ties(rule))
    q = ask("alphabeta", game, s, most_players=2, chance=False, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = choices(rule)
    return answer(q, value, lambda s, depth: (q.player, *game.bounds_for(s, q.player), depth, way))


def value(
    game: Game[S, A], s: S, me: int, alpha: float, beta: float, depth: int, way: Way, watch: Watch
) -> float:
    """The minimax value of s for `me`, as far as it matters between alpha and beta."""
    watch.enter(s, alpha, beta)
    if game.terminal(s):
        v = watch.leaf(game.utility(s, me))
    elif depth == 0:
        v = way.estimate(game, s, me, alpha, beta, watch)
    else:
        low, high = game.bounds_for(s, me)
        if high < alpha or (way.ties and high <= alpha):
            v = watch.cut(high, alpha, beta)
        elif low > beta or (way.ties and low >= beta):
            v = watch.cut(low, alpha, beta)
        elif game.player(s) == me:
            v = max_value(game, s, me, alpha, beta, depth, way, watch)
        else:
            v = min_value(game, s, me, alpha, beta, depth, way, watch)
    way.remember(game, s, v)
    return watch.leave(v, alpha, beta)


def max_value(
    game: Game[S, A], s: S, me: int, alpha: float, beta: float, depth: int, way: Way, watch: Watch
) -> float:
    """MAX-VALUE: stops as soon as MIN, higher up, would not let MAX come here."""
    v = -INFINITY
    for a in way.actions(game, s, me, depth):
        watch.consider(a)
        v = watch.max(v, value(game, game.result(s, a), me, alpha, beta, depth - 1, way, watch), a)
        if v > beta or (way.ties and v >= beta):
            return watch.cut(v, alpha, beta)
        alpha = max(alpha, v)
    return v


def min_value(
    game: Game[S, A], s: S, me: int, alpha: float, beta: float, depth: int, way: Way, watch: Watch
) -> float:
    """MIN-VALUE: stops as soon as MAX, higher up, would not come here."""
    v = INFINITY
    for a in way.actions(game, s, me, depth):
        watch.consider(a)
        v = watch.min(v, value(game, game.result(s, a), me, alpha, beta, depth - 1, way, watch), a)
        if v < alpha or (way.ties and v <= alpha):
            return watch.cut(v, alpha, beta)
        beta = min(beta, v)
    return v


# ---------------------------------------------------------------------- the lecture's αβPruning


ALPHABETA_HARD = Algorithm(
    "alphabeta-hard",
    "the lecture's αβPruning: values are clamped to the window (fail-hard)",
    aliases=("fail-hard", "alpha-beta-hard"),
    title="αβPruning",
    source="Greenwald, Lecture 5, Table 8",
    has_nested_table=True,
    prunes=True,
    fail_hard=True,
    exercise=True,
    options=(RULE,),
    beside="alphabeta",
)


@ALPHABETA_HARD.runs
def alphabeta_hard(
    game: Game[S, A], s: S | None = None, *, rule: Rule = ">=", **options: Unpack[Options]
) -> Result[A]:
    """The lecture's αβPruning(Γ, α, β): fail-hard; a cut Min node returns α, a cut Max node β.

    >>> from zermelo import tree
    >>> trace = alphabeta_hard(tree.figure("nim-2-2"), trace=True).trace
    >>> sorted(set("ABCDEFGHIJKLMNO") - set(trace.visited()))
    ['F', 'H', 'J', 'L', 'O']
    """
    ties = cuts_ties(rule)
    q = ask("alphabeta-hard", game, s, most_players=2, chance=False, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = choices(rule, "fail-hard")
    return answer(
        q, pruning, lambda s, depth: (q.player, *game.bounds_for(s, q.player), depth, ties)
    )


def pruning(
    game: Game[S, A], x: S, me: int, alpha: float, beta: float, depth: int, ties: bool, watch: Watch
) -> float:
    """αβPruning(Γx, α, β): a value in [α, β]."""
    watch.enter(x, alpha, beta)
    if game.terminal(x):
        v = watch.leaf(game.utility(x, me))
    elif depth == 0:
        v = watch.horizon(game.evaluate(x, me))
    elif game.player(x) != me:
        v = pruning_min(game, x, me, alpha, beta, depth, ties, watch)
    else:
        v = pruning_max(game, x, me, alpha, beta, depth, ties, watch)
    return watch.leave(v, alpha, beta)


def pruning_min(
    game: Game[S, A], x: S, me: int, alpha: float, beta: float, depth: int, ties: bool, watch: Watch
) -> float:
    """Step 2: l(x) = Min."""
    for a in game.actions(x):
        watch.consider(a)
        beta = watch.min(
            beta, pruning(game, game.result(x, a), me, alpha, beta, depth - 1, ties, watch), a
        )
        if beta < alpha or (ties and beta <= alpha):
            watch.cut(beta, alpha, beta)
            return alpha
    return beta


def pruning_max(
    game: Game[S, A], x: S, me: int, alpha: float, beta: float, depth: int, ties: bool, watch: Watch
) -> float:
    """Step 3: l(x) = Max."""
    for a in game.actions(x):
        watch.consider(a)
        alpha = watch.max(
            alpha, pruning(game, game.result(x, a), me, alpha, beta, depth - 1, ties, watch), a
        )
        if alpha > beta or (ties and alpha >= beta):
            watch.cut(alpha, alpha, beta)
            return beta
    return alpha
