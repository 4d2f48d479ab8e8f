"""Which of the engine's searches suits a game: alpha-beta for two players, Star2 where there is chance, max^n for more players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from zermelo.engine.engine import Engine
from zermelo.engine.many import many
from zermelo.engine.star import star
from zermelo.errors import BadLimit
from zermelo.game import Game
from zermelo.history import Remembering
from zermelo.result import Result

S = TypeVar("S")
A = TypeVar("A")

PARTS = {star: ("star1", "star2", "table", "order", "deepening"), many: ("shallow", "immediate", "table", "order", "deepening")}
"""What can be left out of the searches that are functions."""


def searcher(game: Game[S, A], memory: float = 64, without: tuple[str, ...] = (), **more: Any) -> Callable[..., Iterator[Result[A]]]:
    """A function of a state and limits that yields results, the last one the answer.

    >>> from zermelo.games.pig import Pig
    >>> [result.algorithm for result in searcher(Pig())(Pig().start(), depth=2)]
    ['star']
    """
    if isinstance(game, Remembering):
        inner = searcher(game.game, memory, without, **more)
        return lambda s, **limits: inner(s.state, past=s.past, **limits)
    if game.players <= 2 and not game.has_chance:
        return Engine(game, memory=memory, without=without, **more).analyse
    search: Any = star if game.has_chance else many
    unknown = sorted(set(without) - set(PARTS[search]))
    if unknown:
        raise BadLimit(f"no feature is called {unknown[0]!r} where there is chance, or more than two players: {' '.join(PARTS[search])}")
    parts = dict.fromkeys(without, False)

    def run(s: S, lines: int = 1, past: Sequence[int] = (), **limits: Any) -> Iterator[Result[A]]:
        if lines > 1:
            raise BadLimit("several lines are for two players without chance: leave out lines")
        yield search(game, s, memory=memory, gear=more.get("gear", "auto"), **parts, **limits)

    return run
