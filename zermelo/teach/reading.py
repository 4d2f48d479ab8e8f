"""A recorded search, read for teaching: what happened at each inner node, in the order in which the search left them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.formatting import format_number
from zermelo.game import CHANCE, INFINITY
from zermelo.trace import Trace

Value = float | tuple[float, ...]
"""The value of a node: a number, or in max^n a vector."""

SIGNS = {"exact": "", "at most": "≤ ", "at least": "≥ "}


@dataclass(frozen=True)
class Successor:
    """A successor of a node as the search met it; pruned ones have no value."""

    label: str
    action: str
    value: Value | None = None
    probability: float | None = None

    @property
    def is_pruned(self) -> bool:
        """Was it left out by a cut?"""
        return self.value is None


@dataclass(frozen=True)
class Visit:
    """An inner node that the search went through: its window on entry, its successors, and what it was left with.

    `bound` says what the value tells of the truth: it is "exact" also where the window closed but nothing below was
    pruned, for then nothing is unknown.
    """

    label: str
    player: int
    alpha: float
    beta: float
    successors: tuple[Successor, ...]
    value: Value
    bound: str
    is_cut: bool
    when_cut: float | None = None

    @property
    def seen(self) -> tuple[Successor, ...]:
        """The successors that were looked at."""
        return tuple(one for one in self.successors if not one.is_pruned)

    @property
    def pruned(self) -> tuple[Successor, ...]:
        """The successors that were left out."""
        return tuple(one for one in self.successors if one.is_pruned)

    @property
    def shown(self) -> str:
        """The value with its sign, as a solution writes it."""
        return SIGNS[self.bound] + shown(self.value)


def shown(value: Value) -> str:
    """A value as people write it; what sums of fractions leave behind the ninth decimal is not part of it.

    >>> shown(-0.5), shown((1.0, 2.0, 6.0)), shown(0.1 + 0.2 - 0.3)
    ('−0.5', '(1, 2, 6)', '0')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    return format_number(round(value, 9) if abs(value) != INFINITY else value)


@dataclass
class _Open:
    """A node on the path, while the trace is read."""

    enter: dict[str, Any]
    below: dict[str, Successor] = field(default_factory=dict)
    left_out: list[Successor] = field(default_factory=list)
    vector: tuple[float, ...] | None = None
    last: tuple[str, Value] | None = None
    when_cut: float | None = None
    is_cut: bool = False
    is_whole: bool = True
    """Was nothing pruned, here and below?"""


def visits(trace: Trace) -> Iterator[Visit]:
    """The inner nodes of a trace, each when the search leaves it.

    >>> from zermelo import search, tree
    >>> for visit in visits(search.alphabeta(tree.figure("two-ply"), trace=True).trace):
    ...     print(visit.label, visit.shown, [one.label for one in visit.pruned])
    B 3 []
    C ≤ 2 ['I', 'J']
    D 2 []
    A 3 []
    """
    path: list[_Open] = []
    low, high = trace.header.get("window", (-INFINITY, INFINITY))
    is_hard = (
        trace.header["algorithm"] == "alphabeta-hard"
    )  # a value clamped to the window is a bound, whatever was seen
    for event in trace.events:
        kind = event["event"]
        if kind == "enter":
            path.append(_Open(event))
        elif kind == "update":
            label, value = path[-1].last or ("", 0.0)
            path[-1].below[event["action"]] = Successor(
                label, event["action"], value, event.get("probability")
            )
        elif kind == "vector":
            path[-1].vector = tuple(event["values"])
        elif kind == "cut":
            here = path[-1]
            here.is_cut, here.when_cut = True, event["value"]
            here.left_out = [Successor(one["label"], one["action"]) for one in event["pruned"]]
            here.is_whole = here.is_whole and not here.left_out
        elif kind == "leave":
            here = path.pop()
            value = here.vector or event["value"]
            if path:
                path[-1].last = (here.enter["label"], value)
                path[-1].is_whole = path[-1].is_whole and here.is_whole
            if here.enter["actions"]:
                at_the_end = {
                    "exact": True,
                    "at most": event["value"] <= low,
                    "at least": event["value"] >= high,
                }
                settled = at_the_end[event["bound"]] or (here.is_whole and not is_hard)
                yield _visit(here, value, "exact" if settled else event["bound"])


def _visit(here: _Open, value: Value, bound: str) -> Visit:
    enter = here.enter
    met = here.below | {one.action: one for one in here.left_out}
    successors = tuple(met[action] for action in enter["actions"] if action in met)
    player = CHANCE if enter["player"] is None else enter["player"]
    return Visit(
        enter["label"],
        player,
        enter["alpha"],
        enter["beta"],
        successors,
        value,
        bound,
        here.is_cut,
        here.when_cut,
    )
