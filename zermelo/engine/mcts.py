"""Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) with proven values, for any number of players and chance.

A simulation is three steps, and the search is nothing but simulations::

    down the tree    at each node to the successor with the largest  mean + c · √(ln N / n)  for who moves, by the odds at a
                     chance node; a leaf that was visited before gets its successors
    value            of the leaf: the payoffs at the end of a random playout, or the game's evaluation
    back up          visits and payoffs of every node on the path, and what is proven

Values are vectors, one number for each player, and who moves wants their own to be large: nothing is assumed of turns,
signs or sums. Payoffs are scaled to [0, 1] by the range that the game declares, or else by those seen so far, so c means the
same in all games, and a draw between a win and a loss is ½.

Every node also has bounds, low ≤ true value ≤ high, for each player (score-bounded MCTS, Cazenave and Saffidine 2010): a
terminal's are its payoffs, a decision takes the best of its successors', chance the mean. A node whose bounds have met is
proven and is not searched any more. When the root is proven the search ends: its value is then that of minimax, of max^n
(the first of equally good actions is taken), or of expectimax.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar, Unpack

from zermelo import gears
from zermelo.engine.again import recall, recurred
from zermelo.engine.choice import Reader, over, told
from zermelo.engine.frame import EngineOptions, asked, memory_cells
from zermelo.engine.pool import (
    ACTION,
    COUNT,
    END,
    EXPLORE,
    FREE,
    FULL,
    HANDED,
    MOST_DEEP,
    PARENT,
    PAST,
    RANDOM,
    ROOT,
    SPANS,
    VISITS,
    Pool,
    Vector,
    keep_below,
)
from zermelo.errors import BadLimit, Unsuitable
from zermelo.frame.question import Question
from zermelo.frame.run import carry_out, in_gear
from zermelo.game import CHANCE, FORBIDDEN, INFINITY, Game
from zermelo.gears import Gear
from zermelo.gears.cells import CELL, MIB, write_float, write_word
from zermelo.result import Result
from zermelo.watch import DEEPEST, Watch

S = TypeVar("S")
A = TypeVar("A")

Rollout = Literal["random", "evaluate"]
ROLLOUTS: tuple[Rollout, ...] = ("random", "evaluate")

FIRST_TRY = 500
"""Simulations that gear="auto" gives the plain gear."""

MOST_PLAYED = 1000
"""A playout that is longer ends with the game's evaluation: it may be one that never ends."""


