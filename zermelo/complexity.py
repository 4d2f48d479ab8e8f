"""The lecture's complexity, measured on a real game: how the order of moves affects alpha-beta.

For depth 1, 2, 3 … it counts the nodes that minimax visits, those that alpha-beta visits in the
worst, the natural and the best order, and those of the minimal tree, which is the least for any
order; then those of alpha-beta with orders that can be had before the search: by the evaluation,
and by iterative deepening, all depths together. Each count has its effective branching factor b*.
The memory is the nodes that depth-first search holds at one time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from zermelo.errors import BadGame, BadLimit, Unsuitable
from zermelo.formatting import align_columns
from zermelo.frame.question import Options, Progress, Question, ask
from zermelo.frame.run import FIRST_TRY, Run, Stoppable, carry_out, in_gear
from zermelo.game import INFINITY, Game
from zermelo.gears import Gear
from zermelo.result import Result, effective_branching
from zermelo.search.alphabeta import form
from zermelo.search.deepening import REMEMBERED, BackedUpValues, Deepening
from zermelo.search.forms import SORTED, derive
from zermelo.search.memory import HOLDING, HeldNodes
from zermelo.search.minimal import proof
from zermelo.search.minimax import select_texts
from zermelo.search.ordered import TrueOrder

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E", bound=Stoppable)

SEARCHES = {
    "minimax": "minimax",
    "worst": "alpha-beta, worst order",
    "natural": "alpha-beta, natural order",
    "best": "alpha-beta, best order",
    "minimal": "minimal tree",
    "evaluation": "alpha-beta, by evaluation",
    "deepening": "iterative deepening, total",
}
"""The searches that are measured, with their titles."""

MEASURES = {**SEARCHES, "memory": "memory, depth-first"}
"""All counts of a depth: the nodes that the searches visit, and those that are held."""

LIMITS = ("minimax", "worst", "natural", "best", "minimal")
HEURISTICS = ("evaluation", "deepening")
"""The searches of the two tables: what an order can be worth, and what known orders are worth."""

BUDGET = 1_000_000
"""Without a depth limit: the largest tree, in nodes, that is searched."""

MAX_DEPTH = 100
"""Without a depth limit: the largest depth. A deeper tree within the budget hardly branches."""


@dataclass(frozen=True)
class DepthCounts:
    """The nodes visited at one depth.

    `exact` says that the whole game tree was visited: no value was estimated. `deepening` counts
    the nodes of all depths up to this one. `memory` is the most nodes that depth-first search held
    at one time: its path and the pending successors.

    >>> from zermelo import tree
    >>> row = measure(tree.figure("two-ply")).rows[-1]
    >>> row.nodes("best"), round(row.branching("minimax"), 2), row.memory
    (9, 3.0, 7)
    """

    depth: int
    value: float
    exact: bool
    minimax: int
    worst: int
    natural: int
    best: int
    minimal: int
    evaluation: int
    deepening: int
    memory: int

    def nodes(self, search: str) -> int:
        """Return one of the `MEASURES`: the nodes that a search visited, or the nodes held."""
        return int(getattr(self, search))

    def branching(self, search: str) -> float:
        """Return b* of one of the `SEARCHES`."""
        return effective_branching(self.nodes(search), self.depth)

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as a dict for JSON."""
        return {
            "depth": self.depth,
            "value": self.value,
            "exact": self.exact,
            "nodes": {name: self.nodes(name) for name in SEARCHES},
            "branching": {name: round(self.branching(name), 4) for name in SEARCHES},
            "memory": self.memory,
        }


