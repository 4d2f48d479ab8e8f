"""What a value is to its player: a win, a draw or a loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import INFINITY, Game
from zermelo.tree import Tree

EVEN = 1e-9
"""Shares that differ by less are the same."""


def payoff_range(game: Game[Any, Any], s: Any, p: int) -> list[float] | None:
    """The smallest and the largest payoff of a player, where they are known: the ends of a bar of values."""
    low, high = game.payoff_range(p) or game.bounds_for(s, p)
    return [low, high] if -INFINITY < low < high < INFINITY else None


def outcome(
    game: Game[Any, Any], value: float | None, exact: bool, ends: Sequence[float] | None = None
) -> str | None:
    """What a proven value is to its player: more than an even share is a win, and so is the most that there is to get.

    A mean that is neither the best nor the worst tells nothing, nor do the numbers at the leaves of a tree.

    >>> from zermelo.games.nim import Nim
    >>> outcome(Nim(), 1, True), outcome(Nim(), 0, True), outcome(Nim(), -1, True), outcome(Nim(), 1, False)
    ('win', 'draw', 'loss', None)
    >>> from zermelo.games.pig import Pig
    >>> outcome(Pig(), 0.2, True, [-1, 1]), outcome(Pig(), 1, True, [-1, 1])
    (None, 'win')
    """
    if value is None or not exact or isinstance(game, Tree):
        return None
    if ends is not None and not ends[0] + EVEN < value < ends[1] - EVEN:
        return "win" if value > ends[0] + EVEN else "loss"
    if game.players != 2 or game.total is None or game.has_chance:
        return None
    more = value - game.total / 2
    return "draw" if abs(more) < EVEN else "win" if more > 0 else "loss"
