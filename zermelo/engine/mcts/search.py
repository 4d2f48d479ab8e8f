"""Monte Carlo tree search as people use it: one search, or a player who keeps the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic, Literal, TypeVar, Unpack

from zermelo import gears
from zermelo.algorithm import Algorithm
from zermelo.engine.mcts.final_move import TreeReader, report_over, report_tree
from zermelo.engine.mcts.nodes import (
    END,
    EXPLORE,
    FREE,
    FULL,
    PAST,
    RANDOM,
    RAVE,
    ROOT,
    SPANS,
    VISITS,
)
from zermelo.engine.mcts.simulate import grow
from zermelo.engine.mcts.tree import SearchTree, keep_below
from zermelo.engine.options import EngineOptions, ask_engine
from zermelo.engine.repetition import write_past
from zermelo.errors import BadLimit, Unsuitable
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits, Question
from zermelo.frame.report import add_variations
from zermelo.frame.run import add_nodes, carry_out, in_gear
from zermelo.frame.tt import require_memory
from zermelo.game import INFINITY, Game
from zermelo.gears import Gear
from zermelo.gears.cells import CELL, MIB, give_back, write_float, write_word
from zermelo.result import Counts, Iteration, Result

S = TypeVar("S")
A = TypeVar("A")

Rollout = Literal["auto", "random", "evaluate"]
ROLLOUTS: tuple[Rollout, ...] = ("auto", "random", "evaluate")

FIRST_TRY = 500
"""Simulations that gear="auto" gives the plain gear."""


MCTS = Algorithm(
    "mcts",
    "Monte Carlo tree search with proven values",
    aliases=("uct",),
    source="Kocsis and Szepesvári 2006; Cazenave and Saffidine 2010",
    players=None,
    chance=True,
)


@MCTS.runs
def mcts(
    game: Game[S, A],
    s: S | None = None,
    *,
    c: float | None = None,
    rave: float | None = None,
    seed: int = 0,
    memory: float = 64,
    rollout: Rollout = "auto",
    **options: Unpack[EngineOptions],
) -> Result[A]:
    """Monte Carlo tree search until a limit, or until the value is proven.

    Without limits also until the memory is full.

    `c` weighs exploration, with payoffs scaled to [0, 1]. With `rave` the simulations in which an
    action was taken later count for it too: as much as that many of its own; 0 switches that off.
    Without them the game's `exploration` and `rave` hold. `rollout` says what a new leaf is worth:
    a playout to the end, by the game's `playout_action` ("auto") or at "random", or the game's
    `evaluate`. The same `seed` gives the same result, in
    either gear. `memory` bounds the tree in MiB; when it is full, simulations go on from its
    leaves. A node, in limits and results, is a simulation.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> result = mcts(game, game.after(["a1", "c3", "a3", "c1"]), nodes=100)
    >>> result.action_name, result.value, result.exact
    ('a2', 1.0, True)
    """
    q = ask_engine("mcts", game, s, **options)
    chosen: dict[str, Any] = {"c": c, "rave": rave, "seed": seed, "memory": memory}
    chosen["rollout"] = rollout
    Mcts(game, **chosen)  # refuses what is wrong before anything is searched

    def attempt(q: Question[S, A]) -> Result[A]:
        player = Mcts(game, **chosen)
        try:
            return player.answer(q)
        finally:
            player.give_back()

    return in_gear(q, attempt, FIRST_TRY)


SLICE = 0.25
"""Seconds of simulations between two results of `iterate`."""

SIMULATIONS = 64
"""Depth 0 of `iterate` means this number of simulations; each ply more, four times as many."""


class Mcts(Generic[S, A]):
    """A Monte Carlo player who keeps the tree from one move to the next.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> player = Mcts(game, gear="plain")
    >>> first = player.search(nodes=200)
    >>> s = game.result(game.start(), first.action)
    >>> s = game.result(s, next(iter(game.actions(s))))
    >>> second = player.search(s, nodes=200)
    >>> player.kept > 0, second.action in game.actions(s)
    (True, True)
    """

    def __init__(
        self,
        game: Game[S, A],
        *,
        c: float | None = None,
        rave: float | None = None,
        seed: int = 0,
        memory: float = 64,
        rollout: Rollout = "auto",
        gear: Gear = "auto",
    ) -> None:
        c, rave = choose_constants(game, c, rave)
        for name, x in (("c", c), ("rave", rave)):
            if not isinstance(x, int | float) or not 0 <= x < INFINITY:
                raise BadLimit(f"{name} is {x}; it must be a number, 0 or more")
        if not isinstance(seed, int):
            raise BadLimit(f"seed is {seed!r}; it must be a whole number")
        if rollout not in ROLLOUTS:
            raise BadLimit(f"rollout is {rollout!r}; it must be auto, random or evaluate")
        if rollout == "evaluate" and not game.declares("evaluate"):
            raise Unsuitable(
                f"rollout is 'evaluate' and {game.full_title} has no evaluation: "
                "leave out rollout, or write evaluate"
            )
        self.game, self.c, self.rave, self.seed = game, float(c), float(rave), seed
        self.rollout, self.gear = rollout, gear
        require_memory(memory)
        self.cells = max(int(memory * MIB) // CELL, ROOT)
        self._tree: SearchTree | None = None
        self._root: S | None = None
        self._past: Sequence[int] = ()
        self.kept = 0
        """How many visits the root had when the last search began."""

    def search(
        self, s: S | None = None, *, past: Sequence[int] = (), **options: Unpack[EngineOptions]
    ) -> Result[A]:
        """Search on from s. If it lies below the last root, what was found out there is kept.

        `past` are the keys (`repetition_key`) of the positions before s, the oldest first, where it
        matters that one arises again.
        """
        self._past = past
        options.setdefault("gear", self.gear)
        q = ask_engine("mcts", self.game, s, **options)
        result = in_gear(q, self.answer, first_try=0)
        if self.gear == "auto" and result.gear == "plain" and not q.game.terminal(q.state):
            self.gear = "plain"  # it cannot be compiled: do not try again
        return result

    def iterate(
        self, s: S | None = None, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[A]]:
        """Yield a result every quarter of a second, on one tree; the last one is the answer.

        A depth means a number of simulations: it is for callers who treat all searches alike.
        """
        nodes = limits.nodes
        if limits.depth is not None:
            nodes = min(nodes or INFINITY, SIMULATIONS * 4**limits.depth)
        seconds = INFINITY if limits.seconds is None else limits.seconds
        q = ask_engine("mcts", self.game, s, player=limits.player, progress=limits.progress)
        counts, spent, history = Counts(), 0.0, list[Iteration[A]]()
        is_over = False
        while not is_over:
            result = self.search(
                q.state,
                past=limits.past,
                nodes=None if nodes is None else int(nodes) - counts.nodes,
                seconds=min(SLICE, max(seconds - spent, 1e-3)),
                player=q.player,
                progress=add_nodes(q.progress, counts.nodes),
                cancel=cancel,
            )
            counts, spent = counts + result.counts, spent + result.seconds
            if result.value is not None:
                history.append(
                    Iteration(
                        result.depth, result.value, result.action, result.line, counts.nodes, spent
                    )
                )
            stopped = result.stopped if result.stopped not in ("nodes", "seconds") else ""
            is_limited = (nodes is not None and counts.nodes >= nodes) or spent >= seconds
            is_over = bool(is_limited or stopped or result.exact or not result.root_width)
            result = replace(
                result.spending(counts, spent), history=tuple(history), stopped=stopped
            )
            yield add_variations(q, result, limits.lines)

    def answer(self, q: Question[S, A]) -> Result[A]:
        """One search in the question's gear."""
        if q.game.terminal(q.state):
            return report_over(q)
        tree = self._plant_root(q)
        self.kept = int(tree.cells[ROOT + VISITS])
        if self.kept:
            q.notes.append(f"the root had {self.kept:,} visits from the search before")
        unlimited = q.limit.nodes is None and q.limit.seconds is None
        run = carry_out(q, grow, (self.rollout != "evaluate", unlimited, tree))
        return report_tree(q, run, tree, self._past)

    def give_back(self) -> None:
        """Let another search have the memory of the tree."""
        if self._tree is not None:
            give_back(self._tree.cells, int(self._tree.cells[FREE]))
        self._tree = None

    def _plant_root(self, q: Question[S, A]) -> SearchTree:
        """The tree with the question's state as its root: moved there, or begun anew."""
        tree = self._tree
        if tree is None or tree.gear != q.gear:
            has_policy = self.rollout == "auto" and q.game.declares("playout_action")
            tree = SearchTree(self.cells, q.gear, self.rave > 0, has_policy)
            write_float(tree.cells, EXPLORE, self.c)
            write_float(tree.cells, RAVE, self.rave)
            write_word(tree.cells, RANDOM, self.seed)
            self._root = None
        found = 0 if self._root is None else TreeReader(q.game, tree).find(self._root, q.state)
        if found == 0:
            plant(q, tree)
        elif found != ROOT and q.gear == "compiled":
            gears.compile_kernel(keep_below, q.game, found, tree)()
        elif found != ROOT:
            keep_below(q.game, found, tree)
        tree.cells[PAST] = write_past(tree.path, self._past)
        self._tree, self._root = tree, q.state
        return tree


