"""The protocol of the engine's searches, and the one function that says which search suits a game.

==========  ====================================================================================
pvs         two players without chance: principal-variation search, the engine
star        one or two players with chance: expectiminimax with Star1 and Star2
maxn        more than two players, with chance or without: max^n
paranoid    one player against all others
mcts        any game, by random playouts; for a game that prefers it (go)
==========  ====================================================================================

>>> from zermelo.games.pig import Pig
>>> searcher = make_searcher(Pig())
>>> [result.history[-1].depth for result in searcher.iterate(Pig().start(), Limits(depth=2))]
[1, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from zermelo.algorithm import Algorithm, choose_for
from zermelo.contract import require_game
from zermelo.engine.engine import PVS, Engine
from zermelo.engine.maxn import MAXN, MaxnOptions, iterate_maxn
from zermelo.engine.mcts import MCTS, Mcts
from zermelo.engine.mcts.search import Rollout
from zermelo.engine.paranoid import PARANOID, iterate_paranoid
from zermelo.engine.probing import ProbingSearcher, probe_database
from zermelo.engine.star import STAR, iterate_star
from zermelo.engine.star_table import StarOptions
from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.history import GameWithHistory, StateWithHistory
from zermelo.result import Result
from zermelo.search.minimax import minimax
from zermelo.search.registry import find
from zermelo.solve.probe import DatabaseProbe

SEARCHES = (PVS, STAR, MAXN, PARANOID, MCTS)
"""The searches of the engine that answer step by step."""


class Searcher(Protocol):
    """A search of one game. It may keep what it found for the next question."""

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield better and better results; the last one is the answer."""
        ...


@dataclass(frozen=True)
class SearcherOptions:
    """What a searcher is made of.

    memory   MiB of the transposition table, or of the tree of Monte Carlo search
    without  features of the search that are left out
    gear     "auto", "plain" or "compiled"
    threads  of pvs: threads that search together
    driver   of pvs: "pvs" or "mtd", how it searches a depth
    seed     of mcts: the seed of its playouts
    rollout  of mcts: what a new leaf is worth, a playout by the game's own policy if it has one
             ("auto"), at "random", or "evaluate"
    c, rave  of mcts: how much it explores, and how much actions taken later count; None: as the
             game says
    database the file of a database that the search probes
    """

    memory: float = 64
    without: Sequence[str] = ()
    gear: Gear = "auto"
    threads: int = 1
    driver: str = "pvs"
    seed: int = 0
    rollout: Rollout = "auto"
    c: float | None = None
    rave: float | None = None
    database: str = ""


def make_searcher(game: Game[Any, Any], *, search: str | None = None, **options: Any) -> Searcher:
    """A searcher for a game: the search that suits it, or the one named. Options as in
    `SearcherOptions`."""
    require_game(game)
    chosen = SearcherOptions(**options)
    if isinstance(game, GameWithHistory):
        return HistorySearcher(game, make_searcher(game.game, search=search, **options))
    kind = choose_search(game) if search is None else find(search, SEARCHES)
    if kind is not PVS and (chosen.threads != 1 or chosen.driver != "pvs"):
        raise BadLimit(f"threads and driver are options of pvs; {kind.name} has neither")
    unknown = sorted(set(chosen.without) - set(kind.features))
    if unknown:
        raise BadLimit(
            f"no feature is called {unknown[0]!r}; "
            f"features of {kind.name}: {' '.join(kind.features) or 'none'}"
        )
    if not chosen.database:
        return MAKERS[kind](game, chosen)
    if kind is not PVS:
        return probe_database(game, chosen.database, lambda ended: MAKERS[kind](ended, chosen))
    return ProbingSearcher(
        game, chosen.database, lambda db: _make_pvs(game, chosen, DatabaseProbe(db))
    )


def choose_search(game: Game[Any, Any]) -> Algorithm:
    """The search that suits a game: the one it prefers, or by its players and its chance nodes.

    >>> from zermelo.games.pig import Pig
    >>> choose_search(Pig()).name
    'star'
    """
    return choose_for(SEARCHES, game)


class FreshSearcher:
    """A search that begins anew with each question: star, paranoid, max^n."""

    def __init__(
        self,
        game: Game[Any, Any],
        iterate: Callable[..., Iterator[Result[Any]]],
        options: StarOptions | MaxnOptions,
        gear: Gear,
    ) -> None:
        self.game, self.iterate_options, self.options, self.gear = game, iterate, options, gear

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield a result for each depth; the last one is the answer."""
        options = replace(self.options, lines=limits.lines)
        return self.iterate_options(self.game, s, options, **limits.options(self.gear, cancel))


class HistorySearcher:
    """The search of a game itself, for the game that remembers its positions.

    The positions before are handed to it; an action that the memory forbids is not chosen.
    """

    def __init__(self, game: GameWithHistory, inner: Searcher) -> None:
        self.game, self.inner = game, inner

    def iterate(
        self, s: StateWithHistory, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield better and better results; the last one is the answer."""
        if self.game.terminal(s):  # the game itself may go on: only its memory knows the end
            yield replace(minimax(self.game, s, gear="plain"), algorithm="engine")
            return
        legal = self.game.options(s)
        for result in self.inner.iterate(s.state, replace(limits, past=s.past), cancel):
            if result.action_name is not None and result.action not in legal:
                name = self.game.name(s, legal[0])
                yield replace(result, action=legal[0], action_name=name, line=(name,), exact=False)
            else:
                yield result


def _make_pvs(
    game: Game[Any, Any], chosen: SearcherOptions, database: DatabaseProbe | None = None
) -> Searcher:
    return Engine(
        game,
        memory=chosen.memory,
        without=chosen.without,
        gear=chosen.gear,
        threads=chosen.threads,
        driver=chosen.driver,
        database=database,
    )


def _make_fresh(kind: Algorithm, game: Game[Any, Any], chosen: SearcherOptions) -> Searcher:
    """A search of FRESH, without the features that are left out."""
    iterate, make_options = FRESH[kind]
    options = make_options(memory=chosen.memory, **dict.fromkeys(chosen.without, False))
    return FreshSearcher(game, iterate, options, chosen.gear)


def _make_mcts(game: Game[Any, Any], chosen: SearcherOptions) -> Searcher:
    return Mcts(
        game,
        c=chosen.c,
        rave=chosen.rave,
        memory=chosen.memory,
        gear=chosen.gear,
        seed=chosen.seed,
        rollout=chosen.rollout,
    )


FRESH: dict[Algorithm, tuple[Callable[..., Iterator[Result[Any]]], Callable[..., Any]]] = {
    STAR: (iterate_star, StarOptions),
    PARANOID: (iterate_paranoid, StarOptions),
    MAXN: (iterate_maxn, MaxnOptions),
}
"""The searches that begin anew with each question: what iterates, and its options."""

MAKERS: dict[Algorithm, Callable[[Game[Any, Any], SearcherOptions], Searcher]] = {
    PVS: _make_pvs,
    MCTS: _make_mcts,
    **{kind: partial(_make_fresh, kind) for kind in FRESH},
}
