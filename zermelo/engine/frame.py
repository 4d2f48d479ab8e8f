"""The frame around the engine's searches: their options, and their memory.

It stands on `zermelo.frame`, which keeps limits and gears.
"""

from __future__ import annotations

from typing import TypedDict, TypeVar, Unpack

from zermelo.errors import BadLimit
from zermelo.frame.question import Progress, Question, ask
from zermelo.game import Game
from zermelo.gears import Gear
from zermelo.gears.cells import CELL

S = TypeVar("S")
A = TypeVar("A")


class EngineOptions(TypedDict, total=False):
    """What every search of the engine can be told.

    player   whose value is asked for; by default the player to move (in a tree: player 0)
    nodes    stop before entering more nodes than this; each search says what it counts as one
    seconds  stop after this time
    gear     "plain", "compiled", or "auto": plain for the first nodes, then compiled
    progress called about ten times a second with the nodes and seconds so far
    """

    player: int
    nodes: int | None
    seconds: float | None
    gear: Gear
    progress: Progress | None


class NoActions(Exception):
    """A state is not over, and has no actions."""


def asked(
    algorithm: str,
    game: Game[S, A],
    s: S | None,
    chance: bool = True,
    **options: Unpack[EngineOptions],
) -> Question[S, A]:
    """Check and complete a question to the engine."""
    unknown = set(options) - set(EngineOptions.__annotations__)
    if unknown:
        raise BadLimit(
            f"{algorithm} has no option {sorted(unknown)[0]!r}; options: {', '.join(EngineOptions.__annotations__)}"
        )
    return ask(algorithm, game, s, chance=chance, **options)


def memory_cells(memory: int, least: int, why: str) -> int:
    """How many cells fit into so many bytes; refuses fewer than `least`."""
    if not isinstance(memory, int) or isinstance(memory, bool) or memory < least * CELL:
        raise BadLimit(
            f"memory is {memory}; it must be a whole number of bytes, {least * CELL:,} or more: {why}"
        )
    return memory // CELL
