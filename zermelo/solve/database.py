"""A database: the outcome of every position of a game, read from its file.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> db = solve_game(TicTacToe(), Path(folder.name) / "ttt.zdb", gear="plain")
>>> db.positions
5478
>>> print(db.probe(db.game.after(["a1"])))
tie in 8 plies
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from zermelo import catalogue
from zermelo.errors import BadLimit, BadPosition, Unsuitable, ZermeloError
from zermelo.formatting import format_number
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.solve.blocks import BadDatabase, BlockFile
from zermelo.solve.digest import digest_play, digest_rules
from zermelo.solve.kernels import rank_word
from zermelo.solve.keys import Array, find_places, list_keys, read_key
from zermelo.solve.packing import read_packing
from zermelo.solve.progress import Report
from zermelo.solve.solver import Solver
from zermelo.solve.words import Expectation, Outcome, WordCode

KEPT_BLOCKS = 64
"""Blocks that a database keeps in memory."""


class MoveOutcome(NamedTuple):
    """An action and what it leads to."""

    action: Any
    outcome: Outcome | Expectation


class Database:
    """The outcomes of all positions of a game.

    The game may be left out: then it is found by the name in the file. A game that is played by the
    same rules from other start states will do, too: chess for a database of chess-ending:KQK.
    """

    def __init__(self, path: Path | str, game: Game[Any, Any] | None = None) -> None:
        self.path = Path(path)
        self.blocks = BlockFile(self.path)
        self.header = self.blocks.header
        self.game = self._choose_game(game)
        self.packing = read_packing(self.header["packing"], self.game.full_title)
        self.code = WordCode(tuple(self.header["payoffs"]), self.header["middle"])
        self._kept: OrderedDict[int, tuple[Array, Array]] = OrderedDict()

    def _choose_game(self, given: Game[Any, Any] | None) -> Game[Any, Any]:
        """The game of the file: the given one, or one that is played like it."""
        if given is not None and digest_rules(given) == self.header["digest"]:
            return given
        own = find_game(self.header, self.path)
        if digest_rules(own) != self.header["digest"]:
            raise BadDatabase(
                f"{self.path} was made with other rules of {self.header['game']}: solve it again"
            )
        if given is not None and digest_play(own) != digest_play(given):
            raise BadDatabase(
                f"{self.path} was made with other rules: those of {self.header['game']}, which is "
                f"not played like {given.full_title}"
            )
        return own

    @property
    def positions(self) -> int:
        """The number of positions."""
        return self.blocks.positions

    def __len__(self) -> int:
        return self.positions

    def __repr__(self) -> str:
        return f"<Database of {self.header['game']}: {self.positions:,} positions, {self.path}>"

    @property
    def is_exact(self) -> bool:
        """Are the values payoffs with a remoteness, and not expectations?"""
        return bool(self.blocks.kind.kind != "f")

    def probe(self, s: Any) -> Outcome | Expectation:
        """What best play of all sides leads to from a position."""
        value = self.find(s)
        if value is None:
            raise BadPosition(
                f"{self.path} does not hold {self.game.dump(s)}: play cannot reach it"
            )
        mover = 0 if self.game.terminal(s) else self.game.player(s)
        return self.explain(value, max(mover, 0))

    def explain(self, value: Any, player: int) -> Outcome | Expectation:
        """What a value of the file means for a player."""
        if self.is_exact:
            return self.code.explain(int(value), player)
        numbers = tuple(float(v) for v in np.atleast_1d(value))
        if len(numbers) == 1 and self.game.players == 2:
            numbers = (numbers[0], (self.game.total or 0) - numbers[0])
        return Expectation(numbers, self.header["error"])

    def find(self, s: Any) -> Any:
        """The value of a position as the file has it; None if the position is not there."""
        key = self.packing.encode(self.game, s)
        if key < 0:
            return None
        keys, values = self._read(self.blocks.find_block(key))
        (at,) = find_places(keys, key)
        return values[at] if at < len(keys) and read_key(keys, at) == key else None

    def moves(self, s: Any) -> list[MoveOutcome]:
        """Every action, and what it leads to for the player who moves; the best first."""
        if self.game.terminal(s):
            return []
        mover = self.game.player(s)
        pairs = [(a, self.find(self.game.result(s, a))) for a in self.game.options(s)]
        found = [(a, value) for a, value in pairs if value is not None]
        if mover != CHANCE:
            found.sort(key=lambda pair: self._rank(pair[1], mover), reverse=True)
        return [MoveOutcome(a, self.explain(value, max(mover, 0))) for a, value in found]

    def _rank(self, value: Any, mover: int) -> float:
        """How much a player wants a value."""
        if self.is_exact:
            return rank_word(int(value), mover, self.code.table.tolist())
        outcome = self.explain(value, mover)
        assert isinstance(outcome, Expectation)
        return outcome.payoffs[mover]

    def _read(self, number: int) -> tuple[Array, Array]:
        if number in self._kept:
            self._kept.move_to_end(number)
        else:
            self._kept[number] = self.blocks.read(number)
            while len(self._kept) > KEPT_BLOCKS:
                self._kept.popitem(last=False)
        return self._kept[number]

    def iterate(self) -> Iterator[tuple[Any, Any]]:
        """Yield every position with its value as the file has it, in the order of keys."""
        for keys, words in self.blocks.read_all():
            for key, word in zip(list_keys(keys), words.tolist(), strict=True):
                yield self.packing.decode(self.game, key), word

    def tally(self) -> list[tuple[float | None, int | None, int]]:
        """(payoff of player 0, remoteness, positions), as the header has them.

        A draw, which never ends, has neither.
        """
        rows = []
        for word, count in self.header["tally"]:
            outcome = self.code.explain(word, 0)
            rows.append((outcome.payoff, outcome.remoteness, count))
        return rows

    def require_tally(self) -> list[tuple[float | None, int | None, int]]:
        """The same; refuses a database of expectations, which are not counted."""
        if not self.is_exact:
            raise Unsuitable(
                f"{self.path} holds expectations: a tally counts payoffs with a remoteness"
            )
        return self.tally()

    def summary(self) -> dict[str, int]:
        """Positions by payoff of player 0, from the highest."""
        counts: dict[str, int] = {}
        for payoff, _, count in self.tally():
            name = "draw" if payoff is None else format_number(payoff)
            counts[name] = counts.get(name, 0) + count
        return dict(sorted(counts.items(), key=lambda pair: _order(pair[0])))


def _order(name: str) -> float:
    return 1e300 if name == "draw" else -float(name.replace("−", "-"))


def find_game(header: dict[str, Any], path: Path) -> Game[Any, Any]:
    """The game that a header names."""
    try:
        return catalogue.game(header["game"])
    except ZermeloError as error:
        raise BadDatabase(
            f"{path} is of {header['game']!r}, which is not found here: {error}"
        ) from None


def require_place(path: Path) -> None:
    """Refuse a path at which no file can be written, before the work."""
    if not path.parent.is_dir():
        raise BadLimit(f"{path.parent} is not a folder: make it first, or name another file")
    if path.is_dir():
        raise BadLimit(f"{path} is a folder: name a file")
    if not os.access(path.parent, os.W_OK):
        raise BadLimit(f"{path.parent} cannot be written to: name a file in another folder")


def solve_game(
    game: Game[Any, Any],
    path: Path | str,
    *,
    workers: int = 1,
    memory: int = 1024,
    resume: bool = False,
    gear: Gear = "auto",
    is_symmetric: bool = False,
    ray: str | None = None,
    report: Report | None = None,
) -> Database:
    """Solve every position of a game, write the database, and open it.

    workers       processes
    memory        MiB for all of them
    resume        go on with what a solver that was killed has left beside the file
    is_symmetric  keep one position of those that `canonical` takes for the same
    ray           "local", or the address of a cluster whose machines all see the file's folder
    """
    path = Path(path)
    require_place(path)
    solver = Solver(
        game,
        path.with_name(path.name + ".work"),
        workers=workers,
        memory=memory,
        gear=gear,
        is_symmetric=is_symmetric,
        ray=ray,
        report=report,
    )
    solver.run(path, resume)
    return Database(path, game)
