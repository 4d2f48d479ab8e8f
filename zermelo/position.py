"""A game and a state of it as one value, shown as text or, in a notebook, as a picture.

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
from zermelo.evaluation import Evaluation, explain
from zermelo.formatting import format_number
from zermelo.game import CHANCE, Game

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

    @property
    def status(self) -> str:
        """The player to move, or how the game ended.

        >>> from zermelo.games.tic_tac_toe import TicTacToe
        >>> Position(TicTacToe()).play("a1 b1 a2 b2 a3").status
        'over: X wins, 1 : −1'
        """
        game, s = self.game, self.state
        if not game.terminal(s):
            return (
                "chance decides"
                if game.player(s) == CHANCE
                else f"{game.player_name(game.player(s))} to move"
            )
        score = f", {' : '.join(map(format_number, game.payoffs(s)))}" if game.players > 1 else ""
        return f"over: {ending(game, s)}{score}"

    @property
    def evaluation(self) -> Evaluation | None:
        """The estimate, with its terms; None at a terminal, and if the game declares none.

        >>> from zermelo.games.tic_tac_toe import TicTacToe
        >>> Position(TicTacToe()).play("b2 a1").evaluation.summary()
        '+1 open line for X'
        """
        is_estimated = self.game.declares("evaluate") and not self.game.terminal(self.state)
        return explain(self.game, self.state) if is_estimated else None

    def to_dict(self) -> dict[str, Any]:
        """As JSON holds it. `position` is None for a game that reads none."""
        game, s, board, evaluation = self.game, self.state, self.board, self.evaluation
        over = game.terminal(s)
        player = None if over else game.player(s)
        return {
            "game": game.full_title,
            "position": game.dump(s) if game.reads_positions else None,
            "player": player,
            "player_name": None if player is None else game.player_name(player),
            "actions": self.actions,
            "over": over,
            "payoffs": list(game.payoffs(s)) if over else None,
            "status": self.status,
            "evaluation": None if evaluation is None else evaluation.to_dict(),
            "text": str(self),
            "board": None if board is None else board.to_dict(),
        }

    def __str__(self) -> str:
        return self.game.text(self.state)

    def __repr__(self) -> str:
        count = len(self.actions)
        more = (
            f", {count} action{'s' if count != 1 else ''}"
            if self.status.endswith("to move")
            else ""
        )
        return f"<{self.game.full_title}: {self.status}{more}>"


def ending(game: Game[S, A], s: S) -> str:
    """How a game that is over has ended, in the game's own words if it has some.

    Otherwise who won, or what the only player gets.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> ending(TicTacToe(), TicTacToe().load("XOX/XOO/OXX O"))
    'a draw'
    """
    if words := game.ending(s):
        return words
    payoffs = game.payoffs(s)
    winners = [game.player_name(p) for p, x in enumerate(payoffs) if x == max(payoffs)]
    if len(payoffs) == 1:
        return f"{winners[0]} gets {format_number(payoffs[0])}"
    if len(winners) == len(payoffs):
        return "a draw"
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"


def verdict(game: Game[S, A], s: S) -> str:
    """How it ended, in a sentence.

    With the payoffs, where the game does not tell it itself and a win is not simply a win.

    >>> from zermelo.tree import figure
    >>> tree = figure("three-player")
    >>> verdict(tree, tree.after(["a1", "b1", "d1"]))
    'C wins: 1 to 2 to 6.'
    """
    payoffs = game.payoffs(s)
    is_plain = bool(game.ending(s)) or len(set(payoffs)) == 1 or set(payoffs) <= {1.0, 0.0, -1.0}
    return capital(ending(game, s)) + (
        "." if is_plain else f": {' to '.join(map(format_number, payoffs))}."
    )


def capital(words: str) -> str:
    """Words as a sentence begins.

    >>> capital("a draw")
    'A draw'
    """
    return words[:1].upper() + words[1:]
