"""Tic-tac-toe: three in a row on 3×3."""

from __future__ import annotations

from zermelo.games.mnk import MNK


class TicTacToe(MNK):
    """Three in a row on 3×3; misère: three in a row lose.

    >>> game = TicTacToe()
    >>> game.dump(game.after(["b2", "a1"]))
    '3/1X1/O2 X'
    """

    long_name = "Tic-tac-toe"

    def __init__(self, misere: bool = False) -> None:
        super().__init__(3, 3, 3, misere)
