"""The depth that a budget of time buys: the slides' arithmetic, with given or measured numbers.

A program that explores `speed` nodes a second has N = seconds · speed nodes for a move. In a
uniform tree of branching b::

    minimax                   visits about b^m      to depth m, so m = log N / log b
    alpha-beta, best order    visits about b^(m/2)  to depth m, so m is twice that

The slides' example has 100 seconds, 10,000 nodes a second, and the 35 moves of chess:

>>> budget = Budget(seconds=100, speed=10_000, branching=35)
>>> print(budget)
1,000,000 nodes in 100 s: with b = 35 minimax reaches depth 3.89, alpha-beta in best order 7.77

`measure` finds speed and branching by a short search of a game on this machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from zermelo.complexity import SearchBudget
from zermelo.errors import BadLimit, TooLarge, Unsuitable
from zermelo.formatting import align_columns, format_count, format_rounded_decimal
from zermelo.frame.question import Progress, Question, ask
from zermelo.frame.run import in_gear
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.result import effective_branching, minimal_tree
from zermelo.search.minimax import MINIMAX
from zermelo.search.minimax import value as minimax_value
from zermelo.watch import MOST_PLIES

S = TypeVar("S")
A = TypeVar("A")

SECONDS, SPEED, BRANCHING = 100.0, 10_000.0, 35.0
"""The slides' example: 100 seconds, 10K nodes a second, and chess, where b ≈ 35."""

LEAST = {"seconds": 1e-9, "speed": 1e-9, "branching": 1.001}
MOST = 1e15
"""The numbers that a budget may have. Where b is 1, depth has no end."""

MEASURING = 1.0
"""Seconds of the search that measures a game. Compiling is not counted."""

YEAR = 31_557_600.0
"""Seconds of a year."""


@dataclass(frozen=True)
class Reach:
    """How deep one search comes with a number of nodes.

    `depth` solves the search's formula. `full` is the deepest depth whose tree fits with all its
    inner nodes, `nodes` the size of that tree, and `memory` the 1 + b·m nodes that depth-first
    search holds at one time.

    >>> Budget(100, 10_000, 35).alphabeta.full
    6
    """

    search: str
    formula: str
    depth: float
    full: int
    nodes: int
    memory: int

    def to_dict(self) -> dict[str, Any]:
        """Return the reach as a dict for JSON."""
        return {**vars(self), "depth": round(self.depth, 4)}


@dataclass(frozen=True)
class Price:
    """What it takes one search to reach a depth, as logarithms: 35^100 is 10^154.4.

    >>> print(Budget(100, 10_000, 35).list_prices(100)[0])
    minimax to depth 100: 10^154 nodes, 10^143 years
    """

    search: str
    depth: int
    log_nodes: float
    log_seconds: float

    def __str__(self) -> str:
        nodes, seconds = format_power(self.log_nodes), format_duration(self.log_seconds)
        return f"{self.search} to depth {self.depth:,}: {nodes} nodes, {seconds}"

    def to_dict(self) -> dict[str, Any]:
        """Return the price as a dict for JSON."""
        logs = {"log_nodes": self.log_nodes, "log_seconds": self.log_seconds}
        return {**vars(self), **{name: round(log, 4) for name, log in logs.items()}}


@dataclass(frozen=True)
class TreeSample:
    """A short search by minimax that shows how fast this machine is and how wide a game's tree is.

    `depth` is the deepest that was finished, and `nodes` the size of its tree; `visited` counts the
    nodes of all depths in `seconds`. `is_whole` says that the game ends within that depth.

    >>> sample = TreeSample("nim", "plain", depth=2, nodes=13, visited=17, seconds=0.01)
    >>> round(sample.branching, 2), round(sample.speed)
    (3.0, 1700)
    """

    game: str
    gear: str
    depth: int
    nodes: int
    visited: int
    seconds: float
    is_whole: bool = False
    stopped: str = ""

    @property
    def branching(self) -> float:
        """b* of the tree to the depth that was finished."""
        return effective_branching(self.nodes, self.depth)

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.visited / max(self.seconds, 1e-9)

    def __str__(self) -> str:
        whole = ", the whole game tree" if self.is_whole else ""
        tree = f"minimax on {self.game} to depth {self.depth}, {self.nodes:,} nodes{whole}"
        branching = format_rounded_decimal(self.branching)
        figures = f"{format_count(self.speed)} nodes/s, b* = {branching}"
        return f"{tree}: {figures} ({self.seconds:.2f} s, {self.gear} gear)"

    def to_dict(self) -> dict[str, Any]:
        """Return the sample as a dict for JSON."""
        figures = {"branching": round(self.branching, 4), "nodes_per_second": round(self.speed)}
        return {**vars(self), "seconds": round(self.seconds, 6), **figures}


