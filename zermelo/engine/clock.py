"""How long to think about a move when there is a clock for the whole game.

>>> Clock(300, increment=2).budget()
11.6
>>> Clock(0.5).budget()
0.016666666666666666

The budget is for a usual move. `Pace` says after each depth whether it is enough: less than the
budget for a move that has been the best for many depths, more after the score has fallen.

>>> pace = Clock(300, increment=2).pace(fall=0.1)
>>> [pace.is_enough("e4", 0.0, seconds) for seconds in (1, 2, 3, 4, 5, 6)]
[False, False, False, False, False, True]
>>> pace.is_enough("d4", -0.2, 20), pace.is_enough("d4", -0.2, 20)
(False, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.errors import BadLimit

USUAL_MOVES = 30
"""Moves that a game is expected to go on for, unless the clock says how many."""

SHARE = 0.8
"""How much of the increment is used at once."""

MOST = 0.5
"""Never more than this share of what is left: there are moves to come."""


LONGEST = 2.5
"""The most that one move may take, as a multiple of its budget."""

SHARES = (1.2, 1.0, 0.8, 0.6, 0.45, 0.35)
"""The part of the budget after which no new depth begins, by the number of depths for which the
best move has been the same. Set by hand."""

AFTER_FALL = 2.0
"""How much longer the search goes on after the score has fallen."""


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

    def pace(self, fall: float) -> Pace:
        """How the budget is spent on the next move; a score that falls by `fall` is alarming."""
        usual = self.budget()
        return Pace(usual, max(usual, min(LONGEST * usual, MOST * self.left)), fall)


@dataclass
class Pace:
    """When to stop thinking about one move: asked after each depth.

    The next depth takes longer than all before together, so it is not begun if more than a part of
    the time is over.
    """

    usual: float
    """Seconds for a usual move."""
    most: float
    """Seconds at which the search is stopped in any case."""
    fall: float
    best: Any = None
    score: float | None = None
    steady: int = 0
    """The depths in a row with the same best move."""

    def is_enough(self, best: Any, score: float | None, seconds: float) -> bool:
        """Note the answer of a depth. Is the move clear enough to end after `seconds`?"""
        self.steady = self.steady + 1 if best == self.best else 0
        share = SHARES[min(self.steady, len(SHARES) - 1)]
        if score is not None:
            if self.score is not None and score < self.score - self.fall:
                share *= AFTER_FALL
            self.score = score if self.score is None else max(score, self.score - self.fall)
        self.best = best
        return seconds > share * self.usual
