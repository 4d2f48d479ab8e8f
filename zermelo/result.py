"""What a search answers: limits in, a result out, both plain values that print themselves."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, Generic, TypeVar

from zermelo.errors import BadLimit
from zermelo.formatting import format_count, format_number
from zermelo.trace import Trace

A = TypeVar("A")

BOUND_SIGNS = {
    "exact": "=",
    "at most": "≤",
    "at least": "≥",
    "below": "<",
    "above": ">",
    "estimate": "≈",
}


@dataclass(frozen=True)
class Limit:
    """How far a search may go: plies, nodes, seconds. None means no limit.

    >>> Limit(depth=4, seconds=1.5)
    Limit(depth=4, nodes=None, seconds=1.5)
    >>> Limit(depth=-1)
    Traceback (most recent call last):
    zermelo.errors.BadLimit: depth is -1; it must be a whole number, 0 or more
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, least in (("depth", 0), ("nodes", 1)):
            value = getattr(self, name)
            if value is not None and (
                not isinstance(value, int) or isinstance(value, bool) or value < least
            ):
                raise BadLimit(f"{name} is {value!r}; it must be a whole number, {least} or more")
        if self.seconds is not None and not (
            isinstance(self.seconds, Real) and 0 < self.seconds < float("inf")
        ):
            raise BadLimit(f"seconds is {self.seconds!r}; it must be a number above 0")


