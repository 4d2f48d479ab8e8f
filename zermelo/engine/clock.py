"""How long to think about a move when there is a clock for the whole game.

>>> Clock(300, increment=2).budget()
11.6
>>> Clock(0.5).budget()
0.016666666666666666
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.errors import BadLimit

USUAL_MOVES = 30
"""Moves that a game is expected to go on for, unless it is said."""

SHARE = 0.8
"""How much of the increment is used at once."""

MOST = 0.5
"""Never more than this share of what is left: there are moves to come."""


@dataclass(frozen=True)
class Clock:
    """Seconds left, seconds gained by each move, and moves until the next control, if there is
    one."""

    left: float
    increment: float = 0.0
    moves: int | None = None

    def __post_init__(self) -> None:
        if self.left <= 0 or self.increment < 0:
            raise BadLimit(
                f"a clock has {self.left} s left and gains {self.increment} s: "
                "the first must be above 0, the second 0 or more"
            )
        if self.moves is not None and self.moves < 1:
            raise BadLimit(
                f"moves is {self.moves}; there must be at least 1 until the next control"
            )

    def budget(self) -> float:
        """Seconds for the next move."""
        share = self.left / (self.moves or USUAL_MOVES) + SHARE * self.increment
        return min(share, MOST * self.left if self.moves != 1 else 0.9 * self.left)
