"""A game with history: what `Game.repetition` says about repeated positions.

A state alone cannot tell whether a position has occurred before. `GameWithHistory` is the same
game on longer states: a state of the game and the keys of the earlier ones, as far back as an equal
one can lie. It runs plain; the engine takes both parts and keeps the keys in a row of its own.

>>> from zermelo.games.nim import Nim
>>> with_history(Nim(2, 2)).start()  # nim has no repetition: the game itself
Position(piles=(2, 2), turn=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from zermelo.board import Board, Detail
from zermelo.errors import BadAction
from zermelo.game import FORBIDDEN, Feature, Game


class StateWithHistory(NamedTuple):
    """A state, and the keys of the earlier positions that can occur again, the oldest first."""

    state: Any
    past: tuple[int, ...] = ()


def with_history(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game with history if it declares `repetition`, else the game itself."""
    is_plain = not isinstance(game, GameWithHistory)
    return GameWithHistory(game) if game.repetition and is_plain else game


NOT_DELEGATED = frozenset({"non_losing", "null_move", "canonical", "playout_action"})
"""Hints that the past can make wrong: a losing action may be a draw by repetition, a null move
leads to no position of the game, the past has no image under a symmetry, and a playout's action may
be forbidden."""


def legal_prefix(game: Game[Any, Any], s: Any, past: Iterable[int], line: list[Any]) -> list[Any]:
    """A line of actions, up to the first one that repeats a position where that is forbidden."""
    if game.repetition != FORBIDDEN:
        return line
    whole = GameWithHistory(game)
    at, prefix = StateWithHistory(s, tuple(past)), list[Any]()
    for a in line:
        if a not in whole.options(at):
            break
        prefix.append(a)
        at = whole.result(at, a)
    return prefix


def first_legal_action(game: Game[Any, Any], s: Any, past: Iterable[int]) -> list[Any]:
    """The first legal action as a line, for a search that found none."""
    actions = game.options(s)
    return next((line for a in actions if (line := legal_prefix(game, s, past, [a]))), actions[:1])


