"""Is this a finite number, a player, an interval, a distribution?"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, Game

TOLERANCE = 1e-9
"""Probabilities and payoffs that differ by less are equal."""


def is_finite(x: Any) -> bool:
    """Is it a finite number?"""
    try:
        return not isinstance(x, str | bytes) and math.isfinite(x)
    except (TypeError, ValueError, OverflowError):
        return False


def is_mover(x: Any, players: int) -> bool:
    """Is it a player's number, or CHANCE?"""
    try:
        return CHANCE <= operator.index(x) < players
    except TypeError:
        return False


def is_interval(x: Any) -> bool:
    """Is it two numbers, the lower one first? They may be infinite."""
    try:
        low, high = x
        return not isinstance(x, str) and bool(low <= high)
    except (TypeError, ValueError):
        return False


def weights_fault(weights: Sequence[Any]) -> str:
    """What is wrong with a list of probabilities; "" if nothing is.

    >>> weights_fault([0.5, 0.4]), weights_fault([1.5, -0.5]), weights_fault([0.5, 0.5])
    ('[0.5, 0.4] add up to 0.9', '[1.5, -0.5] hold a negative one', '')
    """
    if not all(is_finite(p) for p in weights):
        return f"{list(weights)} are not all numbers"
    if any(p < 0 for p in weights):
        return f"{list(weights)} hold a negative one"
    if abs(sum(weights) - 1) > TOLERANCE:
        return f"{list(weights)} add up to {sum(weights):g}"
    return ""


def pairs_fault(pairs: Any) -> str:
    """What is wrong with (outcome, probability) pairs; "" if nothing is.

    >>> pairs_fault([1, 2])
    'returned [1, 2]'
    """
    try:
        pairs = list(pairs)
        weights = [p for _, p in pairs]
    except ZermeloError:
        raise
    except (TypeError, ValueError):
        return f"returned {shorten(pairs)}"
    wrong = weights_fault(weights)
    return f"returned probabilities that cannot be: {wrong}" if wrong else ""


def players_fault(game: Game[Any, Any]) -> str | None:
    """What is wrong with the number of players; None if nothing is."""
    n = game.players
    if isinstance(n, int) and not isinstance(n, bool) and n >= 1:
        return None
    return f"{type(game).__name__}.players is {n!r}; it must be a whole number, 1 or more"


def shorten(x: Any, write: Callable[[Any], str] = repr, most: int = 80) -> str:
    """A value as text, cut off after `most` characters."""
    try:
        text = write(x)
    except Exception:  # a repr that raises
        text = f"a {type(x).__name__}"
    return text if len(text) <= most else text[: most - 1] + "…"
