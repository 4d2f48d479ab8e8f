"""A trace, read for teaching: what happened at each inner node, in the order of leaving them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.formatting import format_mean, format_number
from zermelo.game import CHANCE
from zermelo.trace import Trace, read_return

Value = float | tuple[float, ...]
"""The value of a node: a number, or in max^n a vector."""

SIGNS = {"exact": "", "at most": "≤ ", "at least": "≥ "}

MAX_DECIMALS = 9
"""Later decimals are rounding errors of sums of fractions."""


@dataclass(frozen=True)
class Successor:
    """A successor of a node as the search met it; a pruned one has no value."""

    label: str
    action: str
    value: Value | None = None
    probability: float | None = None

    @property
    def is_pruned(self) -> bool:
        """Whether a cut left it out."""
        return self.value is None


@dataclass(frozen=True)
class Visit:
    """An inner node that the search went through: its window, its successors and its value.

    `bound` says what the value tells of the true one. `is_cut` says that the window closed, even
    if nothing was left to prune.
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
        """The successors that were searched."""
        return tuple(one for one in self.successors if not one.is_pruned)

    @property
    def pruned(self) -> tuple[Successor, ...]:
        """The successors that were pruned."""
        return tuple(one for one in self.successors if one.is_pruned)

    @property
    def text(self) -> str:
        """The value with its sign, as a solution writes it."""
        return SIGNS[self.bound] + format_value(self.value)

    @property
    def working(self) -> str:
        """The mean of a chance node, term by term: ⅓·3 + ⅓·12 + ⅓·9; empty at other nodes."""
        seen = [(one.probability, one.value) for one in self.seen]
        return format_mean(
            [(p, format_value(v)) for p, v in seen if p is not None and v is not None]
        )


def format_value(value: Value) -> str:
    """Return a number or a vector for people, without rounding errors.

    >>> format_value(-0.5), format_value((1.0, 2.0, 6.0)), format_value(0.1 + 0.2 - 0.3)
    ('−½', '(1, 2, 6)', '0')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(format_value, value))})"
    return format_number(value)


def read_visits(trace: Trace) -> Iterator[Visit]:
    """Yield the inner nodes of a trace, each when the search leaves it.

    >>> from zermelo import search, tree
    >>> for visit in read_visits(search.alphabeta(tree.figure("two-ply"), trace=True).trace):
    ...     print(visit.label, visit.text, [one.label for one in visit.pruned])
    B 3 []
    C ≤ 2 ['I', 'J']
    D 2 []
    A 3 []
    """
    reader = _Reader()
    for event in trace.events:
        visit = reader.read(event)
        if visit is not None:
            yield visit


@dataclass
class _ReadNode:
    """A node on the path, while the trace is read."""

    enter: dict[str, Any]
    below: dict[str, Successor] = field(default_factory=dict)
    pruned: list[Successor] = field(default_factory=list)
    vector: tuple[float, ...] | None = None
    last: tuple[str, Value] | None = None
    when_cut: float | None = None
    is_cut: bool = False


class _Reader:
    """Follows the path of a search."""

    def __init__(self) -> None:
        self.path: list[_ReadNode] = []

    def read(self, event: dict[str, Any]) -> Visit | None:
        """Read one event; return the inner node that it leaves, if it does."""
        kind = event["event"]
        if kind == "enter":
            self.path.append(_ReadNode(event))
        elif kind == "leave":
            return self._leave(event)
        elif kind == "vector":
            self.path[-1].vector = tuple(event["values"])
        elif kind == "update":
            self._update(event)
        elif kind in ("cut", "closed"):
            self._cut(event)
        return None

    def _update(self, event: dict[str, Any]) -> None:
        """Note the value of a successor."""
        label, value = self.path[-1].last or ("", 0.0)
        odds, action = event.get("probability"), event["action"]
        self.path[-1].below[action] = Successor(label, action, value, odds)

    def _cut(self, event: dict[str, Any]) -> None:
        """Note the successors that were pruned."""
        here = self.path[-1]
        here.is_cut, here.when_cut = True, event["value"]
        here.pruned = [Successor(one["label"], one["action"]) for one in event["pruned"]]

    def _leave(self, event: dict[str, Any]) -> Visit | None:
        here = self.path.pop()
        returned, bound = read_return(event)
        value = here.vector or returned
        if self.path:
            self.path[-1].last = (here.enter["label"], value)
        if not here.enter["actions"]:
            return None
        return _make_visit(here, value, bound)


def _make_visit(here: _ReadNode, value: Value, bound: str) -> Visit:
    enter = here.enter
    met = here.below | {one.action: one for one in here.pruned}
    return Visit(
        enter["label"],
        CHANCE if enter["player"] is None else enter["player"],
        enter["alpha"],
        enter["beta"],
        tuple(met[action] for action in enter["actions"] if action in met),
        value,
        bound,
        here.is_cut,
        here.when_cut,
    )
