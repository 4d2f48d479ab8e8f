"""The table of Pac-Man's beliefs against real ghosts: games won and mean scores."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.formatting import format_decimal
from zermelo.games.pacman import Position


@dataclass(frozen=True)
class TableRow:
    """One pair: Pac-Man's search, the real ghosts, the games won and lost, and the mean score."""

    pacman: str
    ghosts: str
    games: int
    wins: int
    eaten: int
    score: float
    deviation: float

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a dict for JSON."""
        return asdict(self)


def make_row(pacman: str, ghosts: str, ends: list[Position]) -> TableRow:
    """Return the row of a pair from the last positions of its games."""
    scores = [s.score for s in ends]
    return TableRow(
        pacman,
        ghosts,
        len(ends),
        sum(not any(s.food) for s in ends),
        sum(s.eaten for s in ends),
        statistics.mean(scores),
        statistics.stdev(scores) if len(scores) > 1 else 0.0,
    )


def describe_row(row: TableRow) -> str:
    """Return a row as a sentence."""
    won = f"won {row.wins} of {row.games}, mean score {format_decimal(round(row.score, 1))}"
    return f"{row.pacman.capitalize()} Pac-Man against {row.ghosts} ghosts: {won}."
