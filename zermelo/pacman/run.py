"""Games between minds: what each believes about the others is one game, what really happens another.

Two games on one maze share their positions, so that a mind can search in the game that it believes in (its *model*) while
the moves are made in the real one. Minimax believes in ghosts that minimise, expectimax in ghosts that move by chance.

>>> from zermelo.games.pacman import Pacman
>>> game = Pacman("%%%%%%/%_P_.%/%%%%%%", points="lecture", moves=10)
>>> film = filmed(game, "alone", Mind(game, rounds=10))
>>> film.moves, film.score
(['east', 'east'], 8)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from zermelo import search
from zermelo.errors import Unsuitable
from zermelo.formatting import format_number
from zermelo.game import CHANCE
from zermelo.games.pacman import LETTERS, Pacman, Position
from zermelo.gears import Gear
from zermelo.pacman.film import Film

TIE = 1e-9
"""Values so close are equal."""


class Thought(NamedTuple):
    """An action, and what Pac-Man gets by each, in the eyes of the mover."""

    action: int
    values: dict[str, float]


class Ply(NamedTuple):
    """One move of the real game: from where to where, whose, and what the mover thought; chance thinks nothing."""

    before: Position
    thought: Thought
    after: Position


@dataclass(frozen=True)
class Mind:
    """A search that looks some rounds ahead in its model: a round is one move of Pac-Man and one of each ghost.

    It is the textbook's minimax, or expectimax if its model has chance: both know the value of every action. Of equally good
    ones the first is taken, or any if there is a die to roll. With `prune` it is alpha-beta, which takes the first best one too,
    but knows the value of that one only.
    """

    model: Pacman
    rounds: int
    gear: Gear = "auto"
    prune: bool = False

    def think(self, s: Position, dice: random.Random | None = None) -> Thought:
        """What to do at a position."""
        algorithm: Any = (
            search.expectimax
            if self.model.has_chance
            else search.alphabeta
            if self.prune
            else search.minimax
        )
        result = algorithm(
            self.model,
            s,
            depth=self.rounds * (1 + self.model.count),
            player=1 if s.mover else 0,
            gear=self.gear,
        )
        values = {
            root.action: root.value
            for root in result.values
            if not self.prune or root.action == result.action
        }
        best = [a for a, value in values.items() if value >= max(values.values()) - TIE]
        names = {
            self.model.name(s, a): (-value if s.mover else value) for a, value in values.items()
        }
        return Thought(dice.choice(best) if dice else best[0], names)


def plies(
    real: Pacman,
    pacman: Mind,
    ghosts: Mind | None = None,
    rng: random.Random | None = None,
    s: Position | None = None,
    ties: bool = False,
) -> Iterator[Ply]:
    """The moves of one game. Ghosts that are players move as their mind says; chance is rolled with `rng`.

    With `ties`, `rng` also chooses between actions that are equally good.
    """
    s = real.start() if s is None else s
    dice = rng or random.Random(0)
    while not real.terminal(s):
        mind = ghosts if s.mover else pacman
        if real.player(s) == CHANCE:
            outcomes, weights = zip(*real.chances(s), strict=True)
            thought = Thought(dice.choices(outcomes, weights)[0], {})
        elif mind is None:
            raise Unsuitable("ghosts that minimise need a mind")
        else:
            thought = mind.think(s, dice if ties else None)
        after = real.result(s, thought.action)
        yield Ply(s, thought, after)
        s = after


def filmed(
    real: Pacman,
    title: str,
    pacman: Mind,
    ghosts: Mind | None = None,
    rng: random.Random | None = None,
    first: str = "",
    ties: bool = False,
    most: int | None = None,
) -> Film:
    """The film of one game, or of its first `most` plies, with a sentence for each."""
    film = Film.begun(real, title, say=first)
    for ply in islice(plies(real, pacman, ghosts, rng, ties=ties), most):
        film = film.then(
            real,
            ply.after,
            mover(ply.before),
            real.name(ply.before, ply.thought.action),
            ply.thought.values,
            told(real, ply),
        )
    return film


def mover(s: Position) -> str:
    """Who is to move, in words."""
    return f"ghost {LETTERS[s.mover - 1]}" if s.mover else "Pac-Man"


def told(real: Pacman, ply: Ply) -> str:
    """What happened, in a sentence or two."""
    name = real.name(ply.before, ply.thought.action)
    values = ply.thought.values
    who = mover(ply.before)
    told = f"{who[0].upper()}{who[1:]} {'stays' if name == 'stop' else f'goes {name}'}"
    if len(values) > 1:
        told += f" ({', '.join(f'{way} {format_number(round(value, 1))}' for way, value in values.items())})"
    return told + _consequence(ply) + "."


def _consequence(ply: Ply) -> str:
    before, after = ply.before, ply.after
    if after.eaten:
        return ": Pac-Man is eaten" if before.mover == 0 else " and eats him"
    if not any(after.food):
        return " and has eaten everything"
    if after.capsules != before.capsules:
        return " and eats a capsule: the ghosts are scared"
    if after.food != before.food:
        return " and eats a dot"
    return ""


def final(real: Pacman, pacman: Mind, ghosts: Mind | None, rng: random.Random) -> Position:
    """The last position of one game in which equally good actions are chosen by the die."""
    s = real.start()
    for ply in plies(real, pacman, ghosts, rng, ties=True):
        s = ply.after
    return s
