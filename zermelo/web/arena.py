"""Pac-Man over the websocket: the lecture's scenes, single games as they are played, and the table of beliefs and realities.

Two games on one maze share their positions: what Pac-Man believes of the ghosts is one, what they are is the other.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from zermelo.games.pacman import EVALUATIONS, LAYOUTS, Pacman, Position
from zermelo.pacman.film import Film
from zermelo.pacman.run import Mind, final, mover, plies, told
from zermelo.pacman.scenes import FORESIGHT, FORK, GAMES, HUNTING, SCENES, make_row
from zermelo.pacman.scenes import scene as staged
from zermelo.web.fields import Fields
from zermelo.web.shelf import Shelf

Emit = Callable[[dict[str, Any]], None]

BELIEFS = {"minimax": "minimise", "expectimax": "random"}
"""What the ghosts are in the game that Pac-Man searches."""

REALITIES = {"adversarial": "minimise", "random": "random", "chase": "chase"}
"""What they are in the game that is played."""

MOST_SECONDS = 60.0
MOST_PLIES = 3_000
MOST_GAMES = 50
MOST_MOVES = 300
TABLE_MOVES = 100
LARGEST_MAZE = 1_000
"""Characters of a maze."""


class Halted(Exception):
    """Nobody wants the rest."""


def scene(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """One of the lecture's scenes, played now."""

    def progress(done: int, total: int) -> None:
        emit({"event": "progress", "done": done, "total": total})
        if stop.is_set():
            raise Halted

    name, seed = asked.text("name", most=40), asked.whole("seed", 0, 2**53, 0)
    games = asked.whole("games", 1, MOST_GAMES, GAMES)
    emit({"event": "started"})
    try:
        emit(
            {"event": "done", "scene": staged(name, seed, games, progress).to_dict(), "stopped": ""}
        )
    except Halted:
        emit({"event": "done", "scene": None, "stopped": "asked"})


class Match:
    """A maze with what Pac-Man believes and what the ghosts are."""

    def __init__(
        self, asked: Fields, believes: str, ghosts: str, layout: str, rounds: int, moves: int
    ) -> None:
        evaluation = asked.maybe_choice("evaluation", Pacman.evaluations) or "mended"
        maze, rounds = (
            asked.text("layout", layout, LARGEST_MAZE),
            asked.whole("rounds", 1, 4, rounds),
        )
        self.real = Pacman(maze, REALITIES[ghosts], moves=moves)
        self.pacman = Mind(
            Pacman(maze, BELIEFS[believes], moves=moves, evaluation=evaluation), rounds
        )
        hunting = Pacman(maze, "minimise", moves=moves, evaluation="hunting")
        self.ghosts = Mind(hunting, HUNTING, gear="plain") if ghosts == "adversarial" else None

    def final(self, dice: random.Random) -> Position:
        """The end of one game."""
        return final(self.real, self.pacman, self.ghosts, dice)

    def films(self, s: Position, dice: random.Random) -> Iterator[Film]:
        """A film for each ply, of its last frames only; the first is of the position alone."""
        film = Film.begun(self.real, "", s)
        yield film
        for ply in islice(
            plies(self.real, self.pacman, self.ghosts, dice, s, ties=True), MOST_PLIES
        ):
            short = Film(film.title, film.walls, film.frames[-1:])
            name = self.real.name(ply.before, ply.thought.action)
            film = short.then(
                self.real,
                ply.after,
                mover(ply.before),
                name,
                ply.thought.values,
                told(self.real, ply),
            )
            yield film


def arena(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """One game, frame by frame as it is played, from the start or from a position."""
    believes = asked.maybe_choice("believes", tuple(BELIEFS)) or "minimax"
    ghosts = asked.maybe_choice("ghosts", tuple(REALITIES)) or "random"
    match = Match(asked, believes, ghosts, "small", 2, MOST_MOVES)
    text, seed = asked.maybe_text("position", LARGEST_MAZE), asked.whole("seed", 0, 2**53, 0)
    s = match.real.start() if text is None else match.real.load(text)
    end, stopped = time.monotonic() + MOST_SECONDS, ""
    for film in match.films(s, random.Random(f"arena {seed} {text}")):
        frame = film.to_dict()["frames"][-1]
        is_first = len(film.frames) == 1
        emit(
            {"event": "begun", "walls": list(film.walls), "frame": frame}
            if is_first
            else {"event": "frame", "frame": frame}
        )
        stopped = "asked" if stop.is_set() else "seconds" if time.monotonic() > end else ""
        if stopped:
            break
    emit({"event": "done", "outcome": film.outcome, "score": film.score, "stopped": stopped})


def arena_table(shelf: Shelf, asked: Fields, stop: threading.Event, emit: Emit) -> None:
    """Games of every belief against every reality, each told when it is over."""
    games, seed = asked.whole("games", 1, MOST_GAMES, 10), asked.whole("seed", 0, 2**53, 0)
    pairs = [(believes, ghosts) for believes in BELIEFS for ghosts in ("adversarial", "random")]
    matches = {pair: Match(asked, *pair, FORK, FORESIGHT, TABLE_MOVES) for pair in pairs}
    ends: dict[tuple[str, str], list[Position]] = {pair: [] for pair in pairs}
    emit({"event": "started"})
    done, end, stopped = 0, time.monotonic() + MOST_SECONDS, ""
    for game in range(
        games
    ):  # a game of each in turn, so that the table is whole whenever it is stopped
        for pair in pairs:
            s = matches[pair].final(random.Random(f"pacman {seed} {game}"))
            ends[pair].append(s)
            done += 1
            result = {"score": s.score, "won": not any(s.food), "eaten": bool(s.eaten)}
            emit(
                {
                    "event": "game",
                    "pacman": pair[0],
                    "ghosts": pair[1],
                    "done": done,
                    "total": games * len(pairs),
                    **result,
                }
            )
            stopped = "asked" if stop.is_set() else "seconds" if time.monotonic() > end else ""
            if stopped:
                break
        if stopped:
            break
    table = [make_row(*pair, found).to_dict() for pair, found in ends.items() if found]
    emit({"event": "done", "table": table, "stopped": stopped})


def listed() -> dict[str, Any]:
    """What the catalogue says of it."""
    scenes = [
        {"name": name, "about": (made.__doc__ or "").partition("\n")[0]}
        for name, made in SCENES.items()
    ]
    evaluations = [{"name": name, "about": about} for name, about in EVALUATIONS.items()]
    return {"scenes": scenes, "pacman": {"layouts": list(LAYOUTS), "evaluations": evaluations}}


ASKS = {"scene": scene, "arena": arena, "arena-table": arena_table}
"""Every question by its name."""
