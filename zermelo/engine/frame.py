"""The frame around the engine's searches: their options, and their memory.

It stands on the frame of the textbook searches, `zermelo.search.run`, which keeps limits and gears.
"""

from __future__ import annotations

from typing import Any, TypedDict, TypeVar, Unpack

from zermelo.errors import BadLimit
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.result import Result
from zermelo.search.deepening import Sparse
from zermelo.search.run import Outcome, Progress, Question, ask, restored, spelled
from zermelo.watch import DEEPEST

S = TypeVar("S")
A = TypeVar("A")

MIB = 1 << 20
CELL = 8
"""Bytes of one cell."""


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


def row_of_cells(count: int, compiled: bool) -> Any:
    """A row of zeros: the machine's array, whose pages exist once they are touched, or a plain row that grows as it is written."""
    if not compiled:
        return Sparse()
    import numpy

    return numpy.zeros(count, numpy.int64)


def answer(
    q: Question[S, A], outcome: Outcome, line: list[A], kind: Any = Result, **fields: Any
) -> Any:
    """A result with everything that is the same for all searches of the engine filled in."""
    game, counts = q.game, outcome.counts
    over = game.terminal(q.state)
    decides = not over and game.player(q.state) != CHANCE
    line = restored(game, q.state, line)
    names, end = spelled(q, line)
    return kind(
        game=q.game_name,
        algorithm=q.algorithm,
        gear=outcome.gear,
        player=q.player,
        player_name=game.player_name(q.player),
        action=line[0] if line and decides else None,
        action_name=names[0] if names and decides else None,
        line=names,
        depth=max(outcome.watch.count(DEEPEST) - 1, 0),
        nodes=counts.nodes,
        leaves=counts.leaves,
        estimates=counts.estimates,
        cuts=counts.cuts,
        seconds=outcome.seconds,
        distance=len(line) if fields["exact"] and game.terminal(end) else None,
        root_width=0 if over else len(game.options(q.state)),
        notes=tuple(q.notes),
        **fields,
    )
