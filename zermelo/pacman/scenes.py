"""The lecture's demonstrations: each is played by searches when asked for, and is a value that anyone can replay.

>>> made = scene("alone")
>>> made.facts["east"], made.facts["west"]
(8.0, 6.0)
>>> print(made.found[0])
East is worth 8, west 6: going straight to the pellet takes two moves of the ten points, turning back two more.
"""

from __future__ import annotations

import difflib
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo import search
from zermelo.errors import BadGame
from zermelo.formatting import format_number
from zermelo.games.pacman import Pacman, Position
from zermelo.pacman.film import VERSION, Film
from zermelo.pacman.run import Mind, Ply, Thought, filmed, final, mover, told

Progress = Callable[[int, int], None]
"""Told how many games are played, and how many there are."""


@dataclass(frozen=True)
class Row:
    """A pair of the table: what Pac-Man believes, what the ghosts are, how many games he won, was eaten in, and his mean score."""

    pacman: str
    ghosts: str
    games: int
    wins: int
    eaten: int
    score: float
    deviation: float

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON holds it."""
        return dict(vars(self))


@dataclass(frozen=True)
class Scene:
    """A demonstration: what the lecture says, the films of it, what was found, and the numbers behind that."""

    name: str
    title: str
    claim: str
    films: tuple[Film, ...]
    found: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    table: tuple[Row, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The scene as JSON holds it."""
        return {
            "format": "zermelo-pacman",
            "version": VERSION,
            "name": self.name,
            "title": self.title,
            "claim": self.claim,
            "found": list(self.found),
            "facts": self.facts,
            "table": [row.to_dict() for row in self.table],
            "films": [film.to_dict() for film in self.films],
        }

    def __repr__(self) -> str:
        return f"<Scene {self.name}: {len(self.films)} films>"


# ---------------------------------------------------------------------- alone with one pellet


