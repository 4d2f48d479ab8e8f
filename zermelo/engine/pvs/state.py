"""The state of a search: parameters, payoff bounds, transposition table and move statistics.

All of it lies in rows of 64-bit cells, the same in both gears, so one machine code serves every
choice of features::

    parameters    0 features, one bit each · 1 depth of this iteration · 2 threads · 3 positions
                  before the root · 4 player whose score is asked for · 5 number of excluded root
                  actions · 6 … those actions (MultiPV)
    payoffs       highest and lowest payoff, or ±∞, and the payoff of a draw (floats)
    table         see `tt` and `pvs.table`
    moves         actions of the nodes on the path with their ranks: action, rank, action, rank, …
    path          see `repetition`: keys of the positions before the root, then of those on the path
    killers       two for each ply: quiet actions that caused a cut-off there, plus 1
    countermoves  for each action (hashed): the action that refuted it, plus 1
    history       for each action (hashed): depths at which it caused a cut-off, squared and summed
    statics       for each ply the mover's evaluation (floats), if selective
    busy          positions (hashed) that a thread is searching now; other threads defer them

Threads that search together share `table` and `busy`. Every thread has the other rows for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.engine.pvs.table import PvsTable
from zermelo.engine.repetition import MOST_PAST, write_past
from zermelo.game import INFINITY, Game
from zermelo.gears import inlined
from zermelo.gears.cells import Kind, clear, make_cells

if TYPE_CHECKING:
    from zermelo.solve.probe import DatabaseProbe

FEATURES = (
    "table", "symmetry", "bounds", "non-losing", "null-windows", "order", "killers",
    "countermoves", "history", "etc", "quiescence", "extensions", "singular", "null-move", "lmr",
    "futility", "reverse-futility", "late-pruning", "losing-captures", "malus", "improving",
    "iir",
)  # fmt: skip
"""The features that can be switched off, by name.

