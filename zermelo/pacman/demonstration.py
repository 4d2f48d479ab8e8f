"""A demonstration: the lecture's claim about a scene, its films, and what they show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.pacman.maze_film import VERSION, MazeFilm
from zermelo.pacman.tally import TableRow


class Claim(NamedTuple):
    """What the lecture says about a scene."""

    title: str
    text: str


CLAIMS = {
    "alone": Claim(
        "Alone with one pellet: 8 against 6",
        "A state's value is the best outcome that can be reached from it: 8 to the right, 6 to the "
        "left, so he goes right.",
    ),
    "trapped": Claim(
        "Trapped, and choosing the −8",
        "Pac-Man wants the +8, but a ghost that plays well will not let him have it: he moves away "
        "and takes −8 rather than −10.",
    ),
    "thrashing": Claim(
        "Thrashing at depth 2, and how a better evaluation ends it",
        "Eating the dot now scores as much as eating it later; waiting seems just as good, so he "
        "goes back and forth and starves.",
    ),
    "depth": Claim(
        "Depth 2 against depth 10",
        "Evaluations are always imperfect; the deeper in the tree they are buried, the less their "
        "quality matters.",
    ),
    "coordination": Claim(
        "Ghosts that coordinate without being told to",
        "Ghosts that minimise the same score pin Pac-Man between them: no rule says so, it follows "
        "from the search.",
    ),
    "table": Claim(
        "What he believes, and what they are",
        "Minimax is safe against an adversarial ghost and too careful against a random one; "
        "expectimax gains from a random ghost and loses to an adversarial one.",
    ),
}
"""The claim of every scene, by its name."""


@dataclass(frozen=True)
class Demonstration:
    """A scene that was played: its films, the findings, and the numbers behind them."""

    name: str
    films: tuple[MazeFilm, ...]
    findings: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    table: tuple[TableRow, ...] = ()

    @property
    def title(self) -> str:
        """The heading of the scene."""
        return CLAIMS[self.name].title

    @property
    def claim(self) -> str:
        """What the lecture says about the scene."""
        return CLAIMS[self.name].text

    def to_dict(self) -> dict[str, Any]:
        """Return the scene as a dict for JSON."""
        return {
            "format": "zermelo-pacman",
            "version": VERSION,
            "name": self.name,
            "title": self.title,
            "claim": self.claim,
            "findings": list(self.findings),
            "facts": self.facts,
            "table": [row.to_dict() for row in self.table],
            "films": [film.to_dict() for film in self.films],
        }

    def __repr__(self) -> str:
        return f"<Demonstration {self.name}: {len(self.films)} films>"
