"""The states of a whole game: all that play can reach, and those of one random game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

from zermelo.errors import TooLarge
from zermelo.game import CHANCE, Game

S = TypeVar("S")
A = TypeVar("A")


def reachable_states(game: Game[S, A], s: S | None = None, most: int = 10_000_000) -> set[S]:
    """All states that play can reach, from the start or from s.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> len(reachable_states(TicTacToe()))
    5478
    """
    first = game.start() if s is None else s
    seen = {first}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        for a in game.options(state):
            successor = game.result(state, a)
            if successor not in seen:
                if len(seen) >= most:
                    raise TooLarge(f"more than {most:,} states are reachable")
                seen.add(successor)
                waiting.append(successor)
    return seen


def random_playout(
    game: Game[S, A], rng: random.Random, s: S | None = None, most: int = 1000
) -> Iterator[S]:
    """The states of one random game, start and terminal included; at most `most` plies."""
    state = game.start() if s is None else s
    yield state
    for _ in range(most):
        if game.terminal(state):
            return
        if game.player(state) == CHANCE:
            outcomes, weights = zip(*game.chances(state), strict=True)
            a = rng.choices(outcomes, weights)[0]
        else:
            a = rng.choice(list(game.actions(state)))
        state = game.result(state, a)
        yield state
