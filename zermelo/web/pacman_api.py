"""Pac-Man over the websocket: the lecture's scenes, single games, and the table of both.

Two games on one maze share their positions. In the game that Pac-Man searches, the ghosts behave as
Pac-Man believes; in the game that is played, they behave as they really do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from zermelo.frame.cancel import Cancellation
from zermelo.games.pacman import EVALUATIONS, LAYOUTS, Pacman, Position
from zermelo.pacman.agents import SearchAgent, add_ply, play_plies
from zermelo.pacman.beliefs import BELIEFS, FORESIGHT, FORK, GAMES, HUNTING, Pair, roll_dice
from zermelo.pacman.demonstration import list_videos
from zermelo.pacman.explain import TRUE_BELIEFS, GameEnd, conclude, explain_pair, finish_game
from zermelo.pacman.maze_film import MazeFilm
from zermelo.pacman.scenes import SCENES, SCENES_WITH_DICE, play_scene
from zermelo.pacman.tally import make_row
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields

Emit = Callable[[dict[str, Any]], None]

REALITIES = {"adversarial": "minimise", "random": "random", "chase": "chase"}
"""The ghosts of the game that is played."""

OFFERED_REALITIES = ("adversarial", "random")
"""The ghosts that the page and its table offer."""

DEFAULT_EVALUATION = "distance"

MAX_SECONDS = 60.0
MAX_PLIES = 3_000
MAX_GAMES = 50
MAX_MOVES = 300
MAX_TABLE_MOVES = 100
MAX_MAZE = 1_000
"""Characters of a maze."""


class Cancelled(Exception):
    """The question was cancelled."""


class Deadline:
    """The reason to end a stream early: a cancellation, or the time limit."""

    def __init__(self, cancel: Cancellation) -> None:
        self.cancel = cancel
        self.end = time.monotonic() + MAX_SECONDS

    def check(self) -> str:
        """Return "cancelled", "seconds", or "" to continue."""
        if self.cancel.is_cancelled:
            return "cancelled"
        return "seconds" if time.monotonic() > self.end else ""


class MazeMatch:
    """A maze with Pac-Man's belief about the ghosts, and the ghosts as they are."""

    def __init__(
        self, maze: str, believes: str, ghosts: str, moves: int, rounds: int, evaluation: str
    ) -> None:
        belief = Pacman(maze, BELIEFS[believes], moves=moves, evaluation=evaluation)
        hunting = Pacman(maze, "minimise", moves=moves, evaluation="hunting")
        self.real = Pacman(maze, REALITIES[ghosts], moves=moves)
        self.pacman = SearchAgent(belief, rounds)
        self.ghosts = (
            SearchAgent(hunting, HUNTING, gear="plain") if ghosts == "adversarial" else None
        )

    def play(self, dice: random.Random) -> GameEnd:
        """Play one game and return how it ended."""
        return finish_game(self.real, self.pacman, self.ghosts, dice)

    def play_films(self, s: Position, dice: random.Random) -> Iterator[MazeFilm]:
        """Yield a film of the first position, then one of each ply that ends with its frame."""
        film = MazeFilm.start(self.real, "", s)
        yield film
        moves = play_plies(self.real, self.pacman, self.ghosts, dice, s, ties=True)
        for ply in islice(moves, MAX_PLIES):
            short = MazeFilm(film.title, film.walls, film.frames[-1:])
            film = add_ply(short, self.real, ply)
            yield film


def read_agent(fields: Fields, rounds: int) -> dict[str, Any]:
    """Return how Pac-Man searches: its evaluation and its depth in rounds."""
    evaluation = fields.get_optional_choice("evaluation", Pacman.evaluations)
    return {
        "evaluation": evaluation or DEFAULT_EVALUATION,
        "rounds": fields.get_integer("rounds", 1, 4, rounds),
    }


def read_seed(fields: Fields) -> int:
    """Return the seed of a question; 0 by default."""
    return fields.get_integer("seed", 0, 2**53, 0)


# ---------------------------------------------------------------------- questions


def stream_scene(games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit) -> None:
    """Play one of the lecture's scenes."""

    def report(done: int, total: int) -> None:
        emit({"event": "progress", "done": done, "total": total})
        if cancel.is_cancelled:
            raise Cancelled

    name, seed = fields.get_text("name", max_length=40), read_seed(fields)
    count = fields.get_integer("games", 1, MAX_GAMES, GAMES)
    emit({"event": "started"})
    try:
        scene = play_scene(name, seed, count, report).to_dict()
        emit({"event": "done", "scene": scene, "stopped": ""})
    except Cancelled:
        emit({"event": "done", "scene": None, "stopped": "cancelled"})


