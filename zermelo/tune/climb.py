"""Hill climbing: change the weights, play a match, keep what wins.

A round tries one direction. If the match is lost the next round tries the opposite; if that is lost
too, another direction with a smaller step. After a win the same direction is tried again.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from zermelo.match.score import find_error
from zermelo.tune.weights import Weights

SMALLER, LARGER = 0.8, 1.3
"""What the step is multiplied by after two losses, and after a win."""

LEAST = 0.1
"""A weight near 0 is moved as if it were this share of the mean weight."""


class Climb(NamedTuple):
    """Where a climb stands before a round."""

    best: Weights
    step: float
    direction: Weights | None = None
    is_opposite: bool = False

    def propose(self, rng: random.Random) -> tuple[Climb, Weights]:
        """The climb with a direction, and the weights to try."""
        direction = self.direction or tuple(rng.gauss(0, 1) for _ in self.best)
        mean = sum(map(abs, self.best)) / len(self.best) or 1.0
        moved = tuple(
            w + self.step * d * max(abs(w), LEAST * mean)
            for w, d in zip(self.best, direction, strict=True)
        )
        return self._replace(direction=direction), moved

    def learn(self, tried: Weights, is_better: bool) -> Climb:
        """The climb after a round."""
        if is_better:
            return Climb(tried, self.step * LARGER, self.direction)
        if self.is_opposite or self.direction is None:
            return Climb(self.best, self.step * SMALLER)
        return Climb(self.best, self.step, tuple(-d for d in self.direction), True)


def is_better(leads: list[float], seats: int) -> bool:
    """Did the new weights win by more than a standard error?

    >>> is_better([1, 1, 1, -1] * 10, 2), is_better([1, -1] * 20, 2)
    (True, False)
    """
    points = [(lead > 0) + (lead == 0) / 2 for lead in leads]
    return sum(points) / len(points) - find_error(points, seats) > 0.5