@dataclass(frozen=True)
class Complexity:
    """A measurement: one row for each depth that was finished, and why there are no more.

    >>> from zermelo import tree
    >>> print(measure(tree.figure("two-ply")))
    complexity of tree:two-ply at depth 2: minimax 13, worst 13, natural 11, best 9, minimal 9,
    evaluation 9, deepening 15 nodes; 7 in memory
    """

    game: str
    player: int
    player_name: str
    rows: tuple[DepthCounts, ...]
    stopped: str = ""
    gear: str = "plain"
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the last row is the whole game tree."""
        return bool(self.rows) and self.rows[-1].exact

    def __str__(self) -> str:
        if not self.rows:
            reason = f" ({self.stopped})" if self.stopped else ""
            return f"complexity of {self.game}: no depth was finished{reason}"
        last = self.rows[-1]
        counts = ", ".join(f"{name} {last.nodes(name):,}" for name in SEARCHES)
        head = f"complexity of {self.game} at depth {last.depth}"
        return f"{head}: {counts} nodes; {last.memory:,} in memory"

    def table(self) -> str:
        """Return several lines: two tables with a row for each depth, remarks, why it ends."""
        if not self.rows:
            return str(self)
        about = (
            "nodes visited by minimax, by alpha-beta in the worst, the natural and the best order; "
            "the minimal tree"
        )
        more = (
            "alpha-beta ordered by the evaluation; iterative deepening, all depths together; "
            "nodes held in memory"
        )
        limits = align_columns(_list_cells(self.rows, LIMITS))
        heuristics = align_columns(_list_cells(self.rows, HEURISTICS, ("memory",)))
        parts = [f"{self.game}: {about}", "", *limits, "", more, "", *heuristics, ""]
        return "\n".join([*parts, *self._list_remarks()])

    def _list_remarks(self) -> Iterator[str]:
        last = self.rows[-1]
        root = last.branching("minimax") ** 0.5
        square_root = f"the square root of minimax's at depth {last.depth} is {root:.2f}"
        yield f"b* solves N = 1 + b* + … + b*^d; {square_root}"
        yield "memory is the deepest path and its pending successors: 1 + b·d in a uniform tree"
        if last.exact:
            yield f"depth {last.depth} is the whole game tree"
        elif self.stopped == "nodes":
            yield f"stopped: the tree of depth {last.depth + 1} has more nodes than allowed"
        elif self.stopped:
            yield f"stopped: {self.stopped}"
        yield from (f"note: {note}" for note in self.notes)

    def to_dict(self) -> dict[str, Any]:
        """Return the measurement as a dict for JSON."""
        return {
            "game": self.game,
            "player": self.player,
            "player_name": self.player_name,
            "gear": self.gear,
            "searches": dict(SEARCHES),
            "rows": [row.to_dict() for row in self.rows],
            "complete": self.complete,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 6),
            "notes": list(self.notes),
        }


def _list_cells(
    rows: tuple[DepthCounts, ...], searches: Sequence[str], more: Sequence[str] = ()
) -> Iterator[list[str]]:
    """Yield the words of a table: a heading, then for each depth nodes and b*, and more counts."""
    yield ["depth", *(word for name in searches for word in (name, "b*")), *more]
    for row in rows:
        line = [str(row.depth)]
        for name in searches:
            line += [f"{row.nodes(name):,}", f"{row.branching(name):.2f}"]
        yield line + [f"{row.nodes(name):,}" for name in more]


# ---------------------------------------------------------------------- measuring


def measure(
    game: Game[S, A],
    state: S | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    player: int | None = None,
    gear: Gear = "auto",
    progress: Progress | None = None,
) -> Complexity:
    """Count the nodes of seven searches at depth 1, 2, 3 … up to the whole game tree or a limit.

    The limits are `depth`, the `nodes` that minimax may visit at one depth (a million, unless a
    depth is given) and `seconds` for all searches together. Stopped by a limit or by Ctrl-C, it
    keeps the depths that were finished.

    >>> from zermelo.games.nim import Nim
    >>> measure(Nim(2, 2)).rows[-1]
    DepthCounts(depth=4, value=-1.0, exact=True, minimax=15, worst=15, natural=10, best=7,
    minimal=7, evaluation=10, deepening=26, memory=8)
    """
    _check(game, depth)
    limit = BUDGET if depth is None and nodes is None else nodes
    limits: Options = {"depth": depth, "nodes": limit, "seconds": seconds}
    options: Options = {**limits, "player": player, "gear": gear}
    q = ask("complexity", game, state, **options)
    budget = SearchBudget(seconds, progress)
    q = replace(q, limit=replace(q.limit, seconds=None))  # the budget keeps the time
    rows, stopped, gear = _measure_depths(q, budget, depth or MAX_DEPTH)
    name, notes = game.player_name(q.player), _list_notes(game, rows)
    end = ("compiled" if gear == "compiled" else "plain", budget.seconds, notes)
    return Complexity(q.game_name, q.player, name, tuple(rows), stopped, *end)


def _measure_depths(
    q: Question[S, A], budget: SearchBudget, max_depth: int
) -> tuple[list[DepthCounts], str, Gear]:
    """Return a row for each depth that was finished, why there are no more, and the gear."""
    rows: list[DepthCounts] = []
    stopped = ""
    try:
        for depth in range(1, max_depth + 1):
            attempt = in_gear(replace(q, depth=depth), lambda q: _measure_depth(q, budget))
            stopped = attempt.stopped
            if attempt.row is None:
                break
            rows.append(attempt.row)
            if attempt.row.minimax > FIRST_TRY:  # "auto" has made its choice
                q = replace(q, gear=attempt.gear)
            if attempt.row.exact:
                break
    except KeyboardInterrupt:  # between two searches, or while one was compiled
        stopped = "interrupted"
    return rows, stopped, q.gear


def _check(game: Game[S, A], depth: int | None) -> None:
    """Refuse a game or a depth that cannot be measured."""
    if game.players != 2 or game.has_chance:
        players = f"{game.players} player{'s' if game.players > 1 else ''}"
        raise Unsuitable(
            "complexity compares searches of games for two players without chance, "
            f"and {game.full_title} has {'chance' if game.has_chance else players}"
        )
    if depth == 0:
        raise BadLimit("depth is 0; complexity begins at depth 1")


@dataclass
class SearchBudget:
    """The time and the nodes of all searches together. Compiling is not counted."""

    limit: float | None
    progress: Progress | None
    seconds: float = 0.0
    nodes: int = 0

    def run(self, q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...]) -> Run:
        """Run one search in the remaining time."""
        outcome = carry_out(self.allow(q, q.limit.nodes), kernel, args)
        self.seconds += outcome.seconds
        self.nodes += outcome.counts.nodes
        return outcome

    def deepen(self, q: Question[S, A]) -> Result[A]:
        """Run iterative deepening to the question's depth in the remaining time.

        The limit of nodes is one for the tree, and all depths together may visit more.
        """
        texts = form(q.game, ">=", SORTED, REMEMBERED), form(q.game)
        allowed = replace(self.allow(q, None), code={})  # the table is not kept for other depths
        allowed.window = q.game.bounds_for(q.state, q.player)
        order = BackedUpValues(gear=q.gear)
        nodes, seconds = self.nodes, self.seconds
        for result in Deepening(allowed, texts, order).iterate():
            self.nodes, self.seconds = nodes + result.nodes, seconds + result.seconds
        return result

    def allow(self, q: Question[S, A], nodes: int | None) -> Question[S, A]:
        """Return the question with the remaining time and a limit of nodes."""
        left = None if self.limit is None else max(self.limit - self.seconds, 1e-4)
        limit = replace(q.limit, seconds=left, nodes=nodes)
        return replace(q, limit=limit, progress=self.progress and self.tick)

    def tick(self, nodes: int, seconds: float) -> None:
        """Report progress."""
        if self.progress is not None:
            self.progress(self.nodes + nodes, self.seconds + seconds)


@dataclass
class Attempt:
    """One depth in one gear: its row, or why there is none."""

    gear: Gear
    row: DepthCounts | None = None
    stopped: str = ""


class MeasuringStopped(Exception):
    """A search was stopped by a limit."""


def _measure_depth(q: Question[S, A], budget: SearchBudget) -> Attempt:
    """Run all searches to the question's depth, in its gear."""

    def run(q: Question[S, A], kernel: Callable[..., Any], *args: Any) -> Run:
        return require_end(budget.run(q, kernel, args))

    try:
        counts = _count_nodes(q, run)
        total = require_end(budget.deepen(q)).nodes
        return Attempt(q.gear, DepthCounts(**counts, deepening=total))
    except MeasuringStopped as stopped:
        return Attempt(q.gear, stopped=str(stopped))


