"""One game between agents, and a match of many.

Each opening of a few random moves is played from every seat. The first side has one seat, the
second side all others. Openings and dice follow from the number of the opening and the seed, so the
same call plays the same games, and any game of a match can be played alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.history import with_history
from zermelo.match.agents import Chooser, Entrant
from zermelo.match.score import MatchResult

GAMES = 100
"""The games of a match."""

OPENING = 2
"""Random moves before the agents play."""

LONGEST = 600
"""Moves of the longest game; a longer one is a draw."""

Listener = Callable[[MatchResult], None]
"""Called with the match so far after every game."""


class PlayedGame(NamedTuple):
    """The states that were reached, with the actions between them; None for a game too long."""

    states: tuple[Any, ...]
    actions: tuple[Any, ...]
    payoffs: tuple[float, ...] | None


def play_match(
    game: Game[Any, Any],
    first: Entrant,
    second: Entrant,
    games: int = GAMES,
    *,
    opening: int = OPENING,
    seed: int = 0,
    tell: Listener | None = None,
) -> MatchResult:
    """Play some games between two sides, from every seat in turn.

    In a game for one player both sides play each opening, and the payoffs are compared.
    """
    referee, leads = with_history(game), list[float]()
    seats = max(game.players, 1)
    result = MatchResult(game.full_title, first.name, second.name, (), seats)
    for lead in iterate_leads(referee, first, second, opening, seed):
        if len(leads) >= games:
            break
        leads.append(lead)
        result = MatchResult(game.full_title, first.name, second.name, tuple(leads), seats)
        if tell is not None:
            tell(result)
    return result


def iterate_leads(
    referee: Game[Any, Any],
    first: Entrant,
    second: Entrant,
    opening: int = OPENING,
    seed: int = 0,
    skip: int = 0,
) -> Iterator[float]:
    """Yield the lead of the first side, game after game without end, after `skip` games."""
    number = skip
    while True:
        yield play_numbered(referee, first, second, number, opening, seed)
        number += 1


def play_numbered(
    referee: Game[Any, Any], first: Entrant, second: Entrant, number: int, opening: int, seed: Any
) -> float:
    """Play the game of a number; return the lead of the first side."""
    group, seat = divmod(number, referee.players)
    key = f"{seed} {group}"
    begin = begin_game(referee, random.Random(key), opening)
    numbers = random.Random(f"{key} {seat}")
    one, other = (side.make(numbers.getrandbits(32)) for side in (first, second))
    if referee.players == 1:
        ends = [play_game(referee, [side], random.Random(key), begin) for side in (one, other)]
        gains = [0.0 if end.payoffs is None else end.payoffs[0] for end in ends]
        return gains[0] - gains[1]
    sides = [one if p == seat else other for p in range(referee.players)]
    return measure_lead(play_game(referee, sides, random.Random(key), begin).payoffs, seat)


def begin_game(game: Game[Any, Any], rng: random.Random, moves: int) -> Any:
    """A state after some random moves that do not end the game, and what chance did between."""
    s, made = game.start(), 0
    while not game.terminal(s) and (made < moves or game.player(s) == CHANCE):
        is_chance = game.player(s) == CHANCE
        after = game.result(s, roll(game, s, rng) if is_chance else rng.choice(game.options(s)))
        if game.terminal(after) and not is_chance:
            return s
        s, made = after, made + (not is_chance)
    return s


def play_game(
    game: Game[Any, Any], sides: Sequence[Chooser], rng: random.Random, s: Any = None
) -> PlayedGame:
    """Play a game between one chooser for each player, from a state on."""
    states, actions = [game.start() if s is None else s], list[Any]()
    while not game.terminal(states[-1]):
        if len(actions) >= LONGEST:
            return PlayedGame(tuple(states), tuple(actions), None)
        actions.append(_choose(game, states[-1], sides, rng))
        states.append(game.result(states[-1], actions[-1]))
    return PlayedGame(tuple(states), tuple(actions), game.payoffs(states[-1]))


def _choose(game: Game[Any, Any], s: Any, sides: Sequence[Chooser], rng: random.Random) -> Any:
    """The outcome of chance, the only move, or the move of the side whose turn it is."""
    mover = game.player(s)
    if mover == CHANCE:
        return roll(game, s, rng)
    legal = game.options(s)
    return legal[0] if len(legal) == 1 else sides[mover](s)


def roll(game: Game[Any, Any], s: Any, rng: random.Random) -> Any:
    """An outcome of chance."""
    outcomes, weights = zip(*game.chances(s), strict=True)
    return rng.choices(outcomes, weights)[0]


def measure_lead(payoffs: Sequence[float] | None, seat: int) -> float:
    """What a player gets more than the others on average; 0 for a game that did not end."""
    if payoffs is None:
        return 0.0
    others = [x for p, x in enumerate(payoffs) if p != seat]
    return payoffs[seat] - sum(others) / len(others)
