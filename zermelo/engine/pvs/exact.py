"""Exact values by null windows: each answer moves one end of the interval of possible scores.

Far from the end the first windows ask for quick losses and quick wins, then for slower ones. Such a
window is cheap: it needs no line that takes longer, and its entries in the table order the next
search. The windows that ask which player is ahead come last.

Where many payoffs are possible, a search to a small depth estimates the score first. The windows
begin there, and each answer is the next question: MTD(f) (Plaat 1996).
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs.proof_search import prove_root
from zermelo.engine.pvs.scores import WIN, just_above, just_below
from zermelo.engine.pvs.search import search_root
from zermelo.engine.pvs.state import HIGHEST, ITERATION, LOWEST, SearchState
from zermelo.game import INFINITY, Game
from zermelo.watch import HORIZON, Watch

FEW_PAYOFFS = 2
"""Where payoffs differ by more than these (a win, a draw and a loss), the proof begins with an
estimate, and asks next to it."""

GUESS_DEPTH = 8
"""The depth of the search that estimates."""

FIRST_QUICK, LAST_QUICK = 12, 64
"""Plies that are quick at first, and when to stop asking for more."""

NEAR_THE_END = 14
"""Plies left, at most, for the first question to be who is ahead: every win is quick there.
Of 12, 14, 16, 18 and 24 the one with the fewest nodes in Pons' 2,000 positions of connect four."""


def solve(
    game: Game[Any, Any], s: Any, low: float, high: float, state: SearchState, watch: Watch
) -> float:
    """Return the exact score of s for MAX, known to lie in [low, high], both finite.

    If that is a null window, it is only asked on which side of it the score lies.
    """
    if high <= just_above(low):
        return prove_root(game, s, low, high, state, watch)
    most, least = state.payoffs[HIGHEST], state.payoffs[LOWEST]
    quick, t, has_guess = FIRST_QUICK, 0.0, False
    if state.has_guess and most - least > FEW_PAYOFFS:
        t, has_guess = guess(game, s, state, watch), True
    if game.plies_left(s) <= NEAR_THE_END:
        quick = LAST_QUICK
    while low < high:
        if quick < LAST_QUICK and low >= least - WIN + quick and high <= most + WIN - quick:
            quick *= 2
        if not has_guess or low > most or high < least:
            t = question(low, high, most, least, quick)
        v = prove_root(game, s, t, just_above(t), state, watch)
        if v <= t:
            high, t = v, just_below(v)
        else:
            low, t = v, v
    return low


def guess(game: Game[Any, Any], s: Any, state: SearchState, watch: Watch) -> float:
    """Return the score of a search to GUESS_DEPTH. Its entries in the table order the proof."""
    v, estimates = 0.0, watch.cells[HORIZON]
    for depth in range(1, GUESS_DEPTH + 1):
        state.parameters[ITERATION] = depth
        v = search_root(game, s, -INFINITY, INFINITY, depth, state, watch)
    state.parameters[ITERATION] = 0
    watch.cells[HORIZON] = estimates
    return v


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