def mcts(
    game: Game[S, A],
    s: S | None = None,
    *,
    c: float = 1.4,
    seed: int = 0,
    memory: int = 64 * MIB,
    rollout: Rollout = "random",
    **options: Unpack[EngineOptions],
) -> Result[A]:
    """Monte Carlo tree search until a limit, or until the value is proven; without limits also until the memory is full.

    `c` weighs exploration, with payoffs scaled to [0, 1]. `rollout` says what a new leaf is worth: a random playout to the
    end, or the game's `evaluate`. The same `seed` gives the same result, in either gear. `memory` bounds the tree in bytes;
    when it is full, simulations go on from its leaves. A node, in limits and results, is a simulation.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> result = mcts(game, game.after(["a1", "c3", "a3", "c1"]), nodes=100)
    >>> result.action_name, result.value, result.exact
    ('a2', 1.0, True)
    """
    q = asked("mcts", game, s, **options)
    made: dict[str, Any] = {"c": c, "seed": seed, "memory": memory, "rollout": rollout}
    Mcts(game, **made)  # refuses what is wrong before anything is searched
    return in_gear(q, lambda q: Mcts(game, **made).answer(q), FIRST_TRY)


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
        c: float = 1.4,
        seed: int = 0,
        memory: int = 64 * MIB,
        rollout: Rollout = "random",
        gear: Gear = "auto",
    ) -> None:
        if not isinstance(c, int | float) or not 0 <= c < INFINITY:
            raise BadLimit(f"c is {c}; it must be a number, 0 or more")
        if not isinstance(seed, int):
            raise BadLimit(f"seed is {seed!r}; it must be a whole number")
        if rollout not in ROLLOUTS:
            raise BadLimit(f"rollout is {rollout!r}; it must be {' or '.join(ROLLOUTS)}")
        if rollout == "evaluate" and not game.declares("evaluate"):
            raise Unsuitable(
                f"rollout is 'evaluate' and {game.full_title} has no evaluation: leave out rollout, or write evaluate"
            )
        self.game, self.c, self.seed, self.rollout, self.gear = game, float(c), seed, rollout, gear
        self.room = memory_cells(memory, ROOT + 2, "the root and its successors")
        self._pool: Pool | None = None
        self._root: S | None = None
        self._past: Sequence[int] = ()
        self.kept = 0
        """How many visits the root had when the last search began."""

    def search(
        self, s: S | None = None, *, past: Sequence[int] = (), **options: Unpack[EngineOptions]
    ) -> Result[A]:
        """Search on from s. If it lies below the last root, what was found out there is kept.

        `past` are the keys (`repetition_key`) of the positions before s, the oldest first, where it matters that one arises again.
        """
        self._past = past
        options.setdefault("gear", self.gear)
        q = asked("mcts", self.game, s, **options)
        result = in_gear(q, self.answer, first_try=0)
        if self.gear == "auto" and result.gear == "plain" and not q.game.terminal(q.state):
            self.gear = "plain"  # it cannot be compiled: do not try again
        return result

    def answer(self, q: Question[S, A]) -> Result[A]:
        """One search in the question's gear."""
        if q.game.terminal(q.state):
            return over(q)
        pool = self._planted(q)
        self.kept = int(pool.cells[ROOT + VISITS])
        if self.kept:
            q.notes.append(f"the root had {self.kept:,} visits from the search before")
        unlimited = q.limit.nodes is None and q.limit.seconds is None
        return told(
            q, carry_out(q, grow, (self.rollout == "random", unlimited, pool)), pool, self._past
        )

    def _planted(self, q: Question[S, A]) -> Pool:
        """The pool with the question's state as its root: moved there, or begun anew."""
        pool = self._pool
        if pool is None or pool.gear != q.gear:
            pool = Pool(self.room, q.gear)
            write_float(pool.cells, EXPLORE, self.c)
            write_word(pool.cells, RANDOM, self.seed)
            self._root = None
        found = 0 if self._root is None else Reader(q.game, pool).find(self._root, q.state)
        if found == 0:
            plant(q, pool)
        elif found != ROOT and q.gear == "compiled":
            gears.compiled(keep_below, q.game, found, pool)()
        elif found != ROOT:
            keep_below(q.game, found, pool)
        pool.cells[PAST] = recall(pool.path, self._past)
        self._pool, self._root = pool, q.state
        return pool


def plant(q: Question[S, A], pool: Pool) -> None:
    """A tree of one node, of which nothing is known but the range of payoffs."""
    end = ROOT + pool.size(q.game)
    width = len(q.game.options(q.state))
    needed = end + width * pool.size(q.game)
    if needed > pool.cells[END]:
        raise BadLimit(
            f"memory is too small for the root and its {width} successors: give {CELL * needed:,} bytes or more"
        )
    for p in range(q.game.players):
        declared = q.game.payoff_range(p) or (-INFINITY, INFINITY)
        for i, x in enumerate((*declared, *scale(q, p))):
            write_float(pool.cells, SPANS + 4 * p + i, x)
    pool.cells[FREE], pool.cells[FULL] = end, 0
    pool.clear(q.game, ROOT, ROOT)


def scale(q: Question[S, A], p: int) -> tuple[float, float]:
    """The payoffs that count as 0 and 1: what the game declares; else nothing yet, as if only +∞ and −∞ had been seen."""
    low, high = q.game.payoff_range(p) or q.game.bounds_for(q.state, p)
    return (low, high) if -INFINITY < low < high < INFINITY else (INFINITY, -INFINITY)


# ---------------------------------------------------------------------- the search


def grow(
    game: Game[Any, Any], s: Any, plays: bool, until_full: bool, pool: Pool, watch: Watch
) -> bool:
    """Simulate until the root is proven: True; or, if asked to, until the memory is full: False."""
    if pool.cells[ROOT + COUNT] == 0:
        pool.expand(game, s, ROOT)
    pool.forget_bounds(game, ROOT)
    pool.tighten(game, ROOT)
    while pool.is_open(game, ROOT):
        if until_full and pool.cells[FULL] == 1:
            return False
        watch.enter(s)
        simulate(game, s, plays, pool, watch)
        watch.leave(0.0)
    return True