================  ==============================================================================
table             transposition table
symmetry          table keys by `canonical`
bounds            cut-offs by `bounds`
non-losing        only the actions of `non_losing`
null-windows      null windows after the first action (PVS)
order             actions by `order`, noisy actions first
killers           killer heuristic: quiet actions that caused a cut-off at the same ply
countermoves      the action that refuted the previous action
history           history heuristic: actions that caused cut-offs elsewhere
etc               enhanced transposition cut-offs
quiescence        quiescence search: noisy actions beyond the horizon
extensions        check extension and one-reply extension
singular          singular extension
null-move         null-move pruning, if the game has `null_move`
lmr               late-move reductions, if the game is `selective`
futility          futility pruning, if the game is `selective`
reverse-futility  reverse futility pruning
late-pruning      late-move pruning
losing-captures   quiescence search skips noisy actions that `order` calls losing
malus             history: quiet actions that came before a cut-off lose what the cutting one gains
improving         prunes and reduces less where the evaluation has risen since two plies before
iir               internal iterative reduction: a ply less where the table knows no action
================  ==============================================================================
"""

(
    TABLE, SYMMETRY, BOUNDS, NON_LOSING, NULL_WINDOWS, ORDER, KILLERS, COUNTERMOVES, HISTORY, ETC,
    QUIESCENCE, EXTENSIONS, SINGULAR, NULL_MOVE, LMR, FUTILITY, REVERSE_FUTILITY, LATE_PRUNING,
    LOSING_CAPTURES, MALUS, IMPROVING, IIR,
) = (1 << i for i in range(len(FEATURES)))  # fmt: skip

ENABLED, ITERATION, THREADS, PAST, PLAYER, EXCLUDED_ROOTS = range(6)
"""Cells of `parameters`."""

PARAMETERS = 512
MOST_EXCLUDED_ROOTS = PARAMETERS - EXCLUDED_ROOTS - 1

HIGHEST, LOWEST, DRAW = range(3)
"""Cells of `payoffs`."""

NONE = -(1 << 62)
"""In place of an action."""

SPACE = 1 << 20
"""Cells for the actions of the nodes on the path, two for each action."""

PLIES = 1 << 14
HASHED = 1 << 14
"""Slots for countermoves and history."""

BUSY = 1 << 14


FULL_WIDTH = 3
"""Iterations to this depth prune and reduce nothing: a quick win is found with its distance."""


class Edge(NamedTuple):
    """What a parent passes to a node."""

    previous: int
    """The action that led here; NONE at the root and after a null move."""
    excluded: int
    """The action that is left out to find out whether it is singular; NONE otherwise."""
    top: int
    """The cell of `moves` at which the actions of the node begin."""


PROOF = 1 << 20
"""Added to a depth in proofs: their nodes are beyond any horizon, and take proven entries only."""


class Node(NamedTuple):
    """What the steps of a node share. The window is in the terms of the player to move."""

    alpha: float
    beta: float
    depth: int
    ply: int
    side: float
    """+1 if the player whose score is asked for is to move, −1 otherwise."""
    previous: int
    """The action that led here; NONE at the root and after a null move."""
    excluded: int
    """The action that is left out to find out whether it is singular; NONE otherwise."""
    top: int
    """The cell of `moves` at which the actions of this node begin."""


class SearchState:
    """The memory of one searching thread. Several threads may share a table."""

    has_guess: bool
    """May a proof begin with an estimate? Machine code is without that search where it may not."""

    bare = (
        "parameters", "payoffs", "moves", "path", "killers", "countermoves",
        "history", "statics", "busy",
    )  # fmt: skip

    def __init__(
        self,
        has_null_move: bool = False,
        has_non_losing: bool = False,
        gear: str = "plain",
        mebibytes: float = 16,
        database: DatabaseProbe | None = None,
        has_guess: bool = False,
    ) -> None:
        self.has_null_move, self.has_non_losing = has_null_move, has_non_losing
        self.gear, self.has_guess = gear, has_guess
        self.has_database = database is not None
        self.database: Any = None if database is None else database.share(gear)
        self.parameters = self._row(PARAMETERS)
        self.payoffs = self._row(3, "float64")
        self.moves = self._row(SPACE)
        self.path = self._row(MOST_PAST + PLIES)
        self.killers = self._row(2 * PLIES)
        self.countermoves = self._row(HASHED)
        self.history = self._row(HASHED)
        self.statics = self._row(PLIES, "float64")
        self.busy = self._row(BUSY)
        self.helpers: list[SearchState] = []
        """The states of threads that search beside this one."""
        self.resize(mebibytes)
        self.enable(frozenset(FEATURES))

    def helper(self) -> SearchState:
        """Return a state for another thread on the same question; it shares `table` and `busy`."""
        self.table.use_all()
        hooks = self.has_null_move, self.has_non_losing
        options = *hooks, self.gear, 0, self.database, self.has_guess
        made = SearchState(*options)
        made.table, made.busy = self.table, self.busy
        made.follow(self)
        return made

    def keep_helpers(self, count: int) -> list[SearchState]:
        """Return one state for each other thread. Their move statistics are kept, too."""
        self.helpers += [self.helper() for _ in range(count - len(self.helpers))]
        for state in self.helpers[:count]:
            state.follow(self)
        return self.helpers[:count]

    def follow(self, other: SearchState) -> None:
        """Take the parameters, the payoffs and the path of another thread."""
        self.parameters[:], self.payoffs[:] = other.parameters, other.payoffs
        self.path[:] = other.path

    def _row(self, size: int, kind: Kind = "int64") -> Any:
        return make_cells(size, self.gear, kind)

    def resize(self, mebibytes: float) -> None:
        """Take a new, empty table of at most this size."""
        self.table = PvsTable(mebibytes, self.gear)

    def forget(self) -> None:
        """Empty the table and the move statistics."""
        self.table.forget()
        for state in (self, *self.helpers):
            for row in (state.killers, state.countermoves, state.history):
                clear(row)

    def turn_to(self, game: Game[Any, Any], player: int, payoffs: tuple[float, float]) -> None:
        """Take the player whose score is asked for, with the highest and the lowest payoff.

        Stored scores are forgotten if they are in terms of other payoffs, or of a player whose gain
        is not the other's loss.
        """
        before = self.payoffs[HIGHEST], self.payoffs[LOWEST]
        if before != payoffs or (self.parameters[PLAYER] != player and game.total != 0):
            self.forget()
        self.payoffs[HIGHEST], self.payoffs[LOWEST] = payoffs
        self.payoffs[DRAW] = (game.total or 0) / game.players
        self.parameters[PLAYER] = player

    def recall(self, past: Sequence[int]) -> None:
        """Take the keys of the positions before the root, the oldest first."""
        self.parameters[PAST] = write_past(self.path, past)

    def enable(self, features: frozenset[str]) -> None:
        """Switch these features on and all others off."""
        self.parameters[ENABLED] = list_bits(features)


def find_payoffs(game: Game[Any, Any], p: int, s: Any = None) -> tuple[float, float]:
    """Return the highest and the lowest payoff of a player; infinite if they are not known.

    Without payoffs that the game declares, those below s, or below the start.
    """
    low, high = game.payoff_range(p) or game.bounds_for(game.start() if s is None else s, p)
    return (high, low) if -INFINITY < low < high < INFINITY else (INFINITY, -INFINITY)


@lru_cache(maxsize=64)
def list_bits(features: frozenset[str]) -> int:
    """Return the set of features as one number, a bit for each."""
    return sum(1 << i for i, name in enumerate(FEATURES) if name in features)


@inlined
def is_on(feature: int, state: SearchState) -> bool:
    """Is a feature switched on?"""
    return state.parameters[ENABLED] & feature != 0  # type: ignore[no-any-return]


@inlined
def prunes(state: SearchState) -> bool:
    """Is this iteration deep enough for selective search?"""
    return state.parameters[ITERATION] > FULL_WIDTH  # type: ignore[no-any-return]


@inlined
def plies_below(node: Node) -> int:
    """Return how far the search may look below a node: its depth, or in a proof the plies left."""
    return node.depth if node.depth < PROOF else node.depth - PROOF


@inlined
def flip(alpha: float, beta: float, side: float) -> tuple[float, float]:
    """Return a window in the mover's terms as MAX sees it, and back.

    >>> flip(1.0, 2.0, -1.0)
    (-2.0, -1.0)
    """
    return (alpha, beta) if side > 0 else (-beta, -alpha)
