"""What a match shows: the score of the first side, the difference in Elo, and their intervals.

Games of one opening, played from every seat, are one sample: their errors are not independent. The
interval is Wilson's, for as many games as independent samples would have the same variance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.formatting import format_number

Z95 = 1.96
"""Standard deviations of an interval that holds the true value in 95 of 100 matches."""

TINY = 1e-9
"""A share that is no further from 0 or 1 is rounded to it."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class MatchResult:
    """The games of a match.

    ==========  =========================================================================
    `leads`     of each game, what the first side got more than the others on average
    `seats`     the number of games of one opening
    ==========  =========================================================================
    """

    game: str
    first: str
    second: str
    leads: tuple[float, ...]
    seats: int = 2

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.leads)

    @property
    def won(self) -> int:
        """Games in which the first side got more."""
        return sum(lead > 0 for lead in self.leads)

    @property
    def lost(self) -> int:
        """Games in which the first side got less."""
        return sum(lead < 0 for lead in self.leads)

    @property
    def drawn(self) -> int:
        """The other games."""
        return self.games - self.won - self.lost

    @property
    def score(self) -> float:
        """The share of the first side, a draw counting a half."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> Interval:
        """What the score of an endless match lies in, with 95 %."""
        points = [(lead > 0) + (lead == 0) / 2 for lead in self.leads]
        return estimate_share(points, self.seats)

    @property
    def elo(self) -> float:
        """The difference in Elo points."""
        return find_elo(self.score)

    @property
    def elo_interval(self) -> Interval:
        """The interval of the difference in Elo points."""
        low, high = self.interval
        return find_elo(low), find_elo(high)

    @property
    def lead(self) -> float:
        """The mean lead, in payoffs."""
        return sum(self.leads) / self.games if self.games else 0.0

    @property
    def lead_interval(self) -> Interval:
        """The interval of the mean lead, with 95 %."""
        half = Z95 * find_error(self.leads, self.seats)
        return self.lead - half, self.lead + half

    @property
    def verdict(self) -> str:
        """Which side is stronger, if the interval says so."""
        low, high = self.interval
        if low > 0.5:
            return f"{self.first} is stronger"
        return f"{self.second} is stronger" if high < 0.5 else "not decided"

    def __str__(self) -> str:
        low, high = self.interval
        down, up = self.elo_interval
        tally = f"+{self.won} ={self.drawn} −{self.lost}"
        share = f"{self.score:.1%} [{low:.1%}, {high:.1%}]"
        elo = f"Elo {write_elo(self.elo)} [{write_elo(down)}, {write_elo(up)}]"
        head = f"{self.first} against {self.second}, {self.game}"
        return f"{head}: {tally} of {self.games} games, {share}, {elo}: {self.verdict}"

    def describe_lead(self) -> str:
        """The mean lead in words, for games that are played for points."""
        low, high = (format_number(round(x, 3)) for x in self.lead_interval)
        return f"mean lead {format_number(round(self.lead, 3))} [{low}, {high}]"

    def to_dict(self) -> dict[str, Any]:
        """Return the match as a dict for JSON."""
        return {
            "game": self.game, "first": self.first, "second": self.second,
            "games": self.games, "won": self.won, "drawn": self.drawn, "lost": self.lost,
            "score": self.score, "interval": list(self.interval),
            "elo": self.elo, "elo_interval": list(self.elo_interval),
            "lead": self.lead, "lead_interval": list(self.lead_interval),
            "verdict": self.verdict, "leads": list(self.leads),
        }  # fmt: skip


def find_error(values: Sequence[float], seats: int = 1) -> float:
    """The standard error of a mean, where the values of one opening belong together.

    >>> find_error([1, -1, 1, -1], 2), round(find_error([1, -1, 1, -1]), 3)
    (0.0, 0.577)
    """
    groups = [values[i : i + seats] for i in range(0, len(values), seats)]
    means = [sum(group) / len(group) for group in groups]
    if len(means) < 2:
        return math.inf
    mean = sum(means) / len(means)
    return math.sqrt(sum((x - mean) ** 2 for x in means) / (len(means) - 1) / len(means))


def estimate_share(points: Sequence[float], seats: int = 1) -> Interval:
    """The interval of a share, each game counting 0, ½ or 1.

    >>> [round(x, 2) for x in estimate_share([1] * 10)]
    [0.72, 1.0]
    >>> [round(x, 2) for x in estimate_share([1, 0] * 50, 1)]
    [0.4, 0.6]
    """
    if not points:
        return 0.0, 1.0
    share, error = sum(points) / len(points), find_error(points, seats)
    size = float(len(points))
    if 0 < error < math.inf and 0 < share < 1:
        size = min(share * (1 - share) / error**2, 4 * size)
    return find_wilson(share, size)


def find_wilson(share: float, size: float) -> Interval:
    """Wilson's interval of a share, for a number of games."""
    square = Z95**2
    middle = (share + square / (2 * size)) / (1 + square / size)
    spread = math.sqrt(share * (1 - share) / size + square / (4 * size**2))
    half = Z95 * spread / (1 + square / size)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def find_elo(share: float) -> float:
    """The difference in Elo points that a share of the points stands for.

    >>> round(find_elo(0.64)), find_elo(1.0)
    (100, inf)
    """
    if not TINY < share < 1 - TINY:
        return math.inf if share > 0.5 else -math.inf
    return 400 * math.log10(share / (1 - share))


def write_elo(x: float) -> str:
    """A difference in Elo points, with its sign.

    >>> write_elo(12.4), write_elo(-math.inf)
    ('+12', '−∞')
    """
    text = "∞" if math.isinf(x) else f"{abs(x):.0f}"
    return text if text == "0" else f"{'−' if x < 0 else '+'}{text}"
