"""Answers from what is proven already: a book, and the memory of earlier sessions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from zermelo.book.book import Book, BookMove, find_ends, open_book
from zermelo.book.file import Proven
from zermelo.book.memory import ProvenMemory
from zermelo.book.shelf import find_book
from zermelo.engine.why import list_claims
from zermelo.engine.why_tree import MoveClaim
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits, Question, ask
from zermelo.frame.report import build_result, name_line
from zermelo.frame.run import Run
from zermelo.game import CHANCE, Game
from zermelo.history import GameWithHistory, StateWithHistory
from zermelo.result import Result, RootValue, Variation
from zermelo.tree import Tree
from zermelo.watch import Watch

FROM_BOOK, FROM_MEMORY = "from the book", "from an earlier session"

WORTH_KEEPING = 500
"""The nodes of a proof from which on it is kept: what takes less is found again at once."""

OFTEN = 3
"""Repetitions that end a game, at least, for its proofs to be kept: below that, what is proven
depends on the positions before."""


class Knowledge:
    """What is proven of one game, in the order in which it is asked: the book, then the memory."""

    def __init__(
        self,
        game: Game[Any, Any],
        book: Book | None = None,
        memory: ProvenMemory | None = None,
    ) -> None:
        self.game, self.memory = unwrap(game), memory
        self.sources: list[tuple[Book, str]] = []
        if book is not None:
            self.sources.append((book, FROM_BOOK))
        if memory is not None:
            self.sources.append((memory.book, FROM_MEMORY))

    def answer(self, s: Any, limits: Limits) -> Result[Any] | None:
        """The value of every move, proven; None if it must be searched.

        A limit of depth or nodes asks for a search.
        """
        if limits.depth is not None or limits.nodes is not None or not self.sources:
            return None
        if is_repeating(self.game, s):
            return None
        state = getattr(s, "state", s)
        if self.game.terminal(state) or self.game.player(state) == CHANCE:
            return None
        for book, note in self.sources:
            moves = book.moves(state)
            if moves and is_enough(book, state, moves, limits.lines):
                return report(book, state, moves, limits, note)
        return None

    def iterate(
        self, s: Any, limits: Limits, search: Callable[[], Iterator[Result[Any]]]
    ) -> Iterator[Result[Any]]:
        """Yield what is proven, or the results of a search, and learn from the last one."""
        known = None if limits.past else self.answer(s, limits)
        if known is not None:
            yield known
            return
        result: Result[Any] | None = None
        for result in search():
            yield result
        if result is not None and not limits.past:
            self.learn(s, result)

    @property
    def plies(self) -> int | None:
        """The plies from the start within which a book has every position; None without a book."""
        found = (book.plies for book, note in self.sources if note == FROM_BOOK)
        return next(found, None)

    def value(self, s: Any) -> tuple[Proven, str] | None:
        """What is proven of a position for the player to move, and its source; or None.

        The values of its moves may still have to be searched.
        """
        if is_repeating(self.game, s):
            return None
        state = getattr(s, "state", s)
        found = ((book.find(state), note) for book, note in self.sources)
        return next(((proven, note) for proven, note in found if proven is not None), None)

    def learn(self, s: Any, result: Result[Any]) -> None:
        """Keep what a search has proven, if it was work and has one value for both players."""
        memory, state = self.memory, getattr(s, "state", s)
        if memory is None or result.nodes < WORTH_KEEPING or not is_valued(self.game, result):
            return
        if is_repeating(self.game, s):
            return
        if result.exact:
            self._keep(state, result.player, result.value, result.distance)
        lines = result.variations or (result,)
        for one in lines:
            if one.exact and one.action is not None:
                self._keep_move(state, result.player, one)
        memory.save()

    def _keep_move(self, s: Any, player: int, one: Variation[Any] | Result[Any]) -> None:
        after = self.game.result(s, one.action)
        if not self.game.terminal(after) and self.game.player(after) != CHANCE:
            distance = None if one.distance is None else one.distance - 1
            self._keep(after, player, one.value, distance)

    def _keep(self, s: Any, player: int, value: float | None, distance: int | None) -> None:
        assert self.memory is not None and value is not None
        game, mover = self.game, self.game.player(s)
        own = value if mover == player else (game.total or 0) - value
        is_end = own in find_ends(game, mover)
        self.memory.add(s, Proven(float(own), distance if is_end else None))


def unwrap(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game without its history."""
    return game.game if isinstance(game, GameWithHistory) else game


