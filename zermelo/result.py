"""Limits and results of searches: plain values that print themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Generic, TypeVar

from zermelo.errors import BadLimit
from zermelo.formatting import (
    encode_infinities,
    format_count,
    format_number,
    format_plural,
    join_words,
)
from zermelo.interval import Interval
from zermelo.trace import Trace

A = TypeVar("A")
R = TypeVar("R")


def alter(record: R, **fields: Any) -> R:
    """A copy of a record with other fields: a quick `replace`, without the checks.

    >>> alter(Limit(depth=4), depth=5)
    Limit(depth=5, nodes=None, seconds=None)
    """
    made = object.__new__(type(record))
    made.__dict__.update(record.__dict__, **fields)
    return made


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
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            if value is not None and (not is_whole or value < least):
                raise BadLimit(f"{name} is {value!r}; it must be a whole number, {least} or more")
        seconds = self.seconds
        if seconds is not None and not (isinstance(seconds, Real) and 0 < seconds < math.inf):
            raise BadLimit(f"seconds is {seconds!r}; it must be a number above 0")


Writer = Callable[[float], str]
"""A function that writes a value: as a number, or in the game's unit."""

MOST_ROOTS = 10
"""Root actions of a summary; the rest is counted."""


@dataclass(frozen=True)
class RootValue(Generic[A]):
    """The value of one action at the root: exact, a bound or an estimate; and its visits.

    In max^n `vector` has the values of all players.
    """

    action: A
    name: str
    value: float
    bound: str = "exact"
    visits: int = 0
    vector: tuple[float, ...] | None = None
    range: Interval | None = None
    """The range of a value that depends on unknown payoffs."""

    @property
    def known(self) -> Interval:
        """What is known of the value."""
        if self.range is not None:
            return self.range
        low = -math.inf if self.bound == "at most" else self.value
        return Interval(low, math.inf if self.bound == "at least" else self.value)

    def __str__(self) -> str:
        return self.describe()

    def describe(self, write: Writer = format_number) -> str:
        """Return the action, its value or its vector, and the visits."""
        if self.range is not None:
            return f"{self.name} {self.range.write(both='in [{}, {}]')}"
        visits = f" ({self.visits:,} visits)" if self.visits else ""
        value = write(self.value) if self.vector is None else write_vector(self.vector)
        return f"{self.name} {BOUND_SIGNS[self.bound]} {value}{visits}"

    def to_dict(self) -> dict[str, Any]:
        """Return the value as a dict for JSON; vector and visits only where a search has them."""
        facts: dict[str, Any] = {"action": self.name, "value": self.value, "bound": self.bound}
        if self.vector is not None:
            facts["vector"] = list(self.vector)
        if self.range is not None:
            facts |= {"value": None, "range": encode_infinities(list(self.range))}
        return facts | {"visits": self.visits} if self.visits else facts


