"""The axes by which the slides sort games: players, chance, sums, turns, cycles.

A game declares its facts: `players`, `chances`, `total`, `moves_again`, `cyclic`, `repetition`. The
last three axes are looked for where a game does not declare them: in every state of a small game,
in random play of a large one, where a case may be seen and its absence is not proven.

>>> from zermelo.games.kalah import Kalah
>>> print(describe_axes(Kalah()))
2 players, deterministic, zero-sum, perfect information; a player can move again; never cyclic
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from zermelo.errors import TooLarge
from zermelo.formatting import format_number, format_plural
from zermelo.game import CHANCE, FORBIDDEN, Game
from zermelo.states import list_states, random_playout

S = TypeVar("S")
A = TypeVar("A")

MOST_STATES = 5_000
"""A game with more states is played at random instead of being looked through."""

PLAYOUTS, MOST_PLIES = 20, 400

HEADINGS = ("players", "chance", "sum", "moves again", "cyclic")


@dataclass(frozen=True)
class Axes:
    """Where a game stands on each axis. None: not seen in random play, but not excluded.

    `total` is the sum of payoffs; None for a general-sum game. `moves_again`: a player can decide
    twice in a row. `cyclic`: play can return to an earlier position. `repetition` is the game's.
    """

    players: int
    has_chance: bool
    total: float | None
    moves_again: bool | None
    cyclic: bool | None
    repetition: int = 0

    @property
    def sum_name(self) -> str:
        """The sum of the payoffs in words; a dash for a single player."""
        if self.players == 1:
            return "–"
        if self.total is None:
            return "general-sum"
        return f"constant-sum ({format_number(self.total)})" if self.total else "zero-sum"

    @property
    def cycle_name(self) -> str:
        """Whether positions can come back, and what the rules make of it."""
        if self.repetition == FORBIDDEN:
            return "forbidden"
        return "draw" if self.repetition > 1 else write_fact(self.cyclic)

    def cells(self) -> tuple[str, ...]:
        """Return the words of a table, in the order of `HEADINGS`."""
        again = "–" if self.players == 1 else write_fact(self.moves_again)
        chance = write_fact(self.has_chance)
        return str(self.players), chance, self.sum_name, again, self.cycle_name

    def __str__(self) -> str:
        kind = "stochastic" if self.has_chance else "deterministic"
        sums = [self.sum_name] if self.players > 1 else []
        who = format_plural(self.players, "player", "players")
        first = ", ".join([who, kind, *sums, "perfect information"])
        return "; ".join([first, *self._describe_turns(), self._describe_cycles()])

    def _describe_turns(self) -> Iterator[str]:
        if self.players > 1:
            yield {
                True: "a player can move again",
                False: "players take turns",
                None: "no player was seen to move again",
            }[self.moves_again]

    def _describe_cycles(self) -> str:
        if self.repetition == FORBIDDEN:
            return "a position may not come back"
        if self.repetition > 1:
            return f"cyclic: a position that occurs {self.repetition} times is a draw"
        words = {True: "cyclic", False: "never cyclic", None: "no cycle was seen"}
        return words[self.cyclic]

    def to_dict(self) -> dict[str, Any]:
        """Return the axes as a dict for JSON."""
        return {
            "players": self.players,
            "chance": self.has_chance,
            "sum": None if self.players == 1 else self.sum_name.partition(" ")[0],
            "total": self.total,
            "perfect_information": True,
            "moves_again": self.moves_again,
            "cyclic": self.cyclic,
            "repetition": self.cycle_name if self.repetition else "",
        }


def write_fact(fact: bool | None) -> str:
    """Return a fact for a table: yes, a dash, or that it was not seen.

    >>> write_fact(True), write_fact(False), write_fact(None)
    ('yes', '–', 'not seen')
    """
    return {True: "yes", False: "–", None: "not seen"}[fact]


def describe_axes(game: Game[Any, Any]) -> Axes:
    """Return where a game stands: from what it declares, else from its states or random play.

    >>> from zermelo import tree
    >>> describe_axes(tree.figure("expectimax")).cells()
    ('2', 'yes', 'zero-sum', '–', '–')
    """
    moves_again, cyclic = game.moves_again, _read_cyclic(game)
    if moves_again is None or cyclic is None:
        seen = _look_for_cases(game)
        moves_again = seen[0] if moves_again is None else moves_again
        cyclic = seen[1] if cyclic is None else cyclic
    return Axes(game.players, game.has_chance, game.total, moves_again, cyclic, game.repetition)


def _read_cyclic(game: Game[Any, Any]) -> bool | None:
    """Return what the rules say: with a rule on repetition, whether positions do come back."""
    return game.repetition != FORBIDDEN if game.repetition else game.cyclic


def _look_for_cases(game: Game[Any, Any]) -> tuple[bool | None, bool | None]:
    """Return whether a player moves again, and whether play can return to a state."""
    try:
        states = list_states(game, most=MOST_STATES)
    except TooLarge:
        paths = [list(_play(game, seed)) for seed in range(PLAYOUTS)]
        return (
            any(_has_second_move(game, path) for path in paths) or None,
            any(len(set(path)) < len(path) for path in paths) or None,
        )
    return any(_is_moved_again(game, s) for s in states), _has_cycle(game, states)


def _play(game: Game[S, A], seed: int) -> Iterable[S]:
    return random_playout(game, random.Random(seed), most=MOST_PLIES)


def _has_second_move(game: Game[S, A], path: list[S]) -> bool:
    """Does one player decide twice in a row? Chance may come in between."""
    movers = [game.player(s) for s in path if not game.terminal(s)]
    decides = [p for p in movers if p != CHANCE]
    return any(p == q for p, q in pairwise(decides))


def _is_moved_again(game: Game[S, A], s: S) -> bool:
    """Can the player who moves at s be the next player to move?"""
    if game.terminal(s) or game.player(s) == CHANCE:
        return False
    waiting = [game.result(s, a) for a in game.options(s)]
    seen = set(waiting)
    for t in waiting:  # grows while it is read, by the outcomes of chance
        if not game.terminal(t) and game.player(t) == game.player(s):
            return True
        if not game.terminal(t) and game.player(t) == CHANCE:
            more = {game.result(t, a) for a in game.options(t)} - seen
            seen |= more
            waiting += more
    return False


def _has_cycle(game: Game[S, A], states: list[S]) -> bool:
    """Is there a way from a state back to it? States without predecessors are taken away."""
    after = {s: {game.result(s, a) for a in game.options(s)} for s in states}
    incoming = dict.fromkeys(states, 0)
    for successors in after.values():
        for t in successors:
            incoming[t] += 1
    free = [s for s, count in incoming.items() if count == 0]
    for s in free:  # grows while it is read
        for t in after[s]:
            incoming[t] -= 1
            if incoming[t] == 0:
                free.append(t)
    return len(free) < len(states)
