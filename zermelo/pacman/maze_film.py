"""A recorded game of Pac-Man: frames with places, scores and sentences. Viewers only replay it.

>>> from zermelo.games.pacman import Pacman
>>> game = Pacman("%%%%%/%P_.%/%%%%%")
>>> film = MazeFilm.start(game, "a walk").then(game, game.after(["east"]), "Pac-Man", "east")
>>> film.frames[-1].pacman, film.score, film.outcome
((2, 1), -1, 'unfinished')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from zermelo.games.pacman import LETTERS, NAMES, VECTORS, Pacman, Position

VERSION = 1

CLEARED, EATEN, SPENT, UNFINISHED = "cleared", "eaten", "no moves left", "unfinished"
"""The outcomes of a film."""

Place = tuple[float, float]
"""Column and row, from 0 at the upper left; a scared ghost can be halfway between two."""


@dataclass(frozen=True)
class GhostView:
    """A ghost in a frame."""

    name: str
    at: Place
    heading: str
    scared: int


@dataclass(frozen=True)
class Frame:
    """A position with the move that led to it, the mover's value of each action, and a sentence."""

    position: str
    pacman: Place
    heading: str
    ghosts: tuple[GhostView, ...]
    food: tuple[Place, ...]
    capsules: tuple[Place, ...]
    score: int
    mover: str = ""
    action: str = ""
    values: dict[str, float] = field(default_factory=dict)
    say: str = ""
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the frame as a dict for JSON, without its text."""
        facts = asdict(self) | {
            "pacman": [*self.pacman],
            "ghosts": [asdict(ghost) | {"at": [*ghost.at]} for ghost in self.ghosts],
            "food": [[*place] for place in self.food],
            "capsules": [[*place] for place in self.capsules],
        }
        del facts["text"]
        return facts


@dataclass(frozen=True)
class MazeFilm:
    """One game in one maze, from its first position to its last."""

    title: str
    walls: tuple[str, ...]
    frames: tuple[Frame, ...]
    outcome: str = UNFINISHED

    @classmethod
    def start(cls, game: Pacman, title: str, s: Position | None = None, say: str = "") -> MazeFilm:
        """Return a film with its first frame."""
        first = game.start() if s is None else s
        frame = replace(_make_frame(game, first, "east"), say=say)
        return cls(title, _list_walls(game), (frame,), _find_outcome(game, first))

    def then(
        self,
        game: Pacman,
        s: Position,
        mover: str = "",
        action: str = "",
        values: dict[str, float] | None = None,
        say: str = "",
    ) -> MazeFilm:
        """Return the film with one more frame."""
        heading = action if mover == "Pac-Man" and action != "stop" else self.frames[-1].heading
        frame = _make_frame(game, s, heading)
        frame = replace(frame, mover=mover, action=action, values=values or {}, say=say)
        return replace(self, frames=(*self.frames, frame), outcome=_find_outcome(game, s))

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
        """Pac-Man's cells in order, the first one included."""
        moves = [frame.pacman for frame in self.frames if frame.mover == "Pac-Man"]
        return [self.frames[0].pacman, *moves]

    def to_dict(self) -> dict[str, Any]:
        """Return the film as a dict for JSON."""
        return {
            "title": self.title,
            "walls": list(self.walls),
            "outcome": self.outcome,
            "score": self.score,
            "frames": [frame.to_dict() for frame in self.frames],
        }

    def __repr__(self) -> str:
        counts = f"{len(self.moves)} moves, {self.outcome}, score {self.score}"
        return f"<MazeFilm {self.title!r}: {counts}>"


def _list_walls(game: Pacman) -> tuple[str, ...]:
    """Return the maze row by row: % is a wall, _ is free."""
    free = set(game.cells)
    signs = ["_" if cell in free else "%" for cell in range(game.width * game.height)]
    rows = range(0, len(signs), game.width)
    return tuple("".join(signs[row : row + game.width]) for row in rows)


def _make_frame(game: Pacman, s: Position, heading: str) -> Frame:
    """Return a position as a frame, without the move that led to it."""
    return Frame(
        game.dump(s),
        (game.xs[s.pacman], game.ys[s.pacman]),
        heading,
        tuple(_list_ghosts(game, s)),
        _list_places(game, s.food),
        _list_places(game, s.capsules),
        s.score,
        text=game.text(s),
    )


def _list_ghosts(game: Pacman, s: Position) -> Iterator[GhostView]:
    """Yield the ghosts; one that has gone half a step stands between two cells."""
    for name, ghost in zip(LETTERS, s.ghosts[: game.count], strict=False):
        dx, dy = VECTORS[ghost.heading]
        x, y = game.xs[ghost.cell] + dx * ghost.half / 2, game.ys[ghost.cell] + dy * ghost.half / 2
        yield GhostView(name, (x, y), NAMES[ghost.heading], ghost.scared)


def _list_places(game: Pacman, words: Sequence[int]) -> tuple[Place, ...]:
    """Return the places of the cells in a bit set."""
    cells = (cell for cell in range(len(game.cells)) if words[cell >> 6] >> (cell & 63) & 1)
    return tuple((game.xs[cell], game.ys[cell]) for cell in cells)


def _find_outcome(game: Pacman, s: Position) -> str:
    if not any(s.food):
        return CLEARED
    return EATEN if s.eaten else SPENT if s.left == 0 else UNFINISHED
