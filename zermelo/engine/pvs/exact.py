"""Exact values by null windows: each answer moves one end of the interval of possible scores.

The first windows ask for quick losses and quick wins, then for slower ones. Such a window is cheap:
it needs no line that takes longer, and its entries in the table order the next search. The windows
that ask which player is ahead come last.
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.scores import WIN, just_above
from zermelo.engine.pvs.search import search_root
from zermelo.engine.pvs.state import HIGHEST, LOWEST, SearchState
from zermelo.game import Game
from zermelo.watch import Watch

FIRST_QUICK, LAST_QUICK = 12, 64
"""Plies that are quick at first, and when to stop asking for more."""

DEEP = 1 << 20
"""A depth beyond any horizon."""


def solve(
    game: Game[Any, Any], s: Any, low: float, high: float, state: SearchState, watch: Watch
) -> float:
    """Return the exact score of s for MAX, known to lie in [low, high], both finite."""
    most, least = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    quick = FIRST_QUICK
    while low < high:
        if quick < LAST_QUICK and low >= least - WIN + quick and high <= most + WIN - quick:
            quick *= 2
        t = question(low, high, most, least, quick)
        v = search_root(game, s, t, just_above(t), DEEP, state, watch)
        if v <= t:
            high = v
        else:
            low = v
    return low


def question(low: float, high: float, most: float, least: float, quick: int) -> float:
    """What to ask next: a number t with low ≤ t < high.

    >>> question(-16385.0, 16385.0, 1.0, -1.0, 8), question(-16000.0, 16000.0, 1.0, -1.0, 64)
    (-16377.0, 0.0)
    """
    if low > most or high < least:  # a win or a loss for certain: only its distance is open
        return low + (high - low) // 2
    if low < least - WIN + quick:  # is it no quick loss?
        return least - WIN + quick
    if high > most + WIN - quick:  # is it a quick win?
        return most + WIN - quick
    middle = (most + least) / 2
    if low < middle < high:  # who is ahead?
        return middle
    if high > most:  # is it a win?
        return most
    if low < least < high:  # is it no loss?
        return least
    t = low + (high - low) / 2
    return t if t < high else low