def simulate(game: Game[Any, Any], s: Any, plays: bool, pool: Pool, watch: Watch) -> None:
    """Down the tree, value, back up."""
    n, ply = ROOT, 0
    is_return = False
    if game.repetition:
        recurred(
            game, s, pool.cells[PAST], 1, pool.path
        )  # the root is where it is, and belongs to the path
    while pool.is_open(game, n) and has_successors(game, s, n, ply, pool):
        n = pool.select(game, n)
        s = game.result(s, pool.cells[n + ACTION])
        ply += 1
        if game.repetition:
            is_return = recurred(game, s, pool.cells[PAST], ply + 1, pool.path)
    if ply >= watch.cells[DEEPEST]:
        watch.cells[DEEPEST] = ply + 1
    # Apart, so that machine code for games without it does not hold their total: trees have many, and share theirs.
    if game.repetition:  # noqa: SIM102
        if is_return and (game.repetition == FORBIDDEN or not game.terminal(s)):
            back_up(game, n, pool.settle_return(game, n), pool)
            return
    back_up(game, n, value(game, s, n, plays, pool, watch), pool)


def has_successors(game: Game[Any, Any], s: Any, n: int, ply: int, pool: Pool) -> bool:
    """Has the tree successors of n? A leaf that is visited for the second time gets them, if there is room."""
    if pool.cells[n + COUNT] > 0:
        return True
    if pool.cells[n + VISITS] == 0:
        return False
    if ply >= MOST_DEEP:
        pool.cells[FULL] = 1
        return False
    return pool.expand(game, s, n)


def value(game: Game[Any, Any], s: Any, n: int, plays: bool, pool: Pool, watch: Watch) -> Vector:
    """What a leaf is worth to each player; on the first visit also what is known for certain."""
    if pool.cells[n + VISITS] == 0:
        if game.terminal(s):
            return settled(game, s, n, pool, watch)
        pool.narrow_by_game(game, s, n)
    if not pool.is_open(game, n):
        watch.leaf(0.0)
        return pool.proven(game, n)
    if not plays:
        return estimate(game, s, watch)
    return playout(game, s, pool, watch)


def settled(game: Game[Any, Any], s: Any, n: int, pool: Pool, watch: Watch) -> Vector:
    """A terminal's payoffs are its bounds."""
    v = payoffs(game, s, pool, watch)
    for p in range(game.players):
        pool.settle(n, p, v[p])
    return v


def payoffs(game: Game[Any, Any], s: Any, pool: Pool, watch: Watch) -> Vector:
    """The payoffs of all players at a terminal."""
    watch.leaf(0.0)
    v = tuple(float(game.utility(s, p)) for p in range(game.players))
    pool.see(game, v)
    return v


def estimate(game: Game[Any, Any], s: Any, watch: Watch) -> Vector:
    """The game's evaluation for all players."""
    watch.horizon(0.0)
    return tuple(float(game.evaluate(s, p)) for p in range(game.players))


def playout(game: Game[Any, Any], s: Any, pool: Pool, watch: Watch) -> Vector:
    """Play at random to the end."""
    for _ in range(MOST_PLAYED):
        if game.terminal(s):
            return payoffs(game, s, pool, watch)
        if game.has_chance and game.player(s) == CHANCE:
            s = game.result(s, pool.any_outcome(game, s))
        else:
            s = game.result(s, pool.any_action(game, s))
    return estimate(game, s, watch)


def back_up(game: Game[Any, Any], n: int, v: Vector, pool: Pool) -> None:
    """Count the simulation in all nodes up to the root, and narrow their bounds as long as there is news."""
    pool.count(game, n, v)
    news = True
    while n != ROOT:
        n = pool.cells[n + PARENT]
        news = news and pool.tighten(game, n)
        handed = pool.cells[n + HANDED]
        if handed != 0:
            v = pool.proven(game, handed)
            pool.count(game, handed, v)
        pool.count(game, n, v)
