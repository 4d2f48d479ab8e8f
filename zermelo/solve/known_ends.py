"""A game that ends where a database knows the value: every search of it probes the database.

A position that the database holds is a terminal, worth what best play leads to. The rules are those
of the game, so that a search needs no text of its own to probe, in either gear.

>>> from zermelo.games.nim import Nim
>>> from zermelo.search import minimax
>>> from zermelo.solve.database import solve_game
>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> db = solve_game(Nim(2, 2), f"{folder.name}/nim.zdb", gear="plain")
>>> game = with_database(Nim(3, 2), db)
>>> minimax(game, gear="plain").nodes < minimax(Nim(3, 2), gear="plain").nodes
True
"""

from __future__ import annotations

from typing import Any

import numpy as np

from zermelo.bits import FULL
from zermelo.game import Game
from zermelo.solve.database import Database
from zermelo.solve.keys import Array
from zermelo.solve.probe import PROBE_MEMORY, ProbedPositions


class ScratchRow(np.ndarray[Any, Any]):
    """A row of cells that rules in Python write and read as ints, and machine code as words.

    >>> row = make_row(2)
    >>> row[0] = 2**64 - 1
    >>> row[0] - 2**63
    -9223372036854775809
    """

    def __getitem__(self, i: Any) -> Any:
        return int(super().__getitem__(i))

    def __setitem__(self, i: Any, x: Any) -> None:
        x = int(x) & FULL
        super().__setitem__(i, x - (1 << 64) if x >> 63 else x)


def make_row(count: int) -> ScratchRow:
    """A row of zeros."""
    return np.zeros(count, np.int64).view(ScratchRow)


class ProbedPayoffs(ProbedPositions):
    """The same, with a payoff for each player as values."""

    def __init__(self, db: Database, memory: float = PROBE_MEMORY) -> None:
        super().__init__(db, memory)
        self.values = find_payoffs(db, self.values)
        self.row = make_row(self.packing.room)

    def payoff(self, place: int, p: int) -> float:
        """The payoff of player p at a place."""
        return float(self.values[place * self.game.players + p])


def find_payoffs(db: Database, values: Array) -> Array:
    """What each player gets, position by position; play without end is worth a tie."""
    players, total = db.game.players, float(db.game.total or 0)
    if db.is_exact:
        table = np.array([*db.code.payoffs, db.code.middle])
        values = table[values & (1 << db.code.bits) - 1]
    if players != 2 or values.ndim > 1:
        return np.ascontiguousarray(values, np.float64).reshape(-1)
    return np.stack([values, total - values], axis=1).astype(np.float64).reshape(-1)


class KnownEnds:
    """The rules of a game, ended where a database holds the position. Mixed into its class."""

    unended: Any
    known: ProbedPayoffs

    def terminal(self, s: Any) -> bool:
        """Is the game over here, or is the value known?"""
        return bool(self.unended.terminal(s)) or self.known.find_place(s) >= 0

    def utility(self, s: Any, p: int) -> float:
        """The payoff of the game, or of best play."""
        if self.unended.terminal(s):
            return float(self.unended.utility(s, p))
        return self.known.payoff(self.known.find_place(s), p)


def with_database(game: Game[Any, Any], db: Database) -> Game[Any, Any]:
    """The game, ended where a database holds the position."""
    kind = type(type(game).__name__, (KnownEnds, type(game)), {})
    ended: Game[Any, Any] = object.__new__(kind)
    vars(ended).update(vars(game), unended=game, known=ProbedPayoffs(db))
    return ended
