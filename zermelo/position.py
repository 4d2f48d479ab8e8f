"""A game and a state of it as one value that shows itself: in a notebook as a picture, at the prompt as text.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> here = Position(TicTacToe()).play("b2 a1")
>>> here
<tic-tac-toe: X to move, 7 actions>
>>> print(here)
3  · · ·
2  · X ·
1  O · ·
   a b c
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from zermelo.board import Board
from zermelo.game import CHANCE, Game, title

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, repr=False)
class Position(Generic[S, A]):
    """A state with its game; without a state, the start."""

    game: Game[S, A]
    state: S = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.state is None:
            object.__setattr__(self, "state", self.game.start())

    def play(self, moves: str | Sequence[str]) -> Position[S, A]:
        """The position after some moves, in the game's notation."""
        words = moves.replace(",", " ").split() if isinstance(moves, str) else list(moves)
        return Position(self.game, self.game.after(words, self.state))

    @property
    def actions(self) -> list[str]:
        """The legal actions, as people write them."""
        return [self.game.name(self.state, a) for a in self.game.options(self.state)]

    @property
    def board(self) -> Board | None:
        """The board, if the game has one."""
        return self.game.board(self.state)

    def __str__(self) -> str:
        return self.game.text(self.state)

    def __repr__(self) -> str:
        return f"<{title(self.game)}: {self._status()}>"

    def _status(self) -> str:
        game, s = self.game, self.state
        if game.terminal(s):
            payoffs: list[Any] = [f"{game.utility(s, p):g}" for p in range(game.players)]
            return f"over, {' : '.join(payoffs)}"
        if game.player(s) == CHANCE:
            return "chance decides"
        count = len(game.options(s))
        return f"{game.player_name(game.player(s))} to move, {count} action{'s' if count != 1 else ''}"
