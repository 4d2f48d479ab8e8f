"""Iterative deepening: alpha-beta to depth 1, 2, 3 …, each time trying first what looked best the time before.

The successors of every node are ordered by the values that the last depth backed up for them. The search can be
stopped at any time; its answer is then that of the last depth it completed.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, TypeVar, Unpack

from zermelo import gears
from zermelo.algorithm import Algorithm
from zermelo.bits import as_cell, from_cell, spread
from zermelo.errors import BadLimit
from zermelo.frame.answer import value_all
from zermelo.frame.question import Options, Question, ask
from zermelo.frame.report import report
from zermelo.frame.run import carry_out, in_gear
from zermelo.game import INFINITY, Game
from zermelo.result import Counts, Iteration, Limit, Result
from zermelo.search.alphabeta import RULE, Rule, form, name_choices
from zermelo.search.forms import SORTED, Edit, Text
from zermelo.search.ordered import largest_first
from zermelo.trace import Trace
from zermelo.watch import MOST_PLIES, Watch

S = TypeVar("S")
A = TypeVar("A")

SLOTS = 1 << 20
"""How many values are remembered; a newer one takes the place of an older one."""


class Sparse(dict[int, Any]):
    """A long row of zeros, of which only the cells that were written exist."""

    def __missing__(self, cell: int) -> int:
        return 0


class Memory:
    """Alpha-beta that tries first what looked best before.

    Memory is a row of cells, two for each slot: the key of a state and the value last backed up for it.
    """

    bare = ("cells",)

    def __init__(self, slots: int = SLOTS, compiled: bool = False) -> None:
        self.last = 2 * slots - 2
        self.cells: Any = Sparse()
        if compiled:
            import numpy

            self.cells = numpy.zeros(2 * slots, numpy.int64)

    def actions(self, game: Game[Any, Any], s: Any, me: int, depth: int) -> list[Any]:
        """The actions, the one that looked best for the player to move first; unknown ones last, in natural order."""
        actions = list(game.actions(s))
        return largest_first(
            actions, [self.guess(game, game.result(s, a), game.player(s) == me) for a in actions]
        )

    def guess(self, game: Game[Any, Any], s: Any, good: bool) -> float:
        """The value remembered for s, negated if small values are good; −∞ if there is none."""
        key = game.key(s)
        slot = spread(key) >> 32 & self.last
        if self.cells[slot] != key:
            return -INFINITY
        v = from_cell(self.cells[slot + 1])
        return v if good else -v

    def remember(self, game: Game[Any, Any], s: Any, v: float) -> None:
        """Keep the value of s."""
        key = game.key(s)
        slot = spread(key) >> 32 & self.last
        self.cells[slot] = key
        self.cells[slot + 1] = as_cell(v)


def remember(
    game: Game[Any, Any],
    s: Any,
    order: Memory,
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
    source="AIMA section 5.3; Slate and Atkin 1977",
    prunes=True,
    options=(RULE,),
    beside="alphabeta",
)


@DEEPENING.runs
def deepening(
    game: Game[S, A],
    s: S | None = None,
    *,
    rule: Rule = ">=",
    slots: int = SLOTS,
    **options: Unpack[Options],
) -> Result[A]:
    """Iterative deepening until the depth, node or time limit, or until the value is proven.

    `slots`, a power of two, is how many values are remembered from one depth to the next.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> result = deepening(TicTacToe(), depth=3)
    >>> [step.depth for step in result.history]
    [1, 2, 3]
    """
    kernel = form(game, rule, SORTED, REMEMBERED)
    if not isinstance(slots, int) or slots < 1 or slots & (slots - 1):
        raise BadLimit(f"slots is {slots!r}; it must be a power of two")
    q = ask("deepening", game, s, most_players=2, chance=False, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = name_choices(rule, order="best of the last depth first")
    plain = form(game, rule)
    return in_gear(q, lambda q: deepen(q, kernel, plain, Memory(slots, q.gear == "compiled")))


def deepen(q: Question[S, A], kernel: Text, plain: Text, memory: Memory) -> Result[A]:
    """One depth after the other, in the question's gear."""
    low, high = q.window
    if q.gear == "compiled":  # before the clock starts
        gears.require_fixed_shape(q.game, q.state)
        gears.compiled(
            kernel, q.game, q.state, q.player, low, high, 1, memory, Watch(compiled=True)
        )
    began = time.perf_counter()
    counts = Counts()
    history: list[Iteration[A]] = []
    best: Result[A] | None = None
    for depth in range(min(1, q.depth), min(q.depth, MOST_PLIES) + 1):
        step = replace(q, depth=depth, limit=_left(q, depth, time.perf_counter() - began))
        result = report(
            step,
            carry_out(step, kernel, (q.player, low, high, depth, memory), spent=counts.nodes),
        )
        counts += result.counts
        if best is None or not result.stopped:
            best = replace(result, trace=_joined(best, result))
        best = replace(best, stopped=result.stopped)
        if result.stopped:
            break
        assert result.value is not None
        history.append(
            Iteration(
                depth,
                result.value,
                result.action,
                result.line,
                counts.nodes,
                time.perf_counter() - began,
            )
        )
        if result.exact:
            break
    assert best is not None
    best = replace(best.spending(counts, time.perf_counter() - began), history=tuple(history))
    if q.all and not best.stopped:
        return value_all(
            replace(q, depth=best.depth),
            best,
            plain,
            lambda s, left: (q.player, *q.game.bounds_for(s, q.player), left),
        )
    return best


def _left(q: Question[S, A], depth: int, spent: float) -> Limit:
    """The limits of one depth: what is left of the time; nodes are counted by the caller."""
    seconds = None if q.limit.seconds is None else max(q.limit.seconds - spent, 1e-4)
    return replace(q.limit, depth=depth, seconds=seconds)


def _joined(before: Result[A] | None, now: Result[A]) -> Trace | None:
    """The traces of all depths as one."""
    if now.trace is None:
        return None
    whole = Trace(now.trace.header) if before is None or before.trace is None else before.trace
    return whole.then({"event": "iteration", "depth": now.depth}, now.trace)
