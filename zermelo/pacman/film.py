"""What happened on a board, as a value: frames with places, scores and sentences. Whoever shows it only replays it.

>>> from zermelo.games.pacman import Pacman
>>> game = Pacman("%%%%%/%P_.%/%%%%%")
>>> film = Film.begun(game, "a walk").then(game, game.after(["east"]), "Pac-Man", "east")
>>> film.frames[-1].pacman, film.score, film.outcome
((2, 1), -1, 'unfinished')
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.games.pacman import LETTERS, NAMES, VECTORS, Pacman, Position

VERSION = 1

CLEARED, EATEN, SPENT, UNFINISHED = "cleared", "eaten", "no moves left", "unfinished"
"""How a film can end."""

Place = tuple[float, float]
"""Column and row, from 0 at the upper left; a scared ghost can be halfway between two."""


@dataclass(frozen=True)
class Spirit:
    """A ghost in a frame."""

    name: str
    at: Place
    heading: str
    scared: int


@dataclass(frozen=True)
class Frame:
    """A position with who moved there and how, what the mover thought of each action, and a sentence."""

    position: str
    pacman: Place
    heading: str
    ghosts: tuple[Spirit, ...]
    food: tuple[Place, ...]
    capsules: tuple[Place, ...]
    score: int
    mover: str = ""
    action: str = ""
    values: dict[str, float] = field(default_factory=dict)
    say: str = ""
    text: str = ""


@dataclass(frozen=True)
class Film:
    """One game on one board, from its first position to its last."""

    title: str
    walls: tuple[str, ...]
    frames: tuple[Frame, ...]
    outcome: str = UNFINISHED

    @classmethod
    def begun(cls, game: Pacman, title: str, s: Position | None = None, say: str = "") -> Film:
        """A film with its first frame."""
        free = set(game.cells)
        walls = tuple(
            "".join(
                "_" if row * game.width + column in free else "%" for column in range(game.width)
            )
            for row in range(game.height)
        )
        first = game.start() if s is None else s
        return cls(title, walls, (_frame(game, first, "east", say=say),), _outcome(game, first))

    def then(
        self,
        game: Pacman,
        s: Position,
        mover: str = "",
        action: str = "",
        values: dict[str, float] | None = None,
        say: str = "",
    ) -> Film:
        """The film with one more frame."""
        heading = action if mover == "Pac-Man" and action != "stop" else self.frames[-1].heading
        frame = _frame(game, s, heading, mover, action, values or {}, say)
        return replace(self, frames=(*self.frames, frame), outcome=_outcome(game, s))

    @property
    def score(self) -> int:
        """The score at the end."""
        return self.frames[-1].score

    @property
    def moves(self) -> list[str]:
        """Pac-Man's moves."""
        return [frame.action for frame in self.frames if frame.mover == "Pac-Man"]

    @property
    def path(self) -> list[Place]:
        """The cells where Pac-Man has been, in order, his first one included."""
        return [
            self.frames[0].pacman,
            *(frame.pacman for frame in self.frames if frame.mover == "Pac-Man"),
        ]

    def to_dict(self) -> dict[str, Any]:
        """The film as JSON holds it."""
        return {
            "title": self.title,
            "walls": list(self.walls),
            "outcome": self.outcome,
            "score": self.score,
            "frames": [
                {
                    "position": frame.position,
                    "pacman": [*frame.pacman],
                    "heading": frame.heading,
                    "ghosts": [
                        {"name": g.name, "at": [*g.at], "heading": g.heading, "scared": g.scared}
                        for g in frame.ghosts
                    ],
                    "food": [[*place] for place in frame.food],
                    "capsules": [[*place] for place in frame.capsules],
                    "score": frame.score,
                    "mover": frame.mover,
                    "action": frame.action,
                    "values": frame.values,
                    "say": frame.say,
                }
                for frame in self.frames
            ],
        }

    def __repr__(self) -> str:
        return f"<Film {self.title!r}: {len(self.moves)} moves, {self.outcome}, score {self.score}>"


def _frame(
    game: Pacman,
    s: Position,
    heading: str,
    mover: str = "",
    action: str = "",
    values: dict[str, float] | None = None,
    say: str = "",
) -> Frame:
    def at(cell: int) -> Place:
        return game.xs[cell], game.ys[cell]

    def places(words: tuple[int, ...]) -> tuple[Place, ...]:
        return tuple(
            at(cell) for cell in range(len(game.cells)) if words[cell >> 6] >> (cell & 63) & 1
        )

    ghosts = []
    for name, ghost in zip(LETTERS, s.ghosts[: game.count], strict=False):
        x, y = at(ghost.cell)
        dx, dy = VECTORS[ghost.heading]
        ghosts.append(
            Spirit(
                name,
                (x + dx * ghost.half / 2, y + dy * ghost.half / 2),
                NAMES[ghost.heading],
                ghost.scared,
            )
        )
    return Frame(
        game.dump(s), at(s.pacman), heading, tuple(ghosts), places(s.food), places(s.capsules), s.score, mover, action, values or {}, say,
        game.text(s),
    )  # fmt: skip


def _outcome(game: Pacman, s: Position) -> str:
    return (
        CLEARED if not any(s.food) else EATEN if s.eaten else SPENT if s.left == 0 else UNFINISHED
    )