@dataclass(frozen=True)
class Budget:
    """Seconds for a move, nodes a second, and the branching of the tree: how deep a search comes.

    >>> budget = Budget(100, 10_000, 35)
    >>> budget
    Budget(seconds=100, speed=10000, branching=35, sample=None)
    >>> budget.nodes, round(budget.minimax.depth), round(budget.alphabeta.depth)
    (1000000, 4, 8)
    """

    seconds: float = SECONDS
    speed: float = SPEED
    branching: float = BRANCHING
    sample: TreeSample | None = None
    """The search that measured speed and branching, if they were measured."""

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            x = getattr(self, name)
            if not isinstance(x, int | float) or isinstance(x, bool) or not least <= x <= MOST:
                above = "1 (from 1.001 on)" if name == "branching" else "0"
                raise BadLimit(f"{name} is {x!r}; it must be a number above {above}, up to 1e15")

    @property
    def nodes(self) -> int:
        """N: the nodes that the budget allows."""
        return round(self.seconds * self.speed)

    @property
    def minimax(self) -> Reach:
        """How deep minimax comes: b^m nodes."""
        return self._find_reach("minimax", "b^m", 1, lambda m: self.branching**m)

    @property
    def alphabeta(self) -> Reach:
        """How deep alpha-beta comes in the best order: b^(m/2) nodes."""
        return self._find_reach(
            "alpha-beta, best order", "b^(m/2)", 2, lambda m: minimal_tree(self.branching, m)
        )

    def _find_reach(
        self, search: str, formula: str, plies: int, count_level: Callable[[int], float]
    ) -> Reach:
        """Return the reach of a search: `plies` for each factor b, `count_level` nodes a level."""
        end = self.sample.depth if self.sample and self.sample.is_whole else math.inf
        depth = plies * math.log(max(self.nodes, 1)) / math.log(self.branching)
        full, nodes = 0, 1.0
        while full < end and nodes + count_level(full + 1) <= self.nodes:
            full += 1
            nodes += count_level(full)
        memory = round(1 + self.branching * full)
        return Reach(search, formula, min(depth, end), full, round(nodes), memory)

    def list_prices(self, depth: int) -> list[Price]:
        """Return what minimax and alpha-beta in the best order take to a depth.

        >>> [round(price.log_nodes, 1) for price in Budget(100, 10_000, 35).list_prices(100)]
        [154.4, 77.2]
        """
        if not isinstance(depth, int) or isinstance(depth, bool) or not 1 <= depth <= MOST:
            raise BadLimit(f"depth is {depth!r}; it must be a whole number, 1 or more")
        whole, speed = depth * math.log10(self.branching), math.log10(self.speed)
        names = ((self.minimax.search, whole), (self.alphabeta.search, whole / 2))
        return [Price(name, depth, log, log - speed) for name, log in names]

    def __str__(self) -> str:
        depths = (format_rounded_decimal(reach.depth) for reach in (self.minimax, self.alphabeta))
        reach = "minimax reaches depth {}, alpha-beta in best order {}".format(*depths)
        time = f"{self.nodes:,} nodes in {format_rounded_decimal(self.seconds)} s"
        return f"{time}: with b = {format_rounded_decimal(self.branching)} {reach}"

    def table(self) -> str:
        """Return several lines: N, a row for each search, how to read them, what was measured."""
        speed = self.speed if self.sample is None else round(self.speed)
        seconds = format_rounded_decimal(self.seconds)
        product = f"{seconds} s · {speed:,.12g} nodes/s = {self.nodes:,} nodes"
        head = f"{product} for a move; b = {format_rounded_decimal(self.branching)}"
        return "\n".join([head, "", *align_columns(self._list_cells(), 2), "", *self._explain()])

    def _list_cells(self) -> Iterator[list[str]]:
        yield ["search", "nodes", "depth m", "about", "full depth", "its nodes", "memory"]
        for reach in (self.minimax, self.alphabeta):
            about = [f"{reach.depth:.2f}", f"{reach.depth:.0f}"]
            full = [f"{reach.full:,}", f"{reach.nodes:,}", f"{reach.memory:,}"]
            yield [reach.search, reach.formula, *about, *full]

    def _explain(self) -> Iterator[str]:
        yield f"depth m makes b^m, or b^(m/2), equal to {self.nodes:,}"
        yield "full depth counts all nodes of the tree, for alpha-beta of the minimal tree"
        yield "memory is the 1 + b·m nodes that depth-first search holds at the full depth: O(bm)"
        if self.sample is not None:
            yield f"measured: {self.sample}"
            if self.sample.is_whole:
                yield f"the game ends at depth {self.sample.depth}: no search comes deeper"

    def to_dict(self) -> dict[str, Any]:
        """Return the budget as a dict for JSON."""
        return {
            "seconds": self.seconds,
            "speed": self.speed,
            "branching": self.branching,
            "nodes": self.nodes,
            "minimax": self.minimax.to_dict(),
            "alphabeta": self.alphabeta.to_dict(),
            "measured": None if self.sample is None else self.sample.to_dict(),
        }