@dataclass(frozen=True)
class Iteration(Generic[A]):
    """One completed iteration: a depth, or a secondary search.

    `fill` is the share of the transposition table in use, 0 to 1.
    """

    depth: int
    value: float
    action: A | None
    line: tuple[str, ...]
    nodes: int
    seconds: float
    note: str = ""
    fill: float | None = None

    def __str__(self) -> str:
        return self.describe()

    def describe(self, write: Writer = format_number) -> str:
        """Return one line."""
        note = f" ({self.note})" if self.note else ""
        line = f"{write(self.value)} {' '.join(self.line)}{note}"
        return f"depth {self.depth}: {line}, {self.nodes:,} nodes so far"

    def to_dict(self) -> dict[str, Any]:
        """Return the iteration as a dict for JSON."""
        return {
            "depth": self.depth,
            "value": self.value,
            "line": list(self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "note": self.note,
            "fill": self.fill,
        }


@dataclass(frozen=True)
class Variation(Generic[A]):
    """One line of MultiPV: its action and value, whether it is proven, the plies to the end."""

    action: A | None
    line: tuple[str, ...]
    value: float | None
    exact: bool = False
    distance: int | None = None

    def __str__(self) -> str:
        value = format_number(self.value) if self.value is not None else "?"
        return f"{value} {' '.join(self.line)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the line as a dict for JSON."""
        names = ("value", "exact", "distance")
        return {"line": list(self.line)} | {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Counts:
    """The effort of a search: nodes entered, leaves valued (with estimates), nodes that were cut.

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


def describe_unknowns(names: Sequence[str], is_open: bool) -> str:
    """Return how a value goes with unknown payoffs; empty if there are none.

    >>> describe_unknowns(["x", "y"], False), describe_unknowns(["x"], True)
    ('whatever x and y are', 'depending on x')
    """
    words = join_words(names)
    if not names or is_open:
        return f"depending on {words}" if names else ""
    return f"whatever {words} {'is' if len(names) == 1 else 'are'}"


@dataclass(frozen=True)
class Result(Generic[A]):
    """The answer of a search.

    ==============  ==========================================================================
    `value`         on the scale of utilities, for `player`
    `exact`         whether it is proven: without estimates, by a search that ran to its end
    `line`          the principal variation, up to the first chance node
    `distance`      the plies of a proven line to the end of the game. From `solve` and `prove` it
                    is exact; from other searches of the engine it is an upper bound, for they may
                    overlook a quicker win
    `cuts`          the number of nodes at which something was pruned
    `range`         what the value lies in, if it depends on unknown payoffs; then it is None
    `unknowns`      with a range: the unknown payoffs it depends on; otherwise all of the game's
    `mover`         the player to move at the root; None at a terminal
    `fill`          the share of the transposition table in use, 0 to 1
    ==============  ==========================================================================

    >>> from zermelo import search, tree
    >>> print(search.minimax(tree.figure("two-ply")))
    minimax on tree:two-ply: 3 for MAX, best move a1, PV a1 b1 (exact; 13 nodes, 9 leaves, 0 cuts)
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
    mover: int | None = None
    vector: tuple[float, ...] | None = None
    actions: tuple[A, ...] | None = None
    action_names: tuple[str, ...] | None = None
    values: tuple[RootValue[A], ...] = ()
    variations: tuple[Variation[A], ...] = ()
    history: tuple[Iteration[A], ...] = ()
    notes: tuple[str, ...] = ()
    range: Interval | None = None
    unknowns: tuple[str, ...] = ()
    fill: float | None = None
    trace: Trace | None = field(default=None, repr=False, compare=False)

    @property
    def counts(self) -> Counts:
        """The effort, as a value that can be added."""
        return Counts(self.nodes, self.leaves, self.estimates, self.cuts)

    def spending(self, counts: Counts, seconds: float) -> Result[A]:
        """Return the same answer at another effort."""
        return alter(
            self,
            nodes=counts.nodes,
            leaves=counts.leaves,
            estimates=counts.estimates,
            cuts=counts.cuts,
            seconds=seconds,
        )

    @property
    def branching(self) -> float:
        """b*: the branching of the uniform tree with this depth and number of nodes."""
        return effective_branching(self.nodes, self.depth)

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def is_mean(self) -> bool:
        """Is the value a mean over playouts, and not the estimate of one position?"""
        return self.algorithm == "mcts"

    def __str__(self) -> str:
        return self.describe()

    def describe(self, value: str = "") -> str:
        """Return one line; `value` replaces the number on the scale of utilities."""
        written = f"{value} for {self.player_name}" if value else self._write_value()
        answer = f"{', '.join(filter(None, (written, self.dependence)))}{self._write_move()}"
        line = f", PV {' '.join(self.line)}" if len(self.line) > 1 else ""
        kind = "exact" if self.exact else f"estimated at depth {self.depth}"
        if self.range is not None:
            kind = "open"
        if self.stopped:
            kind = f"stopped: {self.stopped}"
        counts = (
            format_plural(self.nodes, "node", "nodes"),
            format_plural(self.leaves, "leaf", "leaves"),
            format_plural(self.cuts, "cut", "cuts"),
        )
        return f"{self.algorithm} on {self.game}: {answer}{line} ({kind}; {', '.join(counts)})"

    def _write_value(self) -> str:
        if self.range is not None:
            return f"{self.range.describe()} for {self.player_name}"
        if self.value is None:
            return "no value yet"
        if self.vector is not None:
            return write_vector(self.vector)
        return f"{format_number(self.value)} for {self.player_name}"

    @property
    def dependence(self) -> str:
        """Which unknown payoffs the value depends on, or that it depends on none; mostly empty.

        >>> from zermelo import Tree, search
        >>> search.minimax(Tree([[3, 12], [2, "x"]])).dependence
        'whatever x is'
        """
        return "" if self.stopped else describe_unknowns(self.unknowns, self.range is not None)

    def _write_move(self) -> str:
        if self.action_name is None:
            return ""
        if self.value is None and self.range is None:
            return f", {self.action_name} is only the first move"
        return f", best move {self.action_name}"

    def summary(self, write: Writer = format_number, unit: str = "") -> str:
        """Return several lines: the answer, the effort and the root actions, best first.

        `write` writes values, for example in the game's unit. With `unit` the unit is written once
        before the root actions, and not behind each of their values.
        """
        speed = f"{format_count(self.speed)} nodes/s"
        has_value = self.value is not None and self.vector is None
        first = self.describe(write(self.value or 0.0) if has_value else "")
        lines = [first, f"{self.seconds:.3f} s, {speed}, {self.gear} gear"]
        if len(self.values) > 1:
            lines.append(self._write_roots(write, unit))
        if self.action_names is not None:
            lines.append("equally good: " + " ".join(self.action_names))
        lines += [step.describe(write) for step in self.history]
        lines += [f"note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _write_roots(self, write: Writer, unit: str) -> str:
        """Return the values of the root actions, the best for the mover first; ten at most."""
        ranked = sorted(self.values, key=lambda root: (-self._rank(root), root.bound != "exact"))
        more = f", and {len(ranked) - MOST_ROOTS} more" if len(ranked) > MOST_ROOTS else ""
        short = (lambda v: write(v).partition(" ")[0]) if unit else write
        head = f"root, in {unit}: " if unit else "root: "
        return head + ", ".join(root.describe(short) for root in ranked[:MOST_ROOTS]) + more

    def _rank(self, root: RootValue[A]) -> float:
        """Return how good a root action is for the player who moves there."""
        if root.vector is not None and self.mover is not None and self.mover >= 0:
            return root.vector[self.mover]
        return root.value if self.mover == self.player else -root.value

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict for JSON; actions by name."""
        return {
            "game": self.game,
            "algorithm": self.algorithm,
            "gear": self.gear,
            "player": self.player,
            "player_name": self.player_name,
            **self._describe_answer(),
            **self._describe_effort(),
            "exact": self.exact,
            "distance": self.distance,
            "stopped": self.stopped,
            "fill": self.fill,
            "history": [step.to_dict() for step in self.history],
            "notes": list(self.notes),
        }

    def _describe_answer(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "range": None if self.range is None else encode_infinities(list(self.range)),
            "unknowns": list(self.unknowns),
            "vector": None if self.vector is None else list(self.vector),
            "action": self.action_name,
            "actions": None if self.action_names is None else list(self.action_names),
            "line": list(self.line),
            "values": [v.to_dict() for v in self.values],
            "variations": [variation.to_dict() for variation in self.variations],
        }

    def _describe_effort(self) -> dict[str, Any]:
        return {
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "estimates": self.estimates,
            "cuts": self.cuts,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(self.speed),
            "branching": round(self.branching, 4),
        }


def write_vector(values: Iterable[float]) -> str:
    """Return a vector of values in full.

    >>> write_vector((1.0, 2.5, -1.0))
    '(1, 2½, −1)'
    """
    return f"({', '.join(map(format_number, values))})"


def effective_branching(nodes: int, depth: int) -> float:
    """Return b*, the solution of N = 1 + b* + … + b*^d.

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


def minimal_tree(branching: float, depth: int) -> int:
    """Return the leaves of the minimal tree of a uniform tree: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.

    Alpha-beta in the best order visits these and no others. A mean branching is no whole number;
    then the leaves are rounded down.

    >>> minimal_tree(3, 2)
    5
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)
