"""Scores: payoffs that also tell how far away a win or a loss is, so that the engine wins soon and loses late.

Where the largest and the smallest payoff of a game are known, M and m, a position d plies before the end scores::

    M + W − d      if the largest payoff is reached          W = 2^14, more than any path is long
    m − W + d      if the smallest one is
    the payoff, or the estimate, itself otherwise

so scores of wins lie above all payoffs and estimates, sooner ones higher, and those of losses below them, later ones higher.
A score is seen from its own node: one ply further up it is one nearer to the payoffs (`nearer`), and a window goes down one
further away from them (`low_below`, `high_below`). Whatever is stored with a node is therefore right wherever the node is met again.

Where M and m are not known they are ±∞: then scores are payoffs, and any way to a payoff is as good as another.
"""

from __future__ import annotations

W = float(1 << 14)

TINY = 2.0**-51
SMALLEST = 2.0**-1000


def final(u: float, most: float, least: float) -> float:
    """The score of a payoff where it is paid.

    >>> final(1, 1, -1), final(-1, 1, -1), final(0, 1, -1), final(7, float("inf"), float("-inf"))
    (16385.0, -16385.0, 0.0, 7.0)
    """
    if u >= most:
        return most + W
    if u <= least:
        return least - W
    return float(u)


def nearer(v: float, most: float, least: float) -> float:
    """A successor's score as its parent sees it.

    >>> nearer(16385.0, 1, -1), nearer(-16380.0, 1, -1), nearer(0.5, 1, -1)
    (16384.0, -16379.0, 0.5)
    """
    if v > most:
        return v - 1
    if v < least:
        return v + 1
    return v


def low_below(alpha: float, most: float, least: float) -> float:
    """The lower end of a window as a successor sees it: nearer(v) > alpha just when v > low_below(alpha)."""
    if alpha >= most:
        return alpha + 1
    if alpha < least:
        return alpha - 1
    return alpha


def high_below(beta: float, most: float, least: float) -> float:
    """The upper end: nearer(v) ≥ beta just when v ≥ high_below(beta)."""
    if beta > most:
        return beta + 1
    if beta < least:
        return beta - 1
    return beta


def just_above(v: float) -> float:
    """A number a little larger, for windows in which nothing fits.

    >>> just_above(1.0) > 1.0, just_above(0.0) > 0.0, just_above(-3.0) > -3.0
    (True, True, True)
    """
    return v + (abs(v) * TINY + SMALLEST)


def payoff(score: float, most: float, least: float) -> float:
    """The payoff, or estimate, in a score.

    >>> payoff(16380.0, 1, -1), payoff(-16380.0, 1, -1), payoff(0.25, 1, -1)
    (1, -1, 0.25)
    """
    return min(max(score, least), most)


def distance(score: float, most: float, least: float) -> int | None:
    """How many plies away the win or loss in a score is; None if it is neither.

    >>> distance(16380.0, 1, -1), distance(-16380.0, 1, -1), distance(0.25, 1, -1)
    (5, 5, None)
    """
    if score > most:
        return round(most + W - score)
    if score < least:
        return round(score - least + W)
    return None