def alone(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Scene:
    """Ten points, one less for every move, and a pellet two steps to the east."""
    game = Pacman("%%%%%%/%_P_.%/%%%%%%", points="lecture", moves=10)
    mind = Mind(game, rounds=10)
    values = mind.think(game.start()).values
    film = filmed(
        game,
        "alone with one pellet",
        mind,
        first="Ten points, one less for every move until the pellet is eaten.",
    )
    east, west = format_number(values["east"]), format_number(values["west"])
    return Scene(
        "alone",
        "Alone with one pellet: 8 against 6",
        "A state's value is the best outcome that can be reached from it: 8 to the right, 6 to the left, so he goes right.",
        (film,),
        (
            f"East is worth {east}, west {west}: going straight to the pellet takes two moves of the ten points, turning back two more.",
            f"Pac-Man goes {', '.join(film.moves)} and ends with {film.score}.",
        ),
        {**values, "score": film.score},
    )


# ---------------------------------------------------------------------- trapped


GUARDED = "%%%%%%%%%%/%____%%%_%/%_%__P_g_%/%___%%%%%%/%%%%%%%%%%"
"""A ghost on the pellet, and on the other side a way around a pillar."""


def trapped(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Scene:
    """A ghost guards the pellet: Pac-Man turns away from what he cannot have."""
    game = Pacman(GUARDED, points="10/-1/0/0/-19/0", moves=18)
    replies = {
        way: {reply: _worth(game, way, reply) for reply in ("west", "east")}
        for way in ("west", "east")
    }
    values = {way: min(replies[way].values()) for way in replies}
    best = search.alphabeta(game, gear="plain")
    film = _along(game, best.line, [values, replies[best.line[0]]])
    west, east = (format_number(values[way]) for way in ("west", "east"))
    return Scene(
        "trapped",
        "Trapped, and choosing the −8",
        "Pac-Man wants the +8, but a ghost that plays well will not let him have it: he moves away and takes −8 rather than −10.",
        (film,),
        (
            f"West, the ghost chooses between {_listed(replies['west'])}: {west}. East, between {_listed(replies['east'])}: {east}.",
            f"The larger of {west} and {east} is {format_number(max(values.values()))}: Pac-Man goes {film.moves[0]}. "
            f"The ghost comes after him, and he runs in front of it until his {len(film.moves)} moves are over.",
            "These are the values of the whole game: ten points, one less for every move, 19 less if he is eaten. The notes cut "
            "their game off after these two moves and write −8, −5, −10 and 8 there.",
        ),
        {
            "values": values,
            "action": film.moves[0],
            "west": replies["west"],
            "east": replies["east"],
            "score": film.score,
        },
    )


def _worth(game: Pacman, way: str, reply: str) -> float:
    """What Pac-Man gets in the end after one move of his and one of the ghost's."""
    value = search.alphabeta(game, game.after([way, reply]), player=0, gear="plain").value
    assert value is not None
    return value


def _along(game: Pacman, line: Sequence[str], thoughts: list[dict[str, float]]) -> Film:
    """The film of a line of play, with what the first movers know of their moves."""
    film = Film.begun(
        game,
        "trapped, and choosing the −8",
        say="The ghost stands on the pellet. Both look to the end of the game.",
    )
    s = game.start()
    for i, name in enumerate(line):
        action = game.parse(s, name)
        ply = Ply(
            s, Thought(action, thoughts[i] if i < len(thoughts) else {}), game.result(s, action)
        )
        film = film.then(
            game, ply.after, mover(s), game.name(s, action), ply.thought.values, told(game, ply)
        )
        s = ply.after
    return film


def _listed(replies: dict[str, float]) -> str:
    return f"{format_number(replies['west'])} and {format_number(replies['east'])}"


# ---------------------------------------------------------------------- thrashing

BEND = "%%%%%/%._%%/%%P.%/%%%%%"
PATIENCE = 20
"""So many moves of the thrashing are enough."""


def thrashing(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Scene:
    """Two dots, and always one of them to be eaten as well a step later."""
    films: dict[str, Film] = {}
    values: dict[str, dict[str, float]] = {}
    for evaluation in ("naive", "mended"):
        game = Pacman(BEND, evaluation=evaluation)
        mind = Mind(game, rounds=2)
        values[evaluation] = mind.think(game.start()).values
        films[evaluation] = filmed(game, f"depth 2, {evaluation} evaluation", mind, most=PATIENCE)
    naive, mended = films["naive"], films["mended"]
    tied, east, north = (
        format_number(x)
        for x in (values["naive"]["north"], values["mended"]["east"], values["mended"]["north"])
    )
    return Scene(
        "thrashing",
        "Thrashing at depth 2, and how a better evaluation mends it",
        "Eating the dot now scores as much as eating it later; waiting seems just as good, so he goes back and forth and starves.",
        (naive, mended),
        (
            f"With the score alone north and east are both worth {tied}: a dot now, or another one a step later.",
            f"He turns back {turns(naive)} times in {len(naive.moves)} moves, beside two dots, and eats neither: {format_number(naive.score)}.",
            f"The mended evaluation counts the dots that are left and the way to the nearest: east {east}, north {north}. "
            f"He eats both in {len(mended.moves)} moves and ends with {mended.score}.",
        ),
        {
            evaluation: {
                "values": values[evaluation],
                "turns": turns(film),
                "score": film.score,
                "outcome": film.outcome,
            }
            for evaluation, film in films.items()
        },
    )


def turns(film: Film) -> int:
    """How often Pac-Man goes back to where he was two moves before, with nothing eaten in between."""
    walk = [film.frames[0], *(frame for frame in film.frames if frame.mover == "Pac-Man")]
    return sum(
        a.pacman == c.pacman and a.food == c.food for a, c in zip(walk, walk[2:], strict=False)
    )


# ---------------------------------------------------------------------- depth

POCKETS = "%%%%%%%%%/%......P%/%.%.%.%.%/%.%.G...%/%%%%%%%%%"
SHALLOW, DEEP = 2, 10


def depth(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Scene:
    """A maze with a dead end, and a ghost that hunts: two moves of foresight are not enough to see it coming."""
    real = Pacman(POCKETS, "minimise", moves=100)
    hunter = Mind(
        Pacman(POCKETS, "minimise", moves=100, evaluation="hunting"), rounds=2, gear="plain"
    )
    films: dict[tuple[int, str], Film] = {}
    for rounds in (SHALLOW, DEEP):
        for evaluation in ("naive", "mended"):
            mind = Mind(
                Pacman(POCKETS, "minimise", moves=100, evaluation=evaluation),
                rounds,
                gear="plain",
                prune=rounds == DEEP,
            )
            films[rounds, evaluation] = filmed(
                real, f"depth {rounds}, {evaluation} evaluation", mind, hunter
            )
    shallow, deep = films[SHALLOW, "naive"], films[DEEP, "naive"]
    better, same = format_number(films[SHALLOW, "mended"].score), films[DEEP, "mended"].score
    return Scene(
        "depth",
        "Depth 2 against depth 10",
        "Evaluations are always imperfect; the deeper in the tree they are buried, the less their quality matters.",
        (shallow, deep),
        (
            f"Looking {SHALLOW} moves ahead, Pac-Man runs into a dead end and is {shallow.outcome} after {len(shallow.moves)} moves: "
            f"{format_number(shallow.score)}.",
            f"Looking {DEEP} moves ahead, he has eaten everything after {len(deep.moves)} moves: {deep.score}.",
            f"With the mended evaluation it is {better} at depth {SHALLOW}, and {same} at depth {DEEP}.",
        ),
        {
            f"{rounds} {evaluation}": {
                "score": film.score,
                "outcome": film.outcome,
                "moves": len(film.moves),
            }
            for (rounds, evaluation), film in films.items()
        },
    )


# ---------------------------------------------------------------------- coordination

LOOP = "%%%%%%%%%%/%........%/%.%%%%%%.%/%P%%%%%%G%/%.%%%%%%G%/%........%/%%%%%%%%%%"


def coordination(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Scene:
    """One way around, one Pac-Man, two ghosts: both run after him, or each only makes his score small."""
    believed = Pacman(LOOP, "minimise", moves=60)
    chased = filmed(
        Pacman(LOOP, "chase", moves=60), "two ghosts that run after him", Mind(believed, 2)
    )
    minds = Mind(Pacman(LOOP, "minimise", moves=60, evaluation="score"), rounds=8)
    pinned = filmed(believed, "two ghosts that minimise his score", Mind(believed, 2), minds)
    headings = {spirit.name: spirit.heading for spirit in pinned.frames[3].ghosts}
    last = pinned.frames[-1]
    return Scene(
        "coordination",
        "Ghosts that coordinate without being told to",
        "Ghosts that minimise the same score pin Pac-Man between them: nobody told them to, it follows from the search.",
        (chased, pinned),
        (
            f"Two ghosts that take the shortest way to him end up behind him: he eats everything, {chased.score} points.",
            "Two ghosts that look 8 moves ahead and make the score small go "
            f"{headings['A']} and {headings['B']}: one comes from either side.",
            f"He is eaten after {len(pinned.moves)} moves, with {format_number(pinned.score)} points. The ghosts share a score, not a plan.",
        ),
        {
            "chased": {"outcome": chased.outcome, "score": chased.score},
            "pinned": {
                "outcome": pinned.outcome,
                "score": pinned.score,
                "moves": len(pinned.moves),
            },
            "headings": headings,
            "gaps": [
                abs(spirit.at[0] - last.pacman[0]) + abs(spirit.at[1] - last.pacman[1])
                for spirit in last.ghosts
            ],
        },
    )


# ---------------------------------------------------------------------- the table

FORK = "%%%%%%%%%%%/%_%___.G_.%/%_%_%.%_%.%/%P..._%_._%/%%%%%%%%%%%"
FORESIGHT, HUNTING = 3, 2
GAMES = 25


def table(seed: int = 0, games: int = GAMES, progress: Progress | None = None) -> Scene:
    """Minimax and expectimax Pac-Man against ghosts that are as he believes, and against ghosts that are not."""
    hunter = Mind(Pacman(FORK, "minimise", moves=100, evaluation="hunting"), HUNTING, gear="plain")
    rows: list[Row] = []
    films: list[Film] = []
    for pacman, model in (("minimax", "minimise"), ("expectimax", "random")):
        for ghosts, kind in (("adversarial", "minimise"), ("random", "random")):
            mind = Mind(Pacman(FORK, model, moves=100), FORESIGHT, gear="plain")
            real = Pacman(FORK, kind, moves=100)
            reply = hunter if kind == "minimise" else None
            ends = []
            for i in range(games):
                ends.append(final(real, mind, reply, _dice(seed, i)))
                if progress is not None:
                    progress(len(rows) * games + i + 1, 4 * games)
            rows.append(make_row(pacman, ghosts, ends))
            films.append(
                filmed(
                    real, f"{pacman} against {ghosts} ghost", mind, reply, _dice(seed, 0), ties=True
                )
            )
    return Scene(
        "table",
        "What he believes, and what they are",
        "Minimax is safe against an adversarial ghost and too careful against a random one; expectimax gains from a random ghost "
        "and loses to an adversarial one.",
        tuple(films),
        tuple(_sentence(row) for row in rows),
        {f"{row.pacman} {row.ghosts}": row.to_dict() for row in rows},
        tuple(rows),
    )


def _sentence(row: Row) -> str:
    won = f"won {row.wins} of {row.games}, mean score {format_number(round(row.score, 1))}"
    return f"{row.pacman.capitalize()} Pac-Man against {row.ghosts} ghosts: {won}."


def _dice(seed: int, game: int) -> random.Random:
    return random.Random(f"pacman {seed} {game}")


def make_row(pacman: str, ghosts: str, ends: list[Position]) -> Row:
    scores = [s.score for s in ends]
    deviation = statistics.stdev(scores) if len(scores) > 1 else 0.0
    wins = sum(not any(s.food) for s in ends)
    return Row(
        pacman,
        ghosts,
        len(ends),
        wins,
        sum(s.eaten for s in ends),
        statistics.mean(scores),
        deviation,
    )


# ---------------------------------------------------------------------- by name

SCENES: dict[str, Callable[..., Scene]] = {
    made.__name__: made for made in (alone, trapped, thrashing, depth, coordination, table)
}
"""Every scene by its name."""


def scene(name: str, seed: int = 0, games: int = GAMES, progress: Progress | None = None) -> Scene:
    """A scene by its name. The seed, and the number of games, matter where there is chance: in the table."""
    if name not in SCENES:
        close = difflib.get_close_matches(name, SCENES, 1)
        raise BadGame(
            f"no scene is called {name!r}; {f'did you mean {close[0]}? ' if close else ''}scenes: {' '.join(SCENES)}"
        )
    return SCENES[name](seed, games, progress)
