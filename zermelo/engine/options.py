"""The options of the searches that are not depth-limited (mcts and df-pn), and how they are
asked."""

from __future__ import annotations

from typing import TypedDict, TypeVar, Unpack

from zermelo.errors import BadLimit
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Progress, Question, ask
from zermelo.game import Game
from zermelo.gears import Gear

S = TypeVar("S")
A = TypeVar("A")


class EngineOptions(TypedDict, total=False):
    """The options that both take.

    player   the player whose value is asked for; by default the mover (in a tree: player 0)
    nodes    stop before entering more nodes than this; each search says what it counts as one
    seconds  stop after this time
    gear     "plain", "compiled", or "auto": plain for the first nodes, then compiled
    progress called about ten times a second with the nodes and seconds so far
    cancel   ends the search from another thread
    """

    player: int | None
    nodes: int | None
    seconds: float | None
    gear: Gear
    progress: Progress | None
    cancel: Cancellation | None


class NoActions(Exception):
    """A state is not over, and has no actions."""


def ask_engine(
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
            f"{algorithm} has no option {sorted(unknown)[0]!r}; "
            f"options: {', '.join(EngineOptions.__annotations__)}"
        )
    return ask(algorithm, game, s, chance=chance, **options)
