"""The lecture's demonstrations: each is played by searches on request, and is a value to replay.

>>> demo = play_scene("alone")
>>> demo.facts["east"], demo.facts["west"]
(8.0, 6.0)
>>> print(demo.findings[1])
Pac-Man goes east, east and ends with 8.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Any

from zermelo import search
from zermelo.errors import BadGame, Unsuitable
from zermelo.formatting import format_decimal
from zermelo.games.pacman import Pacman
from zermelo.pacman.agents import Decision, Ply, SearchAgent, add_ply, record_game
from zermelo.pacman.beliefs import GAMES, play_min_vs_exp, play_table
from zermelo.pacman.closeup import zoom_in
from zermelo.pacman.demonstration import VIDEOS, Demonstration, Progress
from zermelo.pacman.maze_film import MazeFilm

# ---------------------------------------------------------------------- alone with one pellet


def play_alone(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Demonstration:
    """Ten points, one less for every move, and a pellet two steps to the east."""
    game = Pacman("%%%%%%/%_P_.%/%%%%%%", points="lecture", moves=10)
    agent = SearchAgent(game, rounds=10)
    values = agent.decide(game.start()).values
    rule = "Ten points, one less for every move until the pellet is eaten."
    film = record_game(game, "alone with one pellet", agent, first=rule)
    east, west = format_decimal(values["east"]), format_decimal(values["west"])
    findings = (
        f"East is worth {east}, west {west}: going straight to the pellet takes two moves of "
        "the ten points, turning back two more.",
        f"Pac-Man goes {', '.join(film.moves)} and ends with {film.score}.",
    )
    return Demonstration("alone", (film,), findings, {**values, "score": film.score})


# ---------------------------------------------------------------------- trapped


GUARDED = "%%%%%%%%%%/%____%%%_%/%_%__P_g_%/%___%%%%%%/%%%%%%%%%%"
"""A ghost on the pellet, and on the other side a way around a pillar."""


def play_trapped(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Demonstration:
    """A ghost guards the pellet: Pac-Man turns away from what he cannot have."""
    game, sides = Pacman(GUARDED, points="10/-1/0/0/-19/0", moves=18), ("west", "east")
    replies = {a: {reply: _find_value_after(game, a, reply) for reply in sides} for a in sides}
    values = {action: min(replies[action].values()) for action in replies}
    line = search.alphabeta(game, gear="plain").line
    film = _record_line(game, line, [values, replies[line[0]]])
    facts = {"values": values, "action": film.moves[0], **replies, "score": film.score}
    return Demonstration("trapped", (film,), _explain_trapped(film, values, replies), facts)


def _explain_trapped(
    film: MazeFilm, values: dict[str, float], replies: dict[str, dict[str, float]]
) -> tuple[str, ...]:
    west, east = (format_decimal(values[action]) for action in ("west", "east"))
    between = {
        action: " and ".join(format_decimal(reply[side]) for side in ("west", "east"))
        for action, reply in replies.items()
    }
    return (
        f"West, the ghost chooses between {between['west']}: {west}. "
        f"East, between {between['east']}: {east}.",
        f"The larger of {west} and {east} is {format_decimal(max(values.values()))}: Pac-Man goes "
        f"{film.moves[0]}. The ghost comes after him, and he runs in front of it until his "
        f"{len(film.moves)} moves are over.",
        "These are the values of the whole game: ten points, one less for every move, 19 less if "
        "he is eaten. The notes cut their game off after these two moves and write −8, −5, −10 and "
        "8 there.",
    )


def _find_value_after(game: Pacman, action: str, reply: str) -> float:
    """Return Pac-Man's value after one move of his and one of the ghost's."""
    value = search.alphabeta(game, game.after([action, reply]), player=0, gear="plain").value
    assert value is not None
    return value


def _record_line(game: Pacman, line: Sequence[str], known: list[dict[str, float]]) -> MazeFilm:
    """Return the film of a line of play, with the values that the first movers know."""
    say = "The ghost stands on the pellet. Both look to the end of the game."
    film = MazeFilm.start(game, "trapped, and choosing the −8", say=say)
    s = game.start()
    for i, name in enumerate(line):
        decision = Decision(game.parse(s, name), known[i] if i < len(known) else {})
        ply = Ply(s, decision, game.result(s, decision.action))
        film = add_ply(film, game, ply)
        s = ply.after
    return film


# ---------------------------------------------------------------------- thrashing

BEND = "%%%%%/%._%%/%%P.%/%%%%%"
PATIENCE = 20
"""The number of moves for which the thrashing is shown."""


def play_thrashing(
    seed: int = 0, games: int = 0, progress: Progress | None = None
) -> Demonstration:
    """Two dots at a bend: eating one now and eating one a step later score the same."""
    films: dict[str, MazeFilm] = {}
    facts: dict[str, dict[str, Any]] = {}
    for evaluation in ("naive", "distance"):
        game = Pacman(BEND, evaluation=evaluation)
        agent = SearchAgent(game, rounds=2)
        title = f"depth 2, {evaluation} evaluation"
        film = films[evaluation] = record_game(game, title, agent, max_plies=PATIENCE)
        values = agent.decide(game.start()).values
        facts[evaluation] = {"values": values, "turns": count_turns(film), **_describe_end(film)}
    findings = _explain_thrashing(films["naive"], films["distance"], facts)
    return Demonstration("thrashing", tuple(films.values()), findings, facts)


def _explain_thrashing(
    naive: MazeFilm, distance: MazeFilm, facts: dict[str, dict[str, Any]]
) -> tuple[str, ...]:
    tie = format_decimal(facts["naive"]["values"]["north"])
    east, north = (format_decimal(facts["distance"]["values"][a]) for a in ("east", "north"))
    return (
        f"With the score alone north and east are both worth {tie}: a dot now, or another one a "
        "step later.",
        f"He turns back {count_turns(naive)} times in {len(naive.moves)} moves, beside two dots, "
        f"and eats neither: {format_decimal(naive.score)}.",
        "The distance evaluation counts the dots that are left and the way to the nearest: east "
        f"{east}, north {north}. He eats both in {len(distance.moves)} moves and ends with "
        f"{distance.score}.",
    )


def _describe_end(film: MazeFilm) -> dict[str, Any]:
    return {"score": film.score, "outcome": film.outcome}


def count_turns(film: MazeFilm) -> int:
    """Return how often Pac-Man goes back to his cell of two moves before, with nothing eaten."""
    walk = [film.frames[0], *(frame for frame in film.frames if frame.mover == "Pac-Man")]
    return sum(
        a.pacman == c.pacman and a.food == c.food for a, c in zip(walk, walk[2:], strict=False)
    )


# ---------------------------------------------------------------------- depth

POCKETS = "%%%%%%%%%/%......P%/%.%.%.%.%/%.%.G...%/%%%%%%%%%"
SHALLOW, DEEP = 2, 10


def play_depth(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Demonstration:
    """A maze with a dead end and a hunting ghost: two moves of foresight are not enough."""
    films = {
        (rounds, evaluation): _record_depth(rounds, evaluation)
        for rounds in (SHALLOW, DEEP)
        for evaluation in ("naive", "distance")
    }
    facts = {
        f"{rounds} {evaluation}": {**_describe_end(film), "moves": len(film.moves)}
        for (rounds, evaluation), film in films.items()
    }
    pair = (films[SHALLOW, "naive"], films[DEEP, "naive"])
    return Demonstration("depth", pair, _explain_depth(films), facts)


def _record_depth(rounds: int, evaluation: str) -> MazeFilm:
    """Return a game against the hunting ghost."""
    hunting = Pacman(POCKETS, "minimise", moves=100, evaluation="hunting")
    model = Pacman(POCKETS, "minimise", moves=100, evaluation=evaluation)
    agent = SearchAgent(model, rounds, gear="plain", prune=rounds == DEEP)
    ghost = SearchAgent(hunting, rounds=2, gear="plain")
    real = Pacman(POCKETS, "minimise", moves=100)
    return record_game(real, f"depth {rounds}, {evaluation} evaluation", agent, ghost)


def _explain_depth(films: dict[tuple[int, str], MazeFilm]) -> tuple[str, ...]:
    shallow, deep = films[SHALLOW, "naive"], films[DEEP, "naive"]
    better, same = format_decimal(films[SHALLOW, "distance"].score), films[DEEP, "distance"].score
    return (
        f"Looking {SHALLOW} moves ahead, Pac-Man runs into a dead end and is {shallow.outcome} "
        f"after {len(shallow.moves)} moves: {format_decimal(shallow.score)}.",
        f"Looking {DEEP} moves ahead, he has eaten everything after {len(deep.moves)} moves: "
        f"{deep.score}.",
        f"With the distance evaluation it is {better} at depth {SHALLOW}, "
        f"and {same} at depth {DEEP}.",
    )


# ---------------------------------------------------------------------- coordination

LOOP = "%%%%%%%%%%/%........%/%.%%%%%%.%/%P%%%%%%G%/%.%%%%%%G%/%........%/%%%%%%%%%%"


def play_coordination(
    seed: int = 0, games: int = 0, progress: Progress | None = None
) -> Demonstration:
    """One way around, one Pac-Man, two ghosts: both run after him, or each minimises his score."""
    believed = Pacman(LOOP, "minimise", moves=60)
    pacman = SearchAgent(believed, 2)
    chase = Pacman(LOOP, "chase", moves=60)
    ghosts = SearchAgent(Pacman(LOOP, "minimise", moves=60, evaluation="score"), rounds=8)
    chased = record_game(chase, "two ghosts that run after him", pacman)
    pinned = record_game(believed, "two ghosts that minimise his score", pacman, ghosts)
    headings = {ghost.name: ghost.heading for ghost in pinned.frames[3].ghosts}
    findings = _explain_coordination(chased, pinned, headings)
    facts = _describe_coordination(chased, pinned, headings)
    return Demonstration("coordination", (chased, pinned), findings, facts)


def _explain_coordination(
    chased: MazeFilm, pinned: MazeFilm, headings: dict[str, str]
) -> tuple[str, ...]:
    return (
        "Two ghosts that take the shortest way to him end up behind him: he eats everything, "
        f"{chased.score} points.",
        "Two ghosts that look 8 moves ahead and make the score small go "
        f"{headings['A']} and {headings['B']}: one comes from either side.",
        f"He is eaten after {len(pinned.moves)} moves, with {format_decimal(pinned.score)} "
        "points. The ghosts share a score, not a plan.",
    )


def _describe_coordination(
    chased: MazeFilm, pinned: MazeFilm, headings: dict[str, str]
) -> dict[str, Any]:
    last = pinned.frames[-1]
    x, y = last.pacman
    return {
        "chased": _describe_end(chased),
        "pinned": {**_describe_end(pinned), "moves": len(pinned.moves)},
        "headings": headings,
        "gaps": [abs(ghost.at[0] - x) + abs(ghost.at[1] - y) for ghost in last.ghosts],
    }


# ---------------------------------------------------------------------- zoomed in

CLOSE_PLIES = 6
"""The last plies that the close-up shows: two rounds."""


def play_zoomed(seed: int = 0, games: int = 0, progress: Progress | None = None) -> Demonstration:
    """The end of the coordination from near, beside the same moments of the chase."""
    whole = play_coordination()
    end = len(whole.films[1].frames)
    chased, pinned = zoom_in(whole.films, end - CLOSE_PLIES - 1, end)
    sides = [_find_corridors(film, end - 1) for film in whole.films]
    findings = (
        f"Ghosts that run after him come one behind the other, both in the {sides[0]['A']}: he "
        "walks away from them.",
        f"Ghosts that minimise his score come from the {sides[1]['A']} and from the "
        f"{sides[1]['B']}: no way is left, and he is {pinned.outcome} with "
        f"{format_decimal(pinned.score)} points.",
    )
    facts = {"chased": sides[0], "pinned": sides[1], "outcome": pinned.outcome}
    return Demonstration("coordination-zoomed", (chased, pinned), findings, facts)


def _find_corridors(film: MazeFilm, index: int) -> dict[str, str]:
    """Return for each ghost whether it is in the north or in the south of the maze."""
    middle = (len(film.walls) - 1) / 2
    ghosts = film.frames[index].ghosts
    return {ghost.name: "north" if ghost.at[1] < middle else "south" for ghost in ghosts}


# ---------------------------------------------------------------------- by name

SCENES: dict[str, Callable[..., Demonstration]] = {
    "alone": play_alone,
    "trapped": play_trapped,
    "min-vs-exp": play_min_vs_exp,
    "thrashing": play_thrashing,
    "depth": play_depth,
    "coordination": play_coordination,
    "coordination-zoomed": play_zoomed,
    "table": play_table,
}
"""Every scene by its name."""

SCENES_WITH_DICE = ("min-vs-exp", "table")
"""The scenes in which the seed and the number of games matter."""


def play_scene(
    name: str,
    seed: int = 0,
    games: int = GAMES,
    progress: Progress | None = None,
    maze: str | None = None,
) -> Demonstration:
    """Play a scene by its name, or by the number of its video in the slides.

    The seed and the number of games matter only where dice are rolled; there the agents can be
    compared in another maze, too.

    >>> play_scene("L6D7")
    <Demonstration thrashing: 2 films>
    """
    scene = find_scene(name)
    if maze is None:
        return SCENES[scene](seed, games, progress)
    if scene not in SCENES_WITH_DICE:
        raise Unsuitable(
            f"the scene {scene} has a maze of its own; {' and '.join(SCENES_WITH_DICE)} take any"
        )
    return SCENES[scene](seed, games, progress, maze)


def find_scene(name: str) -> str:
    """Return the name of a scene from its name or from the number of a video in the slides."""
    numbers = {video.number.lower(): video.scene for video in VIDEOS}
    scene = numbers.get(name.lower(), name)
    if scene not in SCENES:
        close = difflib.get_close_matches(name, SCENES, 1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise BadGame(f"no scene is called {name!r}; {hint}scenes: {' '.join(SCENES)}")
    return scene