def stream_game(games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit) -> None:
    """Play one game from the start or from a position, frame by frame.

    A `table_game` is a game of the table: with its dice and its number of moves.
    """
    believes = fields.get_optional_choice("believes", tuple(BELIEFS)) or "minimax"
    ghosts = fields.get_optional_choice("ghosts", tuple(REALITIES)) or "random"
    maze = fields.get_text("layout", "small", MAX_MAZE)
    number = fields.get_optional_integer("table_game", 0, MAX_GAMES - 1)
    moves = MAX_MOVES if number is None else MAX_TABLE_MOVES
    match = MazeMatch(maze, believes, ghosts, moves, **read_agent(fields, 2))
    text, seed = fields.get_optional_text("position", MAX_MAZE), read_seed(fields)
    is_of_table = number is not None and text is None
    dice = roll_dice(seed, number or 0) if is_of_table else random.Random(f"arena {seed} {text}")
    s = match.real.start() if text is None else match.real.load(text)
    deadline, stopped = Deadline(cancel), ""
    for film in match.play_films(s, dice):
        emit(describe_frame(film))
        if stopped := deadline.check():
            break
    emit({"event": "done", "outcome": film.outcome, "score": film.score, "stopped": stopped})


def describe_frame(film: MazeFilm) -> dict[str, Any]:
    """Return the event for the last frame of a film; for the first frame with the walls."""
    frame = film.to_dict()["frames"][-1]
    if len(film.frames) == 1:
        return {"event": "started", "walls": list(film.walls), "frame": frame}
    return {"event": "frame", "frame": frame}


def read_setting(fields: Fields) -> dict[str, Any]:
    """Return the maze of a table and how Pac-Man searches, as a question for one game has them."""
    return {"layout": fields.get_text("layout", FORK, MAX_MAZE), **read_agent(fields, FORESIGHT)}


def make_matches(fields: Fields) -> dict[Pair, MazeMatch]:
    """Return a match for every belief against every reality."""
    setting = read_setting(fields)
    maze = setting.pop("layout")
    pairs = [(believes, ghosts) for believes in BELIEFS for ghosts in OFFERED_REALITIES]
    return {pair: MazeMatch(maze, *pair, MAX_TABLE_MOVES, **setting) for pair in pairs}


def stream_table(games: GameRegistry, fields: Fields, cancel: Cancellation, emit: Emit) -> None:
    """Play games of every belief against every reality."""
    count, seed = fields.get_integer("games", 1, MAX_GAMES, 10), read_seed(fields)
    matches = make_matches(fields)
    ends: dict[Pair, list[GameEnd]] = {pair: [] for pair in matches}
    emit({"event": "started"})
    deadline, stopped = Deadline(cancel), ""
    # one game of each pair in turn, so that the table is complete whenever it is cancelled
    turns = [(game, pair) for game in range(count) for pair in matches]
    for done, (game, pair) in enumerate(turns, 1):
        end = matches[pair].play(roll_dice(seed, game))
        ends[pair].append(end)
        emit({**describe_end(*pair, end.position), "done": done, "total": len(turns)})
        if stopped := deadline.check():
            break
    table = describe_table(ends, matches) | {"film": read_setting(fields)}
    emit({"event": "done", **table, "stopped": stopped})


def describe_table(
    ends: dict[Pair, list[GameEnd]], matches: dict[Pair, MazeMatch]
) -> dict[str, Any]:
    """Return the rows of the table, why each is as it is, and what all of them show."""
    played = {pair: games for pair, games in ends.items() if games}
    rows = [make_row(*pair, [end.position for end in games]) for pair, games in played.items()]
    wise = {pair: matches[TRUE_BELIEFS[pair[1]], pair[1]].pacman for pair in played}
    why = [explain_pair(*pair, games, wise[pair]).to_dict() for pair, games in played.items()]
    return {
        "table": [row.to_dict() for row in rows],
        "why": why,
        "conclusion": conclude(rows) if len(played) == len(ends) else "",
    }


def describe_end(believes: str, ghosts: str, s: Position) -> dict[str, Any]:
    """Return the event for one game that has ended."""
    result = {"score": s.score, "won": not any(s.food), "eaten": bool(s.eaten)}
    return {"event": "game", "pacman": believes, "ghosts": ghosts, **result}


def describe_pacman() -> dict[str, Any]:
    """Return the catalogue's entries about Pac-Man."""
    scenes = [
        {
            "name": name,
            "about": (play.__doc__ or "").partition("\n")[0],
            "videos": [str(video) for video in list_videos(name)],
            "rolls": name in SCENES_WITH_DICE,
        }
        for name, play in SCENES.items()
    ]
    evaluations = [{"name": name, "about": about} for name, about in EVALUATIONS.items()]
    pacman = {
        "layouts": list(LAYOUTS),
        "evaluations": evaluations,
        "evaluation": DEFAULT_EVALUATION,
        "beliefs": list(BELIEFS),
        "realities": list(OFFERED_REALITIES),
    }
    return {"scenes": scenes, "pacman": pacman}


STREAM_HANDLERS = {"scene": stream_scene, "arena": stream_game, "arena-table": stream_table}
"""Every question by its name."""