def is_repeating(game: Game[Any, Any], s: Any) -> bool:
    """May the positions before s change its value?

    A win of a game that ends with the third repetition visits no position twice, so it holds as
    long as none has occurred twice before.
    """
    if not game.repetition:
        return False
    if game.repetition < OFTEN:  # also where repetition is forbidden
        return True
    past = (*s.past, game.repetition_key(s.state)) if isinstance(s, StateWithHistory) else ()
    return len(set(past)) < len(past)


def is_valued(game: Game[Any, Any], result: Result[Any]) -> bool:
    """Does a proven value say what it is for the other player?"""
    is_known = result.value is not None and result.vector is None and not result.unknowns
    return is_known and game.players == 2 and game.total is not None and not game.has_chance


def is_enough(book: Book, s: Any, moves: list[BookMove], lines: int) -> bool:
    """Are all moves known, or for one line a move that has the value of the position?"""
    if book.has_all_moves(s, moves):
        return True
    own = book.find(s)
    return lines == 1 and own is not None and moves[0][1:] == (own.value, own.distance)


def report(book: Book, s: Any, moves: list[BookMove], limits: Limits, note: str) -> Result[Any]:
    """A result with the value of every move that is known, the best first."""
    game = book.game
    q: Question[Any, Any] = ask("book", game, s, player=limits.player)
    q.notes.append(note)
    lines = [book.follow(s, move) for move in moves[: limits.lines]]
    sign, shift = (1, 0) if game.player(s) == q.player else (-1, game.total or 0)
    roots = tuple(
        RootValue(move.action, game.name(s, move.action), shift + sign * move.value)
        for move in moves
    )
    best = moves[0]
    fields = {"value": roots[0].value, "values": roots, "distance": best.distance}
    run = Run(None, Watch(), "plain", 0.0)
    result: Result[Any] = build_result(q, run, lines[0], exact=True, **fields)
    names = [name_line(q, line)[0] for line in lines]
    variations = tuple(
        Variation(move.action, line, root.value, True, move.distance)
        for move, root, line in zip(moves, roots, names, strict=False)
    )
    depth = max(map(len, lines))
    return replace(result, variations=variations if limits.lines > 1 else (), depth=depth)


# ---------------------------------------------------------------------- where it comes from

AUTO = "auto"
"""The package's own book."""


def open_knowledge(
    game: Game[Any, Any], book: Path | str | None = AUTO, *, remembers: bool = False
) -> Knowledge:
    """What is known of a game: from the package's book, from a file, or without a book (None).

    With `remembers`, also what earlier sessions have proven, and what will be proven is kept.
    ZERMELO_BOOK=none in the environment switches off both, but not a file that is named.
    """
    own = unwrap(game)
    if book == AUTO and os.environ.get("ZERMELO_BOOK") == "none":
        return Knowledge(own)
    found = find_book(own) if book == AUTO else None if book is None else open_book(book, own)
    keeps = remembers and not isinstance(own, Tree) and own.players == 2 and own.total is not None
    return Knowledge(own, found, ProvenMemory(own) if keeps else None)


def list_known_claims(
    game: Game[Any, Any], s: Any, player: int | None = None
) -> list[MoveClaim] | None:
    """What the package's book says of every move, as an analysis would; None if it says nothing."""
    if game.terminal(s) or game.player(s) == CHANCE:
        return None
    known = open_knowledge(game).answer(s, Limits(lines=len(game.options(s)), player=player))
    return None if known is None else list_claims(known)


class KnowingSearcher:
    """A searcher that first looks up what is proven."""

    def __init__(self, searcher: Any, knowledge: Knowledge) -> None:
        self.searcher, self.knowledge = searcher, knowledge

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield what is proven, or the results of the search; the last one is the answer."""
        return self.knowledge.iterate(s, limits, lambda: self.searcher.iterate(s, limits, cancel))