def choose_constants(
    game: Game[Any, Any], c: float | None, rave: float | None
) -> tuple[float, float]:
    """How much to explore, and what later actions count for: as asked, else as the game says.

    A game's `exploration` belongs to its `rave`: without that, more must be tried.
    """
    is_left_out = rave is not None and not rave and game.rave
    if c is None:
        c = Game.exploration if is_left_out else game.exploration
    return c, game.rave if rave is None else rave


def plant(q: Question[S, A], tree: SearchTree) -> None:
    """A tree of one node, of which nothing is known but the range of payoffs."""
    end = ROOT + tree.size(q.game)
    width = len(q.game.options(q.state))
    needed = end + width * tree.size(q.game)
    if needed > tree.cells[END]:
        raise BadLimit(
            f"memory is too small for the root and its {width} successors: "
            f"give {CELL * needed / MIB:.3f} MiB or more"
        )
    for p in range(q.game.players):
        declared = q.game.payoff_range(p) or (-INFINITY, INFINITY)
        for i, x in enumerate((*declared, *scale(q, p))):
            write_float(tree.cells, SPANS + 4 * p + i, x)
    tree.cells[FREE], tree.cells[FULL] = end, 0
    tree.clear(q.game, ROOT, ROOT)


def scale(q: Question[S, A], p: int) -> tuple[float, float]:
    """The payoffs that count as 0 and 1.

    What the game declares; else nothing yet, as if only +∞ and −∞ had been seen.
    """
    low, high = q.game.payoff_range(p) or q.game.bounds_for(q.state, p)
    return (low, high) if -INFINITY < low < high < INFINITY else (INFINITY, -INFINITY)
