"""Is every level stronger than the one below? Matches between neighbouring levels.

    python bench/levels.py [GAME …] [--levels 1-6] [--games 20] [--gap 1] [--json]

Each opening of two random moves is played once from each seat, with seeds that follow from its
number; the other seats have the weaker level. The score is the share of games in which the stronger
level gets more than the mean of the others, a draw counting a half.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from common import Section, progress

from zermelo import Game, catalogue
from zermelo.game import CHANCE
from zermelo.gears import Gear
from zermelo.history import with_history
from zermelo.levels import choose_move

GAMES = ("tic-tac-toe", "connect-four", "othello:6", "breakthrough:5", "go:5", "pig:30")
"""Small boards: a match takes seconds."""

OPENING = 2
"""Random moves before the levels play."""

LONGEST = 300
"""Moves of the longest game; a longer one counts as a draw."""

COLUMNS = (
    ("game", "game", ""),
    ("stronger", "level", "d"),
    ("weaker", "against", "d"),
    ("games", "games", "d"),
    ("won", "won", "d"),
    ("drawn", "drawn", "d"),
    ("lost", "lost", "d"),
    ("score", "score", ".0%"),
)


@dataclass
class LevelMatch:
    """The results of a stronger level against a weaker one."""

    game: str
    stronger: int
    weaker: int
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of the stronger level."""
        return (self.won + self.drawn / 2) / max(self.games, 1)

    def add(self, lead: float) -> None:
        """Count a game by the lead of the stronger level."""
        self.won += lead > 0
        self.drawn += lead == 0
        self.lost += lead < 0

    def row(self) -> dict[str, Any]:
        """The match as a row of the table."""
        return {**asdict(self), "games": self.games, "score": self.score}


def play_match(
    name: str, stronger: int, weaker: int, games: int, gear: Gear = "auto"
) -> LevelMatch:
    """Play some games, from every seat in turn."""
    game, match = with_history(catalogue.game(name)), LevelMatch(name, stronger, weaker)
    for number in range(games):
        opening, seat = divmod(number, game.players)
        levels = [stronger if p == seat else weaker for p in range(game.players)]
        match.add(measure_lead(play_game(game, levels, opening, gear), seat))
    return match


def play_game(
    game: Game[Any, Any], levels: list[int], number: int, gear: Gear
) -> tuple[float, ...]:
    """Play one game between levels; return the payoffs, all 0 for a game that is too long."""
    rng, s = random.Random(number), game.start()
    for ply in range(LONGEST):
        if game.terminal(s):
            return game.payoffs(s)
        s = game.result(s, choose(game, s, levels, rng, ply, gear))
    return (0.0,) * game.players


def choose(
    game: Game[Any, Any], s: Any, levels: list[int], rng: random.Random, ply: int, gear: Gear
) -> Any:
    """The action of chance, of the opening, or of the level whose turn it is."""
    mover = game.player(s)
    if mover == CHANCE:
        outcomes, weights = zip(*game.chances(s), strict=True)
        return rng.choices(outcomes, weights)[0]
    legal = game.options(s)
    if ply < OPENING or len(legal) == 1:
        return rng.choice(legal)
    return choose_move(game, s, levels[mover], seed=rng.getrandbits(32), gear=gear).action


def measure_lead(payoffs: tuple[float, ...], seat: int) -> float:
    """What a player gets more than the others on average."""
    others = [x for p, x in enumerate(payoffs) if p != seat]
    return payoffs[seat] - sum(others) / len(others)


def make_table(names: Iterable[str], first: int, last: int, gap: int, games: int) -> Section:
    """All matches of some games."""
    rows = []
    for name in names:
        for weaker in range(first, last - gap + 1):
            progress(f"{name}: level {weaker + gap} against {weaker}")
            rows.append(play_match(name, weaker + gap, weaker, games).row())
    return Section("Levels against each other", COLUMNS, rows)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--levels", default="1-6", help="the first and the last level")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--gap", type=int, default=1, help="levels between the two players")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    first, last = (int(word) for word in options.levels.split("-"))
    table = make_table(options.names, first, last, options.gap, options.games)
    print(json.dumps(table.to_dict(), indent=2) if options.json else table)


if __name__ == "__main__":
    main()
