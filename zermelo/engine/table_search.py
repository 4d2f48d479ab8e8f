"""Searches that fill a `SearchTable` depth after depth: star, paranoid and max^n.

This file plugs such a search into the one deepening loop, `zermelo.frame.deepen`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from zermelo.engine.search_table import SearchTable
from zermelo.errors import BadLimit
from zermelo.frame.answer import value_all
from zermelo.frame.deepen import Effort, deepen
from zermelo.frame.question import Options, Question
from zermelo.frame.report import add_variations, report
from zermelo.frame.run import compile_ahead
from zermelo.result import Limit, Result, alter
from zermelo.watch import MOST_PLIES

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=SearchTable)

BEYOND = MOST_PLIES + 1
"""The depth of a search without a limit: the watch refuses any path that is as long."""


def refuse_trace(algorithm: str, instead: str, options: Options) -> None:
    """Refuse to record a trace: the engine visits some nodes twice and others not at all."""
    if options.get("trace") or options.get("plies") is not None:
        raise BadLimit(f"{algorithm} records no trace: use {instead}")


class KeptTables:
    """The tables of a searcher, kept from question to question: one for each gear.

    A new question has the table of the last one, if `key` says that its entries hold.
    """

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Any, Any]] = {}

    def take(self, gear: str, key: Any, make: Callable[[], T]) -> T:
        """Return the table of this gear and key, or a new one."""
        if gear not in self._tables or self._tables[gear][0] != key:
            self._tables.pop(gear, None)  # its memory, before another one is asked for
            self._tables[gear] = key, make()
        table: T = self._tables[gear][1]
        return table

    def give_back(self) -> None:
        """Let other searches have the memory: no more questions come."""
        for _, table in self._tables.values():
            table.give_back()
        self._tables.clear()


def is_worth_deepening(q: Question[S, A]) -> bool:
    """Does a horizon teach anything? Without an evaluation it only gives an answer in time."""
    return q.game.declares("evaluate") or q.limit != Limit()


@dataclass
class TableSearch(Generic[S, A]):
    """One question, searched depth after depth, or at once to the last depth, with one table."""

    q: Question[S, A]
    kernel: Callable[..., Any]
    args: Callable[[int], tuple[Any, ...]]
    """A function of a depth: the kernel's arguments after the state. The table is among them."""
    table: SearchTable
    is_deepening: bool
    lines: int = 1

    def iterate(self) -> Iterator[Result[A]]:
        """Yield a result for each depth; the last one is the answer."""
        last = min(self.q.depth, BEYOND)
        compile_ahead(self.q, self.kernel, self.args(1))
        if self.is_deepening and self.table.is_new:
            self.table.begin_small()
        self.table.is_new = False
        depths = range(min(1, last) if self.is_deepening else last, last + 1)
        finish = self.value_all if self.q.all and self.lines == 1 else None
        for result in deepen(depths, self.search_depth, finish=finish):
            yield result if self.is_deepening else alter(result, history=())

    def search_depth(self, depth: int, effort: Effort) -> tuple[Result[A], bool]:
        """Search one depth; a proven value ends the search."""
        self.table.begin(depth)
        step = self._limit(depth, effort)
        run = effort.carry_out(step, self.kernel, self.args(depth))
        result: Result[A] = report(step, run, is_tainted=not self.table.is_proven)
        if self.lines > 1 and not result.stopped:
            result = self.value_all(depth, result, effort)
            if not result.stopped:
                result = add_variations(step, result, self.lines)
        return result, result.exact

    def value_all(self, depth: int, result: Result[A], effort: Effort) -> Result[A]:
        """The value of every root action, at the depth of the best one's."""
        step = self._limit(depth, effort)
        whole = value_all(step, result, self.kernel, lambda s, left: self.args(left), effort)
        is_proof = not whole.stopped and self.table.is_proven
        return replace(whole, exact=is_proof, distance=whole.distance if is_proof else None)

    def _limit(self, depth: int, effort: Effort) -> Question[S, A]:
        step = effort.limit(self.q, None if depth >= BEYOND else depth)
        return alter(step, depth=depth)
