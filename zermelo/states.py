"""The states of a whole game: all that play can reach, and those of one random game.

The lecture's S is a set. Where one start state is needed, `find_start` chooses it by its number in
`Game.starts`; where all states are needed, they are those that play can reach from any of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from zermelo.errors import BadPosition, TooLarge
from zermelo.game import CHANCE, Game

S = TypeVar("S")
A = TypeVar("A")


MAX_STATES = 10_000_000
"""The number of states beyond which `reachable_states` refuses a game."""


def find_start(game: Game[S, A], number: int | None = None) -> S:
    """The start state of this number, from 0; without a number, the one of `start`.

    >>> from zermelo.games.nim import Nim
    >>> find_start(Nim(2, 2), 1)
    Position(piles=(2, 2), turn=1)
    """
    if number is None:
        return game.start()
    starts = list(islice(game.starts(), max(number, 0) + 1))
    if 0 <= number < len(starts):
        return starts[number]
    count = sum(1 for _ in islice(game.starts(), MAX_STATES))
    known = f"its start states are 0 to {count - 1}" if count > 1 else "its only start state is 0"
    raise BadPosition(f"{game.full_title} has no start state {number}; {known}")


def list_states(game: Game[S, A], s: S | None = None, most: int = MAX_STATES) -> list[S]:
    """All states that play can reach, from all start states or from s, breadth first.

    >>> from zermelo.games.nim import Nim
    >>> game = Nim(2, 2)
    >>> len(list_states(game)), len(list_states(game, game.start()))
    (12, 9)
    """
    states = list(dict.fromkeys(islice(game.starts(), most + 1) if s is None else (s,)))
    seen = set(states)
    for state in states:  # grows while it is read: breadth first
        for a in game.options(state):
            successor = game.result(state, a)
            if successor not in seen:
                seen.add(successor)
                states.append(successor)
                if len(states) > most:
                    break
        if len(states) > most:
            raise TooLarge(f"more than {most:,} states are reachable")
    return states


def reachable_states(game: Game[S, A], s: S | None = None, most: int = MAX_STATES) -> set[S]:
    """The set of all states that play can reach, from all start states or from s.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> len(reachable_states(TicTacToe()))
    5478
    """
    return set(list_states(game, s, most))


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