def format_power(log: float) -> str:
    """Return 10^log as people read it.

    >>> format_power(6.0), format_power(154.4)
    ('1 M', '10^154')
    """
    return format_count(10**log) if log < 15 else f"10^{log:.0f}"


def format_duration(log: float) -> str:
    """Return 10^log seconds: in seconds up to a day, then in years.

    >>> format_duration(2.0), format_duration(9.0), format_duration(150.4)
    ('100 s', '31.7 years', '10^143 years')
    """
    if log <= math.log10(86_400):
        return f"{10**log:,.3g} s" if log < 3 else f"{10**log:,.0f} s"
    years = log - math.log10(YEAR)
    return f"{10**years:.3g} years" if years < 4 else f"{format_power(years)} years"


# ---------------------------------------------------------------------- measuring


def measure(
    game: Game[S, A],
    s: S | None = None,
    *,
    seconds: float = SECONDS,
    gear: Gear = "auto",
    progress: Progress | None = None,
) -> Budget:
    """Return a budget of `seconds` for a game, its speed and branching measured on this machine.

    Minimax searches to depth 1, 2, 3 … for about a second. The branching is b* of the deepest tree
    that it finished. A tree that ends sooner is searched whole, and no depth is beyond its end.

    >>> from zermelo.games.nim import Nim
    >>> budget = measure(Nim(2, 2), seconds=5)
    >>> budget.sample.nodes, budget.sample.is_whole, budget.minimax.full
    (15, True, 4)
    """
    Budget(seconds)  # refuses a wrong number before the search
    q = ask(MINIMAX, game, s, gear=gear, progress=progress)
    if game.terminal(q.state):
        raise Unsuitable(f"{q.game_name} is over in this position: there is nothing to search")
    sample = in_gear(q, take_sample)
    _require_sample(sample)
    return Budget(seconds, sample.speed, sample.branching, sample)


def take_sample(q: Question[S, A]) -> TreeSample:
    """Search depth after depth. The first nodes of gear="auto" have no time limit, but a number."""
    clock = SearchBudget(None if q.limit.nodes else MEASURING, q.progress)
    depth = nodes = 0
    is_whole, stopped = False, ""
    while not (is_whole or stopped or depth == MOST_PLIES):
        left = replace(q.limit, nodes=q.limit.nodes and max(q.limit.nodes - clock.nodes, 1))
        outcome = clock.run(replace(q, limit=left), minimax_value, (q.player, depth + 1))
        stopped = outcome.stopped
        if not stopped:
            depth, nodes = depth + 1, outcome.counts.nodes
            is_whole = outcome.counts.estimates == 0
    return TreeSample(
        q.game_name, q.gear, depth, nodes, clock.nodes, clock.seconds, is_whole, stopped
    )


def _require_sample(sample: TreeSample) -> None:
    """Refuse a sample that shows no branching."""
    if sample.depth == 0 and sample.stopped == "interrupted":
        raise KeyboardInterrupt
    if sample.depth == 0:
        raise TooLarge(f"{sample.game} did not finish depth 1 in {MEASURING:g} s")
    if sample.branching < LEAST["branching"]:
        raise Unsuitable(
            f"{sample.game} has one action at every node to depth {sample.depth}: "
            "its branching is 1, and depth has no limit"
        )
