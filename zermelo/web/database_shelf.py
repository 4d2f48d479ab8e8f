"""The databases of the command line, which answer for the positions that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.history import GameWithHistory
from zermelo.result import Result

if TYPE_CHECKING:  # the server starts without numpy
    from zermelo.solve.agent import DatabaseAgent


@dataclass(frozen=True)
class DatabaseAnswers:
    """The answers of a database, in the place of a search."""

    agent: DatabaseAgent
    gear: Gear = "plain"

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield one result, with the value and the remoteness of every move."""
        return self.agent.iterate(s, limits, cancel)


SEATS = {"db": 0.0, "db,errs=0.1": 0.1, "db,errs=0.3": 0.3}
"""The agents that a database is, and the share of their moves that are not best."""


class DatabaseShelf:
    """The databases by the games that they are good for."""

    def __init__(self, paths: Sequence[str] = ()) -> None:
        self.paths = tuple(paths)
        self.known: dict[str, DatabaseAnswers | None] = {}

    def list_games(self) -> list[str]:
        """The games of the databases; refuses a file that is none, or of other rules."""
        if not self.paths:
            return []
        from zermelo.solve import Database

        return [str(Database(path).header["game"]) for path in self.paths]

    def list_agents(self, name: str, game: Game[Any, Any]) -> list[str]:
        """The agents that play a game by a database: perfect, and with errors."""
        return list(SEATS) if self.get(name, game) is not None else []

    def seat(
        self, name: str, game: Game[Any, Any], agent: str | None, seed: int
    ) -> DatabaseAnswers | None:
        """The database as an agent of its game; None if the agent is another one."""
        known = self.get(name, game) if agent in SEATS else None
        return known and DatabaseAnswers(known.agent.copy_with(SEATS[agent or ""], seed))

    def find(self, name: str, game: Game[Any, Any], s: Any) -> DatabaseAnswers | None:
        """The database that holds a position of a game, if there is one."""
        known = self.get(name, game)
        state = s.state if isinstance(game, GameWithHistory) else s
        return None if known is None or known.agent.db.find(state) is None else known

    def get(self, name: str, game: Game[Any, Any]) -> DatabaseAnswers | None:
        """The database of a game, if there is one."""
        if name not in self.known:
            self.known[name] = self._open(game)
        return self.known[name]

    def _open(self, game: Game[Any, Any]) -> DatabaseAnswers | None:
        """The first database that is played like a game."""
        if not self.paths:
            return None
        from zermelo.solve.agent import DatabaseAgent
        from zermelo.solve.blocks import BadDatabase

        own = game.game if isinstance(game, GameWithHistory) else game
        for path in self.paths:
            with suppress(BadDatabase):
                return DatabaseAnswers(DatabaseAgent(own, path))
        return None
