"""A search that probes a database: at the root, and at the leaves of what is not in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits
from zermelo.game import Game
from zermelo.result import Result
from zermelo.solve.agent import DatabaseAgent
from zermelo.solve.database import Database
from zermelo.solve.known_ends import with_database


class ProbingSearcher:
    """Answers from a database where it holds the position, else by a search that probes it."""

    def __init__(self, game: Game[Any, Any], path: str, make: Callable[[Database], Any]) -> None:
        self.known, self.make = DatabaseAgent(game, path), make
        self.search: Any = None
        """The search; made when it is needed, because the probe takes time and memory."""

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield one result from the database, or better and better ones of the search."""
        if self.known.db.find(s) is not None:
            yield from self.known.iterate(s, limits, cancel)
            return
        if self.search is None:
            self.search = self.make(self.known.db)
        yield from self.search.iterate(s, limits, cancel)


class KnownEndsSearcher:
    """Any search of a game that ends where a database knows the value.

    Such an end is not that of the game: the plies to it are not a distance, and left out.
    """

    def __init__(
        self, game: Game[Any, Any], db: Database, make: Callable[[Game[Any, Any]], Any]
    ) -> None:
        self.search = make(with_database(game, db))

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield the results of the search."""
        for result in self.search.iterate(s, limits, cancel):
            variations = tuple(replace(one, distance=None) for one in result.variations)
            yield replace(result, distance=None, variations=variations)


def probe_database(
    game: Game[Any, Any], path: str, make: Callable[[Game[Any, Any]], Any]
) -> ProbingSearcher:
    """The search that `make` returns for a game, which probes a database at root and leaves."""
    return ProbingSearcher(game, path, lambda db: KnownEndsSearcher(game, db, make))