class GameWithHistory(Game[StateWithHistory, Any]):
    """The same game with its `repetition` in force. It declares all hints but NOT_DELEGATED."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.players, self.total, self.maximiser = game.players, game.total, game.maximiser
        self.names, self.signs, self.title = game.names, game.signs, game.title
        self.moves_again, self.cyclic = game.moves_again, game.cyclic
        self.unit = game.unit
        self.record_formats, self.sgf_game = game.record_formats, game.sgf_game
        self.selective, self.margin = game.selective, game.margin
        self.repetition, self.preferred_search = game.repetition, game.preferred_search
        self.exploration, self.rave = game.exploration, game.rave

    def declares(self, method: str) -> bool:
        return method not in NOT_DELEGATED and self.game.declares(method)

    @property
    def has_chance(self) -> bool:
        return self.game.has_chance

    @property
    def reads_positions(self) -> bool:
        return self.game.reads_positions

    def occurrences(self, s: StateWithHistory) -> int:
        """The number of times that the position has occurred, this one included."""
        key = self.game.repetition_key(s.state)
        return 1 + (s.past.count(key) if key else 0)

    def is_repetition_draw(self, s: StateWithHistory) -> bool:
        """Has the position occurred so often that the game is a draw?"""
        return 1 < self.repetition <= self.occurrences(s)

    def start(self) -> StateWithHistory:
        return StateWithHistory(self.game.start())

    def starts(self) -> Iterable[StateWithHistory]:
        return (StateWithHistory(s) for s in self.game.starts())

    def player(self, s: StateWithHistory) -> int:
        return self.game.player(s.state)

    def _filter(self, s: StateWithHistory, actions: Iterable[Any]) -> Iterator[Any]:
        """The actions that repeat no position, where repetition is forbidden; else all."""
        for a in actions:
            if self.repetition != FORBIDDEN or self.occurrences(self.result(s, a)) == 1:
                yield a

    def actions(self, s: StateWithHistory) -> Iterator[Any]:
        if not self.is_repetition_draw(s):
            yield from self._filter(s, self.game.actions(s.state))

    def moves(self, s: StateWithHistory) -> Iterator[Any]:
        """The moves that perft counts: it continues after a draw by repetition."""
        return self._filter(s, self.game.moves(s.state))

    def noisy_actions(self, s: StateWithHistory) -> Iterator[Any]:
        if not self.is_repetition_draw(s):
            yield from self._filter(s, self.game.noisy_actions(s.state))

    def playout_actions(self, s: StateWithHistory) -> Iterable[Any]:
        """Those of the game; all actions, if each of those would repeat a position."""
        if self.is_repetition_draw(s):
            return ()
        return list(self._filter(s, self.game.playout_actions(s.state))) or self.actions(s)

    def chances(self, s: StateWithHistory) -> Iterable[tuple[Any, float]]:
        return self.game.chances(s.state)

    def result(self, s: StateWithHistory, a: Any) -> StateWithHistory:
        after = self.game.result(s.state, a)
        past = (*s.past, self.game.repetition_key(s.state))
        return StateWithHistory(
            after, past[max(len(past) - self.game.reversible_plies(after), 0) :]
        )

    def terminal(self, s: StateWithHistory) -> bool:
        return self.game.terminal(s.state) or self.is_repetition_draw(s)

    def utility(self, s: StateWithHistory, p: int) -> float:
        if self.game.terminal(s.state):
            return self.game.utility(s.state, p)
        return draw_value(self.game)

    def evaluate(self, s: StateWithHistory, p: int) -> float:
        return self.game.evaluate(s.state, p)

    def features(self, s: StateWithHistory) -> Iterable[Feature]:
        return self.game.features(s.state)

    def scale(self, s: StateWithHistory, x: float) -> float:
        return self.game.scale(s.state, x)

    def formula(self, s: StateWithHistory) -> str:
        return self.game.formula(s.state)

    def in_units(self, v: float) -> float | None:
        return self.game.in_units(v)

    def bounds(self, s: StateWithHistory) -> tuple[float, float]:
        return self.game.bounds(s.state)

    def noisy(self, s: StateWithHistory, a: Any) -> bool:
        return self.game.noisy(s.state, a)

    def order(self, s: StateWithHistory, a: Any) -> float:
        return self.game.order(s.state, a)

    def prior(self, s: StateWithHistory, a: Any) -> float:
        return self.game.prior(s.state, a)

    def plies_left(self, s: StateWithHistory) -> int:
        return self.game.plies_left(s.state)

    def in_check(self, s: StateWithHistory) -> bool:
        return self.game.in_check(s.state)

    def repetition_key(self, s: StateWithHistory) -> int:
        return self.game.repetition_key(s.state)

    def reversible_plies(self, s: StateWithHistory) -> int:
        return self.game.reversible_plies(s.state)

    def is_mid_move(self, s: StateWithHistory) -> bool:
        return self.game.is_mid_move(s.state)

    def key(self, s: StateWithHistory) -> int:
        return self.game.key(s.state)

    def name(self, s: StateWithHistory, a: Any) -> str:
        return self.game.name(s.state, a)

    def parse(self, s: StateWithHistory, text: str) -> Any:
        return self.read_move(s, text)[0]

    def read_move(self, s: StateWithHistory, text: str) -> tuple[Any, ...]:
        move = self.game.read_move(s.state, text)
        if move[0] not in self.options(s):
            is_forbidden = self.repetition == FORBIDDEN
            why = "would repeat a position" if is_forbidden else "comes after a draw by repetition"
            raise BadAction(f"{text.strip()!r} {why}")
        return move

    def write_move(self, s: StateWithHistory, move: Iterable[Any]) -> str:
        return self.game.write_move(s.state, move)

    def move_number(self, s: StateWithHistory) -> int:
        return self.game.move_number(s.state)

    def sgf(self, a: Any) -> str:
        return self.game.sgf(a)

    def dump(self, s: StateWithHistory) -> str:
        return self.game.dump(s.state)

    def components(self, s: StateWithHistory) -> tuple[str, ...]:
        return self.game.components(s.state)

    def load(self, text: str) -> StateWithHistory:
        return StateWithHistory(self.game.load(text))

    def pieces(self) -> tuple[str, ...]:
        return self.game.pieces()

    def put(self, cells: tuple[str, ...], cell: int, piece: str) -> tuple[str, ...]:
        return self.game.put(cells, cell, piece)

    def details(self, s: StateWithHistory) -> tuple[Detail, ...]:
        return self.game.details(s.state)

    def setup_text(self, cells: tuple[str, ...], details: Mapping[str, str]) -> str:
        return self.game.setup_text(cells, details)

    def board(self, s: StateWithHistory) -> Board | None:
        return self.game.board(s.state)

    def dice(self, s: StateWithHistory, outcome: Any) -> Iterable[int]:
        return self.game.dice(s.state, outcome)

    def label(self, s: StateWithHistory) -> str:
        return self.game.label(s.state)

    def ending(self, s: StateWithHistory) -> str:
        if self.game.terminal(s.state):
            return self.game.ending(s.state)
        return f"a draw by repetition: the position has occurred {self.occurrences(s)} times"

    def caption(self, s: StateWithHistory) -> str:
        return self.game.caption(s.state)

    def text(self, s: StateWithHistory) -> str:
        return self.game.text(s.state)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        return self.game.payoff_range(p)


def draw_value(game: Game[Any, Any]) -> float:
    """The payoff of each player in a draw: an equal share of the total."""
    return (game.total or 0) / game.players
