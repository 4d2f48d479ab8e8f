"""How far a solver has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

Report = Callable[["Progress"], None]


@dataclass
class Progress:
    """How far a solver has come."""

    stage: str
    """"positions", "values" or "file"."""
    tiers: int = 0
    positions: int = 0
    """Positions of this stage that are done."""
    total: int = 0
    """Positions of this stage; 0 while it is not known."""
    began: float = field(default_factory=perf_counter)

    @property
    def rate(self) -> float:
        """Positions a second."""
        return self.positions / max(perf_counter() - self.began, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """Seconds to the end of this stage, if its size is known."""
        return (self.total - self.positions) / self.rate if self.total and self.positions else None
