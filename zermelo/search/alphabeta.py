"""Alpha-beta: ALPHA-BETA-SEARCH (AIMA, 3rd edition, Figure 5.7; CS 188), αβPruning.

α is the best value that MAX has elsewhere on the path to the root, β the best that MIN has. The
promise of the fail-soft ``value(s, α, β) = v``, with *true* the minimax value of s::

    v ≤ α          promises  true ≤ v
    v ≥ β          promises  true ≥ v
    α < v < β      promises  true = v

The fail-hard form promises the same of v clamped to [α, β].

The functions `value`, `max_value` and `min_value`, below, are the published text; `watch` records
what happens, and ``zermelo code alphabeta`` prints the text without it. Options that change the
text (the cut rule, known bounds, the order of successors) are edits of it, see `forms`. A search
begins with the game's `bounds` as window, or with [−∞, +∞]. At the root an action is chosen on
strict improvement only: a successor that was cut off at a tie is never taken.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar, Unpack

from zermelo.algorithm import Algorithm, Option
from zermelo.errors import BadLimit
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, Question, ask
from zermelo.game import INFINITY, Game
from zermelo.result import Result
from zermelo.search.forms import CUT_ON_MORE, KNOWN_BOUNDS, SORTED, Edit, Text, derive
from zermelo.search.ordered import TrueOrder
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

ALPHABETA = Algorithm(
    "alphabeta",
    "minimax without the nodes that cannot matter (fail-soft)",
    aliases=("alpha-beta", "αβ", "ab"),
    title="alpha-beta",
    source="AIMA, 3rd edition, Figure 5.7; CS 188",
    prunes=True,
    exercise=True,
    options=(RULE, ORDER),
    is_default=True,
    takes_unknowns=True,
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
    """ALPHA-BETA-SEARCH, fail-soft: the minimax decision without the nodes that cannot matter.

    With order="best" or "worst" the truly best, or worst, successor is tried first at every node.

    >>> from zermelo import tree
    >>> result = alphabeta(tree.figure("two-ply"))
    >>> result.value, result.action_name, result.nodes, result.cuts
    (3.0, 'a1', 11, 1)
    >>> [alphabeta(tree.figure("two-ply"), order=order).nodes for order in ("best", "worst")]
    [9, 13]
    """
    if order != "natural":
        return _alphabeta_in_order(game, s, order, rule, options)
    q = ask(ALPHABETA, game, s, **options)
    return answer_alphabeta(q, rule)


def _alphabeta_in_order(
    game: Game[S, A], s: S | None, order: str, rule: str, options: Options
) -> Result[A]:
    if order not in ("best", "worst"):
        raise BadLimit(f"order is {order!r}; it must be 'best' or 'worst'")
    if options.get("gear") == "compiled":
        raise BadLimit("an order is measured in the plain gear; leave gear out")
    options["gear"] = "plain"
    q = ask(ALPHABETA, game, s, **options)
    true_order = TrueOrder(order == "best")
    q.asides = (true_order.aside,)
    return answer_alphabeta(q, rule, SORTED, order=f"{order} first", more=(true_order,))


def answer_alphabeta(
    q: Question[S, A],
    rule: str,
    *edits: Edit,
    order: str = "natural order",
    more: tuple[Any, ...] = (),
) -> Result[A]:
    """Run a form of alpha-beta from the root. `more` are the arguments that its edits added."""
    q.window = q.game.bounds_for(q.state, q.player)
    q.choices = name_choices(rule, order=order)
    kernel = form(q.game, rule, *edits)
    return answer(
        q, kernel, lambda s, depth: (q.player, *q.game.bounds_for(s, q.player), depth, *more)
    )


def form(game: Game[Any, Any], rule: str = ">=", *edits: Edit) -> Text:
    """The `value` of alpha-beta for a game, with a cut rule and more edits."""
    return select_form(rule, game.has_bounds, *edits)[0]


def select_form(rule: str, bounds: bool, *edits: Edit) -> tuple[Text, ...]:
    """The text of alpha-beta with a cut rule, with or without known bounds, and with more edits."""
    known = (KNOWN_BOUNDS,) if bounds else ()
    strict = () if cuts_ties(rule) else (CUT_ON_MORE,)
    return derive((value, max_value, min_value), (*edits, *known, *strict))


@ALPHABETA.shows
def select_texts(
    rule: str = ">=", order: str = "natural", bounds: bool = False
) -> tuple[Text, ...]:
    """The text of alpha-beta, by its options."""
    return select_form(rule, bounds, *(() if order == "natural" else (SORTED,)))


def name_choices(
    rule: str, fail: str = "fail-soft", order: str = "natural order"
) -> dict[str, str]:
    """The options that change how an answer looks, in words for pictures."""
    return {"rule": f"cut on {'≥' if rule == '>=' else rule}", "fail": fail, "order": order}


def cuts_ties(rule: str) -> bool:
    """Does the rule cut when a bound is reached? Refuses anything but >= and >."""
    if rule not in (">=", ">"):
        raise BadLimit(f"the cut rule is {rule!r}; it must be '>=' or '>'")
    return rule == ">="


# ---------------------------------------------------------------------- the published text


def value(
    game: Game[S, A], s: S, me: int, alpha: float, beta: float, depth: int, watch: Watch
) -> float:
    """The minimax value of s for `me`, as far as it matters between alpha and beta."""
    watch.enter(s, alpha, beta)
    if game.terminal(s):
        return watch.leave(watch.leaf(game.utility(s, me)), alpha, beta)
    if depth == 0:
        return watch.leave(watch.horizon(game.evaluate(s, me)), alpha, beta)
    if game.player(s) == me:
        return watch.leave(max_value(game, s, me, alpha, beta, depth, watch), alpha, beta)
    return watch.leave(min_value(game, s, me, alpha, beta, depth, watch), alpha, beta)


def max_value(
    game: Game[S, A], s: S, me: int, alpha: float, beta: float, depth: int, watch: Watch
) -> float:
    """MAX-VALUE: stops as soon as MIN, higher up, would not let MAX come here."""
    v = -INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.max(v, value(game, game.result(s, a), me, alpha, beta, depth - 1, watch), a)
        if v >= beta:
            return watch.cut(v, alpha, beta, game, s)
        alpha = max(alpha, v)
    return v


def min_value(
    game: Game[S, A], s: S, me: int, alpha: float, beta: float, depth: int, watch: Watch
) -> float:
    """MIN-VALUE: stops as soon as MAX, higher up, would not come here."""
    v = INFINITY
    for a in game.actions(s):
        watch.consider(a)
        v = watch.min(v, value(game, game.result(s, a), me, alpha, beta, depth - 1, watch), a)
        if v <= alpha:
            return watch.cut(v, alpha, beta, game, s)
        beta = min(beta, v)
    return v


# ---------------------------------------------------------------------- the lecture's αβPruning

ALPHABETA_HARD = Algorithm(
    "alphabeta-hard",
    "the lecture's αβPruning: values are clamped to the window (fail-hard)",
    aliases=("fail-hard", "alpha-beta-hard"),
    title="αβPruning",
    source="Greenwald, Lecture 5, Tables 7 and 8",
    has_nested_table=True,
    prunes=True,
    fail_hard=True,
    exercise=True,
    options=(RULE,),
    takes_unknowns=True,
    beside="alphabeta",
)


@ALPHABETA_HARD.runs
def alphabeta_hard(
    game: Game[S, A], s: S | None = None, *, rule: Rule = ">=", **options: Unpack[Options]
) -> Result[A]:
    """The lecture's αβPruning(Γ, α, β): fail-hard; a cut Min node returns α, a cut Max node β.

    >>> from zermelo import tree
    >>> trace = alphabeta_hard(tree.figure("nim-2-2"), trace=True).trace
    >>> sorted(set("ABCDEFGHIJKLMNO") - set(trace.list_labels()))
    ['F', 'H', 'J', 'L', 'O']
    """
    q = ask(ALPHABETA_HARD, game, s, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = name_choices(rule, "fail-hard")
    kernel = select_hard_texts(rule)[0]
    return answer(q, kernel, lambda s, depth: (q.player, *game.bounds_for(s, q.player), depth))


@ALPHABETA_HARD.shows
def select_hard_texts(rule: str = ">=") -> tuple[Text, ...]:
    """The text of the lecture's αβPruning with a cut rule."""
    edits = () if cuts_ties(rule) else (CUT_ON_MORE,)
    return derive((pruning, pruning_min, pruning_max), edits)


