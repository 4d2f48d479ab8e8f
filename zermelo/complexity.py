"""The lecture's complexity, measured on a real game: how the order of moves affects alpha-beta.

For depth 1, 2, 3 … it counts the nodes that minimax visits, those that alpha-beta visits in the
worst, the natural and the best order, and those of the minimal tree, which is the least for any
order. Each count has its effective branching factor b*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from zermelo.errors import BadGame, BadLimit, Unsuitable
from zermelo.frame.question import Options, Progress, Question, ask
from zermelo.frame.run import FIRST_TRY, Run, carry_out, in_gear
from zermelo.game import INFINITY, Game
from zermelo.gears import Gear
from zermelo.result import effective_branching
from zermelo.search.alphabeta import form
from zermelo.search.forms import SORTED
from zermelo.search.minimal import proof
from zermelo.search.minimax import value as minimax_value
from zermelo.search.ordered import TrueOrder

S = TypeVar("S")
A = TypeVar("A")

SEARCHES = {
    "minimax": "minimax",
    "worst": "alpha-beta, worst order",
    "natural": "alpha-beta, natural order",
    "best": "alpha-beta, best order",
    "minimal": "minimal tree",
}
"""The searches that are measured, with their titles."""

BUDGET = 1_000_000
"""Without a depth limit: the largest tree, in nodes, that is searched."""

MOST_DEPTH = 100
"""Without a depth limit: the largest depth. A deeper tree within the budget hardly branches."""


@dataclass(frozen=True)
class DepthCounts:
    """The nodes visited at one depth.

    `exact` says that the whole game tree was visited: no value was estimated.

    >>> row = DepthCounts(2, 3.0, True, minimax=13, worst=13, natural=11, best=9, minimal=9)
    >>> row.nodes("best"), round(row.branching("minimax"), 2)
    (9, 3.0)
    """

    depth: int
    value: float
    exact: bool
    minimax: int
    worst: int
    natural: int
    best: int
    minimal: int

    def nodes(self, search: str) -> int:
        """Return the nodes that one of the `SEARCHES` visited."""
        return int(getattr(self, search))

    def branching(self, search: str) -> float:
        """Return b* of one of the `SEARCHES`."""
        return effective_branching(self.nodes(search), self.depth)


@dataclass(frozen=True)
class Complexity:
    """A measurement: one row for each depth that was finished, and why there are no more.

    >>> from zermelo import tree
    >>> print(measure(tree.figure("two-ply")))
    complexity of tree:two-ply at depth 2: minimax 13, worst 13, natural 11, best 9, minimal 9 nodes
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
        return f"complexity of {self.game} at depth {last.depth}: {counts} nodes"

    def table(self) -> str:
        """Return several lines: the columns, a row for each depth, how to read b*, why it ends."""
        if not self.rows:
            return str(self)
        about = (
            "nodes visited by minimax, by alpha-beta in the worst, the natural and the best order; "
            "the minimal tree"
        )
        rows = _align(_list_cells(self.rows))
        return "\n".join([f"{self.game}: {about}", "", *rows, "", *self._remarks()])

    def _remarks(self) -> Iterator[str]:
        last = self.rows[-1]
        root = last.branching("minimax") ** 0.5
        square_root = f"the square root of minimax's at depth {last.depth} is {root:.2f}"
        yield f"b* solves N = 1 + b* + … + b*^d; {square_root}"
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
            "rows": [
                {
                    "depth": row.depth,
                    "value": row.value,
                    "exact": row.exact,
                    "nodes": {name: row.nodes(name) for name in SEARCHES},
                    "branching": {name: round(row.branching(name), 4) for name in SEARCHES},
                }
                for row in self.rows
            ],
            "complete": self.complete,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 6),
            "notes": list(self.notes),
        }


def _list_cells(rows: tuple[DepthCounts, ...]) -> Iterator[list[str]]:
    """Yield the words of the table: a heading, then depth, nodes and b* for each depth."""
    yield ["depth", *(word for name in SEARCHES for word in (name, "b*"))]
    for row in rows:
        line = [str(row.depth)]
        for name in SEARCHES:
            line += [f"{row.nodes(name):,}", f"{row.branching(name):.2f}"]
        yield line


