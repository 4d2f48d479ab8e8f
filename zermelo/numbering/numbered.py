"""A game whose actions are the numbers of another game's actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from zermelo.board import Board
from zermelo.game import Game
from zermelo.result import Result


class NumberedGame(Game[Any, int]):
    """A game whose actions are the numbers of another game's actions."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        for name in ATTRIBUTES:
            setattr(self, name, getattr(game, name))
        self.title = game.full_title

    def number(self, a: Any) -> int:
        """The number of an action."""
        raise NotImplementedError

    def action(self, n: int) -> Any:
        """The action that a number stands for."""
        raise NotImplementedError

    def declares(self, method: str) -> bool:
        return self.game.declares(method)

    @property
    def has_chance(self) -> bool:
        return self.game.has_chance

    @property
    def reads_positions(self) -> bool:
        return self.game.reads_positions

    # ------------------------------------------------------------------ rules

    def start(self) -> Any:
        return self.game.start()

    def starts(self) -> Iterable[Any]:
        return self.game.starts()

    def player(self, s: Any) -> int:
        return self.game.player(s)

    def actions(self, s: Any) -> Iterator[int]:
        for a in self.game.actions(s):
            yield self.number(a)

    def result(self, s: Any, a: int) -> Any:
        return self.game.result(s, self.action(a))

    def terminal(self, s: Any) -> bool:
        return self.game.terminal(s)

    def utility(self, s: Any, p: int) -> float:
        return self.game.utility(s, p)

    def chances(self, s: Any) -> Iterator[tuple[int, float]]:
        for a, probability in self.game.chances(s):
            yield self.number(a), probability

    def moves(self, s: Any) -> Iterator[int]:
        for a in self.game.moves(s):
            yield self.number(a)

    # ------------------------------------------------------------------ search hints

    def evaluate(self, s: Any, p: int) -> float:
        return self.game.evaluate(s, p)

    def bounds(self, s: Any) -> tuple[float, float]:
        return self.game.bounds(s)

    def payoff_range(self, p: int) -> tuple[float, float] | None:
        return self.game.payoff_range(p)

    def order(self, s: Any, a: int) -> float:
        return self.game.order(s, self.action(a))

    def noisy(self, s: Any, a: int) -> bool:
        return self.game.noisy(s, self.action(a))

    def noisy_actions(self, s: Any) -> Iterator[int]:
        for a in self.game.noisy_actions(s):
            yield self.number(a)

    def non_losing(self, s: Any) -> Iterator[int]:
        for a in self.game.non_losing(s):
            yield self.number(a)

    def playout_actions(self, s: Any) -> Iterator[int]:
        for a in self.game.playout_actions(s):
            yield self.number(a)

    def playout_action(self, s: Any, last: int, bits: int) -> int:
        return self.number(self.game.playout_action(s, self.action(last), bits))

    def prior(self, s: Any, a: int) -> float:
        return self.game.prior(s, self.action(a))

    def in_check(self, s: Any) -> bool:
        return self.game.in_check(s)

    def null_move(self, s: Any) -> Any:
        return self.game.null_move(s)

    def canonical(self, s: Any) -> Any:
        return self.game.canonical(s)

    def tier(self, s: Any) -> int:
        return self.game.tier(s)

    def index(self, s: Any) -> int:
        return self.game.index(s)

    def unindex(self, number: int) -> Any:
        return self.game.unindex(number)

    def predecessors(self, s: Any) -> Iterable[Any]:
        return self.game.predecessors(s)

    def project(self, s: Any) -> Any:
        return self.game.project(s)

    def key(self, s: Any) -> int:
        return self.game.key(s)

    def repetition_key(self, s: Any) -> int:
        return self.game.repetition_key(s)

    def reversible_plies(self, s: Any) -> int:
        return self.game.reversible_plies(s)

    # ------------------------------------------------------------------ notation and display

    def name(self, s: Any, a: int) -> str:
        return self.game.name(s, self.action(a))

    def parse(self, s: Any, text: str) -> int:
        return self.number(self.game.parse(s, text))

    def read_move(self, s: Any, text: str) -> tuple[int, ...]:
        return tuple(self.number(a) for a in self.game.read_move(s, text))

    def is_mid_move(self, s: Any) -> bool:
        return self.game.is_mid_move(s)

    def dump(self, s: Any) -> str:
        return self.game.dump(s)

    def load(self, text: str) -> Any:
        return self.game.load(text)

    def board(self, s: Any) -> Board | None:
        board = self.game.board(s)
        if board is None:
            return None
        touches = {self.number(a): cells for a, cells in board.touches.items()}
        return replace(board, touches=touches)

    def caption(self, s: Any) -> str:
        return self.game.caption(s)

    def text(self, s: Any) -> str:
        return self.game.text(s)

    def label(self, s: Any) -> str:
        return self.game.label(s)

    def in_units(self, v: float) -> float | None:
        return self.game.in_units(v)

    def scale(self, s: Any, x: float) -> float:
        return self.game.scale(s, x)

    # ------------------------------------------------------------------ answers

    def restore(self, result: Result[Any]) -> Result[Any]:
        """A result with the game's own actions."""
        if result.action is None:
            return result
        return replace(
            result,
            action=self.action(result.action),
            actions=result.actions and tuple(self.action(a) for a in result.actions),
            values=tuple(replace(v, action=self.action(v.action)) for v in result.values),
            variations=tuple(self._restore_one(v) for v in result.variations),
            history=tuple(self._restore_one(step) for step in result.history),
        )

    def _restore_one(self, part: Any) -> Any:
        return part if part.action is None else replace(part, action=self.action(part.action))


ATTRIBUTES = (
    "players", "total", "maximiser", "names", "signs", "moves_again", "cyclic", "unit", "selective",
    "margin", "repetition", "preferred_search", "exploration", "rave", "unknowns",
)  # fmt: skip
"""Attributes that a numbered game has from its game."""