def pruning(
    game: Game[S, A], x: S, me: int, alpha: float, beta: float, depth: int, watch: Watch
) -> float:
    """αβPruning(Γx, α, β): a value in [α, β]."""
    watch.enter(x, alpha, beta)
    if game.terminal(x):  # 1.
        return watch.leave(watch.leaf(game.utility(x, me)), alpha, beta)
    if depth == 0:
        return watch.leave(watch.horizon(game.evaluate(x, me)), alpha, beta)
    if game.player(x) != me:  # 2.
        return watch.leave(pruning_min(game, x, me, alpha, beta, depth, watch), alpha, beta)
    return watch.leave(pruning_max(game, x, me, alpha, beta, depth, watch), alpha, beta)  # 3.


def pruning_min(
    game: Game[S, A], x: S, me: int, alpha: float, beta: float, depth: int, watch: Watch
) -> float:
    """Step 2: l(x) = Min."""
    for a in game.actions(x):  # 2(a)
        watch.consider(a)
        y = game.result(x, a)
        beta = watch.min(beta, pruning(game, y, me, alpha, beta, depth - 1, watch), a)  # i.
        if beta <= alpha:  # ii.
            watch.cut(beta, alpha, beta, game, x)
            return alpha
    return beta  # 2(b)


def pruning_max(
    game: Game[S, A], x: S, me: int, alpha: float, beta: float, depth: int, watch: Watch
) -> float:
    """Step 3: l(x) = Max."""
    for a in game.actions(x):  # 3(a)
        watch.consider(a)
        y = game.result(x, a)
        alpha = watch.max(alpha, pruning(game, y, me, alpha, beta, depth - 1, watch), a)  # i.
        if alpha >= beta:  # ii.
            watch.cut(alpha, alpha, beta, game, x)
            return beta
    return alpha  # 3(b)
