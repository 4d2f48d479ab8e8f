"""Positions with a property, out of a database: puzzles.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> from zermelo.solve.database import solve_game
>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> db = solve_game(TicTacToe(), f"{folder.name}/ttt.zdb", gear="plain")
>>> first = next(find_puzzles(db, win_in=3, is_unique=True))
>>> first.outcome.remoteness, len(first.solutions)
(3, 1)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.errors import BadLimit, Unsuitable
from zermelo.formatting import format_plural
from zermelo.game import CHANCE
from zermelo.solve.database import Database
from zermelo.solve.keys import Array, list_keys
from zermelo.solve.words import Outcome


@dataclass(frozen=True)
class Puzzle:
    """A position that its mover wins, and the actions that keep the quickest win."""

    state: Any
    position: str
    text: str
    mover: str
    outcome: Outcome
    solutions: tuple[str, ...]

    @property
    def task(self) -> str:
        """What is asked."""
        plies = format_plural(self.outcome.remoteness or 0, "ply", "plies")
        return f"{self.mover} to move wins in {plies}"

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle for JSON."""
        plies = self.outcome.remoteness
        solutions = list(self.solutions)
        return {
            "position": self.position,
            "mover": self.mover,
            "plies": plies,
            "solutions": solutions,
        }


def find_puzzles(
    db: Database, win_in: int, is_unique: bool = False, seed: int = 0
) -> Iterator[Puzzle]:
    """Yield positions that their mover wins in `win_in` plies, in an order that the seed chooses.

    With `is_unique` only one action wins at all.
    """
    if not db.is_exact:
        raise Unsuitable(f"{db.header['game']} has expectations: puzzles need wins and losses")
    if win_in < 1:
        raise BadLimit(f"win_in is {win_in}; a win takes at least 1 ply")
    rng = np.random.default_rng(seed)
    for number in rng.permutation(len(db.blocks.firsts)).tolist():
        keys, words = db.blocks.read(number)
        places = np.flatnonzero(words >> db.code.bits == win_in)
        rng.shuffle(places)
        yield from _look_through(db, keys[places], words[places], is_unique)


def _look_through(db: Database, keys: Array, words: Array, is_unique: bool) -> Iterator[Puzzle]:
    for key, word in zip(list_keys(keys), words.tolist(), strict=True):
        s = db.packing.decode(db.game, key)
        mover = db.game.player(s)
        outcome = db.code.explain(word, max(mover, 0))
        if mover != CHANCE and outcome.kind == "win":
            puzzle = _make_puzzle(db, s, mover, outcome, is_unique)
            if puzzle is not None:
                yield puzzle


def _make_puzzle(
    db: Database, s: Any, mover: int, outcome: Outcome, is_unique: bool
) -> Puzzle | None:
    """The puzzle of a position; None if more than one action wins and only one shall."""
    game, moves = db.game, db.moves(s)
    wins = [move for move in moves if isinstance(o := move.outcome, Outcome) and o.kind == "win"]
    if is_unique and (len(wins) > 1 or len(moves) == 1):
        return None
    best = [move for move in wins if move.outcome == wins[0].outcome]
    names = tuple(game.name(s, move.action) for move in best)
    return Puzzle(s, game.dump(s), game.text(s), game.player_title(mover), outcome, names)


def find_longest(db: Database, is_unique: bool = False, seed: int = 0) -> Iterator[Puzzle]:
    """Yield the positions whose win takes the most plies, the longest first."""
    lengths = {plies for _, plies, _ in db.tally() if plies}
    for win_in in sorted(lengths, reverse=True):
        yield from find_puzzles(db, win_in, is_unique, seed)


def choose_puzzles(
    db: Database, win_in: int | None, count: int, is_unique: bool = False, seed: int = 0
) -> list[Puzzle]:
    """Some puzzles, at most this many; no two with the same position.

    Without `win_in` those whose win takes the most plies.
    """
    found: dict[str, Puzzle] = {}
    options = is_unique, seed
    puzzles = find_longest(db, *options) if win_in is None else find_puzzles(db, win_in, *options)
    for puzzle in puzzles:
        found.setdefault(puzzle.position, puzzle)
        if len(found) == count:
            break
    return list(found.values())
