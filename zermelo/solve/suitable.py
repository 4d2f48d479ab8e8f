"""Which games can be solved, and what in their states makes two of one position."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from zermelo.errors import Unsuitable
from zermelo.game import FORBIDDEN, Game


class CounterWarning(UserWarning):
    """Positions are kept more than once, with different counters."""


def require_suitable(game: Game[Any, Any]) -> None:
    """Refuse a game whose positions do not hold all that their values depend on."""
    if game.repetition == FORBIDDEN:
        raise Unsuitable(
            f"{game.full_title} forbids repeated positions: values depend on the moves before, so "
            "positions alone have none"
        )
    if game.unknowns:
        raise Unsuitable(f"{game.full_title} has payoffs that are not known")


def warn_of_counters(game: Game[Any, Any], states: Iterable[Any]) -> None:
    """Tell of parts of a state that the game does not count when it compares positions."""
    parts = find_counters(game, states)
    if parts:
        warnings.warn(
            f"{game.full_title}: positions that differ in {', '.join(parts)} alone are kept as "
            "different ones; if that is no part of a position, leave it out by project",
            CounterWarning,
            stacklevel=2,
        )


def find_counters(game: Game[Any, Any], states: Iterable[Any]) -> list[str]:
    """The parts in which states differ that have the same `repetition_key`.

    >>> from zermelo.games.checkers import Checkers
    >>> s = Checkers().start()
    >>> find_counters(Checkers(), [s, s._replace(quiet=7)])
    ['quiet']
    """
    if game.declares("project") or not game.declares("repetition_key"):
        return []
    known: dict[int, Any] = {}
    found: dict[str, None] = {}
    for s in states:
        key = game.repetition_key(s)
        other = known.setdefault(key, s) if key else s
        found.update(dict.fromkeys(_list_differences(s, other)))
    return sorted(found)


def _list_differences(s: Any, other: Any) -> list[str]:
    """The names of the parts in which two states differ, or their numbers."""
    if s == other or not isinstance(s, tuple):
        return []
    names = getattr(s, "_fields", [f"part {i}" for i in range(len(s))])
    return [name for name, x, y in zip(names, s, other, strict=True) if x != y]
