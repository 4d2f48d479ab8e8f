"""Levels 1 to 10: how strong an opponent is, for the command, Python and the studio.

A level is an amount of work, not a time: a number of nodes, in Monte Carlo search of playouts. So
an opponent is as strong on a slow or busy machine, and before its code is compiled, as on a fast
one. Levels 1 to 4 look a few plies ahead and err on purpose: they play the best of a few moves
whose values are blurred by noise. The noise, and the playouts, follow a seed.

A search at a level begins with an empty table, so its answer depends on the position, the level and
the seed alone. It ends early when the move is clear (`ClearMove`). Level 10 knows the book of the
game, if the package has one.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> answer = choose_move(game, game.after(["a1", "b1", "a2", "b2"]), 5, gear="plain")
>>> answer.action_name, answer.value
('a3', 1.0)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.book.knowledge import open_knowledge
from zermelo.engine.outcome import find_payoff_range
from zermelo.engine.searcher import make_searcher
from zermelo.errors import BadLimit, NotCompilable
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits, Progress
from zermelo.frame.run import last, warn_once
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.result import Result
from zermelo.tree import Tree

CANDIDATES = 8
"""The best moves (MultiPV) among which a level with noise chooses."""

PLAIN_NODES, PLAIN_PLAYOUTS = 100_000, 1_000
"""The most work in the plain gear. Stronger levels need the compiler; in a game that does not
compile, they do this much."""

HASTY_NODES = 100
"""Nodes of a move that cannot wait."""

SMALL_TABLE, LARGE_TABLE = 16.0, 64.0
"""MiB of table. What the plain gear can do has the same table in both gears: so has its answer."""


@dataclass(frozen=True)
class Level:
    """The work and the noise of one level."""

    nodes: int
    depth: int | None = None
    noise: float = 0.0
    """Standard deviation of the noise on a move's value, as a share of half the payoff range."""
    has_playouts: bool = False
    """Is a node a playout of Monte Carlo search?"""
    has_book: bool = False
    """Does it play what the package's book of the game has proven?"""

    @property
    def lines(self) -> int:
        """The number of best moves that the search reports."""
        return CANDIDATES if self.noise else 1

    @property
    def is_plain(self) -> bool:
        """Can the plain gear do all the work?"""
        return self.nodes <= (PLAIN_PLAYOUTS if self.has_playouts else PLAIN_NODES)

    @property
    def table(self) -> float:
        """MiB of table or tree."""
        return SMALL_TABLE if self.is_plain else LARGE_TABLE

    def in_plain_gear(self) -> Level:
        """The level as far as the plain gear goes."""
        most = PLAIN_PLAYOUTS if self.has_playouts else PLAIN_NODES
        return replace(self, nodes=min(self.nodes, most))

    def describe(self) -> str:
        """The level in a few words.

        >>> LEVELS[2].describe(), LEVELS[9].describe()
        ('2 plies, blunders', '2,000,000 nodes')
        """
        if self.depth is None:
            return f"{self.nodes:,} {'playouts' if self.has_playouts else 'nodes'}"
        plies = "1 ply" if self.depth == 1 else f"{self.depth} plies"
        return f"{plies}, {'blunders' if self.noise >= OFTEN else 'errs'}"


OFTEN = 0.1
"""Noise from which a level is said to blunder."""

LEVELS: dict[int, Level] = {
    1: Level(10_000, 1, 0.2),
    2: Level(10_000, 2, 0.1),
    3: Level(10_000, 3, 0.05),
    4: Level(10_000, 4, 0.02),
    5: Level(10_000),
    6: Level(30_000),
    7: Level(100_000),
    8: Level(400_000),
    9: Level(2_000_000),
    10: Level(15_000_000, has_book=True),
}
"""The levels of searches that look ahead."""

PLAYOUTS = (30, 60, 120, 250, 500, 1_000, 2_500, 6_000, 20_000, 60_000)
SAMPLED: dict[int, Level] = {
    number: Level(count, has_playouts=True) for number, count in enumerate(PLAYOUTS, 1)
}
"""The levels of Monte Carlo search. Few playouts are noise enough."""

USUAL = 7
"""The level of a game without limits."""


def levels(game: Game[Any, Any]) -> dict[int, Level]:
    """The levels of a game, by number.

    >>> from zermelo.games.go import Go
    >>> levels(Go())[4].describe()
    '250 playouts'
    """
    return SAMPLED if game.preferred_search == "mcts" else LEVELS


def find_level(game: Game[Any, Any], number: int) -> Level:
    """The level of this number in a game."""
    if number not in LEVELS:
        raise BadLimit(f"level is {number}; levels are {min(LEVELS)} to {max(LEVELS)}")
    return levels(game)[number]


# ---------------------------------------------------------------------- a move at a level


def choose_move(
    game: Game[Any, Any], s: Any, number: int = USUAL, *, gear: Gear = "auto", **options: Any
) -> Result[Any]:
    """Return the answer of a level for the player to move: the one function of all levels.

    Options are `seed`, `progress` and `cancel`. In gear="auto" a game that does not compile is
    searched plain.
    """
    level = find_level(game, number)
    if gear != "auto":
        return last(iterate_level(game, s, level, gear, **options))
    try:
        chosen: Gear = "plain" if isinstance(game, Tree) or level.is_plain else "compiled"
        return last(iterate_level(game, s, level, chosen, **options))
    except NotCompilable as error:
        warn_once(game.full_title, str(error))
        return last(iterate_level(game, s, level, "plain", **options))


