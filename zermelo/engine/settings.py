"""The settings of the engine: which features it has, and which values a setting may take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo import gears
from zermelo.engine.pvs.state import FEATURES
from zermelo.engine.pvs.windows import DRIVERS, STEPS
from zermelo.errors import BadLimit, Unsuitable
from zermelo.game import Game

ALL = frozenset([*FEATURES, *STEPS])
"""Every feature by its name."""

SELECTIVE = frozenset(
    [
        "lmr", "futility", "reverse-futility", "late-pruning", "losing-captures", "malus",
        "improving", "iir",
    ]
)  # fmt: skip
"""Features for games that are `selective`."""

GUESSES = SELECTIVE | {"null-move", "singular"}
"""Features that skip or reduce unpromising moves; a proof does without them."""

MOST_THREADS = 64
MOST_MEMORY = 1 << 20
"""The largest table, in MiB."""


def require_two_players(game: Game[Any, Any]) -> None:
    """Refuse a game with chance or with more than two players; name the search that suits it."""
    if game.players <= 2 and not game.has_chance:
        return
    what, instead = (f"{game.players} players", "maxn") if game.players > 2 else ("chance", "star")
    raise Unsuitable(
        f"the engine is for two players without chance, "
        f"and {game.full_title} has {what}: use {instead}"
    )


def require_settings(memory: float, driver: str, threads: int, gear: str) -> None:
    """Refuse a setting that is out of its range."""
    require_threads(threads)
    if gear not in gears.GEARS:
        raise BadLimit(f"gear is {gear!r}; it must be auto, plain or compiled")
    if driver not in DRIVERS:
        raise BadLimit(f"driver is {driver!r}; it must be pvs or mtd")
    if not isinstance(memory, int | float) or not 0 < memory <= MOST_MEMORY:
        raise BadLimit(
            f"memory is {memory!r} MiB; it must be a number above 0, and {MOST_MEMORY:,} at most"
        )


def require_threads(threads: int) -> None:
    """Refuse a number of threads that is out of its range."""
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise BadLimit(
            f"threads is {threads!r}; it must be a whole number from 1 to {MOST_THREADS}"
        )


def leave_out(names: Iterable[str]) -> frozenset[str]:
    """Return all features but these.

    >>> "table" in leave_out(["table"]), "table" in leave_out("killers")
    (False, True)
    """
    unwanted = frozenset([names] if isinstance(names, str) else names)
    unknown = sorted(unwanted - ALL)
    if unknown:
        raise BadLimit(
            f"no feature is called {unknown[0]!r}; features: {' '.join([*FEATURES, *STEPS])}"
        )
    return ALL - unwanted