def require_end(outcome: E) -> E:
    """Return what came to its end."""
    if outcome.stopped:
        raise MeasuringStopped(outcome.stopped)
    return outcome


def _count_nodes(q: Question[S, A], run: Callable[..., Run]) -> dict[str, Any]:
    """Return the nodes of each search of the question's one depth, with its value and memory."""
    held = HeldNodes(q.gear)
    whole = run(q, derive(select_texts(), (HOLDING,))[0], q.player, q.depth, held)
    value = float(whole.value)
    if abs(value) == INFINITY:
        raise BadGame(
            f"{q.game_name} has a state that is not over and has no actions: see zermelo check"
        )
    window = (q.player, *q.game.bounds_for(q.state, q.player), q.depth)
    runs = {
        "minimax": whole,
        "worst": _run_sorted(q, run, TrueOrder(False, q.gear), window),
        "natural": run(q, form(q.game), *window),
        "best": _run_sorted(q, run, TrueOrder(True, q.gear), window),
        "evaluation": _run_sorted(q, run, TrueOrder(True, q.gear, plies=0), window),
    }
    minimal = int(run(q, proof, q.player, value, q.depth).value[2])
    counts = {name: outcome.counts.nodes for name, outcome in runs.items()}
    facts = {"depth": q.depth, "value": value, "exact": whole.counts.estimates == 0}
    return facts | counts | {"minimal": minimal, "memory": held.peak}


def _run_sorted(
    q: Question[S, A], run: Callable[..., Run], order: TrueOrder, window: tuple[Any, ...]
) -> Run:
    """Run alpha-beta on actions in an order by values."""
    kernel = form(q.game, ">=", SORTED)
    return run(replace(q, asides=(order.aside,)), kernel, *window, order)


def _list_notes(game: Game[S, A], rows: list[DepthCounts]) -> tuple[str, ...]:
    if game.declares("evaluate") or all(row.exact for row in rows):
        return ()
    return ("the game has no evaluation: the horizon counts as 0, and alpha-beta cuts at the ties",)
