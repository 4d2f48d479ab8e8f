"""The databases of the command line, which answer for the positions that they hold."""

from __future__ import annotations

import re
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


SEAT = re.compile(r"db(?:,errs=(0(?:\.\d{1,3})?|1))?")
"""An agent that a database is: perfect, or with the share of its moves that are not best."""

OFFERED = ("db", "db,errs=0.1", "db,errs=0.3")


def read_errors(agent: object) -> float | None:
    """The share of errors of an agent that a database is; None if it is another one.

    >>> read_errors("db"), read_errors("db,errs=0.25"), read_errors("mcts")
    (0.0, 0.25, None)
    """
    found = SEAT.fullmatch(agent) if isinstance(agent, str) else None
    return None if found is None else float(found[1] or 0)


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

    def list_agents(self, name: str, game: Game[Any, Any], asked: object) -> list[str]:
        """The agents that play a game by a database: perfect, and with errors.

        The one that is asked for is among them, if its share of errors is a share.
        """
        if self.get(name, game) is None:
            return []
        return [*OFFERED, *([] if read_errors(asked) is None else [str(asked)])]

    def seat(
        self, name: str, game: Game[Any, Any], agent: str | None, seed: int
    ) -> DatabaseAnswers | None:
        """The database as an agent of its game; None if the agent is another one."""
        errs = read_errors(agent)
        known = None if errs is None else self.get(name, game)
        return known and DatabaseAnswers(known.agent.copy_with(errs or 0.0, seed))

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