def iterate_level(
    game: Game[Any, Any],
    s: Any,
    level: Level,
    gear: Gear,
    *,
    seed: int = 0,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> Iterator[Result[Any]]:
    """Yield better and better results in one gear; the last has the move of the level."""
    level = level.in_plain_gear() if gear == "plain" else level
    limits = Limits(level.depth, level.nodes, None, level.lines, game.player(s), progress)
    if level.has_book and (known := open_knowledge(game).answer(s, Limits(player=limits.player))):
        yield known
        return
    searcher = make_searcher(game, memory=level.table, gear=gear, seed=seed)
    clear = ClearMove(game, s, level, gear)
    result: Result[Any] | None = None
    for result in searcher.iterate(s, limits, cancel):
        yield result
        if clear.is_clear(result):
            yield replace(result, notes=(*result.notes, CLEAR_NOTE))
            return
    if level.noise and result is not None:
        yield add_noise(game, s, result, level, seed)


def choose_hastily(game: Game[Any, Any], s: Any) -> Result[Any]:
    """Return a move at once, for a search that was stopped before it had found any."""
    limits = Limits(1, HASTY_NODES, player=game.player(s))
    result = last(make_searcher(game, memory=SMALL_TABLE, gear="plain").iterate(s, limits))
    if result.action_name is not None:
        return result
    a = max(game.options(s), key=lambda a: game.order(s, a))
    return replace(result, action=a, action_name=game.name(s, a), line=(game.name(s, a),))


def add_noise(
    game: Game[Any, Any], s: Any, result: Result[Any], level: Level, seed: int
) -> Result[Any]:
    """Return the result with the move that is best when each value is blurred by noise."""
    legal = game.options(s)
    known = [one for one in result.variations if one.value is not None and one.action in legal]
    if len(known) < 2:
        return result
    rng = random.Random(f"{seed} {level.depth} {s!r}")
    blur = level.noise * measure_scale(game, s)
    best = max(known, key=lambda one: float(one.value or 0) + rng.gauss(0, blur))
    if best.action == result.action:
        return result
    return replace(
        result,
        action=best.action,
        action_name=best.line[0],
        line=best.line,
        value=best.value,
        exact=best.exact,
        distance=best.distance,
    )


def measure_scale(game: Game[Any, Any], s: Any) -> float:
    """Half the payoff range of the player to move; 1 where it is not known."""
    ends = find_payoff_range(game, s, game.player(s))
    return 1.0 if ends is None else (ends[1] - ends[0]) / 2


# ---------------------------------------------------------------------- a clear move

CLEAR_NOTE = "ended early: the move is clear"

STEADY = 4
"""The depths in a row that chose the same move before it may be clear."""

CLEAR_LEAD = 0.25
"""What a clear move is better than the second best, as a share of half the payoff range."""

EARLIEST = 8
"""A move is called clear only after 1/EARLIEST of the level's nodes are searched."""


class ClearMove:
    """Tells when more search would hardly change the move. Only for levels above the plain gear's.

    Monte Carlo search: no other move can have more visits at the end. Other searches: the last
    depths chose the same move, and a search of half the depth says that the second best is much
    worse. That search is made once.
    """

    def __init__(self, game: Game[Any, Any], s: Any, level: Level, gear: Gear) -> None:
        self.game, self.s, self.level, self.gear = game, s, level, gear
        self.is_checked = level.is_plain

    def is_clear(self, result: Result[Any]) -> bool:
        """Is the move of an unfinished search clear?"""
        if self.level.is_plain or result.stopped or result.exact:
            return False
        return self._is_decided(result) if self.level.has_playouts else self._is_ahead(result)

    def _is_decided(self, result: Result[Any]) -> bool:
        """Can no other move be visited more often, whatever the playouts that are left say?"""
        visits = sorted((one.visits for one in result.values), reverse=True)
        left = self.level.nodes - result.nodes
        return left > 0 and len(visits) > 1 and visits[0] - visits[1] > left

    def _is_ahead(self, result: Result[Any]) -> bool:
        """Has the same move been best for some depths, and is it far ahead?"""
        chosen = [step.action for step in result.history[-STEADY:]]
        is_steady = len(chosen) == STEADY and set(chosen) == {result.action}
        is_early = result.nodes * EARLIEST < self.level.nodes
        if self.is_checked or is_early or not is_steady:
            return False
        self.is_checked = True
        return self._measure_lead(result) >= CLEAR_LEAD * measure_scale(self.game, self.s)

    def _measure_lead(self, result: Result[Any]) -> float:
        """How much better the move is than the second best, at half the depth."""
        limits = Limits(
            max(result.depth // 2, 1), self.level.nodes // EARLIEST, None, 2, result.player
        )
        other = last(make_searcher(self.game, gear=self.gear).iterate(self.s, limits))
        values = [one.value for one in other.variations]
        if other.action != result.action or len(values) < 2:
            return 0.0
        return float(values[0] or 0) - float(values[1] or 0)