def _align(lines: Iterator[list[str]]) -> list[str]:
    """Return lines with their words in columns."""
    cells = list(lines)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(word.rjust(width) for word, width in zip(line, widths, strict=True))
        for line in cells
    ]


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
    """Count the nodes of five searches at depth 1, 2, 3 … up to the whole game tree or a limit.

    The limits are `depth`, the `nodes` that minimax may visit at one depth (a million, unless a
    depth is given) and `seconds` for all searches together. Stopped by a limit or by Ctrl-C, it
    keeps the depths that were finished.

    >>> from zermelo.games.nim import Nim
    >>> measure(Nim(2, 2)).rows[-1]
    DepthCounts(depth=4, value=-1.0, exact=True, minimax=15, worst=15, natural=10, best=7,
    minimal=7)
    """
    q = _ask(game, state, depth, nodes, seconds, player, gear)
    budget = SearchBudget(seconds, progress)
    rows: list[DepthCounts] = []
    stopped = ""
    try:
        for d in range(1, (depth or MOST_DEPTH) + 1):
            attempt = in_gear(replace(q, depth=d), lambda q: _one_depth(q, budget))
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
    return Complexity(
        q.game_name,
        q.player,
        game.player_name(q.player),
        tuple(rows),
        stopped,
        "compiled" if q.gear == "compiled" else "plain",
        budget.seconds,
        _notes(game, rows),
    )


def _ask(
    game: Game[S, A],
    s: S | None,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    player: int | None,
    gear: Gear,
) -> Question[S, A]:
    """Return the checked question. `SearchBudget` keeps the time, for all searches together."""
    if game.players != 2 or game.has_chance:
        players = f"{game.players} player{'s' if game.players > 1 else ''}"
        raise Unsuitable(
            "complexity compares searches of games for two players without chance, "
            f"and {game.full_title} has {'chance' if game.has_chance else players}"
        )
    if depth == 0:
        raise BadLimit("depth is 0; complexity begins at depth 1")
    options: Options = {"depth": depth, "seconds": seconds, "gear": gear}
    options["nodes"] = BUDGET if depth is None and nodes is None else nodes
    if player is not None:
        options["player"] = player
    q = ask("complexity", game, s, **options)
    return replace(q, limit=replace(q.limit, seconds=None))


@dataclass
class SearchBudget:
    """The time and the nodes of all searches together. Compiling is not counted."""

    limit: float | None
    progress: Progress | None
    seconds: float = 0.0
    nodes: int = 0

    def run(self, q: Question[S, A], kernel: Callable[..., Any], args: tuple[Any, ...]) -> Run:
        """Run one search in the remaining time."""
        left = None if self.limit is None else max(self.limit - self.seconds, 1e-4)
        outcome = carry_out(
            replace(q, limit=replace(q.limit, seconds=left), progress=self.progress and self.tick),
            kernel,
            args,
        )
        self.seconds += outcome.seconds
        self.nodes += outcome.counts.nodes
        return outcome

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


def _one_depth(q: Question[S, A], budget: SearchBudget) -> Attempt:
    """Run all searches to the question's depth, in its gear."""
    whole = budget.run(q, minimax_value, (q.player, q.depth))
    if whole.stopped:
        return Attempt(q.gear, stopped=whole.stopped)
    value = float(whole.value)
    if abs(value) == INFINITY:
        raise BadGame(
            f"{q.game_name} has a state that is not over and has no actions: see zermelo check"
        )
    orders = {name: TrueOrder(name == "best", q.gear) for name in ("worst", "best")}
    window = q.game.bounds_for(q.state, q.player)
    outcomes: dict[str, Run] = {}
    for name in ("worst", "natural", "best"):
        args: tuple[Any, ...] = (q.player, *window, q.depth)
        if name == "natural":
            outcomes[name] = budget.run(q, form(q.game), args)
        else:
            asided = replace(q, asides=(orders[name].aside,))
            kernel = form(q.game, ">=", SORTED)
            outcomes[name] = budget.run(asided, kernel, (*args, orders[name]))
        if outcomes[name].stopped:
            return Attempt(q.gear, stopped=outcomes[name].stopped)
    least = budget.run(q, proof, (q.player, value, q.depth))
    if least.stopped:
        return Attempt(q.gear, stopped=least.stopped)
    counts = {name: outcome.counts.nodes for name, outcome in outcomes.items()}
    exact = whole.counts.estimates == 0
    return Attempt(
        q.gear,
        DepthCounts(
            q.depth, value, exact, whole.counts.nodes, minimal=int(least.value[2]), **counts
        ),
    )


def _notes(game: Game[S, A], rows: list[DepthCounts]) -> tuple[str, ...]:
    if game.declares("evaluate") or all(row.exact for row in rows):
        return ()
    return ("the game has no evaluation: the horizon counts as 0, and alpha-beta cuts at the ties",)
