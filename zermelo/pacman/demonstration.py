"""A demonstration: the lecture's claim about a scene, its films, and what they show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.pacman.maze_film import VERSION, MazeFilm
from zermelo.pacman.tally import TableRow

Progress = Callable[[int, int], None]
"""Called with the number of games played and the number of games in all."""


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
    "min-vs-exp": Claim(
        "Min vs. exp: the same maze and the same dice for both",
        "Minimax is optimal against a perfect player, but not otherwise: where he sees no way out "
        "he runs into the nearest ghost, for every move costs a point. Expectimax takes his "
        "chance.",
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
    "coordination-zoomed": Claim(
        "Ghosts that coordinate, zoomed in",
        "The end of the same game from near: one ghost closes each way out.",
    ),
    "table": Claim(
        "What he believes, and what they are",
        "Minimax is safe against an adversarial ghost and too careful against a random one; "
        "expectimax gains from a random ghost and loses to an adversarial one.",
    ),
}
"""The claim of every scene, by its name."""


class SlideVideo(NamedTuple):
    """A video of the CS 188 slides: its number, its title, and the film of a scene that shows it.

    >>> print(VIDEOS[0])
    L6D2 Min vs. Exp (Min)
    """

    number: str
    title: str
    scene: str
    film: int

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


VIDEOS = (
    SlideVideo("L6D2", "Min vs. Exp (Min)", "min-vs-exp", 0),
    SlideVideo("L6D3", "Min vs. Exp (Exp)", "min-vs-exp", 1),
    SlideVideo("L6D8", "Smart Ghosts (Coordination)", "coordination", 1),
    SlideVideo("L6D10", "Smart Ghosts, Zoomed In", "coordination-zoomed", 1),
    SlideVideo("L6D4", "Limited Depth (2)", "depth", 0),
    SlideVideo("L6D5", "Limited Depth (10)", "depth", 1),
    SlideVideo("L6D6", "Thrashing (d=2)", "thrashing", 0),
    SlideVideo("L6D7", "Thrashing, Fixed (d=2)", "thrashing", 1),
)
"""Every video of the slides, in their order."""


def list_videos(scene: str) -> list[SlideVideo]:
    """Return the videos that a scene shows."""
    return [video for video in VIDEOS if video.scene == scene]


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

    @property
    def videos(self) -> tuple[str, ...]:
        """The video of the slides that each film stands for; empty where there is none."""
        names = {video.film: str(video) for video in list_videos(self.name)}
        return tuple(names.get(i, "") for i in range(len(self.films)))

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
            "films": [
                {**film.to_dict(), "video": video}
                for film, video in zip(self.films, self.videos, strict=True)
            ],
        }

    def __repr__(self) -> str:
        return f"<Demonstration {self.name}: {len(self.films)} films>"
