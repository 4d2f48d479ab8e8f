"""A game that remembers its positions: what `repetition` says about those that arise again.

A rule of chess or go can ask whether a position was there before, which one state cannot tell. `Remembering` is the same
game on longer states: a state of the game and the keys of those before it, as far back as an equal one can lie. It runs
plain; the engine takes both parts and keeps the keys in a row of its own.

>>> from zermelo.games.nim import Nim
>>> remembering(Nim(2, 2)).start()  # nim never comes back: nothing to remember
Position(piles=(2, 2), turn=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from zermelo.board import Board
from zermelo.errors import BadAction
from zermelo.game import FORBIDDEN, Game


class Remembered(NamedTuple):
    """A state, and the keys of the positions before it that could arise again, the oldest first."""

    state: Any
    past: tuple[int, ...] = ()


def remembering(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game with a memory, if its rules need one."""
    return Remembering(game) if game.repetition and not isinstance(game, Remembering) else game


FORGOTTEN = frozenset({"non_losing", "null_move", "canonical"})
"""Hooks that are not those of the game any more: an action that loses may be a draw for having been there, a turn given away leads
to no position of the game, and what was there before has no image under a symmetry."""


def lawful(game: Game[Any, Any], s: Any, past: Iterable[int], line: list[Any]) -> list[Any]:
    """A line up to the first action that leads back to where one must not return."""
    if game.repetition != FORBIDDEN:
        return line
    whole = Remembering(game)
    at, kept = Remembered(s, tuple(past)), list[Any]()
    for a in line:
        if a not in whole.options(at):
            break
        kept.append(a)
        at = whole.result(at, a)
    return kept


def any_action(game: Game[Any, Any], s: Any, past: Iterable[int]) -> list[Any]:
    """The first action there is, for a search that found none."""
    actions = game.options(s)
    return next((line for a in actions if (line := lawful(game, s, past, [a]))), actions[:1])


class Remembering(Game[Remembered, Any]):
    """The same game with its `repetition` in force. Of its hooks it declares all but those that are FORGOTTEN."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.players, self.total, self.maximiser = game.players, game.total, game.maximiser
        self.names, self.signs, self.title = game.names, game.signs, game.title
        self.selective, self.margin, self.repetition, self.preferred_search = (
            game.selective,
            game.margin,
            game.repetition,
            game.preferred_search,
        )

    def declares(self, method: str) -> bool:
        return method not in FORGOTTEN and self.game.declares(method)

    @property
    def has_chance(self) -> bool:
        return self.game.has_chance

    def times(self, s: Remembered) -> int:
        """How often the position has arisen, this time included."""
        key = self.game.repetition_key(s.state)
        return 1 + (s.past.count(key) if key else 0)

    def has_recurred(self, s: Remembered) -> bool:
        """Has the position arisen so often that the game is a draw?"""
        return 1 < self.repetition <= self.times(s)

    def start(self) -> Remembered:
        return Remembered(self.game.start())

    def starts(self) -> Iterable[Remembered]:
        return (Remembered(s) for s in self.game.starts())

    def player(self, s: Remembered) -> int:
        return self.game.player(s.state)

    def _allowed(self, s: Remembered, actions: Iterable[Any]) -> Iterator[Any]:
        """Those of some actions that bring no position back, where that is forbidden."""
        for a in actions:
            if self.repetition != FORBIDDEN or self.times(self.result(s, a)) == 1:
                yield a

    def actions(self, s: Remembered) -> Iterator[Any]:
        if not self.has_recurred(s):
            yield from self._allowed(s, self.game.actions(s.state))

    def moves(self, s: Remembered) -> Iterator[Any]:
        """What perft counts goes on after a draw."""
        return self._allowed(s, self.game.moves(s.state))

    def noisy_actions(self, s: Remembered) -> Iterator[Any]:
        if not self.has_recurred(s):
            yield from self._allowed(s, self.game.noisy_actions(s.state))

    def playout_actions(self, s: Remembered) -> Iterable[Any]:
        """Those of the game; all actions, if those may not be."""
        if self.has_recurred(s):
            return ()
        return list(self._allowed(s, self.game.playout_actions(s.state))) or self.actions(s)

    def chances(self, s: Remembered) -> Iterable[tuple[Any, float]]:
        return self.game.chances(s.state)

    def result(self, s: Remembered, a: Any) -> Remembered:
        after = self.game.result(s.state, a)
        past = (*s.past, self.game.repetition_key(s.state))
        return Remembered(after, past[max(len(past) - self.game.reversible_plies(after), 0) :])

    def terminal(self, s: Remembered) -> bool:
        return self.game.terminal(s.state) or self.has_recurred(s)

    def utility(self, s: Remembered, p: int) -> float:
        if self.game.terminal(s.state):
            return self.game.utility(s.state, p)
        return draw(self.game)

    def evaluate(self, s: Remembered, p: int) -> float:
        return self.game.evaluate(s.state, p)

    def bounds(self, s: Remembered) -> tuple[float, float]:
        return self.game.bounds(s.state)

    def noisy(self, s: Remembered, a: Any) -> bool:
        return self.game.noisy(s.state, a)

    def order(self, s: Remembered, a: Any) -> float:
        return self.game.order(s.state, a)

    def in_check(self, s: Remembered) -> bool:
        return self.game.in_check(s.state)

    def repetition_key(self, s: Remembered) -> int:
        return self.game.repetition_key(s.state)

    def reversible_plies(self, s: Remembered) -> int:
        return self.game.reversible_plies(s.state)

    def is_mid_move(self, s: Remembered) -> bool:
        return self.game.is_mid_move(s.state)

    def key(self, s: Remembered) -> int:
        return self.game.key(s.state)

    def name(self, s: Remembered, a: Any) -> str:
        return self.game.name(s.state, a)

    def parse(self, s: Remembered, text: str) -> Any:
        return self.read_move(s, text)[0]

    def read_move(self, s: Remembered, text: str) -> tuple[Any, ...]:
        move = self.game.read_move(s.state, text)
        if move[0] not in self.options(s):
            why = (
                "would bring a position back"
                if self.repetition == FORBIDDEN
                else "comes too late: the position has arisen too often"
            )
            raise BadAction(f"{text.strip()!r} {why}")
        return move

    def write_move(self, s: Remembered, move: Iterable[Any]) -> str:
        return self.game.write_move(s.state, move)

    def dump(self, s: Remembered) -> str:
        return self.game.dump(s.state)

    def load(self, text: str) -> Remembered:
        return Remembered(self.game.load(text))

    def board(self, s: Remembered) -> Board | None:
        return self.game.board(s.state)

    def label(self, s: Remembered) -> str:
        return self.game.label(s.state)

    def ending(self, s: Remembered) -> str:
        if self.game.terminal(s.state):
            return self.game.ending(s.state)
        return f"a draw by repetition: the position has arisen {self.times(s)} times"

    def caption(self, s: Remembered) -> str:
        return self.game.caption(s.state)

    def text(self, s: Remembered) -> str:
        return self.game.text(s.state)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        return self.game.payoff_range(p)


def draw(game: Game[Any, Any]) -> float:
    """What everybody gets when the game is a draw: an equal share."""
    return (game.total or 0) / game.players
