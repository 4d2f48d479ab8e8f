"""Iterative deepening: alpha-beta to depth 1, 2, 3 …, the best successor of the last depth first.

The successors of every node are ordered by the values that the last depth backed up for them. The
search can be stopped at any time; its answer is then that of the last depth it completed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.bits import spread
from zermelo.frame.answer import value_all
from zermelo.frame.deepen import Effort, deepen
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.report import report
from zermelo.frame.run import compile_ahead, iterate_in_gear, last
from zermelo.frame.tt import (
    NOT_FOUND,
    TranspositionTable,
    count_buckets,
    require_memory,
)
from zermelo.game import INFINITY, Game
from zermelo.result import Result
from zermelo.search.alphabeta import RULE, Rule, form, name_choices, select_form
from zermelo.search.forms import SORTED, Edit, Text
from zermelo.search.ordered import largest_first
from zermelo.trace import Trace
from zermelo.watch import MOST_PLIES, Watch

S = TypeVar("S")
A = TypeVar("A")

MEMORY = 32.0
"""The default size of the table, in MiB: a million values."""

BUCKETS = 0
HEADER = 8

USED = 1


class BackedUpValues(TranspositionTable):
    """The order of successors by the values of the last depth.

    The table holds the value last backed up for each state. A newer one takes the place of an older
    one. The tag of an entry says nothing more than that it is used.
    """

    ways = 1

    def __init__(self, memory: float = MEMORY, gear: str = "plain") -> None:
        buckets = count_buckets(memory, 1, self.ways)
        super().__init__(1, buckets, HEADER, gear)
        self.cells[BUCKETS] = buckets

    def buckets(self) -> int:
        """Return the number of buckets."""
        return self.cells[BUCKETS]  # type: ignore[no-any-return]

    def index(self, key: int) -> int:
        """Return the number of a key's bucket."""
        return spread(key) >> 33 & self.buckets() - 1

    def worth(self, entry: int) -> int:
        """Return 0: any entry may be replaced."""
        return 0

    def actions(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> list[Any]:
        """Return the actions, the best for the mover first; unknown ones last."""
        actions = list(game.actions(s))
        return largest_first(
            actions, [self.guess(game, game.result(s, a), game.player(s) == me) for a in actions]
        )

    def guess(self, game: Game[Any, Any], s: Any, good: bool) -> float:
        """Return the value known of s, negated if small values are good; −∞ if there is none."""
        entry = self.find(game.key(s))
        if entry == NOT_FOUND:
            return -INFINITY
        v = self.value(entry, 0)
        return v if good else -v

    def remember(self, game: Game[Any, Any], s: Any, v: float) -> None:
        """Keep the value of s."""
        key = game.key(s)
        entry = self.replace(key)
        self.put(entry, 0, v)
        self.seal(entry, key, USED)


def remember(
    game: Game[Any, Any],
    s: Any,
    order: BackedUpValues,
    watch: Watch,
    v: float,
    alpha: float,
    beta: float,
) -> float:
    """Keep the value of s for the order of the next depth."""
    order.remember(game, s, v)
    return watch.leave(v, alpha, beta)


REMEMBERED = Edit(
    "remembered values",
    (("return watch.leave(", "return remember(game, s, order, watch, "),),
    (("remember", remember),),
)
"""Every value that is backed up is kept."""


DEEPENING = Algorithm(
    "deepening",
    "alpha-beta to depth 1, 2, 3 …, the best successor of the last depth first",
    aliases=("iterative-deepening", "id"),
    title="iterative deepening",
    source="AIMA, 3rd edition, section 5.3; Slate and Atkin 1977",
    prunes=True,
    iterates=True,
    options=(RULE,),
    beside="alphabeta",
)


@DEEPENING.shows
def select_texts(rule: str = ">=", bounds: bool = False) -> tuple[Text, ...]:
    """The text of one depth: alpha-beta with sorted successors and remembered values."""
    return (*select_form(rule, bounds, SORTED, REMEMBERED), remember)


@DEEPENING.runs
def deepening(
    game: Game[S, A],
    s: S | None = None,
    *,
    rule: Rule = ">=",
    memory: float = MEMORY,
    **options: Unpack[Options],
) -> Result[A]:
    """Iterative deepening until the depth, node or time limit, or until the value is proven.

    `memory` is the size of the table of values, in MiB.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> result = deepening(TicTacToe(), depth=3)
    >>> [step.depth for step in result.history]
    [1, 2, 3]
    """
    return last(iterate(game, s, rule=rule, memory=memory, **options))


def iterate(
    game: Game[S, A],
    s: S | None = None,
    *,
    rule: Rule = ">=",
    memory: float = MEMORY,
    **options: Unpack[Options],
) -> Iterator[Result[A]]:
    """Yield a result for each depth; the last one is the answer."""
    texts = form(game, rule, SORTED, REMEMBERED), form(game, rule)
    require_memory(memory)
    q = ask(DEEPENING, game, s, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = name_choices(rule, order="best of the last depth first")
    yield from iterate_in_gear(
        q, lambda q: Deepening(q, texts, BackedUpValues(memory, q.gear)).iterate()
    )


class Deepening(Generic[S, A]):
    """One question, searched depth after depth with one table."""

    def __init__(self, q: Question[S, A], texts: tuple[Text, Text], order: BackedUpValues) -> None:
        self.q, self.order = q, order
        self.text, self.text_below = texts
        """Alpha-beta in the table's order, and in natural order for the values of root actions."""
        self.trace: Trace | None = None
        """The traces of the depths that were completed, as one."""

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth."""
        compile_ahead(self.q, self.text, self.arguments(1))
        last = min(self.q.depth, MOST_PLIES)
        finish = self.value_all if self.q.all else None
        return deepen(range(min(1, last), last + 1), self.search_depth, finish=finish)

    def arguments(self, depth: int) -> tuple[Any, ...]:
        """The arguments of alpha-beta at the root."""
        return (self.q.player, *self.q.window, depth, self.order)

    def search_depth(self, depth: int, effort: Effort) -> tuple[Result[A], bool]:
        """Search one depth; a proven value ends the search."""
        step = effort.limit(self.q, depth)
        result = report(step, effort.carry_out(step, self.text, self.arguments(depth)))
        result = replace(result, trace=_join(self.trace, result))
        if not result.stopped:
            self.trace = result.trace
        return result, result.exact

    def value_all(self, depth: int, result: Result[A], effort: Effort) -> Result[A]:
        """The value of every root action, at the depth of the best one's."""
        step = effort.limit(self.q, depth)
        return value_all(step, result, self.text_below, self._arguments_below, effort)

    def _arguments_below(self, s: S, depth: int) -> tuple[Any, ...]:
        """The arguments of alpha-beta in natural order, for the value of one root action."""
        q = self.q
        return (q.player, *q.game.bounds_for(s, q.player), depth)


def _join(before: Trace | None, now: Result[A]) -> Trace | None:
    """The traces of all depths as one."""
    if now.trace is None:
        return None
    whole = Trace(now.trace.header) if before is None else before
    return whole.then({"event": "iteration", "depth": now.depth}, now.trace)