@dataclass(frozen=True)
class RootValue(Generic[A]):
    """What the search found of one action at the root: a value, exact, a bound or an estimate; and how often it was tried."""

    action: A
    name: str
    value: float
    bound: str = "exact"
    visits: int = 0

    def __str__(self) -> str:
        tried = f" ({self.visits:,} visits)" if self.visits else ""
        return f"{self.name} {BOUND_SIGNS[self.bound]} {format_number(self.value)}{tried}"

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON holds it; visits only where the search counts them."""
        made: dict[str, Any] = {"action": self.name, "value": self.value, "bound": self.bound}
        return made | {"visits": self.visits} if self.visits else made


@dataclass(frozen=True)
class Iteration(Generic[A]):
    """One completed step of a search that goes in steps: a depth, or a secondary search. `fill` is how full the table was, 0 to 1."""

    depth: int
    value: float
    action: A | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    note: str = ""
    fill: float | None = None

    def __str__(self) -> str:
        what = f" ({self.note})" if self.note else ""
        return f"depth {self.depth}: {format_number(self.value)} {' '.join(self.line)}{what}, {self.nodes:,} nodes so far"


@dataclass(frozen=True)
class Variation(Generic[A]):
    """One of several best lines: its first action, its value, whether it is proven, and how far away its end is."""

    action: A | None
    line: tuple[str, ...]
    value: float | None
    exact: bool = False
    distance: int | None = None

    def __str__(self) -> str:
        return (
            f"{format_number(self.value) if self.value is not None else '?'} {' '.join(self.line)}"
        )


@dataclass(frozen=True)
class Counts:
    """The effort of a search: nodes entered, leaves valued (estimates among them), nodes whose window closed.

    >>> Counts(3, 2) + Counts(nodes=1)
    Counts(nodes=4, leaves=2, estimates=0, cuts=0)
    """

    nodes: int = 0
    leaves: int = 0
    estimates: int = 0
    cuts: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.nodes + other.nodes,
            self.leaves + other.leaves,
            self.estimates + other.estimates,
            self.cuts + other.cuts,
        )


@dataclass(frozen=True)
class Result(Generic[A]):
    """The answer of a search.

    `value` is on the scale of utilities, for `player`. `exact` says that it is proven: no estimate went into it
    and the search ran to its end. `line` is the principal variation, or the part of it before the first chance node;
    `distance` is its length in plies when it is proven and reaches the end of the game; the engine's is exact from `solve` and
    `prove`, and otherwise at most so much: a search that was stopped, or that extended a line, may have overlooked a quicker win.
    `cuts` counts the nodes whose window closed. `fill` is how full the table is, from 0 to 1, where there is one.

    >>> from zermelo import search, tree
    >>> print(search.minimax(tree.figure("two-ply")))
    minimax on tree:two-ply: 3 for MAX, play a1, line a1 b1 (exact; 13 nodes, 9 leaves, 0 cuts)
    """

    game: str
    algorithm: str
    gear: str
    player: int
    player_name: str
    value: float | None
    action: A | None
    action_name: str | None
    line: tuple[str, ...]
    depth: int
    nodes: int
    leaves: int
    estimates: int
    cuts: int
    seconds: float
    exact: bool
    distance: int | None = None
    stopped: str = ""
    root_width: int = 0
    vector: tuple[float, ...] | None = None
    actions: tuple[A, ...] | None = None
    action_names: tuple[str, ...] | None = None
    values: tuple[RootValue[A], ...] = ()
    variations: tuple[Variation[A], ...] = ()
    history: tuple[Iteration[A], ...] = ()
    notes: tuple[str, ...] = ()
    fill: float | None = None
    trace: Trace | None = field(default=None, repr=False, compare=False)

    @property
    def counts(self) -> Counts:
        """The effort, as a value that can be added up."""
        return Counts(self.nodes, self.leaves, self.estimates, self.cuts)

    def spending(self, counts: Counts, seconds: float) -> Result[A]:
        """The same answer at another effort."""
        return replace(
            self,
            nodes=counts.nodes,
            leaves=counts.leaves,
            estimates=counts.estimates,
            cuts=counts.cuts,
            seconds=seconds,
        )

    @property
    def branching(self) -> float:
        """b*: the branching of the uniform tree of this depth with as many nodes."""
        return effective_branching(self.nodes, self.depth)

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def __str__(self) -> str:
        if self.value is None:
            found = "no value yet"
        elif self.vector is not None:
            found = f"({', '.join(map(format_number, self.vector))})"
        else:
            found = f"{format_number(self.value)} for {self.player_name}"
        known = self.value is not None
        move = (
            ""
            if self.action_name is None
            else f", play {self.action_name}"
            if known
            else f", {self.action_name} is only the first move"
        )
        line = f", line {' '.join(self.line)}" if len(self.line) > 1 else ""
        kind = (
            f"stopped: {self.stopped}"
            if self.stopped
            else "exact"
            if self.exact
            else f"estimated at depth {self.depth}"
        )
        counts = f"{self.nodes:,} nodes, {self.leaves:,} leaves, {self.cuts:,} cuts"
        return f"{self.algorithm} on {self.game}: {found}{move}{line} ({kind}; {counts})"

    def summary(self) -> str:
        """Several lines: the answer, the effort, b* and the minimal tree."""
        lines = [
            str(self),
            f"{self.seconds:.3f} s, {format_count(self.speed)} nodes/s, {self.gear} gear",
        ]
        lines.append(f"b* = {self.branching:.2f} at depth {self.depth}")
        if self.root_width > 1 and 0 < self.depth * math.log10(self.root_width) < 300:
            least = minimal_tree(self.root_width, self.depth)
            lines[-1] += (
                f"; with b = {self.root_width} throughout, alpha-beta in the best order would see {format_count(least)} leaves"
            )
        if len(self.values) > 1:
            lines.append("root: " + ", ".join(map(str, self.values)))
        if self.action_names is not None:
            lines.append("equally good: " + " ".join(self.action_names))
        lines += [str(step) for step in self.history]
        lines += [f"note: {note}" for note in self.notes]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON holds it; actions by name."""
        return {
            "game": self.game,
            "algorithm": self.algorithm,
            "gear": self.gear,
            "player": self.player,
            "player_name": self.player_name,
            "value": self.value,
            "vector": None if self.vector is None else list(self.vector),
            "action": self.action_name,
            "actions": None if self.action_names is None else list(self.action_names),
            "line": list(self.line),
            "values": [v.to_dict() for v in self.values],
            "variations": [
                {"line": list(v.line), "value": v.value, "exact": v.exact, "distance": v.distance}
                for v in self.variations
            ],
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "estimates": self.estimates,
            "cuts": self.cuts,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(self.speed),
            "branching": round(self.branching, 4),
            "exact": self.exact,
            "distance": self.distance,
            "stopped": self.stopped,
            "fill": self.fill,
            "history": [
                {
                    "depth": step.depth,
                    "value": step.value,
                    "line": list(step.line),
                    "nodes": step.nodes,
                    "seconds": round(step.seconds, 6),
                    "note": step.note,
                    "fill": step.fill,
                }
                for step in self.history
            ],
            "notes": list(self.notes),
        }


def effective_branching(nodes: int, depth: int) -> float:
    """b*, the solution of N = 1 + b* + … + b*^d.

    >>> round(effective_branching(1 + 3 + 9 + 27, 3), 6)
    3.0
    >>> round(effective_branching(52, 5), 2)
    1.91
    """
    if depth < 1 or nodes <= 1:
        return 0.0
    low, high = 0.0, float(nodes)
    for _ in range(200):
        b = (low + high) / 2
        total = 1.0
        for _ in range(min(depth, 2000)):
            total = total * b + 1
            if total > nodes:
                break
        low, high = (low, b) if total > nodes else (b, high)
    return high


def minimal_tree(branching: int, depth: int) -> int:
    """The leaves that alpha-beta must see in a uniform tree, in the best order: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.

    >>> minimal_tree(3, 2)
    5
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)
