"""A book: what is proven of the positions near the start of a game, or of any others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.book.file import BadBook, BookFile, Proven, find_difference, read_book
from zermelo.book.keys import find_key
from zermelo.game import Game

UNKNOWN = 1 << 30
"""Plies to an end whose distance is not known."""

LONGEST_LINE = 200
"""Plies of a principal variation."""


class BookMove(NamedTuple):
    """An action, and what is proven of it for the player who moves."""

    action: Any
    value: float
    distance: int | None


@dataclass
class Book:
    """The positions of one game whose values are proven."""

    game: Game[Any, Any]
    file: BookFile

    def __len__(self) -> int:
        return len(self.file.entries)

    def __repr__(self) -> str:
        return f"<Book of {self.game.full_title}: {len(self):,} positions>"

    @property
    def plies(self) -> int | None:
        """The plies from the start within which every position is here; None if not all are."""
        return self.file.header.get("plies")

    def find(self, s: Any) -> Proven | None:
        """What is proven of a position for the player to move; None if nothing is."""
        key = find_key(self.game, s)
        return None if key is None else self.file.entries.get(key)

    def find_move(self, s: Any, a: Any) -> BookMove | None:
        """What is proven of an action for the player who moves."""
        game, mover = self.game, self.game.player(s)
        after = game.result(s, a)
        if game.terminal(after):
            return BookMove(a, float(game.utility(after, mover)), 1)
        found = self.find(after)
        if found is None:
            return None
        value = found.value if game.player(after) == mover else (game.total or 0) - found.value
        return BookMove(a, value, None if found.distance is None else found.distance + 1)

    def moves(self, s: Any) -> list[BookMove]:
        """Every action of which something is proven; the best first."""
        found = (self.find_move(s, a) for a in self.game.options(s))
        known = [move for move in found if move is not None]
        low, high = find_ends(self.game, self.game.player(s))
        return sorted(
            known,
            key=lambda move: (*rank(move, low, high), self.game.order(s, move.action)),
            reverse=True,
        )

    def has_all_moves(self, s: Any, moves: list[BookMove]) -> bool:
        """Is the value of every action proven?"""
        return len(moves) == len(self.game.options(s))

    def follow(self, s: Any, first: BookMove) -> list[Any]:
        """Best play from an action on, as far as it is known."""
        line: list[Any] = []
        move: BookMove | None = first
        while move is not None and len(line) < LONGEST_LINE:
            line.append(move.action)
            s = self.game.result(s, move.action)
            move = None if self.game.terminal(s) else self._choose(s)
        return line

    def _choose(self, s: Any) -> BookMove | None:
        """The best action, if it is known which is the best."""
        moves, own = self.moves(s), self.find(s)
        if not moves:
            return None
        is_best = own is not None and moves[0][1:] == (own.value, own.distance)
        return moves[0] if is_best or self.has_all_moves(s, moves) else None

    def tally(self) -> Iterator[tuple[int, dict[float, int]]]:
        """Yield each ply from the start, and how many positions have which payoff of player 0.

        Every position is counted, its mirror image too; only those in which a player moves.
        """
        layer: dict[Any, None] = {self.game.start(): None}
        for ply in range((self.plies or 0) + 1):
            counts: dict[float, int] = {}
            for s in layer:
                found = self.find(s)
                if found is None:
                    raise BadBook(f"the book lacks {self.game.dump(s)}")
                is_first = self.game.player(s) == 0
                value = found.value if is_first else (self.game.total or 0) - found.value
                counts[value] = counts.get(value, 0) + 1
            yield ply, dict(sorted(counts.items(), reverse=True))
            layer = list_successors(self.game, layer)


def list_successors(game: Game[Any, Any], layer: dict[Any, None]) -> dict[Any, None]:
    """The positions one ply after others, without those that end the game."""
    after = (game.result(s, a) for s in layer for a in game.options(s))
    return {s: None for s in after if not game.terminal(s)}


def find_ends(game: Game[Any, Any], player: int) -> tuple[float, float]:
    """The lowest and the highest payoff of a player."""
    return game.payoff_range(player) or game.bounds_for(game.start(), player)


def rank(move: BookMove, low: float, high: float) -> tuple[float, int]:
    """How much a player wants an action: soon if it wins, late if it loses."""
    plies = UNKNOWN if move.distance is None else move.distance
    return move.value, -plies if move.value == high else plies if move.value == low else 0


def open_book(path: Path | str, game: Game[Any, Any]) -> Book:
    """The book in a file. Raise `BadBook` if it is not of this game as its rules are now."""
    file = read_book(Path(path))
    if difference := find_difference(file.header, game):
        raise BadBook(f"{path} {difference}: make it again (zermelo book make)")
    return Book(game, file)
