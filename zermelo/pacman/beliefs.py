"""What Pac-Man believes of the ghosts, and what they are: two agents in the same maze.

Minimax believes that the ghosts minimise, expectimax that they move by chance. Each plays against
ghosts of both kinds.

>>> demo = play_min_vs_exp(games=2)
>>> demo.facts["values"]["minimax"]
{'east': -502.0, 'west': -501.0}
>>> [film.outcome for film in demo.films]
['eaten', 'cleared']
"""

from __future__ import annotations

import random

from zermelo.formatting import format_decimal
from zermelo.games.pacman import Pacman, Position
from zermelo.pacman.agents import SearchAgent, play_to_end, record_game
from zermelo.pacman.demonstration import Demonstration, Progress
from zermelo.pacman.maze_film import MazeFilm
from zermelo.pacman.tally import describe_row, make_row

FORK = "%%%%%%%%%%%/%_%___.G_.%/%_%_%.%_%.%/%P..._%_._%/%%%%%%%%%%%"
"""The maze of the table."""

BETWEEN = "%%%%%%%%%%/%%%G_P___%/%%%%%%%%G%/%___...._%/%%%%%%%%%%"
"""Pac-Man between two ghosts. The one in the east may go the other way."""

FORESIGHT, HUNTING = 3, 2
GAMES = 25
MOVES = 100

BELIEFS = {"minimax": "minimise", "expectimax": "random"}
"""How Pac-Man believes that the ghosts play, by the name of his search."""

GHOSTS = {"adversarial": "minimise", "random": "random"}
"""How the ghosts really play, by name."""

Pair = tuple[str, str]
"""Pac-Man's search and the real ghosts, by their names."""

PAIRS: list[Pair] = [(pacman, ghosts) for pacman in BELIEFS for ghosts in GHOSTS]

Ends = dict[Pair, list[Position]]
"""The last positions of the games of each pair."""


# ---------------------------------------------------------------------- the two scenes


def play_table(
    seed: int = 0, games: int = GAMES, progress: Progress | None = None, maze: str = FORK
) -> Demonstration:
    """Minimax and expectimax Pac-Man against adversarial and random ghosts."""
    ends = play_pairs(maze, seed, games, progress, ties=True)
    films = [record_pair(maze, pair, roll_dice(seed, 0), ties=True) for pair in PAIRS]
    rows = tuple(make_row(*pair, ends[pair]) for pair in PAIRS)
    facts = {f"{row.pacman} {row.ghosts}": row.to_dict() for row in rows}
    return Demonstration("table", tuple(films), tuple(map(describe_row, rows)), facts, rows)


def play_min_vs_exp(
    seed: int = 0, games: int = GAMES, progress: Progress | None = None, maze: str = BETWEEN
) -> Demonstration:
    """Minimax and expectimax Pac-Man side by side between two random ghosts, with the same dice."""
    ends = play_pairs(maze, seed, games, progress)
    shown = _find_difference(ends)
    films = [record_pair(maze, (p, "random"), roll_dice(seed, shown)) for p in BELIEFS]
    rows = tuple(make_row(*pair, ends[pair]) for pair in PAIRS)
    values = {p: _make_agent(maze, p).decide(Pacman(maze).start()).values for p in BELIEFS}
    choices = [_describe_choice(p, values[p], film) for p, film in zip(BELIEFS, films, strict=True)]
    dice = f"The films show game {shown + 1} of {games}: every ghost rolls the same dice in both."
    facts = {"values": values, "game": shown + 1}
    facts |= {f"{row.pacman} {row.ghosts}": row.to_dict() for row in rows}
    findings = (*choices, *map(describe_row, rows), dice)
    return Demonstration("min-vs-exp", tuple(films), findings, facts, rows)


def _find_difference(ends: Ends) -> int:
    """Return the first game with random ghosts that only one of the agents wins, else the first."""
    won = [[not any(s.food) for s in ends[pacman, "random"]] for pacman in BELIEFS]
    games = zip(*won, strict=True)
    return next((i for i, (first, second) in enumerate(games) if first != second), 0)


def _describe_choice(pacman: str, values: dict[str, float], film: MazeFilm) -> str:
    listed = ", ".join(f"{a} {format_decimal(round(value, 1))}" for a, value in values.items())
    return f"At the first move {pacman} sees {listed}, and goes {film.moves[0]}."


# ---------------------------------------------------------------------- games of a pair


def play_pairs(
    maze: str, seed: int, games: int, progress: Progress | None = None, ties: bool = False
) -> Ends:
    """Play games of every pair. With `ties`, dice choose between moves that are equally good."""
    ends: Ends = {}
    for done, pair in enumerate(PAIRS):
        agent, real, reply = make_pair(maze, *pair)
        played = ends[pair] = []
        for i in range(games):
            played.append(play_to_end(real, agent, reply, roll_dice(seed, i), ties))
            if progress is not None:
                progress(done * games + i + 1, len(PAIRS) * games)
    return ends


def record_pair(maze: str, pair: Pair, dice: random.Random, ties: bool = False) -> MazeFilm:
    """Return the film of one game of a pair."""
    agent, real, reply = make_pair(maze, *pair)
    title = f"{pair[0]} against {pair[1]} ghost{'s' if real.count > 1 else ''}"
    return record_game(real, title, agent, reply, dice, ties=ties)


def make_pair(
    maze: str, pacman: str, ghosts: str
) -> tuple[SearchAgent, Pacman, SearchAgent | None]:
    """Return Pac-Man's agent, the real game, and the ghosts' agent if they search."""
    agent = _make_agent(maze, pacman)
    real = Pacman(maze, GHOSTS[ghosts], moves=MOVES)
    if ghosts != "adversarial":
        return agent, real, None
    hunting = Pacman(maze, "minimise", moves=MOVES, evaluation="hunting")
    return agent, real, SearchAgent(hunting, HUNTING, gear="plain")


def _make_agent(maze: str, pacman: str) -> SearchAgent:
    """Return Pac-Man as he searches."""
    return SearchAgent(Pacman(maze, BELIEFS[pacman], moves=MOVES), FORESIGHT, gear="plain")


def roll_dice(seed: int, game: int) -> random.Random:
    """Return the dice of one game: the same for every pair."""
    return random.Random(f"pacman {seed} {game}")
