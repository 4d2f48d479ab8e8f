"""What a value means for its player: a win, a draw or a loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import INFINITY, Game
from zermelo.tree import Tree

TOLERANCE = 1e-9
"""Payoffs that differ by less are equal."""


def find_payoff_range(game: Game[Any, Any], s: Any, p: int) -> list[float] | None:
    """Return the smallest and the largest payoff of a player, or None if they are not known."""
    low, high = game.payoff_range(p) or game.bounds_for(s, p)
    return [low, high] if -INFINITY < low < high < INFINITY else None


def classify_outcome(
    game: Game[Any, Any], value: float | None, exact: bool, ends: Sequence[float] | None = None
) -> str | None:
    """Return what a proven value means for its player: "win", "draw", "loss", or None.

    `ends` are the smallest and the largest payoff. In a two-player constant-sum game without
    chance, more than an even share is a win. In other games, and on trees, only the extreme
    payoffs mean something.

    >>> from zermelo.games.nim import Nim
    >>> [classify_outcome(Nim(), value, True) for value in (1, 0, -1)]
    ['win', 'draw', 'loss']
    >>> from zermelo.games.pig import Pig
    >>> classify_outcome(Pig(), 0.2, True, [-1, 1]), classify_outcome(Pig(), 1, True, [-1, 1])
    (None, 'win')
    """
    if value is None or not exact or isinstance(game, Tree):
        return None
    if ends is not None and not ends[0] + TOLERANCE < value < ends[1] - TOLERANCE:
        return "win" if value > ends[0] + TOLERANCE else "loss"
    if game.players != 2 or game.total is None or game.has_chance:
        return None
    surplus = value - game.total / 2
    return "draw" if abs(surplus) < TOLERANCE else "win" if surplus > 0 else "loss"
