"""Games between search agents: the game that an agent searches may differ from the one played.

Two games on one maze share their positions, so that an agent can search the game that it believes
in (its *model*) while the moves are made in the real one. Minimax believes in ghosts that minimise,
expectimax in ghosts that move by chance.

>>> from zermelo.games.pacman import Pacman
>>> game = Pacman("%%%%%%/%_P_.%/%%%%%%", points="lecture", moves=10)
>>> film = record_game(game, "alone", SearchAgent(game, rounds=10))
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
from zermelo.formatting import format_decimal
from zermelo.game import CHANCE
from zermelo.games.pacman import LETTERS, Pacman, Position
from zermelo.gears import Gear
from zermelo.pacman.maze_film import MazeFilm

TIE = 1e-9
"""Values this close are equal."""


class Decision(NamedTuple):
    """An action, and Pac-Man's value of each action as the mover sees it."""

    action: int
    values: dict[str, float]


class Ply(NamedTuple):
    """One move of the real game: from where to where, and the mover's decision."""

    before: Position
    decision: Decision
    after: Position


@dataclass(frozen=True)
class SearchAgent:
    """A search some rounds ahead in a model: a round is one move of Pac-Man and one of each ghost.

    It is the textbook's minimax, or expectimax if the model has chance: both know the value of
    every action. Of equally good ones the first is chosen, or any if there are dice to roll. With
    `prune` it is alpha-beta, which chooses the first best one too, but knows the value of that one
    only.
    """

    model: Pacman
    rounds: int
    gear: Gear = "auto"
    prune: bool = False

    def decide(self, s: Position, dice: random.Random | None = None) -> Decision:
        """Return the decision at a position."""
        result = self._choose_search()(
            self.model,
            s,
            depth=self.rounds * (1 + self.model.count),
            player=1 if s.mover else 0,
            gear=self.gear,
        )
        values = {root.action: root.value for root in result.values}
        if self.prune:
            values = {result.action: values[result.action]}
        best = [a for a, value in values.items() if value >= max(values.values()) - TIE]
        sign = -1 if s.mover else 1
        names = {self.model.name(s, a): sign * value for a, value in values.items()}
        return Decision(dice.choice(best) if dice else best[0], names)

    def _choose_search(self) -> Any:
        if self.model.has_chance:
            return search.expectimax
        return search.alphabeta if self.prune else search.minimax


def roll(real: Pacman, s: Position, dice: random.Random) -> Decision:
    """Return an outcome of a chance node, chosen by its probability."""
    outcomes, weights = zip(*real.chances(s), strict=True)
    return Decision(dice.choices(outcomes, weights)[0], {})


def play_plies(
    real: Pacman,
    pacman: SearchAgent,
    ghosts: SearchAgent | None = None,
    rng: random.Random | None = None,
    s: Position | None = None,
    ties: bool = False,
) -> Iterator[Ply]:
    """Yield the moves of one game. Ghosts that are players need an agent; `rng` rolls for chance.

    With `ties`, `rng` also chooses between actions that are equally good.
    """
    s = real.start() if s is None else s
    dice = rng or random.Random(0)
    while not real.terminal(s):
        agent = ghosts if s.mover else pacman
        if real.player(s) == CHANCE:
            decision = roll(real, s, dice)
        elif agent is None:
            raise Unsuitable("ghosts that minimise need an agent; pass ghosts=SearchAgent(…)")
        else:
            decision = agent.decide(s, dice if ties else None)
        after = real.result(s, decision.action)
        yield Ply(s, decision, after)
        s = after


def record_game(
    real: Pacman,
    title: str,
    pacman: SearchAgent,
    ghosts: SearchAgent | None = None,
    rng: random.Random | None = None,
    first: str = "",
    ties: bool = False,
    max_plies: int | None = None,
) -> MazeFilm:
    """Return the film of one game, or of its first plies, with a sentence for each."""
    film = MazeFilm.start(real, title, say=first)
    for ply in islice(play_plies(real, pacman, ghosts, rng, ties=ties), max_plies):
        film = add_ply(film, real, ply)
    return film


def add_ply(film: MazeFilm, real: Pacman, ply: Ply) -> MazeFilm:
    """Return the film with one more ply and its sentence."""
    action, values = real.name(ply.before, ply.decision.action), ply.decision.values
    mover, say = name_mover(ply.before), describe_ply(real, ply)
    return film.then(real, ply.after, mover, action, values, say)


def name_mover(s: Position) -> str:
    """Return the name of the player to move."""
    return f"ghost {LETTERS[s.mover - 1]}" if s.mover else "Pac-Man"


def describe_ply(real: Pacman, ply: Ply) -> str:
    """Return what happened, in a sentence or two."""
    name = real.name(ply.before, ply.decision.action)
    mover = name_mover(ply.before)
    moves = f"{mover[0].upper()}{mover[1:]} {'stays' if name == 'stop' else f'goes {name}'}"
    values = ply.decision.values.items()
    listed = ", ".join(f"{action} {format_decimal(round(value, 1))}" for action, value in values)
    return moves + (f" ({listed})" if len(values) > 1 else "") + _describe_consequence(ply) + "."


def _describe_consequence(ply: Ply) -> str:
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


def play_to_end(
    real: Pacman,
    pacman: SearchAgent,
    ghosts: SearchAgent | None,
    rng: random.Random,
    ties: bool = True,
) -> Position:
    """Return the last position of one game; with `ties` dice choose between equal actions."""
    s = real.start()
    for ply in play_plies(real, pacman, ghosts, rng, ties=ties):
        s = ply.after
    return s
